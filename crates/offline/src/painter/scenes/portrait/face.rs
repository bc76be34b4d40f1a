//! The face: its outline and the planes it is built from, neck, ears, beard.

use tiny_skia::Path;

use super::features::{brow, eye, glasses, mouth, nose};
use super::{posed, rim, skin};
use crate::painter::canvas::{Canvas, Fill};
use crate::painter::color::hex;
use crate::painter::rng::SeededRng;
use crate::painter::shape::{circle, curve, facet, oval};
use crate::painter::spec::SceneSpec;
/// The outline of the head, from the crown round by the chin.
fn outline(spec: &SceneSpec) -> Path {
    let half: &[(f32, f32)] = if spec.person.soft_features {
        &[
            (0.0, -1.12),
            (0.4, -1.03),
            (0.65, -0.64),
            (0.685, -0.18),
            (0.665, 0.14),
            (0.565, 0.46),
            (0.37, 0.78),
            (0.155, 0.97),
            (0.0, 1.005),
        ]
    } else {
        &[
            (0.0, -1.13),
            (0.42, -1.03),
            (0.68, -0.64),
            (0.705, -0.18),
            (0.68, 0.16),
            (0.6, 0.52),
            (0.4, 0.84),
            (0.165, 1.015),
            (0.0, 1.04),
        ]
    };
    let mut points = half.to_vec();
    points.extend(half[1..half.len() - 1].iter().rev().map(|it| (-it.0, it.1)));
    curve(&points, true)
}

pub(super) fn face(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    posed(canvas, spec, |it| {
        neck(it, spec);
        ears(it, spec);
        let head = outline(spec);
        let tones = skin(spec);
        it.fill(
            &head,
            &Fill::Line(
                (-0.7, 0.2),
                (0.7, -0.3),
                vec![
                    tones.shade.alpha(1.0),
                    tones.base.alpha(1.0),
                    tones.lit.alpha(1.0),
                ],
            ),
        );
        it.clipped(&head, |it| {
            planes(it, spec);
            cheeks(it, spec);
            if spec.person.beard {
                beard(it, spec, rng);
            }
        });
        nose(it, spec);
        mouth(it, spec);
        for side in [1.0, -1.0] {
            eye(it, spec, side);
            brow(it, spec, side);
        }
        it.clipped(&head, |it| {
            it.line(&head, 0.055, &rim(&spec.person, spec, 0.74, 0.75))
        });
        if spec.person.glasses {
            glasses(it, spec);
        }
    });
}

fn neck(canvas: &mut Canvas, spec: &SceneSpec) {
    let tones = skin(spec);
    let slim = if spec.person.soft_features { 0.86 } else { 1.0 };
    let throat = curve(
        &[
            (-0.4 * slim, 0.45),
            (-0.37 * slim, 0.95),
            (-0.42 * slim, 1.3),
            (-0.72, 1.62),
            (0.0, 1.95),
            (0.72, 1.62),
            (0.42 * slim, 1.3),
            (0.37 * slim, 0.95),
            (0.4 * slim, 0.45),
        ],
        true,
    );
    canvas.fill(
        &throat,
        &Fill::Line(
            (-0.42, 0.0),
            (0.46, 0.0),
            vec![
                tones.deep.alpha(1.0),
                tones.shade.alpha(1.0),
                tones.base.alpha(1.0),
                tones.lit.alpha(1.0),
            ],
        ),
    );
    canvas.clipped(&throat, |it| {
        // The chin shades the throat.
        let cast = curve(
            &[
                (-0.8, 0.4),
                (0.8, 0.4),
                (0.62, 0.82),
                (0.3, 1.14),
                (-0.12, 1.3),
                (-0.6, 1.1),
            ],
            true,
        );
        it.fill(
            &cast,
            &Fill::down(
                0.8,
                1.3,
                vec![
                    tones.deep.alpha(0.95),
                    tones.shade.alpha(0.75),
                    tones.shade.alpha(0.55),
                ],
            ),
        );
        let cord = facet(&[(0.3, 0.9), (0.08, 1.62), (0.0, 1.62), (0.2, 1.0)]);
        it.fill(&cord, &Fill::Flat(tones.shade.alpha(0.3)));
        it.line(&throat, 0.07, &rim(&spec.person, spec, 0.46, 0.6));
    });
}

fn ears(canvas: &mut Canvas, spec: &SceneSpec) {
    let tones = skin(spec);
    for side in [1.0f32, -1.0] {
        let tint = if side > 0.0 {
            tones.base.mix(tones.lit, 0.4)
        } else {
            tones.shade
        };
        let ear = curve(
            &[
                (side * 0.66, -0.16),
                (side * 0.755, -0.2),
                (side * 0.79, -0.06),
                (side * 0.755, 0.14),
                (side * 0.7, 0.24),
                (side * 0.65, 0.18),
            ],
            true,
        );
        canvas.fill(&ear, &Fill::Flat(tint.alpha(1.0)));
        let shell = curve(
            &[
                (side * 0.7, -0.1),
                (side * 0.75, -0.08),
                (side * 0.735, 0.06),
                (side * 0.7, 0.12),
            ],
            false,
        );
        canvas.line(&shell, 0.022, &Fill::Flat(tones.deep.alpha(0.55)));
    }
}

