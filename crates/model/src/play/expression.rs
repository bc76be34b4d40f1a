//! A parsed expression that can be evaluated any number of times.

use std::cmp::Ordering;

use super::random_number::RandomUse;
use super::value::{Value, Variables};

/// What an expression is evaluated against.
pub trait EvalContext {
    /// The variables that are set.
    fn variables(&self) -> &Variables;
    /// How often the node with that title was entered; without a title, the current node.
    fn visits(&self, title: Option<&str>) -> u32;
    /// Whether no other choice of the current node can be taken, not counting those that use
    /// `otherwise()` themselves. False outside of a choice's condition, where nothing is offered.
    fn otherwise(&self) -> bool {
        false
    }
    /// A whole number from `low` to `high`, both included. Where nothing is random it is `low`.
    fn random(&self, used: RandomUse<'_>, low: f64, high: f64) -> f64 {
        let _ = (used, high);
        low
    }
}

/// The surroundings of a condition.
struct ConditionContext<'a>(&'a dyn EvalContext);

impl EvalContext for ConditionContext<'_> {
    fn variables(&self) -> &Variables {
        self.0.variables()
    }

    fn visits(&self, title: Option<&str>) -> u32 {
        self.0.visits(title)
    }

    fn otherwise(&self) -> bool {
        self.0.otherwise()
    }

    fn random(&self, _used: RandomUse<'_>, low: f64, high: f64) -> f64 {
        self.0.random(RandomUse::Condition, low, high)
    }
}

/// A binary operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `or`
    Or,
    /// `and`
    And,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
}

/// A condition, or the right side of an assignment.
#[derive(Debug, Clone, PartialEq)]
pub enum Expression {
    /// A value as written.
    Literal(Value),
    /// The value of a variable.
    Variable(String),
    /// `visits("Title")`: how often a node was entered; without a title, the current node.
    Visits(Option<String>),
    /// `visited("Title")`: whether it was entered at all.
    Visited(Option<String>),
    /// `otherwise()`: whether no other choice of the node can be taken.
    Otherwise,
    /// `random(low, high)`: a whole number between two others, both included.
    Random(Box<[Expression; 2]>),
    /// `not x`
    Not(Box<Expression>),
    /// `-x`
    Negate(Box<Expression>),
    /// Two operands.
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// `if(condition, a, b)`: the second value where the condition holds, otherwise the third.
    If(Box<[Expression; 3]>),
}

impl std::ops::Not for Expression {
    type Output = Self;

    fn not(self) -> Self {
        Self::Not(Box::new(self))
    }
}

impl Expression {
    /// Whether both hold.
    pub fn and(self, other: Self) -> Self {
        Self::Binary(Operator::And, Box::new(self), Box::new(other))
    }

