//! Copies a whole story from one consistent snapshot while it stays in use.

use std::path::Path;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::new_file::make_whole;
use crate::StoreError;

/// Pages copied between two checks for cancellation.
const PAGES: i32 = 256;

/// Copies into a new file, which appears when it is complete. Refuses a file that exists.
pub(crate) fn save_copy(
    source: &Connection,
    to: &Path,
    progress: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<(), StoreError> {
    make_whole(to, |unfinished| copy_pages(source, unfinished, progress))
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
