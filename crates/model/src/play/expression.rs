//! An expression, read and ready to be worked out any number of times.

use std::cmp::Ordering;
use std::str::FromStr;

use super::parse::{self, SourceError};
use super::value::{Value, Variables};

/// What an expression is worked out against.
pub trait Surroundings {
    /// The variables that are set.
    fn variables(&self) -> &Variables;
    /// How often the node of that title was entered; of the present node where no title is given.
    fn visits(&self, title: Option<&str>) -> u32;
    /// Whether no other choice of the present node can be taken, of those that do not ask for this
    /// themselves. Outside of a choice's condition nothing is offered, and it is not.
    fn otherwise(&self) -> bool {
        false
    }
}

/// What stands between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `or`
    Or,
    /// `and`
    And,
    /// `==`
    Equal,
    /// `!=`
    Different,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Over,
}

/// A condition, or the right side of an assignment.
#[derive(Debug, Clone, PartialEq)]
pub enum Expression {
    /// A value as written.
    Literal(Value),
    /// The value of a variable.
    Variable(String),
    /// `visits("Title")`: how often a node was entered; of the present node without a title.
    Visits(Option<String>),
    /// `visited("Title")`: whether it was entered at all.
    Visited(Option<String>),
    /// `otherwise()`: whether no other choice of the node can be taken.
    Otherwise,
    /// `not x`
    Not(Box<Expression>),
    /// `-x`
    Negative(Box<Expression>),
    /// Two operands.
    Both(Operator, Box<Expression>, Box<Expression>),
}

impl FromStr for Expression {
    type Err = SourceError;

    fn from_str(source: &str) -> Result<Self, SourceError> {
        parse::expression(source)
    }
}

impl Expression {
    /// What it comes to. Never fails.
    pub fn value(&self, around: &dyn Surroundings) -> Value {
        match self {
            Self::Literal(it) => it.clone(),
            Self::Variable(name) => around.variables().get(name).cloned().unwrap_or_default(),
            Self::Visits(title) => Value::number(f64::from(around.visits(title.as_deref()))),
            Self::Visited(title) => Value::Boolean(around.visits(title.as_deref()) > 0),
            Self::Otherwise => Value::Boolean(around.otherwise()),
            Self::Not(it) => Value::Boolean(!it.value(around).is_true()),
            Self::Negative(it) => Value::number(-it.value(around).as_number()),
            Self::Both(operator, one, other) => {
                operator.apply(&one.value(around), &other.value(around))
            }
        }
    }

    /// Whether it holds.
    pub fn holds(&self, around: &dyn Surroundings) -> bool {
        self.value(around).is_true()
    }

    /// Calls `see` with every expression within this one, itself last.
    pub fn walk<'a>(&'a self, see: &mut dyn FnMut(&'a Expression)) {
        match self {
            Self::Literal(_)
            | Self::Variable(_)
            | Self::Visits(_)
            | Self::Visited(_)
            | Self::Otherwise => {}
            Self::Not(it) | Self::Negative(it) => it.walk(see),
            Self::Both(_, one, other) => {
                one.walk(see);
                other.walk(see);
            }
        }
        see(self);
    }

    /// The variables it reads, in the order of reading.
    pub fn reads(&self) -> Vec<&str> {
        let mut names = Vec::new();
        self.walk(&mut |it| {
            if let Self::Variable(name) = it {
                names.push(name.as_str());
            }
        });
        names
    }

    /// Whether it asks for what else can be taken.
    pub fn asks_otherwise(&self) -> bool {
        let mut asks = false;
        self.walk(&mut |it| asks |= *it == Self::Otherwise);
        asks
    }

    /// The titles whose visits it asks for.
    pub fn titles(&self) -> Vec<&str> {
        let mut titles = Vec::new();
        self.walk(&mut |it| {
            if let Self::Visits(Some(title)) | Self::Visited(Some(title)) = it {
                titles.push(title.as_str());
            }
        });
        titles
    }
}

impl Operator {
    /// What two values come to.
    pub fn apply(self, one: &Value, other: &Value) -> Value {
        let order = || one.order(other);
        match self {
            Self::Or => Value::Boolean(one.is_true() || other.is_true()),
            Self::And => Value::Boolean(one.is_true() && other.is_true()),
            Self::Equal => Value::Boolean(one.equals(other)),
            Self::Different => Value::Boolean(!one.equals(other)),
            Self::Less => Value::Boolean(order() == Ordering::Less),
            Self::AtMost => Value::Boolean(order() != Ordering::Greater),
            Self::More => Value::Boolean(order() == Ordering::Greater),
            Self::AtLeast => Value::Boolean(order() != Ordering::Less),
            Self::Plus => one.plus(other),
            Self::Minus => Value::number(one.as_number() - other.as_number()),
            Self::Times => Value::number(one.as_number() * other.as_number()),
            Self::Over => one.over(other),
        }
    }
}
