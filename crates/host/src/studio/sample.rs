//! Stories created with content: the sample, and files of other programs.

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

/// The title of the story that ships with the program.
const SAMPLE_TITLE: &str = "The Last Ferry";
/// The story that ships with the program.
const SAMPLE: &str = include_str!("../../../../samples/the-last-ferry.json");

impl Studio {
    /// Makes the sample story. What is in it is where its reader begins: a first undo does not
    /// empty it.
    pub async fn sample(path: &Path, options: StudioOptions) -> Result<Self, Failure> {
        let studio = Self::create(path, SAMPLE_TITLE, options)?;
        let stop = CancellationToken::new();
        let filled = studio
            .import_into("sample.json", SAMPLE.into(), Some("json"), stop)
            .await;
        studio.keep_or_discard(path, filled).await.map(|it| it.0)
    }

    /// Makes a story from the file of another program, and tells what came of it. A file that
    /// cannot be read leaves no story behind, nor does an import that was stopped.
    pub async fn from_file(
        path: &Path,
        options: StudioOptions,
        (title, file_name): (&str, &str),
        bytes: Vec<u8>,
        format: Option<&str>,
        (stop, tell): (CancellationToken, &(dyn Fn(Progress) + Sync)),
    ) -> Result<(Self, ToolAgentOutput), Failure> {
        let studio = Self::create(path, title, options)?;
        let mut events = studio.events();
        let filled = {
            let filling = studio.import_into(file_name, bytes, format, stop);
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
        file_name: &str,
        bytes: Vec<u8>,
        format: Option<&str>,
        stop: CancellationToken,
    ) -> ToolAgentOutput {
        let person = Caller {
            cancelled: stop,
            ..self.person("import", Arc::new(NoApprover))
        };
        let call = ToolCall {
            id: None,
            name: "import_story".to_owned(),
            args: import_args(file_name, bytes, format),
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
            // It was made here a moment ago and holds nothing.
            let _ = self.close();
            discard(path);
            return Err(failure);
        }
        Ok((self, filled))
    }
}

/// The input of the import tool for the bytes of a file.
pub fn import_args(file_name: &str, bytes: Vec<u8>, format: Option<&str>) -> serde_json::Value {
    let mut args = match String::from_utf8(bytes) {
        Ok(text) => json!({ "content": text }),
        Err(error) => {
            json!({ "content": STANDARD.encode(error.into_bytes()), "encoding": "base64" })
        }
    };
    args["file_name"] = json!(file_name);
    if let Some(format) = format {
        args["format"] = json!(format);
    }
    args
}

/// Takes away a story file that was made and could not be filled.
pub fn discard(path: &Path) {
    for more in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(more);
        // What is not there need not be taken away.
        let _ = std::fs::remove_file(name);
    }
}
