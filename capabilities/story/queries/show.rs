//! Everything about one node, or an overview of the story.

use std::collections::BTreeMap;

use capability::{ToolContext, ToolError, View};
use model::{Layout, Node, Slot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::find::Links;
use crate::answer::NodeRef;
use crate::shared::unread;
use crate::validate;

/// Show everything a node holds. That is its kind, the adopted data of each of its capabilities, and
/// its links. When no node is named and none is being edited, show the story at a glance instead:
/// its title, start, counts and kinds.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct Show {
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(in crate::story) enum Shown {
    Node(Box<WholeNode>),
    Story(Overview),
}

/// A node with all it holds.
#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct WholeNode {
    node: NodeRef,
    kind: String,
    words: usize,
    /// By capability, in the order of the kind; `null` where a capability holds nothing yet.
    data: Map<String, Value>,
    #[serde(flatten)]
    links: Links,
    layout: Layout,
}

#[derive(Serialize, JsonSchema)]
struct Adopted {
    version: u32,
    data: Value,
}

/// The story at a glance.
#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct Overview {
    title: String,
    start: Option<NodeRef>,
    nodes: usize,
    links: usize,
    words: usize,
    /// How many nodes there are of each kind, and what they start with.
    kinds: Vec<KindCount>,
    /// The number of the newest change.
    change: u64,
}

#[derive(Serialize, JsonSchema)]
struct KindCount {
    kind: String,
    count: usize,
    capabilities: Vec<String>,
}

pub(in crate::story) async fn show(cx: ToolContext, input: Show) -> Result<Shown, ToolError> {
    match (
        validate::node(&cx, "/node", input.node.as_deref()),
        input.node,
    ) {
        (Ok(node), _) => Ok(Shown::Node(Box::new(whole_node(&cx, node)?))),
        (Err(error), Some(_)) => Err(error),
        (Err(_), None) => Ok(Shown::Story(overview(cx.story())?)),
    }
}

fn whole_node(cx: &ToolContext, node: Node) -> Result<WholeNode, ToolError> {
    let view = cx.story();
    let graph = view.graph()?;
    let mut data = Map::new();
    for capability in graph.capabilities_of(&node) {
        let slot = Slot::node(node.id, &capability);
        let adopted = view.adopted(&slot)?;
        unread::note_read(cx, slot, adopted.as_ref().map(|it| it.number));
        let adopted = adopted.map(|it| Adopted {
            version: it.number,
            data: it.data(),
        });
        data.insert(capability, json!(adopted));
    }
    Ok(WholeNode {
        node: NodeRef::from(&node),
        words: words(&node),
        data,
        links: Links::of(&graph, node.id),
        kind: node.kind,
        layout: node.layout,
    })
}

fn overview(view: &View) -> Result<Overview, ToolError> {
    let story = view.story()?;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for node in story.nodes.values() {
        *counts.entry(&node.kind).or_default() += 1;
    }
    let kinds = story.kinds.iter().map(|(name, kind)| KindCount {
        kind: name.clone(),
        count: counts.get(name.as_str()).copied().unwrap_or(0),
        capabilities: kind.capabilities.clone(),
    });
    Ok(Overview {
        title: story.record.title.clone(),
        start: story.record.start.map(|it| NodeRef::find(&story, it)),
        nodes: story.nodes.len(),
        links: story.edges.len(),
        words: story.nodes.values().map(|it| words(it)).sum(),
        kinds: kinds.collect(),
        change: story.number,
    })
}

/// The length of a node's prose.
fn words(node: &Node) -> usize {
    markup::count_visible_words(node.prose()).words
}
