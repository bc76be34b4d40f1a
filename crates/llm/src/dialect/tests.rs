//! Adaptation of tool names, call ids and schemas.

use expect_test::expect;
use model::conversation::ToolDefinition;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{CallIdFormat, SchemaDialect, ToolNames};
use crate::LlmError;

fn tools(names: &[&str]) -> Vec<ToolDefinition> {
    let tool = |name: &&str| ToolDefinition {
        name: (*name).to_owned(),
        description: String::new(),
        parameters: json!({}),
    };
    names.iter().map(tool).collect()
}

#[test]
fn valid_names_are_unchanged() {
    assert_eq!(ToolNames::wire("update_node_kv"), "update_node_kv");
}

#[test]
fn names_with_dots_or_in_chinese_stay_distinct() {
    let names = ["fs.read", "fs/read", "fs_read", "改名", "改称"];
    let wire: std::collections::BTreeSet<_> = names.iter().map(|it| ToolNames::wire(it)).collect();
    assert_eq!(wire.len(), names.len());
}

#[test]
fn rejects_two_tools_with_one_name() {
    let twice = ToolNames::of(&tools(&["rename", "rename"])).map(|_| ());
    assert!(matches!(twice, Err(LlmError::Misconfigured { .. })));
    let hidden = ToolNames::of(&tools(&["fs.read", &ToolNames::wire("fs.read")])).map(|_| ());
    assert!(matches!(hidden, Err(LlmError::Misconfigured { .. })));
}

#[test]
fn passes_unknown_tool_names_through() {
    assert_eq!(
        ToolNames::of(&tools(&["rename"]))
            .unwrap()
            .original("renam"),
        "renam"
    );
}

proptest! {
    #[test]
    fn every_encoded_name_is_valid_and_round_trips(name in "\\PC{0,90}") {
        let wire = ToolNames::wire(&name);
        prop_assert!((1..=64).contains(&wire.len()), "{wire}");
        let legal = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '-';
        prop_assert!(wire.chars().all(legal), "{wire}");
        let begins = |it: char| it.is_ascii_alphabetic() || it == '_';
        prop_assert!(wire.starts_with(begins), "one API rejects {wire}");
        prop_assert_eq!(ToolNames::of(&tools(&[&name])).unwrap().original(&wire), name);
    }

    #[test]
    fn every_encoded_call_id_is_valid(id in "\\PC{0,60}") {
        let any = CallIdFormat::Any.wire(&id);
        prop_assert!((1..=40).contains(&any.len()) && any.is_ascii(), "{any}");
        let nine = CallIdFormat::Nine.wire(&id);
        prop_assert!(nine.len() == 9 && nine.chars().all(|it| it.is_ascii_alphanumeric()));
        prop_assert_eq!(CallIdFormat::Nine.wire(&nine), nine.clone(), "a valid id is unchanged");
    }
}

fn check(schema: &Value, expected: expect_test::Expect) {
    expected.assert_eq(&serde_json::to_string(&SchemaDialect::OpenAi.schema(schema)).unwrap());
}

#[test]
fn resolves_references_and_drops_noise() {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Update",
        "type": "object",
        "properties": {
            "items": { "type": "array", "items": { "$ref": "#/$defs/Pair" } },
            "first": { "$ref": "#/$defs/Pair", "description": "Comes first." },
        },
        "required": ["items"],
        "$defs": { "Pair": {
            "title": "Pair",
            "type": "object",
            "properties": { "k": { "type": "string" }, "title": { "type": "string" } },
        } },
    });
    check(
        &schema,
        expect![[
            r#"{"type":"object","properties":{"items":{"type":"array","items":{"type":"object","properties":{"k":{"type":"string"},"title":{"type":"string"}}}},"first":{"type":"object","properties":{"k":{"type":"string"},"title":{"type":"string"}},"description":"Comes first."}},"required":["items"]}"#
        ]],
    );
}

#[test]
fn replaces_rejected_keywords() {
    let schema = json!({
        "type": "object",
        "properties": {
            "n": { "type": "integer", "format": "uint32", "minimum": 0 },
            "day": { "type": "string", "format": "date" },
            "kind": { "const": "scene" },
            "either": { "oneOf": [{ "type": "string" }, { "type": "null" }] },
            "any": true,
            "list": { "type": "array" },
        },
        "oneOf": [{ "required": ["n"] }, { "required": ["day"] }],
    });
    check(
        &schema,
        expect![[
            r#"{"type":"object","properties":{"n":{"type":"integer","minimum":0},"day":{"type":"string","format":"date"},"kind":{"enum":["scene"]},"either":{"anyOf":[{"type":"string"},{"type":"null"}]},"any":{},"list":{"type":"array","items":{}}}}"#
        ]],
    );
}

#[test]
fn schema_of_a_tool_without_arguments_is_an_object() {
    check(
        &json!({}),
        expect![[r#"{"type":"object","properties":{}}"#]],
    );
    check(
        &json!(true),
        expect![[r#"{"type":"object","properties":{}}"#]],
    );
}

#[test]
fn cuts_recursive_schema_references() {
    let schema = json!({
        "type": "object",
        "properties": { "child": { "$ref": "#" }, "lost": { "$ref": "#/$defs/Nowhere" } },
    });
    check(
        &schema,
        expect![[
            r#"{"type":"object","properties":{"child":{"type":"object","properties":{"child":{},"lost":{}}},"lost":{}}}"#
        ]],
    );
}
