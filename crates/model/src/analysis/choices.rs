//! Choices as fixes name and change them.

use serde_json::{Value, json};

use super::context::CheckContext;
use super::fix::{Fix, FixAction};

/// The last of these links in the order they are offered to a reader, with its label there.
pub(super) fn last_offered(cx: &CheckContext<'_>, links: &[usize]) -> Option<(usize, String)> {
    let edges = &cx.story.edges;
    let last = *links
        .iter()
        .max_by_key(|it| (edges[**it].record.order, **it))?;
    let record = &edges[last].record;
    let shown = match record.label.as_str() {
        "" => cx.title(record.to),
        label => label,
    };
    Some((last, shown.to_owned()))
}

/// A fix that changes a field of a link.
pub(super) fn relabel(
    cx: &CheckContext<'_>,
    at: usize,
    mends: FixAction,
    what: &str,
    to: impl Into<Value>,
) -> Fix {
    let record = &cx.story.edges[at].record;
    let mut arguments = json!({ "from": record.from, "to": record.to });
    arguments[what] = to.into();
    if cx.has_parallel_link(at) {
        arguments["label"] = json!(record.label);
    }
    Fix::new(mends, "update_link", arguments)
}
