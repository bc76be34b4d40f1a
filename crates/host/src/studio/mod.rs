//! Studio: everything wired together for one open story.

mod copy_without_history;
mod from_file;
mod options;
mod sample;
mod story_memory;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, OnceLock, Weak};

use capability::{
    Approver, Caller, Capability, Code, DefinitionError, NoApprover, Principal, Registry, Role,
    Rule, ToolAgentOutput, ToolError, ToolServices, ToolSpec,
};
use llm::LanguageModel;
use model::conversation::{ErrorReport, ToolCall};
use model::{FixedWorld, ThreadId, TurnId, World};
use runner::context::{ContextStrategy, SlidingWindow, Strategy, StrategyError};
use runner::{
    CommandOutcome, Instruction, MemoryRefresh, OutsideResources, Runner, SendError, TurnOutcome,
};
use store::{Store, StoreError};
use tokio::sync::{Mutex, MutexGuard, broadcast};

pub use self::from_file::{ImportedFile, discard, import_args};
pub use self::options::{AssistantOptions, StudioOptions};
pub use self::sample::Sample;
use crate::agents::{Agents, SignInCode, WritingClients};
use crate::events::{AgentsChanged, BackupFailed, Event, EventKind, Events};
use crate::models::{self, ConfiguredModels};
use crate::settings::SettingsError;
use crate::{Failure, Participants};

/// The method that generates pictures: it needs approval only if a picture costs money.
const IMAGE_GENERATE: &str = "image.generate";

/// A story that could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file.
    #[error(transparent)]
    Store(Box<StoreError>),
    /// The settings.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// Our own tools: a bug of the program.
    #[error("the tools do not fit together: {0}")]
    Definition(#[from] DefinitionError),
}

/// One open story: store, registry, assistant and events. Cheap to clone.
#[derive(Clone)]
pub struct Studio {
    store: Store,
    registry: Arc<Registry>,
    runner: Runner,
    events: Events,
    participants: Participants,
    sign_in_code: Arc<SignInCode>,
    agents: Arc<OnceLock<Agents>>,
    writing_clients: Arc<WritingClients>,
    /// Held while a message is added to the group chat.
    posting: Arc<Mutex<()>>,
    options: StudioOptions,
    /// The temporary folder of a test's story.
    folder: Option<Arc<tempfile::TempDir>>,
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Store(error) => {
                // The message says what to do about a file; the hint is for callers of tools.
                let remedy = match *error {
                    StoreError::Missing { .. } => Some("`storyteller new FILE` makes one"),
                    StoreError::NotAStory { .. } => {
                        Some("name a story file, or make one: storyteller new FILE")
                    }
                    StoreError::UnexpectedContent { .. } => {
                        Some("use a copy from before it was changed")
                    }
                    StoreError::Corrupt { .. } | StoreError::Truncated { .. } => {
                        Some("`storyteller backups FILE` lists copies that can be opened")
                    }
                    _ => None,
                };
                Self::from(*error).with_hint(remedy)
            }
            OpenError::Settings(error) => error.into(),
            OpenError::Definition(_) => Self::new(Code::Internal, error.to_string()),
        }
    }
}

impl From<StoreError> for OpenError {
    fn from(error: StoreError) -> Self {
        Self::Store(Box::new(error))
    }
}

impl Studio {
    /// An empty story for a test, in a folder that is removed with the last clone: with this model,
    /// a fixed clock and counted ids.
    pub fn in_memory(model: Arc<dyn LanguageModel>) -> Result<Self, OpenError> {
        let options = StudioOptions {
            model,
            ..StudioOptions::built_in(Arc::new(FixedWorld::default()))
        };
        let folder = tempfile::tempdir().map_err(|source| StoreError::Io {
            path: std::path::PathBuf::new(),
            source,
        })?;
        let mut studio = Self::create(&folder.path().join("test.story"), "Test", options)?;
        studio.folder = Some(Arc::new(folder));
        Ok(studio)
    }

    /// Opens a story file. Must be called within a tokio runtime, which runs the stream of events.
    pub fn open(path: &Path, options: StudioOptions) -> Result<Self, OpenError> {
        let store = Store::open(path, options.for_store())?;
        Self::assemble(store, options)
    }

    /// Creates a new story file and opens it.
    pub fn create(path: &Path, title: &str, options: StudioOptions) -> Result<Self, OpenError> {
        let store = Store::create(path, title, options.for_store())?;
        Self::assemble(store, options)
    }

    /// Every tool of an open story, without opening one: for generating help and references.
    pub fn specs() -> Vec<ToolSpec> {
        let idle = Runner::new(
            models::built_in_language_model(),
            Arc::new(SlidingWindow),
            Arc::new(|_| ()),
        );
        let assistant = idle.capability();
        capability::specs_of(&with_assistant(capabilities::ALL, assistant.as_ref()))
    }

