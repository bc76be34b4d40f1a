//! Finds the glyphs of scripts whose letters join, are reordered or carry marks: Arabic and its
//! relatives, the scripts of India and of South-East Asia. Their letters cannot be set one by one,
//! so each run in one of these scripts is shaped as a whole (HarfBuzz, by harfrust).

use std::ops::Range;

use unicode_bidi::BidiInfo;

use super::fonts::FontStack;
use super::lines::{Letter, StyledText};

/// Whether a letter belongs to a script that needs shaping.
pub(super) fn needs_shaping(letter: char) -> bool {
    matches!(letter, '\u{600}'..='\u{7bf}' | '\u{840}'..='\u{109f}'
        | '\u{1780}'..='\u{17ff}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}')
}

/// Whether a letter without a form of its own affects how its neighbors join.
fn is_joiner(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}')
}

/// A run of letters of one style, face and direction.
struct Stretch {
    bytes: Range<usize>,
    style: usize,
    face: usize,
    is_right_to_left: bool,
}

/// All glyphs of a text in logical order.
pub(super) fn shaped_letters(
    words: &StyledText,
    font_stack: &FontStack<'_>,
    bidi: Option<&BidiInfo<'_>>,
) -> Vec<Letter> {
    let mut letters = Vec::with_capacity(words.text.len());
    let mut open: Option<Stretch> = None;
    let mut style = 0;
    for (at, c) in words.text.char_indices() {
        while words.stretches.get(style).is_some_and(|it| it.end <= at) {
            style += 1;
        }
        let Some(cut) = words.stretches.get(style).map(|it| it.cut) else {
            break;
        };
        let is_right_to_left = bidi.is_some_and(|it| it.levels[at].is_rtl());
        let end = at + c.len_utf8();
        if let Some(stretch) = &mut open {
            let goes_on = is_joiner(c)
                || needs_shaping(c)
                    && stretch.style == style
                    && stretch.is_right_to_left == is_right_to_left
                    && font_stack.has_glyph(stretch.face, c);
            if goes_on {
                stretch.bytes.end = end;
                continue;
            }
        }
        if let Some(stretch) = open.take() {
            add_shaped(&words.text, &stretch, font_stack, &mut letters);
        }
        let Some(glyph) = font_stack.glyph_or_fallback(cut, c) else {
            continue;
        };
        if needs_shaping(c) && font_stack.has_glyph(glyph.face, c) {
            open = Some(Stretch {
                bytes: at..end,
                style,
                face: glyph.face,
                is_right_to_left,
            });
        } else {
            letters.push((glyph, at..end, style, c.is_whitespace()));
        }
    }
    if let Some(stretch) = open {
        add_shaped(&words.text, &stretch, font_stack, &mut letters);
    }
    letters
}

fn add_shaped(
    text: &str,
    stretch: &Stretch,
    font_stack: &FontStack<'_>,
    letters: &mut Vec<Letter>,
) {
    let own = &text[stretch.bytes.clone()];
    let mut glyphs = font_stack.shape(stretch.face, own, stretch.is_right_to_left);
    if stretch.is_right_to_left {
        glyphs.reverse();
    }
    // A letter may have several glyphs, and several letters one.
    let mut starts: Vec<usize> = glyphs.iter().map(|it| it.1).collect();
    starts.sort_unstable();
    starts.dedup();
    let offset = stretch.bytes.start;
    letters.extend(glyphs.into_iter().map(|(glyph, start)| {
        let next = starts.partition_point(|it| *it <= start);
        let end = starts.get(next).copied().unwrap_or(own.len());
        (glyph, offset + start..offset + end, stretch.style, false)
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::external_programs::system_font;
    use crate::typeset::{FontStyle, Fonts, letters_in_one_line};

    #[test]
    fn recognizes_scripts_that_need_shaping() {
        assert!(['ع', 'क', 'က', 'ก'].into_iter().all(needs_shaping));
        assert!(!['ש', 'é', '雨', 'я'].into_iter().any(needs_shaping));
    }

    #[test]
    fn arabic_letters_join_from_right_to_left() {
        let fonts = Fonts::with(vec![system_font("truetype/dejavu/DejaVuSans.ttf")]);
        let stack = FontStack::of(&fonts);
        let set = |text: &str| letters_in_one_line(text, FontStyle::Sans, &stack);
        let ids = |text: &str| -> Vec<u32> {
            let glyphs = set(text).into_iter();
            glyphs.map(|it| it.glyph_id.to_u32()).collect()
        };
        // The letter has four forms; the first of a word is at its right.
        let (alone, word) = (ids("ه"), ids("ههه"));
        assert_eq!((alone.len(), word.len()), (1, 3));
        let mut forms = [alone, word.clone()].concat();
        forms.sort_unstable();
        forms.dedup();
        assert_eq!(forms.len(), 4, "{word:?}");
        assert_eq!(ids("بهب").last(), ids("بب").last());
        // Two letters become one glyph.
        assert_eq!(ids("لا").len(), 1);
        // A non-joiner keeps them apart and is invisible.
        assert_eq!(ids("ه\u{200c}ه").first(), ids("ه").first());
        // A mark is placed above its letter and takes no space.
        let marked = set("بَ");
        assert!(marked.iter().any(|it| it.advance == 0.0), "{marked:?}");
        let width = |text: &str| set(text).iter().map(|it| it.advance).sum::<f32>();
        assert_eq!(width("بَ"), width("ب"));
    }

    #[test]
    fn joined_words_are_in_visual_order_among_others() {
        let fonts = Fonts::with(vec![system_font("truetype/dejavu/DejaVuSans.ttf")]);
        let stack = FontStack::of(&fonts);
        let text = "ab سلام 12";
        let lines = StyledText::of(text, FontStyle::Sans).lines(&stack, 100.0);
        let seen: Vec<&str> = lines[0]
            .letters
            .iter()
            .map(|it| &text[it.1.clone()])
            .collect();
        assert_eq!(seen.concat(), ["ab 12 ", "م", "لا", "س"].concat());
    }
}
