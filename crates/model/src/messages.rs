//! Program messages that a user interface can show in its own language: an enum whose variants have
//! named parts and one English sentence each. Enter through [`messages!`](crate::messages); code
//! that reports something to a person takes a [`LocalizedMessage`].

use std::collections::BTreeMap;
use std::fmt::{Display, Formatter, Result};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// A message for a person: in English, and with the id and parts of the catalogue entry if there is
/// one.
#[derive(Debug, Clone, PartialEq)]
pub struct LocalizedMessage {
    /// In English.
    pub english: String,
    /// The message id and its parts, as JSON.
    pub said: Option<Value>,
}

/// The JSON of a value of an enum that [`messages!`](crate::messages) made, for schemas: which ids
/// there are is not part of it, because every version adds some.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MessageShape {
    /// The message id.
    pub what: String,
    /// Its parts by name.
    pub parts: BTreeMap<String, MessagePart>,
}

/// A part of a message in a [`MessageShape`].
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum MessagePart {
    /// A name, or other text.
    Text(String),
    /// A count.
    Number(f64),
}

impl LocalizedMessage {
    /// A message from the catalogue: a value of an enum that [`messages!`](crate::messages) made.
    pub fn of(word: &(impl Serialize + Display)) -> Self {
        Self {
            english: word.to_string(),
            said: serde_json::to_value(word).ok(),
        }
    }

    /// The text of an error, with its message id and parts if it has them.
    pub fn from_error(error: &impl Display, said: Option<Value>) -> Self {
        Self {
            english: error.to_string(),
            said,
        }
    }
}

impl Display for LocalizedMessage {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.english)
    }
}

impl From<String> for LocalizedMessage {
    fn from(english: String) -> Self {
        Self {
            english,
            said: None,
        }
    }
}

impl From<&str> for LocalizedMessage {
    fn from(english: &str) -> Self {
        english.to_owned().into()
    }
}

/// Defines an enum of messages, each as `Name { part: Type } = "A sentence with {part}.",`. As JSON
/// a value is its id and its parts, `{"what": "link_target_missing", "parts": {"target": "Hall"}}`;
/// displayed, it is the sentence; `ALL` lists all ids with their parts. The calling crate needs
/// serde as a dependency.
#[macro_export]
macro_rules! messages {
    (
        $(#[$doc:meta])*
        pub enum $message:ident {
            $($name:ident { $($part:ident: $type:ty),* $(,)? } = $sentence:literal,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
        #[serde(tag = "what", content = "parts", rename_all = "snake_case")]
        #[expect(missing_docs, reason = "the sentences say what the parts are")]
        pub enum $message {
            $(#[doc = $sentence] $name { $($part: $type),* },)*
        }

        impl $message {
            /// All message ids, each with the names of its parts.
            pub const ALL: &[(&str, &[&str])] =
                &[$((stringify!($name), &[$(stringify!($part)),*]),)*];
        }

        impl std::fmt::Display for $message {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$name { $($part),* } => write!(f, $sentence),)*
                }
            }
        }

        impl From<$message> for $crate::LocalizedMessage {
            fn from(word: $message) -> Self {
                Self::of(&word)
            }
        }
    };
}
