//! Scenes that are read one after another: a single one, or those of a group. Pure.

use std::collections::{HashMap, HashSet};

use capability::ToolError;
use model::analysis::is_page_kind;
use model::{Node, NodeId, Story};

use crate::error::CapabilityError;
use crate::story::map_layout::moves::GroupMembers;

/// A part of the story with one beginning and one end. In between, it may branch.
pub(super) struct Run {
    pub(super) first: NodeId,
    pub(super) last: NodeId,
    pub(super) scenes: HashSet<NodeId>,
}

/// The scenes of a story with the links between them.
pub(super) struct Runs<'a> {
    pub(super) graph: &'a Story,
    pub(super) members: GroupMembers,
    from: HashMap<NodeId, Vec<NodeId>>,
    to: HashMap<NodeId, Vec<NodeId>>,
}

impl<'a> Runs<'a> {
    pub(super) fn of(graph: &'a Story) -> Self {
        let is_page = |id: &NodeId| {
            let node = graph.nodes.get(id);
            node.is_some_and(|it| is_page_kind(&it.kind))
        };
        let (mut from, mut to): (HashMap<_, Vec<_>>, HashMap<_, Vec<_>>) = Default::default();
        for edge in graph.edges.values() {
            let record = &edge.record;
            if is_page(&record.from) && is_page(&record.to) {
                from.entry(record.from).or_default().push(record.to);
                to.entry(record.to).or_default().push(record.from);
            }
        }
        Self {
            graph,
            members: GroupMembers::of(graph),
            from,
            to,
        }
    }

    /// The scenes of a group, or the node itself; the error names the argument.
    pub(super) fn of_node(&self, path: &str, node: &Node) -> Result<Run, ToolError> {
        if node.kind != "group" {
            return Ok(Run {
                first: node.id,
                last: node.id,
                scenes: HashSet::from([node.id]),
            });
        }
        self.of_group(node.id).ok_or_else(|| {
            let title = node.title.clone();
            ToolError::invalid(path, CapabilityError::NoSequence { title })
                .hint("move its scenes one by one")
        })
    }

    fn of_group(&self, group: NodeId) -> Option<Run> {
        let start = self.graph.record.start;
        // What no link leads to or from is beside the sequence.
        let is_linked = |it: &NodeId| self.from.contains_key(it) || self.to.contains_key(it);
        let held = self.members.within(group, &HashSet::new()).into_iter();
        let scenes: HashSet<NodeId> = held
            .filter(|it| is_linked(it) || start == Some(*it))
            .collect();
        let is_outside = |it: &NodeId| !scenes.contains(it);
        let begins =
            |it: &&NodeId| start == Some(**it) || linked(&self.to, **it).iter().any(is_outside);
        let ends = |it: &&NodeId| linked(&self.from, **it).iter().any(is_outside);
        let first = only(
            scenes.iter().filter(begins),
            scenes.iter().filter(|it| !self.to.contains_key(it)),
        )?;
        let last = only(
            scenes.iter().filter(ends),
            scenes.iter().filter(|it| !self.from.contains_key(it)),
        )?;
        Some(Run {
            first,
            last,
            scenes,
        })
    }

    /// The scenes outside of a run that its end leads to.
    pub(super) fn after(&self, run: &Run) -> Vec<NodeId> {
        let next = linked(&self.from, run.last).iter().copied();
        next.filter(|it| !run.scenes.contains(it)).collect()
    }

    /// The scenes that lead to one.
    pub(super) fn before(&self, scene: NodeId) -> &[NodeId] {
        linked(&self.to, scene)
    }
}

fn linked(links: &HashMap<NodeId, Vec<NodeId>>, scene: NodeId) -> &[NodeId] {
    links.get(&scene).map_or(&[], Vec::as_slice)
}

/// The only one of the former; if there are none, of the latter.
fn only<'a>(
    mut found: impl Iterator<Item = &'a NodeId>,
    mut otherwise: impl Iterator<Item = &'a NodeId>,
) -> Option<NodeId> {
    let (first, second) = match found.next() {
        Some(first) => (first, found.next()),
        None => (otherwise.next()?, otherwise.next()),
    };
    second.is_none().then_some(*first)
}
