//! Hair: behind the head and around the face, with strands that catch the light.

use super::{Tones, posed, rim};
use crate::painter::canvas::{Canvas, Fill};
use crate::painter::rng::SeededRng;
use crate::painter::shape::{circle, curve};
use crate::painter::spec::{Hair, SceneSpec};

type Points = Vec<(f32, f32)>;

fn tones(spec: &SceneSpec) -> Tones {
    let own = spec.person.hair;
    let tones = Tones::of(own, spec);
    // Hair keeps its own color in the shade, or all heads would look the same.
    Tones {
        base: tones.base.mix(own, 0.45),
        deep: tones.deep.mix(own.darker(0.6), 0.5),
        ..tones
    }
}

/// A shape of hair with its gradient and strands along `flow`; edges with no hair behind them are
/// lit.
fn mass(
    canvas: &mut Canvas,
    spec: &SceneSpec,
    rng: &mut SeededRng,
    (points, edged): (&[(f32, f32)], bool),
    flow: &[Points],
) {
    let tones = tones(spec);
    let shape = curve(points, true);
    canvas.fill(
        &shape,
        &Fill::Line(
            (-0.9, 0.3),
            (0.9, -0.7),
            vec![
                tones.deep.alpha(1.0),
                tones.deep.mix(tones.base, 0.6).alpha(1.0),
                tones.base.alpha(1.0),
                tones.base.mix(tones.lit, 0.45).alpha(1.0),
            ],
        ),
    );
    canvas.clipped(&shape, |it| {
        for path in flow {
            for _ in 0..26 {
                let drift = rng.range(-0.1, 0.1);
                let strand: Points = path
                    .iter()
                    .map(|p| (p.0 + drift + rng.range(-0.015, 0.015), p.1 + drift * 0.5))
                    .collect();
                let is_lit = rng.chance(0.45);
                let tint = if is_lit {
                    tones.lit.lighter(0.1)
                } else {
                    tones.deep
                };
                let right = 0.5 + 0.5 * strand[strand.len() / 2].0.clamp(-1.0, 1.0);
                let part = if is_lit { 0.10 + 0.32 * right } else { 0.34 };
                it.line(
                    &curve(&strand, false),
                    rng.range(0.006, 0.026),
                    &Fill::Flat(tint.alpha(part)),
                );
            }
        }
        if edged {
            it.line(&shape, 0.06, &rim(&spec.person, spec, 0.9, 0.62));
        }
    });
}

/// The hair behind head and shoulders.
pub(super) fn behind(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let outer: Points = match spec.person.style {
        Hair::Long => vec![
            (0.0, -1.38),
            (0.55, -1.25),
            (0.9, -0.75),
            (0.95, 0.0),
            (1.0, 0.8),
            (1.08, 1.5),
            (0.85, 2.0),
            (0.3, 2.2),
            (-0.3, 2.2),
            (-0.85, 2.0),
            (-1.1, 1.45),
            (-1.0, 0.8),
            (-0.95, 0.0),
            (-0.9, -0.75),
            (-0.55, -1.25),
        ],
        Hair::Bob => vec![
            (0.0, -1.36),
            (0.55, -1.24),
            (0.9, -0.75),
            (0.96, -0.1),
            (0.98, 0.45),
            (0.88, 0.78),
            (0.3, 0.9),
            (-0.3, 0.9),
            (-0.9, 0.78),
            (-0.98, 0.45),
            (-0.96, -0.1),
            (-0.9, -0.75),
            (-0.55, -1.24),
        ],
        Hair::Bun => {
            posed(canvas, spec, |it| {
                let tones = tones(spec);
                let knot = circle((-0.12, -1.42), 0.33);
                it.fill(
                    &knot,
                    &Fill::Round(
                        (0.02, -1.55),
                        0.5,
                        vec![
                            tones.lit.alpha(1.0),
                            tones.base.alpha(1.0),
                            tones.deep.alpha(1.0),
                        ],
                    ),
                );
                it.clipped(&knot, |it| {
                    for n in 0..7 {
                        let turn = n as f32 * 0.09;
                        let strand = [
                            (-0.44 + turn, -1.36),
                            (-0.12, -1.76 + turn),
                            (0.2, -1.4 + turn * 0.4),
                        ];
                        it.line(
                            &curve(&strand, false),
                            0.016,
                            &Fill::Flat(tones.deep.alpha(0.2)),
                        );
                    }
                });
            });
            return;
        }
        Hair::Short | Hair::Swept | Hair::Bald => return,
    };
    let flow: Vec<Points> = [-0.85, -0.5, 0.5, 0.85]
        .iter()
        .map(|x| {
            vec![
                (x * 0.5, -1.3),
                (*x, -0.5),
                (x * 1.08, 0.5),
                (x * 1.12, 1.4),
                (x * 0.8, 2.1),
            ]
        })
        .collect();
    posed(canvas, spec, |it| {
        mass(it, spec, rng, (&outer, true), &flow)
    });
}

