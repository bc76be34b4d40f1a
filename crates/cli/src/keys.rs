//! `storyteller key`: saves, lists and removes keys with the workspace's tools, and never shows
//! one.

use std::path::Path;

use clap::ArgMatches;
use serde_json::{Value, json};

use super::EXIT_OK;
use super::render::table;
use super::session::{Session, text};
use super::terminal::{GOOD, is_interactive, note, read_line, say, width};
use super::workspace_call;
use host::Failure;

/// Runs a subcommand.
pub(super) async fn run(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    match matches.subcommand() {
        Some(("set", matches)) => set(session, matches).await,
        Some(("remove", matches)) => remove(session, matches).await,
        _ => list(session, matches).await,
    }
}

async fn set(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let name = text(matches, "name").unwrap_or_default();
    let typed = if is_interactive() {
        rpassword::prompt_password(format!("Key of {name} (not shown): "))
            .map_err(|error| Failure::io("cannot read the key", &error))?
    } else {
        read_line()?.unwrap_or_default()
    };
    if typed.trim().is_empty() {
        let hint = format!("type it when asked, or pipe it: storyteller key set {name} < key.txt");
        return Err(Failure::invalid("the key is empty").hint(hint));
    }
    let args = json!({ "provider": name, "key": typed.trim() });
    let kept = workspace_call::call(session.workspace_with(None), matches, "set_api_key", args);
    let kept = kept.await?;
    let place = kept["place"].as_str().unwrap_or_default();
    say(&format!(
        "{GOOD}✓{GOOD:#} the key of {name} is kept in {place}"
    ));
    if Path::new(place).is_absolute() {
        note("there is no usable key chain here; the file can be read by you alone");
    }
    Ok(EXIT_OK)
}

async fn remove(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let name = text(matches, "name").unwrap_or_default();
    let args = json!({ "provider": name });
    let left = workspace_call::call(
        session.workspace_with(None),
        matches,
        "remove_api_key",
        args,
    );
    let left = left.await?;
    let removed = left["removed"].as_array().cloned().unwrap_or_default();
    for place in removed.iter().filter_map(Value::as_str) {
        say(&format!(
            "{GOOD}✓{GOOD:#} forgot the key of {name} in {place}"
        ));
    }
    match left["place"].as_str() {
        Some(place) => note(&format!("one still stands in {place}; unset it there")),
        None if removed.is_empty() => {
            return Err(Failure::not_found(format!("there is no key of {name}"))
                .hint("`storyteller key list` shows which there are"));
        }
        None => {}
    }
    Ok(EXIT_OK)
}

async fn list(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let listed = workspace_call::call(
        session.workspace_with(None),
        matches,
        "list_api_keys",
        json!({}),
    );
    let listed = listed.await?;
    let keys = listed["keys"].as_array().into_iter().flatten();
    let cell = |it: &Value| it.as_str().unwrap_or_default().to_owned();
    let rows: Vec<_> = keys
        .map(|it| vec![cell(&it["provider"]), cell(&it["place"])])
        .collect();
    if rows.is_empty() {
        say("no keys; `storyteller key set openai` keeps one");
    } else {
        say(table(&["provider", "from"], &rows, width()).trim_end());
    }
    Ok(EXIT_OK)
}
