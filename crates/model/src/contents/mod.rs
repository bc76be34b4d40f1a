//! What capabilities store on nodes: [`Prose`], [`Attributes`], [`Picture`], and the play record of
//! [`crate::play`]. Each type serializes to exactly the JSON that stories hold, and only this module
//! and the type's own capability know its fields. Reading is forgiving: data of another shape reads
//! as nothing. Not here: the tools that change it, which are the capabilities'.

mod attributes;
mod picture;
mod prose;
mod seed;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

pub use attributes::{Attribute, Attributes, KV};
pub use picture::{IMAGE, Picture};
pub use prose::{Prose, TEXT};
pub use seed::Seed;

use crate::play::{PLAY, PlayRecord};
use crate::{AssetId, Node};

/// Data by capability, as nodes, edges and stories carry it.
pub type DataMap = BTreeMap<Arc<str>, Arc<Value>>;

/// Data that one capability stores on a node.
pub trait Content: Serialize {
    /// The name of the capability that stores it.
    const CAPABILITY: &'static str;

    /// The JSON that is stored.
    fn to_data(&self) -> Value {
        serde_json::to_value(self).expect("structs of strings, numbers and lists are JSON")
    }

    /// Puts it under its capability, in place of what is there.
    fn store_in(&self, data: &mut DataMap)
    where
        Self: Sized,
    {
        data.insert(Self::CAPABILITY.into(), Arc::new(self.to_data()));
    }
}

impl Content for PlayRecord {
    const CAPABILITY: &'static str = PLAY;
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

    /// The asset of its picture, if it has one.
    pub fn picture_asset(&self) -> Option<AssetId> {
        Picture::asset_in(self.content(IMAGE)?)
    }

    /// What its picture was to show; empty where it has none, or nobody said.
    pub fn picture_prompt(&self) -> &str {
        self.content(IMAGE)
            .and_then(Picture::prompt_in)
            .unwrap_or_default()
    }

    /// Its settings for playing; the default ones where it has none.
    pub fn play(&self) -> PlayRecord {
        PlayRecord::of(self.content(PLAY))
    }
}
