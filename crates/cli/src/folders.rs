//! Folders on disk as archives for the tools: an import packs a folder, an export unpacks one.
//! Nothing is ever deleted here, and no file is overwritten unless forced.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use formats::Folder;

use super::exchange::write_new;
use super::terminal::read_bytes;
use host::Failure;

/// A folder with more files is rejected.
const MAX_FILES: usize = 100_000;
/// A folder nested deeper is rejected.
const MAX_DEPTH: usize = 32;

/// Packs all files of a folder into an archive, except hidden files (such as a repository's) and
/// symbolic links.
pub(super) fn pack(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut folder = Folder::default();
    for file in files(path)? {
        let bytes = read_bytes(&path.join(&file))?;
        folder.put(file, bytes);
    }
    if folder.files.is_empty() {
        return Err(
            Failure::invalid(format!("{} contains no files", path.display()))
                .hint("name the folder that holds the story's files"),
        );
    }
    Ok(folder.pack(&[]))
}

/// The result of unpacking into a folder.
pub(super) struct UnpackReport {
    /// How many files were written.
    pub(super) written: usize,
    /// How many files already existed with the same bytes.
    pub(super) unchanged: usize,
    /// Existing files in the story's folders that are not part of the story.
    pub(super) stale: Vec<String>,
}

/// Writes the files of an archive into a folder. An existing file with other bytes is overwritten
/// only if forced; if one may not be overwritten, none is written.
pub(super) fn unpack(archive: &[u8], target: &Path, force: bool) -> Result<UnpackReport, Failure> {
    let folder = Folder::unpack(archive).map_err(|error| Failure::invalid(error.to_string()))?;
    let mut changed = Vec::new();
    for (path, bytes) in &folder.files {
        match fs::read(target.join(path)) {
            Ok(there) if there == *bytes => {}
            Ok(_) if !force => {
                let message = format!("{} has been changed since", target.join(path).display());
                return Err(Failure::new(capability::Code::Conflict, message)
                    .hint("add --force to write over it, or name another folder with --output"));
            }
            _ => changed.push((path, bytes)),
        }
    }
    for (path, bytes) in &changed {
        let file = target.join(path);
        let parent = file.parent().unwrap_or(target);
        fs::create_dir_all(parent).map_err(|error| {
            Failure::io(
                format!("cannot make the folder {}", parent.display()),
                &error,
            )
        })?;
        write_new(&file, bytes, true)?;
    }
    Ok(UnpackReport {
        written: changed.len(),
        unchanged: folder.files.len() - changed.len(),
        stale: stale(&folder, target)?,
    })
}

/// Files that are in the archive's folders but not in the archive. Files at the top level belong to
/// the writer.
fn stale(folder: &Folder, target: &Path) -> Result<Vec<String>, Failure> {
    let own = folder
        .files
        .keys()
        .filter_map(|it| Some(it.split_once('/')?.0));
    let own: BTreeSet<_> = own.collect();
    let mut stale = files(target)?;
    stale.retain(|it| {
        let top = it.split_once('/').map(|it| it.0);
        top.is_some_and(|it| own.contains(it)) && !folder.files.contains_key(it)
    });
    Ok(stale)
}

/// The files of a folder, sorted, with `/` between folders.
fn files(path: &Path) -> Result<Vec<String>, Failure> {
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
