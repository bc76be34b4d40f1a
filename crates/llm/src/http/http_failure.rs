//! Parses error responses leniently: every vendor has its own format, and gateways wrap them in
//! theirs. Start at [`HttpFailure::to_error`].

use std::time::Duration;

use reqwest::header::{HeaderMap, LOCATION};
use serde_json::Value;

use super::retry_after::{retry_after, wait_from_sentence};
use crate::LlmError;

/// How much of a server's message is quoted in an error message.
const MAX_MESSAGE_CHARS: usize = 600;

/// An unsuccessful response, or an error inside a stream.
#[derive(Debug, Clone)]
pub struct HttpFailure {
    /// The provider's name.
    pub provider: String,
    /// The HTTP status; 0 if the failure was reported inside the stream.
    pub status: u16,
    /// The response headers.
    pub headers: HeaderMap,
    /// The response body.
    pub body: String,
}

/// The parts of an error response, whatever its format.
#[derive(Debug, Default)]
struct ErrorBody {
    /// The server's identifiers for the kind of error: codes and types, in lower case.
    codes: Vec<String>,
    message: String,
    /// The call that a model made and the server could not parse.
    failed_call: Option<String>,
    /// The requested delay besides the headers, in seconds or as a sentence.
    wait: Option<String>,
    /// Whether a moderator flagged the input.
    flagged: bool,
}

const NO_CREDIT: &[&str] = &[
    "insufficient_quota",
    "insufficient_balance",
    "insufficient_credits",
    "billing_hard_limit_reached",
    "billing_not_active",
];
const TOO_LONG: &[&str] = &[
    "context_length_exceeded",
    "exceed_context_size_error",
    "request_too_large",
];
const REFUSED: &[&str] = &[
    "content_policy_violation",
    "content_filter",
    "moderation_blocked",
    "responsibleaipolicyviolation",
    "image_generation_user_error",
];
const UNAUTHORIZED: &[&str] = &[
    "invalid_api_key",
    "authentication_error",
    "invalid_authentication",
];
const RATE_LIMITED: &[&str] = &[
    "rate_limit_exceeded",
    "rate_limit_error",
    "too_many_requests",
];
const BAD_REQUEST: &[&str] = &[
    "invalid_request_error",
    "model_not_found",
    "not_found_error",
];

/// Several servers say only in the message text that a conversation is too long. Matching on text
/// is acceptable here because the messages are not our own.
const TOO_LONG_WORDS: &[&str] = &[
    "maximum context length",
    "context length",
    "context window",
    "context size",
    "exceeds the maximum number of tokens",
    "prompt is too long",
    "input is too long",
    "too many tokens",
    "reduce the length",
];
/// One vendor answers a wrong key with 400, distinguished only by its message.
const WRONG_KEY_WORDS: &[&str] = &["incorrect api key", "invalid api key", "api key not valid"];

/// Vendors answer 403 or 400 to a whole country. Another key would not help.
const WRONG_PLACE: &[&str] = &["unsupported_country_region_territory"];
const WRONG_PLACE_WORDS: &[&str] = &[
    "country, region, or territory not supported",
    "user location is not supported",
    "not available in your country",
    "not available in your region",
];

/// Another says only in its message that the account is empty.
const NO_CREDIT_WORDS: &[&str] = &["credit balance is too low"];

impl HttpFailure {
    /// An error object inside a stream or in a response with a success status.
    pub(crate) fn in_stream(provider: &str, error: &Value) -> Self {
        let code = number(&error["error"]["code"]).or_else(|| number(&error["code"]));
        Self {
            provider: provider.to_owned(),
            status: code
                .filter(|it| (400..600).contains(it))
                .unwrap_or_default(),
            headers: HeaderMap::new(),
            body: error.to_string(),
        }
    }

    /// The error, classified by what the caller can do about it.
    pub fn to_error(&self) -> LlmError {
        let complaint = ErrorBody::read(&self.body);
        let provider = self.provider.clone();
        let status = self.status;
        let contains_any = |words: &[&str]| {
            complaint
                .codes
                .iter()
                .any(|it| words.contains(&it.as_str()))
        };
        let worded = |words: &[&str]| {
            let text = complaint.message.to_lowercase();
            matches!(status, 0 | 400 | 413 | 422 | 500) && words.iter().any(|it| text.contains(it))
        };
        let message = self.words(&complaint);
        if status == 402 || contains_any(NO_CREDIT) || worded(NO_CREDIT_WORDS) {
            LlmError::NoCredit { provider, message }
        } else if let Some(call) = &complaint.failed_call {
            LlmError::BadToolCall {
                provider,
                message: format!("{message}\nIt had said: {call}"),
            }
        } else if status == 413 || contains_any(TOO_LONG) || worded(TOO_LONG_WORDS) {
            LlmError::TooLong { provider, message }
        } else if complaint.flagged || contains_any(REFUSED) {
            LlmError::Refused { provider, message }
        } else if contains_any(WRONG_PLACE) || names_a_place(&complaint.message) {
            LlmError::BadRequest {
                provider,
                status,
                message: format!("{message}; it does not serve this place, with any key"),
            }
        } else if matches!(status, 401 | 403)
            || contains_any(UNAUTHORIZED)
            || worded(WRONG_KEY_WORDS)
        {
            LlmError::Unauthorized { provider, message }
        } else if status == 429 || contains_any(RATE_LIMITED) || self.requests_delay() {
            LlmError::RateLimited {
                provider,
                retry_after: retry_after(&self.headers).or_else(|| complaint.wait()),
            }
        } else if self.is_temporary() && !(status == 0 && contains_any(BAD_REQUEST)) {
            LlmError::Overloaded {
                provider,
                status,
                message,
            }
        } else {
            LlmError::BadRequest {
                provider,
                status,
                message,
            }
        }
    }

