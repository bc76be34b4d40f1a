//! Reading a node's adopted data from a file with a million versions, against a prepared query by
//! key.

use std::time::Duration;

use anyhow::Result;
use model::{ContentHash, NodeId, Slot, Subject};
use rusqlite::{Connection, params};
use serde_json::json;
use store::{Store, StoreError, View};

use crate::Scale;
use crate::generated_text::Rng;
use crate::harness::{self, TestHarness};
use crate::report::{Figure, Target, alternate, time_each};

/// Slots written by one commit of the long history.
const SLOTS_PER_COMMIT: usize = 1_000;
const READS_PER_ROUND: u32 = 2_000;

pub(crate) fn measure(scale: Scale) -> Result<Vec<Figure>> {
    let harness = TestHarness::new()?;
    let store = harness.create()?;
    let wanted = (0..scale.of(10_000, 1_000)).map(|it| (format!("Node {it}"), Vec::new()));
    let nodes = harness::make(&store, wanted.collect())?;
    store.close()?;
    let versions = scale.of(100, 20);
    History::new(&harness)?.write(&nodes, versions)?;
    Store::accept_changes(&harness.story())?;

    let store = harness.open()?;
    // A file of this size is verified before its first write, so what was built here must be valid.
    store.edit_blocking::<_, StoreError>(harness::note("move"), {
        let node = nodes[0];
        move |edit| {
            edit.set_layout(
                node,
                &model::Layout {
                    x: 1.0,
                    ..Default::default()
                },
            )
        }
    })?;
    let (view, conn) = (store.view(None), harness::bare(&harness.story())?);
    let (mut rng, mut same_rng) = (Rng::new(2), Rng::new(2));
    let pair = alternate(
        scale.of(40, 10),
        || read(&view, &nodes, &mut rng),
        || read_bare(&conn, &nodes, &mut same_rng),
    )?;
    let what = format!(
        "adopted data of a node, of {} versions",
        versions * nodes.len()
    );
    Ok(vec![Figure::times(what, pair, Some(Target::AtMost(2.0)))])
}

fn read(view: &View, nodes: &[NodeId], rng: &mut Rng) -> Result<Duration> {
    time_each(READS_PER_ROUND, || {
        for _ in 0..READS_PER_ROUND {
            let slot = Slot::node(nodes[rng.below(nodes.len())], "kv");
            std::hint::black_box(view.adopted(&slot)?);
        }
        Ok(())
    })
}

fn read_bare(conn: &Connection, nodes: &[NodeId], rng: &mut Rng) -> Result<Duration> {
    let mut statement = conn.prepare(
        "SELECT v.id, v.number, v.body FROM adopted a JOIN version v ON v.row = a.version \
         WHERE a.subject = ?1 AND a.capability = ?2",
    )?;
    time_each(READS_PER_ROUND, || {
        for _ in 0..READS_PER_ROUND {
            let subject = Subject::Node(nodes[rng.below(nodes.len())]).to_bytes();
            let row = statement.query_row((subject, "kv"), |row| {
                Ok((
                    row.get::<_, [u8; 16]>(0)?,
                    row.get::<_, u32>(1)?,
                    row.get::<_, String>(2)?,
                ))
            })?;
            std::hint::black_box(row);
        }
        Ok(())
    })
}

/// A long history, written with plain SQL because a million commits take too long: in each table,
/// what the store would have written.
struct History {
    conn: Connection,
    change: i64,
    ids: u128,
}

impl History {
    fn new(harness: &TestHarness) -> Result<Self> {
        let conn = Connection::open(harness.story())?;
        conn.query_row("PRAGMA journal_mode = OFF", [], |_| Ok(()))?;
        conn.execute_batch(
            "PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -500000; \
             BEGIN",
        )?;
        let change = conn.query_row("SELECT max(number) FROM change", [], |row| row.get(0))?;
        Ok(Self {
            conn,
            change,
            ids: 1 << 100,
        })
    }

