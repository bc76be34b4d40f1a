//! Brings in what was changed elsewhere in what was exported from the story: as a draft, compared with what
//! was exported, so that what was written here since stays. `document` reads Word documents, `passages`
//! files of Twine, `copy` whole stories and `table` attributes, whose `origins` are found in the history;
//! `identity` recognizes what they do not identify, and `renames` follows new titles.

mod changes;
mod copy;
mod document;
mod identity;
mod origins;
mod passages;
mod renames;
mod table;

use std::collections::HashSet;
use std::sync::Arc;

use capability::{
    StoreError, ToolContext, ToolError, UiHints, View, is_story_file, read_story_file,
};
use formats::{Bundle, ifid_of};
use markup::notation::twine::FORMS;
use model::contents::DataMap;
use model::{DraftId, Layout, Node, NodeId, Story, World};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use self::changes::Changes;
use self::passages::Form;
use self::renames::TitleChange;
use super::{
    Encoding, FormatRejection, ImportNotice, assets_of, bytes_of, run_in_background, with_progress,
};
use crate::answer::{NodeRef, hints};
use crate::error::CapabilityError;

/// How many nodes an answer names.
const MAX_NAMED: usize = 100;

/// Bring in what was changed elsewhere, by an editor for instance, in what was exported from this story:
/// a Word document, which may have become OpenDocument, a text folder, a file of Twine, a table of
/// attributes (CSV), a file in Storyteller JSON, or a copy of the story's file. The changes wait in a
/// draft, and comments become findings there. What was written here since the export stays.
#[derive(Deserialize, JsonSchema)]
pub(super) struct ImportEdits {
    /// The file's content, as base64 where it is binary, such as a document or a packed folder.
    content: String,
    /// How the content is given. Defaults to text.
    encoding: Option<Encoding>,
    /// The file's name, after which the draft is called. The file itself is not read.
    file_name: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct EditsReport {
    /// The draft in which the changes wait; missing where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    draft: Option<DraftId>,
    /// The nodes that were changed, at most 100.
    changed: Vec<NodeRef>,
    /// How many were changed.
    count: usize,
    /// How many nodes are as they were exported.
    unchanged: usize,
    /// How many nodes are new.
    added: usize,
    /// How many nodes were removed.
    removed: usize,
    /// How many comments are new.
    comments: usize,
    /// In how many places the same was changed here too; the draft has what the file says.
    conflicts: usize,
    /// The nodes of the story that are not in the file and stay as they are, at most 100.
    missing: Vec<NodeRef>,
    /// How many scenes of a document, or rows of a table, are not of this story or in another language.
    unknown: usize,
    warnings: Vec<ImportNotice>,
}

impl EditsReport {
    fn new(warnings: Vec<formats::Warning>) -> Self {
        Self {
            draft: None,
            changed: Vec::new(),
            count: 0,
            unchanged: 0,
            added: 0,
            removed: 0,
            comments: 0,
            conflicts: 0,
            missing: Vec::new(),
            unknown: 0,
            warnings: warnings.into_iter().map(ImportNotice::from).collect(),
        }
    }

    fn add_changed(&mut self, node: &Node) {
        self.count += 1;
        if self.changed.len() < MAX_NAMED {
            self.changed.push(NodeRef::from(node));
        }
    }

