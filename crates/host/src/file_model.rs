//! A model driven through files, by a person or by a program without an API: each request is
//! written into a folder, and the program waits for the reply there. Enter through [`FileModel`].
//! Not here: the format of a request, which is the body of OpenAI's Chat Completions.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use async_trait::async_trait;
use llm::http::Http;
use llm::providers::openai::OpenAi;
use llm::{
    AgentContext, LanguageModel, LlmError, ModelLimits, ModelOptions, ModelRequest, ModelSettings,
    Provider as _,
};
use model::conversation::{
    ContentSegment, Delta, Payload, ProviderResponse, ReplyMetadata, StopReason, ToolCall, Usage,
};
use runner::context::{estimate, estimate_payload};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The prefix before the colon.
const FILES: &str = "files";
/// How often the folder is checked.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A model that reads its replies from files.
pub(crate) struct FileModel {
    folder: PathBuf,
    settings: ModelSettings,
}

/// What is written into a reply's file: words, calls, or both.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reply {
    #[serde(default)]
    text: String,
    #[serde(default)]
    calls: Vec<Call>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    name: String,
    #[serde(default)]
    args: Map<String, Value>,
}

impl FileModel {
    /// The model of `files:FOLDER`; `None` for any other name.
    pub(crate) fn named(name: &str) -> Option<Result<Self, LlmError>> {
        let (_, folder) = name
            .split_once(':')
            .filter(|it| it.0 == FILES && !it.1.is_empty())?;
        Some(Self::new(Path::new(folder)))
    }

    fn new(folder: &Path) -> Result<Self, LlmError> {
        let options = ModelOptions {
            base_url: Some("http://localhost".to_owned()),
            context_tokens: Some(128_000),
            output_tokens: Some(8_192),
            stream: Some(false),
            ..ModelOptions::default()
        };
        let like = llm::connect("openai-compatible:files", options, &Http::new()?)?;
        Ok(Self {
            folder: folder.to_owned(),
            settings: like.settings().clone(),
        })
    }

    /// Writes a request under the next free number, and returns the path of its reply.
    fn write(&self, payload: &Payload) -> Result<PathBuf, LlmError> {
        let request = OpenAi.request(&ModelRequest {
            payload,
            tools: &payload.tools,
            settings: &self.settings,
        })?;
        let failed = |error: std::io::Error| self.unreachable(&error);
        std::fs::create_dir_all(&self.folder).map_err(failed)?;
        let path = |number: u32, what: &str| self.folder.join(format!("{number:04}.{what}.json"));
        let number = (1..)
            .find(|it| !path(*it, "request").exists() && !path(*it, "reply").exists())
            .unwrap_or_default();
        // Renamed when it is complete, because a reader may read it at once.
        let unfinished = self.folder.join(format!("{number:04}.part"));
        let text = serde_json::to_string_pretty(&request.body).unwrap_or_default();
        std::fs::write(&unfinished, text).map_err(failed)?;
        std::fs::rename(&unfinished, path(number, "request")).map_err(failed)?;
        Ok(path(number, "reply"))
    }

