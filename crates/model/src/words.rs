//! Counts and splits words, for Chinese, Japanese and Korean as well as English.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation;

use crate::to_simplified_char;

/// How long a text is.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
pub struct WordCount {
    /// Words: one for each word of a spaced script, one for each Chinese character or kana.
    pub words: usize,
    /// Characters as a reader counts them, spaces left out.
    pub characters: usize,
}

/// Whether a character's script is written without spaces between words: Han, kana, and their
/// extensions. Korean has spaces.
pub fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{3029}' | '\u{3041}'..='\u{30ff}'
        | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3134f}')
        && c != '\u{30fb}'
}

/// Counts the words and characters of a text.
pub fn count_words(text: &str) -> WordCount {
    let mut words = 0;
    for word in text.unicode_words() {
        let unspaced = word.chars().filter(|&c| is_unspaced(c)).count();
        words += if unspaced == 0 { 1 } else { unspaced };
    }
    let characters = text
        .graphemes(true)
        .filter(|it| !it.chars().all(char::is_whitespace))
        .count();
    WordCount { words, characters }
}

/// How many seconds a text takes to read, at common reading speeds: about 240 words a minute in
/// scripts with spaces, about 400 characters a minute in Chinese and Japanese.
pub fn reading_seconds(text: &str) -> f64 {
    let unspaced = text.chars().filter(|&c| is_unspaced(c)).count();
    let spaced = count_words(text).words.saturating_sub(unspaced);
    spaced as f64 / 4.0 + unspaced as f64 * 0.15
}

/// Whether a text mentions a name, both given in lower case: as whole words if the script has
/// spaces. Names of one character do not count, because they occur by chance.
pub fn names_in_text(text: &str, name: &str) -> bool {
    let name = name.trim();
    if name.chars().nth(1).is_none() {
        return false;
    }
    let mut places = text.match_indices(name);
    places.any(|(at, found)| !is_part_of_word(text, at..at + found.len()))
}

/// Whether a byte range of a text is only a part of a longer word, in scripts with spaces between
/// words.
pub fn is_part_of_word(text: &str, place: Range<usize>) -> bool {
    let (before, after) = (&text[..place.start], &text[place.end..]);
    let found = &text[place];
    is_same_word(before.chars().next_back(), found.chars().next())
        || is_same_word(found.chars().next_back(), after.chars().next())
}

/// Whether two adjacent characters belong to one word.
fn is_same_word(one: Option<char>, other: Option<char>) -> bool {
    one.is_some_and(is_spaced_word_char) && other.is_some_and(is_spaced_word_char)
}

/// Whether a character belongs to words separated by spaces: letters and digits below the East
/// Asian scripts. Korean has spaces, but its particles attach to names.
fn is_spaced_word_char(c: char) -> bool {
    c.is_alphanumeric() && c < '\u{2e80}' && !('\u{1100}'..='\u{11ff}').contains(&c)
}

/// The text with spaces around every character of an unspaced script, so that a tokenizer made for
/// spaced scripts indexes each of them, and a phrase search finds Chinese of any length.
/// Traditional characters are simplified.
pub fn split_for_search(text: &str) -> String {
    let mut split = String::with_capacity(text.len() + text.len() / 3);
    for c in text.chars().map(to_simplified_char) {
        if is_unspaced(c) {
            split.push(' ');
            split.push(c);
            split.push(' ');
        } else {
            split.push(c);
        }
    }
    split
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, words: usize, characters: usize) {
        assert_eq!(
            count_words(text),
            WordCount { words, characters },
            "{text:?}"
        );
    }

    #[test]
    fn counts_words_in_english_chinese_japanese_and_korean() {
        check("", 0, 0);
        check("It was a bright cold day, wasn't it?", 8, 29);
        check("把主角名字改成 Neo。", 8, 11);
        check("他说：“你好，世界！”", 6, 11);
        check("カタカナとひらがな", 9, 9);
        check("한국어 문장", 2, 5);
        check("e\u{301}te\u{301}", 1, 3);
        check("第3章", 3, 3);
    }

    #[test]
    fn split_for_search_splits_only_unspaced_scripts() {
        assert_eq!(split_for_search("去Neo家"), " 去 Neo 家 ");
        assert_eq!(split_for_search("a b"), "a b");
        assert_eq!(split_for_search("後門"), split_for_search("后门"));
    }
}
