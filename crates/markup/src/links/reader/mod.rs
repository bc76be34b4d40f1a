//! Text in the notation of a story format as a reader of the original sees it, in Markdown: its
//! formatting is kept, and its code is left out. Nothing is run: what stands under a condition is
//! shown, and a value among other words is three dots. Enter through [`reader_prose`]; what is special
//! to Ink and Yarn is in `dialogue`.

mod formatting;
mod macros;
#[cfg(test)]
pub(super) mod tests;

use std::borrow::Cow;

use super::arcscript::{arcscript_line, arcscript_shown};
use super::chapbook::{hides_text, modifiers};
use super::literal::Argument;
use super::prose_notation::ProseNotation;
use super::unparsed;
use super::verbatim::{protect_verbatim, restore_verbatim};
use macros::without_macros;

pub use formatting::html_as_markdown;

/// What a reader sees of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReaderProse<'a> {
    /// The prose, in Markdown.
    pub text: Cow<'a, str>,
    /// Whether code was left out that may change what a reader sees.
    pub leaves_out_code: bool,
}

/// The most spaces before a line that Markdown does not take for code.
const MAX_INDENT: usize = 3;
/// Stands for a value while the text is read; the characters before it stand for verbatim text.
pub(crate) const VALUE: &str = "\u{10_0100}";
/// What a reader sees instead of a value among other words.
const SHOWN_VALUE: &str = "…";

/// What a reader sees of a text in this notation.
pub fn reader_prose(text: &str, notation: ProseNotation) -> ReaderProse<'_> {
    if notation == ProseNotation::Markdown {
        return ReaderProse {
            text: Cow::Borrowed(text),
            leaves_out_code: false,
        };
    }
    let mut reader = Reader {
        notation,
        leaves_out_code: false,
    };
    let text = match notation {
        ProseNotation::Ink => formatting::html_as_markdown(&reader.ink(text)),
        ProseNotation::Yarn => formatting::html_as_markdown(&reader.yarn(text)),
        ProseNotation::Arcweave => reader.arcweave(text),
        _ => reader.twine(text),
    };
    ReaderProse {
        text: Cow::Owned(restore_verbatim(tidy(&text))),
        leaves_out_code: reader.leaves_out_code,
    }
}

pub(super) struct Reader {
    notation: ProseNotation,
    pub(super) leaves_out_code: bool,
}

impl Reader {
    fn twine(&mut self, text: &str) -> String {
        let text = match self.notation {
            ProseNotation::Chapbook => self.chapbook_prose(text),
            _ => Cow::Borrowed(text),
        };
        let text = protect_verbatim(&text, self.notation);
        let plain = unparsed::mask_unparsed(&text);
        let plain = unparsed::mask_scripts(&plain);
        self.leaves_out_code |= matches!(plain, Cow::Owned(_));
        let plain = without_macros(&plain, self.notation);
        self.leaves_out_code |= plain.has_macros;
        let text = formatting::without_brackets(&plain.text, &plain.hooks);
        let text = match self.notation {
            ProseNotation::SugarCube => formatting::sugarcube_as_markdown(&text),
            ProseNotation::Harlowe => formatting::harlowe_as_markdown(&text),
            _ => text,
        };
        formatting::html_as_markdown(&text)
    }

    fn arcweave(&mut self, text: &str) -> String {
        let mut prose = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            let Some(code) = arcscript_line(line) else {
                prose.push_str(line);
                continue;
            };
            self.leaves_out_code = true;
            if let Some(shown) = arcscript_shown(code) {
                prose.extend(shown.into_iter().map(|it| match Argument::of(it) {
                    Argument::Text(text) => text,
                    Argument::Other(_) => VALUE.to_owned(),
                }));
                prose.push('\n');
            }
        }
        prose
    }

    /// Chapbook's prose: without the variables above `--`, and without the lines of modifiers.
    fn chapbook_prose<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let below = match text.split_once("\n--\n") {
            Some((_, below)) => below,
            None => text.strip_prefix("--\n").unwrap_or(text),
        };
        self.leaves_out_code |= below.len() < text.len();
        if !below.lines().any(|it| modifiers(it).is_some()) {
            return Cow::Borrowed(below);
        }
        self.leaves_out_code = true;
        let mut is_hidden = false;
        let lines = below.split_inclusive('\n');
        let is_shown = |line: &&str| match modifiers(line) {
            Some(found) => {
                is_hidden = hides_text(found);
                false
            }
            None => !is_hidden,
        };
        lines.filter(is_shown).collect()
    }
}

/// The text without spaces at the ends of lines, without more than one blank line in a row, and with
/// values shown where they stand among words.
fn tidy(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut blank = true;
    for line in text.lines() {
        let is_alone = line.replace(VALUE, "").trim().is_empty();
        let instead = if is_alone { "" } else { SHOWN_VALUE };
        let line = line.replace(VALUE, instead);
        let line = line.trim_end();
        if line.is_empty() && std::mem::replace(&mut blank, true) {
            continue;
        }
        blank = line.is_empty();
        // What was left out leaves spaces on both sides; before a line many would make it code, and one
        // means nothing.
        let words = line.trim_start();
        let indent = line.len() - words.len();
        let is_item = words.starts_with("- ") || words.starts_with("1. ");
        if is_item || (2..=MAX_INDENT).contains(&indent) {
            plain.push_str(&line[..indent]);
        }
        let mut before = ' ';
        for c in words.chars() {
            if !(c == ' ' && before == ' ') {
                plain.push(c);
            }
            before = c;
        }
        plain.push('\n');
    }
    plain.trim_end().to_owned()
}
