//! The translation of a turn's events if a reader cannot have what the thread has: missed events,
//! discarded text, thinking. Plain values; the protocol's own client is tested through a server.

use model::conversation::Ending;
use model::{ThreadId, TurnId};
use runner::{TurnEvent, TurnOutcome};
use serde_json::{Value, json};
use uuid::Uuid;

use super::translate::{LineCounts, Translator};

const TURN: TurnId = TurnId(Uuid::from_u128(7));

/// A turn that is translated from its start, and the resulting events.
struct TranslatedTurn {
    translator: Translator,
    events: Vec<Value>,
}

impl TranslatedTurn {
    fn new() -> Self {
        let translator = Translator::new("thread".into(), "run".into());
        let translated = Self {
            translator,
            events: Vec::new(),
        };
        translated.hears(TurnEvent::TurnBegan {
            turn: TURN,
            thread: ThreadId(Uuid::nil()),
            node: None,
            instruction: "Hello?".into(),
        })
    }

    fn hears(mut self, event: TurnEvent) -> Self {
        self.events.extend(self.translator.turn(&event));
        self
    }

    fn says(self, text: &str) -> Self {
        self.hears(TurnEvent::Text {
            turn: TURN,
            text: text.into(),
        })
    }

    fn thinks(self, text: &str) -> Self {
        self.hears(TurnEvent::Thinking {
            turn: TURN,
            text: text.into(),
        })
    }

    /// Ends the turn, with this number of lines in the thread.
    fn ends(mut self, text: &str, of_turn: u32) -> Vec<Value> {
        let outcome = TurnOutcome {
            turn: TURN,
            thread: ThreadId(Uuid::nil()),
            ending: Ending::Done,
            can_go_on: false,
            text: text.into(),
            calls_succeeded: 0,
            calls_failed: 0,
            draft: None,
            spent: model::conversation::TurnUsage::default(),
            failure: None,
        };
        let lines = LineCounts {
            of_turn,
            of_program: 0,
        };
        let (words, is_out_of_sync) = self.translator.last_words(&outcome, lines);
        self.events.extend(words);
        let thread = is_out_of_sync.then(|| vec![json!("the whole thread")]);
        self.events.extend(self.translator.ended(&outcome, thread));
        self.events
    }
}

fn types(events: &[Value]) -> Vec<&str> {
    events
        .iter()
        .map(|it| it["type"].as_str().unwrap())
        .collect()
}

#[test]
fn sends_no_snapshot_when_the_stream_matches_the_thread() {
    let events = TranslatedTurn::new()
        .says("He")
        .says("llo.")
        .ends("Hello.", 2);
    assert_eq!(
        types(&events),
        [
            "RUN_STARTED",
            "TEXT_MESSAGE_START",
            "TEXT_MESSAGE_CONTENT",
            "TEXT_MESSAGE_CONTENT",
            "TEXT_MESSAGE_END",
            "RUN_FINISHED"
        ]
    );
}

#[test]
fn sends_one_snapshot_after_missed_events() {
    let mut translated = TranslatedTurn::new().says("He");
    translated.translator.mark_out_of_sync();
    let events = translated.says("o.").ends("Hello.", 2);
    let types = types(&events);
    assert_eq!(
        types
            .iter()
            .filter(|it| **it == "MESSAGES_SNAPSHOT")
            .count(),
        1
    );
    assert_eq!(
        types[types.len() - 2..],
        ["MESSAGES_SNAPSHOT", "RUN_FINISHED"]
    );
    let snapshot = &events[events.len() - 2]["messages"];
    assert_eq!(snapshot, &json!(["the whole thread"]));
    // A missed call leaves its lines in the thread.
    let events = TranslatedTurn::new().says("Hello.").ends("Hello.", 4);
    assert!(self::types(&events).contains(&"MESSAGES_SNAPSHOT"));
}

#[test]
fn discarded_text_is_ended_and_corrected_by_a_snapshot() {
    let void = || TurnEvent::TextDiscarded { turn: TURN };
    let events = TranslatedTurn::new()
        .says("Never")
        .hears(void())
        .says("Hello.");
    let events = events.ends("Hello.", 2);
    let types = types(&events);
    let at = types.iter().position(|it| *it == "CUSTOM").unwrap();
    assert_eq!(events[at]["name"], "text_discarded");
    assert_eq!(types[at - 1], "TEXT_MESSAGE_END", "{types:?}");
    assert!(types.contains(&"MESSAGES_SNAPSHOT"), "{types:?}");
    let events = TranslatedTurn::new()
        .hears(void())
        .says("Hello.")
        .ends("Hello.", 2);
    let types = self::types(&events);
    assert!(
        !types.contains(&"MESSAGES_SNAPSHOT"),
        "nothing was said: {types:?}"
    );
}

#[test]
fn sends_thinking_and_text_as_separate_non_overlapping_messages() {
    let events = TranslatedTurn::new()
        .thinks("Hm.")
        .thinks(" Well.")
        .says("Hello.")
        .ends("Hello.", 2);
    assert_eq!(
        types(&events),
        [
            "RUN_STARTED",
            "REASONING_START",
            "REASONING_MESSAGE_START",
            "REASONING_MESSAGE_CONTENT",
            "REASONING_MESSAGE_CONTENT",
            "REASONING_MESSAGE_END",
            "REASONING_END",
            "TEXT_MESSAGE_START",
            "TEXT_MESSAGE_CONTENT",
            "TEXT_MESSAGE_END",
            "RUN_FINISHED"
        ]
    );
    let ids: Vec<_> = events
        .iter()
        .filter_map(|it| it["messageId"].as_str())
        .collect();
    assert!(ids[..6].iter().all(|it| *it == ids[0]), "{ids:?}");
    assert_ne!(ids[0], ids[6], "thinking is not a message of the thread");
}
