//! What a story has of its own, without its nodes and edges.

use std::sync::Arc;

use capability::{ToolError, View};
use model::{Slot, Story, part};

/// The story's title, its start, and what its file of another program said about it as a whole.
pub(crate) fn story_without_nodes(view: &View, graph: &Story) -> Result<Story, ToolError> {
    let mut story = Story::new(graph.id, graph.record.title.clone());
    story.record.start = graph.record.start;
    if let Some(kept) = view.adopted(&Slot::story(part::FOREIGN))? {
        story
            .data
            .insert(part::FOREIGN.into(), Arc::new(kept.data()));
    }
    Ok(story)
}
