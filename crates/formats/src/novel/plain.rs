//! Splits plain text and Markdown into headings and paragraphs.

use super::{Book, headings};
use crate::FormatError;
use crate::import::{Block, decode};

/// Reads a whole text.
pub(super) fn book(bytes: &[u8]) -> Result<Book, FormatError> {
    let (text, warnings) = decode(bytes)?;
    Ok(Book {
        title: None,
        blocks: blocks(&text),
        warnings,
    })
}

/// The headings and the text between them, including blank lines.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let text = without_head(text);
    let is_markdown =
        lines_outside_code(text).any(|(_, line, in_code)| !in_code && marked(line).is_some());
    let mut blocks = Vec::new();
    let mut begin = 0;
    for (at, line, in_code) in lines_outside_code(text) {
        let heading = match (is_markdown, in_code) {
            (true, false) => marked(line),
            (true, true) => None,
            (false, _) => headings::level(line).map(|it| (it, line.trim())),
        };
        if let Some((level, title)) = heading {
            add_paragraph(&mut blocks, &text[begin..at]);
            blocks.push(Block::Heading(level, title.to_owned()));
            begin = at + line.len();
        }
    }
    add_paragraph(&mut blocks, &text[begin..]);
    blocks
}

fn add_paragraph(blocks: &mut Vec<Block>, text: &str) {
    let text = text.trim_matches(['\n', '\r']);
    if !text.trim().is_empty() {
        blocks.push(Block::Paragraph(text.trim_end().to_owned()));
    }
}

/// Every line with its position, and whether it is inside a code fence.
fn lines_outside_code(text: &str) -> impl Iterator<Item = (usize, &str, bool)> {
    let (mut at, mut in_code) = (0, false);
    text.split_inclusive('\n').map(move |line| {
        let here = at;
        at += line.len();
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        (here, line, in_code)
    })
}

/// Parses a Markdown heading: `## The storm ##`.
fn marked(line: &str) -> Option<(u8, &str)> {
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    let title = rest.strip_prefix([' ', '\t', '\u{3000}'])?.trim();
    let title = title.trim_end_matches('#').trim_end();
    ((1..=6).contains(&level) && !title.is_empty()).then_some((level as u8, title))
}

/// Strips YAML front matter.
fn without_head(text: &str) -> &str {
    let rest = text
        .strip_prefix("---\n")
        .or_else(|| text.strip_prefix("---\r\n"));
    let end = rest.and_then(|it| Some((it, it.find("\n---")?)));
    end.map_or(text, |(it, end)| {
        let after = &it[end + 4..];
        after.find('\n').map_or("", |line| &after[line + 1..])
    })
}
