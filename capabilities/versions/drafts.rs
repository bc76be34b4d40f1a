//! Drafts: changes written for review that wait for a decision. Shows the difference of each piece;
//! adopts or drops a draft as a whole or node by node.

use std::collections::HashSet;

use capability::{Draft, DraftPiece, StoreError, ToolContext, ToolError, View};
use model::{DraftId, IdReference, NodeId, Slot, Subject, Timestamp, TurnId, part};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::difference::Difference;
use super::subject_names::{SlotName, SubjectNames};
use crate::answer::NodeRef;
use crate::error::CapabilityError;
use crate::validate;

/// List open drafts, newest first.
#[derive(Deserialize, JsonSchema)]
pub(super) struct List {}

#[derive(Serialize, JsonSchema)]
pub(super) struct Drafts {
    count: usize,
    drafts: Vec<DraftSummary>,
}

#[derive(Serialize, JsonSchema)]
struct DraftSummary {
    draft: DraftId,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<TurnId>,
    time: Timestamp,
    /// How many pieces wait in it.
    pieces: usize,
    nodes: Vec<NodeRef>,
}

pub(super) async fn list(cx: ToolContext, _: List) -> Result<Drafts, ToolError> {
    let view = cx.story();
    let mut drafts = Vec::new();
    for draft in view.drafts(true)? {
        let subjects = SubjectNames::with_draft(view, &draft)?;
        let nodes = nodes_of(&draft)
            .into_iter()
            .map(|it| subjects.node(it))
            .collect();
        let Draft {
            id,
            title,
            turn,
            time,
            pieces,
            ..
        } = draft;
        drafts.push(DraftSummary {
            draft: id,
            title,
            turn,
            time,
            pieces: pieces.len(),
            nodes,
        });
    }
    Ok(Drafts {
        count: drafts.len(),
        drafts,
    })
}

/// Show what a draft would change, piece by piece, as a diff against the version it is based on.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Show {
    /// The draft's id, or the first or last characters of it. Defaults to the only open draft.
    draft: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct DraftDetails {
    draft: DraftId,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<TurnId>,
    time: Timestamp,
    count: usize,
    pieces: Vec<PieceDetails>,
}

#[derive(Serialize, JsonSchema)]
struct PieceDetails {
    #[serde(flatten)]
    place: SlotName,
    /// The version it builds on.
    base: Option<u32>,
    /// The version it would adopt; none if it removes.
    after: Option<u32>,
    /// Whether the story has changed here since, or no longer has what it belongs to: adopting it is
    /// then refused.
    moved: bool,
    difference: Difference,
}

pub(super) async fn show(cx: ToolContext, input: Show) -> Result<DraftDetails, ToolError> {
    let view = cx.story();
    let draft = draft_named(view, input.draft.as_deref())?;
    let subjects = SubjectNames::with_draft(view, &draft)?;
    let pieces = draft
        .pieces
        .iter()
        .map(|it| piece_details(view, &subjects, it));
    let pieces = pieces.collect::<Result<Vec<_>, _>>()?;
    let Draft {
        id,
        title,
        turn,
        time,
        ..
    } = draft;
    Ok(DraftDetails {
        draft: id,
        title,
        turn,
        time,
        count: pieces.len(),
        pieces,
    })
}

fn piece_details(
    view: &View,
    subjects: &SubjectNames,
    piece: &DraftPiece,
) -> Result<PieceDetails, ToolError> {
    let data = |version: Option<model::VersionRef>| -> Result<Value, ToolError> {
        let Some(version) = version else {
            return Ok(Value::Null);
        };
        Ok(view
            .version(version.id)?
            .map_or(Value::Null, |it| it.data()))
    };
    // Ids mean nothing to the reviewer. Data of capabilities belongs to the writer and is shown as
    // is.
    let of_graph = part::ALL.contains(&&*piece.slot.capability);
    let titled = |it: Value| {
        if of_graph {
            subjects.with_titles(&it)
        } else {
            it
        }
    };
    Ok(PieceDetails {
        place: subjects.place(&piece.slot),
        base: piece.base.map(|it| it.number),
        after: piece.after.map(|it| it.number),
        moved: piece.adopted != piece.base || subjects.is_dangling(piece),
        difference: Difference::between(&titled(data(piece.base)?), &titled(data(piece.after)?)),
    })
}

/// Adopt a draft into the story. Takes all of it, or only what concerns the nodes named. If the
/// story has changed in the same place since, nothing is adopted and the conflict is shown.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Adopt {
    /// The draft's id, or the first or last characters of it. Defaults to the only open draft.
    draft: Option<String>,
    /// The nodes whose pieces to adopt: titles, or first or last characters of ids. Defaults to
    /// all.
    nodes: Option<Vec<String>>,
}

/// Drop a draft. Drops all of it, or only what concerns the nodes named. The story stays as it is,
/// and what was drafted stays in the list of versions.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Drop {
    /// The draft's id, or the first or last characters of it. Defaults to the only open draft.
    draft: Option<String>,
    /// The nodes whose pieces to drop: titles, or first or last characters of ids. Defaults to all.
    nodes: Option<Vec<String>>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct DraftDecision {
    draft: DraftId,
    title: String,
    /// How many pieces were adopted or dropped.
    count: usize,
    /// How many still wait.
    left: usize,
    nodes: Vec<NodeRef>,
}

