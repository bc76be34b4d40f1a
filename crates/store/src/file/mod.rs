//! A story as a file: created, checked before it is trusted, opened. [`StoryFile`] holds what both
//! reading and writing need. The contents are handled by `read` and `edit`.

pub(crate) mod compact;
pub(crate) mod connect;
pub(crate) mod copy;
pub(crate) mod feed;
pub(crate) mod header;
pub(crate) mod migrate;
mod new_file;
mod open_files;
mod place;
mod rebuild;
pub(crate) mod verification;
pub(crate) mod verify;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use model::{StoryId, World};
use rusqlite::Connection;

use self::connect::{Access, ReaderPool, connect};
use self::feed::Feed;
use self::header::{APPLICATION_ID, Header, inspect};
use self::migrate::{MIGRATIONS, Migration};
use self::new_file::{make_whole, require_short_name};
use self::open_files::OpenFileGuard;
use self::place::{FileIdentity, is_in_use, reason_against_writing, shared_memory_path};
use self::verification::Verification;
use crate::read::graph::GraphCache;
use crate::recorder::Recorder;
use crate::rules::Rules;
use crate::{OpenOptions, StoreError, checksum, columns};

/// Settings for opening a story; tests override them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OpenConfig {
    /// The known schemas.
    pub(crate) migrations: &'static [Migration],
    /// How long to wait for another process's lock.
    pub(crate) busy_timeout: Duration,
    /// Files up to this size in bytes are verified before opening returns; larger files are
    /// verified in the background, and everything but the graph waits for that.
    pub(crate) verify_before_open_bytes: u64,
    /// Whether to verify more than the pages; only the check of a damaged file does not.
    pub(crate) verify: bool,
}

impl Default for OpenConfig {
    fn default() -> Self {
        Self {
            migrations: MIGRATIONS,
            busy_timeout: Duration::from_secs(5),
            // Takes some hundredths of a second, too short to notice.
            verify_before_open_bytes: 4 << 20,
            verify: true,
        }
    }
}

/// What reading and writing share.
pub(crate) struct StoryFile {
    /// The file.
    pub(crate) path: PathBuf,
    /// The story's identity.
    pub(crate) story: StoryId,
    /// The rules for its data.
    pub(crate) rules: Rules,
    /// Clock and id source.
    pub(crate) world: Arc<dyn World>,
    /// Reading connections.
    pub(crate) readers: ReaderPool,
    /// The subscribers to changes.
    pub(crate) feed: Feed,
    /// The graph as it was last read.
    pub(crate) graph: GraphCache,
    recorder: Mutex<Option<Recorder>>,
    read_only_reason: Mutex<Option<String>>,
    identity: FileIdentity,
    // The last field, so that every connection is closed before the file counts as closed.
    _presence: OpenFileGuard,
}

