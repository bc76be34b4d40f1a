//! Splits a text into concepts, in English and Chinese: each word with all terms of the same
//! meaning, so that a word and its translation count once. Start at [`concepts`].
//!
//! English words are compared by their stems (Snowball), and British spellings are mapped to
//! American ones; unknown words are replaced by similarly spelled ones. Chinese, traditional or
//! simplified, is split into words of `lexicon`, longest match first, and into pairs of characters;
//! a full dictionary would be ten times the size of this program's vocabulary without finding more
//! tools.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use model::{is_han, simplified};
use snowball_stemmers_rs::{Algorithm, Stemmer};

use super::lexicon::{
    COMMON_CHINESE, COMMON_ENGLISH, IRREGULAR, KINDS, STOP_WORDS_CHINESE, STOP_WORDS_ENGLISH,
    SYNONYMS,
};

/// A synonym weighs a little less than the word itself.
const SYNONYM_WEIGHT: f64 = 0.9;
/// Kinds of content that have nodes of their own also mean "node" a little: whoever mentions a
/// scene means its node.
const KIND_WEIGHT: f64 = 0.5;
/// Two adjacent Chinese characters that are not part of a known word.
const PAIR_WEIGHT: f64 = 0.8;
/// One such character.
const SINGLE_WEIGHT: f64 = 0.35;

/// Latin words shorter than this are rarely what a text is about.
const MIN_CONTENT_LETTERS: usize = 3;

/// The longest English phrase of the lexicon, in words.
const LONGEST: usize = 4;

/// One concept of a text: its terms and the weight of each.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Concept {
    pub(super) terms: Vec<(String, f64)>,
}

/// The concepts of a text, in order.
pub(super) fn concepts(text: &str) -> Vec<Concept> {
    let text = simplified(&text.to_lowercase());
    let mut found = Vec::new();
    let mut words: Vec<&str> = Vec::new();
    for run in runs(&text) {
        match run {
            Run::Chinese(run) => {
                english(&std::mem::take(&mut words), &mut found);
                chinese(run, &mut found);
            }
            Run::Word(word) => words.push(word),
        }
    }
    english(&words, &mut found);
    found
}

/// A piece of a text in one script.
enum Run<'a> {
    Chinese(&'a str),
    /// A word of a script with spaces, without what follows an apostrophe.
    Word(&'a str),
}

/// A text in lower case as its words and its Chinese passages, in order.
fn runs(text: &str) -> impl Iterator<Item = Run<'_>> {
    let parts = text.split(|it: char| !it.is_alphanumeric() && it != '\'');
    parts.flat_map(|part| {
        let mut rest = part;
        std::iter::from_fn(move || {
            let chinese = is_han(rest.chars().next()?);
            let end = rest.find(|it| is_han(it) != chinese);
            let (run, after) = rest.split_at(end.unwrap_or(rest.len()));
            rest = after;
            Some(match chinese {
                true => Run::Chinese(run),
                false => Run::Word(run.split('\'').next().unwrap_or_default()),
            })
        })
        .filter(|it| !matches!(it, Run::Word("")))
    })
}

/// The words of an instruction that are about the story and not about what to do with it, in order:
/// those that the lexicon does not know. An English word is given as the stem that its forms share,
/// a longer Chinese run as its pairs of characters.
pub(crate) fn content_words(text: &str) -> Vec<ContentWord> {
    let text = simplified(&text.to_lowercase());
    let mut found: Vec<ContentWord> = Vec::new();
    for run in runs(&text) {
        match run {
            Run::Chinese(run) => found.extend(chinese_content(run)),
            Run::Word(word) => found.extend(english_content(word)),
        }
    }
    let mut seen = HashSet::new();
    found.retain(|it| seen.insert(it.search.clone()));
    found
}

/// The words of a story's text that identify its subjects, each once: English words without stop
/// words, by their stems; Chinese as pairs of characters.
pub(crate) fn story_terms(text: &str) -> HashSet<String> {
    let text = simplified(&text.to_lowercase());
    let mut found = HashSet::new();
    for run in runs(&text) {
        match run {
            Run::Chinese(run) => found.extend(pairs(run)),
            Run::Word(word) => {
                let letters = word.chars().count();
                let is_number = word.bytes().all(|it| it.is_ascii_digit());
                if (letters >= MIN_CONTENT_LETTERS || is_number) && !LEXICON.empty.contains(word) {
                    found.insert(stem(word));
                }
            }
        }
    }
    found
}

/// A word of an instruction that is worth searching the story for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ContentWord {
    /// As the person wrote it.
    pub(crate) word: String,
    /// What to search for.
    pub(crate) search: String,
}

fn english_content(word: &str) -> Option<ContentWord> {
    let (letters, stem) = (word.chars().count(), stem(word));
    let known = LEXICON.empty.contains(word)
        || LEXICON.common.contains(word)
        || LEXICON.meanings_of_stems.contains_key(&stem);
    if known || letters < MIN_CONTENT_LETTERS || word.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let shared = word.starts_with(&stem) && stem.chars().count() >= MIN_CONTENT_LETTERS;
    Some(ContentWord {
        search: if shared { stem } else { word.to_owned() },
        word: word.to_owned(),
    })
}

