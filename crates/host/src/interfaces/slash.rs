//! `/update_node_kv Name=Neo` → a tool call, with the authority of the person who typed it (OS-1).
//! Enter through [`read`].
//!
//! Not here: the grammar of what follows the name; that is `capability`'s, from the tool's schema.

use capability::{Code, ToolSpec};
use model::conversation::ToolCall;
use serde_json::Value;

use crate::failure::nearest;
use crate::{Failure, WorkspaceError};

/// Parses a line that starts with `/` as the call of a tool.
pub fn read(line: &str, specs: &[ToolSpec]) -> Result<ToolCall, Failure> {
    let line = line.trim().trim_start_matches('/');
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let spec = find(name, specs).ok_or_else(|| unknown(name, specs))?;
    let args = spec.input_from_line(rest).map_err(|error| {
        let usage = usage(spec);
        Failure::invalid(error.0)
            .hint(format!("its syntax is: {usage}"))
            .said(WorkspaceError::LineUnread { usage })
    })?;
    Ok(ToolCall {
        id: None,
        name: spec.name.clone(),
        args,
    })
}

/// The usage of a command: `/rename_node title [node]`, with optional arguments in brackets.
pub fn usage(spec: &ToolSpec) -> String {
    let required = spec.schema.get("required").and_then(Value::as_array);
    let must = |name: &str| required.is_some_and(|it| it.iter().any(|it| it == name));
    let fields = spec.schema.get("properties").and_then(Value::as_object);
    let words = fields.into_iter().flatten().map(|(name, schema)| {
        let word = match schema.pointer("/items/properties/k") {
            Some(_) => "key=value…",
            None => name,
        };
        match (
            must(name),
            schema.get("type").is_some_and(|it| it == "array"),
        ) {
            (true, true) if word == name => format!("{word}…"),
            (true, _) => word.to_owned(),
            (false, true) => format!("[{word}…]"),
            (false, false) => format!("[{word}]"),
        }
    });
    let name = spec.verb.as_ref().unwrap_or(&spec.name);
    let words: Vec<_> = words.collect();
    format!("/{name} {}", words.join(" ")).trim_end().to_owned()
}

/// Finds a tool by its name, its verb, `module.method`, or an alias: `/draw_a_portrait`, `/画像`. A
/// space ends the name, so the words of an alias are separated by `_` or `-`.
pub fn find<'a>(name: &str, specs: &'a [ToolSpec]) -> Option<&'a ToolSpec> {
    let by_name = specs.iter().find(|it| it.is_called(name));
    let by_verb = || specs.iter().find(|it| it.verb.as_deref() == Some(name));
    let by_address = || {
        specs
            .iter()
            .find(|it| format!("{}.{}", it.module, it.method) == name)
    };
    let called = normalized_name(name);
    let by_alias = || {
        specs
            .iter()
            .find(|it| it.aliases.all().any(|it| it.to_lowercase() == called))
    };
    by_name
        .or_else(by_verb)
        .or_else(by_address)
        .or_else(by_alias)
}

/// A name in lower case with spaces for `_` and `-`, for comparing aliases.
pub fn normalized_name(name: &str) -> String {
    name.to_lowercase().replace(['_', '-'], " ")
}

/// The failure for an unknown tool.
pub fn unknown(name: &str, specs: &[ToolSpec]) -> Failure {
    let names = specs
        .iter()
        .flat_map(|it| [Some(it.name.as_str()), it.verb.as_deref()])
        .flatten();
    let near = nearest(name, names);
    let name = name.to_owned();
    let failure = Failure::new(Code::UnknownAction, WorkspaceError::NoCommand { name });
    match near {
        Some(near) => failure.hint(format!("did you mean /{near}? /help lists all")),
        None => failure.hint("/help lists all commands"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn reads(line: &str) -> Result<ToolCall, (Code, String, Option<String>)> {
        read(line, &crate::Studio::specs()).map_err(|failure| {
            let report = failure.report();
            (report.code, report.message.clone(), report.hint.clone())
        })
    }

    #[test]
    fn a_slash_command_is_a_call_of_the_tool() {
        let args = json!({ "items": [{ "k": "Name", "v": "Neo" }], "node": "Thomas Anderson" });
        let expected = ToolCall {
            id: None,
            name: "update_node_kv".into(),
            args,
        };
        for line in [
            r#"/update_node_kv Name=Neo --node "Thomas Anderson""#,
            r#"/kv.update Name=Neo --node "Thomas Anderson""#,
            r#"/update_node_kv {"items":[{"k":"Name","v":"Neo"}],"node":"Thomas Anderson"}"#,
        ] {
            assert_eq!(reads(line), Ok(expected.clone()), "{line}");
        }
        assert_eq!(reads("/undo").map(|it| it.name), Ok("undo".into()));
        for called in ["/draw_a_portrait", "/Draw-a-portrait", "/画像"] {
            let line = format!("{called} \"an old man\" ratio=3:4");
            let call = reads(&line).unwrap();
            assert_eq!(call.name, "generate_image", "{line}");
            assert_eq!(
                call.args,
                json!({ "prompt": "an old man", "ratio": "3:4" }),
                "{line}"
            );
        }
    }

    #[test]
    fn slash_command_errors_suggest_a_fix() {
        let unknown = reads("/update_node_vk Name=Neo");
        let hint = "did you mean /update_node_kv? /help lists all";
        let message = "there is no command /update_node_vk".to_owned();
        assert_eq!(
            unknown,
            Err((Code::UnknownAction, message, Some(hint.into())))
        );
        let (code, message, hint) = reads("/undo {\"turn\":").unwrap_err();
        let hinted = hint.as_deref();
        assert_eq!(hinted, Some("its syntax is: /undo [turn] [change] [alone]"));
        assert_eq!(code, Code::InvalidActionInput);
        assert!(
            message.starts_with("the input is not a JSON object: EOF"),
            "{message}"
        );
    }

    #[test]
    fn usage_shows_required_and_optional_arguments() {
        let specs = crate::Studio::specs();
        let of = |name| usage(find(name, &specs).unwrap());
        assert_eq!(
            of("rename_node"),
            "/rename_node title [node] [rewrite_links] [rewrite_mentions] [alias_key]"
        );
        assert_eq!(of("update_node_kv"), "/update_node_kv key=value… [node]");
        assert_eq!(
            of("rename_attribute"),
            "/rename_attribute key new_key [nodes…]"
        );
        assert_eq!(of("redo"), "/redo");
    }
}
