//! Rasterizes a drawing: boxes and curves with tiny-skia, text from glyph outlines. Each processor
//! paints a band of the picture.

use std::io::Write as _;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{available_parallelism, scope};

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{GlyphId, MetadataProvider as _};
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash,
    Transform,
};

use super::drawing::{Drawing, rgb};
use super::shapes::{LINE_WIDTH, Rectangle, Shape, TextLine};
use super::thin_curve::ThinCurve;
use crate::typeset::{FontStack, FontStyle, Fonts, letters_in_one_line};
use markup::progress::track;

/// Pixels per map unit, if the limits below allow it.
const PIXELS_PER_UNIT: f64 = 2.0;
/// The maximum side and area of a picture, in pixels.
const MAX_SIDE: f64 = 12_000.0;
const MAX_AREA: f64 = 24e6;
/// The lengths of the dashes and gaps of a link, in map units.
const DASHES: (f64, f64) = (7.0, 5.0);
/// Text smaller than this is not drawn, since it would be illegible.
const MIN_FONT_SIZE: f64 = 5.0;
/// The least height of a band, in pixels, and the largest number of bands.
const MIN_BAND: u32 = 256;
const MAX_BANDS: usize = 8;
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
pub(super) fn png(plan: &Drawing, fonts: &Fonts, font_stack: &FontStack<'_>) -> Vec<u8> {
    let threads = available_parallelism().map_or(1, usize::from);
    let bands = threads.min(MAX_BANDS) as u32;
    let band = size(plan).1.div_ceil(bands).max(MIN_BAND);
    png_in_bands(plan, band, (fonts, font_stack))
}

/// The width and height of the picture, in pixels.
fn size(plan: &Drawing) -> (u32, u32) {
    let scale = scale((plan.width, plan.height));
    let pixels = |it: f64| ((it * scale).round() as u32).max(1);
    (pixels(plan.width), pixels(plan.height))
}

/// The same, painted in bands of so many pixels.
pub(super) fn png_in_bands(
    plan: &Drawing,
    band: u32,
    (fonts, font_stack): (&Fonts, &FontStack<'_>),
) -> Vec<u8> {
    let scale = scale((plan.width, plan.height));
    let (width, height) = size(plan);
    let tops = (0..height).step_by(band as usize);
    let canvas = |top: u32| Canvas {
        pixels: Pixmap::new(width, band.min(height - top)).expect("bounded above zero"),
        top,
        scale,
    };
    encoded(&painted(
        &plan.shapes,
        tops.map(canvas).collect(),
        (fonts, font_stack),
    ))
}

/// Paints the shapes on all canvases: on the first in this thread, which reports the progress, and on
/// each other in a thread of its own.
fn painted(
    shapes: &[Shape],
    canvases: Vec<Canvas>,
    (fonts, font_stack): (&Fonts, &FontStack<'_>),
) -> Vec<Canvas> {
    let is_cancelled = AtomicBool::new(false);
    let is_cancelled = &is_cancelled;
    scope(|scope| {
        let mut canvases = canvases.into_iter();
        let first = canvases.next();
        let paint = |canvas| {
            move || {
                let font_stack = FontStack::of(fonts);
                let goes_on = |_: &&Shape| !is_cancelled.load(Ordering::Relaxed);
                Painter::new(canvas, &font_stack).painted(shapes.iter().take_while(goes_on))
            }
        };
        let others: Vec<_> = canvases.map(|it| scope.spawn(paint(it))).collect();
        // Cancelled work unwinds from here, and the other threads are waited for.
        let _cancel = CancelWhenDropped(is_cancelled);
        let first = first.map(|it| Painter::new(it, font_stack).painted(track("painting", shapes)));
        let others = others.into_iter();
        let others = others.map(|it| it.join().unwrap_or_else(|panic| resume_unwind(panic)));
        first.into_iter().chain(others).collect()
    })
}

struct CancelWhenDropped<'a>(&'a AtomicBool);

impl Drop for CancelWhenDropped<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The pixels of all bands, from above, without an alpha channel, because the picture is opaque.
fn encoded(bands: &[Canvas]) -> Vec<u8> {
    const WRITTEN: &str = "writing into memory does not fail";
    let bands = || bands.iter().map(|it| &it.pixels);
    let (width, height) = (
        bands().map(Pixmap::width).max().unwrap_or_default(),
        bands().map(Pixmap::height).sum(),
    );
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    let is_large = bands().map(|it| it.data().len()).sum::<usize>() > LARGE_PICTURE;
    encoder.set_compression(match is_large {
        true => png::Compression::Fast,
        false => png::Compression::Balanced,
    });
    let mut writer = encoder.write_header().expect(WRITTEN);
    let mut stream = writer.stream_writer().expect(WRITTEN);
    let mut line = Vec::with_capacity(width as usize * 3);
    let lines: Vec<&[u8]> = bands()
        .flat_map(|it| it.data().chunks_exact(width as usize * 4))
        .collect();
    for pixels in track("packing the picture", lines) {
        line.clear();
        line.extend(pixels.chunks_exact(4).flat_map(|it| [it[0], it[1], it[2]]));
        stream.write_all(&line).expect(WRITTEN);
    }
    stream.finish().expect(WRITTEN);
    writer.finish().expect(WRITTEN);
    bytes
}

/// A band of the picture, from one side to the other.
struct Canvas {
    pixels: Pixmap,
    /// Where it begins, in pixels from the top of the picture.
    top: u32,
    /// Pixels per map unit.
    scale: f64,
}

struct Painter<'a> {
    canvas: Canvas,
    whole: Transform,
    font_stack: &'a FontStack<'a>,
}

impl<'a> Painter<'a> {
    fn new(canvas: Canvas, font_stack: &'a FontStack<'a>) -> Self {
        let scale = canvas.scale as f32;
        Self {
            whole: Transform::from_row(scale, 0.0, 0.0, scale, 0.0, -(canvas.top as f32)),
            canvas,
            font_stack,
        }
    }

    /// The band with the shapes.
    fn painted<'s>(mut self, shapes: impl Iterator<Item = &'s Shape>) -> Canvas {
        shapes.for_each(|it| self.draw(it));
        self.canvas
    }

    /// Draws the part of a shape that is in the band.
    fn draw(&mut self, shape: &Shape) {
        let Canvas { pixels, top, scale } = &self.canvas;
        let (upper, lower) = shape.vertical_extent();
        // A pixel of its smoothed edge may lie outside.
        let (upper, lower) = (upper * scale - 1.0, lower * scale + 1.0);
        if lower < f64::from(*top) || upper > f64::from(top + pixels.height()) {
            return;
        }
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
                if LINE_WIDTH * self.canvas.scale <= 1.0 {
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
        let scaled = |it: f64| it * self.canvas.scale;
        let thread = ThinCurve {
            color: rgb(color).unwrap_or_default(),
            width: scaled(LINE_WIDTH),
            dashes: is_dashed.then(|| (scaled(DASHES.0), scaled(DASHES.1))),
        };
        let top = f64::from(self.canvas.top);
        let curve = points.map(|it| (scaled(it.0), scaled(it.1) - top));
        thread.paint(&mut self.canvas.pixels, curve);
    }

    fn words(&mut self, words: &TextLine) {
        if words.size * self.canvas.scale < MIN_FONT_SIZE {
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
        self.canvas
            .pixels
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
        self.canvas
            .pixels
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
