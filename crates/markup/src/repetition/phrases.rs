//! Phrases that occur again and again.

use std::collections::HashMap;

use super::tokens::Tokens;
use super::{Place, RepeatedPhrase, SeenText};

/// How often a phrase has to occur.
const FEWEST_TIMES: usize = 3;
/// The shortest phrase, in words, and in characters of scripts without spaces.
const FEWEST_WORDS: usize = 3;
const FEWEST_CHARACTERS: usize = 4;
/// The longest phrase that is looked for, in tokens.
const MOST_TOKENS: usize = 12;
/// How much information the words of a phrase have together, in bits: more than those of grammar.
const FEWEST_BITS: f64 = 30.0;
/// A phrase within a longer one is left out if at least so much of its occurrences are within it.
const SHARE_WITHIN: f64 = 2.0 / 3.0;

/// The phrases of one length: for each its places, as numbers of tokens.
type Level = Vec<Vec<u32>>;

/// No phrase.
const NONE: u32 = u32::MAX;

/// All tokens in one row.
struct Row {
    words: Vec<u32>,
    /// Whether only spaces are between a token and the one before it; never across texts.
    joins: Vec<bool>,
    /// For each text the number of its first token.
    firsts: Vec<usize>,
}

impl Row {
    fn of(tokens: &Tokens) -> Self {
        let all = || tokens.texts.iter().flatten();
        let mut next = 0;
        let firsts = tokens.texts.iter().map(|it| {
            let first = next;
            next += it.len();
            first
        });
        Self {
            firsts: firsts.collect(),
            words: all().map(|it| it.word).collect(),
            joins: all().map(|it| it.joins).collect(),
        }
    }

    /// The text of a token, and its number there.
    fn place(&self, token: u32) -> (usize, usize) {
        let token = token as usize;
        let text = self.firsts.partition_point(|it| *it <= token) - 1;
        (text, token - self.firsts[text])
    }
}

pub(super) fn find(tokens: &Tokens, texts: &[SeenText<'_>]) -> Vec<RepeatedPhrase> {
    let row = Row::of(tokens);
    let mut found = Vec::new();
    let mut level = words(tokens, &row);
    for length in 1..=MOST_TOKENS {
        let (next, largest) = longer(&row, &level, length);
        for (places, within) in level.iter().zip(largest) {
            if (within as f64) < places.len() as f64 * SHARE_WITHIN || length == MOST_TOKENS {
                found.extend(told(tokens, &row, texts, places, length));
            }
        }
        level = next;
    }
    found
}

/// The words that occur often enough.
fn words(tokens: &Tokens, row: &Row) -> Level {
    let mut places: HashMap<u32, Vec<u32>> = HashMap::new();
    for (at, &word) in row.words.iter().enumerate() {
        if tokens.count(word) as usize >= FEWEST_TIMES {
            places.entry(word).or_default().push(at as u32);
        }
    }
    in_order(places)
}

/// The phrases that are one token longer, and for each phrase how often the most frequent longer one
/// occurs that contains it.
fn longer(row: &Row, level: &Level, length: usize) -> (Level, Vec<usize>) {
    let mut phrase_at = vec![NONE; row.words.len() + 1];
    for (phrase, places) in level.iter().enumerate() {
        for place in places {
            phrase_at[*place as usize] = phrase as u32;
        }
    }
    let mut pairs: HashMap<(u32, u32), Vec<u32>> = HashMap::new();
    for (at, pair) in phrase_at.windows(2).enumerate() {
        let joins = row.joins.get(at + length).copied().unwrap_or_default();
        if pair[0] != NONE && pair[1] != NONE && joins {
            pairs.entry((pair[0], pair[1])).or_default().push(at as u32);
        }
    }
    pairs.retain(|_, it| it.len() >= FEWEST_TIMES);
    let mut largest = vec![0; level.len()];
    for ((one, other), places) in &pairs {
        for phrase in [one, other] {
            let most = &mut largest[*phrase as usize];
            *most = places.len().max(*most);
        }
    }
    (in_order(pairs), largest)
}

/// The phrases by their first place.
fn in_order<K>(places: HashMap<K, Vec<u32>>) -> Level {
    let mut level: Level = places.into_values().collect();
    level.sort_unstable();
    level
}

/// The phrase of these places, if it says enough.
fn told(
    tokens: &Tokens,
    row: &Row,
    texts: &[SeenText<'_>],
    places: &[u32],
    length: usize,
) -> Option<RepeatedPhrase> {
    let tokens_at = |token: u32| {
        let (text, at) = row.place(token);
        (text, &tokens.texts[text][at..at + length])
    };
    let (_, words) = tokens_at(*places.first()?);
    let least = match words.iter().all(|it| it.unspaced) {
        true => FEWEST_CHARACTERS,
        false => FEWEST_WORDS,
    };
    let total = tokens.total() as f64;
    let bits: f64 = words
        .iter()
        .map(|it| (total / f64::from(tokens.count(it.word))).log2())
        .sum();
    if length < least || bits < FEWEST_BITS {
        return None;
    }
    let place = |token: &u32| {
        let (text, words) = tokens_at(*token);
        let range = words[0].start..words[length - 1].end;
        Place { text, range }
    };
    let places: Vec<Place> = places.iter().map(place).collect();
    let first = &places[0];
    Some(RepeatedPhrase {
        phrase: texts[first.text].written[first.range.clone()].to_owned(),
        strength: bits * (places.len() as f64).ln(),
        places,
    })
}
