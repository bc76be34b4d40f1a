//! Threads and messages: text content, structured metadata (AT-10). Also the saved state of each
//! turn.

use model::conversation::{ChatMessage, MessageMetadata, Role};
use model::{MessageId, NodeId, PrincipalId, ThreadHistory, ThreadId, Timestamp, TurnId};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::Value;

use crate::rules::limit;
use crate::{MAX_BODY, MissingItem, Store, StoreError, columns};

/// The name under which the id of the group chat's thread is stored with the story.
pub(crate) const GROUP_CHAT: &str = "environment_thread";
/// The place of values that belong to the story, not to a thread.
pub(crate) const STORY: i64 = 0;

/// A conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Thread {
    /// Its identity.
    pub id: ThreadId,
    /// What it is about.
    pub title: String,
    /// The node it was started on.
    pub node: Option<NodeId>,
    /// When it was started.
    pub time: Timestamp,
    /// Whose it is.
    pub owner: PrincipalId,
}

/// A message to be stored; id and time come from the store's `World`.
#[derive(Debug, Clone, PartialEq)]
pub struct NewMessage {
    /// The turn it belongs to.
    pub turn: TurnId,
    /// The role of its sender.
    pub role: Role,
    /// The text.
    pub content: String,
    /// Its structured metadata.
    pub metadata: MessageMetadata,
}

/// Turns between two messages of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnsBetween {
    /// How many, as far as they were counted.
    pub turns: usize,
    /// Whether all of them were counted.
    pub is_all: bool,
    /// When the first of their messages was written.
    pub first: Timestamp,
    /// When the last of their messages was written.
    pub last: Timestamp,
}

/// The saved state of a turn, so that it can be closed properly after a crash.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedTurn {
    /// Its identity.
    pub id: TurnId,
    /// Its thread.
    pub thread: ThreadId,
    /// Whether it has ended.
    pub ended: bool,
    /// The runner's state as JSON.
    pub state: Value,
}

impl Store {
    /// Starts a conversation of `owner`.
    pub async fn create_thread(
        &self,
        title: &str,
        node: Option<NodeId>,
        owner: PrincipalId,
    ) -> Result<Thread, StoreError> {
        let world = &self.inner.file.world;
        let thread = Thread {
            id: ThreadId(world.new_id()),
            title: title.trim().to_owned(),
            node,
            time: world.now(),
            owner,
        };
        self.write_auxiliary(move |conn| {
            insert_thread(conn, &thread)?;
            Ok(thread)
        })
        .await
    }

    /// All conversations with the assistant, newest first.
    pub fn threads(&self) -> Result<Vec<Thread>, StoreError> {
        self.inner.file.readers.read_in_transaction(|conn| {
            let chat = group_chat(conn)?;
            let mut statement = conn.prepare_cached(
                "SELECT id, title, node, time, owner FROM thread ORDER BY number DESC",
            )?;
            let rows = statement.query_map([], read_thread)?;
            let mut threads: Vec<Thread> = rows.collect::<Result<_, _>>()?;
            threads.retain(|it| Some(it.id) != chat);
            Ok(threads)
        })
    }

    /// One conversation with the assistant.
    pub fn thread(&self, id: ThreadId) -> Result<Option<Thread>, StoreError> {
        self.inner.file.readers.read_in_transaction(|conn| {
            if group_chat(conn)? == Some(id) {
                return Ok(None);
            }
            let mut statement = conn
                .prepare_cached("SELECT id, title, node, time, owner FROM thread WHERE id = ?1")?;
            Ok(statement
                .query_row([id.0.into_bytes()], read_thread)
                .optional()?)
        })
    }

