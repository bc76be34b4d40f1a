//! Summaries and states of conversations longer than what is read for one request, by a model with
//! a small window: nothing is skipped, a failure loses nothing, and usage is counted.

use std::collections::BTreeSet;

use llm::providers::scripted::ScriptedModel;
use llm::{LlmError, ModelLimits};
use model::ThreadId;
use model::conversation::{Payload, ProviderResponse, Role};
use runner::Instruction;
use runner::context::{ContextStrategy, estimate_payload};
use serde_json::{Value, json};

use crate::harness::TestHarness;

const SMALL: ModelLimits = ModelLimits {
    context_tokens: 8_000,
    output_tokens: 1_000,
};
/// More rows than are read for one request.
const TURNS: usize = 700;

/// The numbers of words like `fact7.`.
fn facts(text: &str) -> BTreeSet<usize> {
    let words = text.split(|it: char| !it.is_alphanumeric());
    words
        .filter_map(|it| it.strip_prefix("fact")?.parse().ok())
        .collect()
}

/// A light model that forgets nothing: its answer contains all facts of the question, formatted
/// with `as_text`.
fn remembers(
    script: ScriptedModel,
    times: usize,
    as_text: fn(&BTreeSet<usize>) -> String,
) -> ScriptedModel {
    (0..times).fold(script, |script, _| {
        script.answers(move |payload: &Payload| {
            assert!(payload.tools.is_empty(), "a request to the light model");
            let size = estimate_payload(payload);
            assert!(
                size <= 5_250,
                "{size} tokens do not fit its share of the window"
            );
            let known = facts(&payload.messages[0].content);
            Ok(ProviderResponse {
                segments: vec![model::conversation::ContentSegment::text(as_text(&known))],
                ..ProviderResponse::default()
            })
        })
    })
}

/// Formats ranges, so that a few hundred facts are few words.
fn briefly(known: &BTreeSet<usize>) -> String {
    let first = known.first().copied().unwrap_or_default();
    let last = known.last().copied().unwrap_or_default();
    let whole = known.len() == last - first + 1;
    assert!(first == 0, "the oldest fact is lost: {first}");
    match whole {
        true => format!("fact0 to fact{last}, all of them"),
        false => {
            // An earlier summary lists `fact0` and `factN` for all facts in between.
            let new: Vec<_> = known.iter().skip(1).collect();
            for pair in new.windows(2) {
                assert_eq!(*pair[0] + 1, *pair[1], "a fact was skipped");
            }
            format!("fact0 to fact{last}, all of them")
        }
    }
}

/// Whether all turns but the newest ones are in a summary.
fn reaches(summary: &Value) -> bool {
    let last = facts(summary["text"].as_str().unwrap()).last().copied();
    last.is_some_and(|it| it + 12 > TURNS)
}

async fn long_thread(stage: &TestHarness, thread: ThreadId, turns: usize) {
    for n in 0..turns {
        let turn = model::TurnId(uuid::Uuid::from_u128(0xbeef_0000 + n as u128));
        let line = |role, content: String| store::NewMessage {
            turn,
            role,
            content,
            metadata: Default::default(),
        };
        let rows = vec![
            line(Role::User, format!("It is so: fact{n}.")),
            line(Role::Assistant, "Noted.".to_owned()),
        ];
        stage.store.append_messages(thread, rows).await.unwrap();
    }
}

fn strategy(id: &str, config: Value) -> ContextStrategy {
    ContextStrategy {
        plugin_id: id.to_owned(),
        config,
        ..ContextStrategy::default()
    }
}

async fn say(stage: &TestHarness, thread: ThreadId, text: &str) {
    let again = Instruction {
        thread: Some(thread),
        ..stage.about_hero(text)
    };
    stage.send(again).await;
    stage.runner.wait_for_background().await;
}

fn background(shown: &capability::ToolAgentOutput) -> Value {
    shown.result.as_ref().unwrap().data["background"].clone()
}

#[tokio::test]
async fn cm_4_summarizes_a_thread_of_any_length() {
    let script = ScriptedModel::new()
        .with_limits(SMALL)
        .says("Begun.")
        .says("One.");
    let stage = TestHarness::new(remembers(script, 8, briefly));
    let thread = stage.send(stage.about_hero("Begin.")).await.thread;
    long_thread(&stage, thread, TURNS).await;
    stage
        .runner
        .set_strategy(Some(strategy("std-summarization-strategy", Value::Null)));
    say(&stage, thread, "And now?").await;
    let payloads = stage.model.payloads();
    let asked = payloads.iter().filter(|it| it.tools.is_empty()).count();
    let shown = stage.call("show_context", json!({})).await;
    let work = background(&shown);
    assert_eq!(work["asked"], asked, "{work}");
    assert!(work["input"].as_u64().unwrap() > 10_000, "{work}");
    assert_eq!(work["estimated"], true, "the script reports nothing");
    assert!(asked >= 4, "in pieces: {asked}");
    let summary = stage
        .store
        .get_value(Some(thread), "summary")
        .unwrap()
        .unwrap();
    assert!(reaches(&summary), "{summary}");
}

