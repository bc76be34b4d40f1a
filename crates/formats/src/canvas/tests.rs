//! Small canvases: what each field becomes, and that an unchanged canvas round-trips.

use std::sync::Arc;

use expect_test::expect;
use model::FixedWorld;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::Canvas;
use crate::{Bundle, Exporter, Importer, Warning};

fn read(board: &Value) -> (Bundle, Vec<Warning>) {
    Canvas
        .import(board.to_string().as_bytes(), &FixedWorld::default())
        .unwrap()
}

fn write(bundle: &Bundle) -> Value {
    serde_json::from_slice(&Canvas.export(bundle)).unwrap()
}

#[track_caller]
fn check_unchanged(board: Value) {
    assert_eq!(write(&read(&board).0), board);
}

#[test]
fn unchanged_canvas_round_trips() {
    check_unchanged(json!({
        "nodes": [
            { "id": "g", "type": "group", "label": "", "x": -20, "y": -20, "width": 900, "height": 900,
              "background": "sky.png", "backgroundStyle": "cover" },
            { "id": "a", "type": "text", "text": "\n# The **door**\r\n", "x": 0, "y": 0.5, "width": 250,
              "height": 60, "color": "#FF0000", "mood": { "z": 1, "a": [2.50] } },
            { "id": "b", "type": "file", "file": "people/Neo.md", "subpath": "#youth", "x": 1e3, "y": 0,
              "width": 1, "height": 2, "color": "crimson" },
            { "id": "c", "type": "link", "url": "https://example.org", "x": 9007199254740993_i64, "y": 0,
              "width": 1, "height": 2 },
            { "id": "d", "type": "poll", "votes": 3, "x": 0, "y": 0, "width": 1, "height": 2 },
            7,
        ],
        "edges": [
            { "id": "1", "fromNode": "a", "fromSide": "right", "toNode": "b", "toSide": "left",
              "toEnd": "none", "color": "2", "label": "later", "weight": 1.5 },
            { "id": "2", "fromNode": "a", "toNode": "nowhere" },
            { "id": "3", "fromNode": "a", "toNode": "a", "label": "" },
        ],
        "theme": "dark",
    }));
}

fn card(id: &str, text: &str) -> Value {
    json!({ "id": id, "type": "text", "text": text, "x": 0, "y": 0, "width": 100, "height": 50 })
}

