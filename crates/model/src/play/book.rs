//! A story as its reader meets it: the choices of every node in their order, what entering a node
//! does, and which nodes a title means.

use std::collections::HashMap;

use super::exits::Exits;
use super::record::PlayRecord;
use crate::{Edge, EdgeId, NodeId, Story};

/// What one node's record is; asked for each node when it is entered.
pub type Records<'a> = dyn Fn(NodeId) -> PlayRecord + 'a;

/// A story ready to be played.
pub struct Book<'a> {
    story: &'a Story,
    exits: Exits<'a>,
    titles: HashMap<&'a str, Vec<NodeId>>,
    records: &'a Records<'a>,
}

impl<'a> Book<'a> {
    /// Sorts a story for playing. It may be a graph only: the records of nodes come beside it.
    pub fn new(story: &'a Story, records: &'a Records<'a>) -> Self {
        let mut titles: HashMap<&str, Vec<NodeId>> = HashMap::new();
        for node in story.nodes.values() {
            titles.entry(&node.title).or_default().push(node.id);
        }
        Self {
            story,
            exits: Exits::of(story),
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

    /// What entering a node does.
    pub fn record(&self, node: NodeId) -> PlayRecord {
        (self.records)(node)
    }

    /// The nodes of a title: the same one, or else the same but for the case of letters.
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
