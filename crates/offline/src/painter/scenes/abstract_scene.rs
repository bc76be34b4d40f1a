//! Space, and abstract pictures: ribbons of color, discs, light.

use tiny_skia::BlendMode;

use super::sky;
use crate::painter::canvas::{Canvas, Fill};
use crate::painter::color::{BLACK, WHITE};
use crate::painter::rng::{NoiseOutline, SeededRng};
use crate::painter::scenes::Layer;
use crate::painter::shape::{circle, curve, ground, oval};
use crate::painter::spec::SceneSpec;

pub(super) const SPACE: &[Layer] = &[void, nebula, planet];
pub(super) const ABSTRACT: &[Layer] = &[air, ribbons, sparks];

fn void(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let colors = vec![
        spec.palette.sky[0].darker(0.6).alpha(1.0),
        spec.palette.sky[0].darker(0.2).alpha(1.0),
        spec.palette.sky[1].darker(0.35).alpha(1.0),
    ];
    canvas.fill_all(&Fill::Line((0.0, 0.0), (canvas.aspect, 1.0), colors));
    sky::stars(canvas, rng, 700, 1.6);
}

fn nebula(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let wide = canvas.aspect;
    let slope = rng.range(-0.5, 0.5);
    let drift = NoiseOutline {
        seed: rng.next_u64(),
        octaves: 4,
        roughness: 0.6,
    };
    canvas.with_blend(BlendMode::Screen, |it| {
        it.soft(10, |it| {
            for _ in 0..130 {
                let x = rng.range(-0.1, wide + 0.1);
                let y = 0.5
                    + (x / wide - 0.5) * slope
                    + 0.16 * drift.at(x * 3.0)
                    + rng.range(-0.17, 0.17) * rng.range(0.2, 1.0);
                let tint = rng.pick(&[
                    spec.palette.light,
                    spec.palette.accent,
                    spec.palette.sky[2],
                    spec.palette.sky[3],
                ]);
                let radius = rng.range(0.03, 0.15);
                let fill_style = Fill::Round(
                    (x, y),
                    radius,
                    vec![tint.alpha(0.16), tint.alpha(0.08), tint.alpha(0.0)],
                );
                it.fill(&circle((x, y), radius), &fill_style);
            }
        });
    });
    sky::stars(canvas, rng, 160, 1.6);
}

fn planet(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let at = (canvas.aspect * rng.range(0.38, 0.62), rng.range(0.46, 0.6));
    let radius = rng.range(0.14, 0.2);
    let (lit, shade) = (
        spec.palette.disc.mix(spec.palette.light, 0.5),
        spec.palette.sky[0].darker(0.5),
    );
    canvas.glow(at, radius * 1.9, spec.palette.accent, 0.35);
    let ring = |it: &mut Canvas, front: bool| {
        for n in 0..9 {
            let reach = radius * (1.45 + n as f32 * 0.075);
            let tint = spec.palette.light.mix(spec.palette.accent, n as f32 / 9.0);
            let steps = if front { 32 } else { 64 };
            let turns = (0..=steps).map(|k| std::f32::consts::PI * k as f32 / 32.0);
            let arc: Vec<_> = turns
                .map(|turn| {
                    let (x, y) = (reach * turn.cos(), reach * 0.24 * turn.sin());
                    (at.0 + x * 0.96 - y * 0.28, at.1 + y + x * 0.24)
                })
                .collect();
            let fill_style = Fill::Flat(tint.alpha(if n % 3 == 1 { 0.2 } else { 0.55 }));
            it.line(&curve(&arc, false), radius * 0.045, &fill_style);
        }
    };
    ring(canvas, false);
    let ball = circle(at, radius);
    let fill_style = Fill::Round(
        (at.0 - radius * 0.45, at.1 - radius * 0.5),
        radius * 1.7,
        vec![
            lit.lighter(0.3).alpha(1.0),
            lit.alpha(1.0),
            spec.palette.sky[2].alpha(1.0),
            shade.alpha(1.0),
        ],
    );
    canvas.fill(&ball, &fill_style);
    canvas.clipped(&ball, |it| {
        for n in 0..9 {
            let y = at.1 + radius * (-0.9 + n as f32 * 0.22 + rng.range(-0.05, 0.05));
            let tint = if n % 2 == 0 {
                spec.palette.sky[1]
            } else {
                spec.palette.sky[3]
            };
            it.fill(
                &oval(
                    (at.0, y + radius * 0.05),
                    radius * 1.2,
                    radius * rng.range(0.03, 0.09),
                ),
                &Fill::Flat(tint.alpha(0.24)),
            );
        }
        let dark = Fill::Round(
            (at.0 - radius * 0.5, at.1 - radius * 0.55),
            radius * 1.75,
            vec![
                BLACK.alpha(0.0),
                BLACK.alpha(0.0),
                BLACK.alpha(0.35),
                BLACK.alpha(0.92),
            ],
        );
        it.fill(&ball, &dark);
    });
    // What passes in front of the planet is drawn again on top of it.
    canvas.clipped(&ball, |it| ring(it, true));
}

fn air(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    sky::sky(canvas, spec, 1.0);
    if spec.night {
        sky::stars(canvas, rng, 260, 0.9);
    }
    let at = (canvas.aspect * rng.range(0.3, 0.7), rng.range(0.26, 0.4));
    sky::disc(canvas, spec, at, rng.range(0.09, 0.14));
}

/// Broad waves of color, lit along their crests.
fn ribbons(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let wide = canvas.aspect;
    for n in 0..8 {
        let near = n as f32 / 7.0;
        let outline = NoiseOutline {
            seed: rng.next_u64(),
            octaves: 2,
            roughness: 0.3,
        };
        let points: Vec<_> = (0..=90)
            .map(|k| {
                let x = wide * k as f32 / 90.0;
                (
                    x,
                    0.44 + 0.5 * near - (0.13 - 0.04 * near) * outline.at(x * 1.5 + near * 5.0),
                )
            })
            .collect();
        let tint = spec.palette.sky[2]
            .mix(spec.palette.sky[3], 0.4)
            .mix(spec.palette.near.mix(spec.palette.sky[0], 0.5), near);
        let crest = tint.mix(spec.palette.light, 0.38 * (1.0 - near * 0.6));
        canvas.soft(9, |it| {
            it.line(&curve(&points, false), 0.05, &Fill::Flat(BLACK.alpha(0.16)))
        });
        canvas.fill(
            &ground(&points, 1.02),
            &Fill::down(
                0.34 + 0.5 * near,
                0.72 + 0.5 * near,
                vec![
                    crest.alpha(0.96),
                    tint.alpha(0.96),
                    tint.darker(0.3).alpha(0.96),
                ],
            ),
        );
        canvas.line(
            &curve(&points, false),
            0.0016,
            &Fill::Flat(spec.palette.light.lighter(0.3).alpha(0.5 - 0.3 * near)),
        );
    }
}

fn sparks(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    for _ in 0..38 {
        let at = (rng.range(0.0, canvas.aspect), rng.range(0.1, 0.95));
        let tint = spec.palette.light.mix(WHITE, 0.4);
        canvas.glow(at, rng.range(0.006, 0.02), tint, rng.range(0.3, 0.8));
    }
}
