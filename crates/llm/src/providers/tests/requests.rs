//! Complete requests for payloads, and which state is sent back to which model.

use expect_test::expect_file;
use model::conversation::{
    ChatMessage, Content, ContentSegment, MessageMetadata, Payload, Role, ToolCall, ToolDefinition,
};
use model::{FixedWorld, MessageId, TurnId, World};
use secrecy::SecretString;
use serde_json::{Value, json};

use super::super::openai::OpenAi;
use super::{WIRES, Wire, read, root, settings};
use crate::{HttpRequest, ModelRequest, ModelSettings};

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

fn with(role: Role, content: &str, segments: Vec<ContentSegment>) -> ChatMessage {
    let metadata = MessageMetadata {
        segments,
        ..MessageMetadata::default()
    };
    message(role, content, metadata)
}

fn picture() -> ContentSegment {
    Content::Image {
        data: "iVBORw0KGgo=".into(),
        mime_type: "image/png".into(),
    }
    .into()
}

fn call(id: &str, name: &str, args: Value) -> ContentSegment {
    ContentSegment::tool_call(ToolCall {
        id: Some(id.into()),
        name: name.into(),
        args,
    })
}

fn answer(id: &str, content: &str, failed: bool, segments: Vec<ContentSegment>) -> ChatMessage {
    let status = if failed { "failure" } else { "success" };
    let metadata = MessageMetadata {
        tool_call_id: Some(id.into()),
        tool_agent_output: Some(json!({ "status": status })),
        segments,
        ..MessageMetadata::default()
    };
    message(Role::Tool, content, metadata)
}

/// A payload with content in every field.
fn full_payload() -> Payload {
    let tool = |name: &str, parameters: Value| ToolDefinition {
        name: name.into(),
        description: format!("What {name} does."),
        parameters,
    };
    Payload {
        system: "You edit a story.\n\nOpen is: Thomas.".into(),
        stable: "You edit a story.".len(),
        conversation: Some("c0ffee".into()),
        tools: vec![
            tool(
                "rename",
                json!({
                    "$schema": "https://json-schema.org/draft/2020-12/schema",
                    "title": "Rename",
                    "type": "object",
                    "properties": {
                        "to": { "type": "string", "description": "The new name." },
                        "times": { "type": ["integer", "null"], "format": "uint32", "minimum": 0 },
                        "kind": { "const": "hero" },
                        "level": { "enum": [1, 2] },
                    },
                    "required": ["to"],
                    "additionalProperties": false,
                }),
            ),
            tool("fs.look", json!({ "type": "object" })),
        ],
        dynamic: "The hero is called Thomas.".into(),
        memory: "So far: nothing.".into(),
        messages: vec![
            with(Role::User, "把主角名字改成 Neo", vec![picture()]),
            with(
                Role::Assistant,
                "",
                vec![
                    ContentSegment::text("好。"),
                    call("call_a", "rename", json!({ "to": "Neo" })),
                    call("call_b", "fs.look", json!("{\"pa")),
                ],
            ),
            answer("call_a", r#"{"module":"story"}"#, false, vec![picture()]),
            answer("call_b", "no JSON at all", true, Vec::new()),
            with(Role::Assistant, "Done.", Vec::new()),
            with(Role::User, "Thanks", Vec::new()),
        ],
    }
}

fn request(wire: &Wire, payload: &Payload, settings: &ModelSettings) -> HttpRequest {
    let model_request = ModelRequest {
        payload,
        tools: &payload.tools,
        settings,
    };
    wire.provider.request(&model_request).unwrap()
}

#[test]
fn encodes_a_complete_payload() {
    for wire in &WIRES {
        let settings = ModelSettings {
            key: Some(SecretString::from("sk-secret\n")),
            ..settings()
        };
        let request = request(wire, &full_payload(), &settings);
        assert!(
            !format!("{request:?}").contains("sk-secret"),
            "a printed request shows no key"
        );
        let headers: Vec<String> = request
            .headers
            .iter()
            .map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()))
            .collect();
        let recorded = json!({
            "request": format!("{} {}", request.method, request.url),
            "headers": headers,
            "body": request.body,
        });
        let recorded = serde_json::to_string_pretty(&recorded).unwrap() + "\n";
        let name = format!("tests/fixtures/wires/{}-request.json", wire.provider.name());
        expect_file![root().join(name)].assert_eq(&recorded);
    }
}

