//! Finds positions where the labels of links cover neither cards nor each other.

use std::collections::HashMap;

use super::shapes::Rectangle;

/// The side of a grid cell for neighbor lookups.
const CELL: f64 = 256.0;
/// A rectangle that covers more cells is compared with every label.
const MAX_CELLS: i64 = 256;

/// What a label must not cover: cards, and the labels placed so far.
#[derive(Default)]
pub(super) struct LabelPlaces {
    cells: HashMap<(i64, i64), Vec<Rectangle>>,
    large: Vec<Rectangle>,
}

impl LabelPlaces {
    pub(super) fn around(cards: impl Iterator<Item = Rectangle>) -> Self {
        let mut places = Self::default();
        cards.for_each(|it| places.take(it));
        places
    }

    /// The center for a label of this size: the first center where it covers nothing, otherwise the
    /// one where it covers least. The position is occupied from then on.
    pub(super) fn place(
        &mut self,
        (width, height): (f64, f64),
        centers: impl IntoIterator<Item = (f64, f64)>,
    ) -> Option<(f64, f64)> {
        let mut best: Option<(f64, Rectangle)> = None;
        for (x, y) in centers {
            let at = Rectangle {
                x: x - width / 2.0,
                y: y - height / 2.0,
                width,
                height,
            };
            let covered = self.covered(&at);
            if best.is_none_or(|(least, _)| covered < least) {
                best = Some((covered, at));
            }
            if covered == 0.0 {
                break;
            }
        }
        let (_, at) = best?;
        self.take(at);
        Some(at.center())
    }

    /// The area that a rectangle covers of other rectangles.
    fn covered(&self, at: &Rectangle) -> f64 {
        let near = cells(at).flat_map(|it| self.cells.get(&it).into_iter().flatten());
        let area = near.map(|it| it.shared_area(at));
        // A rectangle in several cells is counted several times, which matters only between
        // positions that are all bad.
        area.sum::<f64>() + self.large.iter().map(|it| it.shared_area(at)).sum::<f64>()
    }

    fn take(&mut self, at: Rectangle) {
        let (columns, rows) = span(&at);
        if (columns.1 - columns.0 + 1) * (rows.1 - rows.0 + 1) > MAX_CELLS {
            self.large.push(at);
            return;
        }
        for cell in cells(&at) {
            self.cells.entry(cell).or_default().push(at);
        }
    }
}

/// The first and last column and row of the cells that a rectangle touches.
fn span(at: &Rectangle) -> ((i64, i64), (i64, i64)) {
    let cell = |it: f64| (it / CELL).floor() as i64;
    (
        (cell(at.x), cell(at.x + at.width)),
        (cell(at.y), cell(at.y + at.height)),
    )
}

fn cells(at: &Rectangle) -> impl Iterator<Item = (i64, i64)> {
    let (columns, rows) = span(at);
    (columns.0..=columns.1).flat_map(move |x| (rows.0..=rows.1).map(move |y| (x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARD: Rectangle = Rectangle {
        x: 0.0,
        y: 0.0,
        width: 200.0,
        height: 100.0,
    };

    #[test]
    fn a_label_takes_the_first_free_place() {
        let mut places = LabelPlaces::around([CARD].into_iter());
        let centers = [(150.0, 50.0), (230.0, 50.0), (300.0, 50.0), (300.0, 80.0)];
        assert_eq!(places.place((80.0, 15.0), centers), Some((300.0, 50.0)));
        assert_eq!(places.place((80.0, 15.0), centers), Some((300.0, 80.0)));
    }

    #[test]
    fn a_label_without_a_free_place_overlaps_as_little_as_possible() {
        let mut places = LabelPlaces::around([CARD].into_iter());
        let centers = [(150.0, 50.0), (230.0, 50.0)];
        assert_eq!(places.place((80.0, 15.0), centers), Some((230.0, 50.0)));
        assert_eq!(places.place((80.0, 15.0), []), None);
    }

    #[test]
    fn labels_do_not_cover_a_huge_card() {
        let huge = Rectangle {
            width: 1e7,
            height: 1e7,
            ..CARD
        };
        let mut places = LabelPlaces::around([huge].into_iter());
        let centers = [(5e6, 5e6), (-60.0, 50.0)];
        assert_eq!(places.place((80.0, 15.0), centers), Some((-60.0, 50.0)));
    }
}
