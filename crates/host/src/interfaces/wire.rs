//! Call, answer and event as JSON: one format for the window, for `--json`, and for programs that
//! pipe calls in.
//!
//! Not here: transport.

use capability::ToolAgentOutput;
use model::conversation::ToolCall;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::{Event, Failure};

/// The module of the assistant's tools.
const ASSISTANT: &str = "assistant";

/// Parses a tool's input: one JSON object. `from` names its source in messages: "standard input".
pub fn read_input(text: &str, from: &str) -> Result<Value, Failure> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| Failure::invalid(format!("{from} is not JSON: {error}")))?;
    if !value.is_object() {
        let hint = "give the fields by name: {\"node\": \"…\"}";
        return Err(Failure::invalid(format!("{from} must be a JSON object")).hint(hint));
    }
    Ok(value)
}

/// Parses one line as a call, the form in which programs send what people type as a `/command`:
/// `{"id":"7","name":"update_node_kv","args":{…}}`. `id` and `args` may be omitted.
pub fn read_call(line: &str) -> Result<ToolCall, Failure> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Call {
        id: Option<String>,
        name: String,
        #[serde(default)]
        args: Map<String, Value>,
    }
    let Call { id, name, args } = serde_json::from_str(line).map_err(|error| {
        let hint = r#"write it on one line: {"id":"7","name":"update_node_kv","args":{…}}"#;
        Failure::invalid(format!("the line is not a call: {error}")).hint(hint)
    })?;
    Ok(ToolCall {
        id,
        name,
        args: Value::Object(args),
    })
}

/// The answer, as text, to a line that calls no tool.
pub fn text_answer(text: &str) -> Value {
    json!({ "ok": true, "data": text })
}

/// An answer in the form for programs (AT-5).
pub fn answer(output: &ToolAgentOutput) -> Value {
    output.cli()
}

/// A failure before any tool was called, in the same form.
pub fn failure(failure: &Failure) -> Value {
    json!({ "ok": false, "error": failure.report() })
}

/// The full record of a call, for the window (AT-7, AT-9).
pub fn record(output: &ToolAgentOutput) -> Value {
    let mut record = serde_json::to_value(output).expect("records hold nothing that JSON cannot");
    compile(&mut record);
    // A conversation contains the records of its calls (AT-11).
    let lines = record.pointer_mut("/result/data/messages");
    if output
        .result
        .as_ref()
        .is_some_and(|it| it.module == ASSISTANT)
        && let Some(lines) = lines.and_then(Value::as_array_mut)
    {
        let kept = lines.iter_mut();
        kept.filter_map(|it| it.pointer_mut("/metadata/tool_agent_output"))
            .for_each(compile);
    }
    record
}

/// An event in the form for programs.
pub fn event(event: &Event) -> Value {
    let mut value = serde_json::to_value(event).expect("events hold nothing that JSON cannot");
    if let Some(output) = value.get_mut("output") {
        compile(output);
    }
    value
}

/// An event as text, serialized once for all listeners.
pub fn event_text(it: &Event) -> &str {
    it.wire_text(|| event(it).to_string())
}

/// Compiles a record's UI hints to their wire form; the hints themselves are never sent (AT-9).
fn compile(record: &mut Value) {
    let Some(record) = record.as_object_mut() else {
        return;
    };
    if let Some(hints) = record.shift_remove("ui_hints").filter(|it| !it.is_null()) {
        record.insert("ui_schema".to_owned(), hints);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use capability::Code;

    #[test]
    fn parses_a_call_with_or_without_an_id() {
        let call = read_call(r#"{"id":"7","name":"read","args":{"node":"Neo"}}"#).unwrap();
        assert_eq!(call.id.as_deref(), Some("7"));
        assert_eq!(
            (call.name, call.args),
            ("read".to_owned(), json!({ "node": "Neo" }))
        );
        let call = read_call(r#"{"name":"read"}"#).unwrap();
        assert_eq!((call.id, call.args), (None, json!({})));
    }

    #[test]
    fn rejects_a_call_with_unknown_fields() {
        let failure = read_call(r#"{"name":"read","arguments":{}}"#).unwrap_err();
        let message = &failure.report().message;
        assert!(
            message.starts_with("the line is not a call: unknown field `arguments`"),
            "{message}"
        );
    }

    #[test]
    fn call_input_must_be_an_object() {
        assert_eq!(read_input("{\"a\":1}", "it"), Ok(json!({ "a": 1 })));
        let error_for = |text: &str| read_input(text, "it").unwrap_err().report().message.clone();
        assert_eq!(error_for("[1]"), "it must be a JSON object");
        assert_eq!(
            error_for("{"),
            "it is not JSON: EOF while parsing an object at line 1 column 1"
        );
    }

    #[test]
    fn a_failure_before_a_call_has_the_shape_of_an_answer() {
        let failed = Failure::new(Code::NotFound, "there is no story at x").hint("make it");
        let expected = json!({
            "ok": false,
            "error": { "code": "NOT_FOUND", "message": "there is no story at x", "hint": "make it" },
        });
        assert_eq!(failure(&failed), expected);
    }
}
