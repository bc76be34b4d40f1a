//! Failing services, and context windows that are too small.

use super::*;

#[test]
fn retries_a_failing_service_three_times_and_then_names_it() {
    let mut play = TurnTest::asking();
    play.on(Event::PartialReply(Delta::Text("It".into())));
    play.fails(overloaded())
        .fails(overloaded())
        .fails(overloaded())
        .fails(overloaded());
    play.check(expect![[r#"
        publish text "It"
        publish retrying 1
        wait 550 ms
        ask
        publish retrying 2
        wait 2256 ms
        ask
        publish retrying 3
        wait 8054 ms
        ask
        save assistant ("failed"): p failed (503): busy (tried 4 times). Nothing was changed. Check the connection and send it again, or choose another model.
        complete
        publish ended Failed
        stop: 0 well, 0 not"#]]);
}

#[test]
fn a_reply_resets_the_retry_count() {
    let mut play = TurnTest::asking();
    for id in ["a", "b", "c"] {
        play.fails(overloaded()).fails(overloaded());
        play.replies(vec![look(id)]).answers(success);
    }
    assert_eq!(
        play.replies(vec![said("Done.")]).outcome().ending,
        Ending::Done
    );
}

#[test]
fn discards_the_text_of_a_failed_attempt() {
    let mut play = TurnTest::asking();
    play.on(Event::PartialReply(Delta::Text("Half a".into())))
        .fails(overloaded());
    play.lines.clear();
    play.replies(vec![said("Whole.")]);
    assert_eq!(
        play.lines[..2],
        ["publish text \"Whole.\"", "save assistant: Whole."]
    );
}

#[test]
fn honors_retry_after_up_to_a_minute() {
    let asks = |seconds| LlmError::RateLimited {
        provider: "p".into(),
        retry_after: Some(Duration::from_secs(seconds)),
    };
    let mut play = TurnTest::asking();
    play.fails(asks(60));
    assert_eq!(play.lines, ["publish retrying 1", "wait 60000 ms", "ask"]);
    play.fails(asks(61));
    assert_eq!(play.outcome().ending, Ending::Failed);
    expect!["p asks to slow down; try again in 61 s (tried 2 times). Nothing was changed. Send it again in a moment, or choose another model."].assert_eq(&play.outcome().text);
}

#[test]
fn halves_an_oversized_payload_once() {
    // Half of what was sent, because the service may not have the configured window.
    let too_long = || LlmError::TooLong {
        provider: "p".into(),
        message: "9000 > 8192".into(),
    };
    let mut play = TurnTest::asking();
    play.on(Event::Sending { tokens: 9000 });
    play.fails(too_long());
    assert_eq!(play.lines, ["compose within 4500", "ask"]);
    play.fails(too_long());
    assert_eq!(play.outcome().ending, Ending::Failed);
    expect!["the conversation is too long for p: 9000 > 8192. Nothing was changed. Start a new conversation, ask for less at once, or choose a model with a larger window."].assert_eq(&play.outcome().text);
}

#[test]
fn an_unusable_model_ends_the_turn_with_advice() {
    let (provider, message) = ("p".to_owned(), "no".to_owned());
    let errors = [
        LlmError::Unauthorized {
            provider: provider.clone(),
            message: message.clone(),
        },
        LlmError::NoCredit {
            provider: provider.clone(),
            message: message.clone(),
        },
        LlmError::Refused {
            provider: provider.clone(),
            message: message.clone(),
        },
        LlmError::BadRequest {
            provider,
            status: 400,
            message,
        },
    ];
    let texts = errors.map(|error| {
        let mut play = TurnTest::asking();
        let refused = matches!(error, LlmError::Refused { .. });
        play.replies(vec![look("a")]).answers(wrote).fails(error);
        let expected = if refused {
            Ending::Refused
        } else {
            Ending::Failed
        };
        assert_eq!(play.outcome().ending, expected);
        play.outcome().text.clone()
    });
    expect![[r#"
        p refuses the key: no. Done: look (kv of "Neo", version 12). Add the provider's key in the settings and send it again.
        p has no credit left for this key: no. Done: look (kv of "Neo", version 12). Add credit to your account with the provider, or choose another model.
        p declines: no. Done: look (kv of "Neo", version 12). Rephrase your request or choose another model.
        p cannot take this request (400): no. Done: look (kv of "Neo", version 12). Check the model's name and options in the settings, or choose another model."#]]
    .assert_eq(&texts.join("\n"));
}

#[test]
fn fixed_parts_that_do_not_fit_are_not_retried_at_half_size() {
    let context_overflow = Event::ContextOverflow(ContextOverflow {
        what: OverflowCause::FixedParts,
        needed: 7000,
        available_tokens: 6144,
        window: 8192,
    });
    let mut play = TurnTest::asking();
    play.on(context_overflow.clone());
    assert_eq!(play.outcome().ending, Ending::Failed);
    expect!["Every request includes the instructions to the model, the open scene and the tools. They take about 7000 tokens, but only 6144 of the model's 8192 are left for them beside its answer. Nothing was changed. Give the model a longer context (context_tokens in its settings, and on its server if that runs on your computer), choose a model with a larger window, or keep less in this scene."].assert_eq(&play.outcome().text);

    let mut play = TurnTest::asking();
    play.fails(LlmError::TooLong {
        provider: "p".into(),
        message: "9000 > 8192".into(),
    });
    play.on(context_overflow);
    expect!["The service rejected the request as too long (9000 > 8192). What every request includes takes about 7000 tokens, so it can't get much shorter. Nothing was changed. Give the model a longer context (context_tokens in its settings, and on its server if that runs on your computer), choose a model with a larger window, or keep less in this scene."].assert_eq(&play.outcome().text);
}

#[test]
fn a_turn_longer_than_the_window_can_be_continued() {
    let too_much = Event::ContextOverflow(ContextOverflow {
        what: OverflowCause::Turn,
        needed: 7000,
        available_tokens: 6144,
        window: 8192,
    });
    let mut play = TurnTest::asking();
    play.replies(vec![look("a"), look("b")])
        .answers(wrote)
        .answers(success);
    play.on(too_much.clone());
    assert_eq!(play.outcome().ending, Ending::Bounded);
    assert!(play.outcome().can_go_on);
    expect![[r#"This request has grown too long for the model: even with its results cut as short as they can be, the next step takes about 7000 tokens, and there is room for 6144. Done: look (kv of "Neo", version 12). Ask for less at once, or choose a model with a larger window. Say "continue" to go on from here."#]].assert_eq(&play.outcome().text);

    let mut play = TurnTest::asking();
    play.on(too_much);
    assert_eq!(play.outcome().ending, Ending::Failed);
    expect!["Your message is too long for this model: the request takes about 7000 tokens, and there is room for 6144. Nothing was changed. Put long text in a scene and mention the scene instead, or choose a model with a larger window."].assert_eq(&play.outcome().text);
}
