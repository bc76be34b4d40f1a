//! The limits of a turn: repeated calls, failures in a row, steps, tokens, cost.

use super::*;

#[test]
fn rejects_an_identical_call_the_third_time() {
    let mut play = TurnTest::asking();
    for id in ["a", "b", "c"] {
        play.lines.clear();
        play.replies(vec![call(id, "look", json!({ "at": 1 }))]);
        if id != "c" {
            play.answers(success);
        }
    }
    play.check(expect![[r#"
        save assistant calling c: 
        publish call c
        save tool answering c: {"status":"failure","error":{"code":"REPEATED_CALL","message":"Not run: this very call was made 2 times in this turn already. Use the answers it got, call with other arguments, or finish."}}
        publish answer c
        compose
        ask"#]]);
}

#[test]
fn a_write_allows_the_same_read_again() {
    let mut play = TurnTest::asking();
    let twice = |play: &mut TurnTest, from: usize| {
        for n in from..from + 2 {
            play.replies(vec![call(&n.to_string(), "look", json!({}))])
                .answers(success);
        }
    };
    twice(&mut play, 0);
    play.replies(vec![call("w", "write", json!({ "text": "more" }))])
        .answers(wrote);
    twice(&mut play, 2);
    play.replies(vec![call("x", "write", json!({ "text": "more" }))])
        .answers(wrote);
    play.replies(vec![call("y", "write", json!({ "text": "more" }))]);
    assert_eq!(
        play.turn.failed, 1,
        "an identical write is rejected the third time"
    );
}

#[test]
fn three_invalid_calls_in_a_row_disable_a_tool() {
    let invalid = bad(Code::InvalidActionInput, "k is missing");
    let mut play = TurnTest::asking();
    for n in 0..3 {
        play.replies(vec![call(&n.to_string(), "write", json!({ "n": n }))])
            .answers(&invalid);
    }
    play.lines.clear();
    play.replies(vec![call("z", "write", json!({ "n": 9 })), look("l")]);
    play.check(expect![[r#"
        save assistant calling z l: 
        publish call z
        save tool answering z: {"status":"failure","error":{"code":"TOOL_DISABLED","message":"write is disabled for the rest of this turn: its arguments were invalid in 3 replies in a row. Go on without it and tell the person what could not be done."}}
        publish answer z
        publish call l
        call look {"at":"l"}"#]]);
}

#[test]
fn a_valid_call_resets_the_count_of_invalid_ones() {
    let mut play = TurnTest::asking();
    for n in 0..6 {
        play.replies(vec![call(&n.to_string(), "write", json!({ "n": n }))]);
        if n % 2 == 0 {
            play.answers(bad(Code::InvalidActionInput, "k is missing"));
        } else {
            play.answers(wrote);
        }
    }
    assert_eq!((play.turn.succeeded, play.turn.failed), (3, 3));
}

#[test]
fn too_many_corrections_end_the_turn() {
    let mut play = TurnTest::asking();
    for n in 0..10 {
        play.replies(vec![call(&n.to_string(), &format!("t{n}"), json!({}))]);
        play.answers(bad(Code::UnknownAction, "no such tool"));
    }
    assert_eq!(play.outcome().ending, Ending::Bounded);
    expect![[r#"Stopped: too many calls were invalid. Nothing was changed. Not done: t0 (no such tool), t1 (no such tool), t2 (no such tool), t3 (no such tool), t4 (no such tool), t5 (no such tool), t6 (no such tool), t7 (no such tool), t8 (no such tool), t9 (no such tool). Be more specific, ask for smaller steps, or choose another model. Say "continue" to go on from here."#]].assert_eq(&play.outcome().text);
}

#[test]
fn the_step_limit_ends_the_turn_with_a_summary() {
    let mut play = TurnTest::asking();
    for n in 0..25 {
        play.replies(vec![call(&n.to_string(), "write", json!({ "n": n }))]);
        play.answers(wrote);
    }
    assert_eq!(play.outcome().ending, Ending::Bounded);
    assert_eq!(play.outcome().calls_succeeded, 25);
    let text = &play.outcome().text;
    assert_eq!(
        text,
        "Stopped after 25 steps, the limit for one request. Done: write (kv of \"Neo\", version 12) \
         ×25. Say \"continue\" to go on from here."
    );
}

#[test]
fn eight_failures_in_a_row_end_the_turn() {
    let mut play = TurnTest::asking();
    for n in 0..8 {
        play.replies(vec![call(&n.to_string(), "paint", json!({ "n": n }))]);
        play.answers(bad(Code::Unavailable, "timed out"));
    }
    let outcome = play.outcome();
    assert_eq!((outcome.ending, outcome.can_go_on), (Ending::Bounded, true));
    expect![[r#"Stopped after 8 failed calls in a row. Nothing was changed. Not done: paint (timed out) ×8. Rephrase your request or try again. Say "continue" to go on from here."#]].assert_eq(&outcome.text);
}

#[test]
fn a_successful_call_resets_the_failure_count() {
    let mut play = TurnTest::asking();
    for n in 0..16 {
        play.replies(vec![call(&n.to_string(), "paint", json!({ "n": n }))]);
        if n == 7 {
            play.answers(wrote);
        } else if n < 15 {
            play.answers(bad(Code::Unavailable, "timed out"));
        }
    }
    play.answers(bad(Code::Unavailable, "timed out"));
    assert_eq!(play.outcome().ending, Ending::Bounded);
    assert_eq!(play.outcome().calls_succeeded, 1);
}

#[test]
fn counts_estimated_tokens_and_failed_attempts_when_none_are_reported() {
    let bounded = |tokens| {
        let mut play = TurnTest::new();
        play.turn = play.turn.limited(TurnLimits {
            tokens: Some(tokens),
            ..TurnLimits::default()
        });
        play.on(Event::Instruction("Go on for ever.".into()));
        play
    };
    let mut play = bounded(1000);
    play.on(Event::Sending { tokens: 990 });
    play.replies(vec![look("a")]).answers(success);
    assert_eq!(play.outcome().ending, Ending::Bounded);
    assert_eq!(
        play.outcome().spent.usage,
        Usage::default(),
        "nothing was reported"
    );

    let mut play = bounded(1000);
    play.on(Event::Sending { tokens: 600 });
    play.on(Event::PartialReply(Delta::Text("Once".into())));
    play.fails(overloaded());
    play.on(Event::Sending { tokens: 600 });
    play.on(Event::PartialReply(Delta::Text("Once".into())));
    play.fails(overloaded());
    assert_eq!(play.outcome().ending, Ending::Bounded);
    expect![[r#"Stopped after 1204 tokens; the limit for one request is 1000. Nothing was changed. Say "continue" to go on from here."#]].assert_eq(&play.outcome().text);
}

/// A reply with the given segments that reports `tokens` tokens.
fn spends(tokens: u64, segments: Vec<ContentSegment>) -> Event {
    let metadata = ReplyMetadata {
        usage: Some(Usage {
            output_tokens: tokens,
            ..Usage::default()
        }),
        ..ReplyMetadata::default()
    };
    Event::Replied(ProviderResponse { segments, metadata })
}

/// Continues until the turn ends: `reply` returns the next reply, and every call succeeds.
fn until_the_end(play: &mut TurnTest, reply: fn(usize) -> Event) {
    for n in 0..40 {
        play.on(reply(n));
        while let Some(Effect::Call(_)) = play.effects.last() {
            play.answers(success);
        }
        if let Some(Effect::Stop(_)) = play.effects.last() {
            return;
        }
    }
    panic!("the turn did not end")
}

#[test]
fn every_limit_ends_the_turn_with_a_summary_and_an_offer_to_continue() {
    type Reply = fn(usize) -> Event;
    let price = Price {
        output: 1e6,
        ..Price::default()
    };
    let steps = |steps| TurnLimits {
        steps: Some(steps),
        ..TurnLimits::default()
    };
    let tokens = TurnLimits {
        tokens: Some(500),
        ..TurnLimits::default()
    };
    let money = TurnLimits {
        money: Some(500.0),
        price: Some(price),
        ..TurnLimits::default()
    };
    let looks: Reply = |n| spends(100, vec![look(&n.to_string())]);
    let same: Reply = |n| spends(1, vec![call(&n.to_string(), "look", json!({}))]);
    let unknown = |n: usize| spends(1, vec![call(&n.to_string(), "look", json!({ "n": n }))]);
    let table: [(&str, TurnLimits, Reply); 4] = [
        ("steps", steps(6), looks),
        ("tokens", tokens, looks),
        ("money", money, looks),
        ("identical calls", steps(100), same),
    ];
    let first = |limits: TurnLimits, instruction: &str| {
        let mut play = TurnTest::new();
        play.turn = play.turn.limited(limits);
        play.on(Event::Instruction(instruction.into()));
        let write = call("w", "write", json!({ "text": "Neo" }));
        play.on(spends(1, vec![write, call("p", "paint", json!({}))]));
        play.answers(wrote)
            .answers(bad(Code::Unavailable, "timed out"));
        play
    };
    let honest = |play: &TurnTest, bound: &str, parts: [&str; 3]| {
        let outcome = play.outcome();
        assert_eq!(
            (outcome.ending, outcome.can_go_on),
            (Ending::Bounded, true),
            "{bound}"
        );
        let text = &outcome.text;
        let [done, not, offer] = parts;
        assert!(text.contains(done) && text.contains(not), "{bound}: {text}");
        assert!(text.ends_with(offer), "{bound}: {text}");
        let Some(Effect::Save(last)) = play
            .effects
            .iter()
            .rfind(|it| matches!(it, Effect::Save(_)))
        else {
            panic!("{bound}: no message was stored")
        };
        assert_eq!(
            last[0].content, *text,
            "{bound}: the closing text is stored"
        );
        assert!(last[0].metadata.can_go_on, "{bound}");
    };
    let english = [
        "Done: write (kv of \"Neo\", version 12).",
        "Not done: paint (timed out)",
        "Say \"continue\" to go on from here.",
    ];
    let chinese = [
        "已完成：write（“Neo”的 kv，版本 12）。",
        "未完成：paint（timed out）",
        "说「继续」就从这里接着做。",
    ];
    for (instruction, parts) in [("Rename the hero.", english), ("给主角改名。", chinese)] {
        for (bound, limits, reply) in &table {
            let mut play = first(limits.clone(), instruction);
            until_the_end(&mut play, *reply);
            honest(&play, bound, parts);
        }
        let mut play = first(steps(100), instruction);
        for n in 0..8 {
            if matches!(play.effects.last(), Some(Effect::Stop(_))) {
                break;
            }
            play.on(unknown(n))
                .answers(bad(Code::Unavailable, "timed out"));
        }
        honest(&play, "failures in a row", parts);
    }
}

#[test]
fn calls_of_one_reply_with_the_same_mistake_count_once() {
    let invalid = bad(Code::InvalidActionInput, "v is missing");
    let mut play = TurnTest::asking();
    let many = |play: &mut TurnTest, from: usize| {
        let ids = from..from + 11;
        let calls = ids.map(|it| call(&it.to_string(), "write", json!({ "n": it })));
        play.replies(calls.collect());
    };
    many(&mut play, 0);
    for _ in 0..11 {
        play.answers(&invalid);
    }
    play.lines.clear();
    many(&mut play, 20);
    for _ in 0..11 {
        play.answers(wrote);
    }
    assert_eq!(
        (play.turn.succeeded, play.turn.failed),
        (11, 11),
        "the corrected reply runs"
    );
}
