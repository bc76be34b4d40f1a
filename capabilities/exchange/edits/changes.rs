//! What is written into the draft of what was changed elsewhere.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use capability::{Edit, ToolError};
use formats::PackedAsset;
use model::contents::DataMap;
use model::{
    AssetId, EdgeId, EdgeRecord, Layout, Node, NodeId, NodeRecord, Slot, Story, Subject,
    merge_data, part,
};
use serde::Deserialize as _;
use serde_json::Value;

use crate::answer::to_json;
use crate::exchange::add::keeps_data;
use crate::shared::prose_links::follow_text;

/// What is written into the draft, in this order.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) assets: BTreeMap<AssetId, PackedAsset>,
    pub(super) new_nodes: Vec<(NodeId, NodeRecord, Layout)>,
    pub(super) written: Vec<(Slot, Value)>,
    pub(super) cleared: Vec<Slot>,
    pub(super) new_edges: Vec<(EdgeId, EdgeRecord)>,
    /// The data of new links.
    pub(super) edge_data: Vec<(Slot, Value)>,
    /// The texts whose links the graph follows, as they were.
    pub(super) texts: Vec<(NodeId, String)>,
    pub(super) removed_edges: Vec<EdgeId>,
    pub(super) removed_nodes: Vec<NodeId>,
}

impl Changes {
    pub(super) fn is_empty(&self) -> bool {
        self.new_nodes.is_empty()
            && self.written.is_empty()
            && self.cleared.is_empty()
            && self.new_edges.is_empty()
            && self.removed_edges.is_empty()
            && self.removed_nodes.is_empty()
    }

    /// Whether titles or kinds of nodes are written.
    pub(super) fn has_titles(&self) -> bool {
        let mut written = self.written.iter();
        written.any(|it| &*it.0.capability == part::NODE)
    }

    /// Adds a node of a file with the data that capabilities have.
    pub(super) fn add_node(&mut self, node: &Node, layout: Layout) {
        let new = (node.id, NodeRecord::from(node), layout);
        self.new_nodes.push(new);
        let data = node.data.iter().filter(|it| keeps_data(it.0));
        let data = data.map(|(name, data)| (Slot::node(node.id, name), (**data).clone()));
        self.written.extend(data);
    }

    /// The graph with the new nodes and titles, which the links of texts lead to.
    pub(super) fn applied_to(&self, graph: &Story) -> Story {
        let mut story = graph.clone();
        for (id, record, layout) in &self.new_nodes {
            let node = Node {
                id: *id,
                title: record.title.clone(),
                kind: record.kind.clone(),
                layout: layout.clone(),
                data: DataMap::new(),
            };
            story.nodes.insert(*id, Arc::new(node));
        }
        for (slot, data) in &self.written {
            let node = slot.subject.node().and_then(|it| story.nodes.get_mut(&it));
            if let Some(node) = node.filter(|_| &*slot.capability == part::NODE)
                && let Ok(record) = NodeRecord::deserialize(data)
            {
                Arc::make_mut(node).title = record.title;
            }
        }
        story
    }

    /// What was written here while the file was read stays, as what was written before does. `seen` is the
    /// story before that.
    pub(super) fn merged_with_newer(
        mut self,
        edit: &Edit<'_>,
        seen: &Story,
    ) -> Result<Self, ToolError> {
        let seen: HashMap<Slot, Value> = slots_of(seen).into_iter().collect();
        for (slot, data) in &mut self.written {
            let now = edit.adopted(slot)?.map(|it| it.data());
            if let (Some(seen), Some(now)) = (seen.get(slot), now)
                && now != *seen
            {
                *data = merge_data(&slot.capability, seen, &now, data.take()).value;
            }
        }
        for (node, before) in &mut self.texts {
            edit.node(*node)?.prose().clone_into(before);
        }
        Ok(self)
    }

    pub(super) fn write(&self, edit: &mut Edit<'_>, story: &Story) -> Result<(), ToolError> {
        for asset in self.assets.values() {
            edit.attach(&asset.bytes, &asset.mime)?;
        }
        for (id, record, layout) in &self.new_nodes {
            edit.create_node_as(*id, record, layout)?;
        }
        for (slot, data) in &self.written {
            edit.write(slot, data)?;
        }
        for slot in &self.cleared {
            edit.clear(slot)?;
        }
        for (id, record) in &self.new_edges {
            edit.create_edge_as(*id, record)?;
        }
        for (slot, data) in &self.edge_data {
            edit.write(slot, data)?;
        }
        for edge in &self.removed_edges {
            edit.remove_edge(*edge)?;
        }
        for (id, before) in &self.texts {
            let node = edit.node(*id)?;
            let now = node.prose().to_owned();
            follow_text(edit, story, &node, before, &now)?;
        }
        for node in &self.removed_nodes {
            edit.remove_node(*node)?;
        }
        Ok(())
    }
}

/// All data of a story by slot, except its kinds.
pub(super) fn slots_of(story: &Story) -> Vec<(Slot, Value)> {
    let mut slots = vec![(Slot::story(part::STORY), to_json(&story.record))];
    let mut add = |subject: Subject, data: &DataMap| {
        let known = data.iter().filter(|it| keeps_data(it.0));
        slots.extend(known.map(|(name, data)| (Slot::new(subject, name), (**data).clone())));
    };
    add(Subject::Story, &story.data);
    for node in story.nodes.values() {
        add(Subject::Node(node.id), &node.data);
    }
    for edge in story.edges.values() {
        add(Subject::Edge(edge.id), &edge.data);
    }
    for node in story.nodes.values() {
        let record = NodeRecord::from(&**node);
        slots.push((Slot::node(node.id, part::NODE), to_json(&record)));
        slots.push((Slot::node(node.id, part::LAYOUT), to_json(&node.layout)));
    }
    let edges = story.edges.values();
    slots.extend(edges.map(|it| (Slot::edge(it.id, part::EDGE), to_json(&it.record))));
    slots
}

#[cfg(test)]
mod tests {
    use model::contents::{Content as _, Prose, TEXT};
    use serde_json::json;

    use super::*;
    use crate::tests::TestHarness;

    #[tokio::test]
    async fn what_was_typed_while_the_file_was_read_stays() {
        let harness = TestHarness::new();
        let text = "It was light. Nobody came.\n\nThe bell rang.";
        let args = json!({ "title": "Dawn", "kind": "scene", "text": text });
        harness.ok("create_node", args).await;
        let seen = harness.store.view(None).story().unwrap();
        let node = *seen.nodes.keys().next().unwrap();
        let edited = text.replace("light", "bright");
        let mut changes = Changes::default();
        changes
            .written
            .push((Slot::node(node, TEXT), Prose::from(edited).to_data()));

        let typed = text.replace("rang", "rang twice");
        harness
            .ok("write_text", json!({ "node": "Dawn", "text": typed }))
            .await;
        let merged = harness.store.edit(harness.note(), move |edit| {
            let changes = changes.merged_with_newer(edit, &seen)?;
            changes.write(edit, &seen)
        });
        merged.await.unwrap();

        let now = harness.store.view(None).node(node).unwrap().unwrap();
        assert_eq!(
            now.prose(),
            "It was bright. Nobody came.\n\nThe bell rang twice."
        );
    }
}
