//! One piece of work for the writer: a savepoint of its transaction, which a failure or a panic
//! leaves as if it had not been, and an answer that waits for the commit.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use model::Change;
use rusqlite::Connection;
use serde::Serialize;

use super::writer::{Job, Ran};
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
    Box::new(move |ground: Result<&Connection, StoreError>| {
        let ended = match ground {
            Ok(conn) => in_savepoint(conn, run),
            Err(error) => Ok(Err(error.into())),
        };
        let change = match &ended {
            Ok(Ok((_, change))) => change.clone(),
            _ => None,
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
            settle: Box::new(settle),
        }
    })
}

/// Runs a closure so that its failure, or its panic, leaves nothing behind.
fn in_savepoint<T, E: From<StoreError>>(
    conn: &Connection,
    run: impl FnOnce(&Connection) -> Result<Made<T>, E>,
) -> Ended<Made<T>, E> {
    if let Err(error) = execute(conn, "SAVEPOINT job") {
        return Ok(Err(error.into()));
    }
    let ended = catch_unwind(AssertUnwindSafe(|| run(conn)));
    // SQLite may have given up the whole transaction (a full disk); then there is no savepoint.
    if conn.is_autocommit() {
        return ended;
    }
    if !matches!(ended, Ok(Ok(_)))
        && let Err(error) = execute(conn, "ROLLBACK TO job")
    {
        return Ok(Err(error.into()));
    }
    match execute(conn, "RELEASE job") {
        Ok(()) => ended,
        Err(error) => Ok(Err(error.into())),
    }
}

fn execute(conn: &Connection, sql: &str) -> Result<(), StoreError> {
    conn.prepare_cached(sql)?.execute([])?;
    Ok(())
}
