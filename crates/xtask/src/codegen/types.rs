//! The input and output of every tool as TypeScript types, against which the window's calls and
//! what it reads of the answers are checked.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::named_types::NamedTypes;
use super::shared_types::SharedTypes;

const INDENT: &str = "  ";
/// How each of the files begins.
pub(super) const HEADER: &str = "/**\n * The input and the output of each tool by its name.\n \
    * Written by `cargo xtask codegen` from the tools themselves; do not edit.\n */\n\n";

/// The types of all tools, and of a message that is not a tool's; `kind` is what the names of the types
/// begin with: `Tool`.
pub(super) fn types(
    kind: &str,
    tools: &[Value],
    message: Option<&Value>,
    shared: &SharedTypes,
) -> String {
    let all: Vec<Value> = tools.iter().chain(message).cloned().collect();
    let named = NamedTypes::of(&all);
    let own: BTreeSet<_> = named.all().map(|it| it.0).collect();
    let mut file = String::new();
    for it in named.all().filter(|it| !shared.has(it.0)) {
        let _ = writeln!(file, "{}", declaration(&named, it));
    }
    if let Some(message) = message {
        let name = message["name"].as_str().unwrap_or_default();
        let schema = &message["output_schema"];
        let names = Names {
            named: &named,
            tool: name,
        };
        if let Some(about) = about(schema) {
            let _ = writeln!(file, "/** {about} */");
        }
        let _ = writeln!(file, "export type {name} = {}\n", names.type_of(schema, 0));
    }
    let _ = writeln!(file, "export interface {kind}Map {{");
    for tool in tools {
        let name = tool["name"].as_str().unwrap_or_default();
        let names = Names {
            named: &named,
            tool: name,
        };
        let _ = writeln!(file, "{INDENT}{name}: {{");
        for (part, schema) in [
            ("input", &tool["schema"]),
            ("output", &tool["output_schema"]),
        ] {
            let _ = writeln!(file, "{INDENT}{INDENT}{part}: {}", names.type_of(schema, 2));
        }
        let _ = writeln!(file, "{INDENT}}}");
    }
    let _ = write!(file, "}}\n\nexport type {kind}Name = keyof {kind}Map\n");
    format!("{HEADER}{}{file}", shared.import(&own, &file))
}

/// A message that is not a tool's, as if it were what a tool returns.
pub(super) fn message(name: &str, schema: Value) -> Value {
    json!({ "name": name, "output_schema": schema })
}

/// The declaration of a named type, with what it is for.
pub(super) fn declaration(
    named: &NamedTypes<'_>,
    (name, schema, tool): (&str, &Value, &str),
) -> String {
    let names = Names { named, tool };
    let about = about(schema).map_or_else(String::new, |it| format!("/** {it} */\n"));
    format!("{about}export type {name} = {}\n", names.type_of(schema, 0))
}

/// The named types that a schema refers to.
pub(super) fn references(named: &NamedTypes<'_>, schema: &Value, tool: &str) -> Vec<String> {
    match schema {
        Value::Object(fields) => {
            let own = fields.get("$ref").and_then(Value::as_str);
            let inner = fields.values().flat_map(|it| references(named, it, tool));
            own.map(|it| named.name_of(tool, it))
                .into_iter()
                .chain(inner)
                .collect()
        }
        Value::Array(items) => items
            .iter()
            .flat_map(|it| references(named, it, tool))
            .collect(),
        _ => Vec::new(),
    }
}

/// Writes types, with the names that the types in one tool's `$defs` have.
struct Names<'a> {
    named: &'a NamedTypes<'a>,
    tool: &'a str,
}

impl Names<'_> {
    fn type_of(&self, schema: &Value, depth: usize) -> String {
        if let Some(reference) = schema["$ref"].as_str() {
            return self.named.name_of(self.tool, reference);
        }
        if let Some(value) = schema.get("const") {
            return literal(value);
        }
        if let Some(choices) = schema["enum"].as_array() {
            return union(choices.iter().map(literal));
        }
        let members = ["anyOf", "oneOf"]
            .iter()
            .find_map(|it| schema[*it].as_array());
        if let Some(members) = members {
            let all = union(members.iter().map(|it| self.type_of(it, depth)));
            return if schema["properties"].is_object() {
                format!("{} & ({all})", self.object(schema, depth))
            } else {
                all
            };
        }
        match &schema["type"] {
            Value::Array(kinds) => union(kinds.iter().map(|kind| {
                let mut only = schema.clone();
                only["type"] = kind.clone();
                self.type_of(&only, depth)
            })),
            Value::String(kind) => match kind.as_str() {
                "array" => match schema["prefixItems"].as_array() {
                    Some(items) => {
                        let items: Vec<_> =
                            items.iter().map(|it| self.type_of(it, depth)).collect();
                        format!("[{}]", items.join(", "))
                    }
                    None => format!("Array<{}>", self.type_of(&schema["items"], depth)),
                },
                "object" => self.object(schema, depth),
                "integer" | "number" => "number".to_owned(),
                other => other.to_owned(),
            },
            _ => "unknown".to_owned(),
        }
    }

    fn object(&self, schema: &Value, depth: usize) -> String {
        let properties = schema["properties"].as_object().filter(|it| !it.is_empty());
        let Some(properties) = properties else {
            let value = match &schema["additionalProperties"] {
                Value::Bool(false) => "never".to_owned(),
                // An input is closed where nothing else is said.
                Value::Null if schema["properties"].is_object() => "never".to_owned(),
                value => self.type_of(value, depth),
            };
            return format!("Record<string, {value}>");
        };
        let required = schema["required"].as_array();
        let (outer, inner) = (INDENT.repeat(depth), INDENT.repeat(depth + 1));
        let mut text = String::from("{\n");
        for (name, field) in properties {
            let must = required.is_some_and(|it| it.iter().any(|it| it == name));
            if let Some(about) = about(field) {
                let _ = writeln!(text, "{inner}/** {about} */");
            }
            let mark = if must { "" } else { "?" };
            let _ = writeln!(
                text,
                "{inner}{name}{mark}: {}",
                self.type_of(field, depth + 1)
            );
        }
        let _ = write!(text, "{outer}}}");
        text
    }
}

