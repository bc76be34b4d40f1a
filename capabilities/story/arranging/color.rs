//! Colors of cards: what counts as one, and many cards colored at once.

use capability::{ToolContext, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::NodeName;
use crate::check;
use crate::refusal::Refusal;

/// Color the cards of several nodes as one step, or give them the usual color back.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct ColorNodes {
    /// The nodes: their titles, or the beginnings or ends of their ids.
    nodes: Vec<String>,
    /// A color of the palette, `1` to `6`, or one like `#3366cc`; the usual color when left out.
    color: Option<String>,
}

#[derive(Serialize)]
pub(in crate::story) struct Colored {
    count: usize,
    nodes: Vec<NodeName>,
    color: Option<String>,
}

pub(in crate::story) async fn color_nodes(
    cx: ToolContext,
    input: ColorNodes,
) -> Result<Colored, ToolError> {
    let nodes = check::nodes(&cx, "/nodes", &input.nodes)?;
    let color = named(input.color.as_deref().unwrap_or_default())?;
    cx.edit(move |edit| {
        for node in &nodes {
            let mut layout = edit.node(node.id)?.layout;
            layout.color.clone_from(&color);
            edit.set_layout(node.id, &layout)?;
        }
        Ok(Colored {
            count: nodes.len(),
            nodes: nodes.iter().map(NodeName::from).collect(),
            color,
        })
    })
    .await
}

/// The color that a text names; `None` for the usual one, which an empty text means.
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
            format!("{} is no color of the map", check::quoted(given)),
        )
        .hint("give 1 to 6, or six hexadecimal digits like #3366cc, or nothing")
        .said(&Refusal::NoColor {})),
    }
}
