//! What the people and agents of a story write to one another, in one thread that the story stores:
//! the person who runs the program, and the clients of its hub. Not here: the thread itself, which
//! the store keeps apart from conversations with the assistant.

use capability::{Principal, tagged};
use model::conversation::{ChatMessage, MessageMetadata, Role};
use model::{Author, MessageId, Timestamp, TurnId};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use star::Address;
use store::NewMessage;

use crate::agents::client_of;
use crate::{EventKind, Failure, Studio};

/// The title of the thread.
const TITLE: &str = "Agents and people";
/// How many of the newest messages are searched for one that was sent before.
const RECENT: usize = 200;
/// The most characters of a message.
const MAX_CHARS: usize = 20_000;

/// A message that the story stores.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PostedMessage {
    /// Its identity.
    pub id: MessageId,
    /// The client that wrote it; null for the person who runs the program.
    pub from: Option<Address>,
    /// The name of who wrote it.
    pub name: String,
    /// The text.
    pub text: String,
    /// When it was written.
    pub time: Timestamp,
}

/// `message:posted`: somebody wrote to the people and agents of the story.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename = "message:posted")]
#[schemars(rename = "MessagePosted", transform = tagged("message:posted"))]
pub struct MessagePosted {
    /// What was written.
    pub message: PostedMessage,
}

impl Studio {
    /// Adds a message to the group chat and tells everybody. One that this principal posted before
    /// under the same id is only returned.
    ///
    /// # Errors
    /// The text is empty or too long, or the story cannot be written.
    pub async fn post_message(
        &self,
        by: &Principal,
        id: &str,
        text: &str,
    ) -> Result<PostedMessage, Failure> {
        let count = text.chars().count();
        if text.trim().is_empty() || count > MAX_CHARS {
            let message =
                format!("a message has 1 to {MAX_CHARS} characters, this one has {count}");
            return Err(Failure::invalid(message).hint("give the words as `text`"));
        }
        let _one = self.posting().await;
        let store = self.store();
        let thread = store.begin_group_chat(TITLE).await?;
        let message_id = format!("{}/{id}", by.id);
        let is_it = |it: &&ChatMessage| it.metadata.message_id.as_deref() == Some(&message_id);
        let earlier = store.messages(thread, None, RECENT)?;
        if let Some(earlier) = earlier.iter().find(is_it) {
            return Ok(posted(earlier));
        }
        let from = client_of(by).map(|(kind, id)| Address::new(kind, id));
        let metadata = MessageMetadata {
            message_id: Some(message_id),
            more: [
                ("author".to_owned(), json!(by.author())),
                ("from".to_owned(), json!(from)),
            ]
            .into(),
            ..MessageMetadata::default()
        };
        let message = NewMessage {
            turn: TurnId(self.world().new_id()),
            role: Role::User,
            content: text.to_owned(),
            metadata,
        };
        let stored = store.append_messages(thread, vec![message]).await?;
        let message = posted(stored.first().ok_or_else(Failure::panicked)?);
        self.publish(EventKind::MessagePosted(MessagePosted {
            message: message.clone(),
        }));
        Ok(message)
    }

    /// The newest messages of the group chat, oldest first.
    pub fn posted_messages(&self, limit: usize) -> Result<Vec<PostedMessage>, Failure> {
        let Some(thread) = self.store().group_chat()? else {
            return Ok(Vec::new());
        };
        let messages = self.store().messages(thread, None, limit)?;
        Ok(messages.iter().map(posted).collect())
    }
}

fn posted(message: &ChatMessage) -> PostedMessage {
    let stored = |name| message.metadata.more.get(name).cloned();
    let from: Option<Address> = stored("from").and_then(|it| serde_json::from_value(it).ok());
    let author: Option<Author> = stored("author").and_then(|it| serde_json::from_value(it).ok());
    let name = author.map(|it| it.name);
    PostedMessage {
        id: message.id,
        name: name.unwrap_or_else(|| from.as_ref().map(|it| it.id.clone()).unwrap_or_default()),
        from,
        text: message.content.clone(),
        time: message.time,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use capability::Principal;
    use star::ClientType;

    use super::*;
    use crate::agents::principal;
    use crate::models::built_in_language_model;

    #[tokio::test]
    async fn what_is_posted_twice_under_one_id_is_stored_and_told_once() {
        let studio = Studio::in_memory(built_in_language_model()).unwrap();
        let mut events = studio.events();
        let writer: Principal = studio.owner();
        let guest = principal(&ClientType::HUMAN, "ann");
        let first = studio.post_message(&guest, "1", "Who is Thomas?").await;
        let again = studio.post_message(&guest, "1", "Who is Thomas?").await;
        assert_eq!(first, again);
        studio
            .post_message(&writer, "1", "A keeper.")
            .await
            .unwrap();
        let told: Vec<_> = [events.recv().await, events.recv().await]
            .map(|it| Arc::unwrap_or_clone(it.unwrap()).kind)
            .into();
        let stored = studio.posted_messages(10).unwrap();
        let expected: Vec<_> = stored
            .iter()
            .cloned()
            .map(|message| EventKind::MessagePosted(MessagePosted { message }))
            .collect();
        assert_eq!(told, expected);
        let [from_guest, from_writer] = &stored[..] else {
            panic!("{stored:?}");
        };
        assert_eq!(
            from_guest.from,
            Some(Address::new(ClientType::HUMAN, "ann"))
        );
        assert_eq!(
            (&*from_guest.name, &*from_writer.text),
            ("ann", "A keeper.")
        );
        assert_eq!(from_writer.from, None);
        assert_eq!(from_writer.name, writer.name);
        let refused = studio.post_message(&writer, "2", "  ").await.unwrap_err();
        assert!(refused.report().message.contains("1 to"), "{refused:?}");
        assert!(studio.store().threads().unwrap().is_empty());
    }
}