/// A description on one line, without the list of an enum's values.
fn about(schema: &Value) -> Option<String> {
    let text = schema["description"].as_str()?;
    let text = text.split("\n- ").next().unwrap_or(text);
    let text = text.replace('\n', " ").replace("*/", "* /");
    Some(text).filter(|it| !it.is_empty())
}

fn literal(value: &Value) -> String {
    match value {
        Value::String(text) => format!("'{text}'"),
        other => other.to_string(),
    }
}

/// The members of a union, each once.
fn union(members: impl Iterator<Item = String>) -> String {
    let mut once: Vec<String> = Vec::new();
    for member in members {
        if !once.contains(&member) {
            once.push(member);
        }
    }
    once.join(" | ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn tool(name: &str, output: Value) -> Value {
        let input = json!({ "type": "object", "properties": {}, "additionalProperties": false });
        json!({ "name": name, "schema": input, "output_schema": output })
    }

    #[track_caller]
    fn check(output: &Value, expected: &str) {
        let tools = [tool("a", output.clone())];
        let named = NamedTypes::of(&tools);
        let names = Names {
            named: &named,
            tool: "a",
        };
        assert_eq!(names.type_of(output, 0), expected);
    }

    #[test]
    fn generates_types_from_schemas() {
        check(&json!(true), "unknown");
        check(&json!({ "type": ["string", "null"] }), "string | null");
        check(&json!({ "enum": ["a", "b"] }), "'a' | 'b'");
        check(&json!({ "type": "object" }), "Record<string, unknown>");
        let pair = json!({ "type": "array", "prefixItems": [{ "type": "integer" }, true] });
        check(&pair, "[number, unknown]");
    }

    #[test]
    fn an_object_with_a_union_becomes_an_intersection_type() {
        let schema = json!({
            "type": "object",
            "properties": { "a": { "type": "string", "description": "An a.\n- b: c" } },
            "oneOf": [{ "type": "object", "properties": { "kind": { "const": "x" } } }],
        });
        let expected = "{\n  /** An a. */\n  a?: string\n} & ({\n  kind?: 'x'\n})";
        check(&schema, expected);
    }

    #[test]
    fn shared_types_are_written_once_and_conflicting_names_get_the_tool_name() {
        let with = |field: Value| {
            json!({
                "type": "object",
                "properties": { "it": { "$ref": "#/$defs/Entry" } },
                "required": ["it"],
                "$defs": { "Entry": field },
            })
        };
        let text = json!({ "type": "string" });
        let tools = [
            tool("read_a", with(text.clone())),
            tool("read_b", with(text.clone())),
            tool("read_c", with(json!({ "type": "number" }))),
        ];
        let event = message("Event", with(text));
        let nothing = SharedTypes::of(&[], &[]);
        let file = types("Tool", &tools, Some(&event), &nothing);
        assert!(
            file.contains("export type Event = {\n  it: Entry\n}"),
            "{file}"
        );
        assert!(!file.contains("  Event: {"), "{file}");
        assert_eq!(file.matches("export type Entry = string").count(), 1);
        assert_eq!(file.matches("it: Entry\n").count(), 3);
        assert!(file.contains("export type ReadCEntry = number"), "{file}");
        assert!(file.contains("it: ReadCEntry\n"), "{file}");
    }

    #[test]
    fn what_two_sets_of_tools_share_is_declared_once() {
        let defs = |inner: &str| {
            json!({
                "type": "object",
                "properties": { "it": { "$ref": "#/$defs/Outer" } },
                "required": ["it"],
                "$defs": {
                    "Outer": { "type": "object", "properties": { "a": { "$ref": "#/$defs/Inner" } } },
                    "Inner": { "type": inner },
                    "Same": { "type": "boolean" },
                },
            })
        };
        let (one, other) = ([tool("a", defs("string"))], [tool("b", defs("number"))]);
        let shared = SharedTypes::of(&one, &other);
        assert!(shared.has("Same"));
        assert!(!shared.has("Inner"), "they are different types of one name");
        assert!(!shared.has("Outer"), "it refers to them");
        let file = types("Tool", &one, None, &shared);
        assert!(
            file.contains("export type { Same } from './sharedTypes'"),
            "{file}"
        );
        assert!(!file.contains("export type Same"), "{file}");
        let all = SharedTypes::of(&one, &one);
        let file = types("Tool", &one, None, &all);
        assert!(
            file.contains("import type { Outer } from './sharedTypes'"),
            "{file}"
        );
        assert!(all.file.contains("a?: Inner"), "{}", all.file);
    }
}
