//! Tests for reading words, and for the errors of words that do not fit.

use expect_test::{Expect, expect};
use serde_json::json;

use super::*;

fn input_from_line(schema: &Value, line: &str) -> Result<Value, ArgvError> {
    read_line(Reading::new(schema, &FormerNames::default()), line)
}

#[test]
fn former_names_of_parameters_and_values_map_to_current_ones() {
    let former = FormerNames {
        parameters: vec![("width".into(), "max_width".into())],
        values: vec![["node".into(), "Thomas".into(), "Neo".into()]],
        ..FormerNames::default()
    };
    let read = |line: &str| {
        let schema = schema();
        read_line(Reading::new(&schema, &former), line)
    };
    let expected = Ok(json!({ "node": "Neo", "max_width": 3 }));
    for line in [
        "Neo width=3",
        "Neo --width 3",
        "Neo --max-width=3",
        "Thomas max_width=3",
    ] {
        assert_eq!(read(line), expected, "{line}");
    }
}

fn schema() -> Value {
    let pair = json!({
        "type": "object",
        "properties": { "k": { "type": "string" }, "v": { "type": "string" } },
    });
    json!({
        "type": "object",
        "properties": {
            "node": { "type": "string" },
            "items": { "type": "array", "items": pair },
            "count": { "type": "integer" },
            "scale": { "type": "number" },
            "force": { "type": "boolean" },
            "mode": { "type": "string", "enum": ["strict", "lenient"] },
            "max_width": { "type": "integer" },
            "place": { "type": "object", "properties": {} },
            "tags": { "type": "array", "items": { "type": "string" } },
        },
        "required": ["node"],
    })
}

fn read(schema: &Value, words: &[&str]) -> Result<Value, ArgvError> {
    let words: Vec<_> = words.iter().map(|&it| it.to_owned()).collect();
    input_from_words(schema, &FormerNames::default(), &words)
}

#[track_caller]
fn check(words: &[&str], expected: &Expect) {
    let text = match read(&schema(), words) {
        Ok(input) => input.to_string(),
        Err(error) => error.to_string(),
    };
    expected.assert_eq(&text);
}

