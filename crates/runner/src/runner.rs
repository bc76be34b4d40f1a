//! The runner: begins turns, one at a time in a thread, and stops them. How a turn goes on is in
//! `turn`, how it is carried out in `drive`.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, OnceLock, Weak};

use capability::{Answer, Caller, Capability, Registry};
use llm::LanguageModel;
use model::talk::Payload;
use model::{Author, AuthorKind, Sentence, Subject, ThreadId, TurnId};
use serde_json::Value;
use store::{Absent, Store, StoreError};
use tracing::Instrument;
use uuid::Uuid;

use crate::ahead::Ahead;
use crate::ask::{Desk, NoQuestion, TurnApprover};
use crate::assistant::Assistant;
use crate::authority::grant_for;
use crate::background::Background;
use crate::context::{self, ContextManager, ContextStrategy, Strategy, StrategyError, choose};
use crate::drive::{Drive, failed};
use crate::gather::Choices;
use crate::purse::Purse;
use crate::refusal::Refusal;
use crate::tool_choice::ToolIndex;
use crate::turn::Turn;
use crate::under_way::{Active, Seat};
use crate::{
    FindModel, Instruction, Memory, Surroundings, ToolChoice, TurnEvent, TurnLimits, TurnOutcome,
    lock, pictures, title_of,
};

/// The longest instruction, in bytes. Longer texts are story text and belong on a node.
const LONGEST_INSTRUCTION: usize = 256 * 1024;
/// Why an instruction was not taken up. Nothing was kept of it.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    /// There are no words in it.
    #[error("the instruction is empty; say what you want")]
    Empty,
    /// It is too long.
    #[error(
        "the instruction is too long ({size} bytes, at most {LONGEST_INSTRUCTION}); put long texts on a node and name it"
    )]
    TooLong {
        /// Its size in bytes.
        size: usize,
    },
    /// A picture that cannot be attached.
    #[error("{why}")]
    Picture {
        /// What is wrong with it.
        why: Sentence,
    },
    /// A turn is under way in the thread.
    #[error(
        "the assistant is still at work in this thread{}",
        if *.elsewhere { ", in another window or program" } else { "" }
    )]
    Busy {
        /// The thread.
        thread: ThreadId,
        /// The turn under way.
        turn: TurnId,
        /// Whether another process has it.
        elsewhere: bool,
    },
    /// The story is not open, or not any more.
    #[error("the story is closed; open it again")]
    Closed,
    /// The strategy that is configured cannot be used.
    #[error(transparent)]
    Strategy(#[from] StrategyError),
    /// The turn broke off by a fault of ours.
    #[error("the turn broke off by a fault in the program; what was written stays")]
    Broken,
    /// The story cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SendError {
    /// The same by a fixed word and its parts, for a window of another language.
    pub fn said(&self) -> Option<Value> {
        let word = match self {
            Self::Picture { why } => return why.said.clone(),
            Self::Store(_) => return None,
            Self::Empty => Refusal::InstructionEmpty {},
            &Self::TooLong { size } => Refusal::InstructionLong {
                size,
                most: LONGEST_INSTRUCTION,
            },
            Self::Busy {
                elsewhere: false, ..
            } => Refusal::AtWork {},
            Self::Busy { .. } => Refusal::AtWorkElsewhere {},
            Self::Closed => Refusal::StoryClosed {},
            Self::Strategy(error) => error.word(),
            Self::Broken => Refusal::TurnBroken {},
        };
        Sentence::from(word).said
    }
}

/// The loop. One a story; cheap to clone.
#[derive(Clone)]
pub struct Runner {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    model: Mutex<Arc<dyn LanguageModel>>,
    context: Arc<dyn ContextManager>,
    pub(crate) publish: Arc<dyn Fn(TurnEvent) + Send + Sync>,
    /// Weak, because the registry holds the runner's own tools.
    registry: Mutex<Weak<Registry>>,
    /// What finds its tools, made when they are first looked for.
    finder: Mutex<Arc<OnceLock<ToolIndex>>>,
    allowed: Mutex<BTreeSet<String>>,
    pub(crate) desk: Arc<Desk>,
    pub(crate) active: Mutex<HashMap<TurnId, Active>>,
    /// By what name this runner holds threads.
    pub(crate) owner: OnceLock<String>,
    outside: Mutex<Vec<Strategy>>,
    /// What the settings say about the next turns.
    chosen: Mutex<Chosen>,
    background: Background,
}

