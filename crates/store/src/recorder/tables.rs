//! The tables of a story as they are copied: their columns and keys, as SQLite itself tells them.

use rusqlite::Connection;
use rusqlite::types::Value;

use crate::{StoreError, checksum};

/// A table whose rows are copied.
pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) columns: Vec<String>,
    /// The columns of the primary key.
    pub(crate) keys: Vec<String>,
    /// Selects a row by its key.
    pub(crate) select: String,
    /// Deletes a row by its key.
    pub(crate) delete: String,
    /// Writes a row with all columns.
    pub(crate) upsert: String,
}

impl Table {
    /// The value of a column in a row that has all of them.
    pub(crate) fn value<'r>(&self, row: &'r [Value], column: &str) -> Option<&'r Value> {
        let at = self.columns.iter().position(|it| it == column)?;
        row.get(at)
    }
}

/// All tables that count in the checksums, in their order there.
pub(crate) fn all(conn: &Connection) -> Result<Vec<Table>, StoreError> {
    checksum::table_names().map(|it| table(conn, it)).collect()
}

fn table(conn: &Connection, name: &'static str) -> Result<Table, StoreError> {
    let mut statement =
        conn.prepare_cached("SELECT name, pk FROM pragma_table_info(?1, 'main') ORDER BY cid")?;
    let rows = statement.query_map([name], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, bool>(1)?))
    })?;
    let (mut columns, mut keys) = (Vec::new(), Vec::new());
    for row in rows {
        let (column, is_key) = row?;
        // How far the search index has come is each file's own.
        if (name, column.as_str()) == ("story", "indexed") {
            continue;
        }
        if is_key {
            keys.push(column.clone());
        }
        columns.push(column);
    }
    let quoted = |all: &[String], text: &dyn Fn(&str) -> String, between: &str| {
        let all: Vec<_> = all.iter().map(|it| text(it)).collect();
        all.join(between)
    };
    let list = |all: &[String]| quoted(all, &|it| format!("\"{it}\""), ", ");
    let by_key = quoted(&keys, &|it| format!("\"{it}\" = ?"), " AND ");
    let updates = quoted(
        &columns,
        &|it| format!("\"{it}\" = excluded.\"{it}\""),
        ", ",
    );
    let marks = quoted(&columns, &|_| "?".to_owned(), ", ");
    Ok(Table {
        name,
        select: format!(
            "SELECT {} FROM main.\"{name}\" WHERE {by_key}",
            list(&columns)
        ),
        delete: format!("DELETE FROM main.\"{name}\" WHERE {by_key}"),
        upsert: format!(
            "INSERT INTO main.\"{name}\" ({}) VALUES ({marks}) ON CONFLICT ({}) DO UPDATE SET \
             {updates}",
            list(&columns),
            list(&keys)
        ),
        columns,
        keys,
    })
}
