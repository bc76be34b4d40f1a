//! The draft that an agent's writes go to until the writer has decided on it: one for each agent,
//! opened by its first write, found again after the program was started anew.

use host::Studio;
use model::{DraftId, TurnId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use star::Address;
use store::{CommitMetadata, DraftState, Receipt, StoreError};

use crate::authority;

/// What is kept of an agent's draft, beside the story.
#[derive(Serialize, Deserialize)]
struct SavedDraft {
    draft: DraftId,
    turn: TurnId,
}

fn name(sender: &Address) -> String {
    format!("agent_draft/{}/{}", sender.kind, sender.id)
}

/// The open draft of a sender, if it has one; reads of the sender see it.
pub(crate) fn find(
    studio: &Studio,
    sender: &Address,
) -> Result<Option<(DraftId, TurnId)>, StoreError> {
    let store = studio.store();
    let Some(kept) = store.get_value(None, &name(sender))? else {
        return Ok(None);
    };
    let Ok(SavedDraft { draft, turn }) = serde_json::from_value(kept) else {
        return Ok(None);
    };
    let found = store.view(None).draft(draft)?;
    let is_open = found.is_some_and(|it| it.state == DraftState::Open);
    Ok(is_open.then_some((draft, turn)))
}

/// Opens a draft for a sender.
pub(crate) async fn open(
    studio: &Studio,
    sender: &Address,
) -> Result<(DraftId, TurnId), StoreError> {
    let turn = TurnId(studio.world().new_id());
    let title = sender.id.clone();
    let note = note(sender, turn, "open a draft");
    let opened: Receipt<DraftId> = studio
        .store()
        .edit(note, move |edit| edit.open_draft(Some(turn), &title))
        .await?;
    let draft = opened.value;
    let kept = json!(SavedDraft { draft, turn });
    studio
        .store()
        .put_value(None, &name(sender), Some(kept))
        .await?;
    Ok((draft, turn))
}

/// Drops a draft that was opened for a call which then wrote nothing.
pub(crate) async fn drop_empty(
    studio: &Studio,
    sender: &Address,
    (draft, turn): (DraftId, TurnId),
) -> Result<(), StoreError> {
    let found = studio.store().view(None).draft(draft)?;
    if found.is_none_or(|it| it.state != DraftState::Open || !it.pieces.is_empty()) {
        return Ok(());
    }
    let note = note(sender, turn, "drop an empty draft");
    let dropped: Result<Receipt<usize>, StoreError> = studio
        .store()
        .edit(note, move |edit| edit.discard_draft(draft, None))
        .await;
    dropped.map(|_| ())
}

fn note(sender: &Address, turn: TurnId, reason: &str) -> CommitMetadata {
    CommitMetadata {
        author: authority::author(sender),
        origin: None,
        turn: Some(turn),
        call: None,
        reason: reason.to_owned(),
        draft: None,
    }
}
