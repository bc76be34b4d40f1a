//! The story's group chat: one thread in which its people and agents write to one another. The
//! assistant takes no part in it, so it is not among [`Store::threads`]: what others write there
//! must never reach a model as the words of the person who runs the program.

use model::{PrincipalId, ThreadId};
use rusqlite::params;
use serde_json::json;

use crate::threads::{GROUP_CHAT, STORY, Thread, group_chat, insert_thread};
use crate::{Store, StoreError};

impl Store {
    /// The thread of the group chat; `None` before its first message.
    pub fn group_chat(&self) -> Result<Option<ThreadId>, StoreError> {
        self.inner.file.readers.read(group_chat)
    }

    /// The thread of the group chat, which begins with this title if there is none.
    pub async fn begin_group_chat(&self, title: &str) -> Result<ThreadId, StoreError> {
        let world = &self.inner.file.world;
        let thread = Thread {
            id: ThreadId(world.new_id()),
            title: title.to_owned(),
            node: None,
            time: world.now(),
            owner: PrincipalId::local(),
        };
        self.write_auxiliary(move |conn| {
            if let Some(known) = group_chat(conn)? {
                return Ok(known);
            }
            insert_thread(conn, &thread)?;
            conn.prepare_cached(
                "INSERT OR REPLACE INTO kept (thread, name, value) VALUES (?1, ?2, ?3)",
            )?
            .execute(params![STORY, GROUP_CHAT, json!(thread.id).to_string()])?;
            Ok(thread.id)
        })
        .await
    }
}
