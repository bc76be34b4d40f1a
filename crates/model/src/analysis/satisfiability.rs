//! Decides whether a condition can hold at all. The answer is *no* only if that is certain: the
//! condition is evaluated for every combination of values that could make a difference, and if
//! these cannot be enumerated it counts as satisfiable.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::play::{EvalContext, Expression, Operator, Value, Variables, whole_numbers};

/// How many combinations of values are tried.
const MAX_COMBINATIONS: usize = 20_000;
/// The smallest difference between two numbers.
const MIN_NUMBER_DIFFERENCE: f64 = 1e-6;

/// The values a variable may have at any point of any reading.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ValueDomain {
    /// One of these, or unset.
    Finite(Vec<Value>),
    /// Any value.
    Unbounded,
}

/// What is known about the whole story.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct VariableFacts {
    /// By variable; a variable that is missing here is never set.
    pub(super) domains: HashMap<String, ValueDomain>,
    /// Whether variables may be set that are not listed here.
    pub(super) sets_unknown: bool,
    /// The variables set on entering the story's start: they are set on every page of a full
    /// reading.
    pub(super) always_set: BTreeSet<String>,
    /// The existing titles, in lower case, among those that conditions refer to.
    pub(super) titles: BTreeSet<String>,
}

impl VariableFacts {
    /// Records an assignment.
    pub(super) fn add_assignment(&mut self, name: &str, value: &Expression) {
        if let Some(values) = random_values(value) {
            for value in values {
                self.add_assignment(name, &Expression::Literal(value));
            }
            return;
        }
        if !self.domains.contains_key(name) {
            self.domains
                .insert(name.to_owned(), ValueDomain::Finite(Vec::new()));
        }
        match (self.domains.get_mut(name), value) {
            (Some(ValueDomain::Finite(values)), Expression::Literal(value)) => {
                if !values.contains(value) {
                    values.push(value.clone());
                }
            }
            (Some(domain), _) => *domain = ValueDomain::Unbounded,
            (None, _) => {}
        }
    }

    /// The possible values of a variable; `None` if it is never set.
    pub(super) fn domain(&self, name: &str) -> Option<&ValueDomain> {
        match self.sets_unknown {
            true => Some(&ValueDomain::Unbounded),
            false => self.domains.get(name),
        }
    }

    /// Whether everything an expression depends on is the same in `other`.
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

    /// Records that a variable is set to an unknown value.
    pub(super) fn set_to_unknown(&mut self, name: &str) {
        self.domains.insert(name.to_owned(), ValueDomain::Unbounded);
    }
}

/// The widest range of random numbers whose values are told apart.
const MAX_RANDOM_VALUES: usize = 100;

/// The values of `random(low, high)` between two numbers, if they are few.
fn random_values(it: &Expression) -> Option<Vec<Value>> {
    let Expression::Random(bounds) = it else {
        return None;
    };
    let number = |it: &Expression| match it {
        Expression::Literal(Value::Number(it)) => Some(*it),
        Expression::Negate(inner) => match **inner {
            Expression::Literal(Value::Number(it)) => Some(-it),
            _ => None,
        },
        _ => None,
    };
    let (least, most) = whole_numbers(number(&bounds[0])?, number(&bounds[1])?);
    let count = (most - least) as usize + 1;
    let values = (0..count).map(|it| Value::number(least + it as f64));
    (count <= MAX_RANDOM_VALUES).then(|| values.collect())
}

/// Something a condition depends on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Atom {
    Variable(String),
    Visits(Option<String>),
    Otherwise,
}

/// Whether a condition certainly never holds.
pub(super) fn never_holds(condition: &Expression, known: &VariableFacts) -> bool {
    is_satisfiable(condition, known, &BTreeSet::new(), &[false, true]) == Some(false)
}

/// Whether a condition certainly never holds at a node where another choice is always open.
pub(super) fn never_holds_alongside_open_choice(
    condition: &Expression,
    known: &VariableFacts,
) -> bool {
    condition.asks_otherwise()
        && is_satisfiable(condition, known, &BTreeSet::new(), &[false]) == Some(false)
}

/// Whether some values make all of a page's conditions fail. All other choices are closed in that
/// case, so `otherwise()` holds in each of them. If variables may be set that are not listed, the
/// answer is unknown.
pub(super) fn can_all_fail(conditions: &[&Expression], known: &VariableFacts) -> bool {
    if known.sets_unknown && conditions.iter().any(|it| !it.reads().is_empty()) {
        return false;
    }
    let any = conditions
        .iter()
        .map(|it| (*it).clone())
        .reduce(|one, other| Expression::Binary(Operator::Or, Box::new(one), Box::new(other)));
    any.is_some_and(|any| {
        let none = Expression::Not(Box::new(any));
        is_satisfiable(&none, known, &known.always_set, &[true]) == Some(true)
    })
}

