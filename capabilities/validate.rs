//! Checks that a schema cannot express: which node is meant, what a title, a key, a label or a text
//! may contain. Each error names the argument by its JSON pointer.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use capability::{InvalidArgument, ToolContext, ToolError, ToolFailure};
use model::play::{Effect, ParseError};
use model::{Node, Story};

use crate::answer::truncate;
use crate::error::CapabilityError;

/// The longest title, key, label or name, in characters.
const MAX_LINE_CHARS: usize = 300;
/// The longest text of one argument, in bytes: more than a million words.
const MAX_TEXT_BYTES: usize = 8 << 20;
/// The largest coordinate, in map units from the middle; larger numbers lose pixel precision.
const MAX_COORDINATE: f64 = 10_000_000.0;
/// The smallest and largest width or height of a card, in map units. A smaller card could not be
/// read or dragged.
const CARD_LENGTHS: RangeInclusive<f64> = 48.0..=10_000.0;

/// The node that an argument names; the node being edited if it names none.
pub(crate) fn node(
    cx: &ToolContext,
    path: &str,
    reference: Option<&str>,
) -> Result<Node, ToolError> {
    cx.node(reference).map_err(|error| ToolError {
        path: Some(path.to_owned()),
        ..error
    })
}

/// The nodes that an argument names: at least one, without duplicates.
pub(crate) fn nodes(
    cx: &ToolContext,
    path: &str,
    references: &[String],
) -> Result<Vec<Node>, ToolError> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut seen = HashSet::new();
    for (index, reference) in references.iter().enumerate() {
        let node = node(cx, &format!("{path}/{index}"), Some(reference))?;
        if seen.insert(node.id) {
            nodes.push(node);
        }
    }
    if nodes.is_empty() {
        return Err(ToolError::invalid(path, "no nodes are named")
            .hint("name at least one")
            .said(&InvalidArgument::FieldEmpty {}));
    }
    Ok(nodes)
}

/// Rejects a node that is not a group.
pub(crate) fn is_group(path: &str, node: &Node) -> Result<(), ToolError> {
    if node.kind == "group" {
        return Ok(());
    }
    let message = format!("{:?} is a {}, not a group", node.title, node.kind);
    let title = node.title.clone();
    Err(ToolError::invalid(path, message)
        .hint("create_node with kind `group` makes one")
        .said(&CapabilityError::NoGroup { title }))
}

/// A title, key or name: one non-empty line, trimmed.
pub(crate) fn line(path: &str, what: &str, text: &str) -> Result<String, ToolError> {
    let line = optional_line(path, what, text)?;
    if line.is_empty() {
        return Err(ToolError::invalid(path, format!("{what} is empty"))
            .hint("give at least one visible character")
            .said(&InvalidArgument::FieldEmpty {}));
    }
    Ok(line)
}

/// A label or condition: like [`line`], but it may be empty.
pub(crate) fn optional_line(path: &str, what: &str, text: &str) -> Result<String, ToolError> {
    let line = text.trim();
    if let Some(found) = line.chars().find(|it| it.is_control()) {
        return Err(ToolError::invalid(
            path,
            format!("{what} holds a {}", describe_control_character(found)),
        )
        .hint("write it on one line, without control characters")
        .said(&InvalidArgument::FieldOneLine {}));
    }
    let length = line.chars().count();
    if length > MAX_LINE_CHARS {
        let message =
            format!("{what} is {length} characters long; at most {MAX_LINE_CHARS} are kept");
        let most = MAX_LINE_CHARS as u64;
        return Err(ToolError::invalid(path, message).said(&InvalidArgument::FieldLong { most }));
    }
    Ok(line.to_owned())
}