pub(super) async fn adopt(cx: ToolContext, input: Adopt) -> Result<DraftDecision, ToolError> {
    let chosen = select_pieces(cx.story(), input.draft, input.nodes)?;
    cx.edit(
        move |edit| match edit.adopt_draft(chosen.0.id, chosen.1.as_deref()) {
            Ok(adopted) => Ok(decision(chosen, adopted.len())),
            Err(error @ StoreError::DanglingReference { .. }) => Err(ToolError::from(error)
                .hint("adopt both together; rebase_draft takes out what belongs to removed nodes")),
            Err(error) => Err(error.into()),
        },
    )
    .await
}

pub(super) async fn drop_pieces(cx: ToolContext, input: Drop) -> Result<DraftDecision, ToolError> {
    let chosen = select_pieces(cx.story(), input.draft, input.nodes)?;
    cx.edit(move |edit| {
        let count = edit.discard_draft(chosen.0.id, chosen.1.as_deref())?;
        Ok(decision(chosen, count))
    })
    .await
}

/// The answer after `count` of a draft's selected pieces were adopted or dropped.
fn decision((draft, pieces, nodes): DraftSelection, count: usize) -> DraftDecision {
    let taken = pieces.map_or(draft.pieces.len(), |it| it.len());
    DraftDecision {
        left: draft.pieces.len() - taken,
        draft: draft.id,
        title: draft.title,
        count,
        nodes,
    }
}

pub(super) type DraftSelection = (Draft, Option<Vec<Slot>>, Vec<NodeRef>);

/// The draft, the pieces that concern the named nodes (`None`: all), and those nodes.
pub(super) fn select_pieces(
    view: &View,
    draft: Option<String>,
    nodes: Option<Vec<String>>,
) -> Result<DraftSelection, ToolError> {
    let draft = draft_named(view, draft.as_deref())?;
    let subjects = SubjectNames::with_draft(view, &draft)?;
    let touched = nodes_of(&draft);
    let Some(references) = nodes.filter(|it| !it.is_empty()) else {
        let nodes = touched.into_iter().map(|it| subjects.node(it)).collect();
        return Ok((draft, None, nodes));
    };
    let mut wanted = Vec::new();
    for (index, reference) in references.iter().enumerate() {
        wanted.push(find_draft_node(&subjects, &touched, reference, index)?);
    }
    let concerns = |slot: &Slot| match slot.subject {
        Subject::Story => false,
        Subject::Node(id) => wanted.contains(&id),
        // A link goes with either end, once both ends exist.
        Subject::Edge(id) => subjects.edge(id).is_some_and(|it| {
            let named = |end: NodeId| wanted.contains(&end);
            let there = |end: NodeId| named(end) || subjects.exists_in_story(end);
            (named(it.from) || named(it.to)) && there(it.from) && there(it.to)
        }),
    };
    let slots = draft
        .pieces
        .iter()
        .map(|it| &it.slot)
        .filter(|it| concerns(it));
    let slots = slots.cloned().collect();
    let nodes = wanted.iter().map(|it| subjects.node(*it)).collect();
    Ok((draft, Some(slots), nodes))
}

fn find_draft_node(
    subjects: &SubjectNames,
    touched: &[NodeId],
    reference: &str,
    index: usize,
) -> Result<NodeId, ToolError> {
    let path = format!("/nodes/{index}");
    let found: Vec<_> = touched
        .iter()
        .copied()
        .filter(|it| subjects.matches(*it, reference))
        .collect();
    match found[..] {
        [node] => Ok(node),
        [] => {
            let titles: Vec<_> = touched.iter().map(|it| subjects.node(*it).title).collect();
            let node = validate::shorten_for_message(reference);
            let known = validate::join_names(titles.iter().map(String::as_str));
            Err(ToolError::not_found(CapabilityError::DraftWithout { node })
                .hint(format!("it changes: {known}"))
                .at(path))
        }
        _ => {
            let ids: Vec<_> = found.iter().map(NodeId::short).collect();
            let (node, count) = (validate::shorten_for_message(reference), found.len());
            let known = validate::join_names(ids.iter().map(String::as_str));
            Err(
                ToolError::invalid(path, CapabilityError::DraftNodes { node, count })
                    .hint(format!("say which by the end of its id: {known}")),
            )
        }
    }
}

/// The nodes a draft touches, in the order of its pieces.
fn nodes_of(draft: &Draft) -> Vec<NodeId> {
    let mut seen = HashSet::new();
    let nodes = draft.pieces.iter().filter_map(|it| it.slot.subject.node());
    nodes.filter(|it| seen.insert(*it)).collect()
}

fn draft_named(view: &View, reference: Option<&str>) -> Result<Draft, ToolError> {
    let mut open = view.drafts(true)?;
    if let Some(reference) = reference {
        let wanted = IdReference::read(reference);
        open.retain(|draft| wanted.as_ref().is_some_and(|it| it.fits(draft.id.0)));
    }
    match (open.len(), reference) {
        (1, _) => Ok(open.remove(0)),
        (0, None) => Err(ToolError::not_found(CapabilityError::DraftNone {})),
        (0, Some(reference)) => {
            let draft = validate::shorten_for_message(reference);
            Err(ToolError::not_found(CapabilityError::DraftOver { draft })
                .hint("list_drafts lists the drafts that wait for review")
                .at("/draft"))
        }
        (count, _) => {
            let lines: Vec<_> = open
                .iter()
                .map(|it| format!("{} ({})", it.id.short(), it.title))
                .collect();
            let known = lines.join(", ");
            Err(
                ToolError::invalid("/draft", CapabilityError::DraftsSeveral { count })
                    .hint(format!("say which by the end of its id: {known}")),
            )
        }
    }
}
