//! Reading: the story as it stands, as it stood, and as it would stand with a draft adopted.
//!
//! Enter through [`View`]. What stands in a slot is read in `lens`, whole stories in `snapshot` and
//! `graph`, what happened in `history`, words in `search`.

pub(crate) mod graph;
pub(crate) mod history;
pub(crate) mod lens;
mod past;
mod search;
mod snapshot;

use std::sync::Arc;

use model::{
    AssetId, Change, DraftId, HistoryEntry, Node, NodeId, Slot, Story, Timestamp, TurnId, Version,
    VersionId, VersionRef,
};
use rusqlite::{Connection, OptionalExtension};

use self::lens::{Held, Lens, select_version, version_of_id};
use crate::assets::{self, Asset};
use crate::{Absent, Inner, StoreError, columns};

/// A named state of the whole story.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// The number of the last change it includes.
    pub number: u64,
    /// Who named it.
    pub author: model::Author,
    /// When.
    pub time: Timestamp,
}

/// A step of the undo list: one commit, or all of one turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Its turn, if it is one.
    pub turn: Option<TurnId>,
    /// The numbers of its changes, oldest first.
    pub changes: Vec<u64>,
    /// Why, in words, one a change.
    pub reasons: Vec<String>,
    /// Whether it is undone and can be done again.
    pub undone: bool,
}

/// Whether a draft still waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DraftState {
    /// It waits for a decision.
    Open,
    /// All of it was adopted or dropped.
    Closed,
}

/// One slot as a draft would have it.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftPiece {
    /// Which slot.
    pub slot: Slot,
    /// What it builds on.
    pub base: Option<VersionRef>,
    /// What it would adopt; `None` removes.
    pub after: Option<VersionRef>,
    /// What is adopted now: differs from `base` where the story has moved on.
    pub adopted: Option<VersionRef>,
}

/// Versions written in review mode and not yet adopted.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// Its identity.
    pub id: DraftId,
    /// The turn that wrote it.
    pub turn: Option<TurnId>,
    /// What it is about, in words.
    pub title: String,
    /// Whether it still waits.
    pub state: DraftState,
    /// When it was opened.
    pub time: Timestamp,
    /// What is left in it.
    pub pieces: Vec<DraftPiece>,
}

/// A place where a search found its words.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// Where.
    pub slot: Slot,
    /// The text around the find, at most about 120 characters.
    pub excerpt: String,
    /// Where in `excerpt` the find stands, in bytes.
    pub found: std::ops::Range<usize>,
}

/// A reading handle. Every method is one consistent read; readers never wait for the writer.
#[derive(Clone)]
pub struct View {
    pub(crate) inner: Arc<Inner>,
    pub(crate) draft: Option<DraftId>,
}

impl View {
    /// The draft laid over the story, if any.
    pub fn draft_id(&self) -> Option<DraftId> {
        self.draft
    }

