//! Search over a million words, English and Chinese: whether it finds what reading everything
//! finds, and its time against SQLite's LIKE over the same texts.

use std::collections::BTreeSet;

use anyhow::Result;
use model::NodeId;
use rusqlite::{Connection, params_from_iter};
use serde_json::json;
use store::{Store, View};

use crate::Scale;
use crate::desk::{self, Desk};
use crate::figures::{Aim, Figure, Pair, median, time_each};
use crate::words::{Dice, Language};

const WORDS_A_TEXT: usize = 200;
/// How many hits a person is shown.
const SHOWN: usize = 20;
const LENGTHS: std::ops::RangeInclusive<usize> = 1..=4;

pub(crate) fn measure(scale: Scale) -> Result<Vec<Figure>> {
    let mut figures = english(scale)?;
    figures.extend(chinese(scale)?);
    Ok(figures)
}

fn english(scale: Scale) -> Result<Vec<Figure>> {
    let shelf = Shelf::fill(&Language::english(), scale)?;
    let mut figures = Vec::new();
    let (mut begun, mut within) = (Recall::default(), Recall::default());
    for length in LENGTHS {
        let queries = shelf.queries(scale, |text, dice| words_of(text, length, dice));
        for query in &queries {
            let found = shelf.found(query)?;
            begun.add(&found, &shelf.that_hold(query, has_beginning));
            within.add(
                &found,
                &shelf.that_hold(query, |text, word| text.contains(word)),
            );
        }
        let what = format!(
            "search, English, {length} word{}",
            if length == 1 { "" } else { "s" }
        );
        figures.push(Figure::times(what, shelf.times(&queries)?, None));
    }
    let aim = Some(Aim::AtLeast(1.0));
    figures.push(begun.figure("recall, English, words and their beginnings", aim));
    figures.push(within.figure("recall, English, letters inside words too", None));
    figures.push(begun.precision("right among those found, English", aim));
    Ok(figures)
}

fn chinese(scale: Scale) -> Result<Vec<Figure>> {
    let shelf = Shelf::fill(&Language::chinese(), scale)?;
    let mut figures = Vec::new();
    let mut recall = Recall::default();
    for length in LENGTHS {
        let queries = shelf.queries(scale, |text, dice| characters_of(text, length, dice));
        for query in &queries {
            let expected = shelf.that_hold(query, |text, word| text.contains(word));
            recall.add(&shelf.found(query)?, &expected);
        }
        let what = format!(
            "search, Chinese, {length} character{}",
            if length == 1 { "" } else { "s" }
        );
        figures.push(Figure::times(what, shelf.times(&queries)?, None));
    }
    let aim = Some(Aim::AtLeast(1.0));
    figures.push(recall.figure("recall, Chinese", aim));
    figures.push(recall.precision("right among those found, Chinese", aim));
    Ok(figures)
}

/// A story with a million words, open both ways.
struct Shelf {
    texts: Vec<(NodeId, String)>,
    view: View,
    conn: Connection,
    _store: Store,
    _desk: Desk,
}

impl Shelf {
    fn fill(language: &Language, scale: Scale) -> Result<Self> {
        let mut dice = Dice::new(4);
        let count = scale.of(1_000_000, 50_000) / WORDS_A_TEXT;
        let texts: Vec<_> = (0..count)
            .map(|_| language.text(&mut dice, WORDS_A_TEXT))
            .collect();
        let desk = Desk::new()?;
        let store = desk.create()?;
        let wanted = texts
            .iter()
            .enumerate()
            .map(|(at, text)| (format!("{at}"), vec![("text", json!({ "text": text }))]));
        let nodes = desk::make(&store, wanted.collect())?;
        // Closing brings the index up to date.
        store.close()?;
        let store = desk.open()?;
        // As the search reads them: either writing of Chinese is found by either.
        let read = texts.iter().map(|it| model::simplified(&it.to_lowercase()));
        Ok(Self {
            texts: nodes.into_iter().zip(read).collect(),
            view: store.view(None),
            conn: desk::bare(&desk.story())?,
            _store: store,
            _desk: desk,
        })
    }

    /// Words that stand somewhere on the shelf.
    fn queries(
        &self,
        scale: Scale,
        take: impl Fn(&str, &mut Dice) -> Option<String>,
    ) -> Vec<String> {
        let mut dice = Dice::new(5);
        let mut queries = Vec::new();
        while queries.len() < scale.of(50, 10) {
            let (_, text) = &self.texts[dice.below(self.texts.len())];
            queries.extend(take(text, &mut dice));
        }
        queries
    }

    /// The nodes whose text the search finds.
    fn found(&self, query: &str) -> Result<BTreeSet<NodeId>> {
        let hits = self.view.search(query, usize::MAX)?;
        let of_texts = hits.into_iter().filter(|it| &*it.slot.capability == "text");
        Ok(of_texts.filter_map(|it| it.slot.subject.node()).collect())
    }

    /// The nodes whose text holds every word of the query, found by reading all.
    fn that_hold(&self, query: &str, holds: impl Fn(&str, &str) -> bool) -> BTreeSet<NodeId> {
        let all = |text: &str| query.split(' ').all(|word| holds(text, word));
        self.texts
            .iter()
            .filter(|(_, text)| all(text))
            .map(|(node, _)| *node)
            .collect()
    }

    /// Each query by search and by LIKE, in turn; the medians.
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

/// Words that follow one another, in any order of asking.
fn words_of(text: &str, length: usize, dice: &mut Dice) -> Option<String> {
    let words: Vec<_> = text
        .split(|it: char| !it.is_alphanumeric())
        .filter(|it| !it.is_empty())
        .collect();
    let first = dice.below(words.len() - length);
    Some(words[first..first + length].join(" "))
}

/// Characters that follow one another, no punctuation among them.
fn characters_of(text: &str, length: usize, dice: &mut Dice) -> Option<String> {
    let characters: Vec<_> = text.chars().collect();
    let first = dice.below(characters.len() - length);
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

/// What was found, of what there was.
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

    fn figure(&self, what: &str, aim: Option<Aim>) -> Figure {
        Figure::share(what, self.right, self.there, aim)
    }

    fn precision(&self, what: &str, aim: Option<Aim>) -> Figure {
        Figure::share(what, self.right, self.found, aim)
    }
}
