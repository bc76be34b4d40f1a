//! The rules for playing a story: which choices are offered in a state, and what taking one leads to. A
//! state is the current node, the variables, the visit counts that conditions use, and the once-only
//! choices already taken.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::adjacency::{Adjacency, Number};
use super::check::Check;
use crate::play::{
    Assignment, Effect, EvalContext, Expression, Outcomes, OutgoingLinks, RandomUse, Step,
    Variables,
};
use crate::{EdgeId, NodeId, Story};

/// A choice, read.
pub(super) struct PlayableChoice {
    pub(super) edge: EdgeId,
    pub(super) to: Number,
    /// Its index among the once-only choices that can be met again.
    once: Option<usize>,
    /// Whether its condition uses `otherwise()`.
    is_last_resort: bool,
    /// Whether its condition uses random numbers.
    is_random: bool,
    condition: Option<Arc<Expression>>,
    effect: Option<Arc<Effect>>,
}

/// The variables that depend on random numbers after a choice was taken, as a step that sets them.
pub(super) type RandomNumbers = Option<Rc<str>>;

/// What taking a choice can lead to.
pub(super) struct Outcome {
    pub(super) state: ReaderState,
    pub(super) numbers: RandomNumbers,
}

/// The steps of a choice, or of the beginning, that came to these numbers.
pub(super) fn steps_of(
    choice: Option<EdgeId>,
    numbers: &RandomNumbers,
) -> impl DoubleEndedIterator<Item = Step> {
    let set = numbers.as_deref().map(|it| Step::Set(it.to_owned()));
    choice.map(Step::Take).into_iter().chain(set)
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
    outcomes: &'a Outcomes,
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

    fn random(&self, used: RandomUse<'_>, low: f64, high: f64) -> f64 {
        self.outcomes.number(used, low, high)
    }
}

/// The rules for playing: the parsed choices of every node, and what their conditions use.
pub(super) struct PlayRules<'a> {
    pub(super) story: &'a Story,
    pub(super) ways: Vec<Vec<PlayableChoice>>,
    enters: Vec<Option<Effect>>,
    tracked: TrackedVisits<'a>,
    titles: HashMap<String, Vec<Number>>,
    /// How many once-only choices can be met again.
    once: usize,
    pub(super) has_last_resorts: bool,
    /// Whether any effect or condition uses random numbers too many to try all of them.
    left_out: Cell<bool>,
}

