//! Findings, called through the registry.

use serde_json::{Value, json};

use crate::tests::TestHarness;

/// Two contradicting scenes, and a gun on a wall.
async fn story() -> TestHarness {
    let harness = TestHarness::new();
    for (title, text) in [
        ("Morning", "Ada's eyes were blue. A gun hung on the wall."),
        ("Evening", "她的眼睛是绿色的。Nobody fired."),
        ("Night", ""),
    ] {
        harness.node(title, "scene").await;
        write(&harness, title, text).await;
    }
    for (from, to) in [("Morning", "Evening"), ("Evening", "Night")] {
        harness
            .ok("link_nodes", json!({ "from": from, "to": to }))
            .await;
    }
    harness.ok("set_start", json!({ "node": "Morning" })).await;
    harness
}

async fn write(harness: &TestHarness, node: &str, text: &str) {
    harness
        .ok("write_text", json!({ "node": node, "text": text }))
        .await;
}

async fn eyes(harness: &TestHarness) -> String {
    let args = json!({
        "node": "Morning", "passage": "eyes were blue", "says": "blue or green?",
        "other_node": "Evening", "other_passage": "眼睛是绿色的",
    });
    let added = harness.ok("add_finding", args).await;
    assert_eq!(
        (&added["kind"], &added["state"]),
        (&json!("contradiction"), &json!("open"))
    );
    added["finding"].as_str().unwrap().to_owned()
}

/// The findings as `state kind: says @ node character`.
async fn listed(harness: &TestHarness, args: Value) -> Vec<String> {
    let answer = harness.ok("list_findings", args).await;
    let findings = answer["findings"].as_array().unwrap().iter();
    let text = |it: &Value| it.as_str().unwrap().to_owned();
    findings
        .map(|it| {
            let passage = &it["passage"];
            let (state, kind, says) = (text(&it["state"]), text(&it["kind"]), text(&it["says"]));
            let title = text(&passage["node"]["title"]);
            format!("{state} {kind}: {says} @ {title} {}", passage["character"])
        })
        .collect()
}

#[tokio::test]
async fn a_contradiction_is_stored_with_both_passages() {
    let harness = story().await;
    eyes(&harness).await;
    let all = harness.ok("list_findings", json!({})).await;
    let found = &all["findings"][0];
    assert_eq!(found["passage"]["quote"], "eyes were blue");
    assert_eq!(found["passage"]["character"], 7);
    assert_eq!(found["other"]["node"]["title"], "Evening");
    assert_eq!(found["other"]["quote"], "眼睛是绿色的");
    eyes(&harness).await;
    let again = harness.ok("list_findings", json!({})).await;
    assert_eq!(again["count"], 1, "the same finding is kept once");
    harness.ok("undo", json!({})).await;
}

#[tokio::test]
async fn a_finding_follows_its_passage_when_texts_change() {
    let harness = story().await;
    eyes(&harness).await;
    write(&harness, "Morning", "雨。 Ada's eyes were blue, and so on.").await;
    assert_eq!(
        listed(&harness, json!({})).await,
        ["open contradiction: blue or green? @ Morning 10"]
    );
    let split = json!({ "node": "Morning", "passage": "Ada's eyes", "title": "Later" });
    harness.ok("split_node", split).await;
    assert_eq!(
        listed(&harness, json!({})).await,
        ["open contradiction: blue or green? @ Later 7"]
    );
    let merge = json!({ "nodes": ["Night", "Later"] });
    harness.ok("merge_nodes", merge).await;
    assert_eq!(
        listed(&harness, json!({})).await,
        ["open contradiction: blue or green? @ Night 7"]
    );
}

#[tokio::test]
async fn a_waived_finding_reopens_when_its_passage_changes() {
    let harness = story().await;
    let id = eyes(&harness).await;
    let args = json!({ "finding": id, "reason": "She wears lenses." });
    let waived = harness.ok("waive_finding", args).await;
    assert_eq!(
        (&waived["state"], &waived["reason"]),
        (&json!("waived"), &json!("She wears lenses."))
    );
    assert_eq!(listed(&harness, json!({ "status": "open" })).await, [""; 0]);
    write(&harness, "Evening", "她的眼睛是灰色的。").await;
    assert_eq!(
        listed(&harness, json!({})).await,
        ["reopened contradiction: blue or green? @ Morning 7"]
    );
    let args = json!({ "finding": id, "reason": "Still." });
    let error = harness.fails("waive_finding", args).await;
    assert!(error.contains("a passage of it has changed"), "{error}");
    harness.ok("close_finding", json!({ "finding": id })).await;
    assert_eq!(listed(&harness, json!({})).await, [""; 0]);
    assert_eq!(
        listed(&harness, json!({ "status": "closed" })).await.len(),
        1
    );
}

#[tokio::test]
async fn a_promise_is_closed_by_the_passage_that_keeps_it() {
    let harness = story().await;
    let args = json!({
        "node": "Morning", "passage": "A gun hung", "says": "It must fire.", "kind": "promise",
    });
    let id = harness.ok("add_finding", args).await["finding"].clone();
    let promises = json!({ "sort": "promise" });
    assert_eq!(
        listed(&harness, promises.clone()).await,
        ["open promise: It must fire. @ Morning 23"]
    );
    let args = json!({ "finding": id, "node": "Evening", "passage": "Nobody fired" });
    let kept = harness.ok("close_finding", args).await;
    assert_eq!(kept["other"]["node"]["title"], "Evening");
    assert_eq!(listed(&harness, promises).await, [""; 0]);
}

