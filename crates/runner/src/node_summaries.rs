//! Summaries of nodes: what happens in each, in a few sentences. A summary written by a person is
//! data of the node, with versions (`model::contents::Summary`). One written by a model is derived
//! from the text and stored beside the story like its search index: undo does not affect it, and it
//! is renewed when the text has changed. Start at [`summary_of`].

use model::contents::{SUMMARY, Summary};
use model::{Node, NodeId, Timestamp};
use serde::{Deserialize, Serialize};
use store::{Store, StoreError};

fn key(node: NodeId) -> String {
    format!("summary/{node}")
}

/// A summary by a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct DerivedSummary {
    #[serde(flatten)]
    summary: Summary,
    model: String,
    time: Timestamp,
}

/// The summary of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NodeSummary {
    /// What happens there.
    pub(crate) text: String,
    /// Whether the node's text has changed since.
    pub(crate) is_stale: bool,
    /// The model that wrote it; `None` if a person did.
    pub(crate) model: Option<String>,
}

/// The summary of a node: the one that a person wrote, or else a model's.
pub(crate) fn summary_of(store: &Store, node: &Node) -> Result<Option<NodeSummary>, StoreError> {
    let written = node.data.get(SUMMARY).and_then(|it| Summary::in_data(it));
    if let Some(summary) = written {
        return Ok(Some(NodeSummary {
            is_stale: summary.is_stale(node.prose()),
            text: summary.text,
            model: None,
        }));
    }
    let kept = store.get_value(None, &key(node.id))?.unwrap_or_default();
    let derived = serde_json::from_value::<DerivedSummary>(kept).ok();
    Ok(derived.map(|it| NodeSummary {
        is_stale: it.summary.is_stale(node.prose()),
        text: it.summary.text,
        model: Some(it.model),
    }))
}

/// Stores what a model has written about a text.
pub(crate) async fn keep(
    store: &Store,
    node: NodeId,
    summary: Summary,
    model: String,
    time: Timestamp,
) -> Result<(), StoreError> {
    let derived = DerivedSummary {
        summary,
        model,
        time,
    };
    let value = serde_json::to_value(derived).ok();
    store.put_value(None, &key(node), value).await
}
