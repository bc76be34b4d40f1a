//! Copies of a story to be passed on, without what nobody else needs to read.

use std::path::Path;
use std::sync::Arc;

use capability::NoApprover;
use model::conversation::ToolCall;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{ImportedFile, Studio, StudioOptions};
use crate::Failure;

/// The format that holds all of a story but its history.
const FORMAT: &str = "json";

impl Studio {
    /// Saves a copy with the story as it is now: without older versions, drafts, snapshots and
    /// conversations. A copy that fails leaves no file behind.
    pub async fn save_copy_without_history(
        &self,
        to: &Path,
        options: StudioOptions,
    ) -> Result<(), Failure> {
        let person = self.person("copy", Arc::new(NoApprover));
        let call = ToolCall {
            id: None,
            name: "export_story".to_owned(),
            args: json!({ "format": FORMAT }),
        };
        let mut exported = self.call(&person, call).await;
        if let Some(error) = exported.error.take_if(|_| exported.result.is_none()) {
            return Err(error.into());
        }
        let mut data = exported.result.map(|it| it.data).unwrap_or_default();
        let Value::String(content) = data["content"].take() else {
            return Err(Failure::new(
                capability::Code::Internal,
                "the export of the story is no text",
            ));
        };
        let title = self.store().view(None).graph()?.record.title.clone();
        let file = ImportedFile {
            name: "story.json",
            format: Some(FORMAT),
            split: None,
        };
        let filling = (content.into_bytes(), file);
        let unwatched = |_| ();
        let stop = (CancellationToken::new(), &unwatched as _);
        let (copy, _) = Self::from_file(to, options, &title, filling, stop).await?;
        Ok(copy.close()?)
    }
}
