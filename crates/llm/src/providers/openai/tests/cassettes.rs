//! Recorded traffic of real servers, which is kept outside the repository. Where it is absent these
//! tests do not exist; the handwritten replies cover the same cases.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use model::ContentHash;
use model::conversation::{Content, Delta, Payload, ProviderResponse};
use reqwest::header::HeaderMap;
use serde::Deserialize;

use super::{Outcome, read, root};
use crate::LlmError;
use crate::http::HttpFailure;

#[derive(Deserialize)]
struct ModelRequest {
    when: When,
    then: Then,
}

#[derive(Deserialize)]
struct When {
    path: String,
}

#[derive(Deserialize)]
pub(crate) struct Then {
    pub(crate) status: u16,
    #[serde(default)]
    header: Vec<Header>,
    #[serde(default)]
    pub(crate) body: String,
}

#[derive(Deserialize)]
struct Header {
    name: String,
    value: String,
}

impl Then {
    pub(crate) fn content_type(&self) -> &str {
        let header = self.header.iter().find(|it| it.name == "content-type");
        header.map_or("", |it| it.value.as_str())
    }

    fn read<'a>(&self, pieces: impl IntoIterator<Item = &'a [u8]>) -> Outcome {
        read(&Payload::default(), self.content_type(), pieces)
    }
}

/// Every recorded reply of a Chat Completions server, with a name for messages.
pub(crate) fn recorded() -> Vec<(String, Then)> {
    let servers = ["deepseek", "llamacpp", "mistral", "openai", "openrouter"];
    recorded_at(&servers, |path| path.ends_with("/chat/completions"))
}

/// Every recorded reply of these servers on paths accepted by `called`, with a name for messages.
pub(crate) fn recorded_at(servers: &[&str], called: fn(&str) -> bool) -> Vec<(String, Then)> {
    let of_server = |name: &str| {
        let server = name.split('/').next().unwrap_or_default();
        servers.contains(&server)
    };
    exchanges()
        .into_iter()
        .filter(|(name, path, _)| of_server(name) && called(path))
        .map(|(name, _, then)| (name, then))
        .collect()
}

/// All recordings: a name for messages, the request path, and the response.
pub(crate) fn exchanges() -> Vec<(String, String, Then)> {
    let corpus = Path::new(env!("STORYTELLER_CORPUS")).join("cassettes");
    let mut files = Vec::new();
    collect(&corpus, &mut files);
    files.retain(|it| it.extension().is_some_and(|it| it == "yaml"));
    files.sort();
    let mut found = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.strip_prefix(&corpus).unwrap().with_extension("");
        for (n, document) in serde_yaml_ng::Deserializer::from_str(&text).enumerate() {
            let model_request = ModelRequest::deserialize(document).unwrap();
            let name = format!("{} {n}", name.display());
            found.push((name, model_request.when.path, model_request.then));
        }
    }
    assert!(
        !found.is_empty(),
        "there is no recorded traffic at {corpus:?}"
    );
    found
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// A reply on one line: sizes and hashes in place of recorded text.
pub(crate) fn summary((deltas, outcome): &Outcome) -> String {
    let count = |wanted: fn(&Delta) -> bool| deltas.iter().filter(|it| wanted(it)).count();
    let mut line = format!(
        "{} text, {} thinking, {} calls |",
        count(|it| matches!(it, Delta::Text(_))),
        count(|it| matches!(it, Delta::Thinking(_))),
        count(|it| matches!(it, Delta::ToolCallBegan { .. })),
    );
    match outcome {
        Ok(reply) => summarize(reply, &mut line),
        Err(error) => write!(line, " {error}").unwrap(),
    }
    line
}

fn summarize(reply: &ProviderResponse, line: &mut String) {
    for segment in &reply.segments {
        match &segment.content {
            Content::Text { text } => write!(line, " text {}", marked(text)).unwrap(),
            Content::ToolCall { tool_call: call } => {
                let kind = if call.args.is_object() {
                    "object"
                } else {
                    "NO OBJECT"
                };
                let args = marked(&call.args.to_string());
                write!(line, " {}({kind} {args})", call.name).unwrap();
            }
            other => write!(line, " {other:?}").unwrap(),
        }
        if let Some(state) = &segment.provider_state {
            write!(line, "+state {}", marked(&state.value.to_string())).unwrap();
        }
    }
    let metadata = &reply.metadata;
    let usage = metadata
        .usage
        .map(|it| (it.input_tokens, it.output_tokens, it.cached_tokens));
    write!(
        line,
        " | {:?} {usage:?} {:?}",
        metadata.stop, metadata.model
    )
    .unwrap();
}

fn marked(text: &str) -> String {
    let fragment = ContentHash::of(text.as_bytes()).to_string();
    format!("{}#{}", text.len(), &fragment[..6])
}

#[test]
fn reads_recorded_replies_as_expected() {
    let recorded = recorded();
    let mut output = String::new();
    for (name, then) in recorded.iter().filter(|(_, then)| then.status == 200) {
        writeln!(
            output,
            "{name}: {}",
            summary(&then.read([then.body.as_bytes()]))
        )
        .unwrap();
    }
    let golden = root().join("tests/fixtures/wires/openai-recorded.txt");
    expect_file![golden].assert_eq(&output);
}

#[test]
fn recorded_streams_do_not_depend_on_how_they_are_split() {
    let mut chance: u64 = 0x5eed;
    for (name, then) in recorded().iter().filter(|(_, then)| then.status == 200) {
        let body = then.body.as_bytes();
        let whole = then.read([body]);
        for _ in 0..3 {
            let mut pieces = Vec::new();
            let mut rest = body;
            while !rest.is_empty() {
                // Knuth's constants; any sequence that is the same on each run would do.
                chance = chance
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                let (piece, after) =
                    rest.split_at(rest.len().min(1 + (chance >> 33) as usize % 700));
                pieces.push(piece);
                rest = after;
            }
            assert_eq!(whole, then.read(pieces), "{name}");
        }
        if body.len() < 4_000 {
            assert_eq!(whole, then.read(body.chunks(1)), "{name} in single bytes");
        }
    }
}

#[test]
fn classifies_recorded_failures() {
    let failures = recorded()
        .into_iter()
        .filter(|(_, then)| then.status != 200);
    let lines: Vec<_> = failures
        .map(|(name, then)| {
            let http_failure = HttpFailure {
                provider: "tale".into(),
                status: then.status,
                headers: HeaderMap::new(),
                body: then.body,
            };
            (name, http_failure.to_error())
        })
        .collect();
    let overloaded = |message: &str| LlmError::Overloaded {
        provider: "tale".into(),
        status: 500,
        message: message.into(),
    };
    let expected = [
        (
            "llamacpp/error_matrix/tools_without_jinja 0",
            overloaded("tools param requires --jinja flag"),
        ),
        (
            "llamacpp/multimodal_matrix/unfetchable_image_url 0",
            overloaded("error: cannot make GET request"),
        ),
        (
            "openai/error_identity_edge/chat_completions_validation_error_carries_identity 0",
            LlmError::BadRequest {
                provider: "tale".into(),
                status: 400,
                message: "Invalid 'temperature': decimal above maximum value. Expected a value <= \
                          2, but got 99.0 instead."
                    .into(),
            },
        ),
    ];
    let expected = expected.map(|(name, error)| (name.to_owned(), error));
    assert!(lines.is_empty() || lines == expected, "{lines:#?}");
}
