//! Replies as servers send them, each with one peculiarity; the files next to them contain the
//! expected result.

use std::path::PathBuf;

use expect_test::expect_file;
use model::conversation::{
    ChatMessage, ContentSegment, MessageMetadata, Payload, ProviderResponse, Role, ToolCall,
};
use model::{FixedWorld, MessageId, TurnId, World};
use serde_json::{Value, json};

use super::{read, root};
use crate::LlmError;

fn fixtures() -> Vec<PathBuf> {
    let folder = std::fs::read_dir(root().join("tests/fixtures/wires/openai")).unwrap();
    let mut files: Vec<_> = folder.map(|it| it.unwrap().path()).collect();
    files.retain(|it| !it.to_string_lossy().ends_with(".expect.json"));
    files.sort();
    assert!(files.len() > 15, "no fixtures found");
    files
}

fn content_type(file: &std::path::Path) -> &'static str {
    if file.extension().is_some_and(|it| it == "sse") {
        "text/event-stream"
    } else {
        "text/json"
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
    let message = ChatMessage {
        id: MessageId(world.new_id()),
        turn: TurnId(world.new_id()),
        role: Role::Assistant,
        content: String::new(),
        metadata,
        time: world.now(),
    };
    Payload {
        messages: vec![message],
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
    for file in fixtures() {
        let body = std::fs::read(&file).unwrap();
        let (deltas, outcome) = read(&payload(), content_type(&file), [body.as_slice()]);
        let summary = json!({ "deltas": deltas, "outcome": summary(&outcome) });
        let summary = serde_json::to_string_pretty(&summary).unwrap() + "\n";
        expect_file![file.with_extension("expect.json")].assert_eq(&summary);
    }
}

#[test]
fn splitting_a_reply_into_bytes_changes_nothing() {
    for file in fixtures() {
        let body = std::fs::read(&file).unwrap();
        let whole = read(&payload(), content_type(&file), [body.as_slice()]);
        let bytes = read(&payload(), content_type(&file), body.chunks(1));
        assert_eq!(whole, bytes, "{}", file.display());
    }
}

#[test]
fn a_stream_truncated_anywhere_is_complete_or_an_error() {
    for file in fixtures()
        .into_iter()
        .filter(|it| content_type(it) == "text/event-stream")
    {
        let body = std::fs::read(&file).unwrap();
        let (_, whole) = read(&payload(), "text/event-stream", [body.as_slice()]);
        for end in 0..body.len() {
            let (_, outcome) = read(&payload(), "text/event-stream", [&body[..end]]);
            let same = match (&outcome, &whole) {
                // The token count comes last and may be lost.
                (Ok(cut), Ok(whole)) => cut.segments == whole.segments,
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
