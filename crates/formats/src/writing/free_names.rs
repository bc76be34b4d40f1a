//! Names of which none is given twice.

use std::collections::{HashMap, HashSet};

/// What is taken, and how far the numbers behind each name have come: counting on from where the
/// last search ended keeps ten thousand equal titles linear.
pub(crate) struct FreeNames {
    taken: HashSet<String>,
    counts: HashMap<String, usize>,
    numbered: fn(&str, usize) -> String,
}

impl FreeNames {
    /// `numbered` writes a name with a number, for those whose plain name is taken.
    pub(crate) fn new(taken: HashSet<String>, numbered: fn(&str, usize) -> String) -> Self {
        Self {
            taken,
            counts: HashMap::new(),
            numbered,
        }
    }

    /// The name, with the least number from 2 that makes it free; it is taken from then on.
    pub(crate) fn take(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let count = self.counts.entry(wanted.to_owned()).or_insert(1);
        while !self.taken.insert(name.clone()) {
            *count += 1;
            name = (self.numbered)(wanted, *count);
        }
        name
    }
}

/// How identifiers are numbered: `name_2`.
pub(crate) fn underscored(name: &str, number: usize) -> String {
    format!("{name}_{number}")
}
