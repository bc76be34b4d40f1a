//! Reading the graph, called through the registry.

use expect_test::expect;
use serde_json::json;

use crate::tests::{TestHarness, check};

/// A small story with a choice, a cycle, and an unlinked character.
async fn matrix() -> TestHarness {
    let harness = TestHarness::new();
    harness
        .ok("rename_story", json!({ "title": "The Matrix" }))
        .await;
    for (title, kind) in [
        ("Neo", "character"),
        ("Wake up", "scene"),
        ("The truth", "scene"),
        ("Zion", "place"),
    ] {
        harness.node(title, kind).await;
    }
    let links = [
        ("Wake up", "The truth", "Take the red pill", None),
        ("Wake up", "Wake up", "Take the blue pill", None),
        ("The truth", "Zion", "", Some("ready")),
        ("Zion", "Wake up", "Plug in", None),
    ];
    for (from, to, label, condition) in links {
        let mut args = json!({ "from": from, "to": to, "label": label });
        if let Some(condition) = condition {
            args["condition"] = json!(condition);
        }
        harness.ok("link_nodes", args).await;
    }
    harness.ok("set_start", json!({ "node": "Wake up" })).await;
    let items = json!([{ "k": "Role", "v": "The One" }]);
    harness
        .ok("update_node_kv", json!({ "items": items, "node": "Neo" }))
        .await;
    harness
        .ok(
            "write_text",
            json!({ "text": "他醒了。 Wake up!", "node": "Wake up" }),
        )
        .await;
    harness
}

