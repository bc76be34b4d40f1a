//! The input of every tool as a TypeScript type, against which the window's calls are checked.

use std::fmt::Write as _;

use serde_json::Value;

const INDENT: &str = "  ";

/// The types, one per tool; `kind` is what the names of the types begin with: `Tool`.
pub(super) fn types(kind: &str, tools: &[Value]) -> String {
    let mut file = format!(
        "/**\n * The input of each tool by its name.\n \
         * Written by `cargo xtask codegen` from the tools themselves; do not edit.\n */\n\n\
         export interface {kind}Map {{\n",
    );
    for tool in tools {
        let name = tool["name"].as_str().unwrap_or_default();
        let input = object(&tool["schema"], 1);
        let _ = writeln!(file, "{INDENT}{name}: {input}");
    }
    let _ = write!(file, "}}\n\nexport type {kind}Name = keyof {kind}Map\n");
    file
}

fn object(schema: &Value, depth: usize) -> String {
    let properties = schema["properties"].as_object().filter(|it| !it.is_empty());
    let Some(properties) = properties else {
        let value = schema
            .get("additionalProperties")
            .filter(|it| it.is_object());
        let value = value.map_or_else(|| "never".to_owned(), |it| type_of(it, depth));
        return format!("Record<string, {value}>");
    };
    let required = schema["required"].as_array();
    let (outer, inner) = (INDENT.repeat(depth), INDENT.repeat(depth + 1));
    let mut text = String::from("{\n");
    for (name, field) in properties {
        let must = required.is_some_and(|it| it.iter().any(|it| it == name));
        if let Some(words) = field["description"].as_str() {
            let words = words.replace('\n', " ").replace("*/", "* /");
            let _ = writeln!(text, "{inner}/** {words} */");
        }
        let mark = if must { "" } else { "?" };
        let _ = writeln!(text, "{inner}{name}{mark}: {}", type_of(field, depth + 1));
    }
    let _ = write!(text, "{outer}}}");
    text
}

fn type_of(field: &Value, depth: usize) -> String {
    if let Some(choices) = field["enum"].as_array() {
        let quoted = choices.iter().filter_map(Value::as_str);
        let quoted: Vec<_> = quoted.map(|it| format!("'{it}'")).collect();
        return quoted.join(" | ");
    }
    match field["type"].as_str() {
        Some("array") => format!("Array<{}>", type_of(&field["items"], depth)),
        Some("object") => object(field, depth),
        Some("integer" | "number") => "number".to_owned(),
        Some(name @ ("string" | "boolean")) => name.to_owned(),
        _ => "unknown".to_owned(),
    }
}
