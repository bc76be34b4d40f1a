//! Which tools a turn is shown (OS-8): all, a fitting selection, or only `project_cli`. The block
//! keeps its order and text, so that providers can cache it (OS-7); tools that a thread found come
//! last. What is *allowed* is decided by the grant, not here.

mod compact;
mod concepts;
mod index;
mod lexicon;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use capability::{Audience, Registry, ToolSpec};
use model::conversation::ToolDefinition;
use model::{Node, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) use concepts::{ContentWord, content_words, story_terms};
pub use index::ToolIndex;

use crate::context::estimate_tools;
use crate::{ASSISTANT, lock};

/// The tool that searches for others; shown only if some are hidden.
pub(crate) const FIND_TOOLS: &str = "find_tools";
/// The most tools of a request: no service for models takes fewer.
pub(crate) const MAX_TOOLS_OF_A_REQUEST: usize = 128;
/// How many tools a search returns.
pub(crate) const SEARCH_LIMIT: usize = 8;
/// How many of the tools that best fit the instruction are shown whatever their size.
const BEST_MATCHES: usize = 1;
/// Tools are kept for a stable order only up to this number: models choose worse among many.
const MAX_TOOLS: usize = 40;
/// With fewer tools than this there is nothing to choose from.
const MIN_TOOLS: usize = 4;
/// Tools that merely fit the instruction are added up to this many tokens of all tools.
const FITTING_TOKENS: u64 = 4_200;

/// Which tools are shown to a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ToolChoice {
    /// Every tool.
    All,
    /// Those that everyday work needs, those that fit the instruction, and one that finds the rest.
    #[default]
    Fitting,
    /// `project_cli` alone, which describes the others on demand.
    ProjectCli,
}

/// The input of a selection.
pub(crate) struct SelectionInput<'a> {
    /// Searches the registry's tools.
    pub(crate) finder: &'a ToolFinder,
    pub(crate) choice: ToolChoice,
    pub(crate) story: &'a Story,
    pub(crate) node: Option<&'a Node>,
    pub(crate) instruction: &'a str,
    /// The tools that the thread has found or called, in that order.
    pub(crate) found: &'a [String],
    /// The tools that the thread was shown last, in order.
    pub(crate) before: &'a [String],
    /// The estimated tokens that the tools may take.
    pub(crate) available_tokens: u64,
    /// Whether a service reads them, and not the reader of plain commands, which needs to see all of
    /// every tool.
    pub(crate) is_generative: bool,
    /// Whether the turn writes to a draft.
    pub(crate) in_draft: bool,
}

/// The tools to show, in order, and the choice they come from: the requested one, or a smaller one
/// if that does not fit.
#[derive(Debug)]
pub(crate) struct ToolSelection {
    pub(crate) choice: ToolChoice,
    pub(crate) tools: Vec<ToolDefinition>,
    /// Why the requested choice was not used, in words for a person.
    pub(crate) narrowed: Option<String>,
}

/// The tools to show. If the window is too small for the requested choice, a fitting selection that
/// it has room for; if that is too small to be useful, only `project_cli`, through which all tools
/// can be called.
pub(crate) fn select_tools(registry: &Registry, wanted: &SelectionInput<'_>) -> ToolSelection {
    let mut all = findable(registry);
    all.retain(|it| it.works_in_drafts || !wanted.in_draft);
    let everyday: BTreeSet<usize> = (0..all.len()).filter(|at| all[*at].is_everyday).collect();
    let (max_tools, define): (_, fn(&ToolSpec) -> ToolDefinition) = match wanted.is_generative {
        true => (MAX_TOOLS_OF_A_REQUEST, compact::definition),
        false => (usize::MAX, ToolSpec::definition),
    };
    let all: Vec<_> = all.iter().map(|it| define(it)).collect();
    let (needed, available_tokens) = (estimate_tools(&all), wanted.available_tokens);
    let narrowed = |choice, tools: Vec<ToolDefinition>| ToolSelection {
        choice,
        narrowed: (choice != wanted.choice).then(|| {
            let count = all.len();
            let why = match needed <= available_tokens {
                true => format!("a request holds {} of all {count} tools at most", max_tools),
                false => format!(
                    "all {count} tools take about {needed} tokens and this model's window has room \
                     for {available_tokens}"
                ),
            };
            let shown = match choice {
                ToolChoice::Fitting => format!("the {} that fit are", tools.len()),
                _ => "project_cli, which reaches all of them, is".to_owned(),
            };
            format!("{why}; {shown} shown instead")
        }),
        tools,
    };
    let shows_all = wanted.choice == ToolChoice::All
        || wanted.choice == ToolChoice::Fitting && needed <= FITTING_TOKENS;
    if shows_all && needed <= available_tokens && all.len() <= max_tools {
        return narrowed(wanted.choice, all.clone());
    }
    if wanted.choice != ToolChoice::ProjectCli
        && let Some(few) = fitting(registry, (&all, &everyday), wanted)
    {
        return narrowed(ToolChoice::Fitting, few);
    }
    narrowed(ToolChoice::ProjectCli, vec![registry.project_cli()])
}

/// Every tool that models may see, in the registry's order; never the assistant's own tools, with
/// which it would talk to itself.
fn findable(registry: &Registry) -> Vec<Arc<ToolSpec>> {
    let mut all = registry.specs();
    all.retain(|it| it.audience == Audience::Everyone && it.module != ASSISTANT);
    all
}

fn module_of(registry: &Registry, tool: &ToolDefinition) -> String {
    let spec = registry.spec(&tool.name);
    spec.map_or_else(String::new, |it| it.module.clone())
}

