//! Breaks text into lines of positioned glyphs within a width. Right-to-left text is put into
//! visual order by the Unicode bidirectional algorithm.

use std::ops::Range;

use unicode_bidi::BidiInfo;
use unicode_bidi_mirroring::get_mirrored;
use unicode_linebreak::{BreakOpportunity, linebreaks};

use super::fonts::{FontStack, FontStyle, Glyph};
use super::shaping::{needs_shaping, shaped_letters};
use crate::export::prose::Run;

/// Text to be set, with the style of each range.
#[derive(Default)]
pub(crate) struct StyledText {
    pub(crate) text: String,
    pub(super) stretches: Vec<StyledRange>,
}

pub(super) struct StyledRange {
    pub(super) end: usize,
    pub(super) cut: FontStyle,
    is_struck: bool,
    link: Option<String>,
}

/// One line: its glyphs from left to right.
pub(crate) struct Line {
    /// Each glyph with its byte range in the text and its x position, for font size 1.
    pub(crate) letters: Vec<(Glyph, Range<usize>, f32)>,
    /// Its width, for font size 1.
    pub(crate) width: f32,
    /// Web links: start, end and address.
    pub(crate) links: Vec<(f32, f32, String)>,
    /// Strikethroughs: start and end.
    pub(crate) struck: Vec<(f32, f32)>,
    /// Whether its paragraph is right-to-left, so that it starts at the right margin.
    pub(crate) is_right_to_left: bool,
}

impl StyledText {
    pub(crate) fn of(text: &str, cut: FontStyle) -> Self {
        let mut words = Self::default();
        words.add(text, cut);
        words
    }

    pub(crate) fn add(&mut self, text: &str, cut: FontStyle) {
        self.push(text, cut, false, None);
    }

