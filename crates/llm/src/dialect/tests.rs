//! Names, ids and schemas, adapted.

use expect_test::expect;
use model::talk::ToolDefinition;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{CallIds, Dialect, Names};
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
fn our_own_names_stay_as_they_are() {
    assert_eq!(Names::wire("update_node_kv"), "update_node_kv");
}

#[test]
fn names_with_dots_or_in_chinese_are_told_apart() {
    let names = ["fs.read", "fs/read", "fs_read", "改名", "改称"];
    let wire: std::collections::BTreeSet<_> = names.iter().map(|it| Names::wire(it)).collect();
    assert_eq!(wire.len(), names.len());
}

#[test]
fn two_tools_of_one_name_are_refused() {
    let twice = Names::of(&tools(&["rename", "rename"])).map(|_| ());
    assert!(matches!(twice, Err(LlmError::Misconfigured { .. })));
    let hidden = Names::of(&tools(&["fs.read", &Names::wire("fs.read")])).map(|_| ());
    assert!(matches!(hidden, Err(LlmError::Misconfigured { .. })));
}

#[test]
fn a_name_nobody_gave_is_handed_on() {
    assert_eq!(
        Names::of(&tools(&["rename"])).unwrap().ours("renam"),
        "renam"
    );
}

proptest! {
    #[test]
    fn every_name_is_legal_on_the_wire_and_comes_back(name in "\\PC{0,90}") {
        let wire = Names::wire(&name);
        prop_assert!((1..=64).contains(&wire.len()), "{wire}");
        let legal = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '-';
        prop_assert!(wire.chars().all(legal), "{wire}");
        let begins = |it: char| it.is_ascii_alphabetic() || it == '_';
        prop_assert!(wire.starts_with(begins), "one wire refuses {wire}");
        prop_assert_eq!(Names::of(&tools(&[&name])).unwrap().ours(&wire), name);
    }

    #[test]
    fn every_id_of_a_call_fits(id in "\\PC{0,60}") {
        let any = CallIds::Any.wire(&id);
        prop_assert!((1..=40).contains(&any.len()) && any.is_ascii(), "{any}");
        let nine = CallIds::Nine.wire(&id);
        prop_assert!(nine.len() == 9 && nine.chars().all(|it| it.is_ascii_alphanumeric()));
        prop_assert_eq!(CallIds::Nine.wire(&nine), nine.clone(), "what fits stays");
    }
}

fn check(schema: &Value, expected: expect_test::Expect) {
    expected.assert_eq(&serde_json::to_string(&Dialect::OpenAi.schema(schema)).unwrap());
}

#[test]
fn references_are_resolved_and_noise_is_dropped() {
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
fn keywords_that_are_refused_become_ones_that_are_not() {
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
fn a_tool_without_arguments_still_takes_an_object() {
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
fn a_reference_to_itself_has_an_end() {
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
