//! What one agent knows of a story: a sum over its changes from the first on without a hole, and
//! those that came early.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// A copy, as a sum of all changes up to the last one.
#[derive(Default, PartialEq, Eq)]
pub(crate) struct Copy {
    last: u64,
    sum: u64,
    early: BTreeMap<u64, u64>,
}

impl Copy {
    /// The last change before the first hole.
    pub(crate) fn last(&self) -> u64 {
        self.last
    }

    /// Whether changes are missing before one that is known.
    pub(crate) fn has_hole(&self) -> bool {
        !self.early.is_empty()
    }

    /// Adds a change, once.
    pub(crate) fn take(&mut self, number: u64, text: &str) {
        if number <= self.last {
            return;
        }
        let mut hasher = DefaultHasher::new();
        (number, text).hash(&mut hasher);
        self.early.insert(number, hasher.finish());
        while let Some(hash) = self.early.remove(&(self.last + 1)) {
            self.last += 1;
            self.sum = self.sum.wrapping_add(hash);
        }
    }
}
