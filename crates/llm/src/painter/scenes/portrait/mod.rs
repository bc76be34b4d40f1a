//! A person, head and shoulders, lit from one side before a scene out of focus. Shapes are given in
//! a frame of their own: the face's middle is the origin, the chin lies at 1, the light comes from
//! the right; who is lit from the left is mirrored.

mod clothes;
mod face;
mod features;
mod hair;

use tiny_skia::BlendMode;

use super::{city, feeling, forest, hills, sea, sky};
use crate::painter::canvas::{Canvas, Ink};
use crate::painter::color::{BLACK, Paint};
use crate::painter::dice::Dice;
use crate::painter::look::{Look, Person, Subject};
use crate::painter::scenes::Layer;
use crate::painter::shape::{circle, oval};

pub(super) const LAYERS: &[Layer] = &[
    backdrop,
    lights,
    hair::behind,
    clothes::body,
    face::face,
    hair::front,
    clothes::collar,
    veil,
];

/// Draws in the person's frame.
fn posed(canvas: &mut Canvas, look: &Look, strokes: impl FnOnce(&mut Canvas)) {
    let size = (canvas.wide * 0.27).min(0.218);
    let at = (canvas.wide * 0.5, 0.445);
    canvas.placed(at, (size * look.person.lit_from, size), strokes);
}

/// The colors a surface of the person has in this light.
#[derive(Clone, Copy)]
struct Tones {
    lit: Paint,
    base: Paint,
    shade: Paint,
    deep: Paint,
}

impl Tones {
    fn of(own: Paint, look: &Look) -> Self {
        let dim = if look.night { 0.34 } else { 0.12 };
        let base = own
            .mix(look.palette.sky[1], dim)
            .darker(if look.night { 0.08 } else { 0.0 });
        let shade = own
            .mix(look.palette.sky[0], 0.62)
            .mix(look.palette.counter, 0.07)
            .darker(0.12);
        Self {
            lit: own.mix(look.palette.light, 0.34).lighter(0.07),
            base,
            shade,
            deep: shade.mix(look.palette.near, 0.6),
        }
    }
}

fn skin(look: &Look) -> Tones {
    Tones::of(look.person.skin, look)
}

/// The light that touches the edges: the main one on its side, the other against it.
fn rim(person: &Person, look: &Look, reach: f32, strength: f32) -> Ink {
    let (light, counter) = (
        look.palette.light,
        look.palette.counter.mix(person.skin, 0.1),
    );
    let none = |it: Paint| it.alpha(0.0);
    Ink::Line(
        (-reach, 0.0),
        (reach, 0.0),
        vec![
            counter.lighter(0.2).alpha(strength),
            counter.alpha(strength * 0.55),
            none(counter),
            none(light),
            none(light),
            none(light),
            none(light),
            light.alpha(strength * 0.5),
            light.lighter(0.3).alpha(strength),
        ],
    )
}

fn backdrop(canvas: &mut Canvas, look: &Look, dice: &mut Dice) {
    let scene: &[Layer] = match look.backdrop {
        Some(Subject::City) => city::LAYERS,
        Some(Subject::Sea) => sea::LAYERS,
        Some(Subject::Forest) => forest::LAYERS,
        Some(Subject::Mountains) => hills::MOUNTAINS,
        Some(Subject::Desert) => hills::DESERT,
        Some(Subject::Space) => feeling::SPACE,
        _ => &[studio],
    };
    canvas.wash(&Ink::Flat(look.palette.sky[1].alpha(1.0)));
    canvas.soft(5, |it| {
        for layer in scene {
            layer(it, look, &mut Dice::new(dice.roll()));
        }
    });
    if look.backdrop.is_none() {
        return;
    }
    let dark = look.palette.sky[0];
    canvas.wash(&Ink::down(
        0.0,
        1.0,
        vec![dark.alpha(0.2), dark.alpha(0.12), dark.alpha(0.45)],
    ));
}

