//! Notes of another program, such as a vault of Obsidian, as nodes of a story: their properties
//! become attributes, their links name nodes, and the first picture in a note is that of its node.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use markup::kept_data::{self, DataMap};
use model::analysis::is_page_kind;
use model::contents::{Attribute, Attributes, Content as _};
use model::{AssetId, NodeId};
use serde_json::{Map, Value};

use super::fields::words;
use super::node_files::{FileIndex, NodeFile, file_name};
use super::prose_links::{self, MarkdownLink};
use crate::import::{kind_of_folder, set_picture};
use crate::obsidian::{Heading, WikiLink, replace_links};
use crate::{Folder, PackedAsset};

/// The notes of a folder.
pub(super) struct Notes<'a> {
    folder: &'a Folder,
    names: &'a FileIndex,
    titles: HashMap<NodeId, String>,
    kinds: HashMap<NodeId, String>,
    /// The files that are not notes, by the names that links call them by.
    others: HashMap<String, &'a str>,
}

/// The text of a note as a story has it, and the pictures it showed, by their paths.
struct Converted<'a> {
    text: String,
    pictures: Vec<&'a str>,
}

impl<'a> Notes<'a> {
    pub(super) fn of(folder: &'a Folder, names: &'a FileIndex, pages: &[NodeFile]) -> Self {
        let known = || pages.iter().filter_map(|it| Some((it, it.id?)));
        let titles = known().map(|(it, id)| (id, it.title.clone()));
        let kinds = known().map(|(it, id)| (id, kind_of(it)));
        let mut others = HashMap::new();
        for path in folder.files.keys().filter(|it| !it.ends_with(".md")) {
            for name in [path.as_str(), file_name(path)] {
                others.entry(name.to_lowercase()).or_insert(path.as_str());
            }
        }
        Self {
            folder,
            names,
            titles: titles.collect(),
            kinds: kinds.collect(),
            others,
        }
    }

    /// The kind of a note's node.
    pub(super) fn kind(&self, id: NodeId) -> Option<String> {
        self.kinds.get(&id).cloned()
    }

    /// Whether a link only mentions a person, a place or a note in a scene: nobody reads on there.
    pub(super) fn is_mention(&self, from: NodeId, to: NodeId) -> bool {
        let is_page = |id| self.kinds.get(&id).is_none_or(|it| is_page_kind(it));
        is_page(from) && !is_page(to)
    }

    /// Fills the data of a node with what is in its note, and removes that from `properties`. Returns
    /// how many pictures are left out; the paths of those that are not are added to `used`.
    pub(super) fn fill(
        &self,
        note: &NodeFile,
        properties: &mut Map<String, Value>,
        (data, assets): (&mut DataMap, &mut BTreeMap<AssetId, PackedAsset>),
        used: &mut BTreeSet<&'a str>,
    ) -> usize {
        let attributes = take_attributes(properties);
        if !attributes.items.is_empty() {
            data.insert(
                Attributes::CAPABILITY.into(),
                Arc::new(attributes.to_data()),
            );
        }
        let Some(text) = &note.page.text else {
            return 0;
        };
        let Converted { text, pictures } = self.convert(text, note);
        kept_data::set_text(data, text);
        let file = |path: &&str| self.folder.files.get(*path).map(Vec::as_slice);
        let shown = pictures
            .iter()
            .copied()
            .find(|path| file(path).is_some_and(|it| set_picture(assets, data, it)));
        used.extend(shown);
        pictures.len() - usize::from(shown.is_some())
    }

