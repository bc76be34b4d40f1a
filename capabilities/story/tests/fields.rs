//! Fields of kinds: valid values are stored in one spelling, others are rejected; a reference
//! follows a new title and is visible from both sides.

use serde_json::{Value, json};

use crate::tests::TestHarness;

async fn story() -> TestHarness {
    let harness = TestHarness::new();
    for (title, kind) in [
        ("Ada", "character"),
        ("Bo", "character"),
        ("Harbor", "place"),
    ] {
        harness.node(title, kind).await;
    }
    let fields = json!([
        { "name": "Age", "type": "number" },
        { "name": "Born", "type": "date" },
        { "name": "Carries", "type": "list" },
        { "name": "Side", "type": "choice", "choices": ["crew", "Harbor watch"] },
        { "name": "Mentor", "type": "reference", "to": "character", "inverse": "Student" },
        { "name": "Seen at", "type": "reference", "to": "place" },
        { "name": "Motto" },
    ]);
    let args = json!({ "name": "character", "fields": fields });
    let defined = harness.ok("define_kind", args).await;
    assert_eq!(defined["capabilities"], json!(["kv", "image", "text"]));
    harness
}

async fn set(harness: &TestHarness, key: &str, value: &str) -> Value {
    let args = json!({ "node": "Ada", "items": [{ "k": key, "v": value }] });
    let written = harness.ok("update_node_kv", args).await;
    written["items"][0]["v"].clone()
}

#[tokio::test]
async fn valid_values_are_stored_in_one_spelling() {
    let harness = story().await;
    for (key, given, kept) in [
        ("age", " 1 037 ", "1037"),
        ("Born", "1887-05-14", "1887-05-14"),
        ("Carries", "lamp;rope、lamp", "lamp, rope"),
        ("Side", "HARBOR WATCH", "Harbor watch"),
        ("Mentor", "bo", "Bo"),
        ("Motto", "No. 1; first!", "No. 1; first!"),
        ("Anything", "else", "else"),
        ("Age", "", ""),
    ] {
        assert_eq!(set(&harness, key, given).await, kept, "{key}");
    }
}

#[tokio::test]
async fn an_invalid_value_is_rejected_with_what_is_valid() {
    let harness = story().await;
    harness.node("Ida", "character").await;
    harness.node("Ida", "character").await;
    for (key, value, refusal) in [
        (
            "Age",
            "old",
            "Age takes a number, and \"old\" is not one [write digits alone",
        ),
        (
            "Born",
            "1887",
            "Born takes a date such as 1887-05-14, and \"1887\" is not one",
        ),
        (
            "Side",
            "pirates",
            "Side takes one of crew, Harbor watch, and \"pirates\" is none of them",
        ),
        (
            "Mentor",
            "Harbor",
            "Mentor takes nodes of the kind character, and \"Harbor\" is of the kind place",
        ),
        ("Mentor", "Nobody", "there is no node \"Nobody\""),
        ("Mentor", "Bo; Ida", "\"Ida\""),
    ] {
        let items = json!({ "node": "Ada", "items": [{ "k": key, "v": value }] });
        let error = harness.fails("update_node_kv", items).await;
        assert!(
            error.contains(refusal) && error.contains("/items/0/v"),
            "{key}: {error}"
        );
    }
    let one = json!({ "nodes": ["Ada", "Bo"], "key": "Age", "value": "old" });
    assert!(
        harness
            .fails("set_attribute", one)
            .await
            .contains("/value: Age takes a number")
    );
    let cells = json!({ "cells": [{ "node": "Bo", "k": "Age", "v": "old" }] });
    let error = harness.fails("update_attribute_table", cells).await;
    assert!(error.contains("/cells/0/v: Age takes a number"), "{error}");
    // Another kind has no such fields.
    let place = json!({ "node": "Harbor", "items": [{ "k": "Age", "v": "old" }] });
    harness.ok("update_node_kv", place).await;
}

#[tokio::test]
async fn a_table_may_name_nodes_that_it_creates() {
    let harness = story().await;
    let args = json!({
        "create_nodes": [{ "title": "Cy" }],
        "cells": [{ "node": "Cy", "k": "Age", "v": "3,5" }, { "node": "Ada", "k": "Mentor", "v": "cy" }],
    });
    harness.ok("update_attribute_table", args).await;
    let read = harness.ok("read_node", json!({ "node": "Cy" })).await;
    assert_eq!(read["related_from"][0]["node"]["title"], "Ada");
    let kv = harness.ok("read_node_kv", json!({ "node": "Cy" })).await;
    assert_eq!(kv["items"], json!([{ "k": "Age", "v": "3.5" }]));
}

#[tokio::test]
async fn a_reference_follows_a_new_title_and_is_listed_on_both_nodes() {
    let harness = story().await;
    set(&harness, "Mentor", "Bo").await;
    let renamed = harness
        .ok("rename_node", json!({ "node": "Bo", "title": "Old Bo" }))
        .await;
    assert_eq!(renamed["rewritten"], 1);
    let kv = harness.ok("read_node_kv", json!({ "node": "Ada" })).await;
    assert_eq!(kv["items"], json!([{ "k": "Mentor", "v": "Old Bo" }]));
    let read = harness.ok("read_node", json!({ "node": "Old Bo" })).await;
    let relation = &read["related_from"][0];
    assert_eq!(
        (
            &relation["node"]["title"],
            &relation["field"],
            &relation["inverse"]
        ),
        (&json!("Ada"), &json!("Mentor"), &json!("Student"))
    );
    let other = harness.ok("read_node", json!({ "node": "Harbor" })).await;
    assert_eq!(other["related_from"], json!([]));
}

#[tokio::test]
async fn invalid_fields_are_rejected() {
    let harness = story().await;
    for (fields, refusal) in [
        (
            json!([{ "name": "A" }, { "name": "a" }]),
            "/fields/1/name: the field \"a\" is defined twice",
        ),
        (
            json!([{ "name": "A", "type": "choice" }]),
            "/fields/0/choices: A takes one of several values",
        ),
        (
            json!([{ "name": "A", "type": "reference", "to": "dragon" }]),
            "/fields/0/to: there is no kind",
        ),
    ] {
        let error = harness
            .fails("define_kind", json!({ "name": "ship", "fields": fields }))
            .await;
        assert!(error.contains(refusal), "{error}");
    }
    // A kind may refer to its own nodes before it exists.
    let own = json!([{ "name": "Sister", "type": "reference", "to": "Ship" }]);
    let ship = harness
        .ok("define_kind", json!({ "name": "ship", "fields": own }))
        .await;
    assert_eq!(ship["fields"][0]["to"], "ship");
    // Omitted parts stay unchanged.
    let again = json!({ "name": "ship", "capabilities": ["text"] });
    assert_eq!(
        harness.ok("define_kind", again).await["fields"],
        ship["fields"]
    );
}
