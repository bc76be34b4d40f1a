//! What a card shows of a node: the beginning of its prose without markup and code, or else its summary,
//! as of a scene that is only planned, or its attributes on one line. Pure.

use formats::Notations;
use model::Node;
use model::contents::{SUMMARY, Summary};

use crate::answer::truncate;

/// The length of an excerpt, in characters; the last may be an ellipsis.
const MAX_CHARS: usize = 160;
/// How many characters of a text are scanned: enough for an excerpt, even with much markup.
const MAX_SCANNED: usize = 1000;

/// The excerpt of a node.
pub(in crate::story) fn of(node: &Node, notations: Notations) -> String {
    let written = beginning(node.prose());
    let words = |text: &str| truncate(&strip_markdown(text), MAX_CHARS - 1);
    let read = words(&notations.read(node, written));
    if !read.is_empty() {
        return read;
    }
    // A text of code alone is shown as it is written.
    match words(written) {
        code if !code.is_empty() => code,
        _ => summary(node).unwrap_or_else(|| attributes(node)),
    }
}

fn summary(node: &Node) -> Option<String> {
    let summary = Summary::in_data(node.data.get(SUMMARY)?)?;
    let text = truncate(beginning(&summary.text), MAX_CHARS - 1);
    Some(text).filter(|it| !it.is_empty())
}

/// The beginning of a text, as far as an excerpt needs.
fn beginning(text: &str) -> &str {
    let end = text.char_indices().nth(MAX_SCANNED);
    end.map_or(text, |it| &text[..it.0])
}

/// Attributes as `Role: hero · Age: 30`.
fn attributes(node: &Node) -> String {
    let pairs = node.attributes();
    let lines: Vec<_> = pairs
        .map(|(key, value)| format!("{key}: {value}"))
        .collect();
    truncate(&lines.join(" · "), MAX_CHARS - 1)
}

/// A text without Markdown.
fn strip_markdown(text: &str) -> String {
    let mut plain = String::new();
    for line in text.lines() {
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
    use model::FixedWorld;

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
    fn shows_a_passage_of_twine_as_readers_see_it() {
        let text = ":: StoryData\n{\"ifid\":\"AAAAAAAA\",\"format\":\"SugarCube\",\"start\":\"Start\"}\n\n\
                    :: Start\n<<if $gold>>//Rich// again.<</if>>\n\n:: Code\n<<set $gold to 1>>\n";
        let importer = formats::importer("twee").unwrap();
        let read = importer.import(text.as_bytes(), &FixedWorld::default());
        let story = read.unwrap().0.story;
        let shown: Vec<_> = story
            .nodes
            .values()
            .map(|it| of(it, Notations::of(&story)))
            .collect();
        assert_eq!(shown, ["Rich again.", "<<set $gold to 1>>"]);
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
