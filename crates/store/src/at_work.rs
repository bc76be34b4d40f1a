//! Who works on a conversation: one turn at a time, over all processes that have the file open. Enter
//! through [`Store::take_thread`]. What is kept of it is a lease beside the thread, renewed while the
//! turn goes on; on one machine the end of a process is noticed at once, by a file that only a living
//! process holds locked.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use model::{ThreadId, Timestamp, TurnId};
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use crate::threads::thread_number;
use crate::{Store, StoreError};

/// Under this name the lease is kept beside its thread.
const NAME: &str = "at_work";

/// A turn's hold on its thread.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    /// The turn.
    pub turn: TurnId,
    /// Which program runs it, by a name of its own making.
    pub owner: String,
    /// When the hold ends unless it is renewed; it counts where nothing tells of the owner's life.
    pub until: Timestamp,
}

/// A lease that is held: as long as this lives, other processes see that its owner does.
#[derive(Debug)]
pub struct Hold {
    /// `None` where the file's folder takes no other file; then the lease's time alone counts.
    alive: Option<(File, PathBuf)>,
}

impl Drop for Hold {
    fn drop(&mut self) {
        if let Some((file, path)) = self.alive.take() {
            drop(file);
            // What is left of it is taken away by whoever closes the turn.
            let _ = std::fs::remove_file(path);
        }
    }
}

impl Store {
    /// Takes a thread for a turn. Whoever has it keeps it: then it is their lease that comes back.
    pub async fn take_thread(
        &self,
        thread: ThreadId,
        lease: Lease,
    ) -> Result<Result<Hold, Lease>, StoreError> {
        let mark = mark_of(self.path(), lease.turn);
        let alive = hold(&mark);
        let (story, now) = (self.path().to_owned(), self.inner.file.world.now());
        let taken = self.write_beside(move |conn| {
            let place = thread_number(conn, thread)?;
            if let Some(other) = read(conn, place)?
                && other.turn != lease.turn
                && other.owner != lease.owner
                && lives(&story, &other, now)
            {
                return Ok(Some(other));
            }
            write(conn, place, &lease)?;
            Ok(None)
        });
        let hold = Hold {
            alive: alive.map(|it| (it, mark)),
        };
        Ok(match taken.await? {
            Some(other) => Err(other),
            None => Ok(hold),
        })
    }

    /// Keeps a lease up; false where somebody else has the thread by now.
    pub async fn renew_thread(&self, thread: ThreadId, lease: Lease) -> Result<bool, StoreError> {
        self.write_beside(move |conn| {
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

    /// Gives a turn's thread free, and takes away what a dead owner left lying.
    pub async fn leave_thread(&self, thread: ThreadId, turn: TurnId) -> Result<(), StoreError> {
        let _ = std::fs::remove_file(mark_of(self.path(), turn));
        self.write_beside(move |conn| {
            let place = thread_number(conn, thread)?;
            if read(conn, place)?.is_some_and(|it| it.turn == turn) {
                conn.prepare_cached("DELETE FROM kept WHERE thread = ?1 AND name = ?2")?
                    .execute(params![place, NAME])?;
            }
            Ok(())
        })
        .await
    }

    /// Who works on a thread, if its owner lives.
    pub fn at_work(&self, thread: ThreadId) -> Result<Option<Lease>, StoreError> {
        let now = self.inner.file.world.now();
        let lease = self.inner.file.readers.read_at_once(|conn| {
            let place = thread_number(conn, thread)?;
            read(conn, place)
        })?;
        Ok(lease.filter(|it| lives(self.path(), it, now)))
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

/// The file beside the story that a turn's process holds locked.
fn mark_of(story: &Path, turn: TurnId) -> PathBuf {
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

/// Whether the owner of a lease is alive: whoever holds the mark is, whoever left it unlocked is not,
/// and where there is none (the file was copied, or lies on another machine) the time tells.
fn lives(story: &Path, lease: &Lease, now: Timestamp) -> bool {
    match OpenOptions::new()
        .write(true)
        .open(mark_of(story, lease.turn))
    {
        Ok(mark) => matches!(mark.try_lock(), Err(TryLockError::WouldBlock)),
        Err(_) => lease.until > now,
    }
}
