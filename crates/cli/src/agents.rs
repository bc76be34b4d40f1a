//! `storyteller agents`: makes, lists, narrows and ends the credentials with which agents and people
//! come in through a hub. A secret is printed once, for `eval`, and kept nowhere.

use std::collections::BTreeSet;
use std::time::Duration;

use capability::Audience;
use clap::ArgMatches;
use host::agents::{Agents, CREDENTIAL_VARIABLE, Credential, DEFAULT_MINUTES, Level, Permission};
use host::{Failure, Studio};
use model::Timestamp;
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::{Value, json};
use star::ClientType;

use super::EXIT_OK;
use super::hub::{agents_of, title};
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
            let (credential, secret) = issue(&studio, &agents, matches)?;
            let environment = agents.environment(&title(&studio)?, None)?;
            let path = format!(
                "/env/{environment}/{}/{}",
                credential.role, credential.client
            );
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
            let mut wanted = permission(&studio, matches)?;
            if wanted.methods.is_none() {
                let all = agents.list()?.into_iter();
                let mut valid = all.filter(|it| it.client == name && it.is_valid(now));
                wanted.methods = valid.next().and_then(|it| it.permission.methods);
            }
            let changed = agents.permit(name, wanted, now)?;
            say(&match as_json {
                true => record(&changed, now).to_string(),
                false => line(&changed, now),
            });
        }
        "end" => {
            agents.end(name, now)?;
            say(&format!(
                "{GOOD}✓{GOOD:#} the credential of {name} has ended"
            ));
        }
        "issuer" => {
            let environment = agents.environment(&title(&studio)?, None)?;
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
    let undone = studio.undo_agent(name, "cli").await?;
    studio.close()?;
    for reason in undone {
        say(&format!("{GOOD}✓{GOOD:#} undone: {}", flat(&reason)));
    }
    Ok(EXIT_OK)
}

/// Makes a credential; the secret is given out this once.
fn issue(
    studio: &Studio,
    agents: &Agents,
    matches: &ArgMatches,
) -> Result<(Credential, SecretString), Failure> {
    let world = studio.world();
    let from = world.now();
    let role = match flag(matches, "human") {
        true => ClientType::HUMAN,
        false => ClientType::AGENT,
    };
    let wanted = Credential {
        id: world.new_id(),
        client: text(matches, "name").unwrap_or_default().to_owned(),
        role,
        permission: permission(studio, matches)?,
        from,
        until: until(matches, from)?,
        ended: None,
    };
    agents.issue(&title(studio)?, wanted)
}

fn permission(studio: &Studio, matches: &ArgMatches) -> Result<Permission, Failure> {
    let methods = matches.get_many::<String>("method").into_iter().flatten();
    let methods: BTreeSet<String> = methods.cloned().collect();
    for method in &methods {
        let spec = studio.registry().spec(method);
        let fits = spec.filter(|it| format!("{}.{}", it.module, it.method) == *method);
        if fits.is_none_or(|it| it.audience == Audience::People) {
            let message = format!("there is no method {method:?} for agents");
            return Err(Failure::not_found(message).hint(
                "methods are spelled module.method: kv.read; `storyteller tools` lists them",
            ));
        }
    }
    Ok(Permission {
        level: text(matches, "level")
            .and_then(Level::named)
            .unwrap_or(Level::Draft),
        spend: flag(matches, "spend"),
        methods: (!methods.is_empty()).then_some(methods),
    })
}

fn until(matches: &ArgMatches, from: Timestamp) -> Result<Timestamp, Failure> {
    let Some(until) = text(matches, "until") else {
        let minutes = number(matches, "minutes").unwrap_or(DEFAULT_MINUTES);
        let end = from.checked_add(Duration::from_secs(minutes.saturating_mul(60)));
        return end.map_err(|_| Failure::invalid("that many minutes are too many"));
    };
    let until: Timestamp = until.parse().map_err(|_| {
        Failure::invalid(format!("{until:?} is no instant"))
            .hint("it looks like 2027-01-31T18:00:00Z")
    })?;
    match until > from {
        true => Ok(until),
        false => Err(Failure::invalid("the credential would have ended already")),
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
