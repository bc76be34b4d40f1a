//! Snapshots of the whole story: saving and restoring them by name.

use capability::{Label, ToolContext, ToolError};
use model::{Author, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::CapabilityError;
use crate::validate;

/// Create a snapshot: save the current state of the whole story under a name, such as `before the
/// rewrite`, to return to it later.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Name {
    /// The name; it must not be in use.
    name: String,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Named {
    name: String,
    /// How many snapshots there are now.
    count: usize,
}

pub(super) async fn name(cx: ToolContext, input: Name) -> Result<Named, ToolError> {
    let name = validate::line("/name", "the name", &input.name)?;
    let labels = cx.story().labels()?;
    if let Some(at) = validate::position(labels.iter().map(|it| it.name.as_str()), &name) {
        let name = labels[at].name.clone();
        return Err(
            ToolError::invalid("/name", CapabilityError::StateTaken { name })
                .hint("choose another name; list_snapshots lists those in use"),
        );
    }
    let count = labels.len() + 1;
    cx.edit(move |edit| {
        edit.label(&name)?;
        Ok(Named { name, count })
    })
    .await
}

/// List the snapshots of the story, with who created each and when.
#[derive(Deserialize, JsonSchema)]
pub(super) struct List {}

#[derive(Serialize, JsonSchema)]
pub(super) struct States {
    count: usize,
    states: Vec<SnapshotEntry>,
}

#[derive(Serialize, JsonSchema)]
struct SnapshotEntry {
    name: String,
    change: u64,
    author: Author,
    time: Timestamp,
}

pub(super) async fn list(cx: ToolContext, _: List) -> Result<States, ToolError> {
    let state = |Label {
                     name,
                     number,
                     author,
                     time,
                 }| SnapshotEntry {
        name,
        change: number,
        author,
        time,
    };
    let states: Vec<_> = cx.story().labels()?.into_iter().map(state).collect();
    Ok(States {
        count: states.len(),
        states,
    })
}

/// Restore the whole story to a snapshot, as one step that can be undone.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Restore {
    /// The snapshot's name.
    name: String,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Restored {
    name: String,
    /// The change whose state the story has again.
    change: u64,
    /// How many things moved.
    count: usize,
}

pub(super) async fn restore(cx: ToolContext, input: Restore) -> Result<Restored, ToolError> {
    let labels = cx.story().labels()?;
    let names = labels.iter().map(|it| it.name.as_str());
    let Some(at) = validate::position(names.clone(), input.name.trim()) else {
        let name = validate::shorten_for_message(&input.name);
        let known = validate::join_names(names);
        return Err(ToolError::not_found(CapabilityError::StateNone { name })
            .hint(format!("the snapshots are: {known}"))
            .at("/name"));
    };
    let Label { name, number, .. } = labels[at].clone();
    cx.edit(move |edit| {
        let count = edit.restore_state(&name)?;
        Ok(Restored {
            name,
            change: number,
            count,
        })
    })
    .await
}
