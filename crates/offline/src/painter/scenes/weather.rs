//! Weather in front of everything else: rain, snow, fog.

use super::sky::haze;
use crate::painter::canvas::{Canvas, Fill};
use crate::painter::rng::SeededRng;
use crate::painter::shape::{circle, curve};
use crate::painter::spec::{SceneSpec, Subject};

/// The weather that the prompt requests.
pub(super) fn fall(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let is_inside = matches!(spec.subject, Subject::Room | Subject::Door);
    if is_inside {
        return;
    }
    if spec.fog {
        let tint = spec.palette.sky[2].mix(spec.palette.sky[3], 0.5);
        haze(canvas, tint, 0.72, 0.42, 0.5);
        haze(canvas, tint, 0.95, 0.3, 0.5);
    }
    if spec.rain {
        rain(canvas, spec, rng);
    }
    if spec.snow {
        snow(canvas, rng);
    }
}

fn rain(canvas: &mut Canvas, spec: &SceneSpec, rng: &mut SeededRng) {
    let tint = spec.palette.accent.lighter(0.55);
    for _ in 0..320 {
        let near = rng.range(0.0, 1.0);
        let length = 0.02 + 0.07 * near * near;
        let (x, y) = (rng.range(-0.1, canvas.aspect + 0.1), rng.range(-0.1, 1.0));
        let drop = curve(&[(x, y), (x - length * 0.16, y + length)], false);
        let fill_style = Fill::down(
            y,
            y + length,
            vec![tint.alpha(0.0), tint.alpha(0.10 + 0.22 * near)],
        );
        canvas.line(&drop, 0.0008 + 0.0012 * near, &fill_style);
    }
}

fn snow(canvas: &mut Canvas, rng: &mut SeededRng) {
    let white = crate::painter::color::WHITE;
    for _ in 0..260 {
        let near = rng.range(0.0, 1.0).powi(3);
        let at = (rng.range(0.0, canvas.aspect), rng.range(0.0, 1.0));
        let radius = 0.0016 + 0.0085 * near;
        let solid = 0.85 - 0.45 * near;
        let fill_style = Fill::Round(
            at,
            radius,
            vec![
                white.alpha(solid),
                white.alpha(solid * 0.7),
                white.alpha(0.0),
            ],
        );
        canvas.fill(&circle(at, radius), &fill_style);
    }
}
