//! What is refused at registration: names no model API takes, schemas that are none, unions, fields
//! nobody described. Enter through [`check_tool`]. Not here: two tools of one spelling
//! (`catalog.rs`).

use serde_json::Value;

use crate::ToolSpec;

/// What is wrong with a tool, in words; its spec's module is known already.
pub(crate) fn check_tool(tool: &ToolSpec) -> Result<(), String> {
    for (what, name) in [
        ("name", &tool.name),
        ("module", &tool.module),
        ("method", &tool.method),
    ] {
        check_name(what, name)?;
    }
    if let Some(verb) = &tool.verb {
        check_name("verb", verb)?;
    }
    if tool.description.is_empty() {
        return Err("its input has no doc comment, so nobody can know what it does".into());
    }
    check_schema(&tool.schema)?;
    if tool.schema.get("type").and_then(Value::as_str) != Some("object") {
        return Err("its input is not an object".into());
    }
    check_plain(&tool.schema, "")
}

/// Names that OpenAI, Anthropic, Gemini and MCP all take.
fn check_name(what: &str, name: &str) -> Result<(), String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if (1..=64).contains(&name.len()) && name.chars().all(fits) {
        return Ok(());
    }
    Err(format!(
        "its {what} {name:?} is not made of 1 to 64 letters, digits, `_` and `-`"
    ))
}

/// Refuses what is no JSON Schema at all.
pub(crate) fn check_schema(schema: &Value) -> Result<(), String> {
    jsonschema::draft202012::meta::validate(schema).map_err(|error| {
        format!(
            "at {:?} its schema is none: {error}",
            error.instance_path().as_str()
        )
    })
}

/// Refuses what models fill in badly and what no error can explain.
fn check_plain(schema: &Value, path: &str) -> Result<(), String> {
    for union in ["oneOf", "anyOf", "allOf", "$ref", "$dynamicRef"] {
        if schema.get(union).is_some() {
            return Err(format!(
                "at {path:?} its schema uses {union}; divide the tool instead"
            ));
        }
    }
    if schema.get("type").is_some_and(Value::is_array) {
        return Err(format!(
            "at {path:?} its schema admits several types; decide for one"
        ));
    }
    for (name, property) in schema
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        let path = format!("{path}/{name}");
        if property
            .get("description")
            .and_then(Value::as_str)
            .is_none_or(str::is_empty)
        {
            return Err(format!("its field {path:?} has no doc comment"));
        }
        check_dated(name, property, &path)?;
        check_plain(property, &path)?;
    }
    for list in ["items", "additionalProperties"] {
        if let Some(below) = schema.get(list) {
            check_plain(below, &format!("{path}/{list}"))?;
        }
    }
    Ok(())
}

/// The last words of names that speak of a date or an instant.
const DATED: [&str; 7] = ["date", "day", "time", "at", "when", "expires", "until"];

