//! Opening a story with 10,000 nodes and 15,000 edges against plain SELECTs of the same rows, and
//! the memory used.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use model::EdgeRecord;
use rusqlite::{Connection, OpenFlags, Row};
use serde_json::json;
use store::{Store, StoreError};

use crate::Scale;
use crate::harness::{self, TestHarness};
use crate::report::{Figure, Target, alternate, time_each};

pub(crate) fn measure(scale: Scale) -> Result<Vec<Figure>> {
    let (nodes, edges) = scale.of((10_000, 15_000), (1_000, 1_500));
    let harness = TestHarness::new()?;
    fill(&harness, nodes, edges)?;
    let options = harness::options()?;
    let pair = alternate(
        scale.of(25, 9),
        || {
            let mut opened = None;
            let time = time_each(1, || {
                let store = Store::open(&harness.story(), options.clone())?;
                opened = Some((store.view(None).graph()?, store));
                Ok(())
            })?;
            let (story, store) = opened.context("it was opened")?;
            ensure!(
                (story.nodes.len(), story.edges.len()) == (nodes, edges),
                "not the whole story"
            );
            store.close()?;
            Ok(time)
        },
        || {
            let mut read = None;
            let time = time_each(1, || {
                read = Some(Rows::read(&harness.story())?);
                Ok(())
            })?;
            let read = read.context("it was read")?;
            ensure!(
                (read.nodes.len(), read.edges.len()) == (nodes, edges),
                "not all the rows"
            );
            Ok(time)
        },
    )?;
    let (ours, bare) = (
        LoadedForm::Story.memory(&harness)?,
        LoadedForm::Rows.memory(&harness)?,
    );
    let what = format!("opening {nodes} nodes and {edges} edges");
    Ok(vec![
        Figure::times(&what, pair, Some(Target::AtMost(3.0))),
        Figure::memory("memory of that story, open", ours, bare),
    ])
}

/// Scenes with a few attributes each; every scene leads to the next, half of them to another one
/// too.
fn fill(harness: &TestHarness, nodes: usize, edges: usize) -> Result<()> {
    let store = harness.create()?;
    let data = |it| json!({ "items": [{ "k": "Mood", "v": format!("mood {}", it % 17) }] });
    let wanted = (0..nodes).map(|it| (format!("Scene {it}"), vec![("kv", data(it))]));
    let made = harness::make(&store, wanted.collect())?;
    let ends = (0..edges).map(|it| (it % nodes, (it * 7 + 1) % nodes));
    let records: Vec<_> = ends
        .map(|(from, to)| EdgeRecord {
            dynamic: false,
            includes: false,
            once: false,
            from: made[from],
            to: made[to],
            label: format!("go on to {to}"),
            order: 0,
            condition: None,
            effect: None,
        })
        .collect();
    store.edit_blocking::<_, StoreError>(harness::note("link"), move |edit| {
        records
            .iter()
            .try_for_each(|it| edit.create_edge(it).map(drop))
    })?;
    Ok(store.close()?)
}

type NodeRow = (
    i64,
    [u8; 16],
    String,
    String,
    [f64; 2],
    [Option<f64>; 2],
    Option<[u8; 16]>,
);
type EdgeRow = (i64, [[u8; 16]; 3], String, i64, Option<String>);

/// The result of the plain SELECTs.
struct Rows {
    nodes: Vec<NodeRow>,
    edges: Vec<EdgeRow>,
}

impl Rows {
    fn read(path: &Path) -> Result<Self> {
        let conn = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let node = |it: &Row<'_>| {
            let place = [it.get(4)?, it.get(5)?];
            let size = [it.get(6)?, it.get(7)?];
            Ok((
                it.get(0)?,
                it.get(1)?,
                it.get(2)?,
                it.get(3)?,
                place,
                size,
                it.get(8)?,
            ))
        };
        let edge = |it: &Row<'_>| {
            let ids = [it.get(1)?, it.get(2)?, it.get(3)?];
            Ok((it.get(0)?, ids, it.get(4)?, it.get(5)?, it.get(6)?))
        };
        let mut statement = conn.prepare(
            "SELECT made, id, title, kind, x, y, width, height, parent, color, collapsed \
             FROM node ORDER BY made",
        )?;
        let nodes = statement.query_map([], node)?.collect::<Result<_, _>>()?;
        let mut statement = conn.prepare(
            "SELECT made, id, source, target, label, position, condition FROM edge ORDER BY made",
        )?;
        let edges = statement.query_map([], edge)?.collect::<Result<_, _>>()?;
        Ok(Self { nodes, edges })
    }
}

/// What a separate process loads while its memory is measured.
#[derive(Clone, Copy)]
pub(crate) enum LoadedForm {
    Story,
    Rows,
}

impl LoadedForm {
    fn name(self) -> &'static str {
        match self {
            Self::Story => "--memory-of-story",
            Self::Rows => "--memory-of-rows",
        }
    }

    /// What a process was started for.
    pub(crate) fn named(word: &str) -> Option<Self> {
        [Self::Story, Self::Rows]
            .into_iter()
            .find(|it| it.name() == word)
    }

    /// Bytes, measured in a separate process.
    fn memory(self, harness: &TestHarness) -> Result<u64> {
        let output = Command::new(std::env::current_exe()?)
            .arg(self.name())
            .arg(harness.story())
            .output()?;
        ensure!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        Ok(String::from_utf8(output.stdout)?.trim().parse()?)
    }
}

/// Prints by how many bytes this process grows when it opens a story, or reads its plain rows.
pub(crate) fn report_memory(sort: LoadedForm, path: &Path) -> Result<()> {
    let options = harness::options()?;
    let before = resident()?;
    let after = match sort {
        LoadedForm::Story => {
            let store = Store::open(path, options)?;
            let story = store.view(None).graph()?;
            let after = resident()?;
            drop(story);
            store.close()?;
            after
        }
        LoadedForm::Rows => {
            let rows = Rows::read(path)?;
            let after = resident()?;
            drop(rows);
            after
        }
    };
    writeln!(std::io::stdout(), "{}", after.saturating_sub(before))?;
    Ok(())
}

/// The memory of this process that is in use, in bytes.
fn resident() -> Result<u64> {
    let status = fs::read_to_string("/proc/self/status").context("memory is measured on Linux")?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|it| it.trim().strip_suffix(" kB"));
    let kilobytes: u64 = kilobytes.context("the line VmRSS")?.parse()?;
    Ok(kilobytes * 1024)
}
