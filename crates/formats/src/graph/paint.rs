//! A drawing as pixels: boxes and curves by tiny-skia, letters by their outlines.

use std::io::Write as _;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{GlyphId, MetadataProvider as _};
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash,
    Transform,
};

use super::plan::{Plan, parts};
use super::shapes::{Rectangle, Shape, Words};
use super::thread::Thread;
use crate::fonts::{Cut, Type};
use crate::watch::over;

/// Pixels a unit of the map, where there is room.
const SHARP: f64 = 2.0;
/// The longest side and the largest area of a picture, in pixels.
const LONGEST: f64 = 12_000.0;
const LARGEST: f64 = 24e6;
/// How wide the line of a link is, and how long its dashes and their gaps, in units of the map.
const LINE: f64 = 2.0;
const DASHES: (f64, f64) = (7.0, 5.0);
/// Letters smaller than this are not painted: nobody could read them.
const SMALLEST: f64 = 5.0;

/// Pixels a unit of the map, for a drawing of this width and height.
pub(super) fn scale((width, height): (f64, f64)) -> f64 {
    SHARP
        .min(LONGEST / width.max(height))
        .min((LARGEST / (width * height)).sqrt())
}

/// Whether the words on cards can be read at this scale.
pub(super) fn is_readable(scale: f64) -> bool {
    scale * 16.0 >= 7.0
}

/// The picture as PNG.
pub(super) fn png(plan: &Plan, type_of: &Type<'_>) -> Vec<u8> {
    let scale = scale((plan.width, plan.height));
    let pixels = |it: f64| ((it * scale).round() as u32).max(1);
    let mut canvas = Canvas {
        pixels: Pixmap::new(pixels(plan.width), pixels(plan.height)).expect("bounded above zero"),
        whole: Transform::from_scale(scale as f32, scale as f32),
        scale,
        type_of,
    };
    for shape in over("painting", &plan.shapes) {
        canvas.draw(shape);
    }
    encoded(&canvas.pixels)
}

/// The pixels without their transparency, as nothing is seen through.
fn encoded(pixels: &Pixmap) -> Vec<u8> {
    const WRITTEN: &str = "writing into memory does not fail";
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header().expect(WRITTEN);
    let mut stream = writer.stream_writer().expect(WRITTEN);
    let mut line = Vec::with_capacity(pixels.width() as usize * 3);
    let lines = pixels.data().chunks_exact(pixels.width() as usize * 4);
    for pixels in over("packing the picture", lines) {
        line.clear();
        line.extend(pixels.chunks_exact(4).flat_map(|it| [it[0], it[1], it[2]]));
        stream.write_all(&line).expect(WRITTEN);
    }
    stream.finish().expect(WRITTEN);
    writer.finish().expect(WRITTEN);
    bytes
}

struct Canvas<'a> {
    pixels: Pixmap,
    whole: Transform,
    scale: f64,
    type_of: &'a Type<'a>,
}

impl Canvas<'_> {
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
                if LINE * self.scale <= 1.0 {
                    self.thread(points, color, *is_dashed);
                    return;
                }
                let [a, b, c, d] = points;
                let mut path = PathBuilder::new();
                path.move_to(a.0 as f32, a.1 as f32);
                let [b, c, d] = [b, c, d].map(|it| (it.0 as f32, it.1 as f32));
                path.cubic_to(b.0, b.1, c.0, c.1, d.0, d.1);
                if let Some(path) = path.finish() {
                    self.stroke(&path, color, LINE, *is_dashed);
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

    /// A curve that is thinner than a pixel.
    fn thread(&mut self, points: &[(f64, f64); 4], color: &str, is_dashed: bool) {
        let scaled = |it: f64| it * self.scale;
        let thread = Thread {
            color: parts(color).unwrap_or_default(),
            width: scaled(LINE),
            dashes: is_dashed.then(|| (scaled(DASHES.0), scaled(DASHES.1))),
        };
        let curve = points.map(|it| (scaled(it.0), scaled(it.1)));
        thread.paint(&mut self.pixels, curve);
    }

    fn words(&mut self, words: &Words) {
        if words.size * self.scale < SMALLEST {
            return;
        }
        let size = words.size as f32;
        let letters: Vec<_> = words
            .text
            .chars()
            .filter_map(|it| self.type_of.set(Cut::Sans, it))
            .collect();
        let wide: f32 = letters.iter().map(|it| it.advance * size).sum();
        let start = words.x as f32 - if words.is_centered { wide / 2.0 } else { 0.0 };
        let mut outline = Outline {
            path: PathBuilder::new(),
            x: start,
            y: words.y as f32,
        };
        for letter in letters {
            self.letter(letter.face, letter.glyph, size, &mut outline);
            outline.x += letter.advance * size;
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
        let glyphs = self.type_of.font(face).outline_glyphs();
        if let Some(glyph) = glyphs.get(glyph) {
            let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
            // A broken outline leaves a gap, as in every other program.
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
    let [red, green, blue] = parts(color).unwrap_or_default();
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
    // How far the handles of a quarter of a circle reach.
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

/// Takes the outline of a letter at its place; in fonts y grows upward.
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
