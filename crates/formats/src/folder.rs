//! Several files as one: what a format made of a folder of files reads and writes is a zip archive
//! of it. Faces pack folders and unpack archives; formats see names and bytes. Bounded on the way
//! in, and on the way out the same files give the same bytes.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::io::{Cursor, Read as _, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::{FormatError, Refusal};

/// An archive with more files than this is refused.
const MAX_FILES: usize = 100_000;
/// An archive whose files are larger than this together, in bytes, is refused: a story with its
/// pictures and sounds.
pub(crate) const MAX_BYTES: u64 = 1 << 30;
/// The same where only text is read of it: no more than of a file by itself.
pub(crate) const MAX_TEXT: u64 = 256 << 20;

/// A file of an archive that is larger than this unpacked, in bytes, must not have been packed more
/// tightly than `MAX_RATIO` bytes into one: no text and no picture is, and a file that unpacks to
/// nothing but room is made to fill memory.
const MAX_TIGHT: u64 = 32 << 20;
const MAX_RATIO: u64 = 200;

/// Files by their path, with `/` between folders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Folder {
    /// The files, in the order of their paths.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// Whether these bytes begin like a zip archive.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// The paths in an archive, without unpacking it; none where it cannot be read.
pub(crate) fn paths(bytes: &[u8]) -> Vec<String> {
    if !is_archive(bytes) {
        return Vec::new();
    }
    let Ok(archive) = ZipArchive::new(Cursor::new(bytes)) else {
        return Vec::new();
    };
    let names = archive.file_names().take(MAX_FILES);
    names
        .filter_map(|it| Some(it.ok()?.replace('\\', "/")))
        .collect()
}

/// Whether an archive lists a file with this extension. Nothing of it is unpacked.
pub(crate) fn lists(bytes: &[u8], extension: &str) -> bool {
    let named = |it: &String| {
        it.rsplit_once('.')
            .is_some_and(|(_, it)| it.eq_ignore_ascii_case(extension))
    };
    paths(bytes).iter().any(named)
}

impl Folder {
    /// Adds a file, or replaces it.
    pub fn put(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), bytes.into());
    }

    /// A file's bytes, its path compared as it is, else without regard to letter case: folders
    /// written on some systems name files otherwise than they are.
    pub fn file(&self, path: &str) -> Option<(&str, &[u8])> {
        self.finder().file(path)
    }

    /// Finds many files as [`Folder::file`] does, each at once.
    pub(crate) fn finder(&self) -> Finder<'_> {
        Finder {
            folder: self,
            lower: OnceCell::new(),
        }
    }

    /// The folder as an archive. `first` names files that must stand at its beginning, as they
    /// are, for readers that look there (EPUB's `mimetype`).
    pub fn pack(&self, first: &[&str]) -> Vec<u8> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        let (stored, packed) = (CompressionMethod::Stored, CompressionMethod::Deflated);
        let begin = first.iter().filter_map(|it| self.files.get_key_value(*it));
        let rest = self
            .files
            .iter()
            .filter(|it| !first.contains(&it.0.as_str()));
        for ((path, bytes), method) in begin
            .map(|it| (it, stored))
            .chain(rest.map(|it| (it, packed)))
        {
            // No time of day: the crate's default is the oldest that the format can say.
            let options = SimpleFileOptions::default().compression_method(method);
            archive
                .start_file(path.as_str(), options)
                .and_then(|()| Ok(archive.write_all(bytes)?))
                .expect("writing into memory does not fail");
        }
        archive
            .finish()
            .expect("writing into memory does not fail")
            .into_inner()
    }

    /// The files of an archive.
    ///
    /// # Errors
    ///
    /// When it is no archive, is damaged or encrypted, names a path twice or outside itself, or is
    /// larger unpacked than any story.
    pub fn unpack(bytes: &[u8]) -> Result<Self, FormatError> {
        Ok(Self::unpack_only(bytes, MAX_BYTES, |_| true)?.0)
    }

    /// Those files of an archive that are wanted, and the paths of the others, which are not
    /// unpacked. Together they may have `most` bytes.
    pub(crate) fn unpack_only(
        bytes: &[u8],
        most: u64,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<(Self, Vec<String>), FormatError> {
        let damaged = |error: &dyn std::fmt::Display| {
            FormatError::of_all(Refusal::ArchiveDamaged {
                detail: error.to_string(),
            })
        };
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|it| damaged(&it))?;
        if archive.len() > MAX_FILES {
            return Err(FormatError::of_all(Refusal::ArchiveFiles {
                count: archive.len(),
                most: MAX_FILES,
            }));
        }
        let twice = |name: &str| {
            FormatError::of_all(Refusal::ArchiveTwice {
                name: name.to_owned(),
            })
        };
        if archive.has_duplicate_names() {
            return Err(FormatError::of_all(Refusal::ArchiveNames {}));
        }
        let (mut folder, mut others) = (Self::default(), Vec::new());
        let mut left = most;
        for index in 0..archive.len() {
            // Looked at before it is opened, which fails for what is encrypted.
            let file = archive.by_index_raw(index).map_err(|it| damaged(&it))?;
            if file.encrypted() {
                return Err(FormatError::of_all(Refusal::ArchiveLocked {}));
            }
            let packed = file.compressed_size();
            drop(file);
            let mut file = archive.by_index(index).map_err(|it| damaged(&it))?;
            if file.is_dir() {
                continue;
            }
            let Some(path) = file.enclosed_name() else {
                return Err(FormatError::of_all(Refusal::ArchiveOutside {
                    name: file.name().unwrap_or_default().into_owned(),
                }));
            };
            let path = path.to_string_lossy().replace('\\', "/");
            if !wanted(&path) {
                others.push(path);
                continue;
            }
            let mut content = Vec::new();
            // Read up to the limit whatever size the archive claims.
            let loose = MAX_TIGHT.max(packed.saturating_mul(MAX_RATIO));
            (&mut file)
                .take(loose.min(left) + 1)
                .read_to_end(&mut content)
                .map_err(|it| damaged(&it))?;
            if content.len() as u64 > loose {
                return Err(FormatError::of_all(Refusal::ArchiveTight {
                    path,
                    times: MAX_RATIO,
                }));
            }
            left = left.checked_sub(content.len() as u64).ok_or_else(|| {
                FormatError::of_all(Refusal::ArchiveLarge {
                    megabytes: most >> 20,
                })
            })?;
            // Names that are written differently may say one path.
            if folder.files.contains_key(&path) {
                return Err(twice(&path));
            }
            folder.files.insert(path, content);
        }
        Ok((folder, others))
    }
}

