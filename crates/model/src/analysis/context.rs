//! One look at a story: all that findings are made from, by number.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use indexmap::IndexMap;

use super::adjacency::{Adjacency, Link, Number};
use super::details::LinkNames;
use super::facts::{CompilerError, NodeFacts};
use super::parse_cache::{Source, Sources};
use super::satisfiability::VariableFacts;
use super::story_facts::{StoryFacts, fact};
use crate::{Edge, Node, NodeId, Story};

/// Caches whether all of some conditions can fail at once, while their inputs are unchanged.
pub(super) type SatisfiabilityCache = HashMap<Vec<Source>, bool>;

/// By lower-case title: the first node whose text contains it.
pub(super) type NamingNodes = HashMap<String, Option<NodeId>>;

/// One look at a story.
pub(super) struct CheckContext<'a> {
    pub(super) story: &'a Story,
    pub(super) facts: &'a IndexMap<NodeId, NodeFacts>,
    pub(super) story_facts: &'a StoryFacts,
    pub(super) script_errors: &'a [CompilerError],
    pub(super) links: &'a [Link],
    pub(super) sources: &'a Sources,
    pub(super) used: &'a UsedSources,
    pub(super) known: &'a VariableFacts,
    pub(super) never: &'a [Option<bool>],
    pub(super) left_to_right: &'a OnceCell<Vec<Number>>,
    pub(super) failing: &'a RefCell<SatisfiabilityCache>,
    pub(super) named: &'a RefCell<NamingNodes>,
    pub(super) all_links: OnceCell<Adjacency>,
}

impl<'a> CheckContext<'a> {
    pub(super) fn node(&self, number: Number) -> &'a Node {
        &self.story.nodes[number]
    }

    pub(super) fn fact(&self, number: Number) -> Option<&'a NodeFacts> {
        fact(self.facts, number, self.node(number).id)
    }

    /// Every link there is, by the node it leaves.
    pub(super) fn all_links(&self) -> &Adjacency {
        let count = self.story.nodes.len();
        self.all_links
            .get_or_init(|| Adjacency::of_all(count, self.links))
    }

    pub(super) fn title(&self, id: NodeId) -> &'a str {
        self.story.nodes.get(&id).map_or("", |it| &it.title)
    }

    /// Whether another link joins the same nodes as the one of this number, so that its label has
    /// to say which is meant.
    pub(super) fn has_parallel_link(&self, link: usize) -> bool {
        if let Some((from, to)) = self.links[link].ends {
            let leading = self.all_links().from(from);
            return leading.iter().filter(|it| **it == to).count() > 1;
        }
        let ends = |it: &Edge| (it.record.from, it.record.to);
        let mine = ends(&self.story.edges[link]);
        let all = self.story.edges.values();
        all.filter(|it| ends(it) == mine).count() > 1
    }

    /// How a reader knows a link.
    pub(super) fn link(&self, edge: &Edge) -> LinkNames {
        LinkNames {
            from: self.title(edge.record.from).to_owned(),
            to: self.title(edge.record.to).to_owned(),
            label: edge.record.label.clone(),
        }
    }
}

/// Which conditions and effects stand on links, by their numbers.
#[derive(Debug, Default, PartialEq)]
pub(super) struct UsedSources {
    pub(super) conditions: Vec<bool>,
    pub(super) effects: Vec<bool>,
}

impl UsedSources {
    pub(super) fn of(links: &[Link], sources: &Sources) -> Self {
        let mut used = Self {
            conditions: vec![false; sources.conditions.len()],
            effects: vec![false; sources.effects.len()],
        };
        for link in links {
            if let Some(it) = link.condition {
                used.conditions[it] = true;
            }
            if let Some(it) = link.effect {
                used.effects[it] = true;
            }
        }
        used
    }
}
