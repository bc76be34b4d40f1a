//! The whole history of a story, for copying it into another file: versions, drafts, snapshots
//! and conversations.

use std::collections::HashMap;

use model::{
    DraftHistory, DraftId, DraftPieceHistory, NodeId, Slot, SlotHistory, StateHistory,
    StoryHistory, StoryId, Subject, ThreadHistory, ThreadId, TurnId, VersionId, VersionRecord,
    part,
};
use rusqlite::{Connection, OptionalExtension};

use super::version_view::{StoredVersion, select_version};
use super::{DraftState, history};
use crate::{StoreError, columns, threads};

/// The whole history, of the story as adopted, ignoring drafts.
pub(super) fn full_history(conn: &Connection, story: StoryId) -> Result<StoryHistory, StoreError> {
    let (story, slots) = versions(conn, story)?;
    Ok(StoryHistory {
        story,
        slots,
        drafts: drafts(conn)?,
        states: states(conn)?,
        threads: conversations(conn)?,
    })
}

fn drafts(conn: &Connection) -> Result<Vec<DraftHistory>, StoreError> {
    let drafts = history::drafts(conn, false)?.into_iter().rev();
    let piece = |it: super::DraftPiece| DraftPieceHistory {
        slot: it.slot,
        base: it.base.map(|it| it.id),
        after: it.after.map(|it| it.id),
    };
    let draft = |it: super::Draft| {
        let mut pieces: Vec<_> = it.pieces.into_iter().map(piece).collect();
        pieces.sort_unstable_by(|a, b| a.slot.cmp(&b.slot));
        DraftHistory {
            id: it.id,
            turn: it.turn,
            title: it.title,
            is_open: it.state == DraftState::Open,
            time: it.time,
            pieces,
        }
    };
    Ok(drafts.map(draft).collect())
}

fn states(conn: &Connection) -> Result<Vec<StateHistory>, StoreError> {
    let mut adopted: HashMap<Slot, i64> = HashMap::new();
    let mut statement = conn.prepare("SELECT subject, capability, version FROM adopted")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        adopted.insert(columns::slot(row, 0)?, row.get(2)?);
    }
    let mut id_of = conn.prepare("SELECT id FROM version WHERE row = ?1")?;
    let mut states = Vec::new();
    for label in history::labels(conn)?.into_iter().rev() {
        let mut slots = Vec::new();
        for (slot, row) in history::state_of(conn, &label)? {
            if adopted.get(&slot).copied() == row {
                continue;
            }
            let version = row
                .map(|row| id_of.query_row([row], |row| columns::id(row, 0)).optional())
                .transpose()?
                .flatten();
            slots.push((slot, version.map(VersionId)));
        }
        slots.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        states.push(StateHistory {
            name: label.name,
            author: label.author,
            time: label.time,
            slots,
        });
    }
    Ok(states)
}

fn conversations(conn: &Connection) -> Result<Vec<ThreadHistory>, StoreError> {
    let mut statement =
        conn.prepare("SELECT number, id, title, node, time FROM thread ORDER BY number")?;
    let rows = statement.query_map([], |row| {
        let thread = ThreadHistory {
            id: ThreadId(columns::id(row, 1)?),
            title: row.get(2)?,
            node: columns::id_or_none(row, 3)?.map(NodeId),
            time: columns::time(row, 4)?,
            messages: Vec::new(),
        };
        Ok((row.get::<_, i64>(0)?, thread))
    })?;
    let mut all = Vec::new();
    for row in rows {
        let (number, mut thread) = row?;
        thread.messages = threads::all_messages(conn, number)?;
        all.push(thread);
    }
    Ok(all)
}

/// Every slot with all its versions, and the story they were written in.
fn versions(conn: &Connection, story: StoryId) -> Result<(StoryId, Vec<SlotHistory>), StoreError> {
    let origin = conn.query_row("SELECT origin FROM story", [], |row| {
        columns::id_or_none(row, 0)
    })?;
    let mut statement = conn.prepare_cached(select_version!(
        ", coalesce(p.author_kind, c.author_kind), coalesce(p.author, c.author), \
         CASE WHEN p.version IS NULL THEN c.turn ELSE p.turn END, \
         CASE WHEN p.version IS NULL THEN c.draft ELSE p.draft END, \
         coalesce(p.reason, c.reason), coalesce(p.time, c.time), \
         p.version IS NOT NULL, a.version IS v.row \
         FROM version v JOIN change c ON c.number = v.change \
         LEFT JOIN provenance p ON p.version = v.row \
         LEFT JOIN adopted a ON a.subject = v.subject AND a.capability = v.capability \
         ORDER BY v.subject, v.capability, v.number"
    ))?;
    let mut rows = statement.query([])?;
    let mut slots: Vec<SlotHistory> = Vec::new();
    while let Some(row) = rows.next()? {
        let held = StoredVersion::read(row)?;
        let compacted = held.compacted;
        let version = if compacted {
            held.version
        } else {
            held.checked()?
        };
        let is_brought: bool = row.get(15)?;
        let is_adopted: bool = row.get(16)?;
        if slots.last().is_none_or(|it| it.slot != version.slot) {
            slots.push(SlotHistory {
                slot: version.slot.clone(),
                versions: Vec::new(),
                adopted: None,
            });
        }
        let Some(slot) = slots.last_mut() else {
            continue;
        };
        // The title the file was created with is not part of a history imported from elsewhere.
        let is_story = slot.slot.subject == Subject::Story && &*slot.slot.capability == part::STORY;
        if is_story && is_brought && slot.versions.len() == 1 && version.number == 2 {
            slot.versions.clear();
            slot.adopted = None;
        }
        if is_adopted {
            slot.adopted = Some(slot.versions.len());
        }
        let data = (!compacted).then(|| version.data());
        slot.versions.push(VersionRecord {
            id: version.id,
            author: columns::author(row, 9)?,
            time: columns::time(row, 14)?,
            reason: row.get(13)?,
            turn: columns::id_or_none(row, 11)?.map(TurnId),
            draft: columns::id_or_none(row, 12)?.map(DraftId),
            base: version.base,
            hash: version.hash,
            data,
        });
    }
    Ok((origin.map_or(story, StoryId), slots))
}
