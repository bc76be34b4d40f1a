//! Instructions about a story and the nodes each is about, in English and Chinese: what the words
//! of an instruction find of the story (CM-2). Used by the benchmark and the tests.

use std::collections::BTreeSet;
use std::sync::Arc;

use host::RealWorld;
use model::{Author, AuthorKind, Layout, NodeRecord, Slot};
use serde::Deserialize;
use serde_json::json;
use store::{CommitMetadata, Edit, OpenOptions, Store, StoreError};

/// Enough for every piece that is found.
const BUDGET: u64 = 100_000;

/// What was found for all instructions of a set.
#[derive(Default)]
pub(crate) struct Found {
    /// Nodes that were found and are meant.
    pub(crate) right: usize,
    /// Nodes that were found.
    pub(crate) shown: usize,
    /// Nodes that are meant.
    pub(crate) meant: usize,
    /// What was missed or found by mistake, to read.
    pub(crate) faults: Vec<String>,
}

/// A story and what is said about it.
#[derive(Deserialize)]
struct Set {
    /// Title, kind and text of each node.
    nodes: Vec<(String, String, String)>,
    /// What is said, and the titles of the nodes that it is about.
    instructions: Vec<(String, BTreeSet<String>)>,
}

/// Gathers the story's context for each instruction of a language.
pub(crate) fn gather(chinese: bool) -> Found {
    let set = match chinese {
        false => include_str!("../../fixtures/context_words/en.json"),
        true => include_str!("../../fixtures/context_words/zh.json"),
    };
    let set: Set = serde_json::from_str(set).expect("the set is readable");
    let folder = tempfile::tempdir().expect("a folder");
    let store = story(&folder.path().join("set.story"), &set);
    let view = store.view(None);
    let mut all = Found::default();
    for (instruction, meant) in &set.instructions {
        let items = runner::context_of(&view, instruction, BUDGET).expect("the story is readable");
        let found: BTreeSet<String> = items.into_iter().map(|it| it.title).collect();
        all.right += found.intersection(meant).count();
        all.shown += found.len();
        all.meant += meant.len();
        if found != *meant {
            let (missed, wrong): (Vec<_>, Vec<_>) = (
                meant.difference(&found).collect(),
                found.difference(meant).collect(),
            );
            all.faults
                .push(format!("{instruction}: missed {missed:?}, wrong {wrong:?}"));
        }
    }
    all
}

fn story(path: &std::path::Path, set: &Set) -> Store {
    let options = OpenOptions {
        rules: capability::slot_rules(capabilities::ALL),
        world: Arc::new(RealWorld),
        read_only: false,
    };
    let store = Store::create(path, "Words", options).expect("a story");
    let note = CommitMetadata {
        author: Author::new(AuthorKind::Person, "writer"),
        origin: None,
        turn: None,
        call: None,
        reason: "make nodes".to_owned(),
        draft: None,
    };
    let nodes = set.nodes.clone();
    let make = move |edit: &mut Edit<'_>| {
        for (title, kind, text) in nodes {
            let id = edit.create_node(&NodeRecord { title, kind }, &Layout::default())?;
            edit.write(&Slot::node(id, "text"), &json!({ "text": text }))?;
        }
        Ok(())
    };
    let made = store.edit_blocking::<(), StoreError>(note, make);
    made.expect("the nodes are written");
    store
}
