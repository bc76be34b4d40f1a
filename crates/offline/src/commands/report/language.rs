//! The language of an answer: English, simplified or traditional Chinese. Sentences are written
//! once in English and once in simplified Chinese; the person's own words are never changed.

use crate::commands::normalized::to_traditional;

/// A language to answer in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Language {
    English,
    Simplified,
    Traditional,
}

impl Language {
    /// The sentence in this language, with `{}` replaced by the values in order.
    pub(super) fn say(self, english: &str, chinese: &str, values: &[&str]) -> String {
        let template = match self {
            Self::English => english.to_owned(),
            Self::Simplified => chinese.to_owned(),
            Self::Traditional => to_traditional(chinese),
        };
        let mut values = values.iter();
        let mut pieces = template.split("{}");
        let mut said = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            said.push_str(values.next().unwrap_or(&""));
            said.push_str(piece);
        }
        said
    }

    pub(super) fn is_chinese(self) -> bool {
        self != Self::English
    }

    /// Words in the quotes of the language, truncated if long.
    pub(super) fn quote(self, words: &str) -> String {
        let words = shorten(words, 80);
        match self {
            Self::English => format!("\"{words}\""),
            Self::Simplified => format!("“{words}”"),
            Self::Traditional => format!("「{words}」"),
        }
    }

    /// A list in the language's punctuation.
    pub(super) fn list(self, items: &[String]) -> String {
        items.join(if self.is_chinese() { "、" } else { ", " })
    }

    /// Joins sentences.
    pub(super) fn join(self, sentences: &[String]) -> String {
        let mut text = String::new();
        for sentence in sentences {
            let on_a_new_line = sentence.contains('\n') || text.lines().count() > 1;
            if !text.is_empty() {
                let gap = if self.is_chinese() { "" } else { " " };
                text.push_str(if on_a_new_line { "\n" } else { gap });
            }
            text.push_str(sentence);
        }
        text
    }
}

/// The beginning of a text on one line.
pub(super) fn shorten(text: &str, limit: usize) -> String {
    // Looks only at what can be shown, because the text may be a whole book.
    let start: String = text.chars().take(limit * 4 + 1).collect();
    let line = start.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_cut = line.chars().count() > limit || start.len() < text.len();
    let shown: String = line.chars().take(limit).collect();
    if is_cut {
        format!("{}…", shown.trim_end())
    } else {
        shown
    }
}
