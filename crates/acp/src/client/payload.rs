//! What an agent is sent of a request: everything in a new session, only what is new in a resumed
//! one. Pure.

use agent_client_protocol_schema::v1::{ContentBlock, TextContent};
use model::conversation::{ChatMessage, Payload, ProviderState, Role};
use serde_json::{Value, json};

/// The provider's name in the state of a reply.
pub(super) const PROVIDER: &str = "acp";

/// The state that a later request finds the agent's session with.
pub(super) fn state(agent: &str, session: &str) -> ProviderState {
    ProviderState {
        provider: PROVIDER.to_owned(),
        model: agent.to_owned(),
        value: json!({ "session": session }),
    }
}

/// The session of this agent's last reply, and the index of that reply.
pub(super) fn last_session(payload: &Payload, agent: &str) -> Option<(String, usize)> {
    let of_message = |message: &ChatMessage| {
        let states = message.metadata.segments.iter();
        let mut states = states.filter_map(|it| it.provider_state.as_ref());
        let state = states.find(|it| it.provider == PROVIDER && it.model == agent)?;
        state.value["session"].as_str().map(str::to_owned)
    };
    let mut messages = payload.messages.iter().enumerate().rev();
    messages.find_map(|(at, it)| Some((of_message(it)?, at)))
}

/// The blocks for a new session.
pub(super) fn whole(payload: &Payload) -> Vec<ContentBlock> {
    let mut parts = vec![payload.system.clone()];
    parts.extend(context(payload));
    parts.extend(conversation(&payload.messages));
    blocks(parts)
}

/// The blocks for a session that already has all messages up to this one.
pub(super) fn since(payload: &Payload, sent: usize, is_context_new: bool) -> Vec<ContentBlock> {
    let mut parts = Vec::new();
    if is_context_new {
        let (stable, changing) = payload.system_parts();
        let now = if changing.is_empty() {
            stable
        } else {
            changing
        };
        parts.push(now.to_owned());
        parts.extend(context(payload));
    }
    let unsent = payload.messages.get(sent + 1..).unwrap_or_default();
    parts.extend(conversation(unsent));
    blocks(parts)
}

/// The parts of a request that may change without a new message.
pub(super) fn context_of(payload: &Payload) -> String {
    format!("{}\n{}", payload.system_parts().1, payload.dynamic)
}

fn context(payload: &Payload) -> impl Iterator<Item = String> {
    [payload.dynamic.clone(), payload.memory.clone()].into_iter()
}

/// Messages as text: the earlier conversation, and separately the current instruction.
fn conversation(messages: &[ChatMessage]) -> [String; 2] {
    match messages.split_last() {
        Some((last, before)) if last.role == Role::User => {
            [transcript(before), last.content.clone()]
        }
        _ => [transcript(messages), "Go on.".to_owned()],
    }
}

fn transcript(messages: &[ChatMessage]) -> String {
    let lines = messages.iter().filter_map(|it| {
        let who = match it.role {
            Role::User => "The writer",
            Role::Assistant => "You",
            Role::Tool => "Result of a tool",
            Role::System => "Storyteller",
        };
        let calls: String = it
            .tool_calls()
            .map(|call| format!("\n[called {} {}]", call.name, call.args))
            .collect();
        let is_empty = it.content.trim().is_empty() && calls.is_empty();
        (!is_empty).then(|| format!("{who}: {}{calls}", it.content))
    });
    let lines: Vec<_> = lines.collect();
    lines.join("\n\n")
}

fn blocks(parts: Vec<String>) -> Vec<ContentBlock> {
    let texts_of_parts = parts.into_iter().filter(|it| !it.trim().is_empty());
    texts_of_parts
        .map(|it| ContentBlock::Text(TextContent::new(it)))
        .collect()
}

/// The result of a call, if the request has it: the text, or the failure.
pub(super) fn result_of(payload: &Payload, call: &str) -> Option<Result<String, String>> {
    let is_its = |it: &&ChatMessage| {
        it.role == Role::Tool && it.metadata.tool_call_id.as_deref() == Some(call)
    };
    let message = payload.messages.iter().rev().find(is_its)?;
    let output = message.metadata.tool_agent_output.as_ref();
    let has_failed = output.is_some_and(|it| it.get("error").is_some_and(Value::is_object));
    let text = message.content.clone();
    Some(if has_failed { Err(text) } else { Ok(text) })
}

#[cfg(test)]
mod tests {
    use model::conversation::{ContentSegment, MessageMetadata, ToolCall};
    use model::{FixedWorld, MessageId, TurnId, World as _};

    use super::*;

    fn message(world: &FixedWorld, role: Role, content: &str) -> ChatMessage {
        ChatMessage {
            id: MessageId(world.new_id()),
            turn: TurnId(world.new_id()),
            role,
            content: content.to_owned(),
            metadata: MessageMetadata::default(),
            time: world.now(),
        }
    }

    /// A conversation in which the agent `a` has called a tool.
    fn payload() -> Payload {
        let world = FixedWorld::default();
        let mut called = message(&world, Role::Assistant, "");
        let mut segment = ContentSegment::text("I call.");
        segment.provider_state = Some(state("a", "s1"));
        let call = ContentSegment::tool_call(ToolCall {
            id: Some("c1".to_owned()),
            name: "outline".to_owned(),
            args: json!({}),
        });
        called.metadata.segments = vec![segment, call];
        let mut result = message(&world, Role::Tool, "no such node");
        result.metadata.tool_call_id = Some("c1".to_owned());
        result.metadata.tool_agent_output = Some(json!({ "error": { "message": "no" } }));
        Payload {
            system: "Rules. Now: the hero.".to_owned(),
            stable: 6,
            dynamic: "Facts.".to_owned(),
            messages: vec![
                message(&world, Role::User, "first"),
                called,
                result,
                message(&world, Role::User, "second"),
            ],
            ..Payload::default()
        }
    }

    fn texts(blocks: Vec<ContentBlock>) -> Vec<String> {
        let text = |it| match it {
            ContentBlock::Text(text) => text.text,
            other => panic!("{other:?}"),
        };
        blocks.into_iter().map(text).collect()
    }

    #[test]
    fn a_new_session_gets_the_whole_payload_with_the_instruction_separate() {
        let before = "The writer: first\n\nYou: \n[called outline {}]\n\n\
                      Result of a tool: no such node";
        let expected = ["Rules. Now: the hero.", "Facts.", before, "second"];
        assert_eq!(texts(whole(&payload())), expected);
    }

    #[test]
    fn a_resumed_session_gets_only_new_messages() {
        let payload = payload();
        let (session, sent) = last_session(&payload, "a").unwrap();
        assert_eq!((session.as_str(), sent), ("s1", 1));
        assert_eq!(last_session(&payload, "b"), None);
        let sent_texts = texts(since(&payload, sent, false));
        assert_eq!(sent_texts, ["Result of a tool: no such node", "second"]);
        let sent_texts = texts(since(&payload, sent, true));
        assert_eq!(sent_texts[..2], ["Now: the hero.", "Facts."]);
        assert_eq!(texts(since(&payload, 3, false)), ["Go on."]);
    }

    #[test]
    fn a_result_is_matched_to_its_call() {
        let payload = payload();
        let failed = Some(Err("no such node".to_owned()));
        assert_eq!(result_of(&payload, "c1"), failed);
        assert_eq!(result_of(&payload, "c2"), None);
    }
}
