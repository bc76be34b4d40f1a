//! The native format: lossless round trips, and errors for invalid files.

use std::sync::LazyLock;

use expect_test::{expect, expect_file};
use model::FixedWorld;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::Json;
use crate::tests::stories::any_bundle;
use crate::{Bundle, Exporter, FormatError, Importer, Warning, story_schema};

const STORY: &str = "019b7000-0000-7000-8000-000000000001";
const NODE: &str = "019b7000-0000-7000-8000-000000000002";
const OTHER: &str = "019b7000-0000-7000-8000-000000000003";
const EDGE: &str = "019b7000-0000-7000-8000-000000000004";

fn read(file: &Value) -> Result<(Bundle, Vec<Warning>), FormatError> {
    let text = serde_json::to_string_pretty(file).unwrap();
    Json.import(text.as_bytes(), &FixedWorld::default())
}

fn write(bundle: &Bundle) -> Value {
    serde_json::from_slice(&Json.export(bundle)).unwrap()
}

fn file() -> Value {
    json!({
        "format": "storyteller-story",
        "version": 1,
        "id": STORY,
        "title": "The door",
        "start": NODE,
        "kinds": { "scene": { "capabilities": ["text"] } },
        "data": { "kept": { "canvas": { "theme": "dark" } } },
        "nodes": [
            { "id": NODE, "title": "Hall", "kind": "scene", "layout": { "x": 1.5, "y": 0.0 },
              "data": { "text": { "text": "It was shut." } } },
            { "id": OTHER, "title": "Yard", "kind": "scene", "layout": { "x": 0.0, "y": 0.0 } },
        ],
        "edges": [{ "id": EDGE, "from": NODE, "to": OTHER, "label": "out", "order": 0 }],
        "assets": {},
    })
}

#[track_caller]
fn check_refused(change: impl FnOnce(&mut Value), message: expect_test::Expect) {
    let mut file = file();
    change(&mut file);
    message.assert_eq(&read(&file).unwrap_err().to_string());
}

#[track_caller]
fn check_warned(change: impl FnOnce(&mut Value), warning: expect_test::Expect) -> Bundle {
    let mut file = file();
    change(&mut file);
    let (bundle, warnings) = read(&file).unwrap();
    let warnings: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    warning.assert_eq(&warnings.join("\n"));
    bundle
}

#[test]
fn committed_schema_is_current() {
    expect_file!["../../../../docs/formats/story.schema.json"].assert_eq(&story_schema());
}

#[test]
fn rejects_a_newer_version() {
    check_refused(
        |it| *it = json!({ "format": "storyteller-story", "version": 2, "scenes": [] }),
        expect![
            "This was written by a newer Storyteller (format version 2; this one reads up to 1). Update Storyteller to read it."
        ],
    );
}

#[test]
fn rejects_other_json() {
    check_refused(
        |it| *it = json!({ "passages": [] }),
        expect![[
            r#"This is JSON, but not a Storyteller story: it does not say "format": "storyteller-story"."#
        ]],
    );
    check_refused(
        |it| it["version"] = json!("one"),
        expect![[
            r#"The story does not say which version of the format it is in; "version": 1 is expected."#
        ]],
    );
}

#[test]
fn field_errors_name_the_line() {
    check_refused(
        |it| it["nodes"][1]["title"] = json!(7),
        expect![
            "line 38: This cannot be read: invalid type: integer `7`, expected a string (column 16)."
        ],
    );
    check_refused(
        |it| it["nodes"][1]["id"] = json!(NODE),
        expect![
            "line 36: The id 019b7000-0000-7000-8000-000000000002 occurs twice among the nodes. Give one of them another id."
        ],
    );
    check_refused(
        |it| it["edges"][0]["to"] = json!(EDGE),
        expect![
            "line 47: The edge 019b7000-0000-7000-8000-000000000004 names 019b7000-0000-7000-8000-000000000004, which is not in the file."
        ],
    );
}

