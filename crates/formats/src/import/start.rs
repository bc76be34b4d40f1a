//! Where reading begins in a file that does not say so.

use std::collections::HashSet;

use model::analysis::is_page_kind;
use model::{NodeId, Story};

/// The first scene that leads on and that no other scene leads to, or else the first scene.
pub(crate) fn likely_start(story: &Story) -> Option<NodeId> {
    let is_scene = |id: &NodeId| story.nodes.get(id).is_some_and(|it| is_page_kind(&it.kind));
    let edges = || story.edges.values().map(|it| &it.record);
    let edges = || edges().filter(|it| is_scene(&it.from));
    let entered: HashSet<_> = edges().map(|it| it.to).collect();
    let leading_on: HashSet<_> = edges().map(|it| it.from).collect();
    let scenes = || story.nodes.keys().copied().filter(is_scene);
    let first = scenes().find(|it| leading_on.contains(it) && !entered.contains(it));
    first.or_else(|| scenes().next())
}
