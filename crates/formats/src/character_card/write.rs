//! Characters become cards: in their picture where it is a PNG, as an archive where files came with
//! them, else as JSON.

use std::collections::HashSet;

use model::{Node, NodeId};
use serde_json::{Map, Value, json};

use super::{CARD, LIST, NAME, fields, picture};
use crate::kept;
use crate::text_folder::file_stems;
use crate::watch::over;
use crate::writing::{Choices, Holds, Losses};
use crate::{Folder, Loss, Lost, PackedAsset, Parcel};

const HOLDS: Holds = Holds {
    format: NAME,
    capabilities: &[kept::TEXT, fields::KV, "image"],
    kind: |it| matches!(it.kind.as_str(), "character" | "note"),
};

/// What cards cannot hold.
pub(super) fn losses(parcel: &Parcel) -> Vec<Loss> {
    let mut losses = Losses::of(parcel, &HOLDS);
    let choices = Choices::of(&parcel.story);
    let nodes = || parcel.story.nodes.values().map(|it| &**it);
    let called: HashSet<NodeId> = nodes()
        .filter(|it| is_character(it))
        .flat_map(|it| notes(parcel, &choices, it))
        .map(|it| it.id)
        .collect();
    losses.nodes(
        Lost::NotCharacters,
        nodes().filter(|it| !is_character(it) && !called.contains(&it.id)),
    );
    losses.nodes(
        Lost::PicturesNotPng,
        nodes().filter(|it| {
            is_character(it) && asset(parcel, it).is_some_and(|it| it.mime != "image/png")
        }),
    );
    losses.done()
}

fn is_character(node: &Node) -> bool {
    node.kind == "character"
}

/// The notes a character links to, each once.
fn notes<'a>(parcel: &'a Parcel, choices: &Choices<'_>, node: &Node) -> Vec<&'a Node> {
    let mut seen = HashSet::new();
    let targets = choices.from(node.id).iter().map(|it| it.record.to);
    let notes = targets
        .filter_map(|it| parcel.story.nodes.get(&it))
        .map(|it| &**it);
    notes
        .filter(|it| it.kind == "note" && seen.insert(it.id))
        .collect()
}

fn asset<'a>(parcel: &'a Parcel, node: &Node) -> Option<&'a PackedAsset> {
    let hash = node.data.get("image")?.get("asset")?.as_str()?;
    parcel.assets.get(&hash.parse().ok()?)
}

fn characters(parcel: &Parcel) -> Vec<&Node> {
    let nodes = parcel.story.nodes.values().map(|it| &**it);
    nodes.filter(|it| is_character(it)).collect()
}

/// The bytes, and the ending their file has: of one character the card as it came, of several an
/// archive.
pub(super) fn bytes(parcel: &Parcel) -> (Vec<u8>, &'static str) {
    let [node] = characters(parcel)[..] else {
        return (folder(parcel).pack(&[]), "zip");
    };
    let mut card = card(node, &notes(parcel, &Choices::of(&parcel.story), node));
    let title = parcel.story.record.title.as_str();
    if let Some(data) = card.get_mut("data").and_then(Value::as_object_mut) {
        fields::say_story(data, (title != node.title).then_some(title));
    }
    file(parcel, node, &card)
}

/// The ending, without making the bytes.
pub(super) fn ending(parcel: &Parcel) -> &'static str {
    match characters(parcel)[..] {
        [node] if has_files(node) => "charx",
        // Whether a picture holds a card is not known before it is tried.
        [node] if picture_of(parcel, node).is_some() => bytes(parcel).1,
        [_] => "json",
        _ => "zip",
    }
}

/// All cards and the list of them.
fn folder(parcel: &Parcel) -> Folder {
    let choices = Choices::of(&parcel.story);
    let characters = characters(parcel);
    let stems = file_stems(&characters);
    let (mut folder, mut names) = (Folder::default(), Vec::new());
    for node in over("writing nodes", characters) {
        let card = card(node, &notes(parcel, &choices, node));
        let (bytes, ending) = file(parcel, node, &card);
        let name = format!("{}.{ending}", stems[&node.id]);
        folder.put(format!("cards/{name}"), bytes);
        names.push(name);
    }
    let list = json!({ "format": "storyteller-cards", "version": 1, "title": parcel.story.record.title, "cards": names });
    folder.put(LIST, pretty(&list));
    folder
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

fn card(node: &Node, notes: &[&Node]) -> Map<String, Value> {
    let kept_card = kept::of(&node.data, NAME).and_then(|it| it.get("card")?.as_object());
    let mut card = kept_card.cloned().unwrap_or_else(fields::new_card);
    let Some(data) = card.get_mut("data").and_then(Value::as_object_mut) else {
        return card;
    };
    fields::overlay(data, node);
    let entries: Vec<_> = notes
        .iter()
        .enumerate()
        .map(|(place, note)| {
            let own = kept::of(&note.data, NAME).and_then(|it| it.get("entry")?.as_object());
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
    kept::of(&node.data, NAME).is_some_and(|it| it.get("files").is_some_and(Value::is_object))
}

fn picture_of<'a>(parcel: &'a Parcel, node: &Node) -> Option<&'a PackedAsset> {
    asset(parcel, node).filter(|it| it.mime == "image/png")
}

fn file(parcel: &Parcel, node: &Node, card: &Map<String, Value>) -> (Vec<u8>, &'static str) {
    let json = Value::Object(card.clone());
    let files = kept::of(&node.data, NAME).and_then(|it| it.get("files")?.as_object());
    if let Some(files) = files {
        let mut archive = Folder::default();
        for (path, hash) in files {
            let asset = hash
                .as_str()
                .and_then(|it| parcel.assets.get(&it.parse().ok()?));
            if let Some(asset) = asset {
                archive.put(path.as_str(), asset.bytes.clone());
            }
        }
        archive.put(CARD, pretty(&json));
        return (archive.pack(&[]), "charx");
    }
    let image = picture_of(parcel, node);
    let key = if fields::text(card, "spec") == "chara_card_v3" {
        "ccv3"
    } else {
        "chara"
    };
    let picture = image.and_then(|it| {
        let (bare, ..) = picture::bare(&it.bytes);
        picture::with_card(&bare, &[(key, json.to_string())])
    });
    picture.map_or_else(|| (pretty(&json).into_bytes(), "json"), |it| (it, "png"))
}
