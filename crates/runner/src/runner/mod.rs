//! The runner: starts turns, at most one per thread, and cancels them. The state machine of a turn
//! is in `turn`; the code that performs its effects is in `driver`.

mod settings;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, Weak};

use capability::{Answer, Caller, Code, Principal, Registry, Removals, ToolError};
use llm::LanguageModel;
use model::conversation::Payload;
use model::{PrincipalId, Subject, ThreadId, TurnId};
use store::{MissingItem, Store, StoreError};
use tracing::Instrument;
use uuid::Uuid;

use crate::approval::{
    AllowedAsDescribed, AnswerError, ApprovalQueue, TurnApprover, asks_for_removal, grant_for,
};
use crate::context::{self, ContextManager, ContextStrategy, Strategy, StrategyError, choose};
use crate::driver::{ParallelReads, ThreadHistory, TurnDriver, seen_versions};
use crate::error::AssistantError;
use crate::request::pictures;
use crate::running::{ActiveTurn, BackgroundTasks, RunningTurns};
use crate::send_error::{MAX_INSTRUCTION_BYTES, SendError};
use crate::story_context::{NodeSelection, node_selection};
use crate::tool_choice::ToolFinder;
use crate::turn::{Turn, TurnBudget};
use crate::{
    FindModel, Instruction, Memory, OutsideResources, Price, StrategyContext, TurnEvent,
    TurnOutcome, lock, title_of,
};
use settings::RunnerSettings;

/// Runs the turns of one story. Cheap to clone.
#[derive(Clone)]
pub struct Runner {
    pub(crate) inner: Arc<Inner>,
}

/// A [`Runner`] that does not keep its story open.
#[derive(Clone)]
pub struct WeakRunner(Weak<Inner>);

impl WeakRunner {
    /// The runner, as long as its story is open.
    pub fn upgrade(&self) -> Option<Runner> {
        self.0.upgrade().map(|inner| Runner { inner })
    }
}

pub(crate) struct Inner {
    model: Mutex<Arc<dyn LanguageModel>>,
    context: Arc<dyn ContextManager>,
    pub(crate) publish: Arc<dyn Fn(TurnEvent) + Send + Sync>,
    /// Weak, because the registry owns the runner's own tools.
    registry: Mutex<Weak<Registry>>,
    /// Searches the registry's tools.
    finder: Arc<ToolFinder>,
    allowed: Mutex<BTreeSet<String>>,
    allowed_as_described: AllowedAsDescribed,
    pub(crate) approvals: Arc<ApprovalQueue>,
    pub(crate) running: Arc<RunningTurns>,
    external_strategies: Mutex<Vec<Strategy>>,
    /// Where pinned resources of other programs are read, while such programs run.
    outside_resources: Mutex<Option<Weak<dyn OutsideResources>>>,
    /// The settings for the next turns.
    chosen: Mutex<RunnerSettings>,
    background: BackgroundTasks,
    /// Held while the story's memory is refreshed.
    pub(crate) refreshing: tokio::sync::Mutex<()>,
}

/// The key under which a thread or story stores its context strategy.
pub(crate) const STRATEGY: &str = "context_strategy";

impl Runner {
    /// A runner that publishes its events through `publish`.
    pub fn new(
        model: Arc<dyn LanguageModel>,
        context: Arc<dyn ContextManager>,
        publish: Arc<dyn Fn(TurnEvent) + Send + Sync>,
    ) -> Self {
        let inner = Inner {
            model: Mutex::new(model),
            context,
            publish,
            registry: Mutex::default(),
            finder: Arc::default(),
            allowed: Mutex::default(),
            allowed_as_described: AllowedAsDescribed::default(),
            approvals: Arc::default(),
            running: Arc::default(),
            external_strategies: Mutex::default(),
            outside_resources: Mutex::default(),
            chosen: Mutex::default(),
            background: BackgroundTasks::default(),
            refreshing: tokio::sync::Mutex::default(),
        };
        Self {
            inner: Arc::new(inner),
        }
    }

    /// Connects the runner to the registry. Call it once, after the registry has been built.
    pub fn attach(&self, registry: &Arc<Registry>) {
        *lock(&self.inner.registry) = Arc::downgrade(registry);
    }

    /// What the settings allow of other programs' tools; nothing if every write asks.
    fn settings_allow(&self, autonomy: crate::Autonomy) -> Option<AllowedAsDescribed> {
        let asks = autonomy == crate::Autonomy::Ask;
        (!asks).then(|| Arc::clone(&self.inner.allowed_as_described))
    }

