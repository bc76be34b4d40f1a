//! A story served by the real program, and requests to it over a socket.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

use serde_json::Value;

use super::cli::{RunningProgram, TestHarness};

/// A served story; the program ends with the test.
pub(crate) struct TestServer {
    pub(crate) port: u16,
    pub(crate) token: String,
    /// The story's address on the hub, where it was started with one.
    pub(crate) hub: String,
    running: RunningProgram,
}

impl TestServer {
    /// Serves a story of a harness on any free port.
    pub(crate) fn start(harness: &TestHarness, story: &str) -> Self {
        Self::reached(harness.start(&["serve", story, "--port", "0"]))
    }

    /// The same, open to agents through a hub at any free port.
    pub(crate) fn start_with_hub(harness: &TestHarness, story: &str) -> Self {
        let words = ["serve", story, "--port", "0", "--hub", "--hub-port", "0"];
        Self::start_words(harness, &words)
    }

    /// The same, with other arguments.
    pub(crate) fn start_words(harness: &TestHarness, words: &[&str]) -> Self {
        let mut command = harness.command(words);
        let log = std::fs::File::create(harness.path("log")).expect("a log");
        command.env("STORYTELLER_LOG", "trace").stderr(log);
        let mut server = Self::reached(RunningProgram::new(command));
        server.hub = server.running.line().expect("the address of the hub");
        server
    }

    /// The same, with a detailed log.
    pub(crate) fn start_traced(harness: &TestHarness, story: &str) -> Self {
        let mut command = harness.command(&["serve", story, "--port", "0"]);
        let log = std::fs::File::create(harness.path("log")).expect("a log");
        command.env("STORYTELLER_LOG", "trace").stderr(log);
        Self::reached(RunningProgram::new(command))
    }

    fn reached(mut running: RunningProgram) -> Self {
        let line = running.line().expect("the address of the page");
        let (address, token) = line
            .split_once("/#token=")
            .expect("an address with a token");
        let port = address.rsplit(':').next().and_then(|it| it.parse().ok());
        Self {
            port: port.expect("a port"),
            token: token.to_owned(),
            hub: String::new(),
            running,
        }
    }

    /// Sends a request with `bearer`; returns status and body.
    pub(crate) fn send(&self, request: &str, bearer: &str, body: &Value) -> (u16, String) {
        send(self.port, request, bearer, body)
    }

    /// Follows a stream of events.
    pub(crate) fn listen(&self, path: &str) -> EventStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\n\r\n",
            self.port, self.token
        );
        (&stream).write_all(head.as_bytes()).expect("it reads");
        let mut lines = BufReader::new(stream);
        let mut received = String::new();
        // Events after the head was sent are received.
        while lines.read_line(&mut received).expect("it answers") > 2 {}
        EventStream { lines, received }
    }

    /// Stops it; returns its log, if it was started with one.
    pub(crate) fn end(self, harness: &TestHarness) -> String {
        drop(self.running);
        std::fs::read_to_string(harness.path("log")).unwrap_or_default()
    }

    /// The same as the person at the window; returns the body as JSON.
    pub(crate) fn ask(&self, request: &str, body: &Value) -> (u16, Value) {
        let (status, body) = self.send(request, &self.token, body);
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }
}

/// Sends a request with `bearer` to a server of this computer; returns status and body.
pub(crate) fn send(port: u16, request: &str, bearer: &str, body: &Value) -> (u16, String) {
    // A server that ignores what a request says may end the connection before it is read.
    let body = match body {
        Value::Null => String::new(),
        body => body.to_string(),
    };
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
    let head = format!(
        "{request} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\
         Authorization: Bearer {bearer}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("it reads");
    // A server that refuses early may close the connection before it has read everything.
    let _ = stream.write_all(body.as_bytes());
    let mut response = String::new();
    stream
        .read_to_string(&mut response)
        .expect("it answers in UTF-8");
    let status = response.split(' ').nth(1).and_then(|it| it.parse().ok());
    let body = response.split_once("\r\n\r\n").expect("an answer").1;
    (status.expect("a status"), body.to_owned())
}

/// A stream of events.
pub(crate) struct EventStream {
    lines: BufReader<TcpStream>,
    received: String,
}

impl EventStream {
    /// Everything received until this text.
    pub(crate) fn until(mut self, word: &str) -> String {
        while !self.received.contains(word) {
            let read = self.lines.read_line(&mut self.received).expect("UTF-8");
            assert!(read > 0, "the stream ended before {word:?}");
        }
        self.received
    }
}
