//! `storyteller import` and `export`: the exchange tools with files. Tools take and return content;
//! only this file reads and writes files, and it never overwrites one unless forced.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use capability::{Caller, ToolAgentOutput};
use clap::ArgMatches;
use model::conversation::ToolCall;
use serde_json::{Value, json};

use super::render::{counted, table};
use super::session::{Session, flag, path, person, text};
use super::terminal::{FAINT, GOOD, note, read_bytes, read_stdin, say, write_bytes};
use super::{EXIT_OK, files, folders, terminal, tools, workspace_call};
use host::Failure;
use host::Studio;
use host::interfaces::wire;
use host::settings::{Environment, Keys};
use host::workspace::WorkspaceOptions;
use host::{ImportedFile, Workspace, discard, import_args};

/// The extension of formats made of several files.
const ARCHIVE: &str = "zip";
/// The format of an export for which nothing says another.
const DEFAULT_FORMAT: &str = "json";

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

/// Says what a document has changed, and where that waits.
fn show_edits(report: &Value, story: &Path) {
    let count = |key: &str| report[key].as_u64().unwrap_or_default();
    let Some(draft) = report["draft"].as_str() else {
        say("the document has no changes");
        return;
    };
    let short = &draft[draft.len().saturating_sub(8)..];
    say(&format!(
        "{GOOD}✓{GOOD:#} changed scenes: {}, new comments: {}, in the draft {short}",
        count("count"),
        count("comments"),
    ));
    let missing = report["missing"].as_array().into_iter().flatten();
    let missing: Vec<_> = missing.filter_map(|it| it["title"].as_str()).collect();
    if !missing.is_empty() {
        note(&format!(
            "{FAINT}not in the document, and as they were: {}{FAINT:#}",
            missing.join(", ")
        ));
    }
    if count("conflicts") > 0 {
        note(&format!(
            "{FAINT}changed here too, with the document's words in the draft: {} places{FAINT:#}",
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

/// `storyteller export`.
pub(super) async fn export(session: &Session, matches: &ArgMatches) -> Result<u8, Failure> {
    let studio = session.open(matches)?;
    let person = person(&studio, matches);
    let format = match text(matches, "format") {
        Some(format) => format,
        None => format_by_name(text(matches, "output")),
    };
    let mut export_args = json!({ "format": format });
    if flag(matches, "history") {
        export_args["history"] = json!(true);
    }
    if asks_for_single_file(text(matches, "output"), format) {
        export_args["single_file"] = json!(true);
    }
    for option in ["story-format", "chapters", "numbering", "paper", "design"] {
        if let Some(chosen) = text(matches, option) {
            let field = option.replace('-', "_");
            export_args[field] = json!(chosen.to_lowercase().replace('-', "_"));
        }
    }
    if let Some(language) = text(matches, "language") {
        export_args["language"] = json!(language);
    }
    if flag(matches, "comments") {
        export_args["comments"] = json!(true);
    }
    let losses_only = flag(matches, "losses");
    if losses_only {
        export_args["losses_only"] = json!(true);
    }
    let export_args = call("export_story", export_args);
    let mut output = tools::call(&studio, &person, export_args).await;
    studio.close()?;
    let Some(result) = &mut output.result else {
        return Ok(tools::show(&output, flag(matches, "json")));
    };
    if losses_only {
        if flag(matches, "json") {
            say(&wire::answer(&output).to_string());
        } else {
            show_losses(&result.data);
        }
        return Ok(EXIT_OK);
    }
    let bytes = content(&mut result.data)?;
    for loss in losses(&result.data) {
        note(&format!("{FAINT}lost: {loss}{FAINT:#}"));
    }
    let target = match text(matches, "output") {
        Some("-") => return write_bytes(&bytes).map(|()| EXIT_OK),
        Some(target) => PathBuf::from(target),
        None => default_export_path(path(matches), format, &result.data),
    };
    reject_overwriting_story(&target, path(matches))?;
    let force = flag(matches, "force");
    if is_folder(&target, &result.data, format) {
        let written = folders::unpack(&bytes, &target, force)?;
        for stale in &written.stale {
            let file = target.join(stale);
            note(&format!(
                "{FAINT}stale: {} is not part of the story; delete it if you do not need it{FAINT:#}",
                file.display()
            ));
        }
        result.data["written"] = json!(written.written);
        result.data["unchanged"] = json!(written.unchanged);
        result.data["stale"] = json!(written.stale);
    } else {
        write_new(&target, &bytes, force)?;
    }
    if flag(matches, "json") {
        result.data["path"] = json!(target);
        say(&wire::answer(&output).to_string());
    } else {
        say(&format!("{GOOD}✓{GOOD:#} {}", target.display()));
        if is_archive_of_files(&result.data, format) {
            note(&format!(
                "{FAINT}It is an archive, because the story was imported from several files. \
                 For a single file, name one: --output {}{FAINT:#}",
                target.with_extension(extension_of(format)).display()
            ));
        } else if let Some(fitting) = fitting_name(&target, &result.data, format) {
            note(&format!(
                "{FAINT}Its name does not fit what it is; a fitting one is {}{FAINT:#}",
                fitting.display()
            ));
        }
    }
    Ok(EXIT_OK)
}

/// The format of an export that names none: the first whose files have the target's extension. Says so
/// where that is a choice between several, or where there is none.
fn format_by_name(target: Option<&str>) -> &'static str {
    let named = target.map(extension_in_lower_case).unwrap_or_default();
    if named.is_empty() {
        return DEFAULT_FORMAT;
    }
    let mut matching = ::formats::EXPORTERS
        .iter()
        .filter(|it| it.extensions().contains(&named.as_str()));
    let Some(first) = matching.next() else {
        note(&format!(
            "{FAINT}No format is written to files that end in .{named}, so this is {DEFAULT_FORMAT}. \
             `storyteller formats` lists others for --format.{FAINT:#}"
        ));
        return DEFAULT_FORMAT;
    };
    let others: Vec<String> = matching
        .map(|it| format!("--format {} ({})", it.name(), it.title()))
        .collect();
    if !others.is_empty() {
        note(&format!(
            "{FAINT}This is the format {} ({}). Others end in .{named} too: {}.{FAINT:#}",
            first.name(),
            first.title(),
            others.join(", ")
        ));
    }
    first.name()
}

/// The extension of a path in lower case; empty without one.
fn extension_in_lower_case(path: &str) -> String {
    let extension = Path::new(path).extension().unwrap_or_default();
    extension.to_string_lossy().to_lowercase()
}

/// The extension that files of a format usually have.
fn extension_of(format: &str) -> &str {
    ::formats::exporter(format).map_or(format, |it| it.extension())
}

/// Whether a single file is requested: by the name of the target, or because standard output takes
/// only one.
fn asks_for_single_file(target: Option<&str>, format: &str) -> bool {
    let Some((target, exporter)) = target.zip(::formats::exporter(format)) else {
        return false;
    };
    let extension = extension_in_lower_case(target);
    target == "-" || extension != ARCHIVE && exporter.extensions().contains(&extension.as_str())
}

/// Whether a format that is usually one file was written as an archive of several.
fn is_archive_of_files(exported: &Value, format: &str) -> bool {
    exported["extension"] == ARCHIVE && extension_of(format) != ARCHIVE
}

fn call(name: &str, args: Value) -> ToolCall {
    ToolCall {
        id: None,
        name: name.to_owned(),
        args,
    }
}

/// Removes the file's bytes from an export's answer and returns them.
pub(super) fn content(data: &mut Value) -> Result<Vec<u8>, Failure> {
    let is_base64 = data["encoding"] == "base64";
    let fields = data.as_object_mut();
    let content = fields.and_then(|it| it.shift_remove("content"));
    let content = content.as_ref().and_then(Value::as_str).unwrap_or_default();
    if !is_base64 {
        return Ok(content.as_bytes().to_vec());
    }
    STANDARD.decode(content).map_err(|error| {
        Failure::new(
            capability::Code::Internal,
            format!("the export cannot be read: {error}"),
        )
    })
}

/// Prevents an export, even with `--force`, from overwriting the story it was made from.
pub(super) fn reject_overwriting_story(target: &Path, story: &Path) -> Result<(), Failure> {
    let same = target.canonicalize().ok().zip(story.canonicalize().ok());
    if same.is_some_and(|(target, story)| target == story) {
        return Err(
            Failure::invalid("the export would be written over the story itself")
                .hint("name another file with --output"),
        );
    }
    Ok(())
}

/// What an export could not hold, as text.
fn losses(data: &Value) -> impl Iterator<Item = &str> {
    let listed = data["losses"].as_array().into_iter().flatten();
    listed.map(|it| it["message"].as_str().unwrap_or_default())
}

/// Prints what an export would lose.
fn show_losses(data: &Value) {
    let format = data["title"].as_str().unwrap_or_default();
    let mut all = losses(data).peekable();
    if all.peek().is_none() {
        say(&format!(
            "{GOOD}✓{GOOD:#} {format} holds all of this story."
        ));
    }
    all.for_each(say);
}

/// The story's path with the extension of the exported file; without one if it is a folder.
fn default_export_path(story: &Path, format: &str, exported: &Value) -> PathBuf {
    if is_packed_folder(exported, format) {
        return story.with_extension("");
    }
    story.with_extension(extension_of_file(exported, format))
}

/// The extension of the exported file, which may differ from that of most files of its format.
fn extension_of_file<'a>(exported: &'a Value, format: &'a str) -> &'a str {
    exported["extension"]
        .as_str()
        .unwrap_or_else(|| extension_of(format))
}

/// Whether the export is the archive of a format that usually has several files.
fn is_packed_folder(exported: &Value, format: &str) -> bool {
    extension_of(format) == ARCHIVE && extension_of_file(exported, format) == ARCHIVE
}

/// Whether to write a folder: the export has several files and the target is not an archive.
fn is_folder(target: &Path, exported: &Value, format: &str) -> bool {
    is_packed_folder(exported, format) && target.extension().is_none()
}

/// Another name for an exported file whose extension says that it is of another format.
fn fitting_name(target: &Path, exported: &Value, format: &str) -> Option<PathBuf> {
    let named = extension_in_lower_case(target.to_str()?);
    let is = extension_of_file(exported, format);
    let own = ::formats::exporter(format)?.extensions();
    let mut all = ::formats::EXPORTERS.iter();
    let mut names_other = || all.any(|it| it.extensions().contains(&named.as_str()));
    let is_usual = is != ARCHIVE && is == extension_of(format);
    let fits = named == is || is_usual && own.contains(&named.as_str());
    (!fits && names_other()).then(|| target.with_extension(is))
}

/// Writes a file completely or not at all; overwrites an existing one only if forced.
pub(super) fn write_new(path: &Path, bytes: &[u8], force: bool) -> Result<(), Failure> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let written = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))
        // The library's error names its own temporary file, which nobody asked for.
        .map_err(|error| error.kind().into())
        .and_then(|mut file| file.write_all(bytes).map(|()| file))
        .and_then(|file| {
            allow_reading(file.path())?;
            let put = if force {
                file.persist(path)
            } else {
                file.persist_noclobber(path)
            };
            put.map(drop).map_err(|it| it.error)
        });
    written.map_err(|error| {
        let failure = Failure::file("cannot write", path, &error);
        match error.kind() {
            ErrorKind::AlreadyExists => {
                failure.hint("add --force to write over it, or name another with --output")
            }
            ErrorKind::NotFound => failure.hint("its folder does not exist: create it first"),
            _ => failure,
        }
    })
}

/// A temporary file is readable only by its owner; an exported file must not be.
#[cfg(unix)]
fn allow_reading(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn allow_reading(_: &Path) -> std::io::Result<()> {
    Ok(())
}
