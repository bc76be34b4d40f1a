//! What can go wrong with a model, classified by what the caller can do about it.

use std::time::Duration;

use model::LocalizedMessage;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};

use crate::clean::{MIN_KEY_PART_BYTES, REDACTED};

/// An error of a model. No variant ever contains a key.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum LlmError {
    /// The service asks to slow down.
    #[error("{provider} asks to slow down{}", .retry_after.map(|it| format!("; try again in {} s", it.as_secs())).unwrap_or_default())]
    RateLimited {
        /// Who.
        provider: String,
        /// How long to wait, if the service says so.
        retry_after: Option<Duration>,
    },
    /// The service is overloaded or failing, possibly only temporarily.
    #[error("{provider} failed ({status}): {message}")]
    Overloaded {
        /// Who.
        provider: String,
        /// The HTTP status; 0 if the failure was reported inside the stream.
        status: u16,
        /// The service's message.
        message: String,
    },
    /// The service cannot be reached, the connection broke, or it was silent for too long.
    #[error("cannot reach {provider}: {message}")]
    Unreachable {
        /// Who.
        provider: String,
        /// What happened.
        message: String,
    },
    /// The reply was incomplete: the connection broke, or the stream had no end.
    #[error("the reply of {provider} broke off before its end: {message}")]
    BrokenOff {
        /// Who.
        provider: String,
        /// What happened.
        message: String,
    },
    /// The key is missing or was rejected.
    #[error("{provider} refuses the key: {message}")]
    Unauthorized {
        /// Who.
        provider: String,
        /// The service's message, without the key.
        message: String,
    },
    /// The account has no money or quota left; retrying does not help.
    #[error("{provider} has no credit left for this key: {message}")]
    NoCredit {
        /// Who.
        provider: String,
        /// What it said.
        message: String,
    },
    /// The payload does not fit the model's window.
    #[error("the conversation is too long for {provider}: {message}")]
    TooLong {
        /// Who.
        provider: String,
        /// What it said.
        message: String,
    },
    /// The service refuses to answer.
    #[error("{provider} declines: {message}")]
    Refused {
        /// Who.
        provider: String,
        /// What it said.
        message: String,
    },
    /// The request was wrong: an unknown model, or an unsupported option.
    #[error("{provider} cannot take this request ({status}): {message}")]
    BadRequest {
        /// Who.
        provider: String,
        /// The HTTP status.
        status: u16,
        /// What it said.
        message: String,
    },
    /// The model made a call that the service itself could not parse; the model should be told.
    #[error("{provider} could not read the model's tool call: {message}")]
    BadToolCall {
        /// Who.
        provider: String,
        /// The service's message, including the failed attempt.
        message: String,
    },
    /// The reply could not be parsed (OS-9).
    #[error("the reply of {provider} could not be read: {message}")]
    Unreadable {
        /// Who.
        provider: String,
        /// Where and why.
        message: String,
    },
    /// The reply is complete but contains neither text nor a call.
    #[error("{provider} returned an empty answer")]
    Empty {
        /// Who.
        provider: String,
    },
    /// The settings do not name a usable model.
    #[error("{message}")]
    Misconfigured {
        /// Which setting is wrong, why, and what is valid.
        message: LocalizedMessage,
    },
    /// It would cost more than the caller may spend; nothing was sent.
    #[error("{message}")]
    OverBudget {
        /// The limit.
        message: String,
    },
    /// Cancelled by the caller.
    #[error("stopped")]
    Cancelled,
}

impl LlmError {
    /// Whether the same request may succeed a little later.
    pub fn is_transient(&self) -> bool {
        matches!(
            self,
            Self::RateLimited { .. }
                | Self::Overloaded { .. }
                | Self::Unreachable { .. }
                | Self::BrokenOff { .. }
        )
    }

