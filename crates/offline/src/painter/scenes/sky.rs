//! Skies: gradient, stars, sun or moon, clouds. Shared by the scenes.

use crate::painter::canvas::{Canvas, Fill};
use crate::painter::color::{Rgb, WHITE};
use crate::painter::rng::SeededRng;
use crate::painter::shape::{circle, curve};
use crate::painter::spec::SceneSpec;

/// The gradient of the palette down to a horizon.
pub(super) fn sky(canvas: &mut Canvas, spec: &SceneSpec, horizon: f32) {
    let colors = spec.palette.sky.iter().map(|it| it.alpha(1.0)).collect();
    canvas.fill_all(&Fill::down(0.0, horizon, colors));
}

/// Stars, more of them near the top.
pub(super) fn stars(canvas: &mut Canvas, rng: &mut SeededRng, count: usize, horizon: f32) {
    for n in 0..count {
        let x = rng.range(0.0, canvas.aspect);
        let y = horizon * rng.range(0.0, 1.0) * rng.range(0.15, 1.0);
        let fade = 1.0 - y / horizon;
        let size = rng.range(0.0004, 0.0013);
        let shine = rng.range(0.25, 1.0) * (0.25 + 0.75 * fade);
        let tint = WHITE.mix(
            Rgb {
                r: 0.7,
                g: 0.82,
                b: 1.0,
            },
            rng.range(0.0, 0.9),
        );
        canvas.fill(&circle((x, y), size), &Fill::Flat(tint.alpha(shine)));
        if n % 23 == 0 {
            canvas.glow((x, y), 0.012, tint, 0.5 * fade);
        }
    }
}

/// Sun or moon with the light around it.
pub(super) fn disc(canvas: &mut Canvas, spec: &SceneSpec, at: (f32, f32), radius: f32) {
    let disc = spec.palette.disc;
    canvas.glow(at, radius * 9.0, spec.palette.light, 0.28);
    canvas.glow(at, radius * 3.4, disc, 0.5);
    let edge = disc.mix(spec.palette.light, 0.35);
    let fill_style = Fill::Round(
        (at.0 - radius * 0.25, at.1 - radius * 0.3),
        radius * 1.5,
        vec![
            disc.lighter(0.35).alpha(1.0),
            disc.alpha(1.0),
            edge.alpha(1.0),
        ],
    );
    canvas.fill(&circle(at, radius), &fill_style);
    if spec.night && !spec.neon {
        canvas.clipped(&circle(at, radius), |it| {
            let sea = edge.darker(0.16);
            for (x, y, size) in [
                (-0.3, -0.2, 0.34),
                (0.25, 0.1, 0.26),
                (-0.1, 0.42, 0.22),
                (0.42, -0.38, 0.14),
            ] {
                let center = (at.0 + x * radius, at.1 + y * radius);
                let fill_style = Fill::Round(
                    center,
                    size * radius,
                    vec![sea.alpha(0.5), sea.alpha(0.28), sea.alpha(0.0)],
                );
                it.fill(&circle(center, size * radius), &fill_style);
            }
        });
    }
}

/// Long soft clouds above a horizon, lit from below.
pub(super) fn clouds(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng, horizon: f32) {
    let wide = canvas.aspect;
    let rows = 7;
    canvas.soft(6, |it| {
        for row in 0..rows {
            let depth = row as f32 / rows as f32;
            let y = horizon * (0.18 + 0.72 * depth);
            for _ in 0..3 {
                let x = rng.range(-0.1, wide + 0.1);
                let length = rng.range(0.18, 0.5) * (1.15 - 0.5 * depth);
                let height = rng.range(0.010, 0.026) * (1.3 - 0.8 * depth);
                let tint = spec.palette.sky[2].mix(spec.palette.sky[3], depth);
                let tint = if rng.chance(0.4) {
                    tint.mix(spec.palette.sky[1], 0.5)
                } else {
                    tint
                };
                it.fill(
                    &cloud(rng, (x, y), length, height),
                    &Fill::Flat(tint.alpha(0.34)),
                );
            }
        }
    });
}

fn cloud(rng: &mut SeededRng, at: (f32, f32), length: f32, height: f32) -> tiny_skia::Path {
    let mut points = Vec::new();
    let steps = 9;
    for n in 0..=steps {
        let part = n as f32 / steps as f32;
        let swell = (part * std::f32::consts::PI).sin();
        let rise = swell * height * rng.range(0.5, 1.5);
        points.push((at.0 + (part - 0.5) * length, at.1 - rise));
    }
    for n in (0..=steps).rev() {
        let part = n as f32 / steps as f32;
        let swell = (part * std::f32::consts::PI).sin();
        points.push((at.0 + (part - 0.5) * length, at.1 + swell * height * 0.35));
    }
    curve(&points, true)
}

/// Haze along a line: what is behind it fades into the sky.
pub(super) fn haze(canvas: &mut Canvas, color: Rgb, line: f32, reach: f32, strength: f32) {
    let fade = [0.0, 0.08, 0.35, 1.0, 0.35, 0.08, 0.0];
    let colors = fade.iter().map(|it| color.alpha(it * strength)).collect();
    canvas.fill_all(&Fill::down(line - reach, line + reach, colors));
}
