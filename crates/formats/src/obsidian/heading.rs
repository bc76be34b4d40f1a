//! The heading that a note begins with, which is its title.

use std::borrow::Cow;

use super::replace_links;
use crate::import::heading_title;

/// A Markdown heading at the beginning of a text, with what stands around its title.
pub(crate) struct Heading<'a> {
    before: &'a str,
    pub(crate) title: String,
    line: &'a str,
    gap: &'a str,
}

impl<'a> Heading<'a> {
    /// The heading that a text begins with, and the rest of the text: what follows after the
    /// heading's line and one blank line.
    pub(crate) fn at_start(text: &'a str) -> Option<(Self, &'a str)> {
        let line = text.split('\n').find(|it| !it.trim().is_empty())?;
        let from = line.as_ptr() as usize - text.as_ptr() as usize;
        let line = line.trim_end();
        let words = line.trim_start();
        let hashes = words.bytes().take_while(|it| *it == b'#').count();
        let is_heading = line.len() - words.len() <= 3
            && (1..=6).contains(&hashes)
            && words[hashes..].starts_with([' ', '\t']);
        if !is_heading {
            return None;
        }
        let title = heading_title(&replace_links(words, |link| link.words().into()));
        if title.is_empty() {
            return None;
        }
        let (before, rest) = (&text[..from], &text[from + line.len()..]);
        let mut after = rest;
        for _ in 0..2 {
            if let Some((blank, more)) = after.split_once('\n')
                && blank.trim().is_empty()
            {
                after = more;
            }
        }
        if after.trim().is_empty() {
            after = "";
        }
        let gap = &rest[..rest.len() - after.len()];
        let heading = Self {
            before,
            title,
            line,
            gap,
        };
        Some((heading, after))
    }

    /// A text below this heading, with this or another title.
    pub(crate) fn with(&self, title: &str, text: &str) -> String {
        let Self {
            before, line, gap, ..
        } = self;
        let line = if title == self.title {
            Cow::Borrowed(*line)
        } else {
            let marks = line.len() - line.trim_start_matches([' ', '#']).len();
            format!("{} {title}", &line[..marks].trim_end()).into()
        };
        let gap = if text.is_empty() || gap.contains('\n') {
            gap
        } else {
            "\n\n"
        };
        format!("{before}{line}{gap}{text}")
    }
}
