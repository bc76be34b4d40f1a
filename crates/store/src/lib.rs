//! How versions are kept, adopted, read and announced: one SQLite file a story.
//!
//! Enter through [`Store`]: [`Store::view`] reads, [`Store::edit`] writes (one transaction, one
//! commit), [`Store::subscribe`] and [`Store::changes_since`] follow. Not here: what the data of a
//! capability means (it comes as a [`SlotRule`]), who may write (the door in `capability`).

mod absent;
mod assets;
mod at_work;
mod beside;
mod columns;
mod edit;
mod error;
mod feed;
mod file;
mod keeping;
mod read;
#[cfg(test)]
mod tests;
mod threads;

pub use absent::Absent;
pub use assets::Asset;
pub use at_work::{Hold, Lease};
pub use edit::{CallRef, CommitNote, Edit, MAX_ASSET, MAX_BODY, MAX_TITLE, Receipt, UndoTarget};
pub use error::{Damage, StoreError};
pub use read::{Draft, DraftPiece, DraftState, Hit, Label, Step, View};
pub use threads::{NewMessage, Thread, TurnRow, TurnsBetween};

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{panic, sync::mpsc};

use model::{Change, DraftId, StoryId, World};
use rusqlite::Connection;
use serde_json::Value;
use tokio::sync::{broadcast, oneshot};

use crate::beside::Beside;
use crate::edit::writer::{Writer, closed};
use crate::edit::{answered, edit_job, plain_job, undo};
use crate::feed::Feed;
use crate::file::{Opened, StoryFile, Terms, compact, copy, verify};
use crate::read::graph::GraphCache;
use crate::read::history;

/// Whether data is admissible; the error says where and why not.
pub type SlotCheck = Arc<dyn Fn(&Value) -> Result<(), String> + Send + Sync>;

/// What the store knows of one capability's data: it is checked on the way in, and its text is
/// indexed for search.
#[derive(Clone)]
pub struct SlotRule {
    /// The capability's name, which is the slot's.
    pub capability: &'static str,
    /// Whether data is admissible; the error says where and why not.
    pub check: SlotCheck,
    /// What search should find in it.
    pub text: fn(&Value) -> String,
}

/// How a story is opened.
#[derive(Clone)]
pub struct OpenOptions {
    /// One rule a capability with data. Data of a capability without a rule is kept, read and
    /// undone, but not written.
    pub rules: Vec<SlotRule>,
    /// The clock and the source of ids.
    pub world: Arc<dyn World>,
    /// Open for reading only.
    pub read_only: bool,
}

/// One open story. Cheap to clone; all clones share the writer and the readers.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    file: Arc<StoryFile>,
    graph: GraphCache,
    beside: Beside,
    /// None where the story is open for reading only.
    writer: Option<Writer>,
}

impl Inner {
    /// Ends the threads and closes the connections; the writer's last, which folds the log in.
    fn close(&self) {
        self.file.feed.close();
        self.file.readers.close();
        if let Some(writer) = &self.writer {
            writer.stop();
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.close();
    }
}

impl Store {
    /// Makes a new story file with the title. Fails if the file exists.
    pub fn create(path: &Path, title: &str, options: OpenOptions) -> Result<Self, StoreError> {
        Self::begin(file::create(path, title, options, Terms::default())?)
    }

    /// Opens a story file. Migrates an older one (after a backup beside it), opens a newer one for
    /// reading only, and refuses what is no story, foreign, truncated or corrupt.
    pub fn open(path: &Path, options: OpenOptions) -> Result<Self, StoreError> {
        Self::begin(file::open(path, options, Terms::default())?)
    }

