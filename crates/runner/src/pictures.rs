//! Pictures in a conversation: those a person attached and those that tools gave. What is kept is
//! their names, beside the text (AT-10); what a model that sees is sent is the newest of them, put
//! into a payload just before it goes out. Enter through [`show`]. Not here: how a picture is made
//! fit to be sent (`llm::sendable`) and how a wire carries it.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use llm::sendable;
use model::talk::{ChatMessage, Content, MessageMetadata, Payload, Role};
use model::{AssetId, Sentence};
use serde_json::{Value, json};
use store::{Store, StoreError, View};

use crate::context::PICTURE_TOKENS;
use crate::{Refusal, SendError};

/// Beside a person's message: the pictures attached to it, as [`AssetId`]s.
const ATTACHED: &str = "pictures";
/// A person may attach so many to one message.
const ATTACHED_MOST: usize = 8;
/// So many of one tool's result are sent.
const OF_A_RESULT: usize = 3;
/// So many are sent with one request, the newest.
const AT_ONCE: usize = 8;
/// So many are held ready for the next request of a story.
const HELD: usize = 16;

/// Whether pictures can be attached: kept in the story, pictures, and not too many.
pub(crate) fn check(store: &Store, pictures: &[AssetId]) -> Result<(), SendError> {
    let refused = |why: Sentence| Err(SendError::Picture { why });
    if pictures.len() > ATTACHED_MOST {
        let (count, most) = (pictures.len(), ATTACHED_MOST);
        return refused(Refusal::AttachedMany { count, most }.into());
    }
    for id in pictures {
        match store.view(None).asset(*id)? {
            Some(stored) if stored.mime.starts_with("image/") => {}
            Some(stored) => {
                return refused(format!("{id} is no picture but {}", stored.mime).into());
            }
            None => {
                let english =
                    format!("the story holds no picture {id}; name one by the hash of its bytes");
                return refused(Sentence {
                    english,
                    ..Refusal::AttachedGone {}.into()
                });
            }
        }
    }
    Ok(())
}

/// Notes beside a person's message what was attached to it.
pub(crate) fn attach(metadata: &mut MessageMetadata, pictures: &[AssetId]) {
    if !pictures.is_empty() {
        metadata.more.insert(ATTACHED.to_owned(), json!(pictures));
    }
}

/// The pictures of a message by name, those attached to it or given by its tool.
pub(crate) fn of(message: &ChatMessage) -> Vec<AssetId> {
    match message.role {
        Role::User => {
            let names = message
                .metadata
                .more
                .get(ATTACHED)
                .and_then(Value::as_array);
            names.into_iter().flatten().filter_map(asset).collect()
        }
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

/// Pictures in a tool's data: objects with an asset and a picture's kind. In a list that says which
/// one is adopted only that one counts.
fn collect(data: &Value, found: &mut Vec<AssetId>) {
    if found.len() == OF_A_RESULT || data["adopted"] == false {
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

/// The tokens to keep free for the pictures of the turn under way, within so many.
pub(crate) fn reserve(history: &[ChatMessage], most: u64) -> u64 {
    let turn = history.last().map(|it| it.turn);
    let present = history.iter().filter(|it| Some(it.turn) == turn);
    let count = present.map(|it| of(it).len()).sum::<usize>().min(AT_ONCE);
    (count as u64 * PICTURE_TOKENS).min(most)
}

/// Pictures made ready to be sent, by name; those that cannot be with the reason.
#[derive(Default)]
struct Ready(HashMap<AssetId, Result<Arc<Content>, String>>);

/// Puts pictures into a payload, newest first, for as long as they fit into `room` tokens. Where a
/// model does not see, or there is no room, a person's picture is replaced by a word about it; a
/// tool's result speaks for itself.
pub(crate) fn show(
    payload: &mut Payload,
    view: &View,
    sees: bool,
    room: u64,
) -> Result<(), StoreError> {
    let mut left = usize::try_from(room / PICTURE_TOKENS).unwrap_or(AT_ONCE);
    left = if sees { left.min(AT_ONCE) } else { 0 };
    let mut shown = BTreeSet::new();
    for message in payload.messages.iter_mut().rev() {
        let mut media = Vec::new();
        let mut words = String::new();
        for id in of(message) {
            if shown.contains(&id) {
                continue;
            }
            let why_not = match left {
                0 if sees => "there is no room for it".to_owned(),
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
            words += &format!(
                "\n\n[note from the program] the person attached a picture ({}…); it is not shown: {why_not}.",
                &id.to_string()[..12]
            );
        }
        if message.role == Role::User {
            message.content += &words;
        }
        message.metadata.segments.extend(media);
    }
    Ok(())
}

fn ready(view: &View, id: AssetId) -> Result<Result<Arc<Content>, String>, StoreError> {
    if let Some(known) = view.beside(|it: &mut Ready| it.0.get(&id).cloned()) {
        return Ok(known);
    }
    let made = match view.asset(id)? {
        None => Err("the story no longer holds it".to_owned()),
        Some(stored) => sendable(&stored.bytes).map(Arc::new).map_err(str::to_owned),
    };
    view.beside(|it: &mut Ready| {
        if it.0.len() >= HELD {
            it.0.clear();
        }
        it.0.insert(id, made.clone());
    });
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(data: Value) -> usize {
        let mut found = Vec::new();
        collect(&data, &mut found);
        found.len()
    }

    #[test]
    fn pictures_are_found_wherever_a_tool_puts_them() {
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
        assert_eq!(found(json!(many)), OF_A_RESULT);
        let sound = json!({ "asset": "00".repeat(32), "mime": "audio/mpeg" });
        assert_eq!(
            found(json!([sound, { "asset": "no hash", "mime": "image/png" }])),
            0
        );
    }
}
