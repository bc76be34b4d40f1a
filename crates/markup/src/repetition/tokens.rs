//! The words of texts as numbers, with their places.

use std::collections::HashMap;

use model::{is_part_of_word, is_unspaced, simplified};
use unicode_segmentation::UnicodeSegmentation;

use super::SeenText;

/// One word in a text; in scripts without spaces, one character.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    /// The number of the word.
    pub(super) word: u32,
    /// Its first byte.
    pub(super) start: usize,
    /// The byte behind it.
    pub(super) end: usize,
    /// Whether only spaces are between it and the token before it.
    pub(super) joins: bool,
    /// Whether its script has no spaces between words.
    pub(super) unspaced: bool,
}

/// The words of several texts.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    numbers: HashMap<String, u32>,
    counts: Vec<u32>,
    /// For each text its tokens.
    pub(super) texts: Vec<Vec<Token>>,
}

impl Tokens {
    pub(super) fn of(texts: &[SeenText<'_>]) -> Self {
        let mut tokens = Self::default();
        for text in texts {
            let found = tokens.read(text);
            tokens.texts.push(found);
        }
        tokens
    }

    /// How many tokens there are.
    pub(super) fn total(&self) -> usize {
        self.texts.iter().map(Vec::len).sum()
    }

    /// How often a word occurs.
    pub(super) fn count(&self, word: u32) -> u32 {
        self.counts[word as usize]
    }

    /// The words of a name, as far as the texts have them.
    pub(super) fn known_words(&self, name: &str) -> Vec<u32> {
        let words = split(name).into_iter();
        words
            .filter_map(|(_, word, _)| self.numbers.get(&folded(word)).copied())
            .collect()
    }

    /// The tokens that a reader sees, with their places in the text as it is written.
    fn read(&mut self, text: &SeenText<'_>) -> Vec<Token> {
        let SeenText { written, seen } = text;
        let mut tokens = Vec::new();
        let mut end = 0;
        for (_, word, unspaced) in split(seen) {
            // What is not visible lies between: code, the targets of links.
            let Some(start) = find_from(written, word, end) else {
                continue;
            };
            let between = &written[end..start];
            let joins = !tokens.is_empty() && between.chars().all(|it| it == ' ');
            end = start + word.len();
            let word = self.number(word);
            tokens.push(Token {
                word,
                start,
                end,
                joins,
                unspaced,
            });
        }
        tokens
    }

    fn number(&mut self, word: &str) -> u32 {
        let next = self.counts.len() as u32;
        let number = *self.numbers.entry(folded(word)).or_insert(next);
        if number == next {
            self.counts.push(0);
        }
        self.counts[number as usize] += 1;
        number
    }
}

/// The words of a text with their places; characters of scripts without spaces one by one.
fn split(text: &str) -> Vec<(usize, &str, bool)> {
    let mut words = Vec::new();
    for (at, word) in text.unicode_word_indices() {
        if !word.contains(is_unspaced) {
            words.push((at, word, false));
        } else {
            let characters = word.char_indices();
            words.extend(characters.map(|(inside, it)| {
                let end = inside + it.len_utf8();
                (at + inside, &word[inside..end], true)
            }));
        }
    }
    words
}

/// A word as it is compared: without its letter case, and in simplified characters.
fn folded(word: &str) -> String {
    simplified(&word.to_lowercase())
}

/// The next place of a word, not within a longer one.
fn find_from(text: &str, word: &str, from: usize) -> Option<usize> {
    let mut places = text[from..].match_indices(word).map(|(at, _)| from + at);
    places.find(|at| !is_part_of_word(text, *at..at + word.len()))
}
