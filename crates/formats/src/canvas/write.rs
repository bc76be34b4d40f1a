//! Converts a story to a canvas.

use std::collections::{HashMap, HashSet};

use model::{Edge, Node, NodeId, Story};
use serde_json::Value;

use super::fields::{Fields, NodeType, is_color, length, size, title_of};
use super::{NAME, card_text};
use crate::export::{FormatSupport, Losses, in_choice_order};
use crate::import::likely_start;
use crate::{Bundle, Loss, LossKind};
use markup::kept_data::{self, DataMap};
use markup::progress::track;

const SUPPORT: FormatSupport = FormatSupport {
    format: NAME,
    capabilities: &[kept_data::TEXT],
    kind: |it| it.kind == node_type_of(it).kind(),
};

/// The fields of a node, in the order of the specification.
const NODE_FIELDS: [&str; 14] = [
    "id",
    "type",
    "text",
    "file",
    "subpath",
    "url",
    "label",
    "background",
    "backgroundStyle",
    "x",
    "y",
    "width",
    "height",
    "color",
];
/// The fields of an edge, in the order of the specification.
const EDGE_FIELDS: [&str; 9] = [
    "id", "fromNode", "fromSide", "fromEnd", "toNode", "toSide", "toEnd", "color", "label",
];

/// Builds the whole canvas.
pub(super) fn board(story: &Story) -> Value {
    let mut board = kept_data::get(&story.data, NAME)
        .cloned()
        .unwrap_or_default();
    let stray_nodes = board.shift_remove("nodes");
    let stray_edges = board.shift_remove("edges");
    let nodes = || story.nodes.values();
    let kept_ids = nodes().map(|it| kept_id(&it.data));
    let ids = nodes().map(|it| it.id.to_string());
    let ids = unique(kept_ids, ids, &dangling_ids(stray_edges.as_ref()));
    let ids: HashMap<NodeId, String> = nodes().map(|it| it.id).zip(ids).collect();
    let nodes = track("writing nodes", nodes())
        .map(|it| Value::Object(node_fields(it, &ids[&it.id])))
        .collect();
    let edges = in_choice_order(story);
    let kept_ids = edges.iter().map(|it| kept_id(&it.data));
    let own = edges.iter().map(|it| it.id.to_string());
    let own = unique(kept_ids, own, &HashSet::new());
    let edges = track("writing links", &edges)
        .zip(own)
        .filter_map(|(it, id)| edge_fields(it, id, &ids).map(Value::Object))
        .collect();
    let mut written = Fields::new();
    written.insert("nodes".to_owned(), with_unknown_entries(nodes, stray_nodes));
    written.insert("edges".to_owned(), with_unknown_entries(edges, stray_edges));
    written.extend(board);
    Value::Object(written)
}

/// Inserts kept entries that were not nodes or edges at their old list indexes.
fn with_unknown_entries(mut list: Vec<Value>, strays: Option<Value>) -> Value {
    let Some(Value::Array(strays)) = strays else {
        return Value::Array(list);
    };
    let mut merged = Vec::with_capacity(list.len() + strays.len());
    let mut rest = list.drain(..);
    for stray in strays {
        let Some([Value::Number(index), entry]) = stray.as_array().map(Vec::as_slice) else {
            continue;
        };
        let index = index.as_u64().unwrap_or_default();
        while (merged.len() as u64) < index {
            let Some(next) = rest.next() else { break };
            merged.push(next);
        }
        merged.push(entry.clone());
    }
    merged.extend(rest);
    Value::Array(merged)
}

/// The id that a node or edge had in the file.
fn kept_id(data: &DataMap) -> Option<&str> {
    kept_data::get(data, NAME)?.get("id")?.as_str()
}

/// Node ids named by kept entries that are not edges. No node may be given one of them by accident.
fn dangling_ids(strays: Option<&Value>) -> HashSet<&str> {
    let strays = strays.and_then(Value::as_array).into_iter().flatten();
    strays
        .flat_map(|it| [&it[1]["fromNode"], &it[1]["toNode"]])
        .filter_map(Value::as_str)
        .collect()
}

/// The ids to write, all different: the id from the file (for the first node that has it),
/// otherwise the story's own id, lengthened if it is taken.
fn unique<'a>(
    kept: impl Iterator<Item = Option<&'a str>>,
    own: impl Iterator<Item = String>,
    avoided: &HashSet<&str>,
) -> Vec<String> {
    let mut taken: HashSet<String> = HashSet::new();
    let first: Vec<_> = kept
        .map(|it| it.filter(|it| taken.insert((*it).to_owned())))
        .collect();
    let id = |(first, own): (Option<&str>, String)| {
        let Some(first) = first else {
            let mut id = own;
            while avoided.contains(id.as_str()) || !taken.insert(id.clone()) {
                id.push('+');
            }
            return id;
        };
        first.to_owned()
    };
    first.into_iter().zip(own).map(id).collect()
}

