//! Reads the translation of a node beside its source.

use capability::{ToolContext, ToolError};
use markup::translation::PieceState;
use model::contents::{TEXT, Translation, translation_slot};
use model::{DiffPart, Slot, diff_text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::source::{
    Counts, Kind, Leaving, MissedTerm, all_translations, glossary, languages, missed_terms,
    translation_in,
};
use crate::answer::{NodeRef, stored};
use crate::shared::story_languages::language;
use crate::validate;

/// Read the translation of a node beside its source, piece by piece: the title, each line of the
/// text, and choices that do not stand in the text. Says what is missing, what is stale, and what was
/// changed in the source since.
#[derive(Deserialize, JsonSchema)]
pub(super) struct ReadTranslation {
    /// The language, by its code. Defaults to the only one the story is translated into.
    language: Option<String>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct TranslationResult {
    node: NodeRef,
    language: String,
    source_language: String,
    /// The version of the translation; none where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<u32>,
    /// The version of the source's text; none where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_version: Option<u32>,
    #[serde(flatten)]
    counts: Counts,
    /// The node's pieces in the order of reading.
    parts: Vec<PieceShown>,
    /// Terms of the glossary that the translation has other words for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missed_terms: Vec<MissedTerm>,
    /// The title of the story in the language, where it is translated.
    #[serde(skip_serializing_if = "Option::is_none")]
    story_title: Option<String>,
}

/// How a piece stands.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum State {
    /// It is not translated.
    Missing,
    /// Its source was changed since it was translated.
    Stale,
    /// It is translated.
    Current,
}

#[derive(Serialize, JsonSchema)]
struct PieceShown {
    id: String,
    kind: Kind,
    state: State,
    source: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// The source as it was when it was translated, where it is another now.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_before: Option<String>,
    /// The same, word by word: what was added to the source and removed from it since.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<DiffPart>,
}

pub(super) async fn read(
    cx: ToolContext,
    input: ReadTranslation,
) -> Result<TranslationResult, ToolError> {
    let languages = languages(&cx)?;
    let language = language(&languages, input.language.as_deref())?;
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let view = cx.story();
    let graph = view.graph()?;
    let slot = translation_slot(&language);
    let version = view
        .adopted(&Slot::node(node.id, &slot))?
        .map(|it| it.number);
    let source =
        Leaving::of_node(&graph, node.id).source(&node, &all_translations(&node, &languages));
    let kept = translation_in(&node.data, &language);
    let states = source.states(&kept);
    let placed = source.placed(&kept);
    let pieces = source.pieces().iter().zip(&states).zip(placed);
    let parts = pieces.map(|((piece, state), placed)| {
        let before = placed.filter(|_| *state == PieceState::Stale);
        let before = before.map(|it| it.source.clone());
        PieceShown {
            id: piece.id.clone(),
            kind: piece.kind.into(),
            state: match state {
                PieceState::Missing => State::Missing,
                PieceState::Stale => State::Stale,
                PieceState::Current => State::Current,
            },
            source: piece.words.clone(),
            text: placed.map(|it| it.text.clone()),
            changes: before
                .as_deref()
                .map(|it| diff_text(it, &piece.words))
                .unwrap_or_default(),
            source_before: before,
        }
    });
    let of_story: Translation = stored(view.adopted(&Slot::story(&slot))?.as_ref())?;
    Ok(TranslationResult {
        node: NodeRef::from(&node),
        counts: Counts::of(&states),
        parts: parts.collect(),
        missed_terms: missed_terms(&source, &kept, &glossary(&cx)?, &language),
        story_title: of_story.title.map(|it| it.text),
        source_language: languages.source,
        source_version: view
            .adopted(&Slot::node(node.id, TEXT))?
            .map(|it| it.number),
        version,
        language,
    })
}
