//! Stores, adopts, reads and announces versions: one SQLite file per story.
//!
//! Enter through [`Store`]: [`Store::view`] reads, [`Store::edit`] writes (one transaction, one
//! commit), [`Store::subscribe`] and [`Store::changes_since`] follow changes. Not here: what the
//! data of a capability means (it is described by a [`SlotRule`]), and who may write (dispatch in
//! the crate `capability`).

mod assets;
mod checksum;
mod columns;
mod edit;
mod error;
mod extensions;
mod file;
mod graph_rows;
mod group_chat;
mod lease;
mod missing_item;
mod read;
mod recorder;
mod replica;
mod rules;
mod stored_values;
#[cfg(test)]
mod tests;
mod thread_list;
mod threads;

pub use assets::Asset;
pub use edit::{CallRef, CommitMetadata, Edit, Receipt, RemovedNodes, UndoTarget};
pub use error::{Damage, StoreError};
pub use lease::{Lease, LeaseGuard};
pub use missing_item::MissingItem;
pub use read::{Draft, DraftPiece, DraftState, Hit, Label, SlotChanges, Step, TimedMove, View};
pub use recorder::{Fingerprint, RowBatch, Written};
pub use rules::{MAX_ASSET, MAX_BODY, MAX_TITLE};
pub use threads::{NewMessage, SavedTurn, Thread, TurnsBetween};

use std::env::temp_dir;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{panic, sync::mpsc};

use model::{Change, DraftId, StoryId, World};
use rusqlite::Connection;
use serde_json::Value;
use tokio::sync::{broadcast, oneshot};

use crate::edit::writer::Writer;
use crate::edit::{auxiliary_job, edit_job, stored_outcome, undo};
use crate::extensions::Extensions;
use crate::file::feed::Feed;
use crate::file::{OpenConfig, OpenedFile, StoryFile, compact, copy, verify};
use crate::read::history;

/// Checks whether data is admissible; the error says where and why not.
pub type SlotCheck = Arc<dyn Fn(&Value) -> Result<(), String> + Send + Sync>;

/// What the store knows about one capability's data: it is checked before it is written, and its
/// text is indexed for search.
#[derive(Clone)]
pub struct SlotRule {
    /// The capability's name, which is the slot's.
    pub capability: String,
    /// Checks whether data is admissible; the error says where and why not.
    pub check: SlotCheck,
    /// The text that search should find in it.
    pub text: fn(&Value) -> String,
}

/// How a story is opened.
#[derive(Clone)]
pub struct OpenOptions {
    /// One rule per capability that has data. Data of a capability without a rule is kept, read and
    /// undone, but not written.
    pub rules: Vec<SlotRule>,
    /// The clock and the source of ids.
    pub world: Arc<dyn World>,
    /// Whether to open read-only.
    pub read_only: bool,
}

/// One open story. Cheap to clone; all clones share the writer and the readers.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    file: Arc<StoryFile>,
    extensions: Extensions,
    /// `None` if the story is open read-only.
    writer: Option<Writer>,
}

impl Inner {
    /// Ends the threads and closes the connections. The writer's connection is closed last; closing
    /// it checkpoints the log.
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
    /// Creates a new story file with the title. Fails if the file exists.
    pub fn create(path: &Path, title: &str, options: OpenOptions) -> Result<Self, StoreError> {
        rules::title(model::part::STORY, title)?;
        Self::begin(file::create(
            path,
            options,
            OpenConfig::default(),
            |conn, file| Edit::insert_initial_state(conn, file, title),
        )?)
    }

    /// Opens a story file. Migrates an older one (after making a backup next to it), opens a newer
    /// one read-only, and refuses files that are not stories, foreign, truncated or corrupt.
    pub fn open(path: &Path, options: OpenOptions) -> Result<Self, StoreError> {
        Self::begin(file::open(path, options, OpenConfig::default())?)
    }

    /// Opens a story that may be damaged, for [`Self::check`]: for reading only and without verifying
    /// it. What is read may be wrong.
    pub fn open_damaged(path: &Path, world: Arc<dyn World>) -> Result<Self, StoreError> {
        let options = OpenOptions {
            rules: Vec::new(),
            world,
            read_only: true,
        };
        let open_config = OpenConfig {
            verify: false,
            ..OpenConfig::default()
        };
        Self::begin(file::open(path, options, open_config)?)
    }

    /// Accepts the rows of a closed story as they are, after another program changed them on purpose:
    /// what can be derived is rebuilt, and the checksums are written again.
    pub fn accept_changes(path: &Path) -> Result<(), StoreError> {
        file::accept_changes(path, OpenConfig::default())
    }

    fn begin(OpenedFile { file, writer }: OpenedFile) -> Result<Self, StoreError> {
        let writer = writer
            .map(|connect| Writer::start(file.clone(), connect))
            .transpose()?;
        Ok(Self {
            inner: Arc::new(Inner {
                file,
                extensions: Extensions::default(),
                writer,
            }),
        })
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.inner.file.path
    }

    /// The story's identity.
    pub fn story_id(&self) -> StoryId {
        self.inner.file.story
    }

    /// Why the story cannot be written to, as text for the user; `None` if it can.
    pub fn read_only(&self) -> Option<String> {
        self.inner.file.read_only_reason()
    }

    /// A handle that reads the story, or the story with a draft applied.
    pub fn view(&self, draft: Option<DraftId>) -> View {
        View {
            inner: self.inner.clone(),
            draft,
        }
    }

