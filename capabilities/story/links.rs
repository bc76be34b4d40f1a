//! Links: the edges of the graph, shown to readers as choices. A link is identified by its two
//! ends, and by its label if two nodes are linked more than once.

use capability::{Caller, Code, Edit, Role, ToolContext, ToolError, UiHints};
use markup::ProseChoice;
use model::play::{Effect, Expression};
use model::{Edge, EdgeId, EdgeRecord, Node, NodeId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answer::{NodeRef, hints};
use crate::error::CapabilityError;
use crate::shared::prose_links::{InText, follow_link, is_in_text};
use crate::validate;

/// A link as answers show it.
#[derive(Serialize, JsonSchema)]
pub(super) struct Linked {
    edge: EdgeId,
    from: NodeRef,
    to: NodeRef,
    #[serde(skip_serializing_if = "String::is_empty")]
    label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    effect: Option<String>,
    /// Whether it may be taken only once.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    once: bool,
    /// Its place among the links that leave the same node; 1 is the first.
    order: usize,
    /// What cannot be read of the condition or effect; it is kept as it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unread: Vec<String>,
    /// What was changed with it in the text of the node that it leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) in_text: Option<InText>,
}

/// Link one node to another. A link is a choice: its label is what the reader is offered. Two nodes
/// may be linked more than once, with different labels. Where the text offers its choices as
/// `[[label->title]]`, the link is added there too.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Link {
    /// Where the link leaves: a node's title, or the first or last characters of its id. Defaults
    /// to the node being edited.
    from: Option<String>,
    /// Where it leads: a node's title, or the first or last characters of its id.
    to: String,
    /// What the reader is offered, for instance `Take the red pill`; a plain link when left out.
    label: Option<String>,
    /// When the choice is available, for instance `has_key and gold >= 5` or `visited("Harbor")`,
    /// or `otherwise()` for a fallback when no other choice is available. Defaults to always.
    /// An unset variable reads as 0, false or an empty text.
    condition: Option<String>,
    /// What taking it does to the variables, for instance `gold = gold - 5; roll = random(1, 6)`;
    /// nothing when left out.
    effect: Option<String>,
    /// Whether the choice can be taken only once. Defaults to false.
    once: Option<bool>,
    /// Its place among the links that leave the node, 1 for the first. Defaults to the last place.
    #[schemars(range(min = 1))]
    order: Option<u32>,
}

pub(super) async fn link(
    cx: ToolContext,
    caller: Caller,
    input: Link,
) -> Result<Linked, ToolError> {
    let from = validate::node(&cx, "/from", input.from.as_deref())?;
    let to = validate::node(&cx, "/to", Some(&input.to))?;
    let label =
        validate::optional_line("/label", "the label", input.label.as_deref().unwrap_or(""))?;
    let condition = checked_condition(&caller, input.condition.as_deref())?.flatten();
    let effect = checked_effect(&caller, input.effect.as_deref())?.flatten();
    cx.edit(move |edit| {
        let siblings = edit.edges_from(from.id)?;
        let same = siblings.iter().find(|it| is_link(it, &to, &label));
        if let Some(Edge { id, record, .. }) = same
            && is_in_text(&edit.node(from.id)?, &ProseChoice::new(&to.title, &label))
        {
            // Writing the text has made it: the caller may not know, and means this link.
            let mut record = record.clone();
            record.condition = condition.or(record.condition);
            record.effect = effect.or(record.effect);
            record.once = input.once.unwrap_or(record.once);
            edit.set_edge(*id, &record)?;
            return move_to_order(edit, &record, *id, input.order);
        }
        reject_duplicate("/to", &siblings, (&from, &to), &label)?;
        let order = next_order(&siblings);
        let record = EdgeRecord {
            once: input.once.unwrap_or_default(),
            condition,
            effect,
            ..EdgeRecord::link(from.id, to.id, label, order)
        };
        let choice = ProseChoice::new(&to.title, &record.label);
        let mut linked = create_link(edit, record, input.order)?;
        linked.in_text = follow_link(edit, from.id, None, Some(&choice))?;
        Ok(linked)
    })
    .await
}

