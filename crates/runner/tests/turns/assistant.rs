//! The assistant's own tools, dispatched like any others.

use std::sync::Arc;

use capability::{Code, Principal, Rule};
use expect_test::expect;
use llm::providers::scripted::ScriptedModel;
use model::TurnId;
use model::conversation::{Ending, ToolCall};
use runner::{Instruction, SendError};
use serde_json::{Value, json};

use crate::harness::{TestHarness, began, until};

#[tokio::test]
async fn people_send_and_read_messages_with_tools() {
    let write = ("write_note", json!({ "text": "one" }));
    let stage = TestHarness::new(ScriptedModel::new().calls([write]).says("Written."));
    let sent = stage
        .call("send_message", json!({ "text": "Write.", "node": "Hero" }))
        .await;
    let outcome = sent.result.unwrap().data;
    assert_eq!(
        (&outcome["ending"], &outcome["text"]),
        (&json!("done"), &json!("Written."))
    );

    let history = stage
        .call("thread_history", json!({}))
        .await
        .result
        .unwrap()
        .data;
    assert_eq!(history["thread"], outcome["thread"]);
    let lines: Vec<_> = history["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            (
                it["role"].as_str().unwrap(),
                it["content"].as_str().unwrap(),
            )
        })
        .collect();
    let result = r#"{"module":"note","method":"write","data":{"version":1}}"#;
    assert_eq!(
        lines,
        [
            ("user", "Write."),
            ("assistant", ""),
            ("tool", result),
            ("assistant", "Written.")
        ]
    );
    let threads = stage
        .call("list_threads", json!({}))
        .await
        .result
        .unwrap()
        .data;
    let line = &threads["threads"][0];
    assert_eq!(
        (&line["title"], &line["thread"]),
        (&json!("Write."), &outcome["thread"])
    );

    let whole = outcome["thread"].as_str().unwrap();
    let end = &whole[whole.len() - 8..];
    let by_end = stage.call("thread_history", json!({ "thread": end })).await;
    assert_eq!(by_end.result.unwrap().data, history);
}

#[tokio::test]
async fn turn_is_limited_to_the_callers_grant() {
    let write = ("write_note", json!({ "text": "one" }));
    let stage = TestHarness::new(ScriptedModel::new().calls([write]).says("It may not be."));
    let mut caller = stage.person();
    let grant = Arc::make_mut(&mut caller.grant);
    grant.write = Rule::Deny;
    let send = "assistant.send".to_owned();
    grant.by_method.insert(send, Rule::Allow);
    let call = ToolCall {
        id: None,
        name: "send_message".into(),
        args: json!({ "text": "Write.", "node": "Hero", "autonomy": "adopt" }),
    };
    let sent = stage.registry.call(&caller, call).await;
    assert_eq!(sent.result.unwrap().data["calls_failed"], 1);
    assert_eq!((stage.runs(), stage.adopted()), (0, None));
}

#[tokio::test]
async fn allows_one_turn_per_thread_while_other_threads_run() {
    let stage = TestHarness::new(
        ScriptedModel::new()
            .says("Hello.")
            .waits_until_cancelled()
            .says("I am here."),
    );
    let first = stage.send(stage.about_hero("Hi.")).await;
    let mut events = stage.listen();
    let same = |text: &str| Instruction {
        thread: Some(first.thread),
        ..stage.about_hero(text)
    };
    let meanwhile = async {
        let turn = until(&mut events, began).await;
        let args = json!({ "text": "Again.", "thread": first.thread });
        let refused = stage.call("send_message", args).await.error.unwrap();
        assert_eq!(refused.code, Code::Conflict);
        let refused = stage.runner.try_send(same("Again."), &stage.person()).await;
        assert!(matches!(refused, Err(SendError::Busy { turn: busy, .. }) if busy == turn));
        let refused = stage.send(same("Again.")).await;
        let words = "Nothing was done: the assistant is still working in this thread.";
        assert_eq!(
            (refused.ending, refused.text.as_str()),
            (Ending::Failed, words)
        );

        assert_eq!(
            stage.send(stage.about_hero("Elsewhere.")).await.text,
            "I am here."
        );
        let stopped = stage.call("cancel_turn", json!({ "turn": turn })).await;
        assert_eq!(stopped.result.unwrap().data["stopped"], json!(true));
    };
    let (outcome, ()) = tokio::join!(stage.send(same("Wait.")), meanwhile);
    assert_eq!(outcome.ending, Ending::Cancelled);
}

