//! Exports the story as a book in PDF, with chapters as bookmarks and choices as links. `pages`
//! lays it out; krilla writes it and embeds font subsets.

mod pages;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use krilla::action::{Action, LinkAction};
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::color::rgb;
use krilla::destination::XyzDestination;
use krilla::geom::{PathBuilder, Point, Rect, Size, Transform};
use krilla::image::Image;
use krilla::metadata::Metadata;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, Stroke};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Data, Document};
use model::AssetId;

use self::pages::{Item, Link, LinkTarget, Page, PageLayout};
use crate::export::{Book, Losses, Opening};
use crate::typeset::{FontStack, FontStyle, Fonts, Line, StyledText};
use crate::{About, Bundle, ExportOption, Exporter, Format, Loss, LossKind};
use markup::kept_data;
use markup::progress::track;

/// Exporter for a PDF book.
pub(crate) struct Pdf;

impl Format for Pdf {
    fn about(&self) -> About {
        About {
            name: "pdf",
            title: "PDF book",
            extensions: &["pdf"],
        }
    }
}

impl Exporter for Pdf {
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        self.losses_with_fonts(bundle, &Fonts::default())
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        self.export_with_fonts(bundle, &Fonts::default())
    }

    fn needs_fonts(&self) -> bool {
        true
    }

    fn options(&self) -> &'static [ExportOption] {
        use ExportOption::{Chapters, Numbering, Paper};
        &[Chapters, Numbering, Paper]
    }

    fn losses_with_fonts(&self, bundle: &Bundle, fonts: &Fonts) -> Vec<Loss> {
        let book = Book::of(bundle);
        let font_stack = FontStack::of(fonts);
        let mut losses = Losses::of(bundle, &book.support("pdf"));
        book.losses(&mut losses);
        let chapters = book.chapters.iter().enumerate().filter(|(number, it)| {
            let part = book.parts.beginning_at(*number);
            let in_part = part.is_some_and(|(_, title)| font_stack.has_missing_glyphs(&title));
            let labels = it
                .choices
                .iter()
                .any(|it| font_stack.has_missing_glyphs(&it.words));
            labels
                || in_part
                || font_stack.has_missing_glyphs(&it.title)
                || font_stack.has_missing_glyphs(kept_data::text_of(it.node))
        });
        losses.add_nodes(LossKind::TextGlyphsMissing, chapters.map(|(_, it)| it.node));
        let chapters = book.chapters.iter();
        let unread = chapters.filter(|it| {
            book.picture(it)
                .is_some_and(|(_, asset, _)| image(&asset.mime, &asset.bytes).is_none())
        });
        losses.add_nodes(LossKind::UnreadablePictures, unread.map(|it| it.node));
        losses.finish()
    }

    fn export_with_fonts(&self, bundle: &Bundle, fonts: &Fonts) -> Vec<u8> {
        let book = Book::of(bundle);
        let font_stack = FontStack::of(fonts);
        let pages = PageLayout::of(&book, &font_stack);
        let mut press = Renderer {
            fonts,
            font_stack: &font_stack,
            bundle,
            faces: HashMap::new(),
            pictures: HashMap::new(),
        };
        let mut document = Document::new();
        let place = |(page, y): &(usize, f32)| XyzDestination::new(*page, Point::from_xy(0.0, *y));
        let places: Vec<_> = pages.chapters.iter().map(place).collect();
        for (number, page) in track("writing pages", &pages.pages).enumerate() {
            press.print(&mut document, page, number + 1, &places);
        }
        let mut outline = Outline::new();
        let mut part: Option<OutlineNode> = None;
        for (number, (chapter, at)) in book.chapters.iter().zip(&places).enumerate() {
            if chapter.opening != Opening::Heading {
                continue;
            }
            let begins = book.parts.beginning_at(number);
            let ends = begins.is_some() || book.parts.part_of(number).is_none();
            if ends && let Some(ended) = part.take() {
                outline.push_child(ended);
            }
            if let Some((index, title)) = begins {
                part = Some(OutlineNode::new(title, place(&pages.parts[index])));
            }
            let entry = OutlineNode::new(chapter.title.clone(), at.clone());
            match &mut part {
                Some(part) => part.push_child(entry),
                None => outline.push_child(entry),
            }
        }
        if let Some(last) = part {
            outline.push_child(last);
        }
        document.set_outline(outline);
        let metadata = Metadata::new()
            .title(book.title.clone())
            .language(book.language.clone())
            .document_id(bundle.story.id.to_string());
        document.set_metadata(metadata);
        document
            .finish()
            .expect("what is laid out here can be written")
    }
}

fn image(mime: &str, bytes: &[u8]) -> Option<Image> {
    let data = || Data::from(bytes.to_vec());
    let image = match mime {
        "image/png" => Image::from_png(data(), true),
        "image/jpeg" => Image::from_jpeg(data(), true),
        "image/gif" => Image::from_gif(data(), true),
        _ => return None,
    };
    image.ok()
}

