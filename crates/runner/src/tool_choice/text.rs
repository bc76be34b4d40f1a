//! What a text says, word by word, in English and Chinese: each word with all the terms that would do
//! for it, so that a word and its translation count once. Enter through [`said`].
//!
//! English words go by their stems (Snowball), British spellings by the American ones; a word that is
//! nowhere known is taken for those it is spelled like. Chinese, traditional as simplified, is divided
//! by the words that `words` knows, the longest first, and into pairs of characters; a dictionary of
//! the whole language would be ten times the size of this program's own words and find no tool more.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use model::simplified;
use snowball_stemmers_rs::{Algorithm, Stemmer};

use super::words::{EMPTY_CHINESE, EMPTY_ENGLISH, IRREGULAR, KINDS, MEANINGS};

/// A word by its meaning says a little less than the word itself.
const BY_MEANING: f64 = 0.9;
/// What is kept on nodes of its own says a little of nodes: whoever speaks of a scene means its node.
const BY_KIND: f64 = 0.5;
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
    let text = simplified(&text.to_lowercase());
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
    let is_kind = |it: &&usize| LEXICON.kinds.contains(it);
    if meanings.iter().any(|it| is_kind(&it)) {
        terms.extend(LEXICON.node.map(|it| (meaning(it), BY_KIND)));
    }
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
    STEMMER.stem(&american(word)).into_owned()
}

/// British endings and the American ones that are written for them. A word that is so changed by
/// mistake is changed wherever it stands, and still found.
const ENDINGS: &[(&str, &str)] = &[
    ("our", "or"),
    ("ours", "ors"),
    ("oured", "ored"),
    ("ouring", "oring"),
    ("ise", "ize"),
    ("ises", "izes"),
    ("ised", "ized"),
    ("ising", "izing"),
    ("isation", "ization"),
    ("yse", "yze"),
    ("ysed", "yzed"),
    ("ysing", "yzing"),
    ("tre", "ter"),
    ("tres", "ters"),
    ("ogue", "og"),
    ("ogues", "ogs"),
    ("elled", "eled"),
    ("elling", "eling"),
];
/// So many letters stand before such an ending: `hour` and `rise` have no other spelling.
const BEFORE_ENDING: usize = 3;

fn american(word: &str) -> Cow<'_, str> {
    let changed = ENDINGS.iter().find_map(|(british, american)| {
        let front = word.strip_suffix(british)?;
        (front.len() >= BEFORE_ENDING).then(|| format!("{front}{american}"))
    });
    changed.map_or(Cow::Borrowed(word), Cow::Owned)
}

/// A misspelled word says so much of what it is taken for.
const MISSPELLED: f64 = 0.7;
/// Words of fewer letters are like too many others.
const LIKE_LEAST: usize = 6;

/// A thing said in a word that nothing has: the terms of the words it is but one slip away from, among
/// those of the lexicon and `known`.
pub(super) fn guessed<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Vec<(String, f64)> {
    if !may_be_misspelled(word) {
        return Vec::new();
    }
    let lexicon = LEXICON.words.iter().copied();
    let near = lexicon.chain(known).filter(|it| is_a_slip_from(word, it));
    let near: BTreeSet<String> = near.map(stem).collect();
    let mut terms: BTreeMap<String, f64> = BTreeMap::new();
    for other in near {
        for row in LEXICON.meanings_of_stems.get(&other).into_iter().flatten() {
            terms.insert(meaning(*row), MISSPELLED * BY_MEANING);
        }
        terms.insert(other, MISSPELLED);
    }
    terms.into_iter().collect()
}

fn may_be_misspelled(word: &str) -> bool {
    word.len() >= LIKE_LEAST && word.bytes().all(|it| it.is_ascii_lowercase())
}

/// Whether one letter too many, too few, wrong or out of place makes one word the other. The first is
/// seldom the wrong one.
fn is_a_slip_from(word: &str, other: &str) -> bool {
    other.len().abs_diff(word.len()) <= 1
        && other.as_bytes().first() == word.as_bytes().first()
        && may_be_misspelled(other)
        && strsim::osa_distance(word, other) == 1
}

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));
static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::new);

/// The words of `words`, ready to be looked up.
struct Lexicon {
    empty: HashSet<&'static str>,
    /// The row of nodes, and the rows of what is kept on nodes of its own.
    node: Option<usize>,
    kinds: Vec<usize>,
    /// Every English word of [`MEANINGS`].
    words: BTreeSet<&'static str>,
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
        let row_of = |word: &str| {
            let says = |it: &(&str, &str)| it.0.split_whitespace().next() == Some(word);
            MEANINGS.iter().position(says)
        };
        let mut automaton = AhoCorasick::builder();
        automaton.match_kind(MatchKind::LeftmostLongest);
        Self {
            empty: EMPTY_ENGLISH.split_whitespace().collect(),
            node: row_of("node"),
            kinds: KINDS.iter().filter_map(|it| row_of(it)).collect(),
            words: MEANINGS
                .iter()
                .flat_map(|it| it.0.split_whitespace())
                .collect(),
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
            ("刪掉", "删掉"),
            ("畫一張", "画一张"),
            ("colour", "color"),
            ("organised", "organize"),
            ("catalogue", "catalog"),
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
    fn a_word_that_nothing_has_is_taken_for_those_it_is_spelled_like() {
        let guessed = |word: &str| -> Vec<String> {
            let known = ["lantern"].into_iter();
            super::guessed(word, known)
                .into_iter()
                .map(|it| it.0)
                .collect()
        };
        for (wrong, right) in [
            ("portriat", "portrait"),
            ("charcter", "charact"),
            ("chaptter", "chapter"),
            ("lantren", "lantern"),
        ] {
            let guessed = guessed(wrong);
            assert!(guessed.iter().any(|it| it == right), "{wrong}: {guessed:?}");
        }
        assert_eq!(guessed("tabel"), [""; 0], "too short to tell");
        assert_eq!(guessed("zwischenzug"), [""; 0]);
    }

    #[test]
    fn a_phrase_counts_only_as_whole_words() {
        let terms = |text| said(text).into_iter().map(|it| it.terms[0].0.clone());
        assert!(terms("I take back that").any(|it| it == "take back"));
        assert!(!terms("mistake, backwards").any(|it| it == "take back"));
    }
}
