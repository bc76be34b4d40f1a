//! Referential integrity of the story: no edge without its ends, no data on a missing subject, no
//! node inside a missing group. Checked for the slots an edit moved, before its commit is written.

use std::collections::HashSet;

use model::{EdgeId, EdgeRecord, Layout, NodeId, Slot, StoryRecord, Subject, part};
use rusqlite::OptionalExtension;

use super::Edit;
use crate::read::version_view::VersionView;
use crate::{MissingItem, StoreError, columns};

/// A slot that depends on something missing.
#[derive(Debug)]
pub(super) struct Dangling {
    /// The slot with the dependency.
    pub(super) slot: Slot,
    /// What is missing, for the error message.
    pub(super) missing: String,
}

impl From<Dangling> for StoreError {
    fn from(Dangling { slot, missing }: Dangling) -> Self {
        Self::DanglingReference { slot, missing }
    }
}

impl Edit<'_> {
    /// The first dangling reference that this edit's moves would leave in the story.
    pub(super) fn find_dangling(&self) -> Result<Option<Dangling>, StoreError> {
        for (slot, (_, after)) in &self.pending.moves {
            let is_existence = matches!(&*slot.capability, part::NODE | part::EDGE);
            let loose = match after {
                None if is_existence => self.orphaned_data(slot.subject)?,
                None => None,
                Some(_) => self.missing_dependency(slot)?,
            };
            if loose.is_some() {
                return Ok(loose);
            }
        }
        Ok(None)
    }

    /// A slot that still has data on a removed subject.
    fn orphaned_data(&self, gone: Subject) -> Result<Option<Dangling>, StoreError> {
        let loose = |slot| {
            Some(Dangling {
                slot,
                missing: MissingItem::from(gone).to_string(),
            })
        };
        let capability: Option<String> = self
            .conn
            .prepare_cached("SELECT capability FROM adopted WHERE subject = ?1 LIMIT 1")?
            .query_row([gone.to_bytes()], |row| row.get(0))
            .optional()?;
        if let Some(capability) = capability {
            return Ok(loose(Slot::new(gone, &capability)));
        }
        let Subject::Node(node) = gone else {
            return Ok(None);
        };
        let key = [node.0.into_bytes()];
        let edge = self
            .conn
            .prepare_cached("SELECT id FROM edge WHERE source = ?1 OR target = ?1 LIMIT 1")?
            .query_row(key, |row| columns::id(row, 0))
            .optional()?;
        if let Some(edge) = edge {
            return Ok(loose(Slot::edge(EdgeId(edge), part::EDGE)));
        }
        let child = self
            .conn
            .prepare_cached("SELECT id FROM node WHERE parent = ?1 LIMIT 1")?
            .query_row(key, |row| columns::id(row, 0))
            .optional()?;
        if let Some(child) = child {
            return Ok(loose(Slot::node(NodeId(child), part::LAYOUT)));
        }
        let slot = Slot::story(part::STORY);
        let story: Option<StoryRecord> = VersionView::story(self.conn).part(&slot)?;
        Ok(story
            .and_then(|it| it.start)
            .filter(|it| *it == node)
            .and_then(|_| loose(slot)))
    }

    /// What a slot depends on that does not exist.
    fn missing_dependency(&self, slot: &Slot) -> Result<Option<Dangling>, StoreError> {
        let story = VersionView::story(self.conn);
        let mut needs = vec![slot.subject];
        match (slot.subject, &*slot.capability) {
            (Subject::Edge(_), part::EDGE) => {
                let edge: Option<EdgeRecord> = story.part(slot)?;
                needs.extend(
                    edge.iter()
                        .flat_map(|it| [it.from, it.to])
                        .map(Subject::Node),
                );
            }
            (Subject::Story, part::STORY) => {
                let record: Option<StoryRecord> = story.part(slot)?;
                needs.extend(record.and_then(|it| it.start).map(Subject::Node));
            }
            (Subject::Node(node), part::LAYOUT) => {
                let layout: Option<Layout> = story.part(slot)?;
                if let Some(parent) = layout.and_then(|it| it.parent) {
                    needs.push(Subject::Node(parent));
                    if self.is_inside(parent, node)? {
                        let missing = "group that is not inside itself".to_owned();
                        return Ok(Some(Dangling {
                            slot: slot.clone(),
                            missing,
                        }));
                    }
                }
            }
            _ => {}
        }
        for subject in needs {
            if !story.exists(subject)? {
                return Ok(Some(Dangling {
                    slot: slot.clone(),
                    missing: MissingItem::from(subject).to_string(),
                }));
            }
        }
        Ok(None)
    }

    /// Whether `node` is `group` itself or is nested, at any depth, inside it.
    fn is_inside(&self, node: NodeId, group: NodeId) -> Result<bool, StoreError> {
        let mut seen = HashSet::new();
        let mut at = Some(node.0);
        while let Some(id) = at {
            if id == group.0 {
                return Ok(true);
            }
            if !seen.insert(id) {
                return Ok(false);
            }
            at = self
                .conn
                .prepare_cached("SELECT parent FROM node WHERE id = ?1")?
                .query_row([id.into_bytes()], |row| columns::id_or_none(row, 0))
                .optional()?
                .flatten();
        }
        Ok(false)
    }
}
