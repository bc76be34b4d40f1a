//! Converts a story to a folder. Everything is ordered by id, so that unchanged parts are written
//! unchanged.

use std::collections::HashMap;

use model::contents::Prose;
use model::{Edge, Kind, Layout, Node, NodeId, part};
use serde_json::{Map, Value, json};

use super::file_names::file_names;
use super::front_matter::{compose, yaml};
use super::{ASSETS, FORMAT, NAME, NODES, STORY_FILE, VERSION};
use crate::export::Choices;
use crate::{Bundle, Folder};
use markup::kept_data::{self, DataMap, TEXT};
use markup::progress::track;

/// The file extension of each known media type.
pub(super) const EXTENSIONS: [(&str, &str); 13] = [
    ("image/png", "png"),
    ("image/jpeg", "jpg"),
    ("image/webp", "webp"),
    ("image/gif", "gif"),
    ("image/svg+xml", "svg"),
    ("image/avif", "avif"),
    ("audio/mpeg", "mp3"),
    ("audio/ogg", "ogg"),
    ("audio/wav", "wav"),
    ("audio/mp4", "m4a"),
    ("audio/flac", "flac"),
    ("audio/aac", "aac"),
    ("video/mp4", "mp4"),
];

/// Builds the whole folder.
pub(super) fn folder(bundle: &Bundle) -> Folder {
    let story = &bundle.story;
    let mut nodes: Vec<_> = story.nodes.values().map(|it| &**it).collect();
    nodes.sort_by_key(|it| it.id);
    let names = file_names(&nodes);
    let choices = Choices::of(story);
    let mut folder = Folder::default();
    for node in track("writing nodes", nodes) {
        let head = head(node, choices.from(node.id), &names);
        let file = compose(&head, prose(node));
        folder.put(format!("{NODES}{}", names[&node.id]), file);
    }
    for (hash, asset) in &bundle.assets {
        let ending = EXTENSIONS.iter().find(|it| it.0 == asset.mime);
        let ending = ending.map_or("bin", |it| it.1);
        folder.put(format!("{ASSETS}{hash}.{ending}"), asset.bytes.clone());
    }
    folder.put(STORY_FILE, yaml(&story_fields(bundle, &names)));
    folder
}

fn story_fields(bundle: &Bundle, names: &HashMap<NodeId, String>) -> Map<String, Value> {
    let story = &bundle.story;
    let (data, own) = kept_data::split(&story.data, NAME);
    let mut fields = Map::new();
    fields.insert("format".to_owned(), json!(FORMAT));
    fields.insert("version".to_owned(), json!(VERSION));
    fields.insert("id".to_owned(), json!(story.id));
    fields.insert("title".to_owned(), json!(story.record.title));
    if let Some(start) = story.record.start.and_then(|it| names.get(&it)) {
        fields.insert("start".to_owned(), json!(start));
    }
    let colors = story.record.tag_colors.iter();
    let colors = colors.map(|(tag, color)| (tag.clone(), json!(color)));
    insert_full(&mut fields, "tag_colors", colors.collect());
    if let Some(goal) = story.record.word_goal {
        fields.insert("word_goal".to_owned(), json!(goal));
    }
    let built_in = Kind::built_in();
    let kinds: Map<_, _> = story
        .kinds
        .iter()
        .filter(|(name, kind)| built_in.get(*name) != Some(kind))
        .map(|(name, kind)| {
            // Most kinds consist of a list of capabilities only.
            let written = match kind.fields.is_empty() {
                true => json!(kind.capabilities),
                false => json!(kind),
            };
            (name.clone(), written)
        })
        .collect();
    let unusual = bundle
        .assets
        .iter()
        .filter(|(_, asset)| EXTENSIONS.iter().all(|it| it.0 != asset.mime));
    let unusual: Map<_, _> = unusual
        .map(|(hash, it)| (hash.to_string(), json!(it.mime)))
        .collect();
    insert_full(&mut fields, "kinds", kinds);
    insert_full(&mut fields, "assets", unusual);
    insert_full(&mut fields, "data", data_fields(&data));
    append_foreign(&mut fields, own);
    fields
}

