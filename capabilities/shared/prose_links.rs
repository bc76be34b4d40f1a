//! Keeps the links in a node's prose and its links in the graph in sync: a change of one changes
//! the other in the same commit, and the answer reports it. Enter through [`follow_link`] for a
//! changed link of the graph, [`follow_text`] for a changed text, and [`follow_title`] for a new
//! title.
//!
//! A text without links in brackets stays that way: its choices exist only in the graph. Links in
//! macros and in the notations of Ink and Yarn are not touched.

use std::collections::{BTreeSet, HashMap, HashSet};

use capability::{Edit, ToolError, View};
use markup::{ProseChoice, append_choice, change_choice, choices_of, conditions_of_choices};
use model::contents::{Content, Prose, TEXT};
use model::{Edge, EdgeId, EdgeRecord, Node, NodeId, Slot, Story, Subject};
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::NodeRef;

/// What a change of a link did in the text of the node that it leaves.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct InText {
    /// Links there that were changed with it.
    #[serde(skip_serializing_if = "is_zero")]
    changed: usize,
    /// Links there that were taken out with it; their words stay where they are part of a sentence.
    #[serde(skip_serializing_if = "is_zero")]
    removed: usize,
    /// Whether a link was added at its end, because the text offers its choices by links.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    added: bool,
    /// Links there that offer the same choice by a macro, and were left as they are.
    #[serde(skip_serializing_if = "is_zero")]
    left: usize,
}

impl InText {
    /// `None` if the text is unchanged.
    fn unless_empty(self) -> Option<Self> {
        let has_any = self.changed + self.removed + self.left > 0 || self.added;
        has_any.then_some(self)
    }
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

fn write_text(edit: &mut Edit<'_>, node: NodeId, text: String) -> Result<(), ToolError> {
    edit.write(&Slot::node(node, TEXT), &Prose { text }.to_data())?;
    Ok(())
}

/// Updates the text of a node after a change of a link in the graph that leaves it, from the choice
/// `old` to `new`. With only `new`, a link is added if the text has links for other choices.
pub(crate) fn follow_link(
    edit: &mut Edit<'_>,
    from: NodeId,
    old: Option<&ProseChoice>,
    new: Option<&ProseChoice>,
) -> Result<Option<InText>, ToolError> {
    let node = edit.node(from)?;
    let mut done = InText::default();
    match (old, new) {
        (Some(old), new) if Some(old) != new => {
            if let Some(it) = change_choice(&node, old, new) {
                done.left = it.left;
                match new {
                    Some(_) => done.changed = it.count,
                    None => done.removed = it.count,
                }
                if it.count > 0 {
                    write_text(edit, from, it.text)?;
                }
            }
        }
        (None, Some(new)) => {
            let offered = choices_of(&node, node.prose());
            if !offered.is_empty()
                && !offered.contains(new)
                && let Some(text) = append_choice(node.prose(), new)
            {
                write_text(edit, from, text)?;
                done.added = true;
            }
        }
        _ => {}
    }
    Ok(done.unless_empty())
}

/// Whether a choice is a link in the text of the node that it leaves.
pub(crate) fn is_in_text(node: &Node, choice: &ProseChoice) -> bool {
    choices_of(node, node.prose()).contains(choice)
}

/// A choice, by the title it leads to and its words.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ChoiceRef {
    to: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    label: String,
}

impl From<&ProseChoice> for ChoiceRef {
    fn from(choice: &ProseChoice) -> Self {
        Self {
            to: choice.title.clone(),
            label: choice.label.clone(),
        }
    }
}

/// What a change of a text did to the links of the graph that leave its node.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct InGraph {
    /// Links that the text offers now and that were made.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    linked: Vec<ChoiceRef>,
    /// Links that have other words or another target now, as the text has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changed: Vec<ChoiceRef>,
    /// Links that the text offered before and no more, and that were removed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unlinked: Vec<ChoiceRef>,
    /// Links that the text offers no more and that stay, because they have a condition, an effect or
    /// a limit that would be lost; remove_link removes them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    kept: Vec<ChoiceRef>,
    /// Titles that the text links to and that no node has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unknown: Vec<String>,
}

impl InGraph {
    /// `None` if the graph is unchanged.
    fn unless_empty(self) -> Option<Self> {
        let lists = [&self.linked, &self.changed, &self.unlinked, &self.kept];
        let has_any = lists.iter().any(|it| !it.is_empty()) || !self.unknown.is_empty();
        has_any.then_some(self)
    }
}

