//! Brings in what somebody changed in a document that was exported from the story: as a draft, compared
//! with the texts that were exported, so that what was written here since stays.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use capability::{Edit, ToolContext, ToolError, UiHints, View};
use formats::{Bundle, EditedDocument, EditedScene, Numbering, TextMark, read_edited};
use markup::kept_data::{TEXT, set_text};
use model::contents::{
    Content as _, FINDINGS, Findings, PassageFinding, Prose, QuotedPassage, Reply,
};
use model::{DraftId, Node, NodeId, Slot, Story, merge_text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Encoding, FormatRejection, ImportNotice, bytes_of, run_in_background, with_progress};
use crate::answer::{NodeRef, hints};
use crate::error::CapabilityError;

/// How many older versions of a text are compared with what was exported.
const MAX_VERSIONS: usize = 1_000;
/// How many nodes an answer names.
const MAX_NAMED: usize = 100;

/// Bring in what was changed in a Word document that was exported from this story, by an editor for
/// instance, and may have become OpenDocument: the changes wait in a draft, and comments become findings
/// there. What was written here since the export stays.
#[derive(Deserialize, JsonSchema)]
pub(super) struct ImportEdits {
    /// The document's content, as base64.
    content: String,
    /// How the content is given. Defaults to text, which no document is.
    encoding: Option<Encoding>,
    /// The document's name, after which the draft is called. The file itself is not read.
    file_name: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct EditsReport {
    /// The draft in which the changes wait; missing where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    draft: Option<DraftId>,
    /// The scenes whose text was changed, at most 100.
    changed: Vec<NodeRef>,
    /// How many were changed.
    count: usize,
    /// How many scenes are as they were exported.
    unchanged: usize,
    /// How many comments are new.
    comments: usize,
    /// In how many places the text was changed here too; the document's words are in the draft.
    conflicts: usize,
    /// The scenes of the story that the document does not have, at most 100.
    missing: Vec<NodeRef>,
    /// How many scenes of the document were not exported from this story, or in another language.
    unknown: usize,
    warnings: Vec<ImportNotice>,
}

pub(super) async fn import_edits(
    cx: ToolContext,
    input: ImportEdits,
) -> Result<EditsReport, ToolError> {
    cx.progress(None, "reading the file");
    let title = match input.file_name.as_deref().map(str::trim) {
        None | Some("") => "Edited document".to_owned(),
        Some(name) => name.to_owned(),
    };
    let reading = cx.clone();
    let read = run_in_background(move || {
        with_progress(&reading, || {
            let bytes = bytes_of(input.content, input.encoding)?;
            Edits::of(reading.story(), &bytes)
        })?
    });
    let Edits { report, changes } = read.await?;
    if changes.is_empty() {
        return Ok(report);
    }
    let is_in_draft = cx.story().draft_id().is_some();
    cx.edit(move |edit| {
        let draft = match is_in_draft {
            true => None,
            false => Some(edit.begin_draft(&title)?),
        };
        for change in &changes {
            change.write(edit)?;
        }
        Ok(EditsReport { draft, ..report })
    })
    .await
}

/// What a document changes.
struct Edits {
    report: EditsReport,
    changes: Vec<SceneChange>,
}

/// What it changes in one scene.
struct SceneChange {
    node: NodeId,
    text: Option<String>,
    findings: Option<Findings>,
}

impl Edits {
    fn of(view: &View, bytes: &[u8]) -> Result<Self, ToolError> {
        let EditedDocument {
            scenes,
            numbering,
            warnings,
        } = document(bytes)?;
        let story = view.story()?;
        let mut report = EditsReport {
            draft: None,
            changed: Vec::new(),
            count: 0,
            unchanged: 0,
            comments: 0,
            conflicts: 0,
            missing: Vec::new(),
            unknown: 0,
            warnings: warnings.into_iter().map(ImportNotice::from).collect(),
        };
        let mut known = Vec::new();
        for scene in scenes {
            match exported_text(view, &story, &scene)? {
                Some(exported) => known.push((scene, exported)),
                None => report.unknown += 1,
            }
        }
        if known.is_empty() {
            return Err(
                ToolError::invalid("/content", CapabilityError::OtherStory {})
                    .hint("import_story adds a document as scenes of its own"),
            );
        }
        let exported = as_exported(&story, &known, numbering)?;
        let in_document: HashSet<NodeId> = known.iter().map(|it| it.0.node).collect();
        let missing = exported.order.iter();
        let missing = missing.filter(|it| !in_document.contains(it));
        report.missing = missing
            .take(MAX_NAMED)
            .map(|it| NodeRef::find(&story, *it))
            .collect();
        let mut changes = Vec::new();
        for (scene, _) in &known {
            let node = &story.nodes[&scene.node];
            let base = exported.texts.get(&scene.node).map_or("", String::as_str);
            let text = (!reads_alike(base, &scene.text)).then(|| {
                let merged = merge_text(base, node.prose(), &scene.text);
                report.conflicts += merged.conflicts;
                merged.value
            });
            let text = text.filter(|it| it != node.prose());
            match text {
                Some(_) => {
                    report.count += 1;
                    if report.changed.len() < MAX_NAMED {
                        report.changed.push(NodeRef::from(&**node));
                    }
                }
                None => report.unchanged += 1,
            }
            let now = text.as_deref().unwrap_or(node.prose());
            let findings = with_comments(node, now, &scene.comments, &mut report.comments);
            if text.is_some() || findings.is_some() {
                changes.push(SceneChange {
                    node: scene.node,
                    text,
                    findings,
                });
            }
        }
        Ok(Self { report, changes })
    }
}

/// Whether texts differ in nothing but the number of spaces between words, which programs change.
fn reads_alike(one: &str, other: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let lines = text.trim().lines();
        lines
            .map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    };
    one == other || words(one) == words(other)
}

