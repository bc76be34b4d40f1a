//! Whether a condition can hold at all. Answers *no* only where that is certain: a condition is
//! tried against every sort of value that could make a difference to it, and where those cannot be
//! listed it may hold.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::play::{Expression, Operator, Surroundings, Value, Variables};

/// How many combinations of values are tried.
const PATIENCE: usize = 20_000;
/// The smallest difference between two numbers.
const STEP: f64 = 1e-6;

/// What a variable may hold at some time of some reading.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Domain {
    /// One of these, or unset.
    Few(Vec<Value>),
    /// Anything.
    Any,
}

/// What is known of the whole story.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Known {
    /// By variable; one that is not there is never set.
    pub(super) domains: HashMap<String, Domain>,
    /// Whether variables may be set that nothing here names.
    pub(super) sets_others: bool,
    /// What entering the story's start sets: at no page of a whole reading is it unset.
    pub(super) given: BTreeSet<String>,
    /// The titles there are, in small letters, of those that conditions ask for.
    pub(super) titles: BTreeSet<String>,
}

impl Known {
    /// Notes one assignment.
    pub(super) fn assigned(&mut self, name: &str, value: &Expression) {
        if !self.domains.contains_key(name) {
            self.domains
                .insert(name.to_owned(), Domain::Few(Vec::new()));
        }
        match (self.domains.get_mut(name), value) {
            (Some(Domain::Few(values)), Expression::Literal(value)) => {
                if !values.contains(value) {
                    values.push(value.clone());
                }
            }
            (Some(domain), _) => *domain = Domain::Any,
            (None, _) => {}
        }
    }

    /// What a variable may hold; `None` where it is never set.
    pub(super) fn domain(&self, name: &str) -> Option<&Domain> {
        match self.sets_others {
            true => Some(&Domain::Any),
            false => self.domains.get(name),
        }
    }

    /// Whether all that an expression asks for is known to be the same elsewhere.
    pub(super) fn agrees(&self, other: &Self, asking: &Expression) -> bool {
        let mut agrees = true;
        asking.walk(&mut |it| match it {
            Expression::Variable(name) => agrees &= self.domain(name) == other.domain(name),
            Expression::Visits(Some(title)) | Expression::Visited(Some(title)) => {
                let title = title.to_lowercase();
                agrees &= self.titles.contains(&title) == other.titles.contains(&title);
            }
            _ => {}
        });
        agrees
    }

    /// Notes a variable set in a way that is not understood.
    pub(super) fn touched(&mut self, name: &str) {
        self.domains.insert(name.to_owned(), Domain::Any);
    }
}

/// Something a condition asks for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Asked {
    Variable(String),
    Visits(Option<String>),
    Otherwise,
}

/// Whether it is certain that a condition never holds.
pub(super) fn never_holds(condition: &Expression, known: &Known) -> bool {
    holds_somewhere(condition, known, &BTreeSet::new(), &[false, true]) == Some(false)
}

/// Whether it is certain that a condition never holds where something else can always be taken.
pub(super) fn never_holds_beside(condition: &Expression, known: &Known) -> bool {
    condition.asks_otherwise()
        && holds_somewhere(condition, known, &BTreeSet::new(), &[false]) == Some(false)
}

/// Whether there are values for which none of some conditions of a page holds: all others being
/// closed then, `otherwise()` holds in each of them. Where variables are set that
/// nothing here names, nobody can tell.
pub(super) fn may_all_fail(conditions: &[&Expression], known: &Known) -> bool {
    if known.sets_others && conditions.iter().any(|it| !it.reads().is_empty()) {
        return false;
    }
    let any = conditions
        .iter()
        .map(|it| (*it).clone())
        .reduce(|one, other| Expression::Both(Operator::Or, Box::new(one), Box::new(other)));
    any.is_some_and(|any| {
        let none = Expression::Not(Box::new(any));
        holds_somewhere(&none, known, &known.given, &[true]) == Some(true)
    })
}

/// Whether there are values for which a condition holds; `None` where they cannot all be tried.
/// Variables that are `given` are never unset, and `otherwise()` comes to one of these.
fn holds_somewhere(
    condition: &Expression,
    known: &Known,
    given: &BTreeSet<String>,
    otherwise: &[bool],
) -> Option<bool> {
    let mut asked: BTreeMap<Asked, Vec<Value>> = BTreeMap::new();
    condition.walk(&mut |it| {
        let asks = match it {
            Expression::Variable(name) => Asked::Variable(name.clone()),
            Expression::Visits(title) | Expression::Visited(title) => {
                Asked::Visits(title.as_ref().map(|it| it.to_lowercase()))
            }
            Expression::Otherwise => Asked::Otherwise,
            _ => return,
        };
        asked.entry(asks).or_default();
    });
    let literals = literals(condition);
    let mut wide = Vec::new();
    for (it, values) in &mut asked {
        *values = match it {
            Asked::Variable(name) => match known.domain(name) {
                None => vec![Value::Unset],
                Some(Domain::Few(few)) => {
                    let unset = (!given.contains(name)).then_some(Value::Unset);
                    unset.into_iter().chain(few.iter().cloned()).collect()
                }
                Some(Domain::Any) => {
                    wide.push(it.clone());
                    let mut values = samples(&literals);
                    values.retain(|it| *it != Value::Unset || !given.contains(name));
                    values
                }
            },
            Asked::Otherwise => otherwise.iter().map(|it| Value::Boolean(*it)).collect(),
            Asked::Visits(Some(title)) if !known.titles.contains(title) => {
                vec![Value::Number(0.0)]
            }
            Asked::Visits(title) => {
                wide.push(it.clone());
                counts(&literals, title.is_none())
            }
        };
    }
    if !is_plain(condition, &wide) {
        return None;
    }
    let combinations = asked.values().try_fold(1_usize, |product, values| {
        product
            .checked_mul(values.len())
            .filter(|it| *it <= PATIENCE)
    })?;
    Some((0..combinations).any(|it| condition.holds(&Tried::new(&asked, it))))
}

