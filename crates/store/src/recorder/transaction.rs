//! Notes which rows a transaction touches, and reads them before it is committed. The notes are
//! rows of a temporary table that triggers of the writing connection write, so that whatever rolls
//! back a row rolls back its note too.

use std::fmt::Write as _;

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::tables::{self, Table};
use super::{Fingerprint, RowBatch, Written, encoding};
use crate::StoreError;
use crate::read::history;

/// The most columns of a key.
const KEYS: usize = 3;

/// Records what one writer writes.
pub(crate) struct Recorder {
    tables: Vec<Table>,
    last: Fingerprint,
    /// SQLite's count of what other connections have committed.
    others: i64,
    report: Box<dyn FnMut(Written) + Send>,
}

impl Recorder {
    pub(crate) fn start(
        conn: &Connection,
        report: Box<dyn FnMut(Written) + Send>,
    ) -> Result<Self, StoreError> {
        let tables = tables::all(conn)?;
        conn.execute_batch(&triggers(&tables))?;
        Ok(Self {
            last: Fingerprint::of(conn)?,
            others: others(conn)?,
            tables,
            report,
        })
    }

    /// Forgets what was noted: the copy has it.
    pub(crate) fn begin_anew(
        &mut self,
        conn: &Connection,
        last: Fingerprint,
    ) -> Result<(), StoreError> {
        conn.execute_batch("DELETE FROM touched")?;
        self.others = others(conn)?;
        self.last = last;
        Ok(())
    }

    /// What was written since the last time, read before the transaction is committed.
    pub(crate) fn take(&mut self, conn: &Connection) -> Option<Written> {
        match self.read(conn) {
            Ok(written) => written,
            Err(error) => {
                tracing::warn!(%error, "what was written could not be recorded");
                Some(Written::Unknown)
            }
        }
    }

    /// Reports what is now on disk.
    pub(crate) fn report(&mut self, written: Written) {
        if let Written::Rows(batch) = &written {
            self.last = batch.after;
        }
        (self.report)(written);
    }

    fn read(&mut self, conn: &Connection) -> Result<Option<Written>, StoreError> {
        let others = others(conn)?;
        let is_alone = self.others == others;
        self.others = others;
        let mut touched = conn.prepare_cached("SELECT tab, k1, k2, k3 FROM touched")?;
        let mut notes = touched.query([])?;
        let mut rows = Vec::new();
        while let Some(note) = notes.next()? {
            let index = usize::from(note.get::<_, u16>(0)?);
            let table = &self.tables[index];
            let count = table.keys.len();
            let keys: Vec<Value> = (1..=count)
                .map(|it| note.get(it))
                .collect::<Result<_, _>>()?;
            let mut statement = conn.prepare_cached(&table.select)?;
            let mut found = statement.query(params_from_iter(&keys))?;
            if let Some(row) = found.next()? {
                encoding::begin(&mut rows, index, table.columns.len());
                for column in 0..table.columns.len() {
                    encoding::push(&mut rows, row.get_ref(column)?);
                }
            } else {
                encoding::begin(&mut rows, index, count);
                for key in &keys {
                    encoding::push(&mut rows, key.into());
                }
            }
        }
        drop(notes);
        conn.prepare_cached("DELETE FROM touched")?.execute([])?;
        if !is_alone {
            return Ok(Some(Written::Unknown));
        }
        if rows.is_empty() {
            return Ok(None);
        }
        Ok(Some(Written::Rows(Box::new(RowBatch {
            number: history::newest(conn)?,
            before: self.last,
            after: Fingerprint::of(conn)?,
            rows,
        }))))
    }
}

fn others(conn: &Connection) -> Result<i64, StoreError> {
    Ok(conn.query_row("PRAGMA data_version", [], |row| row.get(0))?)
}

fn triggers(tables: &[Table]) -> String {
    let mut sql = String::from(
        "PRAGMA temp_store = MEMORY;\n\
         CREATE TEMP TABLE IF NOT EXISTS touched (tab INTEGER NOT NULL, k1 NOT NULL, k2 NOT NULL, \
         k3 NOT NULL, PRIMARY KEY (tab, k1, k2, k3)) WITHOUT ROWID;\n",
    );
    for (
        index,
        Table {
            name,
            keys,
            columns,
            ..
        },
    ) in tables.iter().enumerate()
    {
        let note = |alias: &str| {
            let (mut values, mut is_it) = (format!("{index}"), format!("tab = {index}"));
            for at in 0..KEYS {
                let value = match keys.get(at) {
                    Some(key) => format!("{alias}.\"{key}\""),
                    None => "0".to_owned(),
                };
                // Writing to a string cannot fail.
                _ = write!(values, ", {value}");
                _ = write!(is_it, " AND k{} = {value}", at + 1);
            }
            // Not OR IGNORE: what fires a trigger decides what happens in it on a conflict.
            format!(
                "INSERT INTO touched SELECT {values} WHERE NOT EXISTS (SELECT 1 FROM touched \
                 WHERE {is_it});"
            )
        };
        let columns: Vec<_> = columns.iter().map(|it| format!("\"{it}\"")).collect();
        _ = write!(
            sql,
            "CREATE TEMP TRIGGER IF NOT EXISTS \"{name} noted\" AFTER INSERT ON main.\"{name}\" \
             BEGIN {new} END;\n\
             CREATE TEMP TRIGGER IF NOT EXISTS \"{name} gone\" AFTER DELETE ON main.\"{name}\" \
             BEGIN {old} END;\n\
             CREATE TEMP TRIGGER IF NOT EXISTS \"{name} other\" AFTER UPDATE OF {columns} ON \
             main.\"{name}\" BEGIN {old} {new} END;\n",
            new = note("new"),
            old = note("old"),
            columns = columns.join(", "),
        );
    }
    sql
}
