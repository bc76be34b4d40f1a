//! `storyteller import`: the import tools with files.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use capability::{Caller, ToolAgentOutput};
use clap::ArgMatches;
use host::settings::{Environment, Keys};
use host::workspace::WorkspaceOptions;
use host::{Failure, ImportedFile, Studio, Workspace, discard, import_args};
use serde_json::{Value, json};

use super::export::{call, extension_in_lower_case};
use super::render::{counted, table};
use super::session::{Session, flag, path, person, text};
use super::terminal::{FAINT, GOOD, note, read_bytes, read_stdin, say};
use super::{EXIT_OK, files, folders, terminal, tools, workspace_call};

/// `storyteller import`.
pub(super) async fn import(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let source = text(matches, "source").unwrap_or_default();
    if extension_in_lower_case(source) == "story" && text(matches, "format").is_none() {
        return Err(Failure::invalid(format!(
            "{source} is a story of Storyteller, which is opened and not imported"
        ))
        .hint(format!(
            "the story to import into comes first: storyteller import {source} {}",
            path(matches).display()
        )));
    }
    let content = match source {
        "-" => read_stdin()?,
        source if Path::new(source).is_dir() => folders::pack(Path::new(source))?,
        source => read_bytes(Path::new(source))?,
    };
    let name = Path::new(source)
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    let file = ImportedFile {
        name: &name,
        format: text(matches, "format"),
        split: text(matches, "split"),
    };
    if flag(matches, "preview") {
        return preview(matches, content, file).await;
    }
    let path = path(matches);
    let takes_edits = flag(matches, "edits");
    let is_new = !path.exists() && !takes_edits;
    let studio = if is_new {
        session.create(matches, &files::stem(path))?
    } else {
        session.open(matches)?
    };
    let person = person(&studio, matches);
    let mut output = if takes_edits {
        let args = json!({
            "content": STANDARD.encode(&content), "encoding": "base64", "file_name": name,
        });
        tools::call(&studio, &person, call("import_edits", args)).await
    } else {
        let replaces = flag(matches, "replace");
        import_bytes(&studio, &person, content, file, replaces).await
    };
    studio.close()?;
    if let Some(result) = &mut output.result {
        add_file_name(&mut result.data, &name);
    }
    if is_new && output.result.is_none() {
        discard(path);
    }
    let json = flag(matches, "json");
    match &output.result {
        Some(result) if takes_edits && !json => {
            show_edits(&result.data, path);
            Ok(EXIT_OK)
        }
        _ => Ok(tools::show(&output, json)),
    }
}

/// Says what a file changes, and where that waits.
fn show_edits(report: &Value, story: &Path) {
    let count = |key: &str| report[key].as_u64().unwrap_or_default();
    let Some(draft) = report["draft"].as_str() else {
        say("nothing was changed in the file");
        return;
    };
    let short = &draft[draft.len().saturating_sub(8)..];
    let counts = [
        ("changed", count("count")),
        ("new", count("added")),
        ("removed", count("removed")),
        ("new comments", count("comments")),
    ];
    let counts = counts.iter().filter(|it| it.1 > 0);
    let counts: Vec<_> = counts
        .map(|(what, count)| format!("{what}: {count}, "))
        .collect();
    say(&format!(
        "{GOOD}✓{GOOD:#} {}in the draft {short}",
        counts.concat()
    ));
    let missing = report["missing"].as_array().into_iter().flatten();
    let missing: Vec<_> = missing.filter_map(|it| it["title"].as_str()).collect();
    if !missing.is_empty() {
        note(&format!(
            "{FAINT}not in the file, and as they were: {}{FAINT:#}",
            missing.join(", ")
        ));
    }
    if count("conflicts") > 0 {
        note(&format!(
            "{FAINT}changed here too; the draft has what the file says: {} places{FAINT:#}",
            count("conflicts")
        ));
    }
    note(&format!(
        "{FAINT}next: storyteller show_draft {} --draft {short}{FAINT:#}",
        story.display()
    ));
}

/// Previews an import; creates, opens and changes no story file.
async fn preview(
    matches: &ArgMatches,
    content: Vec<u8>,
    file: ImportedFile<'_>,
) -> Result<u8, Failure> {
    let workspace = Workspace::new(WorkspaceOptions {
        environment: Environment::default(),
        keys: Keys::none(),
        model: None,
    });
    let args = import_args(content, file);
    let found = workspace_call::call(workspace, matches, "preview_file", args).await?;
    if flag(matches, "json") {
        say(&found.to_string());
    } else {
        show_preview(&found);
    }
    Ok(EXIT_OK)
}

/// Prints the nodes as a table, and other ways to divide prose.
fn show_preview(found: &Value) {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let count = |value: &Value| value.as_u64().unwrap_or_default();
    let first = found["first"].as_array().into_iter().flatten();
    let rows: Vec<Vec<String>> = first
        .map(|it| {
            vec![
                text(&it["group"]),
                text(&it["title"]),
                it["words"].to_string(),
            ]
        })
        .collect();
    say(&table(
        &["group", "node", "words"],
        &rows,
        terminal::width(),
    ));
    if let Some(more) = found["more"].as_u64() {
        say(&format!("… and {more} more"));
    }
    say(&format!(
        "{}, {} · {}",
        counted(count(&found["nodes"]), "nodes"),
        counted(count(&found["words"]), "words"),
        text(&found["title"])
    ));
    for warning in found["warnings"].as_array().into_iter().flatten() {
        note(&text(&warning["message"]));
    }
    let Some(split) = found["split"].as_str() else {
        return;
    };
    let others = found["other_splits"].as_array().into_iter().flatten();
    let others: Vec<String> = others
        .map(|it| {
            let nodes = counted(count(&it["nodes"]), "nodes");
            format!("{} ({nodes})", text(&it["split"]))
        })
        .collect();
    note(&format!(
        "{FAINT}divided by --split {split}; others: {}, or the words that the first line of each node \
         begins with, such as \"Day *\"{FAINT:#}",
        others.join(", ")
    ));
}

/// Adds the name of the imported file to warnings about its lines, if the story is a single file.
fn add_file_name(imported: &mut Value, name: &str) {
    let warnings = imported["warnings"].as_array_mut();
    for warning in warnings.into_iter().flatten() {
        if warning.get("line").is_some() && warning.get("file").is_none() && name != "-" {
            warning["file"] = json!(name);
        }
    }
}

/// Calls the import tool with the bytes of a file.
async fn import_bytes(
    studio: &Studio,
    person: &Caller,
    bytes: Vec<u8>,
    file: ImportedFile<'_>,
    replaces: bool,
) -> ToolAgentOutput {
    let mut args = import_args(bytes, file);
    if replaces {
        args["mode"] = json!("replace");
    }
    tools::call(studio, person, call("import_story", args)).await
}
