//! Prose, called through the registry. Reading parts and several texts is in `reading`.

mod reading;
mod repetitions;

use expect_test::expect;
use serde_json::json;

use crate::tests::{TestHarness, check};

#[tokio::test]
async fn writes_appends_to_and_reads_a_text() {
    let harness = TestHarness::new();
    harness.node("Rain", "scene").await;
    harness
        .ok(
            "write_text",
            json!({ "text": "It rained.\n", "node": "Rain" }),
        )
        .await;
    let answer = harness
        .ok(
            "append_text",
            json!({ "text": "雨下了一整夜。", "node": "Rain" }),
        )
        .await;
    check(
        &answer,
        &expect![[r#"
        {
          "node": {
            "id": "<id>",
            "title": "Rain"
          },
          "version": 2,
          "before": {
            "words": 2,
            "characters": 9
          },
          "after": {
            "words": 8,
            "characters": 16
          },
          "excerpt": "雨下了一整夜。"
        }
    "#]],
    );
    check(
        &harness.ok("read_text", json!({ "node": "Rain" })).await,
        &expect![[r#"
            {
              "node": {
                "id": "<id>",
                "title": "Rain"
              },
              "version": 2,
              "words": 8,
              "characters": 16,
              "paragraphs": 2,
              "text": "It rained.\n\n雨下了一整夜。"
            }
        "#]],
    );
}

#[tokio::test]
async fn replaces_a_quoted_passage() {
    let harness = TestHarness::new();
    harness.node("Rain", "scene").await;
    harness
        .ok(
            "write_text",
            json!({ "text": "他推开红门。门后是雨。", "node": "Rain" }),
        )
        .await;
    let args = json!({ "old": "红门", "new": "蓝色的门", "node": "Rain" });
    check(
        &harness.ok("replace_text", args).await,
        &expect![[r#"
        {
          "node": {
            "id": "<id>",
            "title": "Rain"
          },
          "version": 2,
          "count": 1,
          "before": {
            "words": 9,
            "characters": 11
          },
          "after": {
            "words": 11,
            "characters": 13
          },
          "excerpt": "蓝色的门"
        }
    "#]],
    );
    let text = harness.ok("read_text", json!({ "node": "Rain" })).await;
    assert_eq!(text["text"], "他推开蓝色的门。门后是雨。");
}

#[tokio::test]
async fn a_misquoted_passage_error_suggests_the_nearest() {
    let harness = TestHarness::new();
    harness.node("Rain", "scene").await;
    let empty = harness
        .fails(
            "replace_text",
            json!({ "old": "a", "new": "b", "node": "Rain" }),
        )
        .await;
    let text = "It rained all night. “You are late,” she said. The door closed.";
    harness
        .ok("write_text", json!({ "text": text, "node": "Rain" }))
        .await;
    let before = harness.changes();
    let near = json!({ "old": "\"You're late,\" she said.", "new": "x", "node": "Rain" });
    let near = harness.fails("replace_text", near).await;
    let far = json!({ "old": "Zion burned quickly", "new": "x", "node": "Rain" });
    let far = harness.fails("replace_text", far).await;
    expect![[r#"
        NOT_FOUND /old: the passage does not occur in "Rain" [the node has no text yet; use write_text]
        NOT_FOUND /old: the passage does not occur in "Rain" [the nearest passage is: "“You are late,” she said."; quote it exactly as it stands]
        NOT_FOUND /old: the passage does not occur in "Rain" [nothing there resembles it; use read_text to see the text]"#]].assert_eq(&[empty, near, far].join("\n"));
    assert_eq!(harness.changes(), before);
}

#[tokio::test]
async fn an_ambiguous_passage_needs_more_words_or_all() {
    let harness = TestHarness::new();
    harness.node("Rain", "scene").await;
    harness
        .ok(
            "write_text",
            json!({ "text": "red, red, blue", "node": "Rain" }),
        )
        .await;
    let args = json!({ "old": "red", "new": "green", "node": "Rain" });
    expect![[r#"INVALID_ACTION_INPUT /old: the passage occurs 2 times in "Rain" [quote more of the words around it, or set all to true]"#]].assert_eq(&harness.fails("replace_text", args).await);
    let args = json!({ "old": "red", "new": "green", "all": true, "node": "Rain" });
    assert_eq!(harness.ok("replace_text", args).await["count"], 2);
    let text = harness.ok("read_text", json!({ "node": "Rain" })).await;
    assert_eq!(text["text"], "green, green, blue");
}

#[tokio::test]
async fn rejects_invalid_text_and_writes_nothing() {
    let harness = TestHarness::new();
    harness.node("Rain", "scene").await;
    let before = harness.changes();
    let huge = "x".repeat(50 << 20);
    let errors = [
        harness
            .fails("write_text", json!({ "text": "a\0b", "node": "Rain" }))
            .await,
        harness
            .fails("append_text", json!({ "text": " ", "node": "Rain" }))
            .await,
        harness
            .fails(
                "replace_text",
                json!({ "old": "", "new": "b", "node": "Rain" }),
            )
            .await,
        harness
            .fails(
                "replace_text",
                json!({ "old": "a", "new": "a", "node": "Rain" }),
            )
            .await,
        harness
            .fails("write_text", json!({ "text": huge, "node": "Rain" }))
            .await,
    ];
    expect![[r#"
        INVALID_ACTION_INPUT /text: the text holds a control character (U+0000) [leave out control characters other than line breaks and tabs]
        INVALID_ACTION_INPUT /text: there is no text to add
        INVALID_ACTION_INPUT /old: there is no passage to look for [quote the passage to replace; append_text adds at the end]
        INVALID_ACTION_INPUT /new: the new passage is the same as the old one
        INVALID_ACTION_INPUT /text: the text is 52428800 bytes long; at most 8388608 are kept [divide it into several nodes]"#]].assert_eq(&errors.join("\n"));
    assert_eq!(harness.changes(), before);
}

#[tokio::test]
async fn rejects_a_write_when_the_text_changed_meanwhile() {
    let harness = TestHarness::new();
    harness.node("Hero", "character").await;
    let write = |text: &str, expected: u32| {
        let args = json!({ "node": "Hero", "text": text, "expected": expected });
        ("write_text", args)
    };
    let (tool, args) = write("One.", 0);
    assert_eq!(harness.ok(tool, args).await["version"], 1);
    let (tool, args) = write("Two.", 0);
    let fault = harness.fails(tool, args).await;
    assert!(fault.starts_with("CONFLICT /expected"), "{fault}");
    let text = harness.ok("read_text", json!({ "node": "Hero" })).await;
    assert_eq!(text["text"], "One.");
    let (tool, args) = write("Two.", 1);
    assert_eq!(harness.ok(tool, args).await["version"], 2);
}

#[tokio::test]
async fn replacing_words_in_all_texts_is_one_step() {
    let harness = TestHarness::new();
    for (title, text) in [
        ("Rain", "Tom met Tommy.\n汤姆来了。"),
        ("Sun", "tom waits"),
        ("Fog", "None"),
    ] {
        harness.node(title, "scene").await;
        harness
            .ok("write_text", json!({ "text": text, "node": title }))
            .await;
    }
    let whole = json!({ "find": "tom", "whole_word": true });
    let finds = harness.ok("find_in_texts", whole).await;
    assert_eq!(
        (&finds["count"], &finds["node_count"]),
        (&json!(2), &json!(2))
    );
    let place = &finds["nodes"][0]["places"][0];
    assert_eq!(place["character"], 1);
    assert_eq!(
        (&place["found"], &place["after"]),
        (&json!("Tom"), &json!(" met Tommy."))
    );
    let few = json!({ "find": "tom", "nodes": ["Rain"], "per_node": 1 });
    let few = harness.ok("find_in_texts", few).await;
    assert_eq!(few["nodes"][0]["count"], 2);
    assert_eq!(few["nodes"][0]["places"].as_array().unwrap().len(), 1);
    // In the order in which readers meet them, not in that of their creation.
    harness.ok("set_start", json!({ "node": "Sun" })).await;
    let ordered = harness.ok("find_in_texts", json!({ "find": "tom" })).await;
    assert_eq!(ordered["nodes"][0]["title"], "Sun");
    let args = json!({ "find": "tom", "whole_word": true, "with": "Neo" });
    let done = harness.ok("replace_in_texts", args).await;
    assert_eq!(done["count"], 2);
    let read = |title: &'static str| json!({ "node": title });
    let rain = harness.ok("read_text", read("Rain")).await;
    assert_eq!(rain["text"], "Neo met Tommy.\n汤姆来了。");
    let chinese = json!({ "find": "汤姆", "with": "尼奥", "whole_word": true, "nodes": ["Rain"] });
    harness.ok("replace_in_texts", chinese).await;
    harness.ok("undo", json!({})).await;
    harness.ok("undo", json!({})).await;
    let sun = harness.ok("read_text", read("Sun")).await;
    assert_eq!(sun["text"], "tom waits");
    let nothing = json!({ "find": "xyz", "with": "" });
    let refused = harness.call("replace_in_texts", nothing).await;
    assert_eq!(refused.error.unwrap().code, capability::Code::NotFound);
}
