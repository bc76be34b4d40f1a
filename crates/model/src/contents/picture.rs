//! The picture of a node, and how it was made.

use imagesize::ImageType;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Content, Seed};
use crate::AssetId;

/// The name of the capability that stores a [`Picture`].
pub const IMAGE: &str = "image";

/// The origin of a picture that a person gave.
pub const OWN_FILE: &str = "own file";

/// The picture of a node, and how it was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Picture {
    /// The picture, named by the hash of its bytes.
    pub asset: AssetId,
    /// For instance `image/png`.
    pub mime: String,
    /// What it was to show; empty for a picture from elsewhere.
    #[serde(default)]
    pub prompt: String,
    /// Width to height as it was asked for.
    #[serde(default)]
    pub ratio: String,
    /// Who made it, as `provider:model`.
    #[serde(default)]
    pub model: String,
    /// With the same seed, prompt and model the same picture comes out, where the model can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// In pixels.
    #[serde(default)]
    pub width: u32,
    /// In pixels.
    #[serde(default)]
    pub height: u32,
    /// `own file` where a person gave it; empty where a model made it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub origin: String,
}

impl Content for Picture {
    const CAPABILITY: &'static str = IMAGE;
}

impl Picture {
    /// The asset that stored data names, if it names one.
    pub fn asset_in(data: &Value) -> Option<AssetId> {
        data.get("asset")?.as_str()?.parse().ok()
    }

    /// What the picture in stored data was to show, without copying it.
    pub fn prompt_in(data: &Value) -> Option<&str> {
        data.get("prompt")?.as_str()
    }
}

/// The media type of a picture in a format that the window and the models can show, by what its
/// bytes are and not by what its file is called. An SVG is none: it may hold a script.
pub fn picture_mime(bytes: &[u8]) -> Option<&'static str> {
    match imagesize::image_type(bytes).ok()? {
        ImageType::Png => Some("image/png"),
        ImageType::Jpeg => Some("image/jpeg"),
        ImageType::Webp => Some("image/webp"),
        ImageType::Gif => Some("image/gif"),
        _ => None,
    }
}
