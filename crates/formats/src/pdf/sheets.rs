//! The story laid out on sheets: what stands where, before anything is drawn.

use std::rc::Rc;

use model::AssetId;

use super::lines::{Line, Words};
use crate::fonts::{Cut, Type};
use crate::watch::over;
use crate::writing::prose::{Block, Mark, Shape};
use crate::writing::{Book, Chapter, offered_when};

/// A4, in points.
pub(super) const WIDTH: f32 = 595.0;
pub(super) const HEIGHT: f32 = 842.0;
const MARGIN: f32 = 72.0;
const COLUMN: f32 = WIDTH - 2.0 * MARGIN;
const BOTTOM: f32 = HEIGHT - MARGIN;
/// The size of prose.
const SIZE: f32 = 11.0;

/// One sheet.
#[derive(Default)]
pub(super) struct Sheet {
    pub(super) items: Vec<Item>,
    pub(super) links: Vec<Link>,
}

/// Something to draw.
pub(super) enum Item {
    /// A line of type, on its base line.
    Line {
        x: f32,
        y: f32,
        size: f32,
        words: Rc<Words>,
        line: Line,
    },
    /// A picture, by its upper left corner and size.
    Picture {
        id: AssetId,
        x: f32,
        y: f32,
        size: (f32, f32),
    },
    /// A stroke from left to right.
    Rule { x: f32, y: f32, width: f32 },
}

/// A place that leads somewhere.
pub(super) struct Link {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) to: Lead,
}

/// Where a link leads.
pub(super) enum Lead {
    /// To a chapter, by its number.
    Chapter(usize),
    /// To a page of the web.
    Web(String),
}

/// The whole story on sheets.
pub(super) struct Sheets<'a> {
    type_of: &'a Type<'a>,
    pub(super) sheets: Vec<Sheet>,
    /// The sheet and the height at which each chapter begins.
    pub(super) chapters: Vec<(usize, f32)>,
    y: f32,
}

/// How a paragraph is set.
#[derive(Clone, Copy)]
struct Set {
    size: f32,
    indent: f32,
    before: f32,
    /// Room that must be left below for what follows.
    keep: f32,
    is_centered: bool,
}

const PROSE: Set = Set {
    size: SIZE,
    indent: 0.0,
    before: 5.0,
    keep: 0.0,
    is_centered: false,
};

impl<'a> Sheets<'a> {
    pub(super) fn of(book: &Book<'_>, type_of: &'a Type<'a>) -> Self {
        let mut sheets = Self {
            type_of,
            sheets: vec![Sheet::default()],
            chapters: Vec::new(),
            y: MARGIN,
        };
        let title = Set {
            size: 24.0,
            before: 40.0,
            keep: 60.0,
            is_centered: true,
            ..PROSE
        };
        sheets.paragraph(Words::of(&book.title, Cut::Bold), title);
        sheets.y += 30.0;
        for chapter in over("setting pages", &book.chapters) {
            sheets.chapter(book, chapter);
        }
        sheets
    }

    fn chapter(&mut self, book: &Book<'_>, chapter: &Chapter<'_>) {
        let heading = Set {
            size: 15.0,
            before: 28.0,
            keep: 60.0,
            ..PROSE
        };
        // Made now, so that a heading that moves to the next sheet is found there.
        self.room(heading.before + heading.size * 1.6 + heading.keep);
        self.chapters.push((self.sheets.len() - 1, self.y));
        self.paragraph(Words::of(&chapter.title, Cut::Bold), heading);
        self.y += 4.0;
        if let Some((id, asset, _)) = book.picture(chapter) {
            self.picture(id, &asset.bytes);
        }
        for block in chapter.blocks() {
            self.block(&block);
        }
        if !chapter.has_choices() {
            return;
        }
        self.y += 4.0;
        for choice in &chapter.choices {
            let mut words = Words::of("» ", Cut::Regular);
            words.add(&choice.words, Cut::Bold);
            if let Some(condition) = offered_when(choice.edge) {
                words.add(&format!(" ({condition})"), Cut::Italic);
            }
            let set = Set {
                indent: 12.0,
                ..PROSE
            };
            let placed = self.paragraph(words, set);
            for (sheet, y, width) in placed {
                self.sheets[sheet].links.push(Link {
                    x: MARGIN + set.indent,
                    y: y - SIZE,
                    width,
                    height: SIZE * 1.4,
                    to: Lead::Chapter(choice.to),
                });
            }
        }
    }

