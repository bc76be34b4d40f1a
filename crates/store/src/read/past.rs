//! The whole past of a story, as it travels to another file.

use model::{DraftId, Past, PastVersion, SlotPast, StoryId, Subject, TurnId, part};
use rusqlite::Connection;

use super::lens::{Held, select_version};
use crate::{StoreError, columns};

/// Every slot with all its versions, whatever drafts hold.
pub(super) fn past(conn: &Connection, story: StoryId) -> Result<Past, StoreError> {
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
    let mut slots: Vec<SlotPast> = Vec::new();
    while let Some(row) = rows.next()? {
        let held = Held::read(row)?;
        let compacted = held.compacted;
        let version = if compacted {
            held.version
        } else {
            held.checked()?
        };
        let is_brought: bool = row.get(15)?;
        let is_adopted: bool = row.get(16)?;
        if slots.last().is_none_or(|it| it.slot != version.slot) {
            slots.push(SlotPast {
                slot: version.slot.clone(),
                versions: Vec::new(),
                adopted: None,
            });
        }
        let Some(slot) = slots.last_mut() else {
            continue;
        };
        // The title that the file was made with is no part of a past that came from elsewhere.
        let is_story = slot.slot.subject == Subject::Story && &*slot.slot.capability == part::STORY;
        if is_story && is_brought && slot.versions.len() == 1 && version.number == 2 {
            slot.versions.clear();
            slot.adopted = None;
        }
        if is_adopted {
            slot.adopted = Some(slot.versions.len());
        }
        let data = (!compacted).then(|| version.data());
        slot.versions.push(PastVersion {
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
    Ok(Past {
        story: origin.map_or(story, StoryId),
        slots,
    })
}
