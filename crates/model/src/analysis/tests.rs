//! Graph traversal and satisfiability, checked against brute force.

use std::collections::HashMap;
use std::sync::Arc;

use proptest::prelude::*;
use serde_json::json;
use uuid::Uuid;

use super::adjacency::Adjacency;
use super::satisfiability::{VariableFacts, never_holds};
use super::{Check, Dialect, NodeFacts, Role, TextLink, TextVariables};
use crate::play::{EvalContext, Expression, Value, Variables};
use crate::{Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, Story, StoryId};

/// Whether each node can be reached from each other, computed step by step.
fn table(count: usize, edges: &[(usize, usize)]) -> Vec<Vec<bool>> {
    let mut table = vec![vec![false; count]; count];
    for (node, row) in table.iter_mut().enumerate() {
        row[node] = true;
    }
    for &(from, to) in edges {
        table[from][to] = true;
    }
    for middle in 0..count {
        for from in 0..count {
            for to in 0..count {
                table[from][to] |= table[from][middle] && table[middle][to];
            }
        }
    }
    table
}

struct FixedContext(Variables);

impl EvalContext for FixedContext {
    fn variables(&self) -> &Variables {
        &self.0
    }

    fn visits(&self, _: Option<&str>) -> u32 {
        0
    }
}

#[test]
fn handles_a_very_long_linear_story_without_recursion() {
    let count = 100_000;
    let edges: Vec<_> = (1..count).map(|it| (it - 1, it)).collect();
    let adjacency = Adjacency::from_pairs(count, &edges);
    let mut marks = vec![false; count];
    adjacency.mark_reachable([0], &mut marks);
    assert!(marks.iter().all(|it| *it));
    assert_eq!(adjacency.strongly_connected_components().1, count);
}

proptest! {
    #[test]
    fn reachability_and_components_match_brute_force(
        edges in prop::collection::vec((0..9_usize, 0..9_usize), 0..20),
    ) {
        let adjacency = Adjacency::from_pairs(9, &edges);
        let table = table(9, &edges);
        let (component, _) = adjacency.strongly_connected_components();
        for from in 0..9 {
            let mut marks = vec![false; 9];
            adjacency.mark_reachable([from], &mut marks);
            prop_assert_eq!(&marks, &table[from]);
            for to in 0..9 {
                prop_assert_eq!(component[from] == component[to], table[from][to] && table[to][from]);
                if table[from][to] {
                    prop_assert!(component[from] >= component[to]);
                }
            }
        }
    }

    /// A condition reported as never holding does not hold for any values of its variables.
    #[test]
    fn never_holds_is_sound(
        parts in prop::collection::vec((
            prop::sample::select(vec!["a", "b", "not a", "not b"]),
            prop::sample::select(vec!["", " == ", " != ", " < ", " <= ", " > ", " >= "]),
            prop::sample::select(vec!["0", "2", "-1", "2.000001", "\"x\"", "\"xa\"", "\"\"", "true"]),
            prop::sample::select(vec![" and ", " or "]),
        ), 1..5),
        one in prop::sample::select(values()),
        other in prop::sample::select(values()),
    ) {
        let mut source = String::new();
        for (name, operator, literal, join) in &parts {
            if !source.is_empty() {
                source += join;
            }
            source += name;
            if !operator.is_empty() {
                source += operator;
                source += literal;
            }
        }
        let condition: Expression = source.parse().unwrap();
        let mut known = VariableFacts::default();
        known.set_to_unknown("a");
        known.set_to_unknown("b");
        if never_holds(&condition, &known) {
            let variables = [("a".to_owned(), one), ("b".to_owned(), other)];
            prop_assert!(!condition.holds(&FixedContext(variables.into())), "{}", source);
        }
    }
}

fn values() -> Vec<Value> {
    let mut values: Vec<Value> = [-2.0, -1.0, 0.0, 0.5, 1.0, 2.0, 2.000001, 2.000002, 9.0]
        .map(Value::Number)
        .into();
    values.extend(["", "a", "x", "x\u{0}", "xA", "xa", "xab", "z"].map(Value::text));
    values.extend([Value::Boolean(true), Value::Boolean(false), Value::Unset]);
    values
}

/// One edit of a story; indexes choose among the existing nodes and edges.
#[derive(Debug, Clone)]
enum Edit {
    Write(usize, usize),
    Rename(usize, usize),
    SetKind(usize, usize),
    Move(usize),
    Add,
    Remove(usize),
    Link(usize, usize, usize),
    Unlink(usize),
    Retarget(usize, usize),
    Relabel(usize, usize, usize),
    Start(usize),
}

