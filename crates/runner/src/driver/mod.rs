//! Performs the effects of a turn on the thread, the model and the registry. This is the only async
//! part of a turn, and it decides nothing: what follows from an event is up to the state machine in
//! `turn`. Start at [`TurnDriver::run`].

mod compose;
mod history;
mod parallel_reads;
mod seen;

pub(crate) use history::ThreadHistory;
pub(crate) use parallel_reads::ParallelReads;
pub(crate) use seen::seen_versions;

use std::collections::VecDeque;
use std::sync::Arc;

use capability::{Caller, Impact, Registry, Rule, ToolAgentOutput, ToolSpec};
use llm::{AgentContext, LanguageModel};
use model::conversation::{EditingContext, Payload, Role, ToolCall};
use model::{AssetId, DraftId};
use store::{CommitMetadata, Receipt, SavedTurn, Store, StoreError};

use crate::context::{ContextManager, estimate_payload};
use crate::outside_resources::PinnedResource;
use crate::request::token_count;
use crate::running::{BackgroundTasks, TurnGuard};
use crate::tool_choice::{FIND_TOOLS, ToolFinder};
use crate::turn::{Effect, Event, Turn, TurnBudget};
use crate::{
    ASSISTANT, Autonomy, Memory, OutsideResources, ToolChoice, TurnEvent, TurnOutcome, title_of,
};

/// The key under which a thread stores the tools it has found or called.
const FOUND_TOOLS: &str = "found_tools";

/// One running turn.
pub(crate) struct TurnDriver {
    pub(crate) turn: Turn,
    pub(crate) registry: Arc<Registry>,
    /// Searches the registry's tools.
    pub(crate) finder: Arc<ToolFinder>,
    pub(crate) model: Arc<dyn LanguageModel>,
    pub(crate) context: Arc<dyn ContextManager>,
    pub(crate) publish: Arc<dyn Fn(TurnEvent) + Send + Sync>,
    /// The caller for the assistant's tool calls; its token cancels the turn.
    pub(crate) caller: Caller,
    /// What image generation is charged to.
    pub(crate) turn_budget: Arc<TurnBudget>,
    /// Read-only calls that were started early.
    pub(crate) parallel_reads: ParallelReads,
    /// The person's instruction.
    pub(crate) instruction: String,
    /// Pictures the person attached.
    pub(crate) pictures: Vec<AssetId>,
    /// The interface's id for the person's message.
    pub(crate) message_id: Option<String>,
    /// Which tools are shown.
    pub(crate) choice: ToolChoice,
    /// Storage beside the thread for values that outlive the process.
    pub(crate) memory: Memory,
    /// Work that runs after the turn.
    pub(crate) background: BackgroundTasks,
    /// Provider tokens per estimated token.
    pub(crate) ratio: f64,
    /// Where pinned resources of other programs are read.
    pub(crate) outside_resources: Option<Arc<dyn OutsideResources>>,
    /// Those that are pinned, once they have been read for this turn.
    pub(crate) pinned: Option<Vec<PinnedResource>>,
    /// The thread's newest messages.
    pub(crate) history: ThreadHistory,
    /// The payload composed last; a retry sends it again.
    pub(crate) payload: Payload,
    /// What that request is about, as data.
    pub(crate) editing: Option<Arc<EditingContext>>,
    /// The turn's registration among the running turns. Released before the end is published, so
    /// that an interface may then send the next instruction at once.
    pub(crate) turn_guard: Option<TurnGuard>,
}

impl TurnDriver {
    /// Runs the turn from the instruction to the final text. Fails only if the story cannot be
    /// written; the end is published even then.
    pub(crate) async fn run(mut self) -> Result<TurnOutcome, StoreError> {
        let ran = self.perform_all().await;
        if let Err(error) = &ran {
            tracing::error!(turn = %self.turn.id, %error, "failed to store the turn");
            let left = self.store().release_thread(self.turn.thread, self.turn.id);
            left.await.ok();
            self.turn_guard = None;
            let outcome = self
                .turn
                .failed(format!("The turn could not go on: {error}."));
            (self.publish)(TurnEvent::TurnEnded {
                turn: self.turn.id,
                outcome,
            });
        }
        ran
    }