#[tokio::test]
async fn the_outline_is_a_tree_from_the_start_with_cycles_marked() {
    let harness = matrix().await;
    let outline = harness.ok("outline", json!({})).await;
    expect![[r#"
        Wake up [scene] (start)
          "Take the red pill" → The truth [scene]
            if ready: → Zion [place]
              "Plug in" → Wake up [scene] (back again: a circle)
          "Take the blue pill" → Wake up [scene] (back again: a circle)
        Not scenes:
        Neo [character]"#]]
    .assert_eq(outline["text"].as_str().unwrap());
    assert_eq!(
        (&outline["nodes"], &outline["shown"]),
        (&json!(4), &json!(4))
    );
    let part = harness
        .ok("outline", json!({ "node": "Zion", "limit": 2 }))
        .await;
    expect![[r#"
        Zion [place]
          "Plug in" → Wake up [scene] (start)"#]]
    .assert_eq(part["text"].as_str().unwrap());
}

#[tokio::test]
async fn the_outline_lists_what_nobody_reads_after_all_scenes() {
    let harness = TestHarness::new();
    for (title, kind) in [("Anna", "character"), ("Pier", "scene"), ("Cut", "scene")] {
        harness.node(title, kind).await;
    }
    let outline = harness.ok("outline", json!({})).await;
    expect![[r#"
        Pier [scene] (start)
        Not reached from the start:
        Cut [scene]
        Not scenes:
        Anna [character]"#]]
    .assert_eq(outline["text"].as_str().unwrap());
}

#[tokio::test]
async fn shows_ids_of_nodes_with_the_same_title() {
    let harness = TestHarness::new();
    harness.node("Twin", "character").await;
    let second = harness.node("Twin", "character").await;
    let text = harness.ok("outline", json!({})).await["text"].to_string();
    assert!(
        text.contains(&format!("Twin [character {}]", second.short())),
        "{text}"
    );
}

#[tokio::test]
async fn outlines_a_very_deep_story_completely() {
    let harness = TestHarness::new();
    harness.node("0", "scene").await;
    for n in 1..60 {
        let args = json!({ "title": n.to_string(), "after": (n - 1).to_string() });
        harness.ok("create_node", args).await;
    }
    let outline = harness.ok("outline", json!({ "limit": 100 })).await;
    let text = outline["text"].as_str().unwrap();
    assert!(text.contains("\n↓ 1 [scene]\n↓ 2 [scene]\n"), "{text}");
    for n in 0..59 {
        let args = json!({ "from": n.to_string(), "to": (n + 1).to_string(), "label": "", "new_label": "on" });
        harness.ok("update_link", args).await;
    }
    let outline = harness.ok("outline", json!({ "limit": 100 })).await;
    assert_eq!(outline["shown"], 60);
    let indent = |line: &str| line.len() - line.trim_start().len();
    let deepest = outline["text"].as_str().unwrap().lines().map(indent).max();
    assert!(
        deepest < Some(40),
        "{deepest:?} spaces are more than fit a terminal"
    );
}

#[tokio::test]
async fn a_truncated_outline_reports_the_number_of_omitted_nodes() {
    let harness = TestHarness::new();
    for n in 0..10 {
        harness.node(&n.to_string(), "note").await;
    }
    let outline = harness.ok("outline", json!({ "limit": 3 })).await;
    expect![[r#"
        0 [note]
        1 [note]
        2 [note]
        … and 7 more nodes"#]]
    .assert_eq(outline["text"].as_str().unwrap());
}

#[tokio::test]
async fn shows_a_node_with_all_its_data() {
    let harness = matrix().await;
    check(
        &harness.ok("show_node", json!({ "node": "Wake up" })).await,
        &expect![[r#"
            {
              "node": {
                "id": "<id>",
                "title": "Wake up"
              },
              "kind": "scene",
              "words": 5,
              "data": {
                "text": {
                  "version": 1,
                  "data": {
                    "text": "他醒了。 Wake up!"
                  }
                },
                "kv": null,
                "image": null
              },
              "outgoing": [
                {
                  "edge": "<id>",
                  "node": {
                    "id": "<id>",
                    "title": "The truth"
                  },
                  "label": "Take the red pill"
                },
                {
                  "edge": "<id>",
                  "node": {
                    "id": "<id>",
                    "title": "Wake up"
                  },
                  "label": "Take the blue pill"
                }
              ],
              "incoming": [
                {
                  "edge": "<id>",
                  "node": {
                    "id": "<id>",
                    "title": "Wake up"
                  },
                  "label": "Take the blue pill"
                },
                {
                  "edge": "<id>",
                  "node": {
                    "id": "<id>",
                    "title": "Zion"
                  },
                  "label": "Plug in"
                }
              ],
              "layout": {
                "x": 340.0,
                "y": 0.0
              }
            }
        "#]],
    );
}

#[tokio::test]
async fn shows_an_overview_of_the_story_without_a_node() {
    let mut harness = matrix().await;
    check(
        &harness.ok("show_node", json!({})).await,
        &expect![[r#"
            {
              "title": "The Matrix",
              "start": {
                "id": "<id>",
                "title": "Wake up"
              },
              "nodes": 4,
              "links": 4,
              "words": 5,
              "kinds": [
                {
                  "kind": "character",
                  "count": 1,
                  "capabilities": [
                    "kv",
                    "image",
                    "text"
                  ]
                },
                {
                  "kind": "group",
                  "count": 0,
                  "capabilities": [
                    "text"
                  ]
                },
                {
                  "kind": "note",
                  "count": 0,
                  "capabilities": [
                    "text"
                  ]
                },
                {
                  "kind": "place",
                  "count": 1,
                  "capabilities": [
                    "kv",
                    "image",
                    "text"
                  ]
                },
                {
                  "kind": "scene",
                  "count": 2,
                  "capabilities": [
                    "text",
                    "kv",
                    "image"
                  ]
                }
              ],
              "change": 11
            }
        "#]],
    );
    let error = harness
        .fails("show_node", json!({ "node": "Morpheus" }))
        .await;
    assert!(error.starts_with("NOT_FOUND"), "{error}");
    harness.caller.node = Some(harness.node("Cypher", "character").await);
    assert_eq!(
        harness.ok("show_node", json!({})).await["node"]["title"],
        "Cypher"
    );
}

#[tokio::test]
async fn nodes_are_found_by_title_kind_and_attribute() {
    let harness = matrix().await;
    let mut found = Vec::new();
    for args in [
        json!({ "title": "WAKE" }),
        json!({ "kind": "Scene" }),
        json!({ "key": "role", "value": "the one" }),
        json!({ "value": "one", "kind": "scene" }),
        json!({ "limit": 1 }),
    ] {
        let answer = harness.ok("find_nodes", args).await;
        let nodes = answer["nodes"].as_array().unwrap().iter();
        let titles: Vec<_> = nodes
            .map(|it| it["title"].as_str().unwrap().to_owned())
            .collect();
        found.push((answer["count"].as_u64().unwrap(), titles.join(", ")));
    }
    let expected = [
        (1, "Wake up"),
        (2, "Wake up, The truth"),
        (1, "Neo"),
        (0, ""),
        (4, "Neo"),
    ];
    assert_eq!(
        found,
        expected.map(|(count, titles)| (count, titles.to_owned()))
    );
    expect![[r#"INVALID_ACTION_INPUT /kind: there is no kind "dragon" [the kinds are "character", "group", "note", "place", "scene"; define_kind adds one]"#]].assert_eq(&harness.fails("find_nodes", json!({ "kind": "dragon" })).await);
}

#[tokio::test]
async fn neighbors_are_linked_nodes_group_and_members() {
    let harness = matrix().await;
    harness.node("Act 1", "group").await;
    harness
        .ok("move_node", json!({ "node": "Zion", "group": "Act 1" }))
        .await;
    check(
        &harness.ok("neighbors", json!({ "node": "Zion" })).await,
        &expect![[r#"
            {
              "node": {
                "id": "<id>",
                "title": "Zion"
              },
              "outgoing": [
                {
                  "edge": "<id>",
                  "node": {
                    "id": "<id>",
                    "title": "Wake up"
                  },
                  "label": "Plug in"
                }
              ],
              "incoming": [
                {
                  "edge": "<id>",
                  "node": {
                    "id": "<id>",
                    "title": "The truth"
                  },
                  "condition": "ready"
                }
              ],
              "group": {
                "id": "<id>",
                "title": "Act 1"
              }
            }
        "#]],
    );
    let group = harness.ok("neighbors", json!({ "node": "Act 1" })).await;
    assert_eq!(group["holds"][0]["title"], "Zion");
}

#[tokio::test]
async fn paths_are_shortest_first_and_visit_no_node_twice() {
    let harness = matrix().await;
    harness
        .ok(
            "link_nodes",
            json!({ "from": "Wake up", "to": "Zion", "label": "Fly" }),
        )
        .await;
    let answer = harness
        .ok("find_paths", json!({ "from": "Wake up", "to": "Zion" }))
        .await;
    let paths = answer["paths"].as_array().unwrap().iter();
    let texts: Vec<_> = paths.map(|it| it["text"].as_str().unwrap()).collect();
    assert_eq!(
        texts,
        [
            "Wake up → \"Fly\" → Zion",
            "Wake up → \"Take the red pill\" → The truth → if ready: Zion",
        ]
    );
    assert_eq!(
        (&answer["count"], &answer["complete"]),
        (&json!(2), &json!(true))
    );
    let none = harness
        .ok("find_paths", json!({ "from": "Zion", "to": "Neo" }))
        .await;
    assert_eq!(
        (&none["count"], &none["complete"]),
        (&json!(0), &json!(true))
    );
    let one = harness
        .ok(
            "find_paths",
            json!({ "from": "Wake up", "to": "Zion", "limit": 1 }),
        )
        .await;
    assert_eq!(
        (&one["count"], &one["complete"]),
        (&json!(1), &json!(false))
    );
}
