//! The shape of a file, field by field, and the JSON Schema derived from it. Unknown fields are
//! collected in `more` and written back to the same object.

use std::collections::BTreeMap;

use model::{AssetId, EdgeId, EdgeRecord, Field, Layout, NodeId, StoryId};
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::conversation::ThreadEntry;
use super::past::{DraftEntry, SlotEntry, StateEntry};
use super::{FORMAT, VERSION};
use markup::kept_data::DataMap;

/// The JSON Schema of a file, as text.
pub(super) fn schema() -> String {
    let schema = schema_for!(Document);
    serde_json::to_string_pretty(&schema).expect("a schema is JSON") + "\n"
}

/// A whole story: its graph, the adopted data of its capabilities, its pictures and sounds.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Storyteller story")]
pub(super) struct Document {
    /// Always `storyteller-story`.
    #[schemars(extend("const" = FORMAT))]
    pub(super) format: String,
    /// The version of this format. A reader refuses a newer one than it knows.
    #[schemars(extend("const" = VERSION))]
    pub(super) version: u64,
    /// The story's identity.
    pub(super) id: StoryId,
    /// The story's title.
    pub(super) title: String,
    /// The node where reading begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<NodeId>,
    /// The colors of tags: by tag, each `1` to `6` of the palette or `#rrggbb`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) tag_colors: BTreeMap<String, String>,
    /// How many words the story is to have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) word_goal: Option<u32>,
    /// The kinds of node there are, by name.
    #[serde(default)]
    pub(super) kinds: BTreeMap<String, KindEntry>,
    /// Data on the story itself, by capability. `kept` holds what other formats hold, by format.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) data: DataMap,
    /// The nodes, in the order they were made.
    pub(super) nodes: Vec<NodeEntry>,
    /// The edges, in the order they were made.
    pub(super) edges: Vec<EdgeEntry>,
    /// Pictures and sounds, by the BLAKE3 hash of their bytes in hexadecimal digits.
    #[serde(default)]
    pub(super) assets: BTreeMap<AssetId, AssetEntry>,
    /// Every version there is or was, with who wrote it, when and why. Left out where only the
    /// adopted story was exported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) history: Option<Vec<SlotEntry>>,
    /// The drafts, oldest first; they come along with the history.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) drafts: Vec<DraftEntry>,
    /// The snapshots of the story, oldest first; they come along with the history.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) states: Vec<StateEntry>,
    /// The conversations with the assistant, oldest first; they come along with the history.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) conversations: Vec<ThreadEntry>,
    #[serde(flatten)]
    pub(super) more: Map<String, Value>,
}

/// A kind of node.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct KindEntry {
    /// The capabilities a node of this kind starts with, in the order they are shown.
    pub(super) capabilities: Vec<String>,
    /// The attributes that its nodes have, with their types.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) fields: Vec<Field>,
    #[serde(flatten)]
    pub(super) more: Map<String, Value>,
}

/// A node.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct NodeEntry {
    /// Its identity.
    pub(super) id: NodeId,
    /// What people call it; not necessarily unique.
    pub(super) title: String,
    /// The name of its kind.
    pub(super) kind: String,
    /// Where it stands on the map.
    #[serde(default)]
    pub(super) layout: LayoutEntry,
    /// Its data by capability. `kept` holds what other formats hold, by format.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) data: DataMap,
    #[serde(flatten)]
    pub(super) more: Map<String, Value>,
}

/// Where a node stands.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
pub(super) struct LayoutEntry {
    #[serde(flatten)]
    pub(super) layout: Layout,
    #[serde(flatten)]
    pub(super) more: Map<String, Value>,
}

/// An edge.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct EdgeEntry {
    /// Its identity.
    pub(super) id: EdgeId,
    #[serde(flatten)]
    pub(super) record: EdgeRecord,
    /// Its data by capability. `kept` holds what other formats hold, by format.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) data: DataMap,
    #[serde(flatten)]
    pub(super) more: Map<String, Value>,
}

/// A picture or sound.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct AssetEntry {
    /// For instance `image/png`.
    pub(super) mime: String,
    /// The bytes in Base64 with padding.
    pub(super) base64: String,
    #[serde(flatten)]
    pub(super) more: Map<String, Value>,
}

/// What is read before anything else, so that a newer file is refused by its version and not by
/// whatever else it does differently.
#[derive(Deserialize)]
pub(super) struct Header {
    pub(super) format: Option<Value>,
    pub(super) version: Option<Value>,
}
