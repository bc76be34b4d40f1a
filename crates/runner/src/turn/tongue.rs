//! What a turn's own words are in: the language that the person wrote in. Pure.

use serde::{Deserialize, Serialize};

/// A language that the program speaks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Tongue {
    #[default]
    English,
    Chinese,
}

impl Tongue {
    /// The language of a text: Chinese where as many of its characters are Chinese as it has words
    /// of letters, so that a Chinese title in an English sentence does not decide.
    pub(crate) fn of(text: &str) -> Self {
        let is_chinese = |it: &char| ('\u{3400}'..='\u{9fff}').contains(it);
        let chinese = text.chars().filter(is_chinese).count();
        let words = text.split(|it: char| !it.is_ascii_alphabetic());
        let words = words.filter(|it| !it.is_empty()).count();
        if chinese > 0 && chinese >= words {
            Self::Chinese
        } else {
            Self::English
        }
    }

    /// What is said in this language.
    pub(crate) fn say(self, english: impl Into<String>, chinese: impl Into<String>) -> String {
        match self {
            Self::English => english.into(),
            Self::Chinese => chinese.into(),
        }
    }

    /// Sentences, one after the other.
    pub(crate) fn join(self, sentences: &[&str]) -> String {
        let sentences = sentences.iter().filter(|it| !it.is_empty());
        let sentences: Vec<&str> = sentences.copied().collect();
        sentences.join(match self {
            Self::English => " ",
            Self::Chinese => "",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_another_script_does_not_decide() {
        assert_eq!(Tongue::of("Rename the hero to 尼奥"), Tongue::English);
        assert_eq!(Tongue::of("把主角改名为 Neo"), Tongue::Chinese);
        assert_eq!(Tongue::of("继续"), Tongue::Chinese);
        assert_eq!(Tongue::of("42"), Tongue::English);
    }
}
