//! Which tools a turn is shown (OS-8): all of them, the fitting few, or `project_cli` alone. The
//! block keeps its order and text, so that providers can cache it (OS-7); what a thread has found
//! comes last. What is *allowed* the grant decides, not this.

mod index;
mod text;
mod words;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use capability::{Audience, Registry, ToolSpec};
use model::talk::ToolDefinition;
use model::{Node, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use index::ToolIndex;

use crate::assistant;
use crate::context::estimate_tools;

/// The tool that finds others; shown only where not all are.
pub(crate) const FIND_TOOLS: &str = "find_tools";
/// How many tools a search gives.
pub(crate) const FOUND_AT_ONCE: usize = 8;
/// How many of those that fit the instruction best come before those of the open node.
const BEST: usize = 4;
/// More tools than this are not kept for the order's sake: models choose worse among many.
const MOST: usize = 40;
/// Fewer tools than this are no choice.
const FEWEST: usize = 4;

/// Which tools are shown to a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ToolChoice {
    /// Every tool.
    #[default]
    All,
    /// Those of the open node's capabilities, those that fit the instruction, and one that finds
    /// the rest.
    Fitting,
    /// `project_cli` alone, which tells of the others on demand.
    ProjectCli,
}

/// What the choice is made from.
pub(crate) struct Wanted<'a> {
    /// What finds the registry's tools, once it was needed.
    pub(crate) index: &'a OnceLock<ToolIndex>,
    pub(crate) choice: ToolChoice,
    pub(crate) story: &'a Story,
    pub(crate) node: Option<&'a Node>,
    pub(crate) instruction: &'a str,
    /// What the thread has found or called, in the order it did.
    pub(crate) found: &'a [String],
    /// What the thread was shown last, in its order.
    pub(crate) before: &'a [String],
    /// The tokens, by our estimate, that the tools may take.
    pub(crate) room: u64,
}

/// The tools to show, in order, and which choice they come from: the one wanted, or one of fewer
/// tools where those do not fit.
#[derive(Debug)]
pub(crate) struct Chosen {
    pub(crate) choice: ToolChoice,
    pub(crate) tools: Vec<ToolDefinition>,
    /// Why it is not what was wanted, in words for a person.
    pub(crate) narrowed: Option<String>,
}

/// The tools to show. A window too small for what is wanted gets the fitting few that it has room
/// for, and where that is no choice any more `project_cli` alone, through which all can be reached.
pub(crate) fn shown(registry: &Registry, wanted: &Wanted<'_>) -> Chosen {
    let all = findable(registry);
    let all: Vec<_> = all.into_iter().map(ToolSpec::definition).collect();
    let (needed, room) = (estimate_tools(&all), wanted.room);
    let narrowed = |choice, tools: Vec<ToolDefinition>| Chosen {
        choice,
        narrowed: (choice != wanted.choice).then(|| {
            format!(
                "all {} tools take about {needed} tokens and this model's window has room for \
                 {room}; {} shown instead",
                all.len(),
                match choice {
                    ToolChoice::Fitting => format!("the {} that fit are", tools.len()),
                    _ => "project_cli, which reaches all of them, is".to_owned(),
                }
            )
        }),
        tools,
    };
    if wanted.choice == ToolChoice::All && needed <= room {
        return narrowed(ToolChoice::All, all.clone());
    }
    if wanted.choice != ToolChoice::ProjectCli
        && let Some(few) = fitting(registry, &all, wanted)
    {
        return narrowed(ToolChoice::Fitting, few);
    }
    narrowed(ToolChoice::ProjectCli, vec![registry.project_cli()])
}

/// Every tool that models may see, in the registry's order; never the assistant's own verbs, with
/// which it would talk to itself.
fn findable(registry: &Registry) -> Vec<&ToolSpec> {
    let mut all = registry.specs();
    all.retain(|it| it.audience == Audience::Everyone && it.module != assistant::NAME);
    all
}

fn module_of<'a>(registry: &'a Registry, tool: &ToolDefinition) -> &'a str {
    registry.spec(&tool.name).map_or("", |it| &it.module)
}

