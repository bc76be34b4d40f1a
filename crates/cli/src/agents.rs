//! `storyteller agents`: makes, lists, narrows and ends the credentials with which agents and people
//! come in through a hub. A secret is printed once, for `eval`, and kept nowhere.

use std::collections::BTreeSet;

use clap::ArgMatches;
use host::Failure;
use host::agents::{
    CREDENTIAL_VARIABLE, Credential, IssuedCredential, Level, Lifetime, NewCredential, Permission,
};
use model::Timestamp;
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use star::ClientType;

use super::EXIT_OK;
use super::hub::agents_of;
use super::render::flat;
use super::session::{Session, flag, number, text};
use super::terminal::{FAINT, GOOD, note, say};

/// Runs one of its commands.
pub(super) async fn run(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let Some((command, matches)) = matches.subcommand() else {
        return Ok(EXIT_OK);
    };
    if command == "undo" {
        return undo(session, matches).await;
    }
    let studio = session.open_read_only(matches)?;
    let agents = agents_of(session, &studio)?;
    let name = text(matches, "name").unwrap_or_default();
    let now = studio.world().now();
    let as_json = flag(matches, "json");
    match command {
        "add" => {
            let IssuedCredential {
                credential,
                secret,
                path,
            } = agents.add(&studio, wanted(matches))?;
            if as_json {
                let variables = json!({ CREDENTIAL_VARIABLE: secret.expose_secret() });
                let record = record(&credential, now);
                let output =
                    json!({ "environment": variables, "path": path, "credential": record });
                say(&output.to_string());
            } else {
                say(&format!(
                    "export {CREDENTIAL_VARIABLE}={}",
                    secret.expose_secret()
                ));
                let line = line(&credential, now);
                note(&format!("{FAINT}{line}; it connects at {path}{FAINT:#}"));
            }
        }
        "change" => {
            let changed = agents.change(&studio, name, permission(matches))?;
            say(&match as_json {
                true => record(&changed, now).to_string(),
                false => line(&changed, now),
            });
        }
        "end" => {
            agents.end_now(&studio, name)?;
            say(&format!(
                "{GOOD}✓{GOOD:#} the credential of {name} has ended"
            ));
        }
        "issuer" => {
            let environment = agents.environment(&studio.title()?, None)?;
            let public_key = agents.public_key()?;
            say(&json!({ "environment": environment, "public_key": public_key }).to_string());
        }
        _ => {
            let all = agents.list()?;
            if as_json {
                let all: Vec<Value> = all.iter().map(|it| record(it, now)).collect();
                say(&json!({ "credentials": all }).to_string());
            } else {
                all.iter().for_each(|it| say(&line(it, now)));
            }
        }
    }
    Ok(EXIT_OK)
}

async fn undo(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let studio = session.open(matches)?;
    let name = text(matches, "name").unwrap_or_default();
    let undone = studio.undo_agent((&ClientType::AGENT, name), "cli").await?;
    studio.close()?;
    for reason in undone {
        say(&format!("{GOOD}✓{GOOD:#} undone: {}", flat(&reason)));
    }
    Ok(EXIT_OK)
}

/// The credential that is asked for.
fn wanted(matches: &ArgMatches) -> NewCredential {
    let minutes = || number(matches, "minutes").map(Lifetime::Minutes);
    let until = text(matches, "until").map(|it| Lifetime::Until(it.to_owned()));
    NewCredential {
        name: text(matches, "name").unwrap_or_default().to_owned(),
        role: match flag(matches, "human") {
            true => ClientType::HUMAN,
            false => ClientType::AGENT,
        },
        permission: permission(matches),
        lifetime: until.or_else(minutes).unwrap_or_default(),
    }
}

fn permission(matches: &ArgMatches) -> Permission {
    let methods = matches.get_many::<String>("method").into_iter().flatten();
    let methods: BTreeSet<String> = methods.cloned().collect();
    Permission {
        level: text(matches, "level")
            .and_then(Level::named)
            .unwrap_or(Level::Draft),
        spend: flag(matches, "spend"),
        methods: (!methods.is_empty()).then_some(methods),
    }
}

fn record(credential: &Credential, now: Timestamp) -> Value {
    let mut record = json!(credential);
    record["valid"] = json!(credential.is_valid(now));
    record
}

fn line(credential: &Credential, now: Timestamp) -> String {
    let Permission {
        level,
        spend,
        methods,
    } = &credential.permission;
    let methods = methods.iter().flatten().cloned().collect::<Vec<_>>();
    let only = match methods.is_empty() {
        true => String::new(),
        false => format!(" · only {}", methods.join(", ")),
    };
    let spend = match *spend {
        true => " · may spend",
        false => "",
    };
    let state = match credential.is_valid(now) {
        true => format!("until {}", credential.until),
        false => "no longer valid".to_owned(),
    };
    format!(
        "{} {} · {}{spend}{only} · {state}",
        credential.role,
        credential.client,
        level.as_str()
    )
}