    pub(crate) fn add_runs(&mut self, runs: &[Run], otherwise: FontStyle) {
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
    pub(crate) fn lines(&self, font_stack: &FontStack<'_>, width: f32) -> Vec<Line> {
        let mut lines = Vec::new();
        let has_right_to_left = self.text.chars().any(is_right_to_left);
        let bidi = has_right_to_left.then(|| BidiInfo::new(&self.text, None));
        let is_shaped = self.text.contains(needs_shaping);
        let shaped = is_shaped.then(|| shaped_letters(self, font_stack, bidi.as_ref()));
        let mut open = LineBuilder::new(self, font_stack, bidi, shaped);
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
    /// The directions of the text, if any of it is right-to-left.
    bidi: Option<BidiInfo<'w>>,
    /// All glyphs of the text in logical order, if some of them join or are reordered.
    shaped: Option<Vec<Letter>>,
    stretch: usize,
    letters: Vec<PlacedLetter>,
    at: f32,
}

/// A glyph with the byte range of its letter, the number of its style range, and whether it is a
/// space.
pub(super) type Letter = (Glyph, Range<usize>, usize, bool);

/// A glyph with the byte range of its letter, its x position and the number of its style range.
type PlacedLetter = (Glyph, Range<usize>, f32, usize);

impl<'w> LineBuilder<'w> {
    fn new(
        words: &'w StyledText,
        font_stack: &'w FontStack<'w>,
        bidi: Option<BidiInfo<'w>>,
        shaped: Option<Vec<Letter>>,
    ) -> Self {
        Self {
            words,
            font_stack,
            bidi,
            shaped,
            stretch: 0,
            letters: Vec::new(),
            at: 0.0,
        }
    }

    /// Adds unbreakable text, on a new line if it is too wide; it is broken anyway if it is wider
    /// than a whole line. Spaces at its end may exceed the width.
    fn word(&mut self, range: Range<usize>, width: f32, lines: &mut Vec<Line>) {
        let stretch = self.stretch;
        let letters: Vec<_> = match &self.shaped {
            Some(all) => {
                let place = |at: usize| all.partition_point(|it| it.1.start < at);
                all[place(range.start)..place(range.end)].to_vec()
            }
            None => self.words.text[range.clone()]
                .char_indices()
                .filter_map(|(at, c)| self.letter(range.start + at, c))
                .collect(),
        };
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

    fn letter(&mut self, at: usize, c: char) -> Option<Letter> {
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
        let (letters, is_right_to_left) = self.in_visual_order(letters);
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
            is_right_to_left,
        }
    }

    /// The letters of a line in visual order, and whether its paragraph starts at the right.
    fn in_visual_order(&self, letters: Vec<PlacedLetter>) -> (Vec<PlacedLetter>, bool) {
        let (Some(bidi), Some(first), Some(last)) = (&self.bidi, letters.first(), letters.last())
        else {
            return (letters, false);
        };
        let line = first.1.start..last.1.end;
        let paragraph = bidi.paragraphs.iter();
        let Some(paragraph) = paragraph.rev().find(|it| it.range.start <= line.start) else {
            return (letters, false);
        };
        let line = line.start..line.end.min(paragraph.range.end);
        let (levels, runs) = bidi.visual_runs(paragraph, line);
        let mut ordered = Vec::with_capacity(letters.len());
        for run in runs {
            let own = letters
                .iter()
                .filter(|it| run.contains(&it.1.start))
                .cloned();
            if levels[run.start].is_rtl() {
                let own: Vec<_> = own.map(|it| self.mirrored(it)).collect();
                ordered.extend(own.into_iter().rev());
            } else {
                ordered.extend(own);
            }
        }
        let mut at = 0.0;
        for letter in &mut ordered {
            letter.2 = at;
            at += letter.0.advance;
        }
        (ordered, paragraph.level.is_rtl())
    }

    /// The right-to-left form of a letter: brackets are mirrored.
    fn mirrored(&self, letter: PlacedLetter) -> PlacedLetter {
        let (glyph, bytes, x, stretch) = letter;
        let own = self.words.text[bytes.clone()].chars().next();
        let cut = self.words.stretches[stretch].cut;
        let mirrored = own
            .and_then(get_mirrored)
            .and_then(|it| self.font_stack.glyph_or_fallback(cut, it));
        (mirrored.unwrap_or(glyph), bytes, x, stretch)
    }
}

/// Whether a letter may belong to a right-to-left script.
pub(super) fn is_right_to_left(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{200f}' | '\u{202b}' | '\u{202e}' | '\u{2067}'
        | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}'
        | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::typeset::Fonts;

    /// The letters of the first line in visual order, and whether it starts at the right.
    fn seen(text: &str) -> (String, bool) {
        let fonts = Fonts::default();
        let words = StyledText::of(text, FontStyle::Regular);
        let lines = words.lines(&FontStack::of(&fonts), 100.0);
        let line = &lines[0];
        assert!(line.letters.is_sorted_by(|one, other| one.2 <= other.2));
        let letters = line.letters.iter().map(|it| &text[it.1.clone()]);
        (letters.collect(), line.is_right_to_left)
    }

    #[test]
    fn orders_right_to_left_text_visually() {
        assert_eq!(seen("left 12 right"), ("left 12 right".to_owned(), false));
        assert_eq!(seen("אבג דה"), ("הד גבא".to_owned(), true));
        assert_eq!(seen("שנת 1984."), (".1984 תנש".to_owned(), true));
        assert_eq!(seen("see אבג, 5"), ("see 5 ,גבא".to_owned(), false));
    }

    #[test]
    fn mirrors_brackets_in_right_to_left_text() {
        let fonts = Fonts::default();
        let stack = FontStack::of(&fonts);
        let open = stack.glyph_or_fallback(FontStyle::Regular, '(').unwrap();
        let line = &StyledText::of("א(ב", FontStyle::Regular).lines(&stack, 100.0)[0];
        let bracket = line.letters.iter().find(|it| it.1 == (2..3)).unwrap();
        assert_ne!(bracket.0.glyph_id, open.glyph_id);
    }
}