    fn requests_delay(&self) -> bool {
        matches!(self.status, 503 | 529) && retry_after(&self.headers).is_some()
    }

    /// One vendor uses 498 for a full queue.
    fn is_temporary(&self) -> bool {
        matches!(self.status, 0 | 408 | 409 | 425 | 498 | 500 | 502..)
    }

    fn words(&self, complaint: &ErrorBody) -> String {
        let message = match complaint.message.as_str() {
            "" => "it gave no reason".to_owned(),
            text => text.to_owned(),
        };
        let to = self
            .headers
            .get(LOCATION)
            .and_then(|it| it.to_str().ok())
            .unwrap_or("elsewhere");
        match self.status {
            300..=399 => format!("it sends us on to {to}; if that is right, set it as the address"),
            404 => format!("{message}; check the model's name and the address"),
            _ => message,
        }
    }
}

impl ErrorBody {
    /// The delay requested in the body: in its own field or in the text of the message.
    fn wait(&self) -> Option<Duration> {
        let stated = self.wait.as_deref();
        let seconds = |it: &str| Duration::try_from_secs_f64(it.parse().ok()?).ok();
        let stated = stated.and_then(|it| seconds(it).or_else(|| wait_from_sentence(it)));
        stated.or_else(|| wait_from_sentence(&self.message))
    }

    fn read(body: &str) -> Self {
        match serde_json::from_str::<Value>(body) {
            Ok(Value::Array(list)) => list.first().map(Self::from_json).unwrap_or_default(),
            Ok(value) => Self::from_json(&value),
            Err(_) => Self {
                message: cut(&plain_text(body)),
                ..Self::default()
            },
        }
    }

    fn from_json(value: &Value) -> Self {
        let inner = if value["error"].is_object() {
            &value["error"]
        } else {
            value
        };
        let codes = [
            &inner["code"],
            &inner["type"],
            &value["code"],
            &value["type"],
        ];
        let words = [
            &inner["message"],
            &value["error"],
            &value["detail"],
            &value["message"],
            value,
        ];
        let message = words.into_iter().find_map(text).unwrap_or_default();
        let metadata = &inner["metadata"];
        let mut complaint = Self {
            codes: codes
                .into_iter()
                .filter_map(text)
                .map(|it| it.to_lowercase())
                .collect(),
            message: cut(&message),
            failed_call: text(&inner["failed_generation"]).map(|it| cut(&it)),
            wait: text(&inner["retry_after"]).or_else(|| text(&value["retry_after"])),
            flagged: metadata["reasons"].is_array(),
        };
        // A gateway's own message says little; the message of the server behind it is nested here.
        if let Some(raw) = text(&metadata["raw"]) {
            let behind = Self::read(&raw);
            complaint.codes.extend(behind.codes);
            complaint.wait = complaint.wait.or(behind.wait);
            complaint.message = cut(&format!("{}: {}", complaint.message, behind.message));
        }
        if complaint.codes.iter().any(|it| it == "tool_use_failed") {
            complaint.failed_call.get_or_insert_default();
        }
        complaint
    }
}

fn names_a_place(message: &str) -> bool {
    let text = message.to_lowercase();
    WRONG_PLACE_WORDS.iter().any(|it| text.contains(it))
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(list) if !list.is_empty() => Some(Value::from(list.clone()).to_string()),
        _ => None,
    }
}

fn number(value: &Value) -> Option<u16> {
    let given = value.as_u64().or_else(|| value.as_str()?.parse().ok())?;
    u16::try_from(given).ok()
}

/// The visible text of an HTML page: proxies answer with such pages.
fn plain_text(body: &str) -> String {
    let mut text = String::new();
    let mut in_tag = false;
    for letter in body.chars().take(10 * MAX_MESSAGE_CHARS) {
        match letter {
            '<' => in_tag = true,
            '>' if in_tag => {
                in_tag = false;
                text.push(' ');
            }
            _ if !in_tag => text.push(letter),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_MESSAGE_CHARS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
