//! The schemas of types, each generated once: the help of the program and every open story need the
//! same ones.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// What was generated so far, by type.
pub(super) struct Memo<V>(Mutex<Option<HashMap<TypeId, V>>>);

impl<V: Clone> Memo<V> {
    /// Nothing yet.
    pub(super) const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// What there is for the type, generated if this is the first time that it is asked for.
    pub(super) fn of<T: 'static>(&self, generate: impl FnOnce() -> V) -> V {
        // An entry is added in one step, so a panic cannot leave it half made.
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = TypeId::of::<T>();
        let known = lock().as_ref().and_then(|it| it.get(&key).cloned());
        known.unwrap_or_else(|| {
            let made = generate();
            let mut table = lock();
            let table = table.get_or_insert_default();
            table.entry(key).or_insert(made).clone()
        })
    }
}
