//! Maps the fields of a card to those of a node. The card is kept whole; on export, the fields that
//! the story represents overwrite those of the kept card, so unknown fields are never lost.

use model::Node;
use model::contents::{Attribute, Attributes};
use serde_json::{Map, Value, json};

use crate::import::tidy_title;
use markup::kept_data;

/// The card fields that become attributes of the character, under their own names.
const FIELDS: [&str; 10] = [
    "nickname",
    "personality",
    "scenario",
    "first_mes",
    "mes_example",
    "creator_notes",
    "system_prompt",
    "post_history_instructions",
    "creator",
    "character_version",
];
/// The attribute of a note that holds the trigger keys of a lorebook entry.
const KEYS: &str = "Keys";
/// The extension key for attributes without a card field of their own.
const EXTENSION_KEY: &str = "storyteller";

/// A text field; empty if it is missing.
pub(super) fn text<'a>(object: &'a Map<String, Value>, field: &str) -> &'a str {
    object
        .get(field)
        .and_then(Value::as_str)
        .unwrap_or_default()
}

fn joined(value: Option<&Value>) -> String {
    let items = value.and_then(Value::as_array).into_iter().flatten();
    items
        .filter_map(Value::as_str)
        .collect::<Vec<_>>()
        .join(", ")
}

/// The character's attributes, from the card.
pub(super) fn attributes(data: &Map<String, Value>) -> Attributes {
    let mut attributes: Attributes = FIELDS
        .iter()
        .filter(|it| !text(data, it).is_empty())
        .map(|it| Attribute::new(*it, text(data, it)))
        .collect();
    let tags = joined(data.get("tags"));
    if !tags.is_empty() {
        attributes.items.push(Attribute::new("tags", tags));
    }
    let own = data
        .get("extensions")
        .and_then(|it| it.get(EXTENSION_KEY)?.get("attributes")?.as_array());
    for item in own.into_iter().flatten() {
        if let (Some(key), Some(value)) = (item["k"].as_str(), item["v"].as_str()) {
            let mut known = attributes.items.iter();
            let is_new = known.all(|it| !it.k.eq_ignore_ascii_case(key));
            if is_new && !key.trim().is_empty() {
                attributes.items.push(Attribute::new(key, value));
            }
        }
    }
    attributes
}

/// A node's attributes.
fn items(node: &Node) -> Vec<(&str, &str)> {
    node.attributes().collect()
}

fn item<'a>(items: &[(&str, &'a str)], key: &str) -> &'a str {
    items
        .iter()
        .find(|it| it.0.eq_ignore_ascii_case(key))
        .map_or("", |it| it.1)
}

/// Sets a text field if it differs; a missing field is not added for an empty text.
fn set(object: &mut Map<String, Value>, field: &str, value: &str) {
    if text(object, field) != value {
        object.insert(field.to_owned(), json!(value));
    }
}

fn set_list(object: &mut Map<String, Value>, field: &str, words: &str) {
    if joined(object.get(field)) != words {
        let list: Vec<_> = words
            .split(',')
            .map(str::trim)
            .filter(|it| !it.is_empty())
            .collect();
        object.insert(field.to_owned(), json!(list));
    }
}

/// Stores the title of a story with a single card, unless it equals the character's name.
pub(super) fn set_story_title(data: &mut Map<String, Value>, title: Option<&str>) {
    let extensions = data.entry("extensions").or_insert_with(|| json!({}));
    let Some(extensions) = extensions.as_object_mut() else {
        return;
    };
    if let Some(title) = title {
        let own = extensions.entry(EXTENSION_KEY).or_insert_with(|| json!({}));
        if let Some(own) = own.as_object_mut() {
            own.insert("story".to_owned(), json!(title));
        }
    }
}

/// The story title stored in the card.
pub(super) fn story_title(data: &Map<String, Value>) -> Option<&str> {
    data.get("extensions")?
        .get(EXTENSION_KEY)?
        .get("story")?
        .as_str()
}

/// Overwrites the fields of the original card with those of the character.
pub(super) fn overlay(data: &mut Map<String, Value>, node: &Node) {
    if tidy_title(text(data, "name"), "Untitled") != node.title {
        set(data, "name", &node.title);
    }
    set(data, "description", kept_data::text_of(node));
    let items = items(node);
    for field in FIELDS {
        set(data, field, item(&items, field));
    }
    set_list(data, "tags", item(&items, "tags"));
    let is_own = |key: &str| {
        FIELDS
            .iter()
            .chain(&["tags"])
            .all(|it| !it.eq_ignore_ascii_case(key))
    };
    let own: Vec<_> = items
        .iter()
        .filter(|it| is_own(it.0))
        .map(|it| Attribute::new(it.0, it.1))
        .collect();
    let extensions = data.entry("extensions").or_insert_with(|| json!({}));
    if let Some(extensions) = extensions.as_object_mut() {
        if own.is_empty() {
            extensions.shift_remove(EXTENSION_KEY);
        } else {
            extensions.insert(EXTENSION_KEY.to_owned(), json!({ "attributes": own }));
        }
    }
}

/// A card for a character that was not imported from one.
pub(super) fn new_card() -> Map<String, Value> {
    let mut data = Map::new();
    for field in ["name", "description"].iter().chain(&FIELDS[1..]) {
        data.insert((*field).to_owned(), json!(""));
    }
    for field in ["alternate_greetings", "group_only_greetings", "tags"] {
        data.insert(field.to_owned(), json!([]));
    }
    data.insert("extensions".to_owned(), json!({}));
    Map::from_iter([
        ("spec".to_owned(), json!("chara_card_v3")),
        ("spec_version".to_owned(), json!("3.0")),
        ("data".to_owned(), Value::Object(data)),
    ])
}

/// A display title for a lorebook entry.
pub(super) fn entry_title(entry: &Map<String, Value>) -> String {
    let first = entry.get("keys").and_then(|it| it.get(0)?.as_str());
    let names = [
        text(entry, "name"),
        text(entry, "comment"),
        first.unwrap_or_default(),
    ];
    let name = names.into_iter().find(|it| !it.trim().is_empty());
    tidy_title(name.unwrap_or_default(), "Untitled")
}

/// The attributes of the note for an entry.
pub(super) fn entry_attributes(entry: &Map<String, Value>) -> Attributes {
    let keys = joined(entry.get("keys"));
    let keys = Some(keys).filter(|it| !it.is_empty());
    keys.map(|it| Attribute::new(KEYS, it))
        .into_iter()
        .collect()
}

/// The lorebook entry for a note, based on the entry it was imported from.
pub(super) fn entry(note: &Node, place: usize, came_from: Option<&Map<String, Value>>) -> Value {
    let mut entry = came_from.cloned().unwrap_or_else(|| {
        Map::from_iter([
            ("keys".to_owned(), json!([note.title])),
            ("content".to_owned(), json!("")),
            ("extensions".to_owned(), json!({})),
            ("enabled".to_owned(), json!(true)),
            ("insertion_order".to_owned(), json!(place)),
            ("use_regex".to_owned(), json!(false)),
        ])
    });
    if entry_title(&entry) != note.title {
        set(&mut entry, "name", &note.title);
    }
    set(&mut entry, "content", kept_data::text_of(note));
    let items = items(note);
    let keys = item(&items, KEYS);
    if !keys.is_empty() || came_from.is_some() {
        set_list(&mut entry, "keys", keys);
    }
    Value::Object(entry)
}
