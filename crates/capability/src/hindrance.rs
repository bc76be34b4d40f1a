//! What the door and the story file hold people up with, by fixed words. Not here: values that do not
//! fit their fields (`misfit.rs`), and what a capability refuses for reasons of its own.

use std::io::{Error, ErrorKind};
use std::path::Path;

model::said! {
    /// Why a call came to nothing. As JSON it is a fixed word and its parts.
    pub enum Hindrance {
        // The door.
        Stopped {} = "the call was stopped",
        Silent { seconds: u64 } = "it gave no sign for {seconds} seconds",
        Fell {} = "the tool failed for a reason of its own",
        NotGranted {} = "this caller may not do it",
        Declined {} = "a person declined",
        Unasked {} = "it needs a yes first",
        DeclinedWith { words: String } = "{words}",
        NoTool { name: String } = "there is no tool \"{name}\"",
        DoneBefore {} = "this call has been carried out already",
        NoNodeNamed {} = "no node was named, and none is being edited",

        // The story file.
        NoStory { path: String } = "there is no story at {path}",
        Exists { path: String } = "{path} exists already",
        NoFolder { path: String } = "the folder of {path} is not there",
        NotAStory { path: String } = "{path} is not a story file",
        Foreign { path: String } = "{path} was not made by Storyteller",
        CutShort { path: String } = "{path} is cut short",
        Damaged { path: String } = "{path} is damaged",
        Altered { number: u32 } = "version {number} was altered outside Storyteller",
        ReadOnly {} = "the story is open for reading only",
        Moved { by: String } = "it has changed since, by {by}",
        NothingToUndo {} = "there is nothing to undo",
        NothingToRedo {} = "there is nothing to redo",
        Compacted { number: u32 } = "version {number} was dropped by compaction",
        DiskFull {} = "the disk is full",
        Busy {} = "the story is busy in another program",
        TooLarge { size: usize, limit: usize } = "it is too large: {size} bytes, at most {limit}",
        Loose { missing: String } = "it needs {missing}, which the story does not have",
        Unfit { why: String } = "the data is not valid: {why}",
        StoryFailed {} = "the story file failed in a way not foreseen",

        // Any file.
        PathNone { path: String } = "there is no {path}",
        PathDenied { path: String } = "the system does not let {path} be used",
        PathFolder { path: String } = "{path} is a folder",
        PathFailed { path: String, why: String } = "{path} cannot be used: {why}",
    }
}

impl Hindrance {
    /// What the system said of a file or folder.
    pub fn of_file(path: &Path, error: &Error) -> Self {
        let path = path.display().to_string();
        match error.kind() {
            ErrorKind::NotFound => Self::PathNone { path },
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                Self::PathDenied { path }
            }
            ErrorKind::AlreadyExists => Self::Exists { path },
            ErrorKind::IsADirectory => Self::PathFolder { path },
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::DiskFull {},
            _ => Self::PathFailed {
                path,
                why: error.to_string(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_told_of_by_what_the_system_said() {
        let said = |kind| Hindrance::of_file(Path::new("a.md"), &Error::from(kind));
        let path = || "a.md".to_owned();
        assert_eq!(
            said(ErrorKind::PermissionDenied),
            Hindrance::PathDenied { path: path() }
        );
        assert_eq!(said(ErrorKind::StorageFull), Hindrance::DiskFull {});
        let other = said(ErrorKind::Interrupted);
        assert!(matches!(other, Hindrance::PathFailed { .. }), "{other:?}");
    }
}