/// Update a link: change its target, label, condition, effect or place among the choices. `from`, `to`
/// and `label` identify the link.
#[derive(Deserialize, JsonSchema)]
pub(super) struct UpdateLink {
    /// Where the link leaves: a node's title, or the first or last characters of its id. Defaults
    /// to the node being edited.
    from: Option<String>,
    /// Where it leads: a node's title, or the first or last characters of its id.
    to: String,
    /// The label it has now; needed only where several links lead from the one node to the other.
    label: Option<String>,
    /// Where it leads from now on: a node's title, or the first or last characters of its id.
    new_to: Option<String>,
    /// The new label; empty for a plain link.
    new_label: Option<String>,
    /// The new condition; empty to offer it always.
    condition: Option<String>,
    /// The new effect; empty for none.
    effect: Option<String>,
    /// Whether the choice can be taken only once.
    once: Option<bool>,
    /// The new place among the links that leave the node, 1 for the first.
    #[schemars(range(min = 1))]
    order: Option<u32>,
    /// Whether to reverse the link: it then leaves the node it led to. Defaults to false.
    reverse: Option<bool>,
}

pub(super) async fn update(
    cx: ToolContext,
    caller: Caller,
    input: UpdateLink,
) -> Result<Linked, ToolError> {
    let from = validate::node(&cx, "/from", input.from.as_deref())?;
    let to = validate::node(&cx, "/to", Some(&input.to))?;
    let new_to = input.new_to.as_deref();
    let new_to = new_to
        .map(|it| validate::node(&cx, "/new_to", Some(it)))
        .transpose()?;
    let texts = [
        &input.new_to,
        &input.new_label,
        &input.condition,
        &input.effect,
    ];
    let reverses = input.reverse.unwrap_or_default();
    let is_idle = input.once.is_none() && input.order.is_none() && !reverses;
    if texts.iter().all(|it| it.is_none()) && is_idle {
        let message = "there is nothing to change: give new_to, new_label, condition, effect, once, order \
             or reverse";
        return Err(ToolError::new(Code::InvalidActionInput, message)
            .said(&CapabilityError::NothingToChange {}));
    }
    let label = input.new_label.as_deref();
    let label = label
        .map(|it| validate::optional_line("/new_label", "the label", it))
        .transpose()?;
    let condition = checked_condition(&caller, input.condition.as_deref())?;
    let effect = checked_effect(&caller, input.effect.as_deref())?;
    cx.edit(move |edit| {
        let Edge { id, mut record, .. } = find_link(edit, &from, &to, input.label.as_deref())?;
        let (left, old) = (from.id, ProseChoice::new(&to.title, &record.label));
        record.label = label.unwrap_or(record.label);
        let from = match reverses {
            true => to,
            false => from,
        };
        if reverses {
            let siblings = edit.edges_from(from.id)?;
            (record.from, record.to) = (record.to, record.from);
            record.order = next_order(&siblings);
            record.dynamic = false;
            if new_to.is_none() {
                let to = edit.node(record.to)?;
                reject_duplicate("/reverse", &siblings, (&from, &to), &record.label)?;
            }
        }
        if let Some(new_to) = new_to.filter(|it| it.id != record.to) {
            record.to = new_to.id;
            // Its target is now fixed by the writer.
            record.dynamic = false;
            let siblings = edit.edges_from(from.id)?;
            reject_duplicate("/new_to", &siblings, (&from, &new_to), &record.label)?;
        }
        record.condition = condition.unwrap_or(record.condition);
        record.effect = effect.unwrap_or(record.effect);
        record.once = input.once.unwrap_or(record.once);
        edit.set_edge(id, &record)?;
        let mut linked = move_to_order(edit, &record, id, input.order)?;
        let new = ProseChoice::new(&linked.to.title, &record.label);
        linked.in_text = match record.from == left {
            true => follow_link(edit, left, Some(&old), Some(&new))?,
            false => {
                let here = follow_link(edit, left, Some(&old), None)?;
                follow_link(edit, record.from, None, Some(&new))?.or(here)
            }
        };
        Ok(linked)
    })
    .await
}

/// Inserts a node into the link between two others: the link leads to it, and a plain link leads
/// from it to the former target. Returns the link to it.
pub(super) fn insert_into(
    edit: &mut Edit<'_>,
    (from, to): (&Node, &Node),
    label: Option<&str>,
    node: NodeId,
) -> Result<Linked, ToolError> {
    let Edge { id, mut record, .. } = find_link(edit, from, to, label)?;
    record.to = node;
    record.dynamic = false;
    edit.set_edge(id, &record)?;
    edit.create_edge(&EdgeRecord::link(node, to.id, "", 0))?;
    move_to_order(edit, &record, id, None)
}

