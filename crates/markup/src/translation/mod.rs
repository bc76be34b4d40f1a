//! What of a node is translated, piece by piece ([`NodeSource`]), how each piece stands in a
//! translation, and the story as readers of another language see it ([`translated_story`]).
//!
//! The pieces are the title, each line of the text that has words, and the labels of choices that do
//! not stand in the text. A translation keeps each beside the words it was made from, so a piece is
//! stale when the source has other words by now. Links in a translated line lead where those of its
//! source lead.

mod align;
mod lines;
mod story;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use model::contents::{TranslatedWords, Translation};
use model::{Edge, EdgeId, Node, NodeId};

use crate::choices::{ProseChoice, choices_of};
use crate::kept_data::text_of;
use crate::links::{self, Target};
use align::{align, is_alike};
use lines::{LineNotation, ids_of, lines_of};

pub use story::{nodes_for_readers, translated_story};

/// The id of a node's title among its pieces.
pub const TITLE_ID: &str = "title";

/// What a piece of a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceKind {
    /// Its title.
    Title,
    /// A line of its text.
    Line,
    /// The label of a choice that does not stand in its text.
    Choice,
}

/// A piece of a node to be translated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourcePiece {
    /// What it is.
    pub kind: PieceKind,
    /// What names it within the node, also after a change of its words.
    pub id: String,
    /// Its words.
    pub words: String,
    /// Where a line's words stand in the text.
    place: Range<usize>,
    /// The edge of a choice.
    edge: Option<EdgeId>,
}

/// How a piece stands in a translation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceState {
    /// It is not translated.
    Missing,
    /// Its source has changed since it was translated.
    Stale,
    /// It is translated.
    Current,
}

/// New words for a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewWords {
    /// The words in the other language; empty takes them away.
    pub text: String,
    /// What they were made from, where the source has other words by now.
    pub source: Option<String>,
}

impl From<String> for NewWords {
    fn from(text: String) -> Self {
        Self { text, source: None }
    }
}

/// A node as the source of translations.
#[derive(Debug)]
pub struct NodeSource<'a> {
    node: &'a Node,
    pieces: Vec<SourcePiece>,
    /// The choices whose labels stand in the text, with the titles they lead to.
    in_text: Vec<(EdgeId, ProseChoice)>,
}

/// A node as readers of another language see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranslatedNode {
    /// Its title.
    pub title: String,
    /// Its text; links in it lead to the titles of the source.
    pub text: String,
    /// The labels of its choices that differ from those of the source.
    pub labels: Vec<(EdgeId, String)>,
}

