//! The providers, one a file or folder; [`builtin`] and [`scripted`] are models without a wire, and
//! [`openai_images`], [`gemini_images`], [`automatic1111`] and [`comfyui`] make pictures.

pub mod anthropic;
pub mod automatic1111;
pub mod builtin;
pub mod comfyui;
pub mod gemini;
pub mod gemini_images;
pub mod ollama;
pub mod openai;
pub mod openai_images;
pub mod responses;
pub mod scripted;

use crate::Provider;

/// Every wire that is spoken.
pub static ALL: &[&dyn Provider] = &[
    &openai::OpenAi,
    &responses::Responses,
    &anthropic::Anthropic,
    &gemini::Gemini,
    &ollama::Ollama,
];

#[cfg(test)]
mod tests;
