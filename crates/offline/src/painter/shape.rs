//! The shapes used in pictures, in any unit.

use tiny_skia::{Path, PathBuilder};

fn finished(builder: PathBuilder) -> Path {
    // An empty shape far outside, if there were no points.
    builder
        .finish()
        .unwrap_or_else(|| block(-9.0, -9.0, 0.001, 0.001))
}

/// A rectangle.
pub(super) fn block(x: f32, y: f32, width: f32, height: f32) -> Path {
    let mut builder = PathBuilder::new();
    builder.move_to(x, y);
    builder.line_to(x + width, y);
    builder.line_to(x + width, y + height);
    builder.line_to(x, y + height);
    builder.close();
    builder.finish().expect("four corners make a shape")
}

/// A circle.
pub(super) fn circle(at: (f32, f32), radius: f32) -> Path {
    oval(at, radius, radius)
}

/// An ellipse.
pub(super) fn oval(at: (f32, f32), rx: f32, ry: f32) -> Path {
    let k = 0.552_284_8;
    let (x, y) = at;
    let mut builder = PathBuilder::new();
    builder.move_to(x + rx, y);
    builder.cubic_to(x + rx, y + ry * k, x + rx * k, y + ry, x, y + ry);
    builder.cubic_to(x - rx * k, y + ry, x - rx, y + ry * k, x - rx, y);
    builder.cubic_to(x - rx, y - ry * k, x - rx * k, y - ry, x, y - ry);
    builder.cubic_to(x + rx * k, y - ry, x + rx, y - ry * k, x + rx, y);
    builder.close();
    finished(builder)
}

/// Straight edges from point to point.
pub(super) fn facet(points: &[(f32, f32)]) -> Path {
    let mut builder = PathBuilder::new();
    for (n, (x, y)) in points.iter().enumerate() {
        if n == 0 {
            builder.move_to(*x, *y)
        } else {
            builder.line_to(*x, *y)
        }
    }
    builder.close();
    finished(builder)
}

/// A smooth line through points, optionally closed.
pub(super) fn curve(points: &[(f32, f32)], closed: bool) -> Path {
    let mut builder = PathBuilder::new();
    let count = points.len() as isize;
    if count < 2 {
        return finished(builder);
    }
    let point = |n: isize| {
        let n = if closed {
            n.rem_euclid(count)
        } else {
            n.clamp(0, count - 1)
        };
        points[n as usize]
    };
    builder.move_to(point(0).0, point(0).1);
    for n in 0..if closed { count } else { count - 1 } {
        let (before, from, to, after) = (point(n - 1), point(n), point(n + 1), point(n + 2));
        builder.cubic_to(
            from.0 + (to.0 - before.0) / 6.0,
            from.1 + (to.1 - before.1) / 6.0,
            to.0 - (after.0 - from.0) / 6.0,
            to.1 - (after.1 - from.1) / 6.0,
            to.0,
            to.1,
        );
    }
    if closed {
        builder.close();
    }
    finished(builder)
}

/// Everything below an outline, down to the bottom of the picture.
pub(super) fn ground(points: &[(f32, f32)], bottom: f32) -> Path {
    let mut builder = PathBuilder::new();
    for (n, (x, y)) in points.iter().enumerate() {
        if n == 0 {
            builder.move_to(*x, *y)
        } else {
            builder.line_to(*x, *y)
        }
    }
    if let (Some(first), Some(last)) = (points.first(), points.last()) {
        builder.line_to(last.0, bottom);
        builder.line_to(first.0, bottom);
    }
    builder.close();
    finished(builder)
}
