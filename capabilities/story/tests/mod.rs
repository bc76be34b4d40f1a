//! Creating and changing the graph, called through the registry. Reading it is in `tests/queries`
//! and `tests/map`, paths in `tests/paths`, links in `tests/links`, splitting and merging in
//! `tests/structure`, layout in `tests/map_layout`.

mod bulk;
mod fields;
mod links;
mod links_in_texts;
mod map;
mod map_layout;
mod paths;
mod queries;
mod renaming;
mod reordering;
mod settings;
mod structure;

use expect_test::expect;
use serde_json::json;

use crate::tests::{TestHarness, check};

#[tokio::test]
async fn creates_a_node_after_another_and_links_it() {
    let harness = TestHarness::new();
    harness.node("Wake up", "scene").await;
    let args = json!({ "title": " The truth ", "after": "wake up", "label": "Take the red pill", "text": "雨夜。" });
    let output = harness.call("create_node", args).await;
    check(
        &json!(output.result.unwrap().data),
        &expect![[r#"
        {
          "node": {
            "id": "<id>",
            "title": "The truth"
          },
          "kind": "scene",
          "x": 340.0,
          "y": 0.0,
          "link": {
            "edge": "<id>",
            "from": {
              "id": "<id>",
              "title": "Wake up"
            },
            "to": {
              "id": "<id>",
              "title": "The truth"
            },
            "label": "Take the red pill",
            "order": 1
          },
          "same_title": 0
        }
    "#]],
    );
    check(
        &json!(output.ui_hints),
        &expect![[r#"
        {
          "template": "nodes",
          "title": "Created The truth",
          "fields": {
            "nodes": [
              {
                "id": "<id>",
                "title": "The truth",
                "kind": "scene"
              }
            ]
          }
        }
    "#]],
    );
    assert_eq!(output.change, Some(2), "node, text and link are one change");
    let text = harness
        .ok("read_text", json!({ "node": "The truth" }))
        .await;
    assert_eq!(text["text"], "雨夜。");
}

#[tokio::test]
async fn new_nodes_never_overlap_others() {
    let harness = TestHarness::new();
    harness.node("Start", "scene").await;
    let mut places = vec![(0.0, 0.0)];
    for n in 0..20 {
        let made = harness
            .ok(
                "create_node",
                json!({ "title": format!("{n}"), "after": "Start" }),
            )
            .await;
        let at = |name: &str| made[name].as_f64().unwrap();
        places.push((at("x"), at("y")));
    }
    for (n, a) in places.iter().enumerate() {
        for b in &places[..n] {
            let apart = (a.0 - b.0).abs() >= 240.0 || (a.1 - b.1).abs() >= 140.0;
            assert!(apart, "{a:?} stands on {b:?}");
        }
    }
}

#[tokio::test]
async fn places_new_nodes_in_order_right_of_their_source_and_outside_frames() {
    let harness = TestHarness::new();
    harness.node("Start", "scene").await;
    let held = json!({ "title": "Held", "x": 340, "y": 344 });
    harness.ok("create_node", held).await;
    let group = json!({ "nodes": ["Held"], "title": "The people" });
    harness.ok("group_nodes", group).await;
    let mut places = Vec::new();
    for n in 0..4 {
        let args = json!({ "title": format!("Cabin {n}"), "after": "Start" });
        let made = harness.ok("create_node", args).await;
        places.push((made["x"].as_f64().unwrap(), made["y"].as_f64().unwrap()));
    }
    assert_eq!(places[0], (340.0, 0.0), "on the level of its source");
    // The frame reaches from 280 to 524.
    assert!(places.windows(2).all(|it| it[0] < it[1]), "{places:?}");
    let clear = |y: f64| y + 140.0 + 40.0 <= 280.0 || y >= 524.0 + 40.0;
    assert!(places.iter().all(|it| clear(it.1)), "{places:?}");
}

#[tokio::test]
async fn rejects_an_invalid_node_and_writes_nothing() {
    let harness = TestHarness::new();
    harness.node("Start", "scene").await;
    let before = harness.changes();
    let errors = [
        harness.fails("create_node", json!({ "title": " " })).await,
        harness
            .fails("create_node", json!({ "title": "a\tb" }))
            .await,
        harness
            .fails("create_node", json!({ "title": "x".repeat(301) }))
            .await,
        harness
            .fails("create_node", json!({ "title": "x", "kind": "dragon" }))
            .await,
        harness
            .fails("create_node", json!({ "title": "x", "after": "Strat" }))
            .await,
        harness
            .fails("create_node", json!({ "title": "x", "label": "Go" }))
            .await,
        harness
            .fails("create_node", json!({ "title": "x", "x": 1e9 }))
            .await,
        harness
            .fails("create_node", json!({ "title": "x", "text": "\u{0}" }))
            .await,
    ];
    expect![[r#"
        INVALID_ACTION_INPUT /title: the title is empty [give at least one visible character]
        INVALID_ACTION_INPUT /title: the title holds a tab [write it on one line, without control characters]
        INVALID_ACTION_INPUT /title: the title is 301 characters long; at most 300 are kept
        INVALID_ACTION_INPUT /kind: there is no kind "dragon" [the kinds are "character", "group", "note", "place", "scene"; define_kind adds one]
        NOT_FOUND /after: there is no node "Strat" [the nearest titles are "Start"]
        INVALID_ACTION_INPUT /label: a label needs the node it leads from [name that node in `after`]
        INVALID_ACTION_INPUT /x: 1000000000 is beyond the edge of the map [the map reaches 10 000 000 units each way]
        INVALID_ACTION_INPUT /text: the text holds a control character (U+0000) [leave out control characters other than line breaks and tabs]"#]].assert_eq(&errors.join("\n"));
    assert_eq!(harness.changes(), before);
}

#[tokio::test]
async fn renaming_reports_other_nodes_with_the_same_title() {
    let harness = TestHarness::new();
    harness.node("Thomas Anderson", "character").await;
    harness.node("Neo", "note").await;
    let args = json!({ "title": "Neo", "node": "Thomas Anderson" });
    check(
        &harness.ok("rename_node", args).await,
        &expect![[r#"
        {
          "node": {
            "id": "<id>",
            "title": "Neo"
          },
          "before": "Thomas Anderson",
          "version": 2,
          "same_title": 1
        }
    "#]],
    );
    let error = harness
        .fails("rename_node", json!({ "title": "x", "node": "Neo" }))
        .await;
    assert!(
        error.starts_with("INVALID_ACTION_INPUT /node: \"Neo\" names 2 nodes:"),
        "{error}"
    );
}

#[tokio::test]
async fn renaming_lists_and_updates_references_in_one_step() {
    let harness = TestHarness::new();
    let hall = json!({ "title": "Hall", "text": "Dust. [[Stay->Hall]]" });
    harness.ok("create_node", hall).await;
    let text = "[[In->Hall]] <<goto \"Hall\">> [[Hallway]]";
    let door = json!({ "title": "Door", "text": text });
    harness.ok("create_node", door).await;
    let yard = json!({ "title": "Yard", "text": "Rain." });
    harness.ok("create_node", yard).await;
    let link = json!({ "from": "Yard", "to": "Door", "condition": "visited(\"Hall\")" });
    harness.ok("link_nodes", link).await;
    let enter = json!({ "node": "Yard", "effect": "n = visits(\"Hall\")" });
    harness.ok("set_enter_effect", enter).await;

    let args = json!({ "node": "Hall", "title": "Attic", "rewrite_links": false });
    let answer = harness.ok("rename_node", args).await;
    let counts = |answer: &serde_json::Value| -> Vec<(String, u64)> {
        let links = answer["links"].as_array().unwrap().iter();
        links
            .map(|it| {
                let title = it["title"].as_str().unwrap().to_owned();
                (title, it["count"].as_u64().unwrap())
            })
            .collect()
    };
    let of = |title: &str, count| (title.to_owned(), count);
    assert_eq!(
        counts(&answer),
        [of("Attic", 1), of("Door", 2), of("Yard", 2)]
    );
    assert!(answer.get("rewritten").is_none());
    let door = async || harness.ok("read_text", json!({ "node": "Door" })).await["text"].clone();
    assert_eq!(door().await, text, "only told");
    harness.ok("undo", json!({})).await;

    let before = harness.changes();
    let args = json!({ "node": "Hall", "title": "大厅" });
    let answer = harness.ok("rename_node", args).await;
    assert_eq!(answer["rewritten"], 5, "{answer:#}");
    assert_eq!(harness.changes(), before + 1, "one commit");
    assert_eq!(door().await, "[[In->大厅]] <<goto \"大厅\">> [[Hallway]]");
    let yard = harness.ok("show_node", json!({ "node": "Yard" })).await;
    let yard = yard.to_string();
    assert!(!yard.contains("Hall"), "{yard}");
    harness.ok("undo", json!({})).await;
    assert_eq!(door().await, text, "one undo");
    harness.ok("show_node", json!({ "node": "Hall" })).await;
}

/// References to a title are found without reading all nodes, whatever characters the title has.
#[tokio::test]
async fn finds_references_to_titles_with_any_characters() {
    let titles = [
        "Hall",
        "C++ & Co.",
        "The \"Yard\"",
        "x_",
        "3.5",
        "It's over!",
        "老家",
        "Neo家",
        "???",
        "Café au lait",
        "Übermut Ⅳ",
        "a_b-c",
        "🚢",
    ];
    for title in titles {
        let harness = TestHarness::new();
        harness.node(title, "scene").await;
        let other = json!({ "title": "Nothing", "text": "Nobody is named here." });
        harness.ok("create_node", other).await;
        let text = format!("Come in. [[go->{title}]] and [[{title}]]");
        let door = json!({ "title": "Door", "text": text });
        harness.ok("create_node", door).await;
        let asked = title.replace('"', "\\\"");
        let effect = format!("n = visits(\"{asked}\")");
        let enter = json!({ "node": "Door", "effect": effect });
        harness.ok("set_enter_effect", enter).await;
        let args = json!({ "node": title, "title": "Attic", "rewrite_links": true });
        let answer = harness.ok("rename_node", args).await;
        assert_eq!(answer["rewritten"], 3, "{title}: {answer:#}");
        assert_eq!(answer["links"].as_array().map(Vec::len), Some(1), "{title}");
        let read = harness.ok("read_text", json!({ "node": "Door" })).await;
        assert_eq!(
            read["text"], "Come in. [[go->Attic]] and [[Attic]]",
            "{title}"
        );
    }
}

#[tokio::test]
async fn ambiguous_title_in_text_refers_to_the_first_node() {
    let harness = TestHarness::new();
    let args = json!({ "title": "Door", "text": "[[Hall]]" });
    harness.ok("create_node", args).await;
    harness.node("Hall", "scene").await;
    let second = harness.ok("create_node", json!({ "title": "Hall" })).await;
    let args = json!({ "node": second["node"]["id"], "title": "Attic", "rewrite_links": true });
    let answer = harness.ok("rename_node", args).await;
    assert!(answer.get("links").is_none(), "{answer:#}");
    assert_eq!(answer.get("rewritten"), None);
    let text = harness.ok("read_text", json!({ "node": "Door" })).await;
    assert_eq!(text["text"], "[[Hall]]");
}

#[tokio::test]
async fn changes_kind_and_color_of_a_node() {
    let harness = TestHarness::new();
    harness.node("Neo", "note").await;
    let args = json!({ "kind": "Character", "color": "#3366CC", "node": "Neo" });
    check(
        &harness.ok("set_node_kind", args).await,
        &expect![[r##"
        {
          "node": {
            "id": "<id>",
            "title": "Neo"
          },
          "kind": "character",
          "color": "#3366cc"
        }
    "##]],
    );
    let errors = [
        harness
            .fails("set_node_kind", json!({ "node": "Neo" }))
            .await,
        harness
            .fails("set_node_kind", json!({ "color": "red", "node": "Neo" }))
            .await,
    ];
    expect![[r#"
        INVALID_ACTION_INPUT: there is nothing to change: give a kind or a color
        INVALID_ACTION_INPUT /color: "red" is not a color of the map [give 1 to 6, or six hexadecimal digits like #3366cc, or nothing]"#]].assert_eq(&errors.join("\n"));
    let answer = harness
        .ok("set_node_kind", json!({ "color": "", "node": "Neo" }))
        .await;
    assert_eq!(answer["color"], json!(null));
}

#[tokio::test]
async fn a_group_moves_with_its_members() {
    let harness = TestHarness::new();
    for (title, kind) in [
        ("Act 1", "group"),
        ("Chapter 1", "group"),
        ("Wake up", "scene"),
    ] {
        harness.node(title, kind).await;
    }
    harness
        .ok("move_node", json!({ "node": "Act 1", "x": 0, "y": 0 }))
        .await;
    harness
        .ok(
            "move_node",
            json!({ "node": "Chapter 1", "x": 10, "y": 10, "group": "Act 1" }),
        )
        .await;
    harness
        .ok(
            "move_node",
            json!({ "node": "Wake up", "x": 20, "y": 20, "group": "Chapter 1" }),
        )
        .await;
    let answer = harness
        .ok("move_node", json!({ "node": "Act 1", "x": 100 }))
        .await;
    assert_eq!(answer["with_it"], 2);
    let shown = harness.ok("show_node", json!({ "node": "Wake up" })).await;
    assert_eq!(
        (&shown["layout"]["x"], &shown["layout"]["y"]),
        (&json!(120.0), &json!(20.0))
    );

    let errors = [
        harness
            .fails(
                "move_node",
                json!({ "node": "Act 1", "group": "Chapter 1" }),
            )
            .await,
        harness
            .fails("move_node", json!({ "node": "Act 1", "group": "Act 1" }))
            .await,
        harness
            .fails("move_node", json!({ "node": "Act 1", "group": "Wake up" }))
            .await,
        harness.fails("move_node", json!({ "node": "Act 1" })).await,
    ];
    expect![[r#"
        INVALID_ACTION_INPUT /group: "Act 1" cannot be put into itself
        INVALID_ACTION_INPUT /group: "Act 1" cannot be put into itself
        INVALID_ACTION_INPUT /group: "Wake up" is a scene, not a group [create_node with kind `group` makes one]
        INVALID_ACTION_INPUT: there is nothing to change: give x, y, a group, a width or a height"#]].assert_eq(&errors.join("\n"));
    let answer = harness
        .ok("move_node", json!({ "node": "Wake up", "group": "" }))
        .await;
    assert_eq!(answer["group"], json!(null));
}

#[tokio::test]
async fn removing_a_node_removes_its_links_and_undo_restores_them() {
    let harness = TestHarness::new();
    harness.node("A", "scene").await;
    harness
        .ok(
            "create_node",
            json!({ "title": "B", "after": "A", "label": "go" }),
        )
        .await;
    harness
        .ok("link_nodes", json!({ "from": "B", "to": "A" }))
        .await;
    harness.ok("set_start", json!({ "node": "B" })).await;
    let before = harness.ok("outline", json!({})).await;
    check(
        &harness.ok("remove_node", json!({ "node": "B" })).await,
        &expect![[r#"
            {
              "node": {
                "id": "<id>",
                "title": "B"
              },
              "links": 2,
              "joined": 0,
              "was_start": false
            }
        "#]],
    );
    assert_eq!(harness.ok("outline", json!({})).await["nodes"], 1);
    harness.ok("undo", json!({})).await;
    assert_eq!(harness.ok("outline", json!({})).await, before);
}

#[tokio::test]
async fn sets_title_start_and_custom_kinds_of_a_story() {
    let harness = TestHarness::new();
    harness.node("Wake up", "scene").await;
    check(
        &harness
            .ok("rename_story", json!({ "title": "黑客帝国" }))
            .await,
        &expect![[r#"
            {
              "title": "黑客帝国",
              "before": "Test",
              "version": 3
            }
        "#]],
    );
    check(
        &harness.ok("set_start", json!({ "node": "Wake up" })).await,
        &expect![[r#"
            {
              "node": {
                "id": "<id>",
                "title": "Wake up"
              },
              "version": 3
            }
        "#]],
    );
    let args = json!({ "name": "Faction", "capabilities": ["KV", "text", "kv"] });
    check(
        &harness.ok("define_kind", args).await,
        &expect![[r#"
            {
              "kind": "Faction",
              "capabilities": [
                "kv",
                "text"
              ],
              "fields": [],
              "version": 1,
              "kinds": [
                "Faction",
                "character",
                "group",
                "note",
                "place",
                "scene"
              ]
            }
        "#]],
    );
    let made = harness
        .ok(
            "create_node",
            json!({ "title": "Agents", "kind": "faction" }),
        )
        .await;
    assert_eq!(made["kind"], "Faction");
    let args = json!({ "name": "x", "capabilities": ["magic"] });
    expect![[r#"INVALID_ACTION_INPUT /capabilities/0: there is no capability "magic" [choose from "kv", "image", "sound", "text", "play"]"#]].assert_eq(&harness.fails("define_kind", args).await);
}

#[tokio::test]
async fn moving_several_nodes_is_one_step() {
    let harness = TestHarness::new();
    for (title, kind) in [("Act 1", "group"), ("A", "scene"), ("B", "scene")] {
        harness
            .ok(
                "create_node",
                json!({ "title": title, "kind": kind, "x": 0, "y": 0 }),
            )
            .await;
    }
    for title in ["A", "B"] {
        harness
            .ok("move_node", json!({ "node": title, "group": "Act 1" }))
            .await;
    }
    let changes = harness.changes();
    let places = json!([{ "node": "Act 1", "x": 100, "y": 0 }, { "node": "A", "x": 7, "y": 8 }]);
    check(
        &harness.ok("move_nodes", json!({ "places": places })).await,
        &expect![[r#"
            {
              "count": 2,
              "nodes": [
                {
                  "id": "<id>",
                  "title": "Act 1"
                },
                {
                  "id": "<id>",
                  "title": "A"
                }
              ],
              "with_them": 1
            }
        "#]],
    );
    assert_eq!(harness.changes(), changes + 1);
    let graph = harness.store.view(None).graph().unwrap();
    let places: Vec<_> = graph
        .nodes
        .values()
        .map(|it| (it.layout.x, it.layout.y))
        .collect();
    assert_eq!(
        places,
        [(100.0, 0.0), (7.0, 8.0), (440.0, 0.0)],
        "B went beside A when it was put into the group"
    );
    let places = json!([{ "node": "A", "x": 0, "y": 0 }, { "node": "Z", "x": 0, "y": 0 }]);
    let error = harness
        .fails("move_nodes", json!({ "places": places }))
        .await;
    assert!(error.starts_with("NOT_FOUND /places/1/node"), "{error}");
}
