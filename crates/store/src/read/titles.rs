//! Which node has which title, so that finding one does not look at all of them.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};

use model::{NodeId, Story};

/// Which node has a title, by the title's hash; what is found is compared with the node's own title.
pub(super) struct TitleIndex {
    hashing: RandomState,
    nodes: HashMap<u64, TitleUse>,
}

/// The nodes of a title: how many, and the first of them.
struct TitleUse {
    first: NodeId,
    count: usize,
}

impl TitleIndex {
    /// The titles of a graph.
    pub(super) fn of(story: &Story) -> Self {
        let mut index = Self {
            hashing: RandomState::new(),
            nodes: HashMap::with_capacity(story.nodes.len()),
        };
        for node in story.nodes.values() {
            index.change(node.id, None, Some(&node.title));
        }
        index
    }

    /// The node of a title, if no other one has it.
    pub(super) fn only(&self, title: &str) -> Option<NodeId> {
        let found = self.nodes.get(&self.hashing.hash_one(title))?;
        (found.count == 1).then_some(found.first)
    }

    /// Notes the new title of a node; false if it is not known any more who has the former one.
    pub(super) fn change(&mut self, id: NodeId, was: Option<&str>, now: Option<&str>) -> bool {
        if let Some(was) = was {
            let hash = self.hashing.hash_one(was);
            match self.nodes.remove(&hash) {
                Some(TitleUse { first, count: 1 }) if first == id => {}
                _ => return false,
            }
        }
        if let Some(now) = now {
            let hash = self.hashing.hash_one(now);
            let entry = self.nodes.entry(hash).or_insert(TitleUse {
                first: id,
                count: 0,
            });
            entry.count += 1;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use model::{FixedWorld, World};

    use super::*;

    #[test]
    fn a_title_is_found_while_one_node_has_it() {
        let world = FixedWorld::default();
        let id = || NodeId(world.new_id());
        let (one, other) = (id(), id());
        let mut titles = TitleIndex::of(&Story::new(model::StoryId(world.new_id()), "Titles"));
        assert!(titles.change(one, None, Some("Cave")));
        assert_eq!(titles.only("Cave"), Some(one));
        assert!(titles.change(one, Some("Cave"), Some("Grotto")));
        assert_eq!(
            (titles.only("Cave"), titles.only("Grotto")),
            (None, Some(one))
        );
        assert!(titles.change(other, None, Some("Grotto")));
        assert_eq!(titles.only("Grotto"), None, "two nodes have it");
        assert!(
            !titles.change(one, Some("Grotto"), None),
            "which one is left is not known"
        );
    }
}
