//! How a turn goes on where nothing goes wrong: words, calls, answers.

use super::*;

#[test]
fn the_persons_words_are_kept_before_the_model_is_asked() {
    let mut play = Play::new();
    play.on(Event::Said("Rename the hero.".into()));
    play.check(expect![[r#"
        save user: Rename the hero.
        publish began
        compose
        ask"#]]);
}

#[test]
fn a_reply_without_calls_is_the_final_text() {
    let mut play = Play::asking();
    play.on(Event::Heard(Delta::Thinking("hm".into())));
    play.on(Event::Heard(Delta::Text("It is ".into())));
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
fn st_4_all_calls_of_a_reply_run_in_order_and_are_answered_before_the_model_is_asked_again() {
    let mut play = Play::asking();
    play.replies(vec![said("Both."), look("a"), look("b")])
        .answers(well)
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
fn usage_is_summed_over_the_requests() {
    let mut play = Play::asking();
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
        .answers(well)
        .on(reply(vec![said("Done.")]));
    let sum = Usage {
        input_tokens: 20,
        output_tokens: 4,
        cached_tokens: 10,
    };
    assert_eq!(play.outcome().spent.usage, sum);
}

#[test]
fn calls_without_an_id_or_with_a_used_one_get_their_own() {
    let mut play = Play::asking();
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
    play.answers(well).answers(well).answers(well);
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
fn a_picture_alone_is_an_answer() {
    let mut play = Play::asking();
    let picture = Content::Image {
        data: "aGk=".into(),
        mime_type: "image/png".into(),
    };
    play.replies(vec![picture.into()]);
    assert_eq!(play.outcome().ending, Ending::Done);
}

#[test]
fn a_runtime_error_is_an_answer_the_model_reads() {
    let mut play = Play::asking();
    play.replies(vec![look("a")])
        .answers(bad(Code::Unavailable, "timed out"));
    assert_eq!(play.lines.last().map(String::as_str), Some("ask"));
    play.replies(vec![said("It timed out.")]);
    let outcome = play.outcome();
    assert_eq!((outcome.ending, outcome.calls_failed), (Ending::Done, 1));
}

#[test]
fn an_answer_of_another_call_is_ignored() {
    let mut play = Play::asking();
    play.replies(vec![look("a")]);
    play.lines.clear();
    let other = ToolCall {
        id: Some("x".into()),
        name: "look".into(),
        args: json!({}),
    };
    play.on(Event::Answered(Box::new(well(&other))));
    assert!(play.lines.is_empty());
}

#[test]
fn a_turn_ends_in_the_language_it_was_begun_in() {
    let mut play = Play::new();
    play.on(Event::Said("把主角改名为 Neo".into()));
    play.replies(vec![look("a")]).answers(wrote);
    play.fails(LlmError::Unauthorized {
        provider: "p".into(),
        message: "no".into(),
    });
    expect!["p 拒绝了密钥：no。已完成：look（“Neo”的 kv，版本 12）。请在设置里填好该服务的密钥，再发送一次。"].assert_eq(&play.outcome().text);

    let mut play = Play::new();
    play.on(Event::Said("继续".into()));
    play.stops(StopReason::Length, vec![said("从前")]);
    expect![[r#"
        从前

        在模型的输出上限处被截断。什么都没有改动。说「继续」就从这里接着做。"#]]
    .assert_eq(&play.outcome().text);
}
