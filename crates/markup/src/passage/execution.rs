//! Works through a passage symbolically: what entering it does to the variables, under which
//! conditions each link is offered, and what following it does. What cannot be told with certainty
//! is marked as such.
//!
//! A story of ours carries out the whole effect of entering a node before it evaluates the
//! conditions there. So a condition on a variable that the passage changes further down is not
//! understood.

use std::collections::HashMap;
use std::ops::Range;

use model::play::{Assignment, Effect, Expression, Operator, Value};

use super::expression::Language;
use super::pieces::{Branch, LinkPiece, Piece, SetPiece, When};

/// The longest source of a condition that is kept as it is, in characters.
const MAX_SOURCE: usize = 300;

/// A condition under which a part of a passage is shown.
#[derive(Debug, Clone)]
struct Guard<'t> {
    /// `None` if it is not understood.
    expression: Option<Expression>,
    source: &'t str,
    /// How many assignments came before it; `None` if it is evaluated when a link is followed.
    time: Option<usize>,
}

/// A place in the text where links may be.
#[derive(Debug)]
struct Place<'t> {
    at: Range<usize>,
    label: String,
    guards: Vec<Guard<'t>>,
    effect: Vec<Assignment>,
    leads_at_once: bool,
}

/// When a link is offered, and what following it does.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct LinkRules {
    /// The words of the macro that contains the link.
    pub(super) label: String,
    pub(super) condition: Option<Condition>,
    pub(super) effect: Vec<Assignment>,
    /// Whether the reader is taken there without being asked.
    pub(super) leads_at_once: bool,
}

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Condition {
    /// In our language.
    Known(Expression),
    /// As it is written there.
    Unknown(String),
}

/// The result for one passage.
#[derive(Debug, Default)]
pub(super) struct Execution<'t> {
    /// What entering does, in order.
    pub(super) enter: Vec<Assignment>,
    /// Whether some of the passage is not understood.
    pub(super) not_understood: bool,
    places: Vec<Place<'t>>,
    /// Every assignment to a variable, with its number.
    assigned: Vec<(String, usize)>,
}

/// Works through the pieces of a passage.
pub(super) fn execute<'t>(pieces: &[Piece<'t>], language: &Language<'_>) -> Execution<'t> {
    let mut run = Run {
        language,
        done: Execution::default(),
    };
    let mut enter = Vec::new();
    run.all(pieces, &mut enter, &mut Vec::new());
    run.done.not_understood |= !keep_readable(&mut enter);
    run.done.enter = enter;
    run.done
}

/// The effect of these pieces alone; also whether all of them are understood.
pub(super) fn executed_sets(
    pieces: &[Piece<'_>],
    language: &Language<'_>,
) -> (Vec<Assignment>, bool) {
    let done = execute(pieces, language);
    (done.enter, !done.not_understood)
}

/// Removes what our language cannot read back; whether everything could stay.
fn keep_readable(assignments: &mut Vec<Assignment>) -> bool {
    let before = assignments.len();
    assignments.retain(|it| {
        let read: Option<Effect> = it.to_string().parse().ok();
        read.is_some_and(|read| read.0 == [it.clone()])
    });
    assignments.len() == before
}

impl Execution<'_> {
    /// The rules of the link at a position.
    pub(super) fn rules(&self, at: usize) -> LinkRules {
        // Places are added from the inside out.
        let Some(place) = self.places.iter().find(|it| it.at.contains(&at)) else {
            return LinkRules::default();
        };
        LinkRules {
            label: place.label.clone(),
            condition: self.condition(place),
            effect: place.effect.clone(),
            leads_at_once: place.leads_at_once,
        }
    }

    fn condition(&self, place: &Place<'_>) -> Option<Condition> {
        let is_certain = |it: &Guard<'_>| {
            let Some(expression) = &it.expression else {
                return false;
            };
            let reads = expression.reads();
            let changes = |(name, number): &(String, usize)| {
                it.time.is_some_and(|time| *number >= time) && reads.contains(&name.as_str())
            };
            !self.assigned.iter().any(changes)
        };
        if place.guards.iter().all(is_certain) {
            let all = place.guards.iter().filter_map(|it| it.expression.clone());
            let all = all.filter(|it| *it != truth(true));
            let whole = all.reduce(|one, other| joined(Operator::And, one, other))?;
            let read: Option<Expression> = whole.to_string().parse().ok();
            if read.as_ref() == Some(&whole) {
                return Some(Condition::Known(whole));
            }
        }
        let sources: Vec<&str> = place.guards.iter().map(|it| it.source).collect();
        let source = sources.join(" ").replace('\n', " ");
        Some(Condition::Unknown(
            source.chars().take(MAX_SOURCE).collect(),
        ))
    }
}

