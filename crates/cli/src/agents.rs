//! `storyteller agents`: makes, lists, narrows and ends the credentials with which agents and people
//! come in through a hub. A secret is printed once, for `eval`, and kept nowhere.

use std::collections::BTreeSet;
use std::time::Duration;

use capability::Audience;
use clap::ArgMatches;
use host::agents::{Agents, CREDENTIAL_VARIABLE, Credential, DEFAULT_MINUTES, Level, Permission};
use host::{Failure, Studio};
use model::Timestamp;
use secrecy::ExposeSecret as _;
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
    let told = match command {
        "add" => add(&studio, &agents, matches)?,
        "change" => {
            let mut wanted = permission(&studio, matches)?;
            if wanted.methods.is_none() {
                let all = agents.list()?.into_iter();
                let mut valid = all.filter(|it| it.client == name && it.is_valid(now));
                wanted.methods = valid.next().and_then(|it| it.permission.methods);
            }
            let changed = agents.permit(name, wanted, now)?;
            told(&changed, now)
        }
        "end" => {
            agents.end(name, now)?;
            say(&format!(
                "{GOOD}✓{GOOD:#} the credential of {name} has ended"
            ));
            return Ok(EXIT_OK);
        }
        "issuer" => {
            let environment = agents.environment(&title(&studio)?, None)?;
            json!({ "environment": environment, "public_key": agents.public_key()? })
        }
        _ => {
            let all = agents.list()?;
            let all: Vec<Value> = all.iter().map(|it| told(it, now)).collect();
            if !flag(matches, "json") {
                all.iter().for_each(|it| say(&line(it)));
                return Ok(EXIT_OK);
            }
            json!({ "credentials": all })
        }
    };
    let is_secret = told.get("environment").is_some_and(Value::is_object);
    if is_secret && !flag(matches, "json") {
        let secret = told["environment"][CREDENTIAL_VARIABLE].as_str();
        say(&format!(
            "export {CREDENTIAL_VARIABLE}={}",
            secret.unwrap_or_default()
        ));
        note(&format!(
            "{FAINT}{}; it connects at {}{FAINT:#}",
            line(&told["credential"]),
            told["path"].as_str().unwrap_or_default()
        ));
    } else if command == "change" && !flag(matches, "json") {
        say(&line(&told));
    } else {
        say(&told.to_string());
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

fn add(studio: &Studio, agents: &Agents, matches: &ArgMatches) -> Result<Value, Failure> {
    let world = studio.world();
    let from = world.now();
    let role = match flag(matches, "human") {
        true => ClientType::HUMAN,
        false => ClientType::AGENT,
    };
    let wanted = Credential {
        id: world.new_id(),
        client: text(matches, "name").unwrap_or_default().to_owned(),
        role: role.clone(),
        permission: permission(studio, matches)?,
        from,
        until: until(matches, from)?,
        ended: None,
    };
    let title = title(studio)?;
    let (credential, secret) = agents.issue(&title, wanted)?;
    let environment = agents.environment(&title, None)?;
    Ok(json!({
        "environment": { CREDENTIAL_VARIABLE: secret.expose_secret() },
        "path": format!("/env/{environment}/{role}/{}", credential.client),
        "credential": told(&credential, from),
    }))
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

fn told(credential: &Credential, now: Timestamp) -> Value {
    let mut told = json!(credential);
    told["valid"] = json!(credential.is_valid(now));
    told
}

fn line(credential: &Value) -> String {
    let word = |name: &str| credential[name].as_str().unwrap_or_default().to_owned();
    let methods = credential["methods"].as_array().map(|it| {
        let all: Vec<_> = it.iter().filter_map(Value::as_str).collect();
        format!(" · only {}", all.join(", "))
    });
    let spend = match credential["spend"] == true {
        true => " · may spend",
        false => "",
    };
    let state = match credential["valid"] == true {
        true => format!("until {}", word("until")),
        false => "not valid any more".to_owned(),
    };
    format!(
        "{} {} · {}{spend}{} · {state}",
        word("role"),
        word("client"),
        word("level"),
        methods.unwrap_or_default()
    )
}
