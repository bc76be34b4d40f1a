//! The regular course of a turn: text, calls, answers.

use super::*;

#[test]
fn stores_the_instruction_before_asking_the_model() {
    let mut play = TurnTest::new();
    play.on(Event::Instruction("Rename the hero.".into()));
    play.check(expect![[r#"
        save user: Rename the hero.
        publish began
        compose
        ask"#]]);
}

#[test]
fn a_reply_without_calls_is_the_final_text() {
    let mut play = TurnTest::asking();
    play.on(Event::PartialReply(Delta::Thinking("hm".into())));
    play.on(Event::PartialReply(Delta::Text("It is ".into())));
    play.replies(vec![said("It is done.")]);
    play.check(expect![[r#"
        publish thinking "hm"
        publish text "It is "
        publish text "done."
        save assistant: It is done.
        complete
        publish ended Done
        stop: 0 well, 0 not"#]]);
}

#[test]
fn st_4_answers_all_calls_in_order_before_asking_the_model_again() {
    let mut play = TurnTest::asking();
    play.replies(vec![said("Both."), look("a"), look("b")])
        .answers(success)
        .answers(wrote);
    play.check(expect![[r#"
        publish text "Both."
        save assistant calling a b: Both.
        publish call a
        call look {"at":"a"}
        save tool answering a: {"module":"m","method":"look","data":{"ok":1}}
        publish answer a
        publish call b
        call look {"at":"b"}
        save tool answering b: {"module":"m","method":"look","data":{"ok":1}}
        publish answer b
        compose
        ask"#]]);
    assert_eq!(
        play.replies(vec![said("Done.")]).outcome().calls_succeeded,
        2
    );
}

#[test]
fn sums_usage_over_requests() {
    let mut play = TurnTest::asking();
    let reply = |segments| {
        let usage = Usage {
            input_tokens: 10,
            output_tokens: 2,
            cached_tokens: 5,
        };
        let metadata = ReplyMetadata {
            usage: Some(usage),
            ..Default::default()
        };
        Event::Replied(ProviderResponse { segments, metadata })
    };
    play.on(reply(vec![look("a")]))
        .answers(success)
        .on(reply(vec![said("Done.")]));
    let sum = Usage {
        input_tokens: 20,
        output_tokens: 4,
        cached_tokens: 10,
    };
    assert_eq!(play.outcome().spent.usage, sum);
}

#[test]
fn calls_with_a_missing_or_repeated_id_get_a_unique_one() {
    let mut play = TurnTest::asking();
    let nameless = ToolCall {
        id: None,
        name: "look".into(),
        args: json!({ "at": 1 }),
    };
    play.replies(vec![
        look("a"),
        look("a"),
        ContentSegment::tool_call(nameless),
    ]);
    play.answers(success).answers(success).answers(success);
    play.lines.clear();
    play.replies(vec![call("a", "look", json!({ "at": 2 }))]);
    play.check(expect![[r#"
        save assistant calling a-3: 
        publish call a-3
        call look {"at":2}"#]]);
    let ids: Vec<_> = play.turn.call_ids.iter().map(String::as_str).collect();
    assert_eq!(ids, ["a", "a-2", "a-3", "call"]);
}

#[test]
fn accepts_a_reply_with_only_an_image() {
    let mut play = TurnTest::asking();
    let picture = Content::Image {
        data: "aGk=".into(),
        mime_type: "image/png".into(),
    };
    play.replies(vec![picture.into()]);
    assert_eq!(play.outcome().ending, Ending::Done);
}

#[test]
fn passes_runtime_errors_to_the_model() {
    let mut play = TurnTest::asking();
    play.replies(vec![look("a")])
        .answers(bad(Code::Unavailable, "timed out"));
    assert_eq!(play.lines.last().map(String::as_str), Some("ask"));
    play.replies(vec![said("It timed out.")]);
    let outcome = play.outcome();
    assert_eq!((outcome.ending, outcome.calls_failed), (Ending::Done, 1));
}

#[test]
fn ignores_the_answer_of_another_call() {
    let mut play = TurnTest::asking();
    play.replies(vec![look("a")]);
    play.lines.clear();
    let other = ToolCall {
        id: Some("x".into()),
        name: "look".into(),
        args: json!({}),
    };
    play.on(Event::Answered(Box::new(success(&other))));
    assert!(play.lines.is_empty());
}

#[test]
fn a_turn_uses_the_language_of_its_instruction() {
    let mut play = TurnTest::new();
    play.on(Event::Instruction("把主角改名为 Neo".into()));
    play.replies(vec![look("a")]).answers(wrote);
    play.fails(LlmError::Unauthorized {
        provider: "p".into(),
        message: "no".into(),
    });
    expect!["p 拒绝了密钥：no。已完成：look（“Neo”的 kv，版本 12）。请在设置里填好该服务的密钥，再发送一次。"].assert_eq(&play.outcome().text);

    let mut play = TurnTest::new();
    play.on(Event::Instruction("继续".into()));
    play.stops(StopReason::Length, vec![said("从前")]);
    expect![[r#"
        从前

        在模型的输出上限处被截断。什么都没有改动。说「继续」就从这里接着做。"#]]
    .assert_eq(&play.outcome().text);
}
