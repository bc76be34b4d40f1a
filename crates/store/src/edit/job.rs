//! One piece of work for the writer: a part of its transaction, which a failure or a panic leaves
//! as if it had not been, and an answer that waits for the commit.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use model::Change;
use rusqlite::Connection;
use serde::Serialize;

use super::writer::{BEGIN, Ground, Job, Ran};
use super::{CommitNote, Edit, Receipt};
use crate::StoreError;
use crate::file::StoryFile;

/// How a job ended: as its closure did, or with that closure's panic.
pub(crate) type Ended<T, E> = Result<Result<T, E>, Box<dyn Any + Send>>;

/// What a closure gave, and the change it made.
type Made<T> = (T, Option<Arc<Change>>);

/// An edit as a job for the writer.
pub(crate) fn edit_job<T, E>(
    file: Arc<StoryFile>,
    note: CommitNote,
    write: impl FnOnce(&mut Edit<'_>) -> Result<T, E> + Send + 'static,
    answer: impl FnOnce(Ended<Receipt<T>, E>) + Send + 'static,
) -> Job
where
    T: Serialize + Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    let run = move |conn: &Connection| {
        let mut edit = Edit::begin(conn, &file, note)?;
        let value = write(&mut edit)?;
        let change = edit.finish(&value)?;
        let receipt = Receipt {
            value,
            change: change.clone(),
        };
        Ok((receipt, change))
    };
    job(run, answer)
}

/// Other writing (threads, turns) as a job for the writer; it makes no change.
pub(crate) fn plain_job<T: Send + 'static>(
    write: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    answer: impl FnOnce(Ended<T, StoreError>) + Send + 'static,
) -> Job {
    job(move |conn: &Connection| Ok((write(conn)?, None)), answer)
}

fn job<T, E>(
    run: impl FnOnce(&Connection) -> Result<Made<T>, E> + Send + 'static,
    answer: impl FnOnce(Ended<T, E>) + Send + 'static,
) -> Job
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    Box::new(move |ground: Result<Ground<'_>, StoreError>| {
        let ended = match ground {
            Ok(ground) => undivided(ground, run),
            Err(error) => Ok(Err(error.into())),
        };
        let (change, wrote) = match &ended {
            Ok(Ok((_, change))) => (change.clone(), true),
            _ => (None, false),
        };
        let settle = move |committed: Result<(), StoreError>| {
            answer(ended.map(|outcome| match (outcome, committed) {
                (Ok((value, _)), Ok(())) => Ok(value),
                (Ok(_), Err(error)) => Err(error.into()),
                (Err(error), _) => Err(error),
            }));
        };
        Ran {
            change,
            wrote,
            settle: Box::new(settle),
        }
    })
}

/// Runs a closure so that its failure, or its panic, leaves nothing behind. Where nothing else has
/// been written yet, that is done by beginning the transaction anew: a savepoint would have SQLite
/// copy every page before it changes it, a fifth of the work of a small edit.
fn undivided<T, E: From<StoreError>>(
    ground: Ground<'_>,
    run: impl FnOnce(&Connection) -> Result<Made<T>, E>,
) -> Ended<Made<T>, E> {
    let Ground { conn, is_untouched } = ground;
    let (begin, take_back, keep) = if is_untouched {
        ("", "ROLLBACK", "")
    } else {
        ("SAVEPOINT job", "ROLLBACK TO job", "RELEASE job")
    };
    if let Err(error) = execute(conn, begin) {
        return Ok(Err(error.into()));
    }
    let ended = catch_unwind(AssertUnwindSafe(|| run(conn)));
    // SQLite may have given up the whole transaction (a full disk); then there is nothing to undo.
    if conn.is_autocommit() {
        return ended;
    }
    let mut closed = Ok(());
    if !matches!(ended, Ok(Ok(_))) {
        closed = execute(conn, take_back);
        if is_untouched {
            closed = closed.and_then(|()| execute(conn, BEGIN));
        }
    }
    match closed.and_then(|()| execute(conn, keep)) {
        Ok(()) => ended,
        Err(error) => Ok(Err(error.into())),
    }
}

/// Runs a statement without values; an empty one is none.
fn execute(conn: &Connection, sql: &str) -> Result<(), StoreError> {
    if !sql.is_empty() {
        conn.prepare_cached(sql)?.execute([])?;
    }
    Ok(())
}
