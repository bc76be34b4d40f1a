//! The graph alone, without the data of capabilities: read from two tables, cached, and updated
//! from the changes since, so that a read after an edit does not load the whole story again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use model::{
    Change, DraftId, Edge, EdgeId, EdgeRecord, Kind, Layout, Node, NodeId, Slot, Story, StoryId,
    Subject, part,
};
use rusqlite::{Connection, OptionalExtension, Row};

use super::titles::TitleIndex;
use super::version_view::VersionView;
use super::{history, snapshot};
use crate::checksum::{CHECKSUM_SCHEMA, GraphSum};
use crate::{StoreError, columns};

/// Above this many moved slots, updating is no faster than reading the graph again.
const MAX_INCREMENTAL_SLOTS: i64 = 1_000;

/// The parts that the graph consists of, as the statement of [`follow`] names them.
const GRAPH_PARTS: [&str; 5] = [
    part::NODE,
    part::LAYOUT,
    part::EDGE,
    part::STORY,
    part::KINDS,
];

/// The graph as it was last read.
#[derive(Default)]
pub(crate) struct GraphCache(Mutex<Option<CachedGraph>>);

struct CachedGraph {
    story: Arc<Story>,
    /// The number of the change up to which it is the graph. Not older than the number in `story`,
    /// which is brought up to it when the graph is handed out.
    number: u64,
    /// Which nodes have which titles, once somebody has looked for one.
    titles: Option<TitleIndex>,
    last_node: i64,
    last_edge: i64,
}

impl GraphCache {
    /// The graph as the connection sees it now.
    pub(crate) fn fresh(&self, conn: &Connection, id: StoryId) -> Result<Arc<Story>, StoreError> {
        let read = |number| load(conn, id, number, None).map(Some);
        let fresh = self.fresh_read_by(conn, &read, |held| held.numbered())?;
        // Reading without a condition always gives a graph.
        fresh.ok_or_else(|| rusqlite::Error::QueryReturnedNoRows.into())
    }

    /// The same with the only node of a title, if there is exactly one; without it the graph has to be
    /// searched. The number in the graph may be an earlier one.
    pub(crate) fn fresh_with_titled(
        &self,
        conn: &Connection,
        id: StoryId,
        title: &str,
    ) -> Result<(Arc<Story>, Option<NodeId>), StoreError> {
        let read = |number| load(conn, id, number, None).map(Some);
        let fresh = self.fresh_read_by(conn, &read, |held| {
            let titles = held
                .titles
                .get_or_insert_with(|| TitleIndex::of(&held.story));
            let only = titles.only(title);
            let is_it = |it: &NodeId| held.story.nodes.get(it).is_some_and(|it| it.title == title);
            (Arc::clone(&held.story), only.filter(is_it))
        })?;
        fresh.ok_or_else(|| rusqlite::Error::QueryReturnedNoRows.into())
    }

    /// The same while the file is still being verified: `None` if the graph's own checksum does not
    /// show that it is sound.
    pub(crate) fn fresh_if_sound(
        &self,
        conn: &Connection,
        id: StoryId,
    ) -> Result<Option<Arc<Story>>, StoreError> {
        if !is_record_sound(conn)? {
            return Ok(None);
        }
        let read = |number| {
            let mut sum = GraphSum::new();
            let loaded = load(conn, id, number, Some(&mut sum))?;
            Ok(sum.matches(conn)?.then_some(loaded))
        };
        self.fresh_read_by(conn, &read, |held| held.numbered())
    }

    /// Notes changes that this process has committed. Those that leave the graph as it was need not
    /// be read afterwards; the others are, by the next reader.
    pub(crate) fn note(&self, changes: &[Arc<Change>]) {
        // The writer does not wait for a reader that is bringing the graph up to date now.
        let Ok(mut slot) = self.0.try_lock() else {
            return;
        };
        let Some(held) = &mut *slot else {
            return;
        };
        for change in changes {
            if change.number != held.number + 1 || moves_graph(change) {
                return;
            }
            held.number = change.number;
        }
    }