/// Draws pages.
struct Renderer<'a> {
    fonts: &'a Fonts,
    font_stack: &'a FontStack<'a>,
    bundle: &'a Bundle,
    faces: HashMap<usize, Option<Font>>,
    pictures: HashMap<AssetId, Option<Image>>,
}

impl Renderer<'_> {
    fn print(
        &mut self,
        document: &mut Document,
        laid_out: &Page,
        number: usize,
        places: &[XyzDestination],
    ) {
        let (width, height) = self.bundle.options.paper.points();
        let size = Size::from_wh(width, height).expect("a page has a size");
        let mut page = document.start_page_with(PageSettings::new(size));
        let mut surface = page.surface();
        surface.set_fill(Some(Fill {
            paint: rgb::Color::new(20, 20, 20).into(),
            ..Fill::default()
        }));
        for item in &laid_out.items {
            match item {
                Item::Line {
                    x,
                    y,
                    size,
                    words,
                    line,
                } => self.line(&mut surface, (*x, *y), *size, words, line),
                Item::Picture { id, x, y, size } => {
                    self.picture(&mut surface, *id, (*x, *y), *size);
                }
                Item::Rule { x, y, width } => rule(&mut surface, *x, *y, *width),
            }
        }
        let words = StyledText::of(&number.to_string(), FontStyle::Regular);
        for line in words.lines(self.font_stack, 40.0) {
            let x = (width - line.width * 9.0) / 2.0;
            self.line(&mut surface, (x, height - 40.0), 9.0, &words, &line);
        }
        surface.finish();
        for Link {
            x,
            y,
            width,
            height,
            to,
        } in &laid_out.links
        {
            let target = match to {
                LinkTarget::Chapter(number) => match places.get(*number) {
                    Some(place) => Target::Destination(place.clone().into()),
                    None => continue,
                },
                LinkTarget::Web(address) => {
                    Target::Action(Action::Link(LinkAction::new(address.clone())))
                }
            };
            if let Some(rectangle) = Rect::from_xywh(*x, *y, width.max(1.0), *height) {
                let link = LinkAnnotation::new(rectangle, target);
                page.add_annotation(Annotation::new_link(link, None));
            }
        }
        page.finish();
    }

    /// Draws a line, one run of glyphs of the same face after another.
    fn line(
        &mut self,
        surface: &mut Surface<'_>,
        (x, y): (f32, f32),
        size: f32,
        words: &StyledText,
        line: &Line,
    ) {
        for stretch in line.letters.chunk_by(|one, other| {
            let (one_at, other_at) = (&one.1, &other.1);
            let goes_on =
                one_at.end == other_at.start || other_at.end == one_at.start || one_at == other_at;
            one.0.face == other.0.face && goes_on
        }) {
            let Some((first, _, from)) = stretch.first() else {
                continue;
            };
            let Some(font) = self.face(first.face) else {
                continue;
            };
            // In right-to-left text, the last letter comes first.
            let begin = stretch.iter().map(|it| it.1.start).min().unwrap_or(0);
            let end = stretch.iter().map(|it| it.1.end).max().unwrap_or(0);
            let glyphs: Vec<_> = stretch
                .iter()
                .map(|(letter, bytes, _)| KrillaGlyph {
                    glyph_id: GlyphId::new(letter.glyph_id.to_u32()),
                    text_range: bytes.start - begin..bytes.end - begin,
                    x_advance: letter.advance,
                    x_offset: letter.offset.0,
                    y_offset: letter.offset.1,
                    y_advance: 0.0,
                    location: None,
                })
                .collect();
            let start = Point::from_xy(x + from * size, y);
            surface.draw_glyphs(start, &glyphs, font, &words.text[begin..end], size, false);
        }
    }

    fn face(&mut self, number: usize) -> Option<Font> {
        let fonts = self.fonts;
        let face = self.faces.entry(number).or_insert_with(|| {
            let (bytes, index) = fonts.file(number);
            Font::new(bytes.into(), index)
        });
        face.clone()
    }

    fn picture(
        &mut self,
        surface: &mut Surface<'_>,
        id: AssetId,
        (x, y): (f32, f32),
        (width, height): (f32, f32),
    ) {
        let bundle = self.bundle;
        let image = self.pictures.entry(id).or_insert_with(|| {
            let asset = bundle.assets.get(&id)?;
            image(&asset.mime, &asset.bytes)
        });
        if let (Some(image), Some(size)) = (image.clone(), Size::from_wh(width, height)) {
            surface.push_transform(&Transform::from_translate(x, y));
            surface.draw_image(image, size);
            surface.pop();
        }
    }
}

fn rule(surface: &mut Surface<'_>, x: f32, y: f32, width: f32) {
    let mut path = PathBuilder::new();
    path.move_to(x, y);
    path.line_to(x + width, y);
    let fill = surface.get_fill().cloned();
    surface.set_fill(None);
    surface.set_stroke(Some(Stroke {
        paint: rgb::Color::new(120, 120, 120).into(),
        width: 0.6,
        ..Stroke::default()
    }));
    if let Some(path) = path.finish() {
        surface.draw_path(&path);
    }
    surface.set_stroke(None);
    surface.set_fill(fill);
}
