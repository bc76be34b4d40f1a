//! Letters for the formats that set type: built-in fonts for Latin, Greek and Cyrillic, and those
//! handed in by the face for every other script, as this room reads no files. Each character is
//! set in the first font that has it; scripts whose letters join or reorder are not set.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, GlyphId, MetadataProvider as _};

/// The fonts every build holds, under the SIL Open Font License beside them.
static BUILT_IN: [&[u8]; 4] = [
    include_bytes!("../fonts/NotoSerif-Regular.ttf"),
    include_bytes!("../fonts/NotoSerif-Bold.ttf"),
    include_bytes!("../fonts/NotoSerif-Italic.ttf"),
    include_bytes!("../fonts/NotoSans-Regular.ttf"),
];

/// A font of this machine: a file, and which of the fonts in it.
#[derive(Debug, Clone)]
pub struct FontFile {
    /// The file.
    pub bytes: Arc<Vec<u8>>,
    /// The number of the font in a collection; 0 elsewhere.
    pub index: u32,
}

/// What type is set with.
#[derive(Debug, Clone, Default)]
pub struct Fonts {
    handed: Vec<FontFile>,
}

impl Fonts {
    /// The built-in fonts and these, asked in this order. Files that are no fonts are left out.
    pub fn with(handed: Vec<FontFile>) -> Self {
        let is_font = |it: &FontFile| FontRef::from_index(&it.bytes, it.index).is_ok();
        Self {
            handed: handed.into_iter().filter(is_font).collect(),
        }
    }

    /// The file of a face, by its number.
    pub(crate) fn file(&self, face: usize) -> (Arc<dyn AsRef<[u8]> + Send + Sync>, u32) {
        match BUILT_IN.get(face) {
            Some(bytes) => (Arc::new(*bytes), 0),
            None => {
                let file = &self.handed[face - BUILT_IN.len()];
                (Arc::<Vec<u8>>::clone(&file.bytes), file.index)
            }
        }
    }
}

/// How letters are cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Cut {
    Regular,
    Bold,
    Italic,
    Sans,
}

impl Cut {
    /// The built-in faces in the order they are asked.
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
pub(crate) struct Letter {
    /// The number of its face.
    pub(crate) face: usize,
    /// Its number in the face.
    pub(crate) glyph: GlyphId,
    /// How far it moves on, for a size of 1.
    pub(crate) advance: f32,
}

struct Face<'a> {
    font: FontRef<'a>,
    letters: Charmap<'a>,
    metrics: GlyphMetrics<'a>,
    /// How many of its units make a size of 1.
    units: u16,
}

/// Fonts open for setting.
pub(crate) struct Type<'a> {
    faces: Vec<Face<'a>>,
    found: RefCell<HashMap<(Cut, char), Option<Letter>>>,
}

impl<'a> Type<'a> {
    pub(crate) fn of(fonts: &'a Fonts) -> Self {
        let built_in = BUILT_IN.iter().map(|it| FontRef::new(it));
        let handed = fonts
            .handed
            .iter()
            .map(|it| FontRef::from_index(&it.bytes, it.index));
        let faces = built_in
            .chain(handed)
            .filter_map(Result::ok)
            .map(|font| Face {
                letters: font.charmap(),
                units: font
                    .metrics(Size::unscaled(), LocationRef::default())
                    .units_per_em,
                metrics: font.glyph_metrics(Size::unscaled(), LocationRef::default()),
                font,
            });
        Self {
            faces: faces.collect(),
            found: RefCell::default(),
        }
    }

    /// A character in type; `None` where no font has it.
    pub(crate) fn letter(&self, cut: Cut, c: char) -> Option<Letter> {
        let mut found = self.found.borrow_mut();
        *found.entry((cut, c)).or_insert_with(|| self.find(cut, c))
    }

    fn find(&self, cut: Cut, c: char) -> Option<Letter> {
        let handed = BUILT_IN.len()..self.faces.len();
        cut.faces().into_iter().chain(handed).find_map(|number| {
            let face = self.faces.get(number)?;
            let glyph = face.letters.map(c).filter(|it| it.to_u32() != 0)?;
            let units = f32::from(face.units.max(1));
            let advance = face.metrics.advance_width(glyph)? / units;
            Some(Letter {
                face: number,
                glyph,
                advance,
            })
        })
    }

    /// A character in type, or the sign for one that is missing; `None` for one that is not seen.
    pub(crate) fn set(&self, cut: Cut, c: char) -> Option<Letter> {
        if is_unseen(c) {
            return None;
        }
        let space = |c: char| {
            if c.is_whitespace() && c != '\u{3000}' {
                ' '
            } else {
                c
            }
        };
        self.letter(cut, space(c))
            .or_else(|| self.letter(cut, '\u{fffd}'))
    }

    /// Whether a text has characters for which there is no font.
    pub(crate) fn lacks(&self, text: &str) -> bool {
        text.chars()
            .any(|c| !is_unseen(c) && !c.is_whitespace() && self.letter(Cut::Regular, c).is_none())
    }

    /// The font of a face, for its outlines.
    pub(crate) fn font(&self, face: usize) -> &FontRef<'a> {
        &self.faces[face].font
    }
}

/// Whether a character leaves no mark: controls, joiners, marks of direction, variants.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::outside::chinese_font;

    #[test]
    fn letters_come_from_the_first_font_that_has_them() {
        let none = Fonts::default();
        let type_of = Type::of(&none);
        assert_eq!(type_of.letter(Cut::Bold, 'ё').unwrap().face, 1);
        assert!(!type_of.lacks("“Ça va?” — Ελλάδα, ёж …"));
        assert!(type_of.lacks("雨"));
        let fonts = Fonts::with(vec![
            FontFile {
                bytes: Arc::new(b"no font".to_vec()),
                index: 0,
            },
            chinese_font(),
        ]);
        let type_of = Type::of(&fonts);
        let rain = type_of.letter(Cut::Italic, '雨').unwrap();
        assert_eq!((rain.face, rain.advance), (4, 1.0));
        assert!(!type_of.lacks("雨夜 and\u{200d} rain\n"));
        assert!(type_of.lacks("🙂"));
    }
}
