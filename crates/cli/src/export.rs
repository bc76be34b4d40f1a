//! `storyteller export`: the export tool with files. Tools return content; only this file writes files, and
//! it never overwrites one unless forced.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clap::ArgMatches;
use model::conversation::ToolCall;
use serde_json::{Value, json};

use super::session::{Session, flag, path, person, text};
use super::terminal::{FAINT, GOOD, note, say, write_bytes};
use super::{EXIT_OK, folders, tools};
use host::Failure;
use host::interfaces::wire;

/// The extension of formats made of several files.
const ARCHIVE: &str = "zip";
/// The format of an export for which nothing says another.
const DEFAULT_FORMAT: &str = "json";

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
pub(super) fn extension_in_lower_case(path: &str) -> String {
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

pub(super) fn call(name: &str, args: Value) -> ToolCall {
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
