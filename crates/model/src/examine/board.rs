//! The graph as it was looked at last, by number instead of by id. Following a story touches only
//! the nodes and links that are no longer the same value, so that an edit costs what it changed.

use std::sync::{Arc, Weak};

use super::shape::Number;
use super::sources::{Source, Sources};
use crate::{Edge, Node, NodeId, Story};

/// Where a link leaves and leads; `None` of one that touches a node which is gone.
pub(super) type Ends = Option<(Number, Number)>;

/// A value that was looked at. Its address tells whether it is still the same one: what somebody
/// points to is neither freed nor changed in place. Its data is not held.
#[derive(Debug)]
struct Was<T> {
    address: Weak<T>,
    slim: Arc<T>,
}

impl<T> Was<T> {
    fn is(&self, other: &Arc<T>) -> bool {
        std::ptr::eq(self.address.as_ptr(), Arc::as_ptr(other))
    }
}

/// A link, by number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    pub(super) ends: Ends,
    pub(super) condition: Option<Source>,
    pub(super) effect: Option<Source>,
    pub(super) is_choice: bool,
    pub(super) includes: bool,
    pub(super) dynamic: bool,
    pub(super) once: bool,
}

/// What has changed since the last look, other than the words of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct News {
    /// Which nodes there are, their titles and kinds.
    pub(super) nodes: bool,
    /// Where nodes stand on the map.
    pub(super) places: bool,
    /// Links and what stands on them.
    pub(super) links: bool,
    /// Where reading begins.
    pub(super) start: bool,
}

impl News {
    pub(super) fn any(self) -> bool {
        self != Self::default()
    }
}

/// A story's graph, kept.
#[derive(Debug, Default)]
pub(super) struct Board {
    nodes: Vec<Was<Node>>,
    edges: Vec<Was<Edge>>,
    start: Option<NodeId>,
    /// In the story's order of edges.
    pub(super) links: Vec<Link>,
}

impl Board {
    /// Takes over a story as it is now, and says what is new.
    pub(super) fn follow(&mut self, story: &Story, sources: &mut Sources) -> News {
        let numbering = self.numbering(story);
        let mut news = self.follow_nodes(story);
        if numbering == Numbering::Other {
            self.edges.clear();
            self.links.clear();
            news.links = true;
        }
        let look_up =
            |it: &Edge| Some((number(story, it.record.from)?, number(story, it.record.to)?));
        if numbering == Numbering::Longer {
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

    fn numbering(&self, story: &Story) -> Numbering {
        let kept = self.nodes.len() <= story.nodes.len()
            && self
                .nodes
                .iter()
                .zip(story.nodes.values())
                .all(|(was, is)| was.is(is) || was.slim.id == is.id);
        match kept {
            false => Numbering::Other,
            true if self.nodes.len() == story.nodes.len() => Numbering::Same,
            true => Numbering::Longer,
        }
    }

    fn follow_nodes(&mut self, story: &Story) -> News {
        let mut news = News {
            nodes: self.nodes.len() != story.nodes.len(),
            ..News::default()
        };
        self.nodes.truncate(story.nodes.len());
        for (was, is) in self.nodes.iter_mut().zip(story.nodes.values()) {
            if was.is(is) {
                continue;
            }
            let before = std::mem::replace(was, slim_node(is)).slim;
            news.nodes |= (before.id, &before.title, &before.kind) != (is.id, &is.title, &is.kind);
            let place = |it: &Node| (it.layout.x, it.layout.y);
            news.places |= place(&before) != place(is);
        }
        let known = self.nodes.len();
        self.nodes
            .extend(story.nodes.values().skip(known).map(slim_node));
        news.places |= news.nodes;
        news
    }

    /// Whether any link has changed.
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
            // Those that are gone are passed over, so that the ones behind them are known again.
            while let Some((was, _)) = olds.peek()
                && !was.is(edge)
                && !story.edges.contains_key(&was.slim.id)
            {
                olds.next();
            }
            let (was, known) = match olds.next_if(|(was, _)| was.is(edge) || was.slim.id == edge.id)
            {
                Some((was, known)) if was.is(edge) => (was, known),
                Some((was, known)) if was.slim.record == edge.record => (slim_edge(edge), known),
                _ => {
                    changed = true;
                    (slim_edge(edge), link(edge))
                }
            };
            self.edges.push(was);
            self.links.push(known);
        }
        changed
    }
}

/// How nodes are numbered, compared with before.
#[derive(PartialEq, Eq)]
enum Numbering {
    Same,
    /// As before, and new ones behind them.
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

fn slim_node(node: &Arc<Node>) -> Was<Node> {
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
    Was { address, slim }
}

fn slim_edge(edge: &Arc<Edge>) -> Was<Edge> {
    let slim = match edge.data.is_empty() {
        true => Arc::clone(edge),
        false => Arc::new(Edge {
            id: edge.id,
            record: edge.record.clone(),
            data: Default::default(),
        }),
    };
    let address = Arc::downgrade(edge);
    Was { address, slim }
}
