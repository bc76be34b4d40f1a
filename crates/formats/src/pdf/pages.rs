//! Lays out the story on pages: positions of everything, before drawing.

use std::rc::Rc;

use model::AssetId;

use crate::export::prose::{Block, BlockKind, ListMarker};
use crate::export::{Book, Opening};
use crate::typeset::{FontStack, FontStyle, Line, StyledText};
use markup::progress::track;

/// The margins, in points.
const MARGIN: f32 = 72.0;
/// The font size of prose.
const FONT_SIZE: f32 = 11.0;
/// The font size of the numbers above pages.
const HEAD_SIZE: f32 = 9.0;
/// The space that a line across the page needs, with a little of what follows.
const RULE_SPACE: f32 = 30.0;

/// One page.
#[derive(Default)]
pub(super) struct Page {
    pub(super) items: Vec<Item>,
    pub(super) links: Vec<Link>,
}

/// Something to draw.
pub(super) enum Item {
    /// A line of text, by its baseline.
    Line {
        x: f32,
        y: f32,
        size: f32,
        words: Rc<StyledText>,
        line: Line,
    },
    /// A picture, by its top left corner and size.
    Picture {
        id: AssetId,
        x: f32,
        y: f32,
        size: (f32, f32),
    },
    /// A horizontal line.
    Rule { x: f32, y: f32, width: f32 },
}

/// A link area.
pub(super) struct Link {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) to: LinkTarget,
}

/// The target of a link.
pub(super) enum LinkTarget {
    /// A chapter, by its index.
    Chapter(usize),
    /// A web address.
    Web(String),
}

/// The whole story laid out on pages.
pub(super) struct PageLayout<'a> {
    font_stack: &'a FontStack<'a>,
    /// The width of the text, and where it ends below.
    column: f32,
    bottom: f32,
    pub(super) pages: Vec<Page>,
    /// The page and vertical position at which each chapter begins.
    pub(super) chapters: Vec<(usize, f32)>,
    /// The same for the parts.
    pub(super) parts: Vec<(usize, f32)>,
    y: f32,
}

/// The style of a paragraph.
#[derive(Clone, Copy)]
struct ParagraphStyle {
    size: f32,
    indent: f32,
    before: f32,
    /// The space required below it for what follows.
    keep: f32,
    is_centered: bool,
}

const PROSE: ParagraphStyle = ParagraphStyle {
    size: FONT_SIZE,
    indent: 0.0,
    before: 5.0,
    keep: 0.0,
    is_centered: false,
};

impl<'a> PageLayout<'a> {
    pub(super) fn of(book: &Book<'_>, font_stack: &'a FontStack<'a>) -> Self {
        let (width, height) = book.bundle.options.paper.points();
        let mut pages = Self {
            font_stack,
            column: width - 2.0 * MARGIN,
            bottom: height - MARGIN,
            pages: vec![Page::default()],
            chapters: Vec::new(),
            parts: Vec::new(),
            y: MARGIN,
        };
        let title = ParagraphStyle {
            size: 24.0,
            before: 40.0,
            keep: 60.0,
            is_centered: true,
            ..PROSE
        };
        pages.paragraph(StyledText::of(&book.title, FontStyle::Bold), title);
        pages.y += 30.0;
        for (number, chapter) in track("setting pages", &book.chapters).enumerate() {
            let part = book.parts.beginning_at(number);
            if book.has_chapter_pages() && (part.is_some() || chapter.opening == Opening::Heading) {
                pages.begin_page();
            }
            if let Some((_, part)) = part {
                pages.part(&part);
            }
            pages.chapter(book, number);
        }
        if book.is_numbered() {
            pages.head_pages(width);
        }
        pages
    }

    fn part(&mut self, title: &str) {
        let heading = ParagraphStyle {
            size: 19.0,
            before: 40.0,
            keep: 120.0,
            is_centered: true,
            ..PROSE
        };
        self.ensure_space(heading.before + heading.size * 1.6 + heading.keep);
        self.parts.push((self.pages.len() - 1, self.y));
        self.paragraph(StyledText::of(title, FontStyle::Bold), heading);
    }

