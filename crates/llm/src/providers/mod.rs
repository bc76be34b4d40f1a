//! The providers, one a file; [`builtin`] and [`scripted`] are models without a wire, and
//! [`openai_images`] makes pictures.

pub mod builtin;
pub mod openai;
pub mod openai_images;
pub mod scripted;

use crate::Provider;

/// Every wire that is spoken.
pub static ALL: &[&dyn Provider] = &[&openai::OpenAi];
