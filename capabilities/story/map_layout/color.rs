//! Colors of cards: which are valid, and coloring several cards at once.

use capability::{ToolContext, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::NodeRef;
use crate::error::CapabilityError;
use crate::validate;

/// Color the cards of several nodes as one step, or reset them to the default color.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct ColorNodes {
    /// The nodes: their titles, or the first or last characters of their ids.
    nodes: Vec<String>,
    /// A color of the palette, `1` to `6`, or one like `#3366cc`. Defaults to the usual color.
    color: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct Colored {
    count: usize,
    nodes: Vec<NodeRef>,
    color: Option<String>,
}

pub(in crate::story) async fn color_nodes(
    cx: ToolContext,
    input: ColorNodes,
) -> Result<Colored, ToolError> {
    let nodes = validate::nodes(&cx, "/nodes", &input.nodes)?;
    let color = named(input.color.as_deref().unwrap_or_default())?;
    cx.edit(move |edit| {
        for node in &nodes {
            let mut layout = edit.node(node.id)?.layout;
            layout.color.clone_from(&color);
            edit.set_layout(node.id, &layout)?;
        }
        Ok(Colored {
            count: nodes.len(),
            nodes: nodes.iter().map(NodeRef::from).collect(),
            color,
        })
    })
    .await
}

/// The color that a text names; `None` for the default, which an empty text means.
pub(in crate::story) fn named(given: &str) -> Result<Option<String>, ToolError> {
    let color = given.trim().to_lowercase();
    let of_palette = matches!(color.as_str(), "1" | "2" | "3" | "4" | "5" | "6");
    let digits = color.strip_prefix('#').unwrap_or_default();
    let hexadecimal = digits.len() == 6 && digits.bytes().all(|it| it.is_ascii_hexdigit());
    match color.as_str() {
        "" => Ok(None),
        _ if of_palette || hexadecimal => Ok(Some(color)),
        _ => Err(ToolError::invalid(
            "/color",
            format!("{} is not a color of the map", validate::quoted(given)),
        )
        .hint("give 1 to 6, or six hexadecimal digits like #3366cc, or nothing")
        .said(&CapabilityError::NoColor {})),
    }
}
