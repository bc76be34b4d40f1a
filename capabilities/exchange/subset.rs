//! Selected nodes of a story as a story of their own, for export.

use std::collections::HashSet;

use model::{Kind, Node, NodeId, Story};

/// Reduces the story to these nodes, the contents of their groups, and the links among them. Its
/// kinds are the built-in ones and those in use.
pub(super) fn of(mut story: Story, nodes: &[Node]) -> Story {
    let mut kept: HashSet<NodeId> = nodes.iter().map(|it| it.id).collect();
    // Members of a kept group are kept at any depth: each round descends one level.
    loop {
        let held = story.nodes.values().filter(|it| {
            let parent = it.layout.parent;
            !kept.contains(&it.id) && parent.is_some_and(|it| kept.contains(&it))
        });
        let held: Vec<NodeId> = held.map(|it| it.id).collect();
        if held.is_empty() {
            break;
        }
        kept.extend(held);
    }
    story.nodes.retain(|id, _| kept.contains(id));
    let within = |id: &NodeId| kept.contains(id);
    story
        .edges
        .retain(|_, it| within(&it.record.from) && within(&it.record.to));
    story.record.start = story.record.start.filter(within);
    let built_in = Kind::built_in();
    let used: HashSet<&str> = story.nodes.values().map(|it| it.kind.as_str()).collect();
    story
        .kinds
        .retain(|name, _| built_in.contains_key(name) || used.contains(name.as_str()));
    story.data.clear();
    story
}
