//! What the last look saw of the graph and found, so that the next one need not look at all where
//! nothing has changed that matters, and looks up little where something has.

use std::sync::Arc;

use super::check::Report;
use super::finding::FindingKind;
use super::shape::Number;
use crate::{Edge, Node, NodeId, Story};

/// Where an edge leaves and leads; `None` of one that touches a node which is gone.
pub(super) type Ends = Option<(Number, Number)>;

/// A look at a story, kept.
#[derive(Debug)]
pub(super) struct Seen {
    nodes: Vec<Arc<Node>>,
    edges: Vec<Arc<Edge>>,
    start: Option<NodeId>,
    ends: Vec<Ends>,
    /// The nodes that are characters.
    pub(super) characters: Vec<Number>,
    /// What was found without the characters.
    pub(super) report: Report,
}

impl Seen {
    pub(super) fn of(story: &Story, ends: Vec<Ends>, report: Report) -> Self {
        let numbered = story.nodes.values().enumerate();
        Self {
            nodes: story.nodes.values().map(slim_node).collect(),
            edges: story.edges.values().map(slim_edge).collect(),
            start: story.record.start,
            ends,
            characters: numbered
                .filter(|it| it.1.kind == "character")
                .map(|it| it.0)
                .collect(),
            report,
        }
    }

    /// Whether the graph is still as it was, as far as findings go by it.
    pub(super) fn is_still(&mut self, story: &Story) -> bool {
        // A missing link is offered from the nearest node; nothing else goes by places.
        let findings = &self.report.findings;
        let by_place = findings
            .iter()
            .any(|it| it.kind() == FindingKind::Unreachable);
        let same_node = |(was, is): (&mut Arc<Node>, &Arc<Node>)| {
            if Arc::ptr_eq(was, is) {
                return true;
            }
            let place = |it: &Node| (it.layout.x, it.layout.y);
            let same = (was.id, &was.title, &was.kind) == (is.id, &is.title, &is.kind)
                && (!by_place || place(was) == place(is));
            if same {
                *was = slim_node(is);
            }
            same
        };
        let same_edge = |(was, is): (&mut Arc<Edge>, &Arc<Edge>)| {
            if Arc::ptr_eq(was, is) {
                return true;
            }
            let same = (was.id, &was.record) == (is.id, &is.record);
            if same {
                *was = slim_edge(is);
            }
            same
        };
        self.start == story.record.start
            && self.nodes.len() == story.nodes.len()
            && self.edges.len() == story.edges.len()
            && self
                .nodes
                .iter_mut()
                .zip(story.nodes.values())
                .all(same_node)
            && self
                .edges
                .iter_mut()
                .zip(story.edges.values())
                .all(same_edge)
    }
}

/// The ends of all edges; those that `seen` knows, and whose nodes have kept their numbers, are not
/// looked up.
pub(super) fn ends(story: &Story, seen: Option<&Seen>) -> Vec<Ends> {
    let number = |id: &NodeId| story.nodes.get_index_of(id);
    let look_up = |it: &Edge| Some((number(&it.record.from)?, number(&it.record.to)?));
    let kept = |seen: &&Seen| {
        let ids = seen.nodes.iter().map(|it| &it.id);
        seen.nodes.len() <= story.nodes.len() && ids.eq(story.nodes.keys().take(seen.nodes.len()))
    };
    let Some(seen) = seen.filter(kept) else {
        return story.edges.values().map(|it| look_up(it)).collect();
    };
    let same = |was: &Arc<Edge>, is: &Arc<Edge>| {
        let ends = |it: &Edge| (it.record.from, it.record.to);
        Arc::ptr_eq(was, is) || ends(was) == ends(is)
    };
    let edges = story.edges.values().enumerate();
    edges
        .map(|(at, edge)| match seen.edges.get(at) {
            Some(was) if same(was, edge) && seen.ends[at].is_some() => seen.ends[at],
            _ => look_up(edge),
        })
        .collect()
}

/// The node without its data, which is not to be held.
fn slim_node(node: &Arc<Node>) -> Arc<Node> {
    if node.data.is_empty() {
        return Arc::clone(node);
    }
    Arc::new(Node {
        id: node.id,
        title: node.title.clone(),
        kind: node.kind.clone(),
        layout: node.layout.clone(),
        data: Default::default(),
    })
}

/// The same of an edge.
fn slim_edge(edge: &Arc<Edge>) -> Arc<Edge> {
    if edge.data.is_empty() {
        return Arc::clone(edge);
    }
    Arc::new(Edge {
        id: edge.id,
        record: edge.record.clone(),
        data: Default::default(),
    })
}
