//! The version of a slot: the adopted one, or the one a draft holds for it. Reading views and the
//! writing edit both use it, so both see a draft the same way.

use std::collections::BTreeMap;
use std::sync::Arc;

use model::{
    Author, DraftId, Edge, EdgeId, EdgeRecord, Node, NodeId, Slot, Subject, Timestamp, Version,
    VersionId, VersionRef, part,
};
use rusqlite::{Connection, OptionalExtension, Row};
use serde::de::DeserializeOwned;

use crate::{MissingItem, StoreError, columns};

/// A query for whole versions, from a table called `v`; [`StoredVersion::read`] reads its rows.
macro_rules! select_version {
    ($from:literal) => {
        concat!(
            "SELECT v.row, v.id, v.subject, v.capability, v.number, v.change, v.base, v.hash, \
             v.body ",
            $from
        )
    };
}
pub(crate) use select_version;

/// A version identified by its row, for internal use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pointer {
    /// The row in `version`.
    pub(crate) row: i64,
    /// Its identity.
    pub(crate) id: VersionId,
    /// Its number within the slot.
    pub(crate) number: u32,
}

impl From<Pointer> for VersionRef {
    fn from(it: Pointer) -> Self {
        Self {
            id: it.id,
            number: it.number,
        }
    }
}

/// A version as its row holds it.
#[derive(Debug, Clone)]
pub(crate) struct StoredVersion {
    /// The row in `version`.
    pub(crate) row: i64,
    /// The version, not yet checked.
    pub(crate) version: Version,
    /// Whether compaction dropped the body.
    pub(crate) compacted: bool,
}

impl StoredVersion {
    /// Reads what [`select_version`] selects.
    pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let body = row.get_ref(8)?.as_bytes_or_null()?;
        let version = Version {
            id: VersionId(columns::id(row, 1)?),
            slot: columns::slot(row, 2)?,
            number: row.get(4)?,
            commit: columns::count(row, 5)?,
            base: columns::id_or_none(row, 6)?.map(VersionId),
            hash: columns::hash(row, 7)?,
            // Damaged bytes may be no text: what is left of them does not match the hash, so that
            // the version is named like any other that was altered.
            body: String::from_utf8_lossy(body.unwrap_or_default()).into(),
        };
        Ok(Self {
            row: row.get(0)?,
            version,
            compacted: body.is_none(),
        })
    }

    /// The version, if its body is present and matches its hash.
    pub(crate) fn checked(self) -> Result<Version, StoreError> {
        let Version { slot, number, .. } = &self.version;
        if self.compacted {
            return Err(StoreError::Compacted {
                slot: slot.clone(),
                number: *number,
            });
        }
        if model::ContentHash::of(self.version.body.as_bytes()) != self.version.hash {
            return Err(StoreError::HashMismatch {
                slot: slot.clone(),
                number: *number,
            });
        }
        Ok(self.version)
    }

    /// Its pointer.
    pub(crate) fn pointer(&self) -> Pointer {
        Pointer {
            row: self.row,
            id: self.version.id,
            number: self.version.number,
        }
    }
}

/// Which end of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The node where it starts.
    From,
    /// The node where it ends.
    To,
}

/// The story read with or without a draft.
#[derive(Clone, Copy)]
pub(crate) struct VersionView<'c> {
    /// The connection, inside whatever transaction the caller holds.
    pub(crate) conn: &'c Connection,
    /// The draft applied to the story.
    pub(crate) draft: Option<DraftId>,
}

impl<'c> VersionView<'c> {
    /// The story without a draft.
    pub(crate) fn story(conn: &'c Connection) -> Self {
        Self { conn, draft: None }
    }

    /// The pointer of a slot's version.
    pub(crate) fn pointer(&self, slot: &Slot) -> Result<Option<Pointer>, StoreError> {
        match self.piece(slot)? {
            Some(after) => after.map(|row| self.pointer_at(row)).transpose(),
            None => adopted(self.conn, slot),
        }
    }

    /// The version of a slot, unchecked.
    pub(crate) fn stored_version(&self, slot: &Slot) -> Result<Option<StoredVersion>, StoreError> {
        if let Some(after) = self.piece(slot)? {
            return after.map(|row| version_at(self.conn, row)).transpose();
        }
        let sql = select_version!(
            "FROM adopted a JOIN version v ON v.row = a.version \
             WHERE a.subject = ?1 AND a.capability = ?2"
        );
        let mut statement = self.conn.prepare_cached(sql)?;
        let key = (slot.subject.to_bytes(), &*slot.capability);
        Ok(statement.query_row(key, StoredVersion::read).optional()?)
    }