/// What the settings say about turns.
#[derive(Clone, Default)]
struct Chosen {
    strategy: Option<ContextStrategy>,
    find_model: Option<FindModel>,
    tools: ToolChoice,
    limits: TurnLimits,
}

/// Under this name a thread or story keeps its strategy.
pub(crate) const STRATEGY: &str = "context_strategy";
/// Under this name a thread or story keeps which nodes are pinned and excluded.
pub(crate) const CHOICES: &str = "context_choices";

/// The nodes pinned and excluded in a thread, those of the story among them.
pub(crate) fn choices_of(store: &Store, thread: ThreadId) -> Result<Choices, StoreError> {
    let read = |place| -> Result<Choices, StoreError> {
        let kept = store.kept(place, CHOICES)?.unwrap_or_default();
        Ok(serde_json::from_value(kept).unwrap_or_default())
    };
    let mut all = read(None)?;
    let own = read(Some(thread))?;
    // A thread's own word comes before the story's.
    all.pinned.retain(|it| !own.excluded.contains(it));
    all.excluded.retain(|it| !own.pinned.contains(it));
    all.pinned.extend(own.pinned);
    all.excluded.extend(own.excluded);
    Ok(all)
}

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
            finder: Mutex::default(),
            allowed: Mutex::default(),
            desk: Arc::default(),
            active: Mutex::default(),
            owner: OnceLock::new(),
            outside: Mutex::default(),
            chosen: Mutex::default(),
            background: Background::default(),
        };
        Self {
            inner: Arc::new(inner),
        }
    }

    /// The runner's own verbs as a capability (`assistant`), to be registered with the others.
    pub fn capability(&self) -> Box<dyn Capability> {
        Box::new(Assistant {
            runner: self.clone(),
        })
    }

    /// Gives the runner the door; called once, after the registry has been made.
    pub fn attach(&self, registry: &Arc<Registry>) {
        *lock(&self.inner.registry) = Arc::downgrade(registry);
        *lock(&self.inner.finder) = Arc::default();
    }

    /// Changes the model from the next turn on.
    pub fn set_model(&self, model: Arc<dyn LanguageModel>) {
        *lock(&self.inner.model) = model;
    }

    /// The methods, as `module.method`, that cost or destroy and yet need no question, from the
    /// next turn on. Where each write waits for a yes these wait as well.
    pub fn set_allowed(&self, methods: impl IntoIterator<Item = String>) {
        *lock(&self.inner.allowed) = methods.into_iter().collect();
    }

    /// Registers a strategy from outside (CM-6); it wins over one of the same id.
    pub fn register(&self, strategy: Strategy) {
        lock(&self.inner.outside).push(strategy);
    }

    /// The strategy that the settings name, from the next turn on; a thread's or story's own comes
    /// before it, and where none is named at all the one this runner was made with counts.
    pub fn set_strategy(&self, wanted: Option<ContextStrategy>) {
        lock(&self.inner.chosen).strategy = wanted;
    }

    /// The strategy that the settings name, and the ids of all there are, the default first.
    pub(crate) fn strategies(&self) -> (Option<ContextStrategy>, Vec<String>) {
        let outside = lock(&self.inner.outside);
        let ours = context::ids().map(str::to_owned);
        let known = ours.chain(outside.iter().map(|it| it.id.clone())).collect();
        (lock(&self.inner.chosen).strategy.clone(), known)
    }

    /// Who finds the light models that strategies name.
    pub fn set_find_model(&self, find: FindModel) {
        lock(&self.inner.chosen).find_model = Some(find);
    }

    /// Which tools are shown, from the next turn on.
    pub fn set_tool_choice(&self, choice: ToolChoice) {
        lock(&self.inner.chosen).tools = choice;
    }

    /// How far a turn may go, from the next one on.
    pub fn set_limits(&self, limits: TurnLimits) {
        lock(&self.inner.chosen).limits = limits;
    }

    /// Waits for the work after turns: for programs that end when they have their answer.
    pub async fn settle(&self) {
        self.inner.background.settle().await;
    }

    /// Whether a strategy can be made as configured.
    pub fn check_strategy(&self, wanted: &ContextStrategy) -> Result<(), StrategyError> {
        let no_thread = ThreadId(Uuid::nil());
        let Ok(registry) = self.registry() else {
            return Ok(());
        };
        let around = self.surroundings(&registry, no_thread);
        choose(wanted, &lock(&self.inner.outside).clone(), &around).map(|_| ())
    }

    /// The nodes pinned and excluded in a thread.
    pub(crate) fn choices(&self, store: &Store, thread: ThreadId) -> Result<Choices, StoreError> {
        choices_of(store, thread)
    }

    fn surroundings(&self, registry: &Registry, thread: ThreadId) -> Surroundings {
        let backing = registry.backing();
        Surroundings {
            memory: Memory::of(backing.store.clone(), thread),
            model: lock(&self.inner.model).clone(),
            find_model: lock(&self.inner.chosen).find_model.clone(),
            world: backing.world.clone(),
        }
    }

    /// The strategy of a thread: its own, else the story's, else that of the settings.
    fn strategy(
        &self,
        registry: &Registry,
        thread: ThreadId,
    ) -> Result<Arc<dyn ContextManager>, SendError> {
        let store = &registry.backing().store;
        let own = match store.kept(Some(thread), STRATEGY)? {
            Some(own) => Some(own),
            None => store.kept(None, STRATEGY)?,
        };
        let own = own.and_then(|it| serde_json::from_value(it).ok());
        let Some(wanted) = own.or_else(|| lock(&self.inner.chosen).strategy.clone()) else {
            return Ok(self.inner.context.clone());
        };
        let around = self.surroundings(registry, thread);
        Ok(choose(
            &wanted,
            &lock(&self.inner.outside).clone(),
            &around,
        )?)
    }

    /// Runs one instruction to its final text. Never fails: failure is an outcome too, except where
    /// the story itself cannot be read or written.
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
                Ok(failed(&no_turn, format!("Nothing was done: {refused}.")))
            }
        }
    }

    /// [`Self::send`] for callers that tell refusals apart: an instruction that was not taken up is
    /// an error here, and no outcome.
    pub async fn try_send(
        &self,
        instruction: Instruction,
        person: &Caller,
    ) -> Result<TurnOutcome, SendError> {
        match instruction.text.trim().len() {
            0 => return Err(SendError::Empty),
            size if size > LONGEST_INSTRUCTION => return Err(SendError::TooLong { size }),
            _ => {}
        }
        let drive = self.begin(&instruction, person).await?;
        // A face that loses interest drops this future; the turn then stops in good order instead
        // of being torn off between a call and its answer.
        let _stop = drive.caller.cancelled.clone().drop_guard();
        let (turn, thread) = (drive.turn.id, drive.turn.thread);
        let span = tracing::info_span!("turn", id = %drive.turn.id);
        let (runner, registry) = (self.clone(), drive.registry.clone());
        let running = Seat::kept_during(runner, registry, turn, drive.run());
        match tokio::spawn(running.instrument(span)).await {
            Ok(ended) => Ok(ended?),
            Err(error) => {
                tracing::error!(%error, "a turn panicked");
                self.close_broken(turn, thread).await;
                Err(SendError::Broken)
            }
        }
    }

    /// Stops a turn; its network call ends, open calls are closed, finished versions stay. False
    /// where no such turn is under way.
    pub fn cancel(&self, turn: TurnId) -> bool {
        let active = lock(&self.inner.active);
        active
            .get(&turn)
            .inspect(|it| it.cancelled.cancel())
            .is_some()
    }

    /// Closes the turns that a crash left open, in every thread: calls without an answer are
    /// answered as interrupted, and the thread says what was done. Nothing is run again. Returns
    /// how many there were. A turn that another process has under way is left to it.
    pub async fn recover(&self) -> Result<usize, SendError> {
        let store = self.store()?;
        self.recover_in(&store, None)
            .await
            .map_err(SendError::Store)
    }

    /// Hands a person's answer to the question that waits for it.
    /// The questions that wait, and what was allowed for good.
    pub(crate) fn desk(&self) -> &Desk {
        &self.inner.desk
    }

    pub(crate) fn answer(
        &self,
        turn: Option<TurnId>,
        call_id: &str,
        answer: Answer,
    ) -> Result<(), NoQuestion> {
        self.inner.desk.answer(turn, call_id, answer)
    }

    /// Lets every face hear of it.
    pub(crate) fn publish(&self, event: TurnEvent) {
        (self.inner.publish)(event);
    }

    /// Does something beside the turns; [`Self::settle`] waits for it.
    pub(crate) fn later(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.inner.background.spawn(work);
    }

    pub(crate) fn store(&self) -> Result<Store, SendError> {
        Ok(self.registry()?.backing().store.clone())
    }

    /// What finds the tools of the door.
    pub(crate) fn finder(&self) -> Arc<OnceLock<ToolIndex>> {
        lock(&self.inner.finder).clone()
    }

    pub(crate) fn registry(&self) -> Result<Arc<Registry>, SendError> {
        lock(&self.inner.registry)
            .upgrade()
            .ok_or(SendError::Closed)
    }

    async fn begin(&self, instruction: &Instruction, person: &Caller) -> Result<Drive, SendError> {
        let registry = self.registry()?;
        let store = registry.backing().store.clone();
        if let Some(node) = instruction.node
            && store.view(None).node(node)?.is_none()
        {
            return Err(StoreError::NotFound {
                what: Subject::Node(node).into(),
            }
            .into());
        }
        pictures::check(&store, &instruction.pictures)?;
        let thread = match instruction.thread {
            Some(id) => match store.thread(id)? {
                Some(known) => known.id,
                None => {
                    return Err(StoreError::NotFound {
                        what: Absent::ThreadGone {
                            thread: id.to_string(),
                        },
                    }
                    .into());
                }
            },
            None => {
                let title = title_of(&instruction.text);
                store.create_thread(&title, instruction.node).await?.id
            }
        };
        let id = TurnId(registry.backing().world.new_id());
        let seat = self
            .take_seat(id, thread, instruction, person, &registry)
            .await?;
        if let Err(error) = self.recover_in(&store, Some(thread)).await {
            // Nothing else gives it free before its time.
            store.leave_thread(thread, id).await.ok();
            return Err(error.into());
        }
        let context = self.strategy(&registry, thread)?;
        let memory = Memory::of(store.clone(), thread);
        self.inner.desk.take_up(thread, &memory);
        let chosen = lock(&self.inner.chosen).clone();

        let model = lock(&self.inner.model).clone();
        let author = Author::new(AuthorKind::Assistant, model.name());
        let grant = grant_for(
            &person.grant,
            instruction.autonomy,
            &lock(&self.inner.allowed),
            |method| registry.spec(method).map(|it| it.impact),
        );
        let limits = chosen.limits.for_model(&model.name());
        let purse = Purse::new(limits.clone());
        let caller = Caller {
            turn: Some(id),
            node: instruction.node,
            reason: Some(title_of(&instruction.text)),
            approver: Arc::new(TurnApprover {
                desk: self.inner.desk.clone(),
                turn: id,
                thread,
                person: person.approver.clone(),
                memory: Some(memory.clone()),
                publish: self.inner.publish.clone(),
            }),
            cancelled: seat.cancelled.clone(),
            budget: Some(purse.clone()),
            ..Caller::new(format!("assistant/{id}"), author, grant)
        };
        Ok(Drive {
            turn: Turn::new(id, thread, instruction.node, instruction.autonomy).limited(limits),
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
            purse,
            ahead: Ahead::default(),
            instruction: instruction.text.trim().to_owned(),
            pictures: instruction.pictures.clone(),
            message_id: instruction.message_id.clone(),
            payload: Payload::default(),
            seat: Some(seat),
        })
    }
}
