//! Services that fail, and windows that are too small.

use super::*;

#[test]
fn a_failing_service_is_tried_three_times_more_and_then_named() {
    let mut play = Play::asking();
    play.on(Event::Heard(Delta::Text("It".into())));
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
        save assistant ("failed"): p failed (503): busy (tried 4 times). Nothing was changed. Check the connection, send it again later, or choose another model.
        complete
        publish ended Failed
        stop: 0 well, 0 not"#]]);
}

#[test]
fn a_reply_gives_the_retries_back() {
    let mut play = Play::asking();
    for id in ["a", "b", "c"] {
        play.fails(overloaded()).fails(overloaded());
        play.replies(vec![look(id)]).answers(well);
    }
    assert_eq!(
        play.replies(vec![said("Done.")]).outcome().ending,
        Ending::Done
    );
}

#[test]
fn words_of_a_failed_attempt_are_not_taken_for_the_reply() {
    let mut play = Play::asking();
    play.on(Event::Heard(Delta::Text("Half a".into())))
        .fails(overloaded());
    play.lines.clear();
    play.replies(vec![said("Whole.")]);
    assert_eq!(
        play.lines[..2],
        ["publish text \"Whole.\"", "save assistant: Whole."]
    );
}

#[test]
fn a_service_that_asks_for_time_gets_it_up_to_a_minute() {
    let asks = |seconds| LlmError::RateLimited {
        provider: "p".into(),
        retry_after: Some(Duration::from_secs(seconds)),
    };
    let mut play = Play::asking();
    play.fails(asks(60));
    assert_eq!(play.lines, ["publish retrying 1", "wait 60000 ms", "ask"]);
    play.fails(asks(61));
    assert_eq!(play.outcome().ending, Ending::Failed);
    expect!["p asks to slow down; try again in 61 s (tried 2 times). Nothing was changed. Send it again a little later, or choose another model."].assert_eq(&play.outcome().text);
}

#[test]
fn a_payload_too_long_is_halved_once() {
    // Half of what was sent, not of a window that the service may not have.
    let too_long = || LlmError::TooLong {
        provider: "p".into(),
        message: "9000 > 8192".into(),
    };
    let mut play = Play::asking();
    play.on(Event::Sending { tokens: 9000 });
    play.fails(too_long());
    assert_eq!(play.lines, ["compose within 4500", "ask"]);
    play.fails(too_long());
    assert_eq!(play.outcome().ending, Ending::Failed);
    expect!["the conversation is too long for p: 9000 > 8192. Nothing was changed. Begin a new thread, ask for less at once, or choose a model with a larger window."].assert_eq(&play.outcome().text);
}

#[test]
fn a_model_that_cannot_be_used_ends_the_turn_with_what_to_do() {
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
        let mut play = Play::asking();
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
        p refuses the key: no. Done: look (kv of "Neo", version 12). Set the provider's key in the settings and send it again.
        p has no credit left for this key: no. Done: look (kv of "Neo", version 12). Add credit to the provider's account, or choose another model.
        p declines: no. Done: look (kv of "Neo", version 12). Say it in other words, or choose another model.
        p cannot take this request (400): no. Done: look (kv of "Neo", version 12). Check the model's name and options in the settings, or choose another model."#]]
    .assert_eq(&texts.join("\n"));
}

#[test]
fn what_every_request_holds_must_fit_and_is_not_tried_again_in_half_the_window() {
    let no_room = Event::NoRoom(NoRoom {
        what: TooMuch::Always,
        needed: 7000,
        room: 6144,
        window: 8192,
    });
    let mut play = Play::asking();
    play.on(no_room.clone());
    assert_eq!(play.outcome().ending, Ending::Failed);
    expect!["What every request holds (the instructions to the model, the node and the tools) takes about 7000 tokens, and 6144 of the model's 8192 are left for it beside its answer. Nothing was changed. Give the model a longer context (context_tokens in its settings, and on its server where that runs on your machine), choose a model with a larger window, or keep less on this node."].assert_eq(&play.outcome().text);

    let mut play = Play::asking();
    play.fails(LlmError::TooLong {
        provider: "p".into(),
        message: "9000 > 8192".into(),
    });
    play.on(no_room);
    expect!["The service found the request too long (9000 > 8192), and what every request holds takes about 7000 tokens, so it cannot be made much shorter. Nothing was changed. Give the model a longer context (context_tokens in its settings, and on its server where that runs on your machine), choose a model with a larger window, or keep less on this node."].assert_eq(&play.outcome().text);
}

#[test]
fn a_turn_longer_than_the_window_says_what_was_done_and_can_be_gone_on_with() {
    let too_much = Event::NoRoom(NoRoom {
        what: TooMuch::Turn,
        needed: 7000,
        room: 6144,
        window: 8192,
    });
    let mut play = Play::asking();
    play.replies(vec![look("a"), look("b")])
        .answers(wrote)
        .answers(well);
    play.on(too_much.clone());
    assert_eq!(play.outcome().ending, Ending::Bounded);
    assert!(play.outcome().can_go_on);
    expect![[r#"This turn has grown too long for the model: with its tool results cut as short as they can be, the next request takes about 7000 tokens, and there is room for 6144. Done: look (kv of "Neo", version 12). Ask for less at once, or choose a model with a larger window. Say "go on" to go on from here."#]].assert_eq(&play.outcome().text);

    let mut play = Play::asking();
    play.on(too_much);
    assert_eq!(play.outcome().ending, Ending::Failed);
    expect!["What you wrote is too long for this model: the request takes about 7000 tokens, and there is room for 6144. Nothing was changed. Put long text on a node and name the node instead, or choose a model with a larger window."].assert_eq(&play.outcome().text);
}