    /// The cached graph, if it is that of a change or of a later one.
    pub(crate) fn cached_after(&self, number: u64) -> Option<Arc<Story>> {
        let slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let held = slot.as_ref().filter(|it| it.number >= number)?;
        Some(Arc::clone(&held.story))
    }

    fn fresh_read_by<T>(
        &self,
        conn: &Connection,
        read: &dyn Fn(u64) -> Result<Option<CachedGraph>, StoreError>,
        take: impl FnOnce(&mut CachedGraph) -> T,
    ) -> Result<Option<T>, StoreError> {
        // Locked before the connection's snapshot begins and until the graph is updated to it. So
        // the cached graph is never newer than the reader's snapshot, is changed in place if nobody
        // else holds it, and is reloaded only once however many readers wait.
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = history::newest(conn)?;
        let fresh = match slot.take() {
            Some(held) if held.number == number => held,
            // A reader whose snapshot is older reads the graph for itself.
            Some(held) if held.number > number => {
                *slot = Some(held);
                return Ok(read(number)?.as_mut().map(take));
            }
            Some(held) => match follow(conn, held, number)? {
                Some(fresh) => fresh,
                None => match read(number)? {
                    Some(fresh) => fresh,
                    None => return Ok(None),
                },
            },
            None => match read(number)? {
                Some(fresh) => fresh,
                None => return Ok(None),
            },
        };
        Ok(Some(take(slot.insert(fresh))))
    }
}

impl CachedGraph {
    /// The graph, with its number.
    fn numbered(&mut self) -> Arc<Story> {
        if self.story.number != self.number {
            Arc::make_mut(&mut self.story).number = self.number;
        }
        Arc::clone(&self.story)
    }

    /// A node is about to become another one, or to come or go.
    fn retitle(&mut self, id: NodeId, now: Option<&Node>) {
        let Some(titles) = &mut self.titles else {
            return;
        };
        let was = self.story.nodes.get(&id).map(|it| it.title.as_str());
        let now = now.map(|it| it.title.as_str());
        if was != now && !titles.change(id, was, now) {
            self.titles = None;
        }
    }
}

macro_rules! select_node {
    ($rest:literal) => {
        concat!(
            "SELECT made, id, title, kind, x, y, width, height, parent, color, collapsed \
             FROM node ",
            $rest
        )
    };
}

macro_rules! select_edge {
    ($rest:literal) => {
        concat!(
            "SELECT made, id, source, target, label, position, condition, effect, dynamic, includes, once \
             FROM edge ",
            $rest
        )
    };
}

fn read_node(row: &Row<'_>) -> rusqlite::Result<(i64, Node)> {
    let node = Node {
        id: NodeId(columns::id(row, 1)?),
        title: row.get(2)?,
        kind: row.get(3)?,
        layout: Layout {
            x: row.get(4)?,
            y: row.get(5)?,
            width: row.get(6)?,
            height: row.get(7)?,
            parent: columns::id_or_none(row, 8)?.map(NodeId),
            color: row.get(9)?,
            collapsed: row.get(10)?,
        },
        data: BTreeMap::new(),
    };
    Ok((row.get(0)?, node))
}

fn read_edge(row: &Row<'_>) -> rusqlite::Result<(i64, Edge)> {
    let edge = Edge {
        id: EdgeId(columns::id(row, 1)?),
        record: EdgeRecord {
            from: NodeId(columns::id(row, 2)?),
            to: NodeId(columns::id(row, 3)?),
            label: row.get(4)?,
            order: row.get(5)?,
            condition: row.get(6)?,
            effect: row.get(7)?,
            dynamic: row.get(8)?,
            includes: row.get(9)?,
            once: row.get(10)?,
        },
        data: BTreeMap::new(),
    };
    Ok((row.get(0)?, edge))
}

