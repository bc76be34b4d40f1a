//! Converts cards to characters with their pictures, and lorebook entries to notes.

use std::sync::Arc;

use model::contents::{Attributes, Content as _, Picture};
use model::{
    AssetId, ContentHash, Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, Story, StoryId, World,
};
use serde_json::{Map, Value, json};

use super::{CARD, LIST, NAME, fields, picture};
use crate::folder::MAX_BYTES;
use crate::import::{check_counts, decode, lay_out_unplaced, parse_json, tidy_title};
use crate::{
    Bundle, Folder, FormatError, FormatErrorKind, ImportWarning, PackedAsset, Warning, is_archive,
};
use markup::kept_data::{self, DataMap, set_text};
use markup::progress::track;

/// Reads a file with one card or several.
pub(super) fn read_bundle(
    bytes: &[u8],
    world: &dyn World,
) -> Result<(Bundle, Vec<Warning>), FormatError> {
    let mut reader = Reader {
        bundle: Bundle::new(Story::new(StoryId(world.new_id()), "")),
        warnings: Vec::new(),
        world,
        left: MAX_BYTES,
    };
    let several = is_archive(bytes)
        .then(|| Folder::unpack(bytes))
        .transpose()?;
    match several.filter(|it| it.files.contains_key(LIST)) {
        Some(folder) => reader.list(&folder)?,
        None => reader.file(bytes)?,
    }
    reader.place();
    Ok((reader.bundle, reader.warnings))
}

struct Reader<'a> {
    bundle: Bundle,
    warnings: Vec<Warning>,
    world: &'a dyn World,
    /// The number of bytes that nested archives may still unpack to.
    left: u64,
}

