//! From a change to what a person reads of it: which node, which capability, which version. Enter
//! through [`wrote`]. Not here: making changes.

use model::{Change, EdgeRecord, Move, NodeId, NodeRecord, Story, Subject, part};
use serde::de::DeserializeOwned;
use store::View;

use crate::Wrote;

/// A change that moves more than this is told by its beginning; the feed has all of it.
const TOLD: usize = 200;

/// What a change wrote, in its order.
pub(crate) fn wrote(view: &View, change: &Change) -> Vec<Wrote> {
    // Titles are a courtesy: a story that cannot be read any more does not turn a commit that is on
    // disk into a failure.
    let story = view.graph().ok();
    let tell = |it: &Move| Wrote {
        node: it.slot.subject.node(),
        title: title(view, story.as_deref(), change, it.slot.subject).unwrap_or_default(),
        capability: it.slot.capability.to_string(),
        version: it.after,
    };
    change.moves.iter().take(TOLD).map(tell).collect()
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

/// What a part was before the change that took it away.
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
