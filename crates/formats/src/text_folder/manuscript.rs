//! The order that a manuscript gives to the scenes of a vault. The Longform plugin of Obsidian keeps
//! it in the properties of a note: `longform`, with the folder of the scenes and their names. Enter
//! through [`arrange`]. Not here: the order of notes without one (`reading_order.rs`).

use std::collections::{HashMap, HashSet};

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
    let mut ignored = Ignored::default();
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
        for pattern in names(manuscript.get("ignoredFiles")) {
            ignored.add(&folder, &pattern);
        }
        titles.extend(manuscript.get("title").map(words));
    }
    pages.retain(|it| it.page.text.is_some() || manuscript(it).is_none());
    for page in pages.iter_mut() {
        let is_scene = places.contains_key(&page.path);
        if !is_scene && (manuscript(page).is_some() || ignored.has(&page.path)) {
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

/// More patterns than this are not compared with every file.
const MAX_PATTERNS: usize = 100;

/// The files that manuscripts ignore.
#[derive(Default)]
struct Ignored {
    paths: HashSet<String>,
    /// How the paths begin and end that fit a pattern, in which `*` is any text.
    patterns: Vec<(String, String)>,
}

impl Ignored {
    fn add(&mut self, folder: &str, pattern: &str) {
        match pattern.split_once('*') {
            Some((start, end)) if self.patterns.len() < MAX_PATTERNS => {
                let pattern = (format!("{folder}{start}"), format!("{end}.md"));
                self.patterns.push(pattern);
            }
            Some(_) => {}
            None => _ = self.paths.insert(format!("{folder}{pattern}.md")),
        }
    }

    fn has(&self, path: &str) -> bool {
        let fits = |(start, end): &(String, String)| {
            let rest = path.strip_prefix(start.as_str());
            rest.is_some_and(|it| it.ends_with(end.as_str()))
        };
        self.paths.contains(path) || self.patterns.iter().any(fits)
    }
}
