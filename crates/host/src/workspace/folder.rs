//! Where stories are stored by default: in a folder of their own, with file names from titles; and the keys of
//! their files.

use std::path::{Path, PathBuf};

use super::{STORY_EXTENSION, StoryKey, Workspace};
use crate::{Failure, WorkspaceError};

/// The longest file name made from a title, in characters.
const MAX_FILE_NAME_CHARS: usize = 60;

impl Workspace {
    /// The key of a story by its file; also of one that was opened here and is not there any more.
    pub fn key_of_file(&self, path: &Path) -> Result<StoryKey, Failure> {
        let key = key_of(path);
        let full = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let known = self.recent().into_iter().find(|it| it.path == full);
        match (key, known) {
            (Err(_), Some(known)) => Ok(known.story),
            (key, _) => key,
        }
    }

    /// The folder for new stories, created if it does not exist.
    pub fn stories_folder(&self) -> Result<PathBuf, Failure> {
        let folder = self.0.options.environment.stories_folder().ok_or_else(|| {
            Failure::invalid(WorkspaceError::StoriesFolderNone {})
                .hint("name one in the environment variable STORYTELLER_STORIES")
        })?;
        std::fs::create_dir_all(&folder)
            .map_err(|error| Failure::file("cannot make", &folder, &error))?;
        Ok(folder)
    }

    /// The chosen path, else a free one in the stories' folder.
    pub(super) fn new_story_path(
        &self,
        title: &str,
        path: Option<PathBuf>,
    ) -> Result<PathBuf, Failure> {
        if let Some(mut path) = path {
            if path.extension().is_none() {
                path.set_extension(STORY_EXTENSION);
            }
            return Ok(path);
        }
        let folder = self.stories_folder()?;
        let name = file_name(title);
        let numbered = (2..).map(|number| format!("{name} {number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        let free = names.find_map(|it| {
            let path = folder.join(format!("{it}.{STORY_EXTENSION}"));
            (!path.exists()).then_some(path)
        });
        Ok(free.unwrap_or_else(|| folder.join(name)))
    }
}

/// Validates a story's title and trims it.
pub fn validate_title(title: &str) -> Result<&str, Failure> {
    if title.trim().is_empty() {
        return Err(Failure::invalid(WorkspaceError::TitleEmpty {}));
    }
    if title.chars().any(char::is_control) {
        return Err(Failure::invalid(WorkspaceError::TitleControl {}).hint("use plain text"));
    }
    Ok(title.trim())
}

/// A file name from a title, without what some system treats as a path, a stream or a command.
pub(super) fn file_name(title: &str) -> String {
    let kept: String = title
        .chars()
        .map(|it| match it {
            '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => ' ',
            it if it.is_control() => ' ',
            it => it,
        })
        .take(MAX_FILE_NAME_CHARS)
        .collect();
    let words: Vec<_> = kept.split_whitespace().collect();
    let name = words.join(" ");
    let name = name.trim_matches(['.', '-', ' ']);
    match name {
        "" => "Story".to_owned(),
        name => name.to_owned(),
    }
}

/// The key of an existing file.
pub(super) fn key_of(path: &Path) -> Result<StoryKey, Failure> {
    let full = path
        .canonicalize()
        .map_err(|error| Failure::file("cannot open", path, &error))?;
    let hash = blake3::hash(full.as_os_str().as_encoded_bytes());
    Ok(hash.to_hex()[..16].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_become_portable_file_names() {
        assert_eq!(file_name("The Last Ferry"), "The Last Ferry");
        assert_eq!(file_name("最后一班渡轮"), "最后一班渡轮");
        assert_eq!(file_name("../../etc/passwd"), "etc passwd");
        assert_eq!(file_name("a: \"b\"?"), "a b");
        assert_eq!(file_name("-rf"), "rf");
        assert_eq!(file_name("…/.."), "…");
        assert_eq!(file_name("???"), "Story");
        assert_eq!(file_name(&"x".repeat(500)).len(), MAX_FILE_NAME_CHARS);
    }
}
