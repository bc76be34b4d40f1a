//! What a turn does with a model's replies: calls, corrections, failures, drafts, repetition.

use capability::Code;
use llm::providers::scripted::ScriptedModel;
use llm::{LlmError, ModelLimits};
use model::conversation::{Ending, Role};
use runner::context::estimate_payload;
use runner::{Autonomy, Instruction, TurnEvent};
use serde_json::{Value, json};
use store::{CommitMetadata, StoreError, UndoTarget};

use crate::harness::TestHarness;

fn write(text: &str) -> (&'static str, Value) {
    ("write_note", json!({ "text": text }))
}

#[tokio::test]
async fn st_4_runs_both_calls_of_a_reply_and_undoes_them_together() {
    let script = ScriptedModel::new()
        .calls([write("one"), write("two")])
        .says("Both are written.");
    let stage = TestHarness::new(script);
    let outcome = stage.send(stage.about_hero("Write twice.")).await;

    assert_eq!((outcome.ending, outcome.calls_succeeded), (Ending::Done, 2));
    assert_eq!(outcome.text, "Both are written.");
    assert_eq!(stage.adopted(), Some((2, "two".to_owned())));
    let roles: Vec<_> = stage.lines(&outcome).into_iter().map(|it| it.0).collect();
    assert_eq!(
        roles,
        [
            Role::User,
            Role::Assistant,
            Role::Tool,
            Role::Tool,
            Role::Assistant
        ]
    );

    let changes = stage.store.view(None).history(None, 2).unwrap();
    assert!(changes.iter().all(|it| it.turn == Some(outcome.turn)));
    assert_eq!(changes[0].reason, "Write twice.");
    let note = CommitMetadata {
        author: changes[0].author.clone(),
        origin: None,
        turn: None,
        call: None,
        reason: "undo".into(),
        draft: None,
    };
    let undo = move |edit: &mut store::Edit<'_>| edit.undo(&UndoTarget::Turn(outcome.turn));
    stage
        .store
        .edit::<Vec<String>, StoreError>(note, undo)
        .await
        .unwrap();
    assert_eq!(stage.adopted(), None);
}

#[tokio::test]
async fn st_5_the_model_corrects_invalid_arguments() {
    let script = ScriptedModel::new()
        .calls([("write_note", json!({ "txt": ["one"] }))])
        .calls([write("one")])
        .says("Written.");
    let stage = TestHarness::new(script);
    let outcome = stage.send(stage.about_hero("Write.")).await;
    assert_eq!((outcome.calls_succeeded, outcome.calls_failed), (1, 1));
    assert_eq!(stage.errors(&outcome)[0].0, Code::InvalidActionInput);
    assert_eq!(stage.adopted(), Some((1, "one".to_owned())));
}

#[tokio::test]
async fn os_9_an_unknown_tool_error_suggests_the_nearest_name() {
    let script = ScriptedModel::new()
        .calls([("write_notes", json!({}))])
        .says("There is none.");
    let stage = TestHarness::new(script);
    let outcome = stage.send(stage.about_hero("Write.")).await;
    assert_eq!(outcome.ending, Ending::Done);
    assert_eq!(stage.errors(&outcome)[0].0, Code::UnknownAction);
    let result = stage.model.payloads()[1]
        .messages
        .last()
        .unwrap()
        .content
        .clone();
    assert!(
        result.contains("did you mean \\\"write_note\\\""),
        "{result}"
    );
}

#[tokio::test]
async fn st_6_a_failed_tool_writes_nothing_and_reports_why() {
    let fail = ("fail_note", json!({ "text": "x" }));
    let stage = TestHarness::new(ScriptedModel::new().calls([fail]).says("It timed out."));
    let outcome = stage.send(stage.about_hero("Write.")).await;
    assert_eq!((outcome.ending, outcome.calls_failed), (Ending::Done, 1));
    let failure = (Code::Unavailable, "the note service timed out".to_owned());
    assert_eq!(stage.errors(&outcome), [failure]);
    assert_eq!(stage.adopted(), None);
}

#[tokio::test]
async fn the_prompt_shows_the_latest_write() {
    let stage = TestHarness::new(ScriptedModel::new().calls([write("one")]).says("Written."));
    stage.send(stage.about_hero("Write.")).await;
    let [first, second] = &stage.model.payloads()[..] else {
        panic!("expected two requests")
    };
    assert!(
        first.system.contains("- Note: (Empty)\n"),
        "{}",
        first.system
    );
    assert!(
        second
            .system
            .contains("- Note: {\"text\":\"one\"} (version 1)\n"),
        "{}",
        second.system
    );
    assert_eq!(
        first.tools, second.tools,
        "the tool block stays the same (OS-7)"
    );
}

