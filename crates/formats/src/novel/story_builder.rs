//! Puts the nodes of a book on the map: scenes in rows, each leading to the next, with a space around
//! the frames of groups.

use std::sync::Arc;

use markup::kept_data::DataMap;
use model::contents::Content as _;
use model::{Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, Story, World};

use super::comments::{PlacedComment, findings};
use crate::Bundle;
use crate::import::tidy_title;

/// The grid cell of a node in map units, and the number of nodes in a row.
const CELL: (f64, f64) = (300.0, 220.0);
const COLUMNS: usize = 8;
/// The space between one block of rows and the next, for the frame and the title of a group.
const BLOCK_GAP: f64 = 100.0;

/// A node to be added.
#[derive(Default)]
pub(super) struct NewNode {
    pub(super) title: String,
    /// The group that it is in.
    pub(super) parent: Option<NodeId>,
    /// The color of its card, as `#rrggbb`.
    pub(super) color: Option<String>,
    pub(super) data: DataMap,
    /// The comments on its text.
    pub(super) comments: Vec<PlacedComment>,
}

/// A story that is being built.
pub(super) struct StoryBuilder<'a> {
    pub(super) bundle: Bundle,
    world: &'a dyn World,
    /// The top of the block of rows.
    top: f64,
    /// How many nodes are in the block.
    placed: usize,
    last_scene: Option<NodeId>,
}

impl<'a> StoryBuilder<'a> {
    pub(super) fn new(story: Story, world: &'a dyn World) -> Self {
        Self {
            bundle: Bundle::new(story),
            world,
            top: 0.0,
            placed: 0,
            last_scene: None,
        }
    }

    /// Whether there is no node yet.
    pub(super) fn is_empty(&self) -> bool {
        self.bundle.story.nodes.is_empty()
    }

    /// Places what follows in rows of their own, at some distance.
    pub(super) fn begin_block(&mut self) {
        let rows = self.placed.div_ceil(COLUMNS);
        self.top += rows as f64 * CELL.1 + BLOCK_GAP;
        self.placed = 0;
    }

    /// Adds a group, whose frame is drawn around its members.
    pub(super) fn group(&mut self, node: NewNode) -> NodeId {
        self.add("group", node, (0.0, self.top))
    }

    /// Adds a scene, which the one before leads to; reading starts with the first.
    pub(super) fn scene(&mut self, node: NewNode) {
        let id = self.node("scene", node);
        let story = &mut self.bundle.story;
        if let Some(from) = self.last_scene.replace(id) {
            let edge = Edge {
                id: EdgeId(self.world.new_id()),
                record: EdgeRecord::link(from, id, "", 0),
                data: DataMap::new(),
            };
            story.edges.insert(edge.id, Arc::new(edge));
        }
        story.record.start = story.record.start.or(Some(id));
    }

    /// Adds a node in the next cell.
    pub(super) fn node(&mut self, kind: &str, node: NewNode) -> NodeId {
        let (row, column) = (self.placed / COLUMNS, self.placed % COLUMNS);
        self.placed += 1;
        let y = self.top + row as f64 * CELL.1;
        self.add(kind, node, (column as f64 * CELL.0, y))
    }

    fn add(&mut self, kind: &str, node: NewNode, (x, y): (f64, f64)) -> NodeId {
        let id = NodeId(self.world.new_id());
        let comments = node.comments;
        let mut node = Node {
            id,
            title: tidy_title(&node.title, "Untitled"),
            kind: kind.to_owned(),
            layout: Layout {
                x,
                y,
                parent: node.parent,
                color: node.color,
                ..Layout::default()
            },
            data: node.data,
        };
        if !comments.is_empty() {
            findings(id, node.prose(), &comments).store_in(&mut node.data);
        }
        self.bundle.story.nodes.insert(id, Arc::new(node));
        id
    }
}
