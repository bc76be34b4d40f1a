//! Connections to a story file and what is set on each, and the pool of those that read.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};

use crate::StoreError;

/// How a file is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// For writing; the one connection of the writer thread.
    Write,
    /// For reading beside a writer, here or in another process.
    Read,
    /// For reading a file that nobody has open: makes no files beside it and takes no locks.
    Frozen,
}

/// The largest value SQLite may handle: an asset and its row, no more.
const MAX_VALUE: i32 = 80 << 20;
/// Statements kept prepared on each connection; more than this room has.
const STATEMENTS: usize = 160;

/// Opens a connection and sets what must hold on each.
pub(crate) fn connect(
    path: &Path,
    access: Access,
    patience: Duration,
) -> Result<Connection, StoreError> {
    let base = OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let flags = match access {
        Access::Write => base | OpenFlags::SQLITE_OPEN_READ_WRITE,
        Access::Read | Access::Frozen => base | OpenFlags::SQLITE_OPEN_READ_ONLY,
    };
    let conn = Connection::open_with_flags(address(path, access == Access::Frozen), flags)
        .map_err(|error| StoreError::from(error).at(path))?;
    settle(&conn, access, patience).map_err(|error| StoreError::from(error).at(path))?;
    Ok(conn)
}

fn settle(conn: &Connection, access: Access, patience: Duration) -> rusqlite::Result<()> {
    conn.busy_timeout(patience)?;
    conn.set_prepared_statement_cache_capacity(STATEMENTS);
    // A story file may come from anywhere: nothing in it may act, and none of it is trusted.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    // Without it SQLite plans a kept statement anew at each use, as its values might call for
    // another plan; giving the values back after use counts as new ones.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    conn.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE)?;
    conn.set_limit(Limit::SQLITE_LIMIT_COLUMN, 100)?;
    conn.execute_batch("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;")?;
    if access != Access::Write {
        conn.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
        return as_of_now(conn);
    }
    // `fullfsync` matters on macOS alone, where fsync does not reach the disk.
    conn.execute_batch(
        "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON; \
         PRAGMA foreign_keys = ON;",
    )
}

/// Since which schema an edge has a column, and what an older one means.
const SINCE: [(u32, &str); 4] = [
    (2, "NULL AS effect"),
    (6, "0 AS dynamic"),
    (6, "0 AS includes"),
    (8, "0 AS once"),
];

/// A file of an older schema that is only read is not brought up to date: its edges are read through
/// a view that has the columns they lack.
fn as_of_now(conn: &Connection) -> rusqlite::Result<()> {
    let schema: u32 = conn.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let lacking = SINCE.iter().filter(|it| schema < it.0).map(|it| it.1);
    let lacking: Vec<_> = lacking.collect();
    if schema == 0 || lacking.is_empty() {
        return Ok(());
    }
    let lacking = lacking.join(", ");
    conn.execute_batch(&format!(
        "CREATE TEMP VIEW edge AS SELECT *, {lacking} FROM main.edge"
    ))
}

/// The file as SQLite's URI, so that a path can hold any character.
fn address(path: &Path, frozen: bool) -> String {
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

/// Connections that read. Taken for one read each and given back.
pub(crate) struct Readers {
    path: PathBuf,
    access: Access,
    patience: Duration,
    idle: Mutex<Vec<Connection>>,
}

/// More reads than this at once open a connection for themselves and close it again.
const MAX_IDLE: usize = 8;

impl Readers {
    /// A pool that opens its connections when first needed.
    pub(crate) fn new(path: &Path, access: Access, patience: Duration) -> Self {
        Self {
            path: path.to_owned(),
            access,
            patience,
            idle: Mutex::default(),
        }
    }

    /// A new connection outside the pool.
    pub(crate) fn connect(&self) -> Result<Connection, StoreError> {
        connect(&self.path, self.access, self.patience)
    }

    /// Reads with one statement, which is consistent by itself.
    pub(crate) fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let conn = match idle {
            Some(conn) => conn,
            None => self.connect()?,
        };
        let outcome = read(&conn).map_err(|error| error.at(&self.path));
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < MAX_IDLE {
            idle.push(conn);
        }
        outcome
    }

    /// Reads with several statements that all see one moment.
    pub(crate) fn read_at_once<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.read(|conn| {
            let moment = conn.unchecked_transaction()?;
            let outcome = read(&moment)?;
            moment.commit()?;
            Ok(outcome)
        })
    }

    /// Closes what is idle.
    pub(crate) fn close(&self) {
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
    }
}
