//! A tool call through the registry, from its arguments to its durable commit, against the same
//! rows written by SQLite alone; one call at a time, and from sixteen concurrent writers.

use std::cell::{Cell, RefCell};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use capability::{Caller, NoApprover};
use host::{RealWorld, Studio, StudioOptions};
use model::conversation::ToolCall;
use model::{NodeId, Slot};
use serde_json::json;
use store::{Edit, StoreError};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use crate::Scale;
use crate::harness::{self, TestHarness};
use crate::report::{Figure, Pair, Target, alternate, time_each};
use crate::sqlite_baseline::{BareWriter, pair, rows_by_table};

const WRITERS: usize = 16;
/// Calls of each concurrent writer per round.
const CALLS: usize = 8;

pub(crate) fn measure(scale: Scale) -> Result<Vec<Figure>> {
    // One call each in turn, so that changes in the disk's speed affect both equally.
    let rounds = scale.of(1_000, 100);
    let work = Benchmark::set(200)?.processor_times(rounds)?;
    let one = Benchmark::set(200)?.measure(rounds, 1, Benchmark::one_by_one)?;
    let in_large = scale.of(10_000, 1_000);
    let large = Benchmark::set(in_large)?.measure(rounds, 1, Benchmark::one_by_one)?;
    let many = Benchmark::set(200)?.measure(rounds / 25, CALLS * WRITERS, Benchmark::at_once)?;
    let work = |what: &str, at: usize| Figure::times(what, work[at], None);
    let figure = |what: String, pair, most| Figure::times(what, pair, Some(Target::AtMost(most)));
    Ok(vec![
        figure("a tool call to its durable commit".to_owned(), one, 1.3),
        figure(
            format!("the same in a story of {in_large} nodes"),
            large,
            1.3,
        ),
        work("processor time of a tool call, whatever the disk does", 0),
        work("of it, the same write through the store alone", 1),
        work("of it, a call that finds and reads the node", 2),
        figure(format!("each call of {WRITERS} writers at once"), many, 0.3),
    ])
}

/// A story with its registry, and a copy of it that only SQLite writes to.
struct Benchmark {
    runtime: Runtime,
    studio: Studio,
    writers: Vec<Caller>,
    nodes: Vec<(NodeId, String)>,
    bare: PathBuf,
    harness: TestHarness,
}

impl Benchmark {
    fn set(nodes: usize) -> Result<Self> {
        let harness = TestHarness::new()?;
        let store = harness.create()?;
        let titles: Vec<_> = (0..nodes).map(|it| format!("Character {it}")).collect();
        let data = |call| {
            let [k, v] = pair(call);
            vec![("kv", json!({ "items": [{ "k": k, "v": v }] }))]
        };
        let wanted = titles.iter().map(|it| (it.clone(), data(0))).collect();
        let nodes = harness::make(&store, wanted)?
            .into_iter()
            .zip(titles)
            .collect();
        store.close()?;
        let bare = harness.folder.path().join("bare.story");
        fs::copy(harness.story(), &bare)?;
        let runtime = Runtime::new()?;
        let options = StudioOptions::built_in(Arc::new(RealWorld));
        let studio = {
            let _inside = runtime.enter();
            Studio::open(&harness.story(), options)?
        };
        let writers = (0..WRITERS)
            .map(|_| studio.person("bench", Arc::new(NoApprover)))
            .collect();
        Ok(Self {
            runtime,
            studio,
            writers,
            nodes,
            bare,
            harness,
        })
    }

    /// Both write the same calls; whether they wrote the same rows is checked at the end.
    fn measure(
        self,
        rounds: usize,
        count: usize,
        ours: impl Fn(&Self, &[usize]) -> Result<()>,
    ) -> Result<Pair> {
        let bare = RefCell::new(BareWriter::new(&self.bare, &self.nodes)?);
        let calls_of = |next: &Cell<usize>| -> Vec<usize> {
            let first = next.replace(next.get() + count);
            (first..first + count).collect()
        };
        let (next_of_ours, next_of_bare) = (Cell::new(1), Cell::new(1));
        let pair = alternate(
            rounds,
            || {
                time_each(u32::try_from(count)?, || {
                    ours(&self, &calls_of(&next_of_ours))
                })
            },
            || bare.borrow_mut().time_calls(&calls_of(&next_of_bare)),
        )?;
        drop(bare);
        let Self {
            runtime,
            studio,
            bare,
            harness,
            ..
        } = self;
        studio.close()?;
        drop(runtime);
        let (ours, theirs) = (rows_by_table(&harness.story())?, rows_by_table(&bare)?);
        ensure!(
            ours == theirs,
            "not the same rows: {ours:?} through the registry, {theirs:?} bare"
        );
        Ok(pair)
    }

