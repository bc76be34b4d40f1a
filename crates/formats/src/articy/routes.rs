//! Resolves where the connections of a node finally lead: through the pins of what encloses it or is
//! entered, through hubs, jumps, conditions and instructions, up to the next node that becomes a scene.

use std::collections::{HashMap, HashSet};

use model::play::{Assignment, Effect, Expression};

use super::project::{Class, Connection, Object, Pin, Project};
use super::script::VariableNames;

/// The maximum number of routes from one connection, and of connections followed to find them.
const MAX_ROUTES: usize = 1000;
const MAX_STEPS: usize = 5_000;
/// Routes through more nodes than this lead nowhere.
const MAX_LENGTH: usize = 64;
/// The most parts of an expression for what a variable holds on a way.
const MAX_PARTS: usize = 200;

/// A route from one scene to another.
pub(super) struct Route {
    /// The index of the object that it leads to.
    pub(super) target: usize,
    pub(super) label: String,
    /// When it can be taken; in the notation of articy:draft where ours cannot express it.
    pub(super) condition: Option<String>,
    pub(super) effect: Effect,
}

/// The routes of a project.
pub(super) struct Routes<'a> {
    project: &'a Project<'a>,
    names: &'a VariableNames,
    /// Which objects become scenes.
    is_scene: Vec<bool>,
    /// Which containers a route that enters them goes on inside.
    is_entered: Vec<bool>,
}

/// What is found on the way from one scene.
#[derive(Default)]
pub(super) struct Found {
    pub(super) routes: Vec<Route>,
    /// How many connections lead to nothing.
    pub(super) broken: usize,
    /// Instructions that cannot be read.
    pub(super) unread: Vec<String>,
    /// How many connections were followed.
    pub(super) steps: usize,
}

/// What was passed on a way.
#[derive(Clone, Default)]
struct Passed {
    label: String,
    assignments: Vec<Assignment>,
    /// What the variables that were assigned hold, by what they held at the beginning; `None` where that
    /// is too long to say.
    values: HashMap<String, Option<Expression>>,
    held: Vec<Result<Expression, String>>,
    /// The objects between the scenes.
    objects: Vec<usize>,
}

impl Passed {
    /// An expression by what its variables held at the beginning of the way.
    fn at_beginning(&self, expression: &Expression) -> Option<Expression> {
        let mut names = expression.reads().into_iter();
        let is_known = names.all(|it| self.values.get(it).is_none_or(Option::is_some));
        let whole = || expression.replaced(&|name| self.values.get(name).cloned().flatten());
        // A random number that a variable holds is rolled once.
        let is_rolled =
            |it: &&str| matches!(self.values.get(*it), Some(Some(it)) if it.is_random());
        let is_known = is_known && !expression.reads().iter().any(is_rolled);
        is_known.then(whole).filter(|it| {
            let mut parts = 0;
            it.walk(&mut |_| parts += 1);
            parts <= MAX_PARTS
        })
    }
}

impl<'a> Routes<'a> {
    /// Decides which objects become scenes: lines, hubs with several connections on both sides, and
    /// flow fragments that are not entered.
    pub(super) fn of(project: &'a Project<'a>, names: &'a VariableNames) -> Self {
        let count = project.objects.len();
        let (mut incoming, mut outgoing) = (vec![0; count], vec![0; count]);
        let mut is_entered = vec![false; count];
        for (at, object) in project.objects.iter().enumerate() {
            for connection in object.outputs.iter().flat_map(|it| &it.connections) {
                outgoing[at] += 1;
                if let Some(target) = project.find(connection.object) {
                    incoming[target] += 1;
                }
            }
            // Those of its input pins lead to what is in it.
            for connection in object.inputs.iter().flat_map(|it| &it.connections) {
                if let Some(target) = project.find(connection.object) {
                    is_entered[at] |= object.class == Class::Container;
                    incoming[target] += 1;
                }
            }
            if object.class == Class::Jump
                && let Some(target) = project.find(object.word("Target"))
            {
                incoming[target] += 1;
            }
        }
        let is_scene = project
            .objects
            .iter()
            .enumerate()
            .map(|(at, it)| match it.class {
                Class::Fragment => true,
                Class::Hub => incoming[at] > 1 && outgoing[at] > 1,
                Class::Container if is_entered[at] => false,
                Class::Container => !project.has_flow(at) || incoming[at] + outgoing[at] > 0,
                _ => false,
            });
        Self {
            project,
            names,
            is_scene: is_scene.collect(),
            is_entered,
        }
    }

