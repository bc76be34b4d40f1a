//! Writes the translation of a node, and confirms that one still fits.

use std::collections::BTreeMap;

use capability::{Edit, InvalidArgument, ToolContext, ToolError, UiHints};
use markup::translation::{NewWords, NodeSource, PieceKind, PieceState};
use model::contents::{
    Content as _, Glossary, StoryLanguages, TEXT, TranslatedWords, Translation, translation_slot,
};
use model::{NodeId, Slot, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::source::{
    Counts, Leaving, MissedTerm, all_translations, glossary, languages, missed_terms,
    translation_in,
};
use crate::answer::{NodeRef, message, node_title, stored};
use crate::error::CapabilityError;
use crate::shared::story_languages::language;
use crate::validate;

/// Write the translation of a node, as a whole or in parts. What is not given stays. Links keep their
/// targets: `[[Go in->Hall]]` becomes `[[Hinein->Hall]]`. Play and exports in the language show it.
#[derive(Deserialize, JsonSchema)]
pub(super) struct WriteTranslation {
    /// The language, by its code. Defaults to the only one the story is translated into.
    language: Option<String>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
    /// The translated title.
    title: Option<String>,
    /// The translation of the whole text, line for line: as many lines as the source, in its order.
    text: Option<String>,
    /// Single pieces, by the ids that read_translation gives. An empty text takes one away.
    parts: Option<Vec<PieceInput>>,
    /// The translated title of the story, with or without a node.
    story_title: Option<String>,
    /// The number of the version of the translation that was read before; 0 where there was none. If
    /// another is adopted by now, nothing is written. Left out, it is written in any case.
    expected: Option<u32>,
    /// The same for the version of the source's text, as read_translation gives it.
    expected_source: Option<u32>,
}

/// A piece of a translation.
#[derive(Deserialize, JsonSchema)]
struct PieceInput {
    /// Its id, as read_translation gives it.
    id: String,
    /// Its words in the language.
    text: String,
}

/// A translation after a change.
#[derive(Serialize, JsonSchema)]
pub(super) struct Written {
    /// The node; none where only the title of the story was translated.
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<NodeRef>,
    language: String,
    /// The version of the node's translation.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<u32>,
    /// How many pieces were written.
    written: usize,
    #[serde(flatten)]
    counts: Counts,
    /// Terms of the glossary that the translation has other words for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missed_terms: Vec<MissedTerm>,
}

/// The versions that the caller read.
#[derive(Default)]
struct Expected {
    translation: Option<u32>,
    source: Option<u32>,
}

/// What changing a node's translation needs to know about the story.
struct Background {
    graph: std::sync::Arc<Story>,
    languages: StoryLanguages,
    glossary: Glossary,
    language: String,
}

impl Background {
    fn of(cx: &ToolContext, given: Option<&str>) -> Result<Self, ToolError> {
        let languages = languages(cx)?;
        Ok(Self {
            language: language(&languages, given)?,
            graph: cx.story().graph()?,
            glossary: glossary(cx)?,
            languages,
        })
    }

    /// Changes the translation of a node.
    fn change(
        &self,
        edit: &mut Edit<'_>,
        node: NodeId,
        expected: Expected,
        changes: impl FnOnce(
            &NodeSource<'_>,
            &Translation,
        ) -> Result<BTreeMap<usize, NewWords>, ToolError>,
    ) -> Result<Written, ToolError> {
        let node = edit.node(node)?;
        let slot = Slot::node(node.id, &translation_slot(&self.language));
        let text = Slot::node(node.id, TEXT);
        for (slot, expected) in [(&slot, expected.translation), (&text, expected.source)] {
            let version = edit.adopted(slot)?.map_or(0, |it| it.number);
            if let Some(expected) = expected.filter(|it| *it != version) {
                let title = node.title;
                let refusal = CapabilityError::TextMoved {
                    title,
                    version,
                    expected,
                };
                return Err(ToolError::new(capability::Code::Conflict, refusal)
                    .hint("read it again with read_translation"));
            }
        }
        let kept = translation_in(&node.data, &self.language);
        let all = all_translations(&node, &self.languages);
        let source = Leaving::of_node(&self.graph, node.id).source(&node, &all);
        let changes = changes(&source, &kept)?;
        let translation = source.with(&kept, &changes);
        let version = edit.write(&slot, &translation.to_data())?.number;
        Ok(Written {
            node: Some(NodeRef::from(&node)),
            language: self.language.clone(),
            version: Some(version),
            written: changes.len(),
            counts: Counts::of(&source.states(&translation)),
            missed_terms: missed_terms(&source, &translation, &self.glossary, &self.language),
        })
    }
}

pub(super) async fn write(cx: ToolContext, input: WriteTranslation) -> Result<Written, ToolError> {
    let known = Background::of(&cx, input.language.as_deref())?;
    let is_of_node = input.title.is_some() || input.text.is_some() || input.parts.is_some();
    if !is_of_node && input.story_title.is_none() {
        return Err(ToolError::new(
            capability::Code::InvalidActionInput,
            CapabilityError::NothingToChange {},
        )
        .hint("give `text`, `title`, `parts` or `story_title`"));
    }
    let node = match is_of_node {
        true => Some(validate::node(&cx, "/node", input.node.as_deref())?.id),
        false => None,
    };
    let story_title = match input.story_title.as_deref() {
        Some(title) => Some(validate::optional_line("/story_title", "the title", title)?),
        None => None,
    };
    if let Some(text) = &input.text {
        validate::prose("/text", "the text", text)?;
    }
    cx.edit(move |edit| {
        if let Some(title) = story_title {
            write_story_title(edit, &known, title)?;
        }
        match node {
            Some(node) => {
                let expected = Expected {
                    translation: input.expected,
                    source: input.expected_source,
                };
                known.change(edit, node, expected, |source, _| input.changes(source))
            }
            None => Ok(Written {
                node: None,
                language: known.language.clone(),
                version: None,
                written: 1,
                counts: Counts::default(),
                missed_terms: Vec::new(),
            }),
        }
    })
    .await
}

fn write_story_title(
    edit: &mut Edit<'_>,
    known: &Background,
    title: String,
) -> Result<(), ToolError> {
    let slot = Slot::story(&translation_slot(&known.language));
    let mut kept: Translation = stored(edit.adopted(&slot)?.as_ref())?;
    kept.title = (!title.is_empty()).then(|| TranslatedWords {
        id: markup::translation::TITLE_ID.to_owned(),
        source: known.graph.record.title.clone(),
        text: title,
    });
    edit.write(&slot, &kept.to_data())?;
    Ok(())
}

impl WriteTranslation {
    /// The given pieces, by their positions.
    fn changes(&self, source: &NodeSource<'_>) -> Result<BTreeMap<usize, NewWords>, ToolError> {
        let mut changes = BTreeMap::new();
        // The argument that each comes from.
        let mut paths: BTreeMap<usize, String> = BTreeMap::new();
        if let Some(text) = &self.text {
            let words = source.words_of_text(text).map_err(|(expected, lines)| {
                let title = source.node().title.clone();
                ToolError::invalid(
                    "/text",
                    CapabilityError::LinesDiffer {
                        title,
                        expected,
                        lines,
                    },
                )
                .hint("translate line for line; read_translation shows the lines, and `parts` takes single ones")
            })?;
            paths.extend(words.keys().map(|at| (*at, "/text".to_owned())));
            changes.extend(words);
        }
        if let Some(title) = &self.title {
            let at = source
                .pieces()
                .iter()
                .position(|it| it.kind == PieceKind::Title);
            let Some(at) = at else {
                let message = "titles of nodes from Ink and Yarn are names that readers never see";
                return Err(ToolError::invalid("/title", message).hint("leave it out"));
            };
            let title = validate::optional_line("/title", "the title", title)?;
            changes.insert(at, title.into());
            paths.insert(at, "/title".to_owned());
        }
        for (index, part) in self.parts.iter().flatten().enumerate() {
            let path = format!("/parts/{index}");
            let at = piece_at(source, &format!("{path}/id"), &part.id)?;
            validate::prose(&format!("{path}/text"), "the text", &part.text)?;
            changes.insert(at, part.text.trim().to_owned().into());
            paths.insert(at, format!("{path}/text"));
        }
        for (at, words) in &changes {
            if words.text.trim().is_empty() {
                continue;
            }
            if let Some(why) = source.refusal(*at, &words.text) {
                let path = paths.get(at).cloned().unwrap_or_default();
                let words = validate::shorten_for_message(&words.text);
                return Err(
                    ToolError::invalid(path, CapabilityError::PieceRefused { words, why })
                        .hint("keep what leads elsewhere: in `[[label->Title]]` only the label is translated"),
                );
            }
        }
        Ok(changes)
    }
}

/// The position of a piece by its id.
fn piece_at(source: &NodeSource<'_>, path: &str, id: &str) -> Result<usize, ToolError> {
    let found = source.pieces().iter().position(|it| it.id == id.trim());
    found.ok_or_else(|| {
        let title = &source.node().title;
        let id = validate::quoted(id);
        ToolError::not_found(format!("{title:?} has no piece {id}"))
            .hint("read_translation gives the ids")
            .at(path)
            .said(&InvalidArgument::FieldNotListed {})
    })
}

/// Say that a translation still fits although its source was changed, for instance where only a
/// mistake in spelling was corrected.
#[derive(Deserialize, JsonSchema)]
pub(super) struct ConfirmTranslation {
    /// The language, by its code. Defaults to the only one the story is translated into.
    language: Option<String>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
    /// Only these pieces, by the ids that read_translation gives. Defaults to all that are stale.
    ids: Option<Vec<String>>,
}

pub(super) async fn confirm(
    cx: ToolContext,
    input: ConfirmTranslation,
) -> Result<Written, ToolError> {
    let known = Background::of(&cx, input.language.as_deref())?;
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    cx.edit(move |edit| {
        known.change(edit, node.id, Expected::default(), |source, kept| {
            let mut only = Vec::new();
            for (index, id) in input.ids.iter().flatten().enumerate() {
                only.push(piece_at(source, &format!("/ids/{index}"), id)?);
            }
            let states = source.states(kept);
            let placed = source.placed(kept).into_iter().enumerate();
            let stale = placed.filter(|(at, _)| {
                states[*at] == PieceState::Stale && (input.ids.is_none() || only.contains(at))
            });
            let changes: BTreeMap<usize, NewWords> = stale
                .filter_map(|(at, it)| Some((at, it?.text.clone().into())))
                .collect();
            if changes.is_empty() {
                return Err(ToolError::new(
                    capability::Code::InvalidActionInput,
                    CapabilityError::NothingToChange {},
                )
                .hint("none of these pieces is stale"));
            }
            Ok(changes)
        })
    })
    .await
}

pub(super) fn show(answer: &Value) -> Option<UiHints> {
    let language = answer["language"].as_str().unwrap_or_default();
    message(match answer["node"].is_object() {
        true => format!("Translated {} into {language}", node_title(answer)),
        false => format!("Translated the title of the story into {language}"),
    })
}
