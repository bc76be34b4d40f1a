//! A story file read directly with SQLite, without the program.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};
use serde_json::Value;

/// A story file, open for reading only.
pub(crate) struct StoryFile(Connection);

impl StoryFile {
    /// Opens it.
    pub(crate) fn open(path: &Path) -> Self {
        let conn = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
        Self(conn.expect("SQLite opens the file"))
    }

    /// The result of SQLite's integrity check; `ok` if there is no error.
    pub(crate) fn integrity(&self) -> String {
        self.0
            .query_row("PRAGMA integrity_check", [], |row| row.get(0))
            .expect("the check runs")
    }

    /// Every version of a capability in a story where one node has it: its number and its data.
    pub(crate) fn versions(&self, capability: &str) -> Vec<(u32, Value)> {
        let sql = "SELECT number, body FROM version WHERE capability = ?1 ORDER BY number";
        let mut statement = self.0.prepare(sql).expect("the table is there");
        let rows = statement.query_map([capability], |row| Ok((row.get(0)?, row.get(1)?)));
        rows.expect("the rows are read")
            .map(|row| {
                let (number, body): (u32, String) = row.expect("a row is read");
                (number, serde_json::from_str(&body).expect("data is JSON"))
            })
            .collect()
    }

    /// The adopted version's number of a capability in a story where one node has it.
    pub(crate) fn adopted(&self, capability: &str) -> u32 {
        let sql = "SELECT v.number FROM adopted a JOIN version v ON v.row = a.version \
                   WHERE a.capability = ?1";
        self.0
            .query_row(sql, [capability], |row| row.get(0))
            .expect("one version is adopted")
    }
}