    /// The processor time of a call, on all threads: the part that does not depend on the disk; then
    /// that of the same write without a registry, and of a call that reads.
    fn processor_times(self, calls: usize) -> Result<[Pair; 3]> {
        let mut bare = BareWriter::new(&self.bare, &self.nodes)?;
        let calls: Vec<usize> = (1..=calls).collect();
        // First, so that the search index of what the others wrote is not counted with it.
        let baseline = processor_time_of(&calls, || bare.time_calls(&calls).map(drop))?;
        let times = [
            processor_time_of(&calls, || self.one_by_one(&calls))?,
            processor_time_of(&calls, || self.through_store(&calls))?,
            processor_time_of(&calls, || self.read(&calls))?,
        ];
        Ok(times.map(|ours| Pair { ours, baseline }))
    }

    /// The writes of some calls, without their registry.
    fn through_store(&self, calls: &[usize]) -> Result<()> {
        self.runtime.block_on(async {
            for &call in calls {
                let (node, _) = self.nodes[call % self.nodes.len()];
                let [k, v] = pair(call + calls.len());
                let data = json!({ "items": [{ "k": k, "v": v }] });
                let write = move |edit: &mut Edit<'_>| -> Result<u32, StoreError> {
                    Ok(edit.write(&Slot::node(node, "kv"), &data)?.number)
                };
                let store = self.studio.store();
                store.edit(harness::note("update_node_kv"), write).await?;
            }
            Ok(())
        })
    }

    /// A person reads the attributes of the same nodes.
    fn read(&self, calls: &[usize]) -> Result<()> {
        self.runtime.block_on(async {
            for &call in calls {
                let (_, title) = &self.nodes[call % self.nodes.len()];
                let wish = ToolCall {
                    id: None,
                    name: "read_node_kv".to_owned(),
                    args: json!({ "node": title }),
                };
                update(&self.studio, &self.writers[0], wish).await?;
            }
            Ok(())
        })
    }

    fn one_by_one(&self, calls: &[usize]) -> Result<()> {
        self.runtime.block_on(async {
            for &call in calls {
                update(&self.studio, &self.writers[0], self.tool_request(call)).await?;
            }
            Ok(())
        })
    }

    fn at_once(&self, calls: &[usize]) -> Result<()> {
        let mut writing: JoinSet<Result<()>> = JoinSet::new();
        for (writer, calls) in self.writers.iter().zip(calls.chunks(calls.len() / WRITERS)) {
            let (studio, writer) = (self.studio.clone(), writer.clone());
            let tool_requests: Vec<_> = calls.iter().map(|&it| self.tool_request(it)).collect();
            let write = async move {
                for tool_request in tool_requests {
                    update(&studio, &writer, tool_request).await?;
                }
                Ok(())
            };
            writing.spawn_on(write, self.runtime.handle());
        }
        self.runtime.block_on(async {
            while let Some(written) = writing.join_next().await {
                written??;
            }
            Ok(())
        })
    }

    /// A person names a node by its title and sets one attribute.
    fn tool_request(&self, call: usize) -> ToolCall {
        let (_, title) = &self.nodes[call % self.nodes.len()];
        let [k, v] = pair(call);
        ToolCall {
            id: None,
            name: "update_node_kv".to_owned(),
            args: json!({ "node": title, "items": [{ "k": k, "v": v }] }),
        }
    }
}

/// The processor time of each of some calls, on all threads of this process.
fn processor_time_of(calls: &[usize], work: impl FnOnce() -> Result<()>) -> Result<Duration> {
    let start = processor_time()?;
    work()?;
    Ok((processor_time()? - start) / u32::try_from(calls.len())?)
}

/// The processor time of this process, in user and kernel mode.
fn processor_time() -> Result<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").context("it is read on Linux")?;
    let numbers = stat.rsplit(')').next().unwrap_or_default();
    let ticks = numbers.split_whitespace().skip(11).take(2);
    let ticks = ticks.map(str::parse::<u64>).sum::<Result<u64, _>>()?;
    Ok(Duration::from_millis(ticks * 10))
}

async fn update(studio: &Studio, caller: &Caller, tool_request: ToolCall) -> Result<()> {
    let output = studio.registry().call(caller, tool_request).await;
    ensure!(output.succeeded(), "{}", output.content());
    Ok(())
}