    fn assemble(store: Store, options: StudioOptions) -> Result<Self, OpenError> {
        let (events, sequencer) = Events::new();
        let publisher = events.clone();
        let publish = Arc::new(move |event| publisher.publish(EventKind::Turn(event)));
        let runner = Runner::new(
            Arc::clone(&options.model),
            Arc::clone(&options.context),
            publish,
        );
        options.assistant.apply(&runner);
        let assistant = runner.capability();
        let backing = ToolServices {
            store: store.clone(),
            models: Arc::new(ConfiguredModels(Arc::clone(&options.image))),
            world: Arc::clone(&options.world),
        };
        let all = with_assistant(options.capabilities, assistant.as_ref());
        let registry = Arc::new(Registry::new(&all, backing)?);
        let publisher = events.clone();
        registry.on_progress(Box::new(move |it| {
            publisher.publish(EventKind::Progress(it))
        }));
        runner.attach(&registry);
        if !options.image.is_paid() {
            runner.set_allowed([IMAGE_GENERATE.to_owned()]);
        }
        let publisher = events.clone();
        let participants = Participants::new(Arc::new(move || publisher.publish(agents_changed())));
        let number = store.number()?;
        tokio::spawn(sequencer.run(store.clone(), number));
        tokio::spawn(story_memory::keep_fresh(
            store.subscribe(),
            runner.downgrade(),
        ));
        Ok(Self {
            store,
            registry,
            runner,
            events,
            participants,
            sign_in_code: Arc::default(),
            agents: Arc::default(),
            writing_clients: Arc::default(),
            posting: Arc::default(),
            options,
            folder: None,
        })
    }

    /// Runs one tool call through the registry. Never fails: a failure is an answer, too.
    pub async fn call(&self, caller: &Caller, call: ToolCall) -> ToolAgentOutput {
        self.registry.call(caller, call).await
    }

    /// Runs one tool call; returns its data, or why it failed.
    pub async fn call_for_data(
        &self,
        caller: &Caller,
        call: ToolCall,
    ) -> Result<serde_json::Value, Failure> {
        let output = self.call(caller, call).await;
        match (output.result, output.error) {
            (Some(result), _) => Ok(result.data),
            (None, Some(error)) => Err(error.into()),
            (None, None) => Err(Failure::panicked()),
        }
    }

    /// Sends an instruction to the assistant and waits for its final text; events meanwhile come
    /// through [`Self::events`].
    pub async fn send(
        &self,
        instruction: Instruction,
        person: &Caller,
    ) -> Result<TurnOutcome, SendError> {
        self.runner.try_send(instruction, person).await
    }

    /// Runs what a person typed as `line` with the person's authority, and stores command and
    /// result in a thread, a new one if none is given (OS-1).
    pub async fn command(
        &self,
        thread: Option<ThreadId>,
        line: &str,
        person: &Caller,
        call: ToolCall,
    ) -> Result<CommandOutcome, SendError> {
        self.runner.command(thread, line, person, call).await
    }

    /// The conversation that a reference names: its id, or the beginning or end of it.
    pub fn thread(&self, reference: &str) -> Result<ThreadId, ToolError> {
        self.runner.thread(reference)
    }

    /// Registers a context strategy from outside (CM-6).
    pub fn register(&self, strategy: Strategy) {
        self.runner.register(strategy);
    }

    /// Sets where pinned resources of other programs are read, for as long as it exists.
    pub fn set_outside_resources(&self, resources: Weak<dyn OutsideResources>) {
        self.runner.set_outside_resources(resources);
    }

    /// Closes turns that a crash left open in any conversation, without running anything again;
    /// returns their number. For interfaces that open a story to work on it, because a running turn
    /// of another process looks the same.
    pub async fn recover(&self) -> Result<usize, SendError> {
        self.runner.recover().await
    }

    /// Waits for the work after turns: for programs that exit when they have their answer.
    pub async fn wait_for_background(&self) {
        self.runner.wait_for_background().await;
    }

    /// Updates summaries and proposed rules, as happens automatically when texts rest.
    ///
    /// # Errors
    /// The story cannot be read or written, or the light model fails.
    pub async fn refresh_story_memory(&self) -> Result<MemoryRefresh, String> {
        self.runner.refresh_story_memory().await
    }

    /// Stops a turn; returns whether it was running.
    pub fn cancel(&self, turn: TurnId) -> bool {
        self.runner.cancel(turn)
    }

    /// Stops one call; returns whether it was running.
    pub fn cancel_call(&self, run: u64) -> bool {
        self.registry.cancel(run)
    }

    /// All events from now on, in one order.
    pub fn events(&self) -> broadcast::Receiver<Arc<Event>> {
        self.events.subscribe()
    }

    /// Who is connected to the story through a hub.
    pub fn participants(&self) -> &Participants {
        &self.participants
    }

    /// The code with which a person lets programs sign in to the story.
    pub fn sign_in_code(&self) -> &SignInCode {
        &self.sign_in_code
    }

