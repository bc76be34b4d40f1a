//! A story as a file: created, checked before it is trusted, opened. [`StoryFile`] holds what both
//! reading and writing need. The contents are handled by `read` and `edit`.

pub(crate) mod compact;
pub(crate) mod connect;
pub(crate) mod copy;
pub(crate) mod feed;
mod header;
pub(crate) mod migrate;
mod open_files;
pub(crate) mod verify;

use std::fs::{self, OpenOptions as FileOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use model::{StoryId, World};
use rusqlite::Connection;

use self::connect::{Access, ReaderPool, connect};
use self::feed::Feed;
use self::header::{APPLICATION_ID, Header, inspect};
use self::migrate::{MIGRATIONS, Migration};
use self::open_files::OpenFileGuard;
use crate::rules::Rules;
use crate::{OpenOptions, StoreError, columns};

/// Settings for opening a story; tests override them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OpenConfig {
    /// The known schemas.
    pub(crate) migrations: &'static [Migration],
    /// How long to wait for another process's lock.
    pub(crate) busy_timeout: Duration,
    /// Files up to this size in bytes are verified before opening returns; larger files are
    /// verified in the background, and writes wait for that.
    pub(crate) verify_before_open_bytes: u64,
}

impl Default for OpenConfig {
    fn default() -> Self {
        Self {
            migrations: MIGRATIONS,
            busy_timeout: Duration::from_secs(5),
            // Takes some hundredths of a second, too short to notice.
            verify_before_open_bytes: 4 << 20,
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
    read_only_reason: Mutex<Option<String>>,
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
    let failed = |source: std::io::Error| match source.kind() {
        ErrorKind::AlreadyExists => StoreError::Exists {
            path: path.to_owned(),
        },
        ErrorKind::NotFound => StoreError::NoFolder {
            path: path.to_owned(),
        },
        _ => StoreError::Io {
            path: path.to_owned(),
            source,
        },
    };
    FileOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .map_err(failed)?;
    let made = fill(path, options, open_config, found);
    if made.is_err()
        && let Err(error) = fs::remove_file(path)
    {
        tracing::warn!(%error, path = %path.display(), "could not remove an incomplete story file");
    }
    made
}

fn fill(
    path: &Path,
    options: OpenOptions,
    open_config: OpenConfig,
    found: impl FnOnce(&Connection, &StoryFile) -> Result<(), StoreError>,
) -> Result<OpenedFile, StoreError> {
    let presence = open_files::lock(path)?.mark_open();
    let conn = connect(path, Access::Write, open_config.busy_timeout)?;
    let story = StoryId(options.world.new_id());
    let made = options.world.now().as_microsecond();
    let file = assemble(
        path,
        story,
        options,
        ReaderPool::new(path, Access::Read, open_config.busy_timeout),
        presence,
    );
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
        (story.0.into_bytes(), made),
    )?;
    found(&transaction, &file)?;
    transaction.commit()?;
    // Only now: after a crash, data that was committed to a log alone would leave a file that is
    // not recognized as a story.
    conn.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    sync_folder(path);
    Ok(OpenedFile {
        file: Arc::new(file),
        writer: Some(Box::new(|| Ok(conn))),
    })
}

/// Makes the new file name durable. On file systems that cannot sync folders nothing is lost by
/// skipping it.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let synced = fs::File::open(folder.unwrap_or(Path::new("."))).and_then(|it| it.sync_all());
    if let Err(error) = synced {
        tracing::debug!(%error, "could not sync the folder of a new story");
    }
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
        read_only_reason: Mutex::default(),
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
    let header = if entry.already_open {
        header_of_open(path, open_config)?
    } else {
        inspect_with_log(path, open_config)?
    };
    let read_only = reason_for_reading_only(&options, &header, open_config);
    let older = header.schema < migrate::newest(open_config.migrations);
    let trusted = entry.already_open;
    if !trusted {
        inspect_database(path, &header, open_config, read_only.is_some(), older)?;
    }
    if older && read_only.is_none() {
        migrate::migrate_file(
            path,
            open_config.migrations,
            header.schema,
            open_config.busy_timeout,
        )?;
    }
    let access = reading_access(path, read_only.is_some(), open_config)?;
    let readers = ReaderPool::new(path, access, open_config.busy_timeout);
    let story = readers.read(|conn| {
        Ok(StoryId(conn.query_row(
            "SELECT id FROM story",
            [],
            |row| columns::id(row, 0),
        )?))
    })?;
    let file = Arc::new(assemble(path, story, options, readers, entry.mark_open()));
    if let Some(why) = read_only {
        file.set_read_only(why);
        return Ok(OpenedFile { file, writer: None });
    }
    let verify_first = !trusted && header.size > open_config.verify_before_open_bytes && !older;
    let connect =
        connect_writer_when_verified(path.to_owned(), header.size, verify_first, open_config);
    Ok(OpenedFile {
        file,
        writer: Some(Box::new(connect)),
    })
}