impl StoryFile {
    /// Why the file cannot be written to.
    pub(crate) fn read_only_reason(&self) -> Option<String> {
        self.read_only_reason
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Makes the file read-only from now on, and records why.
    pub(crate) fn set_read_only(&self, why: String) {
        *self
            .read_only_reason
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(why);
    }

    /// What records the writer's transactions, if something does.
    pub(crate) fn recorder(&self) -> MutexGuard<'_, Option<Recorder>> {
        self.recorder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the path still leads to the file that was opened. What is written to a file that was
    /// renamed or removed goes into a log that nobody will find.
    pub(crate) fn is_in_place(&self) -> bool {
        FileIdentity::of(&self.path) == self.identity
    }

    /// Whether another file is at the path now.
    pub(crate) fn is_replaced(&self) -> bool {
        !self.is_in_place() && self.path.exists()
    }

    /// Refuses a file that is no longer in its place, and makes it read-only.
    pub(crate) fn require_in_place(&self) -> Result<(), StoreError> {
        if self.is_in_place() {
            return Ok(());
        }
        let why =
            "the file was renamed, replaced or removed while it was open; open it again where \
                   it is now"
                .to_owned();
        self.set_read_only(why.clone());
        Err(StoreError::ReadOnly { why })
    }
}

/// An opened file, and how its writer starts; no writer if it is open read-only.
pub(crate) struct OpenedFile {
    /// The file.
    pub(crate) file: Arc<StoryFile>,
    /// Connects the writer after the file has been verified.
    pub(crate) writer: Option<Box<dyn FnOnce() -> Result<Connection, StoreError> + Send>>,
}

/// Makes a new file; `found` writes the story it begins with.
pub(crate) fn create(
    path: &Path,
    options: OpenOptions,
    open_config: OpenConfig,
    found: impl FnOnce(&Connection, &StoryFile) -> Result<(), StoreError>,
) -> Result<OpenedFile, StoreError> {
    let story = StoryId(options.world.new_id());
    make_whole(path, |unfinished| {
        let file = new_story_file(unfinished, story, options.clone(), open_config)?;
        fill(&file, open_config, found)
    })?;
    let file = Arc::new(new_story_file(path, story, options, open_config)?);
    let conn = connect_writer(path, open_config)?;
    Ok(OpenedFile {
        file,
        writer: Some(Box::new(|| Ok(conn))),
    })
}

fn new_story_file(
    path: &Path,
    story: StoryId,
    options: OpenOptions,
    open_config: OpenConfig,
) -> Result<StoryFile, StoreError> {
    let presence = open_files::lock(path)?.mark_open();
    let readers = ReaderPool::new(
        path,
        Access::Read,
        open_config.busy_timeout,
        Verification::passed(),
    );
    Ok(assemble(path, story, options, readers, presence))
}

/// Writes the tables and the story's first state into an empty file.
fn fill(
    file: &StoryFile,
    open_config: OpenConfig,
    found: impl FnOnce(&Connection, &StoryFile) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let conn = connect(&file.path, Access::Write, open_config.busy_timeout)?;
    let made = file.world.now().as_microsecond();
    let transaction = conn.unchecked_transaction()?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    for migration in open_config.migrations {
        transaction.execute_batch(migration.sql)?;
    }
    transaction.pragma_update(
        None,
        "user_version",
        migrate::newest(open_config.migrations),
    )?;
    transaction.execute(
        "INSERT INTO story (only, id, made) VALUES (1, ?1, ?2)",
        (file.story.0.into_bytes(), made),
    )?;
    found(&transaction, file)?;
    checksum::recompute(&transaction)?;
    transaction.commit()?;
    // Only now: after a crash, data that was committed to a log alone would leave a file that is
    // not recognized as a story.
    conn.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    conn.close()
        .map_err(|(_, error)| StoreError::from(error).at(&file.path))
}

fn assemble(
    path: &Path,
    story: StoryId,
    options: OpenOptions,
    readers: ReaderPool,
    presence: OpenFileGuard,
) -> StoryFile {
    StoryFile {
        path: path.to_owned(),
        story,
        rules: Rules::new(options.rules),
        world: options.world,
        readers,
        feed: Feed::default(),
        graph: GraphCache::default(),
        recorder: Mutex::default(),
        read_only_reason: Mutex::default(),
        identity: FileIdentity::of(path),
        _presence: presence,
    }
}

/// Opens a file after checking it.
pub(crate) fn open(
    path: &Path,
    options: OpenOptions,
    open_config: OpenConfig,
) -> Result<OpenedFile, StoreError> {
    let entry = open_files::lock(path)?;
    require_short_name(path)?;
    let unwritable = reason_against_writing(path);
    let header = if entry.already_open {
        header_of_open(path, open_config)?
    } else {
        inspect_with_log(path, unwritable.is_some(), open_config)?
    };
    let read_only = reason_for_reading_only(&options, &header, unwritable.clone(), open_config);
    let older = header.schema < migrate::newest(open_config.migrations);
    let access = if unwritable.is_some() && !is_in_use(path) {
        // Nobody is writing to it, and connecting would leave files next to it.
        Access::Immutable
    } else {
        Access::Read
    };
    let checked = Checked {
        path: path.to_owned(),
        header,
        open_config,
        read_only: read_only.is_some(),
    };
    let verify_now = header.size <= open_config.verify_before_open_bytes || older;
    let now = verify_now || !open_config.verify;
    inspect_database(&checked, entry.already_open, now)?;
    if older && read_only.is_none() {
        migrate::migrate_file(
            path,
            open_config.migrations,
            header.schema,
            open_config.busy_timeout,
        )?;
    }
    let verify_later = !verify_now && open_config.verify;
    let verification = match verify_later {
        true => Verification::default(),
        false => Verification::passed(),
    };
    let readers = ReaderPool::new(path, access, open_config.busy_timeout, verification);
    let story = readers.read_unverified(|conn| {
        Ok(StoryId(conn.query_row(
            "SELECT id FROM story",
            [],
            |row| columns::id(row, 0),
        )?))
    })?;
    let file = Arc::new(assemble(path, story, options, readers, entry.mark_open()));
    if let Some(why) = read_only {
        file.set_read_only(why);
        if verify_later {
            verify_in_background(file.clone(), checked, access)?;
        }
        return Ok(OpenedFile { file, writer: None });
    }
    let verified = file.clone();
    let connect = move || {
        if verify_later {
            verify_on_this_thread(&verified, &checked, Access::Read)?;
        }
        connect_writer(&checked.path, open_config)
    };
    Ok(OpenedFile {
        file,
        writer: Some(Box::new(connect)),
    })
}

/// A file whose header was read, and how it is verified.
#[derive(Clone)]
struct Checked {
    path: PathBuf,
    header: Header,
    open_config: OpenConfig,
    read_only: bool,
}

impl Checked {
    /// Verifies pages, rows and adopted versions; rebuilds what follows from sound data if the file
    /// may be written to.
    fn verify(&self, conn: &Connection) -> Result<(), StoreError> {
        if !self.open_config.verify {
            return verify::verify_pages(conn, &self.path);
        }
        let newest = migrate::newest(self.open_config.migrations);
        // All of it sees the same snapshot.
        let moment = conn.unchecked_transaction()?;
        let outcome = verify::verify_integrity(&moment, &self.path, self.header.schema);
        drop(moment);
        match outcome {
            Ok(None) => Ok(()),
            Ok(Some(part)) if self.read_only => Err(StoreError::Corrupt {
                path: self.path.clone(),
                why: part.differs(),
            }),
            Ok(Some(part)) => {
                tracing::warn!(path = %self.path.display(), "{}; rebuilding them", part.differs());
                let mut conn = connect(&self.path, Access::Write, self.open_config.busy_timeout)?;
                rebuild::rebuild(&mut conn).map_err(|error| error.at(&self.path))
            }
            // Reading is allowed so that the undamaged rest of the file can be rescued.
            Err(StoreError::HashMismatch { .. }) if self.read_only => Ok(()),
            // A newer schema may store its versions differently.
            Err(StoreError::Sqlite(_)) if self.header.schema > newest => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// Verifies a large file on the writer's own thread, before it writes.
fn verify_on_this_thread(
    file: &StoryFile,
    checked: &Checked,
    access: Access,
) -> Result<(), StoreError> {
    let pending = file.readers.verification().begin();
    let verify = || {
        let mut conn = connect(&checked.path, access, checked.open_config.busy_timeout)?;
        verify::within_deadline(&mut conn, &checked.path, checked.header.size, |conn| {
            checked.verify(conn)
        })
    };
    let outcome = verify();
    if let Err(error) = &outcome {
        file.set_read_only(error.to_string());
    }
    pending.finish(&outcome);
    outcome
}

/// Verifies a large file that is open for reading only.
fn verify_in_background(
    file: Arc<StoryFile>,
    checked: Checked,
    access: Access,
) -> Result<(), StoreError> {
    let path = checked.path.clone();
    let verify = move || {
        // The outcome is kept with the file.
        _ = verify_on_this_thread(&file, &checked, access);
    };
    thread::Builder::new()
        .name("story-verify".to_owned())
        .spawn(verify)
        .map(drop)
        .map_err(|source| StoreError::Io { path, source })
}

/// Rebuilds what can be derived in a closed file, and writes its checksums again.
pub(crate) fn accept_changes(path: &Path, open_config: OpenConfig) -> Result<(), StoreError> {
    let _entry = open_files::lock(path)?;
    inspect_with_log(path, false, open_config)?;
    let mut conn = connect(path, Access::Write, open_config.busy_timeout)?;
    rebuild::rebuild(&mut conn).map_err(|error| error.at(path))
}

/// The writer's connection.
fn connect_writer(path: &Path, open_config: OpenConfig) -> Result<Connection, StoreError> {
    let conn = connect(path, Access::Write, open_config.busy_timeout)?;
    // Stored in the file; set again in case another tool changed it.
    let set = conn.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()));
    set.map_err(|error| StoreError::from(error).at(path))?;
    checksum::maintain(&conn).map_err(|error| error.at(path))?;
    Ok(conn)
}

fn reason_for_reading_only(
    options: &OpenOptions,
    header: &Header,
    unwritable: Option<String>,
    open_config: OpenConfig,
) -> Option<String> {
    let known = migrate::newest(open_config.migrations);
    if header.schema > known {
        return Some(format!(
            "it was made by a newer Storyteller (schema {}, this one knows {known}); update \
             Storyteller to edit it",
            header.schema
        ));
    }
    unwritable.or_else(|| {
        options
            .read_only
            .then(|| "it was opened that way".to_owned())
    })
}

/// Checks the database: first that it contains only our own tables, then its integrity.
fn inspect_database(
    checked: &Checked,
    already_open: bool,
    verify_now: bool,
) -> Result<(), StoreError> {
    let Checked {
        path,
        header,
        open_config,
        ..
    } = checked;
    let access = if header.has_log || already_open {
        Access::Read
    } else {
        Access::Immutable
    };
    let mut conn = connect(path, access, open_config.busy_timeout)?;
    verify::within_deadline(&mut conn, path, header.size, |conn| {
        verify::reject_unknown_objects(conn, path, open_config.migrations, header.schema)?;
        match verify_now {
            true => checked.verify(conn),
            false => Ok(()),
        }
    })
}

/// The header of a file that is not open, after replaying what a crash left in its log.
fn inspect_with_log(
    path: &Path,
    unwritable: bool,
    open_config: OpenConfig,
) -> Result<Header, StoreError> {
    let header = inspect(path)?;
    if !header.has_log {
        return Ok(header);
    }
    if unwritable && !shared_memory_path(path).exists() {
        let why = "the newest edits are in the file next to it that ends in \"-wal\", which cannot \
                   be read in a folder that cannot be written to; copy both files to another folder";
        return Err(StoreError::Io {
            path: path.to_owned(),
            source: std::io::Error::other(why),
        });
    }
    let schema = header_of_open(path, open_config)?.schema;
    Ok(Header { schema, ..header })
}

/// The header of a file that this process already has open and has checked.
fn header_of_open(path: &Path, open_config: OpenConfig) -> Result<Header, StoreError> {
    let conn = connect(path, Access::Read, open_config.busy_timeout)?;
    let about = fs::metadata(path).map_err(|source| StoreError::Io {
        path: path.to_owned(),
        source,
    })?;
    let schema = conn.query_row("PRAGMA user_version", [], |row| row.get(0));
    Ok(Header {
        schema: schema.map_err(|error| StoreError::from(error).at(path))?,
        size: about.len(),
        has_log: true,
    })
}
