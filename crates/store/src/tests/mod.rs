//! Tests of the store on real files. This file has the shared fixture; the others test one topic
//! each.

mod assistant_undo;
mod damage;
mod drafts;
mod feed;
mod files;
mod import_history;
mod migration;
mod places;
mod random_damage;
mod replica;
mod search;
mod states;
mod story;
mod threads;
mod undo;
mod undo_model;
mod writing;

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use model::{
    Author, AuthorKind, ContentHash, EdgeRecord, FixedWorld, Layout, NodeId, NodeRecord, Slot,
    TurnId,
};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{CallRef, CommitMetadata, Edit, OpenOptions, Receipt, SlotRule, Store, StoreError};

/// A story in its own temporary folder.
pub(crate) struct TestStore {
    pub(crate) folder: TempDir,
    pub(crate) store: Store,
}

impl TestStore {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::create(&folder.path().join("demo.story"), "Demo", options()).unwrap();
        Self { folder, store }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.store.path().to_owned()
    }

    /// Closes the story and returns its folder and path.
    pub(crate) fn close(self) -> (TempDir, PathBuf) {
        let path = self.path();
        self.store.close().unwrap();
        (self.folder, path)
    }
}

/// One world for all tests of the process, so that a reopened story does not get ids it already
/// has.
static WORLD: LazyLock<Arc<FixedWorld>> = LazyLock::new(Arc::default);

pub(crate) fn options() -> OpenOptions {
    let check = |data: &Value| match data.is_object() {
        true => Ok(()),
        false => Err("it must be an object".to_owned()),
    };
    let rule = |capability: &str| SlotRule {
        capability: capability.to_owned(),
        check: Arc::new(check),
        text: model::json_text,
    };
    OpenOptions {
        rules: vec![rule("kv"), rule("text"), rule("image")],
        world: WORLD.clone(),
        read_only: false,
    }
}

pub(crate) fn reading() -> OpenOptions {
    OpenOptions {
        read_only: true,
        ..options()
    }
}

pub(crate) fn note(name: &str) -> CommitMetadata {
    CommitMetadata {
        author: Author::new(AuthorKind::Person, name),
        origin: None,
        turn: None,
        call: None,
        reason: format!("{name} wrote"),
        draft: None,
    }
}

pub(crate) fn in_turn(turn: u128) -> CommitMetadata {
    let author = Author::new(AuthorKind::Assistant, "model");
    CommitMetadata {
        author,
        turn: Some(turn_id(turn)),
        ..note("turn")
    }
}

pub(crate) fn turn_id(turn: u128) -> TurnId {
    TurnId(uuid::Uuid::from_u128(turn))
}

pub(crate) fn call(id: &str, arguments: &str) -> CallRef {
    let fingerprint = ContentHash::of(arguments.as_bytes());
    CallRef {
        caller: "test".to_owned(),
        id: id.to_owned(),
        fingerprint,
        is_new: false,
    }
}

pub(crate) fn record(title: &str) -> NodeRecord {
    NodeRecord {
        title: title.to_owned(),
        kind: "scene".to_owned(),
    }
}

pub(crate) fn link(from: NodeId, to: NodeId) -> EdgeRecord {
    EdgeRecord {
        dynamic: false,
        includes: false,
        once: false,
        from,
        to,
        label: String::new(),
        order: 0,
        condition: None,
        effect: None,
    }
}

impl Store {
    /// Makes an edit as a person.
    pub(crate) fn write<T: serde::Serialize + Send + 'static>(
        &self,
        write: impl FnOnce(&mut Edit<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<Receipt<T>, StoreError> {
        self.edit_blocking(note("Ada"), write)
    }

    pub(crate) fn add_node(&self, title: &str) -> NodeId {
        let record = record(title);
        self.write(move |edit| edit.create_node(&record, &Layout::default()))
            .unwrap()
            .value
    }

    pub(crate) fn set_kv(&self, node: NodeId, data: Value) -> Receipt<model::VersionRef> {
        self.write(move |edit| edit.write(&Slot::node(node, "kv"), &data))
            .unwrap()
    }

    pub(crate) fn kv(&self, node: NodeId) -> Option<Value> {
        self.view(None)
            .adopted(&Slot::node(node, "kv"))
            .unwrap()
            .map(|it| it.data())
    }
}

pub(crate) fn name(text: &str) -> Value {
    json!({ "name": text })
}
