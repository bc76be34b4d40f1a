//! Summaries that somebody wrote, called through the registry.

use serde_json::json;

use crate::tests::TestHarness;

#[tokio::test]
async fn a_summary_is_a_version_and_can_be_removed() {
    let harness = TestHarness::new();
    harness.node("Harbor", "scene").await;
    let args = json!({ "node": "Harbor", "text": "  Ada arrives. " });
    assert_eq!(harness.ok("write_summary", args).await["version"], 1);
    let args = json!({ "node": "Harbor", "text": "Ada comes." });
    assert_eq!(harness.ok("write_summary", args).await["version"], 2);
    let removed = harness
        .ok("write_summary", json!({ "node": "Harbor", "text": "" }))
        .await;
    assert!(removed.get("version").is_none(), "{removed}");
    harness.ok("undo", json!({})).await;
    let long = json!({ "node": "Harbor", "text": "x".repeat(2_001) });
    let error = harness.fails("write_summary", long).await;
    assert!(error.contains("at most 2000 are kept"), "{error}");
}
