//! The city: skylines behind each other, lit windows, signs, and a wet street that reflects them.

use tiny_skia::BlendMode;

use super::sky;
use crate::painter::canvas::{Canvas, Fill};
use crate::painter::color::{Rgb, WHITE, hex};
use crate::painter::rng::SeededRng;
use crate::painter::scenes::Layer;
use crate::painter::shape::{block, curve, facet};
use crate::painter::spec::SceneSpec;

const STREET: f32 = 0.8;

pub(super) const LAYERS: &[Layer] = &[
    sky_backdrop,
    far_rows,
    middle_row,
    near_row,
    street,
    traffic,
];

fn sky_backdrop(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    sky::sky(canvas, spec, STREET);
    if spec.night {
        sky::stars(canvas, rng, 160, 0.5);
    }
    let at = (
        canvas.aspect * rng.range(0.35, 0.65),
        if spec.neon { 0.42 } else { 0.3 },
    );
    let radius = if spec.neon { 0.19 } else { 0.06 };
    sky::disc(canvas, spec, at, radius);
    sky::clouds(canvas, spec, rng, 0.66);
    sky::haze(canvas, spec.palette.sky[3], 0.72, 0.3, 0.5);
}

/// One row of buildings: its distance, from 0 to 1, and its height.
struct Row {
    far: f32,
    height: (f32, f32),
    width: (f32, f32),
    windows: f32,
}

fn far_rows(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    row(
        canvas,
        spec,
        rng,
        &Row {
            far: 0.85,
            height: (0.16, 0.42),
            width: (0.03, 0.07),
            windows: 0.0,
        },
    );
    sky::haze(canvas, spec.palette.sky[3], 0.76, 0.2, 0.45);
    row(
        canvas,
        spec,
        rng,
        &Row {
            far: 0.6,
            height: (0.12, 0.46),
            width: (0.045, 0.09),
            windows: 0.35,
        },
    );
    sky::haze(canvas, spec.palette.sky[2], 0.78, 0.22, 0.4);
}

fn middle_row(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    row(
        canvas,
        spec,
        rng,
        &Row {
            far: 0.3,
            height: (0.12, 0.4),
            width: (0.07, 0.13),
            windows: 0.6,
        },
    );
    sky::haze(canvas, spec.palette.sky[2], 0.82, 0.16, 0.4);
}

fn row(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng, row: &Row) {
    let mut x = rng.range(-0.05, 0.0);
    while x < canvas.aspect {
        let width = rng.range(row.width.0, row.width.1);
        // The middle is lower: it draws the eye, and the light comes from there.
        let off = ((x + width / 2.0) / canvas.aspect - 0.5).abs() * 2.0;
        let height = rng.range(row.height.0, row.height.1) * (0.6 + 0.5 * off);
        building(canvas, spec, rng, (x, STREET - height, width, height), row);
        x += width + rng.range(-0.01, 0.012);
    }
}

fn building(
    canvas: &mut Canvas,
    spec: &SceneSpec,
    rng: &mut SeededRng,
    at: (f32, f32, f32, f32),
    row: &Row,
) {
    let (x, y, width, height) = at;
    let body = spec.palette.near.mix(spec.palette.far, row.far);
    let foot = body.mix(spec.palette.sky[3], 0.28 * row.far + 0.06);
    let fill_style = Fill::down(
        y,
        STREET,
        vec![body.alpha(1.0), body.alpha(1.0), foot.alpha(1.0)],
    );
    canvas.fill(&block(x, y, width, height + 0.01), &fill_style);
    match rng.next_u64() % 4 {
        0 => canvas.fill(
            &block(
                x + width * 0.2,
                y - height * 0.08,
                width * 0.5,
                height * 0.09,
            ),
            &Fill::Flat(body.alpha(1.0)),
        ),
        1 => {
            canvas.fill(
                &facet(&[
                    (x, y + 0.001),
                    (x + width * 0.5, y - width * 0.35),
                    (x + width, y + 0.001),
                ]),
                &Fill::Flat(body.alpha(1.0)),
            );
        }
        2 => {
            let mast = x + width * rng.range(0.3, 0.7);
            canvas.fill(
                &block(mast, y - height * 0.22, 0.0022, height * 0.23),
                &Fill::Flat(body.alpha(1.0)),
            );
            canvas.glow(
                (mast + 0.001, y - height * 0.22),
                0.014,
                hex(0xff4a3d),
                if spec.night { 0.9 } else { 0.2 },
            );
        }
        _ => {}
    }
    let rim = spec
        .palette
        .light
        .mix(spec.palette.accent, if rng.chance(0.5) { 0.0 } else { 1.0 });
    canvas.fill(
        &block(x, y, 0.0016, height),
        &Fill::down(
            y,
            STREET,
            vec![rim.alpha(0.5 * (1.0 - row.far)), rim.alpha(0.0)],
        ),
    );
    if row.windows > 0.0 {
        windows(canvas, spec, rng, at, row);
    }
}

