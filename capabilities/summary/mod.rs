//! Summary: what happens in a node, in a few sentences, written by somebody. Derived summaries and
//! the list of all summaries belong to the runner.

#[cfg(test)]
mod tests;

use capability::{Capability, DataSpec, Impact, InvalidArgument, Tool, ToolContext, ToolError};
use model::Slot;
use model::contents::{Content as _, SUMMARY, Summary};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::{NodeRef, message, node_title};
use crate::validate;

/// The longest summary, in characters: it replaces the text in requests to models.
const MAX_CHARS: usize = 2_000;

pub(crate) struct SummaryCapability;

impl Capability for SummaryCapability {
    fn name(&self) -> &'static str {
        SUMMARY
    }

    fn title(&self) -> &'static str {
        "Summary"
    }

    fn summary(&self) -> &'static str {
        "Keeps what happens in a node, in a few sentences."
    }

    fn data(&self) -> Option<DataSpec> {
        let text = |data: &Value| Summary::in_data(data).map_or(String::new(), |it| it.text);
        Some(DataSpec::of::<Summary>("{ text, of }").text(text))
    }

    fn tools(&self) -> Vec<Tool> {
        vec![
            Tool::new("write", "write_summary", Impact::Write, write)
                .hints(|it| message(format!("Summary of {}", node_title(it)))),
        ]
    }
}

/// Write the summary of a node: what happens there, in a few sentences. It stands for the text where
/// a request to a model has no room for all of it, and is marked as stale when the text changes. It
/// takes the place of a summary that a model keeps.
#[derive(Deserialize, JsonSchema)]
struct Write {
    /// The summary; empty to remove it, so that a model may keep one again.
    text: String,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Written {
    node: NodeRef,
    /// The version of the summary; none where it was removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<u32>,
}

async fn write(cx: ToolContext, input: Write) -> Result<Written, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    validate::prose("/text", "the summary", &input.text)?;
    let text = input.text.trim().to_owned();
    let length = text.chars().count();
    if length > MAX_CHARS {
        let message = format!("the summary has {length} characters; at most {MAX_CHARS} are kept");
        let most = MAX_CHARS as u64;
        return Err(ToolError::invalid("/text", message)
            .hint("say in a few sentences what happens")
            .said(&InvalidArgument::FieldLong { most }));
    }
    cx.edit(move |edit| {
        let slot = Slot::node(node.id, SUMMARY);
        let node = edit.node(node.id)?;
        let version = match text.is_empty() {
            true => {
                if edit.adopted(&slot)?.is_some() {
                    edit.clear(&slot)?;
                }
                None
            }
            false => {
                let summary = Summary::new(text, node.prose());
                Some(edit.write(&slot, &summary.to_data())?.number)
            }
        };
        Ok(Written {
            node: NodeRef::from(&node),
            version,
        })
    })
    .await
}
