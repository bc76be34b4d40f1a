//! The machine by plain values: every transition, bound and refusal. Each event also takes the turn
//! through its saved form, so that every state here is one that survives a restart.

use std::time::Duration;

use capability::{Status, ToolResult, Wrote};
use expect_test::{Expect, expect};
use model::VersionRef;
use model::talk::{ContentSegment, ReplyMetadata};
use proptest::prelude::*;
use serde_json::{Value, json};
use store::NewMessage;
use uuid::Uuid;

use super::*;

struct Play {
    turn: Turn,
    lines: Vec<String>,
    effects: Vec<Effect>,
}

impl Play {
    fn new() -> Self {
        let id = TurnId(Uuid::from_u128(7));
        let turn = Turn::new(id, ThreadId(Uuid::from_u128(8)), None, Autonomy::Adopt);
        Self {
            turn,
            lines: Vec::new(),
            effects: Vec::new(),
        }
    }

    /// A turn that has asked the model for the first time; what it did so far is forgotten.
    fn asking() -> Self {
        let mut play = Self::new();
        play.on(Event::Said("Rename the hero.".into()));
        play.lines.clear();
        play
    }

    fn on(&mut self, event: Event) -> &mut Self {
        let effects = self.turn.handle(event);
        let kept = serde_json::to_string(&self.turn).unwrap();
        assert_eq!(
            serde_json::from_str::<Turn>(&kept).unwrap(),
            self.turn,
            "{kept}"
        );
        self.lines.extend(effects.iter().map(line));
        self.effects = effects;
        self
    }

    fn replies(&mut self, segments: Vec<ContentSegment>) -> &mut Self {
        self.on(Event::Replied(ProviderResponse {
            segments,
            ..Default::default()
        }))
    }

    fn stops(&mut self, stop: StopReason, segments: Vec<ContentSegment>) -> &mut Self {
        let metadata = ReplyMetadata {
            stop: Some(stop),
            ..Default::default()
        };
        self.on(Event::Replied(ProviderResponse { segments, metadata }))
    }

    fn fails(&mut self, error: LlmError) -> &mut Self {
        self.on(Event::Failed(error))
    }

    /// Answers the call that the last event set running.
    fn answers(&mut self, answer: impl FnOnce(&ToolCall) -> ToolAgentOutput) -> &mut Self {
        let Some(Effect::Call(call)) = self.effects.last().cloned() else {
            panic!("no call is running after {:?}", self.effects)
        };
        self.on(Event::Answered(Box::new(answer(&call))))
    }

    fn outcome(&self) -> &TurnOutcome {
        match self.effects.last() {
            Some(Effect::Stop(outcome)) => outcome,
            other => panic!("the turn goes on with {other:?}"),
        }
    }

    #[expect(
        clippy::needless_pass_by_value,
        reason = "reads as the expectation it is"
    )]
    fn check(&self, expected: Expect) {
        expected.assert_eq(&self.lines.join("\n"));
    }
}

