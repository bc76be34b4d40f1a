//! The sea: sky and water, a headland with a lighthouse where one is asked for, a ship.

mod lighthouse;

use lighthouse::{beam, headland, lamp, tower};
use tiny_skia::BlendMode;

use super::sky;
use crate::painter::canvas::{Canvas, Ink};
use crate::painter::color::Paint;
use crate::painter::dice::{Dice, Outline};
use crate::painter::look::Look;
use crate::painter::scenes::Layer;
use crate::painter::shape::{block, curve, facet, ground, oval};
const HORIZON: f32 = 0.64;

pub(super) const LAYERS: &[Layer] = &[heaven, far_shore, water, headland, tower, beam, ship, rocks];

/// Where the headland stands: its middle, and 1 where it lies on the right.
fn stand(canvas: &Canvas, look: &Look) -> (f32, f32) {
    let side = if look.seed & 1 == 0 { 1.0 } else { -1.0 };
    (canvas.wide * (0.5 + side * 0.2), side)
}

/// Where sun or moon stands: across from the headland.
fn disc_at(canvas: &Canvas, look: &Look) -> (f32, f32) {
    let (_, side) = stand(canvas, look);
    let height = if look.night { 0.2 } else { 0.5 };
    (canvas.wide * (0.5 - side * 0.24), height)
}

fn heaven(canvas: &mut Canvas, look: &Look, dice: &mut Dice) {
    sky::sky(canvas, look, HORIZON);
    if look.night {
        sky::stars(canvas, dice, 420, HORIZON);
    }
    let at = disc_at(canvas, look);
    sky::disc(canvas, look, at, if look.night { 0.045 } else { 0.06 });
    sky::clouds(canvas, look, dice, HORIZON);
    sky::haze(canvas, look.palette.sky[3], HORIZON, 0.16, 0.55);
}

fn far_shore(canvas: &mut Canvas, look: &Look, dice: &mut Dice) {
    let outline = Outline {
        seed: dice.roll(),
        octaves: 4,
        roughness: 0.5,
    };
    let tint = look.palette.far.mix(look.palette.sky[3], 0.35);
    let points: Vec<_> = (0..=160)
        .map(|n| {
            let x = canvas.wide * n as f32 / 160.0;
            (
                x,
                HORIZON - 0.004 - 0.04 * (outline.at(x * 2.4) + 0.15).max(0.0),
            )
        })
        .collect();
    canvas.fill(
        &ground(&points, HORIZON + 0.002),
        &Ink::Flat(tint.alpha(0.9)),
    );
}

/// Water: darker towards us, with the light of the sky in it and a broken path under the disc.
fn water(canvas: &mut Canvas, look: &Look, dice: &mut Dice) {
    let sky = look.palette.sky;
    let near = sky[0].mix(look.palette.near, 0.55);
    let colors = vec![
        sky[3].mix(sky[2], 0.45).alpha(1.0),
        sky[2].mix(sky[1], 0.5).alpha(1.0),
        sky[1].mix(near, 0.55).alpha(1.0),
        near.alpha(1.0),
    ];
    let wide = canvas.wide;
    canvas.fill(
        &block(0.0, HORIZON, wide, 1.0),
        &Ink::down(HORIZON, 1.0, colors),
    );
    let at = disc_at(canvas, look);
    canvas.soft(10, |it| {
        for (half, part) in [(0.15, 0.16), (0.09, 0.18), (0.045, 0.22)] {
            let path = facet(&[
                (at.0 - half * 0.4, HORIZON),
                (at.0 + half * 0.4, HORIZON),
                (at.0 + half, 0.99),
                (at.0 - half, 0.99),
            ]);
            let fade = [1.0, 0.6, 0.3, 0.0].map(|it| look.palette.disc.alpha(part * it));
            it.fill(&path, &Ink::down(HORIZON, 0.99, fade.to_vec()));
        }
    });
    waves(canvas, look, dice);
    glitter(canvas, dice, at.0, look.palette.disc, 1.0);
    if look.lighthouse && look.night {
        let lamp = lamp(canvas, look).0;
        glitter(canvas, dice, lamp, look.palette.light, 0.55);
    }
}

fn waves(canvas: &mut Canvas, look: &Look, dice: &mut Dice) {
    for _ in 0..420 {
        let depth = dice.range(0.0, 1.0).powf(1.6);
        let y = HORIZON + 0.004 + 0.37 * depth;
        let length = (0.015 + 0.16 * depth) * dice.range(0.5, 1.3);
        let x = dice.range(-0.1, canvas.wide + 0.1);
        let is_crest = dice.chance(0.45);
        let tint = if is_crest {
            look.palette.sky[3].mix(look.palette.counter, 0.4)
        } else {
            look.palette.near
        };
        let strength = if is_crest { 0.13 } else { 0.2 } * dice.range(0.4, 1.0);
        ripple(
            canvas,
            (x, y),
            length,
            0.0007 + 0.0042 * depth,
            tint,
            strength,
        );
    }
}

/// A lens of light or shade that lies on the water.
fn ripple(
    canvas: &mut Canvas,
    at: (f32, f32),
    length: f32,
    height: f32,
    tint: Paint,
    strength: f32,
) {
    let (x, y) = at;
    let bend = height * 0.7;
    let lens = curve(
        &[
            (x - length, y + bend),
            (x - length * 0.3, y - height),
            (x + length * 0.4, y - height * 0.6),
            (x + length, y + bend * 0.6),
            (x, y + height),
        ],
        true,
    );
    let ink = Ink::Line(
        (x - length, y),
        (x + length, y),
        vec![tint.alpha(0.0), tint.alpha(strength), tint.alpha(0.0)],
    );
    canvas.fill(&lens, &ink);
}

