//! Decodes a line as a JSON-RPC 2.0 message, or returns the protocol's error for an invalid one.
//! Enter through [`decode`].

use agent_client_protocol_schema::v1::{Error, RequestId};
use serde_json::{Map, Value};

/// A message.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Message {
    /// Requires a response.
    Request {
        /// Identifies the response.
        id: RequestId,
        method: String,
        params: Value,
    },
    /// Requires no response.
    Notification { method: String, params: Value },
    /// Answers a request.
    Response {
        id: RequestId,
        result: Result<Value, Error>,
    },
}

/// Why a line is not a message, and which request it might have been.
#[derive(Debug, PartialEq)]
pub(crate) struct Malformed {
    /// The protocol's error.
    pub(crate) error: Error,
    /// The id of the request, if known.
    pub(crate) id: RequestId,
}

impl Malformed {
    fn invalid(why: &str, id: RequestId) -> Self {
        Self {
            error: said(Error::invalid_request(), why),
            id,
        }
    }
}

/// One of the protocol's errors, with a more specific message.
pub(crate) fn said(mut error: Error, why: impl std::fmt::Display) -> Error {
    error.message = format!("{}: {why}", error.message);
    error
}

/// Decodes a line; `None` for an empty one.
pub(crate) fn decode(line: &[u8]) -> Result<Option<Message>, Malformed> {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    if line.iter().all(u8::is_ascii_whitespace) {
        return Ok(None);
    }
    let value: Value = serde_json::from_slice(line).map_err(|error| Malformed {
        error: said(
            Error::parse_error(),
            format_args!("this line is not JSON: {error}"),
        ),
        id: RequestId::Null,
    })?;
    let Value::Object(mut message) = value else {
        let why = "a line holds one message, which is an object";
        return Err(Malformed::invalid(why, RequestId::Null));
    };
    let id = id_of(&mut message)?;
    let id_or_null = || id.clone().unwrap_or(RequestId::Null);
    if message.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        let why = "`jsonrpc` has to be \"2.0\"";
        return Err(Malformed::invalid(why, id_or_null()));
    }
    let Some(method) = message.remove("method") else {
        return response(message, id).map(Some);
    };
    let Value::String(method) = method else {
        return Err(Malformed::invalid(
            "`method` has to be a text",
            id_or_null(),
        ));
    };
    let params = message.remove("params").unwrap_or(Value::Null);
    if !matches!(params, Value::Null | Value::Object(_) | Value::Array(_)) {
        let why = "`params` has to be an object";
        return Err(Malformed::invalid(why, id_or_null()));
    }
    Ok(Some(match id {
        Some(id) => Message::Request { id, method, params },
        None => Message::Notification { method, params },
    }))
}

/// The id, if there is one.
fn id_of(message: &mut Map<String, Value>) -> Result<Option<RequestId>, Malformed> {
    let Some(id) = message.remove("id") else {
        return Ok(None);
    };
    serde_json::from_value(id).map(Some).map_err(|_| {
        let why = "`id` has to be a text or a whole number";
        Malformed::invalid(why, RequestId::Null)
    })
}

fn response(mut message: Map<String, Value>, id: Option<RequestId>) -> Result<Message, Malformed> {
    let Some(id) = id else {
        let why = "there is neither a method nor an id";
        return Err(Malformed::invalid(why, RequestId::Null));
    };
    let result = match (message.remove("result"), message.remove("error")) {
        (Some(result), None) => Ok(result),
        (_, Some(error)) => Err(serde_json::from_value(error).map_err(|_| {
            Malformed::invalid("`error` has to have a code and a message", RequestId::Null)
        })?),
        (None, None) => {
            let why = "there is no method, no result and no error";
            return Err(Malformed::invalid(why, id));
        }
    };
    Ok(Message::Response { id, result })
}
