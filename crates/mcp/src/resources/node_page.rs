//! A node as a page for a model: its attributes, its text, the targets of its links.

use std::fmt::Write as _;
use std::sync::Arc;

use model::{Edge, Node, Story};

/// The page, in Markdown.
pub(super) fn page(story: &Story, node: &Node) -> String {
    let mut page = format!("# {}\n\nKind: {}\n", node.title, node.kind);
    let attributes: Vec<_> = node.attributes().collect();
    if !attributes.is_empty() {
        page.push_str("\n## Attributes\n\n");
        for (key, value) in attributes {
            // Writing to a string cannot fail.
            let _ = writeln!(page, "- {key}: {value}");
        }
    }
    if !node.prose().is_empty() {
        let _ = write!(page, "\n## Text\n\n{}\n", node.prose());
    }
    let outgoing = story.edges_from(node.id);
    section(&mut page, "Leads to", &outgoing, |edge| {
        title(story, edge.record.to)
    });
    let incoming = story.edges_to(node.id);
    section(&mut page, "Comes from", &incoming, |edge| {
        title(story, edge.record.from)
    });
    page
}

fn section<'a>(
    page: &mut String,
    heading: &str,
    edges: &[&Arc<Edge>],
    other: impl Fn(&Edge) -> &'a str,
) {
    if edges.is_empty() {
        return;
    }
    let _ = write!(page, "\n## {heading}\n\n");
    for edge in edges {
        let _ = write!(page, "- {}", other(edge));
        let record = &edge.record;
        if !record.label.is_empty() {
            let _ = write!(page, ": “{}”", record.label);
        }
        if let Some(condition) = &record.condition {
            let _ = write!(page, " (if {condition})");
        }
        if let Some(effect) = &record.effect {
            let _ = write!(page, " (then {effect})");
        }
        page.push('\n');
    }
}

fn title(story: &Story, node: model::NodeId) -> &str {
    story.nodes.get(&node).map_or("?", |it| it.title.as_str())
}
