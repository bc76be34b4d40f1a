//! Folds groups to a single card, and unfolds them. Their members keep their positions.

use capability::{ToolContext, ToolError, UiHints};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::{NodeRef, message};
use crate::validate;

/// Fold groups on the map, so that each is drawn as one card and links lead to it, or unfold them.
/// Their members stay where they are.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct FoldGroups {
    /// The groups: their titles, or the first or last characters of their ids.
    groups: Vec<String>,
    /// Whether they are to be folded; `false` unfolds them.
    folded: bool,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct Folded {
    count: usize,
    groups: Vec<NodeRef>,
    folded: bool,
}

pub(in crate::story) async fn fold(
    cx: ToolContext,
    input: FoldGroups,
) -> Result<Folded, ToolError> {
    let groups = validate::nodes(&cx, "/groups", &input.groups)?;
    for (index, group) in groups.iter().enumerate() {
        validate::is_group(&format!("/groups/{index}"), group)?;
    }
    let folded = input.folded;
    cx.edit(move |edit| {
        for group in &groups {
            let mut layout = edit.node(group.id)?.layout;
            layout.collapsed = folded;
            edit.set_layout(group.id, &layout)?;
        }
        Ok(Folded {
            count: groups.len(),
            groups: groups.iter().map(NodeRef::from).collect(),
            folded,
        })
    })
    .await
}

pub(in crate::story) fn show_folded(answer: &Value) -> Option<UiHints> {
    let verb = if answer["folded"] == true {
        "Folded"
    } else {
        "Unfolded"
    };
    let count = answer["count"].as_u64().unwrap_or_default();
    match (count, answer["groups"][0]["title"].as_str()) {
        (1, Some(title)) => message(format!("{verb} {title}")),
        _ => message(format!("{verb} {count} groups")),
    }
}
