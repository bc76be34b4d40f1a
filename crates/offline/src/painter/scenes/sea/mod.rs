//! The sea: sky and water, a headland with a lighthouse if requested, a ship.

mod lighthouse;

use lighthouse::{beam, headland, lamp, tower};
use tiny_skia::BlendMode;

use super::sky;
use crate::painter::canvas::{Canvas, Fill};
use crate::painter::color::Rgb;
use crate::painter::rng::{NoiseOutline, SeededRng};
use crate::painter::scenes::Layer;
use crate::painter::shape::{block, curve, facet, ground, oval};
use crate::painter::spec::SceneSpec;
const HORIZON: f32 = 0.64;

pub(super) const LAYERS: &[Layer] = &[
    sky_backdrop,
    far_shore,
    water,
    headland,
    tower,
    beam,
    ship,
    rocks,
];

/// The position of the headland: its middle, and 1 if it is on the right.
fn stand(canvas: &Canvas, spec: &SceneSpec) -> (f32, f32) {
    let side = if spec.seed & 1 == 0 { 1.0 } else { -1.0 };
    (canvas.aspect * (0.5 + side * 0.2), side)
}

/// The position of sun or moon: opposite the headland.
fn disc_at(canvas: &Canvas, spec: &SceneSpec) -> (f32, f32) {
    let (_, side) = stand(canvas, spec);
    let height = if spec.night { 0.2 } else { 0.5 };
    (canvas.aspect * (0.5 - side * 0.24), height)
}

fn sky_backdrop(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    sky::sky(canvas, spec, HORIZON);
    if spec.night {
        sky::stars(canvas, rng, 420, HORIZON);
    }
    let at = disc_at(canvas, spec);
    sky::disc(canvas, spec, at, if spec.night { 0.045 } else { 0.06 });
    sky::clouds(canvas, spec, rng, HORIZON);
    sky::haze(canvas, spec.palette.sky[3], HORIZON, 0.16, 0.55);
}

fn far_shore(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let outline = NoiseOutline {
        seed: rng.next_u64(),
        octaves: 4,
        roughness: 0.5,
    };
    let tint = spec.palette.far.mix(spec.palette.sky[3], 0.35);
    let points: Vec<_> = (0..=160)
        .map(|n| {
            let x = canvas.aspect * n as f32 / 160.0;
            (
                x,
                HORIZON - 0.004 - 0.04 * (outline.at(x * 2.4) + 0.15).max(0.0),
            )
        })
        .collect();
    canvas.fill(
        &ground(&points, HORIZON + 0.002),
        &Fill::Flat(tint.alpha(0.9)),
    );
}

/// Water: darker towards the viewer, reflecting the sky, with a broken light path below the disc.
fn water(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let sky = spec.palette.sky;
    let near = sky[0].mix(spec.palette.near, 0.55);
    let colors = vec![
        sky[3].mix(sky[2], 0.45).alpha(1.0),
        sky[2].mix(sky[1], 0.5).alpha(1.0),
        sky[1].mix(near, 0.55).alpha(1.0),
        near.alpha(1.0),
    ];
    let wide = canvas.aspect;
    canvas.fill(
        &block(0.0, HORIZON, wide, 1.0),
        &Fill::down(HORIZON, 1.0, colors),
    );
    let at = disc_at(canvas, spec);
    canvas.soft(10, |it| {
        for (half, part) in [(0.15, 0.16), (0.09, 0.18), (0.045, 0.22)] {
            let path = facet(&[
                (at.0 - half * 0.4, HORIZON),
                (at.0 + half * 0.4, HORIZON),
                (at.0 + half, 0.99),
                (at.0 - half, 0.99),
            ]);
            let fade = [1.0, 0.6, 0.3, 0.0].map(|it| spec.palette.disc.alpha(part * it));
            it.fill(&path, &Fill::down(HORIZON, 0.99, fade.to_vec()));
        }
    });
    waves(canvas, spec, rng);
    glitter(canvas, rng, at.0, spec.palette.disc, 1.0);
    if spec.lighthouse && spec.night {
        let lamp = lamp(canvas, spec).0;
        glitter(canvas, rng, lamp, spec.palette.light, 0.55);
    }
}

fn waves(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    for _ in 0..420 {
        let depth = rng.range(0.0, 1.0).powf(1.6);
        let y = HORIZON + 0.004 + 0.37 * depth;
        let length = (0.015 + 0.16 * depth) * rng.range(0.5, 1.3);
        let x = rng.range(-0.1, canvas.aspect + 0.1);
        let is_crest = rng.chance(0.45);
        let tint = if is_crest {
            spec.palette.sky[3].mix(spec.palette.accent, 0.4)
        } else {
            spec.palette.near
        };
        let strength = if is_crest { 0.13 } else { 0.2 } * rng.range(0.4, 1.0);
        ripple(
            canvas,
            (x, y),
            length,
            0.0007 + 0.0042 * depth,
            tint,
            strength,
        );
    }
}

/// A lens-shaped patch of light or shade on the water.
fn ripple(canvas: &mut Canvas, at: (f32, f32), length: f32, height: f32, tint: Rgb, strength: f32) {
    let (x, y) = at;
    let bend = height * 0.7;
    let lens = curve(
        &[
            (x - length, y + bend),
            (x - length * 0.3, y - height),
            (x + length * 0.4, y - height * 0.6),
            (x + length, y + bend * 0.6),
            (x, y + height),
        ],
        true,
    );
    let fill_style = Fill::Line(
        (x - length, y),
        (x + length, y),
        vec![tint.alpha(0.0), tint.alpha(strength), tint.alpha(0.0)],
    );
    canvas.fill(&lens, &fill_style);
}

