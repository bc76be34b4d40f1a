//! The forest: trunks behind each other in lit mist, shafts of light, ferns in the foreground.

use tiny_skia::BlendMode;

use super::hills::fir;
use super::sky;
use crate::painter::canvas::{Canvas, Fill};
use crate::painter::color::Rgb;
use crate::painter::rng::{NoiseOutline, SeededRng};
use crate::painter::scenes::Layer;
use crate::painter::shape::{circle, curve, facet, ground};
use crate::painter::spec::SceneSpec;

pub(super) const LAYERS: &[Layer] = &[
    glade,
    far_trees,
    shafts,
    middle_trees,
    floor,
    near_trees,
    motes,
];

fn heart(canvas: &Canvas, spec: &SceneSpec) -> (f32, f32) {
    let off = if spec.seed & 2 == 0 { 0.08 } else { -0.08 };
    (canvas.aspect * (0.5 + off), 0.36)
}

/// The clearing the light comes from.
fn glade(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    sky::sky(canvas, spec, 0.66);
    if spec.night {
        sky::stars(canvas, rng, 200, 0.4);
    }
    let at = heart(canvas, spec);
    if spec.night {
        sky::disc(canvas, spec, (at.0, 0.2), 0.05);
    }
    canvas.glow(at, 0.62, spec.palette.disc, 0.6);
    canvas.glow(at, 0.26, spec.palette.disc, 0.6);
}

fn far_trees(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    for row in 0..3 {
        let near = row as f32 / 3.0;
        let tint = spec.palette.sky[2].mix(spec.palette.far, 0.45 + 0.5 * near);
        let count = 22 - row * 4;
        for n in 0..count {
            let x = canvas.aspect * (n as f32 + rng.range(0.0, 1.0)) / count as f32;
            let width = (0.006 + 0.007 * near) * rng.range(0.6, 1.5);
            trunk(
                canvas,
                rng,
                (x, 0.70 + 0.03 * near),
                width,
                tint,
                tint.mix(spec.palette.sky[3], 0.3),
            );
        }
        sky::haze(canvas, spec.palette.sky[3], 0.62, 0.34, 0.34);
    }
    for _ in 0..9 {
        let x = rng.range(0.0, canvas.aspect);
        let mut pale = spec.clone();
        pale.palette.near = spec.palette.far.mix(spec.palette.sky[2], 0.25);
        let height = rng.range(0.16, 0.34);
        fir(canvas, &pale, rng, (x, 0.74), height);
    }
    sky::haze(canvas, spec.palette.sky[3], 0.72, 0.12, 0.5);
}

/// A trunk that extends beyond the top of the picture, lighter on the side of the clearing.
fn trunk(
    canvas: &mut Canvas,
    rng: &mut SeededRng,
    foot: (f32, f32),
    width: f32,
    tint: Rgb,
    lit: Rgb,
) {
    let (x, y) = foot;
    let lean = rng.range(-0.03, 0.03);
    let side = |way: f32| {
        [
            (x + way * width * 1.9, y),
            (x + way * width * 1.05, y - 0.06),
            (x + lean * 0.5 + way * width * 0.9, y * 0.5),
            (x + lean + way * width * 0.7, -0.02),
        ]
    };
    let mut points = side(-1.0).to_vec();
    points.extend(side(1.0).into_iter().rev());
    let toward = if x < canvas.aspect / 2.0 { 1.0 } else { -1.0 };
    let fill_style = Fill::Line(
        (x - toward * width, 0.0),
        (x + toward * width, 0.0),
        vec![tint.alpha(1.0), tint.alpha(1.0), lit.alpha(1.0)],
    );
    canvas.fill(&curve(&points, true), &fill_style);
}

fn branches(canvas: &mut Canvas, rng: &mut SeededRng, x: f32, width: f32, tint: Rgb) {
    for _ in 0..6 {
        let y = rng.range(0.02, 0.45);
        let way = if rng.chance(0.5) { 1.0 } else { -1.0 };
        let length = rng.range(0.08, 0.22);
        let bough = [
            (x, y),
            (x + way * length * 0.5, y - length * 0.22),
            (x + way * length, y - length * rng.range(0.2, 0.6)),
        ];
        canvas.line(
            &curve(&bough, false),
            width * 0.3,
            &Fill::Flat(tint.alpha(1.0)),
        );
        let twig = [
            bough[1],
            (bough[1].0 + way * length * 0.3, bough[1].1 + length * 0.16),
        ];
        canvas.line(
            &curve(&twig, false),
            width * 0.14,
            &Fill::Flat(tint.alpha(1.0)),
        );
    }
}

fn shafts(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let at = heart(canvas, spec);
    let light = spec.palette.disc;
    canvas.with_blend(BlendMode::Screen, |it| {
        it.soft(7, |it| {
            for n in 0..7 {
                let slant = -0.75 + n as f32 * 0.25 + rng.range(-0.06, 0.06);
                let (top, wide) = ((at.0 + slant * 0.12, -0.05), rng.range(0.02, 0.07));
                let low = (at.0 + slant * 0.85, 0.95);
                let shaft = facet(&[
                    (top.0 - wide * 0.3, top.1),
                    (top.0 + wide * 0.3, top.1),
                    (low.0 + wide, low.1),
                    (low.0 - wide, low.1),
                ]);
                let fade =
                    [0.5, 0.34, 0.16, 0.0].map(|part| light.alpha(part * rng.range(0.5, 1.0)));
                it.fill(&shaft, &Fill::Line(top, low, fade.to_vec()));
            }
        });
    });
}

