//! What falls or drifts in front of everything: rain, snow, fog.

use super::sky::haze;
use crate::painter::canvas::{Canvas, Ink};
use crate::painter::dice::Dice;
use crate::painter::look::{Look, Subject};
use crate::painter::shape::{circle, curve};

/// The weather the prompt asks for.
pub(super) fn fall(canvas: &mut Canvas, look: &Look, dice: &mut Dice) {
    let is_inside = matches!(look.subject, Subject::Room | Subject::Door);
    if is_inside {
        return;
    }
    if look.fog {
        let tint = look.palette.sky[2].mix(look.palette.sky[3], 0.5);
        haze(canvas, tint, 0.72, 0.42, 0.5);
        haze(canvas, tint, 0.95, 0.3, 0.5);
    }
    if look.rain {
        rain(canvas, look, dice);
    }
    if look.snow {
        snow(canvas, dice);
    }
}

fn rain(canvas: &mut Canvas, look: &Look, dice: &mut Dice) {
    let tint = look.palette.counter.lighter(0.55);
    for _ in 0..320 {
        let near = dice.range(0.0, 1.0);
        let length = 0.02 + 0.07 * near * near;
        let (x, y) = (dice.range(-0.1, canvas.wide + 0.1), dice.range(-0.1, 1.0));
        let drop = curve(&[(x, y), (x - length * 0.16, y + length)], false);
        let ink = Ink::down(
            y,
            y + length,
            vec![tint.alpha(0.0), tint.alpha(0.10 + 0.22 * near)],
        );
        canvas.line(&drop, 0.0008 + 0.0012 * near, &ink);
    }
}

fn snow(canvas: &mut Canvas, dice: &mut Dice) {
    let white = crate::painter::color::WHITE;
    for _ in 0..260 {
        let near = dice.range(0.0, 1.0).powi(3);
        let at = (dice.range(0.0, canvas.wide), dice.range(0.0, 1.0));
        let radius = 0.0016 + 0.0085 * near;
        let solid = 0.85 - 0.45 * near;
        let ink = Ink::Round(
            at,
            radius,
            vec![
                white.alpha(solid),
                white.alpha(solid * 0.7),
                white.alpha(0.0),
            ],
        );
        canvas.fill(&circle(at, radius), &ink);
    }
}
