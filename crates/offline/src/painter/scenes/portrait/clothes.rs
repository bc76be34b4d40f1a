//! Shoulders and clothes.

use super::{Tones, posed, rim};
use crate::painter::canvas::{Canvas, Fill};
use crate::painter::rng::SeededRng;
use crate::painter::shape::{curve, facet};
use crate::painter::spec::SceneSpec;

pub(super) fn body(canvas: &mut Canvas, spec: &SceneSpec, _rng: &mut SeededRng) {
    let tones = Tones::of(spec.person.cloth, spec);
    let wide = if spec.person.soft_features { 0.88 } else { 1.0 };
    let shape = curve(
        &[
            (-0.4, 1.45),
            (-0.95 * wide, 1.52),
            (-1.5 * wide, 1.78),
            (-1.82 * wide, 2.3),
            (-1.95 * wide, 3.4),
            (1.95 * wide, 3.4),
            (1.82 * wide, 2.3),
            (1.5 * wide, 1.78),
            (0.95 * wide, 1.52),
            (0.4, 1.45),
            (0.0, 1.55),
        ],
        true,
    );
    posed(canvas, spec, |it| {
        it.fill(
            &shape,
            &Fill::Line(
                (-1.6, 2.0),
                (1.6, 1.4),
                vec![
                    tones.deep.alpha(1.0),
                    tones.shade.mix(tones.deep, 0.4).alpha(1.0),
                    tones.base.darker(0.15).alpha(1.0),
                    tones.base.mix(tones.lit, 0.4).alpha(1.0),
                ],
            ),
        );
        it.clipped(&shape, |it| {
            for (points, part) in [
                ([(-1.3, 1.7), (-0.7, 1.75), (-1.0, 2.6), (-1.5, 2.9)], 0.4),
                ([(0.55, 1.62), (0.95, 1.7), (0.75, 2.6), (0.42, 2.9)], 0.25),
                ([(1.2, 1.9), (1.5, 2.1), (1.25, 3.0), (1.02, 3.0)], 0.3),
                (
                    [(-0.5, 1.9), (-0.32, 2.0), (-0.45, 3.0), (-0.66, 3.0)],
                    0.35,
                ),
            ] {
                it.fill(
                    &facet(&points),
                    &Fill::down(
                        1.6,
                        3.0,
                        vec![tones.deep.alpha(part), tones.deep.alpha(part * 0.3)],
                    ),
                );
            }
            let crest = facet(&[(0.6, 1.42), (1.5, 1.74), (1.3, 1.95), (0.7, 1.66)]);
            it.fill(
                &crest,
                &Fill::Line(
                    (0.6, 1.4),
                    (1.5, 1.8),
                    vec![tones.lit.alpha(0.08), tones.lit.alpha(0.5)],
                ),
            );
            it.line(&shape, 0.075, &rim(&spec.person, spec, 1.75, 0.8));
        });
    });
}

/// Collar and lapels, in front of the neck.
pub(super) fn collar(canvas: &mut Canvas, spec: &SceneSpec, _rng: &mut SeededRng) {
    let tones = Tones::of(spec.person.cloth, spec);
    posed(canvas, spec, |it| {
        if spec.neon || !spec.person.soft_features {
            coat(it, spec, tones);
        } else {
            neckline(it, spec, tones);
        }
    });
}

