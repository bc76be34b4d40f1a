//! Connection tests and model lists: what a person needs while choosing a model. Start at [`check`]
//! and [`models`]. The model's name and key are passed in by the caller.

use std::sync::Arc;

use futures_util::StreamExt;
use model::conversation::{ChatMessage, MessageMetadata, MessageParts, Payload, Role};
use model::{MessageId, TurnId, World};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::http::{Attempt, Frame, Http};
use crate::presets::settings;
use crate::provider::ListedModel;
use crate::{AgentContext, LanguageModel, LlmError, ModelOptions, connect};

/// The question sent to the model; any answer will do.
const QUESTION: &str = "Answer with the one word: ok";

/// How many model names are listed when the model is unknown.
const MAX_LISTED_MODELS: usize = 12;

/// The result of a connection test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckOutcome {
    /// The model answered.
    Ok,
    /// The key is missing or was rejected.
    KeyRefused,
    /// The account has no credit left.
    NoCredit,
    /// The server does not know the model.
    ModelUnknown,
    /// The server does not answer, or not in time.
    NotReachable,
    /// The server asks to retry later.
    Busy,
    /// The settings are invalid.
    Misconfigured,
    /// Any other error; see the message.
    Failed,
}

/// The report of a connection test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ConnectionCheck {
    /// The result.
    pub outcome: CheckOutcome,
    /// An explanation for a person; empty on success. Never contains a key.
    pub message: String,
    /// The same as a message id with arguments, for windows in other languages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<MessageParts>")]
    pub said: Option<Value>,
    /// The latency in milliseconds.
    pub latency_ms: u64,
    /// Models on the server, if the requested one is unknown.
    pub models: Vec<String>,
}

impl ConnectionCheck {
    /// The report for a test that failed with this error.
    pub fn failed(error: &LlmError, latency_ms: u64) -> Self {
        Self {
            outcome: outcome(error),
            message: error.to_string(),
            said: error.said(),
            latency_ms,
            models: Vec::new(),
        }
    }

    /// The report for a test that succeeded.
    pub fn answered(latency_ms: u64) -> Self {
        Self {
            outcome: CheckOutcome::Ok,
            message: String::new(),
            said: None,
            latency_ms,
            models: Vec::new(),
        }
    }
}

/// Asks the model one short question.
pub async fn check(
    name: &str,
    options: ModelOptions,
    http: &Http,
    world: Arc<dyn World>,
    cancelled: &CancellationToken,
) -> ConnectionCheck {
    let model = match connect(name, options.clone(), http) {
        Ok(model) => model,
        Err(error) => return ConnectionCheck::failed(&error, 0),
    };
    let began = world.now();
    let context = AgentContext {
        tools: Default::default(),
        cancelled: cancelled.clone(),
        world: Arc::clone(&world),
        editing: None,
    };
    let asked = model
        .generate(&question(world.as_ref()), &context, &mut |_| {})
        .await;
    let passed = world.now().as_millisecond() - began.as_millisecond();
    let latency_ms = u64::try_from(passed).unwrap_or_default();
    let Err(error) = asked else {
        return ConnectionCheck::answered(latency_ms);
    };
    let mut checked = ConnectionCheck::failed(&error, latency_ms);
    if checked.outcome == CheckOutcome::ModelUnknown {
        // Failing to get the list too adds nothing to the report of an unknown model.
        let listed = models(name, options, http, cancelled).await;
        let ids = listed.unwrap_or_default().into_iter().map(|it| it.id);
        checked.models = ids.take(MAX_LISTED_MODELS).collect();
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

/// The models offered by the server of `provider:…`, in its order.
pub async fn models(
    name: &str,
    options: ModelOptions,
    http: &Http,
    cancelled: &CancellationToken,
) -> Result<Vec<ListedModel>, LlmError> {
    // Listing models must not require a model name.
    let provider = name.split(':').next().unwrap_or_default();
    let (wire, settings) = settings(&format!("{provider}:list"), options)?;
    let attempt = Attempt {
        provider: &settings.provider,
        limits: &settings.http,
        cancelled,
    };
    let asked = async {
        let reply = http.send(wire.models_request(&settings)?, &attempt).await?;
        if !reply.is_success() {
            return Err(wire.http_failure(&reply.into_failure().await?));
        }
        let unreadable = |message: String| LlmError::Unreadable {
            provider: settings.provider.clone(),
            message,
        };
        let Some(Frame::Whole(body)) = reply.into_frames().next().await.transpose()? else {
            return Err(unreadable("it is not a list of models".into()));
        };
        let reply: Value = serde_json::from_str(&body)
            .map_err(|error| unreadable(format!("it is not a list of models: {error}")))?;
        Ok(wire.models(&reply))
    };
    asked.await.map_err(|it| it.redact(settings.key.as_ref()))
}

fn outcome(error: &LlmError) -> CheckOutcome {
    match error {
        LlmError::Unauthorized { .. } => CheckOutcome::KeyRefused,
        LlmError::NoCredit { .. } => CheckOutcome::NoCredit,
        LlmError::Unreachable { .. } | LlmError::BrokenOff { .. } => CheckOutcome::NotReachable,
        LlmError::RateLimited { .. } | LlmError::Overloaded { .. } => CheckOutcome::Busy,
        LlmError::Misconfigured { .. } => CheckOutcome::Misconfigured,
        LlmError::BadRequest {
            status, message, ..
        } if *status == 404 || names_an_unknown_model(message) => CheckOutcome::ModelUnknown,
        _ => CheckOutcome::Failed,
    }
}

/// Several servers answer 400 to an unknown model, distinguished only by the message.
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
