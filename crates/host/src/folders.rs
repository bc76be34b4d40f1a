//! Folders on disk as archives, as the import tools take them.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use formats::{Folder, FormatErrorKind};

use crate::Failure;

/// A folder with more files is rejected.
const MAX_FILES: usize = 100_000;
/// A folder nested deeper is read this far.
const MAX_DEPTH: usize = 32;

/// Packs all files of a folder into an archive, except hidden files (such as a repository's) and
/// symbolic links. Fails if they have more than `limit` bytes together.
pub fn pack_folder(path: &Path, limit: u64) -> Result<Vec<u8>, Failure> {
    let mut folder = Folder::default();
    let mut length = 0;
    for name in folder_files(path)? {
        let file = path.join(&name);
        let failed = |error| Failure::file("cannot read", &file, &error);
        length += fs::metadata(&file).map_err(failed)?.len();
        if length > limit {
            return Err(too_large(path, length, limit));
        }
        folder.put(name, fs::read(&file).map_err(failed)?);
    }
    if folder.files.is_empty() {
        return Err(
            Failure::invalid(format!("{} contains no files", path.display()))
                .hint("name the folder that holds the story's files"),
        );
    }
    Ok(folder.pack(&[]))
}

/// Refuses a file or folder that is larger than what is read.
pub(crate) fn too_large(path: &Path, length: u64, limit: u64) -> Failure {
    let megabytes = |it: u64| usize::try_from(it >> 20).unwrap_or(usize::MAX);
    let word = FormatErrorKind::FileTooLarge {
        megabytes: megabytes(length),
        most: megabytes(limit),
    };
    let message = format!("{} is too large to be a story's file", path.display());
    Failure::invalid(message)
        .hint(format!("at most {} MB are read", limit >> 20))
        .said(word)
}

/// The files of a folder, sorted, with `/` between folders.
pub fn folder_files(path: &Path) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    walk(path, "", 0, &mut found)?;
    found.sort();
    Ok(found)
}

fn walk(root: &Path, below: &str, depth: usize, found: &mut Vec<String>) -> Result<(), Failure> {
    let here: PathBuf = root.join(below);
    let failed = |error: &std::io::Error| Failure::file("cannot read the folder", &here, error);
    let entries = match fs::read_dir(&here) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(failed(&error)),
    };
    for entry in entries {
        let entry = entry.map_err(|it| failed(&it))?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        if name.starts_with('.') {
            continue;
        }
        let path = if below.is_empty() {
            name
        } else {
            format!("{below}/{name}")
        };
        // The entry's own type: symbolic links are not followed, so the walk cannot loop.
        let sort = entry.file_type().map_err(|it| failed(&it))?;
        if sort.is_dir() && depth < MAX_DEPTH {
            walk(root, &path, depth + 1, found)?;
        } else if sort.is_file() {
            found.push(path);
        }
        if found.len() > MAX_FILES {
            let message = format!("{} holds more than {MAX_FILES} files", root.display());
            return Err(Failure::invalid(message).hint("name the folder of the story alone"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_what_is_not_hidden_within_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("Data/.git")).unwrap();
        for (name, words) in [
            ("a.txt", "abc"),
            ("Data/b.rtf", "de"),
            ("Data/.git/x", "no"),
        ] {
            fs::write(folder.path().join(name), words).unwrap();
        }
        let packed = Folder::unpack(&pack_folder(folder.path(), 5).unwrap()).unwrap();
        let names: Vec<_> = packed.files.keys().map(String::as_str).collect();
        assert_eq!(names, ["Data/b.rtf", "a.txt"]);
        let refused = pack_folder(folder.path(), 4).unwrap_err();
        assert!(
            refused.report().message.contains("too large"),
            "{refused:?}"
        );
        let empty = tempfile::tempdir().unwrap();
        assert!(pack_folder(empty.path(), 5).is_err());
    }
}
