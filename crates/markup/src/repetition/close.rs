//! Words that come again soon.

use std::collections::{HashMap, HashSet};

use super::tokens::{Token, Tokens};
use super::{CloseRepetition, Place, SeenText};

/// The greatest distance at which a reader still hears a word, in tokens.
const FARTHEST: usize = 30;
/// How likely it may be, at the frequency of the word, that it comes again so soon.
const GREATEST_CHANCE: f64 = 0.02;
/// Shorter words are grammar, in letters.
const FEWEST_LETTERS: usize = 4;
/// In scripts without spaces, characters that are a greater share of the texts are grammar.
const GREATEST_SHARE: f64 = 0.015;

/// A word, or in scripts without spaces two characters, and where it is: the numbers of its first
/// and last token.
type Unit = ((u32, u32), usize, usize);

pub(super) fn find(
    tokens: &Tokens,
    texts: &[SeenText<'_>],
    names: &HashSet<u32>,
) -> Vec<CloseRepetition> {
    let total = tokens.total() as f64;
    let is_grammar = |it: &Token| f64::from(tokens.count(it.word)) / total > GREATEST_SHARE;
    let units: Vec<Vec<Unit>> = tokens
        .texts
        .iter()
        .zip(texts)
        .map(|(words, text)| units_of(words, text.written, names, &is_grammar))
        .collect();
    let mut counts: HashMap<(u32, u32), u32> = HashMap::new();
    for (unit, ..) in units.iter().flatten() {
        *counts.entry(*unit).or_default() += 1;
    }
    // Without the two that are close: they would make a rare word look frequent.
    let chance = |unit: &(u32, u32), distance: usize| {
        let others = f64::from(counts[unit].saturating_sub(2)) + 0.5;
        1.0 - (-others / total * distance as f64).exp()
    };
    let mut found = Vec::new();
    for (number, units) in units.iter().enumerate() {
        let mut chains: HashMap<(u32, u32), Chain> = HashMap::new();
        let mut ended = Vec::new();
        for &(unit, first, last) in units {
            let chain = chains
                .entry(unit)
                .or_insert_with(|| Chain::new(first, last));
            if chain.last < first {
                let distance = first - chain.last;
                // Doubling is an idiom in Chinese: one by one, day after day.
                if last > first && distance == 1 {
                    chain.last = last;
                    continue;
                }
                let chance = chance(&unit, distance);
                if distance <= FARTHEST && chance <= GREATEST_CHANCE {
                    chain.go_on(last, chance);
                } else {
                    ended.push(std::mem::replace(chain, Chain::new(first, last)));
                }
            }
        }
        ended.extend(chains.into_values());
        ended.retain(|it| it.times > 1);
        ended.sort_by_key(|it| (it.first, it.last));
        let (tokens, text) = (&tokens.texts[number], texts[number].written);
        found.extend(
            joined(ended)
                .into_iter()
                .map(|it| it.told(tokens, text, number)),
        );
    }
    found
}

/// The words of a text that may be noted.
fn units_of(
    tokens: &[Token],
    text: &str,
    names: &HashSet<u32>,
    is_grammar: &impl Fn(&Token) -> bool,
) -> Vec<Unit> {
    let is_name = |it: &Token| names.contains(&it.word);
    let mut units = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.unspaced {
            let next = tokens.get(at + 1);
            if let Some(next) = next.filter(|it| it.unspaced && it.joins)
                && !(is_name(token) && is_name(next))
                && !is_grammar(token)
                && !is_grammar(next)
            {
                units.push(((token.word, next.word), at, at + 1));
            }
            continue;
        }
        let word = &text[token.start..token.end];
        let letters = word.chars().filter(|it| it.is_alphabetic()).count();
        if letters >= FEWEST_LETTERS && !is_name(token) {
            units.push(((token.word, u32::MAX), at, at));
        }
    }
    units
}

/// Occurrences of a word, each soon after the one before it.
struct Chain {
    /// The first and the last token of the first occurrence.
    first: usize,
    first_end: usize,
    /// The last token of the last one.
    last: usize,
    times: usize,
    strength: f64,
}

impl Chain {
    fn new(first: usize, last: usize) -> Self {
        Self {
            first,
            first_end: last,
            last,
            times: 1,
            strength: 0.0,
        }
    }

    fn go_on(&mut self, last: usize, chance: f64) {
        self.last = last;
        self.times += 1;
        self.strength -= chance.ln();
    }

    fn told(self, tokens: &[Token], text: &str, number: usize) -> CloseRepetition {
        let start = tokens[self.first].start;
        CloseRepetition {
            word: text[start..tokens[self.first_end].end].to_owned(),
            times: self.times,
            place: Place {
                text: number,
                range: start..tokens[self.last].end,
            },
            strength: self.strength,
        }
    }
}

/// In scripts without spaces a longer word is found by each two of its characters; they are one.
fn joined(chains: Vec<Chain>) -> Vec<Chain> {
    let mut joined: Vec<Chain> = Vec::new();
    for chain in chains {
        let longer = joined.iter_mut().rev().find(|it| {
            it.first_end + 1 == chain.first_end
                && it.last + 1 == chain.last
                && it.times == chain.times
                && it.first_end > it.first
        });
        match longer {
            Some(longer) => {
                longer.first_end = chain.first_end;
                longer.last = chain.last;
                longer.strength = longer.strength.max(chain.strength);
            }
            None => joined.push(chain),
        }
    }
    joined
}
