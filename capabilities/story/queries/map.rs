//! The story as the window's map holds it: everything once, then only changes. One call covers many
//! changes, so it is fast even with ten thousand nodes.

use std::collections::{BTreeMap, HashSet};

use capability::{ToolContext, ToolError, View};
use formats::Notations;
use model::contents::{Attributes, IMAGE, KV, Plays};
use model::{AssetId, Edge, EdgeId, Kind, Node, NodeId, Slot, Story, StoryId, Subject, part};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::excerpt;
use crate::shared::story_without_nodes::story_without_nodes;

/// With more changed slots than this, reading everything is as fast as an update.
const MAX_INCREMENTAL_CHANGES: usize = 2_000;

/// Read the story as a map shows it: every node as a card, every link. With `since` only what
/// changed after that change is read.
#[derive(Deserialize, JsonSchema)]
pub(in crate::story) struct ReadMap {
    /// The number of the last change that is known already. Defaults to everything.
    since: Option<u64>,
}

/// All of the story, or what changed.
#[derive(Serialize, JsonSchema)]
pub(in crate::story) struct StoryMap {
    /// The last change that it reflects.
    number: u64,
    /// Whether this is everything; otherwise it is laid over what is known.
    whole: bool,
    story: Header,
    kinds: BTreeMap<String, Kind>,
    nodes: Vec<NodeCard>,
    edges: Vec<LinkCard>,
    removed_nodes: Vec<NodeId>,
    removed_edges: Vec<EdgeId>,
}

#[derive(Serialize, JsonSchema)]
struct Header {
    id: StoryId,
    title: String,
    start: Option<NodeId>,
    /// The colors that the writer chose for tags.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    tag_colors: BTreeMap<String, String>,
    /// How many words the story is to have.
    #[serde(skip_serializing_if = "Option::is_none")]
    word_goal: Option<u32>,
}

#[derive(Serialize, JsonSchema)]
struct NodeCard {
    id: NodeId,
    title: String,
    kind: String,
    #[serde(flatten)]
    layout: model::Layout,
    /// The beginning of its prose, or its attributes in one line.
    excerpt: String,
    words: usize,
    /// Its adopted picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<AssetId>,
    /// How many pictures it has, where there are more than the adopted one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pictures: Option<u64>,
    /// What a reader hears there.
    #[serde(skip_serializing_if = "Option::is_none")]
    sound: Option<SoundMark>,
    /// Whether the story may end here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    ending: bool,
    capabilities: Vec<String>,
    /// The tags it was imported with, unless an attribute lists its tags.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
}

/// The sound of a node, without its file.
#[derive(Serialize, JsonSchema)]
struct SoundMark {
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
    plays: Plays,
}

/// A link with nothing left out but a condition or effect that is not there.
#[derive(Serialize, JsonSchema)]
struct LinkCard {
    id: EdgeId,
    from: NodeId,
    to: NodeId,
    label: String,
    order: u32,
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

pub(in crate::story) async fn read(cx: ToolContext, input: ReadMap) -> Result<StoryMap, ToolError> {
    let view = cx.story();
    if let Some(since) = input.since.filter(|_| view.draft_id().is_none())
        && let Some(changed) = changed(view, since)?
    {
        return Ok(changed);
    }
    let story = view.story()?;
    let notations = Notations::of(&story);
    Ok(StoryMap {
        nodes: story
            .nodes
            .values()
            .map(|it| card(view, &story, notations, it))
            .collect::<Result<_, _>>()?,
        edges: story.edges.values().map(|it| link(it)).collect(),
        ..empty(&story, true)
    })
}

/// The changes since then; `None` if they are unknown, or reading everything is faster.
fn changed(view: &View, since: u64) -> Result<Option<StoryMap>, ToolError> {
    // The graph first: a change made after it was read is reported by the next call.
    let graph = view.graph()?;
    if since > graph.number {
        return Ok(None);
    }
    let Some(moved) = view.moved_since(since, MAX_INCREMENTAL_CHANGES)? else {
        return Ok(None);
    };
    // Default data of a kind shows on every node of the kind.
    if moved.iter().any(|it| *it == Slot::story(part::KINDS)) {
        return Ok(None);
    }
    let mut reading = empty(&graph, false);
    let notations = Notations::of(&story_without_nodes(view, &graph)?);
    let subjects: HashSet<Subject> = moved.iter().map(|it| it.subject).collect();
    for subject in subjects {
        match subject {
            Subject::Story => {}
            Subject::Node(id) => match view.node(id)? {
                Some(node) => reading.nodes.push(card(view, &graph, notations, &node)?),
                None => reading.removed_nodes.push(id),
            },
            Subject::Edge(id) => match graph.edges.get(&id) {
                Some(edge) => reading.edges.push(link(edge)),
                None => reading.removed_edges.push(id),
            },
        }
    }
    reading.nodes.sort_by_key(|it| it.id);
    reading.edges.sort_by_key(|it| it.id);
    Ok(Some(reading))
}

fn empty(story: &Story, whole: bool) -> StoryMap {
    StoryMap {
        number: story.number,
        whole,
        story: Header {
            id: story.id,
            title: story.record.title.clone(),
            start: story.record.start,
            tag_colors: story.record.tag_colors.clone(),
            word_goal: story.record.word_goal,
        },
        kinds: story.kinds.clone(),
        nodes: Vec::new(),
        edges: Vec::new(),
        removed_nodes: Vec::new(),
        removed_edges: Vec::new(),
    }
}

fn card(
    view: &View,
    story: &Story,
    notations: Notations,
    node: &Node,
) -> Result<NodeCard, ToolError> {
    let image = node.picture_asset();
    let pictures = match image {
        Some(_) => Some(view.version_count(&Slot::node(node.id, IMAGE))?),
        None => None,
    };
    Ok(NodeCard {
        id: node.id,
        title: node.title.clone(),
        kind: node.kind.clone(),
        layout: node.layout.clone(),
        excerpt: excerpt::of(node, notations),
        words: markup::count_visible_words(node.prose()).words,
        image,
        pictures: pictures.filter(|it| *it > 1),
        sound: node.sound().map(|it| SoundMark {
            name: it.name,
            plays: it.plays,
        }),
        ending: node.play().ending,
        capabilities: story.capabilities_of(node),
        tags: match node.data.get(KV).and_then(|it| Attributes::tags_in(it)) {
            Some(_) => Vec::new(),
            None => markup::notation::twine::imported_tags(node),
        },
    })
}

fn link(edge: &Edge) -> LinkCard {
    let record = &edge.record;
    LinkCard {
        id: edge.id,
        from: record.from,
        to: record.to,
        label: record.label.clone(),
        order: record.order,
        condition: record.condition.clone(),
        effect: record.effect.clone(),
        dynamic: record.dynamic,
        includes: record.includes,
        once: record.once,
    }
}
