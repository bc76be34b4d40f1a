//! What a reader hears in a scene.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Content;
use crate::AssetId;

/// The name of the capability that stores a [`Sound`].
pub const SOUND: &str = "sound";

/// What a reader hears in a scene: a sound or music from a file, or that music stops.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sound {
    /// The file, named by the hash of its bytes; none where `plays` is `silence`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asset: Option<AssetId>,
    /// For instance `audio/mpeg`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mime: String,
    /// What is heard, for instance `Rain on a roof`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// How long the file is.
    #[serde(default)]
    pub milliseconds: u32,
    /// How it is played.
    #[serde(default)]
    pub plays: Plays,
}

/// How a sound is played when a reader opens its scene.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Plays {
    /// Once, over the music.
    #[default]
    Once,
    /// Again and again while the scene is open, in place of the music.
    Loop,
    /// Again and again, also in the scenes that follow.
    Music,
    /// Nothing: music of earlier scenes stops.
    Silence,
}

impl Content for Sound {
    const CAPABILITY: &'static str = SOUND;
}

impl Sound {
    /// The sound in stored data; none if it has another shape.
    pub fn of(data: &Value) -> Option<Self> {
        Self::deserialize(data).ok()
    }

    /// What is heard in stored data, without copying it.
    pub fn name_in(data: &Value) -> Option<&str> {
        data.get("name")?.as_str()
    }
}
