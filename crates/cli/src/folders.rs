//! Folders on disk as archives for the tools: an import packs a folder, an export unpacks one.
//! Nothing is ever deleted here, and no file is overwritten unless forced.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use formats::Folder;

use super::export::write_new;
use host::{Failure, folder_files, pack_folder};

/// A folder with more bytes than this is rejected.
const MAX_BYTES: u64 = 1 << 30;

/// Packs all files of a folder into an archive.
pub(super) fn pack(path: &Path) -> Result<Vec<u8>, Failure> {
    pack_folder(path, MAX_BYTES)
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
    let mut stale = folder_files(target)?;
    stale.retain(|it| {
        let top = it.split_once('/').map(|it| it.0);
        top.is_some_and(|it| own.contains(it)) && !folder.files.contains_key(it)
    });
    Ok(stale)
}
