//! Backups: copies of open stories in a folder of their own, taken now and then and when a story is
//! closed. A backup is a story file; it is opened as a copy, so nothing is ever overwritten.

mod files;
mod retention;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use capability::ErrorReport;
use model::Timestamp;
use tokio_util::sync::{CancellationToken, DropGuard};

pub use self::files::Backup;
use self::files::BackupFiles;
use super::{StoryInfo, StoryKey, Workspace};
use crate::{Failure, Studio, WorkspaceError};

/// The folder for backups beside the stories.
const FOLDER: &str = "Backups";

impl Workspace {
    /// The folder for backups: the chosen one, else one in the folder for stories. What is chosen
    /// without a beginning is in that folder too, and `~/` is the person's own.
    pub fn backup_folder(&self) -> Result<PathBuf, Failure> {
        let chosen = self.settings()?.backup_folder.unwrap_or_default();
        let home = chosen.strip_prefix("~").ok();
        if let Some((below, home)) = home.zip(directories::UserDirs::new()) {
            return Ok(home.home_dir().join(below));
        }
        if chosen.is_absolute() {
            return Ok(chosen);
        }
        let stories = self.0.options.environment.stories_folder();
        let stories = stories.ok_or_else(|| {
            Failure::invalid(WorkspaceError::StoriesFolderNone {})
                .hint("name one in the environment variable STORYTELLER_STORIES")
        })?;
        Ok(match chosen.as_os_str().is_empty() {
            true => stories.join(FOLDER),
            false => stories.join(chosen),
        })
    }

    /// The backups of a story, open or not, newest first.
    pub async fn backups(&self, story: &str) -> Result<Vec<Backup>, Failure> {
        let story = story.to_owned();
        self.run_blocking(move |it| it.backup_files(&story)?.list())
            .await
    }

    /// Backs up an open story now. Without changes since the last backup there is nothing to do.
    pub async fn back_up(&self, story: &str) -> Result<Option<Backup>, Failure> {
        let studio = self.studio(story).await?;
        let key = super::key_of(studio.store().path())?;
        self.run_blocking(move |it| it.take_backup(&key, &studio))
            .await
    }

    /// Backs up a story before something that cannot be undone, where stories are backed up.
    pub(crate) async fn back_up_before(&self, studio: &Studio) -> Result<(), Failure> {
        if self.backup_minutes() == 0 {
            return Ok(());
        }
        let key = super::key_of(studio.store().path())?;
        let studio = studio.clone();
        self.run_blocking(move |it| it.take_backup(&key, &studio))
            .await
            .map(drop)
    }

    /// Opens a backup as a story of its own in the folder for stories. Where the story it was taken
    /// of is still there, the title tells the time.
    pub async fn open_backup(
        &self,
        story: &str,
        name: &str,
        window: &str,
    ) -> Result<StoryInfo, Failure> {
        let (key, name) = (story.to_owned(), name.to_owned());
        let (taken, bytes) = self
            .run_blocking(move |it| {
                let files = it.backup_files(&key)?;
                let path = files.path_of(&name)?;
                let taken = files.list()?.into_iter().find(|it| it.name == name);
                let bytes = std::fs::read(&path)
                    .map_err(|error| Failure::file("cannot read", &path, &error))?;
                Ok((taken.map(|it| it.taken), bytes))
            })
            .await?;
        let original = self.path_of(story);
        let title = match (
            &original,
            self.recent().into_iter().find(|it| it.story == story),
        ) {
            (_, Some(recent)) => recent.title,
            (Some(path), None) => path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into(),
            (None, None) => String::new(),
        };
        let named = match taken {
            Some(taken) => format!("{title} {}", self.local_time(taken)),
            None => title,
        };
        let path = self.new_story_path(&named, None)?;
        let opened = self.open_copy(path, bytes, window).await?;
        if !original.is_some_and(|it| it.is_file()) {
            return Ok(opened);
        }
        let studio = self.studio(&opened.story).await?;
        studio.rename(&named).await?;
        let named = super::story_info(&opened.story, &studio)?;
        self.0.recents.record_opened(&named)?;
        Ok(named)
    }

    /// Backs up a story now and then while it is open, until the guard is dropped.
    pub(super) fn keep_backups(&self, key: &StoryKey) -> DropGuard {
        let stop = CancellationToken::new();
        let (stopped, key) = (stop.clone(), key.clone());
        let workspace = Arc::downgrade(&self.0);
        // A story that is opened outside a runtime is backed up when it is closed.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                loop {
                    let Some(inner) = workspace.upgrade() else {
                        return;
                    };
                    let minutes = Self(inner).backup_minutes();
                    let wait = Duration::from_secs(60 * u64::from(minutes.max(1)));
                    if stopped
                        .run_until_cancelled(tokio::time::sleep(wait))
                        .await
                        .is_none()
                    {
                        return;
                    }
                    let Some(inner) = workspace.upgrade() else {
                        return;
                    };
                    let workspace = Self(inner);
                    let Some(studio) = workspace.find_open(&key) else {
                        return;
                    };
                    let key = key.clone();
                    let taken = workspace
                        .run_blocking(move |it| {
                            it.take_usual_backup(&key, &studio);
                            Ok(())
                        })
                        .await;
                    if let Err(error) = taken {
                        tracing::warn!(?error, "a backup was not taken");
                    }
                }
            });
        }
        stop.drop_guard()
    }

    /// Backs up a story, where stories are backed up by themselves. What goes wrong is logged, told to the
    /// windows once, and reported with the list of backups; it prevents neither working on nor closing.
    pub(super) fn take_usual_backup(&self, key: &str, studio: &Studio) {
        if self.backup_minutes() == 0 {
            return;
        }
        let failed = self.take_backup(key, studio).err();
        if let Some(error) = &failed {
            tracing::warn!(?error, "a backup was not taken");
        }
        let failed = failed.map(|it| it.report().clone());
        let mut failures = super::lock_recovering(&self.0.backup_failures);
        let told = match failed.clone() {
            Some(failure) => failures.insert(key.to_owned(), failure),
            None => failures.remove(key),
        };
        if let Some(failure) = failed.filter(|it| Some(it) != told.as_ref()) {
            studio.tell_backup_failed(failure);
        }
    }

    /// Why the last backup of a story was not taken, if it was not.
    pub fn backup_failure(&self, story: &str) -> Option<ErrorReport> {
        super::lock_recovering(&self.0.backup_failures)
            .get(story)
            .cloned()
    }

    /// How often open stories are backed up, in minutes; 0: never, as without settings of a person.
    fn backup_minutes(&self) -> u32 {
        let settings = self.0.config.as_ref().and_then(|_| self.settings().ok());
        settings.map_or(0, |it| it.backup_minutes)
    }

    fn take_backup(&self, key: &str, studio: &Studio) -> Result<Option<Backup>, Failure> {
        let files = self.backup_files(key)?;
        files.take(studio.store(), &studio.title()?, studio.world())
    }

    fn backup_files(&self, key: &str) -> Result<BackupFiles, Failure> {
        Ok(BackupFiles::of(self.backup_folder()?, key))
    }

    /// A time as a file name can hold it, where the person is.
    fn local_time(&self, time: Timestamp) -> String {
        let zoned = time.to_zoned(self.0.world.time_zone());
        zoned.strftime("%Y-%m-%d %H.%M").to_string()
    }
}
