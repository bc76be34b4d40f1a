//! A thread in a real file, for tests of what reads its messages.

use std::sync::Arc;

use model::conversation::{MessageMetadata, Role};
use model::{FixedWorld, PrincipalId, ThreadId, TurnId, World};
use store::{NewMessage, OpenOptions, Store};

pub(crate) struct TestThread {
    pub(crate) store: Store,
    pub(crate) id: ThreadId,
    world: Arc<FixedWorld>,
    _folder: tempfile::TempDir,
}

impl TestThread {
    pub(crate) async fn create() -> Self {
        let world = Arc::new(FixedWorld::default());
        let folder = tempfile::tempdir().unwrap();
        let options = OpenOptions {
            rules: Vec::new(),
            world: world.clone(),
            read_only: false,
        };
        let path = folder.path().join("a.story");
        let store = Store::create(&path, "A story", options).unwrap();
        let thread = store.create_thread("A thread", None, PrincipalId::local());
        let id = thread.await.unwrap().id;
        Self {
            store,
            id,
            world,
            _folder: folder,
        }
    }

    /// Adds a turn with a message `line N` for each role.
    pub(crate) async fn add(&self, roles: &[Role]) -> TurnId {
        let turn = TurnId(self.world.new_id());
        self.add_to(turn, roles).await;
        turn
    }

    pub(crate) async fn add_to(&self, turn: TurnId, roles: &[Role]) {
        let lines = roles.iter().enumerate().map(|(at, role)| NewMessage {
            turn,
            role: *role,
            content: format!("line {at}"),
            metadata: MessageMetadata::default(),
        });
        let added = self.store.append_messages(self.id, lines.collect());
        added.await.unwrap();
    }
}
