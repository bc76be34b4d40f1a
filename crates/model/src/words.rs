//! Counting and splitting words, right for Chinese, Japanese and Korean as for English.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation;

use crate::simplified_sign;

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

/// Whether a character is written without spaces between words: Han, kana, and their extensions.
/// Korean is not: it has spaces.
fn is_unspaced(c: char) -> bool {
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

/// How many seconds a text takes to read, by what readers of spaced scripts (about 240 words a
/// minute) and of Chinese and Japanese (about 400 characters a minute) commonly need.
pub fn reading_seconds(text: &str) -> f64 {
    let unspaced = text.chars().filter(|&c| is_unspaced(c)).count();
    let spaced = count_words(text).words.saturating_sub(unspaced);
    spaced as f64 / 4.0 + unspaced as f64 * 0.15
}

/// Whether a text names somebody, both given in small letters: as words of their own where the
/// script has spaces. Names of one character stand in texts by chance.
pub fn names_in_text(text: &str, name: &str) -> bool {
    let name = name.trim();
    if name.chars().nth(1).is_none() {
        return false;
    }
    let mut places = text.match_indices(name);
    places.any(|(at, found)| !is_part_of_word(text, at..at + found.len()))
}

/// Whether a place of a text, in bytes, is only a part of a longer word, in scripts that have spaces
/// between words.
pub fn is_part_of_word(text: &str, place: Range<usize>) -> bool {
    let (before, after) = (&text[..place.start], &text[place.end..]);
    let found = &text[place];
    within_word(before.chars().next_back(), found.chars().next())
        || within_word(found.chars().next_back(), after.chars().next())
}

/// Whether two characters side by side belong to one word.
fn within_word(one: Option<char>, other: Option<char>) -> bool {
    one.is_some_and(stands_in_words) && other.is_some_and(stands_in_words)
}

/// Whether a character belongs to words that have spaces between them: letters and digits before
/// the scripts of East Asia. Korean has spaces, but its particles stick to names.
fn stands_in_words(c: char) -> bool {
    c.is_alphanumeric() && c < '\u{2e80}' && !('\u{1100}'..='\u{11ff}').contains(&c)
}

/// The text with a space around every character of an unspaced script, so that a tokenizer made for
/// spaced scripts indexes each of them: a phrase search then finds Chinese of any length. Traditional
/// signs become simplified ones.
pub fn split_for_search(text: &str) -> String {
    let mut split = String::with_capacity(text.len() + text.len() / 3);
    for c in text.chars().map(simplified_sign) {
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
    fn words_are_counted_as_people_count_them() {
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
    fn chinese_is_split_and_english_is_left() {
        assert_eq!(split_for_search("去Neo家"), " 去 Neo 家 ");
        assert_eq!(split_for_search("a b"), "a b");
        assert_eq!(split_for_search("後門"), split_for_search("后门"));
    }
}
