//! Jobs: one instruction carried out on many nodes, each by a small request of its own. Enter
//! through [`tools`]. A job and its storage are in `record`, its tasks in `task`, one request in
//! `request` (for a translation, in `translate` and `pieces`), running them concurrently in `run`.
//! Texts, translations and pictures wait in one draft.

mod ask;
mod choose;
mod continuity;
mod pieces;
mod portrait;
mod question;
mod reading;
mod record;
mod request;
mod rewrite;
mod run;
mod summary;
mod task;
mod translate;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use capability::{Caller, Code, Impact, NodeSelection, Tool, ToolContext, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Runner;
pub(crate) use ask::{ask_for_summary, ask_once};
use choose::{Chosen, chosen};
use record::{Job, JobReport};
use request::{NodeTask, Shared};
use task::JobTask;

/// How long a job may run without reporting progress: the longest reply of a slow model.
const TIME_LIMIT: Duration = Duration::from_secs(1800);

/// The jobs running in this program, by id.
type RunningJobs = Arc<Mutex<BTreeSet<String>>>;

/// The tools, in the order help lists them.
pub(crate) fn tools(runner: &Runner) -> Vec<Tool> {
    let [on_plan, on_run, on_check, on_list, on_remove] = std::array::from_fn(|_| runner.clone());
    let running = RunningJobs::default();
    let (checked, listed, removed) = (running.clone(), running.clone(), running.clone());
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
        Tool::with_caller(
            "check_continuity",
            "check_continuity",
            Impact::Spend,
            move |cx, caller, input: CheckContinuity| {
                start(on_check.clone(), checked.clone(), cx, caller, input.into())
            },
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
    /// What is done with each node. Defaults to `rewrite`, and to `translate` with a language.
    task: Option<JobTask>,
    /// What is to be done with the text of each node, for instance `Put it into the past tense.`
    /// Only `rewrite` needs it.
    instruction: Option<String>,
    /// The language to translate into, by its code: then what is missing or stale is translated.
    language: Option<String>,
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
    /// How many nodes have already what the job would make, and are left out.
    #[serde(skip_serializing_if = "is_zero")]
    done: usize,
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

fn is_zero(count: &usize) -> bool {
    *count == 0
}

async fn plan(runner: Runner, cx: ToolContext, input: Plan) -> Result<Planned, ToolError> {
    let (task, language) = what(&cx, input.task, input.language.as_deref())?;
    let language = language.as_deref();
    let instruction = checked_instruction(task, input.instruction.as_deref())?;
    let model = runner.model();
    let store = runner.store()?;
    let chosen = chosen(&store, &cx, task, language, &input.selection)?;
    let Chosen {
        nodes, empty, done, ..
    } = chosen;
    let mut planned = Planned {
        model: match task.asks_language_model() {
            true => model.name(),
            false => cx.models().image().name(),
        },
        nodes: nodes.len(),
        empty,
        done,
        too_long: 0,
        input_tokens: 0,
        output_tokens: 0,
        cost: None,
    };
    if !task.asks_language_model() {
        return Ok(planned);
    }
    let limits = model.limits();
    let shared = Shared::of(cx.story(), task, &instruction, language, &limits)?;
    for node in nodes {
        let Some(task) = NodeTask::read(cx.story(), &shared, node)? else {
            continue;
        };
        if !task.fits(&limits) {
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

/// Carry out one instruction on many nodes, each in a small request of its own, side by side:
/// proofread, shorten, change the tense, summarize, paint. With a language, translates what is missing
/// or stale in the translations of the story. Texts and pictures wait in one draft, which is undone as
/// one step once it was adopted. A job that was stopped, or whose requests failed, continues when it
/// is run again by its id.
#[derive(Default, Deserialize, JsonSchema)]
struct Run {
    /// What is done with each node. Defaults to `rewrite`, and to `translate` with a language.
    task: Option<JobTask>,
    /// What to do with the text of each node, for instance `Put it into the past tense.` Links keep
    /// their targets. Only `rewrite` needs it; what the other tasks are to heed besides.
    instruction: Option<String>,
    /// The language to translate into, by its code: one that set_story_languages named. Without a
    /// selection, all that readers see and that is missing or stale is translated.
    language: Option<String>,
    #[serde(flatten)]
    selection: NodeSelection,
    /// A job to continue, by its id or the first or last characters of it; with nothing else.
    job: Option<String>,
    /// How many requests are under way at a time. Defaults to 4, for `continuity` to 1.
    #[schemars(range(min = 1, max = 16))]
    parallel: Option<usize>,
    /// The job stops when its tokens have cost this much, in the currency of the settings; needs a
    /// price for the model.
    #[schemars(range(min = 0.0))]
    max_cost: Option<f64>,
}

/// Read the story for continuity, scene by scene, beside what is known of its people and places, the
/// earlier scenes and the open promises. Contradictions are kept as findings at both passages, with
/// the promises that scenes make, lead on and keep; list_findings shows them. No text is changed.
#[derive(Deserialize, JsonSchema)]
struct CheckContinuity {
    #[serde(flatten)]
    selection: NodeSelection,
    /// What to look for above all, for instance `Who knows of the letter when?`
    instruction: Option<String>,
    /// The check stops when its tokens have cost this much, in the currency of the settings; needs a
    /// price for the model.
    #[schemars(range(min = 0.0))]
    max_cost: Option<f64>,
}

impl From<CheckContinuity> for Run {
    fn from(input: CheckContinuity) -> Self {
        Self {
            task: Some(JobTask::Continuity),
            instruction: input.instruction,
            selection: input.selection,
            max_cost: input.max_cost,
            ..Self::default()
        }
    }
}

async fn start(
    runner: Runner,
    running: RunningJobs,
    cx: ToolContext,
    caller: Caller,
    input: Run,
) -> Result<JobReport, ToolError> {
    let store = runner.store()?;
    let mut job = match &input.job {
        Some(reference) => record::find(&store, reference)?,
        None => {
            let (task, language) = what(&cx, input.task, input.language.as_deref())?;
            let instruction = checked_instruction(task, input.instruction.as_deref())?;
            if task.needs_instruction() && input.selection.is_everything() {
                return Err(
                    ToolError::invalid("/kind", "nothing says which nodes are meant")
                        .hint("give a kind, such as `scene` for all scenes, or nodes, a group, words or a path"),
                );
            }
            let chosen = chosen(&store, &cx, task, language.as_deref(), &input.selection)?;
            if chosen.nodes.is_empty() {
                return Err(chosen.none(task));
            }
            let nodes = chosen.nodes;
            Job::new(cx.target(), task, instruction, language, &caller, nodes)
        }
    };
    let asks = job.task.asks_language_model();
    let model = match asks {
        true => runner.writing_model()?,
        false => runner.model(),
    };
    let price = runner.price_of(&model.name()).filter(|_| asks);
    if input.max_cost.is_some() && price.is_none() {
        let name = match asks {
            true => model.name(),
            false => cx.models().image().name(),
        };
        let message = format!("no price is known for {name}");
        return Err(ToolError::invalid("/max_cost", message).hint(
            "set `price` in the [assistant] section of the settings, or leave max_cost out",
        ));
    }
    job.max_cost = input.max_cost.or(job.max_cost);
    job.retry_failed();
    let _running = RunningGuard::enter(&running, &job.id)?;
    let parallel = input.parallel.unwrap_or(job.task.usual_parallel());
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

/// Prevents a job from running twice at the same time.
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

/// A job's task and, for a translation, its target language.
fn what(
    cx: &ToolContext,
    task: Option<JobTask>,
    language: Option<&str>,
) -> Result<(JobTask, Option<String>), ToolError> {
    let given = language.map(str::trim).filter(|it| !it.is_empty());
    let given = match (task, given) {
        (None | Some(JobTask::Translate), Some(given)) => given,
        (Some(JobTask::Translate), None) => {
            return Err(ToolError::invalid("/language", "it is missing")
                .hint("give the code of a language that set_story_languages named"));
        }
        (Some(_), Some(_)) => {
            return Err(
                ToolError::invalid("/language", "only `translate` takes a language")
                    .hint("leave out the language or the task"),
            );
        }
        (task, None) => return Ok((task.unwrap_or_default(), None)),
    };
    let targets = translate::languages(cx.story())?.map_or_else(Vec::new, |it| it.targets);
    let is_it = |it: &&String| it.eq_ignore_ascii_case(given);
    let Some(language) = targets.iter().find(is_it) else {
        let message = format!("the story is not translated into {given:?}");
        let hint = match targets.is_empty() {
            true => "add a language with set_story_languages".to_owned(),
            false => format!("it is translated into {}", targets.join(", ")),
        };
        return Err(ToolError::invalid("/language", message).hint(hint));
    };
    Ok((JobTask::Translate, Some(language.clone())))
}

fn checked_instruction(task: JobTask, given: Option<&str>) -> Result<String, ToolError> {
    const MOST: usize = 4_000;
    let given = given.unwrap_or_default().trim();
    if given.is_empty() && task.needs_instruction() {
        return Err(ToolError::invalid("/instruction", "it is empty")
            .hint("say what to do with each text, for instance: Put it into the past tense."));
    }
    let length = given.chars().count();
    if length > MOST {
        let message = format!("it has {length} characters; at most {MOST} go into each request");
        return Err(ToolError::invalid("/instruction", message)
            .hint("standing rules belong in write_style_guide, which is part of each request"));
    }
    Ok(given.to_owned())
}
