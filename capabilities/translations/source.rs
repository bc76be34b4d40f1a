//! Shared by all translation tools: the languages of the story, and a node as a source.

use std::collections::HashMap;

use capability::{ToolContext, ToolError};
use markup::translation::{NodeSource, PieceKind, PieceState};
use model::contents::{
    GLOSSARY, Glossary, LANGUAGES, StoryLanguages, Translation, translation_slot,
};
use model::{Edge, Node, NodeId, Slot, Story};
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::stored;
use crate::error::CapabilityError;

/// The languages of the story; fails if it has only one.
pub(super) fn languages(cx: &ToolContext) -> Result<StoryLanguages, ToolError> {
    let kept: StoryLanguages = stored(cx.story().adopted(&Slot::story(LANGUAGES))?.as_ref())?;
    if kept.targets.is_empty() {
        return Err(ToolError::not_found(CapabilityError::OneLanguage {})
            .hint("add a language with set_story_languages"));
    }
    Ok(kept)
}

/// The glossary of the story.
pub(super) fn glossary(cx: &ToolContext) -> Result<Glossary, ToolError> {
    stored(cx.story().adopted(&Slot::story(GLOSSARY))?.as_ref())
}

/// The translation of a node or the story into a language, from its data.
pub(super) fn translation_in(data: &model::contents::DataMap, language: &str) -> Translation {
    Translation::of(data.get(&*translation_slot(language)).map(|it| &**it))
}

/// The translations of a node into all languages of the story, in their order.
pub(super) fn all_translations(node: &Node, languages: &StoryLanguages) -> Vec<Translation> {
    let targets = languages.targets.iter();
    targets.map(|it| translation_in(&node.data, it)).collect()
}

/// The edges of a story by the nodes they leave.
pub(super) struct Leaving<'a> {
    graph: &'a Story,
    edges: HashMap<NodeId, Vec<&'a Edge>>,
}

impl<'a> Leaving<'a> {
    pub(super) fn of(graph: &'a Story) -> Self {
        let mut edges: HashMap<NodeId, Vec<&Edge>> = HashMap::new();
        for edge in graph.edges.values() {
            edges.entry(edge.record.from).or_default().push(edge);
        }
        Self { graph, edges }
    }

    /// Only the edges that leave one node.
    pub(super) fn of_node(graph: &'a Story, node: NodeId) -> Self {
        let own = graph.edges.values().map(|it| &**it);
        let own = own.filter(|it| it.record.from == node).collect();
        let edges = HashMap::from([(node, own)]);
        Self { graph, edges }
    }

    /// The node as the source of translations; `all` are the existing ones.
    pub(super) fn source<'n>(&self, node: &'n Node, all: &[Translation]) -> NodeSource<'n> {
        let all: Vec<&Translation> = all.iter().collect();
        let title_of = |id| self.graph.nodes.get(&id).map(|it| it.title.clone());
        let edges = self.edges.get(&node.id).into_iter().flatten().copied();
        NodeSource::of(node, edges, &title_of, &all)
    }
}

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    /// The title.
    Title,
    /// A line of the text.
    Line,
    /// The label of a choice that does not stand in the text.
    Choice,
}

impl From<PieceKind> for Kind {
    fn from(kind: PieceKind) -> Self {
        match kind {
            PieceKind::Title => Self::Title,
            PieceKind::Line => Self::Line,
            PieceKind::Choice => Self::Choice,
        }
    }
}

/// How pieces stand in a translation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct Counts {
    /// How many pieces there are: titles, lines and choices.
    pub(super) pieces: usize,
    /// How many are not translated.
    pub(super) missing: usize,
    /// How many were translated before their source was changed.
    pub(super) stale: usize,
}

impl Counts {
    pub(super) fn of(states: &[PieceState]) -> Self {
        let count = |state| states.iter().filter(|it| **it == state).count();
        Self {
            pieces: states.len(),
            missing: count(PieceState::Missing),
            stale: count(PieceState::Stale),
        }
    }

    pub(super) fn add(&mut self, other: Self) {
        self.pieces += other.pieces;
        self.missing += other.missing;
        self.stale += other.stale;
    }
}

/// A term that a translation has other words for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct MissedTerm {
    /// The piece, by its id.
    piece: String,
    /// As it stands in the source.
    term: String,
    /// What the glossary says for it.
    translation: String,
}

/// The terms of the glossary that a translation translates differently.
pub(super) fn missed_terms(
    source: &NodeSource<'_>,
    translation: &Translation,
    glossary: &Glossary,
    language: &str,
) -> Vec<MissedTerm> {
    if glossary.terms.is_empty() {
        return Vec::new();
    }
    let mut missed = Vec::new();
    for (piece, placed) in source.pieces().iter().zip(source.placed(translation)) {
        let Some(words) = placed else { continue };
        let terms = glossary.missed(&piece.words, &words.text, language);
        missed.extend(terms.into_iter().map(|(term, translation)| MissedTerm {
            piece: piece.id.clone(),
            term: term.to_owned(),
            translation: translation.to_owned(),
        }));
    }
    missed
}
