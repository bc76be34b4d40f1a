//! Rebases a draft onto the current story, and adopts a part of its text.

use capability::{DraftPiece, ToolContext, ToolError, View};
use model::contents::{Content as _, Prose, TEXT};
use model::{DraftId, Merged, Slot, VersionRef, merge_data};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::drafts::select_pieces;
use super::subject_names::{SlotName, SubjectNames};
use crate::answer::NodeRef;
use crate::validate;

/// Rebase a draft onto the current story. Changes made on only one side are merged; where both
/// sides changed the same passage or value, the draft keeps its own version as a proposal to decide
/// on, and the answer lists the conflict. What belongs to nodes that the story no longer has is taken
/// out of the draft.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Rebase {
    /// The draft's id, or the first or last characters of it. Defaults to the only open draft.
    draft: Option<String>,
    /// The nodes whose pieces to rebase: titles, or first or last characters of ids. Defaults to
    /// all.
    nodes: Option<Vec<String>>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Rebased {
    draft: DraftId,
    title: String,
    /// How many pieces were rebased.
    count: usize,
    /// How many pieces wait in the draft now.
    left: usize,
    /// Where both had changed the same.
    conflicts: Vec<Conflict>,
    /// What was taken out of the draft, because the story no longer has the node or link that it
    /// belongs to. It stays in the list of versions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    taken_out: Vec<SlotName>,
}

#[derive(Serialize, JsonSchema)]
struct Conflict {
    #[serde(flatten)]
    place: SlotName,
    /// In how many passages or values.
    places: usize,
}

pub(super) async fn rebase(cx: ToolContext, input: Rebase) -> Result<Rebased, ToolError> {
    let view = cx.story();
    let (draft, slots, _) = select_pieces(view, input.draft, input.nodes)?;
    let subjects = SubjectNames::with_draft(view, &draft)?;
    let named = |it: &&DraftPiece| slots.as_ref().is_none_or(|named| named.contains(&it.slot));
    let chosen = draft.pieces.iter().filter(named);
    let (dangling, chosen): (Vec<_>, Vec<_>) = chosen.partition(|it| subjects.is_dangling(it));
    let moved = chosen.into_iter().filter(|it| it.adopted != it.base);
    let taken_out: Vec<_> = dangling.iter().map(|it| subjects.place(&it.slot)).collect();
    let dangling: Vec<Slot> = dangling.into_iter().map(|it| it.slot.clone()).collect();
    let mut rebased = Vec::new();
    let mut conflicts = Vec::new();
    for piece in moved {
        let merged = merged(view, piece)?;
        if merged.conflicts > 0 {
            let place = subjects.place(&piece.slot);
            let places = merged.conflicts;
            conflicts.push(Conflict { place, places });
        }
        rebased.push((piece.slot.clone(), merged.value));
    }
    let (id, title) = (draft.id, draft.title);
    cx.edit(move |edit| {
        let count = rebased.len();
        for (slot, data) in rebased {
            edit.rebase_piece(id, &slot, data.as_ref())?;
        }
        if !dangling.is_empty() {
            edit.discard_draft(id, Some(&dangling))?;
        }
        let left = edit.remaining_pieces(id)?;
        Ok(Rebased {
            draft: id,
            title,
            count,
            left,
            conflicts,
            taken_out,
        })
    })
    .await
}

/// The data of a piece after rebasing it onto the adopted version; `None` if the piece removes.
fn merged(view: &View, piece: &DraftPiece) -> Result<Merged<Option<Value>>, ToolError> {
    let data = |version: Option<VersionRef>| -> Result<Value, ToolError> {
        let version = version.map(|it| view.version(it.id)).transpose()?.flatten();
        Ok(version.map_or(Value::Null, |it| it.data()))
    };
    if piece.after.is_none() {
        let conflicts = usize::from(piece.adopted.is_some());
        return Ok(Merged {
            value: None,
            conflicts,
        });
    }
    // If the story went back to an ancestor of the piece's base (by undo), the piece stays as
    // written.
    let base = if story_reverted_to_base(view, piece)? {
        piece.adopted
    } else {
        piece.base
    };
    let merged = merge_data(
        &piece.slot.capability,
        &data(base)?,
        &data(piece.adopted)?,
        data(piece.after)?,
    );
    Ok(Merged {
        value: Some(merged.value),
        conflicts: merged.conflicts,
    })
}

/// Whether the adopted version is an ancestor of the piece's base.
fn story_reverted_to_base(view: &View, piece: &DraftPiece) -> Result<bool, ToolError> {
    let Some(adopted) = piece.adopted else {
        return Ok(false);
    };
    let mut at = piece.base.map(|it| it.id);
    // Each version is made from one with a lower number.
    while let Some(version) = at.map(|it| view.version(it)).transpose()?.flatten() {
        if version.id == adopted.id {
            return Ok(true);
        }
        if version.number <= adopted.number {
            break;
        }
        at = version.base;
    }
    Ok(false)
}

/// Adopt a part of what a draft writes into the text of a node. The rest waits in the draft and
/// builds on it.
#[derive(Deserialize, JsonSchema)]
pub(super) struct AdoptPassages {
    /// The draft's id, or the first or last characters of it. Defaults to the only open draft.
    draft: Option<String>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
    /// The node's full text after adopting the chosen passages.
    text: String,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Adopted {
    draft: DraftId,
    node: NodeRef,
    version: u32,
    /// How many pieces still wait in the draft.
    left: usize,
}

pub(super) async fn adopt_passages(
    cx: ToolContext,
    input: AdoptPassages,
) -> Result<Adopted, ToolError> {
    validate::prose("/text", "the text", &input.text)?;
    let node = NodeRef::from(&validate::node(&cx, "/node", input.node.as_deref())?);
    let (draft, _, _) = select_pieces(cx.story(), input.draft, Some(vec![node.id.to_string()]))?;
    let id = draft.id;
    cx.edit(move |edit| {
        let slot = Slot::node(node.id, TEXT);
        let data = Prose::from(input.text).to_data();
        let version = edit.adopt_partial(id, &slot, &data)?.number;
        let left = edit.remaining_pieces(id)?;
        Ok(Adopted {
            draft: id,
            node,
            version,
            left,
        })
    })
    .await
}
