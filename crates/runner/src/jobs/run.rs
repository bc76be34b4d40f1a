//! Carrying out a job: requests side by side, each text written into the job's draft as it comes,
//! the job stored after each. A job that is stopped between two nodes loses nothing.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use capability::{
    Caller, Code, Decision, Impact, Principal, Registry, Rule, ToolContext, ToolError,
};
use llm::{AgentContext, LanguageModel, LlmError};
use model::conversation::{StopReason, ToolCall, Usage};
use model::{NodeId, World};
use serde_json::json;
use store::{CommitMetadata, Receipt, Store};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::record::{self, Job, JobReport, NodeState};
use super::request::{NodeTask, Reading};
use crate::context::estimate;
use crate::{Price, Runner, SendError};

/// The tool that writes each text.
const WRITE: &str = "write_text";
/// How often one request is sent where the service fails for a while.
const ATTEMPTS: u32 = 4;
/// How long to wait before the second attempt, where the service does not say; doubled each time.
const FIRST_WAIT: Duration = Duration::from_secs(2);
/// How often an answer that cannot be used is asked for again.
const UNUSABLE_ANSWERS: u32 = 2;

/// A job that runs.
pub(super) struct Run {
    registry: Arc<Registry>,
    store: Store,
    world: Arc<dyn World>,
    model: Arc<dyn LanguageModel>,
    price: Option<Price>,
    cx: ToolContext,
    /// Who writes the texts: the assistant, on behalf of the caller.
    writer: Caller,
    job: Job,
}

/// What came of the requests for one node.
struct Answer {
    task: NodeTask,
    usage: Usage,
    estimated: bool,
    reading: Result<Reading, Failed>,
}

/// Why a request failed, and whether others will fail for the same reason.
struct Failed {
    why: String,
    for_all: bool,
}

impl Run {
    pub(super) fn new(
        runner: &Runner,
        model: Arc<dyn LanguageModel>,
        price: Option<Price>,
        cx: ToolContext,
        caller: Caller,
        job: Job,
    ) -> Result<Self, ToolError> {
        let registry = runner.registry()?;
        let services = registry.services();
        let (store, world) = (services.store.clone(), services.world.clone());
        let spec = registry
            .spec(WRITE)
            .ok_or_else(|| ToolError::from(SendError::Closed))?;
        if let Decision::Deny(why) = caller
            .grant
            .decide(&spec, Some(store.story_id()), world.now())
        {
            return Err(ToolError::new(Code::PermissionDenied, why)
                .hint("a job writes texts; ask somebody who may do so"));
        }
        // The caller may write, and has agreed to the job; its texts wait in a draft.
        let mut grant = caller.grant.clone();
        let method = format!("{}.{}", spec.module, spec.method);
        grant.by_method.insert(method, Rule::Allow);
        debug_assert_eq!(spec.impact, Impact::Write, "a text can be undone");
        let writer = Caller {
            turn: Some(job.turn),
            reason: Some(crate::title_of(&job.instruction)),
            // A text that is being written when the job is stopped is written and counted.
            ..Caller::new(Principal::assistant(model.name()), &job.id, grant)
        };
        Ok(Self {
            registry,
            store,
            world,
            model,
            price,
            cx,
            writer,
            job,
        })
    }

    /// Runs the job until nothing waits, or until it has to stop.
    pub(super) async fn carry_out(mut self, parallel: usize) -> Result<JobReport, ToolError> {
        self.forget_decided_draft()?;
        record::add(&self.store, &self.job).await?;
        let mut waiting: VecDeque<NodeId> = self.job.waiting().collect();
        let mut asking = JoinSet::new();
        loop {
            while asking.len() < parallel && self.job.stopped.is_none() {
                let Some(node) = waiting.pop_front() else {
                    break;
                };
                self.ask(&mut asking, node)?;
            }
            let Some(answered) = asking.join_next().await else {
                break;
            };
            let stopped = self.cx.cancelled().is_cancelled();
            let answer: Answer = answered.map_err(|error| {
                ToolError::new(
                    Code::Internal,
                    format!("a request of the job broke off: {error}"),
                )
                .hint("run the job again by its id; what it has written waits in its draft")
            })?;
            // What was answered is paid for, so it is kept even where the job was stopped meanwhile.
            if !stopped || answer.reading.is_ok() {
                self.take(answer).await?;
            }
            if stopped {
                self.job.stopped = Some("it was stopped".to_owned());
                break;
            }
            record::save(&self.store, &self.job).await?;
            self.tell();
        }
        // Requests that are still under way are aborted with the set.
        drop(asking);
        record::save(&self.store, &self.job).await?;
        let graph = self.store.view(None).graph()?;
        Ok(self.job.report(&graph, false))
    }

