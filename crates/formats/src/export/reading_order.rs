//! The order in which a reader may encounter the nodes.

use std::collections::{HashSet, VecDeque};

use model::{Node, NodeId, Story};

use super::Choices;

/// All nodes: breadth first from `start` along the choices, then the unreachable ones in creation
/// order; and how many are reachable.
pub(crate) fn reading_order<'a>(
    story: &'a Story,
    choices: &Choices<'_>,
    start: Option<NodeId>,
) -> (Vec<&'a Node>, usize) {
    let mut queue: VecDeque<_> = start.into_iter().collect();
    let mut seen: HashSet<_> = queue.iter().copied().collect();
    let mut order = Vec::with_capacity(story.nodes.len());
    while let Some(id) = queue.pop_front() {
        order.extend(story.nodes.get(&id).map(|it| &**it));
        for edge in choices.from(id) {
            if seen.insert(edge.record.to) {
                queue.push_back(edge.record.to);
            }
        }
    }
    let reached = order.len();
    let others = story.nodes.values().filter(|it| !seen.contains(&it.id));
    order.extend(others.map(|it| &**it));
    (order, reached)
}
