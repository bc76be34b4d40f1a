//! Performs what a turn wants done: thread, model, door. The only async part of a turn, and it
//! decides nothing: what follows from an event is the machine's affair. Enter through
//! [`Drive::run`].

use std::collections::VecDeque;
use std::sync::Arc;

use capability::{Caller, Impact, Registry};
use llm::{AgentContext, LanguageModel};
use model::DraftId;
use model::talk::{ChatMessage, Payload, ToolCall};
use store::{CommitNote, Receipt, Store, StoreError, TurnRow};

use crate::context::ContextManager;
use crate::prompt::{Scene, system_prompt};
use crate::runner::Seat;
use crate::turn::{Effect, Event, Turn};
use crate::{Autonomy, Ending, TurnEvent, TurnOutcome, tool_choice};

/// Rows of a thread that are read at once when a payload is made.
const HISTORY_ROWS: usize = 500;

/// One turn under way.
pub(crate) struct Drive {
    pub(crate) turn: Turn,
    pub(crate) registry: Arc<Registry>,
    pub(crate) model: Arc<dyn LanguageModel>,
    pub(crate) context: Arc<dyn ContextManager>,
    pub(crate) publish: Arc<dyn Fn(TurnEvent) + Send + Sync>,
    /// The assistant as the door sees it; its token ends the turn.
    pub(crate) caller: Caller,
    /// What the person wants.
    pub(crate) instruction: String,
    /// The payload composed last: a repeated request sends it again.
    pub(crate) payload: Payload,
    /// The turn's place among those under way. Given up before the end is published, so that a
    /// face may send the next instruction the moment it hears of it.
    pub(crate) seat: Option<Seat>,
}

impl Drive {
    /// From the instruction to the final text. Fails only where the story cannot be written; the
    /// faces hear of the end all the same.
    pub(crate) async fn run(mut self) -> Result<TurnOutcome, StoreError> {
        let ran = self.perform_all().await;
        if let Err(error) = &ran {
            tracing::error!(turn = %self.turn.id, %error, "the turn could not be kept");
            self.seat = None;
            let outcome = failed(&self.turn, format!("The turn could not go on: {error}."));
            (self.publish)(TurnEvent::TurnEnded {
                turn: self.turn.id,
                outcome,
            });
        }
        ran
    }

    async fn perform_all(&mut self) -> Result<TurnOutcome, StoreError> {
        let mut waiting = self.hear(Event::Said(self.instruction.clone())).await?;
        while let Some(effect) = waiting.pop_front() {
            if let Effect::Stop(outcome) = effect {
                return Ok(outcome);
            }
            if let Some(event) = self.perform(effect).await? {
                waiting = self.hear(event).await?;
            }
        }
        Ok(failed(
            &self.turn,
            "The turn came to a halt without an end.".to_owned(),
        ))
    }

    /// Lets the machine hear of an event and keeps its state before anything is done about it.
    async fn hear(&mut self, event: Event) -> Result<VecDeque<Effect>, StoreError> {
        let effects = self.turn.handle(event);
        // An ended turn is marked as such once its last line is kept, that is by `Complete`.
        self.save_turn(false).await?;
        Ok(effects.into())
    }

    async fn save_turn(&self, ended: bool) -> Result<(), StoreError> {
        let (id, thread) = (self.turn.id, self.turn.thread);
        let state = serde_json::to_value(&self.turn).unwrap_or_default();
        self.store()
            .save_turn(TurnRow {
                id,
                thread,
                ended,
                state,
            })
            .await
    }