/// Updates the links in the graph that leave a node after a change of its text. Considers only
/// links that were added to or removed from the text, and those whose condition is that of the part of
/// the text that they stand in.
pub(crate) fn follow_text(
    edit: &mut Edit<'_>,
    story: &Story,
    node: &Node,
    before: &str,
    after: &str,
) -> Result<Option<InGraph>, ToolError> {
    let conditions = [before, after].map(|it| conditions_of_choices(node, it));
    let edges = edit.edges_from(node.id)?;
    let known: HashSet<EdgeId> = edges.iter().map(|it| it.id).collect();
    let following = edges_with(&conditions[0], story, &edges);
    let offered =
        |text: &str| -> BTreeSet<ProseChoice> { choices_of(node, text).into_iter().collect() };
    let (before, after) = (offered(before), offered(after));
    let mut gone: Vec<ProseChoice> = before.difference(&after).cloned().collect();
    let mut done = InGraph::default();
    for new in after.difference(&before) {
        let Some(to) = story.titled(&new.title).first().map(|it| it.id) else {
            if !done.unknown.contains(&new.title) {
                done.unknown.push(new.title.clone());
            }
            // A link that is being typed keeps its place in the graph until its target is known.
            gone.retain(|it| it.label != new.label);
            continue;
        };
        let edges = edit.edges_from(node.id)?;
        let is_new = |it: &&Edge| it.record.to == to && label_of(it, &new.title) == new.label;
        if edges.iter().any(|it| is_new(&it)) {
            continue;
        }
        let replaced = gone.iter().position(|it| it.title == new.title);
        let replaced = replaced.or_else(|| {
            let same_words = |it: &ProseChoice| !it.label.is_empty() && it.label == new.label;
            gone.iter().position(same_words)
        });
        let old = replaced.and_then(|at| {
            let old = edge_of(story, &edges, &gone[at]).cloned()?;
            gone.remove(at);
            Some(old)
        });
        // A plain link of the graph that was not in the old text gets the label from the text.
        let plain = || {
            let plain = ProseChoice::new(&new.title, "");
            let is_free = !before.contains(&plain) && !after.contains(&plain);
            edge_of(story, &edges, &plain).filter(|_| is_free).cloned()
        };
        match old.or_else(plain) {
            Some(Edge { id, mut record, .. }) => {
                record.to = to;
                record.label.clone_from(&new.label);
                record.dynamic = false;
                edit.set_edge(id, &record)?;
                done.changed.push(new.into());
            }
            None => {
                let last = edges
                    .iter()
                    .map(|it| it.record.order.saturating_add(1))
                    .max();
                edit.create_edge(&EdgeRecord::link(
                    node.id,
                    to,
                    &new.label,
                    last.unwrap_or(0),
                ))?;
                done.linked.push(new.into());
            }
        }
    }
    for old in &gone {
        let edges = edit.edges_from(node.id)?;
        let Some(edge) = edge_of(story, &edges, old) else {
            continue;
        };
        let record = &edge.record;
        let has_own_condition = record.condition.is_some() && !following.contains(&edge.id);
        if has_own_condition || record.effect.is_some() || record.once {
            done.kept.push(old.into());
        } else {
            edit.remove_edge(edge.id)?;
            done.unlinked.push(old.into());
        }
    }
    for edge in edit.edges_from(node.id)? {
        let is_new = !known.contains(&edge.id);
        let Some(choice) = choice_of(story, &edge).filter(|it| after.contains(it)) else {
            continue;
        };
        let condition = conditions[1].get(&choice);
        if edge.record.condition.as_ref() != condition && (is_new || following.contains(&edge.id)) {
            let condition = condition.cloned();
            edit.set_edge(
                edge.id,
                &EdgeRecord {
                    condition,
                    ..edge.record
                },
            )?;
            if !is_new {
                done.changed.push((&choice).into());
            }
        }
    }
    Ok(done.unless_empty())
}

/// The edges whose condition is that of the part of a text which offers them, or that have none there
/// and in the graph.
fn edges_with(
    conditions: &HashMap<ProseChoice, String>,
    story: &Story,
    edges: &[Edge],
) -> HashSet<EdgeId> {
    let follows = |it: &&Edge| {
        let in_text = choice_of(story, it).and_then(|it| conditions.get(&it));
        it.record.condition.as_ref() == in_text
    };
    edges.iter().filter(follows).map(|it| it.id).collect()
}