    /// Writes every node's attributes this many times; then each node returns to one of its
    /// versions, so that the adopted versions are spread over the file.
    fn write(mut self, nodes: &[NodeId], versions: usize) -> Result<()> {
        let mut rows = vec![Vec::with_capacity(versions); nodes.len()];
        for version in 0..versions {
            for (node, id) in nodes.iter().enumerate() {
                let at = node % SLOTS_PER_COMMIT;
                if at == 0 {
                    self.commit()?;
                }
                let row = self.version(*id, rows[node].last().copied(), version, at)?;
                rows[node].push(row);
            }
        }
        let mut rng = Rng::new(3);
        self.commit()?;
        for (at, (node, rows)) in nodes.iter().zip(&rows).enumerate() {
            let chosen = rng.below(rows.len());
            self.adopt(*node, rows.last().copied(), rows[chosen], at)?;
        }
        self.conn
            .execute("UPDATE story SET indexed = ?1", [self.change])?;
        self.conn.execute_batch("COMMIT")?;
        self.conn
            .query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
        Ok(())
    }

    fn new_id(&mut self) -> [u8; 16] {
        self.ids += 1;
        self.ids.to_be_bytes()
    }

    fn commit(&mut self) -> Result<()> {
        self.change += 1;
        self.conn
            .prepare_cached("INSERT INTO step (number, last, state) VALUES (?1, ?1, 'done')")?
            .execute([self.change])?;
        let id = self.new_id();
        self.conn
            .prepare_cached(
                "INSERT INTO change (number, id, kind, author_kind, author, reason, time, step) \
                 VALUES (?1, ?2, 'edit', 'person', 'writer', 'update_node_kv', ?1, ?1)",
            )?
            .execute(params![self.change, id])?;
        Ok(())
    }

    fn version(
        &mut self,
        node: NodeId,
        before: Option<i64>,
        version: usize,
        at: usize,
    ) -> Result<i64> {
        let body = body(version);
        let id = self.new_id();
        let subject = Subject::Node(node).to_bytes();
        self.conn
            .prepare_cached(
                "INSERT INTO version (id, subject, capability, number, change, hash, body) \
                 VALUES (?1, ?2, 'kv', ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                id,
                subject,
                (version + 1).cast_signed(),
                self.change,
                ContentHash::of(body.as_bytes()).0,
                body
            ])?;
        let row = self.conn.last_insert_rowid();
        self.move_to(subject, before, row, at)?;
        Ok(row)
    }

    fn adopt(&self, node: NodeId, before: Option<i64>, after: i64, at: usize) -> Result<()> {
        let subject = Subject::Node(node).to_bytes();
        self.move_to(subject, before, after, at)?;
        self.conn
            .prepare_cached(
                "INSERT INTO adopted (subject, capability, version) VALUES (?1, 'kv', ?2)",
            )?
            .execute(params![subject, after])?;
        self.conn
            .prepare_cached(
                "INSERT INTO search (rowid, text) SELECT row, body FROM version WHERE row = ?1",
            )?
            .execute([after])?;
        Ok(())
    }

    fn move_to(&self, subject: [u8; 17], before: Option<i64>, after: i64, at: usize) -> Result<()> {
        self.conn
            .prepare_cached(
                "INSERT INTO move (change, position, subject, capability, before, after, drafted) \
                 VALUES (?1, ?2, ?3, 'kv', ?4, ?5, 0)",
            )?
            .execute(params![
                self.change,
                at.cast_signed(),
                subject,
                before,
                after
            ])?;
        Ok(())
    }
}

/// A few attributes, as typical for a character.
fn body(version: usize) -> String {
    let pair = |k: &str, v: String| json!({ "k": k, "v": v });
    let items = [
        pair("Name", "Thomas Anderson".to_owned()),
        pair("身份", "程序员".to_owned()),
        pair("Mood", format!("the {version}th of many")),
        pair("Wants", "to know what the Matrix is".to_owned()),
    ];
    json!({ "items": items }).to_string()
}
