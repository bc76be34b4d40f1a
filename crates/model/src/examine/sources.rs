//! Conditions and effects as they were read, kept by their text: thousands of links share few.

use std::collections::HashMap;
use std::sync::Arc;

use crate::play::{Effect, Expression, SourceError};

/// More than this are forgotten and read again.
const KEPT: usize = 50_000;

/// What has been read.
#[derive(Debug, Default)]
pub(super) struct Sources {
    conditions: HashMap<String, Arc<Result<Expression, SourceError>>>,
    effects: HashMap<String, Arc<Result<Effect, SourceError>>>,
}

impl Sources {
    pub(super) fn condition(&mut self, source: &str) -> Arc<Result<Expression, SourceError>> {
        read(&mut self.conditions, source)
    }

    pub(super) fn effect(&mut self, source: &str) -> Arc<Result<Effect, SourceError>> {
        read(&mut self.effects, source)
    }
}

fn read<T: std::str::FromStr>(
    kept: &mut HashMap<String, Arc<Result<T, T::Err>>>,
    source: &str,
) -> Arc<Result<T, T::Err>> {
    if let Some(known) = kept.get(source) {
        return known.clone();
    }
    if kept.len() >= KEPT {
        kept.clear();
    }
    let read = Arc::new(source.parse());
    kept.insert(source.to_owned(), Arc::clone(&read));
    read
}
