//! Joins the lines of paragraphs that are wrapped at a fixed width, as in plain text files of
//! libraries and mail: in prose, a line break is one that the writer wants.

use std::iter;

use crate::import::Block;

/// Text is wrapped only at widths from 40 to 100 characters.
const WIDTHS: std::ops::RangeInclusive<usize> = 40..=100;
/// Fewer line breaks inside paragraphs than this do not show whether a text is wrapped.
const MIN_BREAKS: usize = 4;
/// The share of lines that are at most as long as the width, in percent: a few are longer.
const LINES_WITHIN: usize = 90;

/// Joins the wrapped lines of all paragraphs, if the text has such lines.
pub(super) fn join_lines(blocks: &mut [Block]) {
    let Some(width) = width(blocks) else {
        return;
    };
    for block in blocks {
        if let Block::Paragraph(text) = block
            && !text.contains("```")
        {
            *text = joined(text, width);
        }
    }
}

/// The width at which a text is wrapped, in characters.
fn width(blocks: &[Block]) -> Option<usize> {
    let breaks = || {
        let texts = blocks.iter().filter_map(|it| match it {
            Block::Paragraph(text) => Some(text),
            Block::Heading(..) | Block::Picture(_) | Block::Synopsis(_) => None,
        });
        texts.flat_map(|it| {
            it.lines()
                .zip(it.lines().skip(1))
                .filter(|it| is_inside(*it))
        })
    };
    let mut lengths: Vec<usize> = breaks().map(|it| length(it.0)).collect();
    if lengths.len() < MIN_BREAKS {
        return None;
    }
    lengths.sort_unstable();
    let width = lengths[(lengths.len() - 1) * LINES_WITHIN / 100];
    let wrapped = breaks().filter(|it| is_wrapped(*it, width)).count();
    (WIDTHS.contains(&width) && wrapped * 2 > lengths.len()).then_some(width)
}

fn joined(text: &str, width: usize) -> String {
    let mut all = String::with_capacity(text.len());
    let next = text.lines().skip(1).map(Some).chain(iter::once(None));
    for (line, next) in text.lines().zip(next) {
        match next.filter(|it| is_wrapped((line, it), width)) {
            // A dash at the end of a line joins its words without a space.
            Some(_) if line.ends_with('-') => all.push_str(line),
            Some(_) => {
                all.push_str(line.trim_end());
                all.push(' ');
            }
            None => {
                all.push_str(line);
                all.push('\n');
            }
        }
    }
    all.truncate(all.trim_end_matches('\n').len());
    all
}

/// Whether two lines are in the same paragraph: not indented, and no item of a list.
fn is_inside((line, next): (&str, &str)) -> bool {
    let starts_text = |it: &str| !it.is_empty() && !it.starts_with([' ', '\t', '\u{3000}']);
    let is_item = next.starts_with(['-', '*', '+', '>', '#', '|']) || {
        let after = next.trim_start_matches(|it: char| it.is_ascii_digit());
        after.len() < next.len() && after.starts_with(['.', ')'])
    };
    let is_broken = line.ends_with("  ") || line.ends_with('\\');
    starts_text(line) && starts_text(next) && !is_item && !is_broken
}

/// Whether the line ended because the first word of the next had no room.
fn is_wrapped(lines: (&str, &str), width: usize) -> bool {
    let word = lines.1.split_whitespace().next().unwrap_or_default();
    // Widths vary a little where lines were edited after they were wrapped.
    is_inside(lines) && (length(lines.0) + 1 + length(word)) * 10 > width * 9
}

fn length(text: &str) -> usize {
    text.trim_end().chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined_text(text: &str) -> String {
        let mut blocks = [Block::Paragraph(text.to_owned())];
        join_lines(&mut blocks);
        match &blocks[0] {
            Block::Paragraph(text) => text.clone(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn joins_wrapped_prose_and_keeps_verse() {
        let wrapped = "The gate was older than the town, and nobody whom she\nasked could tell who had built it, or when, or to keep\nwhat out. It was of iron, and rust had made it well-\nknown: the whole town was red with it when the wind\nblew from there.\n\nRoses are red\nViolets are blue\n\n- a list\n- of things\n\nIn the morning the wind had turned, so that one could\nsee.";
        assert_eq!(
            joined_text(wrapped),
            "The gate was older than the town, and nobody whom she asked could tell who had built it, or when, or to keep what out. It was of iron, and rust had made it well-known: the whole town was red with it when the wind blew from there.\n\nRoses are red\nViolets are blue\n\n- a list\n- of things\n\nIn the morning the wind had turned, so that one could see."
        );
    }

    #[test]
    fn leaves_paragraphs_of_one_line_as_they_are() {
        let lines = "A line that is a whole paragraph, as most programs write it, of any length at all.\nAnother one.\nShort.\n“Yes,” he said, and then he talked for so long that nobody listened to him any more, not even he himself.\nShe left.\nThe end of it was that it ended.";
        assert_eq!(joined_text(lines), lines);
        let chinese = "他来了。\n他敲了敲门。\n没有人来。\n第二天也没有人来。\n他走了。";
        assert_eq!(joined_text(chinese), chinese);
    }
}
