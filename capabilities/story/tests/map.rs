//! Reading the map: everything once, then what changed.

use capability::ToolError;
use expect_test::expect;
use serde_json::{Value, json};

use crate::tests::{TestHarness, check};

async fn story() -> TestHarness {
    let harness = TestHarness::new();
    harness.node("Wake up", "scene").await;
    let args = json!({ "title": "The truth", "after": "Wake up", "label": "Red pill", "text": "# 雨夜\n\nIt **rained**." });
    harness.ok("create_node", args).await;
    harness
}

fn titles(reading: &Value) -> Vec<&str> {
    let nodes = reading["nodes"].as_array().unwrap();
    nodes
        .iter()
        .map(|it| it["title"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn a_card_without_text_shows_its_summary() {
    let harness = story().await;
    let args = json!({ "items": [{ "k": "Role", "v": "hero" }], "node": "Wake up" });
    harness.ok("update_node_kv", args).await;
    let excerpt = || async {
        let map = harness.ok("read_map", json!({})).await;
        let nodes = map["nodes"].as_array().unwrap();
        let node = nodes.iter().find(|it| it["title"] == "Wake up").unwrap();
        node["excerpt"].as_str().unwrap().to_owned()
    };
    assert_eq!(excerpt().await, "Role: hero");
    let summary = json!({ "node": "Wake up", "text": "She wakes in a *machine*." });
    harness.ok("write_summary", summary).await;
    assert_eq!(excerpt().await, "She wakes in a *machine*.");
    harness
        .ok(
            "write_text",
            json!({ "node": "Wake up", "text": "It hums." }),
        )
        .await;
    assert_eq!(excerpt().await, "It hums.");
}

#[tokio::test]
async fn read_map_returns_all_cards_and_links() {
    let harness = story().await;
    let args = json!({ "items": [{ "k": "Role", "v": "hero" }], "node": "Wake up" });
    harness.ok("update_node_kv", args).await;
    let reading = harness.ok("read_map", json!({})).await;
    check(
        &json!({ "nodes": reading["nodes"], "edges": reading["edges"], "whole": reading["whole"],
                 "number": reading["number"], "story": reading["story"] }),
        &expect![[r#"
            {
              "nodes": [
                {
                  "id": "<id>",
                  "title": "Wake up",
                  "kind": "scene",
                  "x": 0.0,
                  "y": 0.0,
                  "excerpt": "Role: hero",
                  "words": 0,
                  "capabilities": [
                    "text",
                    "kv",
                    "image"
                  ]
                },
                {
                  "id": "<id>",
                  "title": "The truth",
                  "kind": "scene",
                  "x": 340.0,
                  "y": 0.0,
                  "excerpt": "雨夜 It rained.",
                  "words": 4,
                  "capabilities": [
                    "text",
                    "kv",
                    "image"
                  ]
                }
              ],
              "edges": [
                {
                  "id": "<id>",
                  "from": "<id>",
                  "to": "<id>",
                  "label": "Red pill",
                  "order": 0
                }
              ],
              "whole": true,
              "number": 3,
              "story": {
                "id": "<id>",
                "title": "Test",
                "start": "<id>"
              }
            }
        "#]],
    );
    assert_eq!(
        reading["kinds"]["note"],
        json!({ "capabilities": ["text"] })
    );
}

#[tokio::test]
async fn read_map_since_a_change_returns_only_what_changed() {
    let harness = story().await;
    let since = harness.changes();
    let nothing = harness.ok("read_map", json!({ "since": since })).await;
    assert_eq!(
        (titles(&nothing), &nothing["whole"]),
        (vec![], &json!(false))
    );

    harness
        .ok(
            "append_text",
            json!({ "node": "The truth", "text": "More." }),
        )
        .await;
    harness
        .ok(
            "remove_link",
            json!({ "from": "Wake up", "to": "The truth" }),
        )
        .await;
    let reading = harness.ok("read_map", json!({ "since": since })).await;
    assert_eq!(titles(&reading), ["The truth"]);
    assert_eq!(reading["nodes"][0]["words"], 5);
    assert_eq!(reading["removed_edges"].as_array().unwrap().len(), 1);
    assert_eq!(reading["number"], since + 2);

    let since = harness.changes();
    let truth = reading["nodes"][0]["id"].clone();
    harness
        .ok("remove_node", json!({ "node": "The truth" }))
        .await;
    let reading = harness.ok("read_map", json!({ "since": since })).await;
    assert_eq!(reading["removed_nodes"], json!([truth]));
}

#[tokio::test]
async fn read_map_returns_everything_when_changes_are_insufficient() {
    let mut harness = story().await;
    let since = harness.changes();
    let later = harness.ok("read_map", json!({ "since": since + 7 })).await;
    assert_eq!(later["whole"], true, "a number of another story");
    harness
        .ok(
            "define_kind",
            json!({ "name": "note", "capabilities": ["kv"] }),
        )
        .await;
    let kinds = harness.ok("read_map", json!({ "since": since })).await;
    assert_eq!(
        kinds["whole"], true,
        "a kind shows on nodes that did not move"
    );

    let opened = harness.store.edit_blocking(harness.note(), |edit| {
        Ok::<_, ToolError>(edit.open_draft(None, "try")?)
    });
    harness.caller.draft = Some(opened.unwrap().value);
    harness
        .ok(
            "rename_node",
            json!({ "node": "Wake up", "title": "Asleep" }),
        )
        .await;
    let laid_over = harness.ok("read_map", json!({ "since": since })).await;
    assert_eq!(
        (titles(&laid_over), &laid_over["whole"]),
        (vec!["Asleep", "The truth"], &json!(true))
    );
}

#[tokio::test]
async fn read_node_returns_all_that_the_window_shows() {
    let harness = story().await;
    let text = "Neo 读着《The truth》。";
    let args = json!({ "title": "Neo", "kind": "character", "after": "Wake up", "text": text });
    harness.ok("create_node", args).await;
    let args = json!({ "node": "The truth", "text": "Only neo knows. Neon flickers." });
    harness.ok("write_text", args).await;
    harness
        .ok(
            "write_text",
            json!({ "node": "Wake up", "text": "A neon sign." }),
        )
        .await;
    let reading = harness.ok("read_node", json!({ "node": "Neo" })).await;
    check(
        &reading,
        &expect![[r#"
            {
              "id": "<id>",
              "title": "Neo",
              "kind": "character",
              "layout": {
                "x": 340.0,
                "y": 180.0
              },
              "group": null,
              "capabilities": [
                {
                  "name": "kv",
                  "title": "KV",
                  "version": null,
                  "data": null
                },
                {
                  "name": "image",
                  "title": "Image",
                  "version": null,
                  "data": null
                },
                {
                  "name": "text",
                  "title": "Text",
                  "version": 1,
                  "data": {
                    "text": "Neo 读着《The truth》。"
                  }
                }
              ],
              "outgoing": [],
              "incoming": [
                {
                  "edge": "<id>",
                  "node": {
                    "id": "<id>",
                    "title": "Wake up"
                  }
                }
              ],
              "mentions": [
                {
                  "id": "<id>",
                  "title": "The truth"
                }
              ],
              "mentioned_by": [
                {
                  "id": "<id>",
                  "title": "The truth"
                }
              ],
              "related_from": []
            }
        "#]],
    );
}
