//! Images and sounds of a story for clients of a hub, in parts that fit into its messages.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use capability::{ToolError, View};
use model::contents::Plays;
use model::{AssetId, Node};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Bytes of a file in one answer.
const PART_BYTES: usize = 512 << 10;

/// Read the image of a node, in parts that fit into a message.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ReadImage {
    /// The node's title, or the first or last characters of its id.
    node: String,
    /// The byte to begin at: where the parts before it end. Defaults to the first.
    offset: Option<usize>,
}

/// Read the sound of a node, in parts that fit into a message.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ReadSound {
    /// The node's title, or the first or last characters of its id.
    node: String,
    /// The byte to begin at: where the parts before it end. Defaults to the first.
    offset: Option<usize>,
}

/// A part of a stored file.
#[derive(Serialize, JsonSchema)]
struct FilePart {
    /// The file's hash; the parts of one file have the same.
    asset: AssetId,
    mime: String,
    /// The bytes of the whole file.
    size: usize,
    /// The bytes of this part, as base64.
    data: String,
    /// Where the next part begins; missing after the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ImageAnswer {
    /// Null if the node has no image.
    image: Option<ImagePart>,
}

#[derive(Serialize, JsonSchema)]
struct ImagePart {
    #[serde(flatten)]
    part: FilePart,
    /// What it was to show; empty if nobody said.
    prompt: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct SoundAnswer {
    /// Null if the node has no sound, or is silent.
    sound: Option<SoundPart>,
}

#[derive(Serialize, JsonSchema)]
struct SoundPart {
    #[serde(flatten)]
    part: FilePart,
    /// What is heard; empty if nobody said.
    name: String,
    plays: Plays,
}

/// The image of a node.
pub(crate) fn image_of(view: &View, input: &ReadImage) -> Result<ImageAnswer, ToolError> {
    let node = node_named(view, &input.node)?;
    let image = node.picture_asset().map(|asset| {
        Ok::<_, ToolError>(ImagePart {
            part: FilePart::read(view, asset, input.offset)?,
            prompt: node.picture_prompt().to_owned(),
        })
    });
    let image = image.transpose()?;
    Ok(ImageAnswer { image })
}

/// The sound of a node.
pub(crate) fn sound_of(view: &View, input: &ReadSound) -> Result<SoundAnswer, ToolError> {
    let sound = node_named(view, &input.node)?.sound();
    let with_file = sound.and_then(|it| it.asset.map(|asset| (it, asset)));
    let sound = with_file.map(|(sound, asset)| {
        Ok::<_, ToolError>(SoundPart {
            part: FilePart::read(view, asset, input.offset)?,
            name: sound.name,
            plays: sound.plays,
        })
    });
    let sound = sound.transpose()?;
    Ok(SoundAnswer { sound })
}

fn node_named(view: &View, named: &str) -> Result<Node, ToolError> {
    let id = capability::find_node(&*view.graph()?, named)?;
    let node = view.node(id)?;
    node.ok_or_else(|| ToolError::not_found("the node is gone"))
}

impl FilePart {
    fn read(view: &View, asset: AssetId, offset: Option<usize>) -> Result<Self, ToolError> {
        let found = view.asset(asset)?;
        let found = found.ok_or_else(|| ToolError::not_found("the file is not in the story"))?;
        let from = offset.unwrap_or_default().min(found.bytes.len());
        let end = found.bytes.len().min(from + PART_BYTES);
        Ok(Self {
            asset,
            mime: found.mime,
            size: found.bytes.len(),
            data: STANDARD.encode(&found.bytes[from..end]),
            next: (end < found.bytes.len()).then_some(end),
        })
    }
}
