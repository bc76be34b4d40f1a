//! The style guide, called through the registry.

use serde_json::json;

use crate::tests::TestHarness;

#[tokio::test]
async fn parts_of_the_guide_are_written_and_undone() {
    let harness = TestHarness::new();
    assert_eq!(
        harness.ok("read_style_guide", json!({})).await,
        json!({ "version": null })
    );
    let args = json!({ "tense": " past ", "rules": ["No dreams.", "Short sentences."] });
    harness.ok("write_style_guide", args).await;
    let args = json!({ "voice": "dry", "add_rules": ["No dreams.", "不用感叹号。"], "remove_rules": ["short sentences."] });
    let written = harness.ok("write_style_guide", args).await;
    assert_eq!(
        written,
        json!({ "version": 2, "voice": "dry", "tense": "past", "rules": ["No dreams.", "不用感叹号。"] })
    );
    harness
        .ok("write_style_guide", json!({ "tense": "", "rules": [] }))
        .await;
    assert_eq!(
        harness.ok("read_style_guide", json!({})).await,
        json!({ "version": 3, "voice": "dry" })
    );
    harness.ok("undo", json!({})).await;
    assert_eq!(harness.ok("read_style_guide", json!({})).await, written);
}

#[tokio::test]
async fn rejects_an_empty_or_too_long_guide() {
    let harness = TestHarness::new();
    let fails = |args| harness.fails("write_style_guide", args);
    assert_eq!(
        fails(json!({})).await,
        "INVALID_ACTION_INPUT: there is nothing to change \
         [give at least one field; read_style_guide shows what there is]"
    );
    let long = fails(json!({ "samples": ["雨".repeat(8001)] })).await;
    assert!(
        long.contains("the guide would have 8001 characters"),
        "{long}"
    );
    assert_eq!(
        fails(json!({ "rules": ["A", " "] })).await,
        "INVALID_ACTION_INPUT /rules/1: it is empty \
         [leave it out, or give an empty list to remove all]"
    );
    harness
        .ok("write_style_guide", json!({ "rules": ["No dreams."] }))
        .await;
    assert_eq!(
        fails(json!({ "remove_rules": ["No adverbs."] })).await,
        "NOT_FOUND /remove_rules/0: there is no rule \"No adverbs.\" \
         [the rules are: \"No dreams.\"]"
    );
}

#[tokio::test]
async fn the_guide_round_trips_through_native_json() {
    let harness = TestHarness::new();
    harness
        .ok("write_style_guide", json!({ "tense": "past" }))
        .await;
    let exported = harness
        .ok("export_story", json!({ "format": "json" }))
        .await;
    let other = TestHarness::with_other_ids();
    let args = json!({ "content": exported["content"], "format": "json" });
    other.ok("import_story", args.clone()).await;
    assert_eq!(
        other.ok("read_style_guide", json!({})).await["tense"],
        "past"
    );
    other.node("Harbor", "scene").await;
    other
        .ok("write_style_guide", json!({ "tense": "present" }))
        .await;
    other.ok("import_story", args).await;
    assert_eq!(
        other.ok("read_style_guide", json!({})).await["tense"],
        "present",
        "the guide of the story that something is added to stays"
    );
}
