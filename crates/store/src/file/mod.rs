//! A story as a file: made, looked at before it is trusted, opened. [`StoryFile`] is what reading
//! and writing both stand on. What is in it is the business of `read` and `edit`.

pub(crate) mod compact;
pub(crate) mod connect;
pub(crate) mod copy;
mod header;
pub(crate) mod migrate;
mod presence;
pub(crate) mod verify;

use std::fs::{self, OpenOptions as FileOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use model::{StoryId, World};
use rusqlite::Connection;

use self::connect::{Access, Readers, connect};
use self::header::{APPLICATION_ID, Header, examine};
use self::migrate::{MIGRATIONS, Migration};
use self::presence::Presence;
use crate::edit::{Edit, Rules};
use crate::feed::Feed;
use crate::{OpenOptions, StoreError, columns};

/// What a story is opened under; tests set it otherwise.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terms {
    /// The schemas known.
    pub(crate) migrations: &'static [Migration],
    /// How long to wait for another process.
    pub(crate) patience: Duration,
    /// Files up to this size in bytes are verified before they are open; larger ones meanwhile,
    /// and writing waits for it.
    pub(crate) verified_first: u64,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            migrations: MIGRATIONS,
            patience: Duration::from_secs(5),
            // Some hundredths of a second: what nobody notices.
            verified_first: 4 << 20,
        }
    }
}

/// What reading and writing stand on.
pub(crate) struct StoryFile {
    /// The file.
    pub(crate) path: PathBuf,
    /// The story's identity.
    pub(crate) story: StoryId,
    /// The rules of its data.
    pub(crate) rules: Rules,
    /// Clock and ids.
    pub(crate) world: Arc<dyn World>,
    /// Connections that read.
    pub(crate) readers: Readers,
    /// Who hears of changes.
    pub(crate) feed: Feed,
    unwritable: Mutex<Option<String>>,
    // Last, so that every connection is closed before the file counts as closed.
    _presence: Presence,
}

impl StoryFile {
    /// Why the file cannot be written to.
    pub(crate) fn unwritable(&self) -> Option<String> {
        self.unwritable
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Notes why nothing is written any more.
    pub(crate) fn forbid_writing(&self, why: String) {
        *self
            .unwritable
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(why);
    }
}

/// An opened file, and how its writer begins; no writer where it is open for reading only.
pub(crate) struct Opened {
    /// The file.
    pub(crate) file: Arc<StoryFile>,
    /// Connects the writer, once the file has been found sound.
    pub(crate) writer: Option<Box<dyn FnOnce() -> Result<Connection, StoreError> + Send>>,
}

/// Makes a new file with an empty story.
pub(crate) fn create(
    path: &Path,
    title: &str,
    options: OpenOptions,
    terms: Terms,
) -> Result<Opened, StoreError> {
    crate::edit::title(model::part::STORY, title)?;
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
    let made = fill(path, title, options, terms);
    if made.is_err()
        && let Err(error) = fs::remove_file(path)
    {
        tracing::warn!(%error, path = %path.display(), "a half-made story could not be removed");
    }
    made
}

fn fill(
    path: &Path,
    title: &str,
    options: OpenOptions,
    terms: Terms,
) -> Result<Opened, StoreError> {
    let presence = presence::enter(path)?.stay();
    let conn = connect(path, Access::Write, terms.patience)?;
    let story = StoryId(options.world.new_id());
    let made = options.world.now().as_microsecond();
    let file = assemble(
        path,
        story,
        options,
        Readers::new(path, Access::Read, terms.patience),
        presence,
    );
    let transaction = conn.unchecked_transaction()?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    for migration in terms.migrations {
        transaction.execute_batch(migration.sql)?;
    }
    transaction.pragma_update(None, "user_version", migrate::newest(terms.migrations))?;
    transaction.execute(
        "INSERT INTO story (only, id, made) VALUES (1, ?1, ?2)",
        (story.0.into_bytes(), made),
    )?;
    Edit::found(&transaction, &file, title)?;
    transaction.commit()?;
    // Only now: what was committed into a log alone would leave a file that is no story to whoever
    // looks at it after a crash.
    conn.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    sync_folder(path);
    Ok(Opened {
        file: Arc::new(file),
        writer: Some(Box::new(|| Ok(conn))),
    })
}

/// Makes the new name itself durable. Where folders cannot be synced nothing is lost by it.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let synced = fs::File::open(folder.unwrap_or(Path::new("."))).and_then(|it| it.sync_all());
    if let Err(error) = synced {
        tracing::debug!(%error, "the folder of a new story could not be synced");
    }
}

