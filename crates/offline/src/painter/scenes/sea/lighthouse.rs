//! The lighthouse: its cape, tower, lantern and beam, and the keeper's house.

use tiny_skia::BlendMode;

use super::{HORIZON, ripple, stand};

use crate::painter::canvas::{Canvas, Fill};
use crate::painter::color::{WHITE, hex};
use crate::painter::rng::{NoiseOutline, SeededRng};
use crate::painter::shape::{block, circle, curve, facet, ground};
use crate::painter::spec::SceneSpec;
/// The lamp of the lighthouse.
pub(super) fn lamp(canvas: &Canvas, spec: &SceneSpec) -> (f32, f32) {
    (stand(canvas, spec).0, 0.235)
}

/// The cape the tower stands on.
pub(super) fn headland(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    if !spec.lighthouse {
        return;
    }
    let (middle, side) = stand(canvas, spec);
    let outline = NoiseOutline {
        seed: rng.next_u64(),
        octaves: 5,
        roughness: 0.55,
    };
    let reach = 0.42;
    let height = |part: f32| {
        let plateau = 1.0 - ((part.abs() - 0.16).max(0.0) / 0.84).powf(0.8);
        0.112 * plateau.clamp(0.0, 1.0) + 0.014 * outline.at(part * 9.0) * plateau.clamp(0.0, 1.0)
    };
    let top: Vec<_> = (0..=120)
        .map(|n| {
            let part = n as f32 / 60.0 - 1.0;
            let stretch = if part * side > 0.0 { 2.3 } else { 1.0 };
            (
                middle + part * reach * stretch,
                HORIZON + 0.025 - height(part),
            )
        })
        .collect();
    let cape = ground(&top, HORIZON + 0.03);
    let rock = spec.palette.near.mix(spec.palette.far, 0.22);
    let lit = rock.mix(spec.palette.light, 0.2);
    let fill_style = Fill::Line(
        (middle - side * reach, 0.0),
        (middle + side * reach, 0.0),
        vec![
            lit.alpha(1.0),
            rock.alpha(1.0),
            spec.palette.near.alpha(1.0),
        ],
    );
    canvas.fill(&cape, &fill_style);
    canvas.clipped(&cape, |it| {
        let edge = spec.palette.disc.mix(spec.palette.accent, 0.5);
        it.line(&curve(&top, false), 0.006, &Fill::Flat(edge.alpha(0.35)));
        for _ in 0..30 {
            let (x, y) = (
                middle + rng.range(-1.0, 1.4) * side * reach,
                HORIZON + rng.range(-0.09, 0.02),
            );
            let (w, h) = (rng.range(0.012, 0.05), rng.range(0.01, 0.045));
            let tint = if rng.chance(0.35) {
                lit
            } else {
                spec.palette.near
            };
            let crag = facet(&[
                (x, y),
                (x - side * w * 0.6, y + h),
                (x + side * w * 0.5, y + h * 1.3),
            ]);
            it.fill(&crag, &Fill::Flat(tint.alpha(0.18)));
        }
    });
    let foam = spec.palette.sky[3].lighter(0.4);
    for _ in 0..60 {
        let x = middle + rng.range(-1.0, 1.6) * side * reach;
        ripple(
            canvas,
            (x, HORIZON + rng.range(0.024, 0.04)),
            rng.range(0.01, 0.05),
            0.0016,
            foam,
            0.3,
        );
    }
}

