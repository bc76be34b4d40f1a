//! How to divide a text into chapters: at detected headings, as marked in the file, at lines that
//! begin with given words, or not at all.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use crate::comment_marks::{only_marks, without_marks};
use crate::import::Block;

/// A longer line, in characters, is not a heading.
const MAX_HEADING: usize = 120;
/// The level of chapters.
const CHAPTER: u8 = 2;

/// How to divide prose into chapters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Split {
    /// At headings, as far as they can be distinguished from other lines.
    #[default]
    Automatic,
    /// Only at headings that the file marks as such: `#` in Markdown, headings in Word and EPUB.
    Headings,
    /// At every line that begins with these words, ignoring letter case; `*` matches anything.
    Lines(String),
    /// Not at all.
    None,
}

impl FromStr for Split {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let text = text.trim();
        Ok(match text.to_lowercase().as_str() {
            "" | "automatic" => Self::Automatic,
            "headings" => Self::Headings,
            "none" => Self::None,
            _ => Self::Lines(text.to_owned()),
        })
    }
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Automatic => "automatic",
            Self::Headings => "headings",
            Self::Lines(words) => words,
            Self::None => "none",
        })
    }
}

impl Split {
    /// The blocks of a book with the headings of this mode.
    pub(super) fn of_blocks(&self, blocks: Vec<Block>) -> Vec<Block> {
        match self {
            Self::Automatic | Self::Headings => blocks,
            Self::None => blocks.into_iter().map(as_text).collect(),
            Self::Lines(words) => {
                let each = blocks.into_iter().flat_map(|it| match it {
                    Block::Heading(_, title) if begins_with(&title, words) => {
                        vec![Block::Heading(CHAPTER, title)]
                    }
                    heading @ Block::Heading(..) => vec![as_text(heading)],
                    Block::Paragraph(text) => at_lines(&text, words),
                    other @ (Block::Picture(_) | Block::Synopsis(_)) => vec![other],
                });
                each.collect()
            }
        }
    }
}

/// The lines of a text that begin with the words, as headings, and the text between them.
pub(super) fn at_lines(text: &str, words: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut between = String::new();
    let end = |between: &mut String, blocks: &mut Vec<Block>| {
        let text = between.trim_matches(['\n', '\r']).trim_end();
        if !text.is_empty() {
            blocks.push(Block::Paragraph(text.to_owned()));
        }
        between.clear();
    };
    for line in text.split_inclusive('\n') {
        let bare = without_marks(line);
        let bare = bare.trim().trim_start_matches('#').trim();
        let bare = bare.trim_matches('*');
        if begins_with(bare, words) {
            end(&mut between, &mut blocks);
            blocks.push(Block::Heading(CHAPTER, bare.to_owned()));
            // Comments on a heading stand at the text below it.
            between.push_str(&only_marks(line));
        } else {
            between.push_str(line);
        }
    }
    end(&mut between, &mut blocks);
    blocks
}

fn as_text(block: Block) -> Block {
    match block {
        Block::Heading(level, title) => {
            Block::Paragraph(format!("{} {title}", "#".repeat(usize::from(level))))
        }
        other => other,
    }
}

/// Whether a line begins with the words, in which `*` matches anything.
fn begins_with(line: &str, words: &str) -> bool {
    if line.is_empty() || line.chars().count() > MAX_HEADING {
        return false;
    }
    let (line, words) = (line.to_lowercase(), words.to_lowercase());
    let mut parts = words.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else {
        return false;
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    // The last word must end there: “Day” does not match “Daybreak”.
    let is_letter = |it: char| it.is_alphabetic() && it.is_ascii();
    let goes_on = words.ends_with(is_letter) && rest.starts_with(char::is_alphabetic);
    !goes_on
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_lines_by_their_first_words() {
        for (line, words, expected) in [
            ("Day 3", "day", true),
            ("DAY THREE: the sea", "Day", true),
            ("Daybreak came", "day", false),
            ("The 3rd day", "day", false),
            ("The 3rd day", "the * day", true),
            ("* * *", "\u{2042}", false),
            ("12 May", "* May", true),
            ("日记一", "日记", true),
            ("", "*", false),
        ] {
            assert_eq!(begins_with(line, words), expected, "{line} {words}");
        }
        assert!(!begins_with(&"day ".repeat(40), "day"));
    }

    #[test]
    fn split_round_trips_through_text() {
        for split in ["automatic", "headings", "none", "Day *"] {
            assert_eq!(split.parse::<Split>().unwrap().to_string(), split);
        }
        assert_eq!("".parse(), Ok(Split::Automatic));
    }
}
