//! A person, head and shoulders, lit from one side in front of a blurred scene. Shapes have their
//! own coordinate system: the face's middle is the origin, the chin is at 1, the light comes from
//! the right; a person lit from the left is mirrored.

mod clothes;
mod face;
mod features;
mod hair;

use tiny_skia::BlendMode;

use super::{abstract_scene, city, forest, hills, sea, sky};
use crate::painter::canvas::{Canvas, Fill};
use crate::painter::color::{BLACK, Rgb};
use crate::painter::rng::SeededRng;
use crate::painter::scenes::Layer;
use crate::painter::shape::{circle, oval};
use crate::painter::spec::{Person, SceneSpec, Subject};

pub(super) const LAYERS: &[Layer] = &[
    backdrop,
    lights,
    hair::behind,
    clothes::body,
    face::face,
    hair::front,
    clothes::collar,
    foreground_haze,
];

/// Draws in the person's coordinate system.
fn posed(canvas: &mut Canvas, spec: &SceneSpec, strokes: impl FnOnce(&mut Canvas)) {
    let size = (canvas.aspect * 0.27).min(0.218);
    let at = (canvas.aspect * 0.5, 0.445);
    canvas.transformed(at, (size * spec.person.lit_from, size), strokes);
}

/// The colors a surface of the person has in this light.
#[derive(Clone, Copy)]
struct Tones {
    lit: Rgb,
    base: Rgb,
    shade: Rgb,
    deep: Rgb,
}

impl Tones {
    fn of(own: Rgb, spec: &SceneSpec) -> Self {
        let dim = if spec.night { 0.34 } else { 0.12 };
        let base = own
            .mix(spec.palette.sky[1], dim)
            .darker(if spec.night { 0.08 } else { 0.0 });
        let shade = own
            .mix(spec.palette.sky[0], 0.62)
            .mix(spec.palette.accent, 0.07)
            .darker(0.12);
        Self {
            lit: own.mix(spec.palette.light, 0.34).lighter(0.07),
            base,
            shade,
            deep: shade.mix(spec.palette.near, 0.6),
        }
    }
}

fn skin(spec: &SceneSpec) -> Tones {
    Tones::of(spec.person.skin, spec)
}

/// The light on the edges: the main light on its side, the opposite light on the other.
fn rim(person: &Person, spec: &SceneSpec, reach: f32, strength: f32) -> Fill {
    let (light, accent) = (
        spec.palette.light,
        spec.palette.accent.mix(person.skin, 0.1),
    );
    let none = |it: Rgb| it.alpha(0.0);
    Fill::Line(
        (-reach, 0.0),
        (reach, 0.0),
        vec![
            accent.lighter(0.2).alpha(strength),
            accent.alpha(strength * 0.55),
            none(accent),
            none(light),
            none(light),
            none(light),
            none(light),
            light.alpha(strength * 0.5),
            light.lighter(0.3).alpha(strength),
        ],
    )
}

fn backdrop(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let scene: &[Layer] = match spec.backdrop {
        Some(Subject::City) => city::LAYERS,
        Some(Subject::Sea) => sea::LAYERS,
        Some(Subject::Forest) => forest::LAYERS,
        Some(Subject::Mountains) => hills::MOUNTAINS,
        Some(Subject::Desert) => hills::DESERT,
        Some(Subject::Space) => abstract_scene::SPACE,
        _ => &[studio],
    };
    canvas.fill_all(&Fill::Flat(spec.palette.sky[1].alpha(1.0)));
    canvas.soft(5, |it| {
        for layer in scene {
            layer(it, spec, &mut SeededRng::new(rng.next_u64()));
        }
    });
    if spec.backdrop.is_none() {
        return;
    }
    let dark = spec.palette.sky[0];
    canvas.fill_all(&Fill::down(
        0.0,
        1.0,
        vec![dark.alpha(0.2), dark.alpha(0.12), dark.alpha(0.45)],
    ));
}

/// Only light on a wall.
fn studio(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let side = spec.person.lit_from;
    let middle = canvas.aspect * 0.5;
    let [top, high, low, _] = spec.palette.sky;
    canvas.fill_all(&Fill::Line(
        (middle + side * middle, 0.0),
        (middle - side * middle, 1.0),
        vec![low.alpha(1.0), high.alpha(1.0), top.alpha(1.0)],
    ));
    for _ in 0..14 {
        let at = (rng.range(0.0, canvas.aspect), rng.range(0.0, 1.0));
        let tint = rng.pick(&[low, high, spec.palette.sky[3], top]);
        let radius = rng.range(0.12, 0.36);
        let fill_style = Fill::Round(
            at,
            radius,
            vec![tint.alpha(0.34), tint.alpha(0.16), tint.alpha(0.0)],
        );
        canvas.fill(&circle(at, radius), &fill_style);
    }
    let halo = (middle + side * 0.05, 0.4);
    let ring = spec.palette.disc.mix(low, 0.35);
    let fill_style = Fill::Round(
        (halo.0 + side * 0.12, halo.1 - 0.14),
        0.56,
        vec![
            ring.alpha(0.95),
            ring.mix(low, 0.5).alpha(0.9),
            low.alpha(0.75),
        ],
    );
    canvas.fill(&circle(halo, 0.325), &fill_style);
}

/// Blurred points of light, and the glow that separates the head from the background.
fn lights(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let side = spec.person.lit_from;
    let middle = canvas.aspect * 0.5;
    if spec.night {
        canvas.with_blend(BlendMode::Screen, |it| {
            for _ in 0..34 {
                let at = (rng.range(0.0, it.aspect), rng.range(0.08, 0.92));
                let tint = rng.pick(&[spec.palette.light, spec.palette.accent, spec.palette.disc]);
                let radius = rng.range(0.008, 0.036);
                let fill_style = Fill::Round(
                    at,
                    radius,
                    vec![tint.alpha(0.16), tint.alpha(0.2), tint.alpha(0.34)],
                );
                it.fill(&circle(at, radius), &fill_style);
            }
        });
    }
    canvas.glow((middle + side * 0.3, 0.3), 0.62, spec.palette.light, 0.4);
    canvas.glow((middle - side * 0.36, 0.46), 0.5, spec.palette.accent, 0.3);
    canvas.soft(12, |it| {
        let fill_style = Fill::Round(
            (middle, 0.62),
            0.46,
            vec![BLACK.alpha(0.34), BLACK.alpha(0.22), BLACK.alpha(0.0)],
        );
        it.fill(&oval((middle, 0.62), 0.46, 0.46), &fill_style);
    });
}

/// Air in front of the person: the lower part gets darker, light spills in from its side.
fn foreground_haze(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let side = spec.person.lit_from;
    let middle = canvas.aspect * 0.5;
    let dark = spec.palette.near;
    canvas.fill_all(&Fill::down(
        0.66,
        1.02,
        vec![dark.alpha(0.0), dark.alpha(0.3), dark.alpha(0.8)],
    ));
    canvas.glow(
        (middle + side * (middle + 0.08), 0.2),
        0.55,
        spec.palette.light,
        0.34,
    );
    canvas.glow(
        (middle - side * (middle + 0.1), 0.72),
        0.5,
        spec.palette.accent,
        0.26,
    );
    for _ in 0..24 {
        let at = (rng.range(0.0, canvas.aspect), rng.range(0.1, 1.0));
        canvas.glow(
            at,
            rng.range(0.003, 0.009),
            spec.palette.light.lighter(0.4),
            rng.range(0.2, 0.6),
        );
    }
    if !spec.night {
        sky::haze(canvas, spec.palette.sky[3], 1.0, 0.3, 0.12);
    }
}
