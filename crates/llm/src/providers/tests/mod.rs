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

/// A wire format.
struct Wire {
    provider: &'static dyn Provider,
}

const WIRES: [Wire; 4] = [
    Wire {
        provider: &Responses,
    },
    Wire {
        provider: &Anthropic,
    },
    Wire { provider: &Gemini },
    Wire { provider: &Ollama },
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
