//! Rasterizes a drawing: boxes and curves with tiny-skia, text from glyph outlines.

use std::io::Write as _;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{GlyphId, MetadataProvider as _};
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash,
    Transform,
};

use super::drawing::{Drawing, rgb};
use super::shapes::{Rectangle, Shape, TextLine};
use super::thin_curve::ThinCurve;
use crate::typeset::{FontStack, FontStyle, letters_in_one_line};
use markup::progress::track;

/// Pixels per map unit, if the limits below allow it.
const PIXELS_PER_UNIT: f64 = 2.0;
/// The maximum side and area of a picture, in pixels.
const MAX_SIDE: f64 = 12_000.0;
const MAX_AREA: f64 = 24e6;
/// The line width of a link and the lengths of its dashes and gaps, in map units.
const LINE_WIDTH: f64 = 2.0;
const DASHES: (f64, f64) = (7.0, 5.0);
/// Text smaller than this is not drawn, since it would be illegible.
const MIN_FONT_SIZE: f64 = 5.0;
/// Above this many bytes of pixels, balanced compression takes longer than painting.
const LARGE_PICTURE: usize = 32 << 20;

/// Pixels per map unit for a drawing of this width and height.
pub(super) fn scale((width, height): (f64, f64)) -> f64 {
    PIXELS_PER_UNIT
        .min(MAX_SIDE / width.max(height))
        .min((MAX_AREA / (width * height)).sqrt())
}

/// Whether the text on cards is legible at this scale.
pub(super) fn is_readable(scale: f64) -> bool {
    scale * 16.0 >= 7.0
}

/// The smallest text that is drawn at this scale, in map units.
pub(super) fn smallest_text(scale: f64) -> f64 {
    MIN_FONT_SIZE / scale
}

/// The picture as PNG.
pub(super) fn png(plan: &Drawing, font_stack: &FontStack<'_>) -> Vec<u8> {
    let scale = scale((plan.width, plan.height));
    let pixels = |it: f64| ((it * scale).round() as u32).max(1);
    let mut canvas = Painter {
        pixels: Pixmap::new(pixels(plan.width), pixels(plan.height)).expect("bounded above zero"),
        whole: Transform::from_scale(scale as f32, scale as f32),
        scale,
        font_stack,
    };
    for shape in track("painting", &plan.shapes) {
        canvas.draw(shape);
    }
    encoded(&canvas.pixels)
}

/// The pixels without an alpha channel, because the picture is opaque.
fn encoded(pixels: &Pixmap) -> Vec<u8> {
    const WRITTEN: &str = "writing into memory does not fail";
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    let is_large = pixels.data().len() > LARGE_PICTURE;
    encoder.set_compression(match is_large {
        true => png::Compression::Fast,
        false => png::Compression::Balanced,
    });
    let mut writer = encoder.write_header().expect(WRITTEN);
    let mut stream = writer.stream_writer().expect(WRITTEN);
    let mut line = Vec::with_capacity(pixels.width() as usize * 3);
    let lines = pixels.data().chunks_exact(pixels.width() as usize * 4);
    for pixels in track("packing the picture", lines) {
        line.clear();
        line.extend(pixels.chunks_exact(4).flat_map(|it| [it[0], it[1], it[2]]));
        stream.write_all(&line).expect(WRITTEN);
    }
    stream.finish().expect(WRITTEN);
    writer.finish().expect(WRITTEN);
    bytes
}

struct Painter<'a> {
    pixels: Pixmap,
    whole: Transform,
    scale: f64,
    font_stack: &'a FontStack<'a>,
}

