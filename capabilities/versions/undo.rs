//! Undo, redo and the history. A person undoes the newest step; a model only what the assistant
//! wrote, starting with its last turn in its own conversation.

use std::collections::HashSet;

use capability::{Caller, Code, Role, Step, ToolContext, ToolError, UiHints, UndoTarget, View};
use model::{Author, AuthorKind, Change, CommitKind, DraftId, IdReference, Timestamp, TurnId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::subject_names::{ChangedSlot, SlotName, SubjectNames};
use crate::answer::message;
use crate::error::CapabilityError;
use crate::validate;

/// How many moves of one change are listed: an import may have thousands.
const DEFAULT_LIMIT: usize = 20;

/// Undo the newest step that is not yet undone; for the assistant, its own last turn in this
/// conversation. A whole turn is one step. With `turn` or `change`, undo an older step, if nothing
/// it touched has changed since.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Undo {
    /// The id of an assistant's turn, or the first or last characters of it, as story_history gives
    /// it.
    turn: Option<String>,
    /// The number of a change, as story_history gives it; the rest of its turn is undone with it.
    change: Option<u64>,
    /// Only the change named: the rest of its turn stays.
    alone: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Undone {
    count: usize,
    /// What was taken back, in words.
    undone: Vec<String>,
    /// Where something changed by it, where the assistant undid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    places: Vec<SlotName>,
}

pub(super) async fn undo(
    cx: ToolContext,
    caller: Caller,
    input: Undo,
) -> Result<Undone, ToolError> {
    let alone = input.alone == Some(true);
    let target = match (input.turn, input.change) {
        (Some(_), Some(_)) => {
            return Err(
                ToolError::invalid("/change", "a turn and a change are two targets")
                    .hint("give one of them"),
            );
        }
        (_, None) if alone => {
            return Err(
                ToolError::invalid("/alone", "it says nothing without a change")
                    .hint("name the change as well"),
            );
        }
        (None, Some(change)) if alone => UndoTarget::SingleChange(change),
        (Some(turn), None) => UndoTarget::Turn(turn_named(cx.story(), &turn)?),
        (None, Some(change)) => UndoTarget::Change(change),
        (None, None) => UndoTarget::Last,
    };
    if caller.principal.role == Role::Assistant {
        return revert(cx, &caller, target).await;
    }
    let turn = match target {
        UndoTarget::Turn(turn) => Some(turn),
        _ => None,
    };
    let done = cx.edit(move |edit| {
        let undone = edit.undo(&target)?;
        Ok(Undone {
            count: undone.len(),
            undone,
            places: Vec::new(),
        })
    });
    let done = done.await;
    match (turn, done) {
        (Some(turn), Err(error)) if error.code == Code::NotFound => {
            Err(turn_without_changes(cx.story(), turn)?)
        }
        (_, done) => done,
    }
}

/// Undo by a model: never what a person wrote, and as part of its own turn.
async fn revert(cx: ToolContext, caller: &Caller, target: UndoTarget) -> Result<Undone, ToolError> {
    if caller.draft.is_some() {
        return Err(draft_is_not_undone());
    }
    let target = match (target, caller.turn) {
        (UndoTarget::Last, Some(turn)) => UndoTarget::PreviousTurn(turn),
        (target, _) => {
            require_own(cx.story(), &target)?;
            target
        }
    };
    let done = cx.edit(move |edit| {
        let undone = edit.revert(&target)?;
        let slots = edit.moved_slots().take(DEFAULT_LIMIT);
        Ok((undone, slots.cloned().collect::<Vec<_>>()))
    });
    let (undone, slots) = done.await.map_err(|error| match error.code {
        Code::NotFound => error.hint(
            "nothing the assistant did in this conversation is left to undo; story_history lists all \
             changes, and what people did only they undo",
        ),
        _ => error,
    })?;
    // Read only now, because the undo may have changed titles.
    let subjects = SubjectNames::of(cx.story())?;
    Ok(Undone {
        count: undone.len(),
        undone,
        places: slots.iter().map(|it| subjects.place(it)).collect(),
    })
}

fn draft_is_not_undone() -> ToolError {
    ToolError::new(
        Code::PermissionDenied,
        "what is written in this turn waits in a draft for the person's review, and a draft is not undone",
    )
    .hint("write what stood before, or tell the person to discard the draft or to undo")
}

/// Prevents a model from undoing what a person wrote.
fn require_own(view: &View, target: &UndoTarget) -> Result<(), ToolError> {
    let steps = view.steps(usize::MAX)?;
    let mut standing = steps.iter().filter(|it| !it.undone);
    let step = match target {
        UndoTarget::Last => standing.next(),
        UndoTarget::Turn(turn) => standing.find(|it| it.turn == Some(*turn)),
        UndoTarget::Change(number) | UndoTarget::SingleChange(number) => {
            standing.find(|it| it.changes.contains(number))
        }
        _ => None,
    };
    let Some(step) = step else { return Ok(()) };
    for number in &step.changes {
        let changes = view.history(Some(number + 1), 1)?;
        let by_person = changes
            .iter()
            .find(|it| it.author.kind == AuthorKind::Person && it.kind != CommitKind::Adopt);
        if let Some(change) = by_person {
            return Err(ToolError::new(
                Code::PermissionDenied,
                format!(
                    "change {} was made by {}, a person; the assistant undoes only its own work",
                    change.number, change.author.name
                ),
            )
            .hint("tell the person to undo it, or write what stood before as a new version"));
        }
    }
    Ok(())
}

/// Why a turn without a step cannot be undone.
fn turn_without_changes(view: &View, turn: TurnId) -> Result<ToolError, ToolError> {
    let steps = view.steps(usize::MAX)?;
    let is_undone = steps.iter().any(|it| it.turn == Some(turn));
    let error = match is_undone {
        true => ToolError::not_found(format!("turn {turn} is already undone"))
            .said(&CapabilityError::TurnUndone {}),
        false => ToolError::not_found(format!("there is no turn {turn} that wrote anything"))
            .said(&CapabilityError::TurnIdle {}),
    };
    Ok(error
        .hint("story_history lists changes with their turns")
        .at("/turn"))
}

fn turn_named(view: &View, reference: &str) -> Result<TurnId, ToolError> {
    if let Ok(turn) = reference.trim().parse() {
        return Ok(turn);
    }
    let wanted = IdReference::read(reference);
    let fits = |turn: &TurnId| wanted.as_ref().is_some_and(|it| it.fits(turn.0));
    let turns = view.steps(1000)?.into_iter().filter_map(|it| it.turn);
    let mut found: Vec<_> = turns.filter(fits).collect();
    found.sort();
    found.dedup();
    match found[..] {
        [turn] => Ok(turn),
        [] => {
            let turn = validate::shorten_for_message(reference);
            Err(ToolError::not_found(CapabilityError::TurnNone { turn })
                .hint("story_history lists changes with their turns")
                .at("/turn"))
        }
        _ => {
            let (turn, count) = (validate::shorten_for_message(reference), found.len());
            Err(
                ToolError::invalid("/turn", CapabilityError::TurnsSeveral { turn, count })
                    .hint("give more of the id"),
            )
        }
    }
}

pub(super) fn show_undone(answer: &Value) -> Option<UiHints> {
    message(format!("Undone: {}", joined(&answer["undone"])))
}

/// Redo the step that was undone last; for the assistant, what it last undid in this conversation.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Redo {}

#[derive(Serialize, JsonSchema)]
pub(super) struct Redone {
    count: usize,
    /// What was done again, in words.
    redone: Vec<String>,
}

pub(super) async fn redo(cx: ToolContext, caller: Caller, _: Redo) -> Result<Redone, ToolError> {
    if let (Role::Assistant, Some(turn)) = (caller.principal.role, caller.turn) {
        if caller.draft.is_some() {
            return Err(draft_is_not_undone());
        }
        let redone = cx.edit(move |edit| {
            let redone = edit.revert(&UndoTarget::PreviousReversal(turn))?;
            Ok(Redone {
                count: redone.len(),
                redone,
            })
        });
        return redone.await;
    }
    cx.edit(move |edit| {
        let redone = edit.redo()?;
        Ok(Redone {
            count: redone.len(),
            redone,
        })
    })
    .await
}

pub(super) fn show_redone(answer: &Value) -> Option<UiHints> {
    message(format!("Done again: {}", joined(&answer["redone"])))
}

fn joined(reasons: &Value) -> String {
    let reasons = reasons.as_array().map_or(&[][..], Vec::as_slice);
    reasons
        .iter()
        .filter_map(Value::as_str)
        .collect::<Vec<_>>()
        .join("; ")
}

/// List the steps that can be undone or redone, newest first. A whole turn of the assistant is one
/// step.
#[derive(Deserialize, JsonSchema)]
pub(super) struct ListSteps {
    /// How many to list at most. Defaults to 20.
    #[schemars(range(min = 1, max = 500))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Steps {
    count: usize,
    steps: Vec<StepSummary>,
}

#[derive(Serialize, JsonSchema)]
struct StepSummary {
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<TurnId>,
    /// The numbers of its changes, oldest first.
    changes: Vec<u64>,
    reasons: Vec<String>,
    /// Whether it is undone and can be done again.
    undone: bool,
}

pub(super) async fn list(cx: ToolContext, input: ListSteps) -> Result<Steps, ToolError> {
    let shown = |Step {
                     turn,
                     changes,
                     reasons,
                     undone,
                 }| StepSummary {
        turn,
        changes,
        reasons,
        undone,
    };
    let steps = cx.story().steps(input.limit.unwrap_or(20))?;
    let steps: Vec<_> = steps.into_iter().map(shown).collect();
    Ok(Steps {
        count: steps.len(),
        steps,
    })
}

/// List the changes of the story, newest first. Each says who made it, when and why, and what it
/// touched.
#[derive(Deserialize, JsonSchema)]
pub(super) struct History {
    /// Only changes numbered below this one; to continue a list.
    before: Option<u64>,
    /// How many to list at most. Defaults to 20.
    #[schemars(range(min = 1, max = 500))]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Changes {
    count: usize,
    changes: Vec<HistoryEntry>,
}

#[derive(Serialize, JsonSchema)]
struct HistoryEntry {
    number: u64,
    kind: CommitKind,
    author: Author,
    reason: String,
    time: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<TurnId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    draft: Option<DraftId>,
    touched: Vec<ChangedSlot>,
    /// How many more were touched than are listed.
    #[serde(skip_serializing_if = "is_zero")]
    more: usize,
    /// How many nodes were touched, if not all that was touched is listed.
    #[serde(skip_serializing_if = "is_zero")]
    nodes: usize,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

pub(super) async fn history(cx: ToolContext, input: History) -> Result<Changes, ToolError> {
    let view = cx.story();
    let subjects = SubjectNames::of(view)?;
    let changes = view.history(input.before, input.limit.unwrap_or(20))?;
    let changes: Vec<_> = changes.into_iter().map(|it| entry(&subjects, it)).collect();
    Ok(Changes {
        count: changes.len(),
        changes,
    })
}

fn entry(subjects: &SubjectNames, change: Change) -> HistoryEntry {
    let touched = change
        .moves
        .iter()
        .take(DEFAULT_LIMIT)
        .map(|it| subjects.changed(it));
    let more = change.moves.len().saturating_sub(DEFAULT_LIMIT);
    let nodes = change.moves.iter().filter_map(|it| it.slot.subject.node());
    HistoryEntry {
        touched: touched.collect(),
        more,
        nodes: match more {
            0 => 0,
            _ => nodes.collect::<HashSet<_>>().len(),
        },
        number: change.number,
        kind: change.kind,
        author: change.author,
        reason: change.reason,
        time: change.time,
        turn: change.turn,
        draft: change.draft,
    }
}
