//! What can go wrong with a model, named by what the caller may do about it.

use std::time::Duration;

use model::Sentence;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};

/// What stands where a key stood.
const REDACTED: &str = "[key]";

/// Half a key shorter than this tells nothing, and would be found in ordinary words.
const TELLING_BYTES: usize = 8;

/// A failure of a model. No variant ever holds a key.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum LlmError {
    /// The service asks us to slow down.
    #[error("{provider} asks to slow down{}", .retry_after.map(|it| format!("; try again in {} s", it.as_secs())).unwrap_or_default())]
    RateLimited {
        /// Who.
        provider: String,
        /// How long to wait, where it says.
        retry_after: Option<Duration>,
    },
    /// The service is overloaded or failing; may work later.
    #[error("{provider} failed ({status}): {message}")]
    Overloaded {
        /// Who.
        provider: String,
        /// The HTTP status, 0 where the failure came in the stream.
        status: u16,
        /// What it said.
        message: String,
    },
    /// The service cannot be reached, or the connection broke, or it was silent for too long.
    #[error("cannot reach {provider}: {message}")]
    Unreachable {
        /// Who.
        provider: String,
        /// What happened, in words.
        message: String,
    },
    /// The reply came in part and broke off: by its connection, or by a stream without its end.
    #[error("the reply of {provider} broke off before its end: {message}")]
    BrokenOff {
        /// Who.
        provider: String,
        /// What happened, in words.
        message: String,
    },
    /// The key is missing or was refused.
    #[error("{provider} refuses the key: {message}")]
    Unauthorized {
        /// Who.
        provider: String,
        /// What it said, key left out.
        message: String,
    },
    /// The account has no money or quota left; trying again does not help.
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
    /// The service will not do this.
    #[error("{provider} declines: {message}")]
    Refused {
        /// Who.
        provider: String,
        /// What it said.
        message: String,
    },
    /// The request was wrong: a model that does not exist, an option it does not take.
    #[error("{provider} cannot take this request ({status}): {message}")]
    BadRequest {
        /// Who.
        provider: String,
        /// The HTTP status.
        status: u16,
        /// What it said.
        message: String,
    },
    /// The model made a call the service itself could not read; the model should be told.
    #[error("{provider} could not read the model's tool call: {message}")]
    BadToolCall {
        /// Who.
        provider: String,
        /// What it said, the failed attempt included.
        message: String,
    },
    /// The reply could not be understood (OS-9).
    #[error("the reply of {provider} could not be read: {message}")]
    Unreadable {
        /// Who.
        provider: String,
        /// Where and why.
        message: String,
    },
    /// The reply is whole and holds neither words nor a call.
    #[error("{provider} answered without saying anything")]
    Empty {
        /// Who.
        provider: String,
    },
    /// The settings name no model that could be asked.
    #[error("{message}")]
    Misconfigured {
        /// Which setting, what is wrong with it, and what it takes.
        message: Sentence,
    },
    /// It would cost more than the one who asked may spend; nothing was sent.
    #[error("{message}")]
    OverBudget {
        /// What the bound is.
        message: String,
    },
    /// Stopped at the caller's wish.
    #[error("stopped")]
    Cancelled,
}

impl LlmError {
    /// Whether the same request may work a little later.
    pub fn is_transient(&self) -> bool {
        matches!(
            self,
            Self::RateLimited { .. }
                | Self::Overloaded { .. }
                | Self::Unreachable { .. }
                | Self::BrokenOff { .. }
        )
    }

    /// Which failure it is, in one word for programs.
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

    /// What [`Self::said`] may say beside [`Misset`](crate::Misset): each word with its parts.
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

    /// The same by a fixed word and its parts, for a window of another language.
    pub fn said(&self) -> Option<Value> {
        let mut parts = serde_json::Map::new();
        match self {
            Self::Misconfigured {
                message: Sentence { said: Some(it), .. },
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

    /// How long the service asked us to wait.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::RateLimited { retry_after, .. } => *retry_after,
            _ => None,
        }
    }

    /// The same failure without a trace of the key, should a server have repeated it (AT-13). A cut
    /// key is found by its halves.
    pub(crate) fn without(mut self, key: Option<&SecretString>) -> Self {
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
            .filter(|it| it.len() >= TELLING_BYTES)
        {
            *message = message.replace(half, REDACTED);
        }
        let is_cleaned = *message != before;
        if let (Self::Misconfigured { message }, true) = (&mut self, is_cleaned) {
            // Its parts repeat what the sentence was cleaned of.
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
    fn what_is_said_is_in_the_list_and_holds_the_parts_that_people_need() {
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
            let said = error.said().expect("a word");
            let parts = said["parts"].as_object().expect("parts");
            let parts: Vec<_> = parts.keys().map(String::as_str).collect();
            let found = LlmError::SAID
                .iter()
                .find(|it| said["what"] == it.0)
                .expect("a word of the list");
            let mut expected = found.1.to_vec();
            let mut parts = parts;
            expected.sort_unstable();
            parts.sort_unstable();
            assert_eq!(parts, expected, "{said}");
        }
        assert_eq!(LlmError::Cancelled.said(), None);
    }
}