pub(super) fn tower(canvas: &mut Canvas, spec: &SceneSpec, _rng: &mut SeededRng) {
    if !spec.lighthouse {
        return;
    }
    let (x, side) = stand(canvas, spec);
    let (foot, neck) = (HORIZON - 0.075, 0.275);
    let (low, high) = (0.043, 0.027);
    let wall = if spec.night {
        hex(0xcfd3dc).mix(spec.palette.sky[1], 0.35)
    } else {
        hex(0xf6f1e6)
    };
    let shade = wall.mix(spec.palette.sky[0], 0.72);
    let across = |colors: Vec<tiny_skia::Color>| {
        Fill::Line((x - side * low, 0.0), (x + side * low, 0.0), colors)
    };
    house(canvas, spec, (x + side * 0.125, foot + 0.006), side);
    let body = facet(&[
        (x - low, foot),
        (x - high, neck),
        (x + high, neck),
        (x + low, foot),
    ]);
    canvas.fill(
        &body,
        &across(vec![
            wall.lighter(0.1).alpha(1.0),
            wall.alpha(1.0),
            shade.alpha(1.0),
            shade.darker(0.25).alpha(1.0),
        ]),
    );
    canvas.clipped(&body, |it| {
        let red = hex(0xb5383a).mix(spec.palette.sky[0], if spec.night { 0.32 } else { 0.05 });
        let stripes = across(vec![
            red.lighter(0.08).alpha(1.0),
            red.alpha(1.0),
            red.darker(0.5).alpha(1.0),
            red.darker(0.65).alpha(1.0),
        ]);
        for n in 0..3 {
            let y = neck + 0.035 + n as f32 * 0.098;
            it.fill(
                &facet(&[
                    (x - 0.06, y),
                    (x + 0.06, y + 0.006),
                    (x + 0.06, y + 0.055),
                    (x - 0.06, y + 0.049),
                ]),
                &stripes,
            );
        }
        for n in 0..3 {
            let y = neck + 0.06 + n as f32 * 0.085;
            it.fill(
                &block(x - 0.0045, y, 0.009, 0.017),
                &Fill::Flat(
                    spec.palette
                        .light
                        .alpha(if spec.night { 0.95 } else { 0.2 }),
                ),
            );
        }
    });
    lantern(canvas, spec, x, side, neck);
}

fn lantern(canvas: &mut Canvas, spec: &SceneSpec, x: f32, side: f32, neck: f32) {
    let iron = spec.palette.near.mix(spec.palette.far, 0.25);
    let lamp = lamp(canvas, spec);
    canvas.fill(
        &facet(&[
            (x - 0.027, neck + 0.004),
            (x - 0.039, neck - 0.006),
            (x + 0.039, neck - 0.006),
            (x + 0.027, neck + 0.004),
        ]),
        &Fill::Flat(iron.alpha(1.0)),
    );
    canvas.fill(
        &block(x - 0.039, neck - 0.0085, 0.078, 0.004),
        &Fill::Flat(iron.lighter(0.12).alpha(1.0)),
    );
    for n in 0..9 {
        let rail = x - 0.037 + n as f32 * 0.00925;
        canvas.fill(
            &block(rail, neck - 0.024, 0.0012, 0.016),
            &Fill::Flat(iron.alpha(1.0)),
        );
    }
    canvas.fill(
        &block(x - 0.038, neck - 0.025, 0.076, 0.0018),
        &Fill::Flat(iron.alpha(1.0)),
    );
    let glass = block(x - 0.019, lamp.1 - 0.027, 0.038, 0.055);
    let fire = spec.palette.light;
    canvas.fill(
        &glass,
        &Fill::Round(
            lamp,
            0.04,
            vec![
                WHITE.alpha(1.0),
                fire.lighter(0.45).alpha(1.0),
                fire.alpha(1.0),
                fire.darker(0.35).alpha(1.0),
            ],
        ),
    );
    for n in 0..4 {
        canvas.fill(
            &block(
                x - 0.0195 + n as f32 * 0.0125,
                lamp.1 - 0.027,
                0.0015,
                0.055,
            ),
            &Fill::Flat(iron.alpha(0.8)),
        );
    }
    let roof = curve(
        &[
            (x - 0.026, lamp.1 - 0.025),
            (x - 0.02, lamp.1 - 0.042),
            (x, lamp.1 - 0.058),
            (x + 0.02, lamp.1 - 0.042),
            (x + 0.026, lamp.1 - 0.025),
        ],
        true,
    );
    let red = hex(0x8f2c30).mix(spec.palette.sky[0], 0.35);
    let fill_style = Fill::Line(
        (x - side * 0.026, 0.0),
        (x + side * 0.026, 0.0),
        vec![
            red.lighter(0.2).alpha(1.0),
            red.alpha(1.0),
            red.darker(0.6).alpha(1.0),
        ],
    );
    canvas.fill(&roof, &fill_style);
    canvas.fill(
        &block(x - 0.001, lamp.1 - 0.082, 0.002, 0.028),
        &Fill::Flat(iron.alpha(1.0)),
    );
    canvas.fill(
        &circle((x, lamp.1 - 0.06), 0.0045),
        &Fill::Flat(iron.alpha(1.0)),
    );
}

