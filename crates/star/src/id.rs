//! Ids of clients and environments: 3 to 50 characters of a declared alphabet (SP-1).

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The fewest characters of an id.
pub(crate) const MIN: usize = 3;
/// The most characters of an id.
pub(crate) const MAX: usize = 50;

/// An id that was checked: 3 to 50 letters or digits of any script, or `-`, `_`, `.`, `:`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Id(String);

/// Why a text is not an id.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadId {
    /// Fewer or more characters than an id may have.
    #[error("an id has {MIN} to {MAX} characters, this one has {0}")]
    Length(usize),
    /// A character outside the alphabet.
    #[error("{0:?} is not allowed in an id; use letters, digits, '-', '_', '.' or ':'")]
    Character(char),
}

impl Id {
    /// How many characters an id has.
    pub const LENGTH: RangeInclusive<usize> = MIN..=MAX;

    /// Checks a text.
    ///
    /// # Errors
    /// Too short, too long, or with a character outside the alphabet.
    pub fn new(text: impl Into<String>) -> Result<Self, BadId> {
        let text = text.into();
        Self::check(&text)?;
        Ok(Self(text))
    }

    /// Whether a text may be an id.
    ///
    /// # Errors
    /// As [`Id::new`].
    pub fn check(text: &str) -> Result<(), BadId> {
        let foreign = |it: &char| !it.is_alphanumeric() && !matches!(it, '-' | '_' | '.' | ':');
        let count = text.chars().count();
        if !Self::LENGTH.contains(&count) {
            return Err(BadId::Length(count));
        }
        match text.chars().find(foreign) {
            Some(character) => Err(BadId::Character(character)),
            // A path segment of dots alone means another folder to every URL library.
            None if text.chars().all(|it| it == '.') => Err(BadId::Character('.')),
            None => Ok(()),
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Id {
    type Error = BadId;

    fn try_from(text: String) -> Result<Self, BadId> {
        Self::new(text)
    }
}

impl From<Id> for String {
    fn from(id: Id) -> Self {
        id.0
    }
}

impl std::fmt::Display for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_letters_of_any_script_and_four_punctuation_marks() {
        for text in ["abc", "agent_001", "故事一", "a.b:c-d", &"x".repeat(50)] {
            assert!(Id::new(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn rejects_an_invalid_length_or_character() {
        assert_eq!(Id::check("ab"), Err(BadId::Length(2)));
        assert_eq!(Id::check(&"故".repeat(51)), Err(BadId::Length(51)));
        for text in ["a b c", "a/b", "***", "a\u{202e}b", "...", "ab\0"] {
            assert!(
                matches!(Id::check(text), Err(BadId::Character(_))),
                "{text:?}"
            );
        }
    }
}
