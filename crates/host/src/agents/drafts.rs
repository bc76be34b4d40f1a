//! The draft that holds a client's writes until the writer decides on it: one for each client,
//! opened by its first write, and found again after a restart. Enter through
//! [`Studio::call_for_client`].

use std::collections::HashMap;

use capability::{Caller, Impact, ToolAgentOutput};
use model::conversation::ToolCall;
use model::{DraftId, TurnId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use star::ClientType;
use store::{CommitMetadata, DraftState, Receipt, StoreError};

use super::Level;
use crate::{Failure, Studio};

/// A client by its type and name.
type Client<'a> = (&'a ClientType, &'a str);

/// How many running calls of each client write into its draft.
pub(crate) type WritingClients = tokio::sync::Mutex<HashMap<String, usize>>;

/// What is kept of a client's draft, beside the story.
#[derive(Serialize, Deserialize)]
struct SavedDraft {
    draft: DraftId,
    turn: TurnId,
}

impl Studio {
    /// Runs one tool call of a client in another program. At the level [`Level::Draft`], it reads
    /// and writes in its own draft, which its first write opens; `caller` says who it is and what
    /// it may do, but not the draft.
    ///
    /// # Errors
    /// The story file failed before or after the call; the result of the call itself is in the
    /// answer.
    pub async fn call_for_client(
        &self,
        client: (&ClientType, &str),
        level: Level,
        caller: Caller,
        call: ToolCall,
    ) -> Result<ToolAgentOutput, Failure> {
        // An unknown tool is `project_cli`, which may write, or no tool at all.
        let spec = self.registry().spec(&call.name);
        let writes = spec.is_none_or(|it| it.impact != Impact::Read);
        let draft = match level {
            Level::Draft if writes => Some(self.begin_writing(client).await?),
            Level::Draft => find(self, client)?,
            Level::Read | Level::Comment | Level::Write => None,
        };
        let caller = Caller {
            turn: draft.map(|it| it.1),
            draft: draft.map(|it| it.0),
            ..caller
        };
        let output = self.call(&caller, call).await;
        if let Some(draft) = draft.filter(|_| writes) {
            self.end_writing(client, draft).await?;
        }
        Ok(output)
    }

    /// The draft that a writing call goes to, opened if there is none.
    async fn begin_writing(&self, client: Client<'_>) -> Result<(DraftId, TurnId), StoreError> {
        // Two first writes must not open two drafts.
        let mut writing = self.writing_clients().lock().await;
        let draft = match find(self, client)? {
            Some(draft) => draft,
            None => open(self, client).await?,
        };
        *writing.entry(name(client)).or_default() += 1;
        Ok(draft)
    }

    /// Drops the draft if nothing was written and no other call is about to write into it.
    async fn end_writing(
        &self,
        client: Client<'_>,
        draft: (DraftId, TurnId),
    ) -> Result<(), StoreError> {
        let mut writing = self.writing_clients().lock().await;
        let name = name(client);
        let others = writing.get(&name).map_or(0, |it| it.saturating_sub(1));
        if others > 0 {
            writing.insert(name, others);
            return Ok(());
        }
        writing.remove(&name);
        drop_empty(self, client, draft).await
    }

    /// The open draft of a client, if it has one.
    ///
    /// # Errors
    /// The story file cannot be read.
    pub fn draft_of_client(&self, client: (&ClientType, &str)) -> Result<Option<DraftId>, Failure> {
        Ok(find(self, client)?.map(|it| it.0))
    }
}

fn name((kind, client): Client<'_>) -> String {
    format!("agent_draft/{kind}/{client}")
}

fn find(studio: &Studio, client: Client<'_>) -> Result<Option<(DraftId, TurnId)>, StoreError> {
    let store = studio.store();
    let Some(kept) = store.get_value(None, &name(client))? else {
        return Ok(None);
    };
    let Ok(SavedDraft { draft, turn }) = serde_json::from_value(kept) else {
        return Ok(None);
    };
    let found = store.view(None).draft(draft)?;
    let is_open = found.is_some_and(|it| it.state == DraftState::Open);
    Ok(is_open.then_some((draft, turn)))
}

async fn open(studio: &Studio, client: Client<'_>) -> Result<(DraftId, TurnId), StoreError> {
    let turn = TurnId(studio.world().new_id());
    let title = client.1.to_owned();
    let note = note(client, turn, "open a draft");
    let opened: Receipt<DraftId> = studio
        .store()
        .edit(note, move |edit| edit.open_draft(Some(turn), &title))
        .await?;
    let draft = opened.value;
    let kept = json!(SavedDraft { draft, turn });
    let name = name(client);
    studio.store().put_value(None, &name, Some(kept)).await?;
    Ok((draft, turn))
}

/// Drops a draft into which nothing was written.
async fn drop_empty(
    studio: &Studio,
    client: Client<'_>,
    (draft, turn): (DraftId, TurnId),
) -> Result<(), StoreError> {
    let found = studio.store().view(None).draft(draft)?;
    if found.is_none_or(|it| it.state != DraftState::Open || !it.pieces.is_empty()) {
        return Ok(());
    }
    let note = note(client, turn, "drop an empty draft");
    let dropped: Result<Receipt<usize>, StoreError> = studio
        .store()
        .edit(note, move |edit| edit.discard_draft(draft, None))
        .await;
    dropped.map(|_| ())
}

fn note((kind, client): Client<'_>, turn: TurnId, reason: &str) -> CommitMetadata {
    CommitMetadata {
        author: super::principal(kind, client).author(),
        origin: None,
        turn: Some(turn),
        call: None,
        reason: reason.to_owned(),
        draft: None,
    }
}