#[tokio::test]
async fn a_failed_summary_loses_nothing_and_is_retried_after_the_next_turn() {
    let down = LlmError::Overloaded {
        provider: "p".into(),
        status: 503,
        message: "down".into(),
    };
    let script = ScriptedModel::new()
        .with_limits(SMALL)
        .says("Begun.")
        .says("One.");
    let script = remembers(script, 1, briefly).fails(down).says("Two.");
    let stage = TestHarness::new(remembers(script, 12, briefly));
    let thread = stage.send(stage.about_hero("Begin.")).await.thread;
    long_thread(&stage, thread, TURNS).await;
    stage
        .runner
        .set_strategy(Some(strategy("std-summarization-strategy", Value::Null)));
    say(&stage, thread, "And now?").await;
    let work = background(&stage.call("show_context", json!({})).await);
    assert_eq!(work["waiting"], "scripted:script: p failed (503): down");
    let half = stage
        .store
        .get_value(Some(thread), "summary")
        .unwrap()
        .unwrap();
    assert!(half["text"].as_str().unwrap().contains("all of them"));
    say(&stage, thread, "And now?").await;
    let work = background(&stage.call("show_context", json!({})).await);
    assert_eq!(work["waiting"], Value::Null, "{work}");
    let whole = stage
        .store
        .get_value(Some(thread), "summary")
        .unwrap()
        .unwrap();
    assert!(reaches(&whole), "{whole}");
}

#[tokio::test]
async fn cm_5_extracts_the_state_of_a_thread_of_any_length() {
    let as_state = |known: &BTreeSet<usize>| json!({ "facts": briefly(known) }).to_string();
    let script = ScriptedModel::new()
        .with_limits(SMALL)
        .says("Begun.")
        .says("One.");
    let stage = TestHarness::new(remembers(script, 16, as_state));
    let thread = stage.send(stage.about_hero("Begin.")).await.thread;
    long_thread(&stage, thread, TURNS).await;
    let schema = json!({ "type": "object", "required": ["facts"] });
    let config = json!({ "schema": schema });
    stage
        .runner
        .set_strategy(Some(strategy("std-entity-extraction", config)));
    say(&stage, thread, "And now?").await;
    let known = stage
        .store
        .get_value(Some(thread), "entities")
        .unwrap()
        .unwrap();
    let last = format!("fact{}, all of them", TURNS - 1);
    let state = known["state"]["facts"].as_str().unwrap();
    assert!(state.contains(&last), "{state}");
}

/// The line of a request about turns that are not shown.
fn gap(payload: &Payload) -> Option<&str> {
    payload
        .memory
        .lines()
        .find(|it| it.starts_with("Not shown:"))
}

/// The number of turns in such a line.
fn turns_in(line: &str) -> usize {
    let turns = line.split(" turn").next().unwrap();
    turns.split(' ').next_back().unwrap().parse().unwrap()
}

#[tokio::test]
async fn cm_2_tells_the_model_about_turns_neither_shown_nor_summarized() {
    let script = ScriptedModel::new()
        .with_limits(SMALL)
        .says("Begun.")
        .says("One.");
    let script = remembers(script, 1, briefly).fails(LlmError::Overloaded {
        provider: "p".into(),
        status: 503,
        message: "down".into(),
    });
    let stage = TestHarness::new(script.says("Two."));
    let thread = stage.send(stage.about_hero("Begin.")).await.thread;
    long_thread(&stage, thread, 400).await;
    stage
        .runner
        .set_strategy(Some(strategy("std-summarization-strategy", Value::Null)));
    say(&stage, thread, "And now?").await;
    say(&stage, thread, "And then?").await;
    let payloads = stage.model.payloads();
    let talks = payloads.iter().filter(|it| !it.tools.is_empty());
    let [begun, one, two] = talks.collect::<Vec<_>>()[..] else {
        panic!("expected three requests of the conversation")
    };
    assert_eq!(gap(begun), None, "the first request shows everything");
    let shown = |it: &Payload| {
        it.messages
            .iter()
            .filter(|it| it.role == Role::User)
            .count()
    };
    let line = gap(one).unwrap();
    assert_eq!(turns_in(line) + shown(one), 402, "{line}");
    assert!(
        !line.contains("retelling"),
        "there is no summary yet: {line}"
    );
    assert!(one.memory.starts_with(line), "the memory is only the note");
    let expected = "- The person: \"It is so: fact";
    assert!(
        one.memory.contains(expected),
        "with their words: {}",
        one.memory
    );
    // The fold failed in the middle: some turns are summarized, some are shown, the rest are a gap.
    let summary = stage
        .store
        .get_value(Some(thread), "summary")
        .unwrap()
        .unwrap();
    let retold = usize::try_from(summary["turns"].as_u64().unwrap()).unwrap();
    let line = gap(two).unwrap();
    assert_eq!(retold + turns_in(line) + shown(two), 403, "{line}");
    assert!(line.contains("not in the retelling above yet"), "{line}");
    assert!(two.memory.contains("all of them"), "{}", two.memory);
    assert!(estimate_payload(two) <= 7_000, "and it fits");
}
