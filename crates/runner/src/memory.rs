//! What a context manager is given to work with: a place beside its conversation for what must
//! outlive the program, and a light model to ask in the background. Enter through [`Surroundings`].
//! Not here: what a strategy does with them.

use std::sync::Arc;

use llm::{AgentContext, LanguageModel};
use model::talk::{ChatMessage, MessageMetadata, Payload, Role, Usage};
use model::{MessageId, ThreadId, TurnId, World};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use store::Store;
use tokio_util::sync::CancellationToken;

use crate::context::{estimate, estimate_payload};

/// Finds a model by the name that configurations use.
pub type FindModel = Arc<dyn Fn(&str) -> Result<Arc<dyn LanguageModel>, String> + Send + Sync>;

/// What is kept under this name is [`Work`].
const WORK: &str = "background_work";
/// A light model is asked within this share of its window: estimates of its tokens are never put
/// right by its reports.
const SHARE: (u64, u64) = (3, 4);

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

/// What work after turns took in a conversation, and what of it is still to be done.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Work {
    /// Questions to the light model.
    asked: u32,
    /// Tokens of the questions.
    input: u64,
    /// Those of them that came from a cache.
    cached: u64,
    /// Tokens of the answers.
    output: u64,
    /// Whether some of these are estimates, because nothing was reported.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    estimated: bool,
    /// Why the newest work is still to be done; it is done after the next turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting: Option<String>,
}

impl Memory {
    /// What work after turns took so far.
    pub(crate) fn work(&self) -> Work {
        self.read(WORK).unwrap_or_default()
    }

    /// Notes what one question took.
    async fn note_question(&self, reported: Option<Usage>, guessed: Usage) {
        let reported = reported.filter(|it| *it != Usage::default());
        let usage = reported.unwrap_or(guessed);
        let mut work = self.work();
        work.asked += 1;
        work.input += usage.input_tokens;
        work.cached += usage.cached_tokens;
        work.output += usage.output_tokens;
        work.estimated |= reported.is_none();
        self.keep_work(&work).await;
    }

    /// Notes how the work after a turn went.
    pub(crate) async fn note_work(&self, done: &Result<(), String>) {
        let mut work = self.work();
        let waiting = done.as_ref().err().cloned();
        if work.waiting != waiting {
            work.waiting = waiting;
            self.keep_work(&work).await;
        }
    }

    async fn keep_work(&self, work: &Work) {
        if let Err(error) = self.write(WORK, work).await {
            tracing::warn!(error, "what work after turns took could not be kept");
        }
    }

    /// The conversation's messages after one, oldest first, up to and with `last`: whole turns, some
    /// at a time. How many are read does not depend on how long the conversation is.
    pub(crate) fn unread(
        &self,
        after: Option<MessageId>,
        last: MessageId,
    ) -> Result<Vec<ChatMessage>, String> {
        const ROWS: usize = 1000;
        let read = |rows| self.store.messages_after(self.thread, after, rows);
        let mut rows = read(ROWS).map_err(|error| error.to_string())?;
        let is_full = rows.len() == ROWS;
        if let Some(at) = rows.iter().position(|it| it.id == last) {
            rows.truncate(at + 1);
        } else if let Some(cut) = rows.last().map(|it| it.turn).filter(|_| is_full)
            && rows.first().is_some_and(|it| it.turn != cut)
        {
            // A turn that may lack its end is read as a whole another time.
            rows.retain(|it| it.turn != cut);
        }
        Ok(rows)
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
            memory: self.memory.clone(),
        }))
    }
}

/// A model that answers one question, without tools and without a conversation.
#[derive(Clone)]
pub struct LightModel {
    model: Arc<dyn LanguageModel>,
    world: Arc<dyn World>,
    memory: Memory,
}

impl LightModel {
    /// The tokens that fit into one question, its task among them, as [`estimate`] counts.
    pub fn room(&self) -> u64 {
        let limits = self.model.limits();
        let room = limits.context_tokens.saturating_sub(limits.output_tokens);
        room / SHARE.1 * SHARE.0
    }

    /// Asks once; the words of the answer. What it took is noted in the conversation.
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
        let reply = reply.map_err(|error| format!("{}: {error}", self.model.name()))?;
        let text = reply.text();
        let guessed = Usage {
            input_tokens: estimate_payload(&payload),
            output_tokens: estimate(&text),
            cached_tokens: 0,
        };
        self.memory
            .note_question(reply.metadata.usage, guessed)
            .await;
        match text.trim() {
            "" => Err(format!("{} answered nothing", self.model.name())),
            text => Ok(text.to_owned()),
        }
    }
}
