//! Several programs with one story open, and recovery from one that crashed.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use capability::Code;
use llm::providers::scripted::ScriptedModel;
use model::conversation::{ChatMessage, Ending, Payload, Role, ToolDefinition};
use runner::context::{ContextManager, ContextStrategy, Strategy};
use runner::{Instruction, SendError, TurnEvent};
use serde_json::{Value, json};

use crate::harness::{TestHarness, asked, call_began, until};

fn hang() -> (&'static str, Value) {
    ("hang_note", json!({ "text": "x" }))
}

#[tokio::test]
async fn allows_one_turn_per_thread_across_programs_and_closes_no_running_turn() {
    let one = TestHarness::new(ScriptedModel::new().says("Hello.").calls([hang()]));
    let first = one.send(one.about_hero("Hi.")).await;
    let two = one.second_program(ScriptedModel::new().says("Elsewhere.").says("I go on."));
    let same = || Instruction {
        thread: Some(first.thread),
        ..one.about_hero("Write.")
    };
    let mut events = one.listen();
    let meanwhile = async {
        let turn = until(&mut events, call_began).await;
        assert_eq!(two.runner.recover().await.unwrap(), 0, "its turn is alive");
        let refused = two.runner.try_send(same(), &two.person()).await;
        let Err(error @ SendError::Busy { elsewhere, .. }) = refused else {
            panic!("two turns in one thread: {refused:?}")
        };
        assert!(elsewhere && error.to_string().ends_with("in another window or program"));
        let listed = two.call("list_turns", json!({})).await.result.unwrap().data;
        let line = &listed["turns"][0];
        assert_eq!(line["turn"], json!(turn));
        assert_eq!(
            (&line["instruction"], &line["elsewhere"]),
            (&json!("Write."), &json!(true))
        );
        assert_eq!(
            two.send(two.about_hero("Another.")).await.text,
            "Elsewhere."
        );
        one.runner.cancel(turn);
    };
    let (outcome, ()) = tokio::join!(one.send(same()), meanwhile);
    assert_eq!(outcome.ending, Ending::Cancelled);
    let listed = two.call("list_turns", json!({})).await.result.unwrap().data;
    assert_eq!(listed, json!({ "turns": [] }));
    assert_eq!(two.send(same()).await.text, "I go on.");
}

#[tokio::test]
async fn lists_a_running_turn_with_its_question_until_it_ends() {
    let buy = ("buy_note", json!({ "text": "one" }));
    let stage = TestHarness::new(ScriptedModel::new().calls([buy]));
    let mut events = stage.listen();
    let meanwhile = async {
        let question = until(&mut events, asked).await;
        let listed = stage
            .call("list_turns", json!({}))
            .await
            .result
            .unwrap()
            .data;
        let line = &listed["turns"][0];
        assert_eq!(line["instruction"], "Buy.");
        assert_eq!(line["node"], json!(stage.node));
        assert!(line["began"].is_string(), "{line}");
        assert_eq!(line["questions"], json!([question]));
        let turn = line["turn"].as_str().unwrap().to_owned();
        stage.call("cancel_turn", json!({ "turn": turn })).await;
        question.call_id
    };
    let (outcome, call_id) = tokio::join!(stage.send(stage.about_hero("Buy.")), meanwhile);
    assert_eq!(outcome.ending, Ending::Cancelled);
    let listed = stage
        .call("list_turns", json!({}))
        .await
        .result
        .unwrap()
        .data;
    assert_eq!(listed, json!({ "turns": [] }));
    let late = json!({ "call_id": call_id, "answer": "approve" });
    let late = stage.call("answer_request", late).await;
    assert_eq!(late.error.unwrap().code, Code::NotFound);
    assert_eq!(stage.adopted(), None);
}

#[tokio::test]
async fn always_allow_survives_a_restart() {
    let buy = |text: &str| ("buy_note", json!({ "text": text }));
    let one = TestHarness::new(ScriptedModel::new().calls([buy("one")]).says("Bought."));
    let mut events = one.listen();
    let answer = async {
        let call_id = until(&mut events, asked).await.call_id;
        let args = json!({ "call_id": call_id, "answer": "always" });
        assert!(one.call("answer_request", args).await.succeeded());
    };
    let (outcome, ()) = tokio::join!(one.send(one.about_hero("Buy.")), answer);
    let two = one.second_program(
        ScriptedModel::new()
            .calls([buy("two")])
            .says("Bought again."),
    );
    let again = Instruction {
        thread: Some(outcome.thread),
        ..two.about_hero("More.")
    };
    assert_eq!(two.send(again).await.text, "Bought again.");
    assert_eq!(two.adopted(), Some((2, "two".to_owned())));
}

