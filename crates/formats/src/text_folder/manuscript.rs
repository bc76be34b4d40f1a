//! The order that a manuscript gives to the scenes of a vault. The Longform plugin of Obsidian keeps
//! it in the properties of a note: `longform`, with the folder of the scenes and their names. Enter
//! through [`arrange`]. Not here: the order of notes without one (`reading_order.rs`).

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::fields::words;
use super::node_files::NodeFile;

/// The property that holds a manuscript.
const PROPERTY: &str = "longform";

/// Puts the scenes of manuscripts first, in their order. Files that a manuscript ignores become notes,
/// as does the note that holds it; if it holds nothing else, it is removed. Returns the title of the
/// manuscripts, unless they have different ones.
pub(super) fn arrange(pages: &mut Vec<NodeFile>) -> Option<String> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut ignored: Vec<(String, String)> = Vec::new();
    let mut titles: Vec<String> = Vec::new();
    for page in pages.iter() {
        let Some(manuscript) = manuscript(page) else {
            continue;
        };
        let folder = scene_folder(&page.path, manuscript);
        for name in names(manuscript.get("scenes")) {
            let place = places.len();
            places.entry(format!("{folder}{name}.md")).or_insert(place);
        }
        let patterns = names(manuscript.get("ignoredFiles")).into_iter();
        ignored.extend(patterns.map(|it| (folder.clone(), it)));
        titles.extend(manuscript.get("title").map(words));
    }
    pages.retain(|it| it.page.text.is_some() || manuscript(it).is_none());
    for page in pages.iter_mut() {
        let is_scene = places.contains_key(&page.path);
        let is_ignored = || ignored.iter().any(|it| is_ignored_by(&page.path, it));
        if !is_scene && (manuscript(page).is_some() || is_ignored()) {
            let kind = || Value::String("note".to_owned());
            page.page.head.entry("kind").or_insert_with(kind);
        }
    }
    // Stable, so that the others stay in the order of their names.
    pages.sort_by_key(|it| places.get(&it.path).copied().unwrap_or(usize::MAX));
    titles.retain(|it| !it.trim().is_empty());
    titles.dedup();
    match titles.as_slice() {
        [_] => titles.pop(),
        _ => None,
    }
}

/// The manuscript in a note. One that is a single text is a note like others.
fn manuscript(note: &NodeFile) -> Option<&Map<String, Value>> {
    let manuscript = note.page.head.get(PROPERTY)?.as_object()?;
    manuscript.get("scenes")?.as_array()?;
    Some(manuscript)
}

/// The folder of the scenes, beside the manuscript's note, ready to have a name added.
fn scene_folder(note: &str, manuscript: &Map<String, Value>) -> String {
    let beside = note.rfind('/').map_or("", |end| &note[..=end]);
    let folder = manuscript.get("sceneFolder").map(words).unwrap_or_default();
    match folder.trim_matches(['/', '.']) {
        "" => beside.to_owned(),
        folder => format!("{beside}{folder}/"),
    }
}

/// The names in a list. A scene that belongs to the one before it is in a list of its own.
fn names(list: Option<&Value>) -> Vec<String> {
    match list {
        Some(Value::Array(items)) => items.iter().flat_map(|it| names(Some(it))).collect(),
        Some(Value::Null | Value::Object(_)) | None => Vec::new(),
        Some(name) => vec![words(name)],
    }
}

/// Whether a file of this folder has a name that fits the pattern, in which `*` is any text.
fn is_ignored_by(path: &str, (folder, pattern): &(String, String)) -> bool {
    let name = path.strip_prefix(folder.as_str());
    let Some(name) = name.and_then(|it| it.strip_suffix(".md")) else {
        return false;
    };
    match pattern.split_once('*') {
        Some((start, end)) => {
            name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
        }
        None => name == pattern,
    }
}
