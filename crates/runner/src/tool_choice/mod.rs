//! Which tools a turn is shown (OS-8): all of them, the fitting few, or `project_cli` alone. The
//! block keeps its order and text, so that providers can cache it (OS-7); what a thread has found
//! comes last. What is *allowed* the grant decides, not this.

mod index;
mod words;

use std::collections::BTreeSet;

use capability::Registry;
use model::talk::ToolDefinition;
use model::{Node, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use index::ToolIndex;

use crate::assistant;

/// The tool that finds others; shown only where not all are.
pub(crate) const FIND_TOOLS: &str = "find_tools";
/// How many tools a search gives.
pub(crate) const FOUND_AT_ONCE: usize = 8;

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
    pub(crate) choice: ToolChoice,
    pub(crate) story: &'a Story,
    pub(crate) node: Option<&'a Node>,
    pub(crate) instruction: &'a str,
    /// What the thread has found, in the order it was found.
    pub(crate) found: &'a [String],
}

/// The tools to show, in order.
pub(crate) fn shown(registry: &Registry, wanted: &Wanted<'_>) -> Vec<ToolDefinition> {
    match wanted.choice {
        ToolChoice::All => findable(registry),
        ToolChoice::ProjectCli => vec![registry.project_cli()],
        ToolChoice::Fitting => fitting(registry, wanted),
    }
}

/// Every tool that models may see, in the registry's order; never the assistant's own verbs, with
/// which it would talk to itself.
fn findable(registry: &Registry) -> Vec<ToolDefinition> {
    let mut all = registry.definitions();
    all.retain(|it| module_of(registry, it) != assistant::NAME);
    all
}

fn module_of<'a>(registry: &'a Registry, tool: &ToolDefinition) -> &'a str {
    registry.spec(&tool.name).map_or("", |it| &it.module)
}

fn fitting(registry: &Registry, wanted: &Wanted<'_>) -> Vec<ToolDefinition> {
    let all = findable(registry);
    let carried = wanted.node.map(|it| wanted.story.capabilities_of(it));
    let carried = carried.unwrap_or_default();
    let mut chosen: BTreeSet<usize> = (0..all.len())
        .filter(|&at| carried.iter().any(|it| it == module_of(registry, &all[at])))
        .collect();
    let index = ToolIndex::new(&all);
    let fits = index.search(wanted.instruction, all.len());
    let fits = fits.into_iter().filter(|at| !chosen.contains(at));
    let fits: Vec<usize> = fits.take(FOUND_AT_ONCE).collect();
    chosen.extend(fits);
    let finder = registry.definitions().into_iter();
    let mut shown: Vec<_> = finder.filter(|it| it.name == FIND_TOOLS).collect();
    shown.extend(chosen.iter().map(|&at| all[at].clone()));
    for name in wanted.found {
        let known = all.iter().find(|it| it.name == *name);
        if let Some(tool) = known.filter(|it| !shown.contains(it)) {
            shown.push(tool.clone());
        }
    }
    shown
}

/// The tools that fit a wish in words, best first.
pub(crate) fn find(registry: &Registry, query: &str) -> Vec<ToolDefinition> {
    let all = findable(registry);
    let found = ToolIndex::new(&all).search(query, FOUND_AT_ONCE);
    found.into_iter().map(|at| all[at].clone()).collect()
}