/// The outline of the hair in front of the forehead: round the crown, back along the face.
fn fringe(style: Hair) -> &'static [(f32, f32)] {
    match style {
        Hair::Bald => &[],
        Hair::Short => SHORT,
        Hair::Swept => SWEPT,
        Hair::Bob => BOB,
        Hair::Long => LONG,
        Hair::Bun => BUN,
    }
}

#[rustfmt::skip]
const SHORT: &[(f32, f32)] = &[
    (-0.70, 0.12), (-0.755, -0.3), (-0.76, -0.66), (-0.72, -0.86), (-0.66, -1.06), (-0.52, -1.14), (-0.42, -1.29), (-0.22, -1.27),
    (-0.08, -1.4), (0.12, -1.31), (0.32, -1.38), (0.44, -1.22), (0.62, -1.18), (0.68, -0.98), (0.77, -0.82), (0.76, -0.4),
    (0.705, 0.12), (0.665, -0.16), (0.64, -0.42), (0.56, -0.6), (0.44, -0.62), (0.36, -0.76), (0.22, -0.68), (0.08, -0.8),
    (-0.08, -0.69), (-0.24, -0.78), (-0.36, -0.64), (-0.52, -0.66), (-0.64, -0.42), (-0.665, -0.16),
];

#[rustfmt::skip]
const SWEPT: &[(f32, f32)] = &[
    (-0.70, 0.12), (-0.755, -0.28), (-0.765, -0.68), (-0.70, -1.0), (-0.56, -1.2), (-0.4, -1.28), (-0.3, -1.42), (-0.1, -1.42),
    (0.06, -1.53), (0.22, -1.46), (0.42, -1.5), (0.52, -1.36), (0.68, -1.3), (0.72, -1.1), (0.8, -0.94), (0.775, -0.62),
    (0.755, -0.3), (0.705, 0.12), (0.67, -0.18), (0.655, -0.46), (0.6, -0.66), (0.48, -0.72), (0.36, -0.86), (0.16, -0.84),
    (0.0, -0.76), (-0.16, -0.8), (-0.3, -0.66), (-0.42, -0.7), (-0.5, -0.54), (-0.62, -0.44), (-0.66, -0.2),
];

#[rustfmt::skip]
const BOB: &[(f32, f32)] = &[
    (-0.6, 0.7), (-0.82, 0.8), (-0.93, 0.4), (-0.9, -0.4), (-0.72, -1.02), (-0.34, -1.33), (0.1, -1.37), (0.54, -1.23), (0.84, -0.8),
    (0.92, -0.1), (0.93, 0.42), (0.82, 0.8), (0.6, 0.7), (0.68, 0.3), (0.67, -0.12), (0.6, -0.4), (0.46, -0.36), (0.3, -0.44),
    (0.14, -0.38), (0.0, -0.45), (-0.16, -0.37), (-0.3, -0.44), (-0.46, -0.36), (-0.6, -0.4), (-0.67, -0.12), (-0.68, 0.3),
];

