//! Explores the states a reader can reach, in order of reading length. A state is the current node,
//! the variables, the visit counts that conditions use, and the once-only choices already taken.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::Arc;

use super::adjacency::{Adjacency, Number};
use super::check::Check;
use crate::play::{Effect, EvalContext, Expression, OutgoingLinks, Variables};
use crate::{EdgeId, NodeId, Story};

/// The most states explored: a story with an endless counter has infinitely many.
const MAX_STATES: usize = 50_000;

/// One way through the story.
#[derive(Debug, Clone, PartialEq)]
pub struct Playthrough {
    /// The choices to take, in order; replaying them arrives.
    pub steps: Vec<EdgeId>,
    /// The nodes passed, the first one first.
    pub nodes: Vec<NodeId>,
    /// The words of all pages passed, each time they are passed.
    pub words: usize,
}

/// A choice, read.
pub(super) struct PlayableChoice {
    pub(super) edge: EdgeId,
    pub(super) to: Number,
    /// Its index among the once-only choices that can be met again.
    once: Option<usize>,
    /// Whether its condition uses `otherwise()`.
    is_last_resort: bool,
    condition: Option<Arc<Expression>>,
    effect: Option<Arc<Effect>>,
}

/// A state, and how it was reached.
struct State {
    node: Number,
    state: ReaderState,
    words: usize,
    came: Option<(usize, EdgeId)>,
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
        while let Some((before, edge)) = self.states[at].came {
            at = before;
            steps.push(edge);
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

/// The nodes whose visits conditions use.
struct TrackedVisits<'a> {
    story: &'a Story,
    place: HashMap<Number, usize>,
    /// The largest count that matters: if conditions only test whether a node was visited, more
    /// visits do not make a new state.
    most: u32,
}

impl TrackedVisits<'_> {
    fn of_title(&self, title: &str) -> Vec<Number> {
        let numbered = || self.story.nodes.values().enumerate();
        let exact: Vec<_> = numbered()
            .filter(|it| it.1.title == title)
            .map(|it| it.0)
            .collect();
        if !exact.is_empty() {
            return exact;
        }
        let wanted = title.to_lowercase();
        numbered()
            .filter(|it| it.1.title.to_lowercase() == wanted)
            .map(|it| it.0)
            .collect()
    }
}

/// What an expression is evaluated against.
struct StateContext<'a> {
    node: Number,
    variables: &'a Variables,
    visits: &'a [u32],
    tracked: &'a TrackedVisits<'a>,
    titles: &'a HashMap<String, Vec<Number>>,
    /// Whether no other choice is offered.
    otherwise: bool,
}

impl StateContext<'_> {
    fn count(&self, title: Option<&str>) -> u32 {
        let of = |it: &Number| {
            let place = self.tracked.place.get(it);
            place.map_or(0, |it| self.visits[*it])
        };
        match title {
            None => of(&self.node),
            Some(title) => self.titles.get(title).into_iter().flatten().map(of).sum(),
        }
    }
}

impl EvalContext for StateContext<'_> {
    fn variables(&self) -> &Variables {
        self.variables
    }

    fn visits(&self, title: Option<&str>) -> u32 {
        self.count(title)
    }

    fn otherwise(&self) -> bool {
        self.otherwise
    }
}

/// The rules for playing: the parsed choices of every node, and what their conditions use.
pub(super) struct PlayRules<'a> {
    story: &'a Story,
    pub(super) ways: Vec<Vec<PlayableChoice>>,
    enters: Vec<Option<Effect>>,
    tracked: TrackedVisits<'a>,
    titles: HashMap<String, Vec<Number>>,
    /// How many once-only choices can be met again.
    once: usize,
    has_last_resorts: bool,
}

/// The state of a reader: variables, the visit counts that conditions use, and the once-only
/// choices taken.
#[derive(Clone)]
pub(super) struct ReaderState {
    variables: Rc<Variables>,
    visits: Rc<Vec<u32>>,
    /// The once-only choices taken, one bit each.
    taken: Rc<Vec<u64>>,
}