/// Remove a link between two nodes, also from the text of the node it leaves. The nodes stay.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Unlink {
    /// Where the link leaves: a node's title, or the first or last characters of its id. Defaults
    /// to the node being edited.
    from: Option<String>,
    /// Where it leads: a node's title, or the first or last characters of its id.
    to: String,
    /// Its label; needed only where several links lead from the one node to the other.
    label: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Unlinked {
    edge: EdgeId,
    from: NodeRef,
    to: NodeRef,
    #[serde(skip_serializing_if = "String::is_empty")]
    label: String,
    /// How many links still leave the node.
    left: usize,
    /// What was changed with it in the text of the node that it left.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_text: Option<InText>,
}

pub(super) async fn unlink(cx: ToolContext, input: Unlink) -> Result<Unlinked, ToolError> {
    let from = validate::node(&cx, "/from", input.from.as_deref())?;
    let to = validate::node(&cx, "/to", Some(&input.to))?;
    cx.edit(move |edit| {
        let Edge { id, record, .. } = find_link(edit, &from, &to, input.label.as_deref())?;
        edit.remove_edge(id)?;
        let left = edit.edges_from(from.id)?.len();
        let old = ProseChoice::new(&to.title, &record.label);
        let in_text = follow_link(edit, from.id, Some(&old), None)?;
        let (from, to) = (NodeRef::from(&from), NodeRef::from(&to));
        Ok(Unlinked {
            edge: id,
            from,
            to,
            label: record.label,
            left,
            in_text,
        })
    })
    .await
}

/// Whether a link leads to a node with a label.
fn is_link(edge: &Edge, to: &Node, label: &str) -> bool {
    edge.record.to == to.id && edge.record.label == label
}

/// Rejects a second link with the same ends and label.
fn reject_duplicate(
    path: &str,
    siblings: &[Edge],
    (from, to): (&Node, &Node),
    label: &str,
) -> Result<(), ToolError> {
    if !siblings.iter().any(|it| is_link(it, to, label)) {
        return Ok(());
    }
    let (from, to) = (from.title.clone(), to.title.clone());
    Err(
        ToolError::invalid(path, CapabilityError::LinkThere { from, to })
            .hint("update_link changes a link; another label makes a second one"),
    )
}

/// The order that puts a link after all others that leave the same node.
pub(super) fn next_order(siblings: &[Edge]) -> u32 {
    siblings
        .iter()
        .map(|it| it.record.order.saturating_add(1))
        .max()
        .unwrap_or(0)
}

/// Creates an edge, at a position among those of its node if one is given.
pub(super) fn create_link(
    edit: &mut Edit<'_>,
    record: EdgeRecord,
    place: Option<u32>,
) -> Result<Linked, ToolError> {
    let id = edit.create_edge(&record)?;
    move_to_order(edit, &record, id, place)
}

/// Puts an edge at a position among those of its node, and shifts the others.
fn move_to_order(
    edit: &mut Edit<'_>,
    record: &EdgeRecord,
    id: EdgeId,
    place: Option<u32>,
) -> Result<Linked, ToolError> {
    let mut siblings = edit.edges_from(record.from)?;
    let mut at = siblings
        .iter()
        .position(|it| it.id == id)
        .unwrap_or(siblings.len());
    if let Some(place) = place {
        let edge = siblings.remove(at);
        at = (place as usize).saturating_sub(1).min(siblings.len());
        siblings.insert(at, edge);
        for (order, mut sibling) in (0..).zip(siblings) {
            if sibling.record.order != order {
                sibling.record.order = order;
                edit.set_edge(sibling.id, &sibling.record)?;
            }
        }
    }
    let (from, to) = (edit.node(record.from)?, edit.node(record.to)?);
    Ok(Linked {
        edge: id,
        from: NodeRef::from(&from),
        to: NodeRef::from(&to),
        label: record.label.clone(),
        condition: record.condition.clone(),
        effect: record.effect.clone(),
        once: record.once,
        order: at + 1,
        unread: script_problems(record),
        in_text: None,
    })
}

fn checked_condition(
    caller: &Caller,
    given: Option<&str>,
) -> Result<Option<Option<String>>, ToolError> {
    let source = checked_script("/condition", "the condition", given)?;
    let unread = source
        .as_ref()
        .and_then(|it| it.as_ref()?.parse::<Expression>().err());
    match unread.filter(|_| !is_person(caller)) {
        None => Ok(source),
        Some(why) => Err(unreadable("/condition", &format!("the condition, {why}"))),
    }
}

