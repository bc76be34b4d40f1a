//! Replies as servers send them, each with one peculiarity; the files next to them contain the
//! expected result.

use std::path::{Path, PathBuf};

use expect_test::expect_file;
use model::conversation::{
    ChatMessage, ContentSegment, MessageMetadata, Payload, ProviderResponse, Role, ToolCall,
};
use model::{FixedWorld, MessageId, TurnId, World};
use serde_json::{Value, json};

use super::{WIRES, Wire, read, root};
use crate::LlmError;

fn fixtures(wire: &Wire) -> Vec<PathBuf> {
    let folder = root()
        .join("tests/fixtures/wires")
        .join(wire.provider.name());
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|it| it.unwrap().path())
        .collect();
    files.retain(|it| !it.to_string_lossy().ends_with(".expect.json"));
    files.sort();
    assert!(files.len() > 7, "no fixtures found");
    files
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|it| it.to_str()) {
        Some("sse") => "text/event-stream",
        Some("ndjson") => "application/x-ndjson",
        _ => "application/json",
    }
}

/// A history that contains the call `call_old`.
fn payload() -> Payload {
    let world = FixedWorld::default();
    let call = ToolCall {
        id: Some("call_old".into()),
        name: "find".into(),
        args: json!({}),
    };
    let metadata = MessageMetadata {
        segments: vec![ContentSegment::tool_call(call)],
        ..MessageMetadata::default()
    };
    Payload {
        system: "You edit a story.".repeat(10),
        messages: vec![ChatMessage {
            id: MessageId(world.new_id()),
            turn: TurnId(world.new_id()),
            role: Role::Assistant,
            content: String::new(),
            metadata,
            time: world.now(),
        }],
        ..Payload::default()
    }
}

fn summary(outcome: &Result<ProviderResponse, LlmError>) -> Value {
    match outcome {
        Ok(reply) => json!({ "reply": reply }),
        Err(error) => json!({ "error": error.to_string(), "transient": error.is_transient() }),
    }
}

#[test]
fn reads_every_peculiar_reply_correctly() {
    for wire in &WIRES {
        for file in fixtures(wire) {
            let body = std::fs::read(&file).unwrap();
            let (deltas, outcome) = read(wire, &payload(), content_type(&file), [body.as_slice()]);
            let summary = json!({ "deltas": deltas, "outcome": summary(&outcome) });
            let summary = serde_json::to_string_pretty(&summary).unwrap() + "\n";
            expect_file![file.with_extension("expect.json")].assert_eq(&summary);
        }
    }
}

#[test]
fn splitting_a_reply_into_bytes_changes_nothing() {
    for wire in &WIRES {
        for file in fixtures(wire) {
            let body = std::fs::read(&file).unwrap();
            let kind = content_type(&file);
            let whole = read(wire, &payload(), kind, [body.as_slice()]);
            let bytes = read(wire, &payload(), kind, body.chunks(1));
            assert_eq!(whole, bytes, "{}", file.display());
        }
    }
}

#[test]
fn a_stream_truncated_anywhere_is_complete_or_an_error() {
    for wire in &WIRES {
        let streams = fixtures(wire).into_iter();
        for file in streams.filter(|it| content_type(it) != "application/json") {
            let body = std::fs::read(&file).unwrap();
            let kind = content_type(&file);
            let (_, whole) = read(wire, &payload(), kind, [body.as_slice()]);
            for end in 0..body.len() {
                let (_, outcome) = read(wire, &payload(), kind, [&body[..end]]);
                let same = match (&outcome, &whole) {
                    (Ok(cut), Ok(whole)) => cut.segments == whole.segments,
                    // An error message quotes as much garbage as arrived.
                    (Err(LlmError::Unreadable { .. }), Err(LlmError::Unreadable { .. })) => true,
                    (cut, whole) => cut == whole,
                };
                let broken = matches!(&outcome, Err(LlmError::BrokenOff { .. }));
                assert!(
                    same || broken,
                    "{} cut at {end}: {outcome:?}",
                    file.display()
                );
            }
        }
    }
}
