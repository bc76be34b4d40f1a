//! Jobs: one instruction carried out on many nodes, each as a small request of its own. Enter
//! through [`tools`]. What a job is and where it is stored is in `record`, one request in `request`,
//! carrying them out side by side in `run`. All that a job writes waits in one draft.

mod record;
mod request;
mod run;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use capability::{Caller, Code, Impact, NodeSelection, Tool, ToolContext, ToolError};
use model::NodeId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Runner;
use record::{Job, JobReport};
use request::NodeTask;

/// How long a job may run without reporting progress: the longest reply of a slow model.
const TIME_LIMIT: Duration = Duration::from_secs(1800);
/// How many requests are under way at a time, unless the person says.
const DEFAULT_PARALLEL: usize = 4;

/// The jobs that run in this program, by id.
type RunningJobs = Arc<Mutex<BTreeSet<String>>>;

/// The tools, in the order help lists them.
pub(crate) fn tools(runner: &Runner) -> Vec<Tool> {
    let [on_plan, on_run, on_list, on_remove] = std::array::from_fn(|_| runner.clone());
    let running = RunningJobs::default();
    let (listed, removed) = (running.clone(), running.clone());
    vec![
        Tool::new("plan_job", "plan_job", Impact::Read, move |cx, input| {
            plan(on_plan.clone(), cx, input)
        }),
        Tool::with_caller(
            "run_job",
            "run_job",
            Impact::Spend,
            move |cx, caller, input| start(on_run.clone(), running.clone(), cx, caller, input),
        )
        .partial(|answer| answer["waiting"].as_u64().unwrap_or_default() > 0)
        .time_limit(TIME_LIMIT),
        Tool::new("list_jobs", "list_jobs", Impact::Read, move |_, input| {
            list(on_list.clone(), listed.clone(), input)
        }),
        Tool::new(
            "remove_job",
            "remove_job",
            Impact::Write,
            move |_, input| remove(on_remove.clone(), removed.clone(), input),
        )
        .hidden_from_models(),
    ]
}

/// Estimate a job before it runs: on how many nodes, with how many tokens, and what they cost where
/// the price of the model is known. Asks no model.
#[derive(Deserialize, JsonSchema)]
struct Plan {
    /// What is to be done with the text of each node, for instance `Put it into the past tense.`
    instruction: String,
    #[serde(flatten)]
    selection: NodeSelection,
}

#[derive(Serialize, JsonSchema)]
struct Planned {
    /// The model that would be asked.
    model: String,
    /// On how many nodes the job would work.
    nodes: usize,
    /// How many nodes of the selection have no text, and are left out.
    empty: usize,
    /// How many texts are too long for one request.
    too_long: usize,
    /// An estimate of the tokens sent.
    input_tokens: u64,
    /// An estimate of the tokens written, if the texts keep their lengths.
    output_tokens: u64,
    /// What the tokens cost, in the currency of the settings; missing where no price is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<f64>,
}

async fn plan(runner: Runner, cx: ToolContext, input: Plan) -> Result<Planned, ToolError> {
    let instruction = checked_instruction(&input.instruction)?;
    let model = runner.model();
    let (nodes, empty) = chosen(&cx, &input.selection)?;
    let mut planned = Planned {
        model: model.name(),
        nodes: nodes.len(),
        empty,
        too_long: 0,
        input_tokens: 0,
        output_tokens: 0,
        cost: None,
    };
    for node in nodes {
        let Some(task) = NodeTask::read(cx.story(), node, &instruction)? else {
            continue;
        };
        if !task.fits(&model.limits()) {
            planned.too_long += 1;
            continue;
        }
        let usage = task.estimated_usage();
        planned.input_tokens += usage.input_tokens;
        planned.output_tokens += usage.output_tokens;
    }
    let usage = model::conversation::Usage {
        input_tokens: planned.input_tokens,
        output_tokens: planned.output_tokens,
        cached_tokens: 0,
    };
    planned.cost = runner.price_of(&model.name()).map(|it| it.of(&usage));
    Ok(planned)
}

/// Carry out one instruction on the texts of many nodes, each in a small request of its own, side by
/// side: translate, proofread, shorten, change the tense. All texts written wait in one draft, which
/// is undone as one step once it was adopted. A job that was stopped, or whose requests failed, goes
/// on when it is run again by its id.
#[derive(Deserialize, JsonSchema)]
struct Run {
    /// What to do with the text of each node, for instance `Put it into the past tense.` Links keep
    /// their targets.
    instruction: Option<String>,
    #[serde(flatten)]
    selection: NodeSelection,
    /// A job to continue, by its id or the first or last characters of it; with nothing else.
    job: Option<String>,
    /// How many requests are under way at a time. Defaults to 4.
    #[schemars(range(min = 1, max = 16))]
    parallel: Option<usize>,
    /// The job stops when its tokens have cost this much, in the currency of the settings; needs a
    /// price for the model.
    #[schemars(range(min = 0.0))]
    max_cost: Option<f64>,
}