/// A coat with its collar up over a dark shirt.
fn coat(canvas: &mut Canvas, spec: &SceneSpec, tones: Tones) {
    let shirt = Tones::of(spec.palette.near.mix(spec.palette.far, 0.25), spec);
    let inner = facet(&[
        (-0.46, 1.42),
        (-0.2, 1.66),
        (0.0, 1.72),
        (0.2, 1.66),
        (0.46, 1.42),
        (0.62, 2.2),
        (0.3, 3.2),
        (-0.3, 3.2),
        (-0.62, 2.2),
    ]);
    canvas.fill(
        &inner,
        &Fill::Line(
            (-0.5, 0.0),
            (0.5, 0.0),
            vec![shirt.deep.alpha(1.0), shirt.base.alpha(1.0)],
        ),
    );
    canvas.line(
        &curve(
            &[
                (-0.4, 1.46),
                (-0.2, 1.68),
                (0.0, 1.745),
                (0.2, 1.68),
                (0.4, 1.46),
            ],
            false,
        ),
        0.05,
        &Fill::Line(
            (-0.4, 0.0),
            (0.4, 0.0),
            vec![shirt.deep.alpha(1.0), shirt.lit.alpha(0.8)],
        ),
    );
    for side in [1.0f32, -1.0] {
        let at = |x: f32, y: f32| (side * x, y);
        let (face, edge) = if side > 0.0 {
            (tones.base.mix(tones.lit, 0.3), spec.palette.light)
        } else {
            (tones.shade.mix(tones.deep, 0.4), spec.palette.accent)
        };
        let stand = facet(&[
            at(0.42, 1.08),
            at(0.66, 1.3),
            at(0.95, 1.6),
            at(0.62, 2.12),
            at(0.28, 1.62),
            at(0.4, 1.42),
        ]);
        canvas.fill(
            &stand,
            &Fill::down(
                1.0,
                2.1,
                vec![face.lighter(0.07).alpha(1.0), face.darker(0.25).alpha(1.0)],
            ),
        );
        let lapel = facet(&[
            at(0.62, 1.9),
            at(0.92, 1.72),
            at(1.0, 2.0),
            at(0.84, 2.12),
            at(0.28, 3.3),
            at(0.08, 3.3),
        ]);
        canvas.fill(
            &lapel,
            &Fill::down(
                1.7,
                3.2,
                vec![face.lighter(0.1).alpha(1.0), face.darker(0.35).alpha(1.0)],
            ),
        );
        canvas.line(
            &curve(&[at(0.42, 1.08), at(0.66, 1.3), at(0.95, 1.6)], false),
            0.02,
            &Fill::Flat(edge.alpha(0.6)),
        );
        canvas.line(
            &curve(&[at(0.62, 1.9), at(0.36, 2.5), at(0.08, 3.3)], false),
            0.012,
            &Fill::Flat(edge.alpha(0.35)),
        );
        if spec.neon {
            let trim = [at(0.3, 1.62), at(0.56, 2.0), at(0.62, 2.12)];
            canvas.line(
                &facet(&trim),
                0.014,
                &Fill::Flat(edge.lighter(0.3).alpha(0.9)),
            );
            canvas.glow(at(0.5, 1.9), 0.4, edge, 0.3);
        }
    }
}

/// A soft neckline with a fine chain.
fn neckline(canvas: &mut Canvas, spec: &SceneSpec, tones: Tones) {
    let edge = [
        (-0.86, 1.5),
        (-0.5, 1.78),
        (-0.2, 1.98),
        (0.0, 2.03),
        (0.2, 1.98),
        (0.5, 1.78),
        (0.86, 1.5),
    ];
    let mut front = edge.to_vec();
    front.extend([(1.3, 1.9), (1.3, 3.3), (-1.3, 3.3), (-1.3, 1.9)]);
    canvas.fill(
        &curve(&front, true),
        &Fill::Line(
            (-1.0, 2.0),
            (1.0, 1.6),
            vec![
                tones.deep.alpha(1.0),
                tones.shade.alpha(1.0),
                tones.base.alpha(1.0),
                tones.base.mix(tones.lit, 0.3).alpha(1.0),
            ],
        ),
    );
    canvas.line(
        &curve(&edge, false),
        0.035,
        &Fill::Line(
            (-0.9, 0.0),
            (0.9, 0.0),
            vec![tones.deep.alpha(1.0), tones.lit.alpha(0.9)],
        ),
    );
    let chain = [
        (-0.44, 1.42),
        (-0.24, 1.7),
        (0.0, 1.8),
        (0.24, 1.7),
        (0.44, 1.42),
    ];
    let gold = spec.palette.disc;
    canvas.line(
        &curve(&chain, false),
        0.012,
        &Fill::Line(
            (-0.4, 0.0),
            (0.4, 0.0),
            vec![gold.darker(0.5).alpha(0.8), gold.alpha(0.95)],
        ),
    );
    canvas.fill(
        &crate::painter::shape::circle((0.0, 1.84), 0.035),
        &Fill::Flat(gold.alpha(0.95)),
    );
    canvas.glow((0.0, 1.84), 0.12, gold, 0.5);
}
