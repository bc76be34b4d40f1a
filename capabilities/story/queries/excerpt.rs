//! What a card shows of a node: the beginning of its prose without markup, or else its attributes
//! on one line. Pure.

use model::Node;

use crate::answer::truncate;

/// The length of an excerpt, in characters; the last may be an ellipsis.
const MAX_CHARS: usize = 160;
/// How many characters of a text are scanned: enough for an excerpt, even with much markup.
const MAX_SCANNED: usize = 2000;

/// The excerpt of a node.
pub(in crate::story) fn of(node: &Node) -> String {
    let words = truncate(&strip_markdown(node.prose()), MAX_CHARS - 1);
    match words.is_empty() {
        true => attributes(node),
        false => words,
    }
}

/// Attributes as `Role: hero · Age: 30`.
fn attributes(node: &Node) -> String {
    let pairs = node.attributes();
    let lines: Vec<_> = pairs
        .map(|(key, value)| format!("{key}: {value}"))
        .collect();
    truncate(&lines.join(" · "), MAX_CHARS - 1)
}

/// The beginning of a text without Markdown, as far as an excerpt needs.
fn strip_markdown(text: &str) -> String {
    let end = text
        .char_indices()
        .nth(MAX_SCANNED)
        .map_or(text.len(), |it| it.0);
    let mut plain = String::new();
    for line in text[..end].lines() {
        let line = line.trim_start_matches([' ', '\t', '>', '#']);
        let line = line
            .strip_prefix(['-', '*', '+'])
            .filter(|it| it.starts_with(' '))
            .unwrap_or(line);
        if line.starts_with("```") || line.starts_with("~~~") || is_rule(line) {
            continue;
        }
        inline(line, &mut plain);
        plain.push('\n');
    }
    plain
}

/// A horizontal rule: `---`, `***`, `===`.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3
        && line
            .chars()
            .all(|it| matches!(it, '-' | '*' | '_' | '=' | ' '))
}

/// The text of a line: without emphasis and code marks, with links and pictures as their text.
fn inline(line: &str, plain: &mut String) {
    let mut rest = line;
    let mut before = ' ';
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = match c {
            '*' | '`' => after,
            '~' if after.starts_with('~') => &after[1..],
            '_' if !before.is_alphanumeric() || !starts_with_word(after) => after,
            '!' if after.starts_with('[') && linked(after).is_some() => after,
            '[' => match linked(rest) {
                Some((text, after)) => {
                    inline(text, plain);
                    after
                }
                None => {
                    plain.push(c);
                    after
                }
            },
            _ => {
                plain.push(c);
                after
            }
        };
        before = c;
    }
}

fn starts_with_word(text: &str) -> bool {
    text.starts_with(char::is_alphanumeric)
}

/// The text of `[text](address)`, and what follows it.
fn linked(from: &str) -> Option<(&str, &str)> {
    let (text, rest) = from.strip_prefix('[')?.split_once("](")?;
    let (_, rest) = rest.split_once(')')?;
    (!text.contains('[')).then_some((text, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(
            truncate(&strip_markdown(text), MAX_CHARS),
            expected,
            "{text:?}"
        );
    }

    #[test]
    fn strips_markdown_and_keeps_text() {
        check(
            "# Wake up\n\nIt **rained** all _night_.",
            "Wake up It rained all night.",
        );
        check("> - one\n> - two", "one two");
        check("---\n```rust\nlet a = 1;\n```", "let a = 1;");
        check("snake_case and 2 * 3", "snake_case and 2 3");
        check(
            "他**推开**门，看见[旧城](places/old.md)。",
            "他推开门，看见旧城。",
        );
        check("![Neo at dawn](neo.png) wakes", "Neo at dawn wakes");
    }

    #[test]
    fn leaves_literal_characters_alone() {
        check(
            "[[Cellar]] [not a link] -5 degrees",
            "[[Cellar]] [not a link] -5 degrees",
        );
        check("<<set $a to 1>>", "<<set $a to 1>>");
    }
}
