//! The files of backups: one folder for each story, in which each backup is a story file named by its
//! time.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use model::{Timestamp, World};
use schemars::JsonSchema;
use serde::Serialize;
use store::{OpenOptions, Store};

use super::retention::expired;
use crate::workspace::STORY_EXTENSION;
use crate::workspace::folder::file_name;
use crate::{Failure, WorkspaceError};

/// A backup of a story.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Backup {
    /// The name of its file.
    pub name: String,
    /// When it was taken.
    pub taken: Timestamp,
    /// How large it is.
    pub bytes: u64,
}

/// The backups of one story.
pub(super) struct BackupFiles {
    /// The folder for the backups of all stories.
    all: PathBuf,
    /// The key of the story, which is the last word in the name of its folder.
    key: String,
}

impl BackupFiles {
    pub(super) fn of(all: PathBuf, key: &str) -> Self {
        Self {
            all,
            key: key.to_owned(),
        }
    }

    /// Its folder, whatever the story was called when that was made.
    fn folder(&self) -> Result<Option<PathBuf>, Failure> {
        let failed = |error: &std::io::Error| Failure::file("cannot read", &self.all, error);
        let entries = match fs::read_dir(&self.all) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(&error)),
        };
        for entry in entries {
            let entry = entry.map_err(|it| failed(&it))?;
            let name = entry.file_name();
            let key = name.to_str().and_then(|it| it.rsplit_once(' '));
            if key.is_some_and(|it| it.1 == self.key) {
                return Ok(Some(entry.path()));
            }
        }
        Ok(None)
    }

    /// All backups, newest first. Other files are left out.
    pub(super) fn list(&self) -> Result<Vec<Backup>, Failure> {
        let Some(folder) = self.folder()? else {
            return Ok(Vec::new());
        };
        let failed = |error: &std::io::Error| Failure::file("cannot read", &folder, error);
        let mut found = Vec::new();
        for entry in fs::read_dir(&folder).map_err(|it| failed(&it))? {
            let entry = entry.map_err(|it| failed(&it))?;
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            if let Some(taken) = time_of(&name) {
                let bytes = entry.metadata().map_err(|it| failed(&it))?.len();
                found.push(Backup { name, taken, bytes });
            }
        }
        found.sort_by(|a, b| b.name.cmp(&a.name));
        Ok(found)
    }

    /// The path of a backup by the name of its file.
    pub(super) fn path_of(&self, name: &str) -> Result<PathBuf, Failure> {
        let known = self.list()?.into_iter().find(|it| it.name == name);
        match (known, self.folder()?) {
            (Some(backup), Some(folder)) => Ok(folder.join(backup.name)),
            _ => Err(Failure::not_found(WorkspaceError::BackupNone {
                name: name.to_owned(),
            })
            .hint("list_backups lists those there are")),
        }
    }

    /// Backs up a story that has changed since the last backup, and removes backups that are kept no
    /// longer; `None` if it has not changed. The new file is read once as a whole: one that cannot be
    /// used is removed, and nothing else is.
    pub(super) fn take(
        &self,
        store: &Store,
        title: &str,
        world: &Arc<dyn World>,
    ) -> Result<Option<Backup>, Failure> {
        let before = self.list()?;
        let number = store.number()?;
        let last = store.changes_since(number.saturating_sub(1), 1)?;
        let is_unchanged = match (last.last(), before.first()) {
            (Some(change), Some(newest)) => change.time < newest.taken,
            (None, _) => true,
            (Some(_), None) => false,
        };
        if is_unchanged {
            return Ok(None);
        }
        let folder = match self.folder()? {
            Some(folder) => folder,
            None => self.all.join(format!("{} {}", file_name(title), self.key)),
        };
        fs::create_dir_all(&folder).map_err(|it| Failure::file("cannot make", &folder, &it))?;
        let now = world.now();
        let path = folder.join(name_at(now));
        store.save_copy(&path, &mut |_, _| true)?;
        if let Err(why) = read_whole(&path, world) {
            crate::studio::discard(&path);
            return Err(why);
        }
        let all = self.list()?;
        for backup in expired(&all, now) {
            let path = folder.join(&backup.name);
            fs::remove_file(&path).map_err(|it| Failure::file("cannot remove", &path, &it))?;
        }
        Ok(all.into_iter().next())
    }
}

/// Opens a copy and looks for damage. It is opened for writing, because closing it leaves one file then.
fn read_whole(path: &Path, world: &Arc<dyn World>) -> Result<(), Failure> {
    let copy = Store::open(
        path,
        OpenOptions {
            rules: Vec::new(),
            world: Arc::clone(world),
            read_only: false,
        },
    )?;
    let damages = copy.check();
    copy.close()?;
    match damages?.into_iter().next() {
        Some(damage) => Err(
            Failure::invalid(WorkspaceError::BackupDamaged { what: damage.what })
                .hint("verify_story_file lists everything that is damaged"),
        ),
        None => Ok(()),
    }
}

/// The name of a backup that is taken at a time: without what some system does not allow in names.
fn name_at(time: Timestamp) -> String {
    let milliseconds = time.as_millisecond().rem_euclid(1000);
    let time = time.to_string();
    let seconds = time.get(..19).unwrap_or(&time).replace(':', ".");
    format!("{seconds}.{milliseconds:03}Z.{STORY_EXTENSION}")
}

/// The time in such a name.
fn time_of(name: &str) -> Option<Timestamp> {
    let time = name.strip_suffix(STORY_EXTENSION)?.strip_suffix('.')?;
    let (date, time) = time.split_once('T')?;
    format!("{date}T{}", time.replacen('.', ":", 2))
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_its_time() {
        let time: Timestamp = "2026-12-01T14:30:05.123456Z".parse().unwrap();
        assert_eq!(name_at(time), "2026-12-01T14.30.05.123Z.story");
        let read: Timestamp = "2026-12-01T14:30:05.123Z".parse().unwrap();
        assert_eq!(time_of(&name_at(time)), Some(read));
        for other in [
            "notes.txt",
            "The Last Ferry.story",
            "2026-12-01T99.30.05Z.story",
        ] {
            assert_eq!(time_of(other), None, "{other}");
        }
    }
}