/// Dates and instants are typed (AT-14): `date`, or `date-time`, whose check asks for a zone. The door
/// asserts formats, so nothing else gets past it.
fn check_dated(name: &str, property: &Value, path: &str) -> Result<(), String> {
    let last = name.rsplit('_').next().unwrap_or_default();
    let format = property.get("format").and_then(Value::as_str);
    if !DATED.contains(&last) || matches!(format, Some("date" | "date-time")) {
        return Ok(());
    }
    Err(format!(
        "its field {path:?} sounds like a date or an instant; give it the format \"date\" or \
         \"date-time\", or another name"
    ))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::*;
    use crate::{Aliases, Audience, Impact};

    fn tool(schema: Value) -> ToolSpec {
        ToolSpec {
            module: "kv".into(),
            method: "update".into(),
            name: "update_node_kv".into(),
            verb: None,
            description: "Set attributes.".into(),
            aliases: Aliases::default(),
            impact: Impact::Write,
            audience: Audience::Everyone,
            schema,
            time_limit: Duration::ZERO,
        }
    }

    #[track_caller]
    fn refused(tool: &ToolSpec, why: &str) {
        assert_eq!(check_tool(tool), Err(why.to_owned()));
    }

    fn with_field(field: Value) -> ToolSpec {
        tool(json!({ "type": "object", "properties": { "a": field } }))
    }

    #[test]
    fn a_described_flat_object_is_taken() {
        assert_eq!(
            check_tool(&with_field(
                json!({ "type": "string", "description": "A." })
            )),
            Ok(())
        );
    }

    #[test]
    fn the_sample_of_the_specification_is_refused_because_it_is_no_schema() {
        let sample = json!({ "type": "object", "properties": { "k": "string" } });
        let error = check_tool(&tool(sample)).unwrap_err();
        assert!(
            error.starts_with("at \"/properties/k\" its schema is none:"),
            "{error}"
        );
    }

    #[test]
    fn unions_are_refused_with_their_place() {
        refused(
            &with_field(json!({ "description": "A.", "oneOf": [{ "type": "string" }] })),
            "at \"/a\" its schema uses oneOf; divide the tool instead",
        );
        refused(
            &with_field(json!({ "description": "A.", "type": ["string", "integer"] })),
            "at \"/a\" its schema admits several types; decide for one",
        );
        refused(
            &with_field(
                json!({ "description": "A.", "type": "array", "items": { "anyOf": [{}] } }),
            ),
            "at \"/a/items\" its schema uses anyOf; divide the tool instead",
        );
    }

    #[test]
    fn an_input_that_is_no_object_is_refused() {
        refused(
            &tool(json!({ "type": "array" })),
            "its input is not an object",
        );
    }

    #[test]
    fn a_field_without_description_is_refused_wherever_it_stands() {
        let pair = json!({ "type": "object", "properties": { "k": { "type": "string" } } });
        let list = json!({ "description": "A.", "type": "array", "items": pair });
        refused(
            &with_field(list),
            "its field \"/a/items/k\" has no doc comment",
        );
    }

    #[test]
    fn a_tool_nobody_described_is_refused() {
        let mut silent = tool(json!({ "type": "object" }));
        silent.description.clear();
        refused(
            &silent,
            "its input has no doc comment, so nobody can know what it does",
        );
    }

    #[test]
    fn names_that_some_model_api_refuses_are_refused() {
        for name in ["", "fs.read", "名字", &"x".repeat(65)] {
            let mut named = tool(json!({ "type": "object" }));
            named.name = name.into();
            let why =
                format!("its name {name:?} is not made of 1 to 64 letters, digits, `_` and `-`");
            refused(&named, &why);
        }
    }

    #[test]
    fn dates_and_instants_are_typed() {
        let dated =
            |schema: Value| tool(json!({ "type": "object", "properties": { "born_at": schema } }));
        let said = "its field \"/born_at\" sounds like a date or an instant; give it the format \
                    \"date\" or \"date-time\", or another name";
        let untyped = json!({ "type": "string", "description": "When." });
        refused(&dated(untyped.clone()), said);
        for format in ["date", "date-time"] {
            let mut typed = untyped.clone();
            typed["format"] = json!(format);
            assert_eq!(check_tool(&dated(typed)), Ok(()));
        }
    }

    #[test]
    fn an_instant_needs_a_zone_to_be_admitted() {
        let schema = json!({
            "type": "object",
            "properties": { "at": { "type": "string", "format": "date-time" } },
        });
        let schema = crate::validate::InputSchema::compile(&schema).unwrap();
        let admits = |at: &str| schema.admit(json!({ "at": at })).is_ok();
        assert!(admits("2026-01-01T00:00:00Z") && admits("2026-01-01T08:00:00+08:00"));
        assert!(!admits("2026-01-01T00:00:00") && !admits("2026-01-01") && !admits("tomorrow"));
    }
}