impl<'a> NodeSource<'a> {
    /// The pieces of a node. `edges` are those that leave it, `title_of` names the nodes they lead
    /// to. `translations` are those into all languages, always in the same order: a line that was
    /// changed since it was translated keeps the id it has there.
    pub fn of<'e>(
        node: &'a Node,
        edges: impl IntoIterator<Item = &'e Edge>,
        title_of: &dyn Fn(NodeId) -> Option<String>,
        translations: &[&Translation],
    ) -> Self {
        let notation = LineNotation::of(node);
        let lines = lines_of(node);
        let mut pieces = Vec::with_capacity(lines.len() + 1);
        if !notation.has_names_as_titles() && !node.title.trim().is_empty() {
            pieces.push(SourcePiece {
                kind: PieceKind::Title,
                id: TITLE_ID.to_owned(),
                words: node.title.clone(),
                place: 0..0,
                edge: None,
            });
        }
        let words: Vec<&str> = lines.iter().map(|it| it.words).collect();
        let ids = kept_ids(ids_of(&lines), &words, translations);
        for (line, id) in lines.iter().zip(ids) {
            pieces.push(SourcePiece {
                kind: PieceKind::Line,
                id,
                words: line.words.to_owned(),
                place: line.place.clone(),
                edge: None,
            });
        }
        let mut source = Self {
            node,
            pieces,
            in_text: Vec::new(),
        };
        source.add_choices(edges, title_of);
        source
    }

    fn add_choices<'e>(
        &mut self,
        edges: impl IntoIterator<Item = &'e Edge>,
        title_of: &dyn Fn(NodeId) -> Option<String>,
    ) {
        let offered: HashSet<ProseChoice> = choices_of(self.node, text_of(self.node))
            .into_iter()
            .collect();
        let is_script = LineNotation::of(self.node).has_names_as_titles();
        let mut labels = HashSet::new();
        if is_script {
            labels.extend(self.pieces.iter().flat_map(|it| labels_in(&it.words)));
        }
        let mut edges: Vec<&Edge> = edges.into_iter().collect();
        edges.sort_by_key(|it| it.record.order);
        for edge in edges {
            let record = &edge.record;
            if record.label.trim().is_empty() || record.includes {
                continue;
            }
            let title = title_of(record.to).unwrap_or_default();
            let choice = ProseChoice::new(&title, &record.label);
            if labels.contains(&record.label) || offered.contains(&choice) {
                self.in_text.push((edge.id, choice));
            } else {
                self.pieces.push(SourcePiece {
                    kind: PieceKind::Choice,
                    id: edge.id.to_string(),
                    words: record.label.clone(),
                    place: 0..0,
                    edge: Some(edge.id),
                });
            }
        }
    }

    /// The node.
    pub fn node(&self) -> &'a Node {
        self.node
    }

    /// Its pieces: the title, the lines, the choices.
    pub fn pieces(&self) -> &[SourcePiece] {
        &self.pieces
    }

    /// The translation of each piece; that of a changed piece has other words as its source.
    pub fn placed<'t>(&self, translation: &'t Translation) -> Vec<Option<&'t TranslatedWords>> {
        let is_line = |it: &&SourcePiece| it.kind == PieceKind::Line;
        let now: Vec<&SourcePiece> = self.pieces.iter().filter(is_line).collect();
        let mut lines = placed_lines(&now, translation).into_iter();
        let place = |piece: &SourcePiece| match piece.kind {
            PieceKind::Title => translation.title.as_ref(),
            PieceKind::Line => lines.next().flatten(),
            PieceKind::Choice => translation.choices.iter().find(|it| it.id == piece.id),
        };
        self.pieces.iter().map(place).collect()
    }

    /// How each piece stands in a translation.
    pub fn states(&self, translation: &Translation) -> Vec<PieceState> {
        let placed = self.placed(translation);
        let state = |(piece, placed): (&SourcePiece, Option<&TranslatedWords>)| match placed {
            None => PieceState::Missing,
            Some(it) if it.source != piece.words => PieceState::Stale,
            Some(_) => PieceState::Current,
        };
        self.pieces.iter().zip(placed).map(state).collect()
    }

    /// The translation with some pieces changed, by their places. All others stay as they are; what
    /// belongs to no piece any more goes.
    pub fn with(
        &self,
        translation: &Translation,
        changes: &BTreeMap<usize, NewWords>,
    ) -> Translation {
        let placed = self.placed(translation);
        let mut written = Translation::default();
        for (at, piece) in self.pieces.iter().enumerate() {
            let words = match (changes.get(&at), placed[at]) {
                (Some(new), _) if new.text.trim().is_empty() => continue,
                (Some(new), _) => TranslatedWords {
                    id: piece.id.clone(),
                    source: new.source.as_ref().unwrap_or(&piece.words).clone(),
                    text: new.text.clone(),
                },
                (None, Some(kept)) => TranslatedWords {
                    id: piece.id.clone(),
                    ..kept.clone()
                },
                (None, None) => continue,
            };
            match piece.kind {
                PieceKind::Title => written.title = Some(words),
                PieceKind::Line => written.lines.push(words),
                PieceKind::Choice => written.choices.push(words),
            }
        }
        written
    }

    /// The words of each line in a translation of the whole text, which must have as many lines that
    /// are not empty as the source; otherwise how many the source has, and how many it has.
    pub fn words_of_text(&self, text: &str) -> Result<BTreeMap<usize, NewWords>, (usize, usize)> {
        let source = text_of(self.node);
        let notation = LineNotation::of(self.node);
        let is_full = |it: &&str| !it.trim().is_empty();
        let given: Vec<&str> = text.split('\n').filter(is_full).collect();
        let (mut at, mut number, mut found) = (0, 0, BTreeMap::new());
        let lines = self.pieces.iter().enumerate();
        let mut lines = lines.filter(|it| it.1.kind == PieceKind::Line).peekable();
        for line in source.split_inclusive('\n') {
            let place = at..at + line.len();
            at = place.end;
            if line.trim().is_empty() {
                continue;
            }
            if let Some((piece, _)) = lines.next_if(|it| place.contains(&it.1.place.start))
                && let Some(given) = given.get(number)
            {
                let words = match notation.words(given) {
                    Some((place, _)) => &given[place],
                    None => given.trim(),
                };
                found.insert(piece, words.to_owned().into());
            }
            number += 1;
        }
        match number == given.len() {
            true => Ok(found),
            false => Err((number, given.len())),
        }
    }

    /// Where the words of a changed source stand among the lines: for each of `then`, the place of
    /// the piece it is now.
    pub fn place_sources(&self, then: &[&str]) -> Vec<Option<usize>> {
        let lines = self.pieces.iter().enumerate();
        let lines: Vec<(usize, &str)> = lines
            .filter(|it| it.1.kind == PieceKind::Line)
            .map(|(at, it)| (at, it.words.as_str()))
            .collect();
        let now: Vec<&str> = lines.iter().map(|it| it.1).collect();
        let mut places = vec![None; then.len()];
        for (to, from) in align(then, &now).into_iter().enumerate() {
            if let Some(from) = from.filter(|it| is_alike(then[*it], now[to])) {
                places[from] = Some(lines[to].0);
            }
        }
        places
    }

    /// Why these words cannot stand for a piece: they must lead where its links lead.
    pub fn refusal(&self, at: usize, text: &str) -> Option<String> {
        let piece = self.pieces.get(at)?;
        let is_script = LineNotation::of(self.node).has_names_as_titles();
        if text.contains('\n') && (is_script || piece.kind != PieceKind::Line) {
            return Some("it must be one line".to_owned());
        }
        let (before, after) = (targets(&piece.words), targets(text));
        let count = |all: &BTreeMap<String, usize>, it: &str| all.get(it).copied().unwrap_or(0);
        let differs = |these: &BTreeMap<String, usize>, those| -> Vec<String> {
            let more = these.iter().filter(|it| count(those, it.0) < *it.1);
            more.map(|it| format!("{:?}", it.0)).collect()
        };
        let (lost, new) = (differs(&before, &after), differs(&after, &before));
        if !lost.is_empty() {
            return Some(format!("it lost the link to {}", lost.join(", ")));
        }
        (!new.is_empty())
            .then(|| format!("it links to {}, which the source does not", new.join(", ")))
    }

    /// The node as readers of the translation see it; what is not translated is as in the source.
    pub fn translated(&self, translation: &Translation) -> TranslatedNode {
        let placed = self.placed(translation);
        let source = text_of(self.node);
        let mut translated = TranslatedNode {
            title: self.node.title.clone(),
            text: String::with_capacity(source.len()),
            labels: Vec::new(),
        };
        let mut said = SaidChoices::default();
        let mut done = 0;
        for (piece, words) in self.pieces.iter().zip(placed) {
            let Some(words) = words else { continue };
            match (piece.kind, piece.edge) {
                (PieceKind::Title, _) => translated.title.clone_from(&words.text),
                (PieceKind::Choice, Some(edge)) => {
                    translated.labels.push((edge, words.text.clone()));
                }
                // A line whose links lead elsewhere by now would lead readers astray.
                _ if targets(&words.text) != targets(&piece.words) => {}
                _ => {
                    translated.text += &source[done..piece.place.start];
                    translated.text += &words.text;
                    done = piece.place.end;
                    said.add(self.node, &piece.words, &words.text);
                }
            }
        }
        translated.text += &source[done..];
        let labels = self.in_text.iter().filter_map(|(edge, choice)| {
            let label = said.label(choice)?;
            (label != choice.label).then(|| (*edge, label.to_owned()))
        });
        translated.labels.extend(labels);
        translated
    }
}

