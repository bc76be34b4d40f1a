//! Fits the frames of groups to their members. A frame grows by itself, but keeps its size when a
//! node is removed from it, because a writer may want the space.

use std::cmp::Reverse;

use capability::{Edit, ToolContext, ToolError, UiHints};
use model::{Layout, NodeId, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::groups::enclosing_groups;
use super::place::frame;
use crate::answer::{NodeRef, message};
use crate::validate;

/// Fit the frames of groups on the map to their members, with a margin. The members stay where they
/// are; an empty group keeps its frame.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct FitGroups {
    /// The groups: their titles, or the first or last characters of their ids.
    groups: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct Fitted {
    /// How many frames have another place or size now.
    count: usize,
    groups: Vec<NodeRef>,
}

pub(in crate::story) async fn fit(cx: ToolContext, input: FitGroups) -> Result<Fitted, ToolError> {
    let mut groups = validate::nodes(&cx, "/groups", &input.groups)?;
    for (index, group) in groups.iter().enumerate() {
        validate::is_group(&format!("/groups/{index}"), group)?;
    }
    let graph = cx.story().graph()?;
    // Inner frames first, so that outer frames enclose their new size.
    groups.sort_by_key(|it| Reverse(enclosing_groups(&graph, it.id).count()));
    cx.edit(move |edit| {
        let mut fitted = Vec::new();
        for group in &groups {
            if fit_one(edit, &graph, group.id)? {
                fitted.push(NodeRef::from(group));
            }
        }
        Ok(Fitted {
            count: fitted.len(),
            groups: fitted,
        })
    })
    .await
}

/// Fits a group's frame to its contents; returns whether it changed.
pub(in crate::story) fn fit_one(
    edit: &mut Edit<'_>,
    graph: &Story,
    group: NodeId,
) -> Result<bool, ToolError> {
    let mut layouts = Vec::new();
    for id in visible_members(graph, group) {
        let layout = edit.node(id)?.layout;
        // A folded group is drawn as a card, whatever the size of its frame.
        let (width, height) = match layout.collapsed {
            true => (None, None),
            false => (layout.width, layout.height),
        };
        layouts.push(Layout {
            width,
            height,
            ..layout
        });
    }
    if layouts.is_empty() {
        return Ok(false);
    }
    let now = edit.node(group)?.layout;
    let layout = frame(layouts.iter()).layout(now.clone());
    if layout == now {
        return Ok(false);
    }
    edit.set_layout(group, &layout)?;
    Ok(true)
}

/// The visible contents of an open group: all members except those inside a folded inner group.
fn visible_members(graph: &Story, group: NodeId) -> Vec<NodeId> {
    let hides = |it: NodeId| graph.nodes.get(&it).is_some_and(|it| it.layout.collapsed);
    let shows = |id: NodeId| {
        let mut around = enclosing_groups(graph, id).take_while(|it| *it == group || !hides(*it));
        around.any(|it| it == group)
    };
    graph
        .nodes
        .keys()
        .copied()
        .filter(|it| shows(*it))
        .collect()
}

pub(in crate::story) fn show_fitted(answer: &Value) -> Option<UiHints> {
    let count = answer["count"].as_u64().unwrap_or_default();
    match (count, answer["groups"][0]["title"].as_str()) {
        (0, _) => message("The frames fit already".to_owned()),
        (1, Some(title)) => message(format!("Fitted the frame of {title}")),
        _ => message(format!("Fitted the frames of {count} groups")),
    }
}