fn checked_effect(
    caller: &Caller,
    given: Option<&str>,
) -> Result<Option<Option<String>>, ToolError> {
    let source = checked_script("/effect", "the effect", given)?;
    let unread = source
        .as_ref()
        .and_then(|it| it.as_ref()?.parse::<Effect>().err());
    match unread.filter(|_| !is_person(caller)) {
        None => Ok(source),
        Some(why) => Err(unreadable("/effect", &format!("the effect, {why}"))),
    }
}

/// A person may write another program's notation; what a program writes must be readable.
fn is_person(caller: &Caller) -> bool {
    matches!(caller.principal.role, Role::Owner | Role::Guest)
}

fn unreadable(path: &str, why: &str) -> ToolError {
    ToolError::invalid(path, format!("it cannot be read: {why}")).hint(
        "write a condition like `has_key and gold >= 5` or `not visited(\"Harbor\")`, an effect like \
         `gold = gold - 5; has_key = true`",
    )
}

/// A condition or effect; `Some(None)` removes it.
fn checked_script(
    path: &str,
    what: &str,
    given: Option<&str>,
) -> Result<Option<Option<String>>, ToolError> {
    let Some(given) = given else { return Ok(None) };
    let source = validate::optional_line(path, what, given)?;
    Ok(Some(Some(source).filter(|it| !it.is_empty())))
}

/// A condition may be in another program's notation, so an unreadable one is not an error, but is
/// reported to whoever wrote it.
fn script_problems(record: &EdgeRecord) -> Vec<String> {
    let condition = record.condition.as_deref().map(str::parse::<Expression>);
    let effect = record.effect.as_deref().map(str::parse::<Effect>);
    let condition = condition.and_then(Result::err);
    let effect = effect.and_then(Result::err);
    let condition = condition.map(|it| format!("the condition, {it}"));
    condition
        .into_iter()
        .chain(effect.map(|it| format!("the effect, {it}")))
        .collect()
}

/// The one edge with these ends and this label.
fn find_link(
    edit: &Edit<'_>,
    from: &Node,
    to: &Node,
    label: Option<&str>,
) -> Result<Edge, ToolError> {
    let ends = || (from.title.clone(), to.title.clone());
    let leaving = edit.edges_from(from.id)?;
    let mut found: Vec<_> = leaving.iter().filter(|it| it.record.to == to.id).collect();
    if found.is_empty() {
        let mut titles = Vec::new();
        for edge in &leaving {
            titles.push(edit.node(edge.record.to)?.title);
        }
        let (from, to) = ends();
        return Err(
            ToolError::not_found(CapabilityError::NoLink { from, to }).hint(format!(
                "its links lead to: {}",
                validate::join_names(titles.iter().map(String::as_str))
            )),
        );
    }
    let labels = validate::join_names(found.iter().map(|it| it.record.label.as_str()));
    if let Some(label) = label {
        let known = found.iter().map(|it| it.record.label.as_str());
        let Some(at) = validate::position(known, label.trim()) else {
            let (from, to) = ends();
            let label = label.to_owned();
            return Err(
                ToolError::not_found(CapabilityError::NoLinkLabeled { from, to, label })
                    .hint(format!("the labels are: {labels}")),
            );
        };
        found = vec![found[at]];
    }
    match found[..] {
        [edge] => Ok(edge.clone()),
        _ => {
            let ((from, to), count) = (ends(), found.len());
            Err(
                ToolError::invalid("/label", CapabilityError::SeveralLinks { from, to, count })
                    .hint(format!("say which by its label: {labels}")),
            )
        }
    }
}

pub(super) fn show_link(answer: &Value) -> Option<UiHints> {
    let end = |name: &str| answer[name]["title"].as_str().unwrap_or_default();
    let title = format!("{} → {}", end("from"), end("to"));
    let mut fields = json!({ "nodes": [answer["from"], answer["to"]], "label": answer["label"] });
    let unread = localized_script_problems(answer);
    if !unread.is_empty() {
        fields["unread"] = json!(unread);
    }
    hints("nodes", title, fields)
}

/// Why a condition or effect cannot be read, as message ids for a window.
fn localized_script_problems(answer: &Value) -> Vec<Value> {
    let source = |of: &str| answer[of].as_str();
    let condition = source("condition").and_then(|it| it.parse::<Expression>().err());
    let effect = source("effect").and_then(|it| it.parse::<Effect>().err());
    [("condition", condition), ("effect", effect)]
        .into_iter()
        .filter_map(|(of, error)| Some(json!({ "of": of, "said": error?.said() })))
        .collect()
}