/// The pairs of characters between known words. A single character that means an action is part of
/// many longer words, so only those without any meaning divide a run; a pair that is not a word is
/// found nowhere.
fn chinese_content(run: &str) -> Vec<ContentWord> {
    let mut found = Vec::new();
    let mut at = 0;
    for known in LEXICON.not_content.find_iter(run) {
        found.extend(pairs(&run[at..known.start()]));
        at = known.end();
    }
    found.extend(pairs(&run[at..]));
    let as_written = |word: String| ContentWord {
        search: word.clone(),
        word,
    };
    found.into_iter().map(as_written).collect()
}

/// Consecutive English words: phrases of the lexicon, longest first, and the rest word by word.
fn english(words: &[&str], found: &mut Vec<Concept>) {
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
            found.push(with_meanings(phrase, meanings));
            at += length;
            continue;
        }
        if !LEXICON.empty.contains(words[at]) {
            let meanings = LEXICON.meanings_of_stems.get(&stems[at]);
            let meanings = meanings.map_or(&[][..], Vec::as_slice);
            found.push(with_meanings(stems[at].clone(), meanings));
        }
        at += 1;
    }
}

/// Consecutive Chinese text: words of the lexicon, longest first, and pairs and single characters
/// of the rest.
fn chinese(run: &str, concepts_found: &mut Vec<Concept>) {
    let between = |text: &str, concepts_found: &mut Vec<Concept>| {
        let pairs = pairs(text).map(|it| (it, PAIR_WEIGHT));
        let single = text.chars().map(|it| (it.to_string(), SINGLE_WEIGHT));
        let terms = pairs.chain(single);
        concepts_found.extend(terms.map(|it| Concept { terms: vec![it] }));
    };
    let mut at = 0;
    for found in LEXICON.chinese.find_iter(run) {
        between(&run[at..found.start()], concepts_found);
        at = found.end();
        let meanings = &LEXICON.meanings_of_chinese[found.pattern().as_usize()];
        if meanings.is_empty() {
            continue;
        }
        let word = &run[found.start()..at];
        let mut thing = with_meanings(word.to_owned(), meanings);
        thing.terms.extend(pairs(word).map(|it| (it, PAIR_WEIGHT)));
        concepts_found.push(thing);
    }
    between(&run[at..], concepts_found);
}

fn with_meanings(word: String, meanings: &[usize]) -> Concept {
    let mut terms = vec![(word, 1.0)];
    terms.extend(meanings.iter().map(|it| (meaning(*it), SYNONYM_WEIGHT)));
    let is_kind = |it: &&usize| LEXICON.kinds.contains(it);
    if meanings.iter().any(|it| is_kind(&it)) {
        terms.extend(LEXICON.node.map(|it| (meaning(it), KIND_WEIGHT)));
    }
    Concept { terms }
}

fn meaning(row: usize) -> String {
    format!("={row}")
}

/// The pairs of adjacent characters of a Chinese word.
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

/// British endings and their American forms. A word changed by mistake is changed everywhere, and
/// therefore still found.
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
/// How many letters must precede such an ending: `hour` and `rise` have no other spelling.
const BEFORE_ENDING: usize = 3;

fn american(word: &str) -> Cow<'_, str> {
    let changed = ENDINGS.iter().find_map(|(british, american)| {
        let front = word.strip_suffix(british)?;
        (front.len() >= BEFORE_ENDING).then(|| format!("{front}{american}"))
    });
    changed.map_or(Cow::Borrowed(word), Cow::Owned)
}

/// The weight of a word that a misspelled one is replaced by.
const MISSPELLING_WEIGHT: f64 = 0.7;
/// Shorter words are similar to too many others.
const MIN_FUZZY_LETTERS: usize = 6;

/// Corrections of an unknown word: the terms that are one typo away, among those of the lexicon and
/// `known`.
pub(super) fn spelling_matches<'a>(
    word: &str,
    known: impl Iterator<Item = &'a str>,
) -> Vec<(String, f64)> {
    if !may_be_misspelled(word) {
        return Vec::new();
    }
    let lexicon = LEXICON.words.iter().copied();
    let near = lexicon.chain(known).filter(|it| is_one_edit_from(word, it));
    let near: BTreeSet<String> = near.map(stem).collect();
    let mut terms: BTreeMap<String, f64> = BTreeMap::new();
    for other in near {
        for row in LEXICON.meanings_of_stems.get(&other).into_iter().flatten() {
            terms.insert(meaning(*row), MISSPELLING_WEIGHT * SYNONYM_WEIGHT);
        }
        terms.insert(other, MISSPELLING_WEIGHT);
    }
    terms.into_iter().collect()
}

fn may_be_misspelled(word: &str) -> bool {
    word.len() >= MIN_FUZZY_LETTERS && word.bytes().all(|it| it.is_ascii_lowercase())
}

