//! A hub on a free port, and clients that speak plain WebSocket, so that nothing of `star` is taken on
//! trust.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use hub::{Hub, HubOptions, RunningHub};
use jiff::Timestamp;
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// Longer than anything here takes; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a test awaits, or its failure.
pub(crate) async fn soon<T>(what: &str, future: impl Future<Output = T>) -> T {
    let Ok(value) = tokio::time::timeout(PATIENCE, future).await else {
        panic!("waited in vain for {what}");
    };
    value
}

/// The second at which the clock of [`options`] stands.
pub(crate) const NOW: i64 = 1_767_225_600;

/// Options with a clock that stands still.
pub(crate) fn options() -> HubOptions {
    HubOptions::new(Arc::new(|| at(NOW)))
}

/// An instant by its second.
pub(crate) fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).expect("a second of this century")
}

/// Options with a clock that the test moves.
pub(crate) fn options_with_clock() -> (HubOptions, Arc<AtomicI64>) {
    let second = Arc::new(AtomicI64::new(NOW));
    let shown = Arc::clone(&second);
    let clock = Arc::new(move || at(shown.load(Ordering::Relaxed)));
    (HubOptions::new(clock), second)
}

/// A hub for everybody.
pub(crate) fn open_hub() -> RunningHub {
    start(options())
}

/// A hub with options of the test's own.
pub(crate) fn start(options: HubOptions) -> RunningHub {
    Hub::bind(options).expect("the hub starts")
}

/// One client.
pub(crate) struct Peer {
    socket: WebSocketStream<TcpStream>,
}

impl Peer {
    /// Connects at a path and reads the first heartbeat.
    pub(crate) async fn join(hub: &RunningHub, path: &str) -> Self {
        Self::join_with(hub, path, &[]).await
    }

    /// The same, with headers.
    pub(crate) async fn join_with(hub: &RunningHub, path: &str, headers: &[(&str, &str)]) -> Self {
        let mut peer = Self::connect(hub, path, headers)
            .await
            .expect("the hub opens a WebSocket");
        let first = peer.any().await;
        assert_eq!(first["type"], "heartbeat", "{first}");
        peer
    }

    /// Opens a WebSocket, whatever comes of it.
    pub(crate) async fn connect(
        hub: &RunningHub,
        path: &str,
        headers: &[(&str, &str)],
    ) -> Result<Self, Error> {
        let mut request = format!("{}{path}", hub.url()).into_client_request()?;
        for (name, value) in headers {
            let name = HeaderName::try_from(*name).expect("a header's name");
            let value = HeaderValue::try_from(*value).expect("a header's value");
            request.headers_mut().insert(name, value);
        }
        let socket = TcpSocket::new_v4()?;
        // Small, so that a client that does not read is soon noticed.
        socket.set_recv_buffer_size(64 << 10)?;
        let stream = socket.connect(hub.address()).await?;
        stream.set_nodelay(true)?;
        let (socket, _) = soon("the handshake", client_async(request, stream)).await?;
        Ok(Self { socket })
    }

    /// Sends JSON.
    pub(crate) async fn send(&mut self, value: &Value) {
        self.send_text(&value.to_string()).await;
    }

    /// Sends a text as it is.
    pub(crate) async fn send_text(&mut self, text: &str) {
        self.send_frame(Message::text(text)).await;
    }

    /// Sends any frame.
    pub(crate) async fn send_frame(&mut self, message: Message) {
        self.socket.send(message).await.expect("the hub listens");
    }

    /// Sends a text that the hub may not want any more.
    pub(crate) async fn try_send(&mut self, text: &str) -> Result<(), Error> {
        self.socket.send(Message::text(text)).await
    }

    /// The next text, whatever it is.
    pub(crate) async fn text(&mut self) -> String {
        loop {
            match soon("a message", self.socket.next()).await {
                Some(Ok(Message::Text(text))) => return text.as_str().to_owned(),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                other => panic!("instead of a text there came {other:?}"),
            }
        }
    }

    /// The next message, whatever it is.
    pub(crate) async fn any(&mut self) -> Value {
        serde_json::from_str(&self.text().await).expect("the hub sends JSON")
    }

    /// The next matching message. One time limit covers the whole wait: heartbeats never stop, so a
    /// limit for each message would never expire.
    pub(crate) async fn first(&mut self, what: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let wanted = async {
            loop {
                let value = self.any().await;
                if is_wanted(&value) {
                    return value;
                }
            }
        };
        soon(what, wanted).await
    }