    /// The story as it counts, whatever this view's draft holds.
    pub fn without_draft(&self) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
            draft: None,
        }
    }

    /// Nodes and edges without their capabilities' data, kept fresh from change to change.
    pub fn graph(&self) -> Result<Arc<Story>, StoreError> {
        let file = &self.inner.file;
        file.readers.read_at_once(|conn| {
            let story = self.inner.graph.fresh(conn, file.story)?;
            match self.draft {
                Some(draft) => graph::with_draft(conn, &story, draft),
                None => Ok(story),
            }
        })
    }

    /// Everything adopted, as exporters want it; in a draft, with what it holds.
    pub fn story(&self) -> Result<Story, StoreError> {
        self.read_at_once(|lens| {
            let number = history::newest(lens.conn)?;
            let over = snapshot::drafted(lens)?;
            snapshot::assemble(lens.conn, self.inner.file.story, number, over)
        })
    }

    /// The story as it stood after a change (0: when it was made), whatever drafts hold. `NotFound`
    /// for a number to come.
    pub fn as_of(&self, number: u64) -> Result<Story, StoreError> {
        self.read_at_once(|lens| {
            if number > history::newest(lens.conn)? {
                return Err(StoreError::not_found(Absent::ChangeGone { number }));
            }
            let over = history::before_later(lens.conn, number)?;
            snapshot::assemble(lens.conn, self.inner.file.story, number, over)
        })
    }

    /// A node with its data.
    pub fn node(&self, id: NodeId) -> Result<Option<Node>, StoreError> {
        self.read(|lens| lens.node(id))
    }

    /// The adopted version of a slot (hash checked).
    pub fn adopted(&self, slot: &Slot) -> Result<Option<Version>, StoreError> {
        self.read(|lens| lens.version(slot))
    }

    /// Any version by id. `Compacted` where its body was dropped.
    pub fn version(&self, id: VersionId) -> Result<Option<Version>, StoreError> {
        self.read(|lens| version_of_id(lens.conn, id)?.map(Held::checked).transpose())
    }

    /// A version by its number in a slot. `Compacted` where its body was dropped.
    pub fn version_numbered(
        &self,
        slot: &Slot,
        number: u32,
    ) -> Result<Option<Version>, StoreError> {
        self.read(|lens| {
            let mut statement = lens.conn.prepare_cached(select_version!(
                "FROM version v WHERE v.subject = ?1 AND v.capability = ?2 AND v.number = ?3"
            ))?;
            let key = (slot.subject.to_bytes(), &*slot.capability, number);
            statement
                .query_row(key, Held::read)
                .optional()?
                .map(Held::checked)
                .transpose()
        })
    }

    /// A slot's history, newest first, before a number (`None`: from the newest).
    pub fn versions(
        &self,
        slot: &Slot,
        before: Option<u32>,
        limit: usize,
    ) -> Result<Vec<HistoryEntry>, StoreError> {
        self.read_at_once(|lens| history::versions(lens, slot, before, limit))
    }

    /// How many versions a slot has, those of drafts and those whose text was dropped among them.
    pub fn version_count(&self, slot: &Slot) -> Result<u64, StoreError> {
        self.read(|lens| {
            let mut statement = lens.conn.prepare_cached(
                "SELECT COUNT(*) FROM version WHERE subject = ?1 AND capability = ?2",
            )?;
            let key = (slot.subject.to_bytes(), &*slot.capability);
            Ok(statement.query_row(key, |row| columns::count(row, 0))?)
        })
    }

    /// Every slot with all its versions, for a file that carries the whole past; whatever drafts
    /// hold is among the versions, not over them.
    pub fn past(&self) -> Result<model::Past, StoreError> {
        let story = self.inner.file.story;
        self.read_at_once(|lens| past::past(lens.conn, story))
    }

    /// The slots of a subject that have or had data.
    pub fn slots(&self, subject: model::Subject) -> Result<Vec<Slot>, StoreError> {
        self.read(|lens| {
            let mut statement = lens.conn.prepare_cached(
                "SELECT DISTINCT capability FROM version WHERE subject = ?1 ORDER BY capability",
            )?;
            let rows = statement.query_map([subject.to_bytes()], |row| row.get(0))?;
            let names: Vec<String> = rows.collect::<Result<_, _>>()?;
            Ok(names.iter().map(|it| Slot::new(subject, it)).collect())
        })
    }

    /// The story's changes, newest first, before a number.
    pub fn history(&self, before: Option<u64>, limit: usize) -> Result<Vec<Change>, StoreError> {
        self.read_at_once(|lens| history::changes_before(lens.conn, before, limit))
    }

    /// The slots of the story that moved after a change, whatever drafts hold; `None` where there
    /// are more than `limit`, and reading everything anew is simpler.
    pub fn moved_since(&self, number: u64, limit: usize) -> Result<Option<Vec<Slot>>, StoreError> {
        self.read(|lens| history::moved_since(lens.conn, number, limit))
    }

    /// What somebody works out from the story and keeps beside it while it is open, one value a
    /// type, empty at first. It is for its owner to bring it up to date with [`Self::moved_since`].
    /// Nobody else has it meanwhile.
    pub fn beside<T: Default + Send + 'static, R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        self.inner.beside.with(work)
    }

    /// The undo list, newest first.
    pub fn steps(&self, limit: usize) -> Result<Vec<Step>, StoreError> {
        self.read_at_once(|lens| history::steps(lens.conn, limit))
    }

    /// The named states, newest first.
    pub fn labels(&self) -> Result<Vec<Label>, StoreError> {
        self.read(|lens| history::labels(lens.conn))
    }

    /// Drafts, newest first.
    pub fn drafts(&self, open_only: bool) -> Result<Vec<Draft>, StoreError> {
        self.read_at_once(|lens| history::drafts(lens.conn, open_only))
    }

    /// A draft by id, open or closed.
    pub fn draft(&self, id: DraftId) -> Result<Option<Draft>, StoreError> {
        self.read_at_once(|lens| history::draft(lens.conn, id))
    }

    /// Finds words in titles, labels and the adopted data of every capability; Chinese of any
    /// length as well as English, whose last letters may be missing; best first, titles before
    /// other text. Letter case does not matter. Several words must all occur.
    pub fn search(&self, words: &str, limit: usize) -> Result<Vec<Hit>, StoreError> {
        let rules = &self.inner.file.rules;
        self.read_at_once(|lens| search::search(lens, rules, words, limit))
    }

    /// A stored picture or sound. Its hash was checked when it was kept, and names it.
    pub fn asset(&self, id: AssetId) -> Result<Option<Asset>, StoreError> {
        self.read(|lens| assets::asset(lens.conn, id))
    }

    /// One look; more than one statement only where a draft is laid over.
    fn read<T>(
        &self,
        read: impl FnOnce(&Lens<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if self.draft.is_some() {
            return self.read_at_once(read);
        }
        self.inner
            .file
            .readers
            .read(|conn| read(&Lens::story(conn)))
    }

    fn read_at_once<T>(
        &self,
        read: impl FnOnce(&Lens<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let look = |conn: &Connection| {
            read(&Lens {
                conn,
                draft: self.draft,
            })
        };
        self.inner.file.readers.read_at_once(look)
    }
}
