//! The shapes of a drawing. Lengths are in map units; the y axis points down.

/// A rectangle by its upper left corner.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rectangle {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Rectangle {
    pub(super) fn translate(&self, dx: f64, dy: f64) -> Self {
        Self {
            x: self.x + dx,
            y: self.y + dy,
            ..*self
        }
    }

    pub(super) fn inflate(&self, by: f64) -> Self {
        Self {
            x: self.x - by,
            y: self.y - by,
            width: self.width + 2.0 * by,
            height: self.height + 2.0 * by,
        }
    }

    /// The smallest rectangle that encloses both.
    pub(super) fn with(&self, other: &Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.width).max(other.x + other.width);
        let bottom = (self.y + self.height).max(other.y + other.height);
        Self {
            x,
            y,
            width: right - x,
            height: bottom - y,
        }
    }

    /// The area of the intersection.
    pub(super) fn shared_area(&self, other: &Self) -> f64 {
        let width = (self.x + self.width).min(other.x + other.width) - self.x.max(other.x);
        let height = (self.y + self.height).min(other.y + other.height) - self.y.max(other.y);
        width.max(0.0) * height.max(0.0)
    }

    pub(super) fn center(&self) -> (f64, f64) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }
}

/// One thing to draw; colors are `#rrggbb`.
pub(super) enum Shape {
    Box {
        at: Rectangle,
        radius: f64,
        fill: String,
        line: Option<(String, f64)>,
    },
    /// A cubic curve.
    Curve {
        points: [(f64, f64); 4],
        color: String,
        is_dashed: bool,
    },
    Triangle {
        points: [(f64, f64); 3],
        color: String,
    },
    Text(TextLine),
}

/// The width of a link.
pub(super) const LINE_WIDTH: f64 = 2.0;

impl Shape {
    /// An upper and a lower bound of what is painted.
    pub(super) fn vertical_extent(&self) -> (f64, f64) {
        let of = |points: &[(f64, f64)], around: f64| {
            let ys = || points.iter().map(|it| it.1);
            let (upper, lower) = (ys().reduce(f64::min), ys().reduce(f64::max));
            (
                upper.unwrap_or_default() - around,
                lower.unwrap_or_default() + around,
            )
        };
        match self {
            Self::Box { at, line, .. } => {
                let around = line.as_ref().map_or(0.0, |it| it.1);
                (at.y - around, at.y + at.height + around)
            }
            // A cubic curve lies between its points.
            Self::Curve { points, .. } => of(points, LINE_WIDTH),
            Self::Triangle { points, .. } => of(points, 0.0),
            // No letter extends further than twice the size of the font.
            Self::Text(line) => (line.y - 2.0 * line.size, line.y + 2.0 * line.size),
        }
    }
}

/// A line of text on its baseline.
pub(super) struct TextLine {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) size: f64,
    pub(super) color: String,
    pub(super) is_centered: bool,
    /// Whether it has a halo in the paper color, to stay legible over lines.
    pub(super) has_halo: bool,
    pub(super) text: String,
}
