//! Normalizes a thread's messages for sending, in the same way for every vendor: each call has
//! exactly one answer, directly after it; adjacent messages of one role are merged; nothing is
//! empty. Start at [`normalized`]. Only what is sent is changed, not what is stored.

use std::borrow::Cow;
use std::collections::BTreeSet;

use model::conversation::{ChatMessage, Content, ContentSegment, Role, ToolCall};
use serde_json::{Value, json};

/// The answer to a call that never got one. Always the same text, so that prompt caches match.
const INTERRUPTED: &str = r#"{"status":"failure","error":{"code":"CANCELLED","message":"This call was interrupted; whether it took effect is not known. Look before you call again."}}"#;

/// One entry of the history as vendors receive it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum HistoryEntry<'a> {
    /// What the person wrote, and notes by the program.
    User {
        text: String,
        /// Images, audio and video.
        media: Vec<&'a Content>,
    },
    /// What the model wrote.
    Assistant {
        segments: Cow<'a, [ContentSegment]>,
        /// The ids of its calls, in order.
        ids: Vec<String>,
    },
    /// The only answer to a call of the preceding assistant entry.
    Result {
        id: String,
        tool: &'a str,
        content: &'a str,
        /// Whether the call failed, or its result is unknown.
        failed: bool,
        /// Images, audio and video that came with it.
        media: Vec<&'a Content>,
    },
}

/// The normalized history.
pub(crate) fn normalized(messages: &[ChatMessage]) -> Vec<HistoryEntry<'_>> {
    let mut lines = Vec::new();
    let mut answered = BTreeSet::new();
    for (at, message) in messages.iter().enumerate() {
        match message.role {
            Role::User => push_user(&mut lines, message.content.clone(), message),
            // Few models accept a system message in mid-conversation; all accept it as a user
            // message.
            Role::System => push_user(&mut lines, observation(&message.content), message),
            Role::Assistant => push_assistant(&mut lines, messages, at, &mut answered),
            // An answer is sent with its call or not at all.
            Role::Tool => {}
        }
    }
    lines
}

fn observation(content: &str) -> String {
    if content.is_empty() {
        String::new()
    } else {
        format!("[note from the program] {content}")
    }
}

fn push_user<'a>(lines: &mut Vec<HistoryEntry<'a>>, new_text: String, message: &'a ChatMessage) {
    let seen = media(message);
    if new_text.is_empty() && seen.is_empty() {
        return;
    }
    match lines.last_mut() {
        Some(HistoryEntry::User { text, media }) => {
            if !text.is_empty() && !new_text.is_empty() {
                text.push_str("\n\n");
            }
            text.push_str(&new_text);
            media.extend(seen);
        }
        _ => lines.push(HistoryEntry::User {
            text: new_text,
            media: seen,
        }),
    }
}

fn push_assistant<'a>(
    lines: &mut Vec<HistoryEntry<'a>>,
    messages: &'a [ChatMessage],
    at: usize,
    answered: &mut BTreeSet<usize>,
) {
    let message = &messages[at];
    let segments = match message.metadata.segments.as_slice() {
        [] if message.content.is_empty() => return,
        [] => Cow::Owned(vec![ContentSegment::text(message.content.as_str())]),
        // Reasoning that hit the limit before any text.
        kept if kept.iter().all(is_blank) => return,
        kept => Cow::Borrowed(kept),
    };
    let calls: Vec<&ToolCall> = message.tool_calls().collect();
    let ids: Vec<String> = calls
        .iter()
        .enumerate()
        .map(|(n, call)| call.id.clone().unwrap_or_else(|| format!("call_{at}_{n}")))
        .collect();
    lines.push(HistoryEntry::Assistant {
        segments,
        ids: ids.clone(),
    });
    for (call, id) in calls.into_iter().zip(ids) {
        let answer = messages
            .iter()
            .enumerate()
            .skip(at + 1)
            .find(|(later, it)| {
                it.role == Role::Tool
                    && it.metadata.tool_call_id.as_ref() == Some(&id)
                    && !answered.contains(later)
            });
        let answer = answer.map(|(later, it)| {
            answered.insert(later);
            it
        });
        lines.push(HistoryEntry::Result {
            id,
            tool: &call.name,
            content: answer.map_or(INTERRUPTED, |it| it.content.as_str()),
            failed: answer.is_none_or(has_failed),
            media: answer.map(media).unwrap_or_default(),
        });
    }
}

/// Whether the stored record of a tool's answer is a failure.
fn has_failed(answer: &ChatMessage) -> bool {
    let record = answer.metadata.tool_agent_output.as_ref();
    record.is_some_and(|it| it["status"] == "failure")
}

fn media(message: &ChatMessage) -> Vec<&Content> {
    let segments = message.metadata.segments.iter().map(|it| &it.content);
    let seen = segments.filter(|it| {
        matches!(
            it,
            Content::Image { .. } | Content::Audio { .. } | Content::Video { .. }
        )
    });
    seen.collect()
}

fn is_blank(segment: &ContentSegment) -> bool {
    matches!(&segment.content, Content::Text { text } if text.is_empty())
}

/// A call's arguments as an object, which is all that vendors accept: other values are wrapped so
/// that the model sees what it wrote.
pub(crate) fn object_args(args: &Value) -> Cow<'_, Value> {
    if args.is_object() {
        Cow::Borrowed(args)
    } else {
        Cow::Owned(json!({ "INVALID_JSON": args }))
    }
}

#[cfg(test)]
mod tests;
