//! The rows that the commit of one `update_node_kv` writes, written by SQLite alone: the same
//! tables, indexes and settings, with prepared values, no checks and no threads. The baseline of a
//! tool call. Without the search index, because it is updated after the commits.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use model::{ContentHash, NodeId, Subject};
use rusqlite::{Connection, params};
use serde_json::json;
use uuid::Uuid;

use crate::harness;
use crate::report::time_each;

/// Writes to a copy of the story that the registry writes to.
pub(crate) struct BareWriter {
    conn: Connection,
    nodes: Vec<AdoptedRow>,
    change: i64,
    ids: u128,
}

/// The contents of a node's slot.
struct AdoptedRow {
    subject: [u8; 17],
    title: String,
    row: i64,
    id: Vec<u8>,
    number: u32,
}

/// The rows of one call, ready to be written.
struct Rows {
    node: usize,
    version: [u8; 16],
    hash: [u8; 32],
    body: String,
    commit: [u8; 16],
    call: String,
    fingerprint: [u8; 32],
    outcome: String,
}

impl BareWriter {
    pub(crate) fn new(path: &Path, nodes: &[(NodeId, String)]) -> Result<Self> {
        let conn = harness::bare(path)?;
        let standing = |(id, title): &(NodeId, String)| {
            let subject = Subject::Node(*id).to_bytes();
            let sql = "SELECT v.row, v.id, v.number FROM adopted a JOIN version v \
                       ON v.row = a.version WHERE a.subject = ?1 AND a.capability = 'kv'";
            Ok(conn.query_row(sql, [subject], |row| {
                let (row, id, number) = (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok(AdoptedRow {
                    subject,
                    title: title.clone(),
                    row,
                    id,
                    number,
                })
            })?)
        };
        let nodes = nodes.iter().map(standing).collect::<Result<_>>()?;
        let change = conn.query_row("SELECT max(number) FROM change", [], |row| row.get(0))?;
        Ok(Self {
            conn,
            nodes,
            change,
            ids: 1 << 100,
        })
    }

    /// The duration of each of some calls, without preparing their rows.
    pub(crate) fn time_calls(&mut self, calls: &[usize]) -> Result<Duration> {
        let rows: Vec<_> = calls.iter().map(|&call| self.rows(call)).collect();
        let times = u32::try_from(calls.len())?;
        time_each(times, || rows.iter().try_for_each(|it| self.write(it)))
    }

    fn new_id(&mut self) -> [u8; 16] {
        self.ids += 1;
        self.ids.to_be_bytes()
    }

    fn rows(&mut self, call: usize) -> Rows {
        let node = call % self.nodes.len();
        let [k, v] = pair(call);
        let body = json!({ "items": [{ "k": k, "v": v }] }).to_string();
        let AdoptedRow {
            subject,
            title,
            number,
            ..
        } = &self.nodes[node];
        let outcome = json!({
            "node": { "id": Uuid::from_slice(&subject[1..]).unwrap_or_default(), "title": title },
            "version": number + 1,
            "count": 1,
            "items": [{ "k": k, "v": v }],
        });
        Rows {
            node,
            version: self.new_id(),
            hash: ContentHash::of(body.as_bytes()).0,
            body,
            commit: self.new_id(),
            call: Uuid::from_bytes(self.new_id()).to_string(),
            fingerprint: ContentHash::of(&call.to_be_bytes()).0,
            outcome: outcome.to_string(),
        }
    }

    fn write(&mut self, it: &Rows) -> Result<()> {
        let node = &mut self.nodes[it.node];
        let capability = "kv";
        let change = self.change + 1;
        let run = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
            self.conn.prepare_cached(sql)?.execute(values)
        };
        self.conn.execute_batch("BEGIN IMMEDIATE")?;
        run(
            "INSERT INTO version (id, subject, capability, number, change, base, hash, body) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![
                it.version,
                node.subject,
                capability,
                node.number + 1,
                change,
                node.id,
                it.hash,
                it.body
            ],
        )?;
        let row = self.conn.last_insert_rowid();
        run(
            "UPDATE adopted SET version = ?3 WHERE subject = ?1 AND capability = ?2",
            params![node.subject, capability, row],
        )?;
        run(
            "INSERT INTO step (turn, last, state) VALUES (NULL, ?1, 'done')",
            params![change],
        )?;
        let step = self.conn.last_insert_rowid();
        run(
            "INSERT INTO change (number, id, kind, author_kind, author, origin, reason, time, step) \
             VALUES (?1, ?2, 'edit', 'person', 'writer', ?3, 'update_node_kv', ?4, ?5)",
            params![
                change,
                it.commit,
                "bench/00000000-0000-0000-0000-000000000000",
                change,
                step
            ],
        )?;
        run(
            "INSERT INTO move (change, position, subject, capability, before, after, drafted) \
             VALUES (?1, 0, ?2, ?3, ?4, ?5, 0)",
            params![change, node.subject, capability, node.row, row],
        )?;
        run(
            "INSERT INTO call (caller, id, fingerprint, outcome, change) \
             VALUES (?1, ?2, ?3, ?4, ?5)",
            params![
                "bench/00000000-0000-0000-0000-000000000000",
                it.call,
                it.fingerprint,
                it.outcome,
                change
            ],
        )?;
        self.conn.execute_batch("COMMIT")?;
        node.row = row;
        node.id = it.version.to_vec();
        node.number += 1;
        self.change = change;
        Ok(())
    }
}

/// The value that a call sets; always a different one.
pub(crate) fn pair(call: usize) -> [String; 2] {
    [
        "Name".to_owned(),
        format!("Thomas Anderson, the {call}th of that name"),
    ]
}

/// The number of rows in each table that a call writes to.
pub(crate) fn rows_by_table(path: &Path) -> Result<Vec<(&'static str, i64)>> {
    let conn = harness::bare(path)?;
    let count = |table: &'static str| {
        let sql = format!("SELECT count(*) FROM {table}");
        let rows = conn.query_row(&sql, [], |row| row.get(0)).context(table)?;
        Ok((table, rows))
    };
    ["version", "adopted", "step", "change", "move", "call"]
        .map(count)
        .into_iter()
        .collect()
}
