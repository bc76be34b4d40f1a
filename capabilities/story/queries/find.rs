//! Finds nodes by title, kind or attribute, and the neighbors of a node. The capability `search`
//! finds words inside texts.

use capability::{ToolContext, ToolError, View};
use model::contents::{Attributes, KV};
use model::{Edge, EdgeId, NodeId, Slot, Story};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::NodeRef;
use crate::story::story_settings::kind_named;
use crate::validate;

/// Find nodes by title, kind or attribute. All conditions given must hold; without any, all nodes
/// are listed. To find words inside texts use search_story.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct Find {
    /// A part of the title; letter case does not matter.
    title: Option<String>,
    /// The kind, for instance `character`.
    kind: Option<String>,
    /// The key of an attribute the node must have, for instance `Role`.
    key: Option<String>,
    /// A part of an attribute's value: of the attribute `key`, or of any when no key is given.
    value: Option<String>,
    /// How many nodes to list at most. Defaults to 50.
    #[schemars(range(min = 1, max = 1000))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct FoundNodes {
    /// How many nodes fit, listed or not.
    count: usize,
    nodes: Vec<FoundNode>,
}

#[derive(Serialize, JsonSchema)]
struct FoundNode {
    id: NodeId,
    title: String,
    kind: String,
}

pub(in crate::story) async fn find(cx: ToolContext, input: Find) -> Result<FoundNodes, ToolError> {
    let graph = cx.story().graph()?;
    let kind = input
        .kind
        .as_deref()
        .map(|it| kind_named(&graph, it))
        .transpose()?;
    let title = input.title.as_deref().map(|it| it.trim().to_lowercase());
    let by_attribute = input.key.is_some() || input.value.is_some();
    let mut found = FoundNodes {
        count: 0,
        nodes: Vec::new(),
    };
    for node in graph.nodes.values() {
        let fits = kind.as_ref().is_none_or(|it| node.kind == *it)
            && title
                .as_ref()
                .is_none_or(|it| node.title.to_lowercase().contains(it))
            && (!by_attribute || has_attribute(cx.story(), node.id, &input)?);
        if !fits {
            continue;
        }
        found.count += 1;
        if found.nodes.len() < input.limit.unwrap_or(50) {
            let (title, kind) = (node.title.clone(), node.kind.clone());
            found.nodes.push(FoundNode {
                id: node.id,
                title,
                kind,
            });
        }
    }
    Ok(found)
}

fn has_attribute(view: &View, node: NodeId, wanted: &Find) -> Result<bool, ToolError> {
    let Some(version) = view.adopted(&Slot::node(node, KV))? else {
        return Ok(false);
    };
    let data = version.data();
    let lower = |text: &Option<String>| text.as_deref().map(|it| it.trim().to_lowercase());
    let (key, value) = (lower(&wanted.key), lower(&wanted.value));
    Ok(Attributes::pairs_in(&data).any(|(k, v)| {
        key.as_ref().is_none_or(|it| k.to_lowercase() == *it)
            && value
                .as_ref()
                .is_none_or(|it| v.to_lowercase().contains(it))
    }))
}

/// List the neighbors of a node: where its links lead, what links to it, its group, and its
/// members.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct Neighbors {
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct Neighborhood {
    node: NodeRef,
    #[serde(flatten)]
    links: Links,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<NodeRef>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    holds: Vec<NodeRef>,
}

pub(in crate::story) async fn neighbors(
    cx: ToolContext,
    input: Neighbors,
) -> Result<Neighborhood, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let graph = cx.story().graph()?;
    let held = graph
        .nodes
        .values()
        .filter(|it| it.layout.parent == Some(node.id));
    Ok(Neighborhood {
        node: NodeRef::from(&node),
        links: Links::of(&graph, node.id),
        group: node.layout.parent.map(|it| NodeRef::find(&graph, it)),
        holds: held.map(|it| NodeRef::from(&**it)).collect(),
    })
}

/// The links of a node, each with the node at its other end.
#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct Links {
    outgoing: Vec<LinkEnd>,
    incoming: Vec<LinkEnd>,
}

#[derive(Serialize, JsonSchema)]
struct LinkEnd {
    edge: EdgeId,
    node: NodeRef,
    #[serde(skip_serializing_if = "String::is_empty")]
    label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    effect: Option<String>,
    /// Whether the running story computes where it leads.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dynamic: bool,
    /// Whether it shows the other node as a part of this one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    includes: bool,
    /// Whether it may be taken only once.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    once: bool,
}

impl Links {
    pub(in crate::story) fn of(graph: &Story, node: NodeId) -> Self {
        let end = |edge: &Edge, node: NodeId| LinkEnd {
            edge: edge.id,
            node: NodeRef::find(graph, node),
            label: edge.record.label.clone(),
            condition: edge.record.condition.clone(),
            effect: edge.record.effect.clone(),
            dynamic: edge.record.dynamic,
            includes: edge.record.includes,
            once: edge.record.once,
        };
        let outgoing = graph
            .edges_from(node)
            .into_iter()
            .map(|it| end(it, it.record.to));
        let incoming = graph
            .edges_to(node)
            .into_iter()
            .map(|it| end(it, it.record.from));
        Self {
            outgoing: outgoing.collect(),
            incoming: incoming.collect(),
        }
    }
}