    fn add_missing(&mut self, story: &Story, node: NodeId) {
        if self.missing.len() < MAX_NAMED {
            self.missing.push(NodeRef::find(story, node));
        }
    }
}

pub(super) async fn import_edits(
    cx: ToolContext,
    input: ImportEdits,
) -> Result<EditsReport, ToolError> {
    cx.progress(None, "reading the file");
    let title = match input.file_name.as_deref().map(str::trim) {
        None | Some("") => "Edited elsewhere".to_owned(),
        Some(name) => name.to_owned(),
    };
    let reading = cx.clone();
    let read = run_in_background(move || {
        with_progress(&reading, || {
            let bytes = bytes_of(input.content, input.encoding)?;
            let file_name = input.file_name.unwrap_or_default();
            let seen = reading.story().story()?;
            let edits = edits_of(&reading, &bytes, &file_name)?;
            let graph = reading.story().graph()?;
            let titles = match edits.changes.has_titles() {
                true => TitleChange::find(&reading.story().story()?, &edits.changes.written),
                false => Vec::new(),
            };
            Ok((edits, seen, graph, titles))
        })?
    });
    let (Edits { report, changes }, seen, graph, titles) = read.await?;
    if changes.is_empty() {
        return Ok(report);
    }
    let is_in_draft = cx.story().draft_id().is_some();
    let story = changes.applied_to(&graph);
    cx.edit(move |edit| {
        let draft = match is_in_draft {
            true => None,
            false => Some(edit.begin_draft(&title)?),
        };
        let changes = changes.merged_with_newer(edit, &seen)?;
        changes.write(edit, &story)?;
        for title in &titles {
            title.follow(edit)?;
        }
        Ok(EditsReport { draft, ..report })
    })
    .await
}

/// What a file changes, and what is said about it.
struct Edits {
    report: EditsReport,
    changes: Changes,
}

fn edits_of(cx: &ToolContext, bytes: &[u8], file_name: &str) -> Result<Edits, ToolError> {
    let rejected = |error: formats::FormatError| {
        let message = format!("this file cannot be read: {error}");
        ToolError::invalid("/content", message).said(&FormatRejection::from(error))
    };
    if let Some(document) = formats::read_edited(bytes).map_err(rejected)? {
        return document::edits_of(cx.story(), document);
    }
    let world = &cx.target().world;
    if is_story_file(bytes) {
        return copy::edits_of(cx.story(), story_in(bytes, world)?, Vec::new());
    }
    if let Some(table) = formats::read_attribute_table(bytes).map_err(rejected)? {
        return table::edits_of(cx.story(), &|| NodeId(world.new_id()), &table);
    }
    let format = formats::sniff(bytes, file_name);
    if let Some(importer) = format.filter(|it| FORMS.contains(&it.name()))
        && let Some(exporter) = formats::exporter(importer.name())
    {
        let (file, warnings) = importer.import(bytes, &**world).map_err(rejected)?;
        let form = Form {
            importer,
            exporter,
            world: &**world,
        };
        return passages::edits_of(cx.story(), &form, &file.story, warnings);
    }
    let Some(format) = format.filter(|it| it.keeps_identity()) else {
        return Err(
            ToolError::invalid("/content", CapabilityError::NotExported {}).hint(
                "export_story writes what can come back: Word documents (docx, manuscript), text \
                 folders (folder), files of Twine, tables of attributes (csv) and Storyteller JSON \
                 (json); import_story adds any file beside the story",
            ),
        );
    };
    let (copy, warnings) = format.import(bytes, &**world).map_err(rejected)?;
    copy::edits_of(cx.story(), copy, warnings)
}

/// The story in the content of a story file.
pub(super) fn story_in(bytes: &[u8], world: &Arc<dyn World>) -> Result<Bundle, ToolError> {
    let read = read_story_file(bytes, Arc::clone(world), |view| -> Result<_, ToolError> {
        let story = view.story()?;
        let assets = assets_of(view, &story, None)?.sound;
        Ok(Bundle {
            assets,
            ..Bundle::new(story)
        })
    });
    read.map_err(|error| match error {
        StoreError::Io { .. } => error.into(),
        _ => ToolError::invalid("/content", CapabilityError::StoryFileUnread {})
            .hint("open it as a story of its own to see what is wrong with it"),
    })?
}

/// The nodes in the rows of a table of attributes; `None` if the content is none.
pub(super) fn story_in_table(bytes: &[u8], here: &Story, world: &dyn World) -> Option<Story> {
    let table = formats::read_attribute_table(bytes).ok()??;
    let mut story = Story::new(here.id, "");
    for row in table.rows {
        let id = row.node.unwrap_or_else(|| NodeId(world.new_id()));
        let node = Node {
            id,
            title: row.title,
            kind: row.kind,
            layout: Layout::default(),
            data: DataMap::new(),
        };
        story.nodes.insert(id, Arc::new(node));
    }
    Some(story)
}

/// How many nodes of the story a file has that was exported from it and may have been changed since: a
/// document, or the story in one of the formats that identify nodes or the story. `None` if it is none.
pub(super) fn known_nodes(
    view: &View,
    bytes: &[u8],
    format: &str,
    copy: Option<&Story>,
) -> Result<Option<usize>, ToolError> {
    let graph = view.graph()?;
    let is_known = |it: &NodeId| graph.nodes.contains_key(it);
    let count = match copy {
        Some(copy) if FORMS.contains(&format) => {
            let is_of_story = ifid_of(&view.story()?, format) == ifid_of(copy, format);
            let titles: HashSet<&str> = graph.nodes.values().map(|it| &*it.title).collect();
            let nodes = copy.nodes.values().filter(|_| is_of_story);
            nodes.filter(|it| titles.contains(&*it.title)).count()
        }
        Some(copy) => copy.nodes.keys().filter(|it| is_known(it)).count(),
        None => match formats::read_edited(bytes) {
            Ok(Some(document)) => {
                let scenes = document.scenes.iter();
                scenes.filter(|it| is_known(&it.node)).count()
            }
            _ => 0,
        },
    };
    Ok(Some(count).filter(|it| *it > 0))
}

pub(super) fn show_edits(answer: &Value) -> Option<UiHints> {
    let nodes: Vec<&Value> = answer["changed"]
        .as_array()?
        .iter()
        .map(|it| &it["id"])
        .collect();
    let title = format!("{} nodes were edited", answer["count"]);
    hints("nodes", title, json!({ "nodes": nodes }))
}
