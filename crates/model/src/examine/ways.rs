//! Every state a reader can come to, the shortest reading first: where they stand, what the
//! variables hold, how often the nodes were entered that a condition asks for, and which choices are
//! used up.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::Arc;

use super::check::Check;
use super::measures::PlayThrough;
use super::shape::{Number, Shape};
use crate::play::{Effect, Exits, Expression, Surroundings, Variables};
use crate::{EdgeId, NodeId, Story};

/// How many states are looked at: a story that counts up for ever has no end of them.
const PATIENCE: usize = 50_000;

/// A choice, read.
pub(super) struct Way {
    pub(super) edge: EdgeId,
    pub(super) to: Number,
    /// Its number among the choices that may be taken only once and could be met again.
    once: Option<usize>,
    /// Whether its condition asks for what else is offered.
    is_last_resort: bool,
    condition: Option<Arc<Expression>>,
    effect: Option<Arc<Effect>>,
}

/// A state, and how it was come to.
struct State {
    node: Number,
    carried: Carried,
    words: usize,
    came: Option<(usize, EdgeId)>,
}

/// The states that were found.
pub(super) struct Found<'a> {
    story: &'a Story,
    states: Vec<State>,
    first: HashMap<Number, usize>,
    complete: bool,
}

impl Found<'_> {
    pub(super) fn is_complete(&self) -> bool {
        self.complete
    }

    /// The way to a node with the fewest words.
    pub(super) fn way_to(&mut self, node: Number) -> Option<PlayThrough> {
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
        Some(PlayThrough {
            steps,
            nodes,
            words,
        })
    }
}

/// The nodes whose visits somebody asks for.
struct Tracked<'a> {
    story: &'a Story,
    place: HashMap<Number, usize>,
    /// Where nobody asks how often, but only whether, more visits make no other state.
    most: u32,
}

impl Tracked<'_> {
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

/// What an expression is worked out against.
struct Here<'a> {
    node: Number,
    variables: &'a Variables,
    visits: &'a [u32],
    tracked: &'a Tracked<'a>,
    titles: &'a HashMap<String, Vec<Number>>,
    /// Whether no other choice is offered.
    otherwise: bool,
}

impl Here<'_> {
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

impl Surroundings for Here<'_> {
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

/// What playing rests on: the choices of every node, read, and what is asked for.
pub(super) struct Ground<'a> {
    story: &'a Story,
    pub(super) ways: Vec<Vec<Way>>,
    enters: Vec<Option<Effect>>,
    tracked: Tracked<'a>,
    titles: HashMap<String, Vec<Number>>,
    /// How many choices may be used up and met again.
    once: usize,
    has_last_resorts: bool,
}

/// What a reader carries: what the variables hold, how often what is asked for was entered, and what
/// is used up.
#[derive(Clone)]
pub(super) struct Carried {
    variables: Rc<Variables>,
    visits: Rc<Vec<u32>>,
    /// The choices that are used up, a bit each.
    taken: Rc<Vec<u64>>,
}