/// Reads the whole graph, and adds its rows to a sum.
fn load(
    conn: &Connection,
    id: StoryId,
    number: u64,
    mut sum: Option<&mut GraphSum>,
) -> Result<CachedGraph, StoreError> {
    let mut story = Story::new(id, "");
    story.number = number;
    read_story(&VersionView::story(conn), &mut story)?;
    let (mut last_node, mut last_edge) = (0, 0);
    let mut statement = conn.prepare_cached(select_node!("ORDER BY made"))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if let Some(sum) = &mut sum {
            sum.node(row)?;
        }
        let (made, node) = read_node(row)?;
        story.nodes.insert(node.id, Arc::new(node));
        last_node = made;
    }
    let mut statement = conn.prepare_cached(select_edge!("ORDER BY made"))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if let Some(sum) = &mut sum {
            sum.edge(row)?;
        }
        let (made, edge) = read_edge(row)?;
        story.edges.insert(edge.id, Arc::new(edge));
        last_edge = made;
    }
    Ok(CachedGraph {
        story: Arc::new(story),
        number,
        titles: None,
        last_node,
        last_edge,
    })
}

/// Title, start and kinds.
fn read_story(version_view: &VersionView<'_>, story: &mut Story) -> Result<(), StoreError> {
    story.record = version_view
        .part(&Slot::story(part::STORY))?
        .unwrap_or_default();
    story.kinds = Kind::built_in();
    story.kinds.extend(
        version_view
            .part::<BTreeMap<String, Kind>>(&Slot::story(part::KINDS))?
            .unwrap_or_default(),
    );
    Ok(())
}

/// Whether a change moved a part that belongs to the graph.
fn moves_graph(change: &Change) -> bool {
    let is_part = |it: &model::Move| GRAPH_PARTS.contains(&&*it.slot.capability);
    change.draft.is_none() && change.moves.iter().any(is_part)
}

/// The cached graph updated to a newer number; `None` if reloading it is simpler.
///
/// The `+` keeps SQLite from scanning the whole index of moves by slot to list each subject once.
fn follow(
    conn: &Connection,
    mut held: CachedGraph,
    number: u64,
) -> Result<Option<CachedGraph>, StoreError> {
    let mut statement = conn.prepare_cached(
        "SELECT DISTINCT +subject FROM move WHERE change > ?1 AND drafted = 0 \
         AND capability IN ('node', 'layout', 'edge', 'story', 'kinds') LIMIT ?2",
    )?;
    let key = (held.number.cast_signed(), MAX_INCREMENTAL_SLOTS + 1);
    let rows = statement.query_map(key, |row| columns::subject(row, 0))?;
    let moved: Vec<Subject> = rows.collect::<Result<_, _>>()?;
    if moved.len() as i64 > MAX_INCREMENTAL_SLOTS {
        return Ok(None);
    }
    held.number = number;
    Arc::make_mut(&mut held.story).number = number;
    let mut new_nodes = Vec::new();
    let mut new_edges = Vec::new();
    for subject in moved {
        match subject {
            Subject::Story => {
                let story = Arc::make_mut(&mut held.story);
                read_story(&VersionView::story(conn), story)?;
            }
            Subject::Node(id) => {
                let mut statement = conn.prepare_cached(select_node!("WHERE id = ?1"))?;
                let found = statement
                    .query_row([id.0.into_bytes()], read_node)
                    .optional()?;
                held.retitle(id, found.as_ref().map(|it| &it.1));
                let story = Arc::make_mut(&mut held.story);
                match (found, story.nodes.get_mut(&id)) {
                    (Some((_, node)), Some(standing)) => *standing = Arc::new(node),
                    (Some(new), None) => new_nodes.push(new),
                    (None, _) => _ = story.nodes.shift_remove(&id),
                }
            }
            Subject::Edge(id) => {
                let mut statement = conn.prepare_cached(select_edge!("WHERE id = ?1"))?;
                let found = statement
                    .query_row([id.0.into_bytes()], read_edge)
                    .optional()?;
                let story = Arc::make_mut(&mut held.story);
                match (found, story.edges.get_mut(&id)) {
                    (Some((_, edge)), Some(standing)) => *standing = Arc::new(edge),
                    (Some(new), None) => new_edges.push(new),
                    (None, _) => _ = story.edges.shift_remove(&id),
                }
            }
        }
    }
    new_nodes.sort_by_key(|it| it.0);
    new_edges.sort_by_key(|it| it.0);
    let story = Arc::make_mut(&mut held.story);
    for (made, node) in new_nodes {
        // A restored node returns to its place in creation order, not to the end.
        if made < held.last_node {
            return Ok(None);
        }
        held.last_node = made;
        story.nodes.insert(node.id, Arc::new(node));
    }
    for (made, edge) in new_edges {
        if made < held.last_edge {
            return Ok(None);
        }
        held.last_edge = made;
        story.edges.insert(edge.id, Arc::new(edge));
    }
    Ok(Some(held))
}

