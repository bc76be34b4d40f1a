//! Converts a story to a document.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use model::{Edge, Layout, Node, StoryHistory, part};
use serde_json::{Map, Value};

use super::past;
use super::wire::{AssetEntry, Document, EdgeEntry, KindEntry, LayoutEntry, NodeEntry};
use super::{FORMAT, NAME, VERSION};
use crate::Bundle;
use markup::kept_data;
use markup::progress::track;

/// The whole document.
pub(super) fn document(bundle: &Bundle) -> Document {
    let story = &bundle.story;
    let kinds = story.kinds.iter().map(|(name, kind)| {
        (
            name.clone(),
            KindEntry {
                capabilities: kind.capabilities.clone(),
                fields: kind.fields.clone(),
                more: Map::new(),
            },
        )
    });
    let assets = bundle.assets.iter().map(|(hash, asset)| {
        let base64 = BASE64.encode(&asset.bytes);
        (
            *hash,
            AssetEntry {
                mime: asset.mime.clone(),
                base64,
                more: Map::new(),
            },
        )
    });
    let (data, more) = kept_data::split(&story.data, NAME);
    Document {
        format: FORMAT.to_owned(),
        version: VERSION,
        id: bundle.past.as_ref().map_or(story.id, |it| it.story),
        title: story.record.title.clone(),
        start: story.record.start,
        tag_colors: story.record.tag_colors.clone(),
        word_goal: story.record.word_goal,
        kinds: kinds.collect(),
        data,
        nodes: track("writing nodes", story.nodes.values())
            .map(|it| node_entry(it))
            .collect(),
        edges: track("writing links", story.edges.values())
            .map(|it| edge_entry(it))
            .collect(),
        assets: assets.collect(),
        history: bundle.past.as_ref().map(|it| past::entries(&it.slots)),
        drafts: entries(&bundle.past, |it| &it.drafts),
        states: entries(&bundle.past, |it| &it.states),
        conversations: entries(&bundle.past, |it| &it.threads),
        more,
    }
}

/// The entries of one part of the history, if the bundle includes it.
fn entries<'a, T: 'a, Entry: From<&'a T>>(
    past: &'a Option<StoryHistory>,
    part: impl Fn(&'a StoryHistory) -> &'a Vec<T>,
) -> Vec<Entry> {
    let all = past.iter().flat_map(part);
    all.map(Entry::from).collect()
}

fn node_entry(node: &Node) -> NodeEntry {
    let (data, mut more) = kept_data::split(&node.data, NAME);
    let layout_more = match more.shift_remove(part::LAYOUT) {
        Some(Value::Object(it)) => it,
        _ => Map::new(),
    };
    // JSON cannot represent infinity.
    let finite = |it: f64| if it.is_finite() { it } else { 0.0 };
    let layout = Layout {
        x: finite(node.layout.x),
        y: finite(node.layout.y),
        width: node.layout.width.map(finite),
        height: node.layout.height.map(finite),
        ..node.layout.clone()
    };
    NodeEntry {
        id: node.id,
        title: node.title.clone(),
        kind: node.kind.clone(),
        layout: LayoutEntry {
            layout,
            more: layout_more,
        },
        data,
        more,
    }
}

fn edge_entry(edge: &Edge) -> EdgeEntry {
    let (data, more) = kept_data::split(&edge.data, NAME);
    EdgeEntry {
        id: edge.id,
        record: edge.record.clone(),
        data,
        more,
    }
}
