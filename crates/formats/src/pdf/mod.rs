//! PDF: the story as a book on A4, with contents as bookmarks and choices as links. Laid out here
//! (`lines`, `sheets`), written by krilla, which embeds of each font what is used of it. Out only.

mod lines;
mod sheets;
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

use self::lines::{Line, Words};
use self::sheets::{HEIGHT, Item, Lead, Link, Sheet, Sheets, WIDTH};
use crate::fonts::{Cut, Fonts, Type};
use crate::kept;
use crate::watch::over;
use crate::writing::{Book, Holds, IMAGE, Losses};
use crate::{About, Exporter, Format, Loss, Lost, Parcel};

const HOLDS: Holds = Holds {
    format: "pdf",
    capabilities: &[kept::TEXT, IMAGE],
    kind: |_| true,
};

/// A book on paper.
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
    fn losses(&self, parcel: &Parcel) -> Vec<Loss> {
        self.losses_with(parcel, &Fonts::default())
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        self.export_with(parcel, &Fonts::default())
    }

    fn sets_type(&self) -> bool {
        true
    }

    fn losses_with(&self, parcel: &Parcel, fonts: &Fonts) -> Vec<Loss> {
        let book = Book::of_scenes(parcel);
        let type_of = Type::of(fonts);
        let mut losses = Losses::of(parcel, &HOLDS);
        book.losses(&mut losses);
        let chapters = book.chapters.iter().filter(|it| {
            let labels = it.choices.iter().any(|it| type_of.lacks(&it.words));
            labels || type_of.lacks(&it.title) || type_of.lacks(kept::text_of(it.node))
        });
        losses.nodes(Lost::FontTexts, chapters.map(|it| it.node));
        let chapters = book.chapters.iter();
        let unread = chapters.filter(|it| {
            book.picture(it)
                .is_some_and(|(_, asset, _)| image(&asset.mime, &asset.bytes).is_none())
        });
        losses.nodes(Lost::PicturesUnread, unread.map(|it| it.node));
        losses.done()
    }

    fn export_with(&self, parcel: &Parcel, fonts: &Fonts) -> Vec<u8> {
        let book = Book::of_scenes(parcel);
        let type_of = Type::of(fonts);
        let sheets = Sheets::of(&book, &type_of);
        let mut press = Press {
            fonts,
            type_of: &type_of,
            parcel,
            faces: HashMap::new(),
            pictures: HashMap::new(),
        };
        let mut document = Document::new();
        let places: Vec<_> = sheets
            .chapters
            .iter()
            .map(|(sheet, y)| XyzDestination::new(*sheet, Point::from_xy(0.0, *y)))
            .collect();
        for (number, sheet) in over("writing pages", &sheets.sheets).enumerate() {
            press.print(&mut document, sheet, number + 1, &places);
        }
        let mut outline = Outline::new();
        for (chapter, place) in book.chapters.iter().zip(places) {
            outline.push_child(OutlineNode::new(chapter.title.clone(), place));
        }
        document.set_outline(outline);
        let metadata = Metadata::new()
            .title(book.title.clone())
            .language(book.language.to_owned())
            .document_id(parcel.story.id.to_string());
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

/// Draws sheets.
struct Press<'a> {
    fonts: &'a Fonts,
    type_of: &'a Type<'a>,
    parcel: &'a Parcel,
    faces: HashMap<usize, Option<Font>>,
    pictures: HashMap<AssetId, Option<Image>>,
}

impl Press<'_> {
    fn print(
        &mut self,
        document: &mut Document,
        sheet: &Sheet,
        number: usize,
        places: &[XyzDestination],
    ) {
        let size = Size::from_wh(WIDTH, HEIGHT).expect("a sheet has a size");
        let mut page = document.start_page_with(PageSettings::new(size));
        let mut surface = page.surface();
        surface.set_fill(Some(Fill {
            paint: rgb::Color::new(20, 20, 20).into(),
            ..Fill::default()
        }));
        for item in &sheet.items {
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
        let words = Words::of(&number.to_string(), Cut::Regular);
        for line in words.lines(self.type_of, 40.0) {
            let x = (WIDTH - line.width * 9.0) / 2.0;
            self.line(&mut surface, (x, HEIGHT - 40.0), 9.0, &words, &line);
        }
        surface.finish();
        for Link {
            x,
            y,
            width,
            height,
            to,
        } in &sheet.links
        {
            let target = match to {
                Lead::Chapter(number) => match places.get(*number) {
                    Some(place) => Target::Destination(place.clone().into()),
                    None => continue,
                },
                Lead::Web(address) => {
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

    /// Draws a line, one stretch of letters of the same face after the other.
    fn line(
        &mut self,
        surface: &mut Surface<'_>,
        (x, y): (f32, f32),
        size: f32,
        words: &Words,
        line: &Line,
    ) {
        for stretch in line
            .letters
            .chunk_by(|one, other| one.0.face == other.0.face)
        {
            let Some((first, _, from)) = stretch.first() else {
                continue;
            };
            let Some(font) = self.face(first.face) else {
                continue;
            };
            let begin = stretch.first().map_or(0, |it| it.1.start);
            let end = stretch.last().map_or(0, |it| it.1.end);
            let glyphs: Vec<_> = stretch
                .iter()
                .map(|(letter, bytes, _)| KrillaGlyph {
                    glyph_id: GlyphId::new(letter.glyph.to_u32()),
                    text_range: bytes.start - begin..bytes.end - begin,
                    x_advance: letter.advance,
                    x_offset: 0.0,
                    y_offset: 0.0,
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
        let parcel = self.parcel;
        let image = self.pictures.entry(id).or_insert_with(|| {
            let asset = parcel.assets.get(&id)?;
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
