//! Replies that cannot be used as they are: cut off, empty, unreadable, filtered.

use super::*;

#[test]
fn a_truncated_reply_runs_all_but_its_last_call() {
    let mut play = TurnTest::asking();
    play.stops(StopReason::Length, vec![look("a"), look("b")])
        .answers(success);
    play.check(expect![[r#"
        save assistant calling a b: 
        publish call a
        call look {"at":"a"}
        save tool answering a: {"module":"m","method":"look","data":{"ok":1}}
        publish answer a
        publish call b
        save tool answering b: {"status":"failure","error":{"code":"INVALID_ACTION_INPUT","message":"Not run: output limit reached, the call may be cut short. Resend it shorter, for instance in several calls."}}
        publish answer b
        compose
        ask"#]]);
}

#[test]
fn truncated_text_ends_the_turn_with_a_note() {
    let mut play = TurnTest::asking();
    play.stops(StopReason::Length, vec![said("Once upon")]);
    assert_eq!(play.outcome().ending, Ending::Bounded);
    assert!(play.outcome().can_go_on);
    expect![[r#"
        Once upon

        Cut off at the model's output limit. Nothing was changed. Say "continue" to go on from here."#]]
    .assert_eq(&play.outcome().text);
}

#[test]
fn os_9_reports_an_unreadable_reply_to_the_model_at_most_twice() {
    let mut play = TurnTest::asking();
    play.fails(unreadable())
        .fails(unreadable())
        .fails(unreadable());
    play.check(expect![[r#"
        save system: Your last reply could not be read: the reply of p could not be read: no JSON. Nothing of it was carried out. Send it again; the arguments of a call are one JSON object.
        compose
        ask
        save system: Your last reply could not be read: the reply of p could not be read: no JSON. Nothing of it was carried out. Send it again; the arguments of a call are one JSON object.
        compose
        ask
        save assistant ("bounded"): the reply of p could not be read: no JSON. Nothing was changed. Send it again, ask for less at once, or choose another model. Say "continue" to go on from here.
        complete
        publish ended Bounded
        stop: 0 well, 0 not"#]]);
}

#[test]
fn reports_an_empty_reply_to_the_model_once() {
    let mut play = TurnTest::asking();
    play.replies(vec![said(" \n")]).replies(vec![]);
    play.check(expect![[r#"
        publish text " \n"
        save system: Your last reply was empty. Answer in words, or call a tool.
        compose
        ask
        save assistant ("bounded"): The model answered with no text and no tool call. Nothing was changed. Send it again or choose another model. Say "continue" to go on from here.
        complete
        publish ended Bounded
        stop: 0 well, 0 not"#]]);
}

#[test]
fn a_filtered_reply_ends_the_turn_and_names_the_dropped_calls() {
    let mut play = TurnTest::asking();
    play.on(Event::PartialReply(Delta::Text("The poison is ".into())));
    play.on(Event::PartialReply(Delta::ToolCallBegan {
        id: "a".into(),
        name: "write_text".into(),
    }));
    play.stops(StopReason::Refusal, vec![said("The poison is ")]);
    let outcome = play.outcome();
    assert_eq!(
        (outcome.ending, outcome.can_go_on),
        (Ending::Refused, false)
    );
    play.check(expect![[r#"
        publish text "The poison is "
        save assistant ("refused"): The poison is 

        The model or its provider's filter ended the answer here. These calls were not run: write_text. Nothing was changed. Rephrase your request or choose another model.
        complete
        publish ended Refused
        stop: 0 well, 0 not"#]]);

    let mut play = TurnTest::asking();
    play.stops(StopReason::Refusal, vec![said("No."), look("a")]);
    assert_eq!(play.outcome().ending, Ending::Refused);
    expect![[r#"
        No.

        The model or its provider's filter ended the answer here. These calls were not run: look. Nothing was changed. Rephrase your request or choose another model."#]].assert_eq(&play.outcome().text);

    let mut play = TurnTest::asking();
    play.stops(StopReason::Refusal, vec![]);
    assert_eq!(play.outcome().ending, Ending::Refused);
    expect!["The model declined without giving a reason. Nothing was changed. Rephrase your request or choose another model."].assert_eq(&play.outcome().text);
}

#[test]
fn distinguishes_exhausted_output_from_an_empty_reply() {
    let mut play = TurnTest::asking();
    play.on(Event::PartialReply(Delta::Thinking("Hm.".into())));
    play.stops(StopReason::Length, vec![]);
    assert_eq!(play.outcome().ending, Ending::Bounded);
    expect![[r#"The model used its whole output limit for thinking and didn't answer. Nothing was changed. Raise output_tokens for this model in the settings, or ask for less at once. Say "continue" to go on from here."#]].assert_eq(&play.outcome().text);

    let mut play = TurnTest::asking();
    play.stops(StopReason::Length, vec![said(" ")]);
    expect![[r#"The model reached its output limit before it answered. Nothing was changed. Raise output_tokens for this model in the settings, or ask for less at once. Say "continue" to go on from here."#]].assert_eq(&play.outcome().text);

    let empty = || LlmError::Empty {
        provider: "p".into(),
    };
    let mut play = TurnTest::asking();
    play.fails(empty()).fails(empty());
    assert_eq!(play.outcome().ending, Ending::Bounded);
    expect![[r#"The model answered with no text and no tool call. Nothing was changed. Send it again or choose another model. Say "continue" to go on from here."#]].assert_eq(&play.outcome().text);
}

#[test]
fn unusable_streamed_text_is_discarded() {
    let too_long = LlmError::TooLong {
        provider: "p".into(),
        message: "9000 > 8192".into(),
    };
    let broken = LlmError::BrokenOff {
        provider: "p".into(),
        message: "it ended".into(),
    };
    for (error, ends) in [(unreadable(), "ask"), (too_long, "ask"), (broken, "ask")] {
        let mut play = TurnTest::asking();
        play.on(Event::PartialReply(Delta::Text("Once".into())));
        play.lines.clear();
        play.fails(error.clone());
        let void = if error.is_transient() {
            "publish retrying 1"
        } else {
            "publish words void"
        };
        assert_eq!(play.lines[0], void, "{error}");
        assert_eq!(play.lines.last().map(String::as_str), Some(ends));
    }
    let mut play = TurnTest::asking();
    play.fails(unreadable());
    assert!(!play.lines.contains(&"publish words void".to_owned()));
}