/// The path a light lays on the water.
fn glitter(canvas: &mut Canvas, dice: &mut Dice, x: f32, tint: Paint, strength: f32) {
    canvas.blending(BlendMode::Screen, |it| {
        for _ in 0..190 {
            let depth = dice.range(0.0, 1.0).powf(1.4);
            let y = HORIZON + 0.005 + 0.34 * depth;
            let spread = 0.02 + 0.10 * depth;
            let off = (dice.range(-1.0, 1.0) + dice.range(-1.0, 1.0)) * 0.5;
            let near = 1.0 - off.abs();
            let length = (0.006 + 0.045 * depth) * dice.range(0.5, 1.2) * (0.4 + near);
            let shine = strength * (0.75 - 0.5 * depth) * near * dice.range(0.5, 1.0);
            ripple(
                it,
                (x + off * spread, y),
                length,
                0.0009 + 0.003 * depth,
                tint,
                shine,
            );
        }
    });
}

fn ship(canvas: &mut Canvas, look: &Look, _dice: &mut Dice) {
    if !look.ship && look.lighthouse {
        return;
    }
    let (_, side) = stand(canvas, look);
    let size = if look.ship { 1.0 } else { 0.42 };
    let at = (
        canvas.wide * (0.5 + side * if look.ship { 0.08 } else { 0.2 }),
        HORIZON + 0.03 * size,
    );
    let hull = look.palette.near.mix(look.palette.far, 0.12);
    let sail = look.palette.sky[3].mix(look.palette.disc, 0.5);
    canvas.placed(at, (size * side, size), |it| {
        let shade = sail.mix(look.palette.sky[1], 0.5);
        it.fill(
            &curve(
                &[
                    (0.0, -0.24),
                    (0.06, -0.12),
                    (0.085, -0.03),
                    (0.04, -0.028),
                    (0.005, -0.03),
                ],
                true,
            ),
            &Ink::Line(
                (0.0, 0.0),
                (0.09, 0.0),
                vec![sail.alpha(1.0), shade.alpha(1.0)],
            ),
        );
        it.fill(
            &curve(
                &[
                    (-0.008, -0.21),
                    (-0.03, -0.11),
                    (-0.075, -0.035),
                    (-0.03, -0.03),
                    (-0.008, -0.032),
                ],
                true,
            ),
            &Ink::Line(
                (-0.08, 0.0),
                (0.0, 0.0),
                vec![shade.alpha(1.0), sail.alpha(1.0)],
            ),
        );
        it.fill(
            &block(-0.003, -0.26, 0.005, 0.25),
            &Ink::Flat(hull.alpha(1.0)),
        );
        it.fill(
            &curve(
                &[
                    (-0.1, -0.018),
                    (-0.07, 0.012),
                    (0.0, 0.02),
                    (0.075, 0.012),
                    (0.12, -0.026),
                    (0.0, -0.012),
                ],
                true,
            ),
            &Ink::down(
                -0.02,
                0.02,
                vec![hull.lighter(0.14).alpha(1.0), hull.darker(0.5).alpha(1.0)],
            ),
        );
        let dark = look.palette.near;
        it.fill(&oval((0.0, 0.022), 0.1, 0.004), &Ink::Flat(dark.alpha(0.5)));
    });
}

/// Rocks before us frame the picture.
fn rocks(canvas: &mut Canvas, look: &Look, dice: &mut Dice) {
    let (_, side) = stand(canvas, look);
    let edge = if side > 0.0 { 0.0 } else { canvas.wide };
    let rock = look.palette.near.mix(look.palette.far, 0.16);
    for n in 0..9 {
        let far = 1.0 - n as f32 / 9.0;
        let x = edge + side * (far * canvas.wide * 0.3 - 0.02) + dice.range(-0.02, 0.02);
        let (w, h) = (dice.range(0.07, 0.13), dice.range(0.07, 0.16) * (1.2 - far));
        let y = 1.02 - h;
        let points = [
            (x - w, 1.03),
            (x - w * 0.75, y + h * 0.5),
            (x - w * 0.25, y + h * 0.06),
            (x + w * 0.2, y),
            (x + w * 0.65, y + h * 0.42),
            (x + w, 1.03),
        ];
        let tint = rock.mix(look.palette.near, 1.0 - far);
        let shape = facet(&points);
        let top = tint.mix(look.palette.counter, 0.12).alpha(1.0);
        canvas.fill(
            &shape,
            &Ink::down(
                y,
                1.02,
                vec![top, tint.alpha(1.0), look.palette.near.alpha(1.0)],
            ),
        );
        canvas.inside(&shape, |it| {
            // Lit from the middle of the picture, where the water shines.
            let lit = [
                points[3],
                points[4],
                points[5],
                (x + w * 0.1, 1.03),
                (x + w * 0.12, y + h * 0.4),
            ];
            let lit = if side > 0.0 {
                lit
            } else {
                lit.map(|p| (2.0 * x - p.0, p.1))
            };
            let shine = look.palette.disc.mix(look.palette.counter, 0.4);
            it.fill(
                &facet(&lit),
                &Ink::down(y, 1.02, vec![shine.alpha(0.13), shine.alpha(0.01)]),
            );
        });
    }
    let foam = look.palette.sky[3].lighter(0.5);
    for _ in 0..26 {
        let x = edge + side * dice.range(0.0, 0.42) * canvas.wide;
        ripple(
            canvas,
            (x, dice.range(0.955, 0.995)),
            dice.range(0.02, 0.07),
            0.0022,
            foam,
            0.16,
        );
    }
}
