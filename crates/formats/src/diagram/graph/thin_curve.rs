//! Draws curves thinner than a pixel directly into the pixel buffer. A picture of ten thousand
//! nodes has thousands of them across its whole width, and tiny-skia would run its full pipeline
//! for every pixel of each.

use tiny_skia::Pixmap;

/// The maximum step along a curve, in pixels; a segment that short counts as straight.
const STEP: f64 = 8.0;
/// The maximum number of steps; longer curves take larger steps.
const MAX_STEPS: f64 = 2_000.0;

/// The style of a curve.
pub(super) struct ThinCurve {
    /// Red, green and blue.
    pub(super) color: [u8; 3],
    /// The width in pixels, at most one.
    pub(super) width: f64,
    /// The lengths of a dash and the following gap, in pixels.
    pub(super) dashes: Option<(f64, f64)>,
}

impl ThinCurve {
    /// Draws a cubic curve, in pixel coordinates, onto an opaque background.
    pub(super) fn paint(&self, pixels: &mut Pixmap, curve: [(f64, f64); 4]) {
        let around: f64 = curve
            .windows(2)
            .map(|it| (it[1].0 - it[0].0).hypot(it[1].1 - it[0].1))
            .sum();
        let steps = (around / STEP).ceil().clamp(4.0, MAX_STEPS) as u32;
        let mut run = 0.0;
        let mut from = curve[0];
        for step in 1..=steps {
            let to = at(&curve, f64::from(step) / f64::from(steps));
            self.straight(pixels, from, to, run);
            run += (to.0 - from.0).hypot(to.1 - from.1);
            from = to;
        }
    }

    /// Draws a straight segment; `run` is the length of the curve so far. At each pixel along the
    /// longer axis, the coverage of the line is divided between the two adjacent pixels.
    fn straight(&self, pixels: &mut Pixmap, from: (f64, f64), to: (f64, f64), run: f64) {
        let (upper, lower) = (from.1.min(to.1), from.1.max(to.1));
        if lower < -1.0 || upper > f64::from(pixels.height()) + 1.0 {
            return;
        }
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let is_steep = dy.abs() > dx.abs();
        let turned = |it: (f64, f64)| if is_steep { (it.1, it.0) } else { it };
        let ((x, y), (dx, dy)) = (turned(from), turned((dx, dy)));
        if dx == 0.0 {
            return;
        }
        let slope = dy / dx;
        let steep = (slope * slope + 1.0).sqrt();
        let grid = Grid::of(pixels, is_steep);
        // Pixels whose center the segment passes: the next segment starts at the next pixel.
        let end = x + dx;
        let middle = |it: f64| (it - 0.5).ceil().clamp(0.0, grid.along.count as f64) as usize;
        let (first, behind) = (middle(x.min(end)), middle(x.max(end)));
        // One call of `floor` for each pixel would cost more than all else.
        let start = y + (first as f64 + 0.5 - x) * slope - 0.5;
        let (mut across, step) = (fixed(start), fixed(slope));
        let covered = fixed(self.width * steep);
        for along in first..behind {
            let is_painted = self.dashes.is_none_or(|(dash, gap)| {
                let far = (along as f64 + 0.5 - x).abs();
                (run + far * steep) % (dash + gap) < dash
            });
            if is_painted {
                let (row, share) = (across >> BITS, across & (ONE - 1));
                grid.blend(pixels, (along, row), self.color, covered * (ONE - share));
                grid.blend(pixels, (along, row + 1), self.color, covered * share);
            }
            across += step;
        }
    }
}

/// Numbers with so many bits after the point. The longest picture times the widest line leaves room.
const BITS: u32 = 20;
const ONE: i64 = 1 << BITS;

fn fixed(it: f64) -> i64 {
    (it * ONE as f64) as i64
}

/// The pixels of a picture, along a line and across it.
struct Grid {
    along: Axis,
    across: Axis,
}

/// How many pixels there are, and how many bytes from one to the next.
struct Axis {
    count: usize,
    stride: usize,
}

impl Grid {
    fn of(pixels: &Pixmap, is_steep: bool) -> Self {
        let (width, height) = (pixels.width() as usize, pixels.height() as usize);
        let (across, down) = (
            Axis {
                count: width,
                stride: 4,
            },
            Axis {
                count: height,
                stride: width * 4,
            },
        );
        match is_steep {
            true => Self {
                along: down,
                across,
            },
            false => Self {
                along: across,
                across: down,
            },
        }
    }

