//! Repetitions that a reader may notice: a word again after a few others, and phrases that the texts
//! use again and again. Enter through [`repetitions`].
//!
//! No list of words is needed for any language. A word close to itself is noted where that is
//! unlikely at the frequency that the word has in these texts, so that "the" never is; a phrase,
//! where its words are rare enough together to be more than grammar.

mod close;
mod phrases;
mod tokens;

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use self::tokens::Tokens;

/// A text, and what readers see of it.
#[derive(Debug, Clone)]
pub struct SeenText<'a> {
    /// The text as it is written; places are places in it.
    pub written: &'a str,
    /// Its words without code, in the same order.
    pub seen: Cow<'a, str>,
}

/// A part of one of the texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Which text, counting from 0.
    pub text: usize,
    /// Which of its bytes.
    pub range: Range<usize>,
}

/// A word that comes again soon.
#[derive(Debug, Clone, PartialEq)]
pub struct CloseRepetition {
    /// The word, as it is written first.
    pub word: String,
    /// How often it occurs there.
    pub times: usize,
    /// From the first to the last of them.
    pub place: Place,
    /// How unlikely that is: the natural logarithm of one in so many.
    strength: f64,
}

/// Several words that occur together again and again.
#[derive(Debug, Clone, PartialEq)]
pub struct RepeatedPhrase {
    /// The words, as they are written first.
    pub phrase: String,
    /// All places, in the order of the texts.
    pub places: Vec<Place>,
    /// How much the phrase stands out.
    strength: f64,
}

/// What was found; the most striking first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Repetitions {
    /// How many words the texts have; Chinese and Japanese are counted by characters.
    pub words: usize,
    /// Words that come again soon.
    pub close: Vec<CloseRepetition>,
    /// Phrases that occur again and again.
    pub phrases: Vec<RepeatedPhrase>,
}

/// Finds the repetitions in texts. Words of `names`, such as those of characters, have no other word
/// to take their place and are not noted by themselves.
pub fn repetitions(texts: &[SeenText<'_>], names: &[&str]) -> Repetitions {
    let tokens = Tokens::of(texts);
    let names: HashSet<u32> = names.iter().flat_map(|it| tokens.known_words(it)).collect();
    let mut close = close::find(&tokens, texts, &names);
    let mut phrases = phrases::find(&tokens, texts);
    close.sort_by(|one, other| other.strength.total_cmp(&one.strength));
    phrases.sort_by(|one, other| other.strength.total_cmp(&one.strength));
    Repetitions {
        words: tokens.total(),
        close,
        phrases,
    }
}

#[cfg(test)]
mod tests;
