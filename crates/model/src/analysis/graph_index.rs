//! The graph as of the last check, by number instead of id. An update processes only nodes and
//! links that are not the same value as before, so that its cost follows the size of the edit.

use std::sync::{Arc, Weak};

use super::adjacency::{Link, Number};
use super::parse_cache::Sources;
use crate::{Edge, Node, NodeId, Story};

/// A value that was looked at. Its address tells whether it is still the same one: what somebody
/// points to is neither freed nor changed in place. Its data is not held.
#[derive(Debug)]
struct CachedRef<T> {
    address: Weak<T>,
    slim: Arc<T>,
}

impl<T> CachedRef<T> {
    fn is(&self, other: &Arc<T>) -> bool {
        std::ptr::eq(self.address.as_ptr(), Arc::as_ptr(other))
    }
}

/// What has changed since the last look, other than the words of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct GraphChanges {
    /// The set of nodes, their titles and kinds.
    pub(super) nodes: bool,
    /// The positions of nodes on the map.
    pub(super) places: bool,
    /// Links and their contents.
    pub(super) links: bool,
    /// The start of the story.
    pub(super) start: bool,
}

impl GraphChanges {
    pub(super) fn any(self) -> bool {
        self != Self::default()
    }
}

/// The indexed graph of a story.
#[derive(Debug, Default)]
pub(super) struct GraphIndex {
    nodes: Vec<CachedRef<Node>>,
    edges: Vec<CachedRef<Edge>>,
    start: Option<NodeId>,
    /// In the story's order of edges.
    pub(super) links: Vec<Link>,
}

impl GraphIndex {
    /// Updates to the current story and returns what changed.
    pub(super) fn follow(&mut self, story: &Story, sources: &mut Sources) -> GraphChanges {
        let numbering = self.numbering(story);
        let mut news = self.follow_nodes(story);
        if numbering == NodeNumbering::Other {
            self.edges.clear();
            self.links.clear();
            news.links = true;
        }
        let look_up =
            |it: &Edge| Some((number(story, it.record.from)?, number(story, it.record.to)?));
        if numbering == NodeNumbering::Longer {
            for (link, edge) in self.links.iter_mut().zip(&self.edges) {
                if link.ends.is_none() {
                    link.ends = look_up(&edge.slim);
                }
            }
        }
        news.links |= self.follow_edges(story, sources);
        news.start = std::mem::replace(&mut self.start, story.record.start) != story.record.start;
        news
    }

    fn numbering(&self, story: &Story) -> NodeNumbering {
        let kept = self.nodes.len() <= story.nodes.len()
            && self
                .nodes
                .iter()
                .zip(story.nodes.values())
                .all(|(was, is)| was.is(is) || was.slim.id == is.id);
        match kept {
            false => NodeNumbering::Other,
            true if self.nodes.len() == story.nodes.len() => NodeNumbering::Same,
            true => NodeNumbering::Longer,
        }
    }

    fn follow_nodes(&mut self, story: &Story) -> GraphChanges {
        let mut news = GraphChanges {
            nodes: self.nodes.len() != story.nodes.len(),
            ..GraphChanges::default()
        };
        self.nodes.truncate(story.nodes.len());
        for (was, is) in self.nodes.iter_mut().zip(story.nodes.values()) {
            if was.is(is) {
                continue;
            }
            let before = std::mem::replace(was, without_data_node(is)).slim;
            news.nodes |= (before.id, &before.title, &before.kind) != (is.id, &is.title, &is.kind);
            let place = |it: &Node| (it.layout.x, it.layout.y);
            news.places |= place(&before) != place(is);
        }
        let known = self.nodes.len();
        self.nodes
            .extend(story.nodes.values().skip(known).map(without_data_node));
        news.places |= news.nodes;
        news
    }

    /// Updates the links; returns whether any has changed.
    fn follow_edges(&mut self, story: &Story, sources: &mut Sources) -> bool {
        let mut link = |edge: &Edge| Link::of(story, edge, sources);
        let pairs = self.edges.iter().zip(story.edges.values());
        let same = pairs.take_while(|(was, is)| was.is(is)).count();
        if same == self.edges.len() && same == story.edges.len() {
            return false;
        }
        let mut changed = self.edges.len() != story.edges.len();
        let olds = self.edges.split_off(same);
        let old_links = self.links.split_off(same);
        let mut olds = olds.into_iter().zip(old_links).peekable();
        for edge in story.edges.values().skip(same) {
            // Skips removed links, so that the ones after them are recognized.
            while let Some((was, _)) = olds.peek()
                && !was.is(edge)
                && !story.edges.contains_key(&was.slim.id)
            {
                olds.next();
            }
            let (was, known) = match olds.next_if(|(was, _)| was.is(edge) || was.slim.id == edge.id)
            {
                Some((was, known)) if was.is(edge) => (was, known),
                Some((was, known)) if was.slim.record == edge.record => {
                    (without_data_edge(edge), known)
                }
                _ => {
                    changed = true;
                    (without_data_edge(edge), link(edge))
                }
            };
            self.edges.push(was);
            self.links.push(known);
        }
        changed
    }
}

/// How the numbering of nodes compares with the one before.
#[derive(PartialEq, Eq)]
enum NodeNumbering {
    Same,
    /// As before, with new nodes appended.
    Longer,
    Other,
}

impl Link {
    fn of(story: &Story, edge: &Edge, sources: &mut Sources) -> Self {
        let record = &edge.record;
        Self {
            ends: number(story, record.from).zip(number(story, record.to)),
            condition: record
                .condition
                .as_ref()
                .map(|it| sources.conditions.number(it)),
            effect: record.effect.as_ref().map(|it| sources.effects.number(it)),
            is_choice: record.is_choice(),
            includes: record.includes,
            dynamic: record.dynamic,
            once: record.once,
        }
    }
}

fn number(story: &Story, id: NodeId) -> Option<Number> {
    story.nodes.get_index_of(&id)
}

fn without_data_node(node: &Arc<Node>) -> CachedRef<Node> {
    let slim = match node.data.is_empty() {
        true => Arc::clone(node),
        false => Arc::new(Node {
            id: node.id,
            title: node.title.clone(),
            kind: node.kind.clone(),
            layout: node.layout.clone(),
            data: Default::default(),
        }),
    };
    let address = Arc::downgrade(node);
    CachedRef { address, slim }
}

fn without_data_edge(edge: &Arc<Edge>) -> CachedRef<Edge> {
    let slim = match edge.data.is_empty() {
        true => Arc::clone(edge),
        false => Arc::new(Edge {
            id: edge.id,
            record: edge.record.clone(),
            data: Default::default(),
        }),
    };
    let address = Arc::downgrade(edge);
    CachedRef { address, slim }
}
