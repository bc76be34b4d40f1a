//! Versions, steps and snapshots, called through the registry (ST-7). Drafts are in `tests/drafts`.

mod drafts;
mod undo;

use std::sync::Arc;

use capability::Rule;
use expect_test::expect;
use serde_json::json;

use crate::tests::{TestHarness, check};

/// A hero whose name and story were changed.
async fn hero() -> TestHarness {
    let harness = TestHarness::new();
    harness.node("Hero", "character").await;
    for name in ["Thomas", "Neo"] {
        let items = json!([{ "k": "Name", "v": name }]);
        harness
            .ok("update_node_kv", json!({ "items": items, "node": "Hero" }))
            .await;
    }
    for text in ["He opened the red door.", "He opened the blue door."] {
        harness
            .ok("write_text", json!({ "text": text, "node": "Hero" }))
            .await;
    }
    harness
}

#[tokio::test]
async fn lists_versions_newest_first_with_the_adopted_one_marked() {
    let harness = hero().await;
    let args = json!({ "node": "Hero", "capability": "KV" });
    check(
        &harness.ok("list_versions", args).await,
        &expect![[r#"
        {
          "node": {
            "id": "<id>",
            "title": "Hero"
          },
          "count": 2,
          "versions": [
            {
              "capability": "kv",
              "number": 2,
              "adopted": true,
              "author": {
                "kind": "person",
                "name": "Ada"
              },
              "reason": "update_node_kv",
              "time": "<time>",
              "excerpt": "Name Neo"
            },
            {
              "capability": "kv",
              "number": 1,
              "adopted": false,
              "author": {
                "kind": "person",
                "name": "Ada"
              },
              "reason": "update_node_kv",
              "time": "<time>",
              "excerpt": "Name Thomas"
            }
          ]
        }
    "#]],
    );
    let all = harness.ok("list_versions", json!({ "node": "Hero" })).await;
    let lines: Vec<_> = all["versions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| format!("{} {} {}", it["capability"], it["number"], it["adopted"]))
        .collect();
    assert_eq!(
        lines,
        [
            "\"text\" 2 true",
            "\"text\" 1 false",
            "\"kv\" 2 true",
            "\"kv\" 1 false",
            "\"layout\" 1 true",
            "\"node\" 1 true",
        ]
    );
    let older = json!({ "node": "Hero", "capability": "kv", "before": 2 });
    assert_eq!(
        harness.ok("list_versions", older).await["versions"][0]["number"],
        1
    );
    let errors = [
        harness
            .fails(
                "list_versions",
                json!({ "node": "Hero", "capability": "image" }),
            )
            .await,
        harness
            .fails("list_versions", json!({ "node": "Hero", "before": 2 }))
            .await,
    ];
    expect![[r#"
        NOT_FOUND /capability: "Hero" has no versions of "image" [it has versions of "kv", "layout", "node", "text"]
        INVALID_ACTION_INPUT /before: version numbers count within one capability [name the capability too]"#]].assert_eq(&errors.join("\n"));
}

#[tokio::test]
async fn compares_two_versions_by_the_kind_of_their_data() {
    let harness = hero().await;
    let text = harness
        .ok(
            "compare_versions",
            json!({ "node": "Hero", "capability": "text" }),
        )
        .await;
    check(
        &text,
        &expect![[r#"
        {
          "node": {
            "id": "<id>",
            "title": "Hero"
          },
          "capability": "text",
          "from": 1,
          "to": 2,
          "same": false,
          "pieces": [
            {
              "kind": "same",
              "text": "He opened the "
            },
            {
              "kind": "removed",
              "text": "red"
            },
            {
              "kind": "added",
              "text": "blue"
            },
            {
              "kind": "same",
              "text": " door."
            }
          ],
          "text": "He opened the [-red-]{+blue+} door."
        }
    "#]],
    );
    let args = json!({ "node": "Hero", "capability": "kv", "from": 2, "to": 1 });
    check(
        &harness.ok("compare_versions", args).await,
        &expect![[r#"
        {
          "node": {
            "id": "<id>",
            "title": "Hero"
          },
          "capability": "kv",
          "from": 2,
          "to": 1,
          "same": false,
          "lines": [
            {
              "name": "Name",
              "before": "Neo",
              "after": "Thomas"
            }
          ],
          "text": "Name: Neo → Thomas"
        }
    "#]],
    );
    let first = json!({ "node": "Hero", "capability": "kv", "to": 1 });
    let first = harness.ok("compare_versions", first).await;
    assert_eq!(
        (&first["from"], &first["text"]),
        (&json!(null), &json!("Name: (nothing) → Thomas"))
    );
    let args = json!({ "node": "Hero", "capability": "kv", "from": 7 });
    expect!["NOT_FOUND /from: kv has no version 7 [its versions are numbered 1 to 2]"]
        .assert_eq(&harness.fails("compare_versions", args).await);
}

#[tokio::test]
async fn adopting_an_earlier_version_loses_nothing() {
    let harness = hero().await;
    let args = json!({ "node": "Hero", "capability": "kv", "number": 1 });
    check(
        &harness.ok("adopt_version", args).await,
        &expect![[r#"
        {
          "node": {
            "id": "<id>",
            "title": "Hero"
          },
          "capability": "kv",
          "version": 1,
          "before": 2,
          "excerpt": "Name Thomas"
        }
    "#]],
    );
    let read = harness.ok("read_node_kv", json!({ "node": "Hero" })).await;
    assert_eq!(read["items"][0]["v"], "Thomas");
    let list = harness
        .ok(
            "list_versions",
            json!({ "node": "Hero", "capability": "kv" }),
        )
        .await;
    assert_eq!(list["count"], 2, "adopting makes no version");
    let args = json!({ "node": "Hero", "capability": "kv", "number": 9 });
    expect!["NOT_FOUND /number: kv has no version 9 [its versions are numbered 1 to 2]"]
        .assert_eq(&harness.fails("adopt_version", args).await);
}

#[tokio::test]
async fn history_names_deleted_nodes_by_their_last_title() {
    let harness = TestHarness::new();
    harness.node("Quay", "scene").await;
    let ferry = json!({ "title": "Ferry", "after": "Quay" });
    harness.ok("create_node", ferry).await;
    let renamed = json!({ "node": "Ferry", "title": "Night ferry" });
    harness.ok("rename_node", renamed).await;
    harness
        .ok("remove_node", json!({ "node": "Night ferry" }))
        .await;
    let history = harness.ok("story_history", json!({ "limit": 1 })).await;
    let touched = history["changes"][0]["touched"].as_array().unwrap().clone();
    let called: std::collections::BTreeSet<_> = touched
        .iter()
        .map(|it| it["what"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(
        called.iter().map(String::as_str).collect::<Vec<_>>(),
        ["Night ferry", "Quay → Night ferry"]
    );
}

#[tokio::test]
async fn a_large_change_counts_all_its_nodes_and_lists_the_first() {
    let harness = TestHarness::new();
    let text: String = (1..=30)
        .map(|it| format!(":: Scene {it}\nWords.\n\n"))
        .collect();
    let import = json!({ "content": text, "format": "twee" });
    harness.ok("import_story", import).await;
    let history = harness.ok("story_history", json!({ "limit": 1 })).await;
    let change = &history["changes"][0];
    assert_eq!(change["nodes"], 30, "{change:#}");
    let listed = change["touched"].as_array().unwrap().len();
    let more = usize::try_from(change["more"].as_u64().unwrap()).unwrap();
    assert!(listed == 20 && more >= 30, "{listed} listed, {more} more");
}

#[tokio::test]
async fn history_lists_what_each_change_touched() {
    let harness = hero().await;
    let history = harness
        .ok("story_history", json!({ "limit": 2, "before": 4 }))
        .await;
    check(
        &history,
        &expect![[r#"
            {
              "count": 2,
              "changes": [
                {
                  "number": 3,
                  "kind": "edit",
                  "author": {
                    "kind": "person",
                    "name": "Ada",
                    "principal": "local"
                  },
                  "reason": "update_node_kv",
                  "time": "<time>",
                  "touched": [
                    {
                      "node": {
                        "id": "<id>",
                        "title": "Hero"
                      },
                      "what": "Hero",
                      "capability": "kv",
                      "before": 1,
                      "after": 2
                    }
                  ]
                },
                {
                  "number": 2,
                  "kind": "edit",
                  "author": {
                    "kind": "person",
                    "name": "Ada",
                    "principal": "local"
                  },
                  "reason": "update_node_kv",
                  "time": "<time>",
                  "touched": [
                    {
                      "node": {
                        "id": "<id>",
                        "title": "Hero"
                      },
                      "what": "Hero",
                      "capability": "kv",
                      "before": null,
                      "after": 1
                    }
                  ]
                }
              ]
            }
        "#]],
    );
}

#[tokio::test]
async fn restoring_a_snapshot_can_be_undone() {
    let harness = hero().await;
    check(
        &harness
            .ok("create_snapshot", json!({ "name": "before the rewrite" }))
            .await,
        &expect![[r#"
            {
              "name": "before the rewrite",
              "count": 1
            }
        "#]],
    );
    harness
        .ok("rename_node", json!({ "node": "Hero", "title": "Neo" }))
        .await;
    harness
        .ok("write_text", json!({ "text": "", "node": "Neo" }))
        .await;
    let errors = [
        harness
            .fails("create_snapshot", json!({ "name": "Before the rewrite" }))
            .await,
        harness
            .fails("create_snapshot", json!({ "name": "" }))
            .await,
        harness
            .fails("restore_snapshot", json!({ "name": "after" }))
            .await,
    ];
    expect![[r#"
        INVALID_ACTION_INPUT /name: there is already a snapshot named "before the rewrite" [choose another name; list_snapshots lists those in use]
        INVALID_ACTION_INPUT /name: the name is empty [give at least one visible character]
        NOT_FOUND /name: there is no snapshot named "after" [the snapshots are: "before the rewrite"]"#]].assert_eq(&errors.join("\n"));
    let states = harness.ok("list_snapshots", json!({})).await;
    assert_eq!(
        (&states["count"], &states["states"][0]["name"]),
        (&json!(1), &json!("before the rewrite"))
    );
    let compared = harness
        .ok("compare_snapshot", json!({ "name": "before the rewrite" }))
        .await;
    let changed = compared["changed"].as_array().unwrap().iter();
    let changed: Vec<_> = changed
        .map(|it| {
            format!(
                "{} {} {} → {}",
                it["what"], it["capability"], it["before"], it["after"]
            )
        })
        .collect();
    expect![[r#"
        "Neo" "node" 1 → 2
        "Neo" "text" 2 → 3"#]]
    .assert_eq(&changed.join("\n"));
    let restored = harness
        .ok("restore_snapshot", json!({ "name": "before the rewrite" }))
        .await;
    assert_eq!(restored["count"], 2);
    let compared = harness
        .ok("compare_snapshot", json!({ "name": "before the rewrite" }))
        .await;
    assert_eq!(compared["count"], 0);
    let read = harness.ok("read_text", json!({ "node": "Hero" })).await;
    assert_eq!(read["text"], "He opened the blue door.");
    harness.ok("undo", json!({})).await;
    assert_eq!(
        harness.ok("read_text", json!({ "node": "Neo" })).await["text"],
        ""
    );
}

#[tokio::test]
async fn snapshots_are_renamed_and_deleted() {
    let mut harness = TestHarness::new();
    // As if a person had agreed.
    Arc::make_mut(&mut harness.caller.grant).destroy = Rule::Allow;
    harness.node("Hero", "scene").await;
    for name in ["first", "second"] {
        harness.ok("create_snapshot", json!({ "name": name })).await;
    }
    harness
        .ok("write_text", json!({ "node": "Hero", "text": "He slept." }))
        .await;
    let mut failed = Vec::new();
    for (name, new_name) in [("first", "SECOND"), ("first", " "), ("third", "x")] {
        let args = json!({ "name": name, "new_name": new_name });
        failed.push(harness.fails("rename_snapshot", args).await);
    }
    failed.push(
        harness
            .fails("delete_snapshot", json!({ "name": "third" }))
            .await,
    );
    expect![[r#"
        INVALID_ACTION_INPUT /new_name: there is already a snapshot named "second" [choose another name; list_snapshots lists those in use]
        INVALID_ACTION_INPUT /new_name: the name is empty [give at least one visible character]
        NOT_FOUND /name: there is no snapshot named "third" [the snapshots are: "second", "first"]
        NOT_FOUND /name: there is no snapshot named "third" [the snapshots are: "second", "first"]"#]].assert_eq(&failed.join("\n"));
    for (name, new_name) in [("first", "First"), ("first", "to my editor")] {
        let args = json!({ "name": name, "new_name": new_name });
        harness.ok("rename_snapshot", args).await;
    }
    let args = json!({ "name": "to my editor" });
    let compared = harness.ok("compare_snapshot", args.clone()).await;
    assert_eq!(compared["count"], 1, "it holds the same state");
    let deleted = harness.ok("delete_snapshot", args).await;
    assert_eq!(deleted["count"], 1);
    let left = harness.ok("list_snapshots", json!({})).await;
    assert_eq!(left["states"][0]["name"], "second");
    let read = harness.ok("read_text", json!({ "node": "Hero" })).await;
    assert_eq!(read["text"], "He slept.");
}

#[tokio::test]
async fn changes_since_a_snapshot_are_listed_in_reading_order() {
    let harness = TestHarness::new();
    for title in ["Gate", "Yard", "Well"] {
        harness.node(title, "scene").await;
    }
    harness.ok("set_start", json!({ "node": "Yard" })).await;
    harness
        .ok("create_snapshot", json!({ "name": "sketch" }))
        .await;
    let text = |node: &str| json!({ "node": node, "text": "It is cold." });
    harness.ok("write_text", text("Gate")).await;
    harness.ok("write_text", text("Yard")).await;
    harness
        .ok("link_nodes", json!({ "from": "Yard", "to": "Gate" }))
        .await;
    harness.ok("remove_node", json!({ "node": "Well" })).await;
    let since = async |limit: usize| {
        let input = json!({ "name": "Sketch", "limit": limit });
        let compared = harness.ok("compare_snapshot", input).await;
        let changed = compared["changed"].as_array().unwrap().iter();
        let parts = changed.map(|it| format!("{} {}", it["what"], it["capability"]));
        (compared["count"].clone(), parts.collect::<Vec<_>>())
    };
    let (count, all) = since(100).await;
    assert_eq!(count, all.len());
    expect![[r#"
        "Yard" "text"
        "Yard → Gate" "edge"
        "Gate" "text"
        "Well" "node"
        "Well" "layout""#]]
    .assert_eq(&all.join("\n"));
    assert_eq!(since(2).await, (count, all[..2].to_vec()));
}