    /// Registers an external strategy (CM-6); it overrides a built-in one with the same id.
    pub fn register(&self, strategy: Strategy) {
        lock(&self.inner.external_strategies).push(strategy);
    }

    /// Sets where resources of other programs are read, for as long as it exists.
    pub fn set_outside_resources(&self, resources: Weak<dyn OutsideResources>) {
        *lock(&self.inner.outside_resources) = Some(resources);
    }

    /// Where resources of other programs are read now.
    pub(crate) fn outside_resources(&self) -> Option<Arc<dyn OutsideResources>> {
        lock(&self.inner.outside_resources)
            .as_ref()
            .and_then(Weak::upgrade)
    }

    /// The strategy named in the settings, and the ids of all known strategies, the default first.
    pub(crate) fn strategies(&self) -> (Option<ContextStrategy>, Vec<String>) {
        let external_strategies = lock(&self.inner.external_strategies);
        let ours = context::ids().map(str::to_owned);
        let known = ours
            .chain(external_strategies.iter().map(|it| it.id.clone()))
            .collect();
        (lock(&self.inner.chosen).strategy.clone(), known)
    }

    /// The model that the next request goes to.
    pub(crate) fn model(&self) -> Arc<dyn LanguageModel> {
        lock(&self.inner.model).clone()
    }

    /// The same, if it can write texts of its own.
    pub(crate) fn writing_model(&self) -> Result<Arc<dyn LanguageModel>, ToolError> {
        let model = self.model();
        match model.is_generative() {
            true => Ok(model),
            false => Err(
                ToolError::new(Code::Unavailable, AssistantError::NoWriter {})
                    .hint("choose one in the settings, or with --model at a terminal"),
            ),
        }
    }

    /// The price of a model's tokens, if the settings give one.
    pub(crate) fn price_of(&self, model: &str) -> Option<Price> {
        let limits = lock(&self.inner.chosen).limits.clone();
        limits.for_model(model).price
    }

    /// The name of the model that keeps summaries, and what finds it.
    pub(crate) fn light_model_name(&self) -> (Option<String>, Option<FindModel>) {
        let chosen = lock(&self.inner.chosen);
        (chosen.light_model.clone(), chosen.find_model.clone())
    }

    /// A runner that does not keep the story open.
    pub fn downgrade(&self) -> WeakRunner {
        WeakRunner(Arc::downgrade(&self.inner))
    }

    /// Waits for background work after turns, for programs that exit once they have their answer.
    pub async fn wait_for_background(&self) {
        self.inner.background.wait_for_background().await;
    }

    /// Checks whether a strategy can be built with the given configuration.
    pub fn check_strategy(&self, wanted: &ContextStrategy) -> Result<(), StrategyError> {
        let no_thread = ThreadId(Uuid::nil());
        let Ok(registry) = self.registry() else {
            return Ok(());
        };
        let around = self.strategy_context_for(&registry, no_thread);
        choose(
            wanted,
            &lock(&self.inner.external_strategies).clone(),
            &around,
        )
        .map(|_| ())
    }

    /// The nodes pinned and excluded in a thread.
    pub(crate) fn choices(
        &self,
        store: &Store,
        thread: ThreadId,
    ) -> Result<NodeSelection, StoreError> {
        node_selection(store, thread)
    }

    fn strategy_context_for(&self, registry: &Registry, thread: ThreadId) -> StrategyContext {
        let backing = registry.services();
        StrategyContext {
            memory: Memory::of(backing.store.clone(), thread),
            model: lock(&self.inner.model).clone(),
            find_model: lock(&self.inner.chosen).find_model.clone(),
            world: backing.world.clone(),
        }
    }

    /// The strategy of a thread: its own, or else the story's, or else the one in the settings.
    fn strategy(
        &self,
        registry: &Registry,
        thread: ThreadId,
    ) -> Result<Arc<dyn ContextManager>, SendError> {
        let store = &registry.services().store;
        let own = match store.get_value(Some(thread), STRATEGY)? {
            Some(own) => Some(own),
            None => store.get_value(None, STRATEGY)?,
        };
        let own = own.and_then(|it| serde_json::from_value(it).ok());
        let Some(wanted) = own.or_else(|| lock(&self.inner.chosen).strategy.clone()) else {
            return Ok(self.inner.context.clone());
        };
        let around = self.strategy_context_for(registry, thread);
        Ok(choose(
            &wanted,
            &lock(&self.inner.external_strategies).clone(),
            &around,
        )?)
    }

