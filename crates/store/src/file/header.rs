//! Reads the first hundred bytes of a file before SQLite opens it: is it a story, and is it
//! complete?

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::StoreError;

/// The application id of a story file: "STRY".
pub(crate) const APPLICATION_ID: i32 = 0x5354_5259;

/// The first bytes of a story file, as of every SQLite file.
pub(crate) const MAGIC: &[u8; 16] = b"SQLite format 3\0";
const LENGTH: usize = 100;

/// The header fields of a story file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Header {
    /// The number of its schema.
    pub(crate) schema: u32,
    /// Its size in bytes.
    pub(crate) size: u64,
    /// Whether a write-ahead log next to it may hold more data: the file is open, or its process
    /// was killed.
    pub(crate) has_log: bool,
}

/// The path of a story's write-ahead log.
pub(crate) fn log_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// Reads a file's header without SQLite.
///
/// Call it only while no connection of this process has the file open: POSIX locks belong to the
/// process, so closing the file here would release the connections' locks.
pub(crate) fn inspect(path: &Path) -> Result<Header, StoreError> {
    let failed = |source: std::io::Error| match source.kind() {
        ErrorKind::NotFound => StoreError::Missing {
            path: path.to_owned(),
        },
        _ => StoreError::Io {
            path: path.to_owned(),
            source,
        },
    };
    let no_story = |why: &str| StoreError::NotAStory {
        path: path.to_owned(),
        why: why.to_owned(),
    };
    let about = fs::metadata(path).map_err(failed)?;
    if about.is_dir() {
        return Err(no_story("it is a folder"));
    }
    if !about.is_file() {
        return Err(no_story("it is not a file but a device or pipe"));
    }
    let mut head = Vec::with_capacity(LENGTH);
    let file = File::open(path).map_err(failed)?;
    file.take(LENGTH as u64)
        .read_to_end(&mut head)
        .map_err(failed)?;
    if head.is_empty() {
        return Err(no_story("it is empty"));
    }
    if !head.starts_with(MAGIC) {
        let is_text = std::str::from_utf8(&head).map_or_else(|it| it.valid_up_to() > 90, |_| true);
        return Err(no_story(if is_text && !head.contains(&0) {
            "it is a text file; import it instead if it is a story in another format"
        } else {
            "it is a file of another sort"
        }));
    }
    let log = fs::metadata(log_path(path)).map_or(0, |it| it.len());
    let header = Header {
        schema: read_u32(&head, 60),
        size: about.len(),
        has_log: log > 0,
    };
    if head.len() < LENGTH {
        return Err(truncated(path, LENGTH as u64, about.len()));
    }
    if read_u32(&head, 68).cast_signed() != APPLICATION_ID {
        return Err(no_story("it is an SQLite database of another program"));
    }
    is_complete(path, &head, header)?;
    if i32::try_from(header.schema).is_err() {
        return Err(StoreError::Corrupt {
            path: path.to_owned(),
            why: "its schema number is below zero".to_owned(),
        });
    }
    if header.schema == 0 {
        return Err(no_story("it has no schema number, so it holds no story"));
    }
    Ok(header)
}

/// Checks that the file is as long as its header says. If there is a log, only SQLite can tell.
fn is_complete(path: &Path, head: &[u8], header: Header) -> Result<(), StoreError> {
    let page = match read_u32(head, 16) >> 16 {
        1 => 65_536,
        size => u64::from(size),
    };
    // The page count is valid only if both change counters agree.
    let pages = u64::from(read_u32(head, 28));
    let counted = read_u32(head, 24) == read_u32(head, 92);
    if page < 512 || !page.is_power_of_two() {
        let why = format!("its header gives a page size of {page}");
        return Err(StoreError::Corrupt {
            path: path.to_owned(),
            why,
        });
    }
    if !header.has_log && counted && header.size < page * pages {
        return Err(truncated(path, page * pages, header.size));
    }
    if !header.has_log && !header.size.is_multiple_of(page) {
        return Err(truncated(
            path,
            header.size.next_multiple_of(page),
            header.size,
        ));
    }
    Ok(())
}

fn truncated(path: &Path, expected: u64, found: u64) -> StoreError {
    StoreError::Truncated {
        path: path.to_owned(),
        why: format!("{expected} bytes expected, {found} found"),
    }
}

fn read_u32(bytes: &[u8], at: usize) -> u32 {
    let read_u32 = bytes.get(at..at + 4).and_then(|it| it.try_into().ok());
    read_u32.map_or(0, u32::from_be_bytes)
}
