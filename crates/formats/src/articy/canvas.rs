//! Arranges the canvases of a project on one map: what encloses a flow grows to enclose its canvas, and
//! what is right of it or below it moves on, so that everything stays where the author sees it.

use model::Layout;

use super::project::{Class, Project};
use crate::import::NodeBounds;

/// The space around what is in a group, in map units; above it is the group's title.
pub(super) const MARGIN: f64 = 40.0;
pub(super) const TITLE: f64 = 40.0;

/// The places of all objects that are part of the flow, and of comments beside them. Above the canvas of
/// an object that `has_card` is room for a card.
pub(super) fn arrange(
    project: &Project<'_>,
    has_card: &dyn Fn(usize) -> bool,
) -> Vec<Option<NodeBounds>> {
    let mut canvases = Canvases {
        project,
        has_card,
        sizes: vec![None; project.objects.len()],
        places: vec![None; project.objects.len()],
    };
    let top = canvases.items(None);
    // From the innermost canvas outwards, so that the sizes of what is in a canvas are known.
    let mut order = top.clone();
    let mut next = 0;
    while next < order.len() {
        order.extend(canvases.items(Some(order[next])));
        next += 1;
    }
    for it in order.iter().rev() {
        canvases.arrange_canvas(Some(*it));
    }
    canvases.arrange_canvas(None);
    // From the outermost canvas inwards: until now, each place is relative to its canvas.
    for it in order {
        let Some(parent) = project.objects[it].parent else {
            continue;
        };
        let top = canvases.top(parent);
        let above = canvases.places[parent];
        if let (Some(place), Some(above)) = (&mut canvases.places[it], above) {
            place.x += above.x + MARGIN;
            place.y += above.y + top;
        }
    }
    canvases.places
}

struct Canvases<'a> {
    project: &'a Project<'a>,
    has_card: &'a dyn Fn(usize) -> bool,
    /// The sizes of objects with a canvas in them.
    sizes: Vec<Option<(f64, f64)>>,
    places: Vec<Option<NodeBounds>>,
}

impl Canvases<'_> {
    /// What is on a canvas: that of an object, or that of the project.
    fn items(&self, canvas: Option<usize>) -> Vec<usize> {
        let is_shown = |it: &usize| {
            let class = self.project.objects[*it].class;
            class.is_flow() || class == Class::Comment
        };
        match canvas {
            Some(it) => {
                let children = self.project.children[it].iter();
                children.copied().filter(is_shown).collect()
            }
            None => {
                let all = 0..self.project.objects.len();
                let is_top = |it: &usize| {
                    let parent = self.project.objects[*it].parent;
                    parent.is_none_or(|it| !is_shown(&it))
                };
                all.filter(|it| is_shown(it) && is_top(it)).collect()
            }
        }
    }

    /// How far below the top of an object its canvas begins.
    fn top(&self, object: usize) -> f64 {
        let card = match (self.has_card)(object) {
            true => Layout::DEFAULT_SIZE.1 + MARGIN,
            false => 0.0,
        };
        TITLE + MARGIN + card
    }

    /// Gives the items of a canvas their places on it, and the object it is in its size.
    fn arrange_canvas(&mut self, canvas: Option<usize>) {
        let items = self.items(canvas);
        if items.is_empty() {
            return;
        }
        let boxes: Vec<NodeBounds> = items.iter().map(|it| self.drawn(*it)).collect();
        let grown: Vec<NodeBounds> = boxes
            .iter()
            .zip(&items)
            .map(|(drawn, item)| {
                let size = self.sizes[*item];
                let size = size.unwrap_or(Layout::DEFAULT_SIZE);
                NodeBounds {
                    width: (size.0 - drawn.width).max(0.0),
                    height: (size.1 - drawn.height).max(0.0),
                    ..*drawn
                }
            })
            .collect();
        let right = Shifts::of(
            boxes
                .iter()
                .zip(&grown)
                .map(|it| (it.0.x + it.0.width, it.1.width)),
        );
        let down = Shifts::of(
            boxes
                .iter()
                .zip(&grown)
                .map(|it| (it.0.y + it.0.height, it.1.height)),
        );
        let mut whole: Option<[f64; 4]> = None;
        for (item, drawn) in items.iter().zip(&boxes) {
            let (width, height) = self.sizes[*item].unwrap_or(Layout::DEFAULT_SIZE);
            let (x, y) = (
                drawn.x + right.before(drawn.x),
                drawn.y + down.before(drawn.y),
            );
            let place = NodeBounds {
                x,
                y,
                width,
                height,
            };
            self.places[*item] = Some(place);
            let edges = whole.unwrap_or([x, y, x, y]);
            whole = Some([
                edges[0].min(x),
                edges[1].min(y),
                edges[2].max(x + width),
                edges[3].max(y + height),
            ]);
        }
        let [left, top, right, bottom] = whole.unwrap_or_default();
        for item in items {
            if let Some(place) = &mut self.places[item] {
                place.x = (place.x - left).round();
                place.y = (place.y - top).round();
            }
        }
        if let Some(canvas) = canvas {
            let width = right - left + 2.0 * MARGIN;
            let height = bottom - top + self.top(canvas) + MARGIN;
            self.sizes[canvas] = Some((width.round(), height.round()));
        }
    }

    /// Where and how large an object is on its canvas in articy:draft.
    fn drawn(&self, item: usize) -> NodeBounds {
        let object = &self.project.objects[item];
        let (x, y) = object.pair("Position", ["x", "y"]).unwrap_or_default();
        let size = object.pair("Size", ["w", "h"]);
        let (width, height) = size.unwrap_or(Layout::DEFAULT_SIZE);
        // So far apart, nobody places anything.
        let place = |it: f64| it.clamp(-1e6, 1e6);
        NodeBounds {
            x: place(x),
            y: place(y),
            width: width.clamp(0.0, 1e4),
            height: height.clamp(0.0, 1e4),
        }
    }
}

/// By how much things move on one axis.
struct Shifts {
    /// Where something ends that grew, with the sum of all growth up to there.
    sums: Vec<(f64, f64)>,
}

impl Shifts {
    /// From the ends of things and by how much each grew.
    fn of(grown: impl Iterator<Item = (f64, f64)>) -> Self {
        let mut sums: Vec<(f64, f64)> = grown.filter(|it| it.1 > 0.0).collect();
        sums.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut total = 0.0;
        for it in &mut sums {
            total += it.1;
            it.1 = total;
        }
        Self { sums }
    }

    /// The growth of everything that ends before a place.
    fn before(&self, place: f64) -> f64 {
        let count = self.sums.partition_point(|it| it.0 <= place);
        count.checked_sub(1).map_or(0.0, |it| self.sums[it].1)
    }
}
