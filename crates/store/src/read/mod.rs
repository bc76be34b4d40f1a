//! Reads the story: as it is, as it was, and as it would be with a draft adopted.
//!
//! Enter through [`View`]. The version of a slot is read in `version_view`, whole stories in
//! `snapshot` and `graph`, past changes in `history`, text search in `search`.

mod full_history;
pub(crate) mod graph;
pub(crate) mod history;
pub(crate) mod search;
mod snapshot;
mod titles;
pub(crate) mod version_view;

use std::collections::HashMap;
use std::sync::Arc;

use model::{
    AssetId, Author, Change, DraftId, HistoryEntry, Move, Node, NodeId, Slot, Story, Timestamp,
    TurnId, Version, VersionId, VersionRef, World,
};
use rusqlite::{Connection, OptionalExtension};

use self::version_view::{StoredVersion, VersionView, select_version, version_of_id};
use crate::assets::{self, Asset};
use crate::{Inner, MissingItem, StoreError, columns};

/// A snapshot of the whole story.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// The number of the last change it includes.
    pub number: u64,
    /// Who named it.
    pub author: model::Author,
    /// When it was named.
    pub time: Timestamp,
}

/// A step of the undo list: one commit, or all commits of one turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Its turn, if it belongs to one.
    pub turn: Option<TurnId>,
    /// The numbers of its changes, oldest first.
    pub changes: Vec<u64>,
    /// The reasons, one per change.
    pub reasons: Vec<String>,
    /// Whether it is undone and can be redone.
    pub undone: bool,
}

/// Whether a draft is still open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DraftState {
    /// It waits for a decision.
    Open,
    /// All of it was adopted or discarded.
    Closed,
}

/// One slot of a draft.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftPiece {
    /// The slot.
    pub slot: Slot,
    /// The version it builds on.
    pub base: Option<VersionRef>,
    /// The version it would adopt; `None` removes.
    pub after: Option<VersionRef>,
    /// The version adopted now: differs from `base` if the story has changed since.
    pub adopted: Option<VersionRef>,
}

/// Versions written in review mode and not yet adopted.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// Its identity.
    pub id: DraftId,
    /// The turn that wrote it.
    pub turn: Option<TurnId>,
    /// What it is about.
    pub title: String,
    /// Whether it is still open.
    pub state: DraftState,
    /// When it was opened.
    pub time: Timestamp,
    /// Its remaining pieces.
    pub pieces: Vec<DraftPiece>,
}

/// A move of a slot, with the newer of its two versions: a step that is undone belongs to whoever
/// wrote what it takes back.
#[derive(Debug, Clone, PartialEq)]
pub struct TimedMove {
    /// When it was made.
    pub time: Timestamp,
    /// What moved.
    pub moved: Move,
    /// Who wrote the newer version.
    pub author: Author,
    /// Why it was written.
    pub reason: String,
}

/// When a slot of the story got data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlotChanges {
    /// The number of the first change that gave it data.
    pub first: u64,
    /// The number of the change that wrote its present data; `None` if it has none.
    pub written: Option<u64>,
}

/// A search result.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The slot that matched.
    pub slot: Slot,
    /// The text around the match, at most about 120 characters.
    pub excerpt: String,
    /// The byte range of the match in `excerpt`.
    pub found: std::ops::Range<usize>,
}

/// A reading handle. Every method is one consistent read; readers never wait for the writer.
#[derive(Clone)]
pub struct View {
    pub(crate) inner: Arc<Inner>,
    pub(crate) draft: Option<DraftId>,
}

impl View {
    /// The draft applied to the story, if any.
    pub fn draft_id(&self) -> Option<DraftId> {
        self.draft
    }