#[tokio::test]
async fn rejects_invalid_findings_and_writes_nothing() {
    let harness = story().await;
    let before = harness.changes();
    let fails = |args| harness.fails("add_finding", args);
    let error = fails(json!({ "node": "Morning", "passage": "eyes are blue", "says": "x" })).await;
    assert!(
        error.starts_with("NOT_FOUND /passage: the passage does not occur"),
        "{error}"
    );
    assert_eq!(
        fails(json!({ "node": "Morning", "passage": "A gun", "says": " " })).await,
        "INVALID_ACTION_INPUT /says: what was noticed is empty [say it in a sentence or two]"
    );
    let error =
        fails(json!({ "node": "Morning", "passage": "A gun", "says": "x", "other_node": "Night" }))
            .await;
    assert!(
        error.contains("/other_passage: the other node is named"),
        "{error}"
    );
    assert_eq!(
        harness
            .fails("waive_finding", json!({ "finding": "0000", "reason": "x" }))
            .await,
        "NOT_FOUND /finding: there is no finding \"0000\" [list_findings gives the ids]"
    );
    assert_eq!(harness.changes(), before);
}

#[tokio::test]
async fn a_promise_advances_and_is_paid_or_abandoned() {
    let harness = story().await;
    let gun = json!({
        "node": "Morning", "passage": "A gun hung", "says": "It must fire.", "kind": "promise",
    });
    let added = harness.ok("add_finding", gun).await;
    assert_eq!(added["stage"], "planted");
    let id = added["finding"].clone();
    let on = json!({ "finding": id, "node": "Evening", "passage": "Nobody fired" });
    let led = harness.ok("advance_promise", on.clone()).await;
    assert_eq!(led["stage"], "advancing");
    assert_eq!(led["advanced"][0]["node"]["title"], "Evening");
    let again = harness.ok("advance_promise", on.clone()).await;
    assert_eq!(again["advanced"].as_array().unwrap().len(), 1);
    let given_up = json!({ "finding": id, "reason": "It stays a decoration." });
    assert_eq!(
        harness.ok("waive_finding", given_up).await["stage"],
        "abandoned"
    );
    let paid = harness.ok("close_finding", on).await;
    assert_eq!(
        (&paid["stage"], &paid["state"]),
        (&json!("paid"), &json!("closed"))
    );
    let other = json!({ "finding": eyes(&harness).await, "node": "Evening", "passage": "fired" });
    let error = harness.fails("advance_promise", other).await;
    assert!(
        error.contains("it is a contradiction, not a promise"),
        "{error}"
    );
}

#[tokio::test]
async fn a_finding_whose_passage_moved_to_another_node_is_waived_there() {
    let harness = story().await;
    let id = eyes(&harness).await;
    write(
        &harness,
        "Morning",
        "It rained. Ada's eyes were blue. A gun hung on the wall.",
    )
    .await;
    let split = json!({ "node": "Morning", "passage": "Ada's eyes", "title": "Later" });
    harness.ok("split_node", split).await;
    let args = json!({ "finding": id, "reason": "She wears lenses." });
    let waived = harness.ok("waive_finding", args).await;
    assert_eq!(waived["state"], "waived");
    assert_eq!(waived["passage"]["node"]["title"], "Later");
}

#[tokio::test]
async fn a_waived_finding_stays_waived_when_it_is_reported_again() {
    let harness = story().await;
    let id = eyes(&harness).await;
    let args = json!({ "finding": id, "reason": "She wears lenses." });
    harness.ok("waive_finding", args).await;
    let args = json!({
        "node": "Morning", "passage": "eyes were blue", "says": "blue or green?",
        "other_node": "Evening", "other_passage": "眼睛是绿色的",
    });
    assert_eq!(harness.ok("add_finding", args).await["state"], "waived");
}

#[tokio::test]
async fn a_comment_is_kept_at_the_occurrence_that_was_meant() {
    let harness = story().await;
    write(&harness, "Morning", "No rain. No rain at all.").await;
    let args = json!({ "node": "Morning", "passage": "No rain", "says": "Again?" });
    let error = harness.fails("add_finding", args.clone()).await;
    assert!(
        error.contains("quote more of the words around it"),
        "{error}"
    );
    let mut args = args;
    args["character"] = json!(10);
    let kept = harness.ok("add_finding", args).await;
    assert_eq!(
        (&kept["kind"], &kept["passage"]["character"]),
        (&json!("comment"), &json!(10))
    );
    // What earlier versions called comments.
    let same = harness.ok("list_findings", json!({ "sort": "note" })).await;
    assert_eq!(same["count"], 1);
}

#[tokio::test]
async fn a_finding_is_answered_and_its_words_changed() {
    let harness = story().await;
    let id = eyes(&harness).await;
    let answer = json!({ "finding": id, "says": "Green, since chapter two." });
    harness.ok("reply_to_finding", answer).await;
    let words = json!({ "finding": id, "says": "Blue, or green?" });
    let changed = harness.ok("update_finding", words).await;
    assert_eq!(changed["finding"], json!(id), "it stays the same one");
    assert_eq!(changed["says"], "Blue, or green?");
    assert_eq!(changed["replies"][0]["says"], "Green, since chapter two.");
    assert_eq!(changed["replies"][0]["author"], Value::Null);
    let listed = harness.ok("list_findings", json!({})).await;
    assert_eq!(listed["findings"][0], changed);
    harness.ok("undo", json!({})).await;
    let listed = harness.ok("list_findings", json!({})).await;
    assert_eq!(listed["findings"][0]["says"], "blue or green?");
    for args in [
        json!({ "finding": "none", "says": "Yes." }),
        json!({ "finding": id, "says": " " }),
    ] {
        harness.fails("reply_to_finding", args).await;
    }
}
