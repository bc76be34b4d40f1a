//! The newest messages of a thread, read once in a turn: each request of the turn, its account of
//! omitted turns and the work after it read only what they need beyond what was read before. Start
//! at [`ThreadHistory::read`].

use model::conversation::ChatMessage;
use model::{MessageId, ThreadId, TurnId};
use store::{Store, StoreError};

use crate::context::estimate_message;

/// How many rows are read at a time.
const PAGE: usize = 100;
/// A payload is built from at most this many rows, not counting the current turn.
const HISTORY_ROWS: usize = 500;

/// The rows of a thread that were read so far: contiguous, oldest first, up to the newest.
#[derive(Debug)]
pub(crate) struct ThreadHistory {
    thread: ThreadId,
    /// The current turn, which is always read whole.
    turn: TurnId,
    rows: Vec<ChatMessage>,
    /// How many rows at the beginning were read only for an account of what is not shown.
    beside: usize,
    /// The estimated size of the others.
    tokens: u64,
    /// Whether the first row is the thread's first.
    is_whole: bool,
}

impl ThreadHistory {
    /// The history for a turn; nothing is read yet.
    pub(crate) fn new(thread: ThreadId, turn: TurnId) -> Self {
        Self {
            thread,
            turn,
            rows: Vec::new(),
            beside: 0,
            tokens: 0,
            is_whole: false,
        }
    }

    /// Reads the newest rows, as many as needed for `enough` tokens, always including the whole
    /// current turn. The cost does not depend on the length of the thread.
    pub(crate) fn read(&mut self, store: &Store, enough: u64) -> Result<(), StoreError> {
        self.read_newer(store)?;
        while !self.is_enough(enough) && (self.beside > 0 || !self.is_whole) {
            if self.beside == 0 {
                self.read_older(store)?;
            }
            self.tokens += tokens(&self.rows[..self.beside]);
            self.beside = 0;
        }
        Ok(())
    }

    /// The rows that were read to be shown, the same in each request of a turn. A turn that may lack
    /// its beginning is left out entirely.
    pub(crate) fn rows(&self) -> &[ChatMessage] {
        let rows = &self.rows[self.beside..];
        let begins = self.is_whole && self.beside == 0;
        let Some(first) = rows.first().filter(|_| !begins) else {
            return rows;
        };
        let next = rows.iter().position(|it| it.turn != first.turn);
        &rows[next.unwrap_or(rows.len())..]
    }

    /// Up to `most` rows before a message that was read, oldest first.
    pub(crate) fn before(
        &mut self,
        store: &Store,
        message: MessageId,
        most: usize,
    ) -> Result<&[ChatMessage], StoreError> {
        loop {
            let at = self.rows.iter().position(|it| it.id == message);
            let end = at.unwrap_or(0);
            if self.is_whole || at.is_none() || end >= most {
                return Ok(&self.rows[end.saturating_sub(most)..end]);
            }
            self.read_older(store)?;
        }
    }

    fn is_enough(&self, enough: u64) -> bool {
        let rows = &self.rows[self.beside..];
        let is_much = self.tokens >= enough || rows.len() >= HISTORY_ROWS;
        rows.first().is_some_and(|it| it.turn != self.turn) && is_much
    }

    fn read_newer(&mut self, store: &Store) -> Result<(), StoreError> {
        while let Some(last) = self.rows.last() {
            let page = store.messages_after(self.thread, Some(last.id), PAGE)?;
            let is_last = page.len() < PAGE;
            self.tokens += tokens(&page);
            self.rows.extend(page);
            if is_last {
                break;
            }
        }
        Ok(())
    }

    /// Reads the page before the rows, beside those that are shown.
    fn read_older(&mut self, store: &Store) -> Result<(), StoreError> {
        let first = self.rows.first().map(|it| it.id);
        let page = store.messages(self.thread, first, PAGE)?;
        self.is_whole = page.len() < PAGE;
        self.beside += page.len();
        self.rows.splice(0..0, page);
        Ok(())
    }
}

fn tokens(rows: &[ChatMessage]) -> u64 {
    rows.iter().map(estimate_message).sum()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use model::conversation::{MessageMetadata, Role};
    use model::{FixedWorld, PrincipalId, World};
    use store::{NewMessage, OpenOptions};

    use super::*;

    #[tokio::test]
    async fn an_account_of_older_turns_does_not_change_what_is_shown() {
        let world = Arc::new(FixedWorld::default());
        let folder = tempfile::tempdir().unwrap();
        let options = OpenOptions {
            rules: Vec::new(),
            world: world.clone(),
            read_only: false,
        };
        let store = Store::create(&folder.path().join("a.story"), "A story", options).unwrap();
        let thread = store.create_thread("T", None, PrincipalId::local());
        let thread = thread.await.unwrap().id;
        let add = async |count: usize| {
            let turn = TurnId(world.new_id());
            let line = |at| NewMessage {
                turn,
                role: Role::User,
                content: format!("line {at}"),
                metadata: MessageMetadata::default(),
            };
            let lines = (0..count).map(line).collect();
            store.append_messages(thread, lines).await.unwrap();
            turn
        };
        // Three rows a turn, so that pages begin within turns.
        for _ in 0..300 {
            add(3).await;
        }
        let turn = add(1).await;
        let ids = |rows: &[ChatMessage]| rows.iter().map(|it| it.id).collect::<Vec<_>>();

        let mut history = ThreadHistory::new(thread, turn);
        history.read(&store, u64::MAX).unwrap();
        let shown = ids(history.rows());
        assert!(shown.len() <= HISTORY_ROWS);
        assert_eq!(shown.len() % 3, 1, "whole turns, and the current one");
        let before = ids(history.before(&store, shown[0], 250).unwrap());
        assert_eq!(before.len(), 250);
        history.read(&store, u64::MAX).unwrap();
        assert_eq!(ids(history.rows()), shown);

        let all = ids(&store.messages(thread, None, 1000).unwrap());
        assert_eq!(
            [before, shown.clone()].concat(),
            all[all.len() - 250 - shown.len()..]
        );
        let whole = history.before(&store, shown[0], usize::MAX).unwrap();
        assert_eq!(whole.len() + shown.len(), all.len());
        let line = NewMessage {
            turn,
            role: Role::Assistant,
            content: "a reply".to_owned(),
            metadata: MessageMetadata::default(),
        };
        store.append_messages(thread, vec![line]).await.unwrap();
        history.read(&store, 1).unwrap();
        assert_eq!(history.rows().len(), shown.len() + 1);
        assert_eq!(history.rows().last().unwrap().content, "a reply");
    }
}
