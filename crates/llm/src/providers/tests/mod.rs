//! The wire format of each vendor against handwritten replies, recorded traffic, and complete
//! expected requests. Bytes take the same path as in production: split into frames, then read.

mod fixtures;
mod outcomes;
mod pictures;
#[cfg(corpus)]
mod recorded;
mod requests;

use model::conversation::Payload;

use super::anthropic::{self, Anthropic};
use super::gemini::Gemini;
use super::ollama::Ollama;
use super::openai::tests::{Outcome, read_by, root};
use super::responses::Responses;
use crate::{ModelSettings, Provider};

/// A wire format, and where its traffic is recorded.
struct Wire {
    provider: &'static dyn Provider,
    servers: &'static [&'static str],
    called: fn(&str) -> bool,
}

const WIRES: [Wire; 4] = [
    Wire {
        provider: &Responses,
        servers: &["openai"],
        called: |path| path.ends_with("/responses"),
    },
    Wire {
        provider: &Anthropic,
        servers: &["anthropic"],
        called: |path| path.ends_with("/messages"),
    },
    Wire {
        provider: &Gemini,
        servers: &["gemini"],
        called: |path| path.contains("enerateContent"),
    },
    Wire {
        provider: &Ollama,
        servers: &["ollama"],
        called: |path| path == "/api/chat",
    },
];

fn settings() -> ModelSettings {
    ModelSettings {
        api_version: anthropic::VERSION.into(),
        ..super::openai::tests::settings()
    }
}

fn read<'a>(
    wire: &Wire,
    payload: &Payload,
    content_type: &str,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> Outcome {
    read_by(wire.provider, &settings(), payload, content_type, pieces)
}
