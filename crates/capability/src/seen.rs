//! What a model has read of a story in its conversation, so that it does not write over what a person
//! changed since. Reading tools say what their answer holds, writing tools ask ([`SeenVersions`]).
//! Not here: how a tool refuses, and where the conversation keeps it.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use model::Slot;

/// The newest version of each slot that a model has read or written in its conversation, by number; 0
/// for a slot that held nothing.
#[derive(Debug, Default)]
pub struct SeenVersions(Mutex<Seen>);

#[derive(Debug, Default)]
struct Seen {
    versions: BTreeMap<Slot, u32>,
    is_changed: bool,
}

impl SeenVersions {
    /// What was kept of an earlier turn.
    pub fn new(kept: impl IntoIterator<Item = (Slot, u32)>) -> Self {
        Self(Mutex::new(Seen {
            versions: kept.into_iter().collect(),
            is_changed: false,
        }))
    }

    /// The version that was read last; `None` if the slot was never read.
    pub fn of(&self, slot: &Slot) -> Option<u32> {
        self.lock().versions.get(slot).copied()
    }

    /// Notes that the model is shown all that a slot holds, at this version.
    pub fn note(&self, slot: Slot, version: Option<u32>) {
        let mut seen = self.lock();
        let version = version.unwrap_or_default();
        let before = seen.versions.insert(slot, version);
        seen.is_changed |= before != Some(version);
    }

    /// All of it, if it has changed since this was asked last.
    pub fn take_changed(&self) -> Option<Vec<(Slot, u32)>> {
        let mut seen = self.lock();
        let versions = seen.versions.iter();
        let all = versions.map(|(slot, version)| (slot.clone(), *version));
        let all = seen.is_changed.then(|| all.collect());
        seen.is_changed = false;
        all
    }

    fn lock(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
