//! A draft and the story that went on beside it: bringing the draft onto what stands there now, and
//! adopting a part of what it writes. Which two changes go together is decided by the data's shape.

use capability::{DraftPiece, ToolContext, ToolError, View};
use model::{DraftId, Merged, Slot, VersionRef, merge_text, part};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::drafts::chosen;
use super::subjects::{Place, Subjects};
use crate::answer::NodeName;
use crate::check;

/// Bring a draft onto the story as it stands now, where the story has changed since. What only one
/// of the two changed is kept from it; where both changed the same passage or value, the draft
/// keeps its own, as a proposal to decide on, and the answer says where.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Rebase {
    /// The draft's id, or the beginning or end of it; the only one waiting when left out.
    draft: Option<String>,
    /// The nodes whose pieces to bring: titles, or beginnings or ends of ids. All when left out.
    nodes: Option<Vec<String>>,
}

#[derive(Serialize)]
pub(super) struct Rebased {
    draft: DraftId,
    title: String,
    /// How many pieces were brought.
    count: usize,
    /// How many pieces wait in the draft now.
    left: usize,
    /// Where both had changed the same.
    conflicts: Vec<Both>,
}

#[derive(Serialize)]
struct Both {
    #[serde(flatten)]
    place: Place,
    /// In how many passages or values.
    places: usize,
}

pub(super) async fn rebase(cx: ToolContext, input: Rebase) -> Result<Rebased, ToolError> {
    let view = cx.story();
    let (draft, slots, _) = chosen(view, input.draft, input.nodes)?;
    let subjects = Subjects::with_draft(view, &draft)?;
    let moved = draft.pieces.iter().filter(|it| it.adopted != it.base);
    let moved = moved.filter(|it| slots.as_ref().is_none_or(|named| named.contains(&it.slot)));
    let mut brought = Vec::new();
    let mut conflicts = Vec::new();
    for piece in moved {
        let merged = merged(view, piece)?;
        if merged.conflicts > 0 {
            let place = subjects.place(&piece.slot);
            let places = merged.conflicts;
            conflicts.push(Both { place, places });
        }
        brought.push((piece.slot.clone(), merged.value));
    }
    let (id, title) = (draft.id, draft.title);
    cx.edit(move |edit| {
        let count = brought.len();
        for (slot, data) in brought {
            edit.rebase_piece(id, &slot, data.as_ref())?;
        }
        let left = edit.pieces_left(id)?;
        Ok(Rebased {
            draft: id,
            title,
            count,
            left,
            conflicts,
        })
    })
    .await
}

/// What a piece holds once it builds on what is adopted; `None` where it removes.
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
    // Where the story went back to what the piece's base was made from (something was undone), the
    // piece stays as it was written.
    let base = if went_back(view, piece)? {
        piece.adopted
    } else {
        piece.base
    };
    let merged = together(
        &piece.slot,
        &data(base)?,
        &data(piece.adopted)?,
        data(piece.after)?,
    );
    Ok(Merged {
        value: Some(merged.value),
        conflicts: merged.conflicts,
    })
}

