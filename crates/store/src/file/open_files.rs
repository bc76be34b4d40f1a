//! Tracks which story files this process has open. POSIX file locks belong to the process and are
//! all released when any handle of the file is closed, so a file may be read without SQLite only
//! while no connection of this process has it open.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::StoreError;

static OPEN: Mutex<BTreeMap<PathBuf, usize>> = Mutex::new(BTreeMap::new());

/// Exclusive permission to inspect a file; no other thread of this process opens one meanwhile.
pub(super) struct OpenLock {
    /// Whether this process has the file open.
    pub(super) already_open: bool,
    path: PathBuf,
    open: MutexGuard<'static, BTreeMap<PathBuf, usize>>,
}

/// Counts one open story until it is dropped.
pub(super) struct OpenFileGuard {
    path: PathBuf,
}

/// Waits for permission to inspect a file.
pub(super) fn lock(path: &Path) -> Result<OpenLock, StoreError> {
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
    Ok(OpenLock {
        already_open: open.contains_key(&path),
        path,
        open,
    })
}

impl OpenLock {
    /// Counts the file as open from now on.
    pub(super) fn mark_open(mut self) -> OpenFileGuard {
        *self.open.entry(self.path.clone()).or_default() += 1;
        OpenFileGuard { path: self.path }
    }
}

impl Drop for OpenFileGuard {
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
