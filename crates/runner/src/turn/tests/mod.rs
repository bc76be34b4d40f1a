//! The state machine tested with plain values: every transition, limit and rejection. Each event is
//! followed by a round trip through the serialized form, so every state here survives a restart.

mod anything;
mod bounds;
mod going;
mod replies;
mod services;
mod stopping;

use std::time::Duration;

use capability::{Status, ToolResult, WrittenVersion};
use expect_test::{Expect, expect};
use model::VersionRef;
use model::conversation::{ContentSegment, ReplyMetadata};
use proptest::prelude::*;
use serde_json::{Value, json};
use store::NewMessage;
use uuid::Uuid;

use super::*;

struct TurnTest {
    turn: Turn,
    lines: Vec<String>,
    effects: Vec<Effect>,
}

impl TurnTest {
    fn new() -> Self {
        let id = TurnId(Uuid::from_u128(7));
        let turn = Turn::new(id, ThreadId(Uuid::from_u128(8)), None, Autonomy::Adopt);
        Self {
            turn,
            lines: Vec::new(),
            effects: Vec::new(),
        }
    }

    /// A turn that has asked the model for the first time; earlier effects are discarded.
    fn asking() -> Self {
        let mut play = Self::new();
        play.on(Event::Instruction("Rename the hero.".into()));
        play.lines.clear();
        play
    }

    fn on(&mut self, event: Event) -> &mut Self {
        let effects = self.turn.handle(event);
        let kept = serde_json::to_string(&self.turn).unwrap();
        assert_eq!(
            serde_json::from_str::<Turn>(&kept).unwrap(),
            self.turn,
            "{kept}"
        );
        self.lines.extend(effects.iter().map(line));
        self.effects = effects;
        self
    }

    fn replies(&mut self, segments: Vec<ContentSegment>) -> &mut Self {
        self.on(Event::Replied(ProviderResponse {
            segments,
            ..Default::default()
        }))
    }

    fn stops(&mut self, stop: StopReason, segments: Vec<ContentSegment>) -> &mut Self {
        let metadata = ReplyMetadata {
            stop: Some(stop),
            ..Default::default()
        };
        self.on(Event::Replied(ProviderResponse { segments, metadata }))
    }

    fn fails(&mut self, error: LlmError) -> &mut Self {
        self.on(Event::Failed(error))
    }

    /// Answers the call that the last event started.
    fn answers(&mut self, answer: impl FnOnce(&ToolCall) -> ToolAgentOutput) -> &mut Self {
        let Some(Effect::Call(call)) = self.effects.last().cloned() else {
            panic!("no call is running after {:?}", self.effects)
        };
        self.on(Event::Answered(Box::new(answer(&call))))
    }

    fn outcome(&self) -> &TurnOutcome {
        match self.effects.last() {
            Some(Effect::Stop(outcome)) => outcome,
            other => panic!("the turn has not ended: {other:?}"),
        }
    }

    #[expect(
        clippy::needless_pass_by_value,
        reason = "callers pass `expect![…]` inline"
    )]
    fn check(&self, expected: Expect) {
        expected.assert_eq(&self.lines.join("\n"));
    }
}

fn line(effect: &Effect) -> String {
    match effect {
        Effect::Save(messages) => {
            let one = |it: &NewMessage| {
                let calls = it
                    .metadata
                    .segments
                    .iter()
                    .filter_map(|it| match &it.content {
                        Content::ToolCall { tool_call } => tool_call.id.clone(),
                        _ => None,
                    });
                let calls: Vec<_> = calls.collect();
                let answers = it.metadata.tool_call_id.iter().cloned().collect::<String>();
                let ending = it.metadata.ending.map(|it| format!(" ({})", json!(it)));
                format!(
                    "save {}{}{}{}: {}",
                    it.role.as_str(),
                    if calls.is_empty() {
                        String::new()
                    } else {
                        format!(" calling {}", calls.join(" "))
                    },
                    if answers.is_empty() {
                        answers
                    } else {
                        format!(" answering {answers}")
                    },
                    ending.unwrap_or_default(),
                    it.content,
                )
            };
            messages.iter().map(one).collect::<Vec<_>>().join("\n")
        }
        Effect::Publish(event) => match &**event {
            TurnEvent::TurnBegan { .. } => "publish began".into(),
            TurnEvent::Text { text, .. } => format!("publish text {text:?}"),
            TurnEvent::Thinking { text, .. } => format!("publish thinking {text:?}"),
            TurnEvent::ToolCallBegan { call_id, .. } => format!("publish call {call_id}"),
            TurnEvent::ToolAnswered { output, .. } => {
                format!("publish answer {}", output.tool_call_id)
            }
            TurnEvent::Asked { .. } => "publish asked".into(),
            TurnEvent::Retrying { attempt, .. } => format!("publish retrying {attempt}"),
            TurnEvent::TextDiscarded { .. } => "publish words void".into(),
            TurnEvent::ContextShown { .. } => "publish context".to_owned(),
            TurnEvent::TurnEnded { outcome, .. } => format!("publish ended {:?}", outcome.ending),
        },
        Effect::Compose { within: None } => "compose".to_owned(),
        Effect::Compose {
            within: Some(tokens),
        } => format!("compose within {tokens}"),
        Effect::Ask => "ask".into(),
        Effect::Wait(time) => format!("wait {} ms", time.as_millis()),
        Effect::Call(call) => format!("call {} {}", call.name, call.args),
        Effect::DropDraft(_) => "drop draft".into(),
        Effect::Complete => "complete".into(),
        Effect::Stop(outcome) => {
            format!(
                "stop: {} well, {} not",
                outcome.calls_succeeded, outcome.calls_failed
            )
        }
    }
}

fn said(text: &str) -> ContentSegment {
    ContentSegment::text(text)
}

fn call(id: &str, name: &str, args: Value) -> ContentSegment {
    ContentSegment::tool_call(ToolCall {
        id: Some(id.into()),
        name: name.into(),
        args,
    })
}

fn look(id: &str) -> ContentSegment {
    call(id, "look", json!({ "at": id }))
}

fn success(call: &ToolCall) -> ToolAgentOutput {
    let data = json!({ "ok": 1 });
    ToolAgentOutput {
        status: Status::Success,
        result: Some(ToolResult {
            module: "m".into(),
            method: call.name.clone(),
            data,
            understood: Vec::new(),
        }),
        error: None,
        ..not_run(call, Code::Internal, "")
    }
}

fn wrote(call: &ToolCall) -> ToolAgentOutput {
    let version = VersionRef {
        id: model::VersionId(Uuid::from_u128(1)),
        number: 12,
    };
    let written = WrittenVersion {
        node: None,
        title: "Neo".into(),
        capability: "kv".into(),
        version: Some(version),
    };
    ToolAgentOutput {
        wrote: vec![written],
        change: Some(1),
        ..success(call)
    }
}

fn bad(code: Code, message: &'static str) -> impl Fn(&ToolCall) -> ToolAgentOutput {
    move |call| not_run(call, code, message)
}

fn overloaded() -> LlmError {
    LlmError::Overloaded {
        provider: "p".into(),
        status: 503,
        message: "busy".into(),
    }
}

fn unreadable() -> LlmError {
    LlmError::Unreadable {
        provider: "p".into(),
        message: "no JSON".into(),
    }
}
