//! Approvals: who is asked before a call, how the answer arrives, and what is remembered.

use capability::{Caller, Code, Grant, NoApprover, Rule};
use llm::providers::scripted::ScriptedModel;
use model::conversation::Ending;
use runner::{Autonomy, Instruction};
use serde_json::{Value, json};
use std::sync::Arc;

use crate::harness::{TestHarness, asked, until};

fn buy(text: &str) -> (&'static str, Value) {
    ("buy_note", json!({ "text": text }))
}

#[tokio::test]
async fn paid_call_waits_for_answer_request() {
    let stage = TestHarness::new(ScriptedModel::new().calls([buy("one")]).says("Bought."));
    let mut events = stage.listen();
    let answer = async {
        let question = until(&mut events, asked).await;
        assert_eq!(
            stage.adopted(),
            None,
            "nothing is written before the answer"
        );
        let args = json!({ "call_id": question.call_id, "answer": "approve" });
        assert!(stage.call("answer_request", args).await.succeeded());
    };
    let (outcome, ()) = tokio::join!(stage.send(stage.about_hero("Buy.")), answer);
    assert_eq!(outcome.ending, Ending::Done);
    assert_eq!(stage.adopted(), Some((1, "one".to_owned())));
}

#[tokio::test]
async fn approval_may_edit_the_arguments() {
    let stage = TestHarness::new(ScriptedModel::new().calls([buy("one")]).says("Bought."));
    let mut events = stage.listen();
    let answer = async {
        let call_id = until(&mut events, asked).await.call_id;
        let args = json!({ "text": "two" }).to_string();
        let args = json!({ "call_id": call_id, "answer": "approve", "args": args });
        assert!(stage.call("answer_request", args).await.succeeded());
    };
    tokio::join!(stage.send(stage.about_hero("Buy.")), answer);
    assert_eq!(stage.adopted(), Some((1, "two".to_owned())));
}

#[tokio::test]
async fn rejection_message_reaches_the_model() {
    let stage = TestHarness::new(ScriptedModel::new().calls([buy("one")]).says("Then not."));
    let mut events = stage.listen();
    let answer = async {
        let call_id = until(&mut events, asked).await.call_id;
        let args = json!({ "call_id": call_id, "answer": "reject", "message": "Too dear." });
        assert!(stage.call("answer_request", args).await.succeeded());
    };
    let (outcome, ()) = tokio::join!(stage.send(stage.about_hero("Buy.")), answer);
    assert_eq!(
        stage.errors(&outcome),
        [(Code::PermissionDenied, "Too dear.".to_owned())]
    );
    assert_eq!(stage.adopted(), None);
}

#[tokio::test]
async fn always_applies_to_one_thread_only() {
    let script = ScriptedModel::new()
        .calls([buy("one"), buy("two")])
        .says("Bought.")
        .calls([buy("three")])
        .says("Bought.")
        .calls([buy("four")])
        .says("Not bought.");
    let stage = TestHarness::new(script);
    let mut events = stage.listen();
    let answer = async {
        let call_id = until(&mut events, asked).await.call_id;
        let args = json!({ "call_id": call_id, "answer": "always" });
        assert!(stage.call("answer_request", args).await.succeeded());
    };
    let (outcome, ()) = tokio::join!(stage.send(stage.about_hero("Buy.")), answer);
    let again = Instruction {
        thread: Some(outcome.thread),
        ..stage.about_hero("More.")
    };
    stage.send(again).await;
    assert_eq!(stage.adopted(), Some((3, "three".to_owned())));

    let nobody = Caller {
        approver: Arc::new(NoApprover),
        ..stage.person()
    };
    let elsewhere = stage
        .runner
        .send(stage.about_hero("Buy."), &nobody)
        .await
        .unwrap();
    assert_eq!(stage.errors(&elsewhere)[0].0, Code::PermissionDenied);
}

#[tokio::test]
async fn allowed_methods_run_without_approval() {
    let stage = TestHarness::new(ScriptedModel::new().calls([buy("one")]).says("Bought."));
    stage.runner.set_allowed(["note.buy".to_owned()]);
    let outcome = stage.send(stage.about_hero("Buy.")).await;
    assert_eq!((outcome.ending, outcome.calls_succeeded), (Ending::Done, 1));
}

