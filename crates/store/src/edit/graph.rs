//! Nodes and edges: made, changed and removed by moving what stands in their slots.

use model::{EdgeId, EdgeRecord, Layout, NodeId, NodeRecord, Slot, StoryRecord, Subject};
use model::{VersionRef, part};
use serde::Serialize;
use serde_json::Value;

use super::Edit;
use crate::StoreError;
use crate::read::lens::End;

impl Edit<'_> {
    /// Makes a node; the id comes from `World`.
    pub fn create_node(
        &mut self,
        record: &NodeRecord,
        layout: &Layout,
    ) -> Result<NodeId, StoreError> {
        let id = NodeId(self.file.world.new_id());
        self.create_node_as(id, record, layout)?;
        Ok(id)
    }

    /// Makes a node with a given id (import, restore of foreign ids).
    pub fn create_node_as(
        &mut self,
        id: NodeId,
        record: &NodeRecord,
        layout: &Layout,
    ) -> Result<(), StoreError> {
        if self.lens().exists(Subject::Node(id))? {
            let why = format!("there is a node {} already", id.short());
            return Err(StoreError::invalid(part::NODE, why));
        }
        self.as_one(|edit| {
            edit.put(&Slot::node(id, part::NODE), &data(part::NODE, record)?)?;
            edit.put(&Slot::node(id, part::LAYOUT), &data(part::LAYOUT, layout)?)?;
            Ok(())
        })
    }

    /// Changes title or kind.
    pub fn set_node(&mut self, id: NodeId, record: &NodeRecord) -> Result<VersionRef, StoreError> {
        self.write(&Slot::node(id, part::NODE), &data(part::NODE, record)?)
    }

    /// Moves a node on the map.
    pub fn set_layout(&mut self, id: NodeId, layout: &Layout) -> Result<VersionRef, StoreError> {
        self.write(&Slot::node(id, part::LAYOUT), &data(part::LAYOUT, layout)?)
    }

    /// Makes an edge between two nodes of the story.
    pub fn create_edge(&mut self, record: &EdgeRecord) -> Result<EdgeId, StoreError> {
        let id = EdgeId(self.file.world.new_id());
        self.create_edge_as(id, record)?;
        Ok(id)
    }

    /// Makes an edge with a given id.
    pub fn create_edge_as(&mut self, id: EdgeId, record: &EdgeRecord) -> Result<(), StoreError> {
        if self.lens().exists(Subject::Edge(id))? {
            let why = format!("there is an edge {} already", id.short());
            return Err(StoreError::invalid(part::EDGE, why));
        }
        self.require(Subject::Node(record.from))?;
        self.require(Subject::Node(record.to))?;
        self.put(&Slot::edge(id, part::EDGE), &data(part::EDGE, record)?)?;
        Ok(())
    }

    /// Changes an edge.
    pub fn set_edge(&mut self, id: EdgeId, record: &EdgeRecord) -> Result<VersionRef, StoreError> {
        self.require(Subject::Node(record.from))?;
        self.require(Subject::Node(record.to))?;
        self.write(&Slot::edge(id, part::EDGE), &data(part::EDGE, record)?)
    }

    /// Removes a node, its data and the edges that touch it. All of it comes back by undo. Returns
    /// how many edges went with it. Nodes inside a removed group move up to its parent.
    pub fn remove_node(&mut self, id: NodeId) -> Result<usize, StoreError> {
        let node = self.node(id)?;
        self.as_one(|edit| {
            let mut edges = edit.lens().edges_at(id, End::From)?;
            edges.extend(edit.lens().edges_at(id, End::To)?);
            edges.sort_by_key(|it| it.id);
            edges.dedup_by_key(|it| it.id);
            for edge in &edges {
                edit.remove_edge(edge.id)?;
            }
            for child in edit.lens().children(id)? {
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
        self.as_one(|edit| edit.clear_all(Subject::Edge(id)))
    }

    /// A story does not begin at a node that is gone.
    fn forget_start(&mut self, node: NodeId) -> Result<(), StoreError> {
        let slot = Slot::story(part::STORY);
        let Some(record) = self.lens().part::<StoryRecord>(&slot)? else {
            return Ok(());
        };
        if record.start == Some(node) {
            let record = StoryRecord {
                start: None,
                ..record
            };
            self.put(&slot, &data(part::STORY, &record)?)?;
        }
        Ok(())
    }

    fn clear_all(&mut self, subject: Subject) -> Result<(), StoreError> {
        for held in self.lens().on(subject)? {
            self.set(&held.version.slot, None)?;
        }
        Ok(())
    }
}

fn data(capability: &str, record: &impl Serialize) -> Result<Value, StoreError> {
    serde_json::to_value(record).map_err(|error| StoreError::invalid(capability, error.to_string()))
}
