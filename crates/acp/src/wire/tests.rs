//! Valid and invalid messages, and connections over two streams.

use agent_client_protocol_schema::v1::{Error, RequestId};
use proptest::prelude::*;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::sync::mpsc;

use super::lines::{Line, Lines};
use super::*;

fn code_of(line: &str) -> (i32, RequestId) {
    let malformed = decode(line.as_bytes()).unwrap_err();
    (malformed.error.code.into(), malformed.id)
}

#[test]
fn a_malformed_line_gets_the_protocols_error() {
    let null = RequestId::Null;
    for (line, code, id) in [
        ("{", -32700, null.clone()),
        ("\u{1}", -32700, null.clone()),
        ("[]", -32600, null.clone()),
        ("7", -32600, null.clone()),
        ("{}", -32600, null.clone()),
        (r#"{"id":1,"method":"x"}"#, -32600, RequestId::Number(1)),
        (
            r#"{"jsonrpc":"1.0","id":1,"method":"x"}"#,
            -32600,
            RequestId::Number(1),
        ),
        (
            r#"{"jsonrpc":"2.0","id":"a","method":1}"#,
            -32600,
            RequestId::Str("a".into()),
        ),
        (
            r#"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#,
            -32600,
            null.clone(),
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"x","params":3}"#,
            -32600,
            RequestId::Number(1),
        ),
        (r#"{"jsonrpc":"2.0","result":{}}"#, -32600, null.clone()),
        (r#"{"jsonrpc":"2.0","id":3}"#, -32600, RequestId::Number(3)),
        (r#"{"jsonrpc":"2.0","id":3,"error":"no"}"#, -32600, null),
    ] {
        assert_eq!(code_of(line), (code, id), "{line}");
    }
    assert_eq!(decode(b" \r\n").unwrap(), None);
}

#[test]
fn reads_requests_notifications_and_responses() {
    let read = |line: &str| decode(line.as_bytes()).unwrap().unwrap();
    let request = Message::Request {
        id: RequestId::Str("a".into()),
        method: "m".into(),
        params: json!({ "k": 1 }),
    };
    let line = r#"{"jsonrpc":"2.0","id":"a","method":"m","params":{"k":1}}"#;
    assert_eq!(read(line), request);
    let notice = Message::Notification {
        method: "m".into(),
        params: Value::Null,
    };
    assert_eq!(read(r#"{"jsonrpc":"2.0","method":"m"}"#), notice);
    let failed = read(r#"{"jsonrpc":"2.0","id":4,"error":{"code":-32000,"message":"sign in"}}"#);
    let expected = Message::Response {
        id: RequestId::Number(4),
        result: Err(Error::new(-32000, "sign in")),
    };
    assert_eq!(failed, expected);
}

#[tokio::test]
async fn skips_an_oversized_line_and_reads_the_next() {
    let text = format!("{}\nshort\nend", "x".repeat(100));
    let mut lines = Lines::new(text.as_bytes(), 50);
    assert_eq!(lines.next().await.unwrap(), Some(Line::TooLong));
    let whole = |text: &str| Some(Line::Whole(text.as_bytes().to_vec()));
    assert_eq!(lines.next().await.unwrap(), whole("short\n"));
    assert_eq!(lines.next().await.unwrap(), whole("end"));
    assert_eq!(lines.next().await.unwrap(), None);
}

#[tokio::test]
async fn open_requests_fail_when_the_other_program_exits() {
    let (here, there) = tokio::io::duplex(1024);
    let (input, output) = tokio::io::split(here);
    let peer = Peer::new(output);
    let (to, _incoming) = mpsc::channel(1);
    let reading = tokio::spawn(read(input, 1000, None, peer.clone(), to));
    let nothing = json!({});
    let asking = peer.request::<_, Value>("m", &nothing);
    let going = async {
        tokio::task::yield_now().await;
        drop(there);
    };
    let (answer, ()) = tokio::join!(asking, going);
    assert!(answer.unwrap_err().message.contains("has gone"));
    assert_eq!(reading.await.unwrap(), ReadEnd::Closed);
    let later = peer.request::<_, Value>("m", &nothing).await;
    assert!(later.is_err());
}

#[tokio::test]
async fn too_many_malformed_lines_end_the_connection() {
    let (here, mut there) = tokio::io::duplex(4096);
    let (input, output) = tokio::io::split(here);
    let (to, _incoming) = mpsc::channel(1);
    there.write_all(b"hello\nworld\n!\n").await.unwrap();
    let end = read(input, 1000, Some(2), Peer::new(output), to).await;
    assert!(matches!(end, ReadEnd::Malformed(_)), "{end:?}");
}

proptest! {
    #[test]
    fn decoding_any_line_never_panics(line in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Err(malformed) = decode(&line) {
            prop_assert!(i32::from(malformed.error.code) < 0);
        }
    }

    #[test]
    fn decoding_any_object_never_panics(
        jsonrpc in prop_oneof![Just("2.0"), Just("1.0")],
        id in prop_oneof![Just("1"), Just("-3"), Just("\"a\""), Just("null"), Just("{}"), Just("1e99")],
        method in prop_oneof![Just("\"session/prompt\""), Just("null"), Just("[]")],
        params in "[ -~]{0,40}",
    ) {
        let line = format!(r#"{{"jsonrpc":"{jsonrpc}","id":{id},"method":{method},"params":{params}}}"#);
        if let Err(malformed) = decode(line.as_bytes()) {
            prop_assert!(i32::from(malformed.error.code) < 0);
        }
    }

    #[test]
    fn no_damaged_message_makes_the_decoder_panic(line in damaged(&MESSAGES)) {
        match decode(&line) {
            Ok(_) => {}
            Err(malformed) => {
                let code = i32::from(malformed.error.code);
                prop_assert!(matches!(code, -32700 | -32600), "{code}");
            }
        }
    }
}

/// Messages as both sides send them.
const MESSAGES: [&str; 5] = [
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}"#,
    r#"{"jsonrpc":"2.0","id":"p","method":"session/prompt","params":{"sessionId":"s","prompt":[{"type":"text","text":"雨\u00e9"}]}}"#,
    r#"{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"x"}}}}"#,
    r#"{"jsonrpc":"2.0","id":3,"result":{"stopReason":"end_turn"}}"#,
    r#"{"jsonrpc":"2.0","id":4,"error":{"code":-32000,"message":"sign in","data":[1,{"a":null}]}}"#,
];

/// One of these messages, with some bytes changed, removed, duplicated, or cut off.
fn damaged(messages: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let damage = (any::<prop::sample::Index>(), any::<u8>(), 0_u8..4);
    let damages = prop::collection::vec(damage, 0..6);
    (prop::sample::select(messages), damages).prop_map(|(message, damages)| {
        let mut bytes = message.as_bytes().to_vec();
        for (at, byte, way) in damages {
            if bytes.is_empty() {
                break;
            }
            let at = at.index(bytes.len());
            match way {
                0 => bytes[at] = byte,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, byte),
                _ => bytes.truncate(at),
            }
        }
        bytes
    })
}