fn document(bytes: &[u8]) -> Result<EditedDocument, ToolError> {
    let read = read_edited(bytes).map_err(|error| {
        let message = format!("this document cannot be read: {error}");
        ToolError::invalid("/content", message).said(&FormatRejection::from(error))
    })?;
    read.ok_or_else(|| {
        ToolError::invalid("/content", CapabilityError::NotExported {}).hint(
            "export_story writes Word documents (docx, manuscript) that can come back; import_story \
             adds any document as scenes of its own",
        )
    })
}

/// The text of a scene that was exported: the present one, or an earlier version.
fn exported_text(
    view: &View,
    story: &Story,
    scene: &EditedScene,
) -> Result<Option<String>, ToolError> {
    let Some(node) = story.nodes.get(&scene.node) else {
        return Ok(None);
    };
    let is_it = |text: &str| TextMark::of(text) == scene.exported;
    if is_it(node.prose()) {
        return Ok(Some(node.prose().to_owned()));
    }
    let slot = Slot::node(scene.node, TEXT);
    let versions = view.versions(&slot, None, MAX_VERSIONS)?;
    let mut texts = versions
        .iter()
        .filter_map(|it| Prose::text_in(&it.version.data()).map(str::to_owned));
    Ok(texts.find(|it| is_it(it)))
}

/// The texts as the document had them when it was exported.
struct Exported {
    texts: HashMap<NodeId, String>,
    order: Vec<NodeId>,
}

fn as_exported(
    story: &Story,
    known: &[(EditedScene, String)],
    numbering: Numbering,
) -> Result<Exported, ToolError> {
    let mut story = story.clone();
    for (scene, text) in known {
        if let Some(node) = story.nodes.get_mut(&scene.node) {
            set_text(&mut Arc::make_mut(node).data, text.as_str());
        }
    }
    let exporter = super::exporter_named("docx")?;
    let mut bundle = Bundle::new(story);
    bundle.options.numbering = numbering;
    let EditedDocument { scenes, .. } = document(&exporter.export(&bundle))?;
    Ok(Exported {
        order: scenes.iter().map(|it| it.node).collect(),
        texts: scenes.into_iter().map(|it| (it.node, it.text)).collect(),
    })
}

/// The findings of a node with the comments of a document, if some are new or were dealt with there.
fn with_comments(
    node: &Node,
    text: &str,
    comments: &Findings,
    count: &mut usize,
) -> Option<Findings> {
    let mut findings = Findings::in_data(&node.data);
    let key = |it: &PassageFinding| (it.says.clone(), it.passage.quote.clone());
    let known = findings.items.iter().enumerate();
    let known: HashMap<_, usize> = known.map(|(at, it)| (key(it), at)).collect();
    let mut is_changed = false;
    for comment in &comments.items {
        if let Some(known) = known.get(&key(comment)) {
            let known = &mut findings.items[*known];
            is_changed |= comment.closed && !known.closed;
            known.closed |= comment.closed;
            for reply in &comment.replies {
                let is_it = |it: &Reply| it.says == reply.says;
                if !known.replies.iter().any(is_it) {
                    known.replies.push(reply.clone());
                    *count += 1;
                    is_changed = true;
                }
            }
            continue;
        }
        // Some programs write answers as comments of their own.
        let is_answer = |it: &PassageFinding| {
            let is_it = |reply: &Reply| reply.says == comment.says;
            it.passage.quote == comment.passage.quote && it.replies.iter().any(is_it)
        };
        if findings.items.iter().any(is_answer) {
            continue;
        }
        let mut comment = comment.clone();
        if let Some(at) = comment.passage.find_in(text) {
            let range = at..at + comment.passage.quote.len();
            comment.passage = QuotedPassage::of(node.id, text, range);
        }
        comment.id = PassageFinding::id_of(&comment.passage, &comment.says);
        *count += 1;
        is_changed = true;
        findings.items.push(comment);
    }
    is_changed.then_some(findings)
}

impl SceneChange {
    fn write(&self, edit: &mut Edit<'_>) -> Result<(), ToolError> {
        if let Some(text) = &self.text {
            let slot = Slot::node(self.node, TEXT);
            edit.write(&slot, &Prose::from(text.clone()).to_data())?;
        }
        if let Some(findings) = &self.findings {
            edit.write(&Slot::node(self.node, FINDINGS), &findings.to_data())?;
        }
        Ok(())
    }
}

pub(super) fn show_edits(answer: &Value) -> Option<UiHints> {
    let nodes: Vec<&Value> = answer["changed"]
        .as_array()?
        .iter()
        .map(|it| &it["id"])
        .collect();
    let title = format!("{} scenes were edited", answer["count"]);
    hints("nodes", title, json!({ "nodes": nodes }))
}
