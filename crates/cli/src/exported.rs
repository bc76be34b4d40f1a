//! Saves the files that the assistant, or a /command, exported in a conversation. Not here: the
//! command `export` (`exchange`).

use std::path::{Path, PathBuf};

use capability::ToolAgentOutput;

use super::export::{content, reject_overwriting_story, write_new};
use super::terminal::{FAINT, GOOD, note, say};
use host::Failure;

/// A file in a tool's answer.
pub(super) struct ExportedFile {
    /// The format's name for people.
    title: String,
    extension: String,
    bytes: Vec<u8>,
}

impl ExportedFile {
    /// The file in the answer of a call, if it exported one.
    pub(super) fn of(output: &ToolAgentOutput) -> Option<Self> {
        let result = output.result.as_ref()?;
        let is_export = result.module == "exchange" && result.method == "export";
        if !is_export || result.data.get("content").is_none() {
            return None;
        }
        let mut data = result.data.clone();
        let text = |field: &str| data[field].as_str().unwrap_or_default().to_owned();
        let (title, extension) = (text("title"), text("extension"));
        Some(Self {
            title,
            extension,
            bytes: content(&mut data).ok()?,
        })
    }

    /// The target path: the named file, or a file in the named folder with the story's name.
    fn path(&self, target: &Path, story: &Path) -> PathBuf {
        match target.is_dir() {
            true => target
                .join(story.file_stem().unwrap_or_default())
                .with_extension(&self.extension),
            false => target.to_owned(),
        }
    }
}

/// Saves the files to the given target and prints the paths; without a target, prints how to save
/// them.
pub(super) fn save_all(
    files: &[ExportedFile],
    target: Option<&str>,
    story: &Path,
    json: bool,
) -> Result<(), Failure> {
    for file in files {
        let Some(target) = target else {
            note(&format!(
                "{FAINT}exported as {} and not saved: --output FILE saves it, or: storyteller export \
                 {} --output FILE{FAINT:#}",
                file.title,
                story.display()
            ));
            continue;
        };
        let path = file.path(Path::new(target), story);
        reject_overwriting_story(&path, story)?;
        write_new(&path, &file.bytes, false)?;
        let message = format!("{GOOD}✓{GOOD:#} {}", path.display());
        if json { note(&message) } else { say(&message) }
    }
    Ok(())
}