    /// The next text that the hub passes on and does not write itself.
    pub(crate) async fn passed_text(&mut self) -> String {
        let passed = async {
            loop {
                let text = self.text().await;
                if !text.contains(r#""sender":{"id":"hub","type":"hub"}"#) {
                    return text;
                }
            }
        };
        soon("a text that is passed on", passed).await
    }

    /// The next message that is not a heartbeat, and no notice of who came or went.
    pub(crate) async fn next(&mut self) -> Value {
        self.first("a message that is not a notice", |value| {
            let is_notice = value["sender"]["type"] == "hub"
                && ["client_joined", "client_left", "environment_online"]
                    .iter()
                    .any(|it| value["payload"]["event"] == *it);
            value["type"] != "heartbeat" && !is_notice
        })
        .await
    }

    /// The next event of a name.
    pub(crate) async fn event(&mut self, name: &str) -> Value {
        self.first(name, |value| value["payload"]["event"] == name)
            .await
    }

    /// The next error.
    pub(crate) async fn error(&mut self) -> Value {
        let value = self.next().await;
        assert_eq!(value["type"], "error", "{value}");
        assert_eq!(value["sender"], json!({ "id": "hub", "type": "hub" }));
        value["payload"].clone()
    }

    /// Reads until the connection ends; gives the close code and its reason.
    pub(crate) async fn end(&mut self) -> (u16, String) {
        let end = async {
            loop {
                match self.socket.next().await {
                    Some(Ok(Message::Close(Some(frame)))) => {
                        return (frame.code.into(), frame.reason.as_str().to_owned());
                    }
                    Some(Ok(_)) => {}
                    other => panic!("instead of a close frame there came {other:?}"),
                }
            }
        };
        soon("the end", end).await
    }

    /// Nothing more comes than what is asked for here: the hub answers in order, so a heartbeat that is
    /// asked for comes after everything that was sent before.
    pub(crate) async fn expect_silence(&mut self, me: &Value) {
        let ask = json!({
            "type": "heartbeat", "id": "are-you-there", "sender": me, "recipient": hub_address(),
            "payload": {},
        });
        self.send(&ask).await;
        let mut value = self.any().await;
        while value["reply_to"].is_null()
            && (value["type"] == "heartbeat" || value["payload"]["type"] == "event")
            && value["sender"]["type"] == "hub"
        {
            value = self.any().await;
        }
        assert_eq!(value["reply_to"], "are-you-there", "{value}");
    }

    /// Ends the connection without a word.
    pub(crate) fn vanish(self) {
        drop(self);
    }
}

/// The hub's address.
pub(crate) fn hub_address() -> Value {
    json!({ "id": "hub", "type": "hub" })
}

/// An agent's address.
pub(crate) fn agent(id: &str) -> Value {
    json!({ "id": id, "type": "agent" })
}

/// An environment's address.
pub(crate) fn environment(id: &str) -> Value {
    json!({ "id": id, "type": "environment" })
}

/// A person's address.
pub(crate) fn human(id: &str) -> Value {
    json!({ "id": id, "type": "human" })
}

/// A business message.
pub(crate) fn message(id: &str, sender: &Value, recipient: &Value, payload: &Value) -> Value {
    json!({
        "type": "message", "id": id, "sender": sender, "recipient": recipient, "version": "1",
        "payload": payload,
    })
}

/// The document's example of an action.
pub(crate) fn action(id: &str) -> Value {
    json!({
        "type": "action", "action": "move", "id": id,
        "parameters": { "direction": "north", "distance": 2.5 },
    })
}

/// Asks for a page over HTTP; gives its status and its text.
pub(crate) async fn get(hub: &RunningHub, path: &str, headers: &[(&str, &str)]) -> (u16, String) {
    let answer = ask(hub, "GET", path, headers).await;
    let status = answer.split(' ').nth(1).and_then(|it| it.parse().ok());
    let text = answer.split_once("\r\n\r\n").map(|it| it.1.to_owned());
    (status.expect("a status"), text.unwrap_or_default())
}

/// The whole answer to a plain request.
pub(crate) async fn ask(
    hub: &RunningHub,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
) -> String {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut stream = TcpStream::connect(hub.address())
        .await
        .expect("the hub listens");
    let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    if !headers.iter().any(|it| it.0 == "Host") {
        head += &format!("Host: {}\r\n", hub.address());
    }
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head += "\r\n";
    stream
        .write_all(head.as_bytes())
        .await
        .expect("the hub reads");
    let mut answer = String::new();
    soon("a page", stream.read_to_string(&mut answer))
        .await
        .expect("a text");
    answer
}
