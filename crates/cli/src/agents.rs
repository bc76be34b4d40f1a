//! `storyteller agents`: creates, lists, restricts and revokes the credentials with which agents
//! and people connect through a hub. A secret is printed once, for `eval`, and stored nowhere.

use std::collections::BTreeSet;

use clap::ArgMatches;
use host::Failure;
use host::agents::{
    Agents, CREDENTIAL_VARIABLE, Credential, IssuedCredential, Level, Lifetime, NewCredential,
    Permission,
};
use host::{PostedMessage, Studio};
use model::Timestamp;
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use star::ClientType;

use super::EXIT_OK;
use super::hub::agents_of;
use super::render::flat;
use super::session::{Session, flag, number, text};
use super::terminal::{FAINT, GOOD, note, say};

/// How many of the newest messages are listed.
const MESSAGES: usize = 100;

/// Runs a subcommand.
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
            let issued = agents.add(&studio, wanted(matches))?;
            let invitation = issued.invitation();
            let IssuedCredential {
                credential,
                secret,
                path,
            } = issued;
            if as_json {
                let variables = json!({ CREDENTIAL_VARIABLE: secret.expose_secret() });
                let record = record(&credential, now);
                let mut output =
                    json!({ "environment": variables, "path": path, "credential": record });
                if let Some(invitation) = invitation {
                    output["invitation"] = json!(invitation);
                }
                say(&output.to_string());
            } else {
                say(&format!(
                    "export {CREDENTIAL_VARIABLE}={}",
                    secret.expose_secret()
                ));
                let line = line(&credential, now);
                note(&format!("{FAINT}{line}; it connects at {path}{FAINT:#}"));
                if let Some(invitation) = invitation {
                    note(&format!(
                        "{FAINT}in a browser: {invitation} after the hub's address, with http:// \
                         instead of ws://{FAINT:#}"
                    ));
                }
            }
        }
        "change" => change(&studio, &agents, matches)?,
        "end" => {
            agents.end_now(&studio, name)?;
            say(&format!(
                "{GOOD}✓{GOOD:#} the credential of {name} has ended"
            ));
        }
        "messages" => {
            let limit = number(matches, "limit").and_then(|it| usize::try_from(it).ok());
            let posted = studio.posted_messages(limit.unwrap_or(MESSAGES))?;
            if as_json {
                say(&json!({ "messages": posted }).to_string());
            } else {
                let line = |it: &PostedMessage| {
                    format!(
                        "{FAINT}{:.0}{FAINT:#} {}: {}",
                        it.time,
                        it.name,
                        flat(&it.text)
                    )
                };
                posted.iter().for_each(|it| say(&line(it)));
            }
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

/// Changes what a credential allows, when it expires, or both. A later expiry comes with a new
/// secret.
fn change(studio: &Studio, agents: &Agents, matches: &ArgMatches) -> Result<(), Failure> {
    let name = text(matches, "name").unwrap_or_default();
    let (now, as_json) = (studio.world().now(), flag(matches, "json"));
    let (level, end) = (text(matches, "level"), lifetime(matches));
    if level.is_none() && end.is_none() {
        let message = "nothing is said that should change";
        return Err(Failure::invalid(message).hint("give --level, --minutes or --until"));
    }
    let mut changed = None;
    if level.is_some() {
        changed = Some(agents.change(studio, name, permission(matches))?);
    }
    let mut secret = None;
    if let Some(end) = end {
        let renewed = agents.change_end(studio, name, &end)?;
        (changed, secret) = (Some(renewed.credential), Some(renewed.secret));
    }
    let Some(changed) = changed else {
        return Ok(());
    };
    if as_json {
        let mut record = record(&changed, now);
        if let Some(secret) = secret {
            record["environment"] = json!({ CREDENTIAL_VARIABLE: secret.expose_secret() });
        }
        say(&record.to_string());
        return Ok(());
    }
    match secret {
        None => say(&line(&changed, now)),
        Some(secret) => {
            say(&format!(
                "export {CREDENTIAL_VARIABLE}={}",
                secret.expose_secret()
            ));
            note(&format!("{FAINT}{}{FAINT:#}", line(&changed, now)));
        }
    }
    Ok(())
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

/// The requested credential.
fn wanted(matches: &ArgMatches) -> NewCredential {
    NewCredential {
        name: text(matches, "name").unwrap_or_default().to_owned(),
        role: match flag(matches, "human") {
            true => ClientType::HUMAN,
            false => ClientType::AGENT,
        },
        permission: permission(matches),
        lifetime: lifetime(matches).unwrap_or_default(),
    }
}

/// The requested lifetime.
fn lifetime(matches: &ArgMatches) -> Option<Lifetime> {
    let minutes = || number(matches, "minutes").map(Lifetime::Minutes);
    let until = text(matches, "until").map(|it| Lifetime::Until(it.to_owned()));
    until.or_else(minutes)
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
        true => format!("until {:.0}", credential.until),
        false => "no longer valid".to_owned(),
    };
    format!(
        "{} {} · {}{spend}{only} · {state}",
        credential.role,
        credential.name(),
        level.as_str()
    )
}
