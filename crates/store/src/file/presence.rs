//! Which story files this process has open. POSIX keeps file locks by process and drops them all
//! when any handle of the file is closed, so a file may be looked at past SQLite only while no
//! connection of ours has it open.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::StoreError;

static OPEN: Mutex<BTreeMap<PathBuf, usize>> = Mutex::new(BTreeMap::new());

/// The turn to look at a file; nobody else of this process opens one meanwhile.
pub(super) struct Entry {
    /// Whether this process has the file open.
    pub(super) already_open: bool,
    path: PathBuf,
    open: MutexGuard<'static, BTreeMap<PathBuf, usize>>,
}

/// One open story counted; until dropped.
pub(super) struct Presence {
    path: PathBuf,
}

/// Waits for the turn to look at a file.
pub(super) fn enter(path: &Path) -> Result<Entry, StoreError> {
    let open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    let path = path.canonicalize().map_err(|source| match source.kind() {
        std::io::ErrorKind::NotFound => StoreError::Missing {
            path: path.to_owned(),
        },
        _ => StoreError::Io {
            path: path.to_owned(),
            source,
        },
    })?;
    Ok(Entry {
        already_open: open.contains_key(&path),
        path,
        open,
    })
}

impl Entry {
    /// Counts the file as open from now on.
    pub(super) fn stay(mut self) -> Presence {
        *self.open.entry(self.path.clone()).or_default() += 1;
        Presence { path: self.path }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.path) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.path);
            }
        }
    }
}
