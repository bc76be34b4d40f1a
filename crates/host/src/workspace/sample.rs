//! The sample story in the workspace.

use messages::Language;

use super::{STORY_EXTENSION, StoryInfo, Workspace};
use crate::Failure;
use crate::studio::Sample;

impl Workspace {
    /// Opens the sample story of a language in the stories' folder, creating it if it does not
    /// exist; `fresh` creates another one beside it.
    pub async fn sample(
        &self,
        language: Language,
        fresh: bool,
        window: &str,
    ) -> Result<StoryInfo, Failure> {
        let sample = Sample::in_language(language);
        let known = self
            .stories_folder()?
            .join(format!("{}.{STORY_EXTENSION}", sample.title));
        let path = if fresh {
            self.new_story_path(sample.title, None)?
        } else {
            known
        };
        if !path.exists() {
            let _one = self.0.opening.lock().await;
            let options = self
                .run_blocking(|workspace| workspace.studio_options())
                .await?;
            sample.make(&path, &options).await?;
        }
        self.open(&path, window).await
    }
}