fn line(effect: &Effect) -> String {
    match effect {
        Effect::Save(messages) => {
            let one = |it: &NewMessage| {
                let calls = it
                    .metadata
                    .segments
                    .iter()
                    .filter_map(|it| match &it.content {
                        Content::ToolCall { tool_call } => tool_call.id.clone(),
                        _ => None,
                    });
                let calls: Vec<_> = calls.collect();
                let answers = it.metadata.tool_call_id.iter().cloned().collect::<String>();
                let ending = it.metadata.more.get("ending").map(|it| format!(" ({it})"));
                format!(
                    "save {}{}{}{}: {}",
                    it.role.as_str(),
                    if calls.is_empty() {
                        String::new()
                    } else {
                        format!(" calling {}", calls.join(" "))
                    },
                    if answers.is_empty() {
                        answers
                    } else {
                        format!(" answering {answers}")
                    },
                    ending.unwrap_or_default(),
                    it.content,
                )
            };
            messages.iter().map(one).collect::<Vec<_>>().join("\n")
        }
        Effect::Publish(event) => match &**event {
            TurnEvent::TurnBegan { .. } => "publish began".into(),
            TurnEvent::Text { text, .. } => format!("publish text {text:?}"),
            TurnEvent::Thinking { text, .. } => format!("publish thinking {text:?}"),
            TurnEvent::ToolCallBegan { call_id, .. } => format!("publish call {call_id}"),
            TurnEvent::ToolAnswered { output, .. } => {
                format!("publish answer {}", output.tool_call_id)
            }
            TurnEvent::Asked { .. } => "publish asked".into(),
            TurnEvent::Retrying { attempt, .. } => format!("publish retrying {attempt}"),
            TurnEvent::WordsVoid { .. } => "publish words void".into(),
            TurnEvent::ContextShown { .. } => "publish context".to_owned(),
            TurnEvent::TurnEnded { outcome, .. } => format!("publish ended {:?}", outcome.ending),
        },
        Effect::Compose { within: None } => "compose".to_owned(),
        Effect::Compose {
            within: Some(tokens),
        } => format!("compose within {tokens}"),
        Effect::Ask => "ask".into(),
        Effect::Wait(time) => format!("wait {} ms", time.as_millis()),
        Effect::Call(call) => format!("call {} {}", call.name, call.args),
        Effect::DropDraft(_) => "drop draft".into(),
        Effect::Complete => "complete".into(),
        Effect::Stop(outcome) => {
            format!(
                "stop: {} well, {} not",
                outcome.calls_succeeded, outcome.calls_failed
            )
        }
    }
}

fn said(text: &str) -> ContentSegment {
    ContentSegment::text(text)
}

fn call(id: &str, name: &str, args: Value) -> ContentSegment {
    ContentSegment::tool_call(ToolCall {
        id: Some(id.into()),
        name: name.into(),
        args,
    })
}

fn look(id: &str) -> ContentSegment {
    call(id, "look", json!({ "at": id }))
}

fn well(call: &ToolCall) -> ToolAgentOutput {
    let data = json!({ "ok": 1 });
    ToolAgentOutput {
        status: Status::Success,
        result: Some(ToolResult {
            module: "m".into(),
            method: call.name.clone(),
            data,
        }),
        error: None,
        ..not_run(call, Code::Internal, "")
    }
}

fn wrote(call: &ToolCall) -> ToolAgentOutput {
    let version = VersionRef {
        id: model::VersionId(Uuid::from_u128(1)),
        number: 12,
    };
    let written = Wrote {
        node: None,
        title: "Neo".into(),
        capability: "kv".into(),
        version: Some(version),
    };
    ToolAgentOutput {
        wrote: vec![written],
        change: Some(1),
        ..well(call)
    }
}

fn bad(code: Code, message: &'static str) -> impl Fn(&ToolCall) -> ToolAgentOutput {
    move |call| not_run(call, code, message)
}

fn overloaded() -> LlmError {
    LlmError::Overloaded {
        provider: "p".into(),
        status: 503,
        message: "busy".into(),
    }
}