    fn chapter(&mut self, book: &Book<'_>, number: usize) {
        let chapter = &book.chapters[number];
        // Breaks the page first, so that the recorded position is the final one.
        match chapter.opening {
            Opening::Heading => {
                let heading = ParagraphStyle {
                    size: 15.0,
                    before: 28.0,
                    keep: 60.0,
                    is_centered: book.is_numbered(),
                    ..PROSE
                };
                self.ensure_space(heading.before + heading.size * 1.6 + heading.keep);
                self.record_chapter();
                self.paragraph(StyledText::of(&chapter.title, FontStyle::Bold), heading);
                self.y += 4.0;
            }
            Opening::SceneBreak => {
                self.ensure_space(RULE_SPACE + 2.0 * FONT_SIZE);
                self.record_chapter();
                self.rule();
            }
            Opening::Unmarked => self.record_chapter(),
        }
        if let Some((id, asset, _)) = book.picture(chapter) {
            self.picture(id, &asset.bytes);
        }
        if let Some(note) = book.entry_note(chapter) {
            self.paragraph(StyledText::of(&note, FontStyle::Italic), PROSE);
        }
        for block in chapter.blocks() {
            self.block(&block);
        }
        let choices = book.printed_choices(number);
        if choices.is_empty() {
            return;
        }
        self.y += 4.0;
        for choice in choices {
            let mut words = StyledText::of("» ", FontStyle::Regular);
            let style = match choice.turn_to {
                Some(_) => FontStyle::Regular,
                None => FontStyle::Bold,
            };
            words.add(&choice.words, style);
            if let Some(note) = &choice.note {
                words.add(note, FontStyle::Italic);
            }
            if let Some((between, turn_to)) = &choice.turn_to {
                words.add(between, FontStyle::Regular);
                words.add(turn_to, FontStyle::Bold);
            }
            let set = ParagraphStyle {
                indent: 12.0,
                ..PROSE
            };
            let placed = self.paragraph(words, set);
            for (page, x, y, width) in placed {
                self.pages[page].links.push(Link {
                    x,
                    y: y - FONT_SIZE,
                    width,
                    height: FONT_SIZE * 1.4,
                    to: LinkTarget::Chapter(choice.to),
                });
            }
        }
    }

    /// Writes above every page which sections are on it.
    fn head_pages(&mut self, width: f32) {
        let mut next = 0;
        for (number, page) in self.pages.iter_mut().enumerate() {
            let begins = |it: &usize| self.chapters.get(*it).is_some_and(|it| it.0 == number);
            let at_top = self.chapters.get(next).is_some_and(|it| it.1 <= MARGIN);
            // Counted from one, the section that goes on from the page before is the one before the next.
            let first = match begins(&next) && (at_top || next == 0) {
                true => next + 1,
                false => next,
            };
            next = (next..).find(|it| !begins(it)).unwrap_or(next);
            let words = match next.saturating_sub(first) {
                0 => next.to_string(),
                _ => format!("{first}–{next}"),
            };
            let words = Rc::new(StyledText::of(&words, FontStyle::Regular));
            for line in words.lines(self.font_stack, 40.0) {
                page.items.push(Item::Line {
                    x: (width - line.width * HEAD_SIZE) / 2.0,
                    y: MARGIN / 2.0,
                    size: HEAD_SIZE,
                    words: Rc::clone(&words),
                    line,
                });
            }
        }
    }

    fn record_chapter(&mut self) {
        self.chapters.push((self.pages.len() - 1, self.y));
    }

    /// A short line in the middle.
    fn rule(&mut self) {
        self.ensure_space(RULE_SPACE);
        let page = self.pages.last_mut().expect("there is always a page");
        let (x, width) = (MARGIN + self.column / 2.0 - 40.0, 80.0);
        page.items.push(Item::Rule {
            x,
            y: self.y + 16.0,
            width,
        });
        self.y += 26.0;
    }