/// Whether the words differ by one inserted, missing, wrong or transposed letter. The first letter
/// must match, because it is rarely wrong.
fn is_one_edit_from(word: &str, other: &str) -> bool {
    other.len().abs_diff(word.len()) <= 1
        && other.as_bytes().first() == word.as_bytes().first()
        && may_be_misspelled(other)
        && strsim::osa_distance(word, other) == 1
}

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));
static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::new);

/// The words of `lexicon`, indexed.
struct Lexicon {
    empty: HashSet<&'static str>,
    /// The row of nodes, and the rows of kinds that have nodes of their own.
    node: Option<usize>,
    kinds: Vec<usize>,
    /// Every English word of [`SYNONYMS`].
    words: BTreeSet<&'static str>,
    /// The rows of [`SYNONYMS`] that contain an English word or phrase, by its stems.
    meanings_of_stems: HashMap<String, Vec<usize>>,
    /// Chinese words and their rows; no rows for stop words.
    chinese: AhoCorasick,
    meanings_of_chinese: Vec<Vec<usize>>,
    /// English words that many instructions contain.
    common: HashSet<&'static str>,
    /// Chinese words that divide the content of an instruction and are not part of it.
    not_content: AhoCorasick,
}

impl Lexicon {
    fn new() -> Self {
        let mut meanings_of_stems: HashMap<String, Vec<usize>> = HashMap::new();
        let mut meanings_of_words: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (row, (english, chinese)) in SYNONYMS.iter().enumerate() {
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
        for word in STOP_WORDS_CHINESE.split_whitespace() {
            meanings_of_words.entry(word).or_default();
        }
        let row_of = |word: &str| {
            let says = |it: &(&str, &str)| it.0.split_whitespace().next() == Some(word);
            SYNONYMS.iter().position(says)
        };
        let mut automaton = AhoCorasick::builder();
        automaton.match_kind(MatchKind::LeftmostLongest);
        let longer = |it: &&str| it.chars().nth(1).is_some();
        let not_content: Vec<&str> = meanings_of_words
            .iter()
            .filter(|(word, meanings)| meanings.is_empty() || longer(word))
            .map(|it| *it.0)
            .chain(COMMON_CHINESE.split_whitespace())
            .collect();
        Self {
            common: COMMON_ENGLISH.split_whitespace().collect(),
            not_content: automaton.build(not_content).expect("the lexicon is small"),
            empty: STOP_WORDS_ENGLISH.split_whitespace().collect(),
            node: row_of("node"),
            kinds: KINDS.iter().filter_map(|it| row_of(it)).collect(),
            words: SYNONYMS
                .iter()
                .flat_map(|it| it.0.split_whitespace())
                .collect(),
            meanings_of_stems,
            // Fails only with more than two billion patterns.
            chinese: automaton
                .build(meanings_of_words.keys())
                .expect("the lexicon is small"),
            meanings_of_chinese: meanings_of_words.into_values().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares_a_meaning(one: &str, other: &str) -> bool {
        let meanings = |text| -> HashSet<String> {
            let terms = concepts(text).into_iter().flat_map(|it| it.terms);
            terms
                .map(|it| it.0)
                .filter(|it| it.starts_with('='))
                .collect()
        };
        !meanings(one).is_disjoint(&meanings(other))
    }

    #[test]
    fn synonyms_share_a_term() {
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
    fn content_words_exclude_commands_and_stop_words() {
        let words = |text| -> Vec<String> {
            let found = content_words(text).into_iter();
            found.map(|it| it.search).collect()
        };
        assert_eq!(
            words("Rename the lighthouse keepers"),
            ["lighthous", "keeper"]
        );
        assert_eq!(words("Please write it again, in 3 lines"), [""; 0]);
        assert_eq!(words("把灯塔删掉"), ["灯塔"]);
    }

    #[test]
    fn counts_a_word_and_its_synonym_once() {
        assert_eq!(concepts("scenes").len(), 1);
        assert_eq!(concepts("把这个场景删掉").len(), 2);
        assert_eq!(concepts("the of it 的了吧"), []);
    }

    #[test]
    fn unknown_words_match_by_spelling() {
        let spelling_matches = |word: &str| -> Vec<String> {
            let known = ["lantern"].into_iter();
            super::spelling_matches(word, known)
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
            let spelling_matches = spelling_matches(wrong);
            assert!(
                spelling_matches.iter().any(|it| it == right),
                "{wrong}: {spelling_matches:?}"
            );
        }
        assert_eq!(spelling_matches("tabel"), [""; 0], "too short to correct");
        assert_eq!(spelling_matches("zwischenzug"), [""; 0]);
    }

    #[test]
    fn a_phrase_counts_only_as_whole_words() {
        let terms = |text| concepts(text).into_iter().map(|it| it.terms[0].0.clone());
        assert!(terms("I take back that").any(|it| it == "take back"));
        assert!(!terms("mistake, backwards").any(|it| it == "take back"));
    }
}