/// The kept fields of a node, as long as its type is still the same: a node that has become a
/// group, or stopped being one, is written again.
fn kept_of(node: &Node) -> Option<&Fields> {
    let kept = kept_data::get(&node.data, NAME)?;
    ((NodeType::of(kept) == NodeType::Group) == (node.kind == "group")).then_some(kept)
}

fn node_type_of(node: &Node) -> NodeType {
    match kept_of(node) {
        Some(kept) => NodeType::of(kept),
        None if node.kind == "group" => NodeType::Group,
        None => NodeType::Text,
    }
}

fn node_fields(node: &Node, id: &str) -> Fields {
    let kept = kept_of(node);
    let node_type = node_type_of(node);
    let mut fields = Fields::new();
    fields.insert("id".to_owned(), id.into());
    match node_type {
        NodeType::Text => {
            fields.insert("type".to_owned(), "text".into());
            let text = kept_data::text_of(node);
            let original = kept.and_then(|it| it.get("text"));
            // A card without text may have had a value of another type, which `merged` takes.
            let is_other_value = original.is_some_and(|it| !it.is_string());
            if !(is_other_value && text.is_empty()) {
                let original = original.and_then(Value::as_str);
                let text = card_text::write((&node.title, text), original, kept.is_some());
                fields.insert("text".to_owned(), text.into());
            }
        }
        NodeType::Group => {
            fields.insert("type".to_owned(), "group".into());
            if kept.is_none_or(|it| title_of(it, "") != node.title) {
                fields.insert("label".to_owned(), node.title.as_str().into());
            }
        }
        NodeType::File | NodeType::Link | NodeType::Unknown => {}
    }
    let (width, height) = size(&node.layout, node_type);
    for (key, value) in [
        ("x", node.layout.x),
        ("y", node.layout.y),
        ("width", width),
        ("height", height),
    ] {
        fields.insert(key.to_owned(), length(kept, key, value));
    }
    let color = node.layout.color.as_deref();
    if let Some(color) = color.filter(|it| is_color(it)) {
        fields.insert("color".to_owned(), color.into());
    }
    merged(fields, kept, &NODE_FIELDS)
}

/// Merges kept fields into the written ones, in the order of the specification; unknown fields come
/// last, in file order.
fn merged(mut fields: Fields, kept: Option<&Fields>, order: &[&str]) -> Fields {
    for (key, value) in kept.into_iter().flatten() {
        if !fields.contains_key(key) {
            fields.insert(key.clone(), value.clone());
        }
    }
    let mut sorted = Fields::new();
    for key in order {
        if let Some(value) = fields.shift_remove(*key) {
            sorted.insert((*key).to_owned(), value);
        }
    }
    sorted.extend(fields);
    sorted
}

fn edge_fields(edge: &Edge, id: String, ids: &HashMap<NodeId, String>) -> Option<Fields> {
    let kept = kept_data::get(&edge.data, NAME);
    let mut fields = Fields::new();
    fields.insert("id".to_owned(), id.into());
    fields.insert(
        "fromNode".to_owned(),
        ids.get(&edge.record.from)?.as_str().into(),
    );
    fields.insert(
        "toNode".to_owned(),
        ids.get(&edge.record.to)?.as_str().into(),
    );
    if !edge.record.label.is_empty() {
        fields.insert("label".to_owned(), edge.record.label.as_str().into());
    }
    Some(merged(fields, kept, &EDGE_FIELDS))
}

/// What a canvas cannot represent of this story.
pub(super) fn losses(bundle: &Bundle) -> Vec<Loss> {
    let story = &bundle.story;
    let mut losses = Losses::of(bundle, &SUPPORT);
    if story.record.title != crate::UNTITLED {
        losses.add(LossKind::StoryTitle);
    }
    if story.record.start.is_some() && story.record.start != likely_start(story) {
        losses.add(LossKind::StoryStart);
    }
    let nodes = || story.nodes.values().map(|it| &**it);
    let has_place_for_text = |it: &&Node| node_type_of(it) == NodeType::Text;
    losses.add_nodes(
        LossKind::CanvasCardText,
        nodes().filter(|it| !has_place_for_text(it) && !kept_data::text_of(it).is_empty()),
    );
    losses.add_nodes(
        LossKind::CanvasCardTitle,
        nodes().filter(|it| {
            matches!(
                node_type_of(it),
                NodeType::File | NodeType::Link | NodeType::Unknown
            ) && kept_of(it).is_some_and(|kept| title_of(kept, "") != it.title)
        }),
    );
    let is_odd = |it: &String| !is_color(it);
    losses.add_nodes(
        LossKind::Colors,
        nodes().filter(|it| it.layout.color.as_ref().is_some_and(is_odd)),
    );
    losses.add_nodes(
        LossKind::GroupsExpanded,
        nodes().filter(|it| it.layout.collapsed),
    );
    losses.add_edges(
        LossKind::Conditions,
        story
            .edges
            .values()
            .map(|it| &**it)
            .filter(|it| it.record.condition.is_some()),
    );
    let edges = story.edges.values().map(|it| &**it);
    losses.add_edges(LossKind::OnceOnly, edges.filter(|it| it.record.once));
    losses.finish()
}