impl Reader<'_> {
    fn list(&mut self, folder: &Folder) -> Result<(), FormatError> {
        let (text, warnings) = decode(&folder.files[LIST]).map_err(|it| it.in_file(LIST))?;
        let located = warnings.into_iter().map(|it| it.in_file(LIST));
        self.warnings.extend(located);
        let list: Map<String, Value> = parse_json(&text).map_err(|it| it.in_file(LIST))?;
        let finder = folder.lookup();
        for name in list
            .get("cards")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            let path = format!("cards/{}", name.as_str().unwrap_or_default());
            let Some((_, bytes)) = finder.file(&path) else {
                let missing = Warning::for_file(ImportWarning::CardMissing {});
                self.warnings.push(missing.in_file(&path));
                continue;
            };
            let before = self.warnings.len();
            self.file(bytes).map_err(|it| it.in_file(&path))?;
            for warning in &mut self.warnings[before..] {
                *warning = warning.clone().in_file(&path);
            }
        }
        fields::text(&list, "title").clone_into(&mut self.bundle.story.record.title);
        Ok(())
    }

    fn file(&mut self, bytes: &[u8]) -> Result<(), FormatError> {
        if picture::is_png(bytes) {
            let card = picture::card(bytes)
                .ok_or_else(|| FormatError::for_file(FormatErrorKind::CardNotInPicture {}))?;
            let (bare, width, height) = picture::without_card(bytes);
            let image = self.asset("image/png", bare);
            return self.card(&card, Some((image, width, height)), None);
        }
        if !is_archive(bytes) {
            return self.card(bytes, None, None);
        }
        let (folder, _) = Folder::unpack_selected(bytes, self.left, |_| true)?;
        let unpacked: usize = folder.files.values().map(Vec::len).sum();
        self.left -= unpacked as u64;
        let Some(card) = folder.files.get(CARD) else {
            return Err(FormatError::for_file(FormatErrorKind::CardFileMissing {}));
        };
        let mut files = Map::new();
        for (path, bytes) in folder.files.iter().filter(|it| it.0 != CARD) {
            let ending = path.rsplit_once('.').map_or("", |it| it.1).to_lowercase();
            let mime = match ending.as_str() {
                "png" => "image/png",
                "jpg" | "jpeg" => "image/jpeg",
                "webp" => "image/webp",
                _ => "application/octet-stream",
            };
            let hash = self.asset(mime, bytes.clone());
            files.insert(path.clone(), json!(hash));
        }
        self.card(card, None, Some(files))
    }

    fn asset(&mut self, mime: &str, bytes: Vec<u8>) -> AssetId {
        let hash = ContentHash::of(&bytes);
        let asset = PackedAsset {
            mime: mime.to_owned(),
            bytes,
        };
        self.bundle.assets.entry(hash).or_insert(asset);
        hash
    }

    fn card(
        &mut self,
        json: &[u8],
        image: Option<(AssetId, u32, u32)>,
        files: Option<Map<String, Value>>,
    ) -> Result<(), FormatError> {
        let (text, warnings) = decode(json)?;
        self.warnings.extend(warnings);
        let mut card: Map<String, Value> = parse_json(&text)?;
        if !card.get("data").is_some_and(Value::is_object) {
            if !card.contains_key("first_mes") && !card.contains_key("description") {
                return Err(FormatError::for_file(FormatErrorKind::NotCharacterCard {}));
            }
            // Version 1 had all fields at the top level.
            card = Map::from_iter([
                ("spec".to_owned(), json!("chara_card_v2")),
                ("spec_version".to_owned(), json!("2.0")),
                ("data".to_owned(), Value::Object(card)),
            ]);
        }
        let Some(Value::Object(data)) = card.get_mut("data") else {
            return Ok(());
        };
        let entries = match data
            .get_mut("character_book")
            .and_then(|it| it.get_mut("entries"))
        {
            Some(Value::Array(entries)) => std::mem::take(entries),
            _ => Vec::new(),
        };
        let title = tidy_title(fields::text(data, "name"), "Untitled");
        let mut of_node = DataMap::new();
        set_text(&mut of_node, fields::text(data, "description"));
        let attributes = fields::attributes(data);
        let image = image.or_else(|| self.icon(data, files.as_ref()?));
        if let Some((asset, width, height)) = image {
            let mime = self.bundle.assets.get(&asset).map(|it| it.mime.clone());
            let image = Picture {
                asset,
                mime: mime.unwrap_or_default(),
                prompt: String::new(),
                ratio: String::new(),
                model: String::new(),
                seed: None,
                width,
                height,
                origin: String::new(),
            };
            image.store_in(&mut of_node);
        }
        let story = fields::story_title(data).unwrap_or(&title).to_owned();
        let mut own = Map::from_iter([("card".to_owned(), Value::Object(card))]);
        if let Some(files) = files {
            own.insert("files".to_owned(), Value::Object(files));
        }
        if self.bundle.story.record.title.is_empty() {
            self.bundle.story.record.title = story;
        }
        let character = self.node(title, "character", of_node, attributes, own);
        check_counts(self.bundle.story.nodes.len() + entries.len(), entries.len())?;
        for (place, entry) in track("reading nodes", entries).enumerate() {
            let Value::Object(entry) = entry else {
                continue;
            };
            let mut data = DataMap::new();
            set_text(&mut data, fields::text(&entry, "content"));
            let (title, items) = (
                fields::entry_title(&entry),
                fields::entry_attributes(&entry),
            );
            let own = Map::from_iter([("entry".to_owned(), Value::Object(entry))]);
            let note = self.node(title, "note", data, items, own);
            let record = EdgeRecord::link(
                character,
                note,
                "",
                u32::try_from(place).unwrap_or(u32::MAX),
            );
            let id = EdgeId(self.world.new_id());
            let edge = Edge {
                id,
                record,
                data: DataMap::new(),
            };
            self.bundle.story.edges.insert(id, Arc::new(edge));
        }
        Ok(())
    }

    /// The picture that an archive contains for its character.
    fn icon(
        &self,
        data: &Map<String, Value>,
        files: &Map<String, Value>,
    ) -> Option<(AssetId, u32, u32)> {
        let listed = data
            .get("assets")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        let icons = listed
            .filter(|it| it["type"] == "icon")
            .filter_map(|it| it["uri"].as_str());
        let mut hashes = icons.filter_map(|uri| {
            let path = uri
                .strip_prefix("embeded://")
                .or_else(|| uri.strip_prefix("embedded://"))?;
            files.get(path)?.as_str()
        });
        let id = hashes.next()?.parse().ok()?;
        let asset = self.bundle.assets.get(&id)?;
        let (_, width, height) = picture::without_card(&asset.bytes);
        asset
            .mime
            .starts_with("image/")
            .then_some((id, width, height))
    }

    fn node(
        &mut self,
        title: String,
        kind: &str,
        mut data: DataMap,
        attributes: Attributes,
        own: Map<String, Value>,
    ) -> NodeId {
        if !attributes.items.is_empty() {
            attributes.store_in(&mut data);
        }
        kept_data::set(&mut data, NAME, own);
        let id = NodeId(self.world.new_id());
        let node = Node {
            id,
            title,
            kind: kind.to_owned(),
            layout: Layout::default(),
            data,
        };
        self.bundle.story.nodes.insert(id, Arc::new(node));
        id
    }

    fn place(&mut self) {
        let story = &mut self.bundle.story;
        let index = |id: &NodeId| story.nodes.get_index_of(id);
        let pairs = story.edges.values();
        let pairs: Vec<_> = pairs
            .filter_map(|it| Some((index(&it.record.from)?, index(&it.record.to)?)))
            .collect();
        let start = if story.nodes.is_empty() {
            None
        } else {
            Some(0)
        };
        let places = lay_out_unplaced(&vec![None; story.nodes.len()], &pairs, start);
        for (node, place) in story.nodes.values_mut().zip(places) {
            if let Some((x, y)) = place {
                let layout = &mut Arc::make_mut(node).layout;
                (layout.x, layout.y) = (x, y);
            }
        }
    }
}
