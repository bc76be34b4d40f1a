//! A story becomes a document.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use model::{Edge, Layout, Node, part};
use serde_json::{Map, Value};

use super::wire::{AssetEntry, Document, EdgeEntry, KindEntry, LayoutEntry, NodeEntry};
use super::{FORMAT, NAME, VERSION};
use crate::Parcel;
use crate::kept::{self, DataMap};

/// The whole document.
pub(super) fn document(parcel: &Parcel) -> Document {
    let story = &parcel.story;
    let kinds = story.kinds.iter().map(|(name, kind)| {
        (
            name.clone(),
            KindEntry {
                capabilities: kind.capabilities.clone(),
                more: Map::new(),
            },
        )
    });
    let assets = parcel.assets.iter().map(|(hash, asset)| {
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
    let (data, more) = without_own(&story.data);
    Document {
        format: FORMAT.to_owned(),
        version: VERSION,
        id: story.id,
        title: story.record.title.clone(),
        start: story.record.start,
        kinds: kinds.collect(),
        data,
        nodes: story.nodes.values().map(|it| node_entry(it)).collect(),
        edges: story.edges.values().map(|it| edge_entry(it)).collect(),
        assets: assets.collect(),
        more,
    }
}

fn node_entry(node: &Node) -> NodeEntry {
    let (data, mut more) = without_own(&node.data);
    let layout_more = match more.shift_remove(part::LAYOUT) {
        Some(Value::Object(it)) => it,
        _ => Map::new(),
    };
    // JSON has no word for infinity, and nothing can stand there.
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
    let (data, more) = without_own(&edge.data);
    EdgeEntry {
        id: edge.id,
        record: edge.record.clone(),
        data,
        more,
    }
}

/// Data as it is written, and apart from it the fields this format itself keeps, which are written
/// where they were found.
fn without_own(data: &DataMap) -> (DataMap, Map<String, Value>) {
    let Some(own) = kept::of(data, NAME) else {
        return (data.clone(), Map::new());
    };
    let own = own.clone();
    let mut data = data.clone();
    let mut others = data
        .remove(part::KEPT)
        .map(Arc::unwrap_or_clone)
        .unwrap_or_default();
    if let Value::Object(map) = &mut others {
        map.shift_remove(NAME);
        if !map.is_empty() {
            data.insert(part::KEPT.into(), Arc::new(others));
        }
    }
    (data, own)
}
