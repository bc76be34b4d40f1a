//! Glyphs for the formats that set type: built-in fonts for Latin, Greek and Cyrillic, and fonts
//! the caller supplies for other scripts, because this crate reads no files. Each character is set
//! in the first font that has it.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use harfrust::{Direction, ShapeOptions, ShaperData, UnicodeBuffer};
use skrifa::attribute::Weight;
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, GlyphId, MetadataProvider as _};

/// The fonts compiled in, licensed under the SIL Open Font License (text beside them).
static BUILT_IN: [&[u8]; 4] = [
    include_bytes!("../../fonts/NotoSerif-Regular.ttf"),
    include_bytes!("../../fonts/NotoSerif-Bold.ttf"),
    include_bytes!("../../fonts/NotoSerif-Italic.ttf"),
    include_bytes!("../../fonts/NotoSans-Regular.ttf"),
];

/// A font from the user's system: a file and an index into it.
#[derive(Debug, Clone)]
pub struct FontFile {
    /// The bytes of the file.
    pub bytes: Arc<Vec<u8>>,
    /// The index of the font in a collection; 0 otherwise.
    pub index: u32,
}

/// The fonts available for setting type.
#[derive(Debug, Clone, Default)]
pub struct Fonts {
    extra: Vec<FontFile>,
}

impl Fonts {
    /// The built-in fonts followed by these, in order of preference. Files that are not fonts are
    /// ignored.
    pub fn with(extra: Vec<FontFile>) -> Self {
        let is_font = |it: &FontFile| FontRef::from_index(&it.bytes, it.index).is_ok();
        Self {
            extra: extra.into_iter().filter(is_font).collect(),
        }
    }

    /// The font file of a face, by number, and the index of the font in it.
    pub(crate) fn file(&self, face: usize) -> (Arc<dyn AsRef<[u8]> + Send + Sync>, u32) {
        match BUILT_IN.get(face) {
            Some(bytes) => (Arc::new(*bytes), 0),
            None => {
                let file = &self.extra[face - BUILT_IN.len()];
                (Arc::<Vec<u8>>::clone(&file.bytes), file.index)
            }
        }
    }
}

/// The style of a font.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum FontStyle {
    Regular,
    Bold,
    Italic,
    Sans,
}

impl FontStyle {
    /// The built-in faces in the order they are tried.
    fn faces(self) -> [usize; 3] {
        match self {
            Self::Regular => [0, 3, 3],
            Self::Bold => [1, 0, 3],
            Self::Italic => [2, 0, 3],
            Self::Sans => [3, 0, 0],
        }
    }
}

/// One character set in type.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Glyph {
    /// The number of its face.
    pub(crate) face: usize,
    /// The glyph's id in the face.
    pub(crate) glyph_id: GlyphId,
    /// Its advance width at font size 1.
    pub(crate) advance: f32,
    /// Its offset to the right of its position and above the baseline, at font size 1.
    pub(crate) offset: (f32, f32),
}

struct Face<'a> {
    font: FontRef<'a>,
    /// The shaping data of the font, read when it is first needed.
    shaper: OnceCell<ShaperData>,
    letters: Charmap<'a>,
    metrics: GlyphMetrics<'a>,
    is_bold: bool,
    /// The font's units per em.
    units: u16,
}

/// Parsed fonts, ready for setting type.
pub(crate) struct FontStack<'a> {
    faces: Vec<Face<'a>>,
    found: RefCell<HashMap<(FontStyle, char), Option<Glyph>>>,
}

impl<'a> FontStack<'a> {
    pub(crate) fn of(fonts: &'a Fonts) -> Self {
        let built_in = BUILT_IN.iter().map(|it| FontRef::new(it));
        let extra = fonts
            .extra
            .iter()
            .map(|it| FontRef::from_index(&it.bytes, it.index));
        let faces = built_in
            .chain(extra)
            .filter_map(Result::ok)
            .map(|font| Face {
                letters: font.charmap(),
                units: font
                    .metrics(Size::unscaled(), LocationRef::default())
                    .units_per_em,
                metrics: font.glyph_metrics(Size::unscaled(), LocationRef::default()),
                is_bold: font.attributes().weight >= Weight::SEMI_BOLD,
                shaper: OnceCell::new(),
                font,
            });
        Self {
            faces: faces.collect(),
            found: RefCell::default(),
        }
    }

    /// The glyph for a character; `None` if no font has it.
    pub(crate) fn glyph(&self, cut: FontStyle, c: char) -> Option<Glyph> {
        let mut found = self.found.borrow_mut();
        *found.entry((cut, c)).or_insert_with(|| self.find(cut, c))
    }

