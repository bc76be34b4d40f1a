//! Random words for generated stories: reproducible, with some far more frequent than others, as in
//! natural language.

use std::collections::BTreeSet;

/// A pseudo-random sequence that is the same in every run.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut it = self.0;
        it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        it ^ (it >> 31)
    }

    /// A number from 0 up to, but excluding, `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// The same with small numbers most frequent (Zipf): the n-th word of a language is about n
    /// times as rare as its first.
    fn rank_below(&mut self, end: usize) -> usize {
        let share = self.next() as f64 / u64::MAX as f64;
        ((end as f64).powf(share) as usize)
            .saturating_sub(1)
            .min(end - 1)
    }
}

/// A vocabulary of twenty thousand words.
pub(crate) struct Language {
    words: Vec<String>,
    gap: &'static str,
    comma: &'static str,
    stop: &'static str,
}

const VOCABULARY: usize = 20_000;

impl Language {
    pub(crate) fn english() -> Self {
        const STARTS: [&str; 16] = [
            "b", "br", "c", "d", "f", "gr", "h", "l", "m", "n", "p", "r", "s", "st", "t", "w",
        ];
        const MIDDLES: [&str; 8] = ["a", "e", "i", "o", "u", "ea", "ou", "ee"];
        const ENDS: [&str; 8] = ["", "n", "r", "s", "t", "nd", "l", "ck"];
        let syllable = |rng: &mut Rng| {
            [
                STARTS[rng.below(16)],
                MIDDLES[rng.below(8)],
                ENDS[rng.below(8)],
            ]
            .concat()
        };
        let words = vocabulary(|rng, rank| {
            let syllables = 1 + usize::from(rank > 300) + usize::from(rank > 6_000);
            (0..syllables).map(|_| syllable(rng)).collect()
        });
        Self {
            words,
            gap: " ",
            comma: ", ",
            stop: ". ",
        }
    }

    /// Words of one to three characters out of three thousand, without separators.
    pub(crate) fn chinese() -> Self {
        let character = |rng: &mut Rng| {
            char::from_u32(0x4e00 + rng.rank_below(3_000) as u32 * 6).unwrap_or('一')
        };
        let words = vocabulary(|rng, rank| {
            let characters = 1 + usize::from(rank > 150) + usize::from(rng.below(6) == 0);
            (0..characters).map(|_| character(rng)).collect()
        });
        Self {
            words,
            gap: "",
            comma: "，",
            stop: "。",
        }
    }

    /// A text of this many words, with commas and full stops.
    pub(crate) fn text(&self, rng: &mut Rng, words: usize) -> String {
        let mut text = String::new();
        for word in 1..=words {
            text += &self.words[rng.rank_below(self.words.len())];
            text += match word {
                _ if word == words || word % 13 == 0 => self.stop,
                _ if word % 7 == 0 => self.comma,
                _ => self.gap,
            };
        }
        text
    }
}

fn vocabulary(mut word: impl FnMut(&mut Rng, usize) -> String) -> Vec<String> {
    let mut rng = Rng::new(1);
    let mut seen = BTreeSet::new();
    let mut words = Vec::with_capacity(VOCABULARY);
    let mut tries = 0;
    while words.len() < VOCABULARY {
        // When all words of a length are used, the next length is used.
        tries += 1;
        let word = word(&mut rng, words.len().max(tries / 4));
        if seen.insert(word.clone()) {
            words.push(word);
        }
    }
    words
}
