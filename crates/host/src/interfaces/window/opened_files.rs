//! Files that a window receives from outside its page: command-line arguments, double-clicked
//! files, dropped files.

use std::path::{Path, PathBuf};

use formats::MAX_FILE_BYTES;
use serde_json::{Value, json};

use crate::folders::{pack_folder, too_large};
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

/// A file's name and content, as the import tools take it; a folder as an archive of its files.
pub fn read_import_file(path: &Path) -> Result<Value, Failure> {
    let failure = |error| Failure::file("cannot read", path, &error);
    let found = std::fs::metadata(path).map_err(failure)?;
    let mut name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let bytes = if found.is_dir() {
        name.push_str(".zip");
        pack_folder(path, MAX_FILE_BYTES)?
    } else if found.len() > MAX_FILE_BYTES {
        return Err(too_large(path, found.len(), MAX_FILE_BYTES));
    } else {
        std::fs::read(path).map_err(failure)?
    };
    let mut file = json!(Content::of(bytes));
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
    fn imports_a_folder_as_an_archive() {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("Sea.scriv");
        std::fs::create_dir(&project).unwrap();
        std::fs::write(project.join("Sea.scrivx"), "<Binder/>").unwrap();
        let taken = open_message(&project);
        assert_eq!(taken["type"], "import");
        assert_eq!(taken["file"]["file_name"], "Sea.scriv.zip");
        assert_eq!(taken["file"]["encoding"], "base64");
    }

    #[test]
    fn ignores_command_line_options() {
        let words = ["--flag", "a.story", "/b.story"].map(str::to_owned);
        let found = files_from_args(words.into_iter(), Some(Path::new("/home")));
        assert_eq!(found, [Path::new("/home/a.story"), Path::new("/b.story")]);
    }
}
