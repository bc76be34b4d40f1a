//! The scenes, one a file: each a list of layers from back to front. Enter through [`layers`].

mod city;
mod feeling;
mod forest;
mod hills;
mod inside;
mod portrait;
mod sea;
mod sky;
mod weather;

use super::canvas::Canvas;
use super::dice::Dice;
use super::look::{Look, Subject};

/// One step of a painting.
pub(super) type Layer = fn(&mut Canvas, &Look, &mut Dice);

/// The layers of a picture, from back to front.
pub(super) fn layers(look: &Look) -> Vec<Layer> {
    let scene: &[Layer] = match look.subject {
        Subject::Portrait => portrait::LAYERS,
        Subject::Sea => sea::LAYERS,
        Subject::City => city::LAYERS,
        Subject::Forest => forest::LAYERS,
        Subject::Mountains => hills::MOUNTAINS,
        Subject::Desert => hills::DESERT,
        Subject::Room => inside::ROOM,
        Subject::Door => inside::DOOR,
        Subject::Space => feeling::SPACE,
        Subject::Feeling => feeling::FEELING,
    };
    let ending: [Layer; 2] = [weather::fall, finish];
    scene.iter().copied().chain(ending).collect()
}

/// What every picture ends with.
fn finish(canvas: &mut Canvas, look: &Look, dice: &mut Dice) {
    canvas.vignette(if look.night { 0.95 } else { 0.6 });
    canvas.grain(dice, 6);
}
