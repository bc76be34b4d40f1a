//! Where a new node goes on the map: to the right of another, where nothing else stands. And the
//! frame of a group around what it holds. Pure.

use model::{Layout, Node, Story};
use schemars::JsonSchema;
use serde::Serialize;

/// The least distance between two nodes, and that between columns.
const GAP: f64 = 40.0;
const COLUMN_GAP: f64 = 100.0;
/// The room of a group's title above what it holds.
const TITLE_HEIGHT: f64 = 24.0;
/// How many rows above and below the other node are tried before the next column.
const MAX_ROWS_TRIED: i32 = 6;

/// A free place for a node of the usual size: right of `anchor`, on its level where that is free,
/// else a little below or above, else further right. Groups are frames and stand in nobody's way.
pub(in crate::story) fn free_position_near(story: &Story, anchor: Option<&Node>) -> (f64, f64) {
    let Some(anchor) = anchor else {
        return (0.0, 0.0);
    };
    let (width, _) = anchor.layout.size();
    let mut x = anchor.layout.x + width + COLUMN_GAP;
    let (card_width, card_height) = Layout::DEFAULT_SIZE;
    loop {
        let rows =
            (0..=MAX_ROWS_TRIED).flat_map(|it| if it == 0 { vec![0] } else { vec![it, -it] });
        for row in rows {
            let y = anchor.layout.y + f64::from(row) * (card_height + GAP);
            if is_free(story, x, y) {
                return (x, y);
            }
        }
        x += card_width + COLUMN_GAP;
    }
}

fn is_free(story: &Story, x: f64, y: f64) -> bool {
    let (card_width, card_height) = Layout::DEFAULT_SIZE;
    story
        .nodes
        .values()
        .filter(|it| it.kind != "group")
        .all(|it| {
            let (width, height) = it.layout.size();
            let (left, top) = (it.layout.x, it.layout.y);
            x >= left + width + GAP
                || left >= x + card_width + GAP
                || y >= top + height + GAP
                || top >= y + card_height + GAP
        })
}

/// A group's place on the map.
#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct Frame {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Frame {
    /// A layout with this place and size.
    pub(in crate::story) fn layout(&self, layout: Layout) -> Layout {
        Layout {
            x: self.x,
            y: self.y,
            width: Some(self.width),
            height: Some(self.height),
            ..layout
        }
    }
}

/// The frame around nodes, with room for its title above them.
pub(in crate::story) fn frame<'a>(held: impl Iterator<Item = &'a Layout>) -> Frame {
    let (mut left, mut top) = (f64::INFINITY, f64::INFINITY);
    let (mut right, mut bottom) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for layout in held {
        let (width, height) = layout.size();
        left = left.min(layout.x);
        top = top.min(layout.y);
        right = right.max(layout.x + width);
        bottom = bottom.max(layout.y + height);
    }
    Frame {
        x: left - GAP,
        y: top - GAP - TITLE_HEIGHT,
        width: right - left + 2.0 * GAP,
        height: bottom - top + 2.0 * GAP + TITLE_HEIGHT,
    }
}
