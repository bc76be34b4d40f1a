//! Tests for accepted arguments and for the messages of rejected ones.

use proptest::prelude::*;

use super::*;

fn schema() -> InputSchema {
    let pair = json!({
        "type": "object",
        "properties": { "k": { "type": "string", "minLength": 1 }, "v": { "type": "string" } },
        "required": ["k", "v"],
        "additionalProperties": false,
    });
    let schema = json!({
        "type": "object",
        "properties": {
            "items": { "type": "array", "items": pair },
            "node": { "type": "string" },
            "mode": { "type": "string", "enum": ["strict", "lenient"] },
            "count": { "type": "integer", "minimum": 1 },
        },
        "required": ["items"],
        "additionalProperties": false,
    });
    InputSchema::compile(schema.into()).unwrap()
}

fn admitted(args: Value) -> Result<Value, Box<SchemaViolation>> {
    schema().admit(args).map(|it| it.args)
}

#[track_caller]
fn refused(args: Value, path: &str, message: &str) -> SchemaViolation {
    let fault = *schema().admit(args).unwrap_err();
    assert_eq!(
        (fault.path.as_str(), fault.message.as_str()),
        (path, message)
    );
    fault
}

#[test]
fn valid_arguments_are_unchanged() {
    let args = json!({ "items": [{ "k": "Name", "v": "Neo" }], "node": "主角" });
    assert_eq!(admitted(args.clone()), Ok(args));
}

#[test]
fn null_for_an_optional_field_equals_leaving_it_out() {
    let args = json!({ "items": [], "node": null, "count": 2.0 });
    assert_eq!(admitted(args), Ok(json!({ "items": [], "count": 2 })));
}

