//! Commands on the story file as a whole: create, copy, check, compact.

use std::path::Path;
use std::sync::Arc;

use capability::Code;
use clap::ArgMatches;
use serde_json::json;

use super::EXIT_OK;
use super::session::{Session, flag, number, path, text};
use super::terminal::{FAINT, GOOD, done, note, plain, say};
use super::workspace_call;
use host::Failure;
use host::interfaces::status_codes;
use host::workspace::validate_title;
use host::{OpenError, RealWorld, Sample, Workspace};
use messages::Language;
use store::Store;

/// `storyteller new`.
pub(super) async fn create(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let path = path(matches);
    let title = match text(matches, "title") {
        Some(title) => title.to_owned(),
        None => stem(path),
    };
    let studio = session.create(matches, validate_title(&title)?)?;
    studio.close()?;
    done(
        flag(matches, "json"),
        &format!("{GOOD}✓{GOOD:#} {} · {title}", path.display()),
        json!({ "file": path.display().to_string(), "title": title }),
    );
    note(&format!(
        "{FAINT}next: storyteller open {}{FAINT:#}",
        path.display()
    ));
    Ok(EXIT_OK)
}

/// `storyteller sample`.
pub(super) async fn sample(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let path = path(matches);
    Session::require_parent_folder(path)?;
    let chosen = text(matches, "language").and_then(Language::for_tag);
    let language = chosen.unwrap_or_else(|| session.settings.language(&session.environment));
    let sample = Sample::in_language(language);
    sample.make(path, &session.options()).await?;
    done(
        flag(matches, "json"),
        &format!(
            "{GOOD}✓{GOOD:#} {} · the sample story “{}”",
            path.display(),
            sample.title
        ),
        json!({ "file": path.display().to_string(), "title": sample.title }),
    );
    note(&format!(
        "{FAINT}next: storyteller ask {} --node \"{}\" \"{}\"{FAINT:#}",
        path.display(),
        sample.hero,
        sample.first_instruction
    ));
    Ok(EXIT_OK)
}

/// `storyteller copy`.
pub(super) async fn copy(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let to = Path::new(text(matches, "to").unwrap_or_default());
    let studio = session.open(matches)?;
    let copied = if flag(matches, "without-history") {
        let options = session.options();
        studio.save_copy_without_history(to, options).await
    } else {
        let copied = studio.store().save_copy(to, &mut |_, _| true);
        copied.map_err(Failure::from)
    };
    // Closed even after an error, so that no log is left beside the story.
    studio.close()?;
    copied?;
    done(
        flag(matches, "json"),
        &format!("{GOOD}✓{GOOD:#} {}", to.display()),
        json!({ "file": to.display().to_string() }),
    );
    Ok(EXIT_OK)
}

/// `storyteller check`. It opens files that are too damaged for every other command.
pub(super) fn check(matches: &ArgMatches) -> Result<u8, Failure> {
    if flag(matches, "accept") {
        Store::accept_changes(path(matches)).map_err(OpenError::from)?;
    }
    let store = Store::open_damaged(path(matches), Arc::new(RealWorld)).map_err(OpenError::from)?;
    let checked = store.check();
    store.close()?;
    let damages = checked?;
    let faults: Vec<String> = damages.into_iter().map(|it| it.what).collect();
    if flag(matches, "json") {
        say(&json!({ "ok": faults.is_empty(), "faults": faults }).to_string());
    } else if faults.is_empty() {
        let path = path(matches).display();
        say(&format!("{GOOD}✓{GOOD:#} {path} is sound"));
    } else {
        faults.iter().for_each(|it| say(&plain(it)));
        note(
            "hint: `storyteller backups FILE` lists copies that can be opened in its place; or adopt other versions of what is damaged; \
             `storyteller check FILE --accept` opens the file again as it is",
        );
    }
    if faults.is_empty() {
        return Ok(EXIT_OK);
    }
    Ok(status_codes(Code::Unavailable).exit)
}

/// `storyteller compact`.
pub(super) async fn compact(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let keep = u32::try_from(number(matches, "keep").unwrap_or(u64::MAX)).unwrap_or(u32::MAX);
    let workspace = Workspace::with(session.open(matches)?)?;
    let args = json!({ "keep": keep });
    let dropped = workspace_call::call(workspace.clone(), matches, "compact_story", args).await?;
    workspace.close_all()?;
    let line = format!(
        "{GOOD}✓{GOOD:#} dropped {} old versions and {} pictures",
        dropped["versions"], dropped["assets"]
    );
    done(flag(matches, "json"), &line, dropped);
    Ok(EXIT_OK)
}

/// A file's name without its extension.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}
