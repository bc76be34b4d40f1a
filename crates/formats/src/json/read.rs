//! Converts a document to a story.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use model::{AssetId, ContentHash, Edge, Kind, Node, Story, StoryHistory, part};
use serde_json::{Map, Value};

use super::past;
use super::wire::{AssetEntry, Document, EdgeEntry, Header, NodeEntry};
use super::{FORMAT, NAME, VERSION};
use crate::import::{check_counts, element_lines, parse_json, string_lines};
use crate::{Bundle, FormatError, FormatErrorKind, ImportWarning, PackedAsset, Warning};
use markup::kept_data;
use markup::progress::track;

/// Reads a whole file.
pub(super) fn read_bundle(
    text: &str,
    warnings: Vec<Warning>,
) -> Result<(Bundle, Vec<Warning>), FormatError> {
    check_header(&parse_json(text)?)?;
    let document: Document = parse_json(text)?;
    check_counts(document.nodes.len(), document.edges.len())?;
    Reader {
        text,
        node_lines: OnceCell::new(),
        warnings,
    }
    .bundle(document)
}

fn check_header(header: &Header) -> Result<(), FormatError> {
    if header.format.as_ref().and_then(Value::as_str) != Some(FORMAT) {
        return Err(FormatError::for_file(FormatErrorKind::NotStorytellerJson {
            format: FORMAT,
        }));
    }
    match header.version.as_ref().and_then(Value::as_u64) {
        Some(VERSION) => Ok(()),
        Some(newer) if newer > VERSION => {
            Err(FormatError::for_file(FormatErrorKind::NewerVersion {
                version: newer,
                most: VERSION,
            }))
        }
        _ => Err(FormatError::for_file(FormatErrorKind::VersionMissing {
            version: VERSION,
        })),
    }
}

struct Reader<'a> {
    text: &'a str,
    node_lines: OnceCell<Vec<usize>>,
    warnings: Vec<Warning>,
}

impl Reader<'_> {
    fn bundle(mut self, document: Document) -> Result<(Bundle, Vec<Warning>), FormatError> {
        let mut story = Story::new(document.id, document.title);
        for (name, kind) in document.kinds {
            self.warn_of_unknown(&kind.more, |fields| ImportWarning::KindUnknownFields {
                name: name.clone(),
                fields,
            });
            story.kinds.insert(
                name,
                Kind {
                    capabilities: kind.capabilities,
                    fields: kind.fields,
                },
            );
        }
        story.record.tag_colors = document.tag_colors;
        story.record.word_goal = document.word_goal;
        story.data = document.data;
        kept_data::set(&mut story.data, NAME, document.more);
        self.nodes(&mut story, document.nodes)?;
        self.edges(&mut story, document.edges)?;
        story.record.start = document.start.filter(|it| {
            let known = story.nodes.contains_key(it);
            if !known {
                let name = it.to_string();
                let line = string_lines(self.text).get(name.as_str()).copied();
                self.say(line, ImportWarning::StartMissing { name });
            }
            known
        });
        let past = document.history.map(|it| StoryHistory {
            story: story.id,
            slots: past::slots(it),
            drafts: document.drafts.into_iter().map(Into::into).collect(),
            states: document.states.into_iter().map(Into::into).collect(),
            threads: document.conversations.into_iter().map(Into::into).collect(),
        });
        let bundle = Bundle {
            assets: self.assets(document.assets),
            past,
            ..Bundle::new(story)
        };
        Ok((bundle, self.warnings))
    }

    fn nodes(&mut self, story: &mut Story, entries: Vec<NodeEntry>) -> Result<(), FormatError> {
        let ids: HashSet<_> = entries.iter().map(|it| it.id).collect();
        for (index, entry) in track("reading nodes", entries).enumerate() {
            let mut more = entry.more;
            if !entry.layout.more.is_empty() {
                more.insert(part::LAYOUT.to_owned(), Value::Object(entry.layout.more));
            }
            let mut data = entry.data;
            kept_data::set(&mut data, NAME, more);
            let mut layout = entry.layout.layout;
            if let Some(parent) = layout.parent.filter(|it| !ids.contains(it)) {
                layout.parent = None;
                let line = self.node_line(index);
                let group = parent.to_string();
                self.say(line, ImportWarning::GroupMissing { group });
            }
            let node = Node {
                id: entry.id,
                title: entry.title,
                kind: entry.kind,
                layout,
                data,
            };
            if story.nodes.insert(entry.id, Arc::new(node)).is_some() {
                return Err(self.duplicate_id("nodes", index, entry.id.to_string()));
            }
        }
        Ok(())
    }

    fn edges(&mut self, story: &mut Story, entries: Vec<EdgeEntry>) -> Result<(), FormatError> {
        for (index, entry) in track("reading links", entries).enumerate() {
            let ends = [entry.record.from, entry.record.to];
            if let Some(end) = ends.into_iter().find(|it| !story.nodes.contains_key(it)) {
                return Err(FormatError::maybe_at(
                    self.line("edges", index),
                    FormatErrorKind::EdgeEndMissing {
                        edge: entry.id.to_string(),
                        end: end.to_string(),
                    },
                ));
            }
            let mut data = entry.data;
            kept_data::set(&mut data, NAME, entry.more);
            let edge = Edge {
                id: entry.id,
                record: entry.record,
                data,
            };
            if story.edges.insert(entry.id, Arc::new(edge)).is_some() {
                return Err(self.duplicate_id("edges", index, entry.id.to_string()));
            }
        }
        Ok(())
    }

    fn assets(&mut self, entries: BTreeMap<AssetId, AssetEntry>) -> BTreeMap<AssetId, PackedAsset> {
        let mut assets = BTreeMap::new();
        for (hash, entry) in entries {
            self.warn_of_unknown(&entry.more, |fields| ImportWarning::AssetUnknownFields {
                asset: hash.to_string(),
                fields,
            });
            match BASE64.decode(&entry.base64) {
                Ok(bytes) if ContentHash::of(&bytes) == hash => {
                    assets.insert(
                        hash,
                        PackedAsset {
                            mime: entry.mime,
                            bytes,
                        },
                    );
                }
                _ => self.say(
                    None,
                    ImportWarning::AssetDamaged {
                        asset: hash.to_string(),
                    },
                ),
            }
        }
        assets
    }

    fn warn_of_unknown(&mut self, more: &Map<String, Value>, of: impl Fn(String) -> ImportWarning) {
        if !more.is_empty() {
            let names: Vec<_> = more.keys().map(String::as_str).collect();
            self.say(None, of(names.join(", ")));
        }
    }

    fn duplicate_id(&self, list: &'static str, index: usize, id: String) -> FormatError {
        FormatError::maybe_at(
            self.line(list, index),
            FormatErrorKind::DuplicateId { id, list },
        )
    }

    /// The line of a node, for warnings. Cached, since there may be many.
    fn node_line(&self, index: usize) -> Option<usize> {
        self.node_lines
            .get_or_init(|| element_lines(self.text, "nodes"))
            .get(index)
            .copied()
    }

    /// The line of an element, for the error that ends the import.
    fn line(&self, list: &str, index: usize) -> Option<usize> {
        element_lines(self.text, list).get(index).copied()
    }

    fn say(&mut self, line: Option<usize>, what: ImportWarning) {
        self.warnings.push(Warning::maybe_at(line, what));
    }
}
