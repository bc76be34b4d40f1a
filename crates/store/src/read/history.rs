//! History: changes, a slot's versions, undo steps, snapshots, drafts.

use std::collections::HashMap;

use model::{
    Author, Change, CommitId, DraftId, HistoryEntry, Move, PrincipalId, Slot, Subject, Timestamp,
    TurnId, Version, VersionId, VersionRef,
};
use rusqlite::{Connection, OptionalExtension, Params, Row};

use super::version_view::{StoredVersion, VersionView, select_version};
use super::{Draft, DraftPiece, DraftState, Label, SlotChanges, Step, TimedMove};
use crate::{StoreError, columns};

/// The schema since which the search index reads traditional signs as simplified ones. A file that is
/// older, and only read, is searched as though its index held nothing.
pub(crate) const SIMPLIFIED_INDEX_SCHEMA: u32 = 7;

/// The number of the newest change.
pub(crate) fn newest(conn: &Connection) -> Result<u64, StoreError> {
    let mut statement = conn.prepare_cached("SELECT coalesce(max(number), 0) FROM change")?;
    Ok(statement.query_row([], |row| columns::count(row, 0))?)
}

/// The number of the last change in the search index; -1 if the index is empty or of an older kind.
pub(crate) fn indexed(conn: &Connection) -> Result<i64, StoreError> {
    let mut statement = conn.prepare_cached(
        "SELECT iif(user_version < ?1, -1, indexed) FROM story, pragma_user_version",
    )?;
    Ok(statement.query_row([SIMPLIFIED_INDEX_SCHEMA], |row| row.get(0))?)
}

