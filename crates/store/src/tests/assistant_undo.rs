//! What the assistant takes back in its turns, as a step of the turn, with a person's edits between.

use model::NodeId;
use proptest::prelude::*;
use serde_json::json;

use super::undo::{redo, state, undo, undo_or_end, write_kv};
use super::{TestStore, in_turn, note, turn_id};
use crate::{StoreError, UndoTarget};

/// One turn of the assistant as calls: write a value to a node, or take back.
#[derive(Debug, Clone)]
enum TurnCall {
    Write { node: usize, value: u8 },
    Undo,
    Redo,
}

fn turn_calls() -> impl Strategy<Value = Vec<TurnCall>> {
    let call = prop_oneof![
        4 => (0..3usize, any::<u8>()).prop_map(|(node, value)| TurnCall::Write { node, value }),
        2 => Just(TurnCall::Undo),
        1 => Just(TurnCall::Redo),
    ];
    proptest::collection::vec(call, 1..4)
}

/// A thread whose turns are known to the store, and three nodes.
struct Conversation {
    fixture: TestStore,
    runtime: tokio::runtime::Runtime,
    thread: model::ThreadId,
    nodes: Vec<NodeId>,
}

impl Conversation {
    fn new() -> Self {
        let fixture = TestStore::new();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let owner = model::PrincipalId::local();
        let begun = fixture.store.create_thread("Work", None, owner);
        let thread = runtime.block_on(begun).unwrap().id;
        let nodes = ["Hero", "Cave", "Road"].map(|it| fixture.store.add_node(it));
        Self {
            runtime,
            thread,
            nodes: nodes.to_vec(),
            fixture,
        }
    }

    fn write(&self, note: crate::CommitMetadata, node: usize, value: u8) {
        write_kv(
            &self.fixture.store,
            note,
            self.nodes[node],
            json!({ "v": value }),
        );
    }

    fn turn(&self, number: u128, calls: &[TurnCall]) {
        let row = crate::SavedTurn {
            id: turn_id(number),
            thread: self.thread,
            ended: true,
            state: serde_json::Value::Null,
        };
        let saved = self.fixture.store.save_turn(row);
        self.runtime.block_on(saved).unwrap();
        for call in calls {
            match call {
                TurnCall::Write { node, value } => self.write(in_turn(number), *node, *value),
                TurnCall::Undo => _ = self.revert(number, UndoTarget::PreviousTurn),
                TurnCall::Redo => _ = self.revert(number, UndoTarget::PreviousReversal),
            }
        }
    }

    fn revert(
        &self,
        number: u128,
        target: fn(model::TurnId) -> UndoTarget,
    ) -> Result<Vec<String>, StoreError> {
        let target = target(turn_id(number));
        let done = self
            .fixture
            .store
            .edit_blocking(in_turn(number), move |edit| edit.revert(&target));
        match done {
            Ok(receipt) => Ok(receipt.value),
            Err(error @ (StoreError::NoUndoStep { .. } | StoreError::Conflict { .. })) => {
                Err(error)
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn the_assistant_undoes_its_own_last_turn_and_keeps_a_persons_changes() {
    let story = Conversation::new();
    let (hero, cave) = (story.nodes[0], story.nodes[1]);
    story.turn(11, &[TurnCall::Write { node: 0, value: 1 }]);
    story.turn(12, &[TurnCall::Write { node: 0, value: 2 }]);
    story.write(note("Ada"), 1, 7);
    let kv = |node| story.fixture.store.kv(node);
    story.turn(13, &[TurnCall::Undo]);
    assert_eq!(kv(hero), Some(json!({ "v": 1 })));
    assert_eq!(kv(cave), Some(json!({ "v": 7 })), "the person's edit stays");
    story.turn(14, &[TurnCall::Undo]);
    assert_eq!(kv(hero), None, "the turn before that");
    story.turn(15, &[TurnCall::Redo]);
    assert_eq!(kv(hero), Some(json!({ "v": 1 })));
    story.turn(16, &[]);
    story.write(note("Ada"), 0, 9);
    let refused = story.revert(16, UndoTarget::PreviousTurn);
    assert!(refused.is_err(), "the person has changed it since");
    assert_eq!(kv(hero), Some(json!({ "v": 9 })));
    // One undo of the person each takes back their own edit, then the turns one by one.
    let mut passed = Vec::new();
    while undo_or_end(&story.fixture.store) {
        passed.push(kv(hero).map(|it| it["v"].clone()));
    }
    let expected = [Some(1), None, Some(1), Some(2), Some(2), Some(1), None];
    let expected: Vec<_> = expected.map(|it| it.map(|it| json!(it))).to_vec();
    assert_eq!(passed[..expected.len()], expected);
    assert_eq!(story.fixture.store.check().unwrap(), []);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn one_undo_of_a_person_restores_the_story_before_a_turn(
        turns in proptest::collection::vec(
            (turn_calls(), proptest::option::of((0..3usize, any::<u8>()))),
            1..7,
        ),
    ) {
        let story = Conversation::new();
        let store = &story.fixture.store;
        for (number, (calls, edit)) in (1..).zip(&turns) {
            if let Some((node, value)) = edit {
                story.write(note("Ada"), *node, *value);
            }
            let (before, change) = (state(store), store.number().unwrap());
            story.turn(number, calls);
            let after = state(store);
            let wrote = store.changes_since(change, 99).unwrap();
            if wrote.iter().any(|it| !it.moves.is_empty()) {
                undo(store, UndoTarget::Last).unwrap();
                prop_assert_eq!(&state(store), &before);
                redo(store).unwrap();
            }
            prop_assert_eq!(&state(store), &after);
        }
        while undo_or_end(store) {}
        prop_assert_eq!(store.check().unwrap(), []);
    }
}