fn head(node: &Node, edges: &[&Edge], names: &HashMap<NodeId, String>) -> Map<String, Value> {
    let (mut data, mut own) = kept_data::split(&node.data, NAME);
    let mut head = Map::new();
    head.insert("id".to_owned(), json!(node.id));
    head.insert("title".to_owned(), json!(node.title));
    head.insert("kind".to_owned(), json!(node.kind));
    if let Some(group) = node.layout.parent.and_then(|it| names.get(&it)) {
        head.insert("group".to_owned(), json!(group));
    }
    head.insert("at".to_owned(), Value::Object(place(&node.layout)));
    let links = edges.iter().filter(|it| names.contains_key(&it.record.to));
    let mut links: Vec<_> = links
        .enumerate()
        .map(|(index, edge)| Value::Object(link(edge, index, names)))
        .collect();
    // Broken links come after the working ones.
    if let Some(Value::Array(broken)) = own.shift_remove("links") {
        links.extend(broken);
    }
    head.insert("links".to_owned(), Value::Array(links));
    without_prose(&mut data);
    insert_full(&mut head, "data", data_fields(&data));
    append_foreign(&mut head, own);
    head
}

fn link(edge: &Edge, index: usize, names: &HashMap<NodeId, String>) -> Map<String, Value> {
    let record = &edge.record;
    let (data, own) = kept_data::split(&edge.data, NAME);
    let mut link = Map::new();
    link.insert("to".to_owned(), json!(names[&record.to]));
    if !record.label.is_empty() {
        link.insert("label".to_owned(), json!(record.label));
    }
    if let Some(condition) = &record.condition {
        link.insert("condition".to_owned(), json!(condition));
    }
    if let Some(effect) = &record.effect {
        link.insert("effect".to_owned(), json!(effect));
    }
    let signs = [
        ("dynamic", record.dynamic),
        ("includes", record.includes),
        ("once", record.once),
    ];
    for (name, holds) in signs {
        if holds {
            link.insert(name.to_owned(), json!(true));
        }
    }
    // The list position implies the order, unless the author left gaps.
    if record.order as usize != index {
        link.insert("order".to_owned(), json!(record.order));
    }
    link.insert("id".to_owned(), json!(edge.id));
    insert_full(&mut link, "data", data_fields(&data));
    append_foreign(&mut link, own);
    link
}

fn place(layout: &Layout) -> Map<String, Value> {
    let mut at = Map::new();
    at.insert("x".to_owned(), number(layout.x));
    at.insert("y".to_owned(), number(layout.y));
    let sizes = [("width", layout.width), ("height", layout.height)];
    for (name, size) in sizes {
        if let Some(size) = size {
            at.insert(name.to_owned(), number(size));
        }
    }
    if let Some(color) = &layout.color {
        at.insert("color".to_owned(), json!(color));
    }
    if layout.collapsed {
        at.insert("collapsed".to_owned(), json!(true));
    }
    at
}

/// A length, as an integer if it has no fraction.
fn number(length: f64) -> Value {
    let whole = length as i64;
    if length.is_finite() && whole as f64 == length {
        json!(whole)
    } else {
        json!(if length.is_finite() { length } else { 0.0 })
    }
}

fn prose(node: &Node) -> Option<&str> {
    Prose::text_in(node.data.get(TEXT)?)
}

/// Removes the prose from the data of its capability.
fn without_prose(data: &mut DataMap) {
    // Data of another shape is not prose and stays with the fields.
    if data
        .get(TEXT)
        .and_then(|it| Prose::only_text_in(it))
        .is_some()
    {
        data.remove(TEXT);
    }
}

fn data_fields(data: &DataMap) -> Map<String, Value> {
    let fields = data.iter().filter(|it| **it.0 != *part::LAYOUT);
    fields
        .map(|(name, value)| (name.to_string(), (**value).clone()))
        .collect()
}

fn insert_full(fields: &mut Map<String, Value>, name: &str, map: Map<String, Value>) {
    if !map.is_empty() {
        fields.insert(name.to_owned(), Value::Object(map));
    }
}

/// Adds kept fields below ours; ours win if a name is used twice.
fn append_foreign(fields: &mut Map<String, Value>, own: Map<String, Value>) {
    for (name, value) in own {
        if !fields.contains_key(&name) {
            fields.insert(name, value);
        }
    }
}
