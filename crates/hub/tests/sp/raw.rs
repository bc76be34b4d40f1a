//! A WebSocket client made of bytes, which can do what no library would.

use hub::RunningHub;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::soon;

pub(crate) const TEXT: u8 = 0x1;
pub(crate) const CONTINUATION: u8 = 0x0;
pub(crate) const CLOSE: u8 = 0x8;
pub(crate) const PING: u8 = 0x9;
pub(crate) const PONG: u8 = 0xA;
/// The bit of a message's last frame.
pub(crate) const LAST: u8 = 0x80;

/// One connection.
pub(crate) struct Raw {
    stream: TcpStream,
}

/// A frame that came.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) opcode: u8,
    pub(crate) payload: Vec<u8>,
}

impl Raw {
    /// Opens a WebSocket at a path.
    pub(crate) async fn open(hub: &RunningHub, path: &str) -> Self {
        let mut raw = Self {
            stream: TcpStream::connect(hub.address())
                .await
                .expect("the hub listens"),
        };
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            hub.address()
        );
        raw.bytes(head.as_bytes()).await;
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            answer.push(
                soon("the handshake", raw.stream.read_u8())
                    .await
                    .expect("a byte"),
            );
        }
        let answer = String::from_utf8(answer).expect("a text").to_lowercase();
        assert!(answer.starts_with("http/1.1 101"), "{answer}");
        // The key above and its answer are the example of RFC 6455.
        assert!(answer.contains("s3pplmbitxaq9kygzzhzrbk+xoo="), "{answer}");
        let first = raw.frame().await.expect("a heartbeat");
        assert!(String::from_utf8_lossy(&first.payload).contains("heartbeat"));
        raw
    }

    /// Sends bytes as they are.
    pub(crate) async fn bytes(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.expect("the hub reads");
    }

    /// Sends bytes that the hub may not want any more.
    pub(crate) async fn try_bytes(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).await.is_ok()
    }

    /// Sends a masked frame. `head` is the opcode with its flags.
    pub(crate) async fn send(&mut self, head: u8, payload: &[u8]) {
        let frame = masked(head, payload);
        self.bytes(&frame).await;
    }

    /// The next frame; nothing at the end of the connection.
    pub(crate) async fn frame(&mut self) -> Option<Frame> {
        soon("a frame", self.read_frame()).await
    }

    async fn read_frame(&mut self) -> Option<Frame> {
        let head = self.stream.read_u8().await.ok()?;
        let length = match self.stream.read_u8().await.ok()? {
            126 => u64::from(self.stream.read_u16().await.ok()?),
            127 => self.stream.read_u64().await.ok()?,
            short => u64::from(short),
        };
        let mut payload = vec![0; usize::try_from(length).expect("it fits")];
        self.stream.read_exact(&mut payload).await.ok()?;
        assert_eq!(head & 0x70, 0, "the hub sets no reserved bit");
        Some(Frame {
            opcode: head & 0x0F,
            payload,
        })
    }

    /// The next frame that is neither a ping nor a heartbeat.
    pub(crate) async fn next(&mut self) -> Option<Frame> {
        loop {
            let frame = self.frame().await?;
            let text = String::from_utf8_lossy(&frame.payload);
            if frame.opcode != PING && !text.contains(r#""type":"heartbeat""#) {
                return Some(frame);
            }
        }
    }

    /// The next error's reason.
    pub(crate) async fn reason(&mut self) -> String {
        let frame = self.next().await.expect("an error");
        let value: Value = serde_json::from_slice(&frame.payload).expect("JSON");
        let reason = value["payload"]["details"]["reason"].as_str();
        reason.unwrap_or_else(|| panic!("{value}")).to_owned()
    }

    /// The code of the close frame, which must come next, and the end of the connection after it.
    pub(crate) async fn close_code(&mut self) -> u16 {
        let frame = self.next().await.expect("a close frame");
        assert_eq!(frame.opcode, CLOSE, "{frame:?}");
        let code = match frame.payload.as_slice() {
            [] => 1005,
            [high, low, ..] => u16::from_be_bytes([*high, *low]),
            other => panic!("a close frame of {other:?}"),
        };
        self.bytes(&masked(LAST | CLOSE, &code.to_be_bytes())).await;
        assert_eq!(self.frame().await, None, "the connection ends");
        code
    }
}

/// A frame with the mask that clients must use.
pub(crate) fn masked(head: u8, payload: &[u8]) -> Vec<u8> {
    const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];
    let mut frame = vec![head];
    match payload.len() {
        short @ 0..=125 => frame.push(0x80 | u8::try_from(short).expect("short")),
        middle @ 126..=0xFFFF => {
            frame.push(0x80 | 126);
            frame.extend(u16::try_from(middle).expect("middle").to_be_bytes());
        }
        long => {
            frame.push(0x80 | 127);
            frame.extend((long as u64).to_be_bytes());
        }
    }
    frame.extend(MASK);
    frame.extend(
        payload
            .iter()
            .zip(MASK.iter().cycle())
            .map(|(byte, mask)| byte ^ mask),
    );
    frame
}