fn lines(notices: &[impl ToString]) -> String {
    notices
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn reports_keeps_or_repairs_invalid_entries() {
    let text = r#"{ "nodes": [
        7,
        { "id": "a", "type": "text", "text": "A", "x": 0, "y": 0, "width": 1, "height": 1 },
        { "id": "a", "type": "text", "text": "B", "width": 1, "height": 1 },
        { "type": "wheel", "x": 0, "y": 0, "width": 1, "height": 1 }
    ], "edges": [
        { "fromNode": "a", "toNode": "a" },
        { "id": "2", "fromNode": "a", "toNode": "b" }
    ] }"#;
    let (bundle, warnings) = Canvas
        .import(text.as_bytes(), &FixedWorld::default())
        .unwrap();
    expect![[r#"
        line 2: This entry is not a node. It is kept and written back.
        line 4: The id “a” is in use: this node gets a new one.
        line 4: This node has no place on the board and is given one.
        line 5: This node has no id and is given one.
        line 5: This node is of an unknown type. It becomes a note and is kept as it is.
        line 7: This edge has no id of its own and is given one.
        line 8: This edge does not join two nodes of the board. It is kept and written back."#]]
    .assert_eq(&lines(&warnings));
    let board = write(&bundle);
    assert_eq!(board["nodes"][0], 7);
    assert_eq!(
        board["edges"][1],
        json!({ "id": "2", "fromNode": "a", "toNode": "b" })
    );
}

#[test]
fn rejects_files_that_are_not_canvases() {
    for (text, message) in [
        (
            "[]",
            expect![
                "line 1: This cannot be read: invalid type: sequence, expected a map (column 0)."
            ],
        ),
        (
            "{\"nodes\": 3}",
            expect![
                "“nodes” is not a list: this is not JSON Canvas. Check that the file is complete."
            ],
        ),
        ("", expect!["The file is empty. Choose another."]),
    ] {
        let error = Canvas
            .import(text.as_bytes(), &FixedWorld::default())
            .unwrap_err();
        message.assert_eq(&error.to_string());
    }
}

#[test]
fn nodes_inside_group_bounds_become_members() {
    let group = |id: &str, x: i32, size: i32| {
        json!({
            "id": id, "type": "group", "label": id, "x": x, "y": 0, "width": size, "height": size
        })
    };
    let (bundle, _) = read(&json!({ "nodes": [
        card("in both", "in both"), group("outer", 0, 900), group("inner", 0, 400),
        group("twin", 0, 400), group("far", 800, 400),
    ] }));
    let story = bundle.story;
    let parents: Vec<_> = story
        .nodes
        .values()
        .map(|it| {
            (
                it.title.as_str(),
                it.layout.parent.map(|it| story.nodes[&it].title.as_str()),
            )
        })
        .collect();
    assert_eq!(
        parents,
        [
            ("in both", Some("twin")),
            ("outer", None),
            ("inner", Some("outer")),
            ("twin", Some("inner")),
            ("far", None)
        ]
    );
}

#[test]
fn an_edit_changes_only_its_own_field() {
    let board = json!({
        "nodes": [card("a", "# Hall\n\nDark."), card("b", "Yard")],
        "edges": [{ "id": "e", "fromNode": "a", "fromSide": "left", "toNode": "b" }],
    });
    let (mut bundle, _) = read(&board);
    let ids: Vec<_> = bundle.story.nodes.keys().copied().collect();
    let hall = Arc::make_mut(&mut bundle.story.nodes[&ids[0]]);
    hall.title = "The Hall".to_owned();
    hall.layout.x = 10.4;
    let edge = Arc::make_mut(&mut bundle.story.edges[0]);
    edge.record.label = "out".to_owned();
    let mut expected = board;
    expected["nodes"][0]["text"] = json!("# The Hall\n\nDark.");
    expected["nodes"][0]["x"] = json!(10);
    expected["edges"][0]["label"] = json!("out");
    assert_eq!(write(&bundle), expected);
}

/// The title and prose of the only card.
fn only_card(bundle: &Bundle) -> (&str, &str) {
    let node = &bundle.story.nodes[0];
    (&node.title, markup::kept_data::text_of(node))
}

fn board_of(text: &str) -> Value {
    json!({ "nodes": [card("a", text)], "edges": [] })
}

#[test]
fn a_heading_at_the_beginning_becomes_the_title() {
    let long = format!("# {}\n\nIt goes on.", "A long way ".repeat(9).trim());
    for (text, title, prose) in [
        ("## At the gate\nIt is shut.", "At the gate", "It is shut."),
        ("\n# The *gate* ##\r\n\r\nShut.", "The gate", "Shut."),
        ("# Alone", "Alone", ""),
        ("# Two\n\n\nlines", "Two", "\nlines"),
        ("#tag first", "tag first", "#tag first"),
        ("####### Seven", "Seven", "####### Seven"),
        ("Plain\n\n# Later", "Plain", "Plain\n\n# Later"),
        (&long, &long[2..100], "It goes on."),
    ] {
        let board = board_of(text);
        let (bundle, _) = read(&board);
        assert_eq!(only_card(&bundle), (title, prose), "{text:?}");
        assert_eq!(write(&bundle), board);
    }
}

#[test]
fn an_edited_card_keeps_the_level_of_its_heading() {
    for (text, title, prose, written) in [
        ("## Hall\nDark.", "The hall", "Dark.", "## The hall\nDark."),
        ("### Hall", "Hall", "Dark.", "### Hall\n\nDark."),
        (
            "# **Hall**\n\nDark.",
            "Hall",
            "Light.",
            "# **Hall**\n\nLight.",
        ),
        (
            "Hall is dark.",
            "Hall",
            "Hall is dark.",
            "# Hall\n\nHall is dark.",
        ),
    ] {
        let (mut bundle, _) = read(&board_of(text));
        let node = Arc::make_mut(&mut bundle.story.nodes[0]);
        node.title = title.to_owned();
        markup::kept_data::set_text(&mut node.data, prose);
        let board = write(&bundle);
        assert_eq!(board["nodes"][0]["text"], written);
        let (again, _) = read(&board);
        assert_eq!(only_card(&again), (title, prose));
    }
}

#[test]
fn links_of_obsidian_are_those_of_a_story() {
    let text = "See [[Father|the old man]] and [[Harbor]].\n![[maps/old map.png|200]] [[a|b|c]]";
    let board = board_of(text);
    let (mut bundle, _) = read(&board);
    let here = "See [[the old man|Father]] and [[Harbor]].\n![](maps/old%20map.png) [[a|b|c]]";
    assert_eq!(only_card(&bundle), ("See the old man and Harbor.", here));
    assert_eq!(write(&bundle), board);
    let node = Arc::make_mut(&mut bundle.story.nodes[0]);
    markup::kept_data::set_text(&mut node.data, "See [[the old man|Father]] again.");
    let written = "# See the old man and Harbor.\n\nSee [[Father|the old man]] again.";
    assert_eq!(write(&bundle)["nodes"][0]["text"], written);
}

#[test]
fn reading_begins_at_the_first_scene_that_leads_on() {
    let (bundle, _) = read(&json!({
        "nodes": [card("end", "End"), card("a", "Begin"), card("b", "Middle")],
        "edges": [
            { "id": "1", "fromNode": "a", "toNode": "b" },
            { "id": "2", "fromNode": "b", "toNode": "end" },
        ],
    }));
    let story = &bundle.story;
    let start = story.record.start.map(|it| story.nodes[&it].title.as_str());
    assert_eq!(start, Some("Begin"));
    let (alone, _) = read(&board_of("Only"));
    assert!(alone.story.record.start.is_some());
}

#[test]
fn choices_are_written_in_the_order_they_are_offered() {
    let board = json!({
        "nodes": [card("a", "A"), card("b", "B")],
        "edges": [
            { "id": "1", "fromNode": "a", "toNode": "b" },
            { "id": "2", "fromNode": "b", "toNode": "a" },
            { "id": "3", "fromNode": "a", "toNode": "a" },
        ],
    });
    let (mut bundle, _) = read(&board);
    Arc::make_mut(&mut bundle.story.edges[0]).record.order = 5;
    let ids = write(&bundle)["edges"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["id"].clone())
        .collect::<Vec<_>>();
    assert_eq!(ids, ["3", "2", "1"]);
}

#[test]
fn lists_losses() {
    let (mut bundle, _) = read(&json!({
        "nodes": [card("a", "A"), { "id": "f", "type": "file", "file": "x/Neo.md", "x": 0, "y": 0, "width": 1, "height": 1 }],
        "edges": [{ "id": "1", "fromNode": "a", "toNode": "f" }],
    }));
    assert_eq!(
        Canvas.losses(&bundle),
        [],
        "what came from a board fits on one"
    );
    let ids: Vec<_> = bundle.story.nodes.keys().copied().collect();
    bundle.story.record.title = "Heist".to_owned();
    bundle.story.record.start = Some(ids[1]);
    let card = Arc::make_mut(&mut bundle.story.nodes[&ids[0]]);
    card.kind = "character".to_owned();
    card.data
        .insert("kv".into(), Arc::new(json!({ "items": [] })));
    let file = Arc::make_mut(&mut bundle.story.nodes[&ids[1]]);
    file.title = "Trinity".to_owned();
    markup::kept_data::set_text(&mut file.data, "Hm.");
    Arc::make_mut(&mut bundle.story.edges[0]).record.condition = Some("$x".to_owned());
    expect![[r#"
        Attributes are not written: 1 node (A).
        Their kind is not written: 1 node (A).
        A board has no title: name the file after the story.
        A board has no start: where reading begins is not written.
        A card for a file or a link, like a group, has no text of its own; it is not written: 1 node (Trinity).
        A card for a file or a link cannot be renamed; the new title is not written: 1 node (Trinity).
        Conditions are not written: 1 edge (A → Trinity)."#]].assert_eq(&lines(&Canvas.losses(&bundle)));
}

#[test]
fn imports_ten_thousand_cards() {
    let nodes: Vec<_> = (0..10_000).map(|it| card(&it.to_string(), "x")).collect();
    let edges: Vec<_> = (0..10_000)
        .map(|it| json!({ "id": it.to_string(), "fromNode": "0", "toNode": it.to_string() }))
        .collect();
    let board = json!({ "nodes": nodes, "edges": edges });
    let (bundle, warnings) = read(&board);
    assert_eq!(warnings, []);
    assert_eq!(write(&bundle), board);
}

fn any_board() -> impl Strategy<Value = Value> {
    let number = prop_oneof![
        any::<i32>().prop_map(Value::from),
        (-1e3..1e3).prop_map(Value::from)
    ];
    let kinds = prop::sample::select(vec!["text", "group", "file", "link", "wheel"]);
    let words = "[#*a-c \n]{0,6}";
    let extra = prop::option::of((
        prop::sample::select(vec!["color", "label", "url", "file", "mood"]),
        words,
    ));
    let node = (kinds, words, prop::array::uniform4(number), extra);
    let edge = (any::<u8>(), any::<u8>(), prop::option::of(words));
    (prop::collection::vec(node, 1..8), prop::collection::vec(edge, 0..8)).prop_map(|(nodes, edges)| {
        let count = nodes.len();
        let id = |it: usize| format!("n{}", it % count);
        let nodes: Vec<_> = nodes.into_iter().enumerate().map(|(index, (kind, text, [x, y, w, h], extra))| {
            let mut node = json!({ "id": id(index), "type": kind, "x": x, "y": y, "width": w, "height": h });
            if kind == "text" {
                node["text"] = json!(text);
            }
            if let Some((key, value)) = extra {
                node[key] = json!(value);
            }
            node
        }).collect();
        let edges: Vec<_> = edges.into_iter().enumerate().map(|(index, (from, to, label))| {
            // One in eight edges leads to a missing node.
            let to = if to < 32 { "nowhere".to_owned() } else { id(to.into()) };
            let mut edge = json!({ "id": index.to_string(), "fromNode": id(from.into()), "toNode": to });
            if let Some(label) = label {
                edge["label"] = json!(label);
            }
            edge
        }).collect();
        json!({ "nodes": nodes, "edges": edges })
    })
}

proptest! {
    #[test]
    fn any_unchanged_canvas_round_trips(board in any_board()) {
        let (bundle, _) = read(&board);
        prop_assert_eq!(write(&bundle), board);
    }
}
