//! The search for paths: shortest first, by the links alone or as a reader can take them. Pure,
//! except for reading play records.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};

use model::play::{Expression, PlaySession, PlayableStory, Step, Variables};
use model::{Edge, NodeId, Story};

use crate::shared::play_records::PlayRecordReader;
use crate::story::queries::outgoing_links::OutgoingLinks;

/// How many partial paths are examined before the search gives up: a dense graph has too many paths
/// to enumerate.
const MAX_PARTIAL_PATHS: usize = 100_000;
/// The same for a reader's paths, which carry variables.
const MAX_READINGS: usize = 10_000;
/// The longest path of a reader, in links: variables that keep changing would make it endless.
const MAX_READING_LINKS: usize = 400;

/// The parameters of a search.
pub(super) struct Query {
    pub(super) from: NodeId,
    pub(super) to: NodeId,
    /// Nodes that no path visits.
    pub(super) avoid: HashSet<NodeId>,
    /// Nodes that every path visits, in any order.
    pub(super) through: Vec<NodeId>,
    /// The largest number of paths.
    pub(super) limit: usize,
}

/// A path: its edges, and the variables at its end if a reader took it.
pub(super) struct FoundPath<'a> {
    pub(super) edges: Vec<&'a Edge>,
    pub(super) variables: Option<Variables>,
}

/// The paths found, and whether there are no others.
pub(super) type Found<'a> = (Vec<FoundPath<'a>>, bool);

/// A path extended by one link from an earlier stop.
struct PartialPath<'a> {
    edge: Option<&'a Edge>,
    node: NodeId,
    length: usize,
    earlier: Option<usize>,
}

/// The least number of links that a path still needs, by its node and the visited nodes.
struct Remaining {
    to_goal: HashMap<NodeId, usize>,
    /// For each node to pass through: the node, and the distances to it.
    to_waypoints: Vec<(NodeId, HashMap<NodeId, usize>)>,
}

impl Remaining {
    fn of(story: &Story, query: &Query) -> Self {
        let waypoint = |it: &NodeId| (*it, distances(story, *it, &query.avoid));
        Self {
            to_goal: distances(story, query.to, &query.avoid),
            to_waypoints: query.through.iter().map(waypoint).collect(),
        }
    }

    /// `None` if no path from here reaches the goal.
    fn from(&self, node: NodeId, visited: &dyn Fn(NodeId) -> bool) -> Option<usize> {
        let mut least = *self.to_goal.get(&node)?;
        for (waypoint, distances) in &self.to_waypoints {
            if *waypoint != node && !visited(*waypoint) {
                least = least.max(distances.get(&node)? + self.to_goal.get(waypoint)?);
            }
        }
        Some(least)
    }
}

/// The paths by links alone, without visiting a node twice. Best-first by the length so far plus
/// the least remaining length, so paths are found shortest first.
pub(super) fn by_links<'a>(story: &'a Story, query: &Query) -> Found<'a> {
    let remaining = Remaining::of(story, query);
    let outgoing = OutgoingLinks::of(story);
    let mut found = Vec::new();
    let Some(least) = remaining.from(query.from, &|_| false) else {
        return (found, true);
    };
    let mut partial_paths = vec![PartialPath {
        edge: None,
        node: query.from,
        length: 0,
        earlier: None,
    }];
    let mut open = BinaryHeap::from([Reverse((least, 0))]);
    while let Some(Reverse((_, at))) = open.pop() {
        let visited = |node| contains_node(&partial_paths, at, node);
        if partial_paths[at].node == query.to && query.through.iter().all(|it| visited(*it)) {
            let edges = walked(&partial_paths, at);
            let variables = None;
            found.push(FoundPath { edges, variables });
            if found.len() == query.limit {
                return (found, open.is_empty());
            }
            continue;
        }
        // No path visits a node twice, so none continues after the goal.
        if partial_paths[at].node == query.to {
            continue;
        }
        if partial_paths.len() > MAX_PARTIAL_PATHS {
            return (found, false);
        }
        let length = partial_paths[at].length + 1;
        let mut steps = Vec::new();
        for edge in outgoing.of_node(partial_paths[at].node) {
            let node = edge.record.to;
            if visited(node) {
                continue;
            }
            if let Some(least) = remaining.from(node, &visited) {
                steps.push((*edge, least));
            }
        }
        for (edge, least) in steps {
            open.push(Reverse((length + least, partial_paths.len())));
            partial_paths.push(PartialPath {
                edge: Some(edge),
                node: edge.record.to,
                length,
                earlier: Some(at),
            });
        }
    }
    (found, true)
}