#[rustfmt::skip]
const LONG: &[(f32, f32)] = &[
    (-0.74, 1.2), (-0.95, 1.4), (-0.95, 0.6), (-0.88, -0.2), (-0.77, -0.9), (-0.42, -1.29), (0.06, -1.38), (0.5, -1.27), (0.8, -0.86),
    (0.88, -0.2), (0.93, 0.6), (0.97, 1.42), (0.76, 1.2), (0.71, 0.6), (0.69, 0.1), (0.66, -0.3), (0.52, -0.64), (0.24, -0.92),
    (0.08, -1.06), (-0.12, -0.9), (-0.44, -0.62), (-0.63, -0.3), (-0.69, 0.1), (-0.71, 0.6),
];

#[rustfmt::skip]
const BUN: &[(f32, f32)] = &[
    (-0.7, 0.14), (-0.75, -0.4), (-0.67, -0.98), (-0.36, -1.25), (0.06, -1.31), (0.46, -1.21), (0.72, -0.86), (0.75, -0.4),
    (0.7, 0.14), (0.675, -0.14), (0.62, -0.46), (0.42, -0.76), (0.12, -0.88), (-0.16, -0.86), (-0.44, -0.74), (-0.62, -0.46),
    (-0.675, -0.14),
];

/// The hair in front of the forehead and beside the face.
pub(super) fn front(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let crown = |x: f32| {
        vec![
            (x * 0.2, -1.3),
            (x * 0.7, -1.12),
            (x, -0.75),
            (x * 1.05, -0.3),
        ]
    };
    let falls = matches!(spec.person.style, Hair::Long | Hair::Bob);
    let cap = fringe(spec.person.style);
    if cap.is_empty() {
        return;
    }
    let flow: Vec<Points> = match spec.person.style {
        Hair::Swept => [-0.3, -0.05, 0.2, 0.45]
            .iter()
            .map(|y| {
                vec![
                    (-0.72, -0.5 + y),
                    (-0.35, -1.0 + y * 0.6),
                    (0.15, -1.25 + y * 0.5),
                    (0.62, -1.05 + y * 0.6),
                    (0.8, -0.5 + y * 0.3),
                ]
            })
            .collect(),
        Hair::Long | Hair::Bob => [-0.95, -0.82, -0.5, 0.5, 0.82, 0.95]
            .iter()
            .map(|x| {
                vec![
                    (0.05 + x * 0.1, -1.35),
                    (x * 0.7, -0.95),
                    (*x, -0.3),
                    (*x, 0.5),
                    (x * 1.03, 1.3),
                ]
            })
            .collect(),
        _ => [-0.75, -0.45, -0.15, 0.2, 0.5, 0.78]
            .iter()
            .map(|x| crown(*x))
            .collect(),
    };
    posed(canvas, spec, |it| {
        shadow(it, spec, cap);
        mass(it, spec, rng, (cap, !falls), &flow);
    });
}

/// The shade that the hair casts.
fn shadow(canvas: &mut Canvas, spec: &SceneSpec, cap: &[(f32, f32)]) {
    let face = curve(
        &[
            (0.0, -1.1),
            (0.6, -0.7),
            (0.69, 0.0),
            (0.5, 0.6),
            (0.0, 0.98),
            (-0.5, 0.6),
            (-0.69, 0.0),
            (-0.6, -0.7),
        ],
        true,
    );
    let dark = super::skin(spec).deep;
    canvas.clipped(&face, |it| {
        for (drop, part) in [(0.13, 0.16), (0.08, 0.22), (0.04, 0.3)] {
            let cast: Points = cap
                .iter()
                .map(|p| (p.0 * 0.985 - 0.02, p.1 + drop))
                .collect();
            it.fill(&curve(&cast, true), &Fill::Flat(dark.alpha(part)));
        }
    });
}
