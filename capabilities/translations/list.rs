//! The progress of translations for the whole story.

use capability::{NodeSelection, ToolContext, ToolError};
use markup::translation::nodes_for_readers;
use model::Slot;
use model::contents::{LANGUAGES, StoryLanguages, Translation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::source::{Counts, Leaving, all_translations, glossary, missed_terms, translation_in};
use crate::answer::{NodeRef, stored};
use crate::background::run_in_background;
use crate::shared::story_languages::language;

/// The default number of nodes listed.
const DEFAULT_LIMIT: usize = 100;

/// List how far the translations of the story are, by language, and the nodes that are not wholly
/// translated or whose source was changed since. Without a selection, all nodes that readers see.
#[derive(Deserialize, JsonSchema)]
pub(super) struct ListTranslations {
    /// Only this language, by its code. Defaults to all that the story is translated into.
    language: Option<String>,
    /// Which nodes are listed: `open` (missing or stale, the default), `missing`, `stale` or `all`.
    show: Option<Listing>,
    #[serde(flatten)]
    selection: NodeSelection,
    /// How many nodes are listed at most. Defaults to 100.
    #[schemars(range(min = 0, max = 10000))]
    limit: Option<usize>,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Listing {
    #[default]
    Open,
    Missing,
    Stale,
    All,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ListResult {
    /// The language the story is written in; none where nothing says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_language: Option<String>,
    languages: Vec<LanguageShown>,
    /// How many nodes were looked at.
    count: usize,
    /// The nodes, by language and in the order of reading.
    nodes: Vec<NodeShown>,
    /// How many more there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct LanguageShown {
    language: String,
    #[serde(flatten)]
    counts: Counts,
    /// How many nodes have pieces that are missing or stale.
    open_nodes: usize,
    /// The title of the story, where it is translated.
    #[serde(skip_serializing_if = "Option::is_none")]
    story_title: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct NodeShown {
    node: NodeRef,
    language: String,
    #[serde(flatten)]
    counts: Counts,
    /// How many terms of the glossary have other words in it.
    #[serde(skip_serializing_if = "is_zero")]
    missed_terms: usize,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands out a reference"
)]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

pub(super) async fn list(
    cx: ToolContext,
    input: ListTranslations,
) -> Result<ListResult, ToolError> {
    let kept: StoryLanguages = stored(cx.story().adopted(&Slot::story(LANGUAGES))?.as_ref())?;
    if kept.targets.is_empty() {
        return Ok(ListResult {
            source_language: Some(kept.source).filter(|it| !it.is_empty()),
            languages: Vec::new(),
            count: 0,
            nodes: Vec::new(),
            more: None,
        });
    }
    run_in_background(move || counted(&cx, &kept, &input)).await
}

fn counted(
    cx: &ToolContext,
    languages: &StoryLanguages,
    input: &ListTranslations,
) -> Result<ListResult, ToolError> {
    let view = cx.story();
    let wanted = match input.language.as_deref() {
        Some(given) => vec![language(languages, Some(given))?],
        None => languages.targets.clone(),
    };
    let story = view.story()?;
    let ids = match input.selection.is_everything() {
        true => nodes_for_readers(&story),
        false => input.selection.resolve(view)?,
    };
    let glossary = glossary(cx)?;
    let leaving = Leaving::of(&story);
    let listing = input.show.unwrap_or_default();
    let mut shown: Vec<LanguageShown> = Vec::new();
    let mut by_language: Vec<Vec<NodeShown>> = Vec::new();
    for language in &wanted {
        let title = translation_in(&story.data, language).title;
        shown.push(LanguageShown {
            language: language.clone(),
            counts: Counts::default(),
            open_nodes: 0,
            story_title: title.map(|it| it.text),
        });
        by_language.push(Vec::new());
    }
    for node in ids.iter().filter_map(|it| story.nodes.get(it)) {
        let all = all_translations(node, languages);
        let source = leaving.source(node, &all);
        for (at, language) in wanted.iter().enumerate() {
            let kept = languages.targets.iter().position(|it| it == language);
            let kept: &Translation = &all[kept.unwrap_or_default()];
            let counts = Counts::of(&source.states(kept));
            shown[at].counts.add(counts);
            shown[at].open_nodes += usize::from(counts.missing + counts.stale > 0);
            let is_listed = match listing {
                Listing::Open => counts.missing + counts.stale > 0,
                Listing::Missing => counts.missing > 0,
                Listing::Stale => counts.stale > 0,
                Listing::All => true,
            };
            if is_listed {
                by_language[at].push(NodeShown {
                    node: NodeRef::from(&**node),
                    language: language.clone(),
                    counts,
                    missed_terms: missed_terms(&source, kept, &glossary, language).len(),
                });
            }
        }
    }
    let mut nodes: Vec<NodeShown> = by_language.into_iter().flatten().collect();
    let beyond = nodes
        .len()
        .saturating_sub(input.limit.unwrap_or(DEFAULT_LIMIT));
    nodes.truncate(nodes.len() - beyond);
    Ok(ListResult {
        source_language: Some(languages.source.clone()),
        languages: shown,
        count: ids.len(),
        nodes,
        more: (beyond > 0).then_some(beyond),
    })
}