#[test]
fn request_prefix_is_stable_across_turns() {
    for wire in &WIRES {
        let mut payload = full_payload();
        let tools = request(wire, &payload, &settings()).body["tools"].to_string();
        payload.dynamic = "The hero is called Neo.".into();
        let later = request(wire, &payload, &settings()).body["tools"].to_string();
        assert_eq!(tools, later, "{}", wire.provider.name());
    }
}

#[test]
fn changing_context_follows_the_history_where_supported() {
    let settings = ModelSettings {
        late_system_message: true,
        cache_key: true,
        ..settings()
    };
    for wire in &WIRES {
        let name = wire.provider.name();
        let body_of = |payload: &Payload| {
            let body = request(wire, payload, &settings).body;
            let mut items: Vec<Value> = ["messages", "input", "contents"]
                .iter()
                .filter_map(|it| body[*it].as_array().cloned())
                .flatten()
                .collect();
            let system = ["system", "instructions", "systemInstruction"];
            let system: String = system.iter().map(|it| body[*it].to_string()).collect();
            // Cache markers move on with the conversation; the marked content does not change.
            let mut text = json!(items).to_string();
            text = text.replace(r#","cache_control":{"type":"ephemeral"}"#, "");
            items = serde_json::from_str(&text).unwrap();
            (items, system, body)
        };
        let mut payload = full_payload();
        let (before, system, body) = body_of(&payload);
        payload.system = payload.system.replace("Thomas", "Neo");
        payload.dynamic = "The hero is called Neo.".into();
        payload
            .messages
            .push(with(Role::Assistant, "He is Neo.", Vec::new()));
        payload.messages.push(with(Role::User, "Good", Vec::new()));
        let (after, system_after, _) = body_of(&payload);
        if name == "gemini" {
            assert_eq!(
                before[..],
                after[..before.len()],
                "expected one place for the system prompt"
            );
            continue;
        }
        assert_eq!(system, system_after, "{name}");
        let common = before.len() - 1;
        assert_eq!(before[..common], after[..common], "{name}");
        let last = after.last().unwrap().to_string();
        assert!(
            last.contains("Open is: Neo") && last.contains("called Neo"),
            "{name}: {last}"
        );
        let keyed = name.starts_with("openai");
        assert_eq!(body["prompt_cache_key"] == "c0ffee", keyed, "{name}");
        assert!(
            body.to_string().matches("cache_control").count() <= 4,
            "{name}"
        );
    }
}

/// The wire format shared by many vendors; its traffic is tested separately.
static CHAT: Wire = Wire { provider: &OpenAi };

/// A reply with state in each wire format, and where the state belongs in the next request.
fn replies_with_state() -> [(&'static str, &'static str, &'static [&'static str]); 5] {
    [
        (
            "openai",
            r#"{"choices":[{"finish_reason":"tool_calls","message":{"content":null,
                "reasoning":"Hm.","reasoning_details":[
                    {"type":"reasoning.text","text":"Hm.","signature":"c2ln","index":0}],
                "tool_calls":[{"id":"call_1","type":"function",
                    "function":{"name":"rename","arguments":"{}"},
                    "extra_content":{"google":{"thought_signature":"Z29v"}}}]}}]}"#,
            &["\"signature\":\"c2ln\"", "\"thought_signature\":\"Z29v\""],
        ),
        (
            "openai-responses",
            r#"{"status":"completed","output":[
                {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"c2Vj"},
                {"type":"function_call","id":"fc_1","call_id":"call_1","name":"rename","arguments":"{}"}]}"#,
            &["\"encrypted_content\":\"c2Vj\"", "\"id\":\"fc_1\""],
        ),
        (
            "anthropic",
            r#"{"type":"message","stop_reason":"tool_use","content":[
                {"type":"thinking","thinking":"Hm.","signature":"c2ln"},
                {"type":"tool_use","id":"call_1","name":"rename","input":{}}]}"#,
            &["{\"type\":\"thinking\",\"thinking\":\"Hm.\",\"signature\":\"c2ln\"}"],
        ),
        (
            "gemini",
            r#"{"candidates":[{"finishReason":"STOP","content":{"parts":[
                {"functionCall":{"name":"rename","args":{}},"thoughtSignature":"c2ln"}]}}]}"#,
            &["\"thoughtSignature\":\"c2ln\""],
        ),
        (
            "ollama",
            r#"{"done":true,"done_reason":"stop","message":{"thinking":"Hm.","content":"",
                "tool_calls":[{"function":{"name":"rename","arguments":{}}}]}}"#,
            &["\"thinking\":\"Hm.\""],
        ),
    ]
}

