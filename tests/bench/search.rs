//! Search over a million words, English and Chinese: whether it finds what reading every text
//! finds, and its time against SQLite's LIKE over the same texts.

use std::collections::BTreeSet;

use anyhow::Result;
use model::NodeId;
use rusqlite::{Connection, params_from_iter};
use serde_json::json;
use store::{Store, View};

use crate::Scale;
use crate::generated_text::{Language, Rng};
use crate::harness::{self, TestHarness};
use crate::report::{Figure, Pair, Target, median, time_each};

const WORDS_PER_TEXT: usize = 200;
/// How many hits a person is shown.
const SHOWN: usize = 20;
const LENGTHS: std::ops::RangeInclusive<usize> = 1..=4;

pub(crate) fn measure(scale: Scale) -> Result<Vec<Figure>> {
    let mut figures = english(scale)?;
    figures.extend(chinese(scale)?);
    Ok(figures)
}

fn english(scale: Scale) -> Result<Vec<Figure>> {
    let fixture = SearchFixture::fill(&Language::english(), scale)?;
    let mut figures = Vec::new();
    let (mut begun, mut within) = (Recall::default(), Recall::default());
    for length in LENGTHS {
        let queries = fixture.queries(scale, |text, rng| words_of(text, length, rng));
        for query in &queries {
            let found = fixture.found(query)?;
            begun.add(&found, &fixture.that_hold(query, has_beginning));
            within.add(
                &found,
                &fixture.that_hold(query, |text, word| text.contains(word)),
            );
        }
        let what = format!(
            "search, English, {length} word{}",
            if length == 1 { "" } else { "s" }
        );
        figures.push(Figure::times(what, fixture.times(&queries)?, None));
    }
    let target = Some(Target::AtLeast(1.0));
    figures.push(begun.figure("recall, English, words and their beginnings", target));
    figures.push(within.figure("recall, English, letters inside words too", None));
    figures.push(begun.precision("right among those found, English", target));
    Ok(figures)
}

fn chinese(scale: Scale) -> Result<Vec<Figure>> {
    let fixture = SearchFixture::fill(&Language::chinese(), scale)?;
    let mut figures = Vec::new();
    let mut recall = Recall::default();
    for length in LENGTHS {
        let queries = fixture.queries(scale, |text, rng| characters_of(text, length, rng));
        for query in &queries {
            let expected = fixture.that_hold(query, |text, word| text.contains(word));
            recall.add(&fixture.found(query)?, &expected);
        }
        let what = format!(
            "search, Chinese, {length} character{}",
            if length == 1 { "" } else { "s" }
        );
        figures.push(Figure::times(what, fixture.times(&queries)?, None));
    }
    let target = Some(Target::AtLeast(1.0));
    figures.push(recall.figure("recall, Chinese", target));
    figures.push(recall.precision("right among those found, Chinese", target));
    Ok(figures)
}

/// A story with a million words, open both ways.
struct SearchFixture {
    texts: Vec<(NodeId, String)>,
    view: View,
    conn: Connection,
    _store: Store,
    _desk: TestHarness,
}

impl SearchFixture {
    fn fill(language: &Language, scale: Scale) -> Result<Self> {
        let mut rng = Rng::new(4);
        let count = scale.of(1_000_000, 50_000) / WORDS_PER_TEXT;
        let texts: Vec<_> = (0..count)
            .map(|_| language.text(&mut rng, WORDS_PER_TEXT))
            .collect();
        let harness = TestHarness::new()?;
        let store = harness.create()?;
        let wanted = texts
            .iter()
            .enumerate()
            .map(|(at, text)| (format!("{at}"), vec![("text", json!({ "text": text }))]));
        let nodes = harness::make(&store, wanted.collect())?;
        // Closing brings the index up to date.
        store.close()?;
        let store = harness.open()?;
        // Normalized as in search: simplified and traditional Chinese match each other.
        let read = texts.iter().map(|it| model::simplified(&it.to_lowercase()));
        Ok(Self {
            texts: nodes.into_iter().zip(read).collect(),
            view: store.view(None),
            conn: harness::bare(&harness.story())?,
            _store: store,
            _desk: harness,
        })
    }

