//! A real story in a file, a small capability for it, and a runner with a scripted model. Start at
//! [`TestHarness::new`]. Contains no tests.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use capability::{
    Caller, Capability, Code, DataSpec, Grant, Impact, Models, Principal, Registry, Tool,
    ToolAgentOutput, ToolContext, ToolError, ToolServices, slot_rules,
};
use llm::providers::scripted::ScriptedModel;
use llm::{ImageModel, LanguageModel};
use model::conversation::{ChatMessage, Role, ToolCall};
use model::{Author, AuthorKind, FixedWorld, Layout, NodeId, NodeRecord, Slot, World};
use runner::context::SlidingWindow;
use runner::{AnsweredByTool, Instruction, Runner, TurnEvent, TurnOutcome};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{CommitMetadata, OpenOptions, Store, StoreError};
use tokio::sync::{Barrier, broadcast};

/// A line of text on a node.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Note {
    text: String,
}

/// Keeps a line of text on a node, and counts how often its tools ran.
#[derive(Default)]
struct Notes {
    runs: Arc<AtomicUsize>,
}

/// Write the note of a node.
#[derive(Deserialize, JsonSchema)]
struct Write {
    /// The text.
    text: String,
}

/// Read the note of a node.
#[derive(Deserialize, JsonSchema)]
struct Read {}

/// Wait for another reader.
#[derive(Deserialize, JsonSchema)]
struct Meet {
    /// Tells one from the other.
    #[expect(dead_code, reason = "only makes two calls differ")]
    n: u8,
}

#[derive(Serialize, JsonSchema)]
struct Written {
    version: u32,
}

async fn write(cx: ToolContext, input: Write) -> Result<Written, ToolError> {
    let node = cx.node(None)?.id;
    cx.edit(move |edit| {
        let version = edit.write(&Slot::node(node, "note"), &json!({ "text": input.text }))?;
        Ok(Written {
            version: version.number,
        })
    })
    .await
}

/// The fields of a note; empty if there is no note.
type Fields = serde_json::Map<String, Value>;

async fn read(cx: ToolContext, _: Read) -> Result<Fields, ToolError> {
    let node = cx.node(None)?;
    let note = node.data.get("note").and_then(|it| it.as_object());
    Ok(note.cloned().unwrap_or_default())
}

impl Capability for Notes {
    fn name(&self) -> &'static str {
        "note"
    }

    fn title(&self) -> &'static str {
        "Note"
    }

    fn summary(&self) -> &'static str {
        "Keeps a line of text."
    }

    fn data(&self) -> Option<DataSpec> {
        Some(DataSpec::of::<Note>("{ text: string }"))
    }

    fn tools(&self) -> Vec<Tool> {
        let (runs, both) = (self.runs.clone(), Arc::new(Barrier::new(2)));
        let counted = move |cx, input| {
            runs.fetch_add(1, Ordering::Relaxed);
            write(cx, input)
        };
        vec![
            Tool::new("write", "write_note", Impact::Write, counted),
            Tool::new("read", "read_note", Impact::Read, read),
            Tool::new("meet", "meet_note", Impact::Read, move |_, _: Meet| {
                let both = both.clone();
                async move {
                    both.wait().await;
                    Ok::<_, ToolError>(Fields::new())
                }
            })
            .time_limit(Duration::from_secs(5)),
            Tool::new("buy", "buy_note", Impact::Spend, write),
            Tool::new("fail", "fail_note", Impact::Write, |_, _: Write| async {
                Err::<Written, _>(ToolError::new(
                    Code::Unavailable,
                    "the note service timed out",
                ))
            }),
            Tool::new(
                "hang",
                "hang_note",
                Impact::Write,
                |cx: ToolContext, _: Write| async move {
                    cx.cancelled().cancelled().await;
                    std::future::pending::<Result<Written, ToolError>>().await
                },
            )
            .time_limit(Duration::from_secs(3600)),
        ]
    }
}

struct NoModels;

impl Models for NoModels {
    fn image(&self) -> Arc<dyn ImageModel> {
        unreachable!("no tool here paints")
    }
}

pub(crate) struct TestHarness {
    pub(crate) store: Store,
    pub(crate) registry: Arc<Registry>,
    pub(crate) runner: Runner,
    pub(crate) model: Arc<ScriptedModel>,
    pub(crate) node: NodeId,
    pub(crate) seen: Arc<Mutex<Vec<TurnEvent>>>,
    events: broadcast::Sender<TurnEvent>,
    runs: Arc<AtomicUsize>,
    folder: Arc<tempfile::TempDir>,
}

