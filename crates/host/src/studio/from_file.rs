//! Stories created from files of other programs.

use std::path::Path;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use capability::{Caller, NoApprover, Progress, ToolAgentOutput};
use model::conversation::ToolCall;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::{Studio, StudioOptions};
use crate::Failure;
use crate::events::EventKind;

impl Studio {
    /// Creates a story from the file of another program, and returns the report. A file that cannot
    /// be read leaves no story behind, nor does a stopped import.
    pub async fn from_file(
        path: &Path,
        options: StudioOptions,
        title: &str,
        (bytes, file): (Vec<u8>, ImportedFile<'_>),
        (stop, tell): (CancellationToken, &(dyn Fn(Progress) + Sync)),
    ) -> Result<(Self, ToolAgentOutput), Failure> {
        let studio = Self::create(path, title, options)?;
        let mut events = studio.events();
        let filled = {
            let filling = studio.import_into(bytes, file, stop);
            tokio::pin!(filling);
            loop {
                tokio::select! {
                    filled = &mut filling => break filled,
                    Ok(event) = events.recv() => {
                        if let EventKind::Progress(progress) = &event.kind {
                            tell(progress.clone());
                        }
                    }
                }
            }
        };
        studio.keep_or_discard(path, filled).await
    }

    pub(super) async fn import_into(
        &self,
        bytes: Vec<u8>,
        file: ImportedFile<'_>,
        stop: CancellationToken,
    ) -> ToolAgentOutput {
        let person = Caller {
            cancelled: stop,
            ..self.person("import", Arc::new(NoApprover))
        };
        let call = ToolCall {
            id: None,
            name: "import_story".to_owned(),
            args: import_args(bytes, file),
        };
        self.call(&person, call).await
    }

    async fn keep_or_discard(
        self,
        path: &Path,
        mut filled: ToolAgentOutput,
    ) -> Result<(Self, ToolAgentOutput), Failure> {
        let settled = match filled.error.take_if(|_| filled.result.is_none()) {
            Some(error) => Err(error.into()),
            None => self.store().clear_undo().await.map_err(Failure::from),
        };
        if let Err(failure) = settled {
            // It has just been created and is empty.
            let _ = self.close();
            discard(path);
            return Err(failure);
        }
        Ok((self, filled))
    }
}

/// The caller's options for an imported file.
#[derive(Debug, Clone, Copy, Default)]
pub struct ImportedFile<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its format; detected from its content if not given.
    pub format: Option<&'a str>,
    /// How to divide its prose into nodes.
    pub split: Option<&'a str>,
}

/// The input of the tools that import or preview a file, with its bytes.
pub fn import_args(bytes: Vec<u8>, file: ImportedFile<'_>) -> serde_json::Value {
    let mut args = match String::from_utf8(bytes) {
        Ok(text) => json!({ "content": text }),
        Err(error) => {
            json!({ "content": STANDARD.encode(error.into_bytes()), "encoding": "base64" })
        }
    };
    args["file_name"] = json!(file.name);
    for (name, given) in [("format", file.format), ("split", file.split)] {
        if let Some(given) = given {
            args[name] = json!(given);
        }
    }
    args
}

/// Removes a story file that was created but could not be filled.
pub fn discard(path: &Path) {
    for more in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(more);
        // A missing file is not an error.
        let _ = std::fs::remove_file(name);
    }
}