/// Starts the writer. A large file is verified here, on the writer's own thread, so that reads do
/// not wait for it but writes do.
fn connect_writer_when_verified(
    path: PathBuf,
    size: u64,
    verify_first: bool,
    open_config: OpenConfig,
) -> impl FnOnce() -> Result<Connection, StoreError> + Send {
    move || {
        if verify_first {
            let mut conn = connect(&path, Access::Read, open_config.busy_timeout)?;
            verify::within_deadline(&mut conn, &path, size, |conn| {
                verify::verify_integrity(conn, &path)
            })?;
        }
        let conn = connect(&path, Access::Write, open_config.busy_timeout)?;
        // Stored in the file; set again in case another tool changed it.
        let set = conn.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()));
        set.map_err(|error| StoreError::from(error).at(&path))?;
        Ok(conn)
    }
}

fn reason_for_reading_only(
    options: &OpenOptions,
    header: &Header,
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
    if header.write_protected {
        return Some("the file is write-protected".to_owned());
    }
    options
        .read_only
        .then(|| "it was opened that way".to_owned())
}

/// Checks the database: first that it contains only our own tables, then its integrity.
fn inspect_database(
    path: &Path,
    header: &Header,
    open_config: OpenConfig,
    read_only: bool,
    older: bool,
) -> Result<(), StoreError> {
    let access = if header.has_log {
        Access::Read
    } else {
        Access::Immutable
    };
    let mut conn = connect(path, access, open_config.busy_timeout)?;
    verify::within_deadline(&mut conn, path, header.size, |conn| {
        verify::reject_unknown_objects(conn, path, open_config.migrations, header.schema)?;
        if header.size > open_config.verify_before_open_bytes && !older {
            return Ok(());
        }
        match verify::verify_integrity(conn, path) {
            // Reading is allowed so that the undamaged rest of the file can be rescued.
            Err(StoreError::HashMismatch { .. }) if read_only => Ok(()),
            // A newer schema may store its versions differently.
            Err(StoreError::Sqlite(_))
                if header.schema > migrate::newest(open_config.migrations) =>
            {
                Ok(())
            }
            other => other,
        }
    })
}

/// The header of a file that is not open, after replaying what a crash left in its log.
fn inspect_with_log(path: &Path, open_config: OpenConfig) -> Result<Header, StoreError> {
    let header = inspect(path)?;
    if !header.has_log {
        return Ok(header);
    }
    let schema = header_of_open(path, open_config)?.schema;
    Ok(Header { schema, ..header })
}

/// How the file is read: with locking, or immutable if the folder does not allow creating the files
/// that locking needs.
fn reading_access(
    path: &Path,
    read_only: bool,
    open_config: OpenConfig,
) -> Result<Access, StoreError> {
    let conn = connect(path, Access::Read, open_config.busy_timeout)?;
    let live = conn.query_row("SELECT count(*) FROM story", [], |_| Ok(()));
    match live.map_err(StoreError::from) {
        Ok(()) => Ok(Access::Read),
        Err(StoreError::ReadOnly { .. } | StoreError::Sqlite(_)) if read_only => {
            Ok(Access::Immutable)
        }
        Err(error) => Err(error.at(path)),
    }
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
        write_protected: about.permissions().readonly(),
        has_log: true,
    })
}
