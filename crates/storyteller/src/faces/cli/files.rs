//! Commands on the story file as a whole: make, copy, check, compact.

use std::path::Path;

use capability::{Answer, Approver, Code, Impact, Question};
use clap::ArgMatches;
use serde_json::json;

use super::session::{Session, flag, number, path, person, text};
use super::terminal::{AtTerminal, FAINT, GOOD, note, plain, say};
use super::{DONE, exchange};
use crate::faces::{Failure, standing};

/// The title of the story that ships with the program.
const SAMPLE_TITLE: &str = "The Last Ferry";
/// The story that ships with the program.
const SAMPLE: &str = include_str!("../../../../../samples/the-last-ferry.json");

/// `storyteller new`.
pub(super) async fn create(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let path = path(matches);
    let title = match text(matches, "title") {
        Some(title) => title.to_owned(),
        None => stem(path),
    };
    let studio = session.create(matches, check_title(&title)?)?;
    studio.close()?;
    say(&format!("{GOOD}✓{GOOD:#} {} · {title}", path.display()));
    note(&format!(
        "{FAINT}next: storyteller open {}{FAINT:#}",
        path.display()
    ));
    Ok(DONE)
}

/// `storyteller sample`.
pub(super) async fn sample(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let path = path(matches);
    let studio = session.create(matches, SAMPLE_TITLE)?;
    let person = person(&studio, matches);
    let file = (Some("json"), "sample.json");
    let output = exchange::import_bytes(&studio, &person, SAMPLE.into(), file).await;
    // The sample is where its reader begins: a first undo must not empty it.
    studio.store().settle().await?;
    studio.close()?;
    if let Some(error) = output.error {
        discard(path);
        return Err(error.into());
    }
    say(&format!(
        "{GOOD}✓{GOOD:#} {} · the sample story",
        path.display()
    ));
    note(&format!(
        "{FAINT}next: storyteller ask {} --node \"Thomas Anderson\" \"rename the hero to Neo and make \
         a portrait\"{FAINT:#}",
        path.display()
    ));
    Ok(DONE)
}

/// `storyteller copy`.
pub(super) fn copy(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let to = Path::new(text(matches, "to").unwrap_or_default());
    let studio = session.open(matches)?;
    studio.store().save_copy(to, &mut |_, _| true)?;
    studio.close()?;
    say(&format!("{GOOD}✓{GOOD:#} {}", to.display()));
    Ok(DONE)
}

/// `storyteller check`.
pub(super) fn check(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let studio = session.open_reading(matches)?;
    let damages = studio.store().check()?;
    studio.close()?;
    let faults: Vec<String> = damages.into_iter().map(|it| it.what).collect();
    if flag(matches, "json") {
        say(&json!({ "ok": faults.is_empty(), "faults": faults }).to_string());
    } else if faults.is_empty() {
        let path = path(matches).display();
        say(&format!("{GOOD}✓{GOOD:#} {path} is sound"));
    } else {
        faults.iter().for_each(|it| say(&plain(it)));
        note("hint: restore the file from a copy, or adopt other versions of what is damaged");
    }
    if faults.is_empty() {
        return Ok(DONE);
    }
    Ok(standing(Code::Unavailable).exit)
}

/// `storyteller compact`.
pub(super) async fn compact(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let keep = u32::try_from(number(matches, "keep").unwrap_or(u64::MAX)).unwrap_or(u32::MAX);
    let studio = session.open(matches)?;
    let question = Question {
        call_id: "compact".into(),
        tool: "compact".into(),
        impact: Impact::Destroy,
        args: json!({ "keep": keep }),
        text: format!(
            "Drop the text of all old versions but the newest {keep} of each thing? It cannot be undone."
        ),
    };
    let person = AtTerminal {
        yes: flag(matches, "yes"),
    };
    if let Answer::Reject(why) = person.ask(question).await {
        return Err(Failure::new(Code::PermissionDenied, why));
    }
    let (versions, assets) = studio.store().compact(keep).await?;
    studio.close()?;
    say(&format!(
        "{GOOD}✓{GOOD:#} dropped {versions} old versions and {assets} pictures"
    ));
    Ok(DONE)
}

/// Takes away a story file that was made and could not be filled.
pub(super) fn discard(path: &Path) {
    for more in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(more);
        // What is not there need not be taken away.
        let _ = std::fs::remove_file(name);
    }
}

/// A file's name without its extension.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn check_title(title: &str) -> Result<&str, Failure> {
    if title.trim().is_empty() {
        return Err(Failure::invalid("the title is empty"));
    }
    if title.chars().any(char::is_control) {
        return Err(Failure::invalid("the title holds a control character").hint("use plain text"));
    }
    Ok(title.trim())
}