fn edits() -> impl Strategy<Value = Edit> {
    let at = 0..9_usize;
    prop_oneof![
        3 => (at.clone(), at.clone()).prop_map(|(a, b)| Edit::Write(a, b)),
        1 => (at.clone(), at.clone()).prop_map(|(a, b)| Edit::Rename(a, b)),
        1 => (at.clone(), at.clone()).prop_map(|(a, b)| Edit::SetKind(a, b)),
        1 => at.clone().prop_map(Edit::Move),
        1 => Just(Edit::Add),
        1 => at.clone().prop_map(Edit::Remove),
        3 => (at.clone(), at.clone(), at.clone()).prop_map(|(a, b, c)| Edit::Link(a, b, c)),
        1 => at.clone().prop_map(Edit::Unlink),
        1 => (at.clone(), at.clone()).prop_map(|(a, b)| Edit::Retarget(a, b)),
        2 => (at.clone(), at.clone(), at.clone()).prop_map(|(a, b, c)| Edit::Relabel(a, b, c)),
        1 => at.prop_map(Edit::Start),
    ]
}

/// A text of each kind that findings distinguish: plain words, titles, links, variables, none.
fn facts(node: &Node, text: usize) -> NodeFacts {
    let words = [
        "",
        "Fog.",
        "Rain.",
        "Neo comes.",
        "Trinity.",
        "A",
        "Go",
        "Neo",
        "B c",
    ][text];
    let mut node = node.clone();
    node.data
        .insert("text".into(), Arc::new(json!({ "text": words })));
    let target = [None, Some("A"), Some("a"), Some("Nowhere")][text % 4];
    let link = |target: &str| TextLink {
        label: String::new(),
        target: Some(target.to_owned()).filter(|_| text != 5),
        written: format!("[[{target}]]"),
        target_at: 2,
    };
    let links = target.filter(|_| text > 4).map(link);
    let mut variables = TextVariables::default();
    if text == 6 {
        variables.sets.push("gold".to_owned());
    }
    if text == 7 {
        variables
            .reads
            .push(("gold".to_owned(), Some(Dialect::SugarCube)));
    }
    NodeFacts::of(
        &node,
        links.into_iter().collect(),
        variables,
        Role::default(),
    )
}

#[test]
fn pages_reached_only_from_a_note_are_reported_once() {
    let id = |it: u128| NodeId(Uuid::from_u128(it + 1));
    let mut story = Story::new(StoryId(Uuid::from_u128(1)), "Notes");
    let mut check = Check::default();
    for (number, kind) in ["scene", "scene", "note", "scene"].into_iter().enumerate() {
        let node = Node {
            id: id(number as u128),
            title: number.to_string(),
            kind: kind.to_owned(),
            layout: Layout::default(),
            data: [].into(),
        };
        check.note(node.id, facts(&node, 1));
        story.nodes.insert(node.id, Arc::new(node));
    }
    story.record.start = Some(id(0));
    for (from, to) in [(3, 2), (2, 1)] {
        let record = EdgeRecord {
            from: id(from),
            to: id(to),
            label: String::new(),
            order: 0,
            condition: None,
            effect: None,
            dynamic: false,
            includes: false,
            once: false,
        };
        let id = EdgeId(Uuid::from_u128(from));
        let data = [].into();
        story.edges.insert(id, Arc::new(Edge { id, record, data }));
    }
    let found = check.report(&story).findings;
    let lost = found.iter().map(|it| it.what.to_string());
    let lost: Vec<_> = lost.filter(|it| it.contains("can’t reach")).collect();
    assert_eq!(lost, ["Readers can’t reach “3” or 2 scenes after it."]);
}

const TITLES: [&str; 9] = ["A", "a", "B", "Neo", "Trinity", "Neo", "C", "D", "E"];
const KINDS: [&str; 9] = [
    "scene",
    "scene",
    "scene",
    "scene",
    "note",
    "character",
    "character",
    "group",
    "place",
];
const EFFECTS: [Option<&str>; 9] = [
    None,
    None,
    None,
    Some("gold = 5"),
    Some("gold = gold + 1"),
    Some("key = visits(\"Neo\")"),
    Some("key = 1"),
    Some("gold == 1"),
    Some("mood = 2"),
];
const CONDITIONS: [Option<&str>; 9] = [
    None,
    Some("not (gold > 3)"),
    None,
    Some("gold > 3"),
    Some("visited(\"A\")"),
    Some("visits(\"Zion\") > 1"),
    Some("key"),
    Some("not ("),
    Some("1 > 2"),
];

