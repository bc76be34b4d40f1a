//! A dark room with an open door, and a figure in its light.

use super::box_of;
use tiny_skia::BlendMode;

use crate::painter::canvas::{Canvas, Fill};
use crate::painter::rng::SeededRng;
use crate::painter::shape::{block, facet, oval};
use crate::painter::spec::SceneSpec;
pub(super) fn dark_walls(canvas: &mut Canvas, spec: &SceneSpec, _rng: &mut SeededRng) {
    let wall = spec.palette.sky[1].mix(spec.palette.near, 0.55);
    box_of(canvas, spec, wall, wall.darker(0.3));
    let near = spec.palette.near;
    canvas.fill_all(&Fill::down(
        0.0,
        1.0,
        vec![near.alpha(0.55), near.alpha(0.1), near.alpha(0.5)],
    ));
}

fn opening(canvas: &Canvas) -> (f32, f32, f32, f32) {
    (canvas.aspect * 0.5 - 0.105, 0.24, 0.21, 0.48)
}

pub(super) fn doorway(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let (x, y, width, height) = opening(canvas);
    let light = spec.palette.light;
    canvas.glow((x + width / 2.0, y + height * 0.55), 0.62, light, 0.5);
    let gap = block(x, y, width, height);
    canvas.fill(
        &gap,
        &Fill::Round(
            (x + width / 2.0, y + height * 0.62),
            height * 0.7,
            vec![
                spec.palette.disc.lighter(0.5).alpha(1.0),
                spec.palette.disc.alpha(1.0),
                light.alpha(1.0),
                spec.palette.sky[2].alpha(1.0),
            ],
        ),
    );
    canvas.clipped(&gap, |it| {
        for n in 0..3 {
            let level = y + height * (0.74 + 0.1 * n as f32);
            let tint = spec.palette.sky[2].mix(spec.palette.disc, 0.35 - 0.15 * n as f32);
            let mut hills: Vec<_> = (0..=8)
                .map(|k| (x + width * k as f32 / 8.0, level - rng.range(0.0, 0.04)))
                .collect();
            hills.extend([(x + width, y + height), (x, y + height)]);
            it.fill(&facet(&hills), &Fill::Flat(tint.alpha(0.8)));
        }
    });
    let frame = spec.palette.near.mix(spec.palette.far, 0.3);
    for (left, top, w, h) in [
        (x - 0.024, y - 0.024, width + 0.048, 0.024),
        (x - 0.024, y, 0.024, height),
        (x + width, y, 0.024, height),
    ] {
        canvas.fill(
            &block(left, top, w, h),
            &Fill::Line(
                (x, 0.0),
                (x + width, 0.0),
                vec![frame.lighter(0.18).alpha(1.0), frame.darker(0.3).alpha(1.0)],
            ),
        );
    }
    // The leaf stands open into the room.
    let leaf = facet(&[
        (x + width, y),
        (x + width + 0.17, y - 0.055),
        (x + width + 0.17, y + height + 0.115),
        (x + width, y + height),
    ]);
    canvas.fill(
        &leaf,
        &Fill::Line(
            (x + width, 0.0),
            (x + width + 0.17, 0.0),
            vec![
                frame.mix(light, 0.45).alpha(1.0),
                frame.mix(light, 0.08).alpha(1.0),
            ],
        ),
    );
    for (top, low) in [(0.08, 0.42), (0.54, 0.9)] {
        let at = |part: f32, level: f32| {
            (
                x + width + 0.17 * part,
                y - 0.055 * part + (height + 0.17 * part) * level,
            )
        };
        let panel = facet(&[at(0.2, top), at(0.82, top), at(0.82, low), at(0.2, low)]);
        canvas.fill(&panel, &Fill::Flat(spec.palette.near.alpha(0.35)));
        canvas.line(&panel, 0.002, &Fill::Flat(light.alpha(0.25)));
    }
    canvas.fill(
        &oval((x + width + 0.15, y + height * 0.56), 0.008, 0.008),
        &Fill::Flat(spec.palette.disc.alpha(0.9)),
    );
}

/// The light that falls into the room, and the figure's shadow in it.
pub(super) fn spill(canvas: &mut Canvas, spec: &SceneSpec, _rng: &mut SeededRng) {
    let (x, y, width, height) = opening(canvas);
    let (foot, light) = (y + height, spec.palette.light);
    canvas.with_blend(BlendMode::Screen, |it| {
        it.soft(5, |it| {
            let pool = facet(&[
                (x, foot),
                (x + width, foot),
                (x + width + 0.2, 1.02),
                (x - 0.2, 1.02),
            ]);
            it.fill(
                &pool,
                &Fill::down(
                    foot,
                    1.02,
                    vec![light.alpha(0.85), light.alpha(0.4), light.alpha(0.1)],
                ),
            );
        });
    });
    let (cx, dark) = (x + width * 0.46, spec.palette.near);
    let at = |x: f32, y: f32| (cx + x, foot - y);
    let half = [
        (0.0, 0.213),
        (0.011, 0.209),
        (0.033, 0.198),
        (0.041, 0.182),
        (0.043, 0.13),
        (0.039, 0.092),
        (0.031, 0.094),
        (0.031, 0.15),
        (0.0255, 0.12),
        (0.029, 0.09),
        (0.024, 0.045),
        (0.022, 0.004),
        (0.006, 0.002),
        (0.005, 0.05),
        (0.0, 0.082),
    ];
    let mut body: Vec<_> = half.iter().map(|it| at(it.0, it.1)).collect();
    body.extend(half.iter().rev().map(|it| at(-it.0, it.1)));
    canvas.fill(&facet(&body), &Fill::Flat(dark.alpha(0.97)));
    canvas.fill(
        &block(cx - 0.007, foot - 0.226, 0.014, 0.02),
        &Fill::Flat(dark.alpha(0.97)),
    );
    canvas.fill(
        &oval(at(0.0, 0.24), 0.0165, 0.0205),
        &Fill::Flat(dark.alpha(0.97)),
    );
    canvas.soft(5, |it| {
        let shadow = facet(&[
            (cx - 0.02, foot),
            (cx + 0.02, foot),
            (cx + 0.05, 1.02),
            (cx - 0.07, 1.02),
        ]);
        it.fill(
            &shadow,
            &Fill::down(foot, 1.02, vec![dark.alpha(0.9), dark.alpha(0.5)]),
        );
    });
    canvas.glow((x + width / 2.0, y + height / 2.0), 0.3, light, 0.3);
}