    /// The error as a code for programs.
    pub fn word(&self) -> &'static str {
        match self {
            Self::RateLimited { .. } => "rate_limited",
            Self::Overloaded { .. } => "overloaded",
            Self::Unreachable { .. } => "unreachable",
            Self::BrokenOff { .. } => "broken_off",
            Self::Unauthorized { .. } => "unauthorized",
            Self::NoCredit { .. } => "no_credit",
            Self::TooLong { .. } => "too_long",
            Self::Refused { .. } => "refused",
            Self::BadRequest { .. } => "bad_request",
            Self::BadToolCall { .. } => "bad_tool_call",
            Self::Unreadable { .. } => "unreadable",
            Self::Empty { .. } => "empty",
            Self::Misconfigured { .. } => "misconfigured",
            Self::OverBudget { .. } => "over_budget",
            Self::Cancelled => "cancelled",
        }
    }

    /// Every message id that [`Self::said`] can return, with the names of its arguments.
    pub const SAID: &[(&str, &[&str])] = &[
        ("model_rate_limited", &["provider"]),
        ("model_overloaded", &["provider"]),
        ("model_unreachable", &["provider"]),
        ("model_broken_off", &["provider"]),
        ("model_unauthorized", &["provider"]),
        ("model_no_credit", &["provider"]),
        ("model_too_long", &["provider"]),
        ("model_refused", &["provider"]),
        ("model_bad_request", &["provider", "message"]),
        ("model_bad_tool_call", &["provider"]),
        ("model_unreadable", &["provider"]),
        ("model_empty", &["provider"]),
        ("model_misconfigured", &["message"]),
        ("model_over_budget", &["message"]),
    ];

    /// The same error as a message id with arguments, for windows in other languages.
    pub fn said(&self) -> Option<Value> {
        let mut parts = serde_json::Map::new();
        match self {
            Self::Misconfigured {
                message: LocalizedMessage { said: Some(it), .. },
            } => return Some(it.clone()),
            Self::Misconfigured { message } => {
                parts.insert("message".to_owned(), json!(message.english));
            }
            Self::RateLimited { provider, .. }
            | Self::Overloaded { provider, .. }
            | Self::Unreachable { provider, .. }
            | Self::BrokenOff { provider, .. }
            | Self::Unauthorized { provider, .. }
            | Self::NoCredit { provider, .. }
            | Self::TooLong { provider, .. }
            | Self::Refused { provider, .. }
            | Self::BadToolCall { provider, .. }
            | Self::Unreadable { provider, .. }
            | Self::Empty { provider } => {
                parts.insert("provider".to_owned(), json!(provider));
            }
            Self::BadRequest {
                provider, message, ..
            } => {
                parts.insert("provider".to_owned(), json!(provider));
                parts.insert("message".to_owned(), json!(message));
            }
            Self::OverBudget { message } => {
                parts.insert("message".to_owned(), json!(message));
            }
            Self::Cancelled => return None,
        }
        Some(json!({ "what": format!("model_{}", self.word()), "parts": parts }))
    }

    /// How long the service asked to wait.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::RateLimited { retry_after, .. } => *retry_after,
            _ => None,
        }
    }

    /// The same error without the key, in case a server repeated it (AT-13). A truncated key is
    /// found by its halves.
    pub(crate) fn redact(mut self, key: Option<&SecretString>) -> Self {
        let secret = key.map(|it| it.expose_secret().trim()).unwrap_or_default();
        let (Some(message), false) = (self.message_mut(), secret.is_empty()) else {
            return self;
        };
        let middle = (0..=secret.len() / 2)
            .rev()
            .find(|at| secret.is_char_boundary(*at));
        let (front, back) = secret.split_at(middle.unwrap_or_default());
        let before = message.clone();
        *message = message.replace(secret, REDACTED);
        for half in [front, back]
            .into_iter()
            .filter(|it| it.len() >= MIN_KEY_PART_BYTES)
        {
            *message = message.replace(half, REDACTED);
        }
        let is_cleaned = *message != before;
        if let (Self::Misconfigured { message }, true) = (&mut self, is_cleaned) {
            // The arguments repeat what was redacted from the message.
            message.said = None;
        }
        self
    }

    fn message_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Overloaded { message, .. }
            | Self::Unreachable { message, .. }
            | Self::BrokenOff { message, .. }
            | Self::Unauthorized { message, .. }
            | Self::NoCredit { message, .. }
            | Self::TooLong { message, .. }
            | Self::Refused { message, .. }
            | Self::BadRequest { message, .. }
            | Self::BadToolCall { message, .. }
            | Self::Unreadable { message, .. }
            | Self::OverBudget { message } => Some(message),
            Self::Misconfigured { message } => Some(&mut message.english),
            Self::RateLimited { .. } | Self::Empty { .. } | Self::Cancelled => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_coded_error_is_listed_with_its_arguments() {
        let provider = || "Hub".to_owned();
        let message = || "no such model".to_owned();
        for error in [
            LlmError::RateLimited {
                provider: provider(),
                retry_after: None,
            },
            LlmError::Unauthorized {
                provider: provider(),
                message: message(),
            },
            LlmError::BadRequest {
                provider: provider(),
                status: 404,
                message: message(),
            },
            LlmError::Misconfigured {
                message: message().into(),
            },
        ] {
            let said = error.said().expect("a message id");
            let parts = said["parts"].as_object().expect("parts");
            let parts: Vec<_> = parts.keys().map(String::as_str).collect();
            let found = LlmError::SAID
                .iter()
                .find(|it| said["what"] == it.0)
                .expect("a listed message id");
            let mut expected = found.1.to_vec();
            let mut parts = parts;
            expected.sort_unstable();
            parts.sort_unstable();
            assert_eq!(parts, expected, "{said}");
        }
        assert_eq!(LlmError::Cancelled.said(), None);
    }
}
