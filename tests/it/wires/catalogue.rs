//! Snapshots of every tool in each wire format; and a check that no schema uses what one of the
//! vendors rejects.

use std::fmt::Write;

use expect_test::expect_file;
use model::conversation::Payload;
use serde_json::Value;

use super::{body, tools, wires};
use crate::support::root;

/// The schema keywords that every vendor accepts, or that are removed for it: a default is omitted
/// where it is rejected.
const TAKEN: [&str; 14] = [
    "default",
    "type",
    "description",
    "properties",
    "required",
    "items",
    "enum",
    "additionalProperties",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
];

/// How deep schemas may nest: one vendor's strict mode rejects more.
const DEPTH: usize = 5;

fn tool_block(body: &Value) -> Vec<Value> {
    let block = body["tools"].as_array().unwrap();
    match &block[0]["functionDeclarations"] {
        Value::Array(declared) => declared.clone(),
        _ => block.clone(),
    }
}

#[test]
fn tool_catalogue_snapshot_per_provider() {
    let payload = Payload::default();
    for (wire, settings) in wires() {
        let mut output = String::new();
        for tool in tool_block(&body(wire, &settings, &payload, &tools())) {
            writeln!(output, "{tool}").unwrap();
        }
        let golden = format!("tests/fixtures/wires/catalogue/{}.jsonl", wire.name());
        expect_file![root().join(golden)].assert_eq(&output);
    }
}

fn refused(place: &str, schema: &Value, depth: usize, findings: &mut Vec<String>) {
    let Value::Object(schema) = schema else {
        findings.push(format!("{place}: a schema that is not an object"));
        return;
    };
    for (keyword, value) in schema {
        let one_type = keyword != "type" || value.is_string();
        if !TAKEN.contains(&keyword.as_str()) || !one_type {
            findings.push(format!("{place}: {keyword} = {value}"));
        }
        if keyword == "enum" && !value.as_array().unwrap().iter().all(Value::is_string) {
            findings.push(format!("{place}: an enum of other things than strings"));
        }
    }
    if depth == 0 {
        findings.push(format!("{place}: it nests too deep"));
        return;
    }
    for (name, property) in schema
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        refused(&format!("{place}/{name}"), property, depth - 1, findings);
    }
    if let Some(items) = schema.get("items") {
        refused(&format!("{place}[]"), items, depth - 1, findings);
    }
}

#[test]
fn tool_schemas_avoid_unsupported_keywords() {
    let mut findings = Vec::new();
    for tool in tools() {
        let schema = &tool.parameters;
        if schema["type"] != "object" {
            findings.push(format!("{}: its arguments are not an object", tool.name));
        }
        refused(&tool.name, schema, DEPTH, &mut findings);
    }
    assert!(findings.is_empty(), "{findings:#?}");
}

#[test]
fn every_tool_keeps_its_name_in_every_wire_format() {
    let payload = Payload::default();
    for (wire, settings) in wires() {
        let block = tool_block(&body(wire, &settings, &payload, &tools()));
        for (ours, wires) in tools().iter().zip(block) {
            let name = wires["name"]
                .as_str()
                .or_else(|| wires["function"]["name"].as_str());
            assert_eq!(name, Some(ours.name.as_str()), "{}", wire.name());
        }
    }
}