    /// Runs a closure on the writer thread inside one transaction, as one commit; returns after
    /// that commit is on disk. The closure's return value is stored as the call's outcome. An error
    /// from the closure rolls everything back, and so does a panic, which is resumed in the caller.
    /// Never waits for readers. Dropping the future does not stop the edit.
    pub async fn edit<T, E>(
        &self,
        note: CommitMetadata,
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
            Err(_) => Err(StoreError::closed().into()),
        }
    }

    /// [`Self::edit`] for callers without an async runtime.
    pub fn edit_blocking<T, E>(
        &self,
        note: CommitMetadata,
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
            Err(_) => Err(StoreError::closed().into()),
        }
    }

    /// Writes data that is not part of the story's versions (threads, turns) in a commit on the
    /// writer thread.
    async fn write_auxiliary<T: Send + 'static>(
        &self,
        write: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.writer()?
            .submit(auxiliary_job(write, move |it| _ = answer.send(it)));
        match answered.await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(panic)) => panic::resume_unwind(panic),
            Err(_) => Err(StoreError::closed()),
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

    /// The stored outcome of a committed call (JSON of what its edit returned). `Err(CallMismatch)`
    /// if that call id was used with other arguments.
    pub fn outcome(&self, call: &CallRef) -> Result<Option<Value>, StoreError> {
        self.inner
            .file
            .readers
            .read(|conn| stored_outcome(conn, call))
    }

    /// Up to `limit` changes after a number, oldest first. The moves of a change in a draft are
    /// visible only in that draft. Waits until a large file has been verified only if there are any.
    pub fn changes_since(&self, number: u64, limit: usize) -> Result<Vec<Change>, StoreError> {
        if self.number()? <= number {
            return Ok(Vec::new());
        }
        self.inner
            .file
            .readers
            .read_in_transaction(|conn| history::changes_since(conn, number, limit))
    }

    /// The number of the newest change; 0 in a new story. Does not wait until a large file has been
    /// verified: what is read of the story after that number does.
    pub fn number(&self) -> Result<u64, StoreError> {
        self.inner.file.readers.read_unverified(history::newest)
    }

    /// All changes from now on, in order, including those of other processes (within about a tenth
    /// of a second). A receiver that lags reads [`Self::changes_since`].
    pub fn subscribe(&self) -> broadcast::Receiver<Arc<Change>> {
        Feed::subscribe(&self.inner.file)
    }

    /// Copies a consistent snapshot of the whole story into a new file; the story stays usable.
    /// `progress` gets the pages done and the total pages, and returns false to cancel.
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

    /// Reads everything once: pages, references, every version's and asset's hash, checksums. Reports
    /// each fault.
    pub fn check(&self) -> Result<Vec<Damage>, StoreError> {
        let readers = &self.inner.file.readers;
        readers.read_unverified_in_transaction(verify::check)
    }

    /// Drops the bodies of versions that are neither adopted, nor part of a snapshot, nor in an
    /// open draft, nor among the newest `keep` of their slot; then returns the space to the file
    /// system. Author, time and reason stay. Returns how many bodies and assets were dropped.
    pub async fn compact(&self, keep: u32) -> Result<(u64, u64), StoreError> {
        let (answer, answered) = oneshot::channel();
        self.writer()?.submit_exclusive(Box::new(move |conn| {
            _ = answer.send(conn.and_then(|conn| compact::compact(conn, keep)));
        }));
        answered.await.unwrap_or_else(|_| Err(StoreError::closed()))
    }

    /// Makes the current state the oldest that undo can reach: earlier changes stay in the history
    /// but cannot be undone step by step. For stories that are delivered complete, such as samples,
    /// so that the first undo does not empty them.
    pub async fn clear_undo(&self) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        self.writer()?.submit_exclusive(Box::new(move |conn| {
            _ = answer.send(conn.and_then(|conn| undo::clear_undo(conn)));
        }));
        answered.await.unwrap_or_else(|_| Err(StoreError::closed()))
    }

    /// Checkpoints the write-ahead log into the file, so that a closed story is one file. Other
    /// clones of this handle can no longer write.
    pub fn close(self) -> Result<(), StoreError> {
        self.inner.close();
        Ok(())
    }
}

/// Whether this may be the content of a story file: it begins as SQLite files do.
pub fn is_story_file(content: &[u8]) -> bool {
    content.starts_with(file::header::MAGIC)
}

/// Reads the content of a story file that is not at hand as a file, such as a copy that somebody sent. It
/// is checked and, if it is older, migrated like any file, in a temporary place.
pub fn read_story_file<T>(
    content: &[u8],
    world: Arc<dyn World>,
    read: impl FnOnce(&View) -> T,
) -> Result<T, StoreError> {
    let failed = |path: &Path, source| StoreError::Io {
        path: path.to_owned(),
        source,
    };
    let folder = tempfile::tempdir().map_err(|error| failed(&temp_dir(), error))?;
    let path = folder.path().join("copy.story");
    fs::write(&path, content).map_err(|error| failed(&path, error))?;
    let options = OpenOptions {
        rules: Vec::new(),
        world,
        read_only: false,
    };
    let store = Store::open(&path, options)?;
    let found = read(&store.view(None));
    store.close()?;
    Ok(found)
}

/// The path of the backup made before a story with an older schema is migrated.
pub fn backup_path(path: &Path, from_version: u32) -> PathBuf {
    path.with_extension(format!("v{from_version}.backup.story"))
}
