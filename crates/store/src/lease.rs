//! Leases on conversations: one turn at a time works on a thread, across all processes that have
//! the file open. Enter through [`Store::acquire_thread`]. A lease is stored with the thread and
//! renewed while the turn runs. On the same machine the end of a process is noticed at once,
//! through a file that it keeps locked while it runs.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use model::{ThreadId, Timestamp, TurnId};
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use crate::threads::thread_number;
use crate::{Store, StoreError};

/// The name under which the lease is stored with its thread.
const NAME: &str = "at_work";

/// A turn's lease on its thread.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    /// The turn.
    pub turn: TurnId,
    /// The program that runs it, under a name it chose.
    pub owner: String,
    /// When the lease expires unless it is renewed; used only if nothing shows whether the owner is
    /// alive.
    pub until: Timestamp,
}

/// A held lease: while this value exists, other processes can see that its owner is alive.
#[derive(Debug)]
pub struct LeaseGuard {
    /// `None` if the folder does not allow the lock file; then only the lease's expiry counts.
    lock_file: Option<(File, PathBuf)>,
}

impl Drop for LeaseGuard {
    fn drop(&mut self) {
        if let Some((file, path)) = self.lock_file.take() {
            drop(file);
            // A file left behind is removed by whoever closes the turn.
            let _ = std::fs::remove_file(path);
        }
    }
}

impl Store {
    /// Takes a thread for a turn. If another turn holds it, that turn's lease is returned.
    pub async fn acquire_thread(
        &self,
        thread: ThreadId,
        lease: Lease,
    ) -> Result<Result<LeaseGuard, Lease>, StoreError> {
        let mark = lock_file_path(self.path(), lease.turn);
        let alive = hold(&mark);
        let (story, now) = (self.path().to_owned(), self.inner.file.world.now());
        let taken = self.write_auxiliary(move |conn| {
            let place = thread_number(conn, thread)?;
            if let Some(other) = read(conn, place)?
                && other.turn != lease.turn
                && other.owner != lease.owner
                && owner_is_alive(&story, &other, now)
            {
                return Ok(Some(other));
            }
            write(conn, place, &lease)?;
            Ok(None)
        });
        let hold = LeaseGuard {
            lock_file: alive.map(|it| (it, mark)),
        };
        Ok(match taken.await? {
            Some(other) => Err(other),
            None => Ok(hold),
        })
    }

    /// Renews a lease; false if another turn holds the thread by now.
    pub async fn renew_thread_lease(
        &self,
        thread: ThreadId,
        lease: Lease,
    ) -> Result<bool, StoreError> {
        self.write_auxiliary(move |conn| {
            let place = thread_number(conn, thread)?;
            let ours = read(conn, place)?
                .is_some_and(|it| it.turn == lease.turn && it.owner == lease.owner);
            if ours {
                write(conn, place, &lease)?;
            }
            Ok(ours)
        })
        .await
    }

    /// Releases a turn's thread, and removes the lock files that dead owners left behind.
    pub async fn release_thread(&self, thread: ThreadId, turn: TurnId) -> Result<(), StoreError> {
        let _ = std::fs::remove_file(lock_file_path(self.path(), turn));
        self.write_auxiliary(move |conn| {
            let place = thread_number(conn, thread)?;
            if read(conn, place)?.is_some_and(|it| it.turn == turn) {
                conn.prepare_cached("DELETE FROM kept WHERE thread = ?1 AND name = ?2")?
                    .execute(params![place, NAME])?;
            }
            Ok(())
        })
        .await
    }

    /// The lease on a thread, if its owner is alive.
    pub fn thread_lease(&self, thread: ThreadId) -> Result<Option<Lease>, StoreError> {
        let now = self.inner.file.world.now();
        let lease = self.inner.file.readers.read_in_transaction(|conn| {
            let place = thread_number(conn, thread)?;
            read(conn, place)
        })?;
        Ok(lease.filter(|it| owner_is_alive(self.path(), it, now)))
    }
}

fn read(conn: &Connection, place: i64) -> Result<Option<Lease>, StoreError> {
    let found: Option<String> = conn
        .prepare_cached("SELECT value FROM kept WHERE thread = ?1 AND name = ?2")?
        .query_row(params![place, NAME], |row| row.get(0))
        .optional()?;
    Ok(found.and_then(|it| serde_json::from_str(&it).ok()))
}

fn write(conn: &Connection, place: i64, lease: &Lease) -> Result<(), StoreError> {
    let text = serde_json::to_string(lease)
        .map_err(|error| StoreError::invalid("lease", error.to_string()))?;
    conn.prepare_cached(
        "INSERT INTO kept (thread, name, value) VALUES (?1, ?2, ?3) \
         ON CONFLICT (thread, name) DO UPDATE SET value = excluded.value",
    )?
    .execute(params![place, NAME, text])?;
    Ok(())
}

/// The file next to the story that a turn's process keeps locked.
fn lock_file_path(story: &Path, turn: TurnId) -> PathBuf {
    let mut name = story.file_name().unwrap_or_default().to_owned();
    name.push(format!("-turn-{}", turn.0.simple()));
    story.with_file_name(name)
}

fn hold(mark: &Path) -> Option<File> {
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(mark)
        .ok()?;
    file.try_lock().ok()?;
    Some(file)
}

/// Whether the owner of a lease is alive: it is if its lock file is locked, it is not if the lock
/// file is unlocked. Without a lock file (the story was copied, or is used from another machine)
/// the expiry decides.
fn owner_is_alive(story: &Path, lease: &Lease, now: Timestamp) -> bool {
    match OpenOptions::new()
        .write(true)
        .open(lock_file_path(story, lease.turn))
    {
        Ok(mark) => matches!(mark.try_lock(), Err(TryLockError::WouldBlock)),
        Err(_) => lease.until > now,
    }
}
