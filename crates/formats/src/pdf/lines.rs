//! Prose broken into lines: letters with their places, as wide as the column at most.

use std::ops::Range;

use unicode_linebreak::{BreakOpportunity, linebreaks};

use crate::fonts::{Cut, Letter, Type};
use crate::writing::prose::Run;

/// Words to be set: a text, and how each stretch of it is cut.
#[derive(Default)]
pub(super) struct Words {
    pub(super) text: String,
    stretches: Vec<Stretch>,
}

struct Stretch {
    end: usize,
    cut: Cut,
    is_struck: bool,
    link: Option<String>,
}

/// One line: its letters from left to right.
pub(super) struct Line {
    /// Each letter with the bytes of the text it stands for and its place, for a size of 1.
    pub(super) letters: Vec<(Letter, Range<usize>, f32)>,
    /// How wide it is, for a size of 1.
    pub(super) width: f32,
    /// From where to where it leads to the web.
    pub(super) links: Vec<(f32, f32, String)>,
    /// From where to where it is struck through.
    pub(super) struck: Vec<(f32, f32)>,
}

impl Words {
    pub(super) fn of(text: &str, cut: Cut) -> Self {
        let mut words = Self::default();
        words.add(text, cut);
        words
    }

    pub(super) fn add(&mut self, text: &str, cut: Cut) {
        self.push(text, cut, false, None);
    }

    pub(super) fn add_runs(&mut self, runs: &[Run], otherwise: Cut) {
        for run in runs {
            let style = run.style;
            let cut = match (style.code, style.bold, style.italic) {
                (true, ..) => Cut::Sans,
                (_, true, _) => Cut::Bold,
                (_, _, true) => Cut::Italic,
                _ => otherwise,
            };
            self.push(&run.text, cut, style.struck, run.link.clone());
        }
    }

    fn push(&mut self, text: &str, cut: Cut, is_struck: bool, link: Option<String>) {
        self.text.push_str(text);
        self.stretches.push(Stretch {
            end: self.text.len(),
            cut,
            is_struck,
            link,
        });
    }

    /// Breaks the words into lines of at most this width, for a size of 1.
    pub(super) fn lines(&self, type_of: &Type<'_>, width: f32) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut open = Open::new(self, type_of);
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

/// A line that is being filled.
struct Open<'w> {
    words: &'w Words,
    type_of: &'w Type<'w>,
    stretch: usize,
    letters: Vec<(Letter, Range<usize>, f32, usize)>,
    at: f32,
}

impl<'w> Open<'w> {
    fn new(words: &'w Words, type_of: &'w Type<'w>) -> Self {
        Self {
            words,
            type_of,
            stretch: 0,
            letters: Vec::new(),
            at: 0.0,
        }
    }

    /// Adds what may not be broken; on a new line where it would be too wide, and broken anyhow
    /// where it is wider than a line. Spaces at its end may hang out.
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

    fn letter(&mut self, at: usize, c: char) -> Option<(Letter, Range<usize>, usize, bool)> {
        while self
            .words
            .stretches
            .get(self.stretch)
            .is_some_and(|it| it.end <= at)
        {
            self.stretch += 1;
        }
        let cut = self.words.stretches.get(self.stretch)?.cut;
        let letter = self.type_of.set(cut, c)?;
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
            let Stretch {
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
