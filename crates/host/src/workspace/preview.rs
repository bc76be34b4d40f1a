//! What a file of another program would bring as a story of its own, before any story is made.

use capabilities::{FileToPreview, ImportPreview, preview_import};
use capability::ToolError;

use super::Workspace;

impl Workspace {
    /// What importing this file would bring.
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
