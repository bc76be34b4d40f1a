//! Whether a model can be talked to, and which ones a server has: what a person wants to know
//! while choosing. Enter through [`check`] and [`models`]. Not here: which name and key are meant;
//! whoever asks brings both.

use std::sync::Arc;

use futures_util::StreamExt;
use model::talk::{ChatMessage, MessageMetadata, Payload, Role};
use model::{MessageId, TurnId, World};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::http::{Attempt, Frame, Http};
use crate::presets::settings;
use crate::{AgentContext, LanguageModel, LlmError, ModelOptions, connect};

/// What the model is asked; any answer will do.
const QUESTION: &str = "Answer with the one word: ok";

/// As many names of models as an answer about an unknown one lists.
const NAMED: usize = 12;

/// What came of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It answered.
    Ok,
    /// The key is missing or was refused.
    KeyRefused,
    /// The account has no credit left.
    NoCredit,
    /// The server knows no model of that name.
    ModelUnknown,
    /// Nothing answers at that address, or not in time.
    NotReachable,
    /// The server asks to come back later.
    Busy,
    /// The settings are no settings.
    Misconfigured,
    /// Anything else; the message says what.
    Failed,
}

/// The answer to a trial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// What came of it.
    pub outcome: Outcome,
    /// The same in words, for a person; empty where all is well. Never holds a key.
    pub message: String,
    /// The same by a fixed word and its parts, for a window of another language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<Value>,
    /// From question to answer, in milliseconds.
    pub latency_ms: u64,
    /// Models that the server has, where the one asked for is unknown.
    pub models: Vec<String>,
}

impl Checked {
    /// The answer where a trial ends in this error.
    pub fn failed(error: &LlmError, latency_ms: u64) -> Self {
        Self {
            outcome: outcome(error),
            message: error.to_string(),
            said: error.said(),
            latency_ms,
            models: Vec::new(),
        }
    }

    /// The answer where a model answered.
    pub fn answered(latency_ms: u64) -> Self {
        Self {
            outcome: Outcome::Ok,
            message: String::new(),
            said: None,
            latency_ms,
            models: Vec::new(),
        }
    }
}

/// A model that a server offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedModel {
    /// The id that stands after the colon.
    pub id: String,
    /// Its context window in tokens, where the server says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_tokens: Option<u64>,
}

/// Asks the model one short question.
pub async fn check(
    name: &str,
    options: ModelOptions,
    http: &Http,
    world: Arc<dyn World>,
    cancelled: &CancellationToken,
) -> Checked {
    let model = match connect(name, options.clone(), http) {
        Ok(model) => model,
        Err(error) => return Checked::failed(&error, 0),
    };
    let began = world.now();
    let context = AgentContext {
        tools: Default::default(),
        cancelled: cancelled.clone(),
        world: Arc::clone(&world),
    };
    let asked = model
        .generate(&question(world.as_ref()), &context, &mut |_| {})
        .await;
    let passed = world.now().as_millisecond() - began.as_millisecond();
    let latency_ms = u64::try_from(passed).unwrap_or_default();
    let Err(error) = asked else {
        return Checked::answered(latency_ms);
    };
    let mut checked = Checked::failed(&error, latency_ms);
    if checked.outcome == Outcome::ModelUnknown {
        // That there is no list either is no news to somebody whose model is unknown.
        let listed = models(name, options, http, cancelled).await;
        let ids = listed.unwrap_or_default().into_iter().map(|it| it.id);
        checked.models = ids.take(NAMED).collect();
    }
    checked
}

fn question(world: &dyn World) -> Payload {
    Payload {
        messages: vec![ChatMessage {
            id: MessageId(world.new_id()),
            turn: TurnId(world.new_id()),
            role: Role::User,
            content: QUESTION.into(),
            metadata: MessageMetadata::default(),
            time: world.now(),
        }],
        ..Payload::default()
    }
}

/// The models that the server of `provider:…` offers, in its order.
pub async fn models(
    name: &str,
    options: ModelOptions,
    http: &Http,
    cancelled: &CancellationToken,
) -> Result<Vec<ListedModel>, LlmError> {
    // Whoever asks for the list need not know a model yet.
    let provider = name.split(':').next().unwrap_or_default();
    let (wire, settings) = settings(&format!("{provider}:list"), options)?;
    let attempt = Attempt {
        provider: &settings.provider,
        limits: &settings.http,
        cancelled,
    };
    let asked = async {
        let reply = http.send(wire.models_request(&settings)?, &attempt).await?;
        if !reply.succeeded() {
            return Err(wire.fault(&reply.into_fault().await?));
        }
        let unreadable = |message: String| LlmError::Unreadable {
            provider: settings.provider.clone(),
            message,
        };
        let Some(Frame::Whole(body)) = reply.into_frames().next().await.transpose()? else {
            return Err(unreadable("it is no list of models".into()));
        };
        let reply: Value = serde_json::from_str(&body)
            .map_err(|error| unreadable(format!("it is no list of models: {error}")))?;
        Ok(wire.models(&reply))
    };
    asked.await.map_err(|it| it.without(settings.key.as_ref()))
}

fn outcome(error: &LlmError) -> Outcome {
    match error {
        LlmError::Unauthorized { .. } => Outcome::KeyRefused,
        LlmError::NoCredit { .. } => Outcome::NoCredit,
        LlmError::Unreachable { .. } | LlmError::BrokenOff { .. } => Outcome::NotReachable,
        LlmError::RateLimited { .. } | LlmError::Overloaded { .. } => Outcome::Busy,
        LlmError::Misconfigured { .. } => Outcome::Misconfigured,
        LlmError::BadRequest {
            status, message, ..
        } if *status == 404 || names_an_unknown_model(message) => Outcome::ModelUnknown,
        _ => Outcome::Failed,
    }
}

/// Several servers answer 400, and in words alone, to a model they do not have.
fn names_an_unknown_model(message: &str) -> bool {
    let text = message.to_lowercase();
    let unknown = [
        "not found",
        "does not exist",
        "not exist",
        "invalid model",
        "unknown model",
        "not a valid model",
        "no such model",
    ];
    text.contains("model") && unknown.iter().any(|it| text.contains(it))
}

#[cfg(test)]
mod tests;
