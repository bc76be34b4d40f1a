//! WebSocket itself (RFC 6455), byte by byte: valid input is accepted, anything else is answered
//! with the right close code.

use std::time::Duration;

use hub::RunningHub;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::raw::*;
use crate::support::*;

const PATH: &str = "/env/demo_world/agent/agent_001";

/// The text of a message to the environment.
fn text() -> String {
    message(
        "m_1",
        &agent("agent_001"),
        &environment("demo_world"),
        &"字".into(),
    )
    .to_string()
}

async fn pair(hub: &RunningHub) -> (Peer, Raw) {
    (
        Peer::join(hub, "/env/demo_world").await,
        Raw::open(hub, PATH).await,
    )
}

#[tokio::test]
async fn fragmented_message_arrives_complete_and_pings_in_between_are_answered() {
    let hub = open_hub();
    let (mut world, mut raw) = pair(&hub).await;
    let text = text();
    // One byte a fragment: characters are cut, too.
    let bytes = text.as_bytes();
    raw.send(TEXT, &bytes[..1]).await;
    for byte in &bytes[1..bytes.len() - 1] {
        raw.send(CONTINUATION, &[*byte]).await;
        raw.send(LAST | PING, b"there?").await;
    }
    raw.send(LAST | CONTINUATION, &bytes[bytes.len() - 1..])
        .await;
    assert_eq!(world.passed_text().await, text);
    let pong = raw.next().await.expect("a pong");
    assert_eq!(
        pong,
        Frame {
            opcode: PONG,
            payload: b"there?".to_vec()
        }
    );
    // Empty fragments are sound.
    raw.send(TEXT, b"").await;
    raw.send(CONTINUATION, bytes).await;
    raw.send(LAST | CONTINUATION, b"").await;
    assert_eq!(world.passed_text().await, text);
    raw.send(LAST | PONG, b"not asked for").await;
    raw.send(LAST | TEXT, bytes).await;
    assert_eq!(world.passed_text().await, text);
}

#[tokio::test]
async fn reads_a_frame_sent_byte_by_byte() {
    let hub = open_hub();
    let (mut world, mut raw) = pair(&hub).await;
    let text = text();
    for byte in masked(LAST | TEXT, text.as_bytes()) {
        raw.bytes(&[byte]).await;
    }
    assert_eq!(world.passed_text().await, text);
}

#[tokio::test]
async fn each_violation_is_answered_with_its_close_code() {
    let unmasked = [LAST | TEXT, 2, b'{', b'}'].to_vec();
    let long_ping = masked(LAST | PING, &[b'x'; 126]);
    let cut_ping = masked(PING, b"x");
    let reserved_bit = masked(LAST | 0x40 | TEXT, b"{}");
    let reserved_opcode = masked(LAST | 0x3, b"{}");
    let reserved_control = masked(LAST | 0xB, b"");
    let lost_fragment = masked(LAST | CONTINUATION, b"{}");
    let text_in_text = [masked(TEXT, b"{"), masked(LAST | TEXT, b"}")].concat();
    let short_close = masked(LAST | CLOSE, &[3]);
    let not_utf8 = masked(LAST | TEXT, b"\"\xff\"");
    let surrogate = masked(LAST | TEXT, b"\"\xed\xa0\x80\"");
    let cut_character = masked(LAST | TEXT, b"\"\xe5\xad");
    let huge = [
        [LAST | TEXT, 0xFF].as_slice(),
        &(1_u64 << 40).to_be_bytes(),
        &[0; 4],
    ]
    .concat();
    let hub = open_hub();
    for (what, bytes, code) in [
        ("a frame without a mask", unmasked, 1002),
        ("a control frame that is too long", long_ping, 1002),
        ("a control frame in fragments", cut_ping, 1002),
        ("a reserved bit", reserved_bit, 1002),
        ("a reserved opcode", reserved_opcode, 1002),
        ("a reserved control opcode", reserved_control, 1002),
        ("a fragment of nothing", lost_fragment, 1002),
        ("a message within a message", text_in_text, 1002),
        ("a close frame of one byte", short_close, 1002),
        ("a text that is not UTF-8", not_utf8, 1007),
        ("half a surrogate pair", surrogate, 1007),
        ("a character cut off at the end", cut_character, 1007),
        ("a frame of a terabyte", huge, 1009),
    ] {
        let mut raw = Raw::open(&hub, PATH).await;
        raw.bytes(&bytes).await;
        let reason = raw.reason().await;
        let expected = match code {
            1002 => "protocol_violation",
            1007 => "invalid_utf8",
            _ => "too_large",
        };
        assert_eq!(reason, expected, "{what}");
        assert_eq!(raw.close_code().await, code, "{what}");
    }
}

