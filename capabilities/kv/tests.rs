//! Attributes, called through the registry.

use expect_test::expect;
use serde_json::json;

use crate::tests::{TestHarness, check};

#[tokio::test]
async fn sets_pairs_and_keeps_the_others() {
    let harness = TestHarness::new();
    harness.node("Hero", "character").await;
    let first = json!({ "items": [{ "k": "Name", "v": "Thomas" }, { "k": "Age", "v": "37" }], "node": "Hero" });
    harness.ok("update_node_kv", first).await;
    let second = json!({ "items": [{ "k": "Name", "v": "Neo" }, { "k": "身份", "v": "救世主" }], "node": "Hero" });
    let answer = harness.ok("update_node_kv", second).await;
    check(
        &answer,
        &expect![[r#"
        {
          "node": {
            "id": "<id>",
            "title": "Hero"
          },
          "version": 2,
          "count": 2,
          "items": [
            {
              "k": "Name",
              "v": "Neo"
            },
            {
              "k": "身份",
              "v": "救世主"
            }
          ]
        }
    "#]],
    );
    check(
        &harness.ok("read_node_kv", json!({ "node": "Hero" })).await,
        &expect![[r#"
            {
              "node": {
                "id": "<id>",
                "title": "Hero"
              },
              "version": 2,
              "count": 3,
              "items": [
                {
                  "k": "Name",
                  "v": "Neo"
                },
                {
                  "k": "Age",
                  "v": "37"
                },
                {
                  "k": "身份",
                  "v": "救世主"
                }
              ]
            }
        "#]],
    );
}

#[tokio::test]
async fn prefers_an_exact_key_over_a_case_insensitive_one() {
    let harness = TestHarness::new();
    harness.node("Hero", "character").await;
    let set = |k: &str, v: &str| json!({ "items": [{ "k": k, "v": v }], "node": "Hero" });
    harness.ok("update_node_kv", set("Name", "Thomas")).await;
    let answer = harness.ok("update_node_kv", set(" name ", "Neo")).await;
    assert_eq!(answer["items"], json!([{ "k": "Name", "v": "Neo" }]));
    let answer = harness.ok("read_node_kv", json!({ "node": "Hero" })).await;
    assert_eq!(answer["items"], json!([{ "k": "Name", "v": "Neo" }]));
}

#[tokio::test]
async fn the_default_node_is_the_one_being_edited() {
    let mut harness = TestHarness::new();
    harness.caller.node = Some(harness.node("Hero", "character").await);
    let answer = harness
        .ok(
            "update_node_kv",
            json!({ "items": [{ "k": "Name", "v": "Neo" }] }),
        )
        .await;
    assert_eq!(answer["node"]["title"], "Hero");
}

#[tokio::test]
async fn rejects_an_empty_key_and_writes_nothing() {
    let harness = TestHarness::new();
    harness.node("Hero", "character").await;
    let before = harness.changes();
    let mut errors = Vec::new();
    for k in ["", "  ", "a\nb", "a\u{7}b"] {
        let items = json!([{ "k": "Fine", "v": "yes" }, { "k": k, "v": "x" }]);
        errors.push(
            harness
                .fails("update_node_kv", json!({ "items": items, "node": "Hero" }))
                .await,
        );
    }
    let items = json!([{ "k": "Bell", "v": "\u{7}" }]);
    errors.push(
        harness
            .fails("update_node_kv", json!({ "items": items, "node": "Hero" }))
            .await,
    );
    errors.push(
        harness
            .fails("update_node_kv", json!({ "items": [], "node": "Hero" }))
            .await,
    );
    errors.push(
        harness
            .fails(
                "update_node_kv",
                json!({ "items": [{ "k": "Age", "v": 37 }] }),
            )
            .await,
    );
    expect![[r#"
        INVALID_ACTION_INPUT /items/1/k: the key is empty [give at least one visible character]
        INVALID_ACTION_INPUT /items/1/k: the key is empty [give at least one visible character]
        INVALID_ACTION_INPUT /items/1/k: the key holds a line break [write it on one line, without control characters]
        INVALID_ACTION_INPUT /items/1/k: the key holds a control character (U+0007) [write it on one line, without control characters]
        INVALID_ACTION_INPUT /items/0/v: the value holds a control character (U+0007) [leave out control characters other than line breaks and tabs]
        INVALID_ACTION_INPUT /items: there is no pair to set [give at least one {k, v}]
        INVALID_ACTION_INPUT /node: no node was named, and none is being edited [give the node's title or id as `node`]"#]].assert_eq(&errors.join("\n"));
    assert_eq!(harness.changes(), before);
}

#[tokio::test]
async fn removes_all_given_keys_or_none() {
    let harness = TestHarness::new();
    harness.node("Hero", "character").await;
    let items = json!([{ "k": "Name", "v": "Neo" }, { "k": "Age", "v": "37" }, { "k": "Job", "v": "hacker" }]);
    harness
        .ok("update_node_kv", json!({ "items": items, "node": "Hero" }))
        .await;
    let error = harness
        .fails(
            "remove_node_kv",
            json!({ "keys": ["age", "Mood"], "node": "Hero" }),
        )
        .await;
    expect![[
        r#"NOT_FOUND /keys/1: "Hero" has no attribute "Mood" [its keys are: "Name", "Age", "Job"]"#
    ]]
    .assert_eq(&error);
    let answer = harness
        .ok(
            "remove_node_kv",
            json!({ "keys": ["age", "Job"], "node": "Hero" }),
        )
        .await;
    check(
        &answer,
        &expect![[r#"
        {
          "node": {
            "id": "<id>",
            "title": "Hero"
          },
          "version": 2,
          "count": 2,
          "removed": [
            {
              "k": "Age",
              "v": "37"
            },
            {
              "k": "Job",
              "v": "hacker"
            }
          ],
          "left": 1
        }
    "#]],
    );
}

#[tokio::test]
async fn a_node_without_attributes_reads_as_empty() {
    let harness = TestHarness::new();
    harness.node("Hero", "character").await;
    check(
        &harness.ok("read_node_kv", json!({ "node": "hero" })).await,
        &expect![[r#"
            {
              "node": {
                "id": "<id>",
                "title": "Hero"
              },
              "version": null,
              "count": 0,
              "items": []
            }
        "#]],
    );
}

#[tokio::test]
async fn ui_hints_show_the_changed_attributes() {
    let harness = TestHarness::new();
    harness.node("Hero", "character").await;
    let args = json!({ "items": [{ "k": "Name", "v": "Neo" }], "node": "Hero" });
    let hints = harness.call("update_node_kv", args).await.ui_hints;
    check(
        &json!(hints),
        &expect![[r#"
        {
          "template": "attributes",
          "title": "Attributes of Hero",
          "fields": {
            "items": [
              {
                "k": "Name",
                "v": "Neo"
              }
            ]
          }
        }
    "#]],
    );
}

async fn cast() -> TestHarness {
    let harness = TestHarness::new();
    for (title, key, value) in [("Neo", "Role", "Hero"), ("Smith", "role", "Agent")] {
        harness.node(title, "character").await;
        let args = json!({ "node": title, "items": [{ "k": key, "v": value }] });
        harness.ok("update_node_kv", args).await;
    }
    harness.node("Zion", "place").await;
    harness
}

#[tokio::test]
async fn lists_attributes_of_one_kind_or_of_all_nodes_as_a_table() {
    let harness = cast().await;
    let table = harness.ok("list_attributes", json!({})).await;
    assert_eq!(table["count"], 2);
    assert_eq!(table["keys"], json!([{ "key": "Role", "count": 2 }]));
    let places = harness
        .ok("list_attributes", json!({ "kind": "Place" }))
        .await;
    assert_eq!(places["nodes"][0]["title"], "Zion");
    assert_eq!(places["nodes"][0]["items"], json!([]));
    let one = harness.ok("list_attributes", json!({ "limit": 1 })).await;
    assert_eq!(
        (&one["count"], one["nodes"].as_array().unwrap().len()),
        (&json!(2), 1)
    );
}

#[tokio::test]
async fn lists_the_time_of_the_last_change_on_request() {
    let harness = cast().await;
    harness.node("Rain", "scene").await;
    let text = json!({ "node": "Neo", "text": "He is asleep." });
    harness.ok("write_text", text).await;
    let plain = harness.ok("list_attributes", json!({})).await;
    assert_eq!(plain["nodes"][0].get("edited"), None);
    let history = harness.ok("story_history", json!({ "limit": 2 })).await;
    let time = |at: usize| history["changes"][at]["time"].clone();
    let edited = async |kind: &str| {
        let args = json!({ "kind": kind, "times": true });
        let table = harness.ok("list_attributes", args).await;
        table["nodes"][0]["edited"].clone()
    };
    assert_eq!(edited("scene").await, time(1));
    assert_eq!(edited("character").await, time(0), "of any capability");
}

#[tokio::test]
async fn setting_and_removing_an_attribute_on_several_nodes_is_one_step_each() {
    let harness = cast().await;
    let nodes = json!(["Neo", "Smith", "Zion"]);
    let args = json!({ "nodes": nodes, "key": "role", "value": "Agent" });
    let set = harness.ok("set_attribute", args).await;
    assert_eq!(set["count"], 2, "Smith has it already");
    let neo = harness.ok("read_node_kv", json!({ "node": "Neo" })).await;
    assert_eq!(neo["items"], json!([{ "k": "Role", "v": "Agent" }]));
    let taken = harness
        .ok("set_attribute", json!({ "nodes": nodes, "key": "Role" }))
        .await;
    assert_eq!(taken["count"], 3);
    harness.ok("undo", json!({})).await;
    harness.ok("undo", json!({})).await;
    let neo = harness.ok("read_node_kv", json!({ "node": "Neo" })).await;
    assert_eq!(neo["items"], json!([{ "k": "Role", "v": "Hero" }]));
}

#[tokio::test]
async fn renames_a_key_on_all_nodes_or_none() {
    let harness = cast().await;
    let args = json!({ "key": "ROLE", "new_key": "Part" });
    let renamed = harness.ok("rename_attribute", args.clone()).await;
    assert_eq!(renamed["count"], 2);
    let fault = harness.fails("rename_attribute", args).await;
    assert!(fault.starts_with("NOT_FOUND"), "{fault}");
    let both = json!({ "node": "Neo", "items": [{ "k": "Faction", "v": "Zion" }] });
    harness.ok("update_node_kv", both).await;
    let args = json!({ "key": "Part", "new_key": "faction" });
    let fault = harness.fails("rename_attribute", args).await;
    assert!(fault.contains("already has"), "{fault}");
    let smith = harness.ok("read_node_kv", json!({ "node": "Smith" })).await;
    assert_eq!(smith["items"], json!([{ "k": "Part", "v": "Agent" }]));
}

#[tokio::test]
async fn writing_a_table_creates_and_changes_nodes_in_one_step() {
    let harness = TestHarness::new();
    harness.node("Hero", "character").await;
    let cell = |node: &str, k: &str, v: &str| json!({ "node": node, "k": k, "v": v });
    harness
        .ok(
            "update_attribute_table",
            json!({ "cells": [cell("Hero", "Age", "37")] }),
        )
        .await;
    let table = json!({
        "create_nodes": [{ "title": "林梅" }, { "title": "Harbor", "kind": "place" }],
        "cells": [
            cell("hero", "age", "38"), cell("Hero", "Faction", "Crew"),
            cell("林梅", "年龄", "三十\n四"), cell("林梅", "身份", "\"船长\"\t"),
        ],
    });
    let answer = harness.ok("update_attribute_table", table).await;
    assert_eq!(answer["count"], 3);
    assert_eq!(answer["made"][1]["title"], "Harbor");
    assert_eq!(answer["changed"][0]["title"], "Hero");
    let items = |it: serde_json::Value| it["items"].clone();
    let hero = harness.ok("read_node_kv", json!({ "node": "Hero" })).await;
    assert_eq!(
        items(hero),
        json!([{ "k": "Age", "v": "38" }, { "k": "Faction", "v": "Crew" }])
    );
    let captain = harness.ok("read_node_kv", json!({ "node": "林梅" })).await;
    assert_eq!(
        items(captain),
        json!([{ "k": "年龄", "v": "三十\n四" }, { "k": "身份", "v": "\"船长\"\t" }])
    );
    assert_eq!(
        harness.ok("show_node", json!({ "node": "Harbor" })).await["kind"],
        "place"
    );
    let same = json!({ "cells": [cell("Hero", "Age", "38")] });
    assert_eq!(harness.ok("update_attribute_table", same).await["count"], 0);
}

#[tokio::test]
async fn an_invalid_table_writes_nothing_and_names_the_cell() {
    let harness = TestHarness::new();
    harness.node("Hero", "character").await;
    let cell = |node: &str, k: &str| json!({ "node": node, "k": k, "v": "1" });
    for (table, path) in [
        (json!({}), "/cells"),
        (
            json!({ "cells": [cell("Hero", "Age"), cell("Nobody", "Age")] }),
            "/cells/1/node",
        ),
        (json!({ "cells": [cell("Hero", " ")] }), "/cells/0/k"),
        (
            json!({ "create_nodes": [{ "title": "A" }, { "title": "a" }] }),
            "/create_nodes/1/title",
        ),
        (
            json!({ "create_nodes": [{ "title": "A", "kind": "ship" }] }),
            "/create_nodes/0/kind",
        ),
    ] {
        let answer = harness.call("update_attribute_table", table).await;
        let fault = answer.error.expect("a fault");
        assert_eq!(fault.path.as_deref(), Some(path), "{}", fault.message);
    }
    let table = harness.ok("list_attributes", json!({})).await;
    assert_eq!(table["count"], 0);
    let map = harness.ok("read_map", json!({})).await;
    assert_eq!(map["nodes"].as_array().map(Vec::len), Some(1));
}