/// The search tool, the everyday tools, those that fit the instruction, each in the registry's
/// order, and then those the thread found or called. A registry without everyday tools offers those
/// of the open node's capabilities instead. If there is not enough room, the found ones take
/// precedence, then the few best fits, then the everyday ones, then the other fits, these only up
/// to [`FITTING_TOKENS`]; `None` if too few would be left. Tools that the thread was shown before
/// keep their position and stay while there is room, so that the block only grows at its end
/// (OS-7).
fn fitting(
    registry: &Registry,
    (all, everyday): (&[ToolDefinition], &BTreeSet<usize>),
    wanted: &SelectionInput<'_>,
) -> Option<Vec<ToolDefinition>> {
    let finder = registry.specs().into_iter();
    let finder = finder.filter(|it| it.name == FIND_TOOLS);
    let mut shown: Vec<_> = finder.map(|it| compact::definition(&it)).collect();
    let carried = wanted.node.map(|it| wanted.story.capabilities_of(it));
    let carried = carried.unwrap_or_default();
    let is_carried = |at: &usize| match everyday.is_empty() {
        false => everyday.contains(at),
        true => carried
            .iter()
            .any(|it| *it == module_of(registry, &all[*at])),
    };
    let place_of = |it: &Arc<ToolSpec>| all.iter().position(|known| known.name == it.name);
    let fits = wanted.finder.find(registry, wanted.instruction, all.len());
    let fits: Vec<usize> = fits.iter().filter_map(place_of).collect();
    let beside = fits.iter().filter(|it| !is_carried(it));
    let beside: BTreeSet<usize> = beside.take(SEARCH_LIMIT).copied().collect();
    let is_new = |at: &usize| is_carried(at) || beside.contains(at);
    // A thread of an earlier version may have found a tool under a former name.
    let present = |name: &String| registry.spec(name);
    let place = |name: &String| {
        let spec = present(name)?;
        all.iter().position(|it| it.name == spec.name)
    };
    let found: Vec<usize> = wanted.found.iter().filter_map(place).collect();

    let mut by_fit = fits.iter().copied().filter(is_new);
    let best: Vec<usize> = by_fit.by_ref().take(BEST_MATCHES).collect();
    let carried_ones = (0..all.len()).filter(is_carried);
    let preferred = best.into_iter().chain(carried_ones);
    let mut available_tokens = wanted
        .available_tokens
        .saturating_sub(estimate_tools(&shown));
    let mut chosen = BTreeSet::new();
    for at in found.iter().copied().chain(preferred) {
        let size = estimate_tools(&all[at..=at]);
        if size <= available_tokens && chosen.insert(at) {
            available_tokens -= size;
        }
    }
    let mut spent = wanted.available_tokens.saturating_sub(available_tokens);
    for at in by_fit {
        let size = estimate_tools(&all[at..=at]);
        let has_room = size <= available_tokens && spent + size <= FITTING_TOKENS;
        if has_room && chosen.insert(at) {
            available_tokens -= size;
            spent += size;
        }
    }
    let all_of_them = found.iter().chain(&beside).copied();
    let all_of_them: BTreeSet<usize> = all_of_them
        .chain((0..all.len()).filter(is_carried))
        .collect();
    let fits_at_all = estimate_tools(&shown) <= wanted.available_tokens;
    if !fits_at_all || chosen.len() < MIN_TOOLS.min(all_of_them.len()) {
        return None;
    }
    let before: Vec<usize> = wanted.before.iter().filter_map(place).collect();
    let left = || before.iter().filter(|it| !chosen.contains(it));
    let size_left: u64 = left().map(|it| estimate_tools(&all[*it..=*it])).sum();
    let all_stay = size_left <= available_tokens && chosen.len() + left().count() <= MAX_TOOLS;
    let kept = before.iter().copied();
    let kept = kept.filter(|at| all_stay || chosen.contains(at));
    let is_added = |at: &usize| chosen.contains(at) && !before.contains(at);
    let first = chosen.iter().copied();
    let first = first.filter(|at| is_added(at) && is_new(at));
    // The everyday tools are the same in every conversation, so that a provider's cache of the
    // block reaches to their end.
    let (everyday, fitting): (Vec<_>, Vec<_>) = first.partition(is_carried);
    let first = everyday.into_iter().chain(fitting);
    let last = found.iter().copied();
    let last = last.filter(|at| is_added(at) && !is_new(at));
    let in_order = kept.chain(first).chain(last);
    shown.extend(in_order.map(|at| all[at].clone()));
    Some(shown)
}

/// Searches the tools of a registry. Repeated searches are cheap: the index is kept until the
/// registry's catalog changes.
#[derive(Default)]
pub(crate) struct ToolFinder(Mutex<Option<Arc<IndexedTools>>>);

/// The tools of one state of the catalog, and the index over them.
struct IndexedTools {
    revision: u64,
    tools: Vec<Arc<ToolSpec>>,
    index: ToolIndex,
}

impl ToolFinder {
    /// At most `most` tools that fit a query, best first.
    pub(crate) fn find(&self, registry: &Registry, query: &str, most: usize) -> Vec<Arc<ToolSpec>> {
        let indexed = self.indexed(registry);
        let found = indexed.index.search(query, most).into_iter();
        found.map(|at| Arc::clone(&indexed.tools[at])).collect()
    }

    fn indexed(&self, registry: &Registry) -> Arc<IndexedTools> {
        let revision = registry.revision();
        let mut kept = lock(&self.0);
        if let Some(kept) = kept.as_ref().filter(|it| it.revision == revision) {
            return Arc::clone(kept);
        }
        let tools = findable(registry);
        let index = ToolIndex::new(tools.iter().map(|it| &**it));
        let indexed = IndexedTools {
            revision,
            tools,
            index,
        };
        Arc::clone(kept.insert(Arc::new(indexed)))
    }
}
