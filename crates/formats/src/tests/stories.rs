//! Random stories: every part a story can have, with titles and texts that are hard for some format
//! to represent.

use std::collections::BTreeMap;
use std::sync::Arc;

use model::{
    ContentHash, Edge, EdgeId, EdgeRecord, Kind, Layout, Node, NodeId, Story, StoryId, StoryRecord,
    part,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::json;
use uuid::Uuid;

use crate::{Bundle, PackedAsset};
use markup::kept_data::{DataMap, set_text};

/// Text with characters that are markup in one format or another.
fn any_words() -> impl Strategy<Value = String> {
    let words = vec![
        "Start",
        "The red door",
        "厨房/里",
        "a->b",
        "b<-a",
        "x|y",
        "[[",
        "]]",
        "[",
        "]",
        "{",
        "}",
        "\\",
        "::",
        "StoryData",
        "StoryTitle",
        "https://example.org",
        "<<goto \"Start\">>",
        "# ",
        "**",
        "\"",
        "$next",
        " ",
        "雨夜",
        "ёж",
        "🙂",
        "\u{3000}",
        "-",
    ];
    prop::collection::vec(select(words), 0..4).prop_map(|it| it.concat())
}

/// Prose of several lines, some blank, some resembling markup.
pub(crate) fn any_prose() -> impl Strategy<Value = String> {
    let lines = prop_oneof![
        3 => any_words(),
        1 => select(vec!["", " ", ":: Start", "[[Start]]", "[[go->The red door]]", "[[nowhere]]"])
            .prop_map(str::to_owned),
    ];
    let ends = select(vec!["\n", "\n", "\n", "\r\n", "\n\n"]);
    prop::collection::vec((lines, ends), 0..5)
        .prop_map(|it| it.into_iter().map(|(line, end)| line + end).collect())
}

fn any_layout() -> impl Strategy<Value = Layout> {
    let number = prop_oneof![(-5000..5000).prop_map(f64::from), -1e6..1e6];
    let size = prop::option::of((1..900).prop_map(f64::from));
    let color = prop::option::of(select(vec!["1", "6", "#a0b0c0"]));
    (
        number.clone(),
        number,
        size.clone(),
        size,
        color,
        any::<bool>(),
    )
        .prop_map(|(x, y, width, height, color, collapsed)| Layout {
            x,
            y,
            width,
            height,
            parent: None,
            color: color.map(str::to_owned),
            collapsed,
        })
}

fn any_data() -> impl Strategy<Value = DataMap> {
    (any_prose(), any::<bool>(), any::<bool>(), any::<f64>()).prop_map(
        |(text, kv, kept, number)| {
            let mut data = DataMap::new();
            set_text(&mut data, &text);
            if kv {
                let number = if number.is_finite() {
                    json!(number)
                } else {
                    json!(null)
                };
                data.insert(
                    "kv".into(),
                    Arc::new(json!({ "items": [{ "k": "Name", "v": "Neo" }], "n": number })),
                );
            }
            if kept {
                data.insert(
                    part::FOREIGN.into(),
                    Arc::new(json!({ "json": { "mood": 1 }, "ink": { "b": [2], "a": 1 } })),
                );
            }
            data
        },
    )
}

type NodeSeed = (String, &'static str, Layout, DataMap, Option<Index>);

fn any_node() -> impl Strategy<Value = NodeSeed> {
    let kinds = select(vec![
        "scene",
        "scene",
        "scene",
        "character",
        "place",
        "note",
        "group",
        "weather front",
    ]);
    (
        any_words(),
        kinds,
        any_layout(),
        any_data(),
        prop::option::weighted(0.2, any::<Index>()),
    )
}

type EdgeSeed = (Index, Index, String, u32, Option<String>, bool);

fn any_edge() -> impl Strategy<Value = EdgeSeed> {
    (
        any::<Index>(),
        any::<Index>(),
        any_words(),
        0_u32..4,
        prop::option::of(any_words()),
        prop::bool::weighted(0.3),
    )
}

/// A story of up to eight nodes and twelve edges, sometimes with a picture.
pub(crate) fn any_bundle() -> impl Strategy<Value = Bundle> {
    let nodes = prop::collection::vec(any_node(), 0..8);
    let edges = prop::collection::vec(any_edge(), 0..12);
    let assets = prop::collection::vec(prop::collection::vec(any::<u8>(), 0..20), 0..2);
    (
        any_words(),
        nodes,
        edges,
        prop::option::of(any::<Index>()),
        assets,
    )
        .prop_map(|(title, nodes, edges, start, assets)| {
            let mut story = story(nodes, edges);
            let ids: Vec<_> = story.nodes.keys().copied().collect();
            let start = start
                .filter(|_| !ids.is_empty())
                .map(|it| ids[it.index(ids.len())]);
            story.record = StoryRecord {
                title,
                start,
                ..StoryRecord::default()
            };
            let assets = assets.into_iter().map(|bytes| {
                (
                    ContentHash::of(&bytes),
                    PackedAsset {
                        mime: "image/png".into(),
                        bytes,
                    },
                )
            });
            Bundle {
                assets: assets.collect::<BTreeMap<_, _>>(),
                ..Bundle::new(story)
            }
        })
}

fn story(nodes: Vec<NodeSeed>, edges: Vec<EdgeSeed>) -> Story {
    let id = |it: usize| Uuid::from_u128(0x7000_8000_0000_0000_0000 | it as u128);
    let mut story = Story::new(StoryId(id(0)), "");
    story.kinds.insert(
        "weather front".to_owned(),
        Kind {
            capabilities: vec!["text".to_owned()],
            fields: vec![model::Field {
                name: "Comes from".to_owned(),
                of: model::FieldType::Reference,
                choices: Vec::new(),
                to: Some("place".to_owned()),
                inverse: Some("Weather".to_owned()),
            }],
        },
    );
    let count = nodes.len();
    for (index, (title, kind, mut layout, data, parent)) in nodes.into_iter().enumerate() {
        layout.parent = parent.map(|it| NodeId(id(1 + it.index(count))));
        let title = if title.trim().is_empty() {
            "Untitled".to_owned()
        } else {
            title
        };
        let node = Node {
            id: NodeId(id(1 + index)),
            title,
            kind: kind.to_owned(),
            layout,
            data,
        };
        story.nodes.insert(node.id, Arc::new(node));
    }
    if count == 0 {
        return story;
    }
    for (index, (from, to, label, order, condition, once)) in edges.into_iter().enumerate() {
        let end = |it: Index| NodeId(id(1 + it.index(count)));
        let record = EdgeRecord {
            dynamic: false,
            includes: false,
            once,
            from: end(from),
            to: end(to),
            label,
            order,
            condition,
            effect: None,
        };
        let edge = EdgeId(id(100 + index));
        story.edges.insert(
            edge,
            Arc::new(Edge {
                id: edge,
                record,
                data: DataMap::new(),
            }),
        );
    }
    story
}

/// A small handmade story with one of everything.
pub(crate) fn sample_story() -> Story {
    let node = |number: u128, title: &str, kind: &str, text: &str| {
        let mut data = DataMap::new();
        set_text(&mut data, text);
        let layout = Layout {
            x: 10.0 * number as f64,
            y: 5.5,
            ..Layout::default()
        };
        let id = NodeId(Uuid::from_u128(number));
        Node {
            id,
            title: title.to_owned(),
            kind: kind.to_owned(),
            layout,
            data,
        }
    };
    let mut yard = node(1, "The \"Yard\"", "scene", "Cold. <b>#1</b>");
    yard.layout.color = Some("5".to_owned());
    let hall = node(2, "大厅 [hall]", "scene", "It was dark.\n\nA door shut.");
    let mut neo = node(3, "Neo", "character", "");
    neo.data.insert(
        "kv".into(),
        Arc::new(
            json!({ "items": [{ "k": "Name", "v": "Thomas_Anderson" }, { "k": "age", "v": 37 }] }),
        ),
    );
    let mut story = Story::new(StoryId(Uuid::from_u128(9)), "Three \\ rooms");
    story.record.start = Some(hall.id);
    let edge = |number: u128, from: &Node, to: &Node, label: &str, condition: Option<&str>| {
        let record = EdgeRecord {
            dynamic: false,
            includes: false,
            once: false,
            from: from.id,
            to: to.id,
            label: label.to_owned(),
            order: 10 - number as u32,
            condition: condition.map(str::to_owned),
            effect: None,
        };
        Arc::new(Edge {
            id: EdgeId(Uuid::from_u128(number)),
            record,
            data: DataMap::new(),
        })
    };
    let edges = [
        edge(5, &hall, &yard, "out | \"away\"", Some("$light > 0")),
        edge(6, &hall, &neo, "", None),
        edge(7, &yard, &hall, "back", None),
    ];
    story.edges.extend(edges.into_iter().map(|it| (it.id, it)));
    story
        .nodes
        .extend([yard, hall, neo].map(|it| (it.id, Arc::new(it))));
    story
}

/// The sample story with choices that depend on earlier ones.
pub(crate) fn sample_story_with_variables() -> Story {
    let mut story = sample_story();
    let ways = [
        (
            "gold > 3 and not 遇见",
            "gold = gold - 1.5; name = \"N'o\" + \"!\"",
        ),
        ("", "遇见 = visited(\"The \\\"Yard\\\"\")"),
        ("visits(\"Neo\") < 2 or gold / 2 >= 2.5", ""),
    ];
    for (edge, (condition, effect)) in story.edges.values_mut().zip(ways) {
        let record = &mut Arc::make_mut(edge).record;
        let some = |it: &str| (!it.is_empty()).then(|| it.to_owned());
        (record.condition, record.effect) = (some(condition), some(effect));
    }
    for (title, play) in [
        ("大厅 [hall]", json!({ "enter": "gold = gold + 2" })),
        ("Neo", json!({ "ending": true })),
    ] {
        let id = story.titled(title)[0].id;
        let node = Arc::make_mut(&mut story.nodes[&id]);
        node.data.insert("play".into(), Arc::new(play));
    }
    story
}

/// A small picture and its id.
pub(crate) fn picture() -> (model::AssetId, PackedAsset) {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 3, 2);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[90; 18]).unwrap();
    writer.finish().unwrap();
    let mime = "image/png".to_owned();
    (ContentHash::of(&bytes), PackedAsset { mime, bytes })
}

