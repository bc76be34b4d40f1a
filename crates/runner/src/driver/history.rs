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
    /// How many rows at the beginning were read only to summarize turns that are not shown.
    not_shown: usize,
    /// The estimated tokens of the other rows.
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
            not_shown: 0,
            tokens: 0,
            is_whole: false,
        }
    }

    /// Reads the newest rows, as many as needed for `enough` tokens, always including the whole
    /// current turn. The cost does not depend on the length of the thread.
    pub(crate) fn read(&mut self, store: &Store, enough: u64) -> Result<(), StoreError> {
        self.read_newer(store)?;
        while !self.is_enough(enough) && (self.not_shown > 0 || !self.is_whole) {
            if self.not_shown == 0 {
                self.read_older(store)?;
            }
            self.tokens += tokens(&self.rows[..self.not_shown]);
            self.not_shown = 0;
        }
        Ok(())
    }

    /// The rows to show. Each request of a turn begins with the same row. A turn that may lack its
    /// beginning is left out entirely.
    pub(crate) fn rows(&self) -> &[ChatMessage] {
        let rows = &self.rows[self.not_shown..];
        let begins = self.is_whole && self.not_shown == 0;
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
        let rows = &self.rows[self.not_shown..];
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

    /// Reads the page before the rows; it counts as not shown.
    fn read_older(&mut self, store: &Store) -> Result<(), StoreError> {
        let first = self.rows.first().map(|it| it.id);
        let page = store.messages(self.thread, first, PAGE)?;
        self.is_whole = page.len() < PAGE;
        self.not_shown += page.len();
        self.rows.splice(0..0, page);
        Ok(())
    }
}

fn tokens(rows: &[ChatMessage]) -> u64 {
    rows.iter().map(estimate_message).sum()
}

#[cfg(test)]
mod tests {
    use model::conversation::Role;

    use super::*;
    use crate::test_thread::TestThread;

    #[tokio::test]
    async fn reading_rows_for_an_account_does_not_change_what_is_shown() {
        let thread = TestThread::create().await;
        let store = &thread.store;
        // Three rows a turn, so that pages begin within turns.
        for _ in 0..300 {
            thread.add(&[Role::User; 3]).await;
        }
        let turn = thread.add(&[Role::User]).await;
        let ids = |rows: &[ChatMessage]| rows.iter().map(|it| it.id).collect::<Vec<_>>();

        let mut history = ThreadHistory::new(thread.id, turn);
        history.read(store, u64::MAX).unwrap();
        let shown = ids(history.rows());
        assert!(shown.len() <= HISTORY_ROWS);
        assert_eq!(shown.len() % 3, 1, "whole turns, and the current one");
        let before = ids(history.before(store, shown[0], 250).unwrap());
        assert_eq!(before.len(), 250);
        history.read(store, u64::MAX).unwrap();
        assert_eq!(ids(history.rows()), shown);

        let all = ids(&store.messages(thread.id, None, 1000).unwrap());
        assert_eq!(
            [before, shown.clone()].concat(),
            all[all.len() - 250 - shown.len()..]
        );
        let whole = history.before(store, shown[0], usize::MAX).unwrap();
        assert_eq!(whole.len() + shown.len(), all.len());
        thread.add_to(turn, &[Role::Assistant]).await;
        history.read(store, 1).unwrap();
        assert_eq!(history.rows().len(), shown.len() + 1);
        assert_eq!(history.rows().last().unwrap().role, Role::Assistant);
    }
}