/// Finds files in a folder, letter case aside where need be.
pub(crate) struct Finder<'a> {
    folder: &'a Folder,
    /// Paths in lower case, worked out when the first is not found as it is.
    lower: OnceCell<HashMap<String, &'a str>>,
}

impl<'a> Finder<'a> {
    /// A file's path and bytes.
    pub(crate) fn file(&self, path: &str) -> Option<(&'a str, &'a [u8])> {
        let files = &self.folder.files;
        let found = files.get_key_value(path).or_else(|| {
            let lower = self.lower.get_or_init(|| {
                let mut lower = HashMap::new();
                for path in files.keys() {
                    lower.entry(path.to_lowercase()).or_insert(path.as_str());
                }
                lower
            });
            files.get_key_value(*lower.get(&path.to_lowercase())?)
        });
        found.map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_comes_back_and_the_same_files_give_the_same_bytes() {
        let mut folder = Folder::default();
        folder.put("scenes/码头.md", "雾");
        folder.put("mimetype", "application/epub+zip");
        let archive = folder.pack(&["mimetype"]);
        assert!(is_archive(&archive));
        assert_eq!(&archive[30..38], b"mimetype");
        assert_eq!(Folder::unpack(&archive).unwrap(), folder);
        assert_eq!(folder.pack(&["mimetype"]), archive);
        let (path, bytes) = folder.file("Scenes/码头.MD").unwrap();
        assert_eq!((path, bytes), ("scenes/码头.md", "雾".as_bytes()));
    }

    #[test]
    fn a_path_outside_the_archive_is_refused() {
        let mut folder = Folder::default();
        folder.put("../../etc/passwd", "x");
        let error = Folder::unpack(&folder.pack(&[])).unwrap_err();
        assert!(error.to_string().contains("outside"), "{error}");
    }

    #[test]
    fn what_is_not_wanted_is_not_unpacked_and_what_is_has_a_bound() {
        let mut folder = Folder::default();
        folder.put("a.txt", "short");
        folder.put("film.mp4", vec![0; 1 << 20]);
        let archive = folder.pack(&[]);
        assert!(archive.len() < 1 << 14, "it is packed");
        let (read, others) = Folder::unpack_only(&archive, 100, |it| it == "a.txt").unwrap();
        assert_eq!(read.files.len(), 1);
        assert_eq!(others, ["film.mp4"]);
        let error = Folder::unpack_only(&archive, 100, |_| true).unwrap_err();
        assert!(error.to_string().contains("larger than"), "{error}");
    }

    #[test]
    fn a_cut_archive_is_refused() {
        let mut folder = Folder::default();
        folder.put("a.txt", vec![b'a'; 1000]);
        let archive = folder.pack(&[]);
        for end in 0..archive.len() {
            assert!(Folder::unpack(&archive[..end]).is_err());
        }
    }
}