#[tokio::test]
async fn models_neither_see_nor_call_these_tools() {
    let send = ("send_message", json!({ "text": "Talk to yourself." }));
    let stage = TestHarness::new(ScriptedModel::new().calls([send]).says("I may not."));
    let outcome = stage.send(stage.about_hero("Hi.")).await;
    assert_eq!(outcome.ending, Ending::Done);
    assert_eq!(stage.errors(&outcome)[0].0, Code::PermissionDenied);
    let payload = &stage.model.payloads()[0];
    let shown: Vec<_> = payload.tools.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(
        shown,
        [
            "write_note",
            "read_note",
            "meet_note",
            "buy_note",
            "fail_note",
            "hang_note"
        ]
    );
    assert!(!payload.system.contains("[Assistant]"));
}

#[tokio::test]
async fn invalid_input_error_names_the_field() {
    let stage = TestHarness::new(ScriptedModel::new());
    let mut answers = Vec::new();
    let nowhere = TurnId(uuid::Uuid::nil());
    let calls: [(&str, Value); 6] = [
        ("send_message", json!({ "text": " " })),
        ("send_message", json!({ "text": "x".repeat(300_000) })),
        ("send_message", json!({ "text": "Hi.", "thread": "mine" })),
        (
            "answer_request",
            json!({ "call_id": "c", "answer": "approve", "args": "[]" }),
        ),
        ("thread_history", json!({ "thread": nowhere })),
        ("cancel_turn", json!({ "turn": nowhere })),
    ];
    for (name, args) in calls {
        let output = stage.call(name, args).await;
        answers.push(match output.error {
            Some(error) => {
                format!(
                    "{name}: {:?} at {:?}: {}",
                    error.code, error.path, error.message
                )
            }
            None => format!("{name}: {}", output.result.unwrap().data),
        });
    }
    expect![[r#"
        send_message: InvalidActionInput at Some("/text"): the instruction is empty; say what you want
        send_message: InvalidActionInput at Some("/text"): the instruction is too long (300000 bytes, at most 262144); put a long text in a scene and name the scene
        send_message: NotFound at None: there is no conversation "mine"
        answer_request: InvalidActionInput at Some("/args"): args is not the text of a JSON object
        thread_history: NotFound at None: there is no conversation "00000000-0000-0000-0000-000000000000"
        cancel_turn: {"turn":"00000000-0000-0000-0000-000000000000","stopped":false}"#]].assert_eq(&answers.join("\n"));
}

#[tokio::test]
async fn conversations_are_found_renamed_and_deleted_but_not_while_the_assistant_works() {
    let stage = TestHarness::new(
        ScriptedModel::new()
            .says("The keeper did it.")
            .waits_until_cancelled(),
    );
    let first = stage.send(stage.about_hero("Who did it?")).await;
    let data = async |tool: &str, args: Value| {
        let answer = stage.call(tool, args).await;
        answer.result.expect("it succeeds").data
    };
    let args = json!({ "thread": first.thread, "title": "The culprit" });
    data("rename_thread", args).await;
    let found = data("list_threads", json!({ "words": "KEEPER" })).await;
    assert_eq!(found["threads"][0]["title"], "The culprit");
    let none = data("list_threads", json!({ "words": "butler" })).await;
    assert_eq!(none["threads"], json!([]));

    let mut events = stage.listen();
    let same = Instruction {
        thread: Some(first.thread),
        ..stage.about_hero("And why?")
    };
    let meanwhile = async {
        let turn = until(&mut events, began).await;
        let args = json!({ "thread": first.thread });
        let refused = stage.call("delete_thread", args).await.error.unwrap();
        assert_eq!(refused.code, Code::Conflict, "{}", refused.message);
        assert!(stage.runner.cancel(turn));
    };
    tokio::join!(stage.send(same), meanwhile);

    let mut stranger = stage.person();
    stranger.principal = Principal::guest("star/human/ann", "Ann");
    let call = ToolCall {
        id: None,
        name: "delete_thread".into(),
        args: json!({ "thread": first.thread }),
    };
    let refused = stage.registry.call(&stranger, call).await.error.unwrap();
    assert_eq!(refused.code, Code::PermissionDenied, "{}", refused.message);

    let left = data("delete_thread", json!({ "thread": first.thread })).await;
    assert_eq!(left["count"], 0);
    let gone = stage.call("thread_history", json!({ "thread": first.thread }));
    assert_eq!(gone.await.error.unwrap().code, Code::NotFound);
}

#[tokio::test]
async fn an_id_of_another_program_begins_anew_once_its_conversation_is_deleted() {
    let stage = TestHarness::new(ScriptedModel::new());
    let begin = async || {
        let args = json!({ "title": "A run", "client_id": "run-1" });
        stage.call("create_thread", args).await.result.unwrap().data
    };
    let first = begin().await;
    assert_eq!(
        (&first["is_new"], &begin().await["is_new"]),
        (&json!(true), &json!(false))
    );
    let args = json!({ "thread": first["thread"] });
    stage.call("delete_thread", args).await.result.unwrap();
    let second = begin().await;
    assert_eq!(second["is_new"], true);
    assert_ne!(second["thread"], first["thread"]);
}
