//! Who is asked before a call, how the answer comes, and what is remembered of it.

use capability::{Caller, Code, Grant, NoApprover, Rule};
use llm::providers::scripted::Scripted;
use runner::{Autonomy, Ending, Instruction};
use serde_json::{Value, json};
use std::sync::Arc;

use crate::stage::{Stage, asked, until};

fn buy(text: &str) -> (&'static str, Value) {
    ("buy_note", json!({ "text": text }))
}

#[tokio::test]
async fn what_costs_waits_for_a_yes_that_comes_by_tool() {
    let stage = Stage::new(Scripted::new().calls([buy("one")]).says("Bought."));
    let mut events = stage.listen();
    let answer = async {
        let question = until(&mut events, asked).await;
        assert_eq!(stage.adopted(), None, "nothing before the answer");
        let args = json!({ "call_id": question.call_id, "answer": "approve" });
        assert!(stage.call("answer_request", args).await.succeeded());
    };
    let (outcome, ()) = tokio::join!(stage.send(stage.about_hero("Buy.")), answer);
    assert_eq!(outcome.ending, Ending::Done);
    assert_eq!(stage.adopted(), Some((1, "one".to_owned())));
}

#[tokio::test]
async fn a_yes_may_change_the_arguments() {
    let stage = Stage::new(Scripted::new().calls([buy("one")]).says("Bought."));
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
async fn a_no_is_told_to_the_model_in_the_persons_words() {
    let stage = Stage::new(Scripted::new().calls([buy("one")]).says("Then not."));
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
async fn always_asks_once_in_a_thread_and_again_in_another() {
    let script = Scripted::new()
        .calls([buy("one"), buy("two")])
        .says("Bought.")
        .calls([buy("three")])
        .says("Bought.")
        .calls([buy("four")])
        .says("Not bought.");
    let stage = Stage::new(script);
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
async fn what_the_settings_allow_is_not_asked() {
    let stage = Stage::new(Scripted::new().calls([buy("one")]).says("Bought."));
    stage.runner.set_allowed(["note.buy".to_owned()]);
    let outcome = stage.send(stage.about_hero("Buy.")).await;
    assert_eq!((outcome.ending, outcome.calls_succeeded), (Ending::Done, 1));
}

#[tokio::test]
async fn in_ask_each_write_waits_even_what_the_settings_allow() {
    let write = ("write_note", json!({ "text": "one" }));
    let look = ("read_note", json!({}));
    let stage = Stage::new(
        Scripted::new()
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
async fn os_1_the_assistant_may_never_more_than_who_sent_it() {
    let write = ("write_note", json!({ "text": "one" }));
    let stage = Stage::new(Scripted::new().calls([write]).says("I may not."));
    let mut reader = stage.person();
    reader.grant = Grant {
        write: Rule::Deny,
        ..Grant::person()
    };
    let outcome = stage
        .runner
        .send(stage.about_hero("Write."), &reader)
        .await
        .unwrap();
    assert_eq!(stage.errors(&outcome)[0].0, Code::PermissionDenied);
    assert_eq!(stage.adopted(), None);
}

#[tokio::test]
async fn a_stop_ends_the_waiting_for_an_answer() {
    let stage = Stage::new(Scripted::new().calls([buy("one")]));
    let mut events = stage.listen();
    let stop = async {
        let call_id = until(&mut events, asked).await.call_id;
        let turn = stage
            .seen
            .lock()
            .unwrap()
            .iter()
            .find_map(crate::stage::began)
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
async fn an_always_is_kept_with_its_thread_listed_and_taken_back() {
    let before = Stage::new(Scripted::new().calls([buy("one")]).says("Bought."));
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

    // What another start of the program finds.
    let copied = tempfile::tempdir().unwrap();
    let file = Stage::file(&copied);
    before.store.save_copy(&file, &mut |_, _| true).unwrap();
    let script = Scripted::new()
        .calls([buy("two")])
        .says("Bought.")
        .calls([buy("three")])
        .says("Not bought.");
    let stage = Stage::reopened(copied, before.node, script);
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