impl TestHarness {
    pub(crate) fn new(script: ScriptedModel) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self::opened(Arc::new(folder), None, script)
    }

    /// The path of the story in a folder.
    pub(crate) fn file(folder: &tempfile::TempDir) -> PathBuf {
        folder.path().join("a.story")
    }

    /// Opens the same file as a new process would: only the file is shared.
    pub(crate) fn reopened(folder: tempfile::TempDir, node: NodeId, script: ScriptedModel) -> Self {
        Self::opened(Arc::new(folder), Some(node), script)
    }

    /// Another program that has the same file open.
    pub(crate) fn second_program(&self, script: ScriptedModel) -> Self {
        Self::opened(self.folder.clone(), Some(self.node), script)
    }

    fn opened(folder: Arc<tempfile::TempDir>, node: Option<NodeId>, script: ScriptedModel) -> Self {
        let notes = Notes::default();
        let world = Arc::new(FixedWorld::default());
        let rules = slot_rules(&[&notes]);
        let options = OpenOptions {
            rules,
            world: world.clone(),
            read_only: false,
        };
        let path = Self::file(&folder);
        let (store, node) = match node {
            Some(node) => {
                // Another process generates other ids, and its clock is later.
                for _ in 0..1000 {
                    world.new_id();
                    world.now();
                }
                (Store::open(&path, options).unwrap(), node)
            }
            None => {
                let store = Store::create(&path, "A story", options).unwrap();
                let record = NodeRecord {
                    title: "Hero".into(),
                    kind: "note".into(),
                };
                let make =
                    move |edit: &mut store::Edit<'_>| edit.create_node(&record, &Layout::default());
                let made = store
                    .edit_blocking::<NodeId, StoreError>(note(), make)
                    .unwrap();
                (store, made.value)
            }
        };
        let model = Arc::new(script);
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (events, _) = broadcast::channel(1000);
        let publish = {
            let (seen, events) = (seen.clone(), events.clone());
            move |event: TurnEvent| {
                seen.lock().unwrap().push(event.clone());
                // There may be no subscribers.
                let _ = events.send(event);
            }
        };
        let runner = Runner::new(model.clone(), Arc::new(SlidingWindow), Arc::new(publish));
        let assistant = runner.capability();
        let backing = ToolServices {
            store: store.clone(),
            models: Arc::new(NoModels),
            world,
        };
        let registry = Arc::new(Registry::new(&[&notes, &*assistant], backing).unwrap());
        runner.attach(&registry);
        let runs = notes.runs.clone();
        Self {
            store,
            registry,
            runner,
            model,
            node,
            seen,
            events,
            runs,
            folder,
        }
    }

    /// A person who answers with the tool `answer_request`.
    pub(crate) fn person(&self) -> Caller {
        let approver = Arc::new(AnsweredByTool);
        Caller {
            approver,
            ..Caller::new(Principal::owner("Ann"), "test", Grant::person())
        }
    }

    pub(crate) fn about_hero(&self, text: &str) -> Instruction {
        Instruction {
            node: Some(self.node),
            text: text.into(),
            ..Instruction::default()
        }
    }

    pub(crate) async fn send(&self, instruction: Instruction) -> TurnOutcome {
        self.runner.send(instruction, &self.person()).await.unwrap()
    }

    /// A tool call by a person.
    pub(crate) async fn call(&self, name: &str, args: Value) -> ToolAgentOutput {
        let call = ToolCall {
            id: None,
            name: name.into(),
            args,
        };
        self.registry.call(&self.person(), call).await
    }

    /// Subscribes to events; call it before triggering the event.
    pub(crate) fn listen(&self) -> broadcast::Receiver<TurnEvent> {
        self.events.subscribe()
    }

    /// The adopted note and its version number.
    pub(crate) fn adopted(&self) -> Option<(u32, String)> {
        let version = self
            .store
            .view(None)
            .adopted(&Slot::node(self.node, "note"))
            .unwrap()?;
        let note: Note = serde_json::from_value(version.data()).unwrap();
        Some((version.number, note.text))
    }

    /// How often `write_note` ran.
    pub(crate) fn runs(&self) -> usize {
        self.runs.load(Ordering::Relaxed)
    }

    pub(crate) fn messages(&self, outcome: &TurnOutcome) -> Vec<ChatMessage> {
        self.store.messages(outcome.thread, None, 100).unwrap()
    }

    /// The thread as pairs of role and text.
    pub(crate) fn lines(&self, outcome: &TurnOutcome) -> Vec<(Role, String)> {
        self.messages(outcome)
            .into_iter()
            .map(|it| (it.role, it.content))
            .collect()
    }

    /// The errors that the model read, by call.
    pub(crate) fn errors(&self, outcome: &TurnOutcome) -> Vec<(Code, String)> {
        let outputs = self.messages(outcome).into_iter().filter_map(|it| {
            serde_json::from_value::<ToolAgentOutput>(it.metadata.tool_agent_output?).ok()
        });
        outputs
            .filter_map(|it| it.error.map(|it| (it.code, it.message)))
            .collect()
    }

    pub(crate) fn language_model(&self) -> Arc<dyn LanguageModel> {
        self.model.clone()
    }
}

fn note() -> CommitMetadata {
    CommitMetadata {
        author: Author::new(AuthorKind::Person, "Ann"),
        origin: None,
        turn: None,
        call: None,
        reason: "set the stage".into(),
        draft: None,
    }
}

/// Waits for the first matching event.
pub(crate) async fn until<T>(
    events: &mut broadcast::Receiver<TurnEvent>,
    fits: impl Fn(&TurnEvent) -> Option<T>,
) -> T {
    loop {
        let event = events.recv().await.unwrap();
        if let Some(found) = fits(&event) {
            return found;
        }
    }
}

pub(crate) fn began(event: &TurnEvent) -> Option<model::TurnId> {
    match event {
        TurnEvent::TurnBegan { turn, .. } => Some(*turn),
        _ => None,
    }
}

pub(crate) fn call_began(event: &TurnEvent) -> Option<model::TurnId> {
    match event {
        TurnEvent::ToolCallBegan { turn, .. } => Some(*turn),
        _ => None,
    }
}

pub(crate) fn asked(event: &TurnEvent) -> Option<capability::Question> {
    match event {
        TurnEvent::Asked { question, .. } => Some(question.clone()),
        _ => None,
    }
}
