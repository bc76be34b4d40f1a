//! What a chapter of a book is: one scene, or the scenes of a group.

use std::collections::{HashMap, HashSet};

use model::{Node, NodeId, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Groups in groups are followed this far.
const MAX_GROUPS: usize = 64;

/// What makes up a chapter of a book.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChapterUnit {
    /// Every scene is a chapter under its own title.
    #[default]
    Scene,
    /// The scenes of a group are one chapter under the title of the group, with breaks between them.
    Group,
}

/// The groups that a node is in, from the inside out.
pub(super) fn groups_of<'a>(story: &'a Story, node: &Node) -> impl Iterator<Item = &'a Node> {
    let group = |of: &Node| story.nodes.get(&of.layout.parent?).map(|it| &**it);
    std::iter::successors(group(node), move |it| group(it)).take(MAX_GROUPS)
}

/// For every scene, in the order of the book, the group whose scenes are one chapter with it. A group
/// that holds other such groups is a part, so that scenes of its own are chapters; as are those of a
/// group whose scenes are apart.
pub(super) fn groups_as_chapters<'a>(
    story: &'a Story,
    scenes: &[&'a Node],
) -> Vec<Option<&'a Node>> {
    let inner = scenes.iter().map(|it| groups_of(story, it).next());
    let inner: Vec<Option<&Node>> = inner.collect();
    let around = inner.iter().flatten();
    let parts: HashSet<NodeId> = around
        .flat_map(|it| groups_of(story, it))
        .map(|it| it.id)
        .collect();
    let id = |of: &Option<&Node>| of.map(|it| it.id);
    let mut runs: HashMap<NodeId, usize> = HashMap::new();
    for run in inner.chunk_by(|a, b| id(a) == id(b)) {
        if let Some(group) = id(&run[0]) {
            *runs.entry(group).or_default() += 1;
        }
    }
    let is_chapter = |it: &&Node| runs.get(&it.id) == Some(&1) && !parts.contains(&it.id);
    inner.into_iter().map(|it| it.filter(is_chapter)).collect()
}
