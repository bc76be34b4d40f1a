//! Edit: the only writer. Everything one closure writes is one transaction and one commit.
//!
//! Enter through [`Edit`]. Slots are written here; nodes and edges in `graph`, undo and redo in
//! `undo`, drafts in `draft`, snapshots in `label`; `commit` and `writer` run the transaction.

mod attach;
mod commit;
mod draft;
mod graph;
mod import_history;
pub(crate) mod index;
mod integrity;
mod job;
mod label;
mod slot_pointer;
pub(crate) mod undo;
pub(crate) mod writer;

use indexmap::IndexMap;
use model::{
    Author, CommitKind, ContentHash, DraftId, Edge, EdgeId, Node, NodeId, Slot, Subject, Timestamp,
    TurnId, Version, VersionId, VersionRef, part,
};
use rusqlite::Connection;
use serde_json::Value;

pub(crate) use commit::stored_outcome;
pub use graph::RemovedNodes;
pub(crate) use job::{auxiliary_job, edit_job};

use crate::file::StoryFile;
use crate::read::version_view::{self, End, Pointer, VersionView, version_of_id};
use crate::{MissingItem, StoreError};

/// Identifies the call an edit belongs to. The same caller and id never run twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallRef {
    /// The caller, unique for as long as its call ids are: "assistant/<turn>", "cli/<process>".
    pub caller: String,
    /// The call's id.
    pub id: String,
    /// The hash of tool name and arguments, so that a reused id with different arguments is
    /// refused.
    pub fingerprint: model::ContentHash,
    /// Whether the id was generated for this call, so that it cannot have been used before.
    pub is_new: bool,
}

/// The metadata of a commit.
#[derive(Debug, Clone)]
pub struct CommitMetadata {
    /// The author.
    pub author: Author,
    /// The window or process it came from.
    pub origin: Option<String>,
    /// The turn it belongs to; a turn undoes as one step.
    pub turn: Option<TurnId>,
    /// The call it belongs to.
    pub call: Option<CallRef>,
    /// Why, as text.
    pub reason: String,
    /// The draft to write into; `None` writes to the story.
    pub draft: Option<DraftId>,
}

/// The result of an edit.
#[derive(Debug)]
pub struct Receipt<T> {
    /// What the closure returned.
    pub value: T,
    /// The change it made; `None` if it moved nothing.
    pub change: Option<std::sync::Arc<model::Change>>,
}

/// What to undo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UndoTarget {
    /// The newest step that is not yet undone.
    Last,
    /// All changes of one turn.
    Turn(TurnId),
    /// One change by number (with the rest of its turn, if it has one).
    Change(u64),
    /// One change by number and nothing else; it becomes its own step.
    SingleChange(u64),
    /// Several changes by number (with the rest of their turns), such as all of one author, as one
    /// step of undo and redo. Those that are undone already are left out.
    Changes(Vec<u64>),
    /// The newest turn of the assistant in the conversation that this turn belongs to, before it, of
    /// which something still stands. Turns that only took something back are passed over.
    PreviousTurn(TurnId),
    /// The newest turn of that conversation, before this one, that only took something back and whose
    /// work still stands.
    PreviousReversal(TurnId),
}

/// The writing side of a story, inside one transaction. Reads see earlier writes of the same edit;
/// in a draft, they see the draft applied to the story.
pub struct Edit<'a> {
    conn: &'a Connection,
    file: &'a StoryFile,
    note: CommitMetadata,
    /// The number of this edit's change, if it makes one.
    number: u64,
    time: Timestamp,
    pending: Pending,
}

/// The pointer of a slot before this edit, and its pointer now.
type SlotTransition = (Option<Pointer>, Option<Pointer>);

/// What an edit has collected for its commit.
struct Pending {
    kind: CommitKind,
    turn: Option<TurnId>,
    /// Whether an undo is a step of its own, which undo takes back like any other.
    is_reversal: bool,
    moves: IndexMap<Slot, SlotTransition>,
    /// Each entry of `moves` as it was before the latest changes, newest last, so that part of an
    /// edit can be rolled back without copying the whole map.
    log: Vec<(Slot, Option<SlotTransition>)>,
    wrote: bool,
    labels: Vec<label::NewLabel>,
}

/// A point in an edit to which it can be rolled back.
struct Savepoint {
    log: usize,
    kind: CommitKind,
    turn: Option<TurnId>,
    is_reversal: bool,
    wrote: bool,
}

