//! The pictures and sounds that are exported with a story.

use std::collections::{BTreeMap, BTreeSet};

use capability::{Asset, StoreError, ToolError, View};
use formats::PackedAsset;
use model::{AssetId, Node, Story, StoryHistory};
use serde_json::Value;

/// The assets that a story names.
#[derive(Default)]
pub(super) struct Assets {
    pub(super) sound: BTreeMap<AssetId, PackedAsset>,
    /// Assets whose bytes no longer match their hash. They are left out, so that the rest of the
    /// story can still be exported.
    pub(super) damaged: BTreeSet<AssetId>,
}

/// The assets that the story's data names: every string that is an asset's hash.
pub(super) fn assets_of(
    view: &View,
    story: &Story,
    past: Option<&StoryHistory>,
) -> Result<Assets, ToolError> {
    let mut ids = Vec::new();
    let nodes = story.nodes.values().map(|it| &it.data);
    let edges = story.edges.values().map(|it| &it.data);
    for data in nodes.chain(edges).chain([&story.data]) {
        data.values().for_each(|it| asset_ids(it, &mut ids));
    }
    let slots = past.into_iter().flat_map(|it| &it.slots);
    for version in slots.flat_map(|it| &it.versions) {
        version.data.iter().for_each(|it| asset_ids(it, &mut ids));
    }
    let threads = past.into_iter().flat_map(|it| &it.threads);
    for message in threads.flat_map(|it| &it.messages) {
        let answer = message.metadata.tool_agent_output.as_ref();
        answer.into_iter().for_each(|it| asset_ids(it, &mut ids));
    }
    ids.sort_unstable();
    ids.dedup();
    let mut assets = Assets::default();
    for id in ids {
        match view.asset(id) {
            Ok(Some(Asset { mime, bytes, .. })) => {
                assets.sound.insert(id, PackedAsset { mime, bytes });
            }
            Ok(None) => {}
            Err(StoreError::DamagedAsset { .. }) => {
                assets.damaged.insert(id);
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(assets)
}

/// The nodes whose data names one of these assets.
pub(super) fn holders<'a>(
    story: &'a Story,
    assets: &'a BTreeSet<AssetId>,
) -> impl Iterator<Item = &'a Node> {
    let nodes = story.nodes.values().map(|it| &**it);
    nodes.filter(|node| {
        let mut ids = Vec::new();
        node.data.values().for_each(|it| asset_ids(it, &mut ids));
        ids.iter().any(|it| assets.contains(it))
    })
}

fn asset_ids(data: &Value, found: &mut Vec<AssetId>) {
    match data {
        Value::String(text) => found.extend(text.parse::<AssetId>()),
        Value::Array(items) => items.iter().for_each(|it| asset_ids(it, found)),
        Value::Object(fields) => fields.values().for_each(|it| asset_ids(it, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
