//! Which nodes a job works on: those of the selection that have material for it and do not yet have
//! its result.

use capability::{NodeSelection, ToolContext, ToolError};
use model::NodeId;
use store::Store;

use super::task::JobTask;
use super::translate;
use crate::node_summaries::summary_of;

/// The nodes of a job.
pub(super) struct Chosen {
    pub(super) nodes: Vec<NodeId>,
    /// How many have no text.
    pub(super) empty: usize,
    /// How many already have the job's result.
    pub(super) done: usize,
    /// How many of these have a summary that a person wrote.
    pub(super) own: usize,
}

impl Chosen {
    /// The error if no node is left.
    pub(super) fn none(&self, task: JobTask) -> ToolError {
        if task == JobTask::Translate {
            return ToolError::not_found("everything there is translated, and nothing is stale")
                .hint("list_translations shows how far each language is");
        }
        match self.done {
            0 => ToolError::not_found("none of these nodes has a text").hint("widen the selection"),
            done if done == self.own => ToolError::not_found(
                "all of these summaries were written by a person",
            )
            .hint("write_summary with an empty text removes one, and then a model can write it"),
            _ => ToolError::not_found("all of these nodes have it already")
                .hint("name the nodes in `nodes` to have it made anew"),
        }
    }
}

pub(super) fn chosen(
    store: &Store,
    cx: &ToolContext,
    task: JobTask,
    language: Option<&str>,
    selection: &NodeSelection,
) -> Result<Chosen, ToolError> {
    if let Some(language) = language {
        return to_translate(cx, language, selection);
    }
    let view = cx.story();
    let is_named = selection.nodes.as_ref().is_some_and(|it| !it.is_empty());
    let has_kind = selection
        .kind
        .as_ref()
        .is_some_and(|it| !it.trim().is_empty());
    let mut chosen = Chosen {
        nodes: Vec::new(),
        empty: 0,
        done: 0,
        own: 0,
    };
    for id in selection.resolve(view)? {
        let Some(node) = view.node(id)? else { continue };
        if !is_named && !has_kind && !task.is_usually_about(&node) {
            continue;
        }
        if !task.has_material(&node) {
            chosen.empty += 1;
            continue;
        }
        let summary = match task {
            JobTask::Summaries => summary_of(store, &node)?,
            _ => None,
        };
        // A person's summary is shown instead of a model's, so a new one would never be seen.
        if summary.as_ref().is_some_and(|it| it.model.is_none()) {
            chosen.done += 1;
            chosen.own += 1;
            continue;
        }
        let is_done = task.is_done(&node) || summary.is_some_and(|it| !it.is_stale);
        match is_done && !is_named {
            true => chosen.done += 1,
            false => chosen.nodes.push(id),
        }
    }
    Ok(chosen)
}

/// The nodes with missing or stale pieces: of the selection, or of all that readers see.
fn to_translate(
    cx: &ToolContext,
    language: &str,
    selection: &NodeSelection,
) -> Result<Chosen, ToolError> {
    let view = cx.story();
    let only = match selection.is_everything() {
        true => None,
        false => Some(selection.resolve(view)?),
    };
    let count = only.as_ref().map(Vec::len);
    let nodes = match translate::languages(view)? {
        None => Vec::new(),
        Some(languages) => translate::open_nodes(view, &languages, language, only)?,
    };
    Ok(Chosen {
        done: count.map_or(0, |it| it - nodes.len()),
        empty: 0,
        own: 0,
        nodes,
    })
}
