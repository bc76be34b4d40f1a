//! Copies a whole story from one consistent snapshot while it stays in use.

use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::path::Path;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use crate::StoreError;

/// Pages copied between two checks for cancellation.
const PAGES: i32 = 256;

/// Copies into a new file. Refuses a file that exists, and removes a partial copy when it stops
/// early.
pub(crate) fn save_copy(
    source: &Connection,
    to: &Path,
    progress: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<(), StoreError> {
    let failed = |source: std::io::Error| match source.kind() {
        ErrorKind::AlreadyExists => StoreError::Exists {
            path: to.to_owned(),
        },
        ErrorKind::NotFound => StoreError::NoFolder {
            path: to.to_owned(),
        },
        _ => StoreError::Io {
            path: to.to_owned(),
            source,
        },
    };
    // Creates the file first, so that another process's file cannot be overwritten.
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(to)
        .map_err(failed)?;
    let copied = copy_pages(source, to, progress);
    if copied.is_err()
        && let Err(error) = fs::remove_file(to)
    {
        tracing::warn!(%error, path = %to.display(), "could not remove a partial copy");
    }
    copied
}

/// Copies every page of the source's current snapshot.
pub(crate) fn copy_pages(
    source: &Connection,
    to: &Path,
    progress: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<(), StoreError> {
    // An open read transaction keeps writers from restarting the copy.
    let moment = source.unchecked_transaction()?;
    moment.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    let mut target = Connection::open(to).map_err(|error| StoreError::from(error).at(to))?;
    {
        let backup = Backup::new(&moment, &mut target)?;
        loop {
            let step = backup
                .step(PAGES)
                .map_err(|error| StoreError::from(error).at(to))?;
            let at = backup.progress();
            let (left, all) = (i64::from(at.remaining), i64::from(at.pagecount));
            if !progress((all - left).unsigned_abs(), all.unsigned_abs()) {
                return Err(StoreError::Cancelled);
            }
            match step {
                StepResult::Done => break,
                StepResult::More => {}
                _ => return Err(StoreError::Busy),
            }
        }
    }
    moment.commit()?;
    target
        .close()
        .map_err(|(_, error)| StoreError::from(error).at(to))
}
