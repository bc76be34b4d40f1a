//! Explores the states a reader can reach, in order of reading length.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::fmt::Write as _;
use std::rc::Rc;

use super::adjacency::Number;
use super::play_rules::{Outcome, PlayRules, RandomNumbers, ReaderState, steps_of};
use crate::play::Step;
use crate::{EdgeId, NodeId, Story};

/// The most states explored: a story with an endless counter has infinitely many.
const MAX_STATES: usize = 50_000;

/// One way through the story.
#[derive(Debug, Clone, PartialEq)]
pub struct Playthrough {
    /// The choices to take, in order, with the random numbers set by hand that they need; replaying
    /// them arrives.
    pub steps: Vec<Step>,
    /// The nodes passed, the first one first.
    pub nodes: Vec<NodeId>,
    /// The words of all pages passed, each time they are passed.
    pub words: usize,
}

/// A state, and how it was reached.
struct State {
    node: Number,
    state: ReaderState,
    words: usize,
    came: Option<(usize, EdgeId)>,
    numbers: RandomNumbers,
}

/// The states that were found.
pub(super) struct Exploration<'a> {
    story: &'a Story,
    states: Vec<State>,
    first: HashMap<Number, usize>,
    complete: bool,
}

impl Exploration<'_> {
    pub(super) fn is_complete(&self) -> bool {
        self.complete
    }

    /// The path to a node with the fewest words.
    pub(super) fn shortest_path_to(&mut self, node: Number) -> Option<Playthrough> {
        let mut at = *self.first.get(&node)?;
        let words = self.states[at].words;
        let id = |it: &State| self.story.nodes[it.node].id;
        let mut nodes = vec![id(&self.states[at])];
        let mut steps = Vec::new();
        loop {
            let State { came, numbers, .. } = &self.states[at];
            steps.extend(steps_of(came.map(|it| it.1), numbers).rev());
            let Some((before, _)) = came else { break };
            at = *before;
            nodes.push(id(&self.states[at]));
        }
        steps.reverse();
        nodes.reverse();
        Some(Playthrough {
            steps,
            nodes,
            words,
        })
    }
}

/// Explores the states that can be reached from a node.
pub(super) fn explore<'a>(
    rules: &PlayRules<'a>,
    words: &[usize],
    start: Number,
) -> Exploration<'a> {
    let mut found = Exploration {
        story: rules.story,
        states: Vec::new(),
        first: HashMap::new(),
        complete: true,
    };
    let mut seen: HashMap<(Number, String), Vec<Rc<Vec<u64>>>> = HashMap::new();
    let mut open = BinaryHeap::new();
    for Outcome { state, numbers } in rules.begin(start) {
        open.push(Reverse((words[start], found.states.len())));
        found.states.push(State {
            node: start,
            state,
            words: words[start],
            came: None,
            numbers,
        });
    }
    while let Some(Reverse((_, at))) = open.pop() {
        let (node, state) = {
            let it = &found.states[at];
            (it.node, it.state.clone())
        };
        // A state that has taken fewer once-only choices and read less reaches everything this one
        // reaches, unless something is offered because all other choices are taken.
        let alike = seen.entry((node, mark(&state)));
        let alike = alike.or_default();
        let is_alike = |it: &Rc<Vec<u64>>| match rules.has_last_resorts {
            true => *it == state.taken,
            false => is_within(it, &state.taken),
        };
        if alike.iter().any(is_alike) {
            continue;
        }
        alike.push(Rc::clone(&state.taken));
        found.first.entry(node).or_insert(at);
        for way in &rules.ways[node] {
            if !rules.offers(node, way, &state) {
                continue;
            }
            if found.states.len() >= MAX_STATES {
                found.complete = false;
                break;
            }
            let length = found.states[at].words + words[way.to];
            for Outcome { state, numbers } in rules.follow(node, way, &state) {
                open.push(Reverse((length, found.states.len())));
                found.states.push(State {
                    node: way.to,
                    state,
                    words: length,
                    came: Some((at, way.edge)),
                    numbers,
                });
            }
        }
    }
    found.complete &= rules.has_tried_all_numbers();
    found
}

/// Whether the choices taken in `one` are a subset of those in `other`.
fn is_within(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).all(|(one, other)| one & !other == 0)
}

/// A key that distinguishes two states at one node.
fn mark(state: &ReaderState) -> String {
    let mut text = String::new();
    for (name, value) in state.variables.iter() {
        _ = write!(text, "{name}={value:?};");
    }
    for count in state.visits.iter() {
        _ = write!(text, "{count},");
    }
    text
}
