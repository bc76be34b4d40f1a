//! Opens and configures connections to a story file, and keeps a pool of reading connections.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};

use super::verification::Verification;
use crate::StoreError;

/// How a file is accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// For writing; the one connection of the writer thread.
    Write,
    /// For reading next to a writer in this or another process.
    Read,
    /// For reading a file that nobody has open: creates no files next to it and takes no locks.
    Immutable,
}

/// The largest value SQLite may handle: an asset and its row.
const MAX_VALUE: i32 = 80 << 20;
/// Prepared statements cached per connection; more than this crate has.
const STATEMENTS: usize = 160;

/// Opens a connection and applies the settings every connection needs.
pub(crate) fn connect(
    path: &Path,
    access: Access,
    busy_timeout: Duration,
) -> Result<Connection, StoreError> {
    let base = OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let flags = match access {
        Access::Write => base | OpenFlags::SQLITE_OPEN_READ_WRITE,
        Access::Read | Access::Immutable => base | OpenFlags::SQLITE_OPEN_READ_ONLY,
    };
    let conn = Connection::open_with_flags(sqlite_uri(path, access == Access::Immutable), flags)
        .map_err(|error| StoreError::from(error).at(path))?;
    configure(&conn, access, busy_timeout).map_err(|error| StoreError::from(error).at(path))?;
    Ok(conn)
}

fn configure(conn: &Connection, access: Access, busy_timeout: Duration) -> rusqlite::Result<()> {
    conn.busy_timeout(busy_timeout)?;
    conn.set_prepared_statement_cache_capacity(STATEMENTS);
    // A story file may come from an untrusted source: nothing in it may execute.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    // Without it SQLite prepares a cached statement again on each use, because its bound values
    // might call for another plan; even clearing the bindings after use counts as new values.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    conn.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE)?;
    conn.set_limit(Limit::SQLITE_LIMIT_COLUMN, 100)?;
    conn.execute_batch("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;")?;
    if access != Access::Write {
        conn.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
        return create_compatibility_views(conn);
    }
    // `fullfsync` matters on macOS only, where fsync does not flush the disk's cache.
    conn.execute_batch(
        "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON; \
         PRAGMA foreign_keys = ON;",
    )
}

/// The columns that later schemas added: the table, the schema's number, and the value that older
/// files imply.
const COLUMNS_SINCE: [(&str, u32, &str); 6] = [
    ("edge", 2, "NULL AS effect"),
    ("edge", 6, "0 AS dynamic"),
    ("edge", 6, "0 AS includes"),
    ("edge", 8, "0 AS once"),
    ("change", 9, "NULL AS principal"),
    ("thread", 9, "NULL AS owner"),
];

/// A file with an older schema that is opened read-only is not migrated: tables that lack columns are
/// read through views that add them.
fn create_compatibility_views(conn: &Connection) -> rusqlite::Result<()> {
    let schema: u32 = conn.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if schema == 0 {
        return Ok(());
    }
    let lacking = COLUMNS_SINCE.into_iter().filter(|it| schema < it.1);
    let mut views: BTreeMap<&str, String> = BTreeMap::new();
    for (table, _, column) in lacking {
        let columns = views.entry(table).or_insert_with(|| "*".to_owned());
        *columns += ", ";
        *columns += column;
    }
    views.into_iter().try_for_each(|(table, columns)| {
        conn.execute_batch(&format!(
            "CREATE TEMP VIEW {table} AS SELECT {columns} FROM main.{table}"
        ))
    })
}

/// The file as an SQLite URI, so that a path can contain any character.
fn sqlite_uri(path: &Path, frozen: bool) -> String {
    let mut address = String::from("file:");
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b':' => {
                address.push(char::from(byte));
            }
            b'\\' if cfg!(windows) => address.push('/'),
            // Writing to a string cannot fail.
            _ => _ = write!(address, "%{byte:02X}"),
        }
    }
    if frozen {
        address.push_str("?immutable=1");
    }
    address
}