/// Applies one edit, and notifies the check as for any change of a story.
fn make(story: &mut Story, check: &mut Check, texts: &mut HashMap<NodeId, usize>, edit: &Edit) {
    let nodes = story.nodes.len().max(1);
    let node = |story: &Story, at: usize| story.nodes.get_index(at % nodes).map(|it| *it.0);
    let edges = story.edges.len().max(1);
    let fresh = || story.nodes.len() as u128 + 1000 * u128::from(story.number) + 1;
    match *edit {
        Edit::Add => {
            let id = NodeId(Uuid::from_u128(fresh()));
            let node = Node {
                id,
                title: "New".to_owned(),
                kind: "scene".to_owned(),
                layout: Layout::default(),
                data: [].into(),
            };
            story.nodes.insert(id, Arc::new(node));
            texts.insert(id, 0);
        }
        Edit::Remove(at) => {
            if let Some(id) = node(story, at) {
                story.nodes.shift_remove(&id);
                texts.remove(&id);
                check.forget(id);
            }
        }
        Edit::Write(at, text) => _ = node(story, at).map(|it| texts.insert(it, text)),
        Edit::Rename(at, to) => {
            if let Some(id) = node(story, at) {
                Arc::make_mut(&mut story.nodes[&id]).title = TITLES[to].to_owned();
            }
        }
        Edit::SetKind(at, to) => {
            if let Some(id) = node(story, at) {
                Arc::make_mut(&mut story.nodes[&id]).kind = KINDS[to].to_owned();
            }
        }
        Edit::Move(at) => {
            if let Some(id) = node(story, at) {
                Arc::make_mut(&mut story.nodes[&id]).layout.x += 300.0;
            }
        }
        Edit::Link(from, to, sort) => {
            let Some((from, to)) = node(story, from).zip(node(story, to)) else {
                return;
            };
            let record = EdgeRecord {
                once: sort > 6,
                from,
                to,
                label: String::new(),
                order: 0,
                condition: CONDITIONS[sort].map(str::to_owned),
                effect: (sort == 6).then(|| "key = 1".to_owned()),
                dynamic: sort == 1,
                includes: sort == 2,
            };
            let id = EdgeId(Uuid::from_u128(fresh()));
            let data = [].into();
            story.edges.insert(id, Arc::new(Edge { id, record, data }));
        }
        Edit::Unlink(at) => {
            story.edges.shift_remove_index(at % edges);
        }
        Edit::Retarget(at, to) => {
            if let Some(to) = node(story, to)
                && let Some((_, edge)) = story.edges.get_index_mut(at % edges)
            {
                Arc::make_mut(edge).record.to = to;
            }
        }
        Edit::Relabel(at, condition, effect) => {
            if let Some((_, edge)) = story.edges.get_index_mut(at % edges) {
                let record = &mut Arc::make_mut(edge).record;
                record.condition = CONDITIONS[condition].map(str::to_owned);
                record.effect = EFFECTS[effect].map(str::to_owned);
                record.once = effect % 3 == 1;
            }
        }
        Edit::Start(at) => story.record.start = node(story, at),
    }
    story.number += 1;
    // Only the edited node is noted again.
    let changed = match *edit {
        Edit::Add => story.nodes.last().map(|it| *it.0),
        Edit::Write(at, _) | Edit::Rename(at, _) | Edit::SetKind(at, _) => node(story, at),
        _ => None,
    };
    if let Some(id) = changed {
        check.note(id, facts(&story.nodes[&id], texts[&id]));
    }
}

proptest! {
    /// Cached results after each edit equal those of a new check.
    #[test]
    fn incremental_check_equals_a_fresh_check(edits in prop::collection::vec(edits(), 0..24)) {
        let mut story = Story::new(StoryId(Uuid::from_u128(1)), "Edited");
        let (mut check, mut texts) = (Check::default(), HashMap::new());
        for edit in [Edit::Add, Edit::Add, Edit::Start(0), Edit::Link(0, 1, 0)].iter().chain(&edits) {
            make(&mut story, &mut check, &mut texts, edit);
            let mut new = Check::default();
            for node in story.nodes.values() {
                new.note(node.id, facts(node, texts[&node.id]));
            }
            prop_assert_eq!(check.report(&story), new.report(&story), "after {:?}", edit);
            if let Some((&first, _)) = story.nodes.first() {
                prop_assert_eq!(check.behind(&story, first), new.behind(&story, first));
            }
        }
    }
}
