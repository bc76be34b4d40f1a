//! The assistant's tool that stores a picture for a message: in the story, under the hash of its
//! bytes, so that the conversation contains only its hash. Nothing is fetched from the network.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use capability::{Impact, Tool, ToolContext, ToolError};
use model::AssetId;
use model::conversation::Content;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::StoreError;

use crate::AssistantError;

/// The tool.
pub(crate) fn tool() -> Tool {
    Tool::new("attach", "attach_picture", Impact::Write, attach)
        .formerly("attach_picture", "desk_attach_picture")
        .hidden_from_models()
}

/// Store a picture in the story, to be shown to the assistant with send_message. PNG, JPEG, GIF and
/// WebP are accepted.
#[derive(Deserialize, JsonSchema)]
struct Attach {
    /// The bytes of the picture as base64.
    content: String,
    /// How the content is written; always `base64`.
    #[serde(default)]
    #[expect(dead_code, reason = "earlier clients say what is always so")]
    encoding: Encoding,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Encoding {
    #[default]
    Base64,
}

#[derive(Serialize, JsonSchema)]
struct Attached {
    /// The hash of the picture's bytes, by which send_message names it.
    pictures: Vec<AssetId>,
}

async fn attach(cx: ToolContext, input: Attach) -> Result<Attached, ToolError> {
    let bytes = STANDARD.decode(input.content.trim()).map_err(|error| {
        let message = format!("the content is not base64: {error}");
        ToolError::invalid("/content", message)
    })?;
    let mime = match llm::prepare_image(&bytes) {
        Ok(Content::Image { mime_type, .. }) => mime_type,
        Ok(_) => {
            return Err(ToolError::invalid(
                "/content",
                AssistantError::AttachedOther {},
            ));
        }
        Err(why) => {
            let message = format!("a picture cannot be attached: {why}");
            return Err(ToolError::invalid("/content", message)
                .hint("attach a PNG, JPEG, GIF or WebP")
                .said(&AssistantError::AttachedUnfit {}));
        }
    };
    cx.edit(move |edit| {
        let stored: Result<AssetId, StoreError> = edit.attach(&bytes, &mime);
        Ok(Attached {
            pictures: vec![stored?],
        })
    })
    .await
}