    async fn perform(&mut self, effect: Effect) -> Result<Option<Event>, StoreError> {
        match effect {
            Effect::Save(messages) => {
                self.store()
                    .append_messages(self.turn.thread, messages)
                    .await?;
            }
            Effect::Publish(event) => (self.publish)(*event),
            Effect::Compose { divisor } => return self.compose(divisor).await,
            Effect::Ask => return Ok(Some(self.ask().await)),
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
                let (context, history) = (self.context.clone(), self.history()?);
                tokio::spawn(async move { context.on_turn_complete(&history).await });
                self.seat = None;
            }
            Effect::Stop(_) => {}
        }
        Ok(None)
    }

    async fn compose(&mut self, divisor: u64) -> Result<Option<Event>, StoreError> {
        let view = self.store().view(self.turn.draft);
        let graph = view.graph()?;
        let node = self
            .turn
            .node
            .map(|it| view.node(it))
            .transpose()?
            .flatten();
        let system = system_prompt(&Scene {
            story: &graph,
            node: node.as_ref(),
            cards: self.registry.capabilities(),
            autonomy: self.turn.autonomy,
            instruction: &self.instruction,
        });
        let history = self.history()?;
        let tools = tool_choice::shown(&self.registry);
        let limits = self.model.limits();
        let limit = limits.context_tokens.saturating_sub(limits.output_tokens) / divisor;
        let composing = self
            .context
            .compose_payload(&system, &history, &tools, None, limit);
        let Some(payload) = self.caller.cancelled.run_until_cancelled(composing).await else {
            return Ok(Some(Event::Cancelled));
        };
        self.payload = payload;
        Ok(None)
    }

    /// The thread's newest rows, the turn under way whole.
    fn history(&self) -> Result<Vec<ChatMessage>, StoreError> {
        let mut rows = self
            .store()
            .messages(self.turn.thread, None, HISTORY_ROWS)?;
        let mut full = rows.len() == HISTORY_ROWS;
        while full && let Some(first) = rows.first().filter(|it| it.turn == self.turn.id) {
            let before = self
                .store()
                .messages(self.turn.thread, Some(first.id), HISTORY_ROWS)?;
            full = before.len() == HISTORY_ROWS;
            rows.splice(0..0, before);
        }
        // A turn that may lack its beginning is left out as a whole.
        if full && let Some(cut) = rows.first().map(|it| it.turn) {
            rows.retain(|it| it.turn != cut);
        }
        Ok(rows)
    }

    async fn ask(&mut self) -> Event {
        let tools = self
            .payload
            .tools
            .iter()
            .map(|it| (it.name.clone(), it.clone()))
            .collect();
        let cancelled = self.caller.cancelled.clone();
        let world = self.registry.backing().world.clone();
        let context = AgentContext {
            tools,
            cancelled: cancelled.clone(),
            world,
        };
        let (turn, publish) = (&mut self.turn, &self.publish);
        let mut on_delta = |delta| {
            for effect in turn.handle(Event::Heard(delta)) {
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

    /// Passes a call through the door. Once it is through, its answer is waited for even if the
    /// turn is stopped: the door hears of the stop too, and what it had finished by then is told.
    async fn call(&mut self, call: ToolCall) -> Result<Event, StoreError> {
        if self.caller.cancelled.is_cancelled() {
            return Ok(Event::Cancelled);
        }
        if self.turn.autonomy == Autonomy::Review
            && self.turn.draft.is_none()
            && self.may_write(&call)
        {
            let draft = self.open_draft().await?;
            self.hear(Event::Drafted(draft)).await?;
        }
        let caller = Caller {
            draft: self.turn.draft,
            ..self.caller.clone()
        };
        Ok(Event::Answered(Box::new(
            self.registry.call(&caller, call).await,
        )))
    }

    fn may_write(&self, call: &ToolCall) -> bool {
        let spec = self.registry.spec(&call.name).or_else(|| {
            let word = |key: &str| call.args.get(key)?.as_str();
            self.registry
                .spec(&format!("{}.{}", word("module")?, word("method")?))
        });
        spec.is_some_and(|it| it.impact != Impact::Read)
    }

    async fn open_draft(&self) -> Result<DraftId, StoreError> {
        let turn = self.turn.id;
        let title = crate::title_of(&self.instruction);
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
            .edit(note, move |edit| edit.drop_draft(draft, None));
        dropped.await.map(|_: Receipt<usize>| ())
    }

    fn note(&self, reason: &str) -> CommitNote {
        CommitNote {
            author: self.caller.author.clone(),
            origin: None,
            turn: Some(self.turn.id),
            call: None,
            reason: reason.to_owned(),
            draft: None,
        }
    }

    fn store(&self) -> &Store {
        &self.registry.backing().store
    }
}

/// The end of a turn that could not end by itself.
pub(crate) fn failed(turn: &Turn, text: String) -> TurnOutcome {
    TurnOutcome {
        turn: turn.id,
        thread: turn.thread,
        ending: Ending::Failed,
        text,
        calls_succeeded: 0,
        calls_failed: 0,
        draft: turn.draft,
        usage: model::talk::Usage::default(),
    }
}
