//! Edit: the only writer. What one closure writes is one transaction and one commit.
//!
//! Enter through [`Edit`]. The slots are here; nodes and edges are in `graph`, taking back in
//! `undo`, drafts in `draft`, named states in `label`; `commit` and `writer` run it all.

mod commit;
mod draft;
mod graph;
pub(crate) mod index;
mod job;
mod label;
mod past;
mod pointer;
mod rules;
pub(crate) mod undo;
mod whole;
pub(crate) mod writer;

use indexmap::IndexMap;
use model::{
    Author, CommitKind, ContentHash, DraftId, Edge, EdgeId, Node, NodeId, Slot, Subject, Timestamp,
    TurnId, Version, VersionId, VersionRef, part,
};
use rusqlite::Connection;
use serde_json::Value;

pub(crate) use commit::answered;
pub(crate) use job::{edit_job, plain_job};
pub use rules::{MAX_ASSET, MAX_BODY, MAX_TITLE};
pub(crate) use rules::{Rules, limit, title};

use crate::file::StoryFile;
use crate::read::lens::{self, End, Lens, Pointer, version_of_id};
use crate::{Absent, StoreError};

/// Which call an edit belongs to. The same caller and id never run twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallRef {
    /// Who calls, unique for as long as its call ids are: "assistant/<turn>", "cli/<process>".
    pub caller: String,
    /// The call's id.
    pub id: String,
    /// The hash of tool name and arguments, so that a reused id with another wish is refused.
    pub fingerprint: model::ContentHash,
    /// Whether its id was made for it just now, so that nobody can have used it before.
    pub is_new: bool,
}

/// What a commit says of itself.
#[derive(Debug, Clone)]
pub struct CommitNote {
    /// Who writes.
    pub author: Author,
    /// Through which window or process.
    pub origin: Option<String>,
    /// In which turn; a turn undoes as one.
    pub turn: Option<TurnId>,
    /// For which call.
    pub call: Option<CallRef>,
    /// Why, in words.
    pub reason: String,
    /// Into which draft; `None` writes to the story.
    pub draft: Option<DraftId>,
}

/// What an edit gave.
#[derive(Debug)]
pub struct Receipt<T> {
    /// What the closure returned.
    pub value: T,
    /// The change it made; `None` if it moved nothing.
    pub change: Option<std::sync::Arc<model::Change>>,
}

/// What to take back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UndoTarget {
    /// The newest step that is not yet undone.
    Last,
    /// Everything of one turn.
    Turn(TurnId),
    /// One change by number (with the rest of its turn, if it has one).
    Change(u64),
    /// One change by number and nothing else: it becomes a step of its own.
    ChangeAlone(u64),
}

/// The writing side of a story, inside one transaction. Reads see what was written before in the
/// same edit; in a draft, what the draft holds over the story.
pub struct Edit<'a> {
    conn: &'a Connection,
    file: &'a StoryFile,
    note: CommitNote,
    /// The number this edit's change gets, if it makes one.
    number: u64,
    time: Timestamp,
    pending: Pending,
}

/// What stood in a slot before this edit, and what stands there since.
type Moved = (Option<Pointer>, Option<Pointer>);

/// What an edit has gathered for its commit.
struct Pending {
    kind: CommitKind,
    turn: Option<TurnId>,
    moves: IndexMap<Slot, Moved>,
    /// Each entry of `moves` as it was before the latest changes, newest last, so that a part of
    /// an edit can be taken back without a copy of the whole.
    log: Vec<(Slot, Option<Moved>)>,
    wrote: bool,
    labels: Vec<label::NewLabel>,
}

/// A point of an edit to which it can be taken back.
struct Mark {
    log: usize,
    kind: CommitKind,
    turn: Option<TurnId>,
    wrote: bool,
}

impl Pending {
    fn note(&mut self, slot: &Slot, before: Option<Pointer>, after: Option<Pointer>) {
        let entry = self.moves.get(slot).copied();
        self.log.push((slot.clone(), entry));
        let before = entry.map_or(before, |it| it.0);
        self.moves.insert(slot.clone(), (before, after));
    }

    fn mark(&self) -> Mark {
        Mark {
            log: self.log.len(),
            kind: self.kind,
            turn: self.turn,
            wrote: self.wrote,
        }
    }

    fn take_back(&mut self, mark: &Mark) {
        for (slot, entry) in self.log.drain(mark.log..).rev() {
            match entry {
                Some(entry) => _ = self.moves.insert(slot, entry),
                // What was not there before is the last of the map now.
                None => _ = self.moves.pop(),
            }
        }
        (self.kind, self.turn, self.wrote) = (mark.kind, mark.turn, mark.wrote);
    }
}