/// The least number of links from each node to the goal, avoiding the given nodes.
fn distances(story: &Story, goal: NodeId, avoid: &HashSet<NodeId>) -> HashMap<NodeId, usize> {
    if avoid.contains(&goal) {
        return HashMap::new();
    }
    let mut entrances: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
    for edge in story.edges.values() {
        entrances
            .entry(edge.record.to)
            .or_default()
            .push(edge.record.from);
    }
    let mut found = HashMap::from([(goal, 0)]);
    let mut open = VecDeque::from([(goal, 0)]);
    while let Some((node, distance)) = open.pop_front() {
        for &before in entrances.get(&node).map_or(&[][..], Vec::as_slice) {
            if avoid.contains(&before) {
                continue;
            }
            found.entry(before).or_insert_with(|| {
                open.push_back((before, distance + 1));
                distance + 1
            });
        }
    }
    found
}

fn contains_node(partial_paths: &[PartialPath<'_>], end: usize, node: NodeId) -> bool {
    let mut at = Some(end);
    while let Some(stop) = at {
        if partial_paths[stop].node == node {
            return true;
        }
        at = partial_paths[stop].earlier;
    }
    false
}

fn walked<'a>(partial_paths: &[PartialPath<'a>], end: usize) -> Vec<&'a Edge> {
    let mut edges = Vec::new();
    let mut at = Some(end);
    while let Some(stop) = at {
        edges.extend(partial_paths[stop].edge);
        at = partial_paths[stop].earlier;
    }
    edges.reverse();
    edges
}

/// A stop of a playthrough: the edge and the stop it was reached from, and its state.
struct Stop<'a> {
    edge: Option<&'a Edge>,
    earlier: Option<usize>,
    length: usize,
    state: usize,
}

/// The playthroughs of a search: their stops, and those that can continue.
struct Readings<'a> {
    stops: Vec<Stop<'a>>,
    /// The session at each stop, until it is expanded.
    plays: Vec<Option<PlaySession>>,
    /// The states by their keys.
    states: HashMap<String, usize>,
    /// How often each state was expanded.
    expanded: Vec<usize>,
}

impl<'a> Readings<'a> {
    fn state(&mut self, key: String) -> usize {
        let number = self.states.len();
        let state = *self.states.entry(key).or_insert(number);
        if state == self.expanded.len() {
            self.expanded.push(0);
        }
        state
    }

    /// Adds a stop after another, unless the path was already in that state.
    fn add(
        &mut self,
        play: PlaySession,
        key: String,
        by: Option<(&'a Edge, usize)>,
    ) -> Option<usize> {
        let state = self.state(key);
        let earlier = by.map(|it| it.1);
        let mut at = earlier;
        while let Some(stop) = at {
            if self.stops[stop].state == state {
                return None;
            }
            at = self.stops[stop].earlier;
        }
        self.stops.push(Stop {
            edge: by.map(|it| it.0),
            earlier,
            length: earlier.map_or(0, |it| self.stops[it].length + 1),
            state,
        });
        self.plays.push(Some(play));
        Some(self.stops.len() - 1)
    }

    fn walked(&self, end: usize) -> Vec<&'a Edge> {
        let stops = std::iter::successors(Some(end), |it| self.stops[*it].earlier);
        let mut edges: Vec<_> = stops.filter_map(|it| self.stops[it].edge).collect();
        edges.reverse();
        edges
    }
}

