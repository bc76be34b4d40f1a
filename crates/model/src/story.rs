//! The graph: nodes, edges, and the snapshot of a whole story that exporters, prompts and checks
//! read. A [`Story`] is a plain value; the store builds it and keeps it up to date.

use std::collections::BTreeMap;
use std::sync::Arc;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::contents::{
    Attributes, DataMap, IMAGE, KV, Picture, Prose, SOUND, Sound, TEXT, is_part,
};
use crate::{AssetId, EdgeId, Field, NodeId, StoryId};

/// Names of the data that every story has besides the data of capabilities. They are versioned in
/// slots like everything else, so that undo covers existence, titles, positions and edges.
pub mod part {
    /// A node's existence, title and kind: [`super::NodeRecord`].
    pub const NODE: &str = "node";
    /// A node's position on the map: [`super::Layout`].
    pub const LAYOUT: &str = "layout";
    /// An edge: [`super::EdgeRecord`].
    pub const EDGE: &str = "edge";
    /// The story's own title and start: [`super::StoryRecord`].
    pub const STORY: &str = "story";
    /// The writer's own kinds: a map of name to [`super::Kind`].
    pub const KINDS: &str = "kinds";
    /// Data of an imported format that has no equivalent here: a map of format name to JSON, on any
    /// subject, written back unchanged on export.
    pub const FOREIGN: &str = "kept";
    /// All part names.
    pub const ALL: [&str; 6] = [NODE, LAYOUT, EDGE, STORY, KINDS, FOREIGN];
}

/// What makes a node a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NodeRecord {
    /// What people call it; not necessarily unique.
    pub title: String,
    /// The name of its [`Kind`]: scene, character, place, note, group, or the writer's own.
    pub kind: String,
}

/// Where a node stands on the map. Lengths are in map units; one unit is one pixel at zoom 1.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Layout {
    /// Left edge.
    pub x: f64,
    /// Top edge; grows downward.
    pub y: f64,
    /// Width, where it is not the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
    /// Height, where it is not the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<f64>,
    /// The group that holds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<NodeId>,
    /// A color of the palette (`"1"` … `"6"`) or `#rrggbb`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// Whether a group is shown closed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub collapsed: bool,
}

impl From<&Node> for NodeRecord {
    fn from(node: &Node) -> Self {
        Self {
            title: node.title.clone(),
            kind: node.kind.clone(),
        }
    }
}

impl Layout {
    /// Width and height, in map units, of a card without its own size.
    pub const DEFAULT_SIZE: (f64, f64) = (240.0, 140.0);

    /// The width and height it occupies, in map units.
    #[must_use]
    pub fn size(&self) -> (f64, f64) {
        (
            self.width.unwrap_or(Self::DEFAULT_SIZE.0),
            self.height.unwrap_or(Self::DEFAULT_SIZE.1),
        )
    }
}

/// A choice or link from one node to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EdgeRecord {
    /// Where it leaves.
    pub from: NodeId,
    /// Where it leads.
    pub to: NodeId,
    /// What the reader is offered; empty for a plain link.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Its place among the edges that leave the same node, counted from 0; equal ones keep the
    /// order in which they were made.
    #[serde(default)]
    pub order: u32,
    /// When it is offered: an expression of [`crate::play`]. One that cannot be read as such, in
    /// whatever notation, is kept as it is and offered always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// What taking it does to the variables, for instance `gold = gold - 5`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<String>,
    /// Whether its target is computed when the story runs: it may lead elsewhere too, and one that
    /// leads back to where it leaves may lead anywhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dynamic: bool,
    /// Whether it is not a choice, but shows the other node as a part of this one, whose choices are
    /// then offered here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub includes: bool,
    /// Whether it is offered until it has been taken, and then no more in the same reading.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub once: bool,
}

impl EdgeRecord {
    /// A link that is always offered and changes nothing; an empty label makes it a plain one.
    pub fn link(from: NodeId, to: NodeId, label: impl Into<String>, order: u32) -> Self {
        Self {
            from,
            to,
            label: label.into(),
            order,
            condition: None,
            effect: None,
            dynamic: false,
            includes: false,
            once: false,
        }
    }

    /// Whether it can be offered to a reader: an edge that includes a part is not a choice, and
    /// neither is a computed link whose targets are unknown.
    pub fn is_choice(&self) -> bool {
        !(self.includes || self.dynamic && self.from == self.to)
    }
}

/// What the story says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StoryRecord {
    /// Its title.
    pub title: String,
    /// Where reading begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<NodeId>,
    /// The colors that the writer chose for tags: by tag, each one of the palette or `#rrggbb`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tag_colors: BTreeMap<String, String>,
    /// How many words the story is to have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word_goal: Option<u32>,
}

/// A kind of node, and the capabilities that a node of it starts with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Kind {
    /// The names of the capabilities, in the order they are shown.
    pub capabilities: Vec<String>,
    /// The attributes that its nodes have, with their types, in the order they are shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Field>,
}

impl Kind {
    /// The kinds every story has: scene, character, place, note, group.
    pub fn built_in() -> BTreeMap<String, Kind> {
        let kind = |names: &[&str]| Kind {
            capabilities: names.iter().map(|&it| it.into()).collect(),
            fields: Vec::new(),
        };
        BTreeMap::from([
            ("scene".to_owned(), kind(&[TEXT, KV, IMAGE])),
            ("character".to_owned(), kind(&[KV, IMAGE, TEXT])),
            ("place".to_owned(), kind(&[KV, IMAGE, TEXT])),
            ("note".to_owned(), kind(&[TEXT])),
            ("group".to_owned(), kind(&[TEXT])),
        ])
    }
}

