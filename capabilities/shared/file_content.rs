//! The bytes of a file in the arguments and answers of tools, which are text.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use capability::ToolError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the bytes of a file are written as text.
#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Encoding {
    /// As they are: the file is UTF-8 text.
    #[default]
    Text,
    /// As base64: for binary files.
    Base64,
}

/// A file in an answer.
#[derive(Serialize, JsonSchema)]
pub(crate) struct File {
    pub(crate) encoding: Encoding,
    /// The length of the file.
    pub(crate) bytes: usize,
    pub(crate) content: String,
}

impl From<Vec<u8>> for File {
    fn from(file: Vec<u8>) -> Self {
        let bytes = file.len();
        let (encoding, content) = match String::from_utf8(file) {
            Ok(text) => (Encoding::Text, text),
            Err(error) => (Encoding::Base64, STANDARD.encode(error.into_bytes())),
        };
        Self {
            encoding,
            bytes,
            content,
        }
    }
}

/// The bytes of a file given as an argument.
pub(crate) fn bytes_of(content: String, encoding: Option<Encoding>) -> Result<Vec<u8>, ToolError> {
    match encoding.unwrap_or_default() {
        Encoding::Text => Ok(content.into_bytes()),
        Encoding::Base64 => STANDARD.decode(content.trim()).map_err(|error| {
            ToolError::invalid("/content", format!("the content is not base64: {error}"))
        }),
    }
}