/// Whether some values make a condition hold; `None` if not all of them can be tried. Variables in
/// `given` are never unset, and `otherwise()` has one of the given values.
fn is_satisfiable(
    condition: &Expression,
    known: &VariableFacts,
    given: &BTreeSet<String>,
    otherwise: &[bool],
) -> Option<bool> {
    if condition.is_random() {
        return None;
    }
    let mut asked: BTreeMap<Atom, Vec<Value>> = BTreeMap::new();
    condition.walk(&mut |it| {
        let asks = match it {
            Expression::Variable(name) => Atom::Variable(name.clone()),
            Expression::Visits(title) | Expression::Visited(title) => {
                Atom::Visits(title.as_ref().map(|it| it.to_lowercase()))
            }
            Expression::Otherwise => Atom::Otherwise,
            _ => return,
        };
        asked.entry(asks).or_default();
    });
    let literals = literals(condition);
    let mut wide = Vec::new();
    for (it, values) in &mut asked {
        *values = match it {
            Atom::Variable(name) => match known.domain(name) {
                None => vec![Value::Unset],
                Some(ValueDomain::Finite(few)) => {
                    let unset = (!given.contains(name)).then_some(Value::Unset);
                    unset.into_iter().chain(few.iter().cloned()).collect()
                }
                Some(ValueDomain::Unbounded) => {
                    wide.push(it.clone());
                    let mut values = samples(&literals);
                    values.retain(|it| *it != Value::Unset || !given.contains(name));
                    values
                }
            },
            Atom::Otherwise => otherwise.iter().map(|it| Value::Boolean(*it)).collect(),
            Atom::Visits(Some(title)) if !known.titles.contains(title) => {
                vec![Value::Number(0.0)]
            }
            Atom::Visits(title) => {
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
            .filter(|it| *it <= MAX_COMBINATIONS)
    })?;
    Some((0..combinations).any(|it| condition.holds(&Candidate::new(&asked, it))))
}

/// One combination of values.
struct Candidate {
    variables: Variables,
    visits: BTreeMap<Option<String>, u32>,
    otherwise: bool,
}

impl Candidate {
    fn new(asked: &BTreeMap<Atom, Vec<Value>>, mut combination: usize) -> Self {
        let mut tried = Self {
            variables: Variables::new(),
            visits: BTreeMap::new(),
            otherwise: false,
        };
        for (it, values) in asked {
            let value = &values[combination % values.len()];
            combination /= values.len();
            match it {
                Atom::Variable(name) => {
                    tried.variables.insert(name.clone(), value.clone());
                }
                Atom::Visits(title) => {
                    let count = value.as_number() as u32;
                    tried.visits.insert(title.clone(), count);
                }
                Atom::Otherwise => tried.otherwise = value.is_true(),
            }
        }
        tried
    }
}

impl EvalContext for Candidate {
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
        // `-5` is an operator applied to a literal.
        Expression::Negate(inner) => {
            if let Expression::Literal(value) = &**inner {
                found.push(Value::number(-value.as_number()));
            }
        }
        _ => {}
    });
    found
}

/// Values of every kind that comparisons with some literals can distinguish: each literal, its
/// nearest neighbors on both sides, and one value of every other type.
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
            // A text just before it in order: its last character decremented.
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
        for near in [
            number - MIN_NUMBER_DIFFERENCE,
            number,
            number + MIN_NUMBER_DIFFERENCE,
        ] {
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

/// The visit counts that comparisons with some literals can distinguish.
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

/// Whether unbounded values are only tested for truth or compared with a literal.
fn is_plain(expression: &Expression, wide: &[Atom]) -> bool {
    use Operator::{And, Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual, Or};
    match expression {
        Expression::Not(it) => is_plain(it, wide),
        Expression::Binary(And | Or, one, other) => is_plain(one, wide) && is_plain(other, wide),
        Expression::Binary(
            Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual,
            one,
            other,
        ) => {
            let literal = |it: &Expression| match it {
                Expression::Literal(_) => true,
                Expression::Negate(it) => matches!(&**it, Expression::Literal(_)),
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

fn asks(expression: &Expression, wide: &[Atom]) -> bool {
    let mut found = false;
    expression.walk(&mut |it| {
        found |= match it {
            Expression::Variable(name) => wide.contains(&Atom::Variable(name.clone())),
            Expression::Visits(title) | Expression::Visited(title) => {
                wide.contains(&Atom::Visits(title.as_ref().map(|it| it.to_lowercase())))
            }
            _ => false,
        };
    });
    found
}