    /// Whether an object becomes a scene.
    pub(super) fn is_scene(&self, object: usize) -> bool {
        self.is_scene[object]
    }

    /// All routes that begin at a scene. `titles` has the titles of the scenes.
    pub(super) fn from(&self, object: usize, titles: &HashMap<usize, String>) -> Found {
        let mut search = Search::new(self, titles);
        let start = &self.project.objects[object];
        for pin in &start.outputs {
            let mut passed = Passed::default();
            search.carry_out(pin.code, object, &mut passed);
            for connection in &pin.connections {
                search.most_routes = search.found.routes.len() + MAX_ROUTES;
                search.most_steps = search.found.steps + MAX_STEPS;
                search.follow(connection, passed.clone());
            }
        }
        search.found
    }

    /// The scene that a reader comes to first, from the beginning of an object.
    pub(super) fn entry(&self, object: usize, titles: &HashMap<usize, String>) -> Option<usize> {
        if self.is_scene[object] {
            return Some(object);
        }
        let mut search = Search::new(self, titles);
        search.enter(object, "", Passed::default());
        let first = search.found.routes.first().map(|it| it.target);
        first.or_else(|| {
            // A folder of flows: the first of those that nothing leads to.
            let mut begins = self.beginnings(&self.project.children[object]).into_iter();
            begins.find(|it| self.is_scene[*it])
        })
    }

    /// Those of some objects that no other of them leads to.
    pub(super) fn beginnings(&self, objects: &[usize]) -> Vec<usize> {
        let mut targets: HashSet<usize> = HashSet::new();
        for from in objects {
            let object = &self.project.objects[*from];
            let connections = object.outputs.iter().flat_map(|it| &it.connections);
            let named = connections.map(|it| it.object);
            let jump = (object.class == Class::Jump).then(|| object.word("Target"));
            let found = named.chain(jump).filter_map(|it| self.project.find(it));
            targets.extend(found.filter(|it| it != from));
        }
        let is_beginning = |it: &usize| {
            let class = self.project.objects[*it].class;
            class.is_flow() && class != Class::Jump && !targets.contains(it)
        };
        objects.iter().copied().filter(is_beginning).collect()
    }
}

/// The search for the routes from one scene.
struct Search<'s> {
    routes: &'s Routes<'s>,
    titles: &'s HashMap<usize, String>,
    found: Found,
    /// How many routes there may be, and steps.
    most_routes: usize,
    most_steps: usize,
}

impl<'s> Search<'s> {
    fn new(routes: &'s Routes<'s>, titles: &'s HashMap<usize, String>) -> Self {
        Self {
            routes,
            titles,
            found: Found::default(),
            most_routes: MAX_ROUTES,
            most_steps: MAX_STEPS,
        }
    }

    fn object(&self, index: usize) -> &'s Object<'s> {
        &self.routes.project.objects[index]
    }

