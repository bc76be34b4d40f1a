//! `storyteller project_cli`: the restricted command line as a process (AT-1 … AT-5). It reaches one
//! running service on this machine and the methods its credential names, and nothing else: no shell,
//! no file, no path. The credential comes from the environment alone.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};

use capability::Code;
use clap::ArgMatches;
use serde_json::{Value, json};

use super::DONE;
use super::session::{Session, text};
use super::terminal::{read_input, say};
use crate::credential::{PREFIX, SERVICE, VARIABLE};
use crate::faces::{Failure, standing, wire};

/// Runs one method and prints one JSON object.
pub(super) fn run(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let answer = match called(session, matches) {
        Ok(answer) => answer,
        Err(failure) => wire::failure(&failure),
    };
    say(&answer.to_string());
    if answer["ok"] == true {
        return Ok(DONE);
    }
    let code: Option<Code> = serde_json::from_value(answer["error"]["code"].clone()).ok();
    Ok(standing(code.unwrap_or(Code::Internal)).exit)
}

fn called(session: &Session, matches: &ArgMatches) -> Result<Value, Failure> {
    let words = ["module", "method"].map(|it| text(matches, it).unwrap_or_default());
    let [module, method] = match words {
        // `project_cli help` alone tells of all modules.
        [method, ""] => ["", method],
        both => both,
    };
    let missing = |name: &str| {
        let message = format!("{name} is not set");
        Failure::new(Code::PermissionDenied, message)
            .hint("the running service hands it out through the environment")
    };
    let credential = session.environment.get(VARIABLE);
    let credential = credential.ok_or_else(|| missing(VARIABLE))?;
    let service = session
        .environment
        .get(SERVICE)
        .ok_or_else(|| missing(SERVICE))?;
    let service: Option<SocketAddr> = service.parse().ok();
    let service = service.filter(|it| it.ip().is_loopback()).ok_or_else(|| {
        Failure::invalid(format!("{SERVICE} is no address of this machine"))
            .hint("it looks like 127.0.0.1:7717")
    })?;
    let given = match text(matches, "input") {
        None => "{}".to_owned(),
        Some("-") => read_input()?,
        Some(text) => text.to_owned(),
    };
    if given.contains(PREFIX) {
        return Err(Failure::invalid(
            "a credential does not belong into the input",
        ));
    }
    let input = wire::read_input(&given, "the input")?;
    let body = json!({ "module": module, "method": method, "input": input }).to_string();
    asked(service, credential, &body)
}

/// One request over a connection of its own.
fn asked(service: SocketAddr, credential: &str, body: &str) -> Result<Value, Failure> {
    if credential.contains(|it: char| it.is_control() || it == ' ') {
        return Err(Failure::invalid(format!("{VARIABLE} holds no credential")));
    }
    let head = format!(
        "POST /api/cli HTTP/1.1\r\nHost: {service}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\
         Authorization: Bearer {credential}\r\n\r\n",
        body.len()
    );
    let mut heard = Vec::new();
    let exchanged = TcpStream::connect(service).and_then(|mut stream| {
        stream.write_all(head.as_bytes())?;
        stream.write_all(body.as_bytes())?;
        stream.read_to_end(&mut heard)
    });
    exchanged.map_err(|error| {
        Failure::new(
            Code::Unavailable,
            format!("the service at {service}: {error}"),
        )
        .hint("is `storyteller serve` still running?")
    })?;
    let heard = String::from_utf8_lossy(&heard);
    let body = heard.split_once("\r\n\r\n").map_or("", |it| it.1);
    serde_json::from_str(body).map_err(|_| {
        Failure::new(
            Code::Unavailable,
            format!("what listens at {service} is no such service"),
        )
    })
}
