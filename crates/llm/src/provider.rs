//! The seam every vendor's wire stands behind. A [`Provider`] translates and does nothing else: it
//! writes a request, and its [`Reader`] makes a reply of what comes back. [`crate::HttpModel`]
//! carries both ways. Not here: sending, waiting, cancelling ([`crate::http`]).

use std::ops::ControlFlow;
use std::sync::Arc;

use model::World;
use model::talk::{Delta, Payload, ProviderResponse, ToolDefinition};
use reqwest::Method;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Map, Value};

use crate::connection::ListedModel;
use crate::dialect::CallIds;
use crate::http::{Fault, Frame, HttpLimits};
use crate::{LlmError, ModelLimits};

/// Which model is asked, where it is, and what is peculiar to it.
#[derive(Debug, Clone)]
pub struct ModelSettings {
    /// The name it goes by in messages and in [`crate::LanguageModel::name`]: "deepseek".
    pub provider: String,
    /// The model's own id, as the server knows it.
    pub model: String,
    /// The address up to and including the API's version, without a slash at its end.
    pub base_url: String,
    /// The key, where the server wants one.
    pub key: Option<SecretString>,
    /// What it can take in and give out.
    pub limits: ModelLimits,
    /// Whether it takes pictures.
    pub sees: bool,
    /// Whether it takes a word of the system's behind the conversation.
    pub late_system: bool,
    /// Whether it is told a key by which it finds what it has cached.
    pub cache_key: bool,
    /// Whether the reply is asked for in pieces. Off for servers that cannot.
    pub stream: bool,
    /// The field that bounds the reply: `max_tokens`, or `max_completion_tokens`.
    pub max_tokens_field: String,
    /// Fields laid over the request's body; a field set to `null` is taken out of it.
    pub extra: Map<String, Value>,
    /// What the server takes for the id of a call.
    pub call_ids: CallIds,
    /// Whether a call must have thinking beside it, be it empty: calls by other models have none.
    pub blank_thinking: bool,
    /// The version of the API that is spoken, where the wire has a header for it.
    pub api_version: String,
    /// How long to wait and how much to take.
    pub http: HttpLimits,
}

impl ModelSettings {
    /// Provider and model, as `provider:model`.
    pub(crate) fn name(&self) -> String {
        format!("{}:{}", self.provider, self.model)
    }

    /// A reply that makes no sense; `message` says of it what was wrong.
    pub(crate) fn unreadable(&self, message: impl Into<String>) -> LlmError {
        LlmError::Unreadable {
            provider: self.provider.clone(),
            message: message.into(),
        }
    }

    /// The request that looks up what lies at this path of the server.
    pub(crate) fn get(&self, path: &str, headers: HeaderMap) -> HttpRequest {
        HttpRequest {
            method: Method::GET,
            url: format!("{}{path}", self.base_url),
            headers,
            body: Value::Null,
        }
    }

    /// Lays the user's own fields over a request's body.
    pub(crate) fn lay_over(&self, body: &mut Map<String, Value>) {
        for (field, value) in &self.extra {
            if value.is_null() {
                body.shift_remove(field);
            } else {
                body.insert(field.clone(), value.clone());
            }
        }
    }
}

/// One question to a model: what is said, with which tools, to whom.
#[derive(Clone, Copy)]
pub struct Exchange<'a> {
    /// What is said.
    pub payload: &'a Payload,
    /// The tools it may call.
    pub tools: &'a [ToolDefinition],
    /// To whom.
    pub settings: &'a ModelSettings,
}

/// A request, ready to be sent. Headers that hold a key are marked as sensitive, so that printing
/// a request does not print the key.
#[derive(Debug, Clone)]
pub struct HttpRequest {
    /// POST to ask a model, GET to look something up.
    pub method: Method,
    /// The whole address.
    pub url: String,
    /// Beside those every JSON request has.
    pub headers: HeaderMap,
    /// The JSON body; none where this is null.
    pub body: Value,
}

/// A vendor's wire, as pure translation (OS-4).
pub trait Provider: Send + Sync {
    /// The wire's name.
    fn name(&self) -> &'static str;
    /// Writes the request.
    fn request(&self, exchange: &Exchange<'_>) -> Result<HttpRequest, LlmError>;
    /// Makes what reads the reply to [`Provider::request`]; ids a server left out come from `world`.
    fn reader(
        &self,
        exchange: &Exchange<'_>,
        world: Arc<dyn World>,
    ) -> Result<Box<dyn Reader>, LlmError>;
    /// Writes the request for the list of models.
    fn models_request(&self, settings: &ModelSettings) -> Result<HttpRequest, LlmError> {
        Ok(settings.get("/models", bearer(settings)?))
    }
    /// The models in the answer to [`Provider::models_request`], in the server's order.
    fn models(&self, reply: &Value) -> Vec<ListedModel> {
        let listed = reply["data"].as_array().into_iter().flatten();
        let model = |it: &Value| {
            Some(ListedModel {
                id: it["id"].as_str()?.to_owned(),
                context_tokens: it["context_length"].as_u64(),
            })
        };
        listed.filter_map(model).collect()
    }
    /// What an answer without success means.
    fn fault(&self, fault: &Fault) -> LlmError {
        fault.to_error()
    }
}

/// Makes a reply of the frames it comes in, be it one or thousands.
pub trait Reader: Send {
    /// Takes the next frame and tells what it adds; `Break` when the rest does not matter.
    fn read(
        &mut self,
        frame: Frame,
        on_delta: &mut (dyn FnMut(Delta) + Send),
    ) -> Result<ControlFlow<()>, LlmError>;
    /// The whole reply, once there are no more frames; an error where it is not whole.
    fn finish(self: Box<Self>) -> Result<ProviderResponse, LlmError>;
}

/// The header most servers want the key in; none where there is no key.
pub(crate) fn bearer(settings: &ModelSettings) -> Result<HeaderMap, LlmError> {
    let mut headers = HeaderMap::new();
    if let Some(value) = key_header(settings, "Bearer ")? {
        headers.insert(AUTHORIZATION, value);
    }
    Ok(headers)
}

/// The key in a header of that name; no header where there is no key.
pub(crate) fn key_in(settings: &ModelSettings, name: &'static str) -> Result<HeaderMap, LlmError> {
    let mut headers = HeaderMap::new();
    if let Some(value) = key_header(settings, "")? {
        headers.insert(HeaderName::from_static(name), value);
    }
    Ok(headers)
}

fn key_header(settings: &ModelSettings, before: &str) -> Result<Option<HeaderValue>, LlmError> {
    let Some(key) = &settings.key else {
        return Ok(None);
    };
    // A key read from a file ends in a line break more often than not.
    let text = format!("{before}{}", key.expose_secret().trim());
    let mut value = HeaderValue::from_str(&text).map_err(|_| LlmError::Unauthorized {
        provider: settings.provider.clone(),
        message: "the key holds characters that no key has; copy it again".into(),
    })?;
    value.set_sensitive(true);
    Ok(Some(value))
}