/// A node in a snapshot: its record, its position, and the adopted data of its capabilities.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Its identity.
    pub id: NodeId,
    /// Its title, not necessarily unique.
    pub title: String,
    /// The name of its kind.
    pub kind: String,
    /// Its position on the map.
    pub layout: Layout,
    /// Adopted data by capability, and [`part::FOREIGN`]. Empty in a snapshot read as a graph only.
    pub data: DataMap,
}

/// An edge in a snapshot.
#[derive(Debug, Clone, PartialEq)]
pub struct Edge {
    /// Its identity.
    pub id: EdgeId,
    /// Its ends, label, order, condition and effect.
    pub record: EdgeRecord,
    /// Adopted data besides the record ([`part::FOREIGN`]). Empty in a snapshot read as a graph
    /// only.
    pub data: DataMap,
}

/// A whole story at one point in time, nodes and edges in creation order.
#[derive(Debug, Clone, PartialEq)]
pub struct Story {
    /// Its identity.
    pub id: StoryId,
    /// Title and start.
    pub record: StoryRecord,
    /// The number of the last change it reflects.
    pub number: u64,
    /// Its nodes.
    pub nodes: IndexMap<NodeId, Arc<Node>>,
    /// Its edges.
    pub edges: IndexMap<EdgeId, Arc<Edge>>,
    /// The built-in kinds and the writer's own.
    pub kinds: BTreeMap<String, Kind>,
    /// Data on the story itself ([`part::FOREIGN`]). Empty in a snapshot read as a graph only.
    pub data: DataMap,
}

impl Story {
    /// An empty story.
    pub fn new(id: StoryId, title: impl Into<String>) -> Self {
        Self {
            id,
            record: StoryRecord {
                title: title.into(),
                ..StoryRecord::default()
            },
            number: 0,
            nodes: IndexMap::new(),
            edges: IndexMap::new(),
            kinds: Kind::built_in(),
            data: BTreeMap::new(),
        }
    }

    /// The edges that leave a node, in their order.
    pub fn edges_from(&self, node: NodeId) -> Vec<&Arc<Edge>> {
        let mut edges: Vec<_> = self
            .edges
            .values()
            .filter(|it| it.record.from == node)
            .collect();
        edges.sort_by_key(|it| it.record.order);
        edges
    }

    /// The edges that end at a node.
    pub fn edges_to(&self, node: NodeId) -> Vec<&Arc<Edge>> {
        self.edges
            .values()
            .filter(|it| it.record.to == node)
            .collect()
    }

    /// The nodes with this title, ignoring letter case and surrounding whitespace.
    pub fn titled(&self, title: &str) -> Vec<&Arc<Node>> {
        let wanted = title.trim();
        let exact: Vec<_> = self
            .nodes
            .values()
            .filter(|it| it.title == wanted)
            .collect();
        if !exact.is_empty() {
            return exact;
        }
        let wanted = wanted.to_lowercase();
        self.nodes
            .values()
            .filter(|it| it.title.to_lowercase() == wanted)
            .collect()
    }

    /// The fields of a kind; none where it has none, or is unknown.
    pub fn fields_of(&self, kind: &str) -> &[Field] {
        self.kinds.get(kind).map_or(&[], |it| &it.fields)
    }

    /// The capabilities of a node: those its kind starts with, then any others it has data for,
    /// without the parts every node has and what is not part.
    pub fn capabilities_of(&self, node: &Node) -> Vec<String> {
        let mut names = self.kinds.get(&node.kind).map_or_else(
            || vec![TEXT.to_owned(), KV.to_owned()],
            |kind| kind.capabilities.clone(),
        );
        for name in node.data.keys() {
            if !part::ALL.contains(&&**name)
                && is_part(name)
                && !names.iter().any(|it| **it == **name)
            {
                names.push(name.to_string());
            }
        }
        names
    }
}

impl Node {
    fn content(&self, capability: &str) -> Option<&Value> {
        self.data.get(capability).map(|it| &**it)
    }

    /// Its prose, in Markdown; empty where it has none.
    pub fn prose(&self) -> &str {
        self.content(TEXT)
            .and_then(Prose::text_in)
            .unwrap_or_default()
    }

    /// Its attributes as keys and values, in the writer's order.
    pub fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.content(KV).into_iter().flat_map(Attributes::pairs_in)
    }

    /// All that it is called: its title, then its aliases.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.title).chain(self.aliases())
    }

    /// Its other names, from its attributes.
    pub fn aliases(&self) -> impl Iterator<Item = &str> {
        self.content(KV)
            .into_iter()
            .flat_map(Attributes::aliases_in)
    }

    /// The asset of its picture, if it has one.
    pub fn picture_asset(&self) -> Option<AssetId> {
        Picture::asset_in(self.content(IMAGE)?)
    }

    /// What a reader hears in it, if anything.
    pub fn sound(&self) -> Option<Sound> {
        Sound::of(self.content(SOUND)?)
    }

    /// What its picture was to show; empty where it has none, or nobody said.
    pub fn picture_prompt(&self) -> &str {
        self.content(IMAGE)
            .and_then(Picture::prompt_in)
            .unwrap_or_default()
    }
}
