//! Converts characters to cards: inside their picture if it is a PNG, as an archive if they were
//! imported with other files, otherwise as JSON.

use std::collections::HashSet;

use model::contents::{IMAGE, KV};
use model::{Node, NodeId};
use serde_json::{Map, Value, json};

use super::{CARD, LIST, NAME, fields, picture};
use crate::export::{Choices, FormatSupport, Losses};
use crate::text_folder::file_stems;
use crate::{Bundle, Folder, Loss, LossKind, PackedAsset};
use markup::kept_data;
use markup::progress::track;

const SUPPORT: FormatSupport = FormatSupport {
    format: NAME,
    capabilities: &[kept_data::TEXT, KV, IMAGE],
    kind: |it| matches!(it.kind.as_str(), "character" | "note"),
};

/// What cards cannot represent.
pub(super) fn losses(bundle: &Bundle) -> Vec<Loss> {
    let mut losses = Losses::of(bundle, &SUPPORT);
    let choices = Choices::of(&bundle.story);
    let nodes = || bundle.story.nodes.values().map(|it| &**it);
    let called: HashSet<NodeId> = nodes()
        .filter(|it| is_character(it))
        .flat_map(|it| notes(bundle, &choices, it))
        .map(|it| it.id)
        .collect();
    losses.add_nodes(
        LossKind::NotCharacters,
        nodes().filter(|it| !is_character(it) && !called.contains(&it.id)),
    );
    losses.add_nodes(
        LossKind::PicturesNotPng,
        nodes().filter(|it| {
            is_character(it) && asset(bundle, it).is_some_and(|it| it.mime != "image/png")
        }),
    );
    losses.finish()
}

fn is_character(node: &Node) -> bool {
    node.kind == "character"
}

/// The notes a character links to, without duplicates.
fn notes<'a>(bundle: &'a Bundle, choices: &Choices<'_>, node: &Node) -> Vec<&'a Node> {
    let mut seen = HashSet::new();
    let targets = choices.from(node.id).iter().map(|it| it.record.to);
    let notes = targets
        .filter_map(|it| bundle.story.nodes.get(&it))
        .map(|it| &**it);
    notes
        .filter(|it| it.kind == "note" && seen.insert(it.id))
        .collect()
}

fn asset<'a>(bundle: &'a Bundle, node: &Node) -> Option<&'a PackedAsset> {
    bundle.assets.get(&node.picture_asset()?)
}

fn characters(bundle: &Bundle) -> Vec<&Node> {
    let nodes = bundle.story.nodes.values().map(|it| &**it);
    nodes.filter(|it| is_character(it)).collect()
}

/// The file and its extension: a single character in the form it was imported in, several as an
/// archive.
pub(super) fn bytes(bundle: &Bundle) -> (Vec<u8>, &'static str) {
    let [node] = characters(bundle)[..] else {
        return (folder(bundle).pack(&[]), "zip");
    };
    let mut card = card(node, &notes(bundle, &Choices::of(&bundle.story), node));
    let title = bundle.story.record.title.as_str();
    if let Some(data) = card.get_mut("data").and_then(Value::as_object_mut) {
        fields::set_story_title(data, (title != node.title).then_some(title));
    }
    file(bundle, node, &card)
}

/// The file extension, without building the file where possible.
pub(super) fn extension(bundle: &Bundle) -> &'static str {
    match characters(bundle)[..] {
        [node] if has_files(node) => "charx",
        // Whether a picture can hold a card is only known after trying.
        [node] if picture_of(bundle, node).is_some() => bytes(bundle).1,
        [_] => "json",
        _ => "zip",
    }
}

/// All cards, and the file that lists them.
fn folder(bundle: &Bundle) -> Folder {
    let choices = Choices::of(&bundle.story);
    let characters = characters(bundle);
    let stems = file_stems(&characters);
    let (mut folder, mut names) = (Folder::default(), Vec::new());
    for node in track("writing nodes", characters) {
        let card = card(node, &notes(bundle, &choices, node));
        let (bytes, ending) = file(bundle, node, &card);
        let name = format!("{}.{ending}", stems[&node.id]);
        folder.put(format!("cards/{name}"), bytes);
        names.push(name);
    }
    let list = json!({ "format": "storyteller-cards", "version": 1, "title": bundle.story.record.title, "cards": names });
    folder.put(LIST, pretty(&list));
    folder
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

fn card(node: &Node, notes: &[&Node]) -> Map<String, Value> {
    let kept_card = kept_data::get(&node.data, NAME).and_then(|it| it.get("card")?.as_object());
    let mut card = kept_card.cloned().unwrap_or_else(fields::new_card);
    let Some(data) = card.get_mut("data").and_then(Value::as_object_mut) else {
        return card;
    };
    fields::overlay(data, node);
    let entries: Vec<_> = notes
        .iter()
        .enumerate()
        .map(|(place, note)| {
            let own = kept_data::get(&note.data, NAME).and_then(|it| it.get("entry")?.as_object());
            fields::entry(note, place, own)
        })
        .collect();
    if let Some(Value::Object(book)) = data.get_mut("character_book") {
        book.insert("entries".to_owned(), Value::Array(entries));
    } else if !entries.is_empty() {
        data.insert(
            "character_book".to_owned(),
            json!({ "extensions": {}, "entries": entries }),
        );
    }
    card
}

fn has_files(node: &Node) -> bool {
    kept_data::get(&node.data, NAME).is_some_and(|it| it.get("files").is_some_and(Value::is_object))
}

fn picture_of<'a>(bundle: &'a Bundle, node: &Node) -> Option<&'a PackedAsset> {
    asset(bundle, node).filter(|it| it.mime == "image/png")
}

fn file(bundle: &Bundle, node: &Node, card: &Map<String, Value>) -> (Vec<u8>, &'static str) {
    let json = Value::Object(card.clone());
    let files = kept_data::get(&node.data, NAME).and_then(|it| it.get("files")?.as_object());
    if let Some(files) = files {
        let mut archive = Folder::default();
        for (path, hash) in files {
            let asset = hash
                .as_str()
                .and_then(|it| bundle.assets.get(&it.parse().ok()?));
            if let Some(asset) = asset {
                archive.put(path.as_str(), asset.bytes.clone());
            }
        }
        archive.put(CARD, pretty(&json));
        return (archive.pack(&[]), "charx");
    }
    let image = picture_of(bundle, node);
    let key = if fields::text(card, "spec") == "chara_card_v3" {
        "ccv3"
    } else {
        "chara"
    };
    let picture = image.and_then(|it| {
        let (bare, ..) = picture::without_card(&it.bytes);
        picture::with_card(&bare, &[(key, json.to_string())])
    });
    picture.map_or_else(|| (pretty(&json).into_bytes(), "json"), |it| (it, "png"))
}
