//! Links between cards: a curve with an arrowhead, and its label.

use model::Edge;

use super::drawing::{MUTED_COLOR, text_width, truncate, wrap};
use super::label_places::LabelPlaces;
use super::shapes::{Rectangle, Shape, TextLine};
use crate::export::condition_text;
use crate::typeset::FontStack;

const LINK_COLOR: &str = "#a79d8e";
/// The size of a link's label.
pub(super) const LABEL_SIZE: f64 = 12.0;
/// The distance between two lines of a label.
const LABEL_LEADING: f64 = 15.0;

/// The start of a cubic curve, its two control points and its end.
pub(super) type Curve = [(f64, f64); 4];

/// Draws a link and returns its curve.
pub(super) fn link(
    shapes: &mut Vec<Shape>,
    edge: &Edge,
    (from, to): (&Rectangle, &Rectangle),
) -> Curve {
    let curve = curve(from, to, edge.record.from == edge.record.to);
    let [_, _, two, end] = curve;
    shapes.push(Shape::Curve {
        points: curve,
        color: LINK_COLOR.to_owned(),
        is_dashed: edge.record.condition.is_some() || edge.record.dynamic || edge.record.includes,
    });
    // The arrowhead follows the direction of the curve's end.
    let (dx, dy) = (end.0 - two.0, end.1 - two.1);
    let length = dx.hypot(dy).max(1e-6);
    let (dx, dy) = (dx / length * 11.0, dy / length * 11.0);
    let base = (end.0 - dx, end.1 - dy);
    shapes.push(Shape::Triangle {
        points: [
            end,
            (base.0 - dy * 0.45, base.1 + dx * 0.45),
            (base.0 + dy * 0.45, base.1 - dx * 0.45),
        ],
        color: LINK_COLOR.to_owned(),
    });
    curve
}

/// The label of a link, along its curve or beside it.
pub(super) fn label(
    edge: &Edge,
    curve: &Curve,
    places: &mut LabelPlaces,
    font_stack: &FontStack<'_>,
) -> Vec<Shape> {
    let [start, one, _, end] = curve;
    let mut label = edge.record.label.clone();
    if let Some(condition) = condition_text(edge) {
        label = format!("{label} [{condition}]");
    }
    let label = truncate(&label);
    if label.is_empty() {
        return Vec::new();
    }
    let is_vertical = start.0 == one.0;
    let width = match is_vertical {
        true => 260.0,
        // Neighboring cards leave little space.
        false => (end.0 - start.0).abs().clamp(72.0, 260.0),
    };
    let lines = wrap(&label, width, LABEL_SIZE, 4, font_stack);
    let widths = lines
        .iter()
        .map(|it| text_width(it, LABEL_SIZE, font_stack));
    let size = (
        widths.fold(0.0, f64::max) + 6.0,
        LABEL_LEADING * lines.len() as f64 + 2.0,
    );
    let Some((x, y)) = places.place(size, label_centers(curve, is_vertical, size)) else {
        return Vec::new();
    };
    let top = y + 4.0 - LABEL_LEADING / 2.0 * (lines.len() - 1) as f64;
    let lines = lines.into_iter().enumerate();
    let lines = lines.map(|(row, text)| {
        Shape::Text(TextLine {
            x,
            y: top + LABEL_LEADING * row as f64,
            size: LABEL_SIZE,
            color: MUTED_COLOR.to_owned(),
            is_centered: true,
            has_halo: true,
            text,
        })
    });
    lines.collect()
}

/// Candidate positions for a label of this size, best first: on the curve from its middle outwards,
/// then on both sides of it.
fn label_centers(
    curve: &Curve,
    is_vertical: bool,
    (width, height): (f64, f64),
) -> impl Iterator<Item = (f64, f64)> {
    const ALONG: [f64; 7] = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];
    const ASIDE: [f64; 9] = [0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 3.0, -4.0, 4.0];
    let points = ALONG.map(|it| point(curve, it));
    let (dx, dy) = match is_vertical {
        true => (width / 2.0 + 8.0, 0.0),
        false => (0.0, height.max(2.0 * LABEL_LEADING)),
    };
    ASIDE
        .into_iter()
        .flat_map(move |it| points.map(|(x, y)| (x + it * dx, y + it * dy)))
}

/// The point of a cubic curve at a share of its length, from 0 to 1.
fn point([start, one, two, end]: &Curve, at: f64) -> (f64, f64) {
    let rest = 1.0 - at;
    let (a, b) = (rest.powi(3), 3.0 * rest.powi(2) * at);
    let (c, d) = (3.0 * rest * at.powi(2), at.powi(3));
    (
        a * start.0 + b * one.0 + c * two.0 + d * end.0,
        a * start.1 + b * one.1 + c * two.1 + d * end.1,
    )
}

/// A curve from the side of one card to the side of another.
fn curve(from: &Rectangle, to: &Rectangle, is_loop: bool) -> Curve {
    if is_loop {
        let (right, top) = (from.x + from.width, from.y);
        return [
            (right, top + from.height * 0.35),
            (right + 70.0, top + from.height * 0.35),
            (right - 30.0, top - 70.0),
            (right - 30.0, top),
        ];
    }
    let (a, b) = (from.center(), to.center());
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    if dx.abs() * from.height >= dy.abs() * from.width {
        let side = dx.signum();
        let (start, end) = (a.0 + side * from.width / 2.0, b.0 - side * to.width / 2.0);
        let reach = ((end - start).abs() / 2.0).max(30.0) * side;
        [
            (start, a.1),
            (start + reach, a.1),
            (end - reach, b.1),
            (end, b.1),
        ]
    } else {
        let side = dy.signum();
        let (start, end) = (a.1 + side * from.height / 2.0, b.1 - side * to.height / 2.0);
        let reach = ((end - start).abs() / 2.0).max(30.0) * side;
        [
            (a.0, start),
            (a.0, start + reach),
            (b.0, end - reach),
            (b.0, end),
        ]
    }
}
