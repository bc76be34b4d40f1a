//! Exports the graph as Graphviz DOT, for tools that draw and analyze graphs.

use std::fmt::Write as _;

use model::{Edge, Node, Story};

use crate::export::{FormatSupport, Losses, condition_text, in_choice_order};
use crate::{About, Bundle, Exporter, Format, Loss, LossKind};
use markup::progress::track;

const SUPPORT: FormatSupport = FormatSupport {
    format: "dot",
    capabilities: &[],
    kind: |_| true,
};

/// Exporter for Graphviz DOT.
pub(crate) struct Dot;

impl Format for Dot {
    fn about(&self) -> About {
        About {
            name: "dot",
            title: "Graphviz DOT",
            extensions: &["dot"],
        }
    }
}

impl Exporter for Dot {
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        let mut losses = Losses::of(bundle, &SUPPORT);
        let nodes = bundle.story.nodes.values().map(|it| &**it);
        losses.add_nodes(
            LossKind::Groups,
            nodes.filter(|it| it.layout.parent.is_some()),
        );
        losses.finish()
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        let story = &bundle.story;
        let mut text = format!("digraph {} {{\n", quoted(&story.record.title));
        text.push_str("  rankdir=LR;\n  node [shape=box, style=filled, fillcolor=white];\n");
        for node in track("writing nodes", story.nodes.values()) {
            add_node(&mut text, story, node);
        }
        for edge in track("writing links", in_choice_order(story)) {
            add_edge(&mut text, edge);
        }
        text.push_str("}\n");
        text.into_bytes()
    }
}

fn add_node(text: &mut String, story: &Story, node: &Node) {
    let mut attributes = vec![
        format!("label={}", quoted(&node.title)),
        format!("class={}", quoted(&node.kind)),
    ];
    if story.record.start == Some(node.id) {
        attributes.push("peripheries=2".to_owned());
    }
    if let Some(color) = node.layout.color.as_deref().and_then(color) {
        attributes.push(format!("fillcolor={}", quoted(color)));
    }
    let (x, y) = (node.layout.x, node.layout.y);
    if x.is_finite() && y.is_finite() {
        // The map's y axis points down, Graphviz's up.
        attributes.push(format!("pos={}", quoted(&format!("{x},{}!", -y))));
    }
    line(text, &quoted(&node.id.to_string()), &attributes);
}

fn add_edge(text: &mut String, edge: &Edge) {
    let mut attributes = Vec::new();
    let mut label = edge.record.label.clone();
    if let Some(condition) = condition_text(edge) {
        label = format!("{label} [{condition}]").trim_start().to_owned();
    }
    if !label.is_empty() {
        attributes.push(format!("label={}", quoted(&label)));
    }
    if edge.record.dynamic {
        attributes.push("style=dashed, class=dynamic".to_owned());
    } else if edge.record.includes {
        attributes.push("style=dotted, class=includes".to_owned());
    }
    let ends = [edge.record.from, edge.record.to].map(|it| quoted(&it.to_string()));
    line(text, &ends.join(" -> "), &attributes);
}

fn line(text: &mut String, subject: &str, attributes: &[String]) {
    let attributes = match attributes {
        [] => String::new(),
        all => format!(" [{}]", all.join(", ")),
    };
    writeln!(text, "  {subject}{attributes};").expect("writing to a string never fails");
}

/// Graphviz limits a string to 16 KiB, but concatenates several.
const MAX_STRING: usize = 8 << 10;

/// A quoted string. In labels Graphviz interprets a backslash as an escape, so backslashes are
/// doubled.
fn quoted(text: &str) -> String {
    let plain = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\0', "");
    let plain = plain.replace("\r\n", "\\n").replace(['\n', '\r'], "\\n");
    let mut pieces = String::from("\"");
    let (mut length, mut is_escape) = (0, false);
    for c in plain.chars() {
        if length >= MAX_STRING && !is_escape {
            pieces.push_str("\" + \"");
            length = 0;
        }
        pieces.push(c);
        length += c.len_utf8();
        is_escape = c == '\\' && !is_escape;
    }
    pieces.push('"');
    pieces
}

/// The palette's colors in tints light enough for black text; any other color unchanged.
fn color(color: &str) -> Option<&str> {
    Some(match color {
        "1" => "#f4a6a6",
        "2" => "#f7c89b",
        "3" => "#f5e6a0",
        "4" => "#b5dfae",
        "5" => "#a8d8e6",
        "6" => "#cdb4e8",
        own if own.starts_with('#') => own,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::tests::stories::sample_story;
    use crate::{Bundle, Exporter};

    #[test]
    fn writes_a_graph_with_quoted_strings() {
        let text = super::Dot.export(&Bundle::new(sample_story()));
        expect![[r##"
            digraph "Three \\ rooms" {
              rankdir=LR;
              node [shape=box, style=filled, fillcolor=white];
              "00000000-0000-0000-0000-000000000001" [label="The \"Yard\"", class="scene", fillcolor="#a8d8e6", pos="10,-5.5!"];
              "00000000-0000-0000-0000-000000000002" [label="大厅 [hall]", class="scene", peripheries=2, pos="20,-5.5!"];
              "00000000-0000-0000-0000-000000000003" [label="Neo", class="character", pos="30,-5.5!"];
              "00000000-0000-0000-0000-000000000002" -> "00000000-0000-0000-0000-000000000003";
              "00000000-0000-0000-0000-000000000002" -> "00000000-0000-0000-0000-000000000001" [label="out | \"away\" [$light > 0]"];
              "00000000-0000-0000-0000-000000000001" -> "00000000-0000-0000-0000-000000000002" [label="back"];
            }
        "##]].assert_eq(&String::from_utf8(text).unwrap());
    }
}