    fn find(&self, cut: FontStyle, c: char) -> Option<Glyph> {
        // Of the caller's fonts, those with the wanted weight come first.
        let extra = BUILT_IN.len()..self.faces.len();
        let is_wanted = |it: &usize| self.faces[*it].is_bold == (cut == FontStyle::Bold);
        let (wanted, others): (Vec<_>, Vec<_>) = extra.partition(is_wanted);
        let numbers = cut.faces().into_iter().chain(wanted).chain(others);
        numbers.into_iter().find_map(|number| {
            let face = self.faces.get(number)?;
            let glyph = face.letters.map(c).filter(|it| it.to_u32() != 0)?;
            let units = f32::from(face.units.max(1));
            let advance = face.metrics.advance_width(glyph)? / units;
            Some(Glyph {
                face: number,
                glyph_id: glyph,
                advance,
                offset: (0.0, 0.0),
            })
        })
    }

    /// The glyph for a character, or the replacement glyph if it is missing; `None` for invisible
    /// characters.
    pub(crate) fn glyph_or_fallback(&self, cut: FontStyle, c: char) -> Option<Glyph> {
        if is_invisible(c) {
            return None;
        }
        let space = |c: char| {
            if c.is_whitespace() && c != '\u{3000}' {
                ' '
            } else {
                c
            }
        };
        self.glyph(cut, space(c))
            .or_else(|| self.glyph(cut, '\u{fffd}'))
    }

    /// Whether a face has a character.
    pub(crate) fn has_glyph(&self, face: usize, c: char) -> bool {
        let face = self.faces.get(face);
        face.and_then(|it| it.letters.map(c))
            .is_some_and(|it| it.to_u32() != 0)
    }

    /// The glyphs of a text in one script and one face, whose letters join, are reordered and carry
    /// marks, from left to right; each with the position of its letter in the text.
    pub(crate) fn shape(
        &self,
        face: usize,
        text: &str,
        is_right_to_left: bool,
    ) -> Vec<(Glyph, usize)> {
        let Some(own) = self.faces.get(face) else {
            return Vec::new();
        };
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        buffer.set_direction(match is_right_to_left {
            true => Direction::RightToLeft,
            false => Direction::LeftToRight,
        });
        let data = own.shaper.get_or_init(|| ShaperData::new(&own.font));
        let shaper = data.shaper(&own.font).build();
        let shaped = shaper.shape(buffer, ShapeOptions::new());
        let units = f32::from(own.units.max(1));
        let scaled = |it: i32| it as f32 / units;
        let glyphs = shaped.glyph_infos().iter().zip(shaped.glyph_positions());
        glyphs
            .map(|(info, at)| {
                let glyph = Glyph {
                    face,
                    glyph_id: GlyphId::new(info.glyph_id),
                    advance: scaled(at.x_advance),
                    offset: (scaled(at.x_offset), scaled(at.y_offset)),
                };
                (glyph, info.cluster as usize)
            })
            .collect()
    }

    /// Whether a text contains characters that no font has.
    pub(crate) fn has_missing_glyphs(&self, text: &str) -> bool {
        text.chars().any(|c| {
            !is_invisible(c) && !c.is_whitespace() && self.glyph(FontStyle::Regular, c).is_none()
        })
    }

    /// The font of a face, for its outlines.
    pub(crate) fn font(&self, face: usize) -> &FontRef<'a> {
        &self.faces[face].font
    }
}

/// Whether a character has no visible form: controls, joiners, direction marks, variation
/// selectors.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::external_programs::chinese_font;

    #[test]
    fn uses_the_first_font_with_the_glyph() {
        let none = Fonts::default();
        let font_stack = FontStack::of(&none);
        assert_eq!(font_stack.glyph(FontStyle::Bold, 'ё').unwrap().face, 1);
        assert!(!font_stack.has_missing_glyphs("“Ça va?” — Ελλάδα, ёж …"));
        assert!(font_stack.has_missing_glyphs("雨"));
        let fonts = Fonts::with(vec![
            FontFile {
                bytes: Arc::new(b"no font".to_vec()),
                index: 0,
            },
            chinese_font("Regular"),
        ]);
        let font_stack = FontStack::of(&fonts);
        let rain = font_stack.glyph(FontStyle::Italic, '雨').unwrap();
        assert_eq!((rain.face, rain.advance), (4, 1.0));
        assert!(!font_stack.has_missing_glyphs("雨夜 and\u{200d} rain\n"));
        assert!(font_stack.has_missing_glyphs("🙂"));
    }

    #[test]
    fn uses_a_bold_font_for_bold_text_if_available() {
        let fonts = Fonts::with(vec![chinese_font("Regular"), chinese_font("Bold")]);
        let font_stack = FontStack::of(&fonts);
        let face = |style| font_stack.glyph(style, '雨').unwrap().face;
        assert_eq!((face(FontStyle::Regular), face(FontStyle::Italic)), (4, 4));
        assert_eq!(face(FontStyle::Bold), 5);
        let regular = Fonts::with(vec![chinese_font("Regular")]);
        let font_stack = FontStack::of(&regular);
        assert_eq!(font_stack.glyph(FontStyle::Bold, '雨').unwrap().face, 4);
    }
}
