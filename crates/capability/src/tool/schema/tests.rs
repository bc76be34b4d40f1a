//! Tests for schemas generated from Rust types.

use expect_test::{Expect, expect};
use serde::Deserialize;

use super::*;

/// Set attributes of a node.
/// Use it for structured facts.
///
/// Pairs not named stay.
#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only its schema is looked at")]
struct Update {
    /// The pairs
    /// to set.
    items: Vec<Pair>,
    /// The title, a field that is called like a keyword.
    title: Option<String>,
    /// How often.
    #[serde(default)]
    count: Option<u32>,
    /// How strictly.
    mode: Option<Mode>,
    /// The parts.
    #[serde(default)]
    parts: Vec<Plain>,
}

/// One pair.
#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only its schema is looked at")]
struct Pair {
    /// The name.
    k: String,
    /// The value.
    v: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Mode {
    /// Refuse what is new.
    Strict,
    /// Take what comes.
    Lenient,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Plain {
    One,
    Two,
}

#[track_caller]
fn check(schema: &Value, expected: &Expect) {
    expected.assert_eq(&format!("{schema:#}\n"));
}

#[test]
fn input_becomes_a_plain_object_in_field_order() {
    let (description, schema) = of_input::<Update>();
    assert_eq!(
        description,
        "Set attributes of a node. Use it for structured facts.\n\nPairs not named stay."
    );
    check(
        &schema,
        &expect![[r#"
            {
              "type": "object",
              "properties": {
                "items": {
                  "type": "array",
                  "items": {
                    "description": "One pair.",
                    "type": "object",
                    "properties": {
                      "k": {
                        "description": "The name.",
                        "type": "string"
                      },
                      "v": {
                        "description": "The value.",
                        "type": "string"
                      }
                    },
                    "required": [
                      "k",
                      "v"
                    ],
                    "additionalProperties": false
                  },
                  "description": "The pairs to set."
                },
                "title": {
                  "type": "string",
                  "description": "The title, a field that is called like a keyword."
                },
                "count": {
                  "type": "integer",
                  "minimum": 0,
                  "description": "How often."
                },
                "mode": {
                  "description": "How strictly.\n- strict: Refuse what is new.\n- lenient: Take what comes.",
                  "type": "string",
                  "enum": [
                    "strict",
                    "lenient"
                  ]
                },
                "parts": {
                  "type": "array",
                  "items": {
                    "type": "string",
                    "enum": [
                      "one",
                      "two"
                    ]
                  },
                  "description": "The parts."
                }
              },
              "required": [
                "items"
              ],
              "additionalProperties": false
            }
        "#]],
    );
}

#[test]
fn input_without_fields_rejects_unknown_fields() {
    /// Takes the last step back.
    #[derive(Deserialize, JsonSchema)]
    struct Undo {}
    let (description, schema) = of_input::<Undo>();
    assert_eq!(description, "Takes the last step back.");
    assert_eq!(
        *schema,
        json!({ "type": "object", "properties": {}, "additionalProperties": false })
    );
}

#[test]
fn stored_data_may_contain_null() {
    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct Prose {
        /// The author's remark.
        remark: Option<String>,
    }
    let remark = &of_data::<Prose>()["properties"]["remark"];
    assert_eq!(remark["type"], json!(["string", "null"]));
}

/// What a tool returns.
#[derive(serde::Serialize, JsonSchema)]
struct Listing {
    first: Named,
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<Named>,
    third: Option<Named>,
    #[serde(flatten)]
    change: Change,
    #[serde(default)]
    count: u32,
}

/// What has a name.
#[derive(serde::Serialize, JsonSchema)]
struct Named {
    name: String,
}

#[derive(serde::Serialize, JsonSchema)]
#[serde(tag = "kind", content = "parts", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is looked at")]
enum Change {
    Added { name: String },
    Removed {},
}

#[test]
fn output_schema_names_types_and_required_fields() {
    let schema = of_output::<Listing>();
    assert_eq!(schema["required"], json!(["first", "third", "count"]));
    assert_eq!(
        schema["properties"]["first"],
        json!({ "$ref": "#/$defs/Named" })
    );
    assert_eq!(
        schema["$defs"]["Named"]["additionalProperties"],
        json!(false)
    );
    assert!(schema["properties"]["count"].get("default").is_none());
}

#[track_caller]
fn fits(value: &Value) -> bool {
    let schema = of_output::<Listing>();
    jsonschema::draft202012::new(&schema)
        .unwrap()
        .is_valid(value)
}

#[test]
fn output_schema_rejects_unknown_fields() {
    let named = json!({ "name": "a" });
    let listing = json!({
        "first": named,
        "third": null,
        "count": 1,
        "kind": "added",
        "parts": { "name": "b" },
    });
    assert!(fits(&listing));
    for (path, wrong) in [
        ("more", json!(1)),
        ("third", json!({ "name": "a", "id": 1 })),
        ("kind", json!("moved")),
        ("parts", json!({ "name": "b", "behind": 0 })),
        ("second", Value::Null),
    ] {
        let mut listing = listing.clone();
        listing[path] = wrong;
        assert!(!fits(&listing), "{listing}");
    }
}

#[test]
fn output_schema_of_an_enum_of_objects_is_an_object() {
    #[derive(serde::Serialize, JsonSchema)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    enum Shown {
        One(Named),
        Many { names: Vec<Named> },
    }
    assert_eq!(of_output::<Shown>()["type"], "object");
    assert_eq!(of_output::<Value>().get("type"), None);
}