/// Reading connections, each taken for one read and returned.
pub(crate) struct ReaderPool {
    path: PathBuf,
    access: Access,
    busy_timeout: Duration,
    connections: Mutex<Connections>,
    /// Notified when a read ends.
    returned: Condvar,
    verification: Verification,
}

/// The connections of a pool.
#[derive(Default)]
struct Connections {
    idle: Vec<Connection>,
    /// How many reads are in progress.
    used: usize,
    is_closed: bool,
}

/// At most this many idle connections are kept; further ones are closed after use.
const MAX_IDLE: usize = 8;
/// How long closing waits for reads in progress.
const CLOSE_WAIT: Duration = Duration::from_secs(5);

impl ReaderPool {
    /// A pool that opens its connections on demand.
    pub(crate) fn new(
        path: &Path,
        access: Access,
        busy_timeout: Duration,
        verification: Verification,
    ) -> Self {
        Self {
            path: path.to_owned(),
            access,
            busy_timeout,
            connections: Mutex::default(),
            returned: Condvar::new(),
            verification,
        }
    }

    /// The outcome of verifying the file, which every read waits for.
    pub(crate) fn verification(&self) -> &Verification {
        &self.verification
    }

    /// A new connection outside the pool.
    pub(crate) fn connect(&self) -> Result<Connection, StoreError> {
        connect(&self.path, self.access, self.busy_timeout)
    }

    /// Reads with a single statement, which is consistent by itself.
    pub(crate) fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.verification.wait()?;
        self.read_unverified(read)
    }

    /// Reads without waiting for the verification; for what is verified in another way.
    pub(crate) fn read_unverified<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut borrowed = self.borrow()?;
        let conn = match borrowed.conn.take() {
            Some(conn) => conn,
            None => self.connect()?,
        };
        let outcome = read(borrowed.conn.insert(conn)).map_err(|error| error.at(&self.path));
        borrowed.is_reusable = true;
        outcome
    }

    /// Begins a read, with an idle connection if there is one.
    fn borrow(&self) -> Result<Borrowed<'_>, StoreError> {
        let mut connections = self.lock();
        if connections.is_closed {
            return Err(StoreError::closed());
        }
        connections.used += 1;
        Ok(Borrowed {
            conn: connections.idle.pop(),
            is_reusable: false,
            pool: self,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Connections> {
        self.connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads with several statements that all see the same snapshot.
    pub(crate) fn read_in_transaction<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.verification.wait()?;
        self.read_unverified_in_transaction(read)
    }

    /// [`Self::read_unverified`] with several statements.
    pub(crate) fn read_unverified_in_transaction<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.read_unverified(|conn| {
            conn.prepare_cached("BEGIN")?.execute([])?;
            let outcome = read(conn);
            // Nothing was written. A failure that ended the transaction itself is told by `outcome`.
            if !conn.is_autocommit() {
                conn.prepare_cached("COMMIT")?.execute([])?;
            }
            outcome
        })
    }

    /// Waits for the reads in progress and closes all connections: while one is open, the writer
    /// cannot remove its write-ahead log. Later reads are refused, because they would create it again.
    pub(crate) fn close(&self) {
        let mut connections = self.lock();
        connections.is_closed = true;
        connections.idle.clear();
        let waited = self
            .returned
            .wait_timeout_while(connections, CLOSE_WAIT, |it| it.used > 0);
        let (connections, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        if timeout.timed_out() {
            let reads = connections.used;
            tracing::warn!(reads, "the story was closed while it was being read");
        }
    }
}

/// A read in progress, and its connection.
struct Borrowed<'a> {
    pool: &'a ReaderPool,
    conn: Option<Connection>,
    /// Whether the read returned; a panic may leave a transaction open.
    is_reusable: bool,
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        let conn = self.conn.take();
        let mut connections = self.pool.lock();
        let is_kept = self.is_reusable && !connections.is_closed;
        if is_kept && connections.idle.len() < MAX_IDLE {
            connections.idle.extend(conn);
        } else {
            drop(conn);
        }
        connections.used -= 1;
        drop(connections);
        self.pool.returned.notify_all();
    }
}
