//! Reads the summaries of nodes: those written by a person, and those kept by a model.

use capability::{Impact, NodeSelection, Tool, ToolContext, ToolError};
use model::NodeId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Runner;
use crate::node_summaries::summary_of;
use crate::story_memory::{BackgroundWork, background_work};

pub(super) fn tools(runner: &Runner) -> Vec<Tool> {
    let on_list = runner.clone();
    vec![Tool::new(
        "list_summaries",
        "list_summaries",
        Impact::Read,
        move |cx, input| list(on_list.clone(), cx, input),
    )]
}

/// List the summaries of nodes in reading order: what happens in each, and whether its text has
/// changed since. run_job with the task `summaries` writes those that are missing or stale.
#[derive(Deserialize, JsonSchema)]
struct List {
    #[serde(flatten)]
    selection: NodeSelection,
    /// Only those whose text has changed since.
    stale: Option<bool>,
    /// How many to list at most. Defaults to 100.
    #[schemars(range(min = 1, max = 1000))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct Listed {
    /// How many there are, listed or not.
    count: usize,
    /// How many of them are stale.
    stale: usize,
    /// How many nodes with a text have none.
    missing: usize,
    summaries: Vec<SummaryShown>,
    /// What keeping them fresh in the background has used; nothing where no model does so.
    #[serde(skip_serializing_if = "Option::is_none")]
    background: Option<BackgroundWork>,
}

#[derive(Serialize, JsonSchema)]
struct SummaryShown {
    node: NodeId,
    title: String,
    text: String,
    /// Whether the text has changed since.
    stale: bool,
    /// The model that wrote it; none where somebody wrote it themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
}

async fn list(runner: Runner, cx: ToolContext, input: List) -> Result<Listed, ToolError> {
    let store = runner.store()?;
    let view = cx.story();
    let limit = input.limit.unwrap_or(100);
    let mut listed = Listed {
        count: 0,
        stale: 0,
        missing: 0,
        summaries: Vec::new(),
        background: background_work(&store)?,
    };
    if view.graph()?.nodes.is_empty() {
        return Ok(listed);
    }
    for id in input.selection.resolve(view)? {
        let Some(node) = view.node(id)? else { continue };
        let Some(summary) = summary_of(&store, &node)? else {
            listed.missing += usize::from(!node.prose().trim().is_empty());
            continue;
        };
        listed.stale += usize::from(summary.is_stale);
        if input.stale.is_some_and(|it| it != summary.is_stale) {
            continue;
        }
        listed.count += 1;
        if listed.summaries.len() < limit {
            listed.summaries.push(SummaryShown {
                node: node.id,
                title: node.title,
                text: summary.text,
                stale: summary.is_stale,
                model: summary.model,
            });
        }
    }
    Ok(listed)
}
