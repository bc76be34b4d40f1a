//! Answers as text for a person: one line about what was done, then the data by its shape. No tool
//! is known by name here, only shapes and `ui_hints`.

mod cell;
mod line;
mod prose;
mod table;
#[cfg(test)]
mod tests;
mod value;

pub(super) use line::{call_line, counted};
pub(super) use prose::prose;
pub(super) use table::{cut, flat, table};

use capability::ToolAgentOutput;
use serde_json::Value;

/// The arguments of a call on one line, for a question.
pub(super) fn brief(args: &Value, width: usize) -> String {
    cut(&cell::cell(args), width.saturating_sub(4).min(400))
}

/// A whole answer: what it did and wrote, or what it found.
pub(super) fn answer(output: &ToolAgentOutput, width: usize) -> String {
    let Some(result) = &output.result else {
        return call_line(output);
    };
    if output.wrote.is_empty() {
        let title = output
            .ui_hints
            .as_ref()
            .map(|it| it.title.as_str())
            .unwrap_or_default();
        return value::titled(title, &result.data, width);
    }
    let mut text = call_line(output);
    text.push('\n');
    text.push_str(&value::notes(&result.data, width));
    text
}
