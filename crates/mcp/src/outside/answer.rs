//! The answer of an outside tool, as data of bounded length. Its pictures are stored in the story, so
//! that they can be shown, and added to a node by their hash.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use capability::{ToolContext, ToolError, UiHints};
use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};
use serde_json::{Value, json};

use super::plain;

/// The longest text, in characters.
const MAX_CHARS: usize = 20_000;
/// The largest structured data, in bytes.
const MAX_BYTES: usize = 60_000;
/// How many pictures of one answer are stored.
const MAX_PICTURES: usize = 4;
/// The largest picture, in bytes: that of `add_image`.
const MAX_PICTURE_BYTES: usize = 12 << 20;

/// An answer: data, and the pictures that came with it.
pub(super) struct Answer {
    pub(super) data: Value,
    pictures: Vec<Picture>,
}

struct Picture {
    bytes: Vec<u8>,
    mime: &'static str,
}

impl Answer {
    /// The answer in the form of our own tools: the text, the data if there is any, and how much was
    /// left out.
    pub(super) fn of(server: &str, result: &CallToolResult) -> Self {
        let (mut text, mut left_out) = (String::new(), 0_usize);
        let mut pictures = Vec::new();
        for content in &result.content {
            let part = match content {
                ContentBlock::Text(part) => Some(part.text.as_str()),
                ContentBlock::Resource(part) => match &part.resource {
                    ResourceContents::TextResourceContents { text, .. } => Some(text.as_str()),
                    _ => None,
                },
                ContentBlock::ResourceLink(link) => Some(link.uri.as_str()),
                _ => None,
            };
            match (part, encoded_picture(content)) {
                (Some(part), _) if text.is_empty() => text.push_str(part),
                (Some(part), _) => {
                    text.push('\n');
                    text.push_str(part);
                }
                (None, Some(encoded)) if pictures.len() < MAX_PICTURES => {
                    match Picture::decode(encoded) {
                        Some(picture) => pictures.push(picture),
                        None => left_out += 1,
                    }
                }
                (None, _) => left_out += 1,
            }
        }
        let text = plain::text(&text);
        let is_cut = text.chars().count() > MAX_CHARS;
        let text = match is_cut {
            true => text.chars().take(MAX_CHARS).collect(),
            false => text,
        };
        let mut data = json!({ "from": server, "text": text });
        if is_cut {
            data["cut"] = json!(true);
        }
        if left_out > 0 {
            data["left_out"] = json!(left_out);
        }
        if let Some(structured) = &result.structured_content {
            // A text that only repeats the data is omitted.
            let structured = plain::value(structured.clone());
            if structured.to_string().len() <= MAX_BYTES {
                if serde_json::from_str::<Value>(&text).is_ok_and(|it| it == structured) {
                    data["text"] = json!("");
                }
                data["data"] = structured;
            } else {
                data["cut"] = json!(true);
            }
        }
        Self { data, pictures }
    }

    /// Stores the pictures in the story. Returns the data, which names each by its hash, as `add_image`
    /// takes it.
    pub(super) async fn store_pictures(self, cx: &ToolContext) -> Result<Value, ToolError> {
        let Self { mut data, pictures } = self;
        if pictures.is_empty() {
            return Ok(data);
        }
        cx.edit(move |edit| {
            let mut stored = Vec::new();
            for Picture { bytes, mime } in pictures {
                let asset = edit.attach(&bytes, mime)?;
                stored.push(json!({ "asset": asset, "mime": mime }));
            }
            data["pictures"] = json!(stored);
            Ok(data)
        })
        .await
    }
}

/// The base64 of a picture, if this is one.
fn encoded_picture(content: &ContentBlock) -> Option<&str> {
    match content {
        ContentBlock::Image(picture) => Some(&picture.data),
        ContentBlock::Resource(part) => match &part.resource {
            ResourceContents::BlobResourceContents {
                blob, mime_type, ..
            } => {
                let is_picture = |it: &String| it.starts_with("image/");
                mime_type.as_ref().is_some_and(is_picture).then_some(blob)
            }
            _ => None,
        },
        _ => None,
    }
}

impl Picture {
    /// The picture, if its bytes are one.
    fn decode(encoded: &str) -> Option<Self> {
        if encoded.len() / 4 * 3 > MAX_PICTURE_BYTES {
            return None;
        }
        let bytes = STANDARD.decode(encoded.trim()).ok()?;
        let mime = model::contents::picture_mime(&bytes)?;
        imagesize::blob_size(&bytes).ok()?;
        Some(Self { bytes, mime })
    }
}

/// Shows the first picture of an answer.
pub(super) fn show_picture(data: &Value) -> Option<UiHints> {
    let first = data["pictures"].get(0)?;
    let from = data["from"].as_str().unwrap_or_default();
    let title = format!("Picture from {from}");
    let fields = [
        ("asset", first["asset"].clone()),
        ("mime", first["mime"].clone()),
        ("alt", json!(title)),
    ];
    let fields = fields.map(|(name, it)| (name.to_owned(), it));
    Some(UiHints {
        template: "picture".to_owned(),
        title,
        fields: fields.into_iter().collect(),
    })
}

/// Why the tool failed, in its own words.
pub(super) fn failure(result: &CallToolResult) -> String {
    let texts = result.content.iter().filter_map(|it| it.as_text());
    let words: Vec<&str> = texts.map(|it| it.text.as_str()).collect();
    let words: String = plain::line(&words.join(" ")).chars().take(1000).collect();
    match words.trim() {
        "" => "it gave no reason".to_owned(),
        words => words.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncates_long_text_with_a_note() {
        let long = CallToolResult::success(vec![ContentBlock::text("x".repeat(MAX_CHARS + 1))]);
        let data = Answer::of("names", &long).data;
        assert_eq!(data["text"].as_str().unwrap().len(), MAX_CHARS);
        assert_eq!(
            (&data["cut"], &data["from"]),
            (&json!(true), &json!("names"))
        );
    }

    #[test]
    fn does_not_repeat_structured_data_as_text() {
        let result = CallToolResult::structured(json!({ "name": "Mira" }));
        let data = Answer::of("names", &result).data;
        assert_eq!(
            data,
            json!({ "from": "names", "text": "", "data": { "name": "Mira" } })
        );
    }

    fn answer_with(contents: Vec<ContentBlock>) -> Answer {
        Answer::of("draw", &CallToolResult::success(contents))
    }

    #[test]
    fn keeps_pictures_that_are_pictures_and_counts_what_it_leaves_out() {
        // The smallest GIF.
        let gif = "R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
        let answer = answer_with(vec![
            ContentBlock::image(gif, "image/png"),
            ContentBlock::text("a hat"),
            ContentBlock::image("aGk=", "image/png"),
            ContentBlock::image("no base64!", "image/png"),
            ContentBlock::image(STANDARD.encode("<svg onload='x'/>"), "image/svg+xml"),
        ]);
        assert_eq!(answer.pictures.len(), 1);
        assert_eq!(answer.pictures[0].mime, "image/gif", "by its bytes");
        assert_eq!(
            (&answer.data["left_out"], &answer.data["text"]),
            (&json!(3), &json!("a hat"))
        );
        let many = answer_with(vec![ContentBlock::image(gif, "image/gif"); 6]);
        assert_eq!(
            (many.pictures.len(), &many.data["left_out"]),
            (MAX_PICTURES, &json!(2))
        );
    }
}