    /// Whether at least one holds.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self::Binary(Operator::Or, Box::new(self), Box::new(other))
    }

    /// Evaluates the expression as a value. Never fails.
    pub fn value(&self, around: &dyn EvalContext) -> Value {
        match self {
            Self::Literal(it) => it.clone(),
            Self::Variable(name) => around.variables().get(name).cloned().unwrap_or_default(),
            Self::Visits(title) => Value::number(f64::from(around.visits(title.as_deref()))),
            Self::Visited(title) => Value::Boolean(around.visits(title.as_deref()) > 0),
            Self::Otherwise => Value::Boolean(around.otherwise()),
            Self::Random(bounds) => {
                let [low, high] = bounds.each_ref().map(|it| it.value(around).as_number());
                Value::number(around.random(RandomUse::Shown, low, high))
            }
            Self::Not(it) => Value::Boolean(!it.value(around).is_true()),
            Self::Negate(it) => Value::number(-it.value(around).as_number()),
            Self::Binary(operator, one, other) => {
                operator.apply(&one.value(around), &other.value(around))
            }
            Self::If(parts) => {
                let [condition, one, other] = &**parts;
                let chosen = if condition.holds(around) { one } else { other };
                chosen.value(around)
            }
        }
    }

    /// Evaluates the expression as a condition: whether it is true.
    pub fn holds(&self, around: &dyn EvalContext) -> bool {
        self.value_in_condition(around).is_true()
    }

    /// Evaluates the expression as a part of a condition.
    pub(super) fn value_in_condition(&self, around: &dyn EvalContext) -> Value {
        self.value(&ConditionContext(around))
    }

    /// Calls `see` for every subexpression, children before parents.
    pub fn walk<'a>(&'a self, see: &mut dyn FnMut(&'a Expression)) {
        match self {
            Self::Literal(_)
            | Self::Variable(_)
            | Self::Visits(_)
            | Self::Visited(_)
            | Self::Otherwise => {}
            Self::Not(it) | Self::Negate(it) => it.walk(see),
            Self::Binary(_, one, other) => {
                one.walk(see);
                other.walk(see);
            }
            Self::Random(bounds) => bounds.iter().for_each(|it| it.walk(see)),
            Self::If(parts) => parts.iter().for_each(|it| it.walk(see)),
        }
        see(self);
    }

    /// The variables it reads, in order.
    pub fn reads(&self) -> Vec<&str> {
        let mut names = Vec::new();
        self.walk(&mut |it| {
            if let Self::Variable(name) = it {
                names.push(name.as_str());
            }
        });
        names
    }

    /// Whether it uses `otherwise()`.
    pub fn asks_otherwise(&self) -> bool {
        let mut asks = false;
        self.walk(&mut |it| asks |= *it == Self::Otherwise);
        asks
    }

    /// Whether it uses `random(low, high)`.
    pub fn is_random(&self) -> bool {
        self.random_numbers() > 0
    }

    /// How often it uses `random(low, high)`.
    pub fn random_numbers(&self) -> usize {
        let mut count = 0;
        self.walk(&mut |it| count += usize::from(matches!(it, Self::Random(_))));
        count
    }

    /// The titles used in `visits` and `visited`.
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

impl Expression {
    /// The expression with each variable replaced by what `with` returns for it, if anything.
    pub fn replaced(&self, with: &dyn Fn(&str) -> Option<Self>) -> Self {
        let again = |it: &Self| Box::new(it.replaced(with));
        match self {
            Self::Variable(name) => with(name).unwrap_or_else(|| self.clone()),
            Self::Not(it) => Self::Not(again(it)),
            Self::Negate(it) => Self::Negate(again(it)),
            Self::Binary(operator, one, other) => Self::Binary(*operator, again(one), again(other)),
            Self::Random(bounds) => {
                Self::Random(Box::new(bounds.each_ref().map(|it| it.replaced(with))))
            }
            Self::If(parts) => Self::If(Box::new(parts.each_ref().map(|it| it.replaced(with)))),
            other => other.clone(),
        }
    }

    /// `random(low, high)`.
    pub fn random(low: Self, high: Self) -> Self {
        Self::Random(Box::new([low, high]))
    }

    /// `if(condition, one, other)`.
    pub fn choose(condition: Self, one: Self, other: Self) -> Self {
        Self::If(Box::new([condition, one, other]))
    }
}

impl Operator {
    /// Applies the operator to two values.
    pub fn apply(self, one: &Value, other: &Value) -> Value {
        let order = || one.order(other);
        match self {
            Self::Or => Value::Boolean(one.is_true() || other.is_true()),
            Self::And => Value::Boolean(one.is_true() && other.is_true()),
            Self::Equal => Value::Boolean(one.equals(other)),
            Self::NotEqual => Value::Boolean(!one.equals(other)),
            Self::Less => Value::Boolean(order() == Ordering::Less),
            Self::LessOrEqual => Value::Boolean(order() != Ordering::Greater),
            Self::Greater => Value::Boolean(order() == Ordering::Greater),
            Self::GreaterOrEqual => Value::Boolean(order() != Ordering::Less),
            Self::Add => one.plus(other),
            Self::Subtract => Value::number(one.as_number() - other.as_number()),
            Self::Multiply => Value::number(one.as_number() * other.as_number()),
            Self::Divide => one.over(other),
        }
    }
}
