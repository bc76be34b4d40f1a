//! Which nodes are shown as parts of others.

use std::collections::{HashMap, HashSet};

use super::adjacency::{Adjacency, Link, Number};
use crate::play::IncludeGraph;
use crate::{NodeId, Story};

/// Which nodes are shown as parts of others, and which show some.
#[derive(Default)]
pub(super) struct IncludedParts {
    /// The parts of each node that shows some, and theirs.
    of: HashMap<Number, Vec<Number>>,
    include_only: HashSet<Number>,
}

impl IncludedParts {
    pub(super) fn of(story: &Story, links: &[Link]) -> Self {
        if !links.iter().any(|it| it.includes) {
            return Self::default();
        }
        let including = IncludeGraph::of(story);
        let number = |it: NodeId| story.nodes.get_index_of(&it);
        let parts = |it: NodeId| including.parts_of(it).into_iter().filter_map(number);
        let ends = |it: &Link| it.ends;
        let mut include_only: HashSet<Number> = links
            .iter()
            .filter(|it| it.includes)
            .filter_map(|it| Some(ends(it)?.1))
            .collect();
        for link in links.iter().filter(|it| it.is_choice) {
            ends(link).map(|it| include_only.remove(&it.1));
        }
        let start = story.record.start.and_then(number);
        start.map(|it| include_only.remove(&it));
        let showing = including.nodes();
        Self {
            of: showing
                .filter_map(|it| Some((number(it)?, parts(it).collect())))
                .collect(),
            include_only,
        }
    }

    /// The nodes that a node shows as its parts, and theirs, each once.
    pub(super) fn shown_by(&self, number: Number) -> &[Number] {
        self.of.get(&number).map_or(&[], Vec::as_slice)
    }

    /// Whether a node is only ever shown as a part of others.
    pub(super) fn is_include_only(&self, number: Number) -> bool {
        self.include_only.contains(&number)
    }

    /// Whether nothing leads on from a node. A part lends its choices to the node that shows it, and
    /// ends nothing if it has none.
    pub(super) fn ends(&self, adjacency: &Adjacency, number: Number) -> bool {
        if self.is_include_only(number) {
            return false;
        }
        let Some(parts) = self.of.get(&number) else {
            return adjacency.from(number).is_empty();
        };
        let is_part = |it: &Number| *it == number || parts.contains(it);
        let all = std::iter::once(&number).chain(parts);
        all.into_iter()
            .all(|it| adjacency.from(*it).iter().all(is_part))
    }
}