struct Run<'t, 'l> {
    language: &'l Language<'l>,
    done: Execution<'t>,
}

/// Assignments that give a variable one of these values: a random number first, then the value with
/// that number.
pub(super) fn any_of(name: &str, values: Vec<Expression>) -> [Assignment; 2] {
    let number = |it: usize| Expression::Literal(Value::number(it as f64));
    let decided = Expression::random(number(1), number(values.len()));
    let mut values = values.into_iter().enumerate().rev();
    let last = values.next().map_or_else(|| number(0), |it| it.1);
    let chosen = values.fold(last, |rest, (index, value)| {
        let is = Expression::Binary(
            Operator::Equal,
            Box::new(Expression::Variable(name.to_owned())),
            Box::new(number(index + 1)),
        );
        Expression::choose(is, value, rest)
    });
    [decided, chosen].map(|value| Assignment {
        name: name.to_owned(),
        value,
    })
}

impl<'t> Run<'t, '_> {
    fn all(
        &mut self,
        pieces: &[Piece<'t>],
        effect: &mut Vec<Assignment>,
        guards: &mut Vec<Guard<'t>>,
    ) {
        for piece in pieces {
            match piece {
                Piece::Text(at) => self.place(at.clone(), false, guards),
                Piece::Way(at, at_once) => self.place(*at..*at + 1, *at_once, guards),
                Piece::Value(_) => {}
                Piece::Set(it) => self.set(it, effect),
                Piece::If(branches) => self.branches(branches, effect, guards),
                Piece::Link(it) => self.link(it, guards),
                Piece::Silent(inner) => self.all(inner, effect, guards),
                Piece::Later(inner) => {
                    let mut never = Vec::new();
                    self.all(inner, &mut never, guards);
                    self.done.not_understood |= !never.is_empty();
                }
                Piece::Code => self.done.not_understood = true,
            }
        }
    }

    fn place(&mut self, at: Range<usize>, leads_at_once: bool, guards: &[Guard<'t>]) {
        if guards.is_empty() && !leads_at_once {
            return;
        }
        self.done.places.push(Place {
            at,
            label: String::new(),
            guards: guards.to_vec(),
            effect: Vec::new(),
            leads_at_once,
        });
    }

    fn set(&mut self, it: &SetPiece<'t>, effect: &mut Vec<Assignment>) {
        let Some(name) = self.language.variable(it.name) else {
            self.done.not_understood = true;
            return;
        };
        let number = self.done.assigned.len();
        self.done.assigned.push((name.clone(), number));
        let values = self.language.any_value(it.value);
        // Values that ask for the variable itself would find the random number in it.
        let is_own = |it: &Expression| it.reads().contains(&name.as_str());
        if let Some(values) = values.filter(|it| !it.iter().any(is_own))
            && it.operator.is_none()
        {
            return effect.extend(any_of(&name, values));
        }
        let source = match it.operator {
            None => Some(it.value.to_owned()),
            Some(operator) => {
                let mark = operator.mark();
                Some(format!("{} {mark} ({})", it.name, it.value))
            }
        };
        let value = source.and_then(|it| self.language.value(&it, Some(&name)));
        match value {
            Some(value) => effect.push(Assignment { name, value }),
            None => self.done.not_understood = true,
        }
    }

    fn branches(
        &mut self,
        branches: &[Branch<'t>],
        effect: &mut Vec<Assignment>,
        guards: &mut Vec<Guard<'t>>,
    ) {
        let time = self.done.assigned.len();
        let mut before: Vec<Option<Expression>> = Vec::new();
        let mut effects: Vec<(Option<Expression>, Vec<Assignment>)> = Vec::new();
        for branch in branches {
            let own = self.language.when(&branch.when);
            self.done.not_understood |= own.is_none();
            guards.push(Guard {
                expression: guard(&before, own.as_ref()),
                source: branch.source,
                time: Some(time),
            });
            let mut inner = Vec::new();
            self.all(&branch.body, &mut inner, guards);
            guards.pop();
            effects.push((own.clone(), inner));
            before.push(own);
        }
        match merged(effects) {
            Some(all) => effect.extend(all),
            None => self.done.not_understood = true,
        }
    }

    fn link(&mut self, it: &LinkPiece<'t>, guards: &[Guard<'t>]) {
        let mut inner = Run {
            language: self.language,
            done: Execution::default(),
        };
        let mut effect = Vec::new();
        inner.all(&it.body, &mut effect, &mut Vec::new());
        let done = inner.done;
        let is_whole = keep_readable(&mut effect);
        self.done.not_understood |= done.not_understood || !is_whole;
        let places = done.places.into_iter().map(|mut place| {
            for guard in &mut place.guards {
                // It is evaluated after what the link itself has done by then.
                let reads = |name: &str| {
                    let expression = guard.expression.as_ref();
                    expression.is_some_and(|it| it.reads().contains(&name))
                };
                if done.assigned.iter().any(|it| reads(&it.0)) {
                    guard.expression = None;
                }
                guard.time = None;
            }
            let mut all = guards.to_vec();
            all.append(&mut place.guards);
            Place {
                guards: all,
                label: it.label.clone(),
                effect: effect.clone(),
                leads_at_once: false,
                ..place
            }
        });
        self.done.places.extend(places);
        self.done.places.push(Place {
            at: it.at.clone(),
            label: it.label.clone(),
            guards: guards.to_vec(),
            effect,
            leads_at_once: false,
        });
    }
}

impl Language<'_> {
    /// The condition of a branch.
    pub(super) fn when(&self, when: &When<'_>) -> Option<Expression> {
        match when {
            When::Holds(source) => self.condition(source),
            When::Fails(source) => self.condition(source).map(negated),
            When::Equals(subject, values) => {
                let equal = values
                    .iter()
                    .map(|it| self.condition(&format!("({subject}) === {it}")));
                let equal: Option<Vec<Expression>> = equal.collect();
                equal?
                    .into_iter()
                    .reduce(|one, other| joined(Operator::Or, one, other))
            }
            When::Always => Some(truth(true)),
            When::Never => Some(truth(false)),
            When::Unknown => None,
        }
    }
}