fn windows(
    canvas: &mut Canvas,
    spec: &SceneSpec,
    rng: &mut SeededRng,
    at: (f32, f32, f32, f32),
    row: &Row,
) {
    let (x, y, width, height) = at;
    let cell = 0.011 + 0.009 * (1.0 - row.far);
    let columns = ((width - cell * 0.5) / cell) as usize;
    let rows = ((height - cell) / (cell * 1.25)) as usize;
    let warm = spec.palette.light.mix(hex(0xffd9a0), 0.55);
    let lit = if spec.night { 0.34 } else { 0.16 } * row.windows * 1.4;
    let habit = rng.range(0.4, 1.5);
    for column in 0..columns {
        for line in 0..rows {
            if !rng.chance(lit * habit) {
                continue;
            }
            let tint = match rng.next_u64() % 9 {
                0 => spec.palette.accent,
                1 if spec.neon => spec.palette.light,
                _ => warm,
            };
            let left = x + cell * 0.45 + column as f32 * cell;
            let top = y + cell * 0.6 + line as f32 * cell * 1.25;
            let shine = rng.range(0.3, 0.95) * (1.0 - 0.45 * row.far);
            canvas.fill(
                &block(left, top, cell * 0.5, cell * 0.62),
                &Fill::Flat(tint.alpha(shine)),
            );
        }
    }
}

/// The walls of the street: tall, dark, with signs.
fn near_row(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let wide = canvas.aspect;
    for side in [0.0, 1.0] {
        let mut x = if side == 0.0 { -0.02 } else { wide + 0.02 };
        let way = 1.0 - 2.0 * side;
        for n in 0..3 {
            let width = rng.range(0.09, 0.15) * wide.min(1.2);
            let height = rng.range(0.5, 0.72) - n as f32 * 0.13;
            let left = if side == 0.0 { x } else { x - width };
            let place = (left, STREET - height, width, height);
            building(
                canvas,
                spec,
                rng,
                place,
                &Row {
                    far: 0.04,
                    height: (0.0, 0.0),
                    width: (0.0, 0.0),
                    windows: 0.75,
                },
            );
            if spec.night {
                signs(canvas, spec, rng, place, way);
            }
            x += way * width;
        }
    }
}

fn signs(
    canvas: &mut Canvas,
    spec: &SceneSpec,
    rng: &mut SeededRng,
    at: (f32, f32, f32, f32),
    way: f32,
) {
    let count = if spec.neon { 3 } else { 1 };
    for n in 0..count {
        let tint = rng.pick(&[spec.palette.light, spec.palette.accent, spec.palette.disc]);
        let (w, h) = (rng.range(0.014, 0.022), rng.range(0.07, 0.16));
        let edge = if way > 0.0 {
            at.0 + at.2 - w * 0.4
        } else {
            at.0 - w * 0.6
        };
        // Each sign has its own floor, so that signs do not overlap.
        let floor = (at.3 - 0.08) / count as f32;
        let h = h.min(floor * 0.8);
        let y = at.1 + 0.05 + floor * n as f32 + rng.range(0.0, (floor - h).max(0.001));
        canvas.glow((edge + w / 2.0, y + h / 2.0), h * 1.25, tint, 0.5);
        canvas.fill(
            &block(edge, y, w, h),
            &Fill::Flat(tint.darker(0.72).alpha(0.95)),
        );
        canvas.line(
            &block(edge, y, w, h),
            0.0022,
            &Fill::Flat(tint.lighter(0.25).alpha(1.0)),
        );
        glyphs(canvas, rng, (edge, y, w, h), tint);
    }
}