    fn follow_all(&mut self, connections: &[Connection<'s>], passed: &Passed) {
        for it in connections {
            self.follow(it, passed.clone());
        }
    }

    fn follow(&mut self, connection: &Connection<'s>, mut passed: Passed) {
        if passed.label.is_empty() {
            passed.label = one_line(self.routes.project.resolved(connection.label));
        }
        match self.routes.project.find(connection.object) {
            Some(target) => self.enter(target, connection.pin, passed),
            None => self.found.broken += 1,
        }
    }

    /// Goes on at a pin of an object.
    fn enter(&mut self, at: usize, pin: &str, mut passed: Passed) {
        self.found.steps += 1;
        let is_endless = passed.objects.len() > MAX_LENGTH || self.found.steps > self.most_steps;
        if is_endless || self.found.routes.len() >= self.most_routes {
            return;
        }
        let object = self.object(at);
        // The end of what encloses the last one.
        if let Some(output) = object.output(pin) {
            passed.objects.push(at);
            self.carry_out(output.code, at, &mut passed);
            return self.follow_all(&output.connections, &passed);
        }
        let input = object.input(pin);
        if let Some(condition) = input.and_then(|it| self.condition(it.code, at, &passed)) {
            passed.held.push(condition);
        }
        if self.routes.is_scene[at] {
            return self.add(at, passed);
        }
        if passed.objects.contains(&at) {
            return;
        }
        passed.objects.push(at);
        match object.class {
            Class::Jump => {
                let target = self.routes.project.find(object.word("Target"));
                match target {
                    Some(target) => self.enter(target, object.word("TargetPin"), passed),
                    None => self.found.broken += 1,
                }
            }
            Class::Container if self.routes.is_entered[at] => {
                let inner = input.map_or(&[][..], |it| &it.connections);
                self.follow_all(inner, &passed);
            }
            Class::Condition => self.split(at, &object.outputs, passed),
            _ => {
                if object.class == Class::Instruction {
                    self.carry_out(object.word("Expression"), at, &mut passed);
                }
                for output in &object.outputs {
                    let mut passed = passed.clone();
                    self.carry_out(output.code, at, &mut passed);
                    self.follow_all(&output.connections, &passed);
                }
            }
        }
    }

    /// Goes on at the outputs of a condition: the first where it holds, the second where it does not.
    fn split(&mut self, at: usize, outputs: &[Pin<'s>], passed: Passed) {
        let condition = self.condition(self.object(at).word("Expression"), at, &passed);
        for (number, output) in outputs.iter().enumerate() {
            let mut passed = passed.clone();
            passed.held.extend(match (&condition, number) {
                (None, 0) => None,
                // Without a condition the second is never taken.
                (None, _) => continue,
                (Some(it), 0) => Some(it.clone()),
                (Some(Ok(it)), _) => Some(Ok(!it.clone())),
                (Some(Err(code)), _) => Some(Err(format!("!({code})"))),
            });
            self.carry_out(output.code, at, &mut passed);
            self.follow_all(&output.connections, &passed);
        }
    }

    /// A condition at an object, in terms of what the variables hold where the way begins.
    fn condition(
        &self,
        code: &str,
        at: usize,
        passed: &Passed,
    ) -> Option<Result<Expression, String>> {
        let title = self.titles.get(&at).map(String::as_str);
        let condition = self.routes.names.condition(code, title)?;
        Some(condition.and_then(|it| passed.at_beginning(&it).ok_or_else(|| it.to_string())))
    }

    fn carry_out(&mut self, code: &str, at: usize, passed: &mut Passed) {
        let title = self.titles.get(&at).map(String::as_str);
        let (assignments, unread) = self.routes.names.instruction(code, title);
        for it in assignments {
            let value = passed.at_beginning(&it.value);
            passed.values.insert(it.name.clone(), value);
            passed.assignments.push(it);
        }
        for code in unread {
            if !self.found.unread.contains(&code) {
                self.found.unread.push(code);
            }
        }
    }

    fn add(&mut self, target: usize, passed: Passed) {
        let object = self.object(target);
        let menu = one_line(self.routes.project.text(object, "MenuText"));
        self.found.routes.push(Route {
            target,
            label: Some(menu)
                .filter(|it| !it.is_empty())
                .unwrap_or(passed.label),
            condition: joined(passed.held),
            effect: Effect(passed.assignments),
        });
    }
}

/// The condition that all of these hold.
fn joined(held: Vec<Result<Expression, String>>) -> Option<String> {
    if held.iter().all(Result::is_ok) {
        let all = held.into_iter().flatten();
        return all.reduce(Expression::and).map(|it| it.to_string());
    }
    let parts = held.into_iter().map(|it| match it {
        Ok(it) => format!("({it})"),
        Err(code) => format!("({code})"),
    });
    Some(parts.collect::<Vec<_>>().join(" && "))
}

/// Words without line breaks.
fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
