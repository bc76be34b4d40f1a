//! One tool call as one line: what it did, to which node, and the new version.

use capability::{Status, ToolAgentOutput, WrittenVersion};
use model::part;

use super::table::flat;
use crate::terminal::{BAD, FAINT, GOOD, STRONG};

/// How many written subjects are named; the others are only counted.
const NAMED: usize = 3;

/// `✓ update_node_kv · Thomas Anderson · kv v2`, or `✗ update_node_kv · NOT_FOUND: …`.
pub(crate) fn call_line(output: &ToolAgentOutput) -> String {
    let name = &output.tool_name;
    if let Some(error) = &output.error {
        let code = serde_json::to_value(error.code).unwrap_or_default();
        let code = code.as_str().unwrap_or_default();
        return format!("{BAD}✗{BAD:#} {name} · {code}: {}", flat(&error.message));
    }
    let sign = if output.status == Status::Partial {
        "~"
    } else {
        "✓"
    };
    let mut line = format!("{GOOD}{sign}{GOOD:#} {name}");
    if output.wrote.is_empty() {
        if let Some(hints) = &output.ui_hints {
            line.push_str(&format!(" {FAINT}· {}{FAINT:#}", flat(&hints.title)));
        }
        return line;
    }
    let subjects = by_subject(&output.wrote);
    if subjects.len() > NAMED {
        line.push_str(&format!(" · {}", counts(output)));
        return line;
    }
    for (title, moved) in subjects.iter().take(NAMED) {
        line.push_str(&format!(
            " · {STRONG}{}{STRONG:#} · {}",
            flat(title),
            moved.join(", ")
        ));
    }
    line
}

/// The counts in the answer of a call on many subjects: `15 nodes, 14 links`; without any that says of
/// what, its headline.
fn counts(output: &ToolAgentOutput) -> String {
    let data = output.result.as_ref().and_then(|it| it.data.as_object());
    let named = data.into_iter().flatten().filter(|it| it.0 != "count");
    let parts = named.filter_map(|(name, value)| {
        let count = value.as_u64().filter(|it| *it > 0)?;
        Some(counted(count, &flat(&name.replace('_', " "))))
    });
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() {
        if let Some(hints) = &output.ui_hints {
            return flat(&hints.title);
        }
        return counted(output.wrote.len() as u64, "versions");
    }
    parts.join(", ")
}

/// `1 node`, `2 nodes`: a count of what has this plural.
pub(crate) fn counted(count: u64, plural: &str) -> String {
    let singular = plural.strip_suffix('s').filter(|_| count == 1);
    format!("{count} {}", singular.unwrap_or(plural))
}

/// What was written of each node and edge, in the order written. One that was created or removed is only
/// said to be.
fn by_subject(wrote: &[WrittenVersion]) -> Vec<(&str, Vec<String>)> {
    let mut found: Vec<(&str, Vec<&WrittenVersion>)> = Vec::new();
    for it in wrote {
        match found.iter_mut().find(|(title, _)| *title == it.title) {
            Some((_, all)) => all.push(it),
            None => found.push((&it.title, vec![it])),
        }
    }
    let subjects = found.into_iter().map(|(title, all)| {
        let is_subject =
            |it: &&&WrittenVersion| [part::NODE, part::EDGE].contains(&&*it.capability);
        let own = all.iter().find(is_subject);
        let moved = match own.map(|it| it.version.map(|it| it.number)) {
            Some(Some(1)) => vec!["new".to_owned()],
            Some(None) => vec!["removed".to_owned()],
            _ => all.iter().map(|it| moved(it)).collect(),
        };
        (title, moved)
    });
    subjects.collect()
}

fn moved(it: &WrittenVersion) -> String {
    match it.version {
        Some(version) => format!("{} v{}", it.capability, version.number),
        None => format!("{} none", it.capability),
    }
}
