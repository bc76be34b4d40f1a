//! Recorded traffic of real servers, which is kept outside the repository. Where it is absent these
//! tests do not exist; the handwritten replies cover the same cases.

use std::collections::HashSet;
use std::fmt::Write;

use expect_test::expect_file;
use model::conversation::Payload;
use reqwest::header::HeaderMap;

use super::{WIRES, Wire, read, root};
use crate::http::HttpFailure;
use crate::providers::openai::tests::cassettes::{self, Then, recorded_at, summary};

/// Streams up to this length are split at every byte; longer ones at some bytes.
const SHORT: usize = 4_000;

/// The recorded replies of a wire format: those of its vendor's server on its paths.
fn recorded(wire: &Wire) -> Vec<(String, Then)> {
    match wire.provider.name() {
        "openai-responses" => recorded_at(&["openai"], |path| path.ends_with("/responses")),
        "anthropic" => recorded_at(&["anthropic"], |path| path.ends_with("/messages")),
        "gemini" => recorded_at(&["gemini"], |path| path.contains("enerateContent")),
        "ollama" => recorded_at(&["ollama"], |path| path == "/api/chat"),
        other => panic!("where are the recordings of {other}?"),
    }
}

#[test]
fn reads_recorded_replies_as_expected() {
    for wire in &WIRES {
        let recorded = recorded(wire);
        assert!(!recorded.is_empty(), "{}", wire.provider.name());
        let mut output = String::new();
        for (name, then) in recorded {
            if then.status == 200 {
                let body = then.body.as_bytes();
                let outcome = read(wire, &Payload::default(), then.content_type(), [body]);
                writeln!(output, "{name}: {}", summary(&outcome)).unwrap();
            } else {
                let http_failure = HttpFailure {
                    provider: "tale".into(),
                    status: then.status,
                    headers: HeaderMap::new(),
                    body: then.body,
                };
                let error = wire.provider.http_failure(&http_failure);
                writeln!(output, "{name}: {} {error:?}", then.status).unwrap();
            }
        }
        let golden = format!("tests/fixtures/wires/{}-recorded.txt", wire.provider.name());
        expect_file![root().join(golden)].assert_eq(&output);
    }
}

#[test]
fn recorded_streams_do_not_depend_on_how_they_are_split() {
    let mut chance: u64 = 0x5eed;
    for wire in &WIRES {
        let mut at_every_byte = 2;
        for (name, then) in recorded(wire).iter().filter(|(_, it)| it.status == 200) {
            let body = then.body.as_bytes();
            let kind = then.content_type();
            let none = Payload::default();
            let whole = read(wire, &none, kind, [body]);
            if at_every_byte > 0 && body.len() < SHORT && !kind.contains("/json") {
                at_every_byte -= 1;
                for at in 0..body.len() {
                    let (front, back) = body.split_at(at);
                    let cut = read(wire, &none, kind, [front, back]);
                    assert_eq!(whole, cut, "{name} split at {at}");
                }
            }
            for _ in 0..3 {
                let mut pieces = Vec::new();
                let mut rest = body;
                while !rest.is_empty() {
                    chance = chance
                        .wrapping_mul(6364136223846793005)
                        .wrapping_add(1442695040888963407);
                    let wanted = usize::try_from(chance >> 33).unwrap() % 97 + 1;
                    let (piece, after) = rest.split_at(wanted.min(rest.len()));
                    pieces.push(piece);
                    rest = after;
                }
                assert_eq!(whole, read(wire, &none, kind, pieces), "{name}");
            }
        }
    }
}

#[test]
fn lists_unread_recordings() {
    let all = cassettes::exchanges();
    let of_chat = cassettes::recorded();
    let read: HashSet<String> = WIRES
        .iter()
        .flat_map(recorded)
        .chain(of_chat)
        .map(|(name, _)| name)
        .collect();
    let lines: String = all
        .iter()
        .filter(|(name, ..)| !read.contains(name))
        .map(|(name, path, _)| format!("{path}: {name}\n"))
        .collect();
    expect_file![root().join("tests/fixtures/wires/recorded-elsewhere.txt")].assert_eq(&lines);
}