    fn block(&mut self, block: &Block) {
        let quoted = 18.0 * block.quote_depth as f32;
        let plain = if block.quote_depth > 0 {
            FontStyle::Italic
        } else {
            FontStyle::Regular
        };
        let mut words = StyledText::default();
        let mut set = ParagraphStyle {
            indent: quoted,
            ..PROSE
        };
        match block.kind {
            BlockKind::Rule => {
                self.rule();
                return;
            }
            BlockKind::Paragraph => words.add_runs(&block.runs, plain),
            BlockKind::Heading(_) => {
                words.add_runs(&block.runs, FontStyle::Bold);
                set = ParagraphStyle {
                    size: 12.5,
                    before: 14.0,
                    keep: 40.0,
                    ..set
                };
            }
            BlockKind::Code => {
                words.add_runs(&block.runs, FontStyle::Sans);
                set.size = 9.5;
                set.indent += 12.0;
            }
            BlockKind::Item { depth, mark } => {
                set.indent += 16.0 * depth as f32;
                set.before = 2.0;
                match mark {
                    ListMarker::Bullet => words.add("•  ", plain),
                    ListMarker::Number(number) => words.add(&format!("{number}.  "), plain),
                    ListMarker::None => {}
                }
                words.add_runs(&block.runs, plain);
            }
        }
        self.paragraph(words, set);
    }

    /// Sets a paragraph; returns the page, left end, baseline and width of each of its lines.
    fn paragraph(&mut self, words: StyledText, set: ParagraphStyle) -> Vec<(usize, f32, f32, f32)> {
        let width = (self.column - set.indent).max(60.0);
        let lines = words.lines(self.font_stack, width / set.size);
        let words = Rc::new(words);
        let leading = set.size * 1.55;
        self.ensure_space(set.before + leading + set.keep);
        self.y += set.before;
        let mut placed = Vec::new();
        for line in lines {
            self.ensure_space(leading);
            self.y += leading;
            let wide = line.width * set.size;
            let x = if set.is_centered {
                MARGIN + (self.column - wide).max(0.0) / 2.0
            } else if line.is_right_to_left {
                MARGIN + self.column - set.indent - wide
            } else {
                MARGIN + set.indent
            };
            let y = self.y - set.size * 0.35;
            let number = self.pages.len() - 1;
            let page = &mut self.pages[number];
            for (from, to, address) in &line.links {
                page.links.push(Link {
                    x: x + from * set.size,
                    y: y - set.size,
                    width: (to - from) * set.size,
                    height: set.size * 1.4,
                    to: LinkTarget::Web(address.clone()),
                });
            }
            for (from, to) in &line.struck {
                page.items.push(Item::Rule {
                    x: x + from * set.size,
                    y: y - set.size * 0.3,
                    width: (to - from) * set.size,
                });
            }
            placed.push((number, x, y, wide));
            let words = Rc::clone(&words);
            page.items.push(Item::Line {
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
        let scale = (self.column / width).min(360.0 / height).min(0.75);
        let size = ((width * scale).max(1.0), (height * scale).max(1.0));
        self.ensure_space(size.1 + 16.0);
        let (x, y) = (MARGIN + (self.column - size.0) / 2.0, self.y + 8.0);
        let page = self.pages.last_mut().expect("there is always a page");
        page.items.push(Item::Picture { id, x, y, size });
        self.y += size.1 + 16.0;
    }

    /// Starts a new page if this one does not have this much space left.
    fn ensure_space(&mut self, height: f32) {
        if self.y + height > self.bottom {
            self.begin_page();
        }
    }

    /// Starts a new page, unless nothing is on this one.
    fn begin_page(&mut self) {
        if self.y > MARGIN {
            self.pages.push(Page::default());
            self.y = MARGIN;
        }
    }
}