/// The keeper's house with a light in its window.
fn house(canvas: &mut Canvas, spec: &SceneSpec, at: (f32, f32), side: f32) {
    let (x, y) = at;
    let wall = spec.palette.near.mix(spec.palette.far, 0.4);
    canvas.fill(
        &block(x - 0.045, y - 0.042, 0.09, 0.05),
        &Fill::Line(
            (x - side * 0.045, 0.0),
            (x + side * 0.045, 0.0),
            vec![wall.lighter(0.1).alpha(1.0), wall.darker(0.35).alpha(1.0)],
        ),
    );
    let roof = facet(&[
        (x - 0.054, y - 0.04),
        (x - 0.034, y - 0.072),
        (x + 0.034, y - 0.072),
        (x + 0.054, y - 0.04),
    ]);
    canvas.fill(
        &roof,
        &Fill::Flat(spec.palette.near.mix(spec.palette.far, 0.12).alpha(1.0)),
    );
    canvas.fill(
        &block(x + 0.016, y - 0.088, 0.01, 0.022),
        &Fill::Flat(spec.palette.near.alpha(1.0)),
    );
    for n in 0..2 {
        let left = x - 0.026 + n as f32 * 0.036;
        canvas.fill(
            &block(left, y - 0.029, 0.013, 0.016),
            &Fill::Flat(spec.palette.light.alpha(0.95)),
        );
        canvas.glow(
            (left + 0.006, y - 0.02),
            0.03,
            spec.palette.light,
            if spec.night { 0.4 } else { 0.1 },
        );
    }
}

/// The beam, and the lamp's light in the air.
pub(super) fn beam(canvas: &mut Canvas, spec: &SceneSpec, _rng: &mut SeededRng) {
    if !spec.lighthouse {
        return;
    }
    let lamp = lamp(canvas, spec);
    let (_, side) = stand(canvas, spec);
    let light = spec.palette.light.lighter(0.25);
    let power = if spec.night { 1.0 } else { 0.3 };
    let wide = canvas.aspect;
    let ray = |canvas: &mut Canvas, way: f32, tilt: f32, reach: f32, strength: f32| {
        canvas.with_blend(BlendMode::Screen, |it| {
            it.soft(5, |it| {
                for (spread, part) in [(0.16, 0.35), (0.10, 0.4), (0.05, 0.5)] {
                    let far = (lamp.0 + way * reach, lamp.1 + tilt * reach);
                    let cone = facet(&[
                        (lamp.0, lamp.1 - 0.007),
                        (far.0, far.1 - spread * reach),
                        (far.0, far.1 + spread * reach),
                        (lamp.0, lamp.1 + 0.007),
                    ]);
                    let fade = [0.95, 0.5, 0.28, 0.14, 0.05, 0.0]
                        .map(|it| light.alpha(it * part * strength * power));
                    it.fill(&cone, &Fill::Line(lamp, far, fade.to_vec()));
                }
            });
        });
    };
    ray(canvas, -side, 0.07, wide * 0.95, 0.95);
    ray(canvas, side, -0.05, wide * 0.5, 0.6);
    canvas.glow(lamp, 0.30, spec.palette.light, 0.32 * power);
    canvas.glow(lamp, 0.10, light, 0.75 * power);
    canvas.glow(lamp, 0.035, WHITE, 0.9 * power);
}
