//! Many agents that work on one story while connections, hubs and environments end: each repeats
//! its action until it has an outcome, and keeps its own copy of what it heard of the story. Enter
//! through [`run`]; [`compare`] holds the outcomes and the copies against the story's file. The
//! benchmark of the hub and the tests use it.

mod agent;
mod copy;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use host::events::DataChanged;
use host::{RealWorld, Studio, StudioOptions};
use model::{Author, AuthorKind, Layout, NodeRecord};
use serde_json::json;
use store::{CommitMetadata, Edit, OpenOptions, Store, StoreError};
use tokio::sync::watch;

use self::agent::Worker;
use self::copy::Copy;

/// How much is done, and where.
#[derive(Clone)]
pub(crate) struct Soak {
    /// The addresses of hubs; the agents are spread over them.
    pub(crate) hubs: Vec<String>,
    /// The story's id there.
    pub(crate) environment: String,
    /// The credential of every agent, where the hubs ask for one.
    pub(crate) credential: Option<String>,
    /// How many agents; each writes to the node that [`title`] names.
    pub(crate) agents: usize,
    /// How many actions each does at most.
    pub(crate) actions: u64,
    /// When an agent begins no more actions.
    pub(crate) time: Duration,
    /// The longest pause between two actions of an agent.
    pub(crate) pause: Duration,
}

/// What the agents were told.
#[derive(Default)]
pub(crate) struct Report {
    /// The change of each outcome, with its agent.
    pub(crate) acknowledged: Vec<(String, u64)>,
    /// Actions that were refused.
    pub(crate) refused: Vec<String>,
    /// How often agents dropped their own connection while an action was under way.
    pub(crate) reconnects: u64,
    /// The longest wait for an outcome.
    pub(crate) longest: Duration,
    copies: Vec<Copy>,
}

/// How the story compares with what the agents were told; all zero if nothing went wrong.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Difference {
    /// Outcomes whose change the story does not have.
    pub(crate) lost: usize,
    /// Changes of agents beside their outcomes.
    pub(crate) doubled: usize,
    /// Agents whose copy differs from the story.
    pub(crate) unequal: usize,
}

/// Makes a story with a node for each agent.
pub(crate) fn make_story(path: &Path, agents: usize) -> Result<()> {
    let options = StudioOptions::built_in(Arc::new(RealWorld));
    let studio = Studio::create(path, "Measured", options).map_err(|error| anyhow!("{error}"))?;
    let note = CommitMetadata {
        author: Author::new(AuthorKind::Person, "writer"),
        origin: None,
        turn: None,
        call: None,
        reason: "make nodes".to_owned(),
        draft: None,
    };
    let make = move |edit: &mut Edit<'_>| {
        for number in 0..agents {
            let (title, kind) = (title(number), "scene".to_owned());
            edit.create_node(&NodeRecord { title, kind }, &Layout::default())?;
        }
        Ok::<_, StoreError>(())
    };
    studio.store().edit_blocking(note, make)?;
    studio.close()?;
    Ok(())
}

/// Opens a story that no program has open.
pub(crate) fn open_story(path: &Path) -> Result<Store> {
    let options = OpenOptions {
        rules: capability::slot_rules(capabilities::ALL),
        world: Arc::new(RealWorld),
        read_only: true,
    };
    Ok(Store::open(path, options)?)
}

/// An agent's id, and the title of its node.
pub(crate) fn title(number: usize) -> String {
    format!("agent_{number:05}")
}

/// Lets all agents work, and then fetch what they missed. `progress` counts outcomes.
pub(crate) async fn run(soak: Soak, progress: watch::Sender<u64>) -> Result<Report> {
    let (soak, progress) = (Arc::new(soak), Arc::new(progress));
    let end = Instant::now() + soak.time;
    let mut working = tokio::task::JoinSet::new();
    for number in 0..soak.agents {
        let worker = Worker::new(Arc::clone(&soak), Arc::clone(&progress), number);
        working.spawn(worker.work(end));
    }
    let mut workers = Vec::new();
    while let Some(worker) = working.join_next().await {
        workers.push(worker??);
    }
    // Only now does the story stand still.
    let mut catching_up = tokio::task::JoinSet::new();
    for worker in workers {
        catching_up.spawn(worker.finish());
    }
    let mut report = Report::default();
    while let Some(worker) = catching_up.join_next().await {
        let (part, copy) = worker??;
        report.acknowledged.extend(part.acknowledged);
        report.refused.extend(part.refused);
        report.reconnects += part.reconnects;
        report.longest = report.longest.max(part.longest);
        report.copies.push(copy);
    }
    Ok(report)
}

/// Compares the report with the story's file.
pub(crate) fn compare(store: &Store, report: &Report) -> Result<Difference> {
    let mut whole = Copy::default();
    let mut written: BTreeMap<u64, String> = BTreeMap::new();
    loop {
        let changes = store.changes_since(whole.last(), 1000)?;
        if changes.is_empty() {
            break;
        }
        for change in &changes {
            let data = json!(DataChanged::from(change));
            whole.take(change.number, &data.to_string());
            if change
                .author
                .principal
                .as_ref()
                .is_some_and(|it| it.as_str().starts_with("star/"))
            {
                written.insert(change.number, change.author.name.clone());
            }
        }
    }
    let acknowledged: BTreeSet<_> = report.acknowledged.iter().collect();
    let has = |(agent, number): &&(String, u64)| written.get(number) == Some(agent);
    let lost =
        report.acknowledged.len() - acknowledged.iter().copied().filter(|it| has(it)).count();
    let numbers: BTreeSet<u64> = acknowledged.iter().map(|it| it.1).collect();
    Ok(Difference {
        lost,
        doubled: written.keys().filter(|it| !numbers.contains(it)).count(),
        unequal: report.copies.iter().filter(|it| **it != whole).count(),
    })
}