    /// Appends messages in one transaction; durable when it returns.
    pub async fn append_messages(
        &self,
        thread: ThreadId,
        messages: Vec<NewMessage>,
    ) -> Result<Vec<ChatMessage>, StoreError> {
        let world = self.inner.file.world.clone();
        self.write_auxiliary(move |conn| {
            let number = thread_number(conn, thread)?;
            let mut kept = Vec::with_capacity(messages.len());
            for NewMessage {
                turn,
                role,
                content,
                metadata,
            } in messages
            {
                let id = MessageId(world.new_id());
                let message = ChatMessage {
                    id,
                    turn,
                    role,
                    content,
                    metadata,
                    time: world.now(),
                };
                insert_message(conn, number, &message)?;
                kept.push(message);
            }
            Ok(kept)
        })
        .await
    }

    /// The last `limit` messages before one (`None`: the newest), oldest first.
    pub fn messages(
        &self,
        thread: ThreadId,
        before: Option<MessageId>,
        limit: usize,
    ) -> Result<Vec<ChatMessage>, StoreError> {
        self.inner.file.readers.read_in_transaction(|conn| {
            let number = thread_number(conn, thread)?;
            let before = match before {
                Some(id) => message_number(conn, id)?,
                None => i64::MAX,
            };
            let mut statement = conn.prepare_cached(
                "SELECT id, turn, role, content, metadata, time FROM message \
                 WHERE thread = ?1 AND number < ?2 ORDER BY number DESC LIMIT ?3",
            )?;
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let rows = statement.query_map((number, before, limit), read_message)?;
            let mut messages: Vec<ChatMessage> = rows.collect::<Result<_, _>>()?;
            messages.reverse();
            Ok(messages)
        })
    }