impl<'a> Ground<'a> {
    pub(super) fn of(story: &'a Story, check: &mut Check) -> Self {
        let mut ways = ways(story, check);
        let once = number_once(story, &mut ways);
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

    /// Begins at a node.
    pub(super) fn begin(&self, node: Number) -> Carried {
        let carried = Carried {
            variables: Rc::new(Variables::new()),
            visits: Rc::new(vec![0; self.tracked.place.len()]),
            taken: Rc::new(vec![0; self.once.div_ceil(BITS)]),
        };
        self.enter(node, carried)
    }

    /// Whether a choice of a node is offered.
    pub(super) fn offers(&self, node: Number, way: &Way, carried: &Carried) -> bool {
        if way.once.is_some_and(|it| is_taken(&carried.taken, it)) {
            return false;
        }
        let here = Here {
            node,
            variables: &carried.variables,
            visits: &carried.visits,
            tracked: &self.tracked,
            titles: &self.titles,
            otherwise: way.is_last_resort && self.offers_nothing_else(node, carried),
        };
        way.condition.as_ref().is_none_or(|it| it.holds(&here))
    }

    fn offers_nothing_else(&self, node: Number, carried: &Carried) -> bool {
        let mut others = self.ways[node].iter().filter(|it| !it.is_last_resort);
        others.all(|it| !self.offers(node, it, carried))
    }

    /// Takes a choice of a node.
    pub(super) fn follow(&self, node: Number, way: &Way, carried: &Carried) -> Carried {
        let mut after = carried.clone();
        if let Some(once) = way.once {
            Rc::make_mut(&mut after.taken)[once / BITS] |= 1 << (once % BITS);
        }
        if let Some(effect) = &way.effect {
            after.variables = self.applied(effect, node, &after);
        }
        self.enter(way.to, after)
    }

    fn enter(&self, node: Number, mut carried: Carried) -> Carried {
        if let Some(place) = self.tracked.place.get(&node) {
            let count = &mut Rc::make_mut(&mut carried.visits)[*place];
            *count = (*count + 1).min(self.tracked.most);
        }
        if let Some(effect) = &self.enters[node] {
            carried.variables = self.applied(effect, node, &carried);
        }
        carried
    }

    fn applied(&self, effect: &Effect, node: Number, carried: &Carried) -> Rc<Variables> {
        let mut after = Variables::clone(&carried.variables);
        let none = Variables::new();
        let here = Here {
            node,
            variables: &none,
            visits: &carried.visits,
            tracked: &self.tracked,
            titles: &self.titles,
            otherwise: false,
        };
        effect.apply(&mut after, &|title| here.count(title));
        Rc::new(after)
    }
}

/// Looks at the states that can be come to from a node.
pub(super) fn explore<'a>(ground: &Ground<'a>, words: &[usize], start: Number) -> Found<'a> {
    let mut found = Found {
        story: ground.story,
        states: Vec::new(),
        first: HashMap::new(),
        complete: true,
    };
    let mut seen: HashMap<(Number, String), Vec<Rc<Vec<u64>>>> = HashMap::new();
    found.states.push(State {
        node: start,
        carried: ground.begin(start),
        words: words[start],
        came: None,
    });
    let mut open = BinaryHeap::from([Reverse((words[start], 0_usize))]);
    while let Some(Reverse((_, at))) = open.pop() {
        let (node, carried) = {
            let it = &found.states[at];
            (it.node, it.carried.clone())
        };
        // Whoever has used up less, and read less, comes wherever this one comes; but not where
        // something is offered because all else is used up.
        let alike = seen.entry((node, mark(&carried.variables, &carried.visits)));
        let alike = alike.or_default();
        let is_alike = |it: &Rc<Vec<u64>>| match ground.has_last_resorts {
            true => *it == carried.taken,
            false => is_within(it, &carried.taken),
        };
        if alike.iter().any(is_alike) {
            continue;
        }
        alike.push(Rc::clone(&carried.taken));
        found.first.entry(node).or_insert(at);
        for way in &ground.ways[node] {
            if !ground.offers(node, way, &carried) {
                continue;
            }
            if found.states.len() >= PATIENCE {
                found.complete = false;
                break;
            }
            let length = found.states[at].words + words[way.to];
            open.push(Reverse((length, found.states.len())));
            found.states.push(State {
                node: way.to,
                carried: ground.follow(node, way, &carried),
                words: length,
                came: Some((at, way.edge)),
            });
        }
    }
    found
}

/// How many choices one number holds.
const BITS: usize = u64::BITS as usize;

fn is_taken(taken: &[u64], once: usize) -> bool {
    taken[once / BITS] >> (once % BITS) & 1 == 1
}

/// Whether all that is used up in one is so in another.
fn is_within(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).all(|(one, other)| one & !other == 0)
}

/// Numbers the choices that may be taken only once, but for those that nobody meets again: what
/// leads out of where it stands for good. One that is offered at several nodes is met there.
fn number_once(story: &Story, ways: &mut [Vec<Way>]) -> usize {
    let is_once = |it: &Way| story.edges.get(&it.edge).is_some_and(|it| it.record.once);
    let mut places: HashMap<EdgeId, (usize, bool)> = HashMap::new();
    let pairs = ways.iter().enumerate();
    let pairs = pairs.flat_map(|(from, ways)| ways.iter().map(move |it| (from, it.to)));
    let knot = Shape::from_pairs(ways.len(), &pairs.collect::<Vec<_>>())
        .knots()
        .0;
    for (from, ways) in ways.iter().enumerate() {
        for way in ways.iter().filter(|it| is_once(it)) {
            let (times, returns) = places.entry(way.edge).or_default();
            *times += 1;
            *returns |= knot[from] == knot[way.to];
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

/// What tells two states at one node apart.
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

fn ways(story: &Story, check: &mut Check) -> Vec<Vec<Way>> {
    let mut ways: Vec<Vec<Way>> = story.nodes.iter().map(|_| Vec::new()).collect();
    let exits = Exits::of(story);
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
        ways[from].push(Way {
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
    ways: &[Vec<Way>],
    enters: &[Option<Effect>],
) -> (Tracked<'a>, HashMap<String, Vec<Number>>) {
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
    let mut tracked = Tracked {
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
