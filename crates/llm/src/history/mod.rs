//! A thread's messages made fit to be sent, alike for every vendor: each call has exactly one
//! answer, right after it; neighbours who are the same person are one; nothing is empty. Enter
//! through [`lines`]. It only mends what is sent; what is stored stays as it was.

use std::borrow::Cow;
use std::collections::BTreeSet;

use model::talk::{ChatMessage, Content, ContentSegment, Role, ToolCall};
use serde_json::{Value, json};

/// The answer to a call that never got one. Always the same words, so that caches hold.
const INTERRUPTED: &str = r#"{"status":"failure","error":{"code":"CANCELLED","message":"This call was interrupted; whether it took effect is not known. Look before you call again."}}"#;

/// One piece of history as a vendor gets it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Line<'a> {
    /// What the person said, and what the program observed.
    User {
        text: String,
        /// Pictures, sounds and films.
        media: Vec<&'a Content>,
    },
    /// What the model said.
    Assistant {
        segments: Cow<'a, [ContentSegment]>,
        /// The ids of its calls, in order.
        ids: Vec<String>,
    },
    /// The one answer to a call of the assistant's line before.
    Result {
        id: String,
        tool: &'a str,
        content: &'a str,
        /// Whether the call failed, or nobody knows.
        failed: bool,
        /// Pictures, sounds and films that came with it.
        media: Vec<&'a Content>,
    },
}

/// The history, mended.
pub(crate) fn lines(messages: &[ChatMessage]) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut answered = BTreeSet::new();
    for (at, message) in messages.iter().enumerate() {
        match message.role {
            Role::User => push_user(&mut lines, message.content.clone(), message),
            // Few models take a word of the system's in mid-conversation; all take it from the user.
            Role::System => push_user(&mut lines, observation(&message.content), message),
            Role::Assistant => push_assistant(&mut lines, messages, at, &mut answered),
            // An answer goes out with its call, or not at all.
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

fn push_user<'a>(lines: &mut Vec<Line<'a>>, said: String, message: &'a ChatMessage) {
    let seen = media(message);
    if said.is_empty() && seen.is_empty() {
        return;
    }
    match lines.last_mut() {
        Some(Line::User { text, media }) => {
            if !text.is_empty() && !said.is_empty() {
                text.push_str("\n\n");
            }
            text.push_str(&said);
            media.extend(seen);
        }
        _ => lines.push(Line::User {
            text: said,
            media: seen,
        }),
    }
}

fn push_assistant<'a>(
    lines: &mut Vec<Line<'a>>,
    messages: &'a [ChatMessage],
    at: usize,
    answered: &mut BTreeSet<usize>,
) {
    let message = &messages[at];
    let segments = match message.metadata.segments.as_slice() {
        [] if message.content.is_empty() => return,
        [] => Cow::Owned(vec![ContentSegment::text(message.content.as_str())]),
        // Thinking that ran into the limit before a word was said.
        kept if kept.iter().all(is_blank) => return,
        kept => Cow::Borrowed(kept),
    };
    let calls: Vec<&ToolCall> = message.tool_calls().collect();
    let ids: Vec<String> = calls
        .iter()
        .enumerate()
        .map(|(n, call)| call.id.clone().unwrap_or_else(|| format!("call_{at}_{n}")))
        .collect();
    lines.push(Line::Assistant {
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
        lines.push(Line::Result {
            id,
            tool: &call.name,
            content: answer.map_or(INTERRUPTED, |it| it.content.as_str()),
            failed: answer.is_none_or(has_failed),
            media: answer.map(media).unwrap_or_default(),
        });
    }
}

/// Whether the record of a tool's answer says that it failed.
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

/// A call's arguments as an object, which is all that any vendor takes: what the model wrote
/// instead is shown to it as just that.
pub(crate) fn object_args(args: &Value) -> Cow<'_, Value> {
    if args.is_object() {
        Cow::Borrowed(args)
    } else {
        Cow::Owned(json!({ "INVALID_JSON": args }))
    }
}

#[cfg(test)]
mod tests;
