//! The checks at registration. Rejected are: names that model APIs do not accept, invalid schemas of
//! other programs, unions, fields without a description. Enter through [`check_tool`]. Not here: two tools of the
//! same name (`catalog/mod.rs`).

use serde_json::Value;

use crate::ToolSpec;

/// Describes what is wrong with a tool, without its module, which the caller adds.
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
    // The types of our own tools cannot change while the program runs; a test checks their schemas.
    if !is_own(tool) {
        check_schema(&tool.schema)?;
    }
    if tool.schema.get("type").and_then(Value::as_str) != Some("object") {
        return Err("its input is not an object".into());
    }
    check_former_names(tool)?;
    check_supported_subset(&tool.schema, "", is_own(tool))
}

/// Whether it is a tool of this program: those say what they return.
fn is_own(tool: &ToolSpec) -> bool {
    tool.output_schema.is_some()
}

/// Refuses outputs that tell a program nothing, such as any JSON value.
pub(crate) fn check_output(schema: &Value) -> Result<(), String> {
    check_schema(schema).map_err(|why| format!("its output: {why}"))?;
    if schema.get("type").and_then(Value::as_str) != Some("object") {
        return Err("its output is not an object; return a struct".into());
    }
    Ok(())
}

/// Refuses former names that no call could use: misspelled ones, and parameters that lead nowhere
/// or are still taken.
fn check_former_names(tool: &ToolSpec) -> Result<(), String> {
    for name in tool.former.names.iter().chain(&tool.former.methods) {
        check_name("former name", name)?;
    }
    for (former, present) in &tool.former.parameters {
        let has = |name: &str| {
            let fields = tool.schema.get("properties");
            fields.is_some_and(|it| it.get(name).is_some())
        };
        if has(former) {
            return Err(format!(
                "its former parameter {former:?} is a present one too"
            ));
        }
        if !has(present) {
            return Err(format!(
                "its former parameter {former:?} became {present:?}, which it does not have"
            ));
        }
    }
    Ok(())
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

/// Rejects invalid JSON Schemas.
pub(crate) fn check_schema(schema: &Value) -> Result<(), String> {
    jsonschema::draft202012::meta::validate(schema).map_err(|error| {
        format!(
            "at {:?} its schema is not valid: {error}",
            error.instance_path().as_str()
        )
    })
}

/// Rejects constructs that models fill in badly or that errors cannot explain well.
fn check_supported_subset(schema: &Value, path: &str, is_own: bool) -> Result<(), String> {
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
        // What other programs call their fields is not ours to choose.
        if is_own {
            check_date_fields(name, property, &path)?;
        }
        check_supported_subset(property, &path, is_own)?;
    }
    for list in ["items", "additionalProperties"] {
        if let Some(below) = schema.get(list) {
            check_supported_subset(below, &format!("{path}/{list}"), is_own)?;
        }
    }
    Ok(())
}

/// The last words of names that suggest a date or an instant.
const DATE_SUFFIXES: [&str; 7] = ["date", "day", "time", "at", "when", "expires", "until"];