fn unreadable() -> LlmError {
    LlmError::Unreadable {
        provider: "p".into(),
        message: "no JSON".into(),
    }
}

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
    assert_eq!(play.outcome().usage, sum);
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
fn a_reply_cut_by_its_length_runs_all_but_its_last_call() {
    let mut play = Play::asking();
    play.stops(StopReason::Length, vec![look("a"), look("b")])
        .answers(well);
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
fn words_cut_by_their_length_end_the_turn_and_say_so() {
    let mut play = Play::asking();
    play.stops(StopReason::Length, vec![said("Once upon")]);
    assert_eq!(play.outcome().ending, Ending::Bounded);
    assert!(play.outcome().can_go_on);
    expect![[r#"
        Once upon

        Cut at the model's output limit. Nothing was changed. Say "go on" to go on from here."#]]
    .assert_eq(&play.outcome().text);
}

#[test]
fn the_same_call_is_not_run_a_third_time() {
    let mut play = Play::asking();
    for id in ["a", "b", "c"] {
        play.lines.clear();
        play.replies(vec![call(id, "look", json!({ "at": 1 }))]);
        if id != "c" {
            play.answers(well);
        }
    }
    play.check(expect![[r#"
        save assistant calling c: 
        publish call c
        save tool answering c: {"status":"failure","error":{"code":"PERMISSION_DENIED","message":"Not run: this very call was made 2 times in this turn already. Use the answers it got, call with other arguments, or finish."}}
        publish answer c
        compose
        ask"#]]);
}

#[test]
fn looking_again_is_allowed_once_the_story_has_changed() {
    let mut play = Play::asking();
    let twice = |play: &mut Play, from: usize| {
        for n in from..from + 2 {
            play.replies(vec![call(&n.to_string(), "look", json!({}))])
                .answers(well);
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
        "the same writing is not run a third time"
    );
}

#[test]
fn three_invalid_calls_in_a_row_disable_a_tool() {
    let invalid = bad(Code::InvalidActionInput, "k is missing");
    let mut play = Play::asking();
    for n in 0..3 {
        play.replies(vec![call(&n.to_string(), "write", json!({ "n": n }))])
            .answers(&invalid);
    }
    play.lines.clear();
    play.replies(vec![call("z", "write", json!({ "n": 9 })), look("l")]);
    play.check(expect![[r#"
        save assistant calling z l: 
        publish call z
        save tool answering z: {"status":"failure","error":{"code":"PERMISSION_DENIED","message":"write is disabled for the rest of this turn: 3 calls in a row had invalid arguments. Go on without it and tell the person what could not be done."}}
        publish answer z
        publish call l
        call look {"at":"l"}"#]]);
}

#[test]
fn a_valid_call_between_starts_the_count_again() {
    let mut play = Play::asking();
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
    let mut play = Play::asking();
    for n in 0..10 {
        play.replies(vec![call(&n.to_string(), &format!("t{n}"), json!({}))]);
        play.answers(bad(Code::UnknownAction, "no such tool"));
    }
    assert_eq!(play.outcome().ending, Ending::Bounded);
    expect![[r#"Stopped: too many calls could not be carried out as they were made. Nothing was changed. Not done: t0 (no such tool), t1 (no such tool), t2 (no such tool), t3 (no such tool), t4 (no such tool), t5 (no such tool), t6 (no such tool), t7 (no such tool), t8 (no such tool), t9 (no such tool). Say more precisely what you want, in smaller steps, or choose another model. Say "go on" to go on from here."#]].assert_eq(&play.outcome().text);
}

#[test]
fn a_turn_ends_after_its_steps_and_says_what_was_done() {
    let mut play = Play::asking();
    for n in 0..25 {
        play.replies(vec![call(&n.to_string(), "write", json!({ "n": n }))]);
        play.answers(wrote);
    }
    assert_eq!(play.outcome().ending, Ending::Bounded);
    assert_eq!(play.outcome().calls_succeeded, 25);
    let text = &play.outcome().text;
    assert!(text.starts_with("Stopped after 25 steps, the bound of one turn. Done: write (kv of \"Neo\", version 12), "), "{text}");
    assert!(
        text.ends_with(", and 13 more. Say \"go on\" to go on from here."),
        "{text}"
    );
}

#[test]
fn os_9_an_unreadable_reply_is_told_to_the_model_twice_and_no_more() {
    let mut play = Play::asking();
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
        save assistant ("bounded"): the reply of p could not be read: no JSON. Nothing was changed. Send it again, ask for less at once, or choose another model. Say "go on" to go on from here.
        complete
        publish ended Bounded
        stop: 0 well, 0 not"#]]);
}

#[test]
fn an_empty_reply_is_told_to_the_model_once() {
    let mut play = Play::asking();
    play.replies(vec![said(" \n")]).replies(vec![]);
    play.check(expect![[r#"
        publish text " \n"
        save system: Your last reply was empty. Answer in words, or call a tool.
        compose
        ask
        save assistant ("bounded"): The model answered, but gave no words and called no tool. Nothing was changed. Send it again, or choose another model. Say "go on" to go on from here.
        complete
        publish ended Bounded
        stop: 0 well, 0 not"#]]);
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
fn a_stop_while_the_model_speaks_keeps_what_was_heard() {
    let mut play = Play::asking();
    play.on(Event::Heard(Delta::Text("I will".into())))
        .on(Event::Cancelled);
    play.check(expect![[r#"
        publish text "I will"
        save assistant ("cancelled"): I will

        Stopped by the person. Nothing was changed.
        complete
        publish ended Cancelled
        stop: 0 well, 0 not"#]]);
}

#[test]
fn a_stop_closes_every_open_call() {
    let mut play = Play::asking();
    play.replies(vec![look("a"), look("b"), look("c")])
        .answers(wrote);
    play.lines.clear();
    play.on(Event::Cancelled);
    play.check(expect![[r#"
        save tool answering b: {"status":"failure","error":{"code":"CANCELLED","message":"Not run: stopped by the person."}}
        publish answer b
        save tool answering c: {"status":"failure","error":{"code":"CANCELLED","message":"Not run: stopped by the person."}}
        publish answer c
        save assistant ("cancelled"): Stopped by the person. Done: look (kv of "Neo", version 12). Not run: look, look.
        complete
        publish ended Cancelled
        stop: 1 well, 2 not"#]]);
    play.lines.clear();
    let late = Effect::Call(ToolCall {
        id: Some("b".into()),
        name: "look".into(),
        args: json!({}),
    });
    play.effects = vec![late];
    play.answers(well).on(Event::Cancelled);
    assert!(play.lines.is_empty(), "what comes after the end is ignored");
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
fn a_draft_that_nothing_was_written_to_is_dropped() {
    let draft = DraftId(Uuid::from_u128(3));
    let mut play = Play::asking();
    play.replies(vec![look("a")])
        .turn
        .handle(Event::Drafted(draft));
    play.answers(bad(Code::NotFound, "no such node"))
        .replies(vec![said("There is none.")]);
    assert_eq!(play.outcome().draft, None);
    assert!(play.effects.contains(&Effect::DropDraft(draft)));

    let mut play = Play::asking();
    play.replies(vec![look("a")])
        .turn
        .handle(Event::Drafted(draft));
    play.answers(wrote).replies(vec![said("Done.")]);
    assert_eq!(play.outcome().draft, Some(draft));
    assert!(!play.effects.contains(&Effect::DropDraft(draft)));
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
fn a_reply_that_a_filter_broke_off_is_no_good_end_and_names_the_calls_it_took_along() {
    let mut play = Play::asking();
    play.on(Event::Heard(Delta::Text("The poison is ".into())));
    play.on(Event::Heard(Delta::ToolCallBegan {
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

        The model, or its service's filter, ended the answer here and will not go on. Calls it had begun were not carried out: write_text. Nothing was changed. Say it in other words, or choose another model.
        complete
        publish ended Refused
        stop: 0 well, 0 not"#]]);

    let mut play = Play::asking();
    play.stops(StopReason::Refusal, vec![said("No."), look("a")]);
    assert_eq!(play.outcome().ending, Ending::Refused);
    expect![[r#"
        No.

        The model, or its service's filter, ended the answer here and will not go on. Calls it had begun were not carried out: look. Nothing was changed. Say it in other words, or choose another model."#]].assert_eq(&play.outcome().text);

    let mut play = Play::asking();
    play.stops(StopReason::Refusal, vec![]);
    assert_eq!(play.outcome().ending, Ending::Refused);
    expect!["The model declined without a word. Nothing was changed. Say it in other words, or choose another model."].assert_eq(&play.outcome().text);
}

#[test]
fn thinking_that_takes_all_the_room_is_told_from_an_answer_without_words() {
    let mut play = Play::asking();
    play.on(Event::Heard(Delta::Thinking("Hm.".into())));
    play.stops(StopReason::Length, vec![]);
    assert_eq!(play.outcome().ending, Ending::Bounded);
    expect![[r#"The model's thinking used up the whole room for its answer before it said a word. Nothing was changed. Raise output_tokens of this model in the settings, or ask for less at once. Say "go on" to go on from here."#]].assert_eq(&play.outcome().text);

    let mut play = Play::asking();
    play.stops(StopReason::Length, vec![said(" ")]);
    expect![[r#"The model came to its output limit before it said a word. Nothing was changed. Raise output_tokens of this model in the settings, or ask for less at once. Say "go on" to go on from here."#]].assert_eq(&play.outcome().text);

    let empty = || LlmError::Empty {
        provider: "p".into(),
    };
    let mut play = Play::asking();
    play.fails(empty()).fails(empty());
    assert_eq!(play.outcome().ending, Ending::Bounded);
    expect![[r#"The model answered, but gave no words and called no tool. Nothing was changed. Send it again, or choose another model. Say "go on" to go on from here."#]].assert_eq(&play.outcome().text);
}

#[test]
fn words_of_a_reply_that_cannot_be_used_are_said_to_be_void() {
    let too_long = LlmError::TooLong {
        provider: "p".into(),
        message: "9000 > 8192".into(),
    };
    let broken = LlmError::BrokenOff {
        provider: "p".into(),
        message: "it ended".into(),
    };
    for (error, ends) in [(unreadable(), "ask"), (too_long, "ask"), (broken, "ask")] {
        let mut play = Play::asking();
        play.on(Event::Heard(Delta::Text("Once".into())));
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
    let mut play = Play::asking();
    play.fails(unreadable());
    assert!(!play.lines.contains(&"publish words void".to_owned()));
}

#[test]
fn eight_failures_in_a_row_end_the_turn_and_say_so() {
    let mut play = Play::asking();
    for n in 0..8 {
        play.replies(vec![call(&n.to_string(), "paint", json!({ "n": n }))]);
        play.answers(bad(Code::Unavailable, "timed out"));
    }
    let outcome = play.outcome();
    assert_eq!((outcome.ending, outcome.can_go_on), (Ending::Bounded, true));
    expect![[r#"Stopped: 8 calls in a row failed. Nothing was changed. Not done: paint (timed out), paint (timed out), paint (timed out), paint (timed out), paint (timed out), paint (timed out), paint (timed out), paint (timed out). Say in other words what you want, or try on. Say "go on" to go on from here."#]].assert_eq(&outcome.text);
}

#[test]
fn a_call_that_works_between_starts_the_count_of_failures_again() {
    let mut play = Play::asking();
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
fn where_no_tokens_are_reported_those_sent_count_and_failed_attempts_count_too() {
    let bounded = |tokens| {
        let mut play = Play::new();
        play.turn = play.turn.limited(TurnLimits {
            tokens: Some(tokens),
            ..TurnLimits::default()
        });
        play.on(Event::Said("Go on for ever.".into()));
        play
    };
    let mut play = bounded(1000);
    play.on(Event::Sending { tokens: 990 });
    play.replies(vec![look("a")]).answers(well);
    assert_eq!(play.outcome().ending, Ending::Bounded);
    assert_eq!(
        play.outcome().usage,
        Usage::default(),
        "nothing was reported"
    );

    let mut play = bounded(1000);
    play.on(Event::Sending { tokens: 600 });
    play.on(Event::Heard(Delta::Text("Once".into())));
    play.fails(overloaded());
    play.on(Event::Sending { tokens: 600 });
    play.on(Event::Heard(Delta::Text("Once".into())));
    play.fails(overloaded());
    assert_eq!(play.outcome().ending, Ending::Bounded);
    expect![[r#"Stopped after 1204 tokens; the bound of one turn is 1000. Nothing was changed. Say "go on" to go on from here."#]].assert_eq(&play.outcome().text);
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

/// What a careless world may send to a turn, in any order.
#[derive(Debug, Clone)]
enum Chance {
    Reply {
        calls: Vec<u8>,
        words: bool,
        cut: bool,
    },
    Fail(u8),
    Answer(u8),
    Cancel,
}

fn chance() -> impl Strategy<Value = Chance> {
    let calls = proptest::collection::vec(0..4_u8, 0..4);
    prop_oneof![
        8 => (calls, any::<bool>(), any::<bool>())
            .prop_map(|(calls, words, cut)| Chance::Reply { calls, words, cut }),
        3 => (0..4_u8).prop_map(Chance::Fail),
        8 => (0..4_u8).prop_map(Chance::Answer),
        1 => Just(Chance::Cancel),
    ]
}

fn event(chance: Chance, running: Option<&ToolCall>) -> Event {
    match chance {
        Chance::Reply { calls, words, cut } => {
            let words = words.then(|| said("Words."));
            let calls = calls
                .iter()
                .map(|n| call(&n.to_string(), &format!("t{n}"), json!({})));
            let metadata = ReplyMetadata {
                stop: cut.then_some(StopReason::Length),
                ..Default::default()
            };
            let segments = words.into_iter().chain(calls).collect();
            Event::Replied(ProviderResponse { segments, metadata })
        }
        Chance::Fail(0) => Event::Failed(overloaded()),
        Chance::Fail(1) => Event::Failed(unreadable()),
        Chance::Fail(2) => Event::Failed(LlmError::TooLong {
            provider: "p".into(),
            message: String::new(),
        }),
        Chance::Fail(_) => Event::Failed(LlmError::Cancelled),
        Chance::Answer(sort) => {
            let nobody = ToolCall {
                id: Some("nobody".into()),
                name: "t".into(),
                args: json!({}),
            };
            let call = running.unwrap_or(&nobody);
            Event::Answered(Box::new(match sort {
                0 => well(call),
                1 => wrote(call),
                2 => not_run(call, Code::InvalidActionInput, "bad"),
                _ => not_run(call, Code::UnknownAction, "unknown"),
            }))
        }
        Chance::Cancel => Event::Cancelled,
    }
}

proptest! {
    #[test]
    fn whatever_comes_calls_are_answered_once_and_the_turn_stays_in_its_bounds(
        chances in proptest::collection::vec(chance(), 1..120),
    ) {
        let mut turn = Play::asking().turn;
        let (mut asked, mut ended) = (1, false);
        let mut open: Vec<String> = Vec::new();
        let mut running = None;
        for chance in chances {
            let effects = turn.handle(event(chance, running.as_ref()));
            prop_assert!(effects.is_empty() || !ended, "nothing follows the end");
            for (index, effect) in effects.iter().enumerate() {
                let is_last = index + 1 == effects.len();
                match effect {
                    Effect::Save(messages) => for message in messages {
                        for segment in &message.metadata.segments {
                            if let Content::ToolCall { tool_call } = &segment.content {
                                open.push(tool_call.id.clone().unwrap());
                            }
                        }
                        if let Some(id) = &message.metadata.tool_call_id {
                            let at = open.iter().position(|it| it == id);
                            prop_assert_eq!(at, Some(0), "answers come in the order of the calls");
                            open.remove(0);
                        }
                    },
                    Effect::Compose { .. } => asked += 1,
                    Effect::Ask => {
                        prop_assert!(is_last);
                        prop_assert!(open.is_empty(), "asked with open calls");
                    }
                    Effect::Call(call) => {
                        prop_assert!(is_last);
                        prop_assert_eq!(call.id.as_ref(), open.first());
                        running = Some(call.clone());
                    }
                    Effect::Stop(_) => {
                        prop_assert!(is_last);
                        prop_assert!(open.is_empty(), "ended with open calls");
                        ended = true;
                    }
                    Effect::Publish(_) | Effect::Wait(_) | Effect::DropDraft(_) | Effect::Complete => {}
                }
            }
            prop_assert!(asked <= 26, "25 steps and one repetition in half the window");
            let kept = serde_json::to_string(&turn).unwrap();
            prop_assert_eq!(serde_json::from_str::<Turn>(&kept).unwrap(), turn.clone());
        }
    }
}