#[test]
fn accepts_arguments_given_as_json_text() {
    assert_eq!(
        admitted(json!(r#"{"items":[]}"#)),
        Ok(json!({ "items": [] }))
    );
}

#[test]
fn invalid_json_text_error_has_a_position() {
    let fault = schema().admit(json!("{\"items\": [")).unwrap_err();
    assert_eq!(fault.path, "");
    assert_eq!(
        fault.message,
        "the arguments are not a JSON object: EOF while parsing a list at line 1 column 11"
    );
    assert_eq!(fault.expected, "an object");
}

#[test]
fn wrong_type_error_names_path_expected_and_got() {
    let fault = refused(
        json!({ "items": ["x"] }),
        "/items/0",
        "it is a text, not an object",
    );
    assert_eq!(
        (fault.expected.as_str(), fault.got.as_str()),
        ("an object", "\"x\"")
    );
}

#[test]
fn broken_list_given_as_text_is_rejected_with_a_hint() {
    let fault = refused(
        json!({ "items": "[{" }),
        "/items",
        "it is a text, not a list",
    );
    assert_eq!(
        fault.hint.as_deref(),
        Some("give it as JSON itself, without quotes around it")
    );
}

/// Arguments that plainly mean valid ones, and what is told of it.
#[track_caller]
fn understood(given: Value, meant: Value, notes: &[&str]) {
    let admitted = schema().admit(given).unwrap();
    assert_eq!(admitted.args, meant);
    assert_eq!(admitted.understood, notes);
}

#[test]
fn converts_between_text_numbers_and_booleans() {
    understood(
        json!({ "items": [{ "k": "Age", "v": 26 }, { "k": "Alive", "v": true }], "count": "3" }),
        json!({ "items": [{ "k": "Age", "v": "26" }, { "k": "Alive", "v": "true" }], "count": 3 }),
        &[
            "/items/0/v: a number was taken as text",
            "/items/1/v: true or false was taken as text",
            "/count: text was taken as a number",
        ],
    );
    refused(
        json!({ "items": [], "count": "many" }),
        "/count",
        "it is a text, not a whole number",
    );
}

#[test]
fn accepts_lists_as_json_text_single_items_or_pairs() {
    let meant = || json!({ "items": [{ "k": "Age", "v": "26" }] });
    understood(
        json!({ "items": r#"[{"k":"Age","v":"26"}]"# }),
        meant(),
        &["/items: the text was read as a JSON list"],
    );
    understood(
        json!({ "items": { "k": "Age", "v": "26" } }),
        meant(),
        &["/items: one item was taken as a list of one"],
    );
    understood(
        json!({ "items": { "Age": 26 } }),
        meant(),
        &[
            "/items: the object was taken as a list of pairs k and v",
            "/items/0/v: a number was taken as text",
        ],
    );
    understood(
        json!({ "k": "Age", "v": "26" }),
        meant(),
        &["one item was taken as the list \"items\""],
    );
}

#[test]
fn accepts_unambiguous_wrappers_and_alternative_field_names() {
    understood(
        json!({ "arguments": { "items": [] } }),
        json!({ "items": [] }),
        &["the arguments were taken out of \"arguments\""],
    );
    understood(
        json!({ "items": [{ "k": "Age", "value": "26" }] }),
        json!({ "items": [{ "k": "Age", "v": "26" }] }),
        &["/items/0/value was taken as /items/0/v"],
    );
    let other = json!({ "items": [{ "k": "Age", "value": ["26"] }] });
    assert!(schema().admit(other).is_err(), "of another type");
    let two = json!({ "items": [{ "value": "26", "name": "Age" }] });
    assert!(schema().admit(two).is_err(), "either could be meant");
    let near = json!({ "nodes": [{ "k": "a", "v": "b" }] });
    assert!(schema().admit(near).is_err(), "it is closer to `node`");
}

#[test]
fn missing_field_error_names_the_field() {
    refused(
        json!({ "items": [{ "k": "a" }] }),
        "/items/0/v",
        "it is missing",
    );
}

#[test]
fn unknown_field_error_suggests_the_nearest() {
    let fault = refused(
        json!({ "items": [], "nod": "Neo" }),
        "/nod",
        "there is no such argument; known are items, node, mode, count",
    );
    assert_eq!(fault.hint.as_deref(), Some("did you mean \"node\"?"));
}

#[test]
fn enum_error_lists_the_allowed_values() {
    let fault = refused(
        json!({ "items": [], "mode": "strct" }),
        "/mode",
        "it is not one of the allowed values",
    );
    assert_eq!(fault.expected, "\"strict\" or \"lenient\"");
    assert_eq!(fault.hint.as_deref(), Some("did you mean \"strict\"?"));
}

#[test]
fn bound_violations_are_explained() {
    refused(
        json!({ "items": [], "count": 0 }),
        "/count",
        "it is less than 1",
    );
    refused(
        json!({ "items": [{ "k": "", "v": "" }] }),
        "/items/0/k",
        "it is empty",
    );
}

#[test]
fn validation_errors_have_a_localized_message() {
    let said = |args: Value| {
        let fault = *schema().admit(args).unwrap_err();
        let report = Box::<crate::ErrorReport>::from(Box::new(fault));
        (report.path.unwrap(), report.said)
    };
    let cases = [
        (
            json!({}),
            "/items",
            json!({ "what": "field_missing", "parts": {} }),
        ),
        (
            json!({ "items": [], "count": 0 }),
            "/count",
            json!({ "what": "field_less", "parts": { "least": "1" } }),
        ),
        (
            json!({ "items": [], "count": "many" }),
            "/count",
            json!({ "what": "field_no_whole", "parts": {} }),
        ),
        (
            json!({ "items": [], "mode": "strct" }),
            "/mode",
            json!({ "what": "field_not_listed", "parts": {} }),
        ),
    ];
    for (args, path, word) in cases {
        assert_eq!(said(args), (path.to_owned(), Some(word)));
    }
    assert_eq!(said(json!({ "items": [], "nod": "Neo" })).1, None);
}

#[test]
fn further_errors_are_listed_briefly() {
    let args = json!({ "items": [1, 2, 3, 4, 5, 6] });
    refused(
        args,
        "/items/0",
        "it is a number, not an object; something is also wrong at /items/1, /items/2, /items/3 and 2 more places",
    );
}

#[test]
fn shown_value_is_cut_at_a_character_boundary() {
    let fault = schema()
        .admit(json!({ "items": "字".repeat(1000) }))
        .unwrap_err();
    assert_eq!(fault.got.chars().count(), 200);
    assert!(fault.got.ends_with('…'), "{}", fault.got);
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,300}".prop_map(Value::from),
    ];
    let name = prop_oneof![Just("items".to_owned()), Just("k".to_owned()), ".{0,9}"];
    leaf.prop_recursive(3, 24, 4, move |inner| {
        let members = proptest::collection::vec((name.clone(), inner.clone()), 0..4);
        prop_oneof![
            proptest::collection::vec(inner, 0..4).prop_map(Value::from),
            members.prop_map(|it| Value::Object(it.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn error_messages_are_short(args in any_json()) {
        if let Err(fault) = schema().admit(args) {
            prop_assert!(fault.got.chars().count() <= 200);
            prop_assert!(!fault.message.is_empty());
            prop_assert!(fault.path.is_empty() || fault.path.starts_with('/'));
        }
    }

    #[test]
    fn validation_is_idempotent(args in any_json()) {
        if let Ok(once) = admitted(json!({ "items": [], "node": args })) {
            prop_assert_eq!(admitted(once.clone()), Ok(once));
        }
    }
}