async fn start(
    runner: Runner,
    running: RunningJobs,
    cx: ToolContext,
    caller: Caller,
    input: Run,
) -> Result<JobReport, ToolError> {
    let store = runner.store()?;
    let model = runner.model();
    if !model.is_generative() {
        return Err(ToolError::new(
            Code::Unavailable,
            format!("{} reads commands and writes no texts", model.name()),
        )
        .hint("choose a language model in the settings, or with --model at a terminal"));
    }
    let price = runner.price_of(&model.name());
    if input.max_cost.is_some() && price.is_none() {
        let message = format!("no price is known for {}", model.name());
        return Err(ToolError::invalid("/max_cost", message).hint(
            "set `price` in the [assistant] section of the settings, or leave max_cost out",
        ));
    }
    let mut job = match &input.job {
        Some(reference) => record::find(&store, reference)?,
        None => {
            let instruction = input.instruction.as_deref().unwrap_or_default();
            let instruction = checked_instruction(instruction)?;
            if input.selection.is_everything() {
                return Err(
                    ToolError::invalid("/kind", "nothing says which nodes are meant")
                        .hint("give a kind, such as `scene` for all scenes, or nodes, a group, words or a path"),
                );
            }
            let (nodes, _) = chosen(&cx, &input.selection)?;
            if nodes.is_empty() {
                return Err(ToolError::not_found("none of these nodes has a text")
                    .hint("widen the selection"));
            }
            Job::new(cx.target(), instruction, &caller, nodes)
        }
    };
    job.max_cost = input.max_cost.or(job.max_cost);
    job.retry_failed();
    let _running = RunningGuard::enter(&running, &job.id)?;
    let parallel = input.parallel.unwrap_or(DEFAULT_PARALLEL);
    run::Run::new(&runner, model, price, cx, caller, job)?
        .carry_out(parallel)
        .await
}

/// List the jobs of the story, newest first: what is done, what failed and why, what is left.
#[derive(Deserialize, JsonSchema)]
struct List {}

#[derive(Serialize, JsonSchema)]
struct Listed {
    jobs: Vec<JobReport>,
}

async fn list(runner: Runner, running: RunningJobs, _: List) -> Result<Listed, ToolError> {
    let store = runner.store()?;
    let graph = store.view(None).graph()?;
    let is_running = |it: &Job| crate::lock(&running).contains(&it.id);
    let mut jobs = record::all(&store)?;
    jobs.reverse();
    let report = |it: &Job| it.report(&graph, is_running(it));
    Ok(Listed {
        jobs: jobs.iter().map(report).collect(),
    })
}

/// Remove a job from the list. What it has written stays: in its draft, or in the story once that was
/// adopted.
#[derive(Deserialize, JsonSchema)]
struct Remove {
    /// The job, by its id or the first or last characters of it.
    job: String,
}

#[derive(Serialize, JsonSchema)]
struct Removed {
    job: String,
}

async fn remove(runner: Runner, running: RunningJobs, input: Remove) -> Result<Removed, ToolError> {
    let store = runner.store()?;
    let job = record::find(&store, &input.job)?;
    let _running = RunningGuard::enter(&running, &job.id)?;
    record::remove(&store, &job.id).await?;
    Ok(Removed { job: job.id })
}

/// Keeps a job from running twice at a time.
struct RunningGuard {
    running: RunningJobs,
    job: String,
}

impl RunningGuard {
    fn enter(running: &RunningJobs, job: &str) -> Result<Self, ToolError> {
        if !crate::lock(running).insert(job.to_owned()) {
            return Err(
                ToolError::new(Code::Conflict, "this job is running already").hint(
                    "stop its call first, or wait for its end; list_jobs shows how far it is",
                ),
            );
        }
        Ok(Self {
            running: running.clone(),
            job: job.to_owned(),
        })
    }
}

impl Drop for RunningGuard {
    fn drop(&mut self) {
        crate::lock(&self.running).remove(&self.job);
    }
}

fn checked_instruction(given: &str) -> Result<String, ToolError> {
    const MOST: usize = 4_000;
    let given = given.trim();
    if given.is_empty() {
        return Err(ToolError::invalid("/instruction", "it is empty").hint(
            "say what is to be done with each text, for instance: Put it into the past tense.",
        ));
    }
    let length = given.chars().count();
    if length > MOST {
        let message = format!("it has {length} characters; at most {MOST} go into each request");
        return Err(ToolError::invalid("/instruction", message)
            .hint("standing rules belong in write_style_guide, which is part of each request"));
    }
    Ok(given.to_owned())
}

/// The nodes of a selection that have a text, and how many have none.
fn chosen(cx: &ToolContext, selection: &NodeSelection) -> Result<(Vec<NodeId>, usize), ToolError> {
    let view = cx.story();
    let all = selection.resolve(view)?;
    let count = all.len();
    let mut nodes = Vec::new();
    for id in all {
        if view
            .node(id)?
            .is_some_and(|it| !it.prose().trim().is_empty())
        {
            nodes.push(id);
        }
    }
    let empty = count - nodes.len();
    Ok((nodes, empty))
}
