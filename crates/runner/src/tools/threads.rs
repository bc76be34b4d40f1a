//! The assistant's tools on conversations: start, list, read, rename and delete one. Enter through
//! [`tools`].
//! Not here: what is said in them, which is a turn's, and how they are stored.

use std::sync::Arc;

use capability::{Caller, Impact, Tool, ToolError};
use model::conversation::ChatMessage;
use model::{IdReference, MessageId, NodeId, PrincipalId, ThreadId, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use store::{Store, StoreError};
use tokio::sync::Mutex;

use super::not_yours;
use crate::error::{AssistantError, parsed};
use crate::{Runner, SendError};

/// The key under which the story stores which conversation another program's id refers to. Ids of
/// the person who runs this program are stored under this key, those of others with their own id
/// appended.
const CLIENT_IDS: &str = "agui_threads";
/// The longest id of another program, in bytes.
const MAX_ID_BYTES: usize = 200;

/// The tools, in the order help lists them.
pub(crate) fn tools(runner: &Runner) -> Vec<Tool> {
    let [on_create, on_history, on_list, on_rename, on_delete] =
        std::array::from_fn(|_| runner.clone());
    // Conversations are named one at a time: the names of one person are in one list.
    let creation = Arc::new(Mutex::new(()));
    vec![
        Tool::with_caller(
            "history",
            "thread_history",
            Impact::Read,
            move |_, caller, input| history(on_history.clone(), caller, input),
        )
        .hidden_from_models(),
        Tool::new("threads", "list_threads", Impact::Read, move |_, input| {
            list(on_list.clone(), input)
        })
        .hidden_from_models(),
        Tool::with_caller(
            "create_thread",
            "create_thread",
            Impact::Write,
            move |_, caller, input| create(on_create.clone(), Arc::clone(&creation), caller, input),
        )
        .hidden_from_models(),
        Tool::with_caller(
            "rename_thread",
            "rename_thread",
            Impact::Write,
            move |_, caller, input| rename(on_rename.clone(), caller, input),
        )
        .hidden_from_models(),
        Tool::with_caller(
            "delete_thread",
            "delete_thread",
            Impact::Write,
            move |_, caller, input| delete(on_delete.clone(), caller, input),
        )
        .hidden_from_models(),
    ]
}

/// Create an empty conversation.
#[derive(Deserialize, JsonSchema)]
struct Create {
    /// What it is about.
    title: String,
    /// The node it is about, by its full id.
    #[serde(default)]
    node: Option<String>,
    /// An id of your own program for it. If a conversation has this id already, that one is
    /// returned.
    #[serde(default)]
    client_id: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Created {
    /// The id of the conversation.
    thread: ThreadId,
    /// Whether it was begun now.
    is_new: bool,
}

async fn create(
    runner: Runner,
    creation: Arc<Mutex<()>>,
    caller: Caller,
    input: Create,
) -> Result<Created, ToolError> {
    let store = runner.store()?;
    let node = input.node.as_deref().map(|it| parsed("/node", it));
    let node: Option<NodeId> = node.transpose()?;
    let owner = caller.principal.id;
    let Some(client_id) = input.client_id else {
        let thread = store.create_thread(&input.title, node, owner).await?.id;
        return Ok(Created {
            thread,
            is_new: true,
        });
    };
    let is_name = !client_id.is_empty()
        && client_id.len() <= MAX_ID_BYTES
        && !client_id.contains(char::is_control);
    if !is_name {
        let message = format!("an id of a conversation is a text of 1 to {MAX_ID_BYTES} bytes");
        return Err(ToolError::invalid("/client_id", message));
    }
    let _one = creation.lock().await;
    if let Some(thread) = by_id(&store, &owner, &client_id)? {
        return Ok(Created {
            thread,
            is_new: false,
        });
    }
    let thread = store
        .create_thread(&input.title, node, owner.clone())
        .await?
        .id;
    let mut ids = client_ids(&store, &owner)?;
    ids.insert(client_id, json!(thread));
    let kept = Some(Value::Object(ids));
    store.put_value(None, &ids_key(&owner), kept).await?;
    Ok(Created {
        thread,
        is_new: true,
    })
}

/// Read a conversation with the assistant, oldest message first.
#[derive(Deserialize, JsonSchema)]
struct History {
    /// The conversation, by its id or the first or last characters of it, or by the id that
    /// create_thread was given for it. Defaults to the newest.
    #[serde(default)]
    thread: Option<String>,
    /// How many of its newest messages to read at most. Defaults to 100.
    #[serde(default)]
    limit: Option<u32>,
    /// Read the messages before this one, by its full id. Defaults to the newest.
    #[serde(default)]
    before: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct ThreadMessages {
    thread: Option<ThreadId>,
    /// `content` is always text: for a tool the JSON text of its result (AT-10, AT-11).
    messages: Vec<ChatMessage>,
}

async fn history(
    runner: Runner,
    caller: Caller,
    input: History,
) -> Result<ThreadMessages, ToolError> {
    let store = runner.store()?;
    let thread = match &input.thread {
        Some(reference) => Some(match by_id(&store, &caller.principal.id, reference)? {
            Some(thread) => thread,
            None => thread_of(&runner, reference)?,
        }),
        None => store.threads()?.into_iter().map(|it| it.id).max(),
    };
    let before = input.before.as_deref().map(|it| parsed("/before", it));
    let before: Option<MessageId> = before.transpose()?;
    let limit = input.limit.unwrap_or(100).clamp(1, 1000) as usize;
    let messages = match thread {
        Some(id) => store.messages(id, before, limit)?,
        None => Vec::new(),
    };
    Ok(ThreadMessages { thread, messages })
}

/// List the conversations with the assistant, newest first.
#[derive(Deserialize, JsonSchema)]
struct List {
    /// Only conversations with all these words, in the title or in what was said.
    #[serde(default)]
    words: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct ThreadSummary {
    thread: ThreadId,
    title: String,
    node: Option<NodeId>,
    time: Timestamp,
    /// The id of the person or program whose it is; `local` is the one who runs the program.
    owner: PrincipalId,
}

#[derive(Serialize, JsonSchema)]
struct ThreadList {
    threads: Vec<ThreadSummary>,
}

async fn list(runner: Runner, input: List) -> Result<ThreadList, ToolError> {
    let store = runner.store()?;
    let words = input.words.unwrap_or_default();
    let mut threads: Vec<_> = store
        .threads_with(&words)?
        .into_iter()
        .map(|it| ThreadSummary {
            thread: it.id,
            title: it.title,
            node: it.node,
            time: it.time,
            owner: it.owner,
        })
        .collect();
    threads.sort_by_key(|it| std::cmp::Reverse(it.thread));
    Ok(ThreadList { threads })
}

/// Give a conversation another title.
#[derive(Deserialize, JsonSchema)]
struct Rename {
    /// The conversation, by its id or the first or last characters of it.
    thread: String,
    /// The new title.
    #[schemars(length(min = 1, max = store::MAX_TITLE))]
    title: String,
}

#[derive(Serialize, JsonSchema)]
struct Renamed {
    thread: ThreadId,
    title: String,
}

async fn rename(runner: Runner, caller: Caller, input: Rename) -> Result<Renamed, ToolError> {
    let store = runner.store()?;
    let thread = own_thread(&runner, &store, &caller, &input.thread)?;
    let title = store.rename_thread(thread, &input.title).await?;
    Ok(Renamed { thread, title })
}

/// Delete a conversation and all that was said in it, for good. What it changed in the story stays,
/// and can still be undone.
#[derive(Deserialize, JsonSchema)]
struct Delete {
    /// The conversation, by its id or the first or last characters of it.
    thread: String,
}

#[derive(Serialize, JsonSchema)]
struct Deleted {
    thread: ThreadId,
    /// How many conversations are left.
    count: usize,
}

async fn delete(runner: Runner, caller: Caller, input: Delete) -> Result<Deleted, ToolError> {
    let store = runner.store()?;
    let thread = own_thread(&runner, &store, &caller, &input.thread)?;
    if let Some(running) = store.open_turns()?.iter().find(|it| it.thread == thread) {
        let busy = SendError::Busy {
            thread,
            turn: running.id,
            elsewhere: false,
        };
        return Err(busy.into());
    }
    store.delete_thread(thread).await?;
    let count = store.threads()?.len();
    Ok(Deleted { thread, count })
}

/// The conversation of a reference, if the caller may direct it.
fn own_thread(
    runner: &Runner,
    store: &Store,
    caller: &Caller,
    reference: &str,
) -> Result<ThreadId, ToolError> {
    let thread = thread_of(runner, reference)?;
    let owner = store.thread(thread)?.map(|it| it.owner);
    match owner {
        Some(owner) if !caller.principal.may_direct(&owner) => Err(not_yours(&owner)),
        _ => Ok(thread),
    }
}

impl Runner {
    /// The conversation that a reference names: its id, or the beginning or end of it.
    pub fn thread(&self, reference: &str) -> Result<ThreadId, ToolError> {
        thread_of(self, reference)
    }
}

/// The conversation that a reference names: its id, or the beginning or end of it, as interfaces
/// show it.
pub(crate) fn thread_of(runner: &Runner, reference: &str) -> Result<ThreadId, ToolError> {
    let wanted = IdReference::read(reference);
    let fits = |id: &ThreadId| wanted.as_ref().is_some_and(|it| it.fits(id.0));
    let threads = runner.store()?.threads()?;
    let found: Vec<_> = threads.into_iter().map(|it| it.id).filter(fits).collect();
    match found[..] {
        [thread] => Ok(thread),
        [] => Err(ToolError::not_found(AssistantError::ConversationNone {
            reference: reference.to_owned(),
        })
        .hint("list_threads tells the ids")),
        [..] => Err(ToolError::invalid(
            "/thread",
            AssistantError::ConversationsSeveral {
                reference: reference.to_owned(),
                count: found.len(),
            },
        )
        .hint("give more of the id")),
    }
}

/// The conversation with this id, or the one that a person's own id refers to.
fn by_id(store: &Store, owner: &PrincipalId, id: &str) -> Result<Option<ThreadId>, StoreError> {
    if let Ok(own) = id.parse::<ThreadId>()
        && store.thread(own)?.is_some()
    {
        return Ok(Some(own));
    }
    let ids = client_ids(store, owner)?;
    let made = ids.get(id).and_then(Value::as_str);
    let Some(thread) = made.and_then(|it| it.parse().ok()) else {
        return Ok(None);
    };
    // It may have been deleted since.
    Ok(store.thread(thread)?.map(|it| it.id))
}

fn client_ids(store: &Store, owner: &PrincipalId) -> Result<Map<String, Value>, StoreError> {
    let kept = store.get_value(None, &ids_key(owner))?.unwrap_or_default();
    Ok(serde_json::from_value(kept).unwrap_or_default())
}

fn ids_key(owner: &PrincipalId) -> String {
    match *owner == PrincipalId::local() {
        true => CLIENT_IDS.to_owned(),
        false => format!("{CLIENT_IDS}/{owner}"),
    }
}