    fn block(&mut self, block: &Block) {
        let quoted = 18.0 * block.quoted as f32;
        let plain = if block.quoted > 0 {
            Cut::Italic
        } else {
            Cut::Regular
        };
        let mut words = Words::default();
        let mut set = Set {
            indent: quoted,
            ..PROSE
        };
        match block.shape {
            Shape::Rule => {
                self.room(30.0);
                let sheet = self.sheets.last_mut().expect("there is always a sheet");
                let (x, width) = (MARGIN + COLUMN / 2.0 - 40.0, 80.0);
                sheet.items.push(Item::Rule {
                    x,
                    y: self.y + 16.0,
                    width,
                });
                self.y += 26.0;
                return;
            }
            Shape::Paragraph => words.add_runs(&block.runs, plain),
            Shape::Heading(_) => {
                words.add_runs(&block.runs, Cut::Bold);
                set = Set {
                    size: 12.5,
                    before: 14.0,
                    keep: 40.0,
                    ..set
                };
            }
            Shape::Code => {
                words.add_runs(&block.runs, Cut::Sans);
                set.size = 9.5;
                set.indent += 12.0;
            }
            Shape::Item { depth, mark } => {
                set.indent += 16.0 * depth as f32;
                set.before = 2.0;
                match mark {
                    Mark::Bullet => words.add("•  ", plain),
                    Mark::Number(number) => words.add(&format!("{number}.  "), plain),
                    Mark::None => {}
                }
                words.add_runs(&block.runs, plain);
            }
        }
        self.paragraph(words, set);
    }

    /// Sets a paragraph; gives the sheet, base line and width of each of its lines.
    fn paragraph(&mut self, words: Words, set: Set) -> Vec<(usize, f32, f32)> {
        let width = (COLUMN - set.indent).max(60.0);
        let lines = words.lines(self.type_of, width / set.size);
        let words = Rc::new(words);
        let leading = set.size * 1.55;
        self.room(set.before + leading + set.keep);
        self.y += set.before;
        let mut placed = Vec::new();
        for line in lines {
            self.room(leading);
            self.y += leading;
            let wide = line.width * set.size;
            let x = if set.is_centered {
                MARGIN + (COLUMN - wide).max(0.0) / 2.0
            } else {
                MARGIN + set.indent
            };
            let y = self.y - set.size * 0.35;
            let number = self.sheets.len() - 1;
            let sheet = &mut self.sheets[number];
            for (from, to, address) in &line.links {
                sheet.links.push(Link {
                    x: x + from * set.size,
                    y: y - set.size,
                    width: (to - from) * set.size,
                    height: set.size * 1.4,
                    to: Lead::Web(address.clone()),
                });
            }
            for (from, to) in &line.struck {
                sheet.items.push(Item::Rule {
                    x: x + from * set.size,
                    y: y - set.size * 0.3,
                    width: (to - from) * set.size,
                });
            }
            placed.push((number, y, wide));
            let words = Rc::clone(&words);
            sheet.items.push(Item::Line {
                x,
                y,
                size: set.size,
                words,
                line,
            });
        }
        placed
    }

    fn picture(&mut self, id: AssetId, bytes: &[u8]) {
        let Ok(size) = imagesize::blob_size(bytes) else {
            return;
        };
        let (width, height) = (size.width.max(1) as f32, size.height.max(1) as f32);
        // A pixel is three quarters of a point, unless the picture would be too large.
        let scale = (COLUMN / width).min(360.0 / height).min(0.75);
        let size = ((width * scale).max(1.0), (height * scale).max(1.0));
        self.room(size.1 + 16.0);
        let (x, y) = (MARGIN + (COLUMN - size.0) / 2.0, self.y + 8.0);
        let sheet = self.sheets.last_mut().expect("there is always a sheet");
        sheet.items.push(Item::Picture { id, x, y, size });
        self.y += size.1 + 16.0;
    }

    /// Begins another sheet where this one has no such room.
    fn room(&mut self, height: f32) {
        if self.y + height > BOTTOM && self.y > MARGIN {
            self.sheets.push(Sheet::default());
            self.y = MARGIN;
        }
    }
}
