//! Yarn Spinner: the headers of a node, and the jump commands in its text.

use std::ops::Range;

use model::Node;

use super::{comment_start, has_words, trimmed, unescaped};
use crate::kept_data;

/// The name under which Yarn keeps its data on a node.
pub const NAME: &str = "yarn";

/// The commands that lead to another node, and whether they return.
pub const JUMPS: [(&str, bool); 2] = [("jump", false), ("detour", true)];

/// Whether a node came from Yarn.
pub fn is_from(node: &Node) -> bool {
    kept_data::get(&node.data, NAME).is_some_and(|it| it.contains_key("head"))
}

/// Whether it belongs to a node group, whose members share a title and have conditions.
pub fn is_one_of_group(node: &Node) -> bool {
    let head = kept_data::get(&node.data, NAME).and_then(|it| it.get("head")?.as_str());
    head.is_some_and(|it| header(it, "when").is_some())
}

/// Whether the dialogue may end in a node, because it does not jump anywhere.
pub fn may_end(node: &Node) -> bool {
    let text = kept_data::text_of(node);
    text.contains("<<stop>>") || !text.lines().map(str::trim_start).any(jumps)
}

fn jumps(line: &str) -> bool {
    let is_comment = line.starts_with("//");
    !is_comment && JUMPS.iter().any(|it| argument(line, it.0).is_some())
}

/// The value of a header, without a comment; our own headers may contain anything.
pub fn header<'a>(head: &'a str, key: &str) -> Option<&'a str> {
    let line = head
        .lines()
        .find_map(|it| it.trim_start().strip_prefix(key)?.strip_prefix(':'))?;
    let value = match line.find("//") {
        Some(at) if !key.starts_with("storyteller_") => &line[..at],
        _ => line,
    };
    Some(value.trim())
}

/// The target of a jump.
#[derive(Debug, PartialEq, Eq)]
pub enum Target<'a> {
    /// The node with this title.
    Named(&'a str),
    /// A node known only at run time: the expression that names it.
    Computed(&'a str),
}

/// The content of `<<command …>>` on this line, and its position in bytes.
pub fn argument<'a>(line: &'a str, command: &str) -> Option<(Target<'a>, Range<usize>)> {
    let mut rest = line;
    while let Some(at) = rest.find("<<") {
        rest = &rest[at + 2..];
        let Some(target) = rest.trim_start().strip_prefix(command) else {
            continue;
        };
        if !target.starts_with([' ', '\t', '{']) {
            continue;
        }
        let target = target[..target.find(">>")?].trim();
        let start = target.as_ptr() as usize - line.as_ptr() as usize;
        let at = start..start + target.len();
        if let Some(expression) = target.strip_prefix('{') {
            let expression = expression.strip_suffix('}').unwrap_or(expression);
            return Some((Target::Computed(expression.trim()), at));
        }
        return (!target.is_empty()).then_some((Target::Named(target), at));
    }
    None
}

/// The words that a line of a body says, as a place in it, and the id that the line gives them
/// (`line:0a1`); `None` for commands, comments and empty lines.
pub fn words(line: &str) -> Option<(Range<usize>, Option<&str>)> {
    let mut end = comment_start(line).unwrap_or(line.len());
    let own_id = line[..end].find("#line:").map(|at| {
        let id = line[at + 1..end].split_whitespace().next();
        id.unwrap_or_default()
    });
    if let Some(at) = unescaped(&line[..end], '#') {
        end = at;
    }
    let mut start = line.len() - line.trim_start().len();
    for arrow in ["->", "=>"] {
        if line[start..end].starts_with(arrow) {
            start += arrow.len();
        }
    }
    // Conditions of a line or an option stand behind its words.
    loop {
        let words = trimmed(line, start..end.max(start));
        let text = &line[words.clone()];
        match text.strip_suffix(">>").and_then(|it| it.rfind("<<")) {
            Some(at) => end = words.start + at,
            None => {
                let has_id = own_id.filter(|it| !it.is_empty());
                return has_words(text).then_some((words, has_id));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_is_a_command_outside_comments() {
        for (line, leads_on) in [
            ("<<jump B>>", true),
            ("Go <<detour {$n}>>", true),
            ("// <<jump B>>", false),
            ("<<jumpy B>>", false),
            ("<<jump >>", false),
            ("jump B", false),
        ] {
            assert_eq!(jumps(line), leads_on, "{line}");
        }
    }

    #[test]
    fn a_header_ends_where_a_comment_begins() {
        let head = "title: A // x\nstoryteller_title: A // x\n---\n";
        assert_eq!(header(head, "title"), Some("A"));
        assert_eq!(header(head, "storyteller_title"), Some("A // x"));
        assert_eq!(header(head, "when"), None);
    }
}
