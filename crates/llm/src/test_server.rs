//! A loopback server for tests: it writes exactly the given bytes, stalls where told to, and
//! records the requests it receives.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_tungstenite::tungstenite::WebSocket;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::Role;

/// Something that happened at the server.
#[derive(Debug)]
pub(crate) enum ServerEvent {
    /// A complete request was received.
    Request { head: Vec<String>, body: Value },
    /// The client disconnected while the server stalled.
    HungUp,
}

pub(crate) struct Server {
    pub(crate) base_url: String,
    seen: UnboundedReceiver<ServerEvent>,
}

impl Server {
    /// Answers one request with these bytes and closes the connection.
    pub(crate) fn answering(reply: impl Into<Vec<u8>>) -> Self {
        Self::start(reply.into(), false)
    }

    /// Answers one request with these bytes, then sends nothing more until the client disconnects.
    pub(crate) fn stalling_after(reply: impl Into<Vec<u8>>) -> Self {
        Self::start(reply.into(), true)
    }

    /// Answers any number of requests, each with the first entry whose key is a prefix of the
    /// request line; a stalling one sends nothing until the client disconnects.
    pub(crate) fn serving(replies: Vec<(&'static str, Answer)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base_url = format!("http://{}", listener.local_addr().unwrap());
        let (sender, seen) = unbounded_channel();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (sender, replies) = (sender.clone(), replies.clone());
                std::thread::spawn(move || answer(stream.unwrap(), &replies, &sender));
            }
        });
        Self { base_url, seen }
    }

    fn start(reply: Vec<u8>, stall: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let (sender, seen) = unbounded_channel();
        std::thread::spawn(move || {
            let (stream, _) = listener.accept().unwrap();
            serve(stream, &reply, stall, &sender);
        });
        Self { base_url, seen }
    }

    /// The next event. Waits for it, with a timeout in case it never happens.
    pub(crate) async fn seen(&mut self) -> ServerEvent {
        let seen = tokio::time::timeout(Duration::from_secs(20), self.seen.recv()).await;
        seen.ok().flatten().expect("the server saw nothing more")
    }

    /// Whether no request was received.
    pub(crate) fn received_nothing(&mut self) -> bool {
        self.seen.try_recv().is_err()
    }
}

/// How a server with several answers responds to a request.
#[derive(Clone)]
pub(crate) enum Answer {
    /// With these bytes.
    Bytes(Vec<u8>),
    /// With a WebSocket that sends these messages.
    WebSocket(Vec<String>),
    /// Not at all.
    NoReply,
}

fn answer(mut stream: TcpStream, replies: &[(&str, Answer)], seen: &UnboundedSender<ServerEvent>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    loop {
        let (head, body) = request(&mut reader);
        // The client has no more requests on this connection.
        let Some(first) = head.first() else { return };
        let reply = replies.iter().find(|(it, _)| first.starts_with(it));
        let (_, reply) = reply.unwrap_or_else(|| panic!("no answer for {first}"));
        let key = field(&head, "sec-websocket-key: ").to_owned();
        let _ = seen.send(ServerEvent::Request { head, body });
        match reply {
            Answer::Bytes(bytes) => {
                let _ = stream.write_all(bytes);
            }
            Answer::WebSocket(said) => {
                let accept = derive_accept_key(key.as_bytes());
                let head = format!(
                    "HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\n\
                     upgrade: websocket\r\nsec-websocket-accept: {accept}\r\n\r\n"
                );
                let _ = stream.write_all(head.as_bytes());
                let mut socket = WebSocket::from_raw_socket(stream, Role::Server, None);
                for text in said {
                    let _ = socket.send(text.clone().into());
                }
                let _ = reader.read(&mut [0]);
                return;
            }
            Answer::NoReply => {
                let _ = reader.read(&mut [0]);
                let _ = seen.send(ServerEvent::HungUp);
                return;
            }
        }
    }
}

fn request(reader: &mut BufReader<TcpStream>) -> (Vec<String>, Value) {
    let head: Vec<String> = reader
        .by_ref()
        .lines()
        .map_while(Result::ok)
        .take_while(|it| !it.is_empty())
        .collect();
    let length = field(&head, "content-length: ").parse().unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    // A request without a body is recorded as null.
    (head, serde_json::from_slice(&body).unwrap_or_default())
}

/// A header field of a request; empty if it is missing.
fn field<'a>(head: &'a [String], name: &str) -> &'a str {
    let lines = head.iter().map(String::as_str);
    let is_it = |it: &&str| it.len() >= name.len() && it[..name.len()].eq_ignore_ascii_case(name);
    lines
        .filter(is_it)
        .map(|it| &it[name.len()..])
        .next()
        .unwrap_or_default()
}

fn serve(mut stream: TcpStream, reply: &[u8], stall: bool, seen: &UnboundedSender<ServerEvent>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let (head, body) = request(&mut reader);
    // A client that has disconnected needs nothing more.
    let _ = seen.send(ServerEvent::Request { head, body });
    let _ = stream.write_all(reply);
    if stall {
        // Returns when the client closes its side, which is what we wait for.
        let _ = reader.read(&mut [0]);
        let _ = seen.send(ServerEvent::HungUp);
    }
}

/// A response whose body arrives in these chunks.
pub(crate) fn chunked<'a>(
    content_type: &str,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> Vec<u8> {
    let mut reply = open_chunked(content_type, pieces);
    reply.extend_from_slice(b"0\r\n\r\n");
    reply
}

/// The same without its end.
pub(crate) fn open_chunked<'a>(
    content_type: &str,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: {content_type}\r\ntransfer-encoding: chunked\r\n\r\n"
    );
    let mut reply = head.into_bytes();
    for piece in pieces {
        reply.extend_from_slice(format!("{:x}\r\n", piece.len()).as_bytes());
        reply.extend_from_slice(piece);
        reply.extend_from_slice(b"\r\n");
    }
    reply
}

/// A complete response with the given status line, headers and body.
pub(crate) fn whole(status: &str, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\n\r\n{body}").into_bytes()
}
