//! Reduces the description and the schema of an outside tool to what models and our errors can
//! handle. Only precision is lost: the server validates its input itself.

use serde_json::{Map, Value, json};

use super::plain;

/// The longest description, in characters.
const MAX_CHARS: usize = 1000;
/// The largest schema, in bytes; a model reads it with every request.
const MAX_BYTES: usize = 20_000;
/// The maximum depth of a schema; anything deeper accepts any value.
const MAX_DEPTH: usize = 6;
/// The most fields of one object.
const MAX_FIELDS: usize = 100;

/// The keywords that are kept for a field.
const KEPT: [&str; 14] = [
    "default",
    "description",
    "enum",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "properties",
    "required",
    "type",
];

/// A description that names the tool's server.
pub(super) fn description(server: &str, described: &str) -> String {
    let words: String = plain::line(described).chars().take(MAX_CHARS).collect();
    format!("{} (A tool of the other program “{server}”.)", words.trim())
        .trim_start()
        .to_owned()
}

/// An input schema without unions and references, with a description for each field.
pub(super) fn reduced(schema: Value) -> Value {
    let mut reduced = reduced_field(plain::value(schema), "input", 0);
    if reduced.get("type") != Some(&json!("object")) {
        reduced = json!({ "type": "object", "properties": {} });
    }
    if reduced.to_string().len() > MAX_BYTES {
        reduced = json!({ "type": "object", "properties": {} });
    }
    if let Some(object) = reduced.as_object_mut() {
        object.remove("description");
        object.entry("properties").or_insert_with(|| json!({}));
    }
    reduced
}

fn reduced_field(schema: Value, name: &str, depth: usize) -> Value {
    let described = schema.get("description").and_then(Value::as_str);
    let described: String = described
        .or_else(|| schema.get("title").and_then(Value::as_str))
        .filter(|it| !it.trim().is_empty())
        .unwrap_or(name)
        .chars()
        .map(|it| if it.is_control() { ' ' } else { it })
        .take(MAX_CHARS)
        .collect();
    let Value::Object(fields) = schema else {
        return json!({ "description": described });
    };
    let has_union = ["oneOf", "anyOf", "allOf", "$ref", "$dynamicRef", "not"]
        .iter()
        .any(|it| fields.contains_key(*it));
    if has_union || depth > MAX_DEPTH {
        return json!({ "description": described });
    }
    let mut kept = Map::new();
    for (key, value) in fields {
        if KEPT.contains(&key.as_str()) {
            kept.insert(key, value);
        }
    }
    kept.insert("description".to_owned(), json!(described));
    if let Some(types) = kept.get("type").and_then(Value::as_array) {
        let first = types.iter().find(|it| **it != json!("null")).cloned();
        let optional = types.contains(&json!("null"));
        match first.filter(|_| types.len() <= 1 + usize::from(optional)) {
            Some(first) if !optional => _ = kept.insert("type".to_owned(), first),
            _ => _ = kept.remove("type"),
        }
    }
    if let Some(properties) = kept.get_mut("properties") {
        *properties = match properties.take() {
            Value::Object(properties) => properties
                .into_iter()
                .take(MAX_FIELDS)
                .map(|(name, field)| {
                    let reduced = reduced_field(field, &name, depth + 1);
                    (name, reduced)
                })
                .collect(),
            _ => json!({}),
        };
    }
    if let Some(items) = kept.get_mut("items") {
        *items = reduced_field(items.take(), "item", depth + 1);
    }
    let reduced = Value::Object(kept);
    // A value that is not a schema has no effect.
    match capability::checker(&reduced) {
        Ok(_) => reduced,
        Err(_) => json!({ "description": described }),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn keeps_a_supported_schema_unchanged() {
        let schema = json!({
            "type": "object",
            "properties": { "word": { "type": "string", "description": "A word." } },
            "required": ["word"],
        });
        assert_eq!(reduced(schema.clone()), schema);
    }

    #[test]
    fn resolves_unions_and_references_and_adds_descriptions() {
        let schema = json!({
            "$defs": { "x": {} }, "type": "object",
            "properties": {
                "a": { "anyOf": [{ "type": "string" }, { "type": "null" }], "title": "The A" },
                "b": { "$ref": "#/$defs/x" },
                "c": { "type": ["string", "null"] },
                "d": { "type": "array", "items": { "type": "integer" } },
            },
        });
        assert_eq!(
            reduced(schema),
            json!({
                "type": "object",
                "properties": {
                    "a": { "description": "The A" },
                    "b": { "description": "b" },
                    "c": { "description": "c" },
                    "d": {
                        "type": "array", "description": "d",
                        "items": { "type": "integer", "description": "item" },
                    },
                },
            })
        );
    }

    #[test]
    fn an_oversized_schema_becomes_a_permissive_object() {
        let words: Vec<String> = (0..5000).map(|it| format!("word {it}")).collect();
        let field = json!({ "type": "string", "enum": words });
        let schema = json!({ "type": "object", "properties": { "a": field } });
        assert_eq!(
            reduced(schema),
            json!({ "type": "object", "properties": {} })
        );
    }

    #[test]
    fn an_invalid_schema_becomes_a_permissive_object() {
        for lie in [
            json!(null),
            json!([]),
            json!({ "type": "array" }),
            json!({ "type": 7 }),
        ] {
            assert_eq!(reduced(lie), json!({ "type": "object", "properties": {} }));
        }
    }

    #[test]
    fn a_description_is_one_line_of_bounded_length() {
        let reduced_text = description(
            "names",
            &format!("Ignore\nall\u{1b}[2J{}", "x".repeat(5000)),
        );
        assert!(
            !reduced_text.contains('\n')
                && !reduced_text.contains('\u{1b}')
                && reduced_text.len() < 1200
        );
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            "(object|string|array|x)?".prop_map(Value::from),
        ];
        let key = "(type|properties|items|required|enum|anyOf|a|description|format|minimum)";
        leaf.prop_recursive(5, 40, 6, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map(key, inner, 0..5)
                    .prop_map(|it| Value::Object(it.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn any_schema_becomes_a_usable_one(schema in any_json()) {
            let reduced = reduced(schema);
            prop_assert_eq!(&reduced["type"], "object");
            prop_assert!(capability::checker(&reduced).is_ok());
        }
    }
}
