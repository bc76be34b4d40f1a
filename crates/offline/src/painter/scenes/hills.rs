//! Mountains and deserts: ridges behind each other, haze between them, a lake or dunes in the
//! foreground.

use tiny_skia::Path;

use super::sky;
use crate::painter::canvas::{Canvas, Fill};
use crate::painter::color::{Rgb, WHITE};
use crate::painter::rng::{NoiseOutline, SeededRng};
use crate::painter::scenes::Layer;
use crate::painter::shape::{block, curve, facet, ground};
use crate::painter::spec::SceneSpec;

pub(super) const MOUNTAINS: &[Layer] = &[sky_backdrop, ridges, castle, lake, firs];
pub(super) const DESERT: &[Layer] = &[sky_backdrop, dunes];

const SHORE: f32 = 0.76;

fn sky_backdrop(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    sky::sky(canvas, spec, 0.72);
    if spec.night {
        sky::stars(canvas, rng, 420, 0.6);
    }
    let at = (canvas.aspect * rng.range(0.28, 0.72), rng.range(0.2, 0.32));
    sky::disc(canvas, spec, at, 0.055);
    sky::clouds(canvas, spec, rng, 0.6);
}

fn ridge(
    canvas: &Canvas,
    outline: &NoiseOutline,
    base: f32,
    height: f32,
    stretch: f32,
) -> Vec<(f32, f32)> {
    let steps = 260;
    (0..=steps)
        .map(|n| {
            let x = canvas.aspect * n as f32 / steps as f32;
            // The absolute value of the noise turns its zeros into peaks: ridges instead of waves.
            let fold = 1.0 - outline.at(x * stretch).abs() * 2.0;
            (x, base - height * fold)
        })
        .collect()
}

fn ridges(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let rows = 5;
    for row in 0..rows {
        let near = row as f32 / (rows - 1) as f32;
        let outline = NoiseOutline {
            seed: rng.next_u64(),
            octaves: 6,
            roughness: 0.47,
        };
        let (base, height) = (0.5 + 0.2 * near, 0.26 - 0.15 * near);
        let points = ridge(canvas, &outline, base, height, 1.3 + 0.9 * near);
        let far = spec.palette.far.mix(spec.palette.sky[2], 0.45);
        let tint = far.mix(
            spec.palette.near.mix(spec.palette.far, 0.22),
            near.powf(1.2),
        );
        let foot = tint.mix(spec.palette.sky[3], 0.5 - 0.3 * near);
        let shape = ground(&points, 1.0);
        canvas.fill(
            &shape,
            &Fill::down(
                base - height,
                base + 0.12,
                vec![tint.alpha(1.0), tint.alpha(1.0), foot.alpha(1.0)],
            ),
        );
        if row < 3 {
            slopes(canvas, spec, &points, &shape, near);
        }
        if row + 1 < rows {
            sky::haze(
                canvas,
                spec.palette.sky[3],
                base + 0.1,
                0.12,
                0.45 - 0.2 * near,
            );
        }
    }
}

/// The lit flanks of a ridge, and snow where it is high.
fn slopes(canvas: &mut Canvas, spec: &SceneSpec, points: &[(f32, f32)], shape: &Path, near: f32) {
    let light = spec.palette.disc.mix(spec.palette.light, 0.4);
    let white = WHITE.mix(spec.palette.sky[2], if spec.night { 0.5 } else { 0.14 });
    let cold = white.mix(spec.palette.sky[1], 0.42);
    canvas.clipped(shape, |it| {
        for n in peaks(points) {
            let y = points[n].1;
            let reach = 0.15 - 0.04 * near;
            let fade = |tint: Rgb, part: f32| {
                let colors = [part, part * 0.45, 0.0].map(|it| tint.alpha(it));
                Fill::down(y, y + reach * 1.15, colors.to_vec())
            };
            it.fill(&flank(points, n, 1, reach), &fade(light, 0.34));
            it.fill(&flank(points, n, -1, reach), &fade(spec.palette.near, 0.3));
            if y < 0.44 || spec.snow {
                it.fill(
                    &flank(points, n, 1, reach * 0.42),
                    &Fill::Flat(white.alpha(0.92)),
                );
                it.fill(
                    &flank(points, n, -1, reach * 0.42),
                    &Fill::Flat(cold.alpha(0.9)),
                );
            }
        }
    });
}

/// The local maxima of a ridge.
fn peaks(points: &[(f32, f32)]) -> Vec<usize> {
    let falls = |n: usize, way: isize| {
        let mut at = n as isize;
        loop {
            at += way;
            let Some(point) = usize::try_from(at).ok().and_then(|it| points.get(it)) else {
                return true;
            };
            if point.1 < points[n].1 {
                return false;
            }
            if point.1 > points[n].1 + 0.022 {
                return true;
            }
        }
    };
    (1..points.len() - 1)
        .filter(|n| falls(*n, 1) && falls(*n, -1))
        .collect()
}