/// Dates and instants are typed (AT-14): `date`, or `date-time`, which requires a time zone. The
/// dispatcher validates formats, so all values are checked.
fn check_date_fields(name: &str, property: &Value, path: &str) -> Result<(), String> {
    let last = name.rsplit('_').next().unwrap_or_default();
    let format = property.get("format").and_then(Value::as_str);
    if !DATE_SUFFIXES.contains(&last) || matches!(format, Some("date" | "date-time")) {
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
    use crate::{Aliases, Audience, FormerNames, Impact, OutputSchema};

    fn tool(schema: Value) -> ToolSpec {
        ToolSpec {
            module: "kv".into(),
            method: "update".into(),
            name: "update_node_kv".into(),
            verb: None,
            description: "Set attributes.".into(),
            aliases: Aliases::default(),
            former: FormerNames::default(),
            impact: Impact::Write,
            audience: Audience::Everyone,
            schema: schema.into(),
            output_schema: None,
            answers_with_file: false,
            time_limit: Duration::ZERO,
            is_everyday: false,
            hidden_fields: &[],
            works_in_drafts: true,
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
    fn accepts_a_described_flat_object() {
        assert_eq!(
            check_tool(&with_field(
                json!({ "type": "string", "description": "A." })
            )),
            Ok(())
        );
    }

    #[test]
    fn rejects_invalid_former_parameters() {
        let with_former = |former: &str, present: &str| {
            let mut tool = with_field(json!({ "type": "string", "description": "A." }));
            tool.former.parameters = vec![(former.into(), present.into())];
            tool
        };
        assert_eq!(check_tool(&with_former("b", "a")), Ok(()));
        refused(
            &with_former("a", "a"),
            "its former parameter \"a\" is a present one too",
        );
        refused(
            &with_former("b", "c"),
            "its former parameter \"b\" became \"c\", which it does not have",
        );
    }

    #[test]
    fn rejects_the_specifications_sample_which_is_not_a_schema() {
        let sample = json!({ "type": "object", "properties": { "k": "string" } });
        let error = check_tool(&tool(sample)).unwrap_err();
        assert!(
            error.starts_with("at \"/properties/k\" its schema is not valid:"),
            "{error}"
        );
    }

    #[test]
    fn union_error_names_the_path() {
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
    fn rejects_an_input_that_is_not_an_object() {
        refused(
            &tool(json!({ "type": "array" })),
            "its input is not an object",
        );
    }

    #[test]
    fn rejects_an_output_that_is_not_an_object() {
        assert_eq!(check_output(&json!({ "type": "object" })), Ok(()));
        for output in [json!(true), json!({}), json!({ "type": "null" })] {
            let why = "its output is not an object; return a struct";
            assert_eq!(check_output(&output), Err(why.to_owned()));
        }
    }

    #[test]
    fn rejects_a_field_without_description_at_any_depth() {
        let pair = json!({ "type": "object", "properties": { "k": { "type": "string" } } });
        let list = json!({ "description": "A.", "type": "array", "items": pair });
        refused(
            &with_field(list),
            "its field \"/a/items/k\" has no doc comment",
        );
    }

    #[test]
    fn rejects_a_tool_without_description() {
        let mut silent = tool(json!({ "type": "object" }));
        silent.description.clear();
        refused(
            &silent,
            "its input has no doc comment, so nobody can know what it does",
        );
    }

    #[test]
    fn rejects_tool_names_that_model_apis_reject() {
        for name in ["", "fs.read", "名字", &"x".repeat(65)] {
            let mut named = tool(json!({ "type": "object" }));
            named.name = name.into();
            let why =
                format!("its name {name:?} is not made of 1 to 64 letters, digits, `_` and `-`");
            refused(&named, &why);
        }
    }

    #[test]
    fn date_and_time_fields_require_a_format() {
        let dated = |schema: Value| {
            let mut own = tool(json!({ "type": "object", "properties": { "born_at": schema } }));
            own.output_schema = Some(OutputSchema::of::<serde_json::Map<String, Value>>());
            own
        };
        let message = "its field \"/born_at\" sounds like a date or an instant; give it the format \
                    \"date\" or \"date-time\", or another name";
        let untyped = json!({ "type": "string", "description": "When." });
        refused(&dated(untyped.clone()), message);
        let mut outside = dated(untyped.clone());
        outside.output_schema = None;
        assert_eq!(check_tool(&outside), Ok(()), "a tool of another program");
        for format in ["date", "date-time"] {
            let mut typed = untyped.clone();
            typed["format"] = json!(format);
            assert_eq!(check_tool(&dated(typed)), Ok(()));
        }
    }

    #[test]
    fn date_time_needs_a_time_zone() {
        let schema = json!({
            "type": "object",
            "properties": { "at": { "type": "string", "format": "date-time" } },
        });
        let schema = crate::validate::InputSchema::compile(schema.into()).unwrap();
        let admits = |at: &str| schema.admit(json!({ "at": at })).is_ok();
        assert!(admits("2026-01-01T00:00:00Z") && admits("2026-01-01T08:00:00+08:00"));
        assert!(!admits("2026-01-01T00:00:00") && !admits("2026-01-01") && !admits("tomorrow"));
    }
}
