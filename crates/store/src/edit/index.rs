//! Keeps the search index up to date. The writer does it when it is idle, so that commits do not
//! pay for it; until then a search scans the versions that changed since the last update.

use std::collections::BTreeSet;

use rusqlite::Connection;

use crate::StoreError;
use crate::read::{history, version_view};
use crate::rules::Rules;

/// How many changes the index may lag before it is updated even under load: as many as a search can
/// scan without becoming slow.
pub(super) const MAX_LAG: u64 = 1_000;

/// Brings the index up to the newest change, in its own transaction.
pub(crate) fn catch_up(conn: &Connection, rules: &Rules) -> Result<(), StoreError> {
    conn.execute_batch("BEGIN IMMEDIATE")?;
    let outcome = follow(conn, rules).and_then(|()| Ok(conn.execute_batch("COMMIT")?));
    if outcome.is_err() && !conn.is_autocommit() {
        conn.execute_batch("ROLLBACK")?;
    }
    outcome
}

fn follow(conn: &Connection, rules: &Rules) -> Result<(), StoreError> {
    let indexed = history::indexed(conn)?;
    let newest = history::newest(conn)?.cast_signed();
    if indexed == newest {
        return Ok(());
    }
    // Removals first, then additions in row order: FTS flushes its pending data whenever a row
    // comes before the last one written.
    let mut remove = conn.prepare_cached("DELETE FROM search WHERE rowid = ?1")?;
    for row in moved_rows(conn, indexed)? {
        remove.execute([row])?;
    }
    let mut insert = conn.prepare_cached("INSERT INTO search (rowid, text) VALUES (?1, ?2)")?;
    for row in history::adopted_since(conn, indexed)? {
        let version = version_view::version_at(conn, row)?.version;
        let text = rules.text(&version.slot.capability, &version.body);
        if !text.is_empty() {
            insert.execute((row, model::split_for_search(&text)))?;
        }
    }
    conn.execute("UPDATE story SET indexed = ?1", [newest])?;
    Ok(())
}

/// Every version row that was adopted before or after a move since a change, and may be in an index
/// that was made up to that change: versions that were written later are not.
fn moved_rows(conn: &Connection, since: i64) -> Result<BTreeSet<i64>, StoreError> {
    let mut statement = conn.prepare_cached(
        "SELECT b.row, a.row FROM move m NOT INDEXED \
         LEFT JOIN version b ON b.row = m.before AND b.change <= ?1 \
         LEFT JOIN version a ON a.row = m.after AND a.change <= ?1 \
         WHERE m.change > ?1 AND m.drafted = 0 AND (b.row NOT NULL OR a.row NOT NULL)",
    )?;
    let mut rows = statement.query([since])?;
    let mut found = BTreeSet::new();
    while let Some(row) = rows.next()? {
        found.extend(row.get::<_, Option<i64>>(0)?);
        found.extend(row.get::<_, Option<i64>>(1)?);
    }
    Ok(found)
}
