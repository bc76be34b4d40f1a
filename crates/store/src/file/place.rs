//! Where a story's file is: whether it can be written to there, and whether it is still the file
//! that was opened.

use std::fs;
use std::path::{Path, PathBuf};

use super::header::log_path;
use super::new_file::folder_of;

/// Why a file cannot be written to where it is; `None` if it can.
pub(super) fn reason_against_writing(path: &Path) -> Option<String> {
    // SQLite resolves links before it makes its files next to a story.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let protected = fs::metadata(&path).is_ok_and(|it| it.permissions().readonly());
    if protected || !may_write(&path) {
        return Some("the file is write-protected".to_owned());
    }
    (!may_write(folder_of(&path))).then(|| "its folder cannot be written to".to_owned())
}

#[cfg(unix)]
fn may_write(path: &Path) -> bool {
    rustix::fs::access(path, rustix::fs::Access::WRITE_OK).is_ok()
}

/// Elsewhere only the attempt shows it.
#[cfg(not(unix))]
fn may_write(_path: &Path) -> bool {
    true
}

/// Whether SQLite's files of an open story are next to it: another process may be writing to it.
pub(super) fn is_in_use(path: &Path) -> bool {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    shared_memory_path(&path).exists() || log_path(&path).exists()
}

/// The path of the file through which SQLite's connections share the log's index.
pub(super) fn shared_memory_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-shm");
    name.into()
}

/// Which file it is, whatever its name: device and inode. `None` where files have no such numbers;
/// there an open file cannot be renamed or removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileIdentity(Option<(u64, u64)>);

impl FileIdentity {
    /// The identity of the file at a path now.
    #[cfg(unix)]
    pub(super) fn of(path: &Path) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self(fs::metadata(path).ok().map(|it| (it.dev(), it.ino())))
    }

    /// The identity of the file at a path now.
    #[cfg(not(unix))]
    pub(super) fn of(_path: &Path) -> Self {
        Self(None)
    }
}
