//! Summaries and states of conversations longer than what is read for one request, by a model with a
//! small window: nothing is passed over, nothing is lost by a failure, and what it takes is counted.

use std::collections::BTreeSet;

use llm::providers::scripted::Scripted;
use llm::{LlmError, ModelLimits};
use model::ThreadId;
use model::talk::{Payload, ProviderResponse, Role};
use runner::Instruction;
use runner::context::{ContextStrategy, estimate_payload};
use serde_json::{Value, json};

use crate::stage::Stage;

const SMALL: ModelLimits = ModelLimits {
    context_tokens: 8_000,
    output_tokens: 1_000,
};
/// More rows than are read for a request.
const TURNS: usize = 700;

/// Words like `fact7.`, by their number.
fn facts(text: &str) -> BTreeSet<usize> {
    let words = text.split(|it: char| !it.is_alphanumeric());
    words
        .filter_map(|it| it.strip_prefix("fact")?.parse().ok())
        .collect()
}

/// A light model that forgets nothing: its answer is all facts of the question, `as_text`.
fn remembers(script: Scripted, times: usize, as_text: fn(&BTreeSet<usize>) -> String) -> Scripted {
    (0..times).fold(script, |script, _| {
        script.answers(move |payload: &Payload| {
            assert!(payload.tools.is_empty(), "a light question");
            let size = estimate_payload(payload);
            assert!(
                size <= 5_250,
                "{size} tokens do not fit a share of its window"
            );
            let known = facts(&payload.messages[0].content);
            Ok(ProviderResponse {
                segments: vec![model::talk::ContentSegment::text(as_text(&known))],
                ..ProviderResponse::default()
            })
        })
    })
}

/// Ranges, so that a few hundred facts are few words.
fn briefly(known: &BTreeSet<usize>) -> String {
    let first = known.first().copied().unwrap_or_default();
    let last = known.last().copied().unwrap_or_default();
    let whole = known.len() == last - first + 1;
    assert!(first == 0, "the oldest fact is lost: {first}");
    match whole {
        true => format!("fact0 to fact{last}, all of them"),
        false => {
            // A summary so far tells `fact0` and `factN` for all between.
            let new: Vec<_> = known.iter().skip(1).collect();
            for pair in new.windows(2) {
                assert_eq!(*pair[0] + 1, *pair[1], "a fact was passed over");
            }
            format!("fact0 to fact{last}, all of them")
        }
    }
}

/// Whether all but the newest turns are in a summary.
fn reaches(summary: &Value) -> bool {
    let last = facts(summary["text"].as_str().unwrap()).last().copied();
    last.is_some_and(|it| it + 12 > TURNS)
}