    /// A draft that was adopted or dropped meanwhile takes no more texts: the job opens another.
    fn forget_decided_draft(&mut self) -> Result<(), ToolError> {
        let open = self.store.view(None).drafts(true)?;
        let is_open = |id| open.iter().any(|it| it.id == id);
        self.job.draft = self.job.draft.filter(|it| is_open(*it));
        Ok(())
    }

    /// Begins the requests for a node.
    fn ask(&mut self, asking: &mut JoinSet<Answer>, node: NodeId) -> Result<(), ToolError> {
        let view = self.store.view(self.job.draft);
        let Some(task) = NodeTask::read(&view, node, &self.job.instruction)? else {
            let why = "the node is gone, or has no text any more".to_owned();
            self.job.set(node, NodeState::Failed(why));
            return Ok(());
        };
        if !task.fits(&self.model.limits()) {
            let why = "its text is too long for one request to this model; split_node divides it";
            self.job.set(node, NodeState::Failed(why.to_owned()));
            return Ok(());
        }
        let (model, world) = (self.model.clone(), self.world.clone());
        let cancelled = self.cx.cancelled().clone();
        asking.spawn(async move { answer(&*model, &world, &cancelled, task).await });
        Ok(())
    }

    /// Records an answer, and writes its text.
    async fn take(&mut self, answer: Answer) -> Result<(), ToolError> {
        let Answer {
            task,
            usage,
            estimated,
            reading,
        } = answer;
        self.job.add_usage(usage, estimated, self.price);
        let state = match reading {
            Ok(Reading::Text(text)) => self.write(&task, text).await?,
            Ok(Reading::Unchanged) => NodeState::Unchanged,
            Ok(Reading::Unusable(why)) => NodeState::Failed(format!("the answer is no use: {why}")),
            Err(failed) if failed.for_all => {
                self.job.stopped.get_or_insert(failed.why.clone());
                NodeState::Waiting
            }
            Err(failed) => NodeState::Failed(failed.why),
        };
        self.job.set(task.node, state);
        if let (Some(most), Some(cost)) = (self.job.max_cost, self.job.cost)
            && cost >= most
            && self.job.waiting().next().is_some()
        {
            let why = format!("it has cost {cost:.4}, and may cost {most}");
            self.job.stopped.get_or_insert(why);
        }
        Ok(())
    }

    /// Writes a text into the job's draft, which is opened for the first one.
    async fn write(&mut self, task: &NodeTask, text: String) -> Result<NodeState, ToolError> {
        let draft = match self.job.draft {
            Some(draft) => draft,
            None => {
                let (turn, title) = (self.job.turn, crate::title_of(&self.job.instruction));
                let note = CommitMetadata {
                    author: self.writer.author(),
                    origin: None,
                    turn: Some(turn),
                    call: None,
                    reason: "open a draft".to_owned(),
                    draft: None,
                };
                let opened = self
                    .store
                    .edit(note, move |edit| edit.open_draft(Some(turn), &title));
                let opened = opened.await.map(|it: Receipt<_>| it.value);
                let draft = opened.map_err(|error: store::StoreError| ToolError::from(error))?;
                self.job.draft = Some(draft);
                draft
            }
        };
        let writer = Caller {
            draft: Some(draft),
            ..self.writer.clone()
        };
        let args = json!({ "node": task.node, "text": text, "expected": task.version });
        let call = ToolCall {
            id: None,
            name: WRITE.to_owned(),
            args,
        };
        let output = self.registry.call(&writer, call).await;
        Ok(match output.error {
            None => NodeState::Written,
            Some(error) => NodeState::Failed(error.message),
        })
    }