    /// Mixes a color into a pixel; the share has twice as many bits as a fixed number.
    fn blend(
        &self,
        pixels: &mut Pixmap,
        (along, across): (usize, i64),
        color: [u8; 3],
        share: i64,
    ) {
        let Some(across) = usize::try_from(across)
            .ok()
            .filter(|it| *it < self.across.count)
        else {
            return;
        };
        let at = along * self.along.stride + across * self.across.stride;
        let share = (share >> (2 * BITS - 8)).min(256) as i32;
        for (under, over) in pixels.data_mut()[at..at + 3].iter_mut().zip(color) {
            let (was, over) = (i32::from(*under), i32::from(over));
            *under = (was + (over - was) * share / 256) as u8;
        }
    }
}

fn at([a, b, c, d]: &[(f64, f64); 4], t: f64) -> (f64, f64) {
    let s = 1.0 - t;
    let on = |a: f64, b: f64, c: f64, d: f64| {
        s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
    };
    (on(a.0, b.0, c.0, d.0), on(a.1, b.1, c.1, d.1))
}

#[cfg(test)]
mod tests {
    use tiny_skia::{Color, Paint, PathBuilder, Stroke, StrokeDash, Transform};

    use super::*;

    fn paper() -> Pixmap {
        let mut paper = Pixmap::new(200, 160).unwrap();
        paper.fill(Color::WHITE);
        paper
    }

    /// The amount of ink in each square of twenty by twenty pixels.
    fn ink(pixels: &Pixmap) -> Vec<f64> {
        let mut squares = vec![0.0; 10 * 8];
        for (number, it) in pixels.data().chunks_exact(4).enumerate() {
            let (x, y) = (number % 200 / 20, number / 200 / 20);
            squares[y * 10 + x] += (255.0 - f64::from(it[1])) / 255.0;
        }
        squares
    }

    /// The same curve drawn by tiny-skia.
    fn stroked(curve: [(f64, f64); 4], width: f64, dashes: Option<(f64, f64)>) -> Pixmap {
        let mut pixels = paper();
        let mut path = PathBuilder::new();
        let [a, b, c, d] = curve.map(|it| (it.0 as f32, it.1 as f32));
        path.move_to(a.0, a.1);
        path.cubic_to(b.0, b.1, c.0, c.1, d.0, d.1);
        let dashes = dashes.map(|it| vec![it.0 as f32, it.1 as f32]);
        let stroke = Stroke {
            width: width as f32,
            dash: dashes.and_then(|it| StrokeDash::new(it, 0.0)),
            ..Stroke::default()
        };
        let mut paint = Paint::default();
        paint.set_color(Color::BLACK);
        paint.anti_alias = true;
        let path = path.finish().unwrap();
        pixels.stroke_path(&path, &paint, &stroke, Transform::identity(), None);
        pixels
    }

    #[test]
    fn matches_the_general_rasterizer() {
        let curves = [
            [(5.0, 80.5), (60.0, 80.5), (130.0, 80.5), (195.0, 80.5)],
            [(100.3, 4.0), (100.3, 60.0), (100.3, 90.0), (100.3, 155.0)],
            [(10.0, 10.0), (90.0, 10.0), (110.0, 150.0), (190.0, 150.0)],
            [(180.0, 20.0), (20.0, 30.0), (180.0, 130.0), (15.0, 140.0)],
            // Partly outside every edge.
            [(-50.0, 50.0), (90.0, -90.0), (110.0, 240.0), (260.0, 90.0)],
        ];
        for curve in curves {
            for (width, dashes) in [(0.9, None), (0.5, None), (0.6, Some((14.0, 10.0)))] {
                let thread = ThinCurve {
                    color: [0, 0, 0],
                    width,
                    dashes,
                };
                let mut pixels = paper();
                thread.paint(&mut pixels, curve);
                let (ours, theirs) = (ink(&pixels), ink(&stroked(curve, width, dashes)));
                let sum = |it: &[f64]| it.iter().sum::<f64>();
                let (all, expected) = (sum(&ours), sum(&theirs));
                assert!(all > 20.0, "{curve:?} is there");
                // tiny-skia's hairlines are slightly lighter on diagonals.
                let share = all / expected;
                assert!((0.9..1.5).contains(&share), "{share} for {width} {curve:?}");
                for (at, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
                    let off = (ours - theirs).abs();
                    assert!(off < 9.0, "{off} in square {at} for {width} {curve:?}");
                }
            }
        }
    }

    #[test]
    fn clips_degenerate_and_distant_curves() {
        let thread = ThinCurve {
            color: [0, 0, 0],
            width: 1.0,
            dashes: None,
        };
        let mut pixels = paper();
        thread.paint(&mut pixels, [(50.0, 50.0); 4]);
        thread.paint(
            &mut pixels,
            [(1e7, 1e7), (2e7, 1e7), (1e7, 2e7), (2e7, 2e7)],
        );
        assert_eq!(pixels.data(), paper().data());
    }
}