impl<'a> PlayRules<'a> {
    pub(super) fn of(story: &'a Story, check: &mut Check) -> Self {
        let mut ways = ways(story, check);
        let once = number_once_only_choices(story, &mut ways);
        let has_last_resorts = ways.iter().flatten().any(|it| it.is_last_resort);
        let enters: Vec<Option<Effect>> = story
            .nodes
            .keys()
            .map(|it: &NodeId| check.facts(*it)?.enter.clone().ok())
            .map(|it| it.filter(|it| !it.0.is_empty()))
            .collect();
        let (tracked, titles) = tracked(story, &ways, &enters);
        Self {
            story,
            ways,
            enters,
            tracked,
            titles,
            once,
            has_last_resorts,
        }
    }

    pub(super) fn id(&self, node: Number) -> NodeId {
        self.story.nodes[node].id
    }

    pub(super) fn number(&self, node: NodeId) -> Option<Number> {
        self.story.nodes.get_index_of(&node)
    }

    /// Starts at a node.
    pub(super) fn begin(&self, node: Number) -> ReaderState {
        let state = ReaderState {
            variables: Rc::new(Variables::new()),
            visits: Rc::new(vec![0; self.tracked.place.len()]),
            taken: Rc::new(vec![0; self.once.div_ceil(BITS)]),
        };
        self.enter(node, state)
    }

    /// Whether a choice of a node is offered.
    pub(super) fn offers(&self, node: Number, way: &PlayableChoice, state: &ReaderState) -> bool {
        if way.once.is_some_and(|it| is_taken(&state.taken, it)) {
            return false;
        }
        let here = StateContext {
            node,
            variables: &state.variables,
            visits: &state.visits,
            tracked: &self.tracked,
            titles: &self.titles,
            otherwise: way.is_last_resort && self.offers_nothing_else(node, state),
        };
        way.condition.as_ref().is_none_or(|it| it.holds(&here))
    }

    fn offers_nothing_else(&self, node: Number, state: &ReaderState) -> bool {
        let mut others = self.ways[node].iter().filter(|it| !it.is_last_resort);
        others.all(|it| !self.offers(node, it, state))
    }

    /// Takes a choice of a node.
    pub(super) fn follow(
        &self,
        node: Number,
        way: &PlayableChoice,
        state: &ReaderState,
    ) -> ReaderState {
        let mut after = state.clone();
        if let Some(once) = way.once {
            Rc::make_mut(&mut after.taken)[once / BITS] |= 1 << (once % BITS);
        }
        if let Some(effect) = &way.effect {
            after.variables = self.applied(effect, node, &after);
        }
        self.enter(way.to, after)
    }

    fn enter(&self, node: Number, mut state: ReaderState) -> ReaderState {
        if let Some(place) = self.tracked.place.get(&node) {
            let count = &mut Rc::make_mut(&mut state.visits)[*place];
            *count = (*count + 1).min(self.tracked.most);
        }
        if let Some(effect) = &self.enters[node] {
            state.variables = self.applied(effect, node, &state);
        }
        state
    }

    fn applied(&self, effect: &Effect, node: Number, state: &ReaderState) -> Rc<Variables> {
        let mut after = Variables::clone(&state.variables);
        let none = Variables::new();
        let here = StateContext {
            node,
            variables: &none,
            visits: &state.visits,
            tracked: &self.tracked,
            titles: &self.titles,
            otherwise: false,
        };
        effect.apply(&mut after, &|title| here.count(title));
        Rc::new(after)
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
    found.states.push(State {
        node: start,
        state: rules.begin(start),
        words: words[start],
        came: None,
    });
    let mut open = BinaryHeap::from([Reverse((words[start], 0_usize))]);
    while let Some(Reverse((_, at))) = open.pop() {
        let (node, state) = {
            let it = &found.states[at];
            (it.node, it.state.clone())
        };
        // A state that has taken fewer once-only choices and read less reaches everything this one
        // reaches, unless something is offered because all other choices are taken.
        let alike = seen.entry((node, mark(&state.variables, &state.visits)));
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
            open.push(Reverse((length, found.states.len())));
            found.states.push(State {
                node: way.to,
                state: rules.follow(node, way, &state),
                words: length,
                came: Some((at, way.edge)),
            });
        }
    }
    found
}

/// How many choices one number stores.
const BITS: usize = u64::BITS as usize;

fn is_taken(taken: &[u64], once: usize) -> bool {
    taken[once / BITS] >> (once % BITS) & 1 == 1
}

/// Whether the choices taken in `one` are a subset of those in `other`.
fn is_within(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).all(|(one, other)| one & !other == 0)
}

