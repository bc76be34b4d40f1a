//! Nodes and edges: created, changed and removed by moving slot pointers.

use model::{
    CommitKind, EdgeId, EdgeRecord, Layout, NodeId, NodeRecord, Slot, StoryRecord, Subject,
};
use model::{VersionRef, part};
use serde::Serialize;
use serde_json::Value;

use super::Edit;
use crate::StoreError;
use crate::read::version_view::End;

/// Nodes that an edit takes out of a story.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RemovedNodes {
    /// How many.
    pub count: usize,
    /// How many the story had before.
    pub of: usize,
}

impl Edit<'_> {
    /// What this edit has taken out of the story so far; `None` where no node goes, and in a draft.
    /// What an undo takes back does not count: it only ends what was done before.
    pub fn removed_nodes(&self) -> Result<Option<RemovedNodes>, StoreError> {
        if self.note.draft.is_some() || self.pending.kind == CommitKind::Undo {
            return Ok(None);
        }
        let moves = self.pending.moves.iter();
        let (mut removed, mut added) = (0, 0);
        for (_, (before, after)) in moves.filter(|it| &*it.0.capability == part::NODE) {
            removed += usize::from(before.is_some() && after.is_none());
            added += usize::from(before.is_none() && after.is_some());
        }
        if removed == 0 {
            return Ok(None);
        }
        let mut statement = self.conn.prepare_cached("SELECT count(*) FROM node")?;
        let now: u32 = statement.query_row([], |row| row.get(0))?;
        let now = usize::try_from(now).unwrap_or(usize::MAX);
        Ok(Some(RemovedNodes {
            count: removed,
            of: now.saturating_add(removed).saturating_sub(added),
        }))
    }

    /// Creates a node; the id comes from `World`.
    pub fn create_node(
        &mut self,
        record: &NodeRecord,
        layout: &Layout,
    ) -> Result<NodeId, StoreError> {
        let id = NodeId(self.file.world.new_id());
        self.create_node_as(id, record, layout)?;
        Ok(id)
    }

    /// Creates a node with a given id (import, restoring ids from another file).
    pub fn create_node_as(
        &mut self,
        id: NodeId,
        record: &NodeRecord,
        layout: &Layout,
    ) -> Result<(), StoreError> {
        if self.version_view().exists(Subject::Node(id))? {
            let why = format!("there is a node {} already", id.short());
            return Err(StoreError::invalid(part::NODE, why));
        }
        self.atomically(|edit| {
            edit.write_unchecked(&Slot::node(id, part::NODE), &data(part::NODE, record)?)?;
            edit.write_unchecked(&Slot::node(id, part::LAYOUT), &data(part::LAYOUT, layout)?)?;
            Ok(())
        })
    }

    /// Changes title or kind.
    pub fn set_node(&mut self, id: NodeId, record: &NodeRecord) -> Result<VersionRef, StoreError> {
        self.write(&Slot::node(id, part::NODE), &data(part::NODE, record)?)
    }

    /// Changes a node's position on the map.
    pub fn set_layout(&mut self, id: NodeId, layout: &Layout) -> Result<VersionRef, StoreError> {
        self.write(&Slot::node(id, part::LAYOUT), &data(part::LAYOUT, layout)?)
    }

    /// Creates an edge between two nodes of the story.
    pub fn create_edge(&mut self, record: &EdgeRecord) -> Result<EdgeId, StoreError> {
        let id = EdgeId(self.file.world.new_id());
        self.create_edge_as(id, record)?;
        Ok(id)
    }

    /// Creates an edge with a given id.
    pub fn create_edge_as(&mut self, id: EdgeId, record: &EdgeRecord) -> Result<(), StoreError> {
        if self.version_view().exists(Subject::Edge(id))? {
            let why = format!("there is an edge {} already", id.short());
            return Err(StoreError::invalid(part::EDGE, why));
        }
        self.require(Subject::Node(record.from))?;
        self.require(Subject::Node(record.to))?;
        self.write_unchecked(&Slot::edge(id, part::EDGE), &data(part::EDGE, record)?)?;
        Ok(())
    }

    /// Changes an edge.
    pub fn set_edge(&mut self, id: EdgeId, record: &EdgeRecord) -> Result<VersionRef, StoreError> {
        self.require(Subject::Node(record.from))?;
        self.require(Subject::Node(record.to))?;
        self.write(&Slot::edge(id, part::EDGE), &data(part::EDGE, record)?)
    }

    /// Removes a node, its data and the edges that touch it; undo restores all of it. Returns how
    /// many edges were removed. Nodes inside a removed group move up to its parent.
    pub fn remove_node(&mut self, id: NodeId) -> Result<usize, StoreError> {
        let node = self.node(id)?;
        self.atomically(|edit| {
            let mut edges = edit.version_view().edges_at(id, End::From)?;
            edges.extend(edit.version_view().edges_at(id, End::To)?);
            edges.sort_by_key(|it| it.id);
            edges.dedup_by_key(|it| it.id);
            for edge in &edges {
                edit.remove_edge(edge.id)?;
            }
            for child in edit.version_view().children(id)? {
                let layout = Layout {
                    parent: node.layout.parent,
                    ..child.layout
                };
                edit.set_layout(child.id, &layout)?;
            }
            edit.forget_start(id)?;
            edit.clear_all(Subject::Node(id))?;
            Ok(edges.len())
        })
    }

    /// Removes an edge.
    pub fn remove_edge(&mut self, id: EdgeId) -> Result<(), StoreError> {
        self.require(Subject::Edge(id))?;
        self.atomically(|edit| edit.clear_all(Subject::Edge(id)))
    }

    /// Clears the story's start if it is the removed node.
    fn forget_start(&mut self, node: NodeId) -> Result<(), StoreError> {
        let slot = Slot::story(part::STORY);
        let Some(record) = self.version_view().part::<StoryRecord>(&slot)? else {
            return Ok(());
        };
        if record.start == Some(node) {
            let record = StoryRecord {
                start: None,
                ..record
            };
            self.write_unchecked(&slot, &data(part::STORY, &record)?)?;
        }
        Ok(())
    }

    fn clear_all(&mut self, subject: Subject) -> Result<(), StoreError> {
        for held in self.version_view().on(subject)? {
            self.set(&held.version.slot, None)?;
        }
        Ok(())
    }
}

fn data(capability: &str, record: &impl Serialize) -> Result<Value, StoreError> {
    serde_json::to_value(record).map_err(|error| StoreError::invalid(capability, error.to_string()))
}
