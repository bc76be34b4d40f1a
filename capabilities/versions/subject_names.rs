//! Names for what has versions: a node by its title, an edge by its ends; and finds the slot or id
//! that a caller means.

use std::collections::HashMap;
use std::sync::Arc;

use capability::{Draft, DraftPiece, ToolError, View};
use model::{
    EdgeId, EdgeRecord, IdReference, Move, NodeId, NodeRecord, Slot, Story, Subject, part,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::answer::NodeRef;
use crate::error::CapabilityError;
use crate::validate;

/// How many versions of a removed subject are searched for its name.
const MAX_EARLIER_VERSIONS: usize = 4;

/// A slot as people know it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(super) struct SlotName {
    /// The node, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<NodeRef>,
    /// The node's title, the link's ends, or the story's title.
    what: String,
    capability: String,
}

/// What is in a slot before and after a change.
#[derive(Serialize, JsonSchema)]
pub(super) struct ChangedSlot {
    #[serde(flatten)]
    place: SlotName,
    before: Option<u32>,
    after: Option<u32>,
}

/// Names subjects as in the story, or in the story with a draft.
pub(super) struct SubjectNames {
    graph: Arc<Story>,
    /// Removed subjects keep their last name.
    view: View,
    drafted_nodes: HashMap<NodeId, String>,
    drafted_edges: HashMap<EdgeId, EdgeRecord>,
}

impl SubjectNames {
    pub(super) fn of(view: &View) -> Result<Self, ToolError> {
        let graph = view.graph()?;
        Ok(Self {
            graph,
            view: view.clone(),
            drafted_nodes: HashMap::new(),
            drafted_edges: HashMap::new(),
        })
    }

    /// Also knows subjects that exist only in the draft.
    pub(super) fn with_draft(view: &View, draft: &Draft) -> Result<Self, ToolError> {
        let mut subjects = Self::of(view)?;
        for piece in &draft.pieces {
            let Some(after) = piece.after else { continue };
            let Some(version) = view.version(after.id)? else {
                continue;
            };
            match (piece.slot.subject, &*piece.slot.capability) {
                (Subject::Node(id), part::NODE) => {
                    if let Ok(record) = serde_json::from_str::<NodeRecord>(&version.body) {
                        subjects.drafted_nodes.insert(id, record.title);
                    }
                }
                (Subject::Edge(id), part::EDGE) => {
                    if let Ok(record) = serde_json::from_str::<EdgeRecord>(&version.body) {
                        subjects.drafted_edges.insert(id, record);
                    }
                }
                _ => {}
            }
        }
        Ok(subjects)
    }

    pub(super) fn changed(&self, change: &Move) -> ChangedSlot {
        ChangedSlot {
            place: self.place(&change.slot),
            before: change.before.map(|it| it.number),
            after: change.after.map(|it| it.number),
        }
    }

    pub(super) fn place(&self, slot: &Slot) -> SlotName {
        let capability = slot.capability.to_string();
        match slot.subject {
            Subject::Story => SlotName {
                node: None,
                what: self.graph.record.title.clone(),
                capability,
            },
            Subject::Node(id) => {
                let node = self.node(id);
                SlotName {
                    what: node.title.clone(),
                    node: Some(node),
                    capability,
                }
            }
            Subject::Edge(id) => {
                let removed = || self.last_record::<EdgeRecord>(Slot::edge(id, part::EDGE));
                let what = match self.edge(id).cloned().or_else(removed) {
                    Some(it) => {
                        format!("{} → {}", self.node(it.from).title, self.node(it.to).title)
                    }
                    None => format!("(removed link {})", id.short()),
                };
                SlotName {
                    node: None,
                    what,
                    capability,
                }
            }
        }
    }

    /// Data with node ids replaced by titles, for people to read.
    pub(super) fn with_titles(&self, data: &Value) -> Value {
        match data {
            Value::String(text) => match text.parse() {
                Ok(id) => json!(self.node(id).title),
                Err(_) => data.clone(),
            },
            Value::Array(items) => items.iter().map(|it| self.with_titles(it)).collect(),
            Value::Object(fields) => fields
                .iter()
                .map(|(key, it)| (key.clone(), self.with_titles(it)))
                .collect(),
            other => other.clone(),
        }
    }

    pub(super) fn node(&self, id: NodeId) -> NodeRef {
        if self.graph.nodes.contains_key(&id) {
            return NodeRef::find(&self.graph, id);
        }
        let removed = || {
            let record: NodeRecord = self.last_record(Slot::node(id, part::NODE))?;
            Some(record.title)
        };
        match self.drafted_nodes.get(&id).cloned().or_else(removed) {
            Some(title) => NodeRef { id, title },
            None => NodeRef::find(&self.graph, id),
        }
    }

    /// The newest readable version of a slot; `None` if there is none.
    fn last_record<T: DeserializeOwned>(&self, slot: Slot) -> Option<T> {
        let versions = self.view.versions(&slot, None, MAX_EARLIER_VERSIONS).ok()?;
        versions
            .iter()
            .find_map(|it| serde_json::from_str(&it.version.body).ok())
    }

    pub(super) fn edge(&self, id: EdgeId) -> Option<&EdgeRecord> {
        self.drafted_edges
            .get(&id)
            .or_else(|| self.graph.edges.get(&id).map(|it| &it.record))
    }

    /// Whether the node exists in the story without the draft.
    pub(super) fn exists_in_story(&self, id: NodeId) -> bool {
        self.graph.nodes.contains_key(&id)
    }

    /// Whether a piece of the draft belongs to a node or link that is neither in the story nor made by
    /// the draft, or is a link to such a node.
    pub(super) fn is_dangling(&self, piece: &DraftPiece) -> bool {
        let node = |id: NodeId| self.exists_in_story(id) || self.drafted_nodes.contains_key(&id);
        let is_own = [part::NODE, part::EDGE].contains(&&*piece.slot.capability);
        if piece.after.is_none() {
            return false;
        }
        match piece.slot.subject {
            Subject::Story => false,
            Subject::Node(id) => !is_own && !node(id),
            Subject::Edge(id) => match self.edge(id) {
                Some(edge) => !node(edge.from) || !node(edge.to),
                None => !is_own,
            },
        }
    }

    /// Whether a reference names this node: by its title here or in the draft, or by part of its
    /// id.
    pub(super) fn matches(&self, id: NodeId, reference: &str) -> bool {
        let same = |title: &str| title.to_lowercase() == reference.trim().to_lowercase();
        let stands = self.graph.nodes.get(&id).is_some_and(|it| same(&it.title));
        stands
            || self.drafted_nodes.get(&id).is_some_and(|it| same(it))
            || IdReference::read(reference).is_some_and(|it| it.fits(id.0))
    }
}

/// The slot of a node for a capability's name.
pub(super) fn slot_named(view: &View, node: &NodeRef, capability: &str) -> Result<Slot, ToolError> {
    let slots = view.slots(Subject::Node(node.id))?;
    let names = slots.iter().map(|it| &*it.capability);
    match validate::position(names.clone(), capability.trim()) {
        Some(at) => Ok(slots[at].clone()),
        None => {
            let (title, capability) = (
                node.title.clone(),
                validate::shorten_for_message(capability),
            );
            let known = validate::join_names(names);
            Err(
                ToolError::not_found(CapabilityError::VersionsNone { title, capability })
                    .hint(format!("it has versions of {known}"))
                    .at("/capability"),
            )
        }
    }
}