impl Edit<'_> {
    /// The adopted version of a slot.
    pub fn adopted(&self, slot: &Slot) -> Result<Option<Version>, StoreError> {
        self.lens().version(slot)
    }

    /// A node with its data; `NotFound` if it is not in the story.
    pub fn node(&self, id: NodeId) -> Result<Node, StoreError> {
        self.lens()
            .node(id)?
            .ok_or_else(|| missing(Subject::Node(id)))
    }

    /// An edge; `NotFound` if it is not in the story.
    pub fn edge(&self, id: EdgeId) -> Result<Edge, StoreError> {
        self.lens()
            .edge(id)?
            .ok_or_else(|| missing(Subject::Edge(id)))
    }

    /// The edges that leave a node, in order.
    pub fn edges_from(&self, node: NodeId) -> Result<Vec<Edge>, StoreError> {
        let mut edges = self.lens().edges_at(node, End::From)?;
        edges.sort_by_key(|it| it.record.order);
        Ok(edges)
    }

    /// The edges that lead to a node.
    pub fn edges_to(&self, node: NodeId) -> Result<Vec<Edge>, StoreError> {
        self.lens().edges_at(node, End::To)
    }

    /// Writes a new version of a slot and adopts it (ST-4). Data equal to what is adopted makes no
    /// version and gives the adopted one back.
    pub fn write(&mut self, slot: &Slot, data: &Value) -> Result<VersionRef, StoreError> {
        self.require(slot.subject)?;
        self.put(slot, data)
    }

    /// [`Self::write`], refused with `Moved` unless `base` is what is adopted.
    pub fn write_on(
        &mut self,
        base: Option<VersionId>,
        slot: &Slot,
        data: &Value,
    ) -> Result<VersionRef, StoreError> {
        let found = self.lens().pointer(slot)?;
        if found.map(|it| it.id) != base {
            let expected = base
                .map(|id| version_of_id(self.conn, id))
                .transpose()?
                .flatten();
            let expected = expected.map(|it| it.pointer());
            return Err(self.moved("cannot write", slot, expected, found)?);
        }
        self.write(slot, data)
    }

    /// Adopts an older (or drafted) version (ST-7).
    pub fn adopt(&mut self, version: VersionId) -> Result<VersionRef, StoreError> {
        let held = version_of_id(self.conn, version)?.ok_or_else(|| {
            StoreError::not_found(Absent::VersionGone {
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

    /// Adopts nothing in a slot; its versions stay.
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

    /// The connection, for what other files of this room write in an edit.
    pub(crate) fn conn(&self) -> &Connection {
        self.conn
    }

    fn lens(&self) -> Lens<'_> {
        Lens {
            conn: self.conn,
            draft: self.note.draft,
        }
    }

    fn require(&self, subject: Subject) -> Result<(), StoreError> {
        if self.lens().exists(subject)? {
            Ok(())
        } else {
            Err(missing(subject))
        }
    }

    /// [`Self::write`] without asking whether the subject is there yet.
    fn put(&mut self, slot: &Slot, data: &Value) -> Result<VersionRef, StoreError> {
        let body = self.file.rules.admit(slot, data)?;
        let hash = ContentHash::of(body.as_bytes());
        let standing = self.lens().held(slot)?;
        if let Some(standing) = standing.as_ref().filter(|it| it.version.hash == hash) {
            return Ok(standing.pointer().into());
        }
        let id = VersionId(self.file.world.new_id());
        let base = standing.map(|it| it.version.id);
        let pointer = self.insert_version(slot, id, Some(&body), hash, base)?;
        self.set(slot, Some(pointer))?;
        Ok(pointer.into())
    }

    /// Adds a version behind the slot's others; without a body where only its hash is known.
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

    /// Moves a slot as a fresh wish, which cannot share a commit with an undo or redo: the commit
    /// could be neither a step nor the taking back of one.
    fn set(&mut self, slot: &Slot, after: Option<Pointer>) -> Result<(), StoreError> {
        if matches!(self.pending.kind, CommitKind::Undo | CommitKind::Redo) {
            return Err(StoreError::invalid(
                &slot.capability,
                "an undo or redo stands alone in its edit; write in another one",
            ));
        }
        self.point(slot, after)
    }

    /// Runs several moves as one: if they fail, those already made are taken back even when the
    /// caller goes on with its edit.
    fn as_one<T>(
        &mut self,
        moves: impl FnOnce(&mut Self) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mark = self.pending.mark();
        self.conn.prepare_cached("SAVEPOINT part")?.execute([])?;
        let outcome = moves(self);
        if outcome.is_err() {
            self.pending.take_back(&mark);
            if !self.conn.is_autocommit() {
                self.conn.prepare_cached("ROLLBACK TO part")?.execute([])?;
            }
        }
        if !self.conn.is_autocommit() {
            self.conn.prepare_cached("RELEASE part")?.execute([])?;
        }
        outcome
    }

    /// The refusal for a slot that is not where the caller left it, naming who moved it and when.
    fn moved(
        &self,
        what: &str,
        slot: &Slot,
        expected: Option<Pointer>,
        found: Option<Pointer>,
    ) -> Result<StoreError, StoreError> {
        let (author, time) = lens::last_move(self.conn, slot)?;
        Ok(StoreError::Moved {
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