/// The rows adopted now in slots that moved after a change, in order.
pub(crate) fn adopted_since(conn: &Connection, since: i64) -> Result<Vec<i64>, StoreError> {
    let mut statement = conn.prepare_cached(
        "SELECT DISTINCT a.version FROM move m NOT INDEXED \
         JOIN adopted a ON a.subject = m.subject AND a.capability = m.capability \
         WHERE m.change > ?1 AND m.drafted = 0 ORDER BY a.version",
    )?;
    let rows = statement.query_map([since], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// When each subject was last moved in the story.
pub(super) fn last_changes(conn: &Connection) -> Result<HashMap<Subject, Timestamp>, StoreError> {
    let mut statement = conn.prepare_cached(
        "SELECT m.subject, max(c.time) FROM move m JOIN change c ON c.number = m.change \
         WHERE m.drafted = 0 GROUP BY m.subject",
    )?;
    let mut rows = statement.query([])?;
    let mut last = HashMap::new();
    while let Some(row) = rows.next()? {
        last.insert(columns::subject(row, 0)?, columns::time(row, 1)?);
    }
    Ok(last)
}

/// The changes that first and last gave each slot data, ignoring drafts.
pub(super) fn slot_changes(conn: &Connection) -> Result<HashMap<Slot, SlotChanges>, StoreError> {
    let mut statement = conn.prepare_cached(
        "SELECT m.subject, m.capability, min(m.change), v.change FROM move m \
         LEFT JOIN adopted a ON a.subject = m.subject AND a.capability = m.capability \
         LEFT JOIN version v ON v.row = a.version \
         WHERE m.drafted = 0 AND m.after IS NOT NULL GROUP BY m.subject, m.capability",
    )?;
    let mut rows = statement.query([])?;
    let mut changes = HashMap::new();
    while let Some(row) = rows.next()? {
        let written = row.get::<_, Option<i64>>(3)?;
        let found = SlotChanges {
            first: columns::count(row, 2)?,
            written: written.map(i64::cast_unsigned),
        };
        changes.insert(columns::slot(row, 0)?, found);
    }
    Ok(changes)
}

/// A limit as SQLite takes it.
fn at_most(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

macro_rules! select_change {
    ($rest:literal) => {
        concat!(
            "SELECT number, id, kind, author_kind, author, origin, turn, draft, reason, time, \
             principal FROM change WHERE number > 0 ",
            $rest
        )
    };
}

/// Changes after a number, oldest first.
pub(crate) fn changes_since(
    conn: &Connection,
    number: u64,
    limit: usize,
) -> Result<Vec<Change>, StoreError> {
    let key = (number.cast_signed(), at_most(limit));
    changes(
        conn,
        select_change!("AND number > ?1 ORDER BY number LIMIT ?2"),
        key,
    )
}

/// Changes before a number, newest first.
pub(super) fn changes_before(
    conn: &Connection,
    before: Option<u64>,
    limit: usize,
) -> Result<Vec<Change>, StoreError> {
    let before = before
        .and_then(|it| i64::try_from(it).ok())
        .unwrap_or(i64::MAX);
    let key = (before, at_most(limit));
    changes(
        conn,
        select_change!("AND number < ?1 ORDER BY number DESC LIMIT ?2"),
        key,
    )
}

fn changes(conn: &Connection, sql: &str, key: impl Params) -> Result<Vec<Change>, StoreError> {
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map(key, |row| {
        Ok(Change {
            number: columns::count(row, 0)?,
            commit: CommitId(columns::id(row, 1)?),
            kind: columns::commit_kind(row, 2)?,
            author: Author {
                principal: row.get::<_, Option<String>>(10)?.map(PrincipalId::new),
                ..columns::author(row, 3)?
            },
            origin: row.get(5)?,
            turn: columns::id_or_none(row, 6)?.map(TurnId),
            draft: columns::id_or_none(row, 7)?.map(DraftId),
            reason: row.get(8)?,
            time: columns::time(row, 9)?,
            moves: Vec::new(),
        })
    })?;
    let mut changes: Vec<Change> = rows.collect::<Result<_, _>>()?;
    let mut statement = conn.prepare_cached(
        "SELECT m.subject, m.capability, b.id, b.number, a.id, a.number FROM move m \
         LEFT JOIN version b ON b.row = m.before LEFT JOIN version a ON a.row = m.after \
         WHERE m.change = ?1 ORDER BY m.position",
    )?;
    for change in &mut changes {
        let rows = statement.query_map([change.number.cast_signed()], |row| {
            Ok(Move {
                slot: columns::slot(row, 0)?,
                before: reference(row, 2)?,
                after: reference(row, 4)?,
            })
        })?;
        change.moves = rows.collect::<Result<_, _>>()?;
    }
    Ok(changes)
}

/// A version reference from two columns, id and number.
fn reference(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<VersionRef>> {
    let Some(id) = columns::id_or_none(row, column)? else {
        return Ok(None);
    };
    Ok(Some(VersionRef {
        id: VersionId(id),
        number: row.get(column + 1)?,
    }))
}

/// The moves of one capability's slots since a time, oldest first, ignoring drafts.
pub(super) fn moves_of(
    conn: &Connection,
    capability: &str,
    since: Timestamp,
) -> Result<Vec<TimedMove>, StoreError> {
    let mut statement = conn.prepare_cached(
        "SELECT c.time, m.subject, m.capability, b.id, b.number, a.id, a.number, \
         w.author_kind, w.author, w.reason \
         FROM change c JOIN move m ON m.change = c.number \
         LEFT JOIN version b ON b.row = m.before LEFT JOIN version a ON a.row = m.after \
         JOIN version n ON n.row = \
         iif(coalesce(a.number, 0) >= coalesce(b.number, 0), m.after, m.before) \
         JOIN change w ON w.number = n.change \
         WHERE c.number > 0 AND c.time >= ?1 AND m.capability = ?2 AND m.drafted = 0 \
         ORDER BY m.change, m.position",
    )?;
    let rows = statement.query_map((since.as_microsecond(), capability), |row| {
        Ok(TimedMove {
            time: columns::time(row, 0)?,
            moved: Move {
                slot: columns::slot(row, 1)?,
                before: reference(row, 3)?,
                after: reference(row, 5)?,
            },
            author: columns::author(row, 7)?,
            reason: row.get(9)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The slots that moved after a change, each once; `None` if there are more than `limit`. The `+`
/// keeps SQLite from scanning the whole index of moves by slot to list each once.
pub(super) fn moved_since(
    conn: &Connection,
    number: u64,
    limit: usize,
) -> Result<Option<Vec<Slot>>, StoreError> {
    let mut statement = conn.prepare_cached(
        "SELECT DISTINCT +subject, capability FROM move WHERE change > ?1 AND drafted = 0 LIMIT ?2",
    )?;
    let key = (
        i64::try_from(number).unwrap_or(i64::MAX),
        at_most(limit.saturating_add(1)),
    );
    let rows = statement.query_map(key, |row| columns::slot(row, 0))?;
    let moved: Vec<Slot> = rows.collect::<Result<_, _>>()?;
    Ok((moved.len() <= limit).then_some(moved))
}

/// For each slot that moved after a change, the row adopted there at that change. Together with the
/// slots that have not moved since, this is the story as of that change.
pub(crate) fn rows_as_of(
    conn: &Connection,
    number: u64,
) -> Result<HashMap<Slot, Option<i64>>, StoreError> {
    // SQLite takes `before` from the row that holds the minimum.
    let mut statement = conn.prepare_cached(
        "SELECT subject, capability, before, min(change) FROM move NOT INDEXED \
         WHERE change > ?1 AND drafted = 0 GROUP BY subject, capability",
    )?;
    let rows = statement.query_map([number.cast_signed()], |row| {
        Ok((columns::slot(row, 0)?, row.get(2)?))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The versions of every slot that differs, or may differ, between now and a snapshot.
pub(crate) fn state_of(
    conn: &Connection,
    label: &Label,
) -> Result<HashMap<Slot, Option<i64>>, StoreError> {
    let mut state = rows_as_of(conn, label.number)?;
    let mut statement =
        conn.prepare_cached("SELECT subject, capability, version FROM label_slot WHERE name = ?1")?;
    let rows = statement.query_map([&label.name], |row| {
        Ok((columns::slot(row, 0)?, row.get(2)?))
    })?;
    for row in rows {
        let (slot, version) = row?;
        state.insert(slot, version);
    }
    Ok(state)
}

/// What differs between a snapshot and the story now, drafts aside.
pub(super) fn moves_since(conn: &Connection, label: &Label) -> Result<Vec<Move>, StoreError> {
    let view = VersionView { conn, draft: None };
    let mut moves = Vec::new();
    for (slot, row) in state_of(conn, label)? {
        let before = row.map(|it| view.pointer_at(it)).transpose()?;
        let after = view.pointer(&slot)?;
        if before != after {
            moves.push(Move {
                slot,
                before: before.map(Into::into),
                after: after.map(Into::into),
            });
        }
    }
    Ok(moves)
}

/// A slot's versions with author, time and reason, newest first.
pub(super) fn versions(
    version_view: &VersionView<'_>,
    slot: &Slot,
    before: Option<u32>,
    limit: usize,
) -> Result<Vec<HistoryEntry>, StoreError> {
    let standing = version_view.pointer(slot)?.map(|it| it.row);
    let mut statement = version_view.conn.prepare_cached(select_version!(
        ", coalesce(p.author_kind, c.author_kind), coalesce(p.author, c.author), \
         CASE WHEN p.version IS NULL THEN c.turn ELSE p.turn END, \
         CASE WHEN p.version IS NULL THEN c.draft ELSE p.draft END, \
         coalesce(p.reason, c.reason), coalesce(p.time, c.time) \
         FROM version v JOIN change c ON c.number = v.change \
         LEFT JOIN provenance p ON p.version = v.row \
         WHERE v.subject = ?1 AND v.capability = ?2 AND v.number < ?3 \
         ORDER BY v.number DESC LIMIT ?4"
    ))?;
    let before = before.unwrap_or(u32::MAX);
    let key = (
        slot.subject.to_bytes(),
        &*slot.capability,
        before,
        at_most(limit),
    );
    let rows = statement.query_map(key, |row| {
        let held = StoredVersion::read(row)?;
        Ok(HistoryEntry {
            adopted: standing == Some(held.row),
            compacted: held.compacted,
            version: held.version,
            author: columns::author(row, 9)?,
            turn: columns::id_or_none(row, 11)?.map(TurnId),
            draft: columns::id_or_none(row, 12)?.map(DraftId),
            reason: row.get(13)?,
            time: columns::time(row, 14)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The versions of a slot that the story has or had, newest first. Those of drafts that were not adopted
/// are left out, and those whose body was dropped.
pub(super) fn story_versions(
    conn: &Connection,
    slot: &Slot,
    limit: usize,
) -> Result<Vec<Version>, StoreError> {
    let mut statement = conn.prepare_cached(select_version!(
        "FROM version v JOIN change c ON c.number = v.change \
         WHERE v.subject = ?1 AND v.capability = ?2 AND (c.draft IS NULL OR EXISTS \
         (SELECT 1 FROM move m WHERE m.subject = ?1 AND m.capability = ?2 AND m.after = v.row \
         AND m.drafted = 0)) ORDER BY v.number DESC LIMIT ?3"
    ))?;
    let key = (slot.subject.to_bytes(), &*slot.capability, at_most(limit));
    let rows = statement.query_map(key, StoredVersion::read)?;
    let stored: Vec<StoredVersion> = rows.collect::<Result<_, _>>()?;
    let whole = stored.into_iter().filter(|it| !it.compacted);
    whole.map(StoredVersion::checked).collect()
}

/// The undo list, newest first.
pub(super) fn steps(conn: &Connection, limit: usize) -> Result<Vec<Step>, StoreError> {
    let mut statement = conn.prepare_cached(
        "SELECT number, turn, state = 'undone' FROM step WHERE state <> 'dead' \
         ORDER BY last DESC LIMIT ?1",
    )?;
    let rows = statement.query_map([at_most(limit)], |row| {
        let turn = columns::id_or_none(row, 1)?.map(TurnId);
        let step = Step {
            turn,
            changes: Vec::new(),
            reasons: Vec::new(),
            undone: row.get(2)?,
        };
        Ok((row.get::<_, i64>(0)?, step))
    })?;
    let mut found = Vec::new();
    let mut changes =
        conn.prepare_cached("SELECT number, reason FROM change WHERE step = ?1 ORDER BY number")?;
    for row in rows {
        let (number, mut step) = row?;
        let mut rows = changes.query([number])?;
        while let Some(row) = rows.next()? {
            step.changes.push(columns::count(row, 0)?);
            step.reasons.push(row.get(1)?);
        }
        found.push(step);
    }
    Ok(found)
}

/// The snapshots, newest first.
pub(crate) fn labels(conn: &Connection) -> Result<Vec<Label>, StoreError> {
    let mut statement = conn.prepare_cached(
        "SELECT name, change, author_kind, author, time FROM label \
         ORDER BY change DESC, time DESC, name",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(Label {
            name: row.get(0)?,
            number: columns::count(row, 1)?,
            author: columns::author(row, 2)?,
            time: columns::time(row, 4)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Drafts, newest first.
pub(super) fn drafts(conn: &Connection, open_only: bool) -> Result<Vec<Draft>, StoreError> {
    let mut statement = conn.prepare_cached(
        "SELECT id, turn, title, state, time FROM draft WHERE state = 'open' OR NOT ?1 \
         ORDER BY number DESC",
    )?;
    let rows = statement.query_map([open_only], read_draft)?;
    let drafts: Vec<Draft> = rows.collect::<Result<_, _>>()?;
    drafts.into_iter().map(|it| with_pieces(conn, it)).collect()
}

/// A draft by id.
pub(super) fn draft(conn: &Connection, id: DraftId) -> Result<Option<Draft>, StoreError> {
    let mut statement =
        conn.prepare_cached("SELECT id, turn, title, state, time FROM draft WHERE id = ?1")?;
    let found = statement
        .query_row([id.0.into_bytes()], read_draft)
        .optional()?;
    found.map(|it| with_pieces(conn, it)).transpose()
}

fn read_draft(row: &Row<'_>) -> rusqlite::Result<Draft> {
    let state = row.get_ref(3)?.as_str()?;
    Ok(Draft {
        id: DraftId(columns::id(row, 0)?),
        turn: columns::id_or_none(row, 1)?.map(TurnId),
        title: row.get(2)?,
        state: if state == "open" {
            DraftState::Open
        } else {
            DraftState::Closed
        },
        time: columns::time(row, 4)?,
        pieces: Vec::new(),
    })
}

fn with_pieces(conn: &Connection, mut draft: Draft) -> Result<Draft, StoreError> {
    let mut statement = conn.prepare_cached(
        "SELECT p.subject, p.capability, b.id, b.number, a.id, a.number, o.id, o.number \
         FROM draft_piece p LEFT JOIN version b ON b.row = p.base \
         LEFT JOIN version a ON a.row = p.after \
         LEFT JOIN adopted t ON t.subject = p.subject AND t.capability = p.capability \
         LEFT JOIN version o ON o.row = t.version \
         WHERE p.draft = ?1 ORDER BY p.after IS NULL, p.after, p.subject, p.capability",
    )?;
    let rows = statement.query_map([draft.id.0.into_bytes()], |row| {
        Ok(DraftPiece {
            slot: columns::slot(row, 0)?,
            base: reference(row, 2)?,
            after: reference(row, 4)?,
            adopted: reference(row, 6)?,
        })
    })?;
    draft.pieces = rows.collect::<Result<_, _>>()?;
    Ok(draft)
}
