//! Normalization of incomplete histories.

use model::conversation::{ChatMessage, Content, ContentSegment, MessageMetadata, Role, ToolCall};
use model::{FixedWorld, MessageId, TurnId, World};
use serde_json::json;

use super::{HistoryEntry, INTERRUPTED, normalized};

fn message(role: Role, content: &str, metadata: MessageMetadata) -> ChatMessage {
    let world = FixedWorld::default();
    ChatMessage {
        id: MessageId(world.new_id()),
        turn: TurnId(world.new_id()),
        role,
        content: content.into(),
        metadata,
        time: world.now(),
    }
}

fn user(content: &str) -> ChatMessage {
    message(Role::User, content, MessageMetadata::default())
}

fn calls(ids: &[Option<&str>]) -> ChatMessage {
    let call = |id: &Option<&str>| {
        let id = id.map(str::to_owned);
        ContentSegment::tool_call(ToolCall {
            id,
            name: "find".into(),
            args: json!({}),
        })
    };
    let segments = ids.iter().map(call).collect();
    message(
        Role::Assistant,
        "",
        MessageMetadata {
            segments,
            ..MessageMetadata::default()
        },
    )
}

fn answer(id: &str, content: &str) -> ChatMessage {
    let tool_call_id = Some(id.to_owned());
    message(
        Role::Tool,
        content,
        MessageMetadata {
            tool_call_id,
            ..MessageMetadata::default()
        },
    )
}

/// Each entry as its role and its text or ids.
fn summary(messages: &[ChatMessage]) -> Vec<String> {
    let tell = |line: HistoryEntry<'_>| match line {
        HistoryEntry::User { text, media } => format!("user: {text} +{}", media.len()),
        HistoryEntry::Assistant { segments, ids } if ids.is_empty() => {
            format!("assistant: {:?}", segments[0].content)
        }
        HistoryEntry::Assistant { ids, .. } => format!("calls: {}", ids.join(" ")),
        HistoryEntry::Result {
            id, tool, content, ..
        } => format!("{tool} {id}: {content}"),
    };
    normalized(messages).into_iter().map(tell).collect()
}

#[test]
fn orders_answers_like_their_calls() {
    let history = [
        calls(&[Some("a"), Some("b")]),
        user("and?"),
        answer("b", "two"),
        answer("a", "one"),
    ];
    assert_eq!(
        summary(&history),
        ["calls: a b", "find a: one", "find b: two", "user: and? +0"]
    );
}

#[test]
fn unanswered_call_gets_an_interrupted_result() {
    let history = [calls(&[Some("a")]), user("go on")];
    let interrupted = format!("find a: {INTERRUPTED}");
    assert_eq!(
        summary(&history),
        ["calls: a", interrupted.as_str(), "user: go on +0"]
    );
    assert!(serde_json::from_str::<serde_json::Value>(INTERRUPTED).is_ok());
}

#[test]
fn drops_orphan_early_and_duplicate_tool_results() {
    let history = [
        answer("a", "early"),
        calls(&[Some("a")]),
        answer("a", "first"),
        answer("a", "second"),
        answer("z", "stray"),
    ];
    assert_eq!(summary(&history), ["calls: a", "find a: first"]);
}

#[test]
fn reused_call_id_gets_its_own_result() {
    let history = [
        calls(&[Some("0")]),
        answer("0", "one"),
        calls(&[Some("0")]),
        answer("0", "two"),
    ];
    assert_eq!(
        summary(&history),
        ["calls: 0", "find 0: one", "calls: 0", "find 0: two"]
    );
}

#[test]
fn generates_ids_for_calls_without_one() {
    let expected = ["calls: call_0_0 b", "find call_0_0: ", "find b: yes"];
    let summary = summary(&[calls(&[None, Some("b")]), answer("b", "yes")]);
    assert_eq!(summary[0], expected[0]);
    assert!(summary[1].starts_with(expected[1]), "{summary:?}");
    assert_eq!(summary[2], expected[2]);
}

#[test]
fn merges_adjacent_messages_of_one_role_and_drops_empty_ones() {
    let seen = Content::Image {
        data: "aGk=".into(),
        mime_type: "image/png".into(),
    };
    let picture = MessageMetadata {
        segments: vec![seen.into()],
        ..MessageMetadata::default()
    };
    let history = [
        user(""),
        user("看"),
        message(Role::User, "", picture),
        message(Role::System, "a tool is gone", MessageMetadata::default()),
        message(Role::Assistant, "", MessageMetadata::default()),
        message(
            Role::Assistant,
            "",
            MessageMetadata {
                segments: vec![ContentSegment::text("")],
                ..Default::default()
            },
        ),
        message(Role::Assistant, "I see", MessageMetadata::default()),
    ];
    assert_eq!(
        summary(&history),
        [
            "user: 看\n\n[note from the program] a tool is gone +1",
            "assistant: Text { text: \"I see\" }"
        ]
    );
}
