//! What a context manager is given to work with: a place beside its conversation for what must
//! outlive the program, and a light model to ask in the background. Enter through [`Surroundings`].
//! Not here: what a strategy does with them.

use std::sync::Arc;

use llm::{AgentContext, LanguageModel};
use model::talk::{ChatMessage, MessageMetadata, Payload, Role};
use model::{MessageId, ThreadId, TurnId, World};
use serde::Serialize;
use serde::de::DeserializeOwned;
use store::Store;
use tokio_util::sync::CancellationToken;

/// Finds a model by the name that configurations use.
pub type FindModel = Arc<dyn Fn(&str) -> Result<Arc<dyn LanguageModel>, String> + Send + Sync>;

/// Models of this family read plain commands; they cannot retell a conversation.
const READS_COMMANDS: &str = "builtin:";

/// Where a strategy keeps what it knows of one conversation.
#[derive(Clone)]
pub struct Memory {
    store: Store,
    thread: ThreadId,
}

impl Memory {
    /// The memory of a conversation.
    pub fn of(store: Store, thread: ThreadId) -> Self {
        Self { store, thread }
    }

    /// What was kept under a name; `None` where nothing was, or it cannot be read any more.
    pub fn read<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let kept = self.store.kept(Some(self.thread), name).ok().flatten()?;
        serde_json::from_value(kept).ok()
    }

    /// Keeps a value under a name; durable when it answers.
    pub async fn write<T: Serialize>(&self, name: &str, value: &T) -> Result<(), String> {
        let value = serde_json::to_value(value).map_err(|error| error.to_string())?;
        let kept = self.store.keep(Some(self.thread), name, Some(value));
        kept.await.map_err(|error| error.to_string())
    }
}

/// What a strategy is made with, for one conversation.
#[derive(Clone)]
pub struct Surroundings {
    /// Its memory.
    pub memory: Memory,
    /// The model of the conversation itself.
    pub model: Arc<dyn LanguageModel>,
    /// Finds others; `None` where nobody can.
    pub find_model: Option<FindModel>,
    /// Clock and ids.
    pub world: Arc<dyn World>,
}

impl Surroundings {
    /// The model for background work: the one named, else that of the conversation. `None` where
    /// that is one which only reads commands.
    pub fn light_model(&self, name: Option<&str>) -> Result<Option<LightModel>, String> {
        let model = match (name, &self.find_model) {
            (None, _) => self.model.clone(),
            (Some(name), Some(find)) => find(name)?,
            (Some(name), None) => return Err(format!("model {name:?} cannot be looked up here")),
        };
        let fits = !model.name().starts_with(READS_COMMANDS);
        Ok(fits.then(|| LightModel {
            model,
            world: self.world.clone(),
        }))
    }
}

/// A model that answers one question, without tools and without a conversation.
#[derive(Clone)]
pub struct LightModel {
    model: Arc<dyn LanguageModel>,
    world: Arc<dyn World>,
}

impl LightModel {
    /// Asks once; the words of the answer.
    pub async fn ask(&self, system: &str, question: String) -> Result<String, String> {
        let message = ChatMessage {
            id: MessageId(self.world.new_id()),
            turn: TurnId(self.world.new_id()),
            role: Role::User,
            content: question,
            metadata: MessageMetadata::default(),
            time: self.world.now(),
        };
        let payload = Payload {
            system: system.to_owned(),
            messages: vec![message],
            ..Payload::default()
        };
        let context = AgentContext {
            tools: Default::default(),
            cancelled: CancellationToken::new(),
            world: self.world.clone(),
        };
        let reply = self.model.generate(&payload, &context, &mut |_| {}).await;
        let text = reply.map_err(|error| error.to_string())?.text();
        match text.trim() {
            "" => Err(format!("{} answered nothing", self.model.name())),
            text => Ok(text.to_owned()),
        }
    }
}
