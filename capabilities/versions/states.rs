//! Snapshots of the whole story: saving, comparing and restoring them by name.

use std::collections::HashMap;

use capability::{Label, ToolContext, ToolError, View};
use model::play::reading_order;
use model::{Author, NodeId, Slot, Subject, Timestamp, part};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::subject_names::{ChangedSlot, SubjectNames};
use crate::error::CapabilityError;
use crate::validate;

/// How many changes since a snapshot are listed unless asked for more.
const DEFAULT_LIMIT: usize = 100;

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
    refuse_taken("/name", &labels, &name)?;
    let count = labels.len() + 1;
    cx.edit(move |edit| {
        edit.label(&name)?;
        Ok(Named { name, count })
    })
    .await
}

fn refuse_taken(path: &str, labels: &[Label], name: &str) -> Result<(), ToolError> {
    let Some(at) = validate::position(labels.iter().map(|it| it.name.as_str()), name) else {
        return Ok(());
    };
    let name = labels[at].name.clone();
    Err(
        ToolError::invalid(path, CapabilityError::StateTaken { name })
            .hint("choose another name; list_snapshots lists those in use"),
    )
}

/// Rename a snapshot. What it holds stays the same.
#[derive(Deserialize, JsonSchema)]
pub(super) struct RenameSnapshot {
    /// The snapshot's name.
    name: String,
    /// The new name; it must not be in use.
    new_name: String,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Renamed {
    name: String,
    before: String,
}

pub(super) async fn rename(cx: ToolContext, input: RenameSnapshot) -> Result<Renamed, ToolError> {
    let name = validate::line("/new_name", "the name", &input.new_name)?;
    let before = snapshot_named(cx.story(), &input.name)?.name;
    let mut others = cx.story().labels()?;
    others.retain(|it| it.name != before);
    refuse_taken("/new_name", &others, &name)?;
    cx.edit(move |edit| {
        if name != before {
            edit.relabel(&before, &name)?;
        }
        Ok(Renamed { name, before })
    })
    .await
}

/// Delete a snapshot: its name and the way back to it. The story and its history stay as they are.
#[derive(Deserialize, JsonSchema)]
pub(super) struct DeleteSnapshot {
    /// The snapshot's name.
    name: String,
}

pub(super) async fn delete(cx: ToolContext, input: DeleteSnapshot) -> Result<Named, ToolError> {
    let name = snapshot_named(cx.story(), &input.name)?.name;
    let count = cx.story().labels()?.len() - 1;
    cx.edit(move |edit| {
        edit.unlabel(&name)?;
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
    let Label { name, number, .. } = snapshot_named(cx.story(), &input.name)?;
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

/// List what has changed in the whole story since a snapshot: texts, attributes, links and all else
/// that was written, added or deleted. compare_versions shows each change in full.
#[derive(Deserialize, JsonSchema)]
pub(super) struct CompareSnapshot {
    /// The snapshot's name.
    name: String,
    /// How many changes to list at most. Defaults to 100.
    #[schemars(range(min = 1, max = 1000))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct SnapshotChanges {
    name: String,
    /// How many changes there are; the list may be shorter.
    count: usize,
    /// In reading order. `before` is the version in the snapshot and `after` the one adopted now; none
    /// where there was or is nothing.
    changed: Vec<ChangedSlot>,
}

pub(super) async fn compare(
    cx: ToolContext,
    input: CompareSnapshot,
) -> Result<SnapshotChanges, ToolError> {
    let view = cx.story();
    let label = snapshot_named(view, &input.name)?;
    let mut moves = view.moves_since(&label)?;
    let subjects = SubjectNames::of(view)?;
    let order = reading_order(&*view.graph()?).into_iter().zip(1..);
    let order: HashMap<NodeId, usize> = order.collect();
    let position = |node: &NodeId| order.get(node).copied().unwrap_or(usize::MAX);
    moves.sort_by_cached_key(|it| {
        let Slot {
            subject,
            capability,
        } = &it.slot;
        // A link follows the node it leaves; what was deleted comes last.
        let place = match subject {
            Subject::Story => 0,
            Subject::Node(id) => position(id),
            Subject::Edge(id) => subjects
                .edge(*id)
                .map_or(usize::MAX, |edge| position(&edge.from)),
        };
        let is_layout = **capability == *part::LAYOUT;
        (place, *subject, is_layout, capability.clone())
    });
    let limit = input.limit.unwrap_or(DEFAULT_LIMIT);
    let changed = moves.iter().take(limit).map(|it| subjects.changed(it));
    Ok(SnapshotChanges {
        name: label.name,
        count: moves.len(),
        changed: changed.collect(),
    })
}

fn snapshot_named(view: &View, name: &str) -> Result<Label, ToolError> {
    let mut labels = view.labels()?;
    let names = labels.iter().map(|it| it.name.as_str());
    if let Some(at) = validate::position(names.clone(), name.trim()) {
        return Ok(labels.swap_remove(at));
    }
    let known = validate::join_names(names);
    let name = validate::shorten_for_message(name);
    Err(ToolError::not_found(CapabilityError::StateNone { name })
        .hint(format!("the snapshots are: {known}"))
        .at("/name"))
}