/// One side of a peak: down along the ridge to a depth, and back in an irregular line.
fn flank(points: &[(f32, f32)], peak: usize, way: isize, depth: f32) -> Path {
    let top = points[peak];
    let mut side = vec![(top.0, top.1 - 0.004)];
    let mut at = peak as isize;
    while let Some(point) = usize::try_from(at + way).ok().and_then(|it| points.get(it)) {
        let off = (point.0 - top.0).abs();
        if point.1 > top.1 + depth || off > depth * 1.5 {
            break;
        }
        at += way;
        side.push((point.0, point.1 - 0.004));
    }
    let (end, way) = (side[side.len() - 1], way as f32);
    let low = end.1.max(top.1 + depth * 0.5);
    let wide = (end.0 - top.0).abs().max(depth * 0.3);
    for (part, drop) in [
        (0.82, 0.16),
        (0.66, -0.2),
        (0.5, 0.3),
        (0.36, -0.1),
        (0.2, 0.42),
        (0.06, 0.1),
        (-0.05, 0.24),
    ] {
        side.push((top.0 + way * wide * part, low + drop * depth * 0.6));
    }
    facet(&side)
}

fn castle(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    if !spec.castle {
        return;
    }
    let x = canvas.aspect * rng.range(0.4, 0.6);
    let stone = spec.palette.near.mix(spec.palette.far, 0.3);
    let hill = curve(
        &[
            (x - 0.34, 0.8),
            (x - 0.18, 0.6),
            (x, 0.55),
            (x + 0.18, 0.6),
            (x + 0.34, 0.8),
        ],
        true,
    );
    canvas.fill(
        &hill,
        &Fill::down(
            0.55,
            0.78,
            vec![stone.alpha(1.0), spec.palette.near.alpha(1.0)],
        ),
    );
    for (off, width, height) in [
        (-0.10, 0.036, 0.16),
        (-0.052, 0.05, 0.11),
        (0.0, 0.046, 0.25),
        (0.056, 0.056, 0.13),
        (0.105, 0.034, 0.19),
    ] {
        let (left, top) = (x + off - width / 2.0, 0.585 - height);
        let fill_style = Fill::Line(
            (left, 0.0),
            (left + width, 0.0),
            vec![stone.lighter(0.14).alpha(1.0), stone.darker(0.4).alpha(1.0)],
        );
        canvas.fill(&block(left, top, width, height), &fill_style);
        let roof = facet(&[
            (left - 0.006, top + 0.001),
            (left + width / 2.0, top - width * 1.5),
            (left + width + 0.006, top + 0.001),
        ]);
        canvas.fill(&roof, &Fill::Flat(stone.darker(0.5).alpha(1.0)));
        for n in 0..3 {
            let at = (left + width / 2.0, top + 0.02 + n as f32 * 0.034);
            canvas.fill(
                &block(at.0 - 0.003, at.1, 0.006, 0.011),
                &Fill::Flat(spec.palette.light.alpha(0.95)),
            );
            canvas.glow(
                at,
                0.02,
                spec.palette.light,
                if spec.night { 0.5 } else { 0.15 },
            );
        }
    }
}

fn lake(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let wide = canvas.aspect;
    canvas.mirror(SHORE, 1.0, 1.0);
    let deep = spec.palette.sky[0].mix(spec.palette.near, 0.5);
    let fill_style = Fill::down(
        SHORE,
        1.0,
        vec![deep.alpha(0.22), deep.alpha(0.45), deep.alpha(0.8)],
    );
    canvas.fill(&block(0.0, SHORE, wide, 0.3), &fill_style);
    for _ in 0..170 {
        let depth = rng.range(0.0, 1.0);
        let (x, y) = (rng.range(0.0, wide), SHORE + 0.003 + 0.24 * depth);
        let length = (0.03 + 0.15 * depth) * rng.range(0.4, 1.2);
        let tint = if rng.chance(0.55) {
            spec.palette.sky[3]
        } else {
            deep
        };
        let fade = vec![tint.alpha(0.0), tint.alpha(0.2), tint.alpha(0.0)];
        canvas.fill(
            &block(x - length, y, length * 2.0, 0.0008 + 0.002 * depth),
            &Fill::Line((x - length, y), (x + length, y), fade),
        );
    }
    sky::haze(canvas, spec.palette.sky[3], SHORE, 0.05, 0.28);
}