impl Pending {
    fn note(&mut self, slot: &Slot, before: Option<Pointer>, after: Option<Pointer>) {
        let entry = self.moves.get(slot).copied();
        self.log.push((slot.clone(), entry));
        let before = entry.map_or(before, |it| it.0);
        self.moves.insert(slot.clone(), (before, after));
    }

    fn savepoint(&self) -> Savepoint {
        Savepoint {
            log: self.log.len(),
            kind: self.kind,
            turn: self.turn,
            is_reversal: self.is_reversal,
            wrote: self.wrote,
        }
    }

    fn roll_back_to(&mut self, mark: &Savepoint) {
        for (slot, entry) in self.log.drain(mark.log..).rev() {
            match entry {
                Some(entry) => _ = self.moves.insert(slot, entry),
                // An entry that did not exist before is the last one of the map now.
                None => _ = self.moves.pop(),
            }
        }
        (self.kind, self.turn, self.wrote) = (mark.kind, mark.turn, mark.wrote);
        self.is_reversal = mark.is_reversal;
    }
}

impl Edit<'_> {
    /// The slots that this edit has moved so far, in the order of their first move.
    pub fn moved_slots(&self) -> impl Iterator<Item = &Slot> {
        self.pending.moves.keys()
    }

    /// The adopted version of a slot.
    pub fn adopted(&self, slot: &Slot) -> Result<Option<Version>, StoreError> {
        self.version_view().version(slot)
    }

    /// A node with its data; `NotFound` if it is not in the story.
    pub fn node(&self, id: NodeId) -> Result<Node, StoreError> {
        self.find_node(id)?
            .ok_or_else(|| missing(Subject::Node(id)))
    }

    /// A node with its data, if it is in the story.
    pub fn find_node(&self, id: NodeId) -> Result<Option<Node>, StoreError> {
        self.version_view().node(id)
    }

    /// An edge; `NotFound` if it is not in the story.
    pub fn edge(&self, id: EdgeId) -> Result<Edge, StoreError> {
        self.version_view()
            .edge(id)?
            .ok_or_else(|| missing(Subject::Edge(id)))
    }

    /// The edges that leave a node, in order.
    pub fn edges_from(&self, node: NodeId) -> Result<Vec<Edge>, StoreError> {
        let mut edges = self.version_view().edges_at(node, End::From)?;
        edges.sort_by_key(|it| it.record.order);
        Ok(edges)
    }

    /// The edges that end at a node.
    pub fn edges_to(&self, node: NodeId) -> Result<Vec<Edge>, StoreError> {
        self.version_view().edges_at(node, End::To)
    }

    /// Writes a new version of a slot and adopts it (ST-4). Data equal to the adopted version makes
    /// no new version; the adopted one is returned.
    pub fn write(&mut self, slot: &Slot, data: &Value) -> Result<VersionRef, StoreError> {
        self.require(slot.subject)?;
        self.write_unchecked(slot, data)
    }

    /// Like [`Self::write`], refused with `Conflict` unless `base` is the adopted version.
    pub fn write_if_base(
        &mut self,
        base: Option<VersionId>,
        slot: &Slot,
        data: &Value,
    ) -> Result<VersionRef, StoreError> {
        let found = self.version_view().pointer(slot)?;
        if found.map(|it| it.id) != base {
            let expected = base
                .map(|id| version_of_id(self.conn, id))
                .transpose()?
                .flatten();
            let expected = expected.map(|it| it.pointer());
            return Err(self.conflict("cannot write", slot, expected, found)?);
        }
        self.write(slot, data)
    }

    /// Adopts an older (or drafted) version (ST-7).
    pub fn adopt(&mut self, version: VersionId) -> Result<VersionRef, StoreError> {
        let held = version_of_id(self.conn, version)?.ok_or_else(|| {
            StoreError::not_found(MissingItem::VersionGone {
                version: version.short(),
            })
        })?;
        let pointer = held.pointer();
        let slot = held.checked()?.slot;
        if !matches!(&*slot.capability, part::NODE | part::EDGE) {
            self.require(slot.subject)?;
        }
        self.set(&slot, Some(pointer))?;
        Ok(pointer.into())
    }

    /// Clears a slot, so that no version is adopted; its versions stay in the history.
    pub fn clear(&mut self, slot: &Slot) -> Result<(), StoreError> {
        match (slot.subject, &*slot.capability) {
            (Subject::Node(id), part::NODE) => self.remove_node(id).map(|_| ()),
            (Subject::Edge(id), part::EDGE) => self.remove_edge(id),
            (Subject::Story, part::STORY) => Err(StoreError::invalid(
                part::STORY,
                "a story always has a title",
            )),
            _ => self.set(slot, None),
        }
    }

    /// The connection, for the other modules of this crate that write in an edit.
    pub(crate) fn conn(&self) -> &Connection {
        self.conn
    }

    fn version_view(&self) -> VersionView<'_> {
        VersionView {
            conn: self.conn,
            draft: self.note.draft,
        }
    }

    fn require(&self, subject: Subject) -> Result<(), StoreError> {
        if self.version_view().exists(subject)? {
            Ok(())
        } else {
            Err(missing(subject))
        }
    }

    /// Like [`Self::write`], without checking that the subject exists.
    fn write_unchecked(&mut self, slot: &Slot, data: &Value) -> Result<VersionRef, StoreError> {
        let body = self.file.rules.admit(slot, data)?;
        let hash = ContentHash::of(body.as_bytes());
        let standing = self.version_view().stored_version(slot)?;
        if let Some(standing) = standing.as_ref().filter(|it| it.version.hash == hash) {
            return Ok(standing.pointer().into());
        }
        let id = VersionId(self.file.world.new_id());
        let standing = standing.map(|it| it.pointer());
        let base = standing.map(|it| it.id);
        let pointer = self.insert_version(slot, id, Some(&body), hash, base)?;
        self.require_ordinary(slot)?;
        self.move_slot(slot, standing, Some(pointer))?;
        Ok(pointer.into())
    }

    /// Adds a version after the slot's existing ones; without a body if only its hash is known.
    fn insert_version(
        &mut self,
        slot: &Slot,
        id: VersionId,
        body: Option<&str>,
        hash: ContentHash,
        base: Option<VersionId>,
    ) -> Result<Pointer, StoreError> {
        let key = (slot.subject.to_bytes(), &*slot.capability);
        let number: u32 = self
            .conn
            .prepare_cached(
                "SELECT 1 + coalesce(max(number), 0) FROM version \
                 WHERE subject = ?1 AND capability = ?2",
            )?
            .query_row(key, |row| row.get(0))?;
        self.conn
            .prepare_cached(
                "INSERT INTO version (id, subject, capability, number, change, base, hash, body) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?
            .execute(rusqlite::params![
                id.0.into_bytes(),
                key.0,
                key.1,
                number,
                self.number.cast_signed(),
                base.map(|it| it.0.into_bytes()),
                hash.0,
                body
            ])?;
        self.pending.wrote = true;
        Ok(Pointer {
            row: self.conn.last_insert_rowid(),
            id,
            number,
        })
    }

    /// Moves a slot for an ordinary edit, which cannot share a commit with an undo or redo: such a
    /// commit would be neither a step nor the reversal of one.
    fn set(&mut self, slot: &Slot, after: Option<Pointer>) -> Result<(), StoreError> {
        self.require_ordinary(slot)?;
        self.set_slot(slot, after)
    }

    fn require_ordinary(&self, slot: &Slot) -> Result<(), StoreError> {
        if matches!(self.pending.kind, CommitKind::Undo | CommitKind::Redo) {
            return Err(StoreError::invalid(
                &slot.capability,
                "an undo or redo stands alone in its edit; write in another one",
            ));
        }
        Ok(())
    }

    /// Runs several moves atomically: if one fails, the earlier ones are rolled back even if the
    /// caller continues with its edit.
    fn atomically<T>(
        &mut self,
        moves: impl FnOnce(&mut Self) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mark = self.pending.savepoint();
        self.conn.prepare_cached("SAVEPOINT part")?.execute([])?;
        let outcome = moves(self);
        if outcome.is_err() {
            self.pending.roll_back_to(&mark);
            if !self.conn.is_autocommit() {
                self.conn.prepare_cached("ROLLBACK TO part")?.execute([])?;
            }
        }
        if !self.conn.is_autocommit() {
            self.conn.prepare_cached("RELEASE part")?.execute([])?;
        }
        outcome
    }

    /// The error for a slot that has changed since the caller read it, with who moved it and when.
    fn conflict(
        &self,
        what: &str,
        slot: &Slot,
        expected: Option<Pointer>,
        found: Option<Pointer>,
    ) -> Result<StoreError, StoreError> {
        let (author, time) = version_view::last_move(self.conn, slot)?;
        Ok(StoreError::Conflict {
            what: what.to_owned(),
            slot: slot.clone(),
            expected: expected.map(Into::into),
            found: found.map(Into::into),
            by: author.name.clone(),
            author,
            time,
        })
    }
}

fn missing(subject: Subject) -> StoreError {
    StoreError::not_found(subject)
}
