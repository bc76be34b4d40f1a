//! Target: what the tools of a registry work on: one story, or the whole workspace. Enter through
//! [`Target`]. Not here: the tools, and the registry that calls them (`registry.rs`).

use std::sync::Arc;

use model::{DraftId, World};
use store::{Store, View};

use crate::Models;

/// What the tools of a registry work on. A tool over the workspace is written exactly like a tool
/// over a story; the two differ in what their [`ToolContext`](crate::ToolContext) offers besides.
pub trait Target: Send + Sync + 'static {
    /// What one call sees: of a story its view, with the caller's draft applied.
    type View: Send + Sync;

    /// What a call sees that reads and writes in this draft.
    fn view(&self, draft: Option<DraftId>) -> Self::View;

    /// Clock and id source.
    fn world(&self) -> &Arc<dyn World>;

    /// The story file in which writing calls are recorded with their outcome, so that a call sent
    /// again is not run twice. `None`: calls are not recorded.
    fn store(&self) -> Option<&Store> {
        None
    }
}

/// What the tools of one open story work on.
#[derive(Clone)]
pub struct ToolServices {
    /// The story.
    pub store: Store,
    /// Image models and fonts.
    pub models: Arc<dyn Models>,
    /// Clock and id source.
    pub world: Arc<dyn World>,
}

impl Target for ToolServices {
    type View = View;

    fn view(&self, draft: Option<DraftId>) -> View {
        self.store.view(draft)
    }

    fn world(&self) -> &Arc<dyn World> {
        &self.world
    }

    fn store(&self) -> Option<&Store> {
        Some(&self.store)
    }
}