/// A strategy that panics.
struct Faulty;

#[async_trait]
impl ContextManager for Faulty {
    fn id(&self) -> &str {
        "faulty"
    }

    async fn compose_payload(
        &self,
        _: &str,
        _: &[ChatMessage],
        _: &[ToolDefinition],
        _: Option<&str>,
        _: u64,
    ) -> Payload {
        panic!("a bug in a strategy")
    }

    async fn on_turn_complete(&self, _: &[ChatMessage]) -> Result<(), String> {
        Ok(())
    }
}

#[tokio::test]
async fn panicked_turn_is_closed_and_its_end_published() {
    let stage = TestHarness::new(ScriptedModel::new().says("Hello.").says("I go on."));
    let first = stage.send(stage.about_hero("Hi.")).await;
    stage.runner.register(Strategy {
        id: "faulty".into(),
        make: Arc::new(|_, _| Ok(Arc::new(Faulty))),
    });
    stage.runner.set_strategy(Some(ContextStrategy {
        plugin_id: "faulty".into(),
        ..ContextStrategy::default()
    }));
    let same = |text: &str| Instruction {
        thread: Some(first.thread),
        ..stage.about_hero(text)
    };
    let broken = stage.runner.try_send(same("Break."), &stage.person()).await;
    assert!(matches!(broken, Err(SendError::Broken)), "{broken:?}");
    let last = stage.seen.lock().unwrap().last().cloned();
    let Some(TurnEvent::TurnEnded { outcome, .. }) = last else {
        panic!("the end was not published; last event: {last:?}")
    };
    assert_eq!(outcome.ending, Ending::Failed);
    assert_eq!(stage.store.open_turns().unwrap(), []);
    let roles: Vec<_> = stage.lines(&first).into_iter().map(|it| it.0).collect();
    assert_eq!(roles[2..], [Role::User, Role::Assistant], "it was closed");

    stage.runner.set_strategy(Some(ContextStrategy::default()));
    assert_eq!(stage.send(same("Go on.")).await.text, "I go on.");
}

#[tokio::test(start_paused = true)]
async fn long_command_renews_its_thread_lease() {
    let stage = TestHarness::new(ScriptedModel::new().says("Hello."));
    let first = stage.send(stage.about_hero("Hi.")).await;
    let person = capability::Caller {
        node: Some(stage.node),
        ..stage.person()
    };
    let call = model::conversation::ToolCall {
        id: None,
        name: "hang_note".into(),
        args: json!({ "text": "x" }),
    };
    let mut events = stage.listen();
    let held = || {
        let lease = stage
            .store
            .get_value(Some(first.thread), "at_work")
            .unwrap();
        lease.map(|it| it["until"].as_str().unwrap().to_owned())
    };
    let meanwhile = async {
        let turn = until(&mut events, call_began).await;
        // The test clock advances whenever all tasks are idle; the lease renewals set the pace.
        let a_write = || stage.store.put_value(None, "pace", Some(json!(0)));
        while held().is_none() {
            a_write().await.unwrap();
        }
        let before = held();
        let mut beats = 0;
        while held() == before {
            assert!(
                beats < 100,
                "the lease is held until {before:?} and not renewed"
            );
            beats += 1;
            tokio::time::sleep(Duration::from_secs(6)).await;
            a_write().await.unwrap();
        }
        assert!(held() > before);
        stage.runner.cancel(turn);
    };
    let commanding = stage
        .runner
        .command(Some(first.thread), "/hang_note x", &person, call);
    let (commanded, ()) = tokio::join!(commanding, meanwhile);
    let error = commanded.unwrap().output.error.unwrap();
    assert_eq!(error.code, Code::Cancelled);
    assert_eq!(
        stage
            .store
            .get_value(Some(first.thread), "at_work")
            .unwrap(),
        None
    );
}