    /// The first `limit` messages after one (`None`: the oldest), oldest first.
    pub fn messages_after(
        &self,
        thread: ThreadId,
        after: Option<MessageId>,
        limit: usize,
    ) -> Result<Vec<ChatMessage>, StoreError> {
        self.inner.file.readers.read_in_transaction(|conn| {
            let number = thread_number(conn, thread)?;
            let after = match after {
                Some(id) => message_number(conn, id)?,
                None => i64::MIN,
            };
            let mut statement = conn.prepare_cached(
                "SELECT id, turn, role, content, metadata, time FROM message \
                 WHERE thread = ?1 AND number > ?2 ORDER BY number LIMIT ?3",
            )?;
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let rows = statement.query_map((number, after, limit), read_message)?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// The messages from one to another, including both, oldest first.
    pub fn messages_between(
        &self,
        thread: ThreadId,
        first: MessageId,
        last: MessageId,
    ) -> Result<Vec<ChatMessage>, StoreError> {
        self.inner.file.readers.read_in_transaction(|conn| {
            let mut statement = conn.prepare_cached(
                "SELECT id, turn, role, content, metadata, time FROM message \
                 WHERE thread = ?1 AND number BETWEEN ?2 AND ?3 ORDER BY number",
            )?;
            let bounds = (
                thread_number(conn, thread)?,
                message_number(conn, first)?,
                message_number(conn, last)?,
            );
            let rows = statement.query_map(bounds, read_message)?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// The turns that have messages between two messages of a thread, excluding both (`after`
    /// `None`: from the beginning); `None` if there are none. The cost does not depend on the
    /// thread's length: at most `most` messages are read.
    pub fn turns_between(
        &self,
        thread: ThreadId,
        after: Option<MessageId>,
        before: MessageId,
        most: usize,
    ) -> Result<Option<TurnsBetween>, StoreError> {
        self.inner.file.readers.read_in_transaction(|conn| {
            let number = thread_number(conn, thread)?;
            let after = match after {
                Some(id) => message_number(conn, id)?,
                None => i64::MIN,
            };
            let before = message_number(conn, before)?;
            let bounds = (number, after, before);
            // The time column comes after the large text columns of a row, so only two rows are
            // read that far.
            let time = |order: &str| {
                let sql = format!(
                    "SELECT time FROM message \
                     WHERE thread = ?1 AND number > ?2 AND number < ?3 ORDER BY number {order} LIMIT 1"
                );
                let mut statement = conn.prepare_cached(&sql)?;
                statement
                    .query_row(bounds, |row| columns::time(row, 0))
                    .optional()
            };
            let Some((first, last)) = time("ASC")?.zip(time("DESC")?) else {
                return Ok(None);
            };
            let mut statement = conn.prepare_cached(
                "SELECT turn FROM message \
                 WHERE thread = ?1 AND number > ?2 AND number < ?3 ORDER BY number DESC LIMIT ?4",
            )?;
            let limit = i64::try_from(most).unwrap_or(i64::MAX);
            let rows = statement.query_map((number, after, before, limit), |row| {
                Ok(TurnId(columns::id(row, 0)?))
            })?;
            let rows: Vec<TurnId> = rows.collect::<Result<_, _>>()?;
            Ok(Some(TurnsBetween {
                turns: rows.chunk_by(|one, other| one == other).count(),
                is_all: rows.len() < most,
                first,
                last,
            }))
        })
    }

    /// Saves a turn's state, replacing the earlier one.
    pub async fn save_turn(&self, row: SavedTurn) -> Result<(), StoreError> {
        self.write_auxiliary(move |conn| {
            let thread = thread_number(conn, row.thread)?;
            let state = row.state.to_string();
            limit("the state of a turn", state.len(), MAX_BODY)?;
            conn.prepare_cached(
                "INSERT INTO turn (id, thread, ended, state) VALUES (?1, ?2, ?3, ?4) \
                 ON CONFLICT (id) DO UPDATE SET thread = excluded.thread, \
                 ended = excluded.ended, state = excluded.state",
            )?
            .execute(params![row.id.0.into_bytes(), thread, row.ended, state])?;
            Ok(())
        })
        .await
    }

    /// Turns that have not ended, oldest first; after a crash they need to be closed.
    pub fn open_turns(&self) -> Result<Vec<SavedTurn>, StoreError> {
        self.inner.file.readers.read(|conn| {
            let mut statement = conn.prepare_cached(
                "SELECT t.id, h.id, t.ended, t.state FROM turn t \
                 JOIN thread h ON h.number = t.thread WHERE t.ended = 0 ORDER BY t.number",
            )?;
            let rows = statement.query_map([], |row| {
                Ok(SavedTurn {
                    id: TurnId(columns::id(row, 0)?),
                    thread: ThreadId(columns::id(row, 1)?),
                    ended: row.get(2)?,
                    state: json(row, 3)?,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }
}

/// The thread of the group chat, if it is there.
pub(crate) fn group_chat(conn: &Connection) -> Result<Option<ThreadId>, StoreError> {
    let mut statement =
        conn.prepare_cached("SELECT value FROM kept WHERE thread = ?1 AND name = ?2")?;
    let value: Option<String> = statement
        .query_row(params![STORY, GROUP_CHAT], |row| row.get(0))
        .optional()?;
    let thread: Option<ThreadId> = value.and_then(|it| serde_json::from_str(&it).ok());
    Ok(thread.filter(|it| thread_number(conn, *it).is_ok()))
}

pub(crate) fn thread_number(conn: &Connection, id: ThreadId) -> Result<i64, StoreError> {
    let mut statement = conn.prepare_cached("SELECT number FROM thread WHERE id = ?1")?;
    let found = statement
        .query_row([id.0.into_bytes()], |row| row.get(0))
        .optional()?;
    found.ok_or_else(|| StoreError::not_found(MissingItem::ThreadGone { thread: id.short() }))
}

fn message_number(conn: &Connection, id: MessageId) -> Result<i64, StoreError> {
    let mut statement = conn.prepare_cached("SELECT number FROM message WHERE id = ?1")?;
    let found = statement
        .query_row([id.0.into_bytes()], |row| row.get(0))
        .optional()?;
    found.ok_or_else(|| {
        StoreError::not_found(MissingItem::MessageGone {
            message: id.short(),
        })
    })
}

fn insert_message(conn: &Connection, thread: i64, message: &ChatMessage) -> Result<(), StoreError> {
    let metadata = serde_json::to_string(&message.metadata)
        .map_err(|error| StoreError::invalid("message", error.to_string()))?;
    limit(
        "the message",
        message.content.len() + metadata.len(),
        MAX_BODY,
    )?;
    conn.prepare_cached(
        "INSERT INTO message (id, thread, turn, role, content, metadata, time) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![
        message.id.0.into_bytes(),
        thread,
        message.turn.0.into_bytes(),
        message.role.as_str(),
        message.content,
        metadata,
        message.time.as_microsecond()
    ])?;
    Ok(())
}

/// All messages of a conversation, oldest first.
pub(crate) fn all_messages(conn: &Connection, thread: i64) -> Result<Vec<ChatMessage>, StoreError> {
    let mut statement = conn.prepare_cached(
        "SELECT id, turn, role, content, metadata, time FROM message \
         WHERE thread = ?1 ORDER BY number",
    )?;
    let rows = statement.query_map([thread], read_message)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Imports a conversation of another story file; messages that already exist are unchanged. Returns
/// how many messages were added.
pub(crate) fn import(conn: &Connection, thread: &ThreadHistory) -> Result<usize, StoreError> {
    let mut held = conn.prepare_cached("SELECT 1 FROM thread WHERE id = ?1")?;
    if !held.exists([thread.id.0.into_bytes()])? {
        let brought = Thread {
            id: thread.id,
            title: thread.title.clone(),
            node: thread.node,
            time: thread.time,
            // Whoever imports it; ids of another story's people mean nobody here.
            owner: PrincipalId::local(),
        };
        insert_thread(conn, &brought)?;
    }
    let number = thread_number(conn, thread.id)?;
    let mut count = 0;
    for message in &thread.messages {
        let mut held = conn.prepare_cached("SELECT 1 FROM message WHERE id = ?1")?;
        if !held.exists([message.id.0.into_bytes()])? {
            insert_message(conn, number, message)?;
            count += 1;
        }
    }
    Ok(count)
}

/// Adds a conversation that does not exist yet.
pub(crate) fn insert_thread(conn: &Connection, thread: &Thread) -> rusqlite::Result<usize> {
    conn.prepare_cached(
        "INSERT INTO thread (id, title, node, time, owner) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute(params![
        thread.id.0.into_bytes(),
        thread.title,
        thread.node.map(|it| it.0.into_bytes()),
        thread.time.as_microsecond(),
        thread.owner.as_str()
    ])
}

fn read_thread(row: &Row<'_>) -> rusqlite::Result<Thread> {
    Ok(Thread {
        id: ThreadId(columns::id(row, 0)?),
        title: row.get(1)?,
        node: columns::id_or_none(row, 2)?.map(NodeId),
        time: columns::time(row, 3)?,
        owner: row
            .get::<_, Option<String>>(4)?
            .map_or_else(PrincipalId::local, PrincipalId::new),
    })
}

fn read_message(row: &Row<'_>) -> rusqlite::Result<ChatMessage> {
    let roles = [Role::System, Role::User, Role::Assistant, Role::Tool];
    let role = row.get_ref(2)?.as_str()?;
    Ok(ChatMessage {
        id: MessageId(columns::id(row, 0)?),
        turn: TurnId(columns::id(row, 1)?),
        role: roles
            .into_iter()
            .find(|it| it.as_str() == role)
            .unwrap_or(Role::System),
        content: row.get(3)?,
        metadata: json(row, 4)?,
        time: columns::time(row, 5)?,
    })
}

fn json<T: serde::de::DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    serde_json::from_str(row.get_ref(column)?.as_str()?).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, error.into())
    })
}