    /// The version of a slot.
    pub(crate) fn version(&self, slot: &Slot) -> Result<Option<Version>, StoreError> {
        self.stored_version(slot)?
            .map(StoredVersion::checked)
            .transpose()
    }

    /// A built-in part of a subject.
    pub(crate) fn part<T: DeserializeOwned>(&self, slot: &Slot) -> Result<Option<T>, StoreError> {
        self.version(slot)?.map(|it| record(&it)).transpose()
    }

    /// All versions on a subject.
    pub(crate) fn on(&self, subject: Subject) -> Result<Vec<StoredVersion>, StoreError> {
        let sql = select_version!(
            "FROM adopted a JOIN version v ON v.row = a.version WHERE a.subject = ?1"
        );
        let mut statement = self.conn.prepare_cached(sql)?;
        let rows = statement.query_map([subject.to_bytes()], StoredVersion::read)?;
        let mut found: Vec<StoredVersion> = rows.collect::<Result<_, _>>()?;
        for (capability, after) in self.pieces_on(subject)? {
            found.retain(|it| *it.version.slot.capability != *capability);
            if let Some(row) = after {
                found.push(version_at(self.conn, row)?);
            }
        }
        Ok(found)
    }

    /// Whether a subject is in the story.
    pub(crate) fn exists(&self, subject: Subject) -> Result<bool, StoreError> {
        let part = match subject {
            Subject::Story => return Ok(true),
            Subject::Node(_) => part::NODE,
            Subject::Edge(_) => part::EDGE,
        };
        Ok(self.pointer(&Slot::new(subject, part))?.is_some())
    }

    /// A node with its data.
    pub(crate) fn node(&self, id: NodeId) -> Result<Option<Node>, StoreError> {
        let mut made = None;
        let mut layout = model::Layout::default();
        let mut data = BTreeMap::new();
        for held in self.on(Subject::Node(id))? {
            let version = held.checked()?;
            match &*version.slot.capability {
                part::NODE => made = Some(record::<model::NodeRecord>(&version)?),
                part::LAYOUT => layout = record(&version)?,
                _ => {
                    data.insert(version.slot.capability.clone(), Arc::new(version.data()));
                }
            }
        }
        Ok(made.map(|it| Node {
            id,
            title: it.title,
            kind: it.kind,
            layout,
            data,
        }))
    }

    /// An edge with its data.
    pub(crate) fn edge(&self, id: EdgeId) -> Result<Option<Edge>, StoreError> {
        let mut made = None;
        let mut data = BTreeMap::new();
        for held in self.on(Subject::Edge(id))? {
            let version = held.checked()?;
            if &*version.slot.capability == part::EDGE {
                made = Some(record::<EdgeRecord>(&version)?);
            } else {
                data.insert(version.slot.capability.clone(), Arc::new(version.data()));
            }
        }
        Ok(made.map(|record| Edge { id, record, data }))
    }

    /// The edges with the given end at a node, in creation order.
    pub(crate) fn edges_at(&self, node: NodeId, end: End) -> Result<Vec<Edge>, StoreError> {
        let mut statement = self.conn.prepare_cached(match end {
            End::From => "SELECT id FROM edge WHERE source = ?1 ORDER BY made",
            End::To => "SELECT id FROM edge WHERE target = ?1 ORDER BY made",
        })?;
        let rows = statement.query_map([node.0.into_bytes()], |row| columns::id(row, 0))?;
        let mut ids: Vec<EdgeId> = rows.map(|it| it.map(EdgeId)).collect::<Result<_, _>>()?;
        for subject in self.drafted_subjects(part::EDGE)? {
            match subject {
                Subject::Edge(id) if !ids.contains(&id) => ids.push(id),
                _ => {}
            }
        }
        let mut edges = Vec::with_capacity(ids.len());
        for id in ids {
            let at = |it: &Edge| match end {
                End::From => it.record.from == node,
                End::To => it.record.to == node,
            };
            edges.extend(self.edge(id)?.filter(at));
        }
        Ok(edges)
    }