/// The choice that an edge is.
fn choice_of(story: &Story, edge: &Edge) -> Option<ProseChoice> {
    let to = story.nodes.get(&edge.record.to)?;
    Some(ProseChoice::new(&to.title, &edge.record.label))
}

/// The nodes whose texts may link to a title, from the search; all nodes if the title has no words.
pub(crate) fn may_link_to(
    view: &View,
    story: &Story,
    title: &str,
) -> Result<Vec<NodeId>, ToolError> {
    let words: Vec<&str> = title.split(|it: char| !it.is_alphanumeric()).collect();
    let words = words.join(" ");
    if words.trim().is_empty() {
        return Ok(story.nodes.keys().copied().collect());
    }
    let hits = view.search(&words, usize::MAX)?;
    let found = hits.into_iter().filter_map(|it| match it.slot.subject {
        Subject::Node(node) if *it.slot.capability == *TEXT => Some(node),
        _ => None,
    });
    Ok(found.collect())
}

/// Creates the links to a node that has just received its title, if texts already contained them.
/// Returns the nodes that they leave.
pub(crate) fn follow_title(
    edit: &mut Edit<'_>,
    may_link: &[NodeId],
    (to, title): (NodeId, &str),
) -> Result<Vec<NodeRef>, ToolError> {
    let mut linked = Vec::new();
    for &from in may_link.iter().filter(|it| **it != to) {
        // Another call may have removed it meanwhile.
        let Ok(node) = edit.node(from) else {
            continue;
        };
        let offered = choices_of(&node, node.prose());
        let conditions = conditions_of_choices(&node, node.prose());
        let mut has_new = false;
        for (at, choice) in offered.iter().enumerate() {
            if choice.title != title {
                continue;
            }
            let edges = edit.edges_from(from)?;
            let is_it = |it: &Edge| it.record.to == to && label_of(it, title) == choice.label;
            if edges.iter().any(is_it) {
                continue;
            }
            let record = EdgeRecord {
                condition: conditions.get(choice).cloned(),
                ..EdgeRecord::link(from, to, &choice.label, 0)
            };
            insert_before(edit, record, &offered[at + 1..])?;
            has_new = true;
        }
        if has_new {
            linked.push(NodeRef::from(&node));
        }
    }
    Ok(linked)
}

/// Creates a link in front of those that come later in the text.
fn insert_before(
    edit: &mut Edit<'_>,
    mut record: EdgeRecord,
    after: &[ProseChoice],
) -> Result<(), ToolError> {
    let mut edges = edit.edges_from(record.from)?;
    edges.sort_by_key(|it| it.record.order);
    let mut place = edges.len();
    for (at, edge) in edges.iter().enumerate() {
        let title = edit.node(edge.record.to)?.title;
        let own = ProseChoice::new(&title, &edge.record.label);
        if after.contains(&own) {
            place = at;
            break;
        }
    }
    let last = edges[..place]
        .last()
        .map(|it| it.record.order.saturating_add(1));
    record.order = last.unwrap_or(0);
    let mut least = record.order.saturating_add(1);
    for Edge { id, mut record, .. } in edges.split_off(place) {
        if record.order < least {
            record.order = least;
            edit.set_edge(id, &record)?;
        }
        least = record.order.saturating_add(1);
    }
    edit.create_edge(&record)?;
    Ok(())
}

/// The label with which a text links to a title; `None` if there is no such link or several differ.
pub(crate) fn label_in_text(node: &Node, title: &str) -> Option<String> {
    let offered = choices_of(node, node.prose());
    let offered: BTreeSet<ProseChoice> =
        offered.into_iter().filter(|it| it.title == title).collect();
    let mut labels = offered.into_iter().map(|it| it.label);
    labels.next().filter(|_| labels.next().is_none())
}

/// The label of an edge; empty if it equals the target's title.
fn label_of(edge: &Edge, title: &str) -> String {
    ProseChoice::new(title, &edge.record.label).label
}

/// The edge of the graph that corresponds to a choice in a text.
fn edge_of<'a>(story: &Story, edges: &'a [Edge], choice: &ProseChoice) -> Option<&'a Edge> {
    let to = story.titled(&choice.title).first()?.id;
    edges.iter().find(|it| {
        it.record.is_choice() && it.record.to == to && label_of(it, &choice.title) == choice.label
    })
}
