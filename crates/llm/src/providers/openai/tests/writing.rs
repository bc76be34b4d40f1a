//! Complete requests for payloads.

use expect_test::expect_file;
use model::conversation::{
    ChatMessage, Content, ContentSegment, MessageMetadata, Payload, ProviderState, Role, ToolCall,
    ToolDefinition,
};
use model::{FixedWorld, MessageId, TurnId, World};
use reqwest::header::AUTHORIZATION;
use secrecy::SecretString;
use serde_json::{Value, json};

use super::{root, settings};
use crate::dialect::CallIdFormat;
use crate::providers::openai::OpenAi;
use crate::{HttpRequest, ModelRequest, ModelSettings, Provider};

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

fn reply(segments: Vec<ContentSegment>) -> ChatMessage {
    let metadata = MessageMetadata {
        segments,
        ..MessageMetadata::default()
    };
    message(Role::Assistant, "", metadata)
}

fn answer(id: &str, content: &str) -> ChatMessage {
    let metadata = MessageMetadata {
        tool_call_id: Some(id.into()),
        ..MessageMetadata::default()
    };
    message(Role::Tool, content, metadata)
}

fn call(id: &str, args: Value) -> ContentSegment {
    let (id, name) = (Some(id.to_owned()), "rename".to_owned());
    ContentSegment::tool_call(ToolCall { id, name, args })
}

fn with_state(mut segment: ContentSegment, model: &str, value: Value) -> ContentSegment {
    let (provider, model) = ("tale".to_owned(), model.to_owned());
    segment.provider_state = Some(ProviderState {
        provider,
        model,
        value,
    });
    segment
}

fn request(payload: &Payload, settings: &ModelSettings) -> HttpRequest {
    OpenAi
        .request(&ModelRequest {
            payload,
            tools: &payload.tools,
            settings,
        })
        .unwrap()
}

fn messages(messages: Vec<ChatMessage>, settings: &ModelSettings) -> Value {
    let payload = Payload {
        messages,
        ..Payload::default()
    };
    request(&payload, settings).body["messages"].clone()
}

/// A payload with content in every field.
fn full_payload() -> Payload {
    let seen = Content::Image {
        data: "iVBORw0KGgo=".into(),
        mime_type: "image/png".into(),
    };
    let showing = MessageMetadata {
        segments: vec![seen.into()],
        ..MessageMetadata::default()
    };
    Payload {
        system: "You edit a story.".into(),
        tools: vec![ToolDefinition {
            name: "rename".into(),
            description: "Rename the current node.".into(),
            parameters: json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "title": "Rename",
                "type": "object",
                "properties": { "to": { "type": "string", "description": "The new name." } },
                "required": ["to"],
                "additionalProperties": false,
            }),
        }],
        dynamic: "The hero is called Thomas.".into(),
        memory: "So far: nothing.".into(),
        messages: vec![
            message(Role::User, "把主角名字改成 Neo", showing),
            reply(vec![
                ContentSegment::text("好。"),
                call("call_a", json!({ "to": "Neo" })),
            ]),
            answer("call_a", r#"{"module":"story","method":"rename"}"#),
            reply(vec![ContentSegment::text("Done.")]),
            message(Role::User, "Thanks", MessageMetadata::default()),
        ],
        ..Payload::default()
    }
}

#[test]
fn encodes_a_complete_payload() {
    let payload = full_payload();
    let settings = ModelSettings {
        key: Some(SecretString::from("sk-secret\n")),
        extra: json!({ "temperature": 0.2, "stream_options": null })
            .as_object()
            .unwrap()
            .clone(),
        max_tokens_field: "max_completion_tokens".into(),
        ..settings()
    };
    let request = request(&payload, &settings);
    let place = format!("{} {}", request.method, request.url);
    assert_eq!(place, "POST https://tale.example/v1/chat/completions");
    assert_eq!(request.headers[AUTHORIZATION], "Bearer sk-secret");
    assert!(
        !format!("{request:?}").contains("sk-secret"),
        "printing a request shows no key"
    );
    let body = serde_json::to_string_pretty(&request.body).unwrap() + "\n";
    expect_file![root().join("tests/fixtures/wires/openai-request.json")].assert_eq(&body);
}

#[test]
fn reasoning_returns_only_to_its_model() {
    let thought = json!({ "reasoning_content": "Hm." });
    let history = |model: &str| {
        let first = call("call_a", json!({}));
        vec![
            reply(vec![with_state(first, model, thought.clone())]),
            answer("call_a", "{}"),
        ]
    };
    let own = messages(history("story-1"), &settings());
    assert_eq!(own[0]["reasoning_content"], "Hm.");
    let others = messages(history("story-2"), &settings());
    assert_eq!(others[0].get("reasoning_content"), None);
}

#[test]
fn sends_call_state_back_with_its_call() {
    let extra = json!({ "google": { "thought_signature": "c2ln" } });
    let first = with_state(
        call("call_a", json!({})),
        "story-1",
        json!({ "extra_content": extra, "reasoning": "Hm." }),
    );
    let sent = messages(
        vec![reply(vec![first]), answer("call_a", "{}")],
        &settings(),
    );
    assert_eq!(
        sent[0],
        json!({
            "role": "assistant",
            "reasoning": "Hm.",
            "content": null,
            "tool_calls": [{
                "id": "call_a",
                "type": "function",
                "function": { "name": "rename", "arguments": "{}" },
                "extra_content": extra,
            }],
        })
    );
}

#[test]
fn sends_invalid_json_arguments_back_as_text() {
    let cut = call("call_a", json!("{\"to\":\"Ne"));
    let sent = messages(vec![reply(vec![cut])], &settings());
    let arguments = &sent[0]["tool_calls"][0]["function"]["arguments"];
    assert_eq!(arguments, r#"{"INVALID_JSON":"{\"to\":\"Ne"}"#);
}

#[test]
fn rewrites_another_vendors_ids_in_calls_and_results() {
    let history = vec![
        reply(vec![call("toolu_01|odd", json!({}))]),
        answer("toolu_01|odd", "{}"),
    ];
    let strict = ModelSettings {
        call_ids: CallIdFormat::Nine,
        ..settings()
    };
    let sent = messages(history, &strict);
    let id = sent[0]["tool_calls"][0]["id"].as_str().unwrap();
    assert!(
        id.len() == 9 && id.chars().all(|it| it.is_ascii_alphanumeric()),
        "{id}"
    );
    assert_eq!(sent[1]["tool_call_id"], id);
}

#[test]
fn sends_reasoning_with_every_call_if_required() {
    let history = || {
        let thought = json!({ "reasoning_content": "Hm." });
        vec![
            reply(vec![call("call_a", json!({}))]),
            reply(vec![with_state(
                call("call_b", json!({})),
                "story-1",
                thought,
            )]),
            reply(vec![ContentSegment::text("Done.")]),
        ]
    };
    let thinking = |settings: &ModelSettings| -> Vec<Value> {
        let sent = messages(history(), settings);
        let content = sent
            .as_array()
            .unwrap()
            .iter()
            .filter(|it| it["role"] == "assistant");
        content.map(|it| it["reasoning_content"].clone()).collect()
    };
    let wanting = ModelSettings {
        requires_thinking: true,
        ..settings()
    };
    assert_eq!(thinking(&wanting), [json!(""), json!("Hm."), Value::Null]);
    assert_eq!(
        thinking(&settings()),
        [Value::Null, json!("Hm."), Value::Null]
    );
}