/// Prose or a value: limited in length, without control characters other than line breaks and tabs.
pub(crate) fn prose(path: &str, what: &str, text: &str) -> Result<(), ToolError> {
    if text.len() > MAX_TEXT_BYTES {
        let message = format!(
            "{what} is {} bytes long; at most {MAX_TEXT_BYTES} are kept",
            text.len()
        );
        let (size, limit) = (text.len(), MAX_TEXT_BYTES);
        return Err(ToolError::invalid(path, message)
            .hint("divide it into several nodes")
            .said(&ToolFailure::TooLarge { size, limit }));
    }
    let refused = |it: &char| it.is_control() && !matches!(it, '\n' | '\r' | '\t');
    match text.chars().find(refused) {
        Some(found) => Err(ToolError::invalid(
            path,
            format!("{what} holds a {}", describe_control_character(found)),
        )
        .hint("leave out control characters other than line breaks and tabs")
        .said(&InvalidArgument::FieldControl {})),
        None => Ok(()),
    }
}

/// The position of a name: an exact match, or else one that differs only in letter case.
pub(crate) fn position<'a>(
    mut names: impl Iterator<Item = &'a str> + Clone,
    wanted: &str,
) -> Option<usize> {
    names.clone().position(|it| it == wanted).or_else(|| {
        let wanted = wanted.to_lowercase();
        names.position(|it| it.to_lowercase() == wanted)
    })
}

/// A kind of the story by name, ignoring letter case.
pub(crate) fn kind(path: &str, story: &Story, name: &str) -> Result<String, ToolError> {
    let names = story.kinds.keys().map(String::as_str);
    match position(names.clone(), name.trim()) {
        Some(at) => Ok(names.clone().nth(at).unwrap_or_default().to_owned()),
        None => {
            let kind = shorten_for_message(name);
            let hint = format!("the kinds are {}; define_kind adds one", join_names(names));
            Err(ToolError::invalid(path, CapabilityError::NoKind { kind }).hint(hint))
        }
    }
}

/// The beginning of a given name, for a message.
pub(crate) fn shorten_for_message(given: &str) -> String {
    truncate(given, 80)
}

/// [`shorten_for_message`], in quotes.
pub(crate) fn quoted(given: &str) -> String {
    format!("{:?}", shorten_for_message(given))
}

/// Names in a message: `"a", "b" and 3 more`.
pub(crate) fn join_names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    const SHOWN: usize = 12;
    let names: Vec<_> = names.map(quoted).collect();
    match names.len() {
        0 => "none".to_owned(),
        count if count <= SHOWN => names.join(", "),
        count => format!("{} and {} more", names[..SHOWN].join(", "), count - SHOWN),
    }
}

fn describe_control_character(found: char) -> String {
    match found {
        '\n' | '\r' => "line break".to_owned(),
        '\t' => "tab".to_owned(),
        other => format!("control character (U+{:04X})", u32::from(other)),
    }
}

/// A coordinate within the map.
pub(crate) fn coordinate(path: &str, value: f64) -> Result<f64, ToolError> {
    if value.abs() <= MAX_COORDINATE {
        return Ok(value);
    }
    let message = format!("{value} is beyond the edge of the map");
    let refusal = CapabilityError::OffTheMap {};
    Err(ToolError::invalid(path, message)
        .hint("the map reaches 10 000 000 units each way")
        .said(&refusal))
}

/// A width or height of a card; `None` for zero, which means the default.
pub(crate) fn card_length(path: &str, value: f64) -> Result<Option<f64>, ToolError> {
    if value == 0.0 || CARD_LENGTHS.contains(&value) {
        return Ok((value != 0.0).then_some(value));
    }
    let message = format!("a card cannot be {value} units wide or high");
    let refusal = CapabilityError::CardLength {};
    Err(ToolError::invalid(path, message)
        .hint("give a number from 48 to 10000, or 0 for the usual size")
        .said(&refusal))
}

/// An effect or the variables of a playthrough, as assignments; rejected if it cannot be parsed.
pub(crate) fn effect(path: &str, source: &str) -> Result<Effect, ToolError> {
    source.parse().map_err(|error: ParseError| {
        let message = format!("at character {}: {}", error.at, error.message);
        let said = error.said();
        ToolError::invalid(path, message)
            .hint(error.hint)
            .said(&said)
    })
}