    /// Runs one instruction to its final text. A failed turn is an outcome, not an error; the only
    /// error is a story that cannot be read or written.
    pub async fn send(
        &self,
        instruction: Instruction,
        person: &Caller,
    ) -> Result<TurnOutcome, StoreError> {
        let thread = instruction.thread.unwrap_or(ThreadId(Uuid::nil()));
        match self.try_send(instruction, person).await {
            Ok(outcome) => Ok(outcome),
            Err(SendError::Store(error)) => Err(error),
            Err(refused) => {
                let no_turn = Turn::new(TurnId(Uuid::nil()), thread, None, Default::default());
                Ok(no_turn.failed(format!("Nothing was done: {refused}.")))
            }
        }
    }

    /// Like [`Self::send`], for callers that need to distinguish rejections: an instruction that
    /// was not accepted is an error here instead of an outcome.
    pub async fn try_send(
        &self,
        instruction: Instruction,
        person: &Caller,
    ) -> Result<TurnOutcome, SendError> {
        match instruction.text.trim().len() {
            0 => return Err(SendError::Empty),
            size if size > MAX_INSTRUCTION_BYTES => return Err(SendError::TooLong { size }),
            _ => {}
        }
        let drive = self.begin(&instruction, person).await?;
        // A caller that is no longer interested drops this future. Cancelling the turn then lets it
        // finish in an orderly way instead of stopping between a call and its answer.
        let _stop = drive.caller.cancelled.clone().drop_guard();
        let (turn, thread) = (drive.turn.id, drive.turn.thread);
        let span = tracing::info_span!("turn", id = %drive.turn.id);
        let (running, registry) = (self.inner.running.clone(), drive.registry.clone());
        let held = async move { running.run_while_held(&registry, turn, drive.run()).await };
        match tokio::spawn(held.instrument(span)).await {
            Ok(ended) => Ok(ended?),
            Err(error) => {
                tracing::error!(%error, "a turn panicked");
                self.close_broken(turn, thread).await;
                Err(SendError::Broken)
            }
        }
    }

    /// Cancels a turn: its network request is aborted and its open calls are closed; finished
    /// versions stay. Returns false if no such turn is running.
    pub fn cancel(&self, turn: TurnId) -> bool {
        self.inner.running.cancel(turn)
    }

    /// Whose conversation a running turn of this process belongs to.
    pub(crate) fn owner_of(&self, turn: TurnId) -> Option<PrincipalId> {
        self.inner.running.owner_of(turn)
    }

    /// Closes the turns that a crash left open, in every thread: unanswered calls are answered as
    /// interrupted, and a last message says what was done. Nothing is run again. Returns the number
    /// of turns closed. Turns that another process is running are left alone.
    pub async fn recover(&self) -> Result<usize, SendError> {
        let store = self.store()?;
        Ok(self.inner.running.recover(&store, None).await?)
    }

    /// The running turns, oldest first, with their pending questions, including those of other
    /// processes.
    pub(crate) fn active_turns(&self) -> Result<Vec<ActiveTurn>, SendError> {
        let store = self.store()?;
        Ok(self.inner.running.list(&store, &self.inner.approvals)?)
    }

    /// Ends a turn that was aborted by a bug: its thread is closed as after a crash, and the end is
    /// published.
    async fn close_broken(&self, turn: TurnId, thread: ThreadId) {
        if let Ok(store) = self.store()
            && let Err(error) = self.inner.running.recover(&store, Some(thread)).await
        {
            tracing::error!(%turn, %error, "failed to close a broken turn");
        }
        let broken = Turn::new(turn, thread, None, Default::default());
        self.publish(TurnEvent::TurnEnded {
            turn,
            outcome: broken.failed(format!("{}.", SendError::Broken)),
        });
    }

    /// The pending questions and the tools that are always allowed.
    pub(crate) fn approvals(&self) -> &ApprovalQueue {
        &self.inner.approvals
    }

    /// Delivers a person's answer to its pending question.
    pub(crate) fn answer(
        &self,
        (turn, call_id): (Option<TurnId>, &str),
        answer: Answer,
        by: &Principal,
    ) -> Result<(), AnswerError> {
        self.inner.approvals.answer((turn, call_id), answer, by)
    }

    /// Sends an event to all subscribers.
    pub(crate) fn publish(&self, event: TurnEvent) {
        (self.inner.publish)(event);
    }

    /// Runs a task beside the turns; [`Self::wait_for_background`] waits for it.
    pub(crate) fn spawn_background(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.inner.background.spawn(work);
    }

