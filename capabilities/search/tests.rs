//! Search, called through the registry.

use expect_test::expect;
use serde_json::json;

use crate::tests::{TestHarness, check};

async fn harness() -> TestHarness {
    let harness = TestHarness::new();
    harness.node("林小雨", "character").await;
    let args = json!({ "title": "Rainy night", "after": "林小雨", "label": "推开红门", "text": "雨下了一整夜，she waited in the Rain." });
    harness.ok("create_node", args).await;
    let items = json!([{ "k": "Mood", "v": "rain and melancholy" }]);
    harness
        .ok(
            "update_node_kv",
            json!({ "items": items, "node": "林小雨" }),
        )
        .await;
    harness
}

#[tokio::test]
async fn finds_chinese_text_of_any_length() {
    let harness = harness().await;
    for words in ["雨", "小雨", "整夜"] {
        let answer = harness.ok("search_story", json!({ "query": words })).await;
        assert_ne!(answer["count"], 0, "{words}");
        for hit in answer["hits"].as_array().unwrap() {
            assert_eq!(hit["found"], words, "the find is marked: {hit}");
        }
    }
}

#[tokio::test]
async fn search_hit_names_its_location() {
    let harness = harness().await;
    let args = json!({ "query": "waited" });
    check(
        &harness.ok("search_story", args).await,
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
        &harness.ok("search_story", json!({ "query": "红门" })).await,
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
async fn filters_results_by_kind() {
    let harness = harness().await;
    let args = json!({ "query": "rain", "kind": "Character" });
    let answer = harness.ok("search_story", args).await;
    let hits = answer["hits"].as_array().unwrap();
    assert_eq!(
        hits.iter().map(|it| &it["capability"]).collect::<Vec<_>>(),
        ["kv"]
    );
    let errors = [
        harness
            .fails("search_story", json!({ "query": "rain", "kind": "dragon" }))
            .await,
        harness.fails("search_story", json!({ "query": " " })).await,
    ];
    expect![[r#"
        INVALID_ACTION_INPUT /kind: there is no kind "dragon" [the kinds are "character", "group", "note", "place", "scene"]
        INVALID_ACTION_INPUT /query: the search is empty [give at least one visible character]"#]].assert_eq(&errors.join("\n"));
}

#[tokio::test]
async fn search_without_results_is_not_an_error() {
    let answer = harness()
        .await
        .ok("search_story", json!({ "query": "Zion" }))
        .await;
    assert_eq!(answer["count"], 0);
}
