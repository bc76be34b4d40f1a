//! Alternatives, called through the registry.

use serde_json::{Value, json};

use crate::tests::TestHarness;

async fn rain() -> TestHarness {
    let harness = TestHarness::new();
    harness.node("Rain", "scene").await;
    let args = json!({ "text": "It rained.", "node": "Rain" });
    harness.ok("write_text", args).await;
    harness
}

async fn write(harness: &TestHarness, name: &str, text: &str) -> Value {
    let args = json!({ "text": text, "node": "Rain", "adopt": false, "name": name });
    harness.ok("write_text", args).await
}

async fn text(harness: &TestHarness) -> Value {
    harness.ok("read_text", json!({ "node": "Rain" })).await["text"].clone()
}

fn names(answer: &Value) -> Vec<&str> {
    let all = answer["alternatives"].as_array().unwrap().iter();
    all.map(|it| it["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn alternative_texts_leave_the_adopted_text_unchanged() {
    let harness = rain().await;
    let written = write(&harness, " warmer ", "Warm rain fell.").await;
    assert_eq!(written["alternative"], "warmer");
    assert_eq!(written["version"], 1, "the version in use");
    write(&harness, "Colder", "Ice fell.").await;
    write(&harness, "WARMER", "Warm rain.").await;
    assert_eq!(text(&harness).await, "It rained.");
    let listed = harness
        .ok("list_alternatives", json!({ "node": "Rain" }))
        .await;
    assert_eq!(names(&listed), ["WARMER", "Colder"]);
    assert_eq!(listed["alternatives"][0]["text"], "Warm rain.");
    assert_eq!(listed["in_use"][0]["text"], "It rained.");
    let versions = harness.ok("list_versions", json!({ "node": "Rain" })).await;
    assert_eq!(
        versions["alternatives"],
        json!([
            { "capability": "text", "name": "WARMER", "excerpt": "Warm rain." },
            { "capability": "text", "name": "Colder", "excerpt": "Ice fell." },
        ])
    );
    let args = json!({ "node": "Rain", "capability": "text", "alternative": "warmer" });
    let compared = harness.ok("compare_versions", args).await;
    assert_eq!(compared["text"], "[-It-]{+Warm+} [-rained-]{+rain+}.");
    assert_eq!(compared["alternative"], "WARMER");
    let found = harness.ok("search", json!({ "words": "Ice" })).await;
    assert_eq!(found["count"], 0, "a search finds what the story says");
}

#[tokio::test]
async fn adopting_an_alternative_is_one_undo_step() {
    let harness = rain().await;
    write(&harness, "warmer", "Warm rain fell.").await;
    write(&harness, "colder", "Ice fell.").await;
    let used = harness
        .ok(
            "use_alternative",
            json!({ "node": "Rain", "name": "Warmer" }),
        )
        .await;
    assert_eq!(used["names"], json!(["colder"]));
    assert_eq!(text(&harness).await, "Warm rain fell.");
    harness.ok("undo", json!({})).await;
    assert_eq!(text(&harness).await, "It rained.");
    let listed = harness
        .ok("list_alternatives", json!({ "node": "Rain" }))
        .await;
    assert_eq!(names(&listed), ["warmer", "colder"]);
    let args = json!({ "node": "Rain", "name": "colder" });
    harness.ok("remove_alternative", args).await;
    let listed = harness
        .ok("list_alternatives", json!({ "node": "Rain" }))
        .await;
    assert_eq!(names(&listed), ["warmer"]);
}

#[tokio::test]
async fn data_of_any_capability_can_be_kept_as_an_alternative() {
    let harness = rain().await;
    let items = json!([{ "k": "Mood", "v": "dark" }]);
    harness
        .ok("update_node_kv", json!({ "node": "Rain", "items": items }))
        .await;
    let args = json!({ "node": "Rain", "capability": "kv", "name": "as it was" });
    harness.ok("keep_alternative", args).await;
    let items = json!([{ "k": "Mood", "v": "bright" }]);
    harness
        .ok("update_node_kv", json!({ "node": "Rain", "items": items }))
        .await;
    let args = json!({ "node": "Rain", "capability": "kv", "name": "As It Was" });
    harness.ok("use_alternative", args).await;
    let read = harness.ok("read_node_kv", json!({ "node": "Rain" })).await;
    assert!(read.to_string().contains("dark"), "{read}");
    harness
        .ok("append_text", json!({ "node": "Rain", "text": "On." }))
        .await;
    let args = json!({ "node": "Rain", "name": "first", "version": 1 });
    let kept = harness.ok("keep_alternative", args).await;
    assert_eq!(kept["excerpt"], "It rained.");
}

#[tokio::test]
async fn show_node_and_read_node_omit_alternatives() {
    let harness = rain().await;
    write(&harness, "warmer", "Warm rain fell.").await;
    let shown = harness.ok("show_node", json!({ "node": "Rain" })).await;
    assert!(!shown.to_string().contains("Warm rain"), "{shown}");
    let read = harness.ok("read_node", json!({ "node": "Rain" })).await;
    assert!(!read.to_string().contains("Warm rain"), "{read}");
}

#[tokio::test]
async fn rejects_missing_and_unknown_alternative_names() {
    let harness = rain().await;
    write(&harness, "warmer", "Warm rain fell.").await;
    let unnamed = json!({ "text": "x", "node": "Rain", "adopt": false });
    assert_eq!(
        harness.fails("write_text", unnamed).await,
        "INVALID_ACTION_INPUT /name: an alternative needs a name \
         [give one in a word or two, for instance `warmer`]"
    );
    let named = json!({ "text": "x", "node": "Rain", "name": "warmer" });
    assert_eq!(
        harness.fails("write_text", named).await,
        "INVALID_ACTION_INPUT /name: only an alternative has a name \
         [set `adopt` to false, or leave the name out]"
    );
    assert_eq!(
        harness
            .fails("use_alternative", json!({ "node": "Rain", "name": "cold" }))
            .await,
        "NOT_FOUND /name: \"Rain\" has no alternative \"cold\" of text \
         [its alternatives of text: \"warmer\"]"
    );
    let args = json!({ "node": "Rain", "name": "x", "capability": "image" });
    assert_eq!(
        harness.fails("keep_alternative", args).await,
        "NOT_FOUND: no version of image is adopted on \"Rain\" \
         [list_versions shows the versions there are]"
    );
    let args = json!({ "node": "Rain", "name": "x", "capability": "layout" });
    assert_eq!(
        harness.fails("keep_alternative", args).await,
        "INVALID_ACTION_INPUT /capability: there is no capability \"layout\" [the node has \"text\"]"
    );
}
