//! A Word document whose scenes were edited: its texts are compared with those that were exported.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use capability::{ToolError, View};
use formats::{Bundle, EditedDocument, EditedScene, Numbering, TextMark, read_edited};
use markup::kept_data::{TEXT, set_text};
use model::contents::{
    Content as _, FINDINGS, Findings, PassageFinding, Prose, QuotedPassage, Reply,
};
use model::{Node, NodeId, Slot, Story, merge_text};

use super::changes::Changes;
use super::origins::MAX_VERSIONS;
use super::{Edits, EditsReport};
use crate::error::CapabilityError;

/// What a document changes in the story.
pub(super) fn edits_of(view: &View, document: EditedDocument) -> Result<Edits, ToolError> {
    let EditedDocument {
        scenes,
        numbering,
        warnings,
    } = document;
    let story = view.story()?;
    let mut report = EditsReport::new(warnings);
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
    for id in exported.order.iter().filter(|it| !in_document.contains(it)) {
        report.add_missing(&story, *id);
    }
    let mut changes = Changes::default();
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
            Some(_) => report.add_changed(node),
            None => report.unchanged += 1,
        }
        let now = text.as_deref().unwrap_or(node.prose());
        let findings = with_comments(node, now, &scene.comments, &mut report.comments);
        let text = text.map(|it| (Slot::node(node.id, TEXT), Prose::from(it).to_data()));
        let findings = findings.map(|it| (Slot::node(node.id, FINDINGS), it.to_data()));
        changes.written.extend(text.into_iter().chain(findings));
    }
    Ok(Edits { report, changes })
}

/// Whether texts differ in nothing but the number of spaces between words, which programs change.
pub(super) fn reads_alike(one: &str, other: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let lines = text.trim().lines();
        lines
            .map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    };
    one == other || words(one) == words(other)
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
    let exporter = super::super::exporter_named("docx")?;
    let mut bundle = Bundle::new(story);
    bundle.options.numbering = numbering;
    let written = read_edited(&exporter.export(&bundle));
    let scenes = match written {
        Ok(Some(document)) => document.scenes,
        _ => Vec::new(),
    };
    Ok(Exported {
        order: scenes.iter().map(|it| it.node).collect(),
        texts: scenes.into_iter().map(|it| (it.node, it.text)).collect(),
    })
}

/// The findings of a node with the comments of a file, if some are new or were dealt with there.
pub(super) fn with_comments(
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