/// The state of a reader: variables, the visit counts that conditions use, and the once-only
/// choices taken.
#[derive(Clone)]
pub(super) struct ReaderState {
    pub(super) variables: Rc<Variables>,
    pub(super) visits: Rc<Vec<u32>>,
    /// The once-only choices taken, one bit each.
    pub(super) taken: Rc<Vec<u64>>,
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
            left_out: Cell::new(false),
        }
    }

    pub(super) fn id(&self, node: Number) -> NodeId {
        self.story.nodes[node].id
    }

    pub(super) fn number(&self, node: NodeId) -> Option<Number> {
        self.story.nodes.get_index_of(&node)
    }

    /// Whether all random numbers were tried so far.
    pub(super) fn has_tried_all_numbers(&self) -> bool {
        !self.left_out.get()
    }

    /// Starts at a node.
    pub(super) fn begin(&self, node: Number) -> Vec<Outcome> {
        let state = ReaderState {
            variables: Rc::new(Variables::new()),
            visits: Rc::new(vec![0; self.tracked.place.len()]),
            taken: Rc::new(vec![0; self.once.div_ceil(BITS)]),
        };
        self.all_outcomes(|outcomes| {
            let mut after = state.clone();
            let rolls = self.enter(node, &mut after, outcomes);
            (after, rolls)
        })
    }

    /// Whether a choice of a node is offered with any of the possible random numbers.
    pub(super) fn offers(&self, node: Number, way: &PlayableChoice, state: &ReaderState) -> bool {
        if way.once.is_some_and(|it| is_taken(&state.taken, it)) {
            return false;
        }
        let otherwise = way.is_last_resort && self.offers_nothing_else(node, state);
        let outcomes = Outcomes::default();
        let here = StateContext {
            otherwise,
            ..self.context(node, state, &outcomes)
        };
        let Some(condition) = &way.condition else {
            return true;
        };
        loop {
            if condition.holds(&here) {
                return true;
            }
            if !outcomes.advance() {
                self.note_left_out(&outcomes);
                return false;
            }
        }
    }

    fn context<'s>(
        &'s self,
        node: Number,
        state: &'s ReaderState,
        outcomes: &'s Outcomes,
    ) -> StateContext<'s> {
        StateContext {
            node,
            variables: &state.variables,
            visits: &state.visits,
            tracked: &self.tracked,
            titles: &self.titles,
            otherwise: false,
            outcomes,
        }
    }

    fn offers_nothing_else(&self, node: Number, state: &ReaderState) -> bool {
        // A choice whose condition depends on random numbers may also be closed.
        let is_certain = |it: &&PlayableChoice| !it.is_last_resort && !it.is_random;
        let mut others = self.ways[node].iter().filter(is_certain);
        others.all(|it| !self.offers(node, it, state))
    }

    /// Takes a choice of a node.
    pub(super) fn follow(
        &self,
        node: Number,
        way: &PlayableChoice,
        state: &ReaderState,
    ) -> Vec<Outcome> {
        self.all_outcomes(|outcomes| {
            let mut after = state.clone();
            if let Some(once) = way.once {
                Rc::make_mut(&mut after.taken)[once / BITS] |= 1 << (once % BITS);
            }
            let mut rolls = Rolls::default();
            if let Some(effect) = &way.effect {
                rolls.add(effect);
                after.variables = self.applied(effect, node, &after, outcomes);
            }
            rolls.extend(self.enter(way.to, &mut after, outcomes));
            (after, rolls)
        })
    }

    /// The different results of an action, one for each combination of random numbers.
    fn all_outcomes<'e>(
        &self,
        act: impl Fn(&Outcomes) -> (ReaderState, Rolls<'e>),
    ) -> Vec<Outcome> {
        let outcomes = Outcomes::default();
        let mut found: Vec<Outcome> = Vec::new();
        loop {
            let (state, rolls) = act(&outcomes);
            if found.iter().all(|it| it.state.variables != state.variables) {
                let numbers = rolls.numbers(&state.variables);
                found.push(Outcome { state, numbers });
            }
            if !outcomes.advance() {
                break;
            }
        }
        self.note_left_out(&outcomes);
        found
    }

    fn note_left_out(&self, outcomes: &Outcomes) {
        if !outcomes.is_complete() {
            self.left_out.set(true);
        }
    }

    fn enter<'s>(
        &'s self,
        node: Number,
        state: &mut ReaderState,
        outcomes: &Outcomes,
    ) -> Rolls<'s> {
        if let Some(place) = self.tracked.place.get(&node) {
            let count = &mut Rc::make_mut(&mut state.visits)[*place];
            *count = (*count + 1).min(self.tracked.most);
        }
        let mut rolls = Rolls::default();
        if let Some(effect) = &self.enters[node] {
            rolls.add(effect);
            state.variables = self.applied(effect, node, state, outcomes);
        }
        rolls
    }

    fn applied(
        &self,
        effect: &Effect,
        node: Number,
        state: &ReaderState,
        outcomes: &Outcomes,
    ) -> Rc<Variables> {
        let mut after = Variables::clone(&state.variables);
        effect.apply(&mut after, &self.context(node, state, outcomes));
        Rc::new(after)
    }
}

/// What effects assign, if any of them uses random numbers.
#[derive(Default)]
struct Rolls<'e> {
    assigned: Vec<&'e str>,
    is_random: bool,
}

impl<'e> Rolls<'e> {
    fn add(&mut self, effect: &'e Effect) {
        self.is_random |= effect.is_random();
        self.assigned
            .extend(effect.0.iter().map(|it| it.name.as_str()));
    }

    fn extend(&mut self, other: Self) {
        self.is_random |= other.is_random;
        self.assigned.extend(other.assigned);
    }

    fn numbers(mut self, variables: &Variables) -> RandomNumbers {
        self.is_random.then_some(())?;
        self.assigned.sort_unstable();
        self.assigned.dedup();
        let set = self.assigned.into_iter().filter_map(|name| {
            let value = Expression::Literal(variables.get(name)?.clone());
            let name = name.to_owned();
            Some(Assignment { name, value })
        });
        let set = Effect(set.collect()).to_string();
        (!set.is_empty()).then(|| set.into())
    }
}

/// How many choices one number stores.
const BITS: usize = u64::BITS as usize;

fn is_taken(taken: &[u64], once: usize) -> bool {
    taken[once / BITS] >> (once % BITS) & 1 == 1
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
            is_random: condition.as_ref().is_some_and(|it| it.is_random()),
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