/// The planes of the head.
fn planes(canvas: &mut Canvas, spec: &SceneSpec) {
    let tones = skin(spec);
    let across = |from: f32, to: f32, colors: Vec<tiny_skia::Color>| {
        Fill::Line((from, 0.0), (to, 0.0), colors)
    };
    // The far side, with bends at forehead, nose, lips and chin.
    let away = facet(&[
        (-0.1, -1.3),
        (-0.03, -0.72),
        (-0.11, -0.28),
        (-0.06, -0.1),
        (-0.14, 0.27),
        (-0.16, 0.37),
        (-0.07, 0.47),
        (-0.1, 0.57),
        (-0.07, 0.7),
        (-0.13, 0.83),
        (-0.05, 1.15),
        (-1.0, 1.15),
        (-1.0, -1.3),
    ]);
    canvas.fill(
        &away,
        &across(
            -0.72,
            -0.02,
            vec![
                tones.shade.mix(spec.palette.accent, 0.2).alpha(0.9),
                tones.deep.alpha(0.86),
                tones.shade.alpha(0.82),
            ],
        ),
    );
    let forehead = facet(&[
        (0.06, -0.86),
        (0.44, -0.78),
        (0.6, -0.4),
        (0.42, -0.3),
        (0.1, -0.27),
    ]);
    canvas.fill(
        &forehead,
        &Fill::Line(
            (0.06, -0.3),
            (0.55, -0.8),
            vec![tones.lit.alpha(0.0), tones.lit.lighter(0.16).alpha(0.62)],
        ),
    );
    let temple = facet(&[(0.75, -0.75), (0.58, -0.42), (0.56, -0.1), (0.75, 0.12)]);
    canvas.fill(&temple, &Fill::Flat(tones.shade.alpha(0.2)));
    let cheek = facet(&[
        (0.2, 0.06),
        (0.5, 0.02),
        (0.64, 0.14),
        (0.36, 0.36),
        (0.16, 0.3),
    ]);
    canvas.fill(
        &cheek,
        &Fill::Line(
            (0.2, 0.36),
            (0.6, 0.02),
            vec![tones.lit.alpha(0.05), tones.lit.lighter(0.22).alpha(0.6)],
        ),
    );
    hollows(canvas, spec);
}

/// The planes below the cheekbones, and the light on the far side.
fn hollows(canvas: &mut Canvas, spec: &SceneSpec) {
    let tones = skin(spec);
    let hollow = facet(&[
        (0.75, 0.1),
        (0.46, 0.3),
        (0.26, 0.52),
        (0.33, 0.86),
        (0.55, 0.72),
        (0.75, 0.4),
    ]);
    canvas.fill(
        &hollow,
        &Fill::Line(
            (0.3, 0.8),
            (0.7, 0.2),
            vec![
                tones.shade.alpha(0.06),
                tones
                    .shade
                    .alpha(if spec.person.soft_features { 0.3 } else { 0.46 }),
            ],
        ),
    );
    let jaw = facet(&[
        (0.1, 1.1),
        (0.12, 0.86),
        (0.42, 0.74),
        (0.66, 0.45),
        (0.75, 0.8),
    ]);
    canvas.fill(&jaw, &Fill::Flat(tones.shade.alpha(0.34)));
    let chin = oval((0.05, 0.86), 0.13, 0.08);
    canvas.fill(
        &chin,
        &Fill::Round(
            (0.07, 0.84),
            0.15,
            vec![tones.lit.lighter(0.1).alpha(0.5), tones.lit.alpha(0.0)],
        ),
    );
    // The little light that reaches the far cheek.
    let kept = facet(&[(-0.19, 0.1), (-0.43, 0.09), (-0.23, 0.36)]);
    canvas.fill(
        &kept,
        &Fill::Line(
            (-0.45, 0.0),
            (-0.18, 0.0),
            vec![tones.base.alpha(0.08), tones.lit.alpha(0.42)],
        ),
    );
}

fn cheeks(canvas: &mut Canvas, spec: &SceneSpec) {
    let blush = spec.person.skin.mix(hex(0xc9473f), 0.55);
    let part = if spec.person.soft_features { 0.3 } else { 0.16 };
    for side in [1.0, -1.0] {
        let at = (side * 0.4, 0.24);
        let fill_style = Fill::Round(
            at,
            0.26,
            vec![blush.alpha(part), blush.alpha(part * 0.5), blush.alpha(0.0)],
        );
        canvas.fill(&circle(at, 0.26), &fill_style);
    }
}

fn beard(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let tint = spec.person.hair.mix(skin(spec).deep, 0.3);
    let shape = curve(
        &[
            (-0.72, -0.1),
            (-0.62, 0.25),
            (-0.4, 0.45),
            (-0.24, 0.48),
            (0.0, 0.445),
            (0.24, 0.48),
            (0.4, 0.45),
            (0.62, 0.25),
            (0.72, -0.1),
            (0.76, 0.6),
            (0.4, 1.1),
            (-0.4, 1.1),
            (-0.76, 0.6),
        ],
        true,
    );
    canvas.fill(
        &shape,
        &Fill::Line(
            (-0.7, 0.0),
            (0.7, 0.0),
            vec![
                tint.darker(0.5).alpha(0.95),
                tint.alpha(0.9),
                tint.lighter(0.12).alpha(0.85),
            ],
        ),
    );
    for _ in 0..90 {
        let (x, y) = (rng.range(-0.6, 0.6), rng.range(0.5, 1.0));
        let hair = curve(&[(x, y), (x * 1.04, y + 0.07)], false);
        canvas.line(&hair, 0.008, &Fill::Flat(tint.lighter(0.3).alpha(0.3)));
    }
}