/// The condition of a branch, if none of those before it is taken.
fn guard(before: &[Option<Expression>], own: Option<&Expression>) -> Option<Expression> {
    let own = own?.clone();
    let mut parts = Vec::new();
    for it in before {
        let it = it.as_ref()?;
        if *it != truth(false) && !excludes(it, &own) {
            parts.push(negated(it.clone()));
        }
    }
    if own != truth(true) || parts.is_empty() {
        parts.push(own);
    }
    parts
        .into_iter()
        .reduce(|one, other| joined(Operator::And, one, other))
}

/// Whether two conditions compare one variable with different values.
fn excludes(one: &Expression, other: &Expression) -> bool {
    let equal = |it: &Expression| match it {
        Expression::Binary(Operator::Equal, one, other) => match (&**one, &**other) {
            (Expression::Variable(name), Expression::Literal(value)) => {
                Some((name.clone(), value.clone()))
            }
            _ => None,
        },
        _ => None,
    };
    match (equal(one), equal(other)) {
        (Some(one), Some(other)) => one.0 == other.0 && one.1 != other.1,
        _ => false,
    }
}

/// The effects of branches as one: each variable has the value of the branch that is taken.
fn merged(effects: Vec<(Option<Expression>, Vec<Assignment>)>) -> Option<Vec<Assignment>> {
    let last = effects.iter().rposition(|it| !it.1.is_empty());
    let Some(last) = last else {
        return Some(Vec::new());
    };
    let mut branches = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for (condition, assignments) in effects.into_iter().take(last + 1) {
        let mut values: HashMap<String, Expression> = HashMap::new();
        for it in assignments {
            if !names.contains(&it.name) {
                names.push(it.name.clone());
            }
            // A random number that two variables hold is one number.
            let is_random = |name: &&str| values.get(*name).is_some_and(Expression::is_random);
            if it.value.reads().iter().any(is_random) {
                return None;
            }
            let value = it.value.replaced(&|name| values.get(name).cloned());
            values.insert(it.name, value);
        }
        branches.push((condition?, values));
    }
    let mut open: Vec<Assignment> = names
        .into_iter()
        .map(|name| {
            let kept = Expression::Variable(name.clone());
            let value = branches
                .iter()
                .rev()
                .fold(kept.clone(), |rest, (when, values)| {
                    let own = values.get(&name).unwrap_or(&kept);
                    match when {
                        _ if *own == rest => rest,
                        it if *it == truth(true) => own.clone(),
                        it if *it == truth(false) => rest,
                        when => Expression::choose(when.clone(), own.clone(), rest),
                    }
                });
            Assignment { name, value }
        })
        .filter(|it| it.value != Expression::Variable(it.name.clone()))
        .collect();
    // All of them read what the variables held before, so one that others read comes after them.
    let mut ordered = Vec::new();
    while !open.is_empty() {
        let is_read = |it: &Assignment| {
            let others = open.iter().filter(|other| other.name != it.name);
            others
                .map(|other| other.value.reads())
                .any(|reads| reads.contains(&it.name.as_str()))
        };
        let free = open.iter().position(|it| !is_read(it))?;
        ordered.push(open.remove(free));
    }
    Some(ordered)
}

