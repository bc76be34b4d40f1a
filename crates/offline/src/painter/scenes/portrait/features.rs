//! Eyes, brows, nose, mouth, and glasses.

use super::skin;
use crate::painter::canvas::{Canvas, Fill};
use crate::painter::color::{BLACK, Rgb, WHITE, hex};
use crate::painter::shape::{circle, curve, facet, oval};
use crate::painter::spec::SceneSpec;

/// Darkens the socket around an eye.
fn shade_socket(canvas: &mut Canvas, spec: &SceneSpec, side: f32) {
    let tones = skin(spec);
    let socket = (side * 0.29, -0.06);
    let hollow = Fill::Round(
        socket,
        0.26,
        vec![
            tones.deep.alpha(0.62),
            tones.shade.alpha(0.32),
            tones.shade.alpha(0.0),
        ],
    );
    canvas.fill(&oval(socket, 0.24, 0.16), &hollow);
}

pub(super) fn eye(canvas: &mut Canvas, spec: &SceneSpec, side: f32) {
    let tones = skin(spec);
    shade_socket(canvas, spec, side);
    let big = if spec.person.soft_features { 1.14 } else { 1.0 };
    canvas.transformed((side * 0.285, -0.015), (side * big, big), |it| {
        let almond = curve(
            &[
                (-0.13, 0.018),
                (-0.06, -0.048),
                (0.03, -0.064),
                (0.105, -0.034),
                (0.142, 0.0),
                (0.06, 0.044),
                (-0.05, 0.046),
            ],
            true,
        );
        let dim = if side > 0.0 { 0.18 } else { 0.55 };
        let white = hex(0xf2ebe2).mix(tones.shade, dim);
        it.fill(
            &almond,
            &Fill::down(
                -0.06,
                0.05,
                vec![white.darker(0.4).alpha(1.0), white.alpha(1.0)],
            ),
        );
        it.clipped(&almond, |it| {
            let (center, iris) = ((0.004, -0.006), spec.person.eyes);
            it.fill(
                &circle(center, 0.062),
                &Fill::Round(
                    center,
                    0.064,
                    vec![
                        iris.lighter(0.3).alpha(1.0),
                        iris.alpha(1.0),
                        iris.darker(0.7).alpha(1.0),
                    ],
                ),
            );
            it.fill(
                &circle(center, 0.028),
                &Fill::Flat(hex(0x08070a).alpha(1.0)),
            );
            it.fill(
                &oval((0.0, -0.07), 0.17, 0.05),
                &Fill::Flat(BLACK.alpha(0.35)),
            );
            it.fill(
                &circle((center.0 + side * 0.022, -0.03), 0.0125),
                &Fill::Flat(WHITE.alpha(0.95)),
            );
            it.fill(
                &circle((center.0 - side * 0.024, 0.018), 0.007),
                &Fill::Flat(spec.palette.accent.lighter(0.4).alpha(0.7)),
            );
        });
        let lash = if spec.person.soft_features {
            0.03
        } else {
            0.022
        };
        let dark = tones.deep.mix(BLACK, 0.6);
        let lid = [
            (-0.135, 0.02),
            (-0.06, -0.05),
            (0.03, -0.066),
            (0.105, -0.036),
            (0.148, 0.002),
        ];
        it.line(&curve(&lid, false), lash, &Fill::Flat(dark.alpha(0.96)));
        if spec.person.soft_features {
            it.line(
                &curve(&[(0.12, -0.022), (0.16, -0.02), (0.195, -0.042)], false),
                0.014,
                &Fill::Flat(dark.alpha(0.95)),
            );
        }
        it.line(
            &curve(
                &[(-0.1, -0.075), (0.0, -0.115), (0.1, -0.09), (0.15, -0.05)],
                false,
            ),
            0.013,
            &Fill::Flat(tones.deep.alpha(0.6)),
        );
        it.line(
            &curve(&[(-0.06, 0.056), (0.04, 0.058), (0.12, 0.022)], false),
            0.01,
            &Fill::Flat(tones.deep.alpha(0.55)),
        );
    });
}

