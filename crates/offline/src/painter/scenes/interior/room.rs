//! A room with a window, a table, a lamp and books.

use super::{back, box_of, wall_color};
use tiny_skia::BlendMode;

use super::super::sky;
use crate::painter::canvas::{Canvas, Fill};
use crate::painter::color::hex;
use crate::painter::rng::SeededRng;
use crate::painter::shape::{block, curve, facet, oval};
use crate::painter::spec::SceneSpec;
pub(super) fn walls(canvas: &mut Canvas, spec: &SceneSpec, _rng: &mut SeededRng) {
    let wall = wall_color(spec);
    let floor = hex(0x6b4530)
        .mix(spec.palette.sky[1], 0.35)
        .darker(if spec.night { 0.3 } else { 0.0 });
    box_of(canvas, spec, wall, floor);
}

fn pane(canvas: &Canvas) -> (f32, f32, f32, f32) {
    let (left, right, ..) = back(canvas);
    let width = (right - left) * 0.42;
    (left + (right - left) * 0.14, 0.22, width, 0.32)
}

/// The window and what is seen through it.
pub(super) fn window(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let (x, y, width, height) = pane(canvas);
    let glass = block(x, y, width, height);
    canvas.clipped(&glass, |it| {
        let colors = spec.palette.sky.iter().map(|it| it.alpha(1.0)).collect();
        it.fill(&glass, &Fill::down(y, y + height, colors));
        if spec.night {
            sky::stars(it, rng, 200, y + height * 0.8);
        }
        sky::disc(it, spec, (x + width * 0.68, y + height * 0.3), 0.03);
        for n in 0..3 {
            let level = y + height * (0.7 + 0.1 * n as f32);
            let tint = spec.palette.far.mix(spec.palette.near, n as f32 * 0.3);
            let hills: Vec<_> = (0..=12)
                .map(|k| (x + width * k as f32 / 12.0, level - rng.range(0.0, 0.03)))
                .collect();
            let mut shape = hills.clone();
            shape.extend([(x + width, y + height), (x, y + height)]);
            it.fill(&facet(&shape), &Fill::Flat(tint.alpha(1.0)));
        }
    });
    let frame = wall_color(spec).lighter(0.28);
    for (left, top, w, h) in [
        (x - 0.012, y - 0.012, width + 0.024, 0.014),
        (x - 0.02, y + height, width + 0.04, 0.02),
        (x - 0.012, y, 0.014, height),
        (x + width - 0.002, y, 0.014, height),
        (x + width / 2.0 - 0.005, y, 0.01, height),
        (x, y + height * 0.42, width, 0.008),
    ] {
        canvas.fill(
            &block(left, top, w, h),
            &Fill::down(
                top,
                top + h,
                vec![frame.alpha(1.0), frame.darker(0.35).alpha(1.0)],
            ),
        );
    }
    let cloth = spec.palette.light.mix(wall_color(spec), 0.55);
    for (edge, way) in [(x - 0.02, 1.0), (x + width + 0.02, -1.0)] {
        for fold in 0..4 {
            let left = edge + way * fold as f32 * 0.018 - 0.016;
            let shade = cloth.darker(0.12 + 0.16 * (fold % 2) as f32);
            let hang = curve(
                &[
                    (left, y - 0.04),
                    (left + 0.02, y - 0.04),
                    (left + 0.026, y + height * 0.6),
                    (left + 0.018, y + height + 0.07),
                    (left - 0.004, y + height + 0.07),
                    (left + 0.004, y + height * 0.5),
                ],
                true,
            );
            canvas.fill(
                &hang,
                &Fill::down(
                    y,
                    y + height,
                    vec![shade.alpha(0.97), shade.darker(0.3).alpha(0.97)],
                ),
            );
        }
    }
    canvas.fill(
        &block(x - 0.05, y - 0.047, width + 0.1, 0.009),
        &Fill::Flat(spec.palette.near.alpha(1.0)),
    );
}

/// The window's light on the floor and in the air.
pub(super) fn sunbeam(canvas: &mut Canvas, spec: &SceneSpec, _rng: &mut SeededRng) {
    let (x, y, width, height) = pane(canvas);
    let light = if spec.night {
        spec.palette.accent
    } else {
        spec.palette.light
    };
    canvas.with_blend(BlendMode::Screen, |it| {
        it.soft(6, |it| {
            let shaft = facet(&[
                (x, y),
                (x + width, y),
                (x + width * 1.9, 0.97),
                (x + width * 0.55, 0.97),
                (x, y + height),
            ]);
            it.fill(
                &shaft,
                &Fill::Line(
                    (x, y),
                    (x + width, 1.0),
                    [0.36, 0.22, 0.1, 0.0].map(|a| light.alpha(a)).to_vec(),
                ),
            );
            for half in 0..2 {
                let near = half as f32 * width * 0.56;
                let spot = facet(&[
                    (x + width * 0.42 + near, 0.8),
                    (x + width * 0.88 + near, 0.8),
                    (x + width * 1.12 + near * 1.2, 0.93),
                    (x + width * 0.56 + near * 1.2, 0.93),
                ]);
                it.fill(&spot, &Fill::Flat(light.alpha(0.42)));
            }
        });
    });
}