#[tokio::test]
async fn a_conversation_continues_with_its_history() {
    let stage = TestHarness::new(ScriptedModel::new().says("Hello.").says("Hello again."));
    let first = stage.send(stage.about_hero("Hi.")).await;
    let again = Instruction {
        thread: Some(first.thread),
        ..stage.about_hero("Hi again.")
    };
    stage.send(again).await;
    let sent: Vec<_> = stage.model.payloads()[1]
        .messages
        .iter()
        .map(|it| it.content.clone())
        .collect();
    assert_eq!(sent, ["Hi.", "Hello.", "Hi again."]);
}

#[tokio::test]
async fn streams_text_in_order_and_ends_last() {
    let stage = TestHarness::new(
        ScriptedModel::new()
            .calls([write("one")])
            .says("It is written."),
    );
    let outcome = stage.send(stage.about_hero("Write.")).await;
    let kinds: Vec<String> = stage
        .seen
        .lock()
        .unwrap()
        .iter()
        .map(|it| match it {
            TurnEvent::Text { text, .. } => text.clone(),
            other => serde_json::to_value(other).unwrap()["type"]
                .as_str()
                .unwrap()
                .to_owned(),
        })
        .collect();
    assert_eq!(
        kinds,
        [
            "turn_began",
            "context_shown",
            "tool_call_began",
            "tool_answered",
            "context_shown",
            "It ",
            "is ",
            "written.",
            "turn_ended"
        ]
    );
    assert_eq!(
        stage.seen.lock().unwrap().last(),
        Some(&TurnEvent::TurnEnded {
            turn: outcome.turn,
            outcome: outcome.clone()
        })
    );
}

#[tokio::test]
async fn review_mode_leaves_the_story_unchanged_and_reads_its_own_writes() {
    let script = ScriptedModel::new()
        .calls([write("draft")])
        .calls([("read_note", json!({}))])
        .says("It waits in a draft.");
    let stage = TestHarness::new(script);
    let instruction = Instruction {
        autonomy: Autonomy::Review,
        ..stage.about_hero("Write.")
    };
    let outcome = stage.send(instruction).await;

    assert_eq!(stage.adopted(), None);
    let draft = stage
        .store
        .view(None)
        .draft(outcome.draft.unwrap())
        .unwrap()
        .unwrap();
    assert_eq!((draft.turn, draft.pieces.len()), (Some(outcome.turn), 1));
    let read = &stage.lines(&outcome)[4].1;
    assert!(read.contains("\"text\":\"draft\""), "{read}");
}

#[tokio::test]
async fn review_mode_opens_no_draft_for_reads_and_deletes_empty_drafts() {
    let script = ScriptedModel::new()
        .calls([("read_note", json!({}))])
        .calls([("fail_note", json!({ "text": "x" }))])
        .says("Nothing there.");
    let stage = TestHarness::new(script);
    let instruction = Instruction {
        autonomy: Autonomy::Review,
        ..stage.about_hero("Look.")
    };
    let outcome = stage.send(instruction).await;
    assert_eq!(outcome.draft, None);
    assert_eq!(stage.store.view(None).drafts(true).unwrap(), []);
}

#[tokio::test(start_paused = true)]
async fn retries_a_failing_service_with_the_same_payload() {
    let busy = || LlmError::Overloaded {
        provider: "p".into(),
        status: 503,
        message: "busy".into(),
    };
    let stage = TestHarness::new(
        ScriptedModel::new()
            .fails(busy())
            .fails(busy())
            .says("Here I am."),
    );
    let before = tokio::time::Instant::now();
    let outcome = stage.send(stage.about_hero("Hello?")).await;
    assert_eq!(outcome.text, "Here I am.");
    let waits: Vec<u64> = stage
        .seen
        .lock()
        .unwrap()
        .iter()
        .filter_map(|it| match it {
            TurnEvent::Retrying { after_ms, .. } => Some(*after_ms),
            _ => None,
        })
        .collect();
    let [first, second] = waits[..] else {
        panic!("expected two waits, got {waits:?}")
    };
    assert!(
        (500..=625).contains(&first) && (2000..=2500).contains(&second),
        "{waits:?}"
    );
    assert!(
        before.elapsed().as_millis() >= u128::from(first + second),
        "it waited"
    );
    let payloads = stage.model.payloads();
    assert_eq!(payloads.len(), 3);
    assert!(payloads.iter().all(|it| *it == payloads[0]));
}

