//! Runs a job: requests run concurrently, each result is stored at once (`keep`), and the job after
//! each. A job that is stopped between two nodes loses nothing.

mod keep;

use std::collections::VecDeque;
use std::sync::Arc;

use capability::{
    Caller, Code, Decision, Grant, Principal, Registry, Rule, ToolContext, ToolError,
};
use llm::LanguageModel;
use model::{DraftId, NodeId, World};
use store::{CommitMetadata, Receipt, Store};
use tokio::task::JoinSet;

use super::ask::{Answer, Failed, answer};
use super::portrait;
use super::reading::Reading;
use super::record::{self, Job, JobReport, NodeState};
use super::request::{NodeTask, Shared};
use super::task::JobTask;
use crate::{Price, Runner, SendError};

/// A running job.
pub(super) struct Run {
    pub(super) registry: Arc<Registry>,
    pub(super) store: Store,
    pub(super) world: Arc<dyn World>,
    pub(super) model: Arc<dyn LanguageModel>,
    price: Option<Price>,
    cx: ToolContext,
    /// The author of its writes: the assistant, on behalf of the caller.
    pub(super) writer: Caller,
    pub(super) job: Job,
    /// What the requests share.
    shared: Shared,
}

/// The result for one node.
struct NodeAnswer {
    node: NodeId,
    /// The request; `None` if no language model was asked.
    task: Option<NodeTask>,
    answer: Answer,
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
        // The caller may write, and has approved the job.
        let mut grant = Grant::clone(&caller.grant);
        for tool in keep::tools_of(job.task) {
            let spec = registry
                .spec(tool)
                .ok_or_else(|| ToolError::from(SendError::Closed))?;
            let decided = caller
                .grant
                .decide(&spec, Some(store.story_id()), world.now());
            if let Decision::Deny(why) = decided {
                return Err(ToolError::new(Code::PermissionDenied, why)
                    .hint("a job writes into the story; ask somebody who may do so"));
            }
            let method = format!("{}.{}", spec.module, spec.method);
            grant.by_method.insert(method, Rule::Allow);
        }
        let writer = Caller {
            turn: Some(job.turn),
            reason: Some(crate::title_of(&job.title())),
            // A write in progress when the job is stopped is completed and counted.
            ..Caller::new(Principal::assistant(model.name()), &job.id, grant)
        };
        let shared = Shared::of_job(&store.view(job.draft), &job, &model.limits())?;
        Ok(Self {
            registry,
            store,
            world,
            model,
            price,
            cx,
            writer,
            job,
            shared,
        })
    }

    /// Runs the job until no node is waiting, or until it has to stop.
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
                self.ask(&mut asking, node).await?;
            }
            let Some(answered) = asking.join_next().await else {
                break;
            };
            let stopped = self.cx.cancelled().is_cancelled();
            let answered: NodeAnswer = answered.map_err(|error| {
                ToolError::new(
                    Code::Internal,
                    format!("a request of the job broke off: {error}"),
                )
                .hint("run the job again by its id; what it has written is kept")
            })?;
            // An answer has been paid for, so it is stored even if the job was stopped meanwhile.
            if !stopped || answered.answer.reading.is_ok() {
                self.take(answered).await?;
            }
            if stopped {
                self.job.stopped = Some("it was stopped".to_owned());
                break;
            }
            record::save(&self.store, &self.job).await?;
            self.tell();
        }
        // Requests that are still running are aborted with the set.
        drop(asking);
        record::save(&self.store, &self.job).await?;
        let graph = self.store.view(None).graph()?;
        Ok(self.job.report(&graph, false))
    }

    /// A draft that was adopted or dropped meanwhile accepts nothing more: the job opens another.
    fn forget_decided_draft(&mut self) -> Result<(), ToolError> {
        let open = self.store.view(None).drafts(true)?;
        let is_open = |id| open.iter().any(|it| it.id == id);
        self.job.draft = self.job.draft.filter(|it| is_open(*it));
        Ok(())
    }

    /// Starts the request for a node.
    async fn ask(
        &mut self,
        asking: &mut JoinSet<NodeAnswer>,
        node: NodeId,
    ) -> Result<(), ToolError> {
        if self.job.task == JobTask::Portraits {
            return self.paint(asking, node).await;
        }
        let view = self.store.view(self.job.draft);
        let Some(task) = NodeTask::read(&view, &self.shared, node)? else {
            let is_translated = self.job.task == JobTask::Translate && view.node(node)?.is_some();
            let state = match is_translated {
                true => NodeState::Unchanged,
                false => NodeState::Failed("the node is gone, or has no text any more".to_owned()),
            };
            self.job.set(node, state);
            return Ok(());
        };
        if !task.fits(&self.model.limits()) {
            let why = "its text is too long for one request to this model; split_node divides it";
            self.job.set(node, NodeState::Failed(why.to_owned()));
            return Ok(());
        }
        let (model, world) = (self.model.clone(), self.world.clone());
        let cancelled = self.cx.cancelled().clone();
        asking.spawn(async move {
            let answer = answer(&*model, &world, &cancelled, &task).await;
            NodeAnswer {
                node,
                task: Some(task),
                answer,
            }
        });
        Ok(())
    }

    /// Starts the picture of a node.
    async fn paint(
        &mut self,
        asking: &mut JoinSet<NodeAnswer>,
        node: NodeId,
    ) -> Result<(), ToolError> {
        let view = self.store.view(self.job.draft);
        let Some(read) = view.node(node)? else {
            let why = "the node is gone".to_owned();
            self.job.set(node, NodeState::Failed(why));
            return Ok(());
        };
        let draft = self.draft().await?;
        let writer = Caller {
            draft: Some(draft),
            cancelled: self.cx.cancelled().clone(),
            ..self.writer.clone()
        };
        let wanted = self.job.instruction.clone();
        let registry = self.registry.clone();
        asking.spawn(async move {
            let prompt = portrait::description(&read, &wanted);
            let painted = keep::paint(&registry, &writer, node, prompt, portrait::ratio(&read));
            let reading = painted.await.map(|()| Reading::Painted);
            NodeAnswer {
                node,
                task: None,
                answer: Answer {
                    usage: Default::default(),
                    estimated: false,
                    reading,
                },
            }
        });
        Ok(())
    }

    /// Records an answer, and stores its result.
    async fn take(&mut self, answered: NodeAnswer) -> Result<(), ToolError> {
        let NodeAnswer { node, task, answer } = answered;
        self.job
            .add_usage(answer.usage, answer.estimated, self.price);
        let state = match answer.reading {
            Ok(reading) => self.keep(node, task.as_ref(), reading).await?,
            Err(Failed { why, for_all: true }) => {
                self.job.stopped.get_or_insert(why);
                NodeState::Waiting
            }
            Err(failed) => NodeState::Failed(failed.why),
        };
        self.job.set(node, state);
        if let (Some(most), Some(cost)) = (self.job.max_cost, self.job.cost)
            && cost >= most
            && self.job.waiting().next().is_some()
        {
            let why = format!("it has cost {cost:.4}, and may cost {most}");
            self.job.stopped.get_or_insert(why);
        }
        Ok(())
    }

    /// The job's draft, opened when the first text or picture needs it.
    pub(super) async fn draft(&mut self) -> Result<DraftId, ToolError> {
        if let Some(draft) = self.job.draft {
            return Ok(draft);
        }
        let (turn, title) = (self.job.turn, crate::title_of(&self.job.title()));
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
        Ok(draft)
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
