//! Any conversation becomes a request that the vendor's own package accepts, with its types in
//! strict mode.

use std::io::Write as _;
use std::process::{Command, Stdio};

use model::conversation::{
    ChatMessage, Content, ContentSegment, MessageMetadata, Payload, ProviderState, Role, ToolCall,
    ToolDefinition,
};
use model::{FixedWorld, MessageId, TurnId, World};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use super::{body, python, tools, wires};
use crate::support::root;

/// How many conversations are generated.
const CONVERSATIONS: usize = 80;

/// One part of an assistant's reply.
#[derive(Debug, Clone)]
enum SegmentCase {
    Text(String),
    Picture,
    Call {
        id: Option<String>,
        args: Value,
        /// Empty if nobody answered.
        answer: Option<(String, bool, bool)>,
    },
}

#[derive(Debug, Clone)]
struct Turn {
    requests: String,
    shown: bool,
    replies: Vec<Vec<SegmentCase>>,
    noted: bool,
    with_state: bool,
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        Just(" \n".to_owned()),
        "[a-z ]{1,20}",
        "[雨夜码头灯塔]{1,8}",
        "\\PC{0,12}",
    ]
}

fn said() -> impl Strategy<Value = SegmentCase> {
    let id = prop_oneof![
        Just(None),
        "call_[a-z0-9]{4}".prop_map(Some),
        Just(Some("toolu_01|odd id".to_owned())),
    ];
    let args = prop_oneof![
        Just(json!({})),
        words().prop_map(|it| json!({ "items": [{ "k": it, "v": "" }] })),
        Just(json!("{\"cut")),
        Just(json!([1])),
    ];
    let answer = proptest::option::of((words(), any::<bool>(), any::<bool>()));
    prop_oneof![
        2 => words().prop_map(SegmentCase::Text),
        1 => Just(SegmentCase::Picture),
        3 => (id, args, answer).prop_map(|(id, args, answer)| SegmentCase::Call { id, args, answer }),
    ]
}

fn turn() -> impl Strategy<Value = Turn> {
    let replies = proptest::collection::vec(proptest::collection::vec(said(), 0..4), 0..3);
    (
        words(),
        any::<bool>(),
        replies,
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(requests, shown, replies, noted, with_state)| Turn {
            requests,
            shown,
            replies,
            noted,
            with_state,
        })
}

fn conversation() -> impl Strategy<Value = (String, String, String, Vec<Turn>, usize)> {
    let turns = proptest::collection::vec(turn(), 1..4);
    (words(), words(), words(), turns, 0..4_usize)
}

/// Provider state as each wire format stores it.
fn state_of(wire: &str) -> Value {
    match wire {
        // Over this wire format, thinking is also sent back to servers other than the vendor's, in
        // their own fields.
        "openai" => json!({}),
        "openai-responses" => json!({ wire: {
            "before": [{ "type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "c2Vj" }],
            "own": { "id": "fc_1" },
        }}),
        "anthropic" => json!({ wire: {
            "before": [
                { "type": "thinking", "thinking": "Hm.", "signature": "c2ln" },
                { "type": "redacted_thinking", "data": "aGlk" },
            ],
        }}),
        "gemini" => json!({ wire: { "own": { "thoughtSignature": "c2lnbg==" } } }),
        _ => json!({ wire: { "before": ["Hm."] } }),
    }
}

fn picture() -> ContentSegment {
    Content::Image {
        data: "iVBORw0KGgo=".into(),
        mime_type: "image/png".into(),
    }
    .into()
}

struct Writer {
    world: FixedWorld,
    messages: Vec<ChatMessage>,
}

impl Writer {
    fn say(&mut self, role: Role, content: &str, metadata: MessageMetadata) {
        self.messages.push(ChatMessage {
            id: MessageId(self.world.new_id()),
            turn: TurnId(self.world.new_id()),
            role,
            content: content.into(),
            metadata,
            time: self.world.now(),
        });
    }

    fn turn(&mut self, turn: &Turn, state: &ProviderState) {
        let of = |segments| MessageMetadata {
            segments,
            ..MessageMetadata::default()
        };
        let shown = turn.shown.then(picture).into_iter().collect();
        self.say(Role::User, &turn.requests, of(shown));
        for reply in &turn.replies {
            let mut segments: Vec<ContentSegment> = Vec::new();
            let mut answers = Vec::new();
            for segment in reply {
                segments.push(match segment {
                    SegmentCase::Text(text) => ContentSegment::text(text.as_str()),
                    SegmentCase::Picture => picture(),
                    SegmentCase::Call { id, args, answer } => {
                        if let (Some(id), Some(answer)) = (id, answer) {
                            answers.push((id.clone(), answer.clone()));
                        }
                        let (id, name) = (id.clone(), "update_node_kv".to_owned());
                        let args = args.clone();
                        ContentSegment::tool_call(ToolCall { id, name, args })
                    }
                });
            }
            if let Some(first) = segments.first_mut().filter(|_| turn.with_state) {
                first.provider_state = Some(state.clone());
            }
            self.say(Role::Assistant, "", of(segments));
            for (id, (content, failed, shown)) in answers {
                let status = if failed { "failure" } else { "success" };
                let metadata = MessageMetadata {
                    tool_call_id: Some(id),
                    tool_agent_output: Some(json!({ "status": status })),
                    ..of(shown.then(picture).into_iter().collect())
                };
                self.say(Role::Tool, &content, metadata);
            }
        }
        if turn.noted {
            self.say(
                Role::System,
                "the story was changed meanwhile",
                of(Vec::new()),
            );
        }
    }
}

/// Tools with schemas that a plugin may have.
fn odd_tools() -> Vec<ToolDefinition> {
    let parameters = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Odd",
        "type": "object",
        "$defs": { "mood": { "enum": ["calm", "wild"], "default": "calm" } },
        "properties": {
            "mood": { "$ref": "#/$defs/mood", "description": "How it feels." },
            "count": { "type": ["integer", "null"], "format": "uint32", "exclusiveMinimum": 0 },
            "either": { "oneOf": [{ "type": "string" }, { "type": "integer" }, { "type": "null" }] },
            "fixed": { "const": 3 },
            "list": { "type": "array", "uniqueItems": true },
            "free": { "type": "object", "additionalProperties": { "type": "string" } },
            "when": { "type": "string", "format": "date-time", "examples": ["now"] },
        },
        "required": ["mood"],
    });
    let tool = |name: &str, parameters: &Value| ToolDefinition {
        name: name.into(),
        description: "长".repeat(2000),
        parameters: parameters.clone(),
    };
    vec![
        tool("fs.look", &parameters),
        tool("9lives", &json!({})),
        tool("看", &json!({ "type": "object", "properties": {} })),
    ]
}

