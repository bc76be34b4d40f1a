//! Damages valid messages: bytes change, parts are removed, duplicated, taken from another message,
//! or replaced by tokens with a meaning in the protocol.

/// Valid messages, in both spellings.
const SEEDS: [&str; 7] = [
    r#"{"type":"message","id":"msg_1","sender":{"id":"agent_001","type":"agent"},"recipient":{"id":"demo_world","type":"environment"},"timestamp":"2025-08-19T10:30:00Z","version":"1","payload":{"type":"action","action":"move","id":"action_1","parameters":{"direction":"north","distance":2.5}}}"#,
    r#"{"type":"message","sender":"agent_001","recipient":"demo_world","message":{"type":"stream","stream_type":"words","sequence":1,"data":"字"}}"#,
    r#"{"type":"message","id":"msg_2","sender":{"id":"agent_001","type":"agent"},"recipient":{"id":"*","type":"agent"},"sequence":7,"payload":{"type":"event","id":"event_1","event":"moved","data":{"x":[1,2.5,null,true]}}}"#,
    r#"{"type":"message","id":"msg_3","reply_to":"msg_1","sender":{"id":"agent_001","type":"agent"},"recipient":{"id":"agent_001","type":"agent","environment":"demo_world"},"payload":{"type":"outcome","id":"action_1","outcome":{"status":"success","message":"ok","data":{}},"outcome_type":"dict"}}"#,
    r#"{"type":"message","id":"msg_4","sender":{"id":"agent_001","type":"agent"},"recipient":{"id":"hub","type":"hub"},"payload":{"type":"action","action":"describe","id":"action_2","parameters":{}}}"#,
    r#"{"type":"heartbeat","id":"beat_1","sender":{"id":"agent_001","type":"agent"},"recipient":{"id":"hub","type":"hub"},"payload":{}}"#,
    r#"{"type":"error","sender":{"id":"hub","type":"hub"},"recipient":{"id":"agent_001","type":"agent"},"payload":{"error_code":"VALIDATION_ERROR","message":"no","details":{"original_message_id":null,"suggested_action":"none"}}}"#,
];

/// Tokens with a meaning in the protocol or in JSON.
const WORDS: [&str; 36] = [
    "\"type\":",
    "\"id\":",
    "\"sender\":",
    "\"recipient\":",
    "\"payload\":",
    "\"message\":",
    "\"version\":",
    "\"reply_to\":",
    "\"sequence\":",
    "\"environment\":",
    "\"agent\"",
    "\"hub\"",
    "\"human\"",
    "\"*\"",
    "\"1\"",
    "\"2\"",
    "1",
    "-1",
    "1e999",
    "0.1",
    "18446744073709551616",
    "null",
    "true",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\u0000",
    "\\ud800",
    "\\\"",
    "s\\u0065nder",
    "字",
    "{\"id\":\"agent_001\",\"type\":\"agent\"}",
];

/// The maximum length of a damaged message, in bytes.
const LONGEST: usize = 1 << 14;

/// A pseudo-random sequence determined by its seed.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a bound.
    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).expect("below the bound")
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

/// A valid message with some damage, as text.
pub(crate) fn damaged(dice: &mut Dice) -> String {
    let mut bytes = dice.one_of(&SEEDS).as_bytes().to_vec();
    for _ in 0..dice.below(4) {
        hurt(&mut bytes, dice);
        bytes.truncate(LONGEST);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn hurt(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let length = bytes.len();
    let from = dice.below(length + 1);
    let to = (from + dice.below(24)).min(length);
    match dice.below(8) {
        0 if from < length => bytes[from] ^= 1 << dice.below(8),
        1 if from < length => bytes[from] = b' ' + u8::try_from(dice.below(95)).expect("small"),
        2 => drop(bytes.drain(from..to)),
        3 => {
            let piece = bytes[from..to].to_vec();
            let at = dice.below(length + 1);
            bytes.splice(at..at, piece);
        }
        4 => drop(bytes.splice(from..to, dice.one_of(&WORDS).bytes())),
        5 => {
            let word = dice.one_of(&WORDS);
            bytes.splice(from..from, word.bytes());
        }
        6 => {
            let other = dice.one_of(&SEEDS).as_bytes();
            let begin = dice.below(other.len());
            let end = (begin + dice.below(80)).min(other.len());
            bytes.splice(from..to, other[begin..end].iter().copied());
        }
        _ => {
            // A valid change: another string value.
            let word = format!("{}", dice.below(1_000_000));
            let quotes: Vec<usize> = (0..length).filter(|it| bytes[*it] == b'"').collect();
            if quotes.len() > 1 {
                let at = dice.below(quotes.len() / 2) * 2;
                bytes.splice(quotes[at] + 1..quotes[at + 1], word.bytes());
            }
        }
    }
}
