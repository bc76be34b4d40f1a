//! What a text says, word by word, in English and Chinese: each word with all the terms that would do
//! for it, so that a word and its translation count once. Enter through [`said`].
//!
//! English words go by their stems (Snowball). Chinese is divided by the words that `words` knows, the
//! longest first, and into pairs of characters; a dictionary of the whole language would be ten times
//! the size of this program's own words and find no tool more.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use snowball_stemmers_rs::{Algorithm, Stemmer};

use super::words::{EMPTY_CHINESE, EMPTY_ENGLISH, IRREGULAR, MEANINGS};

/// A word by its meaning says a little less than the word itself.
const BY_MEANING: f64 = 0.9;
/// Two Chinese characters side by side, of no word that is known.
const PAIR: f64 = 0.8;
/// One such character.
const SINGLE: f64 = 0.35;

/// The longest English phrase of the lexicon, in words.
const LONGEST: usize = 4;

/// One thing that a text says: terms that would all do for it, with how much each is worth.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Said {
    pub(super) terms: Vec<(String, f64)>,
}

/// Everything a text says, in its order.
pub(super) fn said(text: &str) -> Vec<Said> {
    let text = text.to_lowercase();
    let mut said = Vec::new();
    let mut words: Vec<&str> = Vec::new();
    for part in text.split(|it: char| !it.is_alphanumeric() && it != '\'') {
        let mut rest = part;
        while let Some(first) = rest.chars().next() {
            let chinese = is_chinese(first);
            let end = rest.find(|it| is_chinese(it) != chinese);
            let (run, after) = rest.split_at(end.unwrap_or(rest.len()));
            rest = after;
            if chinese {
                english(&std::mem::take(&mut words), &mut said);
                self::chinese(run, &mut said);
            } else {
                words.extend(run.split('\'').next().filter(|it| !it.is_empty()));
            }
        }
    }
    english(&words, &mut said);
    said
}

fn is_chinese(letter: char) -> bool {
    ('\u{3400}'..='\u{9fff}').contains(&letter)
}

/// English words in a row: phrases of the lexicon, the longest first, and what is left word by word.
fn english(words: &[&str], said: &mut Vec<Said>) {
    let stems: Vec<String> = words.iter().map(|it| stem(it)).collect();
    let mut at = 0;
    while at < words.len() {
        let phrase = (2..=LONGEST.min(words.len() - at))
            .rev()
            .find_map(|length| {
                let phrase = stems[at..at + length].join(" ");
                let meanings = LEXICON.meanings_of_stems.get(&phrase)?;
                Some((length, phrase, meanings))
            });
        if let Some((length, phrase, meanings)) = phrase {
            said.push(with_meanings(phrase, meanings));
            at += length;
            continue;
        }
        if !LEXICON.empty.contains(words[at]) {
            let meanings = LEXICON.meanings_of_stems.get(&stems[at]);
            let meanings = meanings.map_or(&[][..], Vec::as_slice);
            said.push(with_meanings(stems[at].clone(), meanings));
        }
        at += 1;
    }
}

/// Chinese without a break: words of the lexicon, the longest first, and pairs and single characters
/// of what stands between them.
fn chinese(run: &str, said: &mut Vec<Said>) {
    let between = |text: &str, said: &mut Vec<Said>| {
        let pairs = pairs(text).map(|it| (it, PAIR));
        let single = text.chars().map(|it| (it.to_string(), SINGLE));
        let terms = pairs.chain(single);
        said.extend(terms.map(|it| Said { terms: vec![it] }));
    };
    let mut at = 0;
    for found in LEXICON.chinese.find_iter(run) {
        between(&run[at..found.start()], said);
        at = found.end();
        let meanings = &LEXICON.meanings_of_chinese[found.pattern().as_usize()];
        if meanings.is_empty() {
            continue;
        }
        let word = &run[found.start()..at];
        let mut thing = with_meanings(word.to_owned(), meanings);
        thing.terms.extend(pairs(word).map(|it| (it, PAIR)));
        said.push(thing);
    }
    between(&run[at..], said);
}

