//! A job and its storage in the story file. It is stored after each node, so that it can continue
//! after the program has exited in any way.

use capability::{Caller, ToolError, ToolServices};
use model::conversation::Usage;
use model::{DraftId, IdReference, NodeId, Story, Timestamp, TurnId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Store, StoreError};

use super::task::JobTask;
use crate::Price;

/// The key of the list of jobs.
const INDEX: &str = "jobs";
/// How many jobs are kept; the oldest are removed first.
const MAX_JOBS: usize = 50;
/// How many failures a report lists.
const MAX_FAILURES: usize = 50;

fn key(id: &str) -> String {
    format!("job/{id}")
}

/// One instruction for many nodes, and how far it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Job {
    pub(super) id: String,
    #[serde(default)]
    pub(super) task: JobTask,
    pub(super) instruction: String,
    /// The language that it translates into, where that is what it does.
    #[serde(default)]
    pub(super) language: Option<String>,
    pub(super) time: Timestamp,
    /// What it writes belongs to this turn, which is one step of undo.
    pub(super) turn: TurnId,
    /// The draft that its texts and pictures wait in, once there is one.
    pub(super) draft: Option<DraftId>,
    pub(super) nodes: Vec<JobNode>,
    /// How many findings it has kept.
    #[serde(default)]
    pub(super) found: usize,
    pub(super) usage: Usage,
    /// Whether some of the usage is estimated, because the model did not report it.
    #[serde(default)]
    pub(super) estimated: bool,
    /// What the tokens have cost, where the price is known.
    #[serde(default)]
    pub(super) cost: Option<f64>,
    /// It stops at this cost.
    #[serde(default)]
    pub(super) max_cost: Option<f64>,
    /// Why it stopped before its end.
    #[serde(default)]
    pub(super) stopped: Option<String>,
}

/// A node of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct JobNode {
    pub(super) node: NodeId,
    pub(super) state: NodeState,
}

/// What became of a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum NodeState {
    /// It waits for its request.
    Waiting,
    /// What came of it was written: a text or a picture in the draft, a summary, findings.
    Written,
    /// There was nothing to write.
    Unchanged,
    /// It failed for this reason.
    Failed(String),
}

impl Job {
    /// A job that has not started.
    pub(super) fn new(
        services: &ToolServices,
        task: JobTask,
        instruction: String,
        language: Option<String>,
        caller: &Caller,
        nodes: Vec<NodeId>,
    ) -> Self {
        let world = &services.world;
        let waiting = |node| JobNode {
            node,
            state: NodeState::Waiting,
        };
        Self {
            id: world.new_id().to_string(),
            task,
            instruction,
            language,
            time: world.now(),
            turn: caller.turn.unwrap_or_else(|| TurnId(world.new_id())),
            draft: caller.draft,
            nodes: nodes.into_iter().map(waiting).collect(),
            found: 0,
            usage: Usage::default(),
            estimated: false,
            cost: None,
            max_cost: None,
            stopped: None,
        }
    }

    /// Its title: what was requested.
    pub(super) fn title(&self) -> String {
        match (&self.language, self.instruction.as_str()) {
            (None, "") => self.task.usual_instruction().to_owned(),
            (None, instruction) => instruction.to_owned(),
            (Some(language), "") => format!("Translate into {language}"),
            (Some(language), instruction) => format!("Translate into {language}: {instruction}"),
        }
    }

    /// Marks failed nodes to be tried again.
    pub(super) fn retry_failed(&mut self) {
        self.stopped = None;
        for node in &mut self.nodes {
            if matches!(node.state, NodeState::Failed(_)) {
                node.state = NodeState::Waiting;
            }
        }
    }

    /// The nodes that wait.
    pub(super) fn waiting(&self) -> impl Iterator<Item = NodeId> {
        let waiting = self
            .nodes
            .iter()
            .filter(|it| it.state == NodeState::Waiting);
        waiting.map(|it| it.node)
    }

    /// Sets the state of a node.
    pub(super) fn set(&mut self, node: NodeId, state: NodeState) {
        if let Some(it) = self.nodes.iter_mut().find(|it| it.node == node) {
            it.state = state;
        }
    }

    /// Adds the usage of a request.
    pub(super) fn add_usage(&mut self, usage: Usage, estimated: bool, price: Option<Price>) {
        self.usage.input_tokens += usage.input_tokens;
        self.usage.cached_tokens += usage.cached_tokens;
        self.usage.output_tokens += usage.output_tokens;
        self.estimated |= estimated;
        if let Some(price) = price {
            let cost = self.cost.unwrap_or_default() + price.of(&usage);
            // Sums of many small amounts would end in digits that are not there.
            self.cost = Some((cost * 1e9).round() / 1e9);
        }
    }

    fn count(&self, state: &NodeState) -> usize {
        self.nodes.iter().filter(|it| it.state == *state).count()
    }

    /// How many nodes need no more work.
    pub(super) fn done(&self) -> usize {
        self.nodes.len() - self.count(&NodeState::Waiting)
    }

