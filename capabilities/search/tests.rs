//! Search through the door.

use expect_test::expect;
use serde_json::json;

use crate::tests::{Desk, check};

async fn desk() -> Desk {
    let desk = Desk::new();
    desk.node("林小雨", "character").await;
    let args = json!({ "title": "Rainy night", "after": "林小雨", "label": "推开红门", "text": "雨下了一整夜，she waited in the Rain." });
    desk.ok("create_node", args).await;
    let items = json!([{ "k": "Mood", "v": "rain and melancholy" }]);
    desk.ok(
        "update_node_kv",
        json!({ "items": items, "node": "林小雨" }),
    )
    .await;
    desk
}

#[tokio::test]
async fn chinese_of_any_length_is_found() {
    let desk = desk().await;
    for words in ["雨", "小雨", "整夜"] {
        let answer = desk.ok("search_story", json!({ "words": words })).await;
        assert_ne!(answer["count"], 0, "{words}");
        for hit in answer["hits"].as_array().unwrap() {
            assert_eq!(hit["found"], words, "the find is marked: {hit}");
        }
    }
}

#[tokio::test]
async fn a_find_says_where_it_stands() {
    let desk = desk().await;
    let args = json!({ "words": "waited" });
    check(
        &desk.ok("search_story", args).await,
        &expect![[r#"
        {
          "words": "waited",
          "count": 1,
          "hits": [
            {
              "node": {
                "id": "<id>",
                "title": "Rainy night"
              },
              "kind": "scene",
              "title": "Rainy night",
              "capability": "text",
              "excerpt": "雨下了一整夜，she waited in the Rain.",
              "found": "waited"
            }
          ]
        }
    "#]],
    );
    check(
        &desk.ok("search_story", json!({ "words": "红门" })).await,
        &expect![[r#"
            {
              "words": "红门",
              "count": 1,
              "hits": [
                {
                  "title": "林小雨 → Rainy night",
                  "capability": "edge",
                  "excerpt": "推开红门",
                  "found": "红门"
                }
              ]
            }
        "#]],
    );
}

#[tokio::test]
async fn a_kind_narrows_the_search() {
    let desk = desk().await;
    let args = json!({ "words": "rain", "kind": "Character" });
    let answer = desk.ok("search_story", args).await;
    let hits = answer["hits"].as_array().unwrap();
    assert_eq!(
        hits.iter().map(|it| &it["capability"]).collect::<Vec<_>>(),
        ["kv"]
    );
    let errors = [
        desk.fails("search_story", json!({ "words": "rain", "kind": "dragon" }))
            .await,
        desk.fails("search_story", json!({ "words": " " })).await,
    ];
    expect![[r#"
        INVALID_ACTION_INPUT /kind: there is no kind "dragon" [the kinds are "character", "group", "note", "place", "scene"]
        INVALID_ACTION_INPUT /words: the search is empty [give at least one visible character]"#]].assert_eq(&errors.join("\n"));
}

#[tokio::test]
async fn what_is_nowhere_is_no_error() {
    let answer = desk()
        .await
        .ok("search_story", json!({ "words": "Zion" }))
        .await;
    assert_eq!(answer["count"], 0);
}
