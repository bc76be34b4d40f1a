//! Breaks prose into lines of positioned glyphs within the column width.

use std::ops::Range;

use unicode_linebreak::{BreakOpportunity, linebreaks};

use crate::export::prose::Run;
use crate::fonts::{FontStack, FontStyle, Glyph};

/// Text to be set, with the style of each range.
#[derive(Default)]
pub(super) struct StyledText {
    pub(super) text: String,
    stretches: Vec<StyledRange>,
}

struct StyledRange {
    end: usize,
    cut: FontStyle,
    is_struck: bool,
    link: Option<String>,
}

/// One line: its glyphs from left to right.
pub(super) struct Line {
    /// Each glyph with its byte range in the text and its x position, for font size 1.
    pub(super) letters: Vec<(Glyph, Range<usize>, f32)>,
    /// Its width, for font size 1.
    pub(super) width: f32,
    /// Web links: start, end and address.
    pub(super) links: Vec<(f32, f32, String)>,
    /// Strikethroughs: start and end.
    pub(super) struck: Vec<(f32, f32)>,
}

impl StyledText {
    pub(super) fn of(text: &str, cut: FontStyle) -> Self {
        let mut words = Self::default();
        words.add(text, cut);
        words
    }

    pub(super) fn add(&mut self, text: &str, cut: FontStyle) {
        self.push(text, cut, false, None);
    }

    pub(super) fn add_runs(&mut self, runs: &[Run], otherwise: FontStyle) {
        for run in runs {
            let style = run.style;
            let cut = match (style.code, style.bold, style.italic) {
                (true, ..) => FontStyle::Sans,
                (_, true, _) => FontStyle::Bold,
                (_, _, true) => FontStyle::Italic,
                _ => otherwise,
            };
            self.push(&run.text, cut, style.strikethrough, run.link.clone());
        }
    }

    fn push(&mut self, text: &str, cut: FontStyle, is_struck: bool, link: Option<String>) {
        self.text.push_str(text);
        self.stretches.push(StyledRange {
            end: self.text.len(),
            cut,
            is_struck,
            link,
        });
    }

    /// Breaks the text into lines of at most this width, for font size 1.
    pub(super) fn lines(&self, font_stack: &FontStack<'_>, width: f32) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut open = LineBuilder::new(self, font_stack);
        let mut from = 0;
        for (to, kind) in linebreaks(&self.text) {
            open.word(from..to, width, &mut lines);
            if kind == BreakOpportunity::Mandatory {
                lines.push(open.take());
            }
            from = to;
        }
        lines
    }
}

/// A line being filled.
struct LineBuilder<'w> {
    words: &'w StyledText,
    font_stack: &'w FontStack<'w>,
    stretch: usize,
    letters: Vec<(Glyph, Range<usize>, f32, usize)>,
    at: f32,
}

impl<'w> LineBuilder<'w> {
    fn new(words: &'w StyledText, font_stack: &'w FontStack<'w>) -> Self {
        Self {
            words,
            font_stack,
            stretch: 0,
            letters: Vec::new(),
            at: 0.0,
        }
    }

    /// Adds unbreakable text, on a new line if it is too wide; it is broken anyway if it is wider
    /// than a whole line. Spaces at its end may exceed the width.
    fn word(&mut self, range: Range<usize>, width: f32, lines: &mut Vec<Line>) {
        let stretch = self.stretch;
        let letters: Vec<_> = self.words.text[range.clone()]
            .char_indices()
            .filter_map(|(at, c)| self.letter(range.start + at, c))
            .collect();
        let seen = letters.iter().rposition(|it| !it.3).map_or(0, |it| it + 1);
        let wide: f32 = letters[..seen].iter().map(|it| it.0.advance).sum();
        if self.at > 0.0 && self.at + wide > width {
            lines.push(self.take());
        }
        self.stretch = stretch;
        for (letter, bytes, stretch, is_space) in letters {
            if !is_space && self.at > 0.0 && self.at + letter.advance > width {
                lines.push(self.take());
            }
            self.stretch = stretch;
            self.letters.push((letter, bytes, self.at, stretch));
            self.at += letter.advance;
        }
    }

    fn letter(&mut self, at: usize, c: char) -> Option<(Glyph, Range<usize>, usize, bool)> {
        while self
            .words
            .stretches
            .get(self.stretch)
            .is_some_and(|it| it.end <= at)
        {
            self.stretch += 1;
        }
        let cut = self.words.stretches.get(self.stretch)?.cut;
        let letter = self.font_stack.glyph_or_fallback(cut, c)?;
        Some((
            letter,
            at..at + c.len_utf8(),
            self.stretch,
            c.is_whitespace(),
        ))
    }

    fn take(&mut self) -> Line {
        let letters = std::mem::take(&mut self.letters);
        let width = std::mem::take(&mut self.at);
        let (mut links, mut struck) = (Vec::new(), Vec::new());
        let mut last = usize::MAX;
        for (letter, _, x, stretch) in &letters {
            let end = x + letter.advance;
            let StyledRange {
                is_struck, link, ..
            } = &self.words.stretches[*stretch];
            let goes_on = last == *stretch;
            last = *stretch;
            if let Some(link) = link {
                match links.last_mut() {
                    Some((_, to, _)) if goes_on => *to = end,
                    _ => links.push((*x, end, link.clone())),
                }
            }
            if *is_struck {
                match struck.last_mut() {
                    Some((_, to)) if goes_on => *to = end,
                    _ => struck.push((*x, end)),
                }
            }
        }
        Line {
            letters: letters.into_iter().map(|it| (it.0, it.1, it.2)).collect(),
            width,
            links,
            struck,
        }
    }
}
