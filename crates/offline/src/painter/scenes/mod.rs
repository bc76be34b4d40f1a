//! The scenes, one per file: each is a list of layers from back to front. Enter through [`layers`].

mod abstract_scene;
mod city;
mod forest;
mod hills;
mod interior;
mod portrait;
mod sea;
mod sky;
mod weather;

use super::canvas::Canvas;
use super::rng::SeededRng;
use super::spec::{SceneSpec, Subject};

/// One step of a painting.
pub(super) type Layer = fn(&mut Canvas, &SceneSpec, &mut SeededRng);

/// The layers of a picture, from back to front.
pub(super) fn layers(spec: &SceneSpec) -> Vec<Layer> {
    let scene: &[Layer] = match spec.subject {
        Subject::Portrait => portrait::LAYERS,
        Subject::Sea => sea::LAYERS,
        Subject::City => city::LAYERS,
        Subject::Forest => forest::LAYERS,
        Subject::Mountains => hills::MOUNTAINS,
        Subject::Desert => hills::DESERT,
        Subject::Room => interior::ROOM,
        Subject::Door => interior::DOOR,
        Subject::Space => abstract_scene::SPACE,
        Subject::Abstract => abstract_scene::ABSTRACT,
    };
    let ending: [Layer; 2] = [weather::fall, finish];
    scene.iter().copied().chain(ending).collect()
}

/// The last layers of every picture.
fn finish(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    canvas.vignette(if spec.night { 0.95 } else { 0.6 });
    canvas.grain(rng, 6);
}