    async fn perform_all(&mut self) -> Result<TurnOutcome, StoreError> {
        let mut waiting = self
            .handle_event(Event::Instruction(self.instruction.clone()))
            .await?;
        while let Some(effect) = waiting.pop_front() {
            if let Effect::Stop(outcome) = effect {
                return Ok(outcome);
            }
            if let Some(event) = self.perform(effect).await? {
                waiting = self.handle_event(event).await?;
            }
        }
        Ok(self
            .turn
            .failed("The turn came to a halt without an end.".to_owned()))
    }

    /// Passes an event to the state machine and saves its state before any effect is performed.
    async fn handle_event(&mut self, event: Event) -> Result<VecDeque<Effect>, StoreError> {
        let effects = self.turn.handle(event);
        // An ended turn is marked as ended only after its last message is stored, that is by
        // `Complete`.
        self.save_turn(false).await?;
        Ok(effects.into())
    }

    async fn save_turn(&self, ended: bool) -> Result<(), StoreError> {
        let (id, thread) = (self.turn.id, self.turn.thread);
        let state = serde_json::to_value(&self.turn).unwrap_or_default();
        self.store()
            .save_turn(SavedTurn {
                id,
                thread,
                ended,
                state,
            })
            .await
    }

    async fn perform(&mut self, effect: Effect) -> Result<Option<Event>, StoreError> {
        match effect {
            Effect::Save(mut messages) => {
                for message in &mut messages {
                    if message.role == Role::User {
                        message.metadata.pictures.clone_from(&self.pictures);
                        message.metadata.message_id.clone_from(&self.message_id);
                    }
                    token_count::count(message, &self.payload, self.ratio);
                }
                self.store()
                    .append_messages(self.turn.thread, messages)
                    .await?;
            }
            Effect::Publish(event) => (self.publish)(*event),
            Effect::Compose { within } => return self.compose(within).await,
            Effect::Ask => return Ok(Some(self.request_reply().await)),
            Effect::Wait(time) => {
                let slept = self
                    .caller
                    .cancelled
                    .run_until_cancelled(tokio::time::sleep(time));
                return Ok(slept.await.is_none().then_some(Event::Cancelled));
            }
            Effect::Call(call) => return self.call(call).await.map(Some),
            Effect::DropDraft(draft) => self.drop_draft(draft).await?,
            Effect::Complete => {
                self.save_turn(true).await?;
                self.store()
                    .release_thread(self.turn.thread, self.turn.id)
                    .await?;
                self.read_history(u64::MAX)?;
                let history = self.history.rows().to_vec();
                let (context, memory) = (self.context.clone(), self.memory.clone());
                self.background.after_turn(context, memory, history);
                self.turn_guard = None;
            }
            Effect::Stop(_) => {}
        }
        Ok(None)
    }

    async fn request_reply(&mut self) -> Event {
        let tools = self
            .payload
            .tools
            .iter()
            .map(|it| (it.name.clone(), it.clone()))
            .collect();
        let cancelled = self.caller.cancelled.clone();
        let world = self.registry.services().world.clone();
        let context = AgentContext {
            tools,
            cancelled: cancelled.clone(),
            world,
            editing: self.editing.clone(),
        };
        let (turn, publish) = (&mut self.turn, &self.publish);
        let tokens = token_count::calibrated(estimate_payload(&self.payload), self.ratio);
        turn.handle(Event::Sending { tokens });
        let mut on_delta = |delta| {
            for effect in turn.handle(Event::PartialReply(delta)) {
                if let Effect::Publish(event) = effect {
                    publish(*event);
                }
            }
        };
        let asking = self.model.generate(&self.payload, &context, &mut on_delta);
        match cancelled.run_until_cancelled(asking).await {
            None => Event::Cancelled,
            Some(Ok(reply)) => Event::Replied(reply),
            Some(Err(error)) => Event::Failed(error),
        }
    }