    fn tell(&self) {
        let (done, all) = (self.job.done(), self.job.nodes.len());
        let tokens = self.job.usage.input_tokens + self.job.usage.output_tokens;
        let cost = self.job.cost.map(|it| format!(", cost {it:.4}"));
        let message = format!(
            "{done} of {all} nodes, {tokens} tokens{}",
            cost.unwrap_or_default()
        );
        self.cx
            .progress(Some(done as f64 / all.max(1) as f64), &message);
    }
}

/// Asks for one text, again where the answer is of no use.
async fn answer(
    model: &dyn LanguageModel,
    world: &Arc<dyn World>,
    cancelled: &CancellationToken,
    task: NodeTask,
) -> Answer {
    let mut answer = Answer {
        usage: Usage::default(),
        estimated: false,
        reading: Ok(Reading::Unchanged),
        task,
    };
    let mut complaint: Option<String> = None;
    for _ in 0..=UNUSABLE_ANSWERS {
        let payload = answer.task.payload(&**world, complaint.as_deref());
        let context = AgentContext {
            tools: Default::default(),
            cancelled: cancelled.clone(),
            world: world.clone(),
            editing: None,
        };
        let reply = match ask_patiently(model, &payload, &context).await {
            Ok(reply) => reply,
            Err(failed) => {
                answer.reading = Err(failed);
                return answer;
            }
        };
        let text = reply.text();
        let reported = reply.metadata.usage.filter(|it| *it != Usage::default());
        let usage = reported.unwrap_or_else(|| Usage {
            output_tokens: estimate(&text),
            ..answer.task.estimated_usage()
        });
        answer.estimated |= reported.is_none();
        answer.usage.input_tokens += usage.input_tokens;
        answer.usage.cached_tokens += usage.cached_tokens;
        answer.usage.output_tokens += usage.output_tokens;
        let reading = match reply.metadata.stop {
            Some(StopReason::Length) => {
                Reading::Unusable("it broke off at the model's output limit".to_owned())
            }
            Some(StopReason::Refusal) => {
                let why = "the model declined to answer".to_owned();
                answer.reading = Err(Failed {
                    why,
                    for_all: false,
                });
                return answer;
            }
            _ => answer.task.read_reply(&text),
        };
        let again = match &reading {
            Reading::Unusable(why) => Some(why.clone()),
            Reading::Text(_) | Reading::Unchanged => None,
        };
        answer.reading = Ok(reading);
        if again.is_none() {
            return answer;
        }
        complaint = again;
    }
    answer
}

/// One request, sent again where the service fails for a while.
async fn ask_patiently(
    model: &dyn LanguageModel,
    payload: &model::conversation::Payload,
    context: &AgentContext,
) -> Result<model::conversation::ProviderResponse, Failed> {
    let mut wait = FIRST_WAIT;
    for attempt in 1..=ATTEMPTS {
        let mut unheard = |_| {};
        let asking = model.generate(payload, context, &mut unheard);
        let error = match context.cancelled.run_until_cancelled(asking).await {
            None => LlmError::Cancelled,
            Some(Ok(reply)) => return Ok(reply),
            Some(Err(error)) => error,
        };
        if !error.is_transient() || attempt == ATTEMPTS {
            return Err(Failed {
                why: error.to_string(),
                // Others would fail likewise: the key, the account, the settings, the service.
                for_all: !matches!(
                    error,
                    LlmError::TooLong { .. }
                        | LlmError::Refused { .. }
                        | LlmError::Empty { .. }
                        | LlmError::Unreadable { .. }
                ),
            });
        }
        let asked = match &error {
            LlmError::RateLimited { retry_after, .. } => *retry_after,
            _ => None,
        };
        let slept = tokio::time::sleep(asked.unwrap_or(wait));
        context.cancelled.run_until_cancelled(slept).await;
        wait *= 2;
    }
    Err(Failed {
        why: LlmError::Cancelled.to_string(),
        for_all: true,
    })
}