fn assemble(
    path: &Path,
    story: StoryId,
    options: OpenOptions,
    readers: Readers,
    presence: Presence,
) -> StoryFile {
    StoryFile {
        path: path.to_owned(),
        story,
        rules: Rules::new(options.rules),
        world: options.world,
        readers,
        feed: Feed::default(),
        unwritable: Mutex::default(),
        _presence: presence,
    }
}

/// Opens a file after looking at it.
pub(crate) fn open(path: &Path, options: OpenOptions, terms: Terms) -> Result<Opened, StoreError> {
    let entry = presence::enter(path)?;
    let header = if entry.already_open {
        header_of_open(path, terms)?
    } else {
        examine_with_log(path, terms)?
    };
    let read_only = reason_for_reading_only(&options, &header, terms);
    let older = header.schema < migrate::newest(terms.migrations);
    let trusted = entry.already_open;
    if !trusted {
        look(path, &header, terms, read_only.is_some(), older)?;
    }
    if older && read_only.is_none() {
        migrate::migrate_file(path, terms.migrations, header.schema, terms.patience)?;
    }
    let access = reading_access(path, read_only.is_some(), terms)?;
    let readers = Readers::new(path, access, terms.patience);
    let story = readers.read(|conn| {
        Ok(StoryId(conn.query_row(
            "SELECT id FROM story",
            [],
            |row| columns::id(row, 0),
        )?))
    })?;
    let file = Arc::new(assemble(path, story, options, readers, entry.stay()));
    if let Some(why) = read_only {
        file.forbid_writing(why);
        return Ok(Opened { file, writer: None });
    }
    let verify_first = !trusted && header.size > terms.verified_first && !older;
    let connect = write_when_sound(path.to_owned(), header.size, verify_first, terms);
    Ok(Opened {
        file,
        writer: Some(Box::new(connect)),
    })
}

/// The writer's beginning: a large file is verified only here, on the writer's own thread, so that
/// reading need not wait for it and writing must.
fn write_when_sound(
    path: PathBuf,
    size: u64,
    verify_first: bool,
    terms: Terms,
) -> impl FnOnce() -> Result<Connection, StoreError> + Send {
    move || {
        if verify_first {
            let mut conn = connect(&path, Access::Read, terms.patience)?;
            verify::within_deadline(&mut conn, &path, size, |conn| verify::sound(conn, &path))?;
        }
        let conn = connect(&path, Access::Write, terms.patience)?;
        // Kept in the file; set again for one that another tool has set otherwise.
        let set = conn.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()));
        set.map_err(|error| StoreError::from(error).at(&path))?;
        Ok(conn)
    }
}

fn reason_for_reading_only(options: &OpenOptions, header: &Header, terms: Terms) -> Option<String> {
    let known = migrate::newest(terms.migrations);
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

/// Looks into the file: first that it holds only our own tables, then that it is sound.
fn look(
    path: &Path,
    header: &Header,
    terms: Terms,
    read_only: bool,
    older: bool,
) -> Result<(), StoreError> {
    let access = if header.has_log {
        Access::Read
    } else {
        Access::Frozen
    };
    let mut conn = connect(path, access, terms.patience)?;
    verify::within_deadline(&mut conn, path, header.size, |conn| {
        verify::only_ours(conn, path, terms.migrations, header.schema)?;
        if header.size > terms.verified_first && !older {
            return Ok(());
        }
        match verify::sound(conn, path) {
            // Reading the rest of a file with an altered version is how it is rescued.
            Err(StoreError::Altered { .. }) if read_only => Ok(()),
            // A newer schema may keep its versions otherwise.
            Err(StoreError::Sqlite(_)) if header.schema > migrate::newest(terms.migrations) => {
                Ok(())
            }
            other => other,
        }
    })
}

/// A file nobody has open, as its header and what a crash left in its log say.
fn examine_with_log(path: &Path, terms: Terms) -> Result<Header, StoreError> {
    let header = examine(path)?;
    if !header.has_log {
        return Ok(header);
    }
    let schema = header_of_open(path, terms)?.schema;
    Ok(Header { schema, ..header })
}

/// How the file is read: live, or frozen where its folder lets nobody make the files beside it
/// that live reading needs.
fn reading_access(path: &Path, read_only: bool, terms: Terms) -> Result<Access, StoreError> {
    let conn = connect(path, Access::Read, terms.patience)?;
    let live = conn.query_row("SELECT count(*) FROM story", [], |_| Ok(()));
    match live.map_err(StoreError::from) {
        Ok(()) => Ok(Access::Read),
        Err(StoreError::ReadOnly { .. } | StoreError::Sqlite(_)) if read_only => Ok(Access::Frozen),
        Err(error) => Err(error.at(path)),
    }
}

/// The header of a file that this process has open already and so has looked at.
fn header_of_open(path: &Path, terms: Terms) -> Result<Header, StoreError> {
    let conn = connect(path, Access::Read, terms.patience)?;
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
