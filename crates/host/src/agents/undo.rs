//! Undoes everything that one agent did, as one change: what it wrote into the story, and what a
//! person adopted from its drafts.

use std::collections::BTreeSet;

use capability::Code;
use model::{Author, Change, TurnId};
use star::ClientType;
use store::{CommitMetadata, Receipt, StoreError, UndoTarget};

use crate::{Failure, Studio};

/// How many changes are read at once.
const PAGE: usize = 1000;

impl Studio {
    /// Undoes everything that a client of a hub did and that is not undone yet, in one change by
    /// the person of this story, which one redo restores. Returns the reasons of the undone
    /// changes, newest first. `interface` is the interface that the person used: "cli", "window".
    ///
    /// # Errors
    /// `Conflict` if somebody has built on it since: then nothing is undone. `NotFound` if there is
    /// nothing to undo.
    pub async fn undo_agent(
        &self,
        (kind, agent): (&ClientType, &str),
        interface: &str,
    ) -> Result<Vec<String>, Failure> {
        let numbers = self.changes_of_agent(kind, agent)?;
        let note = CommitMetadata {
            author: self.owner().author(),
            origin: Some(interface.to_owned()),
            turn: None,
            call: None,
            reason: format!("undo what {agent} did"),
            draft: None,
        };
        let undone: Result<Receipt<Vec<String>>, StoreError> = self
            .store()
            .edit(note, move |edit| edit.undo(&UndoTarget::Changes(numbers)))
            .await;
        match undone {
            Ok(undone) => Ok(undone.value.into_iter().rev().collect()),
            Err(StoreError::NoUndoStep { .. }) => {
                let message = format!("there is nothing of {agent} to undo");
                Err(Failure::new(Code::NotFound, message)
                    .hint("story_history lists changes with their authors"))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The numbers of an agent's changes, and of those that adopted its drafts, newest first.
    fn changes_of_agent(&self, kind: &ClientType, agent: &str) -> Result<Vec<u64>, StoreError> {
        let principal = super::principal(kind, agent);
        let unnamed = Author {
            principal: None,
            ..principal.author()
        };
        let mut turns: BTreeSet<TurnId> = BTreeSet::new();
        let (mut numbers, mut last) = (Vec::new(), 0);
        loop {
            let changes = self.store().changes_since(last, PAGE)?;
            let Some(newest) = changes.last() else { break };
            last = newest.number;
            for change in &changes {
                let is_theirs = |it: &Change| match &it.author.principal {
                    Some(id) => *id == principal.id,
                    // Written by an earlier version, which stored only names.
                    None => it.author == unnamed,
                };
                if is_theirs(change) {
                    turns.extend(change.turn);
                }
                let is_of_turn = change.turn.is_some_and(|it| turns.contains(&it));
                if change.draft.is_none() && (is_theirs(change) || is_of_turn) {
                    numbers.push(change.number);
                }
            }
        }
        numbers.reverse();
        Ok(numbers)
    }
}