    /// Words that occur somewhere in the texts.
    fn queries(
        &self,
        scale: Scale,
        take: impl Fn(&str, &mut Rng) -> Option<String>,
    ) -> Vec<String> {
        let mut rng = Rng::new(5);
        let mut queries = Vec::new();
        while queries.len() < scale.of(50, 10) {
            let (_, text) = &self.texts[rng.below(self.texts.len())];
            queries.extend(take(text, &mut rng));
        }
        queries
    }

    /// The nodes whose text the search finds.
    fn found(&self, query: &str) -> Result<BTreeSet<NodeId>> {
        let hits = self.view.search(query, usize::MAX)?;
        let of_texts = hits.into_iter().filter(|it| &*it.slot.capability == "text");
        Ok(of_texts.filter_map(|it| it.slot.subject.node()).collect())
    }

    /// The nodes whose text contains every word of the query, found by reading all.
    fn that_hold(&self, query: &str, holds: impl Fn(&str, &str) -> bool) -> BTreeSet<NodeId> {
        let all = |text: &str| query.split(' ').all(|word| holds(text, word));
        self.texts
            .iter()
            .filter(|(_, text)| all(text))
            .map(|(node, _)| *node)
            .collect()
    }

    /// Runs each query by search and by LIKE alternately; returns the medians.
    fn times(&self, queries: &[String]) -> Result<Pair> {
        let (mut ours, mut baseline) = (Vec::new(), Vec::new());
        for query in queries {
            ours.push(time_each(1, || {
                std::hint::black_box(self.view.search(query, SHOWN)?);
                Ok(())
            })?);
            baseline.push(time_each(1, || {
                std::hint::black_box(self.like(query)?);
                Ok(())
            })?);
        }
        Ok(Pair {
            ours: median(ours),
            baseline: median(baseline),
        })
    }

    fn like(&self, query: &str) -> Result<Vec<i64>> {
        let words: Vec<_> = query.split(' ').map(|it| format!("%{it}%")).collect();
        let sql = format!(
            "SELECT v.row FROM adopted a JOIN version v ON v.row = a.version WHERE true{}",
            " AND v.body LIKE ?".repeat(words.len())
        );
        let mut statement = self.conn.prepare_cached(&sql)?;
        let rows = statement.query_map(params_from_iter(words), |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// Consecutive words, queried in any order.
fn words_of(text: &str, length: usize, rng: &mut Rng) -> Option<String> {
    let words: Vec<_> = text
        .split(|it: char| !it.is_alphanumeric())
        .filter(|it| !it.is_empty())
        .collect();
    let first = rng.below(words.len() - length);
    Some(words[first..first + length].join(" "))
}

/// Consecutive characters without punctuation.
fn characters_of(text: &str, length: usize, rng: &mut Rng) -> Option<String> {
    let characters: Vec<_> = text.chars().collect();
    let first = rng.below(characters.len() - length);
    let taken = &characters[first..first + length];
    taken
        .iter()
        .all(|it| it.is_alphanumeric())
        .then(|| taken.iter().collect())
}

fn has_beginning(text: &str, word: &str) -> bool {
    text.split(|it: char| !it.is_alphanumeric())
        .any(|it| it.starts_with(word))
}

/// How many of the expected results were found.
#[derive(Default)]
struct Recall {
    there: usize,
    found: usize,
    right: usize,
}

impl Recall {
    fn add(&mut self, found: &BTreeSet<NodeId>, expected: &BTreeSet<NodeId>) {
        self.there += expected.len();
        self.found += found.len();
        self.right += found.intersection(expected).count();
    }

    fn figure(&self, what: &str, target: Option<Target>) -> Figure {
        Figure::share(what, self.right, self.there, target)
    }

    fn precision(&self, what: &str, target: Option<Target>) -> Figure {
        Figure::share(what, self.right, self.found, target)
    }
}
