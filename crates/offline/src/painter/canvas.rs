//! The canvas: gradient fills, soft layers, light, grain. Coordinates are fractions of the
//! picture's height, so that a scene looks similar at every ratio: `y` runs from 0 to 1, `x` from 0
//! to [`Canvas::wide`].

use tiny_skia::{
    BlendMode, Color, FillRule, FilterQuality, GradientStop, LineCap, LineJoin, LinearGradient,
    Mask, Paint as Pen, Path, Pixmap, PixmapPaint, Point, RadialGradient, Shader, SpreadMode,
    Stroke, Transform,
};

use super::color::{BLACK, Rgb};
use super::rng::SeededRng;
use super::shape::{block, circle};

/// The fill of a shape; gradients have evenly spaced stops.
#[derive(Debug, Clone)]
pub(super) enum Fill {
    Flat(Color),
    /// Along a line.
    Line((f32, f32), (f32, f32), Vec<Color>),
    /// From a center outward.
    Round((f32, f32), f32, Vec<Color>),
}

impl Fill {
    /// From top to bottom.
    pub(super) fn down(top: f32, bottom: f32, colors: Vec<Color>) -> Self {
        Self::Line((0.0, top), (0.0, bottom), colors)
    }

    fn shader(&self) -> Shader<'static> {
        let stops = |colors: &[Color]| -> Vec<GradientStop> {
            let last = colors.len().saturating_sub(1).max(1) as f32;
            let stop = |(n, it): (usize, &Color)| GradientStop::new(n as f32 / last, *it);
            colors.iter().enumerate().map(stop).collect()
        };
        let point = |it: (f32, f32)| Point::from_xy(it.0, it.1);
        let (pad, still) = (SpreadMode::Pad, Transform::identity());
        let shader = match self {
            Self::Flat(color) => return Shader::SolidColor(*color),
            Self::Line(from, to, colors) => {
                LinearGradient::new(point(*from), point(*to), stops(colors), pad, still)
            }
            Self::Round(center, radius, colors) => RadialGradient::new(
                point(*center),
                0.0,
                point(*center),
                radius.max(1e-4),
                stops(colors),
                pad,
                still,
            ),
        };
        shader.unwrap_or(Shader::SolidColor(Color::TRANSPARENT))
    }
}

/// A picture being painted.
pub(super) struct Canvas {
    pixmap: Pixmap,
    /// From fractions of the height to pixels.
    view: Transform,
    /// The width, as a fraction of the height.
    pub(super) aspect: f32,
    /// The clip mask; shapes show everywhere if there is none.
    mask: Option<Mask>,
    blend: BlendMode,
}

impl Canvas {
    /// An empty canvas; `None` if there is no memory for so many pixels.
    pub(super) fn new(width: u32, height: u32) -> Option<Self> {
        let scale = height as f32;
        Some(Self {
            pixmap: Pixmap::new(width, height)?,
            view: Transform::from_scale(scale, scale),
            aspect: width as f32 / scale,
            mask: None,
            blend: BlendMode::SourceOver,
        })
    }

    pub(super) fn into_pixmap(self) -> Pixmap {
        self.pixmap
    }

