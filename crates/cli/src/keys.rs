//! `storyteller key`: keeps, lists and forgets keys, and never shows one.

use std::collections::BTreeSet;

use clap::ArgMatches;
use secrecy::SecretString;

use super::EXIT_OK;
use super::render::table;
use super::session::{Session, text};
use super::terminal::{GOOD, is_interactive, note, read_line, say, width};
use host::Failure;
use host::models;
use host::settings::KeyLocation;

/// Runs the subcommand that was typed.
pub(super) fn run(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    match matches.subcommand() {
        Some(("set", matches)) => set(session, text(matches, "name").unwrap_or_default()),
        Some(("remove", matches)) => remove(session, text(matches, "name").unwrap_or_default()),
        _ => list(session),
    }
}

fn set(session: &Session, name: &str) -> Result<u8, Failure> {
    let typed = if is_interactive() {
        rpassword::prompt_password(format!("Key of {name} (not shown): "))
            .map_err(|error| Failure::io("cannot read the key", &error))?
    } else {
        read_line()?.unwrap_or_default()
    };
    let secret = SecretString::from(typed.trim().to_owned());
    drop(typed);
    if secrecy::ExposeSecret::expose_secret(&secret).is_empty() {
        let hint = format!("type it when asked, or pipe it: storyteller key set {name} < key.txt");
        return Err(Failure::invalid("the key is empty").hint(hint));
    }
    let place = session.keys.save(name, &secret)?;
    say(&format!(
        "{GOOD}✓{GOOD:#} the key of {name} is kept in {place}"
    ));
    if matches!(place, KeyLocation::File(_)) {
        note("there is no usable key chain here; the file can be read by you alone");
    }
    Ok(EXIT_OK)
}

fn remove(session: &Session, name: &str) -> Result<u8, Failure> {
    let places = session.keys.remove(name)?;
    for place in &places {
        say(&format!(
            "{GOOD}✓{GOOD:#} forgot the key of {name} in {place}"
        ));
    }
    match session.keys.find(name)? {
        Some(left) => note(&format!(
            "one still stands in {}; unset it there",
            left.place
        )),
        None if places.is_empty() => {
            return Err(Failure::not_found(format!("there is no key of {name}"))
                .hint("`storyteller key list` shows which there are"));
        }
        None => {}
    }
    Ok(EXIT_OK)
}

fn list(session: &Session) -> Result<u8, Failure> {
    let mut names: BTreeSet<String> = models::providers(&session.settings).collect();
    names.extend(session.keys.names_in_file()?);
    let mut rows = Vec::new();
    for name in names {
        if let Some(key) = session.keys.find(&name)? {
            rows.push(vec![name, key.place.to_string()]);
        }
    }
    if rows.is_empty() {
        say("no keys; `storyteller key set openai` keeps one");
    } else {
        say(table(&["provider", "from"], &rows, width()).trim_end());
    }
    Ok(EXIT_OK)
}