impl Painter<'_> {
    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Box {
                at,
                radius,
                fill,
                line,
            } => {
                let Some(path) = rounded(at, *radius) else {
                    return;
                };
                self.fill(&path, fill);
                if let Some((color, width)) = line {
                    self.stroke(&path, color, *width, false);
                }
            }
            Shape::Curve {
                points,
                color,
                is_dashed,
            } => {
                if LINE_WIDTH * self.scale <= 1.0 {
                    self.thin_curve(points, color, *is_dashed);
                    return;
                }
                let [a, b, c, d] = points;
                let mut path = PathBuilder::new();
                path.move_to(a.0 as f32, a.1 as f32);
                let [b, c, d] = [b, c, d].map(|it| (it.0 as f32, it.1 as f32));
                path.cubic_to(b.0, b.1, c.0, c.1, d.0, d.1);
                if let Some(path) = path.finish() {
                    self.stroke(&path, color, LINE_WIDTH, *is_dashed);
                }
            }
            Shape::Triangle {
                points: [a, b, c],
                color,
            } => {
                let mut path = PathBuilder::new();
                path.move_to(a.0 as f32, a.1 as f32);
                path.line_to(b.0 as f32, b.1 as f32);
                path.line_to(c.0 as f32, c.1 as f32);
                path.close();
                if let Some(path) = path.finish() {
                    self.fill(&path, color);
                }
            }
            Shape::Text(words) => self.words(words),
        }
    }

    /// Draws a curve thinner than a pixel.
    fn thin_curve(&mut self, points: &[(f64, f64); 4], color: &str, is_dashed: bool) {
        let scaled = |it: f64| it * self.scale;
        let thread = ThinCurve {
            color: rgb(color).unwrap_or_default(),
            width: scaled(LINE_WIDTH),
            dashes: is_dashed.then(|| (scaled(DASHES.0), scaled(DASHES.1))),
        };
        let curve = points.map(|it| (scaled(it.0), scaled(it.1)));
        thread.paint(&mut self.pixels, curve);
    }

    fn words(&mut self, words: &TextLine) {
        if words.size * self.scale < MIN_FONT_SIZE {
            return;
        }
        let size = words.size as f32;
        let letters = letters_in_one_line(&words.text, FontStyle::Sans, self.font_stack);
        let wide: f32 = letters.iter().map(|it| it.advance * size).sum();
        let start = words.x as f32 - if words.is_centered { wide / 2.0 } else { 0.0 };
        let mut outline = Outline {
            path: PathBuilder::new(),
            x: start,
            y: words.y as f32,
        };
        let (mut x, y) = (start, words.y as f32);
        for letter in letters {
            outline.x = x + letter.offset.0 * size;
            outline.y = y - letter.offset.1 * size;
            self.letter(letter.face, letter.glyph_id, size, &mut outline);
            x += letter.advance * size;
        }
        let Some(path) = outline.path.finish() else {
            return;
        };
        if words.has_halo {
            self.stroke(&path, "#f7f5f1", 4.0, false);
        }
        self.fill(&path, &words.color);
    }

    fn letter(&self, face: usize, glyph: GlyphId, size: f32, outline: &mut Outline) {
        let glyphs = self.font_stack.font(face).outline_glyphs();
        if let Some(glyph) = glyphs.get(glyph) {
            let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
            // A malformed outline leaves a gap, as in other programs.
            let _ = glyph.draw(settings, outline);
        }
    }

    fn fill(&mut self, path: &Path, color: &str) {
        let paint = paint(color);
        self.pixels
            .fill_path(path, &paint, FillRule::Winding, self.whole, None);
    }

    fn stroke(&mut self, path: &Path, color: &str, width: f64, is_dashed: bool) {
        let stroke = Stroke {
            width: width as f32,
            line_cap: LineCap::Butt,
            line_join: LineJoin::Round,
            dash: is_dashed
                .then(|| StrokeDash::new(vec![DASHES.0 as f32, DASHES.1 as f32], 0.0))
                .flatten(),
            ..Stroke::default()
        };
        self.pixels
            .stroke_path(path, &paint(color), &stroke, self.whole, None);
    }
}

fn paint(color: &str) -> Paint<'static> {
    let [red, green, blue] = rgb(color).unwrap_or_default();
    let mut paint = Paint::default();
    paint.set_color(Color::from_rgba8(red, green, blue, 255));
    paint.anti_alias = true;
    paint
}

fn rounded(at: &Rectangle, radius: f64) -> Option<Path> {
    let (x, y) = (at.x as f32, at.y as f32);
    let (width, height) = (at.width as f32, at.height as f32);
    let r = (radius as f32).min(width / 2.0).min(height / 2.0);
    let rect = Rect::from_xywh(x, y, width, height)?;
    if r <= 0.0 {
        return Some(PathBuilder::from_rect(rect));
    }
    // The control point distance for a quarter circle.
    let k = r * 0.552_3;
    let (right, bottom) = (rect.right(), rect.bottom());
    let mut path = PathBuilder::new();
    path.move_to(x + r, y);
    path.line_to(right - r, y);
    path.cubic_to(right - r + k, y, right, y + r - k, right, y + r);
    path.line_to(right, bottom - r);
    path.cubic_to(
        right,
        bottom - r + k,
        right - r + k,
        bottom,
        right - r,
        bottom,
    );
    path.line_to(x + r, bottom);
    path.cubic_to(x + r - k, bottom, x, bottom - r + k, x, bottom - r);
    path.line_to(x, y + r);
    path.cubic_to(x, y + r - k, x + r - k, y, x + r, y);
    path.close();
    path.finish()
}

/// Receives the outline of a glyph at a position; in fonts the y axis points up.
struct Outline {
    path: PathBuilder,
    x: f32,
    y: f32,
}

impl OutlinePen for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x + x, self.y - y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x + x, self.y - y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.path
            .quad_to(self.x + cx, self.y - cy, self.x + x, self.y - y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let (left, top) = (self.x, self.y);
        self.path
            .cubic_to(left + ax, top - ay, left + bx, top - by, left + x, top - y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