pub(super) fn brow(canvas: &mut Canvas, spec: &SceneSpec, side: f32) {
    let tint = spec.person.hair.darker(0.25).mix(skin(spec).deep, 0.35);
    let (lift, thick) = if spec.person.soft_features {
        (0.03, 0.75)
    } else {
        (0.0, 1.1)
    };
    let at = |x: f32, y: f32| (side * x, y - lift);
    let shape = curve(
        &[
            at(0.1, -0.2),
            at(0.24, -0.25 - 0.02 * thick),
            at(0.4, -0.262),
            at(0.5, -0.19),
            at(0.39, -0.222 + 0.012 * thick),
            at(0.24, -0.2 + 0.018 * thick),
            at(0.105, -0.155 + 0.012 * thick),
        ],
        true,
    );
    canvas.fill(&shape, &Fill::Flat(tint.alpha(0.94)));
}

pub(super) fn nose(canvas: &mut Canvas, spec: &SceneSpec) {
    let tones = skin(spec);
    let wide = if spec.person.soft_features { 0.86 } else { 1.0 };
    let flank = facet(&[
        (-0.03, -0.2),
        (-0.075, 0.02),
        (-0.15 * wide, 0.28),
        (-0.12 * wide, 0.36),
        (-0.02, 0.385),
        (0.03, 0.33),
        (0.0, 0.1),
    ]);
    canvas.fill(
        &flank,
        &Fill::Line(
            (-0.15, 0.0),
            (0.04, 0.0),
            vec![tones.deep.alpha(0.2), tones.shade.alpha(0.85)],
        ),
    );
    let ridge = facet(&[
        (0.0, -0.18),
        (0.05, -0.16),
        (0.055, 0.16),
        (0.085 * wide, 0.29),
        (0.03, 0.335),
        (0.0, 0.14),
    ]);
    canvas.fill(
        &ridge,
        &Fill::down(
            -0.2,
            0.34,
            vec![
                tones.lit.alpha(0.25),
                tones.lit.lighter(0.2).alpha(0.7),
                tones.lit.lighter(0.32).alpha(0.85),
            ],
        ),
    );
    let wing = curve(
        &[
            (0.09 * wide, 0.24),
            (0.148 * wide, 0.29),
            (0.14 * wide, 0.355),
            (0.09 * wide, 0.37),
        ],
        false,
    );
    canvas.line(&wing, 0.016, &Fill::Flat(tones.shade.alpha(0.55)));
    let under = facet(&[
        (-0.135 * wide, 0.345),
        (-0.04, 0.355),
        (0.03, 0.345),
        (0.125 * wide, 0.35),
        (0.06, 0.392),
        (0.0, 0.405),
        (-0.07, 0.392),
    ]);
    canvas.fill(&under, &Fill::Flat(tones.deep.alpha(0.72)));
    let cast = facet(&[(-0.12, 0.39), (0.06, 0.395), (-0.05, 0.49), (-0.13, 0.47)]);
    canvas.fill(&cast, &Fill::Flat(tones.deep.alpha(0.3)));
}

