//! A job for the writer: a part of its transaction that is rolled back completely on failure or
//! panic, and a response that is sent after the commit.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use model::Change;
use rusqlite::Connection;
use serde::Serialize;

use super::writer::{BEGIN, FinishedJob, Job, WriteTransaction};
use super::{CommitMetadata, Edit, Receipt};
use crate::StoreError;
use crate::file::StoryFile;

/// How a job ended: with its closure's result, or with its closure's panic.
pub(crate) type JobOutcome<T, E> = Result<Result<T, E>, Box<dyn Any + Send>>;

/// What a closure returned, and the change it made.
type EditResult<T> = (T, Option<Arc<Change>>);

/// An edit as a job for the writer.
pub(crate) fn edit_job<T, E>(
    file: Arc<StoryFile>,
    note: CommitMetadata,
    write: impl FnOnce(&mut Edit<'_>) -> Result<T, E> + Send + 'static,
    answer: impl FnOnce(JobOutcome<Receipt<T>, E>) + Send + 'static,
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

/// Any other write (threads, turns) as a job for the writer; it makes no change.
pub(crate) fn auxiliary_job<T: Send + 'static>(
    write: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    answer: impl FnOnce(JobOutcome<T, StoreError>) + Send + 'static,
) -> Job {
    job(move |conn: &Connection| Ok((write(conn)?, None)), answer)
}

fn job<T, E>(
    run: impl FnOnce(&Connection) -> Result<EditResult<T>, E> + Send + 'static,
    answer: impl FnOnce(JobOutcome<T, E>) + Send + 'static,
) -> Job
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    Box::new(
        move |transaction: Result<WriteTransaction<'_>, StoreError>| {
            let ended = match transaction {
                Ok(transaction) => in_savepoint(transaction, run),
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
            FinishedJob {
                change,
                wrote,
                respond: Box::new(settle),
            }
        },
    )
}

/// Runs a closure so that a failure or a panic leaves nothing behind. If nothing else has been
/// written in the transaction yet, the transaction is restarted instead of using a savepoint: with
/// a savepoint SQLite would copy every page before changing it, a fifth of the cost of a small
/// edit.
fn in_savepoint<T, E: From<StoreError>>(
    transaction: WriteTransaction<'_>,
    run: impl FnOnce(&Connection) -> Result<EditResult<T>, E>,
) -> JobOutcome<EditResult<T>, E> {
    let WriteTransaction {
        conn,
        is_empty_transaction,
    } = transaction;
    let (begin, roll_back_to, keep) = if is_empty_transaction {
        ("", "ROLLBACK", "")
    } else {
        ("SAVEPOINT job", "ROLLBACK TO job", "RELEASE job")
    };
    if let Err(error) = execute(conn, begin) {
        return Ok(Err(error.into()));
    }
    let ended = catch_unwind(AssertUnwindSafe(|| run(conn)));
    // SQLite may have rolled back the whole transaction itself (a full disk); then there is nothing
    // left to undo.
    if conn.is_autocommit() {
        return ended;
    }
    let mut closed = Ok(());
    if !matches!(ended, Ok(Ok(_))) {
        closed = execute(conn, roll_back_to);
        if is_empty_transaction {
            closed = closed.and_then(|()| execute(conn, BEGIN));
        }
    }
    match closed.and_then(|()| execute(conn, keep)) {
        Ok(()) => ended,
        Err(error) => Ok(Err(error.into())),
    }
}

/// Runs a statement without parameters; an empty statement does nothing.
fn execute(conn: &Connection, sql: &str) -> Result<(), StoreError> {
    if !sql.is_empty() {
        conn.prepare_cached(sql)?.execute([])?;
    }
    Ok(())
}
