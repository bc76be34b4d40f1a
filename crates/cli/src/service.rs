//! Requests to a service on this machine (`storyteller serve`), each over a connection of its own.
//! Enter through [`post`]. Not here: permissions; the service checks them.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};

use capability::Code;
use serde_json::Value;

use host::Failure;

/// Reads the address of a service on this machine; `from` names the place in messages.
pub(super) fn address(text: &str, from: &str) -> Result<SocketAddr, Failure> {
    let address: Option<SocketAddr> = text.trim().parse().ok();
    address.filter(|it| it.ip().is_loopback()).ok_or_else(|| {
        Failure::invalid(format!("{from} is not an address of this machine"))
            .hint("it looks like 127.0.0.1:7717")
    })
}

/// Sends a JSON text with the token `bearer`; returns the answer.
pub(super) fn post(
    service: SocketAddr,
    path: &str,
    bearer: &str,
    body: &str,
) -> Result<Value, Failure> {
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {service}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\
         Authorization: Bearer {bearer}\r\n\r\n",
        body.len()
    );
    let mut response = Vec::new();
    let exchanged = TcpStream::connect(service).and_then(|mut stream| {
        stream.write_all(head.as_bytes())?;
        stream.write_all(body.as_bytes())?;
        stream.read_to_end(&mut response)
    });
    exchanged.map_err(|error| {
        Failure::new(
            Code::Unavailable,
            format!("the service at {service}: {error}"),
        )
        .hint("is `storyteller serve` still running?")
    })?;
    let response = String::from_utf8_lossy(&response);
    let body = response.split_once("\r\n\r\n").map_or("", |it| it.1);
    serde_json::from_str(body).map_err(|_| {
        Failure::new(
            Code::Unavailable,
            format!("what listens at {service} is no such service"),
        )
    })
}
