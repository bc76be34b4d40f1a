//! A story prepared for playing: the choices of every node in order, the effect of entering a node,
//! and lookup of nodes by title.

use std::collections::HashMap;

use super::outgoing::OutgoingLinks;
use super::record::PlayRecord;
use crate::{Edge, EdgeId, NodeId, Story};

/// Returns the play record of a node; called whenever the node is entered.
pub type PlayRecordReader<'a> = dyn Fn(NodeId) -> PlayRecord + 'a;

/// A story ready to be played.
pub struct PlayableStory<'a> {
    story: &'a Story,
    exits: OutgoingLinks<'a>,
    titles: HashMap<&'a str, Vec<NodeId>>,
    records: &'a PlayRecordReader<'a>,
}

impl<'a> PlayableStory<'a> {
    /// Prepares a story for playing. It may be loaded without node data: the records of nodes are
    /// passed separately.
    pub fn new(story: &'a Story, records: &'a PlayRecordReader<'a>) -> Self {
        let mut titles: HashMap<&str, Vec<NodeId>> = HashMap::new();
        for node in story.nodes.values() {
            titles.entry(&node.title).or_default().push(node.id);
        }
        Self {
            story,
            exits: OutgoingLinks::of(story),
            titles,
            records,
        }
    }

    /// The story.
    pub fn story(&self) -> &'a Story {
        self.story
    }

    /// The choices of a node, in the order they are offered.
    pub fn exits(&self, node: NodeId) -> &[&'a Edge] {
        self.exits.from(node)
    }

    /// An edge.
    pub fn edge(&self, id: EdgeId) -> Option<&'a Edge> {
        self.story.edges.get(&id).map(|it| &**it)
    }

    /// The play record of a node.
    pub fn record(&self, node: NodeId) -> PlayRecord {
        (self.records)(node)
    }

    /// The nodes with a title: exact matches, or else matches that differ in letter case.
    pub fn titled(&self, title: &str) -> Vec<NodeId> {
        if let Some(exact) = self.titles.get(title) {
            return exact.clone();
        }
        let wanted = title.to_lowercase();
        let nodes = self.story.nodes.values();
        nodes
            .filter(|it| it.title.to_lowercase() == wanted)
            .map(|it| it.id)
            .collect()
    }
}
