//! The request for a model to translate what is open in a node: pieces that are missing or stale.

use std::collections::HashMap;
use std::sync::Arc;

use markup::translation::nodes_for_readers;
use model::contents::{LANGUAGES, StoryLanguages, StyleGuide};
use model::{Edge, Node, NodeId, Slot, Story};
use store::{StoreError, View};

use super::pieces::Pieces;
use super::question::Question;
use crate::context::estimate;
use crate::prompt::{style_guide, style_lines};

const TASK: &str = include_str!("translate.md");

/// The languages of a story; `None` if it has only one.
pub(super) fn languages(view: &View) -> Result<Option<StoryLanguages>, StoreError> {
    let kept = view.adopted(&Slot::story(LANGUAGES))?;
    Ok(StoryLanguages::of(kept.map(|it| it.data()).as_ref()))
}

/// The nodes with missing or stale pieces that readers see: of those given, or of all.
pub(super) fn open_nodes(
    view: &View,
    languages: &StoryLanguages,
    language: &str,
    only: Option<Vec<NodeId>>,
) -> Result<Vec<NodeId>, StoreError> {
    let graph = view.graph()?;
    let ids = only.unwrap_or_else(|| nodes_for_readers(&graph));
    let mut leaving: HashMap<NodeId, Vec<Arc<Edge>>> = HashMap::new();
    for edge in graph.edges.values() {
        let own = leaving.entry(edge.record.from).or_default();
        own.push(Arc::clone(edge));
    }
    let mut open = Vec::new();
    for id in ids {
        let edges = leaving.remove(&id).unwrap_or_default();
        let pieces = Pieces::read(view, &graph, id, edges, languages, language)?;
        if pieces.is_some_and(|it| !it.is_done()) {
            open.push(id);
        }
    }
    Ok(open)
}

/// The question about a node; `None` if nothing in it is open.
pub(super) fn ask(
    view: &View,
    graph: &Story,
    instruction: &str,
    language: &str,
    node: &Node,
) -> Result<Option<(Question, Pieces)>, StoreError> {
    let Some(languages) = languages(view)? else {
        return Ok(None);
    };
    let edges = graph.edges.values().filter(|it| it.record.from == node.id);
    let edges = edges.cloned().collect();
    let pieces = Pieces::read(view, graph, node.id, edges, &languages, language)?;
    let Some(pieces) = pieces.filter(|it| !it.is_done()) else {
        return Ok(None);
    };
    // The guide's language and spelling apply to the source.
    let guide = StyleGuide {
        language: String::new(),
        spelling: String::new(),
        samples: Vec::new(),
        ..style_guide(view)?
    };
    let question = Question {
        system: format!("{}{}", TASK.trim_end(), style_lines(&guide)),
        content: pieces.question(&languages.source, instruction),
        reply_tokens: estimate(&pieces.asked_words()),
    };
    Ok(Some((question, pieces)))
}