fn middle_trees(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let tint = spec.palette.near.mix(spec.palette.far, 0.42);
    let lit = tint.mix(spec.palette.light, 0.42);
    for part in [0.07, 0.2, 0.31, 0.7, 0.82, 0.95] {
        let x = canvas.aspect * (part + rng.range(-0.03, 0.03));
        let width = rng.range(0.012, 0.02);
        trunk(canvas, rng, (x, 0.8), width, tint, lit);
        branches(canvas, rng, x, width, tint);
    }
    canopy(canvas, spec, rng, 0.3, 0.16);
    sky::haze(canvas, spec.palette.sky[3], 0.8, 0.16, 0.4);
}

/// Leaves hanging in from above.
fn canopy(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng, far: f32, depth: f32) {
    let tint = spec.palette.near.mix(spec.palette.far, far);
    for _ in 0..300 {
        let x = rng.range(-0.05, canvas.aspect + 0.05);
        let off = (x / canvas.aspect - 0.5).abs() * 2.0;
        let y = rng.range(-0.06, 1.0) * depth * (0.25 + off);
        let size = rng.range(0.007, 0.026);
        let leaf = spec.palette.far.mix(spec.palette.light, 0.3);
        let shade = tint.mix(leaf, rng.range(0.0, 0.4));
        canvas.fill(&circle((x, y), size), &Fill::Flat(shade.alpha(0.8)));
    }
}

fn floor(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let wide = canvas.aspect;
    let rise = NoiseOutline {
        seed: rng.next_u64(),
        octaves: 4,
        roughness: 0.5,
    };
    for row in 0..3 {
        let near = row as f32 / 2.0;
        let tint = spec.palette.far.mix(spec.palette.near, 0.35 + 0.6 * near);
        let points: Vec<_> = (0..=140)
            .map(|n| {
                let part = n as f32 / 140.0;
                (
                    part * wide,
                    0.78 + 0.085 * near - 0.02 * rise.at(part * 7.0 + near * 31.0),
                )
            })
            .collect();
        canvas.fill(
            &ground(&points, 1.02),
            &Fill::down(
                0.76 + 0.08 * near,
                1.0,
                vec![
                    tint.mix(spec.palette.light, 0.26 * (1.0 - near)).alpha(1.0),
                    tint.alpha(1.0),
                ],
            ),
        );
    }
    let at = heart(canvas, spec);
    let path = curve(
        &[
            (at.0 - 0.012, 0.775),
            (at.0 + 0.05, 0.83),
            (at.0 - 0.06, 0.9),
            (at.0 - 0.16, 1.03),
            (at.0 + 0.18, 1.03),
            (at.0 + 0.06, 0.9),
            (at.0 + 0.085, 0.83),
            (at.0 + 0.012, 0.775),
        ],
        true,
    );
    let light = spec.palette.disc.mix(spec.palette.far, 0.35);
    canvas.fill(
        &path,
        &Fill::down(
            0.775,
            1.02,
            vec![light.alpha(0.75), light.alpha(0.28), light.alpha(0.08)],
        ),
    );
}

fn near_trees(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let tint = spec.palette.near;
    for (part, width) in [(-0.005, 0.062), (0.13, 0.03), (0.89, 0.034), (1.01, 0.07)] {
        let x = canvas.aspect * part;
        trunk(
            canvas,
            rng,
            (x, 1.03),
            width,
            tint,
            tint.mix(spec.palette.light, 0.24),
        );
        branches(canvas, rng, x, width * 0.7, tint);
    }
    canopy(canvas, spec, rng, 0.04, 0.1);
    for n in 0..90 {
        let x = canvas.aspect * (n as f32 + rng.range(0.0, 1.0)) / 90.0;
        let off = (x / canvas.aspect - 0.5).abs() * 2.0;
        let height = rng.range(0.03, 0.13) * (0.35 + off * 0.8);
        let lean = rng.range(-0.05, 0.05);
        let blade = curve(
            &[
                (x - 0.004, 1.02),
                (x + lean * 0.4, 1.0 - height * 0.6),
                (x + lean, 1.0 - height),
                (x + lean * 0.5 + 0.005, 1.0 - height * 0.5),
                (x + 0.006, 1.02),
            ],
            true,
        );
        canvas.fill(
            &blade,
            &Fill::down(
                1.0 - height,
                1.0,
                vec![
                    tint.mix(spec.palette.light, 0.25).alpha(1.0),
                    tint.alpha(1.0),
                ],
            ),
        );
    }
}

/// Dust in the light, fireflies at night.
fn motes(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let at = heart(canvas, spec);
    for _ in 0..46 {
        let x = at.0 + rng.range(-1.0, 1.0) * rng.range(0.1, 0.5);
        let y = rng.range(0.3, 0.92);
        let size = rng.range(0.006, 0.016);
        canvas.glow(
            (x, y),
            size,
            spec.palette.light.lighter(0.3),
            rng.range(0.3, 0.9),
        );
    }
}
