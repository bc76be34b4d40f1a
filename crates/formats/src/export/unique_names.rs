//! Hands out names without duplicates.

use std::collections::{HashMap, HashSet};

/// The names in use, and the last number tried for each name. Continuing from there keeps ten
/// thousand equal titles linear.
pub(crate) struct UniqueNames {
    taken: HashSet<String>,
    counts: HashMap<String, usize>,
    numbered: fn(&str, usize) -> String,
}

impl UniqueNames {
    /// `numbered` adds a number to a name that is taken.
    pub(crate) fn new(taken: HashSet<String>, numbered: fn(&str, usize) -> String) -> Self {
        Self {
            taken,
            counts: HashMap::new(),
            numbered,
        }
    }

    /// The name itself if it is free, otherwise with the smallest free number from 2. Marks it as
    /// taken.
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

/// Numbers an identifier: `name_2`.
pub(crate) fn with_number_suffix(name: &str, number: usize) -> String {
    format!("{name}_{number}")
}