    /// The nodes inside a group.
    pub(crate) fn children(&self, group: NodeId) -> Result<Vec<Node>, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT id FROM node WHERE parent = ?1 ORDER BY made")?;
        let rows = statement.query_map([group.0.into_bytes()], |row| columns::id(row, 0))?;
        let mut ids: Vec<NodeId> = rows.map(|it| it.map(NodeId)).collect::<Result<_, _>>()?;
        let drafted = self.drafted_subjects(part::LAYOUT)?;
        for id in drafted.into_iter().filter_map(Subject::node) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        let mut nodes = Vec::with_capacity(ids.len());
        for id in ids {
            nodes.extend(self.node(id)?.filter(|it| it.layout.parent == Some(group)));
        }
        Ok(nodes)
    }

    /// The row a draft would adopt in a slot; `None` if the draft does not touch it.
    fn piece(&self, slot: &Slot) -> Result<Option<Option<i64>>, StoreError> {
        let Some(draft) = self.draft else {
            return Ok(None);
        };
        let mut statement = self.conn.prepare_cached(
            "SELECT after FROM draft_piece WHERE draft = ?1 AND subject = ?2 AND capability = ?3",
        )?;
        let key = (
            draft.0.into_bytes(),
            slot.subject.to_bytes(),
            &*slot.capability,
        );
        Ok(statement.query_row(key, |row| row.get(0)).optional()?)
    }

    fn pieces_on(&self, subject: Subject) -> Result<Vec<(String, Option<i64>)>, StoreError> {
        let Some(draft) = self.draft else {
            return Ok(Vec::new());
        };
        let mut statement = self.conn.prepare_cached(
            "SELECT capability, after FROM draft_piece WHERE draft = ?1 AND subject = ?2",
        )?;
        let key = (draft.0.into_bytes(), subject.to_bytes());
        let rows = statement.query_map(key, |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn drafted_subjects(&self, capability: &str) -> Result<Vec<Subject>, StoreError> {
        let Some(draft) = self.draft else {
            return Ok(Vec::new());
        };
        let mut statement = self.conn.prepare_cached(
            "SELECT p.subject FROM draft_piece p JOIN version v ON v.row = p.after \
             WHERE p.draft = ?1 AND p.capability = ?2 ORDER BY v.row",
        )?;
        let key = (draft.0.into_bytes(), capability);
        let rows = statement.query_map(key, |row| columns::subject(row, 0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The pointer of the version in a row.
    pub(crate) fn pointer_at(&self, row: i64) -> Result<Pointer, StoreError> {
        let mut statement = self
            .conn
            .prepare_cached("SELECT row, id, number FROM version WHERE row = ?1")?;
        Ok(statement.query_row([row], read_pointer)?)
    }
}

/// What is adopted in a slot, ignoring drafts.
pub(crate) fn adopted(conn: &Connection, slot: &Slot) -> Result<Option<Pointer>, StoreError> {
    let mut statement = conn.prepare_cached(
        "SELECT v.row, v.id, v.number FROM adopted a JOIN version v ON v.row = a.version \
         WHERE a.subject = ?1 AND a.capability = ?2",
    )?;
    let key = (slot.subject.to_bytes(), &*slot.capability);
    Ok(statement.query_row(key, read_pointer).optional()?)
}

/// The version of a row, unchecked.
pub(crate) fn version_at(conn: &Connection, row: i64) -> Result<StoredVersion, StoreError> {
    let sql = select_version!("FROM version v WHERE v.row = ?1");
    Ok(conn
        .prepare_cached(sql)?
        .query_row([row], StoredVersion::read)?)
}

/// The version of an id, unchecked.
pub(crate) fn version_of_id(
    conn: &Connection,
    id: VersionId,
) -> Result<Option<StoredVersion>, StoreError> {
    let sql = select_version!("FROM version v WHERE v.id = ?1");
    Ok(conn
        .prepare_cached(sql)?
        .query_row([id.0.into_bytes()], StoredVersion::read)
        .optional()?)
}

/// Who moved a slot of the story last, and when.
pub(crate) fn last_move(conn: &Connection, slot: &Slot) -> Result<(Author, Timestamp), StoreError> {
    let mut statement = conn.prepare_cached(
        "SELECT c.author_kind, c.author, c.time FROM move m JOIN change c ON c.number = m.change \
         WHERE m.subject = ?1 AND m.capability = ?2 AND m.drafted = 0 \
         ORDER BY m.change DESC LIMIT 1",
    )?;
    let key = (slot.subject.to_bytes(), &*slot.capability);
    let read = |row: &Row<'_>| Ok((columns::author(row, 0)?, columns::time(row, 2)?));
    let found = statement.query_row(key, read).optional()?;
    found.ok_or_else(|| {
        StoreError::not_found(MissingItem::MoveGone {
            slot: slot.to_string(),
        })
    })
}

/// A built-in part read from its version.
pub(crate) fn record<T: DeserializeOwned>(version: &Version) -> Result<T, StoreError> {
    serde_json::from_str(&version.body)
        .map_err(|error| StoreError::invalid(&version.slot.capability, error.to_string()))
}

fn read_pointer(row: &Row<'_>) -> rusqlite::Result<Pointer> {
    Ok(Pointer {
        row: row.get(0)?,
        id: VersionId(columns::id(row, 1)?),
        number: row.get(2)?,
    })
}
