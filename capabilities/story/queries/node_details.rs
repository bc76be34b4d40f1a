//! Everything that the window shows of one node, in one call.

use std::collections::HashSet;

use capability::{ToolContext, ToolError, View};
use model::contents::{ALIAS_KEYS, Attributes, KV, is_named_kind};
use model::{Layout, Node, NodeId, Slot, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::find::Links;
use super::mentions::SearchableText;
use crate::answer::NodeRef;
use crate::shared::fields;
use crate::story::rename::candidates;
use crate::validate;

/// How many mentions are listed in each direction.
const MAX_LISTED: usize = 50;
/// The longest name that is proposed as a title, in characters.
const MAX_NAME: usize = 200;
/// How many hits are examined for nodes that mention this one.
const MAX_CANDIDATES: usize = 400;

/// Read everything about a node at once: its data by capability, its links, the nodes its text
/// mentions, the nodes whose text mentions it and those whose fields name it.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct ReadNode {
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct NodeDetails {
    id: NodeId,
    title: String,
    kind: String,
    layout: Layout,
    /// The group that holds it.
    group: Option<NodeRef>,
    capabilities: Vec<CapabilityData>,
    /// The name that an attribute gives this character or place, if its title is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    other_name: Option<String>,
    #[serde(flatten)]
    links: Links,
    /// Nodes that its text names, in the story's order.
    mentions: Vec<NodeRef>,
    /// Nodes whose text names it, best first.
    mentioned_by: Vec<NodeRef>,
    /// Nodes whose fields name it.
    related_from: Vec<Relation>,
}

/// A node that names this one in a field.
#[derive(Serialize, JsonSchema)]
struct Relation {
    node: NodeRef,
    /// The field that names this node.
    field: String,
    /// What the relation is called from this side, where the field says.
    #[serde(skip_serializing_if = "Option::is_none")]
    inverse: Option<String>,
}

/// A capability of the node and what it holds there.
#[derive(Serialize, JsonSchema)]
struct CapabilityData {
    name: String,
    title: String,
    /// The adopted version's number; none if nothing is adopted.
    version: Option<u32>,
    data: Option<Value>,
}

pub(in crate::story) async fn read(
    cx: ToolContext,
    input: ReadNode,
) -> Result<NodeDetails, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let view = cx.story();
    let graph = view.graph()?;
    Ok(NodeDetails {
        id: node.id,
        group: node.layout.parent.map(|it| NodeRef::find(&graph, it)),
        capabilities: capability_data(view, &graph, &node)?,
        other_name: other_name(&node),
        links: Links::of(&graph, node.id),
        mentions: mentions(view, &graph, &node)?,
        mentioned_by: mentioned_by(view, &node)?,
        related_from: related_from(view, &graph, &node)?,
        title: node.title,
        kind: node.kind,
        layout: node.layout,
    })
}

/// The name that an attribute gives a character or place that is called otherwise, if it can be a
/// title.
fn other_name(node: &Node) -> Option<String> {
    let data = node.data.get(KV).filter(|_| is_named_kind(&node.kind))?;
    let name = Attributes::name_in(data)?;
    let is_same = name.to_lowercase() == node.title.trim().to_lowercase();
    let is_title = !name.is_empty() && !name.contains('\n') && name.chars().count() <= MAX_NAME;
    (is_title && !is_same).then(|| name.to_owned())
}

fn capability_data(
    view: &View,
    graph: &Story,
    node: &Node,
) -> Result<Vec<CapabilityData>, ToolError> {
    let mut all = Vec::new();
    for name in graph.capabilities_of(node) {
        let adopted = view.adopted(&Slot::node(node.id, &name))?;
        let known = crate::ALL.iter().find(|it| it.name() == name);
        all.push(CapabilityData {
            title: known.map_or_else(|| name.clone(), |it| it.title().to_owned()),
            version: adopted.as_ref().map(|it| it.number),
            data: adopted.map(|it| it.data()),
            name,
        });
    }
    Ok(all)
}

fn mentions(view: &View, graph: &Story, node: &Node) -> Result<Vec<NodeRef>, ToolError> {
    let text = SearchableText::of(node);
    let others = graph.nodes.values().filter(|it| it.id != node.id);
    let titled: HashSet<_> = others
        .filter(|it| text.names(&it.title))
        .map(|it| it.id)
        .collect();
    let mut named = titled;
    // The graph alone has no attributes, so nodes with aliases are found through the index.
    for key in ALIAS_KEYS {
        for hit in view.search(key, MAX_CANDIDATES)? {
            // A word of an attribute is often one of texts too.
            if &*hit.slot.capability != KV {
                continue;
            }
            let found = hit.slot.subject.node().filter(|it| *it != node.id);
            let Some(id) = found.filter(|it| !named.contains(it)) else {
                continue;
            };
            if view.node(id)?.is_some_and(|it| text.names_node(&it)) {
                named.insert(id);
            }
        }
    }
    let listed = graph.nodes.values().filter(|it| named.contains(&it.id));
    Ok(listed
        .take(MAX_LISTED)
        .map(|it| NodeRef::from(&**it))
        .collect())
}

/// The index yields candidates; each text is then checked.
fn mentioned_by(view: &View, node: &Node) -> Result<Vec<NodeRef>, ToolError> {
    let mut found = Vec::new();
    let mut seen = HashSet::from([node.id]);
    let mut hits = Vec::new();
    for name in node.names() {
        hits.extend(view.search(name, MAX_CANDIDATES)?);
    }
    for hit in hits {
        let Some(id) = hit.slot.subject.node().filter(|it| seen.insert(*it)) else {
            continue;
        };
        let Some(other) = view.node(id)? else {
            continue;
        };
        if SearchableText::of(&other).names_node(node) {
            found.push(NodeRef::from(&other));
        }
        if found.len() == MAX_LISTED {
            break;
        }
    }
    Ok(found)
}

/// The nodes whose fields name this one, of the kinds whose fields may.
fn related_from(view: &View, graph: &Story, node: &Node) -> Result<Vec<Relation>, ToolError> {
    let mut found = Vec::new();
    let naming = fields::may_name(graph, &node.kind);
    if naming.is_empty() {
        return Ok(found);
    }
    let candidates = candidates(view, &node.title)?;
    for other in graph.nodes.values() {
        if candidates
            .as_ref()
            .is_some_and(|it| !it.contains(&other.id))
        {
            continue;
        }
        let mut own = naming.iter().filter(|it| it.0 == other.kind).peekable();
        if own.peek().is_none() {
            continue;
        }
        let slot = Slot::node(other.id, KV);
        let attributes = Attributes::of(view.adopted(&slot)?.map(|it| it.data()).as_ref());
        for (_, field) in own {
            let value = attributes
                .position(&field.name)
                .map(|at| &attributes.items[at].v);
            if value.is_some_and(|it| fields::names(graph, field, it, node.id)) {
                found.push(Relation {
                    node: NodeRef::from(&**other),
                    field: field.name.clone(),
                    inverse: field.inverse.clone(),
                });
            }
        }
    }
    Ok(found)
}
