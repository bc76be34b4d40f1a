//! When a person is asked before nodes are removed: one rule for every tool of a model or another
//! program, whatever the tool is. Enter through [`Removals`]. Not here: how the question is asked
//! (`dispatch/`), and what a person's words ask for (the runner).

use std::sync::atomic::{AtomicUsize, Ordering};

use store::RemovedNodes;

use crate::Caller;

/// More than this many nodes are many in a story of any size.
const MANY: usize = 10;
/// So is more than one node in this many …
const SHARE: usize = 5;
/// … unless it is no more than this many: in a small story, one node is a large share.
const FEW: usize = 2;

/// The nodes that a caller has removed since a person last allowed it: in one call or in many, a story
/// is not emptied without a question.
#[derive(Debug, Default)]
pub struct Removals {
    is_wanted: bool,
    count: AtomicUsize,
}

impl Removals {
    /// For a caller whose person asked for the removal: nothing is asked again.
    pub fn wanted() -> Self {
        Self {
            is_wanted: true,
            ..Self::default()
        }
    }

    /// The limits that hold for a caller. A person needs none, and what goes into a draft is reviewed.
    pub(crate) fn limit(caller: &Caller) -> Option<&Self> {
        let removals = &*caller.removals;
        (caller.is_program() && caller.draft.is_none() && !removals.is_wanted).then_some(removals)
    }

    /// What an edit would make of it, where a person has to be asked first.
    pub(crate) fn asks(&self, removed: RemovedNodes) -> Option<RemovedNodes> {
        let before = self.count.load(Ordering::Relaxed);
        let all = RemovedNodes {
            count: removed.count + before,
            of: removed.of + before,
        };
        let is_many = all.count > MANY || (all.count > FEW && all.count * SHARE > all.of);
        is_many.then_some(all)
    }

    /// Counts what was removed.
    pub(crate) fn add(&self, count: usize) {
        self.count.fetch_add(count, Ordering::Relaxed);
    }

    /// Begins again, because a person said yes.
    pub(crate) fn allow(&self) {
        self.count.store(0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removing_more_than_ten_nodes_or_a_fifth_of_the_story_is_large() {
        let asks = |count, of| {
            Removals::default()
                .asks(RemovedNodes { count, of })
                .is_some()
        };
        for (count, of) in [(1, 1), (2, 3), (3, 15), (10, 50), (10, 1000)] {
            assert!(!asks(count, of), "{count} of {of}");
        }
        for (count, of) in [(3, 3), (3, 14), (11, 56), (11, 1000)] {
            assert!(asks(count, of), "{count} of {of}");
        }
    }

    #[test]
    fn removals_of_several_calls_add_up_until_a_person_allows_them() {
        let removals = Removals::default();
        let one = |of| removals.asks(RemovedNodes { count: 1, of });
        assert_eq!(one(8), None);
        removals.add(2);
        let all = RemovedNodes { count: 3, of: 8 };
        assert_eq!(one(6), Some(all));
        removals.allow();
        assert_eq!(one(6), None);
    }
}