#[test]
fn values_are_positional_or_named() {
    check(
        &["Neo", "--count", "3", "--mode=strict"],
        &expect![[r#"{"node":"Neo","count":3,"mode":"strict"}"#]],
    );
    check(
        &["--node", "--", "--count=-3", "--scale", "0.5"],
        &expect![[r#"{"node":"--","count":-3,"scale":0.5}"#]],
    );
    check(
        &["--node=a=b", "--max-width", "640"],
        &expect![[r#"{"node":"a=b","max_width":640}"#]],
    );
}

#[test]
fn pairs_are_accepted_at_any_position() {
    check(
        &["名字=尼奥", "Neo", "Age=30=x"],
        &expect![[r#"{"node":"Neo","items":[{"k":"名字","v":"尼奥"},{"k":"Age","v":"30=x"}]}"#]],
    );
    check(
        &["Neo", "--items", "a=b", "--items=c="],
        &expect![[r#"{"node":"Neo","items":[{"k":"a","v":"b"},{"k":"c","v":""}]}"#]],
    );
    check(
        &["Neo", "--items", r#"[{"k":"a","v":"b"}]"#],
        &expect![[r#"{"node":"Neo","items":[{"k":"a","v":"b"}]}"#]],
    );
    check(
        &["Neo", "--items", "a"],
        &expect![[r#""a" is not written as k=v, which --items takes"#]],
    );
}

#[test]
fn word_that_is_not_a_pair_goes_to_another_field() {
    let mut schema = schema();
    let properties = schema["properties"].as_object_mut().unwrap();
    properties.retain(|name, _| name == "node" || name == "items");
    let node = properties.shift_remove("node").unwrap();
    properties.insert("node".into(), node);
    let expected = json!({ "node": "Neo", "items": [{ "k": "Age", "v": "30" }] });
    assert_eq!(read(&schema, &["Neo", "Age=30"]), Ok(expected.clone()));
    assert_eq!(read(&schema, &["Age=30", "Neo"]), Ok(expected));
    assert_eq!(
        read(&schema, &["Neo", "Age=30", "Trinity"]),
        Err(ArgvError(
            "\"Trinity\" is not written as k=v, which --items takes".into()
        ))
    );
}

#[test]
fn lists_accept_json_repeated_names_or_remaining_words() {
    check(
        &["Neo", "--tags", "a", "--tags", "b c"],
        &expect![[r#"{"node":"Neo","tags":["a","b c"]}"#]],
    );
    check(
        &["Neo", "--tags", r#"["a","b"]"#],
        &expect![[r#"{"node":"Neo","tags":["a","b"]}"#]],
    );
    let tags = json!({ "type": "object", "properties": {
        "tags": { "type": "array", "items": { "type": "string" } },
    } });
    assert_eq!(read(&tags, &["a", "b"]), Ok(json!({ "tags": ["a", "b"] })));
}

#[test]
fn boolean_flag_may_omit_its_value() {
    check(
        &["Neo", "--force"],
        &expect![[r#"{"node":"Neo","force":true}"#]],
    );
    check(
        &["--force", "Neo"],
        &expect![[r#"{"node":"Neo","force":true}"#]],
    );
    check(
        &["Neo", "--force", "false"],
        &expect![[r#"{"node":"Neo","force":false}"#]],
    );
    check(
        &["Neo", "--force=maybe"],
        &expect![[r#"--force is true or false, not "maybe""#]],
    );
}

#[test]
fn after_two_dashes_every_word_is_a_value() {
    check(&["--", "--node"], &expect![[r#"{"node":"--node"}"#]]);
}

#[test]
fn one_json_object_is_the_whole_input() {
    check(
        &[r#" {"node":"Neo","count":3}"#],
        &expect![[r#"{"node":"Neo","count":3}"#]],
    );
    check(
        &["{oops"],
        &expect!["the input is not a JSON object: key must be a string at line 1 column 2"],
    );
}

#[test]
fn value_with_a_leading_at_sign_is_not_a_file_name() {
    check(&["--node", "@-"], &expect![[r#"{"node":"@-"}"#]]);
}

#[test]
fn unknown_name_error_suggests_the_nearest() {
    check(
        &["Neo", "--cuont", "3"],
        &expect!["there is no --cuont; did you mean --count?"],
    );
    check(
        &["Neo", "--zzz", "3"],
        &expect![
            "there is no --zzz; there are --node, --items, --count, --scale, --force, --mode, --max_width, --place, --tags"
        ],
    );
    let nothing = json!({ "type": "object", "properties": {} });
    assert_eq!(
        read(&nothing, &["--zzz"]),
        Err(ArgvError("there is no --zzz; nothing is taken".into()))
    );
}

#[test]
fn unreadable_value_error_names_what_is_accepted() {
    check(
        &["Neo", "--count", "many"],
        &expect![[r#"--count is a whole number, not "many""#]],
    );
    check(
        &["Neo", "--scale", "NaN"],
        &expect![[r#"--scale is a number, not "NaN""#]],
    );
    check(
        &["Neo", "--mode", "strct"],
        &expect![[r#"--mode is "strict" or "lenient", not "strct""#]],
    );
    check(
        &["Neo", "--place", "here"],
        &expect!["--place takes JSON, and this is not valid: expected value at line 1 column 1"],
    );
    check(&["Neo", "--count"], &expect!["--count needs a value"]);
}

#[test]
fn reports_missing_and_extra_words() {
    check(&["--force"], &expect!["--node is missing"]);
    check(
        &["--node", "Neo", "--node", "Trinity"],
        &expect!["--node is given twice"],
    );
    let one = json!({ "type": "object", "properties": { "text": { "type": "string" } } });
    assert_eq!(
        read(&one, &["It", "was"]),
        Err(ArgvError(
            "\"was\" is one word too many; put quotes around a text that has spaces".into()
        ))
    );
}

/// Reads a line typed after a command.
#[track_caller]
fn line(schema: &Value, line: &str, expected: &Expect) {
    let text = match input_from_line(schema, line) {
        Ok(input) => input.to_string(),
        Err(error) => error.to_string(),
    };
    expected.assert_eq(&text);
}

/// A tool with these fields; `*` marks required ones, `:` introduces their type.
fn tool(fields: &[&str]) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for field in fields {
        let (name, sort) = field.split_once(':').unwrap_or((field, "string"));
        let name = match name.strip_prefix('*') {
            Some(name) => {
                required.push(name);
                name
            }
            None => name,
        };
        let pair = json!({ "k": { "type": "string" }, "v": { "type": "string" } });
        let schema = match sort {
            "pairs" => json!({ "type": "array", "items": { "properties": pair } }),
            "list" => json!({ "type": "array", "items": { "type": "string" } }),
            sort => json!({ "type": sort }),
        };
        properties.insert(name.to_owned(), schema);
    }
    json!({ "properties": properties, "required": required })
}

#[test]
fn line_accepts_named_and_positional_values() {
    let rename = tool(&["*title", "node"]);
    for given in [
        r#""The Inn" Harbor"#,
        "title=\"The Inn\" node=Harbor",
        "--title \"The Inn\" --node=Harbor",
        "node=Harbor \"The Inn\"",
        r#"{"title": "The Inn", "node": "Harbor"}"#,
    ] {
        line(
            &rename,
            given,
            &expect![[r#"{"title":"The Inn","node":"Harbor"}"#]],
        );
    }
    let update = tool(&["*items:pairs", "node"]);
    line(
        &update,
        "Name=Neo node=Hero Role=\"the one\"",
        &expect![[
            r#"{"items":[{"k":"Name","v":"Neo"},{"k":"Role","v":"the one"}],"node":"Hero"}"#
        ]],
    );
    let adopt = tool(&["*capability", "*number:integer", "node"]);
    line(
        &adopt,
        "text 3",
        &expect![[r#"{"capability":"text","number":3}"#]],
    );
    let compare = tool(&["*capability", "from:integer", "to:integer"]);
    line(
        &compare,
        "text 1 2",
        &expect![[r#"{"capability":"text","from":1,"to":2}"#]],
    );
}

#[test]
fn lists_are_split_at_commas_unless_quoted() {
    let remove = tool(&["*keys:list", "node"]);
    for given in [
        "keys=Age,Role",
        "Age, Role",
        "Age Role",
        r#"["Age", "Role"]"#,
        "Age、Role",
    ] {
        line(&remove, given, &expect![[r#"{"keys":["Age","Role"]}"#]]);
    }
    line(
        &remove,
        r#"keys="Rain, again""#,
        &expect![[r#"{"keys":["Rain, again"]}"#]],
    );
}

#[test]
fn remaining_words_become_one_text() {
    let show = tool(&["node", "limit:integer"]);
    line(
        &show,
        "Captain  Oyelaran",
        &expect![[r#"{"node":"Captain  Oyelaran"}"#]],
    );
    let append = tool(&["*text", "node"]);
    line(
        &append,
        "She said \"no\" -- and left.",
        &expect![[r#"{"text":"She said \"no\" -- and left."}"#]],
    );
    line(
        &append,
        "node=Harbor It rains",
        &expect![[r#"{"text":"It rains","node":"Harbor"}"#]],
    );
    line(
        &append,
        "雨 下 了 node=港口",
        &expect![[r#"{"text":"雨 下 了","node":"港口"}"#]],
    );
    let replace = tool(&["*old", "*new", "all:boolean"]);
    line(
        &replace,
        "rain a heavy snow",
        &expect![[r#"{"old":"rain","new":"a heavy snow"}"#]],
    );
}

#[test]
fn ambiguous_words_are_an_error() {
    let create = tool(&["*title", "kind"]);
    let message = "\"Old Mill\" can be read as one text or as two values: put quotes around a text that \
                has spaces (\"Old Mill\"), or name the field: kind=Mill";
    assert_eq!(
        input_from_line(&create, "Old Mill"),
        Err(ArgvError(message.into()))
    );
    line(
        &create,
        "title=Old Mill",
        &expect![[
            r#""Old Mill" can be read as one text or as two values: put quotes around a text that has spaces (title="Old Mill"), or name the field: kind=Mill"#
        ]],
    );
    let update = tool(&["*items:pairs", "node"]);
    line(
        &update,
        "Role=the one",
        &expect![[
            r#""the one" can be read as one text or as two values: put quotes around a text that has spaces (Role="the one"), or name the field: node=one"#
        ]],
    );
    line(
        &create,
        "Old \"place\"",
        &expect![[r#"{"title":"Old","kind":"place"}"#]],
    );
}

proptest::proptest! {
    #[test]
    fn any_text_survives_as_a_value(text in ".*", key in r"[^=\[\s][^=]*") {
        let words = [format!("--node={text}"), format!("--items={key}={text}")];
        let expected = json!({ "node": text, "items": [{ "k": key, "v": text }] });
        proptest::prop_assert_eq!(input_from_words(&schema(), &FormerNames::default(), &words), Ok(expected));
    }

    #[test]
    fn any_text_survives_in_quotes_on_a_line(text in ".*") {
        let quoted = text.replace('\\', "\\\\").replace('"', "\\\"");
        let schema = tool(&["*text", "node"]);
        let expected = json!({ "text": text });
        let named = input_from_line(&schema, &format!("text=\"{quoted}\""));
        proptest::prop_assert_eq!(named, Ok(expected.clone()));
        let by_order = input_from_line(&schema, &format!("\"{quoted}\""));
        proptest::prop_assert_eq!(by_order, Ok(expected));
    }
}