/// Firs on the near shore.
fn firs(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let wide = canvas.aspect;
    for side in [0.0, 1.0] {
        for n in 0..11 {
            let part = n as f32 / 11.0;
            let x = if side == 0.0 {
                part * 0.34 * wide
            } else {
                wide - part * 0.3 * wide
            };
            let height = rng.range(0.14, 0.3) * (1.1 - part * 0.75);
            let foot = (x + rng.range(-0.02, 0.02), 1.02 - 0.07 * (1.0 - part));
            fir(canvas, spec, rng, foot, height);
        }
    }
    let bank = NoiseOutline {
        seed: rng.next_u64(),
        octaves: 4,
        roughness: 0.5,
    };
    let points: Vec<_> = (0..=120)
        .map(|n| {
            let part = n as f32 / 120.0;
            let rise = (part * 2.0 - 1.0).abs().powf(1.5);
            (part * wide, 1.0 - 0.1 * rise - 0.012 * bank.at(part * 12.0))
        })
        .collect();
    canvas.fill(
        &ground(&points, 1.02),
        &Fill::down(
            0.88,
            1.0,
            vec![
                spec.palette.near.mix(spec.palette.far, 0.08).alpha(1.0),
                spec.palette.near.alpha(1.0),
            ],
        ),
    );
}

/// A fir with ragged boughs.
pub(super) fn fir(
    canvas: &mut Canvas,
    spec: &SceneSpec,
    rng: &mut SeededRng,
    foot: (f32, f32),
    height: f32,
) {
    let (x, y) = foot;
    let tiers = 9;
    let mut points = vec![(x, y - height)];
    for way in [1.0, -1.0] {
        let mut side = Vec::new();
        for tier in 1..=tiers {
            let part = tier as f32 / tiers as f32;
            let reach = height * 0.23 * part * rng.range(0.8, 1.15);
            let level = y - height * (1.0 - part * 0.95);
            side.push((x + way * reach, level + height * 0.02));
            side.push((x + way * reach * 0.5, level - height * 0.005));
        }
        if way < 0.0 {
            side.reverse();
        }
        points.extend(side);
    }
    let tint = spec.palette.near.mix(spec.palette.far, 0.1);
    canvas.fill(
        &facet(&points),
        &Fill::down(
            y - height,
            y,
            vec![
                tint.mix(spec.palette.sky[2], 0.14).alpha(1.0),
                spec.palette.near.alpha(1.0),
            ],
        ),
    );
}

fn dunes(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let wide = canvas.aspect;
    for row in 0..5 {
        let near = row as f32 / 4.0;
        let outline = NoiseOutline {
            seed: rng.next_u64(),
            octaves: 2,
            roughness: 0.35,
        };
        let base = 0.6 + 0.3 * near;
        let height = 0.05 + 0.09 * near;
        let crest: Vec<_> = (0..=90)
            .map(|n| {
                let x = wide * n as f32 / 90.0;
                (
                    x,
                    base - height * outline.at(x * (1.9 - 0.8 * near) + near * 9.0),
                )
            })
            .collect();
        let sand = spec
            .palette
            .far
            .mix(spec.palette.sky[3], 0.45 * (1.0 - near));
        let lit = sand.mix(spec.palette.light, 0.3);
        let shade = sand.mix(spec.palette.near, 0.3 + 0.35 * near);
        let shape = ground(&crest, 1.02);
        canvas.fill(
            &shape,
            &Fill::down(
                base - height,
                base + 0.24,
                vec![lit.alpha(1.0), sand.alpha(1.0), shade.alpha(1.0)],
            ),
        );
        lee(canvas, &crest, &shape, shade.darker(0.22));
        sky::haze(
            canvas,
            spec.palette.sky[3],
            base + 0.02,
            0.09,
            0.3 * (1.0 - near),
        );
    }
}

/// The shaded sides of dunes: behind a spine that winds down from each crest.
fn lee(canvas: &mut Canvas, crest: &[(f32, f32)], shape: &Path, shade: Rgb) {
    let tops: Vec<usize> = (4..crest.len() - 4)
        .filter(|n| (1..4).all(|k| crest[*n].1 < crest[n - k].1 && crest[*n].1 <= crest[n + k].1))
        .collect();
    canvas.clipped(shape, |it| {
        for n in tops {
            let (x, y) = crest[n];
            let spine = |t: f32| {
                (
                    x - 0.13 * t + 0.075 * (t * 5.2).sin() * (0.25 + t),
                    y + 0.42 * t * t + 0.05 * t,
                )
            };
            let mut side: Vec<_> = (0..=36).map(|k| spine(k as f32 / 36.0)).collect();
            side[0].1 -= 0.006;
            side.extend([(x + 0.9, y + 0.47), (x + 0.9, y - 0.05)]);
            let fade = [0.9, 0.62, 0.34, 0.12, 0.0].map(|part| shade.alpha(part));
            let fill_style = Fill::Line((x - 0.04, y), (x + 0.42, y + 0.16), fade.to_vec());
            it.fill(&facet(&side), &fill_style);
        }
    });
}
