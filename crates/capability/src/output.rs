//! One answer, many views: what every call gives back (AT-5 … AT-9). Enter through
//! [`ToolAgentOutput::content`] and [`ToolAgentOutput::cli`]. Not here: how the door comes to it
//! (`door.rs`), and the compiled `ui_schema`, which is a face's.

use model::{NodeId, VersionRef};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::validate::Fault;
use crate::{Code, ToolError, ToolSpec};

/// How a call went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// As asked.
    Success,
    /// Not at all.
    Failure,
    /// In part; the result says which.
    Partial,
}

/// The machine-oriented truth of a call: ids, counts, versions, for chaining.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolResult {
    /// The capability's name.
    pub module: String,
    /// The tool's name in it.
    pub method: String,
    /// What the tool returned.
    pub data: Value,
}

/// A failure as the caller reads it (AT-8).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ErrorReport {
    /// For programs.
    pub code: Code,
    /// What was wrong.
    pub message: String,
    /// The capability's name, where the tool is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    /// The tool's name in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Where in the arguments, as a JSON pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// What would have fitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What was given, at most 200 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub got: Option<String>,
    /// What to try next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The same by a fixed word and its parts, for a window of another language: `{"what", "parts"}`,
    /// of a file with its `file` and `line`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<Value>,
    /// The schema of the input, where the input was at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_schema: Option<Value>,
}

/// Advice on showing a result (AT-9); the only source of tool UI.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UiHints {
    /// The sort of picture: `attributes`, `picture`, `prose`, `nodes`, `versions`, `message`.
    pub template: String,
    /// One line: what was done.
    pub title: String,
    /// What to fill it with.
    pub fields: Map<String, Value>,
}

/// A version a call wrote, for people: which node, which capability, which number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Wrote {
    /// The node, where it was one.
    pub node: Option<NodeId>,
    /// Its title after the call (before, if it is gone).
    pub title: String,
    /// The capability, or the part of the node.
    pub capability: String,
    /// The version adopted since; `None` where nothing is.
    pub version: Option<VersionRef>,
}

/// The full record of a call (AT-7).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolAgentOutput {
    /// As called: a tool's name, or `project_cli`.
    pub tool_name: String,
    /// The call's id.
    pub tool_call_id: String,
    /// The arguments as called; where a person changed them, as they ran.
    pub tool_call_args: Value,
    /// Whether a person changed the arguments before the call ran.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub edited_by_person: bool,
    /// How it went.
    pub status: Status,
    /// The truth, where it went well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<ToolResult>,
    /// The failure, where it did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorReport>,
    /// Advice on showing it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ui_hints: Option<UiHints>,
    /// What it wrote.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrote: Vec<Wrote>,
    /// The number of the change it made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<u64>,
}

impl ErrorReport {
    /// Adds which tool failed, and its schema where the input was at fault (AT-8).
    pub(crate) fn of(mut self, tool: &ToolSpec) -> Self {
        self.module = Some(tool.module.clone());
        self.method = Some(tool.method.clone());
        if self.code == Code::InvalidActionInput {
            self.input_schema = Some(tool.schema.clone());
        }
        self
    }
}

impl From<ToolError> for Box<ErrorReport> {
    fn from(error: ToolError) -> Self {
        Box::new(error.into())
    }
}

impl From<Box<Fault>> for Box<ErrorReport> {
    fn from(fault: Box<Fault>) -> Self {
        let message = fault.sentence();
        let Fault {
            path,
            expected,
            got,
            hint,
            misfit,
            ..
        } = *fault;
        let error = ToolError::invalid(path, message);
        let report = ErrorReport::from(match &misfit {
            Some(misfit) => error.said(misfit),
            None => error,
        });
        let expected = Some(expected).filter(|it| !it.is_empty());
        Box::new(ErrorReport {
            expected,
            got: Some(got),
            hint,
            ..report
        })
    }
}

impl From<ToolError> for ErrorReport {
    fn from(error: ToolError) -> Self {
        Self {
            code: error.code,
            message: error.message,
            module: None,
            method: None,
            path: error.path,
            expected: None,
            got: None,
            hint: error.hint,
            said: error.said,
            input_schema: None,
        }
    }
}

impl ToolAgentOutput {
    /// For the model and `messages.content`: the complete JSON text of the result (AT-6), or of
    /// `{"status":"failure","error":…}` (AT-8).
    pub fn content(&self) -> String {
        match (&self.result, &self.error) {
            (Some(result), _) => json!(result).to_string(),
            (None, error) => {
                let mut error = error.clone();
                // A window's own words are nothing to a model.
                if let Some(error) = &mut error {
                    error.said = None;
                }
                json!({ "status": self.status, "error": error }).to_string()
            }
        }
    }

    /// For the command line: `{"ok":true,"module","method","data"}` (AT-5), or
    /// `{"ok":false,"error"}`. A call that went in part is `ok` and says `"status":"partial"`.
    pub fn cli(&self) -> Value {
        let Some(ToolResult {
            module,
            method,
            data,
        }) = &self.result
        else {
            return json!({ "ok": false, "error": self.error });
        };
        let mut view = json!({ "ok": true, "module": module, "method": method, "data": data });
        if self.status == Status::Partial {
            view["status"] = json!(self.status);
        }
        view
    }

    /// Whether it went as asked.
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
        }
    }

    #[test]
    fn the_model_reads_the_whole_result_and_nothing_else() {
        let text = output(Some(updated()), None).content();
        assert_eq!(
            text,
            r#"{"module":"kv","method":"update","data":{"count":1}}"#
        );
    }

    #[test]
    fn the_command_line_reads_one_object_that_says_ok() {
        let view = output(Some(updated()), None).cli();
        let expected =
            json!({ "ok": true, "module": "kv", "method": "update", "data": { "count": 1 } });
        assert_eq!(view, expected);
    }

    #[test]
    fn a_failure_is_structured_in_both_views() {
        let error = ErrorReport::from(ToolError::not_found("there is no node “Neo”"));
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
    fn a_record_reads_back_from_its_json() {
        let record = output(Some(updated()), None);
        let text = serde_json::to_string(&record).unwrap();
        assert_eq!(
            serde_json::from_str::<ToolAgentOutput>(&text).unwrap(),
            record
        );
    }
}
