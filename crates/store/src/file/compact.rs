//! Compaction: drops the bodies of old versions, except those that are adopted, part of a named
//! state, in a draft or among the newest. Author, time and reason of a dropped version stay.

use std::collections::HashSet;

use rusqlite::Connection;

use crate::StoreError;
use crate::read::history;

/// Drops bodies and assets, then returns the free space to the file system. Returns how many of
/// each were dropped.
pub(crate) fn compact(conn: &mut Connection, keep: u32) -> Result<(u64, u64), StoreError> {
    let transaction = conn.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let bodies = drop_bodies(&transaction, keep)?;
    end_steps(&transaction)?;
    let assets = drop_assets(&transaction)?;
    transaction.commit()?;
    // The bodies are dropped even if there is not enough disk space to rewrite the file now.
    if let Err(error) = conn.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);") {
        tracing::warn!(%error, "could not reclaim the space of dropped versions yet");
    }
    Ok((bodies, assets))
}

fn drop_bodies(conn: &Connection, keep: u32) -> Result<u64, StoreError> {
    conn.execute_batch(
        "CREATE TEMP TABLE IF NOT EXISTS kept_version (row INTEGER PRIMARY KEY); \
         DELETE FROM kept_version; \
         INSERT OR IGNORE INTO kept_version SELECT version FROM adopted; \
         INSERT OR IGNORE INTO kept_version SELECT base FROM draft_piece WHERE base IS NOT NULL; \
         INSERT OR IGNORE INTO kept_version SELECT after FROM draft_piece WHERE after IS NOT NULL;",
    )?;
    conn.execute(
        "INSERT OR IGNORE INTO kept_version SELECT v.row FROM version v JOIN \
         (SELECT subject, capability, max(number) AS newest FROM version \
          GROUP BY subject, capability) n \
         ON n.subject = v.subject AND n.capability = v.capability AND v.number > n.newest - ?1",
        [keep],
    )?;
    let mut keep_row = conn.prepare("INSERT OR IGNORE INTO kept_version VALUES (?1)")?;
    for label in history::labels(conn)? {
        for row in history::state_of(conn, &label)?.into_values().flatten() {
            keep_row.execute([row])?;
        }
    }
    let dropped = conn.execute(
        "UPDATE version SET body = NULL \
         WHERE body IS NOT NULL AND row NOT IN (SELECT row FROM kept_version)",
        [],
    )?;
    conn.execute_batch("DELETE FROM kept_version")?;
    Ok(dropped as u64)
}

/// Marks steps that need a dropped body as no longer undoable or redoable, along with the steps
/// that can be reached only through them.
fn end_steps(conn: &Connection) -> Result<(), StoreError> {
    for (state, order) in [("done", "last"), ("undone", "undone")] {
        conn.execute(
            &format!(
                "UPDATE step SET state = 'dead', undone = NULL \
                 WHERE state = '{state}' AND {order} <= \
                 (SELECT max(s.{order}) FROM step s JOIN change c ON c.step = s.number \
                  JOIN move m ON m.change = c.number \
                  JOIN version v ON v.row = m.before OR v.row = m.after \
                  WHERE s.state = '{state}' AND v.body IS NULL)"
            ),
            [],
        )?;
    }
    Ok(())
}

fn drop_assets(conn: &Connection) -> Result<u64, StoreError> {
    let mut assets = conn.prepare("SELECT number, hash FROM asset")?;
    let rows = assets.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let assets: Vec<(i64, [u8; 32])> = rows.collect::<Result<_, _>>()?;
    if assets.is_empty() {
        return Ok(0);
    }
    let mut named = HashSet::new();
    let mut bodies = conn.prepare("SELECT body FROM version WHERE body IS NOT NULL")?;
    let mut rows = bodies.query([])?;
    while let Some(row) = rows.next()? {
        let body = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
        named.extend(hashes(body));
    }
    // Pictures that a person attached to a message, or an outside tool answered with, have no version
    // that refers to them.
    let mut statement = conn.prepare(
        "SELECT metadata FROM message WHERE role = 'user' AND metadata <> '{}' OR role = 'tool' \
         AND json_extract(metadata, '$.tool_agent_output.result.data.pictures') IS NOT NULL",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let metadata = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
        named.extend(hashes(metadata));
    }
    let mut dropped = 0;
    for (number, hash) in assets {
        if !named.contains(&model::ContentHash(hash).to_string()) {
            dropped += conn.execute("DELETE FROM asset WHERE number = ?1", [number])? as u64;
        }
    }
    Ok(dropped)
}

/// The strings in a JSON text that have the length of a hash.
fn hashes(json: &str) -> impl Iterator<Item = String> {
    json.split('"')
        .filter(|it| it.len() == 64)
        .map(str::to_owned)
}