fn truth(it: bool) -> Expression {
    Expression::Literal(Value::Boolean(it))
}

/// Both conditions joined.
pub(super) fn joined(operator: Operator, one: Expression, other: Expression) -> Expression {
    // The tree has the shape that it would have if it were typed: `a and b and c` leans to the left.
    if let Expression::Binary(inner, first, second) = other {
        if inner == operator && matches!(operator, Operator::And | Operator::Or) {
            let one = joined(operator, one, *first);
            return Expression::Binary(operator, Box::new(one), second);
        }
        let other = Expression::Binary(inner, first, second);
        return Expression::Binary(operator, Box::new(one), Box::new(other));
    }
    Expression::Binary(operator, Box::new(one), Box::new(other))
}

/// The negation of a condition.
pub(super) fn negated(it: Expression) -> Expression {
    let mirrored = |operator| {
        Some(match operator {
            Operator::Equal => Operator::NotEqual,
            Operator::NotEqual => Operator::Equal,
            Operator::Less => Operator::GreaterOrEqual,
            Operator::LessOrEqual => Operator::Greater,
            Operator::Greater => Operator::LessOrEqual,
            Operator::GreaterOrEqual => Operator::Less,
            _ => return None,
        })
    };
    match it {
        Expression::Not(inner) => *inner,
        Expression::Literal(Value::Boolean(it)) => truth(!it),
        Expression::Binary(operator, one, other) => match mirrored(operator) {
            Some(operator) => Expression::Binary(operator, one, other),
            None => Expression::Not(Box::new(Expression::Binary(operator, one, other))),
        },
        it => Expression::Not(Box::new(it)),
    }
}
