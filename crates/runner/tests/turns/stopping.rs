//! How a turn is cancelled: by a person, by an interface that disconnects, by the end of the
//! process.

use capability::{Caller, Code, Principal};
use expect_test::expect;
use llm::providers::scripted::ScriptedModel;
use model::conversation::Role::{Assistant, Tool, User};
use model::conversation::{Ending, ToolCall};
use runner::Instruction;
use serde_json::json;

use crate::harness::{TestHarness, began, call_began, until};

#[tokio::test]
async fn cancelling_aborts_a_silent_model_request() {
    let stage = TestHarness::new(ScriptedModel::new().waits_until_cancelled());
    let mut events = stage.listen();
    let stop = async {
        let turn = until(&mut events, began).await;
        assert!(stage.runner.cancel(turn));
    };
    let (outcome, ()) = tokio::join!(stage.send(stage.about_hero("Write.")), stop);
    assert_eq!(outcome.ending, Ending::Cancelled);
    assert_eq!(outcome.text, "Stopped by the person. Nothing was changed.");
    assert!(!stage.runner.cancel(outcome.turn), "the turn has ended");
}

#[tokio::test]
async fn cancelling_during_a_tool_keeps_finished_work_and_answers_every_call() {
    let script = ScriptedModel::new().calls([
        ("write_note", json!({ "text": "kept" })),
        ("hang_note", json!({ "text": "x" })),
        ("write_note", json!({ "text": "never" })),
    ]);
    let stage = TestHarness::new(script);
    let mut events = stage.listen();
    let stop = async {
        until(&mut events, call_began).await;
        let turn = until(&mut events, call_began).await;
        stage.runner.cancel(turn);
    };
    let (outcome, ()) = tokio::join!(stage.send(stage.about_hero("Write.")), stop);
    assert_eq!(outcome.ending, Ending::Cancelled);
    assert_eq!((outcome.calls_succeeded, outcome.calls_failed), (1, 2));
    assert_eq!(stage.adopted(), Some((1, "kept".to_owned())));
    let codes: Vec<_> = stage.errors(&outcome).into_iter().map(|it| it.0).collect();
    assert_eq!(codes, [Code::Cancelled, Code::Cancelled]);
    assert_eq!(stage.runs(), 1);
}

#[tokio::test]
async fn only_the_owner_of_a_conversation_and_of_the_workspace_can_stop_its_turn() {
    let script = ScriptedModel::new().calls([("hang_note", json!({ "text": "x" }))]);
    let stage = TestHarness::new(script);
    let mut events = stage.listen();
    let as_program = |id: &str| Caller {
        principal: Principal::program(id, "reader"),
        ..stage.person()
    };
    let stop = async {
        let turn = until(&mut events, call_began).await;
        let call = ToolCall {
            id: None,
            name: "cancel_turn".into(),
            args: json!({ "turn": turn }),
        };
        let other = as_program("star/agent/other");
        let refused = stage.registry.call(&other, call.clone()).await;
        assert_eq!(refused.error.unwrap().code, Code::PermissionDenied);
        let stopped = stage.registry.call(&stage.person(), call).await;
        assert_eq!(stopped.result.unwrap().data["stopped"], true);
    };
    let reader = as_program("star/agent/reader");
    let sending = stage.runner.send(stage.about_hero("Write."), &reader);
    let (outcome, ()) = tokio::join!(sending, stop);
    let outcome = outcome.unwrap();
    assert_eq!(outcome.ending, Ending::Cancelled);
    let thread = stage.store.thread(outcome.thread).unwrap().unwrap();
    assert_eq!(thread.owner.as_str(), "star/agent/reader");
}

