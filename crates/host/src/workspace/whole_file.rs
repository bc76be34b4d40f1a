//! What is done with the file of an open story as a whole: copies of it, and reading all of it.

use std::path::PathBuf;

use super::folder::key_of;
use super::{StoryInfo, Workspace, story_info};
use crate::Failure;

impl Workspace {
    /// Saves a copy of an open story: at the path, else in the stories' folder under its title.
    pub async fn copy(
        &self,
        story: &str,
        path: Option<PathBuf>,
        without_history: bool,
    ) -> Result<StoryInfo, Failure> {
        let studio = self.studio(story).await?;
        let mut named = story_info(story, &studio)?;
        let path = self.new_story_path(&named.title, path)?;
        let to = path.clone();
        if without_history {
            let options = self.run_blocking(|it| it.studio_options()).await?;
            studio.save_copy_without_history(&to, options).await?;
        } else {
            self.run_blocking(move |_| Ok(studio.store().save_copy(&to, &mut |_, _| true)?))
                .await?;
        }
        named.story = key_of(&path)?;
        named.path = path;
        self.0.recents.remember(&named)?;
        Ok(named)
    }

    /// Reads the whole file of an open story; returns one sentence per damage.
    pub async fn verify(&self, story: &str) -> Result<Vec<String>, Failure> {
        let studio = self.studio(story).await?;
        self.run_blocking(move |_| {
            let damages = studio.store().check()?.into_iter();
            Ok(damages.map(|it| it.what).collect())
        })
        .await
    }
}