    fn begin(Opened { file, writer }: Opened) -> Result<Self, StoreError> {
        let writer = writer
            .map(|connect| Writer::start(file.clone(), connect))
            .transpose()?;
        Ok(Self {
            inner: Arc::new(Inner {
                file,
                graph: GraphCache::default(),
                beside: Beside::default(),
                writer,
            }),
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.inner.file.path
    }

    /// The story's identity.
    pub fn story_id(&self) -> StoryId {
        self.inner.file.story
    }

    /// Why the story cannot be written to, in words for a person; `None` if it can.
    pub fn read_only(&self) -> Option<String> {
        self.inner.file.unwritable()
    }

    /// A handle that reads the story, or the story with a draft laid over it.
    pub fn view(&self, draft: Option<DraftId>) -> View {
        View {
            inner: self.inner.clone(),
            draft,
        }
    }

    /// Runs a closure on the writer thread inside one transaction, as one commit; answers after
    /// that commit is on disk. What the closure returns is kept as the call's outcome. An error
    /// from the closure rolls everything back, and so does a panic, which is raised again here.
    /// Never waits for readers. A caller that stops waiting does not stop the edit.
    pub async fn edit<T, E>(
        &self,
        note: CommitNote,
        write: impl FnOnce(&mut Edit<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<Receipt<T>, E>
    where
        T: serde::Serialize + Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        // An error of `send` means that the caller no longer waits.
        let job = edit_job(self.inner.file.clone(), note, write, move |it| {
            _ = answer.send(it)
        });
        self.writer()?.submit(job);
        match answered.await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(panic)) => panic::resume_unwind(panic),
            Err(_) => Err(closed().into()),
        }
    }

    /// [`Self::edit`] for callers without an async runtime.
    pub fn edit_blocking<T, E>(
        &self,
        note: CommitNote,
        write: impl FnOnce(&mut Edit<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<Receipt<T>, E>
    where
        T: serde::Serialize + Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (answer, answered) = mpsc::sync_channel(1);
        let job = edit_job(self.inner.file.clone(), note, write, move |it| {
            _ = answer.send(it)
        });
        self.writer()?.submit(job);
        match answered.recv() {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(panic)) => panic::resume_unwind(panic),
            Err(_) => Err(closed().into()),
        }
    }

    /// Writes what is no edit of the story (threads, turns), committed like one.
    async fn write_beside<T: Send + 'static>(
        &self,
        write: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.writer()?
            .submit(plain_job(write, move |it| _ = answer.send(it)));
        match answered.await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(panic)) => panic::resume_unwind(panic),
            Err(_) => Err(closed()),
        }
    }

    fn writer(&self) -> Result<&Writer, StoreError> {
        self.inner
            .writer
            .as_ref()
            .ok_or_else(|| StoreError::ReadOnly {
                why: self.read_only().unwrap_or_default(),
            })
    }

    /// The stored outcome of a call that has already been committed (JSON of what its edit
    /// returned). `Err(CallMismatch)` if that call id was used with other arguments.
    pub fn outcome(&self, call: &CallRef) -> Result<Option<Value>, StoreError> {
        self.inner.file.readers.read(|conn| answered(conn, call))
    }

    /// Up to `limit` changes after a number, oldest first. The moves of a change in a draft are
    /// seen in that draft only.
    pub fn changes_since(&self, number: u64, limit: usize) -> Result<Vec<Change>, StoreError> {
        self.inner
            .file
            .readers
            .read_at_once(|conn| history::changes_since(conn, number, limit))
    }

    /// The number of the newest change; 0 in a fresh story.
    pub fn number(&self) -> Result<u64, StoreError> {
        self.inner.file.readers.read(history::newest)
    }

    /// All changes from now on, in order, other processes' included (those within about a tenth of
    /// a second). A receiver that lags reads [`Self::changes_since`].
    pub fn subscribe(&self) -> broadcast::Receiver<Arc<Change>> {
        Feed::subscribe(&self.inner.file)
    }

    /// Copies the whole story, as of one moment, into a new file; the story stays usable.
    /// `progress` gets pages done and pages in all, and returns false to stop.
    pub fn save_copy(
        &self,
        to: &Path,
        progress: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<(), StoreError> {
        self.inner
            .file
            .readers
            .read(|conn| copy::save_copy(conn, to, progress))
    }

    /// Reads everything once: pages, references, every version's hash. Names each fault.
    pub fn check(&self) -> Result<Vec<Damage>, StoreError> {
        self.inner.file.readers.read_at_once(verify::check)
    }

    /// Drops the bodies of versions that are neither adopted, nor part of a named state, nor in an
    /// open draft, nor among the newest `keep` of their slot; then gives the space back. Who, when
    /// and why stay. Returns how many bodies and assets were dropped.
    pub async fn compact(&self, keep: u32) -> Result<(u64, u64), StoreError> {
        let (answer, answered) = oneshot::channel();
        self.writer()?.submit_alone(Box::new(move |conn| {
            _ = answer.send(conn.and_then(|conn| compact::compact(conn, keep)));
        }));
        answered.await.unwrap_or_else(|_| Err(closed()))
    }

    /// Makes the present state the one that undo begins at: what was done so far stays in the
    /// history and cannot be taken back step by step. For stories that are handed to somebody
    /// whole, so that a first undo does not empty them.
    pub async fn settle(&self) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        self.writer()?.submit_alone(Box::new(move |conn| {
            _ = answer.send(conn.and_then(|conn| undo::settle(conn)));
        }));
        answered.await.unwrap_or_else(|_| Err(closed()))
    }

    /// Folds the write-ahead log into the file, so that a closed story is one file. Other clones
    /// of this handle can no longer write.
    pub fn close(self) -> Result<(), StoreError> {
        self.inner.close();
        Ok(())
    }
}

/// The name of the backup made before a story of an older version is migrated.
pub fn backup_path(path: &Path, from_version: u32) -> PathBuf {
    path.with_extension(format!("v{from_version}.backup.story"))
}
