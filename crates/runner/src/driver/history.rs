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
    /// The estimated size of the rows.
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
            tokens: 0,
            is_whole: false,
        }
    }

    /// Reads the newest rows, as many as needed for `enough` tokens, always including the whole
    /// current turn. The cost does not depend on the length of the thread.
    pub(crate) fn read(&mut self, store: &Store, enough: u64) -> Result<(), StoreError> {
        self.read_newer(store)?;
        while !self.is_whole && !self.is_enough(enough) {
            self.read_older(store)?;
        }
        Ok(())
    }

    /// The rows that were read. A turn that may lack its beginning is left out entirely.
    pub(crate) fn rows(&self) -> &[ChatMessage] {
        let Some(first) = self.rows.first().filter(|_| !self.is_whole) else {
            return &self.rows;
        };
        let next = self.rows.iter().position(|it| it.turn != first.turn);
        &self.rows[next.unwrap_or(self.rows.len())..]
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
        let Some(first) = self.rows.first() else {
            return false;
        };
        first.turn != self.turn && (self.tokens >= enough || self.rows.len() >= HISTORY_ROWS)
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

    fn read_older(&mut self, store: &Store) -> Result<(), StoreError> {
        let first = self.rows.first().map(|it| it.id);
        let page = store.messages(self.thread, first, PAGE)?;
        self.is_whole = page.len() < PAGE;
        self.tokens += tokens(&page);
        self.rows.splice(0..0, page);
        Ok(())
    }
}

fn tokens(rows: &[ChatMessage]) -> u64 {
    rows.iter().map(estimate_message).sum()
}
