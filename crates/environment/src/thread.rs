//! Messages between people and agents of the environment, in one thread that the story stores.

use host::{Failure, Studio};
use model::conversation::{ChatMessage, MessageMetadata, Role};
use model::{PrincipalId, ThreadId, TurnId};
use serde_json::json;
use star::Address;
use store::NewMessage;

use crate::authority;
use crate::tools::ThreadMessage;

/// Where the thread's id is kept, beside the story.
const THREAD_KEY: &str = "environment_thread";
/// What the thread is called in the list of conversations.
const TITLE: &str = "Agents and people";
/// How many of the newest messages are searched for one that was sent before.
const RECENT: usize = 200;
/// The most characters of a message.
const MAX_CHARS: usize = 20_000;

/// Adds a message; one that was added before under the same id is only given back. The second value
/// says whether it is new.
pub(crate) async fn post(
    studio: &Studio,
    sender: &Address,
    id: &str,
    text: &str,
) -> Result<(ThreadMessage, bool), Failure> {
    let count = text.chars().count();
    if text.trim().is_empty() || count > MAX_CHARS {
        let message = format!("a message has 1 to {MAX_CHARS} characters, this one has {count}");
        return Err(Failure::invalid(message).hint("give the words as `text`"));
    }
    let thread = thread(studio).await?;
    let id_in_thread = format!("star/{}/{}/{id}", sender.kind, sender.id);
    let earlier = studio.store().messages(thread, None, RECENT)?;
    let is_it = |it: &&ChatMessage| it.metadata.message_id.as_deref() == Some(&id_in_thread);
    if let Some(earlier) = earlier.iter().find(is_it) {
        return Ok((shown(earlier), false));
    }
    let author = authority::author(sender);
    let metadata = MessageMetadata {
        message_id: Some(id_in_thread),
        more: [
            ("author".to_owned(), json!(author)),
            ("from".to_owned(), json!(sender)),
        ]
        .into(),
        ..MessageMetadata::default()
    };
    let message = NewMessage {
        turn: TurnId(studio.world().new_id()),
        role: Role::User,
        content: text.to_owned(),
        metadata,
    };
    let kept = studio
        .store()
        .append_messages(thread, vec![message])
        .await?;
    let kept = kept.first().ok_or_else(Failure::panicked)?;
    Ok((shown(kept), true))
}

/// The newest messages, oldest first.
pub(crate) async fn newest(studio: &Studio, limit: usize) -> Result<Vec<ThreadMessage>, Failure> {
    let thread = thread(studio).await?;
    let messages = studio.store().messages(thread, None, limit)?;
    Ok(messages.iter().map(shown).collect())
}

fn shown(message: &ChatMessage) -> ThreadMessage {
    ThreadMessage {
        id: message.id,
        from: message.metadata.more.get("from").cloned(),
        text: message.content.clone(),
        time: message.time,
    }
}

async fn thread(studio: &Studio) -> Result<ThreadId, Failure> {
    let store = studio.store();
    let kept = store.get_value(None, THREAD_KEY)?;
    let kept: Option<ThreadId> = kept.and_then(|it| serde_json::from_value(it).ok());
    if let Some(kept) = kept
        && store.thread(kept)?.is_some()
    {
        return Ok(kept);
    }
    let begun = store
        .create_thread(TITLE, None, PrincipalId::local())
        .await?
        .id;
    store
        .put_value(None, THREAD_KEY, Some(json!(begun)))
        .await?;
    Ok(begun)
}