pub(super) fn mouth(canvas: &mut Canvas, spec: &SceneSpec) {
    let tones = skin(spec);
    let soft = spec.person.soft_features;
    let red = spec.person.skin.mix(
        hex(if soft { 0xa8323c } else { 0x8d4440 }),
        if soft { 0.62 } else { 0.4 },
    );
    let lips = Rgb {
        ..red.mix(spec.palette.sky[1], if spec.night { 0.3 } else { 0.1 })
    };
    let (w, full) = if soft { (0.2, 1.25) } else { (0.215, 0.9) };
    let upper = curve(
        &[
            (-w, 0.588),
            (-0.075, 0.552 - 0.008 * full),
            (0.0, 0.565),
            (0.075, 0.552 - 0.008 * full),
            (w, 0.588),
            (0.08, 0.598),
            (0.0, 0.604),
            (-0.08, 0.598),
        ],
        true,
    );
    canvas.fill(
        &upper,
        &Fill::Line(
            (-w, 0.0),
            (w, 0.0),
            vec![lips.darker(0.55).alpha(0.95), lips.darker(0.3).alpha(0.95)],
        ),
    );
    let lower = curve(
        &[
            (-w * 0.93, 0.594),
            (-0.08, 0.606),
            (0.0, 0.61),
            (0.08, 0.606),
            (w * 0.93, 0.594),
            (0.1, 0.645 + 0.012 * full),
            (0.0, 0.662 + 0.014 * full),
            (-0.1, 0.645 + 0.012 * full),
        ],
        true,
    );
    canvas.fill(
        &lower,
        &Fill::Line(
            (-w, 0.0),
            (w, 0.0),
            vec![
                lips.darker(0.42).alpha(0.92),
                lips.alpha(0.92),
                lips.lighter(0.16).alpha(0.92),
            ],
        ),
    );
    canvas.fill(
        &oval((0.055, 0.632), 0.05, 0.012),
        &Fill::Flat(tones.lit.lighter(0.5).alpha(if soft { 0.42 } else { 0.22 })),
    );
    canvas.line(
        &curve(
            &[
                (-w - 0.012, 0.586),
                (-0.08, 0.6),
                (0.0, 0.606),
                (0.08, 0.6),
                (w + 0.012, 0.584),
            ],
            false,
        ),
        0.0125,
        &Fill::Flat(tones.deep.mix(BLACK, 0.45).alpha(0.9)),
    );
    let below = Fill::Round(
        (-0.01, 0.725),
        0.14,
        vec![
            tones.deep.alpha(0.5),
            tones.shade.alpha(0.2),
            tones.shade.alpha(0.0),
        ],
    );
    canvas.fill(&oval((-0.01, 0.725), 0.14, 0.045), &below);
}

pub(super) fn glasses(canvas: &mut Canvas, spec: &SceneSpec) {
    let dark = hex(0x07070b);
    for side in [1.0f32, -1.0] {
        let at = |x: f32, y: f32| (side * x, y);
        let lens = curve(
            &[
                at(0.085, -0.13),
                at(0.28, -0.165),
                at(0.5, -0.145),
                at(0.555, -0.06),
                at(0.48, 0.085),
                at(0.29, 0.135),
                at(0.13, 0.085),
                at(0.075, -0.03),
            ],
            true,
        );
        canvas.fill(
            &lens,
            &Fill::down(
                -0.16,
                0.14,
                vec![
                    dark.alpha(0.99),
                    dark.mix(spec.palette.sky[1], 0.4).alpha(0.97),
                    spec.palette.sky[2].darker(0.35).alpha(0.95),
                ],
            ),
        );
        canvas.clipped(&lens, |it| {
            let (light, accent) = (spec.palette.light, spec.palette.accent);
            let shine = facet(&[
                (side * 0.3 - 0.02, -0.2),
                (side * 0.3 + 0.12, -0.2),
                (side * 0.3 - 0.02, 0.16),
                (side * 0.3 - 0.16, 0.16),
            ]);
            it.fill(
                &shine,
                &Fill::down(
                    -0.2,
                    0.14,
                    vec![light.lighter(0.25).alpha(0.62), light.alpha(0.12)],
                ),
            );
            let glint = facet(&[
                (side * 0.3 + 0.15, -0.2),
                (side * 0.3 + 0.185, -0.2),
                (side * 0.3 + 0.05, 0.16),
                (side * 0.3 + 0.015, 0.16),
            ]);
            it.fill(&glint, &Fill::Flat(accent.lighter(0.3).alpha(0.45)));
            it.line(
                &curve(&[at(0.1, 0.07), at(0.29, 0.125), at(0.47, 0.075)], false),
                0.018,
                &Fill::Flat(accent.alpha(0.6)),
            );
        });
        canvas.line(
            &lens,
            0.018,
            &Fill::Flat(hex(0x1b1b22).mix(spec.palette.light, 0.18).alpha(1.0)),
        );
        canvas.line(
            &curve(&[at(0.545, -0.08), at(0.7, -0.085)], false),
            0.022,
            &Fill::Flat(dark.alpha(1.0)),
        );
    }
    canvas.line(
        &curve(&[(-0.085, -0.07), (0.0, -0.1), (0.085, -0.07)], false),
        0.022,
        &Fill::Flat(hex(0x1b1b22).mix(spec.palette.light, 0.25).alpha(1.0)),
    );
}