    fn convert(&self, text: &str, note: &NodeFile) -> Converted<'a> {
        let text = match Heading::at_start(text) {
            Some((heading, rest)) if heading.title == note.title => rest,
            _ => text,
        };
        let mut pictures = Vec::new();
        let (mut made, mut in_code) = (String::with_capacity(text.len()), false);
        for line in text.split_inclusive('\n') {
            if line.trim_start().starts_with("```") {
                in_code = !in_code;
            } else if !in_code && line.contains('[') {
                let before = pictures.len();
                let line = self.converted_line(line, note.id, &mut pictures);
                // A picture may have been all that the line held.
                if pictures.len() == before || !line.trim().is_empty() {
                    made.push_str(&line);
                }
                continue;
            }
            made.push_str(line);
        }
        let text = if pictures.is_empty() {
            &made
        } else {
            made.trim_end()
        };
        Converted {
            text: text.to_owned(),
            pictures,
        }
    }

    fn converted_line(
        &self,
        line: &str,
        from: Option<NodeId>,
        pictures: &mut Vec<&'a str>,
    ) -> String {
        let line = replace_links(line, |link| self.wiki_link(link, from, pictures));
        prose_links::replace_markdown(&line, |link| self.markdown_link(link, from, pictures))
    }

    fn wiki_link(
        &self,
        link: &WikiLink<'_>,
        from: Option<NodeId>,
        pictures: &mut Vec<&'a str>,
    ) -> String {
        if link.is_picture() {
            return match self.other(link.target) {
                Some(path) => {
                    pictures.push(path);
                    String::new()
                }
                None => link.as_markdown_picture(),
            };
        }
        let target = link.target.split('#').next().unwrap_or_default().trim();
        if target.is_empty() {
            // A heading of the same note.
            return link.words().trim_start_matches('#').to_owned();
        }
        self.link(from, target, link.words.unwrap_or(target))
            .unwrap_or_else(|| link.swapped())
    }

    fn markdown_link(
        &self,
        link: &MarkdownLink<'_>,
        from: Option<NodeId>,
        pictures: &mut Vec<&'a str>,
    ) -> Option<String> {
        if link.is_picture {
            pictures.push(self.other(&link.target)?);
            return Some(String::new());
        }
        self.link(from, &link.target, link.words)
    }

    /// A link to another note as a story has it; a mention is its words alone. `None` if there is no
    /// such note.
    fn link(&self, from: Option<NodeId>, target: &str, words: &str) -> Option<String> {
        let to = self.names.find(target)?;
        let title = self.titles.get(&to)?;
        let words = if words.trim().is_empty() {
            title
        } else {
            words
        };
        if self.is_mention(from?, to) {
            return Some(words.to_owned());
        }
        // Nothing can link to such a title in double brackets.
        let can_be_linked = !title.contains(['[', ']', '|']);
        can_be_linked.then(|| match words == title {
            true => format!("[[{title}]]"),
            false => format!("[[{words}|{title}]]"),
        })
    }

    fn other(&self, target: &str) -> Option<&'a str> {
        let target = target.trim_start_matches("../").trim_start_matches("./");
        let target = target.to_lowercase();
        let found = self.others.get(&target);
        found
            .or_else(|| self.others.get(file_name(&target)))
            .copied()
    }
}

/// The kind that a note names, or that its folders suggest.
fn kind_of(note: &NodeFile) -> String {
    let named = note.page.head.get("kind").map(words);
    if let Some(named) = named.filter(|it| !it.trim().is_empty()) {
        return named;
    }
    let mut folders = note.path.split('/').rev().skip(1);
    folders
        .find_map(kind_of_folder)
        .unwrap_or("scene")
        .to_owned()
}

/// Removes the properties that can be attributes from those of a note: text, numbers, and lists of
/// them.
fn take_attributes(properties: &mut Map<String, Value>) -> Attributes {
    let is_plain = |it: &Value| !(it.is_array() || it.is_object() || it.is_null());
    let mut attributes = Attributes::default();
    properties.retain(|name, value| {
        let text: Cow<'_, str> = match value {
            Value::Array(list) if list.iter().all(is_plain) => {
                list.iter().map(words).collect::<Vec<_>>().join(", ").into()
            }
            value if is_plain(value) => words(value).into(),
            _ => return true,
        };
        if text.trim().is_empty() || name.trim().is_empty() || name == "links" {
            return true;
        }
        attributes
            .items
            .push(Attribute::new(name.trim(), text.trim()));
        false
    });
    attributes
}
