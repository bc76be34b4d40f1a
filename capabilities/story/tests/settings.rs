//! The settings of a story: its start, the colors of tags, the word goal.

use serde_json::{Value, json};

use crate::tests::TestHarness;

async fn header(harness: &TestHarness) -> Value {
    harness.ok("read_map", json!({})).await["story"].clone()
}

#[tokio::test]
async fn the_first_scene_becomes_the_start_and_undo_reverts_both() {
    let harness = TestHarness::new();
    harness.node("Mara", "character").await;
    assert_eq!(header(&harness).await["start"], Value::Null);
    let before = harness.changes();
    let first = harness.ok("create_node", json!({ "title": "Quay" })).await;
    assert_eq!(harness.changes(), before + 1, "one commit");
    assert_eq!(header(&harness).await["start"], first["node"]["id"]);
    harness.ok("create_node", json!({ "title": "Pier" })).await;
    assert_eq!(header(&harness).await["start"], first["node"]["id"]);
    harness.ok("undo", json!({})).await;
    harness.ok("undo", json!({})).await;
    assert_eq!(header(&harness).await["start"], Value::Null);
}

#[tokio::test]
async fn a_removed_start_is_not_replaced_while_scenes_remain() {
    let harness = TestHarness::new();
    harness.node("Quay", "scene").await;
    harness.node("Pier", "scene").await;
    harness.ok("remove_node", json!({ "node": "Quay" })).await;
    harness.node("Lamp", "scene").await;
    assert_eq!(header(&harness).await["start"], Value::Null);
}

#[tokio::test]
async fn sets_the_colors_of_tags() {
    let harness = TestHarness::new();
    harness
        .ok("set_tag_color", json!({ "tag": " storm ", "color": "2" }))
        .await;
    let night = json!({ "tag": "night", "color": "#3366CC" });
    harness.ok("set_tag_color", night).await;
    assert_eq!(
        header(&harness).await["tag_colors"],
        json!({ "night": "#3366cc", "storm": "2" })
    );
    harness.ok("set_tag_color", json!({ "tag": "night" })).await;
    assert_eq!(
        header(&harness).await["tag_colors"],
        json!({ "storm": "2" })
    );
    harness.ok("rename_story", json!({ "title": "Rain" })).await;
    assert_eq!(
        header(&harness).await["tag_colors"],
        json!({ "storm": "2" })
    );
    let refused = harness
        .call("set_tag_color", json!({ "tag": "night", "color": "beige" }))
        .await;
    assert_eq!(refused.error.unwrap().path.as_deref(), Some("/color"));
}

#[tokio::test]
async fn sets_and_clears_a_word_goal() {
    let harness = TestHarness::new();
    harness
        .ok("set_word_goal", json!({ "words": 50_000 }))
        .await;
    assert_eq!(header(&harness).await["word_goal"], 50_000);
    harness.ok("set_word_goal", json!({ "words": 0 })).await;
    assert!(header(&harness).await.get("word_goal").is_none());
    harness.ok("undo", json!({})).await;
    assert_eq!(header(&harness).await["word_goal"], 50_000);
}