async fn long_thread(stage: &Stage, thread: ThreadId, turns: usize) {
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

async fn say(stage: &Stage, thread: ThreadId, text: &str) {
    let again = Instruction {
        thread: Some(thread),
        ..stage.about_hero(text)
    };
    stage.send(again).await;
    stage.runner.settle().await;
}

fn background(shown: &capability::ToolAgentOutput) -> Value {
    shown.result.as_ref().unwrap().data["background"].clone()
}

#[tokio::test]
async fn cm_4_a_thread_of_any_length_ends_up_in_the_summary() {
    let script = Scripted::new()
        .with_limits(SMALL)
        .says("Begun.")
        .says("One.");
    let stage = Stage::new(remembers(script, 8, briefly));
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
    let summary = stage.store.kept(Some(thread), "summary").unwrap().unwrap();
    assert!(reaches(&summary), "{summary}");
}

#[tokio::test]
async fn a_summary_that_fails_loses_nothing_says_why_and_is_made_after_the_next_turn() {
    let down = LlmError::Overloaded {
        provider: "p".into(),
        status: 503,
        message: "down".into(),
    };
    let script = Scripted::new()
        .with_limits(SMALL)
        .says("Begun.")
        .says("One.");
    let script = remembers(script, 1, briefly).fails(down).says("Two.");
    let stage = Stage::new(remembers(script, 12, briefly));
    let thread = stage.send(stage.about_hero("Begin.")).await.thread;
    long_thread(&stage, thread, TURNS).await;
    stage
        .runner
        .set_strategy(Some(strategy("std-summarization-strategy", Value::Null)));
    say(&stage, thread, "And now?").await;
    let work = background(&stage.call("show_context", json!({})).await);
    assert_eq!(work["waiting"], "scripted:script: p failed (503): down");
    let half = stage.store.kept(Some(thread), "summary").unwrap().unwrap();
    assert!(half["text"].as_str().unwrap().contains("all of them"));
    say(&stage, thread, "And now?").await;
    let work = background(&stage.call("show_context", json!({})).await);
    assert_eq!(work["waiting"], Value::Null, "{work}");
    let whole = stage.store.kept(Some(thread), "summary").unwrap().unwrap();
    assert!(reaches(&whole), "{whole}");
}

#[tokio::test]
async fn cm_5_a_thread_of_any_length_ends_up_in_the_state() {
    let as_state = |known: &BTreeSet<usize>| json!({ "facts": briefly(known) }).to_string();
    let script = Scripted::new()
        .with_limits(SMALL)
        .says("Begun.")
        .says("One.");
    let stage = Stage::new(remembers(script, 16, as_state));
    let thread = stage.send(stage.about_hero("Begin.")).await.thread;
    long_thread(&stage, thread, TURNS).await;
    let schema = json!({ "type": "object", "required": ["facts"] });
    let config = json!({ "schema": schema });
    stage
        .runner
        .set_strategy(Some(strategy("std-entity-extraction", config)));
    say(&stage, thread, "And now?").await;
    let known = stage.store.kept(Some(thread), "entities").unwrap().unwrap();
    let last = format!("fact{}, all of them", TURNS - 1);
    let state = known["state"]["facts"].as_str().unwrap();
    assert!(state.contains(&last), "{state}");
}

/// The line of a request that tells of turns which are not shown.
fn gap(payload: &Payload) -> Option<&str> {
    payload
        .memory
        .lines()
        .find(|it| it.starts_with("Not shown:"))
}

/// How many turns such a line speaks of.
fn turns_in(line: &str) -> usize {
    let turns = line.split(" turn").next().unwrap();
    turns.split(' ').next_back().unwrap().parse().unwrap()
}

#[tokio::test]
async fn cm_2_turns_that_are_neither_shown_nor_retold_are_told_as_a_gap() {
    let script = Scripted::new()
        .with_limits(SMALL)
        .says("Begun.")
        .says("One.");
    let script = remembers(script, 1, briefly).fails(LlmError::Overloaded {
        provider: "p".into(),
        status: 503,
        message: "down".into(),
    });
    let stage = Stage::new(script.says("Two."));
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
        panic!("three requests of the conversation")
    };
    assert_eq!(gap(begun), None, "all of it is shown");
    let shown = |it: &Payload| {
        it.messages
            .iter()
            .filter(|it| it.role == Role::User)
            .count()
    };
    let line = gap(one).unwrap();
    assert_eq!(turns_in(line) + shown(one), 402, "{line}");
    assert!(!line.contains("retelling"), "there is none: {line}");
    assert_eq!(one.memory, line, "one line");
    // The fold failed in its middle: some is retold, some is shown, the rest is a gap.
    let summary = stage.store.kept(Some(thread), "summary").unwrap().unwrap();
    let retold = usize::try_from(summary["turns"].as_u64().unwrap()).unwrap();
    let line = gap(two).unwrap();
    assert_eq!(retold + turns_in(line) + shown(two), 403, "{line}");
    assert!(line.contains("not in the retelling above yet"), "{line}");
    assert!(two.memory.contains("all of them"), "{}", two.memory);
    assert!(estimate_payload(two) <= 7_000, "and it fits");
}
