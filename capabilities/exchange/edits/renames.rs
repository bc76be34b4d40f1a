//! What names a node follows when its title was changed elsewhere, as when it is renamed here.

use std::collections::{HashMap, HashSet};

use capability::{Edit, ToolError};
use model::{EdgeRecord, NodeId, NodeRecord, Slot, Story, part};
use serde::Deserialize as _;
use serde_json::Value;

use crate::shared::title_references::{named_titles, rename_in_node};

/// A new title, and the nodes that may name the old one.
pub(super) struct TitleChange {
    old: String,
    new: String,
    named_in: HashSet<NodeId>,
}

impl TitleChange {
    /// The titles that change with what is written.
    pub(super) fn find(story: &Story, written: &[(Slot, Value)]) -> Vec<Self> {
        let records = written.iter().filter(|it| &*it.0.capability == part::NODE);
        let records = records.filter_map(|(slot, data)| {
            let node = story.nodes.get(&slot.subject.node()?)?;
            let title = NodeRecord::deserialize(data).ok()?.title;
            (title != node.title).then_some((node, title))
        });
        let records: Vec<_> = records.collect();
        if records.is_empty() {
            return Vec::new();
        }
        let taken: HashSet<&str> = records.iter().map(|it| it.1.as_str()).collect();
        let written_nodes: HashSet<NodeId> = written
            .iter()
            .filter_map(|it| it.0.subject.node())
            .collect();
        let naming = naming_nodes(story);
        let changes = records.iter().filter(|(node, _)| {
            // A title that other nodes have, or get, still means these.
            story.titled(&node.title).len() == 1 && !taken.contains(node.title.as_str())
        });
        changes
            .map(|(node, title)| {
                let named_in = naming.get(&node.title).into_iter().flatten();
                Self {
                    old: node.title.clone(),
                    new: title.clone(),
                    named_in: named_in.chain(&written_nodes).copied().collect(),
                }
            })
            .collect()
    }

    pub(super) fn follow(&self, edit: &mut Edit<'_>) -> Result<(), ToolError> {
        for id in &self.named_in {
            rename_in_node(edit, *id, &self.old, &self.new)?;
        }
        Ok(())
    }
}

/// The nodes that name each title.
fn naming_nodes(story: &Story) -> HashMap<String, Vec<NodeId>> {
    let mut edges: HashMap<NodeId, Vec<&EdgeRecord>> = HashMap::new();
    for edge in story.edges.values() {
        edges
            .entry(edge.record.from)
            .or_default()
            .push(&edge.record);
    }
    let mut naming: HashMap<String, Vec<NodeId>> = HashMap::new();
    for node in story.nodes.values() {
        let edges = edges.remove(&node.id).unwrap_or_default();
        for title in named_titles(node, edges, story.fields_of(&node.kind)) {
            naming.entry(title).or_default().push(node.id);
        }
    }
    naming
}