    /// The same view without its draft.
    pub fn without_draft(&self) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
            draft: None,
        }
    }

    /// Nodes and edges without the data of capabilities, cached and updated from change to change.
    pub fn graph(&self) -> Result<Arc<Story>, StoreError> {
        let file = &self.inner.file;
        // A large file is still being verified when its graph is shown; the graph's own checksum
        // shows at once whether it is sound.
        if self.draft.is_none() && !file.readers.verification().has_passed() {
            let verified = file.readers.read_unverified_in_transaction(|conn| {
                file.graph.fresh_if_sound(conn, file.story)
            })?;
            if let Some(story) = verified {
                return Ok(story);
            }
        }
        file.readers.read_in_transaction(|conn| self.graph_in(conn))
    }

    fn graph_in(&self, conn: &Connection) -> Result<Arc<Story>, StoreError> {
        let file = &self.inner.file;
        let story = file.graph.fresh(conn, file.story)?;
        match self.draft {
            Some(draft) => graph::with_draft(conn, &story, draft),
            None => Ok(story),
        }
    }

    /// The graph as it was after a change of this process or later: unlike [`Self::graph`] it may
    /// lack what other processes have committed since. Read only where the cached graph is older.
    pub fn graph_after(&self, number: u64) -> Result<Arc<Story>, StoreError> {
        let cached = self.inner.file.graph.cached_after(number);
        match cached.filter(|_| self.draft.is_none()) {
            Some(story) => Ok(story),
            None => self.graph(),
        }
    }

    /// Everything adopted, for exporters; in a draft, with the draft applied.
    pub fn story(&self) -> Result<Story, StoreError> {
        self.read_in_transaction(|version_view| {
            let number = history::newest(version_view.conn)?;
            let over = snapshot::draft_overrides(version_view)?;
            snapshot::assemble(version_view.conn, self.inner.file.story, number, over)
        })
    }

    /// The story as it was after a change (0: when it was created), ignoring drafts. `NotFound` for
    /// a number that does not exist yet.
    pub fn as_of(&self, number: u64) -> Result<Story, StoreError> {
        self.read_in_transaction(|version_view| {
            if number > history::newest(version_view.conn)? {
                return Err(StoreError::not_found(MissingItem::ChangeGone { number }));
            }
            let over = history::rows_as_of(version_view.conn, number)?;
            snapshot::assemble(version_view.conn, self.inner.file.story, number, over)
        })
    }

    /// The only node of exactly this title, or the one that `find` chooses in the graph: its id and,
    /// if it is in the story, its data; all of one moment.
    pub fn node_titled<E: From<StoreError>>(
        &self,
        title: &str,
        find: impl FnOnce(&Story) -> Result<NodeId, E>,
    ) -> Result<(NodeId, Option<Node>), E> {
        self.read_in_transaction(|version_view| {
            let (conn, file) = (version_view.conn, &self.inner.file);
            let (story, titled) = match self.draft {
                Some(_) => (self.graph_in(conn)?, None),
                None => file.graph.fresh_with_titled(conn, file.story, title)?,
            };
            Ok(match titled.map_or_else(|| find(&story), Ok) {
                Ok(id) => Ok((id, version_view.node(id)?)),
                Err(error) => Err(error),
            })
        })?
    }

    /// A node with its data.
    pub fn node(&self, id: NodeId) -> Result<Option<Node>, StoreError> {
        self.read(|version_view| version_view.node(id))
    }

    /// The adopted version of a slot (hash checked).
    pub fn adopted(&self, slot: &Slot) -> Result<Option<Version>, StoreError> {
        self.read(|version_view| version_view.version(slot))
    }

    /// Any version by id. `Compacted` if its body was dropped.
    pub fn version(&self, id: VersionId) -> Result<Option<Version>, StoreError> {
        self.read(|version_view| {
            version_of_id(version_view.conn, id)?
                .map(StoredVersion::checked)
                .transpose()
        })
    }

    /// A version by its number in a slot. `Compacted` if its body was dropped.
    pub fn version_numbered(
        &self,
        slot: &Slot,
        number: u32,
    ) -> Result<Option<Version>, StoreError> {
        self.read(|version_view| {
            let mut statement = version_view.conn.prepare_cached(select_version!(
                "FROM version v WHERE v.subject = ?1 AND v.capability = ?2 AND v.number = ?3"
            ))?;
            let key = (slot.subject.to_bytes(), &*slot.capability, number);
            statement
                .query_row(key, StoredVersion::read)
                .optional()?
                .map(StoredVersion::checked)
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
        self.read_in_transaction(|version_view| {
            history::versions(version_view, slot, before, limit)
        })
    }

    /// The versions of a slot that the story has or had, newest first. Those of drafts that were not
    /// adopted are left out, and those whose body was dropped.
    pub fn story_versions(&self, slot: &Slot, limit: usize) -> Result<Vec<Version>, StoreError> {
        self.read(|version_view| history::story_versions(version_view.conn, slot, limit))
    }

    /// How many versions a slot has, including drafted ones and those whose body was dropped.
    pub fn version_count(&self, slot: &Slot) -> Result<u64, StoreError> {
        self.read(|version_view| {
            let mut statement = version_view.conn.prepare_cached(
                "SELECT COUNT(*) FROM version WHERE subject = ?1 AND capability = ?2",
            )?;
            let key = (slot.subject.to_bytes(), &*slot.capability);
            Ok(statement.query_row(key, |row| columns::count(row, 0))?)
        })
    }

    /// Every slot with all its versions, for a file that carries the whole history. Drafted data is
    /// included as versions; no draft is applied.
    pub fn full_history(&self) -> Result<model::StoryHistory, StoreError> {
        let story = self.inner.file.story;
        self.read_in_transaction(|version_view| {
            full_history::full_history(version_view.conn, story)
        })
    }

    /// The slots of a subject that have or had data.
    pub fn slots(&self, subject: model::Subject) -> Result<Vec<Slot>, StoreError> {
        self.read(|version_view| {
            let mut statement = version_view.conn.prepare_cached(
                "SELECT DISTINCT capability FROM version WHERE subject = ?1 ORDER BY capability",
            )?;
            let rows = statement.query_map([subject.to_bytes()], |row| row.get(0))?;
            let names: Vec<String> = rows.collect::<Result<_, _>>()?;
            Ok(names.iter().map(|it| Slot::new(subject, it)).collect())
        })
    }

    /// The nodes on which a capability has adopted data.
    pub fn nodes_with(&self, capability: &str) -> Result<Vec<model::NodeId>, StoreError> {
        let graph = self.graph()?;
        self.read_in_transaction(|version_view| {
            let mut statement = version_view.conn.prepare_cached(
                "SELECT subject FROM adopted WHERE capability = ?1 \
                 UNION SELECT subject FROM draft_piece WHERE draft = ?2 AND capability = ?1",
            )?;
            let draft = version_view.draft.map(|it| it.0.into_bytes());
            let rows = statement.query_map((capability, draft), |row| row.get(0))?;
            let subjects: Vec<Vec<u8>> = rows.collect::<Result<_, _>>()?;
            let nodes = subjects
                .iter()
                .filter_map(|it| model::Subject::from_bytes(it)?.node())
                .filter(|it| graph.nodes.contains_key(it));
            let mut with_data = Vec::new();
            for node in nodes {
                // A draft may have taken the data away.
                if version_view
                    .version(&Slot::node(node, capability))?
                    .is_some()
                {
                    with_data.push(node);
                }
            }
            Ok(with_data)
        })
    }

    /// The story's changes, newest first, before a number.
    pub fn history(&self, before: Option<u64>, limit: usize) -> Result<Vec<Change>, StoreError> {
        self.read_in_transaction(|version_view| {
            history::changes_before(version_view.conn, before, limit)
        })
    }

    /// The slots of the story that moved after a change, ignoring drafts; `None` if there are more
    /// than `limit`, when reading everything again is simpler.
    pub fn moved_since(&self, number: u64, limit: usize) -> Result<Option<Vec<Slot>>, StoreError> {
        self.read(|version_view| history::moved_since(version_view.conn, number, limit))
    }

    /// The moves of one capability's slots since a time, oldest first, ignoring drafts.
    pub fn moves_of(
        &self,
        capability: &str,
        since: Timestamp,
    ) -> Result<Vec<TimedMove>, StoreError> {
        self.read(|version_view| history::moves_of(version_view.conn, capability, since))
    }

    /// The clock of the story.
    pub fn world(&self) -> &Arc<dyn World> {
        &self.inner.file.world
    }

    /// When each subject of the story last changed, ignoring drafts.
    pub fn last_changes(&self) -> Result<HashMap<model::Subject, model::Timestamp>, StoreError> {
        self.read(|version_view| history::last_changes(version_view.conn))
    }

    /// When each slot that the story has, or had, got its first and its present data, ignoring drafts.
    pub fn slot_changes(&self) -> Result<HashMap<Slot, SlotChanges>, StoreError> {
        self.read(|version_view| history::slot_changes(version_view.conn))
    }

    /// Gives exclusive access to a value the caller derives from the story and caches while it is
    /// open, one value per type, initially the default. The owner updates it with
    /// [`Self::moved_since`].
    pub fn with_extension<T: Default + Send + 'static, R>(
        &self,
        work: impl FnOnce(&mut T) -> R,
    ) -> R {
        self.inner.extensions.with(work)
    }

    /// The undo list, newest first.
    pub fn steps(&self, limit: usize) -> Result<Vec<Step>, StoreError> {
        self.read_in_transaction(|version_view| history::steps(version_view.conn, limit))
    }

    /// The snapshots, newest first.
    pub fn labels(&self) -> Result<Vec<Label>, StoreError> {
        self.read(|version_view| history::labels(version_view.conn))
    }

    /// What differs between a snapshot and the story now, drafts aside, in no order: each slot with
    /// its version then and now.
    pub fn moves_since(&self, label: &Label) -> Result<Vec<Move>, StoreError> {
        self.read_in_transaction(|version_view| history::moves_since(version_view.conn, label))
    }

    /// Drafts, newest first.
    pub fn drafts(&self, open_only: bool) -> Result<Vec<Draft>, StoreError> {
        self.read_in_transaction(|version_view| history::drafts(version_view.conn, open_only))
    }

    /// A draft by id, open or closed.
    pub fn draft(&self, id: DraftId) -> Result<Option<Draft>, StoreError> {
        self.read_in_transaction(|version_view| history::draft(version_view.conn, id))
    }

    /// Finds words in titles, labels and the adopted data of every capability: Chinese text of any
    /// length, and English words or their beginnings. Best match first, titles before other text.
    /// Case is ignored. All words must occur.
    pub fn search(&self, words: &str, limit: usize) -> Result<Vec<Hit>, StoreError> {
        let rules = &self.inner.file.rules;
        self.read_in_transaction(|version_view| search::search(version_view, rules, words, limit))
    }

    /// A stored picture or sound (hash checked).
    pub fn asset(&self, id: AssetId) -> Result<Option<Asset>, StoreError> {
        self.read(|version_view| assets::asset(version_view.conn, id))
    }

    /// The pictures and sounds whose id begins with these hexadecimal digits, at most two. Empty if
    /// they are no such digits.
    pub fn assets_starting_with(&self, digits: &str) -> Result<Vec<AssetId>, StoreError> {
        self.read(|version_view| assets::starting_with(version_view.conn, digits))
    }

    /// One read; it takes more than one statement only if a draft is applied.
    fn read<T>(
        &self,
        read: impl FnOnce(&VersionView<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if self.draft.is_some() {
            return self.read_in_transaction(read);
        }
        self.inner
            .file
            .readers
            .read(|conn| read(&VersionView::story(conn)))
    }

    fn read_in_transaction<T>(
        &self,
        read: impl FnOnce(&VersionView<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let look = |conn: &Connection| {
            read(&VersionView {
                conn,
                draft: self.draft,
            })
        };
        self.inner.file.readers.read_in_transaction(look)
    }
}