    pub(crate) fn store(&self) -> Result<Store, SendError> {
        Ok(self.registry()?.services().store.clone())
    }

    /// Searches the registry's tools.
    pub(crate) fn finder(&self) -> Arc<ToolFinder> {
        self.inner.finder.clone()
    }

    pub(crate) fn registry(&self) -> Result<Arc<Registry>, SendError> {
        lock(&self.inner.registry)
            .upgrade()
            .ok_or(SendError::Closed)
    }

    async fn begin(
        &self,
        instruction: &Instruction,
        person: &Caller,
    ) -> Result<TurnDriver, SendError> {
        let registry = self.registry()?;
        let store = registry.services().store.clone();
        if let Some(node) = instruction.node
            && store.view(None).node(node)?.is_none()
        {
            return Err(StoreError::NotFound {
                what: Subject::Node(node).into(),
            }
            .into());
        }
        pictures::check(&store, &instruction.pictures)?;
        let thread = thread_for(&store, instruction, person).await?;
        let id = TurnId(registry.services().world.new_id());
        let running = &self.inner.running;
        let turn_guard = running
            .acquire(id, thread, instruction, person, &registry)
            .await?;
        if let Err(error) = running.recover(&store, Some(thread)).await {
            // Nothing else would release the thread before its lease expires.
            store.release_thread(thread, id).await.ok();
            return Err(error.into());
        }
        let context = self.strategy(&registry, thread)?;
        let memory = Memory::of(store.clone(), thread);
        self.inner.approvals.load_allowed(thread, &memory);
        let chosen = lock(&self.inner.chosen).clone();

        let model = lock(&self.inner.model).clone();
        let assistant = Principal::assistant(model.name());
        let grant = grant_for(
            &person.grant,
            instruction.autonomy,
            &lock(&self.inner.allowed),
            |method| registry.spec(method).map(|it| it.impact),
        );
        let limits = chosen.limits.for_model(&model.name());
        let turn_budget = TurnBudget::new(limits.clone());
        let caller = Caller {
            turn: Some(id),
            node: instruction.node,
            reason: Some(title_of(&instruction.text)),
            approver: Arc::new(TurnApprover {
                approvals: self.inner.approvals.clone(),
                turn: id,
                thread,
                owner: turn_guard.owner.clone(),
                person: person.approver.clone(),
                memory: Some(memory.clone()),
                settings: self.settings_allow(instruction.autonomy),
                publish: self.inner.publish.clone(),
            }),
            cancelled: turn_guard.cancelled.clone(),
            budget: Some(turn_budget.clone()),
            // A model that only reads commands writes the person's words and need not read first.
            seen: model
                .is_generative()
                .then(|| Arc::new(seen_versions(&memory))),
            removals: Arc::new(removals_of(&instruction.text)),
            ..Caller::new(assistant, &id.to_string(), grant)
        };
        Ok(TurnDriver {
            turn: Turn::new(id, thread, instruction.node, instruction.autonomy)
                .limited(limits)
                .in_language(chosen.language),
            finder: self.finder(),
            registry,
            model,
            context,
            choice: chosen.tools,
            memory,
            background: self.inner.background.clone(),
            ratio: 1.0,
            publish: self.inner.publish.clone(),
            caller,
            turn_budget,
            parallel_reads: ParallelReads::default(),
            instruction: instruction.text.trim().to_owned(),
            pictures: instruction.pictures.clone(),
            message_id: instruction.message_id.clone(),
            outside_resources: self.outside_resources(),
            pinned: None,
            history: ThreadHistory::new(thread, id),
            payload: Payload::default(),
            editing: None,
            turn_guard: Some(turn_guard),
        })
    }
}

/// What a turn may remove without approval.
fn removals_of(instruction: &str) -> Removals {
    match asks_for_removal(instruction) {
        true => Removals::wanted(),
        false => Removals::default(),
    }
}

/// The conversation of an instruction: the one it names, or a new one.
async fn thread_for(
    store: &Store,
    instruction: &Instruction,
    person: &Caller,
) -> Result<ThreadId, SendError> {
    let Some(id) = instruction.thread else {
        let title = title_of(&instruction.text);
        let owner = person.principal.id.clone();
        let begun = store.create_thread(&title, instruction.node, owner);
        return Ok(begun.await?.id);
    };
    let known = store.thread(id)?.ok_or_else(|| StoreError::NotFound {
        what: MissingItem::ThreadGone {
            thread: id.to_string(),
        },
    })?;
    Ok(known.id)
}