/// The tool that finds the rest, the tools of the open node's capabilities and those that fit the
/// instruction in the registry's order, and last what the thread found or called. Where there is no
/// room for all, those found come first, then the few that fit best, then the open node's, then the
/// others that fit; `None` where too few would be left. What the thread was shown before keeps its
/// place, and stays while there is room, so that the block only grows at its end (OS-7).
fn fitting(
    registry: &Registry,
    all: &[ToolDefinition],
    wanted: &Wanted<'_>,
) -> Option<Vec<ToolDefinition>> {
    let finder = registry.definitions().into_iter();
    let mut shown: Vec<_> = finder.filter(|it| it.name == FIND_TOOLS).collect();
    let carried = wanted.node.map(|it| wanted.story.capabilities_of(it));
    let carried = carried.unwrap_or_default();
    let is_carried = |at: &usize| {
        carried
            .iter()
            .any(|it| it == module_of(registry, &all[*at]))
    };
    let fits = index_of(registry, wanted.index).search(wanted.instruction, all.len());
    let beside = fits.iter().filter(|it| !is_carried(it));
    let beside: BTreeSet<usize> = beside.take(FOUND_AT_ONCE).copied().collect();
    let is_new = |at: &usize| is_carried(at) || beside.contains(at);
    let place = |name: &String| all.iter().position(|it| it.name == *name);
    let found: Vec<usize> = wanted.found.iter().filter_map(place).collect();

    let mut by_fit = fits.iter().copied().filter(is_new);
    let best: Vec<usize> = by_fit.by_ref().take(BEST).collect();
    let carried_ones = (0..all.len()).filter(is_carried);
    let wished = best.into_iter().chain(carried_ones).chain(by_fit);
    let mut room = wanted.room.saturating_sub(estimate_tools(&shown));
    let mut chosen = BTreeSet::new();
    for at in found.iter().copied().chain(wished) {
        let size = estimate_tools(&all[at..=at]);
        if size <= room && chosen.insert(at) {
            room -= size;
        }
    }
    let all_of_them = found.iter().chain(&beside).copied();
    let all_of_them: BTreeSet<usize> = all_of_them
        .chain((0..all.len()).filter(is_carried))
        .collect();
    let fits_at_all = estimate_tools(&shown) <= wanted.room;
    if !fits_at_all || chosen.len() < FEWEST.min(all_of_them.len()) {
        return None;
    }
    let before: Vec<usize> = wanted.before.iter().filter_map(place).collect();
    let left = || before.iter().filter(|it| !chosen.contains(it));
    let size_left: u64 = left().map(|it| estimate_tools(&all[*it..=*it])).sum();
    let all_stay = size_left <= room && chosen.len() + left().count() <= MOST;
    let kept = before.iter().copied();
    let kept = kept.filter(|at| all_stay || chosen.contains(at));
    let is_added = |at: &usize| chosen.contains(at) && !before.contains(at);
    let first = chosen.iter().copied();
    let first = first.filter(|at| is_added(at) && is_new(at));
    let last = found.iter().copied();
    let last = last.filter(|at| is_added(at) && !is_new(at));
    let in_order = kept.chain(first).chain(last);
    shown.extend(in_order.map(|at| all[at].clone()));
    Some(shown)
}

/// The tools that fit a wish in words, best first; `index` is that of the registry.
pub(crate) fn find<'a>(
    registry: &'a Registry,
    index: &OnceLock<ToolIndex>,
    query: &str,
) -> Vec<&'a ToolSpec> {
    let all = findable(registry);
    let found = index_of(registry, index).search(query, FOUND_AT_ONCE);
    found.into_iter().map(|at| all[at]).collect()
}

/// What finds the tools of a registry. A registry never changes once it is made, so it is read once.
fn index_of<'a>(registry: &Registry, index: &'a OnceLock<ToolIndex>) -> &'a ToolIndex {
    index.get_or_init(|| ToolIndex::new(findable(registry)))
}