#[test]
fn provider_state_returns_only_to_its_model() {
    for (name, body, wanted) in replies_with_state() {
        let all = || WIRES.iter().chain([&CHAT]);
        let wire = all().find(|it| it.provider.name() == name).unwrap();
        let (_, reply) = read(
            wire,
            &Payload::default(),
            "application/json",
            [body.as_bytes()],
        );
        let segments = reply.unwrap().segments;
        let payload = Payload {
            messages: vec![
                with(Role::User, "Go on", Vec::new()),
                with(Role::Assistant, "", segments),
            ],
            ..Payload::default()
        };
        let sent = |settings: &ModelSettings| request(wire, &payload, settings).body.to_string();
        let own = sent(&settings());
        for state in wanted {
            assert!(own.contains(state), "{name}: {own}");
        }
        let others = [
            ModelSettings {
                model: "story-2".into(),
                ..settings()
            },
            ModelSettings {
                provider: "fable".into(),
                ..settings()
            },
        ];
        for other in others {
            let sent = sent(&other);
            for state in wanted {
                assert!(!sent.contains(state), "{name}: {sent}");
            }
        }
        for other in all().filter(|it| it.provider.name() != name) {
            let sent = request(other, &payload, &settings()).body.to_string();
            for state in wanted {
                assert!(!sent.contains(state), "{name} over another wire: {sent}");
            }
        }
    }
}

#[test]
fn later_versions_use_a_bearer_token_and_no_sampling_parameters() {
    let wire = WIRES
        .iter()
        .find(|it| it.provider.name() == "anthropic")
        .unwrap();
    let extra = json!({ "temperature": 0.2, "top_k": 4, "thinking": { "type": "adaptive" } });
    let of = |version: &str| {
        let settings = ModelSettings {
            key: Some(SecretString::from("sk-secret")),
            api_version: version.into(),
            extra: extra.as_object().unwrap().clone(),
            ..settings()
        };
        let request = request(wire, &full_payload(), &settings);
        let fields = ["temperature", "top_k", "thinking"];
        let held = fields.map(|it| request.body.get(it).is_some());
        let headers = ["x-api-key", "authorization"];
        (held, headers.map(|it| request.headers.contains_key(it)))
    };
    assert_eq!(of("2023-06-01"), ([true, true, true], [true, false]));
    assert_eq!(of("2026-10-21"), ([false, false, true], [false, true]));
}

#[test]
fn rejects_a_model_id_with_a_path() {
    let wire = WIRES
        .iter()
        .find(|it| it.provider.name() == "gemini")
        .unwrap();
    let payload = full_payload();
    for bad in ["../../x", "a:b", "a?key=", "", "a//b"] {
        let settings = ModelSettings {
            model: bad.into(),
            ..settings()
        };
        let model_request = ModelRequest {
            payload: &payload,
            tools: &[],
            settings: &settings,
        };
        assert!(wire.provider.request(&model_request).is_err(), "{bad}");
    }
}
