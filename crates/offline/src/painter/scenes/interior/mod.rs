//! Rooms: one with a window and a lamp, and a dark one with an open door.

mod door;
mod room;

use door::{dark_walls, doorway, spill};
use room::{furniture, lamp, sunbeam, walls, window};

use crate::painter::canvas::{Canvas, Fill};
use crate::painter::color::Rgb;
use crate::painter::scenes::Layer;
use crate::painter::shape::{curve, facet};
use crate::painter::spec::SceneSpec;
pub(super) const ROOM: &[Layer] = &[walls, window, sunbeam, furniture, lamp];

pub(super) const DOOR: &[Layer] = &[dark_walls, doorway, spill];

/// The back wall: its left and right edge, its top and bottom.
fn back(canvas: &Canvas) -> (f32, f32, f32, f32) {
    (canvas.aspect * 0.17, canvas.aspect * 0.83, 0.13, 0.72)
}

fn wall_color(spec: &SceneSpec) -> Rgb {
    spec.palette
        .far
        .mix(spec.palette.sky[1], 0.5)
        .darker(if spec.night { 0.3 } else { 0.12 })
}

fn box_of(canvas: &mut Canvas, spec: &SceneSpec, wall: Rgb, floor: Rgb) {
    let wide = canvas.aspect;
    let (left, right, top, foot) = back(canvas);
    canvas.fill_all(&Fill::Flat(wall.alpha(1.0)));
    let ceiling = facet(&[(0.0, 0.0), (wide, 0.0), (right, top), (left, top)]);
    canvas.fill(
        &ceiling,
        &Fill::down(
            0.0,
            top,
            vec![wall.darker(0.62).alpha(1.0), wall.darker(0.38).alpha(1.0)],
        ),
    );
    let ground = facet(&[(0.0, 1.0), (left, foot), (right, foot), (wide, 1.0)]);
    canvas.fill(
        &ground,
        &Fill::down(
            foot,
            1.0,
            vec![floor.alpha(1.0), floor.darker(0.5).alpha(1.0)],
        ),
    );
    canvas.clipped(&ground, |it| {
        let fill_style = Fill::Flat(spec.palette.near.alpha(0.3));
        for n in -14..=14 {
            let part = n as f32 / 14.0;
            let at = wide * 0.5 + part * (right - left) * 0.62;
            let far = wide * 0.5 + part * wide * 1.15;
            it.line(
                &curve(&[(at, foot), (far, 1.02)], false),
                0.0022,
                &fill_style,
            );
        }
    });
    let left_wall = facet(&[(0.0, 0.0), (left, top), (left, foot), (0.0, 1.0)]);
    canvas.fill(
        &left_wall,
        &Fill::Line(
            (0.0, 0.0),
            (left, 0.0),
            vec![wall.darker(0.6).alpha(1.0), wall.darker(0.25).alpha(1.0)],
        ),
    );
    let right_wall = facet(&[(wide, 0.0), (right, top), (right, foot), (wide, 1.0)]);
    canvas.fill(
        &right_wall,
        &Fill::Line(
            (right, 0.0),
            (wide, 0.0),
            vec![wall.darker(0.15).alpha(1.0), wall.darker(0.5).alpha(1.0)],
        ),
    );
    let skirting = facet(&[
        (0.0, 0.965),
        (left, foot - 0.018),
        (right, foot - 0.018),
        (wide, 0.965),
        (wide, 1.0),
        (right, foot),
        (left, foot),
        (0.0, 1.0),
    ]);
    canvas.fill(&skirting, &Fill::Flat(wall.darker(0.45).alpha(0.55)));
}
