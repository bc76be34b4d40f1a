//! The language of a turn's own texts: the one that the person wrote in. Pure.

use serde::{Deserialize, Serialize};

/// A language that the program supports.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Language {
    #[default]
    English,
    Chinese,
}

impl Language {
    /// The language of a text: Chinese if it has at least as many Chinese characters as words of
    /// letters, so that a Chinese title in an English sentence does not decide.
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

    /// Picks the text in this language.
    pub(crate) fn say(self, english: impl Into<String>, chinese: impl Into<String>) -> String {
        match self {
            Self::English => english.into(),
            Self::Chinese => chinese.into(),
        }
    }

    /// Joins sentences.
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
    fn one_foreign_name_does_not_change_the_language() {
        assert_eq!(Language::of("Rename the hero to 尼奥"), Language::English);
        assert_eq!(Language::of("把主角改名为 Neo"), Language::Chinese);
        assert_eq!(Language::of("继续"), Language::Chinese);
        assert_eq!(Language::of("42"), Language::English);
    }
}