/// Prose with every kind of Markdown, in Chinese and English.
pub(crate) fn rich() -> String {
    "## 雨夜 & *rain*\n\nIt **fell** all ~~day~~ *night*.\n第二行。\n\n> “Quoted,” she said.\n> - one\n\
     >   1. two\n>\n>      more\n> - three\n\n- a\n- b\n\n3. c\n4. d\n\n---\n\n```\ncode  <b>\n```\n\n\
     [a page](https://example.org/?a=1&b=2) ![a picture](x.png) <u>raw</u> &amp; `x < y`\n\n\
     [[Go->Hall]]\n"
        .to_owned()
}

/// Copies a node as `duplicate_nodes` does: the title `Hall 2`, and its links to itself lead to the copy.
pub(crate) fn copy_node(story: &mut Story, title: &str) {
    let number = 900 + story.nodes.len() as u128;
    let original = story.titled(title)[0].clone();
    let mut copy = Node::clone(&original);
    (copy.id, copy.title) = (NodeId(Uuid::from_u128(number)), format!("{title} 2"));
    let edges: Vec<_> = story.edges.values().cloned().collect();
    for edge in edges.iter().filter(|it| it.record.from == original.id) {
        let mut edge = Edge::clone(edge);
        edge.id = EdgeId(Uuid::from_u128(900 + story.edges.len() as u128));
        edge.record.from = copy.id;
        if edge.record.to == original.id {
            edge.record.to = copy.id;
        }
        story.edges.insert(edge.id, edge.into());
    }
    story.nodes.insert(copy.id, copy.into());
}