    /// Runs drawing operations with another blend mode.
    pub(super) fn with_blend(&mut self, blend: BlendMode, strokes: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.blend, blend);
        strokes(self);
        self.blend = before;
    }

    /// Runs drawing operations clipped to a shape.
    pub(super) fn clipped(&mut self, shape: &Path, strokes: impl FnOnce(&mut Self)) {
        let mut mask = Mask::new(self.pixmap.width(), self.pixmap.height());
        if let Some(mask) = &mut mask {
            mask.fill_path(shape, FillRule::Winding, true, self.view);
        }
        let before = std::mem::replace(&mut self.mask, mask);
        strokes(self);
        self.mask = before;
    }

    /// Runs drawing operations in a coordinate system of their own: translated, rotated in degrees
    /// and scaled.
    pub(super) fn transformed(
        &mut self,
        at: (f32, f32),
        size: (f32, f32),
        strokes: impl FnOnce(&mut Self),
    ) {
        let before = self.view;
        self.view = before.pre_translate(at.0, at.1).pre_scale(size.0, size.1);
        strokes(self);
        self.view = before;
    }

    fn pen(&self, fill_style: &Fill) -> Pen<'static> {
        Pen {
            shader: fill_style.shader(),
            blend_mode: self.blend,
            anti_alias: true,
            ..Pen::default()
        }
    }

    /// Fills a shape.
    pub(super) fn fill(&mut self, shape: &Path, fill_style: &Fill) {
        let pen = self.pen(fill_style);
        self.pixmap.fill_path(
            shape,
            &pen,
            FillRule::Winding,
            self.view,
            self.mask.as_ref(),
        );
    }

    /// Strokes the outline of a shape.
    pub(super) fn line(&mut self, shape: &Path, width: f32, fill_style: &Fill) {
        let pen = self.pen(fill_style);
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        self.pixmap
            .stroke_path(shape, &pen, &stroke, self.view, self.mask.as_ref());
    }

    /// Fills the whole canvas.
    pub(super) fn fill_all(&mut self, fill_style: &Fill) {
        let wide = self.aspect;
        self.fill(&block(-0.01, -0.01, wide + 0.02, 1.02), fill_style);
    }

    /// A light that fades from its center.
    pub(super) fn glow(&mut self, at: (f32, f32), radius: f32, color: Rgb, strength: f32) {
        let fade = [1.0, 0.56, 0.3, 0.15, 0.06, 0.015, 0.0];
        let colors = fade.iter().map(|it| color.alpha(strength * it)).collect();
        let fill_style = Fill::Round(at, radius, colors);
        self.with_blend(BlendMode::Screen, |it| {
            it.fill(&circle(at, radius), &fill_style)
        });
    }

    /// Drawing operations at a reduced size, enlarged again, for soft edges. `softness` is the
    /// scale factor in pixels.
    pub(super) fn soft(&mut self, softness: u32, strokes: impl FnOnce(&mut Self)) {
        let small = |it: u32| (it / softness).max(2);
        let (width, height) = (self.pixmap.width(), self.pixmap.height());
        let Some(pixmap) = Pixmap::new(small(width), small(height)) else {
            return;
        };
        let scale = (
            pixmap.width() as f32 / width as f32,
            pixmap.height() as f32 / height as f32,
        );
        let mut layer = Self {
            view: self.view.post_scale(scale.0, scale.1),
            pixmap,
            aspect: self.aspect,
            mask: None,
            blend: BlendMode::SourceOver,
        };
        strokes(&mut layer);
        blur(&mut layer.pixmap);
        let paint = PixmapPaint {
            opacity: 1.0,
            blend_mode: self.blend,
            quality: FilterQuality::Bilinear,
        };
        let back = Transform::from_scale(1.0 / scale.0, 1.0 / scale.1);
        self.pixmap.draw_pixmap(
            0,
            0,
            layer.pixmap.as_ref(),
            &paint,
            back,
            self.mask.as_ref(),
        );
    }

    /// Mirrors everything above a line below it, for still water or a wet street.
    pub(super) fn mirror(&mut self, line: f32, squeeze: f32, opacity: f32) {
        let above = self.pixmap.clone();
        let y = line * self.pixmap.height() as f32;
        let flipped = Transform::from_row(1.0, 0.0, 0.0, -squeeze, 0.0, y + y * squeeze);
        let paint = PixmapPaint {
            opacity,
            blend_mode: BlendMode::SourceOver,
            quality: FilterQuality::Bilinear,
        };
        let below = block(0.0, line, self.aspect, 1.0 - line);
        let mut mask = Mask::new(self.pixmap.width(), self.pixmap.height());
        if let Some(mask) = &mut mask {
            mask.fill_path(&below, FillRule::Winding, false, self.view);
        }
        self.pixmap
            .draw_pixmap(0, 0, above.as_ref(), &paint, flipped, mask.as_ref());
    }

    /// Darkens towards the corners.
    pub(super) fn vignette(&mut self, strength: f32) {
        let center = (self.aspect / 2.0, 0.47);
        let radius = (self.aspect * self.aspect + 1.0).sqrt() * 0.62;
        let fade = [0.0, 0.0, 0.02, 0.12, 0.36, 0.8];
        let colors = fade.iter().map(|it| BLACK.alpha(strength * it)).collect();
        let fill_style = Fill::Round(center, radius, colors);
        self.with_blend(BlendMode::Multiply, |it| it.fill_all(&fill_style));
    }

    /// Paper-like grain; it also hides the steps of wide gradients.
    pub(super) fn grain(&mut self, rng: &mut SeededRng, strength: i16) {
        // Reuses a few random numbers: drawing a new one for every pixel is slower without a
        // visible difference.
        let mut noise = [0i16; 4099];
        for it in &mut noise {
            let spread = rng.range(-1.0, 1.0) + rng.range(-1.0, 1.0);
            *it = (spread * 0.5 * f32::from(strength)).round() as i16;
        }
        let mut step = 0;
        let row = self.pixmap.width() as usize * 4;
        for pixels in self.pixmap.data_mut().chunks_exact_mut(row) {
            step = (step + (rng.next_u64() % 4099) as usize) % 4099;
            for (n, pixel) in pixels.chunks_exact_mut(4).enumerate() {
                let it = noise[(step + n) % 4099];
                for part in &mut pixel[..3] {
                    *part = (i16::from(*part) + it).clamp(0, 255) as u8;
                }
                // Every finished picture is opaque.
                pixel[3] = 255;
            }
        }
    }
}

/// Blurs a small picture: two passes over rows and columns with a kernel of three.
fn blur(pixmap: &mut Pixmap) {
    let (width, height) = (pixmap.width() as usize, pixmap.height() as usize);
    for _ in 0..2 {
        let from = pixmap.data().to_vec();
        let data = pixmap.data_mut();
        for y in 0..height {
            let rows = [y.saturating_sub(1), y, (y + 1).min(height - 1)];
            for x in 0..width {
                let columns = [x.saturating_sub(1), x, (x + 1).min(width - 1)];
                for part in 0..4 {
                    let mut sum = 0u32;
                    for row in rows {
                        for column in columns {
                            sum += u32::from(from[(row * width + column) * 4 + part]);
                        }
                    }
                    data[(y * width + x) * 4 + part] = (sum / 9) as u8;
                }
            }
        }
    }
}
