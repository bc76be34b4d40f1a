//! `storyteller project_cli`: the restricted command line as a process (AT-1 … AT-5). It reaches
//! one running service on this machine and the methods of its credential, and nothing else: no
//! shell, no file, no path. The credential comes only from the environment.

use capability::Code;
use clap::ArgMatches;
use serde_json::{Value, json};

use super::session::{Session, text};
use super::terminal::{read_input, say};
use super::{EXIT_OK, service};
use host::Failure;
use host::credential::{PREFIX, SERVICE, VARIABLE};
use host::interfaces::{status_codes, wire};

/// Runs one method and prints one JSON object.
pub(super) fn run(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let answer = match called(session, matches) {
        Ok(answer) => answer,
        Err(failure) => wire::failure(&failure),
    };
    say(&answer.to_string());
    if answer["ok"] == true {
        return Ok(EXIT_OK);
    }
    let code: Option<Code> = serde_json::from_value(answer["error"]["code"].clone()).ok();
    Ok(status_codes(code.unwrap_or(Code::Internal)).exit)
}

fn called(session: &Session, matches: &ArgMatches) -> Result<Value, Failure> {
    let words = ["module", "method"].map(|it| text(matches, it).unwrap_or_default());
    let [module, method] = match words {
        // `project_cli help` without a method describes all modules.
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
    let service = service::address(service, SERVICE)?;
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
    if credential.contains(|it: char| it.is_control() || it == ' ') {
        return Err(Failure::invalid(format!("{VARIABLE} holds no credential")));
    }
    service::post(service, "/api/cli", credential, &body)
}