#[tokio::test]
async fn rejects_an_instruction_about_a_missing_node_without_storing_anything() {
    let stage = TestHarness::new(ScriptedModel::new());
    let nowhere = Instruction {
        node: Some(model::NodeId(uuid::Uuid::from_u128(0xdead))),
        ..stage.about_hero("Write.")
    };
    let error = stage
        .runner
        .send(nowhere, &stage.person())
        .await
        .unwrap_err();
    assert!(matches!(error, StoreError::NotFound { .. }), "{error}");
    assert_eq!(stage.store.threads().unwrap(), []);
}

#[tokio::test]
async fn a_new_model_answers_the_next_turn() {
    let stage = TestHarness::new(ScriptedModel::new());
    let other = TestHarness::new(ScriptedModel::new().says("I am the other."));
    stage.runner.set_model(other.language_model());
    assert_eq!(
        stage.send(stage.about_hero("Who?")).await.text,
        "I am the other."
    );
}

#[tokio::test]
async fn retries_an_oversized_payload_at_half_the_size() {
    let too_long = LlmError::TooLong {
        provider: "p".into(),
        message: "too long".into(),
    };
    let limits = ModelLimits {
        context_tokens: 12_000,
        output_tokens: 2_000,
    };
    let script = ScriptedModel::new()
        .with_limits(limits)
        .says("长".repeat(7_000));
    let stage = TestHarness::new(script.fails(too_long).says("Shorter now."));
    let first = stage.send(stage.about_hero("Tell a long story.")).await;
    let again = Instruction {
        thread: Some(first.thread),
        ..stage.about_hero("And now?")
    };
    assert_eq!(stage.send(again).await.text, "Shorter now.");
    let payloads = stage.model.payloads();
    let sent: Vec<_> = payloads[1..].iter().map(|it| it.messages.len()).collect();
    assert_eq!(sent, [3, 1], "the previous turn is dropped entirely");
    assert!(estimate_payload(&payloads[2]) <= 5_000);
}

#[tokio::test]
async fn a_long_thread_is_cut_at_the_start_of_a_turn() {
    let stage = TestHarness::new(ScriptedModel::new().says("Hello.").says("Still here."));
    let first = stage.send(stage.about_hero("Hi.")).await;
    for n in 0..300 {
        let turn = model::TurnId(uuid::Uuid::from_u128(0xbeef_0000 + n));
        let line = |role, content: &str| store::NewMessage {
            turn,
            role,
            content: content.into(),
            metadata: Default::default(),
        };
        let turn = vec![
            line(Role::User, "One more."),
            line(Role::System, "A word."),
            line(Role::Assistant, "Yes."),
        ];
        stage
            .store
            .append_messages(first.thread, turn)
            .await
            .unwrap();
    }
    let again = Instruction {
        thread: Some(first.thread),
        ..stage.about_hero("Still there?")
    };
    stage.send(again).await;
    let messages = &stage.model.payloads()[1].messages;
    assert_eq!((messages[0].role, messages.len()), (Role::User, 499));
}

/// Writes notes of a few thousand bytes and reads each of them again, in a window that holds few.
fn reads(times: usize, limits: ModelLimits) -> ScriptedModel {
    let mut script = ScriptedModel::new().with_limits(limits);
    for n in 0..times {
        script = script
            .calls([write(&format!("{n} {}", "x".repeat(4_000)))])
            .calls([("read_note", json!({}))]);
    }
    script
}

#[tokio::test]
async fn cm_2_shortens_a_long_turn_in_requests_but_not_in_the_store() {
    let limits = ModelLimits {
        context_tokens: 9_000,
        output_tokens: 2_000,
    };
    let stage = TestHarness::new(reads(8, limits).says("All are read."));
    let outcome = stage.send(stage.about_hero("Write and read.")).await;
    assert_eq!(outcome.text, "All are read.");
    let payloads = stage.model.payloads();
    assert_eq!(payloads.len(), 17);
    for (at, payload) in payloads.iter().enumerate() {
        assert!(estimate_payload(payload) <= 7_000, "request {at}");
        let answered = payload.messages.iter().filter(|it| it.role == Role::Tool);
        assert_eq!(answered.count(), at, "every call keeps its answer");
    }
    let newest = &payloads[16].messages.last().unwrap().content;
    assert!(newest.len() > 4_000, "the last read is complete");
    let kept = stage.messages(&outcome);
    let results = kept.iter().filter(|it| it.role == Role::Tool);
    assert!(results.clone().all(|it| !it.content.contains("left_out")));
    assert_eq!(results.filter(|it| it.content.len() > 4_000).count(), 8);
}