/// The paths that a reader can take who starts with these variables: conditions must hold, and
/// effects are applied. A node may be visited twice if that changes the state.
pub(super) fn by_reading<'a>(
    book: &PlayableStory<'a>,
    records: &PlayRecordReader<'_>,
    query: &Query,
    variables: Variables,
) -> Found<'a> {
    let story = book.story();
    let remaining = Remaining::of(story, query);
    let keys = StateKeys::of(story);
    let mut found = Vec::new();
    let begun = PlaySession::begin(book, query.from, variables);
    let Some(least) = remaining.from(query.from, &|_| false) else {
        return (found, true);
    };
    let mut readings = Readings {
        stops: Vec::new(),
        plays: Vec::new(),
        states: HashMap::new(),
        expanded: Vec::new(),
    };
    let key = keys.of_reading(&begun, book, records, query);
    readings.add(begun, key, None);
    let mut complete = true;
    let mut open = BinaryHeap::from([Reverse((least, 0))]);
    while let Some(Reverse((_, at))) = open.pop() {
        let Some(reading) = readings.plays[at].take() else {
            continue;
        };
        let visited = |node: NodeId| reading.visits.contains_key(&node);
        if reading.node == query.to && query.through.iter().all(|it| visited(*it)) {
            found.push(FoundPath {
                edges: readings.walked(at),
                variables: Some(reading.variables),
            });
            if found.len() == query.limit {
                return (found, complete && open.is_empty());
            }
            continue;
        }
        if readings.stops[at].length == MAX_READING_LINKS {
            complete = false;
            continue;
        }
        // Expands each state as often as paths are requested, so that paths that differ only before
        // their end are all found.
        let state = readings.stops[at].state;
        readings.expanded[state] += 1;
        if readings.expanded[state] > query.limit {
            continue;
        }
        for edge in book.exits(reading.node) {
            let Some(least) = remaining.from(edge.record.to, &visited) else {
                continue;
            };
            if readings.stops.len() > MAX_READINGS {
                return (found, false);
            }
            let (plays, are_all) = reading.outcomes(book, edge.id);
            complete &= are_all;
            for play in plays {
                let key = keys.of_reading(&play, book, records, query);
                if let Some(next) = readings.add(play, key, Some((edge, at))) {
                    open.push(Reverse((readings.stops[next].length + least, next)));
                }
            }
        }
    }
    (found, complete)
}

/// The part of a playthrough that decides how it can continue: its node, the variables, the
/// once-only choices, and the visits that conditions test.
struct StateKeys {
    /// Titles that a condition or effect tests, in lower case.
    titles: HashSet<String>,
    /// Whether any tests the visits of its own node.
    here: bool,
}

impl StateKeys {
    fn of(story: &Story) -> Self {
        let mut keys = Self {
            titles: HashSet::new(),
            here: false,
        };
        for edge in story.edges.values() {
            let condition = edge.record.condition.as_deref().map(str::parse);
            if let Some(Ok(condition)) = condition {
                keys.add(&condition);
            }
            let effect = edge.record.effect.as_deref().map(str::parse);
            if let Some(Ok(model::play::Effect(assignments))) = effect {
                assignments.iter().for_each(|it| keys.add(&it.value));
            }
        }
        keys
    }

    fn add(&mut self, expression: &Expression) {
        self.titles
            .extend(expression.titles().iter().map(|it| it.to_lowercase()));
        expression.walk(&mut |it| {
            self.here |= matches!(it, Expression::Visits(None) | Expression::Visited(None));
        });
    }

    fn of_reading(
        &self,
        play: &PlaySession,
        book: &PlayableStory<'_>,
        records: &PlayRecordReader<'_>,
        query: &Query,
    ) -> String {
        let all = self.here || records.ask_visits();
        let nodes = &book.story().nodes;
        let counts = |it: &(&NodeId, &u32)| {
            let title = || nodes.get(it.0).map(|it| it.title.to_lowercase());
            all || title().is_some_and(|it| self.titles.contains(&it))
        };
        let mut visits: Vec<_> = play.visits.iter().filter(counts).collect();
        visits.sort_unstable();
        let once = |it: &Step| match it {
            Step::Take(edge) => book.edge(*edge).filter(|it| it.record.once).map(|it| it.id),
            Step::Return | Step::Undo | Step::Set(_) => None,
        };
        let mut taken: Vec<_> = play.steps.iter().filter_map(once).collect();
        taken.sort_unstable();
        let passed: Vec<_> = query
            .through
            .iter()
            .map(|it| play.visits.contains_key(it))
            .collect();
        format!(
            "{} {:?} {visits:?} {taken:?} {passed:?}",
            play.node, play.variables
        )
    }
}