/// The ids of lines: those that a translation has for them, where they are no other line's.
fn kept_ids(ids: Vec<String>, words: &[&str], translations: &[&Translation]) -> Vec<String> {
    let mut kept: Vec<Option<&str>> = vec![None; ids.len()];
    for translation in translations {
        let then: Vec<&str> = translation
            .lines
            .iter()
            .map(|it| it.source.as_str())
            .collect();
        for (at, found) in align(&then, words).into_iter().enumerate() {
            if kept[at].is_none() {
                kept[at] = found.map(|it| translation.lines[it].id.as_str());
            }
        }
    }
    let mut taken = HashSet::new();
    let ids: Vec<String> = ids
        .into_iter()
        .zip(kept)
        .map(
            |(own, kept)| match kept.filter(|it| taken.insert((*it).to_owned())) {
                Some(kept) => kept.to_owned(),
                None => own,
            },
        )
        .collect();
    // What was kept by one line may be what the words of another say.
    let mut used: HashMap<String, usize> = HashMap::new();
    let unique = |id: String| {
        let count = used.entry(id.clone()).or_default();
        *count += 1;
        match *count {
            1 => id,
            number => format!("{id}.{number}"),
        }
    };
    ids.into_iter().map(unique).collect()
}

/// The translations of lines: by the words they were made from, which tells most, and by id where
/// the words have changed beyond recognition.
fn placed_lines<'t>(
    now: &[&SourcePiece],
    translation: &'t Translation,
) -> Vec<Option<&'t TranslatedWords>> {
    let then: Vec<&str> = translation
        .lines
        .iter()
        .map(|it| it.source.as_str())
        .collect();
    let words: Vec<&str> = now.iter().map(|it| it.words.as_str()).collect();
    let found = align(&then, &words);
    let used: HashSet<usize> = found.iter().copied().flatten().collect();
    let by_id = |id: &str| {
        let at = translation.lines.iter().position(|it| it.id == id)?;
        (!used.contains(&at)).then_some(at)
    };
    let place = |(at, piece): (usize, &&SourcePiece)| {
        let line = found[at].or_else(|| by_id(&piece.id))?;
        translation.lines.get(line)
    };
    now.iter().enumerate().map(place).collect()
}