/// Nothing but light on a wall.
fn studio(canvas: &mut Canvas, look: &Look, dice: &mut Dice) {
    let side = look.person.lit_from;
    let middle = canvas.wide * 0.5;
    let [top, high, low, _] = look.palette.sky;
    canvas.wash(&Ink::Line(
        (middle + side * middle, 0.0),
        (middle - side * middle, 1.0),
        vec![low.alpha(1.0), high.alpha(1.0), top.alpha(1.0)],
    ));
    for _ in 0..14 {
        let at = (dice.range(0.0, canvas.wide), dice.range(0.0, 1.0));
        let tint = dice.pick(&[low, high, look.palette.sky[3], top]);
        let radius = dice.range(0.12, 0.36);
        let ink = Ink::Round(
            at,
            radius,
            vec![tint.alpha(0.34), tint.alpha(0.16), tint.alpha(0.0)],
        );
        canvas.fill(&circle(at, radius), &ink);
    }
    let halo = (middle + side * 0.05, 0.4);
    let ring = look.palette.disc.mix(low, 0.35);
    let ink = Ink::Round(
        (halo.0 + side * 0.12, halo.1 - 0.14),
        0.56,
        vec![
            ring.alpha(0.95),
            ring.mix(low, 0.5).alpha(0.9),
            low.alpha(0.75),
        ],
    );
    canvas.fill(&circle(halo, 0.325), &ink);
}

/// Points of light out of focus, and the glow that lifts the head off the ground.
fn lights(canvas: &mut Canvas, look: &Look, dice: &mut Dice) {
    let side = look.person.lit_from;
    let middle = canvas.wide * 0.5;
    if look.night {
        canvas.blending(BlendMode::Screen, |it| {
            for _ in 0..34 {
                let at = (dice.range(0.0, it.wide), dice.range(0.08, 0.92));
                let tint =
                    dice.pick(&[look.palette.light, look.palette.counter, look.palette.disc]);
                let radius = dice.range(0.008, 0.036);
                let ink = Ink::Round(
                    at,
                    radius,
                    vec![tint.alpha(0.16), tint.alpha(0.2), tint.alpha(0.34)],
                );
                it.fill(&circle(at, radius), &ink);
            }
        });
    }
    canvas.glow((middle + side * 0.3, 0.3), 0.62, look.palette.light, 0.4);
    canvas.glow((middle - side * 0.36, 0.46), 0.5, look.palette.counter, 0.3);
    canvas.soft(12, |it| {
        let ink = Ink::Round(
            (middle, 0.62),
            0.46,
            vec![BLACK.alpha(0.34), BLACK.alpha(0.22), BLACK.alpha(0.0)],
        );
        it.fill(&oval((middle, 0.62), 0.46, 0.46), &ink);
    });
}

/// Air before the person: the foot of the picture sinks, light bleeds in from its side.
fn veil(canvas: &mut Canvas, look: &Look, dice: &mut Dice) {
    let side = look.person.lit_from;
    let middle = canvas.wide * 0.5;
    let dark = look.palette.near;
    canvas.wash(&Ink::down(
        0.66,
        1.02,
        vec![dark.alpha(0.0), dark.alpha(0.3), dark.alpha(0.8)],
    ));
    canvas.glow(
        (middle + side * (middle + 0.08), 0.2),
        0.55,
        look.palette.light,
        0.34,
    );
    canvas.glow(
        (middle - side * (middle + 0.1), 0.72),
        0.5,
        look.palette.counter,
        0.26,
    );
    for _ in 0..24 {
        let at = (dice.range(0.0, canvas.wide), dice.range(0.1, 1.0));
        canvas.glow(
            at,
            dice.range(0.003, 0.009),
            look.palette.light.lighter(0.4),
            dice.range(0.2, 0.6),
        );
    }
    if !look.night {
        sky::haze(canvas, look.palette.sky[3], 1.0, 0.3, 0.12);
    }
}