/// One combination of values.
struct Tried {
    variables: Variables,
    visits: BTreeMap<Option<String>, u32>,
    otherwise: bool,
}

impl Tried {
    fn new(asked: &BTreeMap<Asked, Vec<Value>>, mut combination: usize) -> Self {
        let mut tried = Self {
            variables: Variables::new(),
            visits: BTreeMap::new(),
            otherwise: false,
        };
        for (it, values) in asked {
            let value = &values[combination % values.len()];
            combination /= values.len();
            match it {
                Asked::Variable(name) => {
                    tried.variables.insert(name.clone(), value.clone());
                }
                Asked::Visits(title) => {
                    let count = value.as_number() as u32;
                    tried.visits.insert(title.clone(), count);
                }
                Asked::Otherwise => tried.otherwise = value.is_true(),
            }
        }
        tried
    }
}

impl Surroundings for Tried {
    fn variables(&self) -> &Variables {
        &self.variables
    }

    fn visits(&self, title: Option<&str>) -> u32 {
        let title = title.map(str::to_lowercase);
        self.visits.get(&title).copied().unwrap_or_default()
    }

    fn otherwise(&self) -> bool {
        self.otherwise
    }
}

fn literals(condition: &Expression) -> Vec<Value> {
    let mut found = Vec::new();
    condition.walk(&mut |it| match it {
        Expression::Literal(value) => found.push(value.clone()),
        // `-5` is an operation on a literal.
        Expression::Negative(inner) => {
            if let Expression::Literal(value) = &**inner {
                found.push(Value::number(-value.as_number()));
            }
        }
        _ => {}
    });
    found
}

/// A value of every sort that some literals can tell apart: each literal, its nearest neighbors on
/// both sides, and one of every other sort.
fn samples(literals: &[Value]) -> Vec<Value> {
    let mut values = vec![
        Value::Unset,
        Value::Boolean(true),
        Value::Boolean(false),
        Value::text(""),
        Value::text("\u{10fffd}"),
    ];
    let mut numbers = vec![0.0, 1.0];
    for literal in literals {
        numbers.push(literal.as_number());
        if let Value::Text(text) = literal {
            values.push(Value::text(text.clone()));
            values.push(Value::text(format!("{text}\u{0}")));
            // Something just before it: its last character lowered.
            let mut before = text.clone();
            if let Some(last) = before.pop() {
                values.push(Value::text(before.clone()));
                let lower = (0..u32::from(last)).rev().find_map(char::from_u32);
                before.extend(lower);
                values.push(Value::text(before + "\u{10fffd}"));
            }
        }
    }
    for number in numbers {
        for near in [number - STEP, number, number + STEP] {
            values.push(Value::number(near));
        }
    }
    let mut distinct: Vec<Value> = Vec::new();
    for value in values {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}

/// Numbers of visits that some literals can tell apart.
fn counts(literals: &[Value], here: bool) -> Vec<Value> {
    let least = if here { 1.0 } else { 0.0 };
    let mut found = BTreeSet::from([0_u64, 1, 2]);
    for literal in literals {
        let near = literal.as_number().floor();
        for it in [near - 1.0, near, near + 1.0, near + 2.0] {
            if (0.0..1e9).contains(&it) {
                found.insert(it as u64);
            }
        }
    }
    let found = found.into_iter().map(|it| it as f64);
    found.filter(|it| *it >= least).map(Value::Number).collect()
}

/// Whether whatever may hold anything is only asked for its truth, or compared with a literal.
fn is_plain(expression: &Expression, wide: &[Asked]) -> bool {
    use Operator::{And, AtLeast, AtMost, Different, Equal, Less, More, Or};
    match expression {
        Expression::Not(it) => is_plain(it, wide),
        Expression::Both(And | Or, one, other) => is_plain(one, wide) && is_plain(other, wide),
        Expression::Both(Equal | Different | Less | AtMost | More | AtLeast, one, other) => {
            let literal = |it: &Expression| match it {
                Expression::Literal(_) => true,
                Expression::Negative(it) => matches!(&**it, Expression::Literal(_)),
                _ => false,
            };
            let single =
                |it: &Expression| matches!(it, Expression::Variable(_) | Expression::Visits(_));
            (single(one) && literal(other))
                || (literal(one) && single(other))
                || !(asks(one, wide) || asks(other, wide))
        }
        Expression::Literal(_)
        | Expression::Variable(_)
        | Expression::Visits(_)
        | Expression::Visited(_)
        | Expression::Otherwise => true,
        other => !asks(other, wide),
    }
}

fn asks(expression: &Expression, wide: &[Asked]) -> bool {
    let mut found = false;
    expression.walk(&mut |it| {
        found |= match it {
            Expression::Variable(name) => wide.contains(&Asked::Variable(name.clone())),
            Expression::Visits(title) | Expression::Visited(title) => {
                wide.contains(&Asked::Visits(title.as_ref().map(|it| it.to_lowercase())))
            }
            _ => false,
        };
    });
    found
}
