//! The pages under `docs/star` that are written from the types: schemas and the table of errors. After a
//! change: `UPDATE_EXPECT=1 cargo test -p star`.

use std::path::PathBuf;

use expect_test::expect_file;
use schemars::{JsonSchema, schema_for};
use star::{
    Action, Code, Envelope, ErrorPayload, Event, Heartbeat, Outcome, Payload, Reason, Stream,
};

fn page(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/star")
        .join(name)
}

fn check<T: JsonSchema>(name: &str, title: &str) {
    let mut schema = schema_for!(T);
    schema.insert("title".to_owned(), title.into());
    let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON");
    expect_file![page(&format!("{name}.schema.json"))].assert_eq(&(text + "\n"));
}

#[test]
fn schemas_match_the_types() {
    check::<Envelope<Payload>>("message", "Star Protocol: a message");
    check::<Envelope<Heartbeat>>("heartbeat", "Star Protocol: a heartbeat of the hub");
    check::<Envelope<ErrorPayload>>("error", "Star Protocol: an error of the hub");
    check::<Action>("action", "Star Protocol: an action");
    check::<Outcome>("outcome", "Star Protocol: an outcome");
    check::<Event>("event", "Star Protocol: an event");
    check::<Stream>("stream", "Star Protocol: one piece of a stream");
}

#[test]
fn error_table_matches_the_program() {
    let mut text = String::from(
        "# Errors of the Star Protocol\n\n\
         Written from `crates/star/src/error.rs` by a test.\n\
         Where a close code is given, the connection ends with the error; `too_large` and `invalid_id` \
         do so only where the message could not be read, or on connecting.\n",
    );
    for code in [
        Code::ValidationError,
        Code::ConnectionError,
        Code::PermissionDenied,
    ] {
        text += &format!("\n## {}\n\n", code.as_str());
        text += "| reason | what to do | close code |\n|---|---|---|\n";
        for reason in Reason::ALL.iter().filter(|it| it.code() == code) {
            let close = reason.close_code().map(|it| it.to_string());
            text += &format!(
                "| `{}` | {} | {} |\n",
                reason.as_str(),
                reason.suggested_action(),
                close.unwrap_or_default()
            );
        }
    }
    expect_file![page("errors.md")].assert_eq(&text);
}

#[test]
fn reasons_parse_only_from_their_exact_names() {
    for reason in Reason::ALL {
        assert_eq!(Reason::named(reason.as_str()), Some(*reason));
    }
    assert_eq!(Reason::named("no_such_reason"), None);
}
