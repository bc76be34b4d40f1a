//! The record of a tool's call (AT-7), as it is returned, stored in a conversation and sent. Its
//! forms for different readers (AT-5, AT-6, AT-8): [`ToolAgentOutput::content`] and
//! [`ToolAgentOutput::cli`]. Not here: how a record comes about (the crate `capability`), and the
//! compiled `ui_schema`, which belongs to the user interface.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::{NodeId, VersionRef};

/// Why a call failed, for programs. A code is added only if some interface acts on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Code {
    /// The arguments are invalid; correct them and call again.
    InvalidActionInput,
    /// There is no such tool.
    UnknownAction,
    /// The named item does not exist.
    NotFound,
    /// It has changed since.
    Conflict,
    /// The caller is not allowed to do this.
    PermissionDenied,
    /// The same call was made too often in one turn; use the answers it got.
    RepeatedCall,
    /// Too many calls of the tool were invalid in one turn; go on without it.
    ToolDisabled,
    /// A service or the disk failed; a later call may work.
    Unavailable,
    /// Cancelled.
    Cancelled,
    /// A bug in this program.
    Internal,
}

/// How a call went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Everything that was asked.
    Success,
    /// Nothing.
    Failure,
    /// A part of it; the result says which.
    Partial,
}

/// The machine-readable result of a call: ids, counts, versions, for chaining.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToolResult {
    /// The capability's name.
    pub module: String,
    /// The tool's name in it.
    pub method: String,
    /// What the tool returned.
    pub data: Value,
    /// Arguments that were not of the schema's types, and what they were taken for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub understood: Vec<String>,
}

/// A failure as shown to the caller (AT-8).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorReport {
    /// The code, for programs.
    pub code: Code,
    /// What was wrong.
    pub message: String,
    /// The capability's name, if the tool is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    /// The tool's name in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Where in the arguments, as a JSON pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// What would have been valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What was given, at most 200 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub got: Option<String>,
    /// What to do next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The message id and its parts, for interfaces in other languages: `{"what", "parts"}`; for an
    /// error in a file also its `file` and `line`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<MessageParts>")]
    pub said: Option<Value>,
    /// The input schema, if the input did not fit it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_schema: Option<Value>,
}

/// The shape of a message id with its parts, as it is stored and sent.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub struct MessageParts {
    /// The message id.
    what: String,
    /// Its parts: text or numbers.
    #[serde(skip_serializing_if = "Map::is_empty")]
    parts: Map<String, Value>,
    /// The file with the fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The line of the fault in the file, counting from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    /// The place of the fault in a condition or effect, in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<u64>,
}

/// Hints for displaying a result (AT-9); the only source of tool UI.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UiHints {
    /// The kind of display: `attributes`, `picture`, `prose`, `nodes`, `versions`, `message`.
    pub template: String,
    /// One line: what was done.
    pub title: String,
    /// The values to display.
    pub fields: Map<String, Value>,
}

/// A version written by a call, for display: which node, which capability, which number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WrittenVersion {
    /// The node, if it belongs to one.
    pub node: Option<NodeId>,
    /// Its title after the call (before it, if the node was removed).
    pub title: String,
    /// The capability, or the built-in part of the node.
    pub capability: String,
    /// The version adopted now; `None` if there is none.
    pub version: Option<VersionRef>,
}

/// The full record of a call (AT-7).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToolAgentOutput {
    /// The name that was called: a tool's name, or `project_cli`.
    pub tool_name: String,
    /// The call's id.
    pub tool_call_id: String,
    /// The arguments as called, or as edited by a person.
    pub tool_call_args: Value,
    /// Whether a person changed the arguments before the call ran.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub edited_by_person: bool,
    /// How it went.
    pub status: Status,
    /// The result, if it succeeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<ToolResult>,
    /// The failure, if it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorReport>,
    /// Hints for displaying it; interfaces send them compiled, as `ui_schema`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(rename = "ui_schema")]
    pub ui_hints: Option<UiHints>,
    /// What it wrote.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrote: Vec<WrittenVersion>,
    /// The number of the change it made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<u64>,
}

impl ToolAgentOutput {
    /// For the model and `messages.content`: the complete JSON text of the result (AT-6), or of
    /// `{"status":"failure","error":…}` (AT-8).
    pub fn content(&self) -> String {
        match (&self.result, &self.error) {
            (Some(result), _) => json!(result).to_string(),
            (None, error) => {
                let mut error = error.clone();
                // Message ids for interfaces are of no use to a model.
                if let Some(error) = &mut error {
                    error.said = None;
                }
                json!({ "status": self.status, "error": error }).to_string()
            }
        }
    }

    /// For the command line: `{"ok":true,"module","method","data"}` (AT-5), or
    /// `{"ok":false,"error"}`. A partial result is `ok` and has `"status":"partial"`.
    pub fn cli(&self) -> Value {
        let Some(ToolResult {
            module,
            method,
            data,
            understood,
        }) = &self.result
        else {
            return json!({ "ok": false, "error": self.error });
        };
        let mut view = json!({ "ok": true, "module": module, "method": method, "data": data });
        if !understood.is_empty() {
            view["understood"] = json!(understood);
        }
        if self.status == Status::Partial {
            view["status"] = json!(self.status);
        }
        view
    }

    /// Whether everything that was asked succeeded.
    pub fn succeeded(&self) -> bool {
        self.status == Status::Success
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(result: Option<ToolResult>, error: Option<ErrorReport>) -> ToolAgentOutput {
        ToolAgentOutput {
            tool_name: "update_node_kv".into(),
            tool_call_id: "1".into(),
            tool_call_args: json!({}),
            edited_by_person: false,
            status: if error.is_some() {
                Status::Failure
            } else {
                Status::Success
            },
            result,
            error,
            ui_hints: None,
            wrote: Vec::new(),
            change: None,
        }
    }

    fn updated() -> ToolResult {
        let data = json!({ "count": 1 });
        ToolResult {
            module: "kv".into(),
            method: "update".into(),
            data,
            understood: Vec::new(),
        }
    }

    #[test]
    fn model_content_is_exactly_the_result() {
        let text = output(Some(updated()), None).content();
        assert_eq!(
            text,
            r#"{"module":"kv","method":"update","data":{"count":1}}"#
        );
    }

    #[test]
    fn cli_output_is_one_object_with_ok() {
        let view = output(Some(updated()), None).cli();
        let expected =
            json!({ "ok": true, "module": "kv", "method": "update", "data": { "count": 1 } });
        assert_eq!(view, expected);
    }

    #[test]
    fn failure_is_structured_for_model_and_cli() {
        let error = json!({ "code": "NOT_FOUND", "message": "there is no node “Neo”" });
        let error: ErrorReport = serde_json::from_value(error).unwrap();
        let failed = output(None, Some(error));
        let body = r#"{"code":"NOT_FOUND","message":"there is no node “Neo”"}"#;
        assert_eq!(
            failed.content(),
            format!(r#"{{"status":"failure","error":{body}}}"#)
        );
        assert_eq!(
            failed.cli().to_string(),
            format!(r#"{{"ok":false,"error":{body}}}"#)
        );
    }

    #[test]
    fn record_round_trips_through_json() {
        let record = output(Some(updated()), None);
        let text = serde_json::to_string(&record).unwrap();
        assert_eq!(
            serde_json::from_str::<ToolAgentOutput>(&text).unwrap(),
            record
        );
    }
}