    /// Waits for a reply. A file that cannot be parsed may still be being written, unless it has
    /// not changed since the last check.
    async fn read(&self, path: &Path) -> Result<Reply, LlmError> {
        let mut before = None;
        loop {
            match std::fs::read_to_string(path) {
                Ok(text) => match serde_json::from_str::<Reply>(&text) {
                    Ok(reply) => return Ok(reply),
                    Err(error) if before.as_ref() == Some(&text) => {
                        return Err(LlmError::Unreadable {
                            provider: FILES.to_owned(),
                            message: format!("{}: {error}", path.display()),
                        });
                    }
                    Err(_) => before = Some(text),
                },
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(self.unreachable(&error)),
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    fn unreachable(&self, error: &std::io::Error) -> LlmError {
        LlmError::Unreachable {
            provider: FILES.to_owned(),
            message: format!("{}: {error}", self.folder.display()),
        }
    }
}

#[async_trait]
impl LanguageModel for FileModel {
    fn name(&self) -> String {
        format!("{FILES}:{}", self.folder.display())
    }

    fn limits(&self) -> ModelLimits {
        self.settings.limits
    }

    async fn generate(
        &self,
        payload: &Payload,
        context: &AgentContext,
        on_delta: &mut (dyn FnMut(Delta) + Send),
    ) -> Result<ProviderResponse, LlmError> {
        let path = self.write(payload)?;
        let reading = context.cancelled.run_until_cancelled(self.read(&path));
        let reply = reading.await.ok_or(LlmError::Cancelled)??;
        if reply.text.is_empty() && reply.calls.is_empty() {
            return Err(LlmError::Empty {
                provider: FILES.to_owned(),
            });
        }
        // Nobody counts here, so both are estimates.
        let calls = reply.calls.iter();
        let calls = calls
            .map(|it| estimate(&it.name) + estimate(&Value::from(it.args.clone()).to_string()));
        let usage = Usage {
            input_tokens: estimate_payload(payload),
            output_tokens: estimate(&reply.text) + calls.sum::<u64>(),
            cached_tokens: 0,
        };
        let mut response = ProviderResponse {
            segments: Vec::new(),
            metadata: ReplyMetadata {
                model: Some(self.name()),
                usage: Some(usage),
                stop: Some(match reply.calls.is_empty() {
                    true => StopReason::End,
                    false => StopReason::ToolCalls,
                }),
                ..ReplyMetadata::default()
            },
        };
        if !reply.text.is_empty() {
            on_delta(Delta::Text(reply.text.clone()));
            response.segments.push(ContentSegment::text(reply.text));
        }
        for Call { name, args } in reply.calls {
            response.segments.push(ContentSegment::tool_call(ToolCall {
                id: Some(context.world.new_id().to_string()),
                name,
                args: args.into(),
            }));
        }
        Ok(response)
    }
}

#[cfg(test)]
mod tests {
    use model::FixedWorld;
    use serde_json::json;
    use tokio_util::sync::CancellationToken;

    use super::*;

    async fn asked(folder: &Path) -> Result<ProviderResponse, LlmError> {
        let model = FileModel::named(&format!("files:{}", folder.display()));
        let payload = Payload {
            system: "You help a writer.".to_owned(),
            ..Payload::default()
        };
        let context = AgentContext {
            tools: Default::default(),
            cancelled: CancellationToken::new(),
            world: std::sync::Arc::new(FixedWorld::default()),
            editing: None,
        };
        let model = model.expect("a model of files")?;
        model.generate(&payload, &context, &mut |_| {}).await
    }

    /// Waits for a request, writes a reply, and returns the request.
    async fn answer(folder: &Path, number: &str, reply: &str) -> Value {
        let request = folder.join(format!("{number}.request.json"));
        while !request.exists() {
            tokio::task::yield_now().await;
        }
        std::fs::write(folder.join(format!("{number}.reply.json")), reply).unwrap();
        serde_json::from_str(&std::fs::read_to_string(request).unwrap()).unwrap()
    }

    #[tokio::test]
    async fn writes_requests_and_reads_replies_as_files() {
        let folder = tempfile::tempdir().unwrap();
        let folder = &folder.path().join("play");
        let reply = json!({ "text": "Now.", "calls": [{ "name": "undo" }] }).to_string();
        let (answered, request) = tokio::join!(asked(folder), answer(folder, "0001", &reply));
        let answered = answered.unwrap();
        assert_eq!(answered.text(), "Now.");
        let calls: Vec<_> = answered
            .tool_calls()
            .map(|it| (&*it.name, &it.args))
            .collect();
        assert_eq!(calls, [("undo", &json!({}))]);
        let usage = answered.metadata.usage.unwrap();
        assert!(
            usage.input_tokens > 5 && usage.output_tokens > 1,
            "{usage:?}"
        );
        let system = &request["messages"][0]["content"];
        assert_eq!(system, "You help a writer.");

        let reply = r#"{ "text": "Again." }"#;
        let (answered, _) = tokio::join!(asked(folder), answer(folder, "0002", reply));
        assert_eq!(answered.unwrap().text(), "Again.");
    }

    #[tokio::test]
    async fn an_unreadable_reply_is_reported_with_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let (answered, _) = tokio::join!(
            asked(folder.path()),
            answer(folder.path(), "0001", r#"{ "words": "No." }"#)
        );
        let Err(LlmError::Unreadable { message, .. }) = answered else {
            panic!("{answered:?}")
        };
        assert!(
            message.contains("0001.reply.json: unknown field `words`"),
            "{message}"
        );
    }
}