    /// The job as people see it.
    pub(super) fn report(&self, story: &Story, running: bool) -> JobReport {
        let failed = |it: &JobNode| match &it.state {
            NodeState::Failed(why) => Some(Failure {
                node: it.node,
                title: story
                    .nodes
                    .get(&it.node)
                    .map_or_else(|| it.node.short(), |it| it.title.clone()),
                why: why.clone(),
            }),
            _ => None,
        };
        let failures: Vec<_> = self.nodes.iter().filter_map(failed).collect();
        JobReport {
            job: self.id.clone(),
            task: self.task,
            instruction: self.instruction.clone(),
            language: self.language.clone(),
            time: self.time,
            running,
            nodes: self.nodes.len(),
            written: self.count(&NodeState::Written),
            unchanged: self.count(&NodeState::Unchanged),
            failed: failures.len(),
            waiting: self.count(&NodeState::Waiting),
            failures: failures.into_iter().take(MAX_FAILURES).collect(),
            found: self.found,
            draft: self.draft,
            input_tokens: self.usage.input_tokens,
            output_tokens: self.usage.output_tokens,
            estimated: self.estimated,
            cost: self.cost,
            stopped: self.stopped.clone(),
        }
    }
}

/// A job, how far it is, and what it has used.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(super) struct JobReport {
    /// Its id, by which it can continue.
    job: String,
    task: JobTask,
    /// What was asked for; empty where the task says it all.
    instruction: String,
    /// The language that it translates into, where that is what it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    /// When it was begun.
    time: Timestamp,
    /// Whether it is running now, in this program.
    running: bool,
    /// On how many nodes it works.
    nodes: usize,
    /// On how many nodes something was written: a text, a picture, a summary, findings.
    written: usize,
    /// On how many nodes there was nothing to write.
    unchanged: usize,
    /// How many nodes failed; they are tried again when the job continues.
    failed: usize,
    /// How many nodes are left.
    waiting: usize,
    /// The first failures, with their reasons.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failures: Vec<Failure>,
    /// How many findings it has kept at passages.
    #[serde(skip_serializing_if = "is_zero")]
    found: usize,
    /// The draft that the texts and pictures wait in.
    #[serde(skip_serializing_if = "Option::is_none")]
    draft: Option<DraftId>,
    /// Tokens sent so far.
    input_tokens: u64,
    /// Tokens written so far.
    output_tokens: u64,
    /// Whether some of these are estimates.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    estimated: bool,
    /// What they have cost, where the price is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<f64>,
    /// Why it stopped before its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// A node that failed.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
struct Failure {
    node: NodeId,
    title: String,
    why: String,
}

/// Stores a job; durable on return.
pub(super) async fn save(store: &Store, job: &Job) -> Result<(), StoreError> {
    let value = serde_json::to_value(job).ok();
    store.put_value(None, &key(&job.id), value).await
}

/// Stores a new job, and removes the oldest if there are too many.
pub(super) async fn add(store: &Store, job: &Job) -> Result<(), StoreError> {
    save(store, job).await?;
    let mut ids = ids(store)?;
    if ids.contains(&job.id) {
        return Ok(());
    }
    ids.push(job.id.clone());
    while ids.len() > MAX_JOBS {
        store.put_value(None, &key(&ids.remove(0)), None).await?;
    }
    put_ids(store, &ids).await
}

/// Removes a job.
pub(super) async fn remove(store: &Store, id: &str) -> Result<(), StoreError> {
    let mut ids = ids(store)?;
    ids.retain(|it| it != id);
    put_ids(store, &ids).await?;
    store.put_value(None, &key(id), None).await
}

fn ids(store: &Store) -> Result<Vec<String>, StoreError> {
    let kept = store.get_value(None, INDEX)?.unwrap_or_default();
    Ok(serde_json::from_value(kept).unwrap_or_default())
}

async fn put_ids(store: &Store, ids: &[String]) -> Result<(), StoreError> {
    store
        .put_value(None, INDEX, serde_json::to_value(ids).ok())
        .await
}

/// All jobs, oldest first.
pub(super) fn all(store: &Store) -> Result<Vec<Job>, StoreError> {
    let mut jobs = Vec::new();
    for id in ids(store)? {
        let kept = store.get_value(None, &key(&id))?.unwrap_or_default();
        jobs.extend(serde_json::from_value::<Job>(kept).ok());
    }
    Ok(jobs)
}

/// The one job that a reference names: its id, or the beginning or end of it.
pub(super) fn find(store: &Store, reference: &str) -> Result<Job, ToolError> {
    let wanted = IdReference::read(reference);
    let fits = |it: &Job| {
        let id = it.id.parse().ok();
        wanted.as_ref().zip(id).is_some_and(|(it, id)| it.fits(id))
    };
    let mut found: Vec<Job> = all(store)?.into_iter().filter(fits).collect();
    match (found.pop(), found.len()) {
        (Some(job), 0) => Ok(job),
        (Some(_), _) => Err(ToolError::invalid(
            "/job",
            format!("several jobs have {reference:?} in their id"),
        )
        .hint("give more of the id")),
        (None, _) => Err(
            ToolError::not_found(format!("there is no job {reference:?}"))
                .hint("list_jobs shows the jobs and their ids")
                .at("/job"),
        ),
    }
}
