//! `storyteller backups`: lists the backups of a story, takes one, and opens one as a story of its own.

use clap::ArgMatches;
use host::Failure;
use serde_json::{Value, json};

use super::EXIT_OK;
use super::session::{Session, flag, path, text};
use super::terminal::{FAINT, GOOD, done, note, say};
use super::workspace_call::call;

pub(super) async fn backups(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let workspace = session.workspace(matches)?;
    let file = path(matches);
    let story = workspace.key_of_file(file)?;
    if let Some(backup) = text(matches, "open") {
        let args = json!({ "story": story, "backup": backup });
        let opened = call(workspace.clone(), matches, "open_backup", args).await?;
        workspace.close_all()?;
        let made = opened["path"].as_str().unwrap_or_default();
        done(
            flag(matches, "json"),
            &format!("{GOOD}✓{GOOD:#} {made}"),
            opened.clone(),
        );
        return Ok(EXIT_OK);
    }
    if flag(matches, "now") {
        let opened = workspace.open(file, "").await?;
        let args = json!({ "story": opened.story });
        let taken = call(workspace.clone(), matches, "back_up_story", args).await;
        workspace.close_all()?;
        let taken = taken?;
        let line = match taken["backup"]["name"].as_str() {
            Some(name) => format!("{GOOD}✓{GOOD:#} {name}"),
            None => "nothing has changed since the last backup".to_owned(),
        };
        done(flag(matches, "json"), &line, taken);
        return Ok(EXIT_OK);
    }
    let listed = call(
        workspace,
        matches,
        "list_backups",
        json!({ "story": story }),
    )
    .await?;
    if flag(matches, "json") {
        say(&listed.to_string());
        return Ok(EXIT_OK);
    }
    let backups = listed["backups"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    for backup in backups {
        let megabytes = backup["bytes"].as_f64().unwrap_or_default() / 1e6;
        say(&format!("{}  {megabytes:.1} MB", text_of(&backup["name"])));
    }
    let folder = text_of(&listed["folder"]);
    if backups.is_empty() {
        say(&format!("no backups yet; they are kept in {folder}"));
    } else {
        note(&format!(
            "{FAINT}in {folder}; next: storyteller backups {} --open NAME{FAINT:#}",
            file.display()
        ));
    }
    Ok(EXIT_OK)
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
