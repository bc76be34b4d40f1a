//! Splits plain text and Markdown into headings and paragraphs.

use std::collections::HashMap;
use std::ops::Range;

use super::split::{Split, at_lines};
use super::wrapped_lines::join_lines;
use super::{Book, headings};
use crate::FormatError;
use crate::import::{Block, decode};

/// The most characters between two lines of a table of contents.
const MAX_CONTENTS_NOTE: usize = 80;

/// Reads a whole text.
pub(super) fn book(bytes: &[u8], split: &Split) -> Result<Book, FormatError> {
    let (text, warnings) = decode(bytes)?;
    let mut blocks = match split {
        Split::Automatic => blocks(&text),
        Split::Headings if is_markdown(without_head(&text)) => blocks(&text),
        Split::Headings | Split::None => vec![Block::Paragraph(without_head(&text).to_owned())],
        Split::Lines(words) => at_lines(without_head(&text), words),
    };
    join_lines(&mut blocks);
    Ok(Book {
        title: head(&text).0.and_then(title),
        blocks,
        warnings,
        ..Book::default()
    })
}

/// The headings and the text between them, including blank lines.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let text = without_head(text);
    let headings = if is_markdown(text) {
        marked_headings(text)
    } else {
        let found = plain_headings(text);
        without_contents(text, found)
    };
    let mut blocks = Vec::new();
    let mut begin = 0;
    for (line, level, title) in headings {
        add_paragraph(&mut blocks, &text[begin..line.start]);
        blocks.push(Block::Heading(level, title.to_owned()));
        begin = line.end;
    }
    add_paragraph(&mut blocks, &text[begin..]);
    blocks
}

/// Whether headings are marked as in Markdown.
fn is_markdown(text: &str) -> bool {
    !marked_headings(text).is_empty()
}

/// A heading: its whole line, its level and its text.
type FoundHeading<'t> = (Range<usize>, u8, &'t str);

/// The headings that are marked by `#`, or underlined by `=` or `-`.
fn marked_headings(text: &str) -> Vec<FoundHeading<'_>> {
    let lines: Vec<_> = lines_outside_code(text).collect();
    let mut headings = Vec::new();
    for (number, &(at, line, in_code)) in lines.iter().enumerate() {
        if in_code {
            continue;
        }
        if let Some((level, title)) = marked(line) {
            headings.push((at..at + line.len(), level, title));
        } else if let Some(level) = underlining(line)
            && let Some(above) = number.checked_sub(1).and_then(|it| lines.get(it))
            && is_underlined(above.1, level)
            && number
                .checked_sub(2)
                .is_none_or(|it| lines[it].1.trim().is_empty())
        {
            headings.push((above.0..at + line.len(), level, above.1.trim()));
        }
    }
    headings
}

/// The level of the heading that a line of `===` or `---` underlines.
fn underlining(line: &str) -> Option<u8> {
    let line = line.trim_end();
    let is_all = |mark: char| line.len() > 2 && line.chars().all(|it| it == mark);
    match () {
        () if is_all('=') => Some(1),
        () if is_all('-') => Some(2),
        () => None,
    }
}

/// Whether a line above `===` or `---` is a heading: below a sentence, `---` is a scene break that
/// lacks its blank line.
fn is_underlined(line: &str, level: u8) -> bool {
    let title = line.trim();
    let is_sentence = title.ends_with(['.', '!', '?', '”', '"', '。', '！', '？', '…']);
    let is_other = title.starts_with(['-', '*', '>', '|', '#', '=']);
    !title.is_empty() && !is_other && (level == 1 || !is_sentence)
}

