//! The script is followed in order, and the payloads are recorded.

use std::collections::BTreeMap;
use std::sync::Arc;

use model::FixedWorld;
use model::conversation::{ContentSegment, Delta, Payload, StopReason};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::ScriptedModel;
use crate::{AgentContext, LanguageModel, LlmError};

fn context() -> AgentContext {
    AgentContext {
        tools: BTreeMap::new(),
        cancelled: CancellationToken::new(),
        world: Arc::new(FixedWorld::default()),
        editing: None,
    }
}

fn saying(system: &str) -> Payload {
    Payload {
        system: system.into(),
        ..Payload::default()
    }
}

#[tokio::test]
async fn plays_steps_in_order_and_records_payloads() {
    let model = ScriptedModel::new()
        .expecting(|payload| assert_eq!(payload.system, "one"))
        .says_and_calls("好。 Done", [("rename", json!({ "to": "Neo" }))])
        .fails(LlmError::Cancelled);
    let mut deltas = Vec::new();
    let mut on_delta = |it| deltas.push(it);
    let first = model
        .generate(&saying("one"), &context(), &mut on_delta)
        .await
        .unwrap();
    assert_eq!(first.segments[0], ContentSegment::text("好。 Done"));
    assert_eq!(first.metadata.stop, Some(StopReason::ToolCalls));
    let call = first.tool_calls().next().unwrap();
    let id = call.id.clone().expect("a call gets an id");
    let began = Delta::ToolCallBegan {
        id,
        name: "rename".into(),
    };
    let words = ["好。", " ", "Done"].map(|it| Delta::Text(it.into()));
    assert_eq!(deltas, [words.as_slice(), &[began]].concat());

    let second = model
        .generate(&saying("two"), &context(), &mut |_| {})
        .await;
    assert_eq!(second, Err(LlmError::Cancelled));
    assert_eq!(model.payloads(), [saying("one"), saying("two")]);
    assert_eq!(model.steps_left(), 0);
}

#[tokio::test]
async fn reports_an_exhausted_script() {
    let outcome = ScriptedModel::new()
        .generate(&saying(""), &context(), &mut |_| {})
        .await;
    let message = "the script ended before request 1".into();
    assert_eq!(outcome, Err(LlmError::Misconfigured { message }));
}

#[tokio::test]
async fn cancellation_ends_a_pending_step() {
    let model = ScriptedModel::new().waits_until_cancelled();
    let context = context();
    let (payload, mut on_delta) = (saying(""), |_| {});
    let asking = model.generate(&payload, &context, &mut on_delta);
    let cancelling = async { context.cancelled.cancel() };
    let (outcome, ()) = tokio::join!(asking, cancelling);
    assert_eq!(outcome, Err(LlmError::Cancelled));
    assert_eq!(
        model.payloads().len(),
        1,
        "the step was waiting and not rejected immediately"
    );
}
