//! Files that a window receives from outside its page: command-line arguments, double-clicked
//! files, dropped files.

use std::path::{Path, PathBuf};

use formats::MAX_FILE_BYTES;
use serde_json::{Value, json};

use crate::workspace::STORY_EXTENSION;
use crate::{Content, Failure};

/// The message about a file: `open` it, or `import` its content; `fault` if it cannot be read.
pub fn open_message(file: &Path) -> Value {
    let is_story = file
        .extension()
        .is_some_and(|it| it.eq_ignore_ascii_case(STORY_EXTENSION));
    if is_story {
        return json!({ "type": "open", "path": file });
    }
    match read_import_file(file) {
        Ok(read) => json!({ "type": "import", "file": read }),
        Err(failed) => json!({ "type": "fault", "error": failed.report() }),
    }
}

/// A file's name and content, as the import tools take it.
pub fn read_import_file(path: &Path) -> Result<Value, Failure> {
    let failure = |error| Failure::file("cannot read", path, &error);
    let length = std::fs::metadata(path).map_err(failure)?.len();
    if length > MAX_FILE_BYTES {
        let message = format!("{} is too large to be a story's file", path.display());
        let word = formats::FormatErrorKind::FileTooLarge {
            megabytes: usize::try_from(length >> 20).unwrap_or(usize::MAX),
            most: usize::try_from(MAX_FILE_BYTES >> 20).unwrap_or(usize::MAX),
        };
        return Err(Failure::invalid(message)
            .hint(format!("at most {} MB are read", MAX_FILE_BYTES >> 20))
            .said(word));
    }
    let content = Content::of(std::fs::read(path).map_err(failure)?);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut file = json!(content);
    file["file_name"] = json!(name);
    Ok(file)
}

/// The files in a program's arguments, relative to the folder it was started in.
pub fn files_from_args(words: impl Iterator<Item = String>, folder: Option<&Path>) -> Vec<PathBuf> {
    let files = words.filter(|it| !it.starts_with('-'));
    files
        .map(|it| folder.map_or_else(|| PathBuf::from(&it), |folder| folder.join(&it)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opens_story_files_and_imports_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        assert_eq!(open_message(&file("a.STORY", ""))["type"], "open");
        let taken = open_message(&file("a.twee", ":: Start"));
        assert_eq!(taken["type"], "import");
        assert_eq!(taken["file"]["content"], ":: Start");
        let missing = open_message(&folder.path().join("none.twee"));
        assert_eq!(missing["type"], "fault");
        let message = missing["error"]["message"].as_str().unwrap();
        assert!(message.contains("none.twee"), "{message}");
    }

    #[test]
    fn ignores_command_line_options() {
        let words = ["--flag", "a.story", "/b.story"].map(str::to_owned);
        let found = files_from_args(words.into_iter(), Some(Path::new("/home")));
        assert_eq!(found, [Path::new("/home/a.story"), Path::new("/b.story")]);
    }
}