/// The headings of a text without Markdown, by their words; if there are no chapter headings, the
/// numerals between blank lines that count from one.
fn plain_headings(text: &str) -> Vec<FoundHeading<'_>> {
    let mut at = 0;
    let lines: Vec<(usize, &str)> = text
        .split_inclusive('\n')
        .map(|line| {
            at += line.len();
            (at - line.len(), line)
        })
        .collect();
    let is_blank = |it: Option<&(usize, &str)>| it.is_none_or(|it| it.1.trim().is_empty());
    let is_alone = |number: usize| {
        let before = number.checked_sub(1).and_then(|it| lines.get(it));
        is_blank(before) && is_blank(lines.get(number + 1))
    };
    let mut found = Vec::new();
    let mut numerals: Vec<(usize, FoundHeading<'_>)> = Vec::new();
    let mut expected = 1;
    for (number, (at, line)) in lines.iter().enumerate() {
        let words = line.trim();
        let whole = *at..at + line.len();
        if let Some(heading) = headings::read(line) {
            if !heading.only_alone || is_alone(number) {
                if heading.level == 1 {
                    expected = 1;
                }
                found.push((whole, heading.level, words));
            }
        } else if let Some(value) = headings::bare_number(words).filter(|_| is_alone(number))
            && value == expected
        {
            expected += 1;
            numerals.push((found.len(), (whole, 2, words)));
        }
    }
    let has_chapters = found.iter().any(|it| it.1 == 2 && !is_single_word(it.2));
    if !has_chapters && numerals.len() > 1 {
        for (place, numeral) in numerals.into_iter().rev() {
            found.insert(place, numeral);
        }
    }
    found
}

/// Whether a heading has no number, such as “Prologue”; it may occur beside numerals.
fn is_single_word(heading: &str) -> bool {
    !heading.contains(char::is_whitespace) && !heading.starts_with(['第', '제'])
}

/// The headings without those of a table of contents: at least three in a row with hardly any text
/// between them, most of which occur again below.
fn without_contents<'t>(text: &str, found: Vec<FoundHeading<'t>>) -> Vec<FoundHeading<'t>> {
    let key = |words: &str| -> String {
        // What follows is the page number, or the title in other words.
        let lower = words.to_lowercase();
        let words = lower.split(|it: char| !it.is_alphanumeric());
        let words: Vec<_> = words.filter(|it| !it.is_empty()).take(2).collect();
        words.join(" ")
    };
    let keys: Vec<String> = found.iter().map(|it| key(it.2)).collect();
    let mut last = HashMap::new();
    for (index, key) in keys.iter().enumerate() {
        last.insert(key.as_str(), index);
    }
    // Whether little text follows a heading before the next one.
    let is_followed_by_heading = |index: usize| {
        found.get(index + 1).is_some_and(|next| {
            let between = &text[found[index].0.end..next.0.start];
            between.trim().chars().count() <= MAX_CONTENTS_NOTE
        })
    };
    let mut dropped = vec![false; found.len()];
    let mut begin = 0;
    while begin < found.len() {
        let mut end = begin;
        while is_followed_by_heading(end) {
            end += 1;
        }
        // The table ends where its first heading occurs again: with text the second time.
        let again = (begin + 1..=end).find(|it| keys[*it] == keys[begin]);
        let end = again.map_or(end + 1, |it| it.max(begin + 1));
        let run = begin..end;
        let repeated = run
            .clone()
            .filter(|it| last[keys[*it].as_str()] >= end)
            .count();
        if run.len() >= 3 && repeated * 10 >= run.len() * 6 {
            dropped[run].fill(true);
        }
        begin = end;
    }
    let mut dropped = dropped.into_iter();
    let mut found = found;
    found.retain(|_| !dropped.next().unwrap_or_default());
    found
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

/// The YAML front matter, if there is one, and the text after it.
fn head(text: &str) -> (Option<&str>, &str) {
    let rest = text
        .strip_prefix("---\n")
        .or_else(|| text.strip_prefix("---\r\n"));
    let Some((rest, end)) = rest.and_then(|it| Some((it, it.find("\n---")?))) else {
        return (None, text);
    };
    let after = &rest[end + 4..];
    let text = after.find('\n').map_or("", |line| &after[line + 1..]);
    (Some(&rest[..end]), text)
}

fn without_head(text: &str) -> &str {
    head(text).1
}

/// The title that the front matter states.
fn title(head: &str) -> Option<String> {
    let fields: serde_yaml_ng::Value = serde_yaml_ng::from_str(head).ok()?;
    let title = fields.get("title")?.as_str()?.trim();
    (!title.is_empty()).then(|| title.to_owned())
}