#[tokio::test]
async fn disconnected_interface_stops_its_turn_cleanly() {
    let script = ScriptedModel::new().calls([("hang_note", json!({ "text": "x" }))]);
    let stage = TestHarness::new(script);
    let mut events = stage.listen();
    {
        let person = stage.person();
        let sending = stage.runner.send(stage.about_hero("Write."), &person);
        tokio::select! {
            _ = sending => panic!("the tool hangs"),
            _ = until(&mut events, call_began) => {}
        }
    }
    let outcome = until(&mut events, |it| match it {
        runner::TurnEvent::TurnEnded { outcome, .. } => Some(outcome.clone()),
        _ => None,
    })
    .await;
    assert_eq!(outcome.ending, Ending::Cancelled);
    let roles: Vec<_> = stage.lines(&outcome).into_iter().map(|it| it.0).collect();
    assert_eq!(roles, [User, Assistant, Tool, Assistant]);
}

#[tokio::test]
async fn recovery_closes_open_turns_without_rerunning_calls() {
    let script = ScriptedModel::new().calls([
        ("write_note", json!({ "text": "kept" })),
        ("hang_note", json!({ "text": "x" })),
        ("write_note", json!({ "text": "never" })),
    ]);
    let before = TestHarness::new(script);
    let mut events = before.listen();
    // A copy made in the middle of a call is what a crash would have left.
    let copied = tempfile::tempdir().unwrap();
    let crash = async {
        until(&mut events, call_began).await;
        let turn = until(&mut events, call_began).await;
        before
            .store
            .save_copy(&TestHarness::file(&copied), &mut |_, _| true)
            .unwrap();
        before.runner.cancel(turn);
    };
    tokio::join!(before.send(before.about_hero("Write.")), crash);

    let stage = TestHarness::reopened(copied, before.node, ScriptedModel::new().says("I go on."));
    assert_eq!(stage.store.open_turns().unwrap().len(), 1);
    assert_eq!(stage.runner.recover().await.unwrap(), 1);
    assert_eq!(
        stage.runner.recover().await.unwrap(),
        0,
        "recovery is idempotent"
    );
    assert_eq!(stage.runs(), 0, "nothing is run again");
    assert_eq!(stage.adopted(), Some((1, "kept".to_owned())));

    let thread = stage.store.threads().unwrap()[0].id;
    let messages = stage.store.messages(thread, None, 100).unwrap();
    let roles: Vec<_> = messages.iter().map(|it| it.role).collect();
    assert_eq!(roles, [User, Assistant, Tool, Tool, Tool, Assistant]);
    expect![[r#"{"status":"failure","error":{"code":"CANCELLED","message":"Interrupted: the program ended before this call was answered. It may have been carried out or not; look at the story before doing it again."}}"#]].assert_eq(&messages[3].content);
    expect![[r#"Interrupted: the program closed before this request was finished. Done: write_note (note of "Hero", version 1). Not run: write_note. This may or may not have been done, so check the story: hang_note. Nothing runs again by itself; say "continue" to go on."#]].assert_eq(&messages[5].content);

    let on = Instruction {
        thread: Some(thread),
        ..stage.about_hero("Continue.")
    };
    assert_eq!(stage.send(on).await.text, "I go on.");
}

#[tokio::test]
async fn continuing_a_thread_closes_its_crashed_turn() {
    let before =
        TestHarness::new(ScriptedModel::new().calls([("hang_note", json!({ "text": "x" }))]));
    let mut events = before.listen();
    let copied = tempfile::tempdir().unwrap();
    let crash = async {
        let turn = until(&mut events, call_began).await;
        before
            .store
            .save_copy(&TestHarness::file(&copied), &mut |_, _| true)
            .unwrap();
        before.runner.cancel(turn);
    };
    let (outcome, ()) = tokio::join!(before.send(before.about_hero("Write.")), crash);

    let stage = TestHarness::reopened(copied, before.node, ScriptedModel::new().says("I go on."));
    let on = Instruction {
        thread: Some(outcome.thread),
        ..stage.about_hero("Continue.")
    };
    stage.send(on).await;
    let roles: Vec<_> = stage.model.payloads()[0]
        .messages
        .iter()
        .map(|it| it.role)
        .collect();
    assert_eq!(roles, [User, Assistant, Tool, Assistant, User]);
}