/// The requests for this many conversations, each as one line for the validators.
fn lines(conversations: usize) -> Vec<String> {
    let mut runner = TestRunner::deterministic();
    let all_tools = tools();
    let wires = wires();
    let mut lines = Vec::new();
    for _ in 0..conversations {
        let made = conversation().new_tree(&mut runner).unwrap().current();
        let (system, dynamic, memory, turns, shown) = made;
        let tools = match shown {
            0 => Vec::new(),
            1 => odd_tools(),
            2 => all_tools.iter().take(3).cloned().collect(),
            _ => all_tools.clone(),
        };
        for (wire, settings) in &wires {
            let state = ProviderState {
                provider: settings.provider.clone(),
                model: settings.model.clone(),
                value: state_of(wire.name()),
            };
            let mut writer = Writer {
                world: FixedWorld::default(),
                messages: Vec::new(),
            };
            turns.iter().for_each(|it| writer.turn(it, &state));
            let payload = Payload {
                system: system.clone(),
                dynamic: dynamic.clone(),
                memory: memory.clone(),
                messages: writer.messages,
                ..Payload::default()
            };
            let body = body(*wire, settings, &payload, &tools);
            lines.push(json!({ "wire": wire.name(), "body": body }).to_string());
        }
    }
    lines
}

/// What the vendors' packages say about each request.
fn validation_results(lines: &[String]) -> Vec<Value> {
    let mut judge = Command::new(python())
        .arg(root().join("tests/outside/model_requests.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python starts");
    let mut stdin = judge.stdin.take().unwrap();
    let text = lines.join("\n");
    let writing = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = judge.wait_with_output().expect("the judge ends");
    writing.join().unwrap().expect("the judge reads all of it");
    let printed = String::from_utf8(output.stdout).unwrap();
    printed
        .lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect()
}

#[test]
fn os_4_every_request_validates_against_the_vendors_sdk() {
    let lines = lines(CONVERSATIONS);
    let validation_results = validation_results(&lines);
    assert_eq!(
        validation_results.len(),
        lines.len(),
        "the judge stopped early"
    );
    let refused = lines
        .iter()
        .zip(&validation_results)
        .filter(|(_, it)| !it.is_null());
    let refused: Vec<_> = refused.take(3).collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

#[test]
fn vendor_validators_reject_invalid_requests() {
    let spoiled = lines(1).into_iter().map(|line| {
        let mut request: Value = serde_json::from_str(&line).unwrap();
        let list = ["messages", "contents", "input"];
        let list = list
            .into_iter()
            .find(|it| request["body"][it].is_array())
            .unwrap();
        request["body"][list] = json!([{ "role": "user", "content": "hi", "parts": [], "odd": 1 }]);
        request.to_string()
    });
    let spoiled: Vec<String> = spoiled.collect();
    for (line, verdict) in spoiled.iter().zip(validation_results(&spoiled)) {
        assert!(verdict.is_string(), "taken: {line}");
    }
}
