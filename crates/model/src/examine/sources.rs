//! Conditions and effects as they were read, by number: thousands of links share few.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::Arc;

use crate::play::{Effect, Expression, SourceError};

/// More than this are forgotten and read again.
const KEPT: usize = 50_000;

/// The number of a condition, or of an effect.
pub(super) type Source = usize;

/// What has been read.
#[derive(Debug, Default)]
pub(super) struct Sources {
    pub(super) conditions: Read<Expression>,
    pub(super) effects: Read<Effect>,
}

impl Sources {
    /// Whether it is time to begin anew: nothing tells which ones are no longer used.
    pub(super) fn is_full(&self) -> bool {
        self.conditions.read.len().max(self.effects.read.len()) > KEPT
    }
}

/// Sources of one sort.
#[derive(Debug)]
pub(super) struct Read<T> {
    numbers: HashMap<String, Source>,
    read: Vec<Result<Arc<T>, SourceError>>,
}

impl<T> Default for Read<T> {
    fn default() -> Self {
        Self {
            numbers: HashMap::new(),
            read: Vec::new(),
        }
    }
}

impl<T: FromStr<Err = SourceError>> Read<T> {
    /// The number of a source, which is read when it is met first.
    pub(super) fn number(&mut self, source: &str) -> Source {
        if let Some(known) = self.numbers.get(source) {
            return *known;
        }
        let number = self.read.len();
        self.read.push(source.parse().map(Arc::new));
        self.numbers.insert(source.to_owned(), number);
        number
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.read.len()
    }

    /// What a source says.
    pub(super) fn get(&self, number: Source) -> Result<&Arc<T>, &SourceError> {
        self.read[number].as_ref()
    }
}