#[tokio::test]
async fn a_turn_of_sixty_writes_ends_done_in_a_small_window() {
    let limits = ModelLimits {
        context_tokens: 6_000,
        output_tokens: 2_000,
    };
    let mut script = ScriptedModel::new().with_limits(limits);
    for n in 0..20 {
        let line = |it| write(&format!("{n} {it} {}", "x".repeat(300)));
        script = script.calls([line("a"), line("b"), line("c")]);
    }
    let stage = TestHarness::new(script.says("All are written."));
    let outcome = stage.send(stage.about_hero("Write.")).await;
    assert_eq!(outcome.ending, Ending::Done, "{}", outcome.text);
    assert_eq!((outcome.calls_succeeded, outcome.calls_failed), (60, 0));
    let sent = stage.model.payloads();
    assert!(sent.iter().all(|it| estimate_payload(it) <= 4_000));
    let last = &sent.last().unwrap().messages;
    let asked = last.iter().find(|it| it.role == Role::User).unwrap();
    let expected = "What they did stays done: write_note (\"Hero\")";
    assert!(asked.content.contains(expected), "{}", asked.content);
    let kept = stage.messages(&outcome);
    let answers = kept.iter().filter(|it| it.role == Role::Tool).count();
    assert_eq!(answers, 60, "the thread keeps all");
}

#[tokio::test]
async fn reports_an_instruction_longer_than_the_window() {
    let limits = ModelLimits {
        context_tokens: 8_000,
        output_tokens: 2_000,
    };
    let stage = TestHarness::new(ScriptedModel::new().with_limits(limits).says("Never said."));
    let outcome = stage.send(stage.about_hero(&"word ".repeat(5_000))).await;
    assert_eq!(outcome.ending, Ending::Failed);
    let text = &outcome.text;
    assert!(
        text.starts_with("Your message is too long for this model"),
        "{text}"
    );
    assert_eq!(stage.model.payloads(), [], "nothing was sent");
}

#[tokio::test]
async fn reads_of_one_reply_run_concurrently_and_are_answered_in_order() {
    // Each waits for another one to be running.
    let look = |n: u8| ("meet_note", json!({ "n": n }));
    let stage = TestHarness::new(ScriptedModel::new().calls([look(1), look(2)]).says("Both."));
    let outcome = stage.send(stage.about_hero("Look.")).await;
    assert_eq!(
        (outcome.text.as_str(), outcome.calls_succeeded),
        ("Both.", 2)
    );
    let kinds: Vec<Value> = stage.seen.lock().unwrap()[2..6]
        .iter()
        .map(|it| serde_json::to_value(it).unwrap())
        .collect();
    let order: Vec<_> = kinds
        .iter()
        .map(|it| it["type"].as_str().unwrap())
        .collect();
    assert_eq!(
        order,
        [
            "tool_call_began",
            "tool_answered",
            "tool_call_began",
            "tool_answered"
        ]
    );
    assert_eq!(kinds[0]["call_id"], kinds[1]["output"]["tool_call_id"]);
    assert_eq!(kinds[2]["call_id"], kinds[3]["output"]["tool_call_id"]);
}

#[tokio::test]
async fn reads_after_a_write_see_it() {
    let read = || ("read_note", json!({}));
    let script = ScriptedModel::new()
        .calls([read(), write("one"), read(), write("two"), read()])
        .says("Done.");
    let stage = TestHarness::new(script);
    let outcome = stage.send(stage.about_hero("Look.")).await;
    let results: Vec<String> = stage
        .lines(&outcome)
        .into_iter()
        .filter(|it| it.0 == Role::Tool)
        .map(|it| it.1)
        .collect();
    let seen: Vec<bool> = ["\"data\":{}", "", "one", "", "two"]
        .iter()
        .zip(&results)
        .map(|(text, result)| result.contains(text))
        .collect();
    assert_eq!(seen, [true; 5], "{results:?}");
}
