//! The answer of an outside tool, as data of bounded length.

use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};
use serde_json::{Value, json};

use super::plain;

/// The longest text, in characters.
const MAX_CHARS: usize = 20_000;
/// The largest structured data, in bytes.
const MAX_BYTES: usize = 60_000;

/// The answer in the form of our own tools: the text, the data if there is any, and what was left
/// out.
pub(super) fn data(server: &str, result: &CallToolResult) -> Value {
    let (mut text, mut left_out) = (String::new(), 0_usize);
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
        match part {
            Some(part) if text.is_empty() => text.push_str(part),
            Some(part) => {
                text.push('\n');
                text.push_str(part);
            }
            None => left_out += 1,
        }
    }
    let text = plain::text(&text);
    let is_cut = text.chars().count() > MAX_CHARS;
    let text = match is_cut {
        true => text.chars().take(MAX_CHARS).collect(),
        false => text,
    };
    let mut answer = json!({ "from": server, "text": text });
    if is_cut {
        answer["cut"] = json!(true);
    }
    if left_out > 0 {
        answer["left_out"] = json!(left_out);
    }
    if let Some(structured) = &result.structured_content {
        // A text that only repeats the data is omitted.
        let structured = plain::value(structured.clone());
        if structured.to_string().len() <= MAX_BYTES {
            if serde_json::from_str::<Value>(&text).is_ok_and(|it| it == structured) {
                answer["text"] = json!("");
            }
            answer["data"] = structured;
        } else {
            answer["cut"] = json!(true);
        }
    }
    answer
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
        let data = data("names", &long);
        assert_eq!(data["text"].as_str().unwrap().len(), MAX_CHARS);
        assert_eq!(
            (&data["cut"], &data["from"]),
            (&json!(true), &json!("names"))
        );
    }

    #[test]
    fn does_not_repeat_structured_data_as_text() {
        let result = CallToolResult::structured(json!({ "name": "Mira" }));
        let data = data("names", &result);
        assert_eq!(
            data,
            json!({ "from": "names", "text": "", "data": { "name": "Mira" } })
        );
    }

    #[test]
    fn omits_and_counts_pictures() {
        let picture = ContentBlock::image("aGk=", "image/png");
        let result = CallToolResult::success(vec![picture, ContentBlock::text("a hat")]);
        let data = data("draw", &result);
        assert_eq!(
            (&data["left_out"], &data["text"]),
            (&json!(1), &json!("a hat"))
        );
    }
}