/// Whether what is adopted is what the piece's base was made from, however many versions ago.
fn went_back(view: &View, piece: &DraftPiece) -> Result<bool, ToolError> {
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

/// Two changes of one state together.
fn together(slot: &Slot, base: &Value, standing: &Value, proposal: Value) -> Merged<Value> {
    if standing == base || *standing == proposal {
        return Merged {
            value: proposal,
            conflicts: 0,
        };
    }
    if let (Some(base), Some(standing), Some(proposed)) =
        (prose(base), prose(standing), prose(&proposal))
    {
        let Merged { value, conflicts } = merge_text(base, standing, proposed);
        return Merged {
            value: json!({ "text": value }),
            conflicts,
        };
    }
    if let (Some(base), Some(standing), Some(proposed)) =
        (pairs(base), pairs(standing), pairs(&proposal))
    {
        let Merged { value, conflicts } = by_key(&base, &standing, &proposed);
        let items: Vec<_> = value
            .into_iter()
            .map(|(k, v)| json!({ "k": k, "v": v }))
            .collect();
        return Merged {
            value: json!({ "items": items }),
            conflicts,
        };
    }
    match (base, standing, &proposal) {
        (Value::Object(base), Value::Object(standing), Value::Object(proposed))
            if part::ALL.contains(&&*slot.capability) =>
        {
            let Merged { value, conflicts } = by_key(base, standing, proposed);
            Merged {
                value: Value::Object(value),
                conflicts,
            }
        }
        // What is one thing, as a picture is, is not put together from two.
        _ => Merged {
            value: proposal,
            conflicts: 1,
        },
    }
}

/// The words of prose; nothing at all counts as empty prose.
fn prose(data: &Value) -> Option<&str> {
    match data {
        Value::Null => Some(""),
        Value::Object(fields) if fields.len() == 1 => fields.get("text")?.as_str(),
        _ => None,
    }
}

/// A list of `{k, v}` pairs by key.
fn pairs(data: &Value) -> Option<Map<String, Value>> {
    let pair = |it: &Value| Some((it.get("k")?.as_str()?.to_owned(), it.get("v")?.clone()));
    match data {
        Value::Null => Some(Map::new()),
        Value::Object(fields) if fields.len() == 1 => {
            fields.get("items")?.as_array()?.iter().map(pair).collect()
        }
        _ => None,
    }
}

/// The proposal's values in its order, with what only the standing state changed.
fn by_key(
    base: &Map<String, Value>,
    standing: &Map<String, Value>,
    proposal: &Map<String, Value>,
) -> Merged<Map<String, Value>> {
    let mut value = Map::new();
    let mut conflicts = 0;
    let added = standing.keys().filter(|it| !proposal.contains_key(*it));
    for key in proposal.keys().chain(added) {
        let [was, stands, proposed] = [base, standing, proposal].map(|it| it.get(key));
        let taken = if proposed == was { stands } else { proposed };
        if proposed != was && stands != was && stands != proposed {
            conflicts += 1;
        }
        if let Some(taken) = taken {
            value.insert(key.clone(), taken.clone());
        }
    }
    Merged { value, conflicts }
}

/// Adopt a part of what a draft writes into the text of a node. The rest waits in the draft and
/// builds on it.
#[derive(Deserialize, JsonSchema)]
pub(super) struct AdoptPassages {
    /// The draft's id, or the beginning or end of it; the only one waiting when left out.
    draft: Option<String>,
    /// The node's title, or the beginning or end of its id; the node being edited when left out.
    node: Option<String>,
    /// The story's text with the passages that are adopted, whole.
    text: String,
}

#[derive(Serialize)]
pub(super) struct Adopted {
    draft: DraftId,
    node: NodeName,
    version: u32,
    /// How many pieces still wait in the draft.
    left: usize,
}

/// The capability whose data is prose.
const TEXT: &str = "text";

pub(super) async fn adopt_passages(
    cx: ToolContext,
    input: AdoptPassages,
) -> Result<Adopted, ToolError> {
    check::prose("/text", "the text", &input.text)?;
    let node = NodeName::from(&check::node(&cx, "/node", input.node.as_deref())?);
    let (draft, _, _) = chosen(cx.story(), input.draft, Some(vec![node.id.to_string()]))?;
    let id = draft.id;
    cx.edit(move |edit| {
        let slot = Slot::node(node.id, TEXT);
        let data = json!({ "text": input.text });
        let version = edit.adopt_part(id, &slot, &data)?.number;
        let left = edit.pieces_left(id)?;
        Ok(Adopted {
            draft: id,
            node,
            version,
            left,
        })
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_together(capability: &str, states: [Value; 3], value: Value, conflicts: usize) {
        let slot = Slot::story(capability);
        let [base, standing, proposal] = states;
        let merged = together(&slot, &base, &standing, proposal);
        assert_eq!((merged.value, merged.conflicts), (value, conflicts));
    }

    fn kv(pairs: &[(&str, &str)]) -> Value {
        let items: Vec<_> = pairs
            .iter()
            .map(|(k, v)| json!({ "k": k, "v": v }))
            .collect();
        json!({ "items": items })
    }

    #[test]
    fn attributes_come_together_by_key() {
        check_together(
            "kv",
            [
                kv(&[("Name", "Thomas"), ("Age", "37"), ("Job", "clerk")]),
                kv(&[("Name", "Thomas"), ("Age", "38"), ("Home", "Zion")]),
                kv(&[("Name", "Neo"), ("Age", "37"), ("Job", "clerk")]),
            ],
            kv(&[("Name", "Neo"), ("Age", "38"), ("Home", "Zion")]),
            0,
        );
        check_together(
            "kv",
            [
                kv(&[("Name", "Thomas")]),
                kv(&[("Name", "Tom")]),
                kv(&[("Name", "Neo")]),
            ],
            kv(&[("Name", "Neo")]),
            1,
        );
    }

    #[test]
    fn parts_of_the_graph_come_together_by_field_and_pictures_do_not() {
        check_together(
            part::NODE,
            [
                json!({ "title": "Hero", "kind": "scene" }),
                json!({ "title": "Hero", "kind": "character" }),
                json!({ "title": "Neo", "kind": "scene" }),
            ],
            json!({ "title": "Neo", "kind": "character" }),
            0,
        );
        check_together(
            "image",
            [
                json!({ "asset": "a", "alt": "x" }),
                json!({ "asset": "a", "alt": "y" }),
                json!({ "asset": "b", "alt": "x" }),
            ],
            json!({ "asset": "b", "alt": "x" }),
            1,
        );
    }
}