    /// Dispatches a call. Once it has started, its answer is awaited even if the turn is cancelled:
    /// the call is cancelled too, and reports what it had finished by then.
    async fn call(&mut self, call: ToolCall) -> Result<Event, StoreError> {
        if self.caller.cancelled.is_cancelled() {
            return Ok(Event::Cancelled);
        }
        if self.turn.autonomy == Autonomy::Review
            && self.turn.draft.is_none()
            && self.may_write(&call)
        {
            let draft = self.open_draft().await?;
            self.handle_event(Event::Drafted(draft)).await?;
        }
        let caller = Caller {
            draft: self.turn.draft,
            ..self.caller.clone()
        };
        self.turn_budget.set_token_cost(self.turn.cost_of_tokens());
        let output = match self.parallel_reads.answer(&call).await {
            Some(output) => output,
            None => {
                self.start_parallel_reads(&caller, &call);
                self.registry.call(&caller, call).await
            }
        };
        self.turn.pictures = self.turn_budget.pictures();
        self.remember_tools(&output).await;
        self.note_written(&output).await;
        Ok(Event::Answered(Box::new(output)))
    }

    /// If a call is read-only, also starts the read-only calls that follow it directly.
    fn start_parallel_reads(&mut self, caller: &Caller, call: &ToolCall) {
        let looks = |it: &ToolCall| {
            let spec = self.spec(it);
            spec.is_some_and(|it| it.impact == Impact::Read)
                && caller.grant.rule(Impact::Read) == Rule::Allow
        };
        if looks(call) {
            let behind = self.turn.calls_behind().take_while(|it| looks(it));
            let behind: Vec<_> = behind.cloned().collect();
            self.parallel_reads
                .begin(&self.registry, caller, behind.into_iter());
        }
    }

    /// Keeps tools that were found by a search or called visible in this thread.
    async fn remember_tools(&self, output: &ToolAgentOutput) {
        let Some(result) = output.result.as_ref() else {
            return;
        };
        let mut found: Vec<String> = self.memory.read(FOUND_TOOLS).unwrap_or_default();
        let before = found.len();
        let mut stays = |name: &str| {
            if !found.iter().any(|it| it == name) {
                found.push(name.to_owned());
            }
        };
        if result.module == ASSISTANT && result.method == FIND_TOOLS {
            for tool in result.data["tools"].as_array().into_iter().flatten() {
                stays(tool["name"].as_str().unwrap_or_default());
            }
        } else if self.choice != ToolChoice::ProjectCli {
            stays(&output.tool_name);
        }
        if found.len() == before {
            return;
        }
        if let Err(error) = self.memory.write(FOUND_TOOLS, &found).await {
            tracing::warn!(error, "failed to store the found tools");
        }
    }

    fn may_write(&self, call: &ToolCall) -> bool {
        self.spec(call).is_some_and(|it| it.impact != Impact::Read)
    }

    /// The tool that a call runs, through `project_cli` or by its own name.
    fn spec(&self, call: &ToolCall) -> Option<Arc<ToolSpec>> {
        self.registry.spec(&call.name).or_else(|| {
            let word = |key: &str| call.args.get(key)?.as_str();
            self.registry
                .spec(&format!("{}.{}", word("module")?, word("method")?))
        })
    }

    async fn open_draft(&self) -> Result<DraftId, StoreError> {
        let turn = self.turn.id;
        let title = title_of(&self.instruction);
        let note = self.note("open a draft");
        let opened = self
            .store()
            .edit(note, move |edit| edit.open_draft(Some(turn), &title));
        opened.await.map(|it: Receipt<DraftId>| it.value)
    }

    async fn drop_draft(&self, draft: DraftId) -> Result<(), StoreError> {
        let note = self.note("drop an empty draft");
        let dropped = self
            .store()
            .edit(note, move |edit| edit.discard_draft(draft, None));
        dropped.await.map(|_: Receipt<usize>| ())
    }

    fn note(&self, reason: &str) -> CommitMetadata {
        CommitMetadata {
            author: self.caller.author(),
            origin: None,
            turn: Some(self.turn.id),
            call: None,
            reason: reason.to_owned(),
            draft: None,
        }
    }

    /// Reads the thread's newest messages, as many as needed for `enough` tokens.
    pub(crate) fn read_history(&mut self, enough: u64) -> Result<(), StoreError> {
        let store = &self.registry.services().store;
        self.history.read(store, enough)
    }

    pub(crate) fn store(&self) -> &Store {
        &self.registry.services().store
    }
}