pub(super) fn furniture(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let (_, right, _, foot) = back(canvas);
    let wood = hex(0x4a2f22).mix(spec.palette.sky[0], 0.35);
    let x = right - 0.34 * canvas.aspect.min(1.1);
    canvas.fill(
        &oval((x + 0.15, foot + 0.165), 0.24, 0.022),
        &Fill::Flat(spec.palette.near.alpha(0.55)),
    );
    for leg in [0.0, 0.255] {
        canvas.fill(
            &block(x + leg + 0.008, foot - 0.02, 0.018, 0.18),
            &Fill::Flat(wood.darker(0.35).alpha(1.0)),
        );
    }
    canvas.fill(
        &facet(&[
            (x + 0.012, foot - 0.055),
            (x + 0.27, foot - 0.055),
            (x + 0.3, foot - 0.02),
            (x - 0.018, foot - 0.02),
        ]),
        &Fill::down(
            foot - 0.055,
            foot - 0.02,
            vec![wood.lighter(0.2).alpha(1.0), wood.alpha(1.0)],
        ),
    );
    canvas.fill(
        &block(x - 0.018, foot - 0.02, 0.32, 0.018),
        &Fill::Flat(wood.darker(0.25).alpha(1.0)),
    );
    for n in 0..4 {
        let tint = rng
            .pick(&[hex(0x8c3b34), hex(0x35576b), hex(0x6d6a44), hex(0x54406b)])
            .mix(spec.palette.sky[0], 0.3);
        let width = rng.range(0.085, 0.11);
        canvas.fill(
            &block(
                x + 0.03 + rng.range(0.0, 0.012),
                foot - 0.07 - n as f32 * 0.0135,
                width,
                0.0125,
            ),
            &Fill::Flat(tint.alpha(1.0)),
        );
    }
    shelf(canvas, spec, rng);
}

/// A shelf of books on the back wall.
fn shelf(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let (left, right, ..) = back(canvas);
    let x = left + (right - left) * 0.68;
    let width = (right - left) * 0.27;
    for row in 0..2 {
        let y = 0.29 + row as f32 * 0.13;
        let mut at = x + 0.006;
        while at < x + width - 0.016 {
            let (w, h) = (rng.range(0.009, 0.019), rng.range(0.055, 0.085));
            let tint = rng.pick(&[
                hex(0x9c4a3c),
                hex(0x3b6272),
                hex(0x8d7a45),
                hex(0x5d4a73),
                hex(0x47624c),
                hex(0xb6a184),
            ]);
            let tint =
                tint.mix(wall_color(spec), 0.35)
                    .darker(if spec.night { 0.25 } else { 0.05 });
            canvas.fill(
                &block(at, y - h, w, h),
                &Fill::Line(
                    (at, 0.0),
                    (at + w, 0.0),
                    vec![tint.lighter(0.1).alpha(1.0), tint.darker(0.3).alpha(1.0)],
                ),
            );
            at += w + 0.0015;
        }
        canvas.fill(
            &block(x, y, width, 0.009),
            &Fill::Flat(spec.palette.near.mix(spec.palette.far, 0.2).alpha(1.0)),
        );
    }
}

pub(super) fn lamp(canvas: &mut Canvas, spec: &SceneSpec, _rng: &mut SeededRng) {
    let (_, right, _, foot) = back(canvas);
    let x = right - 0.34 * canvas.aspect.min(1.1) + 0.21;
    let (y, light) = (foot - 0.2, spec.palette.light.mix(hex(0xffc27a), 0.5));
    let iron = spec.palette.near.mix(spec.palette.far, 0.15);
    canvas.fill(
        &block(x - 0.003, y + 0.03, 0.006, 0.115),
        &Fill::Flat(iron.alpha(1.0)),
    );
    canvas.fill(
        &oval((x, foot - 0.052), 0.026, 0.007),
        &Fill::Flat(iron.alpha(1.0)),
    );
    canvas.glow(
        (x, y + 0.03),
        0.5,
        light,
        if spec.night { 0.4 } else { 0.2 },
    );
    canvas.glow((x, y + 0.05), 0.16, light, 0.5);
    let shade = facet(&[
        (x - 0.028, y - 0.03),
        (x + 0.028, y - 0.03),
        (x + 0.052, y + 0.04),
        (x - 0.052, y + 0.04),
    ]);
    canvas.fill(
        &shade,
        &Fill::down(
            y - 0.03,
            y + 0.04,
            vec![
                light.darker(0.14).alpha(1.0),
                light.lighter(0.45).alpha(1.0),
            ],
        ),
    );
}
