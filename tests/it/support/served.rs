//! A story served by the real program, and requests to it over a socket.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use serde_json::Value;

use super::cli::{Desk, Running};

/// A served story; the program ends with the test.
pub(crate) struct Served {
    pub(crate) port: u16,
    pub(crate) token: String,
    _running: Running,
}

impl Served {
    /// Serves a story of a desk at any free port.
    pub(crate) fn start(desk: &Desk, story: &str) -> Self {
        let mut running = desk.start(&["serve", story, "--port", "0"]);
        let line = running.line().expect("the address of the page");
        let (address, token) = line
            .split_once("/#token=")
            .expect("an address with a token");
        let port = address.rsplit(':').next().and_then(|it| it.parse().ok());
        Self {
            port: port.expect("a port"),
            token: token.to_owned(),
            _running: running,
        }
    }

    /// Sends a request as whoever holds `bearer`; the status and the body.
    pub(crate) fn send(&self, request: &str, bearer: &str, body: &Value) -> (u16, String) {
        let body = body.to_string();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        let head = format!(
            "{request} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\
             Authorization: Bearer {bearer}\r\n\r\n",
            self.port,
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("it reads");
        // A server that refuses early may close before it has read all.
        let _ = stream.write_all(body.as_bytes());
        let mut heard = String::new();
        stream
            .read_to_string(&mut heard)
            .expect("it answers in UTF-8");
        let status = heard.split(' ').nth(1).and_then(|it| it.parse().ok());
        let body = heard.split_once("\r\n\r\n").expect("an answer").1;
        (status.expect("a status"), body.to_owned())
    }

    /// The same as the person at the window; the body as JSON.
    pub(crate) fn ask(&self, request: &str, body: &Value) -> (u16, Value) {
        let (status, body) = self.send(request, &self.token, body);
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }
}
