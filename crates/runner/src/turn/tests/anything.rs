//! Random event sequences, in any order.

use super::*;

/// An event that may arrive at any time.
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
                0 => success(call),
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
    fn any_event_sequence_answers_calls_once_within_limits(
        chances in proptest::collection::vec(chance(), 1..120),
    ) {
        let mut turn = TurnTest::asking().turn;
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
                        prop_assert!(open.is_empty(), "asked the model with open calls");
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
