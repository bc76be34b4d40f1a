//! Checks once-only choices against a brute-force search that takes every choice in every order.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use proptest::prelude::*;
use serde_json::json;
use uuid::Uuid;

use super::{Check, FindingDetail, NodeFacts, Role, TextVariables};
use crate::play::{PlayRecord, PlaySession, PlayableStory, Step, Variables};
use crate::{Edge, EdgeId, EdgeRecord, Layout, Node, NodeId, Story, StoryId};

/// Source, target, whether it can be taken only once, and the number of its condition.
type EdgeSeed = (usize, usize, bool, usize);

const CONDITIONS: [Option<&str>; 6] = [
    None,
    None,
    Some("visited(\"2\")"),
    Some("not visited(\"1\")"),
    Some("otherwise()"),
    Some("visited(\"1\") and otherwise()"),
];

pub(super) fn id(it: usize) -> NodeId {
    NodeId(Uuid::from_u128(it as u128 + 1))
}

/// A story with the given number of nodes, each of one word, that starts at the first.
pub(super) fn story(nodes: usize, edges: &[EdgeSeed]) -> (Story, Check) {
    let mut story = Story::new(StoryId(Uuid::from_u128(1)), "Once");
    let mut check = Check::default();
    for number in 0..nodes {
        let node = Node {
            id: id(number),
            title: number.to_string(),
            kind: "scene".to_owned(),
            layout: Layout::default(),
            data: [("text".into(), Arc::new(json!({ "text": "word" })))].into(),
        };
        let facts = NodeFacts::of(&node, Vec::new(), TextVariables::default(), Role::default());
        check.note(node.id, facts);
        story.nodes.insert(node.id, Arc::new(node));
    }
    story.record.start = Some(id(0));
    for (number, &(from, to, once, condition)) in edges.iter().enumerate() {
        let record = EdgeRecord {
            from: id(from % nodes),
            to: id(to % nodes),
            label: String::new(),
            order: number as u32,
            condition: CONDITIONS[condition].map(str::to_owned),
            effect: None,
            dynamic: false,
            includes: false,
            once,
        };
        let id = EdgeId(Uuid::from_u128(100 + number as u128));
        let data = [].into();
        story.edges.insert(id, Arc::new(Edge { id, record, data }));
    }
    (story, check)
}

/// By brute force, for every node: the fewest steps there, and whether a reader can be there with
/// no open choice.
fn tried(story: &Story) -> HashMap<NodeId, (usize, bool)> {
    let records = |_: NodeId| PlayRecord::default();
    let book = PlayableStory::new(story, &records);
    let mut found: HashMap<NodeId, (usize, bool)> = HashMap::new();
    let mut seen = BTreeSet::new();
    let begun = PlaySession::begin(&book, id(0), Variables::new());
    let mut open = VecDeque::from([begun]);
    while let Some(play) = open.pop_front() {
        // Conditions only test whether a node was visited.
        let visits = |it: &NodeId| play.visits.get(it).map_or(0, |it| (*it).min(1));
        let visits: Vec<u32> = story.nodes.keys().map(visits).collect();
        let choices = play.choices(&book);
        let taken: Vec<&Step> = play.steps.iter().filter(|it| is_once(story, it)).collect();
        let taken: BTreeSet<String> = taken.iter().map(ToString::to_string).collect();
        if !seen.insert((play.node, visits, taken)) {
            continue;
        }
        let ways = choices.iter().filter(|it| it.offer.is_open());
        let ways: Vec<EdgeId> = ways.map(|it| it.edge.id).collect();
        let here = found.entry(play.node).or_insert((play.steps.len(), false));
        here.1 |= ways.is_empty();
        for edge in ways {
            let mut next = play.clone();
            next.make(&book, &Step::Take(edge)).unwrap();
            open.push_back(next);
        }
    }
    found
}

fn is_once(story: &Story, step: &Step) -> bool {
    matches!(step, Step::Take(edge) if story.edges[edge].record.once)
}

