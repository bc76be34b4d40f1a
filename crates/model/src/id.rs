//! Ids: one newtype per kind, so that a node's id cannot be passed where a version's is expected.
//! Ids are UUID v7; [`crate::World`] generates them, this module only holds them.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A text that is not an id of the expected kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseIdError {
    /// The given text.
    pub text: String,
    /// The expected kind, for display: "node id".
    pub expected: &'static str,
}

/// The least number of digits that refer to an id.
const MIN_DIGITS: usize = 4;
/// How many digits of an id are shown.
const SHOWN_DIGITS: usize = 8;

/// What somebody typed to refer to an id: the whole of it, its beginning or end, or the beginning of the
/// digits that are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdReference(String);

impl IdReference {
    /// Reads at least four digits; hyphens and letter case do not matter.
    pub fn read(typed: &str) -> Option<Self> {
        let digits = typed.trim().replace('-', "").to_lowercase();
        let is_id = digits.len() >= MIN_DIGITS && digits.bytes().all(|it| it.is_ascii_hexdigit());
        is_id.then_some(Self(digits))
    }

    /// Whether it refers to an id.
    pub fn fits(&self, id: Uuid) -> bool {
        let mut buffer = Uuid::encode_buffer();
        let id = &*id.simple().encode_lower(&mut buffer);
        let shown = &id[id.len() - SHOWN_DIGITS..];
        id.starts_with(&self.0) || id.ends_with(&self.0) || shown.starts_with(&self.0)
    }
}

impl fmt::Display for ParseIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a {}", self.text, self.expected)
    }
}

impl std::error::Error for ParseIdError {}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $words:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl $name {
            /// The last eight characters: short enough to read aloud. The end rather than the
            /// beginning, because UUID v7 begins with the time and recent ids would look alike.
            pub fn short(&self) -> String {
                let text = self.0.simple().to_string();
                text[text.len() - SHOWN_DIGITS..].to_owned()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($name), self.0)
            }
        }

        impl FromStr for $name {
            type Err = ParseIdError;
            fn from_str(text: &str) -> Result<Self, ParseIdError> {
                Uuid::parse_str(text)
                    .map(Self)
                    .map_err(|_| ParseIdError { text: text.to_owned(), expected: $words })
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "format": "uuid" })
            }
            fn inline_schema() -> bool {
                true
            }
        }
    )*};
}

ids! {
    /// One story, that is one file.
    StoryId = "story id";
    /// One node of a story.
    NodeId = "node id";
    /// One edge between two nodes.
    EdgeId = "edge id";
    /// One immutable state of one slot.
    VersionId = "version id";
    /// What one call wrote.
    CommitId = "commit id";
    /// One instruction to its final text.
    TurnId = "turn id";
    /// Versions written in review mode and not yet adopted.
    DraftId = "draft id";
    /// One conversation.
    ThreadId = "thread id";
    /// One line of a conversation.
    MessageId = "message id";
}

/// The BLAKE3 hash of some bytes, written as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentHash(pub [u8; 32]);

impl ContentHash {
    /// Hashes bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes())
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(blake3::Hash::from_bytes(self.0).to_hex().as_str())
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ContentHash({self})")
    }
}

impl FromStr for ContentHash {
    type Err = ParseIdError;
    fn from_str(text: &str) -> Result<Self, ParseIdError> {
        blake3::Hash::from_hex(text)
            .map(|hash| Self(*hash.as_bytes()))
            .map_err(|_| ParseIdError {
                text: text.to_owned(),
                expected: "content hash",
            })
    }
}

impl Serialize for ContentHash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ContentHash {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for ContentHash {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ContentHash".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^[0-9a-f]{64}$" })
    }
    fn inline_schema() -> bool {
        true
    }
}

/// A stored picture or sound, identified by the hash of its bytes.
pub type AssetId = ContentHash;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_round_trip_and_parse_errors_name_the_kind() {
        let id = NodeId(Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_dead_beef));
        assert_eq!(id.to_string().parse::<NodeId>(), Ok(id));
        assert_eq!(id.short(), "deadbeef");
        assert_eq!(
            "x".parse::<NodeId>().map_err(|e| e.to_string()),
            Err("\"x\" is not a node id".to_owned())
        );
    }

    #[test]
    fn content_hash_round_trips() {
        let hash = ContentHash::of(b"once upon a time");
        assert_eq!(hash.to_string().parse::<ContentHash>(), Ok(hash));
    }

    #[test]
    fn an_id_is_referred_to_by_its_ends_and_by_what_is_shown_of_it() {
        let id: NodeId = "01a22a58-649f-76e6-b527-763a2e795b3a".parse().unwrap();
        assert_eq!(id.short(), "2e795b3a");
        for (typed, expected) in [
            ("01a22a58-649f-76e6-b527-763a2e795b3a", true),
            ("01A2-2A58", true),
            ("5b3a", true),
            (" 2e79 ", true),
            ("2e795b3a", true),
            ("b527", false),
            ("2e7", false),
            ("2e79 ", true),
            ("storm", false),
        ] {
            let fits = IdReference::read(typed).is_some_and(|it| it.fits(id.0));
            assert_eq!(fits, expected, "{typed}");
        }
    }
}