fn with_meanings(word: String, meanings: &[usize]) -> Said {
    let mut terms = vec![(word, 1.0)];
    terms.extend(meanings.iter().map(|it| (meaning(*it), BY_MEANING)));
    Said { terms }
}

fn meaning(row: usize) -> String {
    format!("={row}")
}

/// The pairs of neighbouring characters of a Chinese word.
fn pairs(word: &str) -> impl Iterator<Item = String> {
    let letters: Vec<char> = word.chars().collect();
    let pairs: Vec<String> = letters.windows(2).map(|it| it.iter().collect()).collect();
    pairs.into_iter()
}

fn stem(word: &str) -> String {
    let irregular = IRREGULAR.iter().find(|it| it.0 == word);
    let word = irregular.map_or(word, |it| it.1);
    STEMMER.stem(word).into_owned()
}

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));
static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::new);

/// The words of `words`, ready to be looked up.
struct Lexicon {
    empty: HashSet<&'static str>,
    /// The rows of [`MEANINGS`] in which an English word or phrase stands, by its stems.
    meanings_of_stems: HashMap<String, Vec<usize>>,
    /// Chinese words, and the rows of each; none for those that say nothing.
    chinese: AhoCorasick,
    meanings_of_chinese: Vec<Vec<usize>>,
}

impl Lexicon {
    fn new() -> Self {
        let mut meanings_of_stems: HashMap<String, Vec<usize>> = HashMap::new();
        let mut meanings_of_words: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (row, (english, chinese)) in MEANINGS.iter().enumerate() {
            for phrase in english.split_whitespace() {
                let stems: Vec<_> = phrase.split('_').map(stem).collect();
                let rows = meanings_of_stems.entry(stems.join(" ")).or_default();
                if !rows.contains(&row) {
                    rows.push(row);
                }
            }
            for word in chinese.split_whitespace() {
                meanings_of_words.entry(word).or_default().push(row);
            }
        }
        for word in EMPTY_CHINESE.split_whitespace() {
            meanings_of_words.entry(word).or_default();
        }
        let mut automaton = AhoCorasick::builder();
        automaton.match_kind(MatchKind::LeftmostLongest);
        Self {
            empty: EMPTY_ENGLISH.split_whitespace().collect(),
            meanings_of_stems,
            // Fails only beyond two thousand million patterns.
            chinese: automaton
                .build(meanings_of_words.keys())
                .expect("a few hundred words"),
            meanings_of_chinese: meanings_of_words.into_values().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares_a_meaning(one: &str, other: &str) -> bool {
        let meanings = |text| -> HashSet<String> {
            let terms = said(text).into_iter().flat_map(|it| it.terms);
            terms
                .map(|it| it.0)
                .filter(|it| it.starts_with('='))
                .collect()
        };
        !meanings(one).is_disjoint(&meanings(other))
    }

    #[test]
    fn words_of_one_meaning_share_a_term() {
        for (one, other) in [
            ("delete", "删掉"),
            ("portraits", "立绘"),
            ("getting rid of", "不要了"),
            ("got rid of", "删了"),
            ("written", "重写"),
        ] {
            assert!(shares_a_meaning(one, other), "{one} and {other}");
        }
        assert!(!shares_a_meaning("delete", "结局"));
    }

    #[test]
    fn a_word_and_its_meaning_are_one_thing_said() {
        assert_eq!(said("scenes").len(), 1);
        assert_eq!(said("把这个场景删掉").len(), 2);
        assert_eq!(said("the of it 的了吧"), []);
    }

    #[test]
    fn a_phrase_counts_only_as_whole_words() {
        let terms = |text| said(text).into_iter().map(|it| it.terms[0].0.clone());
        assert!(terms("I take back that").any(|it| it == "take back"));
        assert!(!terms("mistake, backwards").any(|it| it == "take back"));
    }
}
