//! Images in a conversation: those attached by a person and those returned by tools. The thread
//! stores their ids beside the text (AT-10); a model that supports vision is sent the newest of
//! them, added to the payload just before it goes out. Start at [`show`]. Preparing an image for
//! sending (`llm::prepare_image`) and encoding it for a provider are in `llm`.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use llm::prepare_image;
use model::conversation::{ChatMessage, Content, Payload, Role};
use model::{AssetId, LocalizedMessage};
use serde_json::Value;
use store::{Store, StoreError, View};

use crate::context::PICTURE_TOKENS;
use crate::{AssistantError, SendError};

/// How many images a person may attach to one message.
const MAX_ATTACHED: usize = 8;
/// How many images of one tool result are sent.
const MAX_PER_RESULT: usize = 3;
/// How many images are sent with one request, newest first.
const MAX_PER_REQUEST: usize = 8;
/// How many prepared images are cached per story.
const CACHE_SIZE: usize = 16;

/// Checks that the attachments are stored in the story, are images, and are not too many.
pub(crate) fn check(store: &Store, pictures: &[AssetId]) -> Result<(), SendError> {
    let refused = |why: LocalizedMessage| Err(SendError::Picture { why });
    if pictures.len() > MAX_ATTACHED {
        let (count, most) = (pictures.len(), MAX_ATTACHED);
        return refused(AssistantError::AttachedMany { count, most }.into());
    }
    for id in pictures {
        match store.view(None).asset(*id)? {
            Some(stored) if stored.mime.starts_with("image/") => {}
            Some(stored) => {
                return refused(format!("{id} is not a picture but {}", stored.mime).into());
            }
            None => {
                let english =
                    format!("the story has no picture {id}; name one by the hash of its bytes");
                return refused(LocalizedMessage {
                    english,
                    ..AssistantError::AttachedGone {}.into()
                });
            }
        }
    }
    Ok(())
}

/// The ids of a message's images, attached to it or returned by its tool.
pub(crate) fn of(message: &ChatMessage) -> Vec<AssetId> {
    match message.role {
        Role::User => message.metadata.pictures.clone(),
        Role::Tool => {
            let record = message.metadata.tool_agent_output.as_ref();
            let mut found = Vec::new();
            if let Some(data) = record.and_then(|it| it.pointer("/result/data")) {
                collect(data, &mut found);
            }
            found
        }
        Role::System | Role::Assistant => Vec::new(),
    }
}

fn asset(name: &Value) -> Option<AssetId> {
    name.as_str()?.parse().ok()
}

/// Collects images from a tool's data: objects with an asset and an image MIME type. In a list that
/// says which one is adopted, only that one counts.
fn collect(data: &Value, found: &mut Vec<AssetId>) {
    if found.len() == MAX_PER_RESULT || data["adopted"] == false {
        return;
    }
    let is_picture = data["mime"]
        .as_str()
        .is_some_and(|it| it.starts_with("image/"));
    if let Some(id) = asset(&data["asset"]).filter(|_| is_picture)
        && !found.contains(&id)
    {
        found.push(id);
        return;
    }
    match data {
        Value::Array(items) => items.iter().for_each(|it| collect(it, found)),
        Value::Object(fields) => fields.values().for_each(|it| collect(it, found)),
        _ => {}
    }
}

/// The tokens to reserve for the images of the current turn, at most `most`.
pub(crate) fn reserve(history: &[ChatMessage], most: u64) -> u64 {
    let turn = history.last().map(|it| it.turn);
    let present = history.iter().filter(|it| Some(it.turn) == turn);
    let count = present
        .map(|it| of(it).len())
        .sum::<usize>()
        .min(MAX_PER_REQUEST);
    (count as u64 * PICTURE_TOKENS).min(most)
}

/// Images prepared for sending, by id, or the reason why one cannot be sent.
#[derive(Default)]
struct PreparedPictures(HashMap<AssetId, Result<Arc<Content>, String>>);

/// Adds images to a payload, newest first, as long as they fit into `available_tokens`. If the
/// model does not support vision, or there is no room, a person's image is replaced by a note; tool
/// results already describe theirs in text.
pub(crate) fn show(
    payload: &mut Payload,
    view: &View,
    supports_vision: bool,
    available_tokens: u64,
) -> Result<(), StoreError> {
    let mut left = usize::try_from(available_tokens / PICTURE_TOKENS).unwrap_or(MAX_PER_REQUEST);
    left = if supports_vision {
        left.min(MAX_PER_REQUEST)
    } else {
        0
    };
    let mut shown = BTreeSet::new();
    for message in payload.messages.iter_mut().rev() {
        let mut media = Vec::new();
        let mut words = String::new();
        for id in of(message) {
            // The person named no picture by its hash; a tool that takes one has to be told it. Tool
            // results say theirs.
            let hash = &id.to_string()[..12];
            words += &format!("\n\n[note from the program] attached picture: {hash}");
            if shown.contains(&id) {
                continue;
            }
            let why_not = match left {
                0 if supports_vision => "there is no room for it".to_owned(),
                0 => "this model takes no pictures".to_owned(),
                _ => match ready(view, id)? {
                    Ok(picture) => {
                        left -= 1;
                        shown.insert(id);
                        media.push(Content::clone(&picture).into());
                        continue;
                    }
                    Err(why) => why,
                },
            };
            words += &format!("; it is not shown: {why_not}.");
        }
        if message.role == Role::User {
            message.content += &words;
        }
        message.metadata.segments.extend(media);
    }
    Ok(())
}

fn ready(view: &View, id: AssetId) -> Result<Result<Arc<Content>, String>, StoreError> {
    if let Some(known) = view.with_extension(|it: &mut PreparedPictures| it.0.get(&id).cloned()) {
        return Ok(known);
    }
    let made = match view.asset(id)? {
        None => Err("the story no longer holds it".to_owned()),
        Some(stored) => prepare_image(&stored.bytes)
            .map(Arc::new)
            .map_err(str::to_owned),
    };
    view.with_extension(|it: &mut PreparedPictures| {
        if it.0.len() >= CACHE_SIZE {
            it.0.clear();
        }
        it.0.insert(id, made.clone());
    });
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn found(data: Value) -> usize {
        let mut found = Vec::new();
        collect(&data, &mut found);
        found.len()
    }

    #[test]
    fn finds_images_anywhere_in_tool_data() {
        let picture =
            |n: u8| json!({ "asset": format!("{n:02x}").repeat(32), "mime": "image/png" });
        assert_eq!(found(picture(1)), 1);
        let node = json!({ "data": { "image": { "version": 2, "data": picture(1) }, "kv": null } });
        assert_eq!(found(node), 1);
        let mut list = vec![picture(1), picture(2), picture(3)];
        for (n, entry) in list.iter_mut().enumerate() {
            entry["adopted"] = json!(n == 1);
        }
        assert_eq!(found(json!({ "images": list })), 1, "the adopted one");
        let many: Vec<_> = (0..9).map(picture).collect();
        assert_eq!(found(json!(many)), MAX_PER_RESULT);
        let sound = json!({ "asset": "00".repeat(32), "mime": "audio/mpeg" });
        assert_eq!(
            found(json!([sound, { "asset": "no hash", "mime": "image/png" }])),
            0
        );
    }
}
