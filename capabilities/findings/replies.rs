//! What is said about a finding later: answers to it, and other words for it.

use capability::{ToolContext, ToolError};
use model::contents::Reply;
use schemars::JsonSchema;
use serde::Deserialize;

use super::state::FindingState;
use super::{change, checked};

/// How many replies a finding has at most.
const MAX_REPLIES: usize = 200;

/// Reply to a comment or another finding.
#[derive(Deserialize, JsonSchema)]
pub(super) struct ReplyTo {
    /// The finding's id, as list_findings gives it.
    finding: String,
    /// The answer.
    says: String,
}

pub(super) async fn reply(cx: ToolContext, input: ReplyTo) -> Result<FindingState, ToolError> {
    let says = checked("/says", "the answer", &input.says)?;
    let author = cx.non_owner_name().map(str::to_owned);
    change(&cx, &input.finding, move |_, finding| {
        if finding.replies.len() >= MAX_REPLIES {
            let message = format!("it has {MAX_REPLIES} replies already");
            return Err(ToolError::invalid("/finding", message)
                .hint("add_finding begins another comment on the passage"));
        }
        finding.replies.push(Reply { says, author });
        Ok(())
    })
    .await
}

/// Change the words of a comment or another finding.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Update {
    /// The finding's id, as list_findings gives it.
    finding: String,
    /// What it says from now on.
    says: String,
}

pub(super) async fn update(cx: ToolContext, input: Update) -> Result<FindingState, ToolError> {
    let says = checked("/says", "what was noticed", &input.says)?;
    change(&cx, &input.finding, move |_, finding| {
        finding.says = says;
        Ok(())
    })
    .await
}
