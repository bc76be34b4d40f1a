//! Failures of the dispatcher and the story file, as catalogue messages. Not here: values that do
//! not fit their fields (`invalid_argument.rs`), and failures specific to a capability.

use std::io::{Error, ErrorKind};
use std::path::Path;

model::messages! {
    /// Why a call failed. As JSON it is a message id and its parts.
    pub enum ToolFailure {
        // From the dispatcher.
        Stopped {} = "the call was stopped",
        Silent { seconds: u64 } = "it did not respond for {seconds} seconds",
        Fell {} = "the tool failed because of an internal error",
        NotGranted {} = "this caller is not permitted to do it",
        Declined {} = "a person declined",
        Unasked {} = "it needs approval first",
        DeclinedWith { words: String } = "{words}",
        RemovesMany { count: usize, of: usize } = "it removes {count} of {of} nodes, which needs a person's approval",
        NoTool { name: String } = "there is no tool \"{name}\"",
        DoneBefore {} = "this call has already been carried out",
        NoNodeNamed {} = "no node was named, and none is being edited",

        // From the story file.
        NoStory { path: String } = "there is no story at {path}",
        Exists { path: String } = "{path} already exists",
        NoFolder { path: String } = "the folder of {path} does not exist",
        NotAStory { path: String } = "{path} is not a story file",
        Foreign { path: String } = "{path} was not made by Storyteller",
        CutShort { path: String } = "{path} is truncated",
        Damaged { path: String } = "{path} is damaged",
        Altered { number: u32 } = "version {number} was altered outside Storyteller",
        PictureAltered {} = "the picture was altered outside Storyteller",
        ReadOnly {} = "the story is open read-only",
        Moved { by: String } = "it has changed since, by {by}",
        NothingToUndo {} = "there is nothing to undo",
        NothingToRedo {} = "there is nothing to redo",
        Compacted { number: u32 } = "version {number} was dropped by compaction",
        DiskFull {} = "the disk is full",
        Busy {} = "the story is busy in another program",
        TooLarge { size: usize, limit: usize } = "it is too large: {size} bytes, at most {limit}",
        Loose { missing: String } = "it needs {missing}, which the story does not have",
        Unfit { why: String } = "the data is not valid: {why}",
        StoryFailed {} = "the story file failed unexpectedly",

        // From any file.
        PathNone { path: String } = "there is no {path}",
        PathDenied { path: String } = "the system denies access to {path}",
        PathFolder { path: String } = "{path} is a folder",
        PathFailed { path: String, why: String } = "{path} cannot be used: {why}",
    }
}

impl ToolFailure {
    /// The failure for an error of the operating system on a file or folder.
    pub fn from_io_error(path: &Path, error: &Error) -> Self {
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
    fn io_errors_map_to_path_failures() {
        let failure = |kind| ToolFailure::from_io_error(Path::new("a.md"), &Error::from(kind));
        let path = || "a.md".to_owned();
        assert_eq!(
            failure(ErrorKind::PermissionDenied),
            ToolFailure::PathDenied { path: path() }
        );
        assert_eq!(failure(ErrorKind::StorageFull), ToolFailure::DiskFull {});
        let other = failure(ErrorKind::Interrupted);
        assert!(matches!(other, ToolFailure::PathFailed { .. }), "{other:?}");
    }
}
