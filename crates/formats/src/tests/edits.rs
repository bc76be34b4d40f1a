//! Random edits of a story.

use std::sync::Arc;

use model::play::PlayRecord;
use model::{Edge, EdgeId, EdgeRecord, Node, NodeId, Story};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::json;
use uuid::Uuid;

use super::playthroughs::{any_condition, any_effect};
use markup::kept_data::{DataMap, set_text};

/// One edit of a story. Indexes select among the existing elements.
#[derive(Debug, Clone)]
pub(super) enum Edit {
    AddNode(&'static str, &'static str),
    Retitle(Index, &'static str),
    Remove(Index),
    Move(Index, i32),
    Enter(Index, String),
    Ending(Index),
    AddEdge(Index, Index, &'static str),
    RemoveEdge(Index),
    Relabel(Index, &'static str),
    Retarget(Index, Index),
    Condition(Index, Option<String>),
    Effect(Index, String),
    Once(Index, bool),
    Reorder(Index, u32),
    Start(Index),
    Rename(&'static str),
}

const LABELS: [&str; 8] = [
    "",
    "Go in",
    "[Look] around",
    "雨 -> \\夜",
    "a | b {c}",
    "#1 // no",
    "<<if x>>",
    "Go in",
];

/// Any edit.
pub(super) fn any_edit() -> impl Strategy<Value = Edit> {
    let title = || select(vec!["Attic", "The Hall", "阁楼", "Attic 2", "x.y", "END"]);
    let label = || select(LABELS.to_vec());
    let at = any::<Index>;
    prop_oneof![
        1 => (title(), select(vec!["", "Dust.", "* Dust.\n-> x", "<<jump x>> {a}"]))
            .prop_map(|(title, text)| Edit::AddNode(title, text)),
        1 => (at(), title()).prop_map(|(at, title)| Edit::Retitle(at, title)),
        1 => at().prop_map(Edit::Remove),
        1 => (at(), -500..500).prop_map(|(at, x)| Edit::Move(at, x)),
        1 => (at(), any_effect()).prop_map(|(at, it)| Edit::Enter(at, it)),
        1 => at().prop_map(Edit::Ending),
        3 => (at(), at(), label()).prop_map(|(from, to, label)| Edit::AddEdge(from, to, label)),
        2 => at().prop_map(Edit::RemoveEdge),
        2 => (at(), label()).prop_map(|(at, label)| Edit::Relabel(at, label)),
        2 => (at(), at()).prop_map(|(at, to)| Edit::Retarget(at, to)),
        2 => (at(), prop::option::weighted(0.7, any_condition()))
            .prop_map(|(at, it)| Edit::Condition(at, it)),
        2 => (at(), any_effect()).prop_map(|(at, it)| Edit::Effect(at, it)),
        2 => (at(), any::<bool>()).prop_map(|(at, it)| Edit::Once(at, it)),
        2 => (at(), 0..4_u32).prop_map(|(at, order)| Edit::Reorder(at, order)),
        1 => at().prop_map(Edit::Start),
        1 => title().prop_map(Edit::Rename),
    ]
}

/// Applies an edit; has no effect if there is nothing to apply it to.
pub(super) fn make(story: &mut Story, edit: &Edit, number: usize) {
    let id = Uuid::from_u128(0x7200_0000_0000_0000_0000 | number as u128);
    let node = |story: &Story, at: &Index| {
        let count = story.nodes.len();
        (count > 0).then(|| *story.nodes.get_index(at.index(count)).unwrap().0)
    };
    let edge = |story: &Story, at: &Index| {
        let count = story.edges.len();
        (count > 0).then(|| *story.edges.get_index(at.index(count)).unwrap().0)
    };
    match edit {
        Edit::AddNode(title, text) => {
            let mut data = DataMap::new();
            set_text(&mut data, *text);
            let node = Node {
                id: NodeId(id),
                title: (*title).to_owned(),
                kind: "scene".to_owned(),
                layout: Default::default(),
                data,
            };
            story.nodes.insert(node.id, Arc::new(node));
        }
        Edit::AddEdge(from, to, label) => {
            let (Some(from), Some(to)) = (node(story, from), node(story, to)) else {
                return;
            };
            let last = story
                .edges_from(from)
                .last()
                .map_or(0, |it| it.record.order + 1);
            let record = EdgeRecord {
                dynamic: false,
                includes: false,
                once: false,
                from,
                to,
                label: (*label).to_owned(),
                order: last,
                condition: None,
                effect: None,
            };
            let edge = Edge {
                id: EdgeId(id),
                record,
                data: DataMap::new(),
            };
            story.edges.insert(edge.id, Arc::new(edge));
        }
        Edit::Remove(at) => {
            if let Some(id) = node(story, at) {
                story.nodes.shift_remove(&id);
                story
                    .edges
                    .retain(|_, it| it.record.from != id && it.record.to != id);
                if story.record.start == Some(id) {
                    story.record.start = None;
                }
            }
        }
        Edit::RemoveEdge(at) => {
            if let Some(id) = edge(story, at) {
                story.edges.shift_remove(&id);
            }
        }
        Edit::Start(at) => story.record.start = node(story, at),
        Edit::Rename(title) => story.record.title = (*title).to_owned(),
        Edit::Retitle(at, _) | Edit::Move(at, _) | Edit::Enter(at, _) | Edit::Ending(at) => {
            if let Some(id) = node(story, at) {
                make_to_node(Arc::make_mut(&mut story.nodes[&id]), edit);
            }
        }
        Edit::Relabel(at, _)
        | Edit::Retarget(at, _)
        | Edit::Condition(at, _)
        | Edit::Effect(at, _)
        | Edit::Once(at, _)
        | Edit::Reorder(at, _) => {
            let Some(id) = edge(story, at) else {
                return;
            };
            let to = match edit {
                Edit::Retarget(_, to) => node(story, to),
                _ => None,
            };
            let record = &mut Arc::make_mut(&mut story.edges[&id]).record;
            match edit {
                Edit::Relabel(_, label) => record.label = (*label).to_owned(),
                Edit::Condition(_, it) => record.condition = it.clone(),
                Edit::Effect(_, it) => record.effect = (!it.is_empty()).then(|| it.clone()),
                Edit::Once(_, once) => record.once = *once,
                Edit::Reorder(_, order) => record.order = *order,
                _ => record.to = to.unwrap_or(record.to),
            }
        }
    }
}

fn make_to_node(node: &mut Node, edit: &Edit) {
    let mut play = PlayRecord::of(node.data.get("play").map(|it| &**it));
    match edit {
        Edit::Retitle(_, title) => node.title = (*title).to_owned(),
        Edit::Move(_, x) => node.layout.x = f64::from(*x),
        Edit::Enter(_, it) => play.enter = it.clone(),
        _ => play.ending = !play.ending,
    }
    if play == PlayRecord::default() {
        node.data.remove("play");
    } else {
        node.data.insert("play".into(), Arc::new(json!(play)));
    }
}
