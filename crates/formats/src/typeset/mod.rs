//! Sets text in type: `fonts` has the glyphs, `lines` breaks text into lines and puts them into
//! visual order, `shaping` joins the letters of scripts such as Arabic. Enter through
//! [`StyledText`], or through [`letters_in_one_line`].

mod fonts;
mod lines;
mod shaping;

pub use fonts::{FontFile, Fonts};
pub(crate) use fonts::{FontStack, FontStyle, Glyph};
pub(crate) use lines::{Line, StyledText};

/// The glyphs of a text from left to right, without line breaks.
pub(crate) fn letters_in_one_line(
    text: &str,
    cut: FontStyle,
    font_stack: &FontStack<'_>,
) -> Vec<Glyph> {
    let is_simple = |it: char| !lines::is_right_to_left(it) && !shaping::needs_shaping(it);
    if text.chars().all(is_simple) {
        let letters = text.chars();
        return letters
            .filter_map(|it| font_stack.glyph_or_fallback(cut, it))
            .collect();
    }
    let lines = StyledText::of(text, cut).lines(font_stack, f32::INFINITY);
    let letters = lines.into_iter().flat_map(|it| it.letters);
    letters.map(|it| it.0).collect()
}
