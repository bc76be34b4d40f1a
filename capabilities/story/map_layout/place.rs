//! The position of a new node in free space to the right of another, and the frame of a group
//! around its members. Pure.

use std::collections::{HashMap, HashSet};

use model::{Layout, Node, NodeId, Story};
use schemars::JsonSchema;
use serde::Serialize;

/// The least distance between two nodes, and between columns.
const GAP: f64 = 40.0;
const COLUMN_GAP: f64 = 100.0;
/// The height of a group's title above its contents.
const TITLE_HEIGHT: f64 = 24.0;
/// How many rows below the anchor are tried before the next column.
const MAX_ROWS_TRIED: i32 = 8;

/// A free position for a node of the default size in `group`, or in none: right of `anchor` at the
/// same height if that is free, else below, else further right. Nodes placed one after another
/// therefore keep their order. Frames of groups that contain neither the new node nor `anchor` are
/// avoided.
pub(in crate::story) fn free_position_near(
    story: &Story,
    anchor: Option<&Node>,
    group: Option<NodeId>,
) -> (f64, f64) {
    let Some(anchor) = anchor else {
        return (0.0, 0.0);
    };
    let taken = taken_areas(story, anchor, group);
    let (width, _) = anchor.layout.size();
    let begin = (anchor.layout.x + width + COLUMN_GAP, anchor.layout.y);
    let (card_width, card_height) = Layout::DEFAULT_SIZE;
    let step = (card_width + COLUMN_GAP, card_height + GAP);
    first_free(begin, step, |x, y| {
        taken.iter().all(|it| is_apart(it, x, y))
    })
}

/// The first free position: `begin`, else some rows below it, else the same in further columns.
pub(super) fn first_free(
    begin: (f64, f64),
    step: (f64, f64),
    is_free: impl Fn(f64, f64) -> bool,
) -> (f64, f64) {
    let mut x = begin.0;
    loop {
        for row in 0..=MAX_ROWS_TRIED {
            let y = begin.1 + f64::from(row) * step.1;
            if is_free(x, y) {
                return (x, y);
            }
        }
        x += step.0;
    }
}

/// The areas of cards, and of frames that the new node must not overlap.
fn taken_areas(story: &Story, anchor: &Node, group: Option<NodeId>) -> Vec<Frame> {
    let mut around = HashSet::new();
    let mut next = [anchor.layout.parent, group];
    for start in &mut next {
        while let Some(id) = start.filter(|it| around.insert(*it)) {
            *start = story.nodes.get(&id).and_then(|it| it.layout.parent);
        }
    }
    let mut held: HashMap<NodeId, Vec<&Layout>> = HashMap::new();
    for node in story.nodes.values() {
        if let Some(parent) = node.layout.parent {
            held.entry(parent).or_default().push(&node.layout);
        }
    }
    let area = |node: &Node| {
        let layout = &node.layout;
        let (width, height) = layout.size();
        let own = Frame {
            x: layout.x,
            y: layout.y,
            width,
            height,
        };
        if node.kind != "group" || layout.collapsed {
            return Some(own);
        }
        if around.contains(&node.id) {
            return None;
        }
        match held.get(&node.id) {
            Some(members) if layout.width.is_none() => Some(frame(members.iter().copied())),
            _ => Some(own),
        }
    };
    story.nodes.values().filter_map(|it| area(it)).collect()
}

fn is_apart(taken: &Frame, x: f64, y: f64) -> bool {
    let (card_width, card_height) = Layout::DEFAULT_SIZE;
    x >= taken.x + taken.width + GAP
        || taken.x >= x + card_width + GAP
        || y >= taken.y + taken.height + GAP
        || taken.y >= y + card_height + GAP
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
    /// A layout with this position and size.
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