    /// Waits until no message is being added to the group chat.
    pub(crate) async fn posting(&self) -> MutexGuard<'_, ()> {
        self.posting.lock().await
    }

    /// Publishes an event to everybody who listens.
    pub(crate) fn publish(&self, kind: EventKind) {
        self.events.publish(kind);
    }

    /// The clients whose running calls write into their drafts.
    pub(crate) fn writing_clients(&self) -> &WritingClients {
        &self.writing_clients
    }

    /// Tells every window that the story was opened or closed to agents, or that a credential was
    /// issued, changed or revoked.
    pub fn tell_agents_changed(&self) {
        self.events.publish(agents_changed());
    }

    /// The same after a client's credential was changed to allow something else.
    pub fn tell_permission_changed(&self, client: &str) {
        let permission_of = Some(client.to_owned());
        let changed = AgentsChanged { permission_of };
        self.events.publish(EventKind::AgentsChanged(changed));
    }

    /// Tells every window that the story could not be backed up.
    pub(crate) fn tell_backup_failed(&self, error: ErrorReport) {
        let failed = EventKind::BackupFailed(BackupFailed { error });
        self.events.publish(failed);
    }

    /// Its credentials, once they were asked for.
    pub(crate) fn known_agents(&self) -> &OnceLock<Agents> {
        &self.agents
    }

    /// The story's title.
    pub fn title(&self) -> Result<String, StoreError> {
        Ok(self.store.view(None).graph()?.record.title.clone())
    }

    /// The tool registry.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// All current tools, in order.
    pub fn specs_now(&self) -> Vec<ToolSpec> {
        let specs = self.registry.specs().into_iter();
        specs.map(Arc::unwrap_or_clone).collect()
    }

    /// The story file.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The clock and the source of ids.
    pub fn world(&self) -> &Arc<dyn World> {
        &self.options.world
    }

    /// Changes the model, from the next turn on.
    pub fn set_model(&self, model: Arc<dyn LanguageModel>) {
        self.runner.set_model(model);
    }

    /// Changes the settings of turns, from the next one on.
    pub fn set_assistant(&self, assistant: &AssistantOptions) {
        assistant.apply(&self.runner);
    }

    /// Whether a context strategy can be used as configured (CM-6).
    pub fn check_strategy(&self, wanted: &ContextStrategy) -> Result<(), StrategyError> {
        self.runner.check_strategy(wanted)
    }

    /// The person who runs this program, with the author name that this story was opened with. For
    /// interfaces that have verified that it is this person.
    pub fn owner(&self) -> Principal {
        Principal::owner(self.options.author.clone())
    }

    /// The person who runs this program as a caller from this process: may do everything in this
    /// story, with approval for what costs money or cannot be undone. `interface` is, say, "cli".
    pub fn person(&self, interface: &str, approver: Arc<dyn Approver>) -> Caller {
        let label = format!("{interface}/{}", self.options.world.new_id());
        self.caller(&self.owner(), &label, approver)
    }

    /// A principal as a caller in this story, from the window or process with this label, with what
    /// the role may do.
    pub fn caller(
        &self,
        principal: &Principal,
        label: &str,
        approver: Arc<dyn Approver>,
    ) -> Caller {
        self.admit(Caller {
            origin: Some(label.to_owned()),
            approver,
            ..Caller::new(principal.clone(), label, principal.role.grant())
        })
    }

    /// A caller of the workspace as one in this story: its owner gets the author name that the
    /// story was opened with, and needs no approval for calls without cost.
    pub(crate) fn admit(&self, mut caller: Caller) -> Caller {
        if caller.principal.role == Role::Owner {
            caller.principal = self.owner();
            let free = self.methods_without_cost().into_iter();
            let free = free.map(|it| (it, Rule::Allow));
            Arc::make_mut(&mut caller.grant).by_method.extend(free);
        }
        caller
    }

    /// The methods, as `module.method`, that could cost money but not here: they need no approval.
    pub fn methods_without_cost(&self) -> BTreeSet<String> {
        let free = !self.options.image.is_paid();
        free.then(|| IMAGE_GENERATE.to_owned())
            .into_iter()
            .collect()
    }

    /// Gives the story another title, in its owner's name.
    pub async fn rename(&self, title: &str) -> Result<(), Failure> {
        let call = ToolCall {
            id: None,
            name: "rename_story".to_owned(),
            args: serde_json::json!({ "title": title }),
        };
        let owner = self.person("rename", Arc::new(NoApprover));
        self.call_for_data(&owner, call).await.map(drop)
    }

    /// Closes the story, leaving one file.
    pub fn close(self) -> Result<(), StoreError> {
        self.store.close()
    }
}

fn agents_changed() -> EventKind {
    EventKind::AgentsChanged(AgentsChanged::default())
}

/// All capabilities, the assistant's own verbs last.
fn with_assistant<'a>(
    capabilities: &[&'a dyn Capability],
    assistant: &'a dyn Capability,
) -> Vec<&'a dyn Capability> {
    let mut all = capabilities.to_vec();
    all.push(assistant);
    all
}

#[cfg(test)]
mod tests;
