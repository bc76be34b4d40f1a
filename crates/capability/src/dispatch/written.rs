//! Lists what a change wrote, for display: which node, which capability, which version. Enter
//! through [`written`]. Not here: making changes.

use model::{Change, EdgeRecord, Move, NodeId, NodeRecord, Story, Subject, part};
use serde::de::DeserializeOwned;
use store::View;

use crate::WrittenVersion;

/// Larger changes are truncated to this many entries; the feed has all of them.
const MAX_LISTED: usize = 200;

/// What a change wrote, in its order.
pub(crate) fn written(view: &View, change: &Change) -> Vec<WrittenVersion> {
    // Titles are optional: if the story can no longer be read, that does not turn a commit that is
    // on disk into a failure.
    let story = view.graph_after(change.number).ok();
    let tell = |it: &Move| WrittenVersion {
        node: it.slot.subject.node(),
        title: title(view, story.as_deref(), change, it.slot.subject).unwrap_or_default(),
        capability: it.slot.capability.to_string(),
        version: it.after,
    };
    change.moves.iter().take(MAX_LISTED).map(tell).collect()
}

fn title(view: &View, story: Option<&Story>, change: &Change, subject: Subject) -> Option<String> {
    match subject {
        Subject::Story => Some(story?.record.title.clone()),
        Subject::Node(id) => node_title(view, story, change, id),
        Subject::Edge(id) => {
            let record = match story.and_then(|it| it.edges.get(&id)) {
                Some(edge) => edge.record.clone(),
                None => before::<EdgeRecord>(view, change, subject, part::EDGE)?,
            };
            let from = node_title(view, story, change, record.from)?;
            let to = node_title(view, story, change, record.to)?;
            Some(format!("{from} → {to}"))
        }
    }
}

fn node_title(view: &View, story: Option<&Story>, change: &Change, id: NodeId) -> Option<String> {
    if let Some(node) = story.and_then(|it| it.nodes.get(&id)) {
        return Some(node.title.clone());
    }
    let record: NodeRecord = before(view, change, Subject::Node(id), part::NODE)?;
    Some(record.title)
}

/// The record of a part before the change that removed it.
fn before<T: DeserializeOwned>(
    view: &View,
    change: &Change,
    subject: Subject,
    part: &str,
) -> Option<T> {
    let is_it = |it: &&Move| it.slot.subject == subject && *it.slot.capability == *part;
    let version = change.moves.iter().find(is_it)?.before?;
    serde_json::from_str(&view.version(version.id).ok()??.body).ok()
}
