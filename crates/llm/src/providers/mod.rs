//! The providers, one a file or folder; [`scripted`] is a model without a wire, and
//! [`openai_images`], [`gemini_images`], [`automatic1111`] and [`comfyui`] make pictures.

pub mod anthropic;
pub mod automatic1111;
pub mod comfyui;
pub mod gemini;
pub mod gemini_images;
pub mod ollama;
pub mod openai;
pub mod openai_images;
pub mod responses;
pub mod scripted;

#[cfg(test)]
mod tests;
