//! Parsed conditions and effects, by number: thousands of links share few different ones.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::Arc;

use crate::play::{Effect, Expression, ParseError};

/// Above this many entries the cache is cleared.
const MAX_CACHED: usize = 50_000;

/// The number of a condition, or of an effect.
pub(super) type Source = usize;

/// The parsed conditions and effects.
#[derive(Debug, Default)]
pub(super) struct Sources {
    pub(super) conditions: Read<Expression>,
    pub(super) effects: Read<Effect>,
}

impl Sources {
    /// Whether the cache should be cleared: nothing tracks which entries are still used.
    pub(super) fn is_full(&self) -> bool {
        self.conditions.read.len().max(self.effects.read.len()) > MAX_CACHED
    }
}

/// The sources of one type.
#[derive(Debug)]
pub(super) struct Read<T> {
    numbers: HashMap<String, Source>,
    read: Vec<Result<Arc<T>, ParseError>>,
}

impl<T> Default for Read<T> {
    fn default() -> Self {
        Self {
            numbers: HashMap::new(),
            read: Vec::new(),
        }
    }
}

impl<T: FromStr<Err = ParseError>> Read<T> {
    /// The number of a source, which is parsed when it is first seen.
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

    /// The parsed source.
    pub(super) fn get(&self, number: Source) -> Result<&Arc<T>, &ParseError> {
        self.read[number].as_ref()
    }
}
