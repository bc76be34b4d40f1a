//! Previews what a file of another program would become as a new story.

use capabilities::{FileToPreview, ImportPreview, preview_import};
use capability::ToolError;

use super::Workspace;

impl Workspace {
    /// Previews the import of a file.
    pub(crate) async fn preview(
        &self,
        bytes: Vec<u8>,
        name: String,
        format: Option<String>,
        split: Option<String>,
    ) -> Result<ImportPreview, ToolError> {
        let looked = self.run_blocking(move |_| {
            let file = FileToPreview {
                name: Some(&name),
                format: format.as_deref(),
                split: split.as_deref(),
            };
            Ok(preview_import(&bytes, file))
        });
        looked.await?
    }
}
