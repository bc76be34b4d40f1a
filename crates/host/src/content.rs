//! The content of a file in JSON: text as it is, anything else as base64.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Failure;

/// A file's content and how it is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    content: String,
    #[serde(default)]
    encoding: Encoding,
}

/// How the content of a file is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Encoding {
    /// As it is.
    #[default]
    Text,
    /// As base64.
    Base64,
}

impl Content {
    /// Content as a caller wrote it.
    pub(crate) fn new(content: String, encoding: Encoding) -> Self {
        Self { content, encoding }
    }

    /// Encodes bytes for JSON.
    pub fn of(bytes: Vec<u8>) -> Self {
        let (content, encoding) = match String::from_utf8(bytes) {
            Ok(text) => (text, Encoding::Text),
            Err(error) => (STANDARD.encode(error.into_bytes()), Encoding::Base64),
        };
        Self { content, encoding }
    }

    /// The bytes.
    pub fn bytes(self) -> Result<Vec<u8>, Failure> {
        match self.encoding {
            Encoding::Text => Ok(self.content.into_bytes()),
            Encoding::Base64 => STANDARD
                .decode(self.content.trim())
                .map_err(|error| Failure::invalid(format!("the content is not base64: {error}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_round_trips() {
        for bytes in [
            b"plain \xe4\xbd\xa0".to_vec(),
            vec![0, 159, 255],
            Vec::new(),
        ] {
            let json = serde_json::to_string(&Content::of(bytes.clone())).unwrap();
            let read: Content = serde_json::from_str(&json).unwrap();
            assert_eq!(read.bytes(), Ok(bytes));
        }
    }
}
