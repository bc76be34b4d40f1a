//! Exports the graph as GraphML with typed attributes, for network analysis programs.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use model::{Edge, Node};

use crate::export::xml::escaped;
use crate::export::{FormatSupport, KV, Losses, attributes, in_choice_order};
use crate::{About, Bundle, Exporter, Format, Loss, LossKind};
use markup::count_visible_words;
use markup::kept_data;
use markup::progress::track;

/// The maximum number of attributes with a key of their own.
const MAX_KEYS: usize = 1_000;

const SUPPORT: FormatSupport = FormatSupport {
    format: "graphml",
    capabilities: &[KV, kept_data::TEXT],
    kind: |_| true,
};

/// The built-in keys of nodes and edges: id, domain, name and type.
const KEYS: [(&str, &str, &str, &str); 18] = [
    ("story_title", "graph", "title", "string"),
    ("title", "node", "title", "string"),
    ("kind", "node", "kind", "string"),
    ("start", "node", "start", "boolean"),
    ("x", "node", "x", "double"),
    ("y", "node", "y", "double"),
    ("width", "node", "width", "double"),
    ("height", "node", "height", "double"),
    ("color", "node", "color", "string"),
    ("group", "node", "group", "string"),
    ("words", "node", "words", "int"),
    ("text", "node", "text", "string"),
    ("label", "edge", "label", "string"),
    ("order", "edge", "order", "int"),
    ("condition", "edge", "condition", "string"),
    ("dynamic", "edge", "dynamic", "boolean"),
    ("includes", "edge", "includes", "boolean"),
    ("once", "edge", "once", "boolean"),
];

/// Exporter for GraphML.
pub(crate) struct GraphMl;

impl Format for GraphMl {
    fn about(&self) -> About {
        About {
            name: "graphml",
            title: "GraphML",
            extensions: &["graphml"],
        }
    }
}

impl Exporter for GraphMl {
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        let mut losses = Losses::of(bundle, &SUPPORT);
        let known = attribute_keys(bundle);
        let nodes = bundle.story.nodes.values().map(|it| &**it);
        losses.add_nodes(
            LossKind::TooManyAttributes,
            nodes.filter(|it| {
                attributes(it)
                    .iter()
                    .any(|(name, _)| !known.contains_key(name))
            }),
        );
        losses.finish()
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        let story = &bundle.story;
        let own = attribute_keys(bundle);
        let mut text = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml \
             xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
        );
        for (id, subject, name, kind) in KEYS {
            key(&mut text, id, subject, name, kind);
        }
        let mut sorted: Vec<_> = own.iter().collect();
        sorted.sort_by_key(|it| it.1);
        for (name, number) in sorted {
            key(
                &mut text,
                &format!("own{number}"),
                "node",
                &escaped(name),
                "string",
            );
        }
        text.push_str("<graph id=\"story\" edgedefault=\"directed\">\n");
        data(&mut text, "story_title", &story.record.title);
        for node in track("writing nodes", story.nodes.values()) {
            let is_start = story.record.start == Some(node.id);
            add_node(&mut text, node, is_start, &own);
        }
        for edge in track("writing links", in_choice_order(story)) {
            add_edge(&mut text, edge);
        }
        text.push_str("</graph>\n</graphml>\n");
        text.into_bytes()
    }
}

/// The names of the author's attributes, numbered in order of first occurrence.
fn attribute_keys(bundle: &Bundle) -> HashMap<&str, usize> {
    let mut names = HashMap::new();
    for (name, _) in bundle.story.nodes.values().flat_map(|it| attributes(it)) {
        let next = names.len();
        if next < MAX_KEYS {
            names.entry(name).or_insert(next);
        }
    }
    names
}

fn key(text: &mut String, id: &str, subject: &str, name: &str, kind: &str) {
    writeln!(
        text,
        "<key id=\"{id}\" for=\"{subject}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>"
    )
    .expect("writing to a string never fails");
}

fn data(text: &mut String, key: &str, value: &str) {
    writeln!(text, "<data key=\"{key}\">{}</data>", escaped(value))
        .expect("writing to a string never fails");
}

fn add_node(text: &mut String, node: &Node, is_start: bool, own: &HashMap<&str, usize>) {
    text.push_str(&format!("<node id=\"{}\">\n", node.id));
    data(text, "title", &node.title);
    data(text, "kind", &node.kind);
    if is_start {
        data(text, "start", "true");
    }
    let layout = &node.layout;
    for (key, number) in [
        ("x", Some(layout.x)),
        ("y", Some(layout.y)),
        ("width", layout.width),
        ("height", layout.height),
    ] {
        if let Some(number) = number.filter(|it| it.is_finite()) {
            data(text, key, &number.to_string());
        }
    }
    if let Some(color) = &layout.color {
        data(text, "color", color);
    }
    if let Some(group) = layout.parent {
        data(text, "group", &group.to_string());
    }
    let prose = kept_data::text_of(node);
    if !prose.is_empty() {
        data(text, "words", &count_visible_words(prose).words.to_string());
        data(text, "text", prose);
    }
    let mut written = HashSet::new();
    for (name, value) in attributes(node) {
        if let Some(number) = own.get(name).filter(|it| written.insert(**it)) {
            data(text, &format!("own{number}"), &value);
        }
    }
    text.push_str("</node>\n");
}

fn add_edge(text: &mut String, edge: &Edge) {
    let record = &edge.record;
    text.push_str(&format!(
        "<edge id=\"{}\" source=\"{}\" target=\"{}\">\n",
        edge.id, record.from, record.to
    ));
    if !record.label.is_empty() {
        data(text, "label", &record.label);
    }
    data(text, "order", &record.order.to_string());
    if let Some(condition) = &record.condition {
        data(text, "condition", condition);
    }
    let signs = [
        ("dynamic", record.dynamic),
        ("includes", record.includes),
        ("once", record.once),
    ];
    for (key, holds) in signs {
        if holds {
            data(text, key, "true");
        }
    }
    text.push_str("</edge>\n");
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::tests::external_programs;
    use crate::tests::stories::sample_story;

    #[test]
    fn networkx_reads_the_same_graph() {
        let mut story = sample_story();
        story.record.title = "A & <b> \u{1}雨".to_owned();
        let bytes = GraphMl.export(&Bundle::new(story));
        let folder = external_programs::folder_with(&[("story.graphml", &bytes)]);
        let read = external_programs::python("read_graphml.py", folder.path(), &["story.graphml"]);
        let read: Value = serde_json::from_str(&read).unwrap();
        assert_eq!(read["nodes"], 3);
        assert_eq!(read["edges"], 3);
        assert_eq!(read["title"], "A & <b> 雨");
        assert_eq!(read["multigraph"], false);
        let neo = &read["by_title"]["Neo"];
        assert_eq!(neo["Name"], "Thomas_Anderson");
        assert_eq!(neo["x"], json!(30.0));
        let hall = &read["by_title"]["大厅 [hall]"];
        assert_eq!((&hall["start"], &hall["words"]), (&json!(true), &json!(6)));
    }
}
