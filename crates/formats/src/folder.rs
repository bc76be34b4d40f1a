//! Several files handled as one: a format that consists of a folder of files is read and written as
//! a zip archive of it. Callers pack folders and unpack archives; formats see paths and bytes.
//! Unpacking is bounded, and packing is deterministic.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::io::{Cursor, Read as _, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::{FormatError, FormatErrorKind};

/// Archives with more files than this are rejected.
const MAX_FILES: usize = 100_000;
/// Archives whose files are larger than this in total, in bytes, are rejected. Large enough for a
/// story with pictures and sounds.
pub(crate) const MAX_BYTES: u64 = 1 << 30;
/// The largest file of an import, in bytes; every interface rejects larger ones. Also the limit for
/// the text of an archive of which only text is read.
pub const MAX_FILE_BYTES: u64 = 256 << 20;
pub(crate) const MAX_TEXT: u64 = MAX_FILE_BYTES;

/// A file that unpacks to more than this, in bytes, is rejected if its compression ratio exceeds
/// `MAX_RATIO`. No text or picture compresses that well, so such a file is taken for a zip bomb.
const RATIO_CHECK_ABOVE: u64 = 32 << 20;
const MAX_RATIO: u64 = 200;

/// Files by path, with `/` as the separator.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Folder {
    /// The files, in path order.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// Whether these bytes begin with a zip signature.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// The paths in an archive, without unpacking it; empty if it cannot be read.
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

/// Whether an archive lists a file with this extension. Nothing is unpacked.
pub(crate) fn contains_extension(bytes: &[u8], extension: &str) -> bool {
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

    /// A file's path and bytes. An exact match is preferred; otherwise letter case is ignored,
    /// since some systems change it.
    pub fn file(&self, path: &str) -> Option<(&str, &[u8])> {
        self.lookup().file(path)
    }

    /// Prepares repeated lookups with the same rules as [`Folder::file`].
    pub(crate) fn lookup(&self) -> FileLookup<'_> {
        FileLookup {
            folder: self,
            lower: OnceCell::new(),
        }
    }

    /// Packs the folder into an archive. The files in `first` come first and are stored
    /// uncompressed, for readers that look for them there (EPUB's `mimetype`).
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
            // No modification time: the zip crate defaults to the earliest date the format can
            // express.
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

    /// Unpacks an archive.
    ///
    /// # Errors
    ///
    /// If it is not an archive, is damaged or encrypted, contains a path twice or one outside the
    /// archive, or exceeds the limits on files and size.
    pub fn unpack(bytes: &[u8]) -> Result<Self, FormatError> {
        Ok(Self::unpack_selected(bytes, MAX_BYTES, |_| true)?.0)
    }

    /// Unpacks the files of an archive whose paths are `wanted`, at most `most` bytes in total, and
    /// lists the paths of the others.
    pub(crate) fn unpack_selected(
        bytes: &[u8],
        most: u64,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<(Self, Vec<String>), FormatError> {
        let damaged = |error: &dyn std::fmt::Display| {
            FormatError::for_file(FormatErrorKind::ArchiveDamaged {
                detail: error.to_string(),
            })
        };
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|it| damaged(&it))?;
        if archive.len() > MAX_FILES {
            return Err(FormatError::for_file(
                FormatErrorKind::ArchiveTooManyFiles {
                    count: archive.len(),
                    most: MAX_FILES,
                },
            ));
        }
        let duplicate = |name: &str| {
            FormatError::for_file(FormatErrorKind::ArchiveDuplicateFile {
                name: name.to_owned(),
            })
        };
        if archive.has_duplicate_names() {
            return Err(FormatError::for_file(
                FormatErrorKind::ArchiveDuplicateNames {},
            ));
        }
        let (mut folder, mut others) = (Self::default(), Vec::new());
        let mut left = most;
        for index in 0..archive.len() {
            // Checked on the raw entry, because opening an encrypted one fails.
            let file = archive.by_index_raw(index).map_err(|it| damaged(&it))?;
            if file.encrypted() {
                return Err(FormatError::for_file(FormatErrorKind::ArchiveEncrypted {}));
            }
            let packed = file.compressed_size();
            drop(file);
            let mut file = archive.by_index(index).map_err(|it| damaged(&it))?;
            if file.is_dir() {
                continue;
            }
            let Some(path) = file.enclosed_name() else {
                return Err(FormatError::for_file(FormatErrorKind::ArchivePathOutside {
                    name: file.name().unwrap_or_default().into_owned(),
                }));
            };
            let path = path.to_string_lossy().replace('\\', "/");
            if !wanted(&path) {
                others.push(path);
                continue;
            }
            let mut content = Vec::new();
            // Enforce the limit on the actual content, not on the size the archive claims.
            let loose = RATIO_CHECK_ABOVE.max(packed.saturating_mul(MAX_RATIO));
            (&mut file)
                .take(loose.min(left) + 1)
                .read_to_end(&mut content)
                .map_err(|it| damaged(&it))?;
            if content.len() as u64 > loose {
                return Err(FormatError::for_file(
                    FormatErrorKind::ArchiveCompressionRatio {
                        path,
                        times: MAX_RATIO,
                    },
                ));
            }
            left = left.checked_sub(content.len() as u64).ok_or_else(|| {
                FormatError::for_file(FormatErrorKind::ArchiveTooLarge {
                    megabytes: most >> 20,
                })
            })?;
            // Differently written names may normalize to the same path.
            if folder.files.contains_key(&path) {
                return Err(duplicate(&path));
            }
            folder.files.insert(path, content);
        }
        Ok((folder, others))
    }
}

/// Finds files in a folder, ignoring letter case if necessary.
pub(crate) struct FileLookup<'a> {
    folder: &'a Folder,
    /// Paths in lower case, built when the first exact lookup fails.
    lower: OnceCell<HashMap<String, &'a str>>,
}

impl<'a> FileLookup<'a> {
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
    fn packs_and_unpacks_deterministically() {
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
    fn rejects_a_path_outside_the_archive() {
        let mut folder = Folder::default();
        folder.put("../../etc/passwd", "x");
        let error = Folder::unpack(&folder.pack(&[])).unwrap_err();
        assert!(error.to_string().contains("outside"), "{error}");
    }

    #[test]
    fn unpacks_only_selected_files_within_the_limit() {
        let mut folder = Folder::default();
        folder.put("a.txt", "short");
        folder.put("film.mp4", vec![0; 1 << 20]);
        let archive = folder.pack(&[]);
        assert!(archive.len() < 1 << 14, "it is packed");
        let (read, others) = Folder::unpack_selected(&archive, 100, |it| it == "a.txt").unwrap();
        assert_eq!(read.files.len(), 1);
        assert_eq!(others, ["film.mp4"]);
        let error = Folder::unpack_selected(&archive, 100, |_| true).unwrap_err();
        assert!(error.to_string().contains("larger than"), "{error}");
    }

    #[test]
    fn rejects_a_truncated_archive() {
        let mut folder = Folder::default();
        folder.put("a.txt", vec![b'a'; 1000]);
        let archive = folder.pack(&[]);
        for end in 0..archive.len() {
            assert!(Folder::unpack(&archive[..end]).is_err());
        }
    }
}
