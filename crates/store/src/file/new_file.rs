//! New files: made under a temporary name in the same folder, so that a file appears under its own
//! name only when it is complete, and never over another one.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::StoreError;

/// The longest name of a file in the usual file systems, in bytes.
const MAX_NAME: usize = 255;
/// The longest that SQLite adds to a story's name: `-journal`.
const LONGEST_ENDING: usize = 8;

/// Refuses a name that leaves no room for the files SQLite keeps next to a story.
pub(super) fn require_short_name(path: &Path) -> Result<(), StoreError> {
    let length = path.file_name().map_or(0, |it| it.as_encoded_bytes().len());
    let limit = MAX_NAME - LONGEST_ENDING;
    if length <= limit {
        return Ok(());
    }
    let why = format!(
        "the name is too long: {length} bytes, and a story's name may have {limit}; give it a \
         shorter one"
    );
    Err(StoreError::Io {
        path: path.to_owned(),
        source: io::Error::new(ErrorKind::InvalidFilename, why),
    })
}

/// Makes a file: `fill` gets an empty file under a temporary name. Refuses a path that exists, and
/// leaves nothing behind if `fill` fails.
pub(super) fn make_whole<T>(
    path: &Path,
    fill: impl FnOnce(&Path) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let failed = |source: io::Error| match source.kind() {
        ErrorKind::AlreadyExists => StoreError::Exists {
            path: path.to_owned(),
        },
        ErrorKind::NotFound => StoreError::NoFolder {
            path: path.to_owned(),
        },
        _ => StoreError::Io {
            path: path.to_owned(),
            source,
        },
    };
    require_short_name(path)?;
    if fs::symlink_metadata(path).is_ok() {
        return Err(failed(ErrorKind::AlreadyExists.into()));
    }
    let folder = folder_of(path);
    let file = tempfile::Builder::new()
        .prefix(".new-")
        .suffix(".partial")
        .make_in(folder, |it| File::create_new(it));
    // Closed before SQLite opens it: closing it later would release SQLite's locks.
    let file = file.map_err(failed)?.into_temp_path();
    let made = fill(&file)?;
    file.persist_noclobber(path)
        .map_err(|error| failed(error.error))?;
    sync_folder(folder);
    Ok(made)
}

/// The folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Makes the new file name durable. On file systems that cannot sync folders nothing is lost by
/// skipping it.
fn sync_folder(folder: &Path) {
    let synced = File::open(folder).and_then(|it| it.sync_all());
    if let Err(error) = synced {
        tracing::debug!(%error, "could not sync the folder of a new story");
    }
}
