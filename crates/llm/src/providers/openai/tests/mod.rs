//! The OpenAI wire format against handwritten replies, recorded traffic, and complete expected
//! bodies. Bytes take the same path as in production: split into frames, then read.

#[cfg(corpus)]
pub(in crate::providers) mod cassettes;
mod reading;
mod writing;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use model::FixedWorld;
use model::conversation::{Delta, Payload, ProviderResponse};
use serde_json::Map;

use crate::dialect::CallIdFormat;
use crate::http::{FrameSplitter, HttpLimits};
use crate::providers::openai::OpenAi;
use crate::{LlmError, ModelLimits, ModelRequest, ModelSettings, Provider};

pub(crate) type Outcome = (Vec<Delta>, Result<ProviderResponse, LlmError>);

pub(crate) fn settings() -> ModelSettings {
    ModelSettings {
        provider: "tale".into(),
        model: "story-1".into(),
        base_url: "https://tale.example/v1".into(),
        key: None,
        limits: ModelLimits {
            context_tokens: 8_000,
            output_tokens: 500,
        },
        supports_vision: false,
        late_system_message: false,
        cache_key: false,
        stream: true,
        max_tokens_field: "max_tokens".into(),
        extra: Map::new(),
        call_ids: CallIdFormat::Any,
        requires_thinking: false,
        api_version: String::new(),
        http: HttpLimits::default(),
    }
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Reads a body that arrives in these chunks.
fn read<'a>(
    payload: &Payload,
    content_type: &str,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> Outcome {
    read_by(&OpenAi, &settings(), payload, content_type, pieces)
}

/// The same with any wire format.
pub(crate) fn read_by<'a>(
    wire: &dyn Provider,
    settings: &ModelSettings,
    payload: &Payload,
    content_type: &str,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> Outcome {
    let model_request = ModelRequest {
        payload,
        tools: &[],
        settings,
    };
    let mut reader = wire
        .reader(&model_request, Arc::new(FixedWorld::default()))
        .unwrap();
    let mut cutter = FrameSplitter::new(content_type);
    let mut frames: Vec<_> = pieces.into_iter().flat_map(|it| cutter.push(it)).collect();
    frames.extend(cutter.end());
    let mut deltas = Vec::new();
    for frame in frames {
        match reader.read(frame, &mut |it| deltas.push(it)) {
            Err(error) => return (deltas, Err(error)),
            Ok(flow) if flow.is_break() => break,
            Ok(_) => {}
        }
    }
    (deltas, reader.finish())
}