#[tokio::test]
async fn ask_mode_needs_approval_for_every_write_despite_the_settings() {
    let write = ("write_note", json!({ "text": "one" }));
    let look = ("read_note", json!({}));
    let stage = TestHarness::new(
        ScriptedModel::new()
            .calls([look, write, buy("two")])
            .says("Not done."),
    );
    stage.runner.set_allowed(["note.buy".to_owned()]);
    let nobody = Caller {
        approver: Arc::new(NoApprover),
        ..stage.person()
    };
    let instruction = Instruction {
        autonomy: Autonomy::Ask,
        ..stage.about_hero("Write.")
    };
    let outcome = stage.runner.send(instruction, &nobody).await.unwrap();
    assert_eq!((outcome.calls_succeeded, outcome.calls_failed), (1, 2));
    assert_eq!(stage.adopted(), None);
}

#[tokio::test]
async fn os_1_assistant_grant_never_exceeds_the_sender() {
    let write = ("write_note", json!({ "text": "one" }));
    let stage = TestHarness::new(ScriptedModel::new().calls([write]).says("I may not."));
    let mut reader = stage.person();
    reader.grant = Arc::new(Grant {
        write: Rule::Deny,
        ..Grant::person()
    });
    let outcome = stage
        .runner
        .send(stage.about_hero("Write."), &reader)
        .await
        .unwrap();
    assert_eq!(stage.errors(&outcome)[0].0, Code::PermissionDenied);
    assert_eq!(stage.adopted(), None);
}

#[tokio::test]
async fn cancelling_ends_the_wait_for_an_answer() {
    let stage = TestHarness::new(ScriptedModel::new().calls([buy("one")]));
    let mut events = stage.listen();
    let stop = async {
        let call_id = until(&mut events, asked).await.call_id;
        let turn = stage
            .seen
            .lock()
            .unwrap()
            .iter()
            .find_map(crate::harness::began)
            .unwrap();
        stage.runner.cancel(turn);
        call_id
    };
    let (outcome, call_id) = tokio::join!(stage.send(stage.about_hero("Buy.")), stop);
    assert_eq!(outcome.ending, Ending::Cancelled);
    let args = json!({ "call_id": call_id, "answer": "approve" });
    let late = stage.call("answer_request", args).await;
    assert_eq!(late.error.unwrap().code, Code::NotFound);
}

#[tokio::test]
async fn always_is_stored_with_the_thread_listed_and_revoked() {
    let before = TestHarness::new(ScriptedModel::new().calls([buy("one")]).says("Bought."));
    let mut events = before.listen();
    let answer = async {
        let call_id = until(&mut events, asked).await.call_id;
        let args = json!({ "call_id": call_id, "answer": "always" });
        assert!(before.call("answer_request", args).await.succeeded());
    };
    let (outcome, ()) = tokio::join!(before.send(before.about_hero("Buy.")), answer);
    let thread = json!({ "thread": outcome.thread });
    let data = |it: capability::ToolAgentOutput| it.result.map(|it| it.data).unwrap_or_default();
    let listed = data(before.call("list_allowed", thread.clone()).await);
    assert_eq!(listed["tools"], json!(["buy_note"]));

    // What a restarted process finds.
    let copied = tempfile::tempdir().unwrap();
    let file = TestHarness::file(&copied);
    before.store.save_copy(&file, &mut |_, _| true).unwrap();
    let script = ScriptedModel::new()
        .calls([buy("two")])
        .says("Bought.")
        .calls([buy("three")])
        .says("Not bought.");
    let stage = TestHarness::reopened(copied, before.node, script);
    let listed = data(stage.call("list_allowed", thread.clone()).await);
    assert_eq!(listed["tools"], json!(["buy_note"]));
    let again = |text| Instruction {
        thread: Some(outcome.thread),
        ..stage.about_hero(text)
    };
    let nobody = Caller {
        approver: Arc::new(NoApprover),
        ..stage.person()
    };
    let more = stage.runner.send(again("More."), &nobody).await.unwrap();
    assert_eq!(more.calls_succeeded, 1, "it is not asked again");

    let mut wrong = thread.clone();
    wrong["tool"] = json!("sell_note");
    let refused = stage.call("revoke_allowed", wrong).await.error.unwrap();
    assert_eq!(refused.code, Code::NotFound);
    let mut tool = thread.clone();
    tool["tool"] = json!("buy_note");
    let revoked = data(stage.call("revoke_allowed", tool).await);
    assert_eq!(
        (&revoked["revoked"], &revoked["tools"]),
        (&json!(["buy_note"]), &json!([]))
    );
    let asked = stage.runner.send(again("More."), &nobody).await.unwrap();
    assert_eq!(stage.errors(&asked)[0].0, Code::PermissionDenied);
    let listed = data(stage.call("list_allowed", thread).await);
    assert_eq!(listed["tools"], json!([]));
}