/// Numbers the once-only choices, except those that cannot be met again because they leave their
/// component for good. A choice offered at several nodes can be met at each of them.
fn number_once_only_choices(story: &Story, ways: &mut [Vec<PlayableChoice>]) -> usize {
    let is_once = |it: &PlayableChoice| story.edges.get(&it.edge).is_some_and(|it| it.record.once);
    let mut places: HashMap<EdgeId, (usize, bool)> = HashMap::new();
    let pairs = ways.iter().enumerate();
    let pairs = pairs.flat_map(|(from, ways)| ways.iter().map(move |it| (from, it.to)));
    let component = Adjacency::from_pairs(ways.len(), &pairs.collect::<Vec<_>>())
        .strongly_connected_components()
        .0;
    for (from, ways) in ways.iter().enumerate() {
        for way in ways.iter().filter(|it| is_once(it)) {
            let (times, returns) = places.entry(way.edge).or_default();
            *times += 1;
            *returns |= component[from] == component[way.to];
        }
    }
    let mut numbers: HashMap<EdgeId, usize> = HashMap::new();
    for way in ways.iter_mut().flatten() {
        if places.get(&way.edge).is_some_and(|it| it.0 > 1 || it.1) {
            let next = numbers.len();
            way.once = Some(*numbers.entry(way.edge).or_insert(next));
        }
    }
    numbers.len()
}

/// A key that distinguishes two states at one node.
fn mark(variables: &Variables, visits: &[u32]) -> String {
    let mut text = String::new();
    for (name, value) in variables {
        _ = write!(text, "{name}={value:?};");
    }
    for count in visits {
        _ = write!(text, "{count},");
    }
    text
}

fn ways(story: &Story, check: &mut Check) -> Vec<Vec<PlayableChoice>> {
    let mut ways: Vec<Vec<PlayableChoice>> = story.nodes.iter().map(|_| Vec::new()).collect();
    let exits = OutgoingLinks::of(story);
    for (node, edge) in story
        .nodes
        .keys()
        .flat_map(|it| exits.from(*it).iter().map(move |edge| (it, *edge)))
    {
        let record = &edge.record;
        let number = |id| story.nodes.get_index_of(id);
        let (Some(from), Some(to)) = (number(node), number(&record.to)) else {
            continue;
        };
        let (condition, effect) = check.read(record);
        ways[from].push(PlayableChoice {
            edge: edge.id,
            to,
            once: None,
            is_last_resort: condition.as_ref().is_some_and(|it| it.asks_otherwise()),
            condition,
            effect,
        });
    }
    ways
}

fn tracked<'a>(
    story: &'a Story,
    ways: &[Vec<PlayableChoice>],
    enters: &[Option<Effect>],
) -> (TrackedVisits<'a>, HashMap<String, Vec<Number>>) {
    let mut asked: Vec<(Number, Option<String>)> = Vec::new();
    let mut counts = false;
    let mut note = |node: Number, expression: &Expression| {
        expression.walk(&mut |it| {
            counts |= matches!(it, Expression::Visits(_));
            if let Expression::Visits(title) | Expression::Visited(title) = it {
                asked.push((node, title.clone()));
            }
        });
    };
    for (node, ways) in ways.iter().enumerate() {
        for way in ways {
            way.condition.iter().for_each(|it| note(node, it));
            let effect = way.effect.iter().flat_map(|it| &it.0);
            effect.for_each(|it| note(node, &it.value));
        }
    }
    for (node, effect) in enters.iter().enumerate() {
        let effect = effect.iter().flat_map(|it| &it.0);
        effect.for_each(|it| note(node, &it.value));
    }
    let mut tracked = TrackedVisits {
        story,
        place: HashMap::new(),
        most: if counts { u32::MAX } else { 1 },
    };
    let mut titles: HashMap<String, Vec<Number>> = HashMap::new();
    for (node, title) in asked {
        let nodes = match title {
            None => vec![node],
            Some(title) => {
                let nodes = titles.get(&title).cloned();
                let nodes = nodes.unwrap_or_else(|| tracked.of_title(&title));
                titles.insert(title, nodes.clone());
                nodes
            }
        };
        for node in nodes {
            let next = tracked.place.len();
            tracked.place.entry(node).or_insert(next);
        }
    }
    (tracked, titles)
}