/// The path a light lays on the water.
fn glitter(canvas: &mut Canvas, rng: &mut SeededRng, x: f32, tint: Rgb, strength: f32) {
    canvas.with_blend(BlendMode::Screen, |it| {
        for _ in 0..190 {
            let depth = rng.range(0.0, 1.0).powf(1.4);
            let y = HORIZON + 0.005 + 0.34 * depth;
            let spread = 0.02 + 0.10 * depth;
            let off = (rng.range(-1.0, 1.0) + rng.range(-1.0, 1.0)) * 0.5;
            let near = 1.0 - off.abs();
            let length = (0.006 + 0.045 * depth) * rng.range(0.5, 1.2) * (0.4 + near);
            let shine = strength * (0.75 - 0.5 * depth) * near * rng.range(0.5, 1.0);
            ripple(
                it,
                (x + off * spread, y),
                length,
                0.0009 + 0.003 * depth,
                tint,
                shine,
            );
        }
    });
}

fn ship(canvas: &mut Canvas, spec: &SceneSpec, _rng: &mut SeededRng) {
    if !spec.ship && spec.lighthouse {
        return;
    }
    let (_, side) = stand(canvas, spec);
    let size = if spec.ship { 1.0 } else { 0.42 };
    let at = (
        canvas.aspect * (0.5 + side * if spec.ship { 0.08 } else { 0.2 }),
        HORIZON + 0.03 * size,
    );
    let hull = spec.palette.near.mix(spec.palette.far, 0.12);
    let sail = spec.palette.sky[3].mix(spec.palette.disc, 0.5);
    canvas.transformed(at, (size * side, size), |it| {
        let shade = sail.mix(spec.palette.sky[1], 0.5);
        it.fill(
            &curve(
                &[
                    (0.0, -0.24),
                    (0.06, -0.12),
                    (0.085, -0.03),
                    (0.04, -0.028),
                    (0.005, -0.03),
                ],
                true,
            ),
            &Fill::Line(
                (0.0, 0.0),
                (0.09, 0.0),
                vec![sail.alpha(1.0), shade.alpha(1.0)],
            ),
        );
        it.fill(
            &curve(
                &[
                    (-0.008, -0.21),
                    (-0.03, -0.11),
                    (-0.075, -0.035),
                    (-0.03, -0.03),
                    (-0.008, -0.032),
                ],
                true,
            ),
            &Fill::Line(
                (-0.08, 0.0),
                (0.0, 0.0),
                vec![shade.alpha(1.0), sail.alpha(1.0)],
            ),
        );
        it.fill(
            &block(-0.003, -0.26, 0.005, 0.25),
            &Fill::Flat(hull.alpha(1.0)),
        );
        it.fill(
            &curve(
                &[
                    (-0.1, -0.018),
                    (-0.07, 0.012),
                    (0.0, 0.02),
                    (0.075, 0.012),
                    (0.12, -0.026),
                    (0.0, -0.012),
                ],
                true,
            ),
            &Fill::down(
                -0.02,
                0.02,
                vec![hull.lighter(0.14).alpha(1.0), hull.darker(0.5).alpha(1.0)],
            ),
        );
        let dark = spec.palette.near;
        it.fill(
            &oval((0.0, 0.022), 0.1, 0.004),
            &Fill::Flat(dark.alpha(0.5)),
        );
    });
}

/// Rocks in the foreground frame the picture.
fn rocks(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let (_, side) = stand(canvas, spec);
    let edge = if side > 0.0 { 0.0 } else { canvas.aspect };
    let rock = spec.palette.near.mix(spec.palette.far, 0.16);
    for n in 0..9 {
        let far = 1.0 - n as f32 / 9.0;
        let x = edge + side * (far * canvas.aspect * 0.3 - 0.02) + rng.range(-0.02, 0.02);
        let (w, h) = (rng.range(0.07, 0.13), rng.range(0.07, 0.16) * (1.2 - far));
        let y = 1.02 - h;
        let points = [
            (x - w, 1.03),
            (x - w * 0.75, y + h * 0.5),
            (x - w * 0.25, y + h * 0.06),
            (x + w * 0.2, y),
            (x + w * 0.65, y + h * 0.42),
            (x + w, 1.03),
        ];
        let tint = rock.mix(spec.palette.near, 1.0 - far);
        let shape = facet(&points);
        let top = tint.mix(spec.palette.accent, 0.12).alpha(1.0);
        canvas.fill(
            &shape,
            &Fill::down(
                y,
                1.02,
                vec![top, tint.alpha(1.0), spec.palette.near.alpha(1.0)],
            ),
        );
        canvas.clipped(&shape, |it| {
            // Lit from the middle of the picture, where the water is bright.
            let lit = [
                points[3],
                points[4],
                points[5],
                (x + w * 0.1, 1.03),
                (x + w * 0.12, y + h * 0.4),
            ];
            let lit = if side > 0.0 {
                lit
            } else {
                lit.map(|p| (2.0 * x - p.0, p.1))
            };
            let shine = spec.palette.disc.mix(spec.palette.accent, 0.4);
            it.fill(
                &facet(&lit),
                &Fill::down(y, 1.02, vec![shine.alpha(0.13), shine.alpha(0.01)]),
            );
        });
    }
    let foam = spec.palette.sky[3].lighter(0.5);
    for _ in 0..26 {
        let x = edge + side * rng.range(0.0, 0.42) * canvas.aspect;
        ripple(
            canvas,
            (x, rng.range(0.955, 0.995)),
            rng.range(0.02, 0.07),
            0.0022,
            foam,
            0.16,
        );
    }
}
