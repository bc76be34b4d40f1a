//! Pictures attached to an instruction: stored in the story under the hash of their bytes, so that
//! the conversation contains only the hash. Enter through [`store_all`]. Nothing is fetched from
//! the network.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use capability::{Caller, Code};
use model::AssetId;
use model::conversation::ToolCall;
use serde_json::{Value, json};

use crate::Failure;
use crate::Studio;

/// Where an attached picture is.
pub enum Attachment {
    /// Already stored in the story.
    Stored(AssetId),
    /// In memory.
    Bytes(Vec<u8>),
}

/// Resolves what a person typed: the hash of a picture of the story, or a file.
pub fn from_argument(word: &str) -> Result<Attachment, Failure> {
    if let Ok(id) = word.parse() {
        return Ok(Attachment::Stored(id));
    }
    let unread = |error| Failure::invalid(format!("--picture: {word} cannot be read: {error}"));
    std::fs::read(word).map(Attachment::Bytes).map_err(unread)
}

/// The picture in a part of an AG-UI message; `None` if the part is not a picture.
pub fn from_message_part(part: &Value) -> Option<Result<Attachment, Failure>> {
    let source = match part["type"].as_str()? {
        "image" => &part["source"],
        // The format of clients before 1.0.
        "binary" if part["mimeType"].as_str()?.starts_with("image/") => part,
        _ => return None,
    };
    let text = |field: &str| source[field].as_str();
    let inline = match source["type"].as_str() {
        Some("data") => text("value"),
        _ => text("data"),
    };
    let address = text("url").or_else(|| text("value")).unwrap_or_default();
    let inline = inline.or_else(|| {
        address
            .strip_prefix("data:")?
            .split_once(";base64,")
            .map(|it| it.1)
    });
    if let Some(data) = inline {
        let wrong = |error| Failure::invalid(format!("a picture is not base64: {error}"));
        return Some(
            STANDARD
                .decode(data.trim())
                .map(Attachment::Bytes)
                .map_err(wrong),
        );
    }
    // Our own address of a picture ends in its hash.
    let name = address.rsplit('/').next().unwrap_or_default();
    Some(name.parse().map(Attachment::Stored).map_err(|_| {
        Failure::invalid("a picture is given by an address, which is not followed")
            .hint("send its bytes as base64, or the hash of a picture of the story")
    }))
}

/// Stores attachments with the tool `attach_picture`; returns the ids of the pictures, in order.
pub async fn store_all(
    studio: &Studio,
    person: &Caller,
    given: Vec<Attachment>,
) -> Result<Vec<AssetId>, Failure> {
    let mut stored = Vec::new();
    for picture in given {
        match picture {
            Attachment::Stored(id) => stored.push(id),
            Attachment::Bytes(bytes) => stored.extend(store_bytes(studio, person, &bytes).await?),
        }
    }
    Ok(stored)
}

async fn store_bytes(
    studio: &Studio,
    person: &Caller,
    bytes: &[u8],
) -> Result<Vec<AssetId>, Failure> {
    let call = ToolCall {
        id: None,
        name: "attach_picture".to_owned(),
        args: json!({ "content": STANDARD.encode(bytes) }),
    };
    let mut data = studio.call_for_data(person, call).await?;
    serde_json::from_value(data["pictures"].take())
        .map_err(|error| Failure::new(Code::Internal, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of(part: &Value) -> String {
        match from_message_part(part) {
            None => "none".to_owned(),
            Some(Ok(Attachment::Stored(id))) => id.to_string(),
            Some(Ok(Attachment::Bytes(bytes))) => String::from_utf8(bytes).unwrap(),
            Some(Err(failure)) => failure.report().message.clone(),
        }
    }

    #[test]
    fn reads_every_picture_part_and_fetches_no_url() {
        let image = |source: Value| json!({ "type": "image", "source": source });
        let hash = "ab".repeat(32);
        for (part, wanted) in [
            (
                image(json!({ "type": "data", "value": "aGk=", "mimeType": "image/png" })),
                "hi",
            ),
            (
                image(json!({ "type": "url", "value": "data:image/png;base64,aGk=" })),
                "hi",
            ),
            (
                json!({ "type": "binary", "mimeType": "image/png", "data": "aGk=" }),
                "hi",
            ),
            (
                image(json!({ "type": "url", "value": format!("/assets/{hash}") })),
                &*hash,
            ),
            (image(json!({ "type": "file", "value": hash })), &*hash),
            (json!({ "type": "text", "text": "hi" }), "none"),
            (
                json!({ "type": "binary", "mimeType": "audio/mpeg", "data": "aGk=" }),
                "none",
            ),
        ] {
            assert_eq!(error_of(&part), wanted, "{part}");
        }
        let away = image(json!({ "type": "url", "value": "https://tale.example/a.png" }));
        assert!(error_of(&away).contains("not followed"));
        let broken = image(json!({ "type": "data", "value": "no base64!" }));
        assert!(error_of(&broken).contains("not base64"));
    }
}
