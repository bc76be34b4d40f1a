//! find_repetitions: words that come again soon, and phrases that the texts use again and again.

use std::borrow::Cow;
use std::collections::HashSet;

use capability::{NodeSelection, ToolContext, ToolError};
use formats::Notations;
use markup::links::visible_text;
use markup::repetition::{CloseRepetition, Place, RepeatedPhrase, SeenText, repetitions};
use model::analysis::is_page_kind;
use model::{Node, NodeId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::NodeRef;
use crate::background::run_in_background;

/// How many of each are listed by default.
const DEFAULT_LIMIT: usize = 50;
/// How many places of one phrase are listed.
const PLACES_LISTED: usize = 20;
/// The longest quotation, in characters: a chain of repetitions may be as long as the text.
const LONGEST_QUOTE: usize = 400;

/// Find repetitions that readers may notice: words repeated close together, and phrases used often.
/// In all scenes, or in a selection; the most striking first. Names of characters and places are
/// left out.
#[derive(Deserialize, JsonSchema)]
pub(super) struct FindRepetitions {
    #[serde(flatten)]
    selection: NodeSelection,
    /// How many words and how many phrases to list at most. Defaults to 50.
    #[schemars(range(min = 1, max = 1000))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct FoundRepetitions {
    /// How many words there are in all scenes.
    words: usize,
    /// How many words come again soon.
    close_count: usize,
    close: Vec<CloseWord>,
    /// How many phrases are used again and again.
    phrase_count: usize,
    phrases: Vec<Phrase>,
}

/// A word that comes again soon.
#[derive(Serialize, JsonSchema)]
struct CloseWord {
    word: String,
    /// How often it occurs there.
    times: usize,
    #[serde(flatten)]
    passage: Passage,
}

/// A phrase that is used again and again.
#[derive(Serialize, JsonSchema)]
struct Phrase {
    phrase: String,
    /// How often it occurs.
    count: usize,
    /// The first of the places.
    places: Vec<Passage>,
}

#[derive(Serialize, JsonSchema)]
struct Passage {
    node: NodeRef,
    /// The passage as it is written.
    quote: String,
    /// At which character of the text it begins, counting from 1.
    character: usize,
}

/// A node and its text as it is written.
type Text<'a> = (NodeRef, &'a str);

impl Passage {
    fn at(place: &Place, texts: &[Text<'_>]) -> Self {
        let (node, written) = &texts[place.text];
        let before = &written[..place.range.start];
        let quote = &written[place.range.clone()];
        let end = quote.char_indices().nth(LONGEST_QUOTE);
        Self {
            node: node.clone(),
            quote: quote[..end.map_or(quote.len(), |it| it.0)].to_owned(),
            character: before.chars().count() + 1,
        }
    }
}

impl CloseWord {
    fn of(found: &CloseRepetition, texts: &[Text<'_>]) -> Self {
        Self {
            word: found.word.clone(),
            times: found.times,
            passage: Passage::at(&found.place, texts),
        }
    }
}

impl Phrase {
    fn of(found: &RepeatedPhrase, texts: &[Text<'_>]) -> Self {
        let listed = found.places.iter().take(PLACES_LISTED);
        Self {
            phrase: found.phrase.clone(),
            count: found.places.len(),
            places: listed.map(|it| Passage::at(it, texts)).collect(),
        }
    }
}

pub(super) async fn find(
    cx: ToolContext,
    input: FindRepetitions,
) -> Result<FoundRepetitions, ToolError> {
    run_in_background(move || {
        let view = cx.story();
        let story = view.story()?;
        let chosen: HashSet<NodeId> = match input.selection.is_everything() {
            true => story.nodes.keys().copied().collect(),
            false => input.selection.resolve(view)?.into_iter().collect(),
        };
        let (pages, others): (Vec<&Node>, Vec<&Node>) = story
            .nodes
            .values()
            .map(|it| &**it)
            .partition(|it| is_page_kind(&it.kind));
        let names: Vec<&str> = others.iter().flat_map(|it| it.names()).collect();
        // Frequencies are those of all scenes, whichever were chosen.
        let named = others
            .iter()
            .filter(|it| !input.selection.is_everything() && chosen.contains(&it.id));
        let nodes: Vec<&Node> = pages.into_iter().chain(named.copied()).collect();
        let notations = Notations::of(&story);
        let seen: Vec<SeenText<'_>> = nodes.iter().map(|it| seen_text(it, notations)).collect();
        let mut found = repetitions(&seen, &names);
        let texts: Vec<Text<'_>> = nodes
            .iter()
            .map(|it| (NodeRef::from(*it), it.prose()))
            .collect();
        let is_chosen = |it: &Place| chosen.contains(&nodes[it.text].id);
        found.close.retain(|it| is_chosen(&it.place));
        found.phrases.retain(|it| it.places.iter().any(is_chosen));
        let limit = input.limit.unwrap_or(DEFAULT_LIMIT);
        let close = found.close.iter().take(limit);
        let phrases = found.phrases.iter().take(limit);
        Ok(FoundRepetitions {
            words: found.words,
            close: close.map(|it| CloseWord::of(it, &texts)).collect(),
            phrases: phrases.map(|it| Phrase::of(it, &texts)).collect(),
            close_count: found.close.len(),
            phrase_count: found.phrases.len(),
        })
    })
    .await
}

fn seen_text(node: &Node, notations: Notations) -> SeenText<'_> {
    let written = node.prose();
    let read = notations.read(node, written);
    SeenText {
        written,
        seen: Cow::Owned(visible_text(&read).into_owned()),
    }
}
