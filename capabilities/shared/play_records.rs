//! The play records of nodes during a playthrough: read on entering a node, then cached.

use std::cell::RefCell;
use std::collections::HashMap;

use capability::{ToolError, View};
use model::play::{PLAY, PlayRecord};
use model::{NodeId, Slot};

/// The play records of nodes, read on entry. Errors are reported at the end, because the game
/// itself cannot report any.
pub(crate) struct PlayRecordReader<'a> {
    view: &'a View,
    read: RefCell<HashMap<NodeId, PlayRecord>>,
    failed: RefCell<Option<ToolError>>,
}

impl<'a> PlayRecordReader<'a> {
    /// Reads from a view of the story.
    pub(crate) fn new(view: &'a View) -> Self {
        Self {
            view,
            read: RefCell::default(),
            failed: RefCell::default(),
        }
    }

    /// The record of a node; empty if it cannot be read.
    pub(crate) fn of(&self, node: NodeId) -> PlayRecord {
        if let Some(known) = self.read.borrow().get(&node) {
            return known.clone();
        }
        let record = match self.view.adopted(&Slot::node(node, PLAY)) {
            Ok(version) => PlayRecord::of(version.map(|it| it.data()).as_ref()),
            Err(error) => {
                *self.failed.borrow_mut() = Some(error.into());
                PlayRecord::default()
            }
        };
        self.read.borrow_mut().insert(node, record.clone());
        record
    }

    /// Whether any record read so far depends on visit counts.
    pub(crate) fn ask_visits(&self) -> bool {
        let read = self.read.borrow();
        read.values().any(|it| it.enter.contains("visit"))
    }

    /// Returns the first read error, if any.
    pub(crate) fn finish(&self) -> Result<(), ToolError> {
        self.failed.take().map_or(Ok(()), Err)
    }
}
