//! Closes what a crash left open. Pure. Start at [`close`] with a turn's saved state and its rows;
//! it returns the missing rows. Nothing is ever run again automatically.

use std::collections::HashSet;

use capability::Code;
use messages::{format, sentences};
use model::conversation::{ChatMessage, Ending, Role, ToolCall};
use store::{NewMessage, SavedTurn};

use crate::turn::{
    INTERRUPTED, NOT_BEGUN, Turn, answer_message, closing_message, not_run, note_spent,
    summarize_calls,
};

/// The rows that close an interrupted turn: an answer for each call without one, and a last message
/// that says what was done and what was not. Empty if the turn already had its last message or
/// nothing of it was ever stored.
pub(crate) fn close(row: &SavedTurn, messages: &[ChatMessage]) -> Vec<NewMessage> {
    let Some(last) = messages.last() else {
        return Vec::new();
    };
    if last.role == Role::Assistant && last.tool_calls().next().is_none() {
        return Vec::new();
    }
    let answered: HashSet<_> = messages
        .iter()
        .filter_map(|it| it.metadata.tool_call_id.as_deref())
        .collect();
    let open: Vec<ToolCall> = messages
        .iter()
        .flat_map(ChatMessage::tool_calls)
        .filter(|it| it.id.as_deref().is_none_or(|id| !answered.contains(id)))
        .cloned()
        .collect();
    // Calls run one after the other, so only the first can have been executed.
    let words = std::iter::once(INTERRUPTED).chain(std::iter::repeat(NOT_BEGUN));
    let mut missing: Vec<_> = open
        .iter()
        .zip(words)
        .map(|(call, words)| answer_message(row.id, &not_run(call, Code::Cancelled, words)))
        .collect();
    let kept: Option<Turn> = serde_json::from_value(row.state.clone()).ok();
    let spent = kept.as_ref().map(Turn::spent).unwrap_or_default();
    let (call_summaries, language) =
        kept.map_or_else(Default::default, |it| (it.call_summaries, it.language));
    let summarize_calls =
        summarize_calls(&call_summaries, open.get(1..).unwrap_or_default(), language);
    let doubtful = open.first().map_or_else(String::new, |it| {
        let args = [("tool", it.name.as_str().into())];
        format(language, "turn-doubtful", &args)
    });
    let text = sentences(
        language,
        &[
            &format(language, "turn-interrupted", &[]),
            &summarize_calls,
            &doubtful,
            &format(language, "turn-nothing_runs_again", &[]),
        ],
    );
    let mut last = closing_message(row.id, Ending::Failed, text);
    note_spent(&mut last, spent);
    missing.push(last);
    missing
}