#[tokio::test]
async fn a_close_frame_is_answered_and_the_connection_ends() {
    let hub = open_hub();
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    for (payload, code) in [
        (Vec::new(), 1005),
        (1000_u16.to_be_bytes().to_vec(), 1000),
        (1001_u16.to_be_bytes().to_vec(), 1001),
        (4999_u16.to_be_bytes().to_vec(), 4999),
        // Codes that may not be sent, or not be sent yet.
        (999_u16.to_be_bytes().to_vec(), 1002),
        (1005_u16.to_be_bytes().to_vec(), 1002),
        (2000_u16.to_be_bytes().to_vec(), 1002),
        (65535_u16.to_be_bytes().to_vec(), 1002),
    ] {
        let mut raw = Raw::open(&hub, PATH).await;
        raw.send(LAST | CLOSE, &payload).await;
        let frame = raw.next().await.expect("a close frame");
        assert_eq!(frame.opcode, CLOSE, "{payload:?}");
        let got = match frame.payload.as_slice() {
            [high, low, ..] => u16::from_be_bytes([*high, *low]),
            _ => 1005,
        };
        assert_eq!(got, code, "{payload:?}");
        assert_eq!(raw.frame().await, None);
        world.event("client_left").await;
    }
}

#[tokio::test]
async fn a_flood_of_pings_ends_the_connection() {
    let mut options = options();
    options.limits.messages_per_second = 50;
    let hub = start(options);
    let mut raw = Raw::open(&hub, PATH).await;
    let ping = masked(LAST | PING, b"");
    for _ in 0..1000 {
        if !raw.try_bytes(&ping).await {
            break;
        }
    }
    let end = loop {
        let frame = raw.next().await.expect("a close frame");
        if frame.opcode == CLOSE {
            break frame;
        }
    };
    assert_eq!(end.payload[..2], 4429_u16.to_be_bytes());
}

#[tokio::test]
async fn sp_6_a_silent_reader_receives_an_error_before_it_is_disconnected() {
    let mut options = options();
    options.timing.heartbeat = Duration::from_millis(20);
    options.timing.silence = Duration::from_millis(100);
    let hub = start(options);
    // Nothing answers pings here.
    let mut raw = Raw::open(&hub, PATH).await;
    assert_eq!(raw.reason().await, "heartbeat_timeout");
    assert_eq!(raw.close_code().await, 4408);
}

#[tokio::test]
async fn an_endless_request_is_cut_off() {
    let mut options = options();
    options.timing.handshake = Duration::from_millis(50);
    let hub = start(options);
    let mut stream = TcpStream::connect(hub.address())
        .await
        .expect("the hub listens");
    stream
        .write_all(b"GET /env/demo_world HTTP/1.1\r\nX: ")
        .await
        .expect("sent");
    let mut rest = Vec::new();
    soon("the end", stream.read_to_end(&mut rest))
        .await
        .expect("it ends");
    // So is one whose head is longer than any should be.
    let mut stream = TcpStream::connect(hub.address())
        .await
        .expect("the hub listens");
    let head = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(100_000));
    // The hub may end the connection before it has everything.
    let _ = stream.write_all(head.as_bytes()).await;
    let mut answer = [0; 12];
    let read = soon("an answer", stream.read(&mut answer)).await;
    assert!(
        read.is_err() || answer.starts_with(b"HTTP/1.1 431"),
        "{answer:?}"
    );
}