#[test]
fn repairs_and_warns() {
    let bundle = check_warned(
        |it| it["start"] = json!(EDGE),
        expect![
            "line 6: The start “019b7000-0000-7000-8000-000000000004” does not exist: no start is set."
        ],
    );
    assert_eq!(bundle.story.record.start, None);
    check_warned(
        |it| it["nodes"][1]["layout"]["parent"] = json!(EDGE),
        expect![
            "line 36: The group 019b7000-0000-7000-8000-000000000004 does not exist: the card is in no group."
        ],
    );
    let hash = "00".repeat(32);
    let bundle = check_warned(
        |it| it["assets"][&hash] = json!({ "mime": "image/png", "base64": "aGk=" }),
        expect![
            "The asset 0000000000000000000000000000000000000000000000000000000000000000 is damaged (its bytes do not match its hash): left out."
        ],
    );
    assert!(bundle.assets.is_empty());
    check_warned(
        |it| it["kinds"]["scene"]["icon"] = json!("door"),
        expect!["The kind “scene” has unknown fields: icon. Left out."],
    );
}

#[test]
fn unknown_fields_round_trip() {
    let mut file = file();
    file["author"] = json!("Lu Xun");
    file["nodes"][0]["mood"] = json!({ "rain": 0.1 });
    file["nodes"][0]["layout"]["z"] = json!(3);
    file["edges"][0]["weight"] = json!([1, null]);
    let (bundle, warnings) = read(&file).unwrap();
    assert_eq!(warnings, []);
    file["kinds"] = write(&bundle)["kinds"].take();
    assert_eq!(write(&bundle), file);
}

static SCHEMA: LazyLock<jsonschema::Validator> = LazyLock::new(|| {
    let schema = serde_json::from_str(&story_schema()).unwrap();
    jsonschema::validator_for(&schema).unwrap()
});

#[test]
fn schema_rejects_invalid_stories() {
    assert!(SCHEMA.is_valid(&file()));
    for change in [
        json!({ "version": 2 }),
        json!({ "id": 7 }),
        json!({ "nodes": [{ "id": NODE }] }),
        json!({ "drafts": [{ "id": NODE }] }),
        json!({ "states": [{ "name": "a" }] }),
        json!({ "conversations": [{ "id": NODE, "title": "a" }] }),
    ] {
        let mut file = file();
        file.as_object_mut()
            .unwrap()
            .extend(change.as_object().unwrap().clone());
        assert!(!SCHEMA.is_valid(&file), "{change}");
    }
}

proptest! {
    #[test]
    fn stories_round_trip(bundle in any_bundle()) {
        let (read, warnings) = Json.import(&Json.export(&bundle), &FixedWorld::default()).unwrap();
        prop_assert_eq!(warnings, []);
        prop_assert_eq!(read, bundle);
    }

    #[test]
    fn every_export_matches_the_schema(bundle in any_bundle()) {
        let file = write(&bundle);
        prop_assert!(SCHEMA.is_valid(&file), "{:#}", file);
    }
}

/// A file that contains every kind of history.
fn with_history() -> Value {
    let file = include_str!("../../../../tests/fixtures/stories/door.story.json");
    serde_json::from_str(file).unwrap()
}

#[test]
fn history_round_trips_and_matches_the_schema() {
    let file = with_history();
    let (bundle, warnings) = read(&file).unwrap();
    assert_eq!(warnings, []);
    let past = bundle.past.as_ref().unwrap();
    let counts = [
        past.slots.len(),
        past.drafts.len(),
        past.states.len(),
        past.threads.len(),
    ];
    assert_eq!(counts, [4, 1, 1, 1]);
    let written = write(&bundle);
    for part in ["history", "drafts", "states", "conversations"] {
        assert_eq!(written[part], file[part], "{part}");
    }
    assert_eq!(Json.losses(&bundle), []);
    let schema: Value = serde_json::from_str(&story_schema()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(validator.is_valid(&file), "{:?}", validator.validate(&file));
    let mut odd = file.clone();
    odd["history"][2]["adopted"] = json!(9);
    assert_eq!(read(&odd).unwrap().0.past.unwrap().slots[2].adopted, None);
    odd["history"][2]["versions"][0]["author"] = json!("Ada");
    assert!(read(&odd).unwrap_err().line.is_some());
}