/// Marks that look like writing from afar.
fn glyphs(canvas: &mut Canvas, rng: &mut SeededRng, at: (f32, f32, f32, f32), tint: Rgb) {
    let (x, y, w, h) = at;
    let count = (h / (w * 1.05)) as usize;
    for n in 0..count {
        let (top, size) = (y + w * 0.2 + n as f32 * w * 1.05, w * 0.62);
        let left = x + (w - size) / 2.0;
        let fill_style = Fill::Flat(tint.lighter(0.5).alpha(0.95));
        for _ in 0..3 {
            let (a, b) = (rng.range(0.1, 0.9), rng.range(0.1, 0.9));
            let points = if rng.chance(0.5) {
                [(left, top + a * size), (left + size, top + a * size)]
            } else {
                [(left + b * size, top), (left + b * size, top + size)]
            };
            canvas.line(&curve(&points, false), w * 0.085, &fill_style);
        }
    }
}

/// The wet ground: the city again, stretched and dimmed.
fn street(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let wide = canvas.aspect;
    let dark = spec.palette.near;
    canvas.fill(
        &block(0.0, STREET, wide, 0.25),
        &Fill::Flat(dark.alpha(1.0)),
    );
    canvas.mirror(STREET, 0.9, if spec.night { 0.62 } else { 0.4 });
    let fill_style = Fill::down(
        STREET,
        1.0,
        vec![dark.alpha(0.05), dark.alpha(0.35), dark.alpha(0.85)],
    );
    canvas.fill(&block(0.0, STREET, wide, 0.25), &fill_style);
    for _ in 0..150 {
        let depth = rng.range(0.0, 1.0);
        let (x, y) = (rng.range(0.0, wide), STREET + 0.004 + 0.19 * depth);
        let length = (0.02 + 0.12 * depth) * rng.range(0.4, 1.2);
        let tint = if rng.chance(0.5) {
            dark
        } else {
            spec.palette.sky[2].lighter(0.1)
        };
        let fade = vec![tint.alpha(0.0), tint.alpha(0.26), tint.alpha(0.0)];
        canvas.fill(
            &block(x - length, y, length * 2.0, 0.001 + 0.003 * depth),
            &Fill::Line((x - length, y), (x + length, y), fade),
        );
    }
    let glow = spec.palette.light;
    sky::haze(
        canvas,
        glow.mix(spec.palette.sky[2], 0.5),
        STREET,
        0.06,
        0.4,
    );
}

/// Moving lights: traces above the street and the roofs.
fn traffic(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    if !spec.night {
        return;
    }
    canvas.with_blend(BlendMode::Screen, |it| {
        for n in 0..if spec.neon { 9 } else { 4 } {
            let y = if spec.neon {
                rng.range(0.2, 0.62)
            } else {
                STREET - rng.range(0.004, 0.02)
            };
            let x = rng.range(0.0, it.aspect);
            let length = rng.range(0.05, 0.14);
            let tint = if n % 2 == 0 {
                spec.palette.accent
            } else {
                spec.palette.light
            };
            let way = if n % 2 == 0 { 1.0 } else { -1.0 };
            let end = (x + length * way, y - length * 0.06);
            let fill_style = Fill::Line(
                (x, y),
                end,
                vec![tint.alpha(0.0), tint.alpha(0.55), WHITE.alpha(0.95)],
            );
            it.line(&curve(&[(x, y), end], false), 0.0019, &fill_style);
            it.glow(end, 0.02, tint, 0.7);
        }
    });
}