/// The titles that a text links to, and how often.
fn targets(text: &str) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    for link in links::find(text) {
        if let Target::Named(title) = link.target {
            *all.entry(title).or_default() += 1;
        }
    }
    all
}

/// What the choices of a text are called in its translation.
#[derive(Default)]
struct SaidChoices {
    links: HashMap<ProseChoice, String>,
    /// By their words alone, where choices are lines of Ink or Yarn.
    lines: HashMap<String, String>,
}

impl SaidChoices {
    /// Adds those of a line.
    fn add(&mut self, node: &Node, source: &str, translated: &str) {
        if LineNotation::of(node).has_names_as_titles() {
            let pairs = labels_in(source).into_iter().zip(labels_in(translated));
            self.lines.extend(pairs);
            return;
        }
        let mut now: Vec<Option<ProseChoice>> =
            choices_of(node, translated).into_iter().map(Some).collect();
        for choice in choices_of(node, source) {
            let leads_there = |it: &&mut Option<ProseChoice>| {
                it.as_ref().is_some_and(|it| it.title == choice.title)
            };
            let taken = now.iter_mut().find(leads_there).and_then(Option::take);
            if let Some(taken) = taken {
                self.links.entry(choice).or_insert(taken.label);
            }
        }
    }

    fn label(&self, choice: &ProseChoice) -> Option<&str> {
        let link = self.links.get(choice);
        link.or_else(|| self.lines.get(&choice.label))
            .map(String::as_str)
    }
}

/// What the label of a choice may be that is written as this line: what stands in brackets is shown
/// in the choice, what stands behind them only once it was taken.
fn labels_in(words: &str) -> Vec<String> {
    let label = match words.split_once('[') {
        Some((before, rest)) => {
            let inner = rest.split(']').next().unwrap_or_default();
            format!("{before}{inner}").trim().to_owned()
        }
        None => words.to_owned(),
    };
    vec![label]
}
