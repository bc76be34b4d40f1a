//! What a context manager works with: storage beside its conversation, and a light model for
//! background requests. Start at [`StrategyContext`]. How strategies use them is in their files.

use std::sync::Arc;

use llm::{AgentContext, LanguageModel};
use model::conversation::{ChatMessage, MessageMetadata, Payload, Role, Usage};
use model::{MessageId, Story, ThreadId, TurnId, World};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use store::Store;
use tokio_util::sync::CancellationToken;

use super::{estimate, estimate_payload};

/// Finds a model by the name used in configurations.
pub type FindModel = Arc<dyn Fn(&str) -> Result<Arc<dyn LanguageModel>, String> + Send + Sync>;

/// The key under which [`BackgroundUsage`] is stored.
const WORK: &str = "background_work";
/// The usable share of a light model's window, because its token estimates are not calibrated by
/// its reports.
const USABLE_SHARE: (u64, u64) = (3, 4);

/// Where a strategy stores what it knows about one conversation.
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

    /// The value stored under a key; `None` if there is none or it can no longer be read.
    pub fn read<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let kept = self
            .store
            .get_value(Some(self.thread), name)
            .ok()
            .flatten()?;
        serde_json::from_value(kept).ok()
    }

    /// The story's nodes and links.
    pub(crate) fn graph(&self) -> Result<Arc<Story>, String> {
        let graph = self.store.view(None).graph();
        graph.map_err(|error| error.to_string())
    }

    /// Stores a value under a key; durable on return.
    pub async fn write<T: Serialize>(&self, name: &str, value: &T) -> Result<(), String> {
        let value = serde_json::to_value(value).map_err(|error| error.to_string())?;
        let kept = self.store.put_value(Some(self.thread), name, Some(value));
        kept.await.map_err(|error| error.to_string())
    }
}

/// What background work in a conversation has used, and what is still to be done.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct BackgroundUsage {
    /// Requests to the light model.
    asked: u32,
    /// Tokens of the requests.
    input: u64,
    /// How many of those came from a cache.
    cached: u64,
    /// Tokens of the replies.
    output: u64,
    /// Whether some of these are estimates because nothing was reported.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    estimated: bool,
    /// Why the newest work has not been done yet; it is retried after the next turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting: Option<String>,
}

impl Memory {
    /// What background work has used so far.
    pub(crate) fn work(&self) -> BackgroundUsage {
        self.read(WORK).unwrap_or_default()
    }

    /// Records the usage of one request.
    async fn record_request(&self, reported: Option<Usage>, spelling_matches: Usage) {
        let reported = reported.filter(|it| *it != Usage::default());
        let usage = reported.unwrap_or(spelling_matches);
        let mut work = self.work();
        work.asked += 1;
        work.input += usage.input_tokens;
        work.cached += usage.cached_tokens;
        work.output += usage.output_tokens;
        work.estimated |= reported.is_none();
        self.save_usage(&work).await;
    }

    /// Records the result of the work after a turn.
    pub(crate) async fn record_result(&self, done: &Result<(), String>) {
        let mut work = self.work();
        let waiting = done.as_ref().err().cloned();
        if work.waiting != waiting {
            work.waiting = waiting;
            self.save_usage(&work).await;
        }
    }

    async fn save_usage(&self, work: &BackgroundUsage) {
        if let Err(error) = self.write(WORK, work).await {
            tracing::warn!(error, "failed to store what background work used");
        }
    }

    /// The conversation's messages after one, oldest first, up to and including `last`: whole
    /// turns, a bounded number of rows at a time. How many are read does not depend on the length
    /// of the conversation.
    pub(crate) fn messages_between(
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
            // A turn that may lack its end is read in full next time.
            rows.retain(|it| it.turn != cut);
        }
        Ok(rows)
    }
}

/// What a strategy is built with, for one conversation.
#[derive(Clone)]
pub struct StrategyContext {
    /// Its memory.
    pub memory: Memory,
    /// The model of the conversation itself.
    pub model: Arc<dyn LanguageModel>,
    /// Finds other models; `None` if none can be found.
    pub find_model: Option<FindModel>,
    /// Clock and ids.
    pub world: Arc<dyn World>,
}

impl StrategyContext {
    /// The model for background work: the named one, or else that of the conversation. `None` if
    /// that model only reads commands.
    pub fn light_model(&self, name: Option<&str>) -> Result<Option<LightModel>, String> {
        let model = match (name, &self.find_model) {
            (None, _) => self.model.clone(),
            (Some(name), Some(find)) => find(name)?,
            (Some(name), None) => return Err(format!("model {name:?} cannot be looked up here")),
        };
        Ok(model.is_generative().then(|| LightModel {
            model,
            world: self.world.clone(),
            memory: self.memory.clone(),
        }))
    }
}

/// A model that answers single questions, without tools or a conversation.
#[derive(Clone)]
pub struct LightModel {
    model: Arc<dyn LanguageModel>,
    world: Arc<dyn World>,
    memory: Memory,
}

impl LightModel {
    /// The tokens that fit into one question including its task, as counted by [`estimate`].
    pub fn available_tokens(&self) -> u64 {
        let limits = self.model.limits();
        let available_tokens = limits.context_tokens.saturating_sub(limits.output_tokens);
        available_tokens / USABLE_SHARE.1 * USABLE_SHARE.0
    }

    /// Asks one question and returns the text of the answer. The usage is recorded in the
    /// conversation.
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
            editing: None,
        };
        let reply = self.model.generate(&payload, &context, &mut |_| {}).await;
        let reply = reply.map_err(|error| format!("{}: {error}", self.model.name()))?;
        let text = reply.text();
        let spelling_matches = Usage {
            input_tokens: estimate_payload(&payload),
            output_tokens: estimate(&text),
            cached_tokens: 0,
        };
        self.memory
            .record_request(reply.metadata.usage, spelling_matches)
            .await;
        match text.trim() {
            "" => Err(format!("{} answered nothing", self.model.name())),
            text => Ok(text.to_owned()),
        }
    }
}