/// The graph as it would be with a draft adopted.
pub(super) fn with_draft(
    conn: &Connection,
    story: &Arc<Story>,
    draft: DraftId,
) -> Result<Arc<Story>, StoreError> {
    let version_view = VersionView {
        conn,
        draft: Some(draft),
    };
    // A draft consists mostly of texts, which are not part of the graph.
    let mut pieces: Vec<_> = snapshot::draft_overrides(&version_view)?
        .into_iter()
        .filter(|(slot, _)| GRAPH_PARTS.contains(&&*slot.capability))
        .collect();
    if pieces.is_empty() {
        return Ok(Arc::clone(story));
    }
    pieces.sort_by_key(|(_, row)| *row);
    let mut story = Story::clone(story);
    for (slot, _) in pieces {
        match slot.subject {
            Subject::Story => read_story(&version_view, &mut story)?,
            Subject::Node(id) => match version_view.node(id)? {
                Some(node) => {
                    story.nodes.insert(
                        id,
                        Arc::new(Node {
                            data: BTreeMap::new(),
                            ..node
                        }),
                    );
                }
                None => _ = story.nodes.shift_remove(&id),
            },
            Subject::Edge(id) => match version_view.edge(id)? {
                Some(edge) => {
                    story.edges.insert(
                        id,
                        Arc::new(Edge {
                            data: BTreeMap::new(),
                            ..edge
                        }),
                    );
                }
                None => _ = story.edges.shift_remove(&id),
            },
        }
    }
    Ok(Arc::new(story))
}

/// Whether the story's own record and kinds are those that the changes left; `false` if an older
/// schema has no checksum of the rest.
fn is_record_sound(conn: &Connection) -> Result<bool, StoreError> {
    let schema: u32 = conn.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if schema != CHECKSUM_SCHEMA {
        return Ok(false);
    }
    let mut left = conn.prepare_cached(
        "SELECT after IS (SELECT version FROM adopted WHERE subject = ?1 AND capability = ?2) \
         FROM move WHERE subject = ?1 AND capability = ?2 AND drafted = 0 \
         ORDER BY change DESC LIMIT 1",
    )?;
    for part in [part::STORY, part::KINDS] {
        let key = (Subject::Story.to_bytes(), part);
        let is_left = left.query_row(key, |row| row.get(0)).optional()?;
        if is_left == Some(false) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Describes a mismatch between the graph's own tables and the adopted versions, if there is one.
pub(crate) fn find_graph_mismatch(conn: &Connection) -> Result<Option<String>, StoreError> {
    let id = StoryId(conn.query_row("SELECT id FROM story", [], |row| columns::id(row, 0))?);
    let number = history::newest(conn)?;
    let drawn = load(conn, id, number, None)?.story;
    let mut written = match snapshot::assemble(conn, id, number, snapshot::SlotOverrides::new()) {
        Ok(story) => story,
        // A version that does not match its hash is reported on its own.
        Err(StoreError::HashMismatch { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    written.data.clear();
    for node in written.nodes.values_mut() {
        Arc::make_mut(node).data.clear();
    }
    for edge in written.edges.values_mut() {
        Arc::make_mut(edge).data.clear();
    }
    let same = *drawn == written;
    Ok(
        (!same)
            .then(|| "the tables of nodes and edges differ from the adopted versions".to_owned()),
    )
}
