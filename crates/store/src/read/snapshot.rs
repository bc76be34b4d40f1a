//! A whole story with all its data: as it is, as it was, or with a draft applied.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use model::{
    Edge, EdgeRecord, Kind, Layout, Node, NodeRecord, Slot, Story, StoryId, StoryRecord, Subject,
    Version, part,
};
use rusqlite::Connection;

use super::version_view::{StoredVersion, VersionView, record, select_version, version_at};
use crate::{StoreError, columns};

/// Slots whose version differs from the adopted one: the row of that version, or none.
pub(super) type SlotOverrides = HashMap<Slot, Option<i64>>;

/// The slots that the view's draft overrides.
pub(super) fn draft_overrides(version_view: &VersionView<'_>) -> Result<SlotOverrides, StoreError> {
    let Some(draft) = version_view.draft else {
        return Ok(SlotOverrides::new());
    };
    let mut statement = version_view
        .conn
        .prepare_cached("SELECT subject, capability, after FROM draft_piece WHERE draft = ?1")?;
    let rows = statement.query_map([draft.0.into_bytes()], |row| {
        Ok((columns::slot(row, 0)?, row.get(2)?))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The adopted story with some slots overridden.
pub(super) fn assemble(
    conn: &Connection,
    id: StoryId,
    number: u64,
    mut overrides: SlotOverrides,
) -> Result<Story, StoreError> {
    let mut builder = StoryBuilder::default();
    let mut statement = conn.prepare_cached(select_version!(
        ", CASE WHEN v.capability IN ('node', 'edge') THEN (SELECT f.row FROM version f \
           WHERE f.subject = v.subject AND f.capability = v.capability AND f.number = 1) END \
         FROM adopted a JOIN version v ON v.row = a.version"
    ))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let held = StoredVersion::read(row)?;
        if !overrides.contains_key(&held.version.slot) {
            builder.put(held.checked()?, row.get::<_, Option<i64>>(9)?)?;
        }
    }
    let mut first = conn.prepare_cached(
        "SELECT row FROM version WHERE subject = ?1 AND capability = ?2 AND number = 1",
    )?;
    for (slot, row) in overrides.drain() {
        let Some(row) = row else { continue };
        let key = (slot.subject.to_bytes(), &*slot.capability);
        let made = first.query_row(key, |row| row.get(0))?;
        builder.put(version_at(conn, row)?.checked()?, Some(made))?;
    }
    Ok(builder.into_story(id, number))
}

type Data = BTreeMap<Arc<str>, Arc<serde_json::Value>>;

/// The parts of a story, collected in any order.
#[derive(Default)]
struct StoryBuilder {
    record: StoryRecord,
    kinds: BTreeMap<String, Kind>,
    data: HashMap<Subject, Data>,
    layouts: HashMap<Subject, Layout>,
    nodes: BTreeMap<i64, (model::NodeId, NodeRecord)>,
    edges: BTreeMap<i64, (model::EdgeId, EdgeRecord)>,
}

impl StoryBuilder {
    /// Adds one version; `made` is the row of its slot's first version.
    fn put(&mut self, version: Version, made: Option<i64>) -> Result<(), StoreError> {
        let subject = version.slot.subject;
        match (subject, &*version.slot.capability) {
            (Subject::Node(id), part::NODE) => {
                self.nodes
                    .insert(made.unwrap_or(i64::MAX), (id, record(&version)?));
            }
            (Subject::Edge(id), part::EDGE) => {
                self.edges
                    .insert(made.unwrap_or(i64::MAX), (id, record(&version)?));
            }
            (Subject::Story, part::STORY) => self.record = record(&version)?,
            (Subject::Story, part::KINDS) => self.kinds = record(&version)?,
            (_, part::LAYOUT) => {
                self.layouts.insert(subject, record(&version)?);
            }
            _ => {
                let data = Arc::new(version.data());
                self.data
                    .entry(subject)
                    .or_default()
                    .insert(version.slot.capability, data);
            }
        }
        Ok(())
    }

    fn into_story(mut self, id: StoryId, number: u64) -> Story {
        let mut story = Story::new(id, "");
        story.record = self.record;
        story.number = number;
        story.kinds.append(&mut self.kinds);
        story.data = self.data.remove(&Subject::Story).unwrap_or_default();
        for (id, NodeRecord { title, kind }) in self.nodes.into_values() {
            let subject = Subject::Node(id);
            let layout = self.layouts.remove(&subject).unwrap_or_default();
            let data = self.data.remove(&subject).unwrap_or_default();
            story.nodes.insert(
                id,
                Arc::new(Node {
                    id,
                    title,
                    kind,
                    layout,
                    data,
                }),
            );
        }
        for (id, record) in self.edges.into_values() {
            let data = self.data.remove(&Subject::Edge(id)).unwrap_or_default();
            story.edges.insert(id, Arc::new(Edge { id, record, data }));
        }
        story
    }
}