proptest! {
    /// The shortest path to each ending is as short as the brute-force one, and unreachable endings
    /// have none.
    #[test]
    fn shortest_paths_match_brute_force(
        nodes in 2..6_usize,
        edges in prop::collection::vec((0..6_usize, 0..6_usize, any::<bool>(), 0..4_usize), 1..9),
    ) {
        let (mut story, mut check) = story(nodes, &edges);
        let tried = tried(&story);
        for node in story.nodes.values_mut() {
            let play = json!({ "ending": true });
            Arc::make_mut(node).data.insert("play".into(), Arc::new(play));
            let (variables, role) = (TextVariables::default(), Role::default());
            check.note(node.id, NodeFacts::of(node, Vec::new(), variables, role));
        }
        let measures = check.metrics(&story, None);
        prop_assert!(measures.complete);
        for ending in measures.endings {
            let words = ending.way.as_ref().map(|it| it.words - 1);
            let steps = tried.get(&ending.node).map(|it| it.0);
            prop_assert_eq!(words, steps, "{:?}", ending.node);
        }
    }

    /// Wherever choices are reported as used up, a reader can get to a state with no choice.
    #[test]
    fn reported_dead_ends_are_reachable(
        nodes in 2..5_usize,
        edges in prop::collection::vec((0..5_usize, 0..5_usize, any::<bool>(), 0..2_usize), 1..9),
    ) {
        let (story, mut check) = story(nodes, &edges);
        let tried = tried(&story);
        for finding in check.report(&story).findings {
            if matches!(finding.what, FindingDetail::UsedUp { .. }) {
                prop_assert!(tried[&finding.nodes[0]].1, "{:?}", finding.what);
            }
        }
    }
}

/// The nodes reported as having choices that can be used up.
fn used_up_pages(nodes: usize, edges: &[EdgeSeed]) -> Vec<String> {
    let (story, mut check) = story(nodes, edges);
    let found = check.report(&story).findings;
    let found = found.iter().filter_map(|it| match &it.what {
        FindingDetail::UsedUp(it) => Some(format!("{} {}", it.title, it.count)),
        _ => None,
    });
    found.collect()
}

#[test]
fn used_up_is_reported_only_if_every_choice_leads_back() {
    let (once, again) = (true, false);
    let two_ways = [
        (0, 1, once, 0),
        (0, 2, once, 0),
        (1, 0, again, 0),
        (2, 0, again, 0),
    ];
    assert_eq!(used_up_pages(3, &two_ways), ["0 2"]);
    let way_out = [&two_ways[..], &[(0, 3, once, 0)]].concat();
    assert_eq!(
        used_up_pages(4, &way_out),
        [""; 0],
        "the last choice leaves for good"
    );
    let one_again = [&two_ways[..], &[(0, 1, again, 0)]].concat();
    assert_eq!(
        used_up_pages(3, &one_again),
        [""; 0],
        "one choice always remains"
    );
    let back_once = [
        (0, 1, once, 0),
        (0, 2, once, 0),
        (1, 0, once, 0),
        (2, 0, again, 0),
    ];
    assert_eq!(
        used_up_pages(3, &back_once),
        [""; 0],
        "the way back can be used up first"
    );
    assert_eq!(
        used_up_pages(1, &[(0, 0, once, 0)]),
        ["0 1"],
        "a loop to the same node"
    );
}

#[test]
fn many_once_only_choices_are_checked_in_bounded_time() {
    // A hub with forty nodes around it: two to the fortieth states, few of which matter.
    let rooms = (1..=40).flat_map(|it| [(0, it, true, 0), (it, 0, false, 0)]);
    let (story, mut check) = story(41, &rooms.collect::<Vec<_>>());
    let measures = check.metrics(&story, None);
    assert!(measures.complete);
    let kinds = reported_kinds(&story, &mut check);
    assert_eq!(
        kinds,
        ["All 40 choices at “0” can be taken only once and lead back here."]
    );
}

fn reported_kinds(story: &Story, check: &mut Check) -> Vec<String> {
    let found = check.report(story).findings;
    let found = found
        .iter()
        .filter(|it| matches!(it.what, FindingDetail::UsedUp { .. }));
    found.map(|it| it.what.to_string()).collect()
}

#[test]
fn fallback_choice_beside_an_always_open_one_is_never_offered() {
    let (mut story, mut check) = story(2, &[(0, 1, false, 0), (0, 1, false, 4), (1, 0, true, 0)]);
    let never = |story: &Story, check: &mut Check| {
        let found = check.report(story).findings.into_iter();
        found
            .filter(|it| matches!(it.what, FindingDetail::NeverOffered { .. }))
            .count()
    };
    assert_eq!(never(&story, &mut check), 1);
    let edge = Arc::make_mut(&mut story.edges[0]);
    edge.record.once = true;
    assert_eq!(never(&story, &mut check), 0, "the other choice can close");
}
