//! Our expressions in the notation of another language, where that plays the same: both sides of a
//! comparison of one sort, no division that may be by zero.

use model::play::{Effect, Expression, Operator, Value};

use super::types::{Sort, Types};
use super::variables::Variables;

/// What one language writes in its own way.
pub(crate) trait Notation {
    /// What the variables are called.
    fn variables(&self) -> &Variables;
    /// A variable that is read.
    fn variable(&self, name: &str) -> Option<String>;
    /// The line that gives a variable, by its name there, a value.
    fn assignment(&self, name: &str, value: &str) -> String;
    /// How often a node was entered, the present one without a title.
    fn visits(&self, title: Option<&str>) -> Option<Written>;
    /// A text in quotes.
    fn text(&self, text: &str) -> Option<String>;
    /// Whether all its compilers agree that `not` holds on to what is next to it alone.
    fn binds_not(&self) -> bool;
    /// The left side of a division.
    fn dividend(&self, written: String) -> String;
}

/// Something written, and how tightly it holds together.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    text: String,
    bond: Bond,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bond {
    Joined,
    Compared,
    Sum,
    /// It may stand beside an operator, not behind a sign.
    Unary,
    Single,
}

impl Written {
    pub(crate) fn single(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            bond: Bond::Single,
        }
    }

    /// Such as a sum.
    pub(crate) fn compound(text: String) -> Self {
        Self {
            text,
            bond: Bond::Sum,
        }
    }

    fn of(self, least: Bond) -> String {
        if self.bond >= least {
            self.text
        } else {
            format!("({})", self.text)
        }
    }
}

/// A condition of ours.
pub(crate) fn condition(ours: &str, notation: &dyn Notation) -> Option<String> {
    let it: Expression = ours.parse().ok()?;
    Writer::new(notation).truth(&it).map(|it| it.text)
}

/// The lines of an effect of ours.
pub(crate) fn effect(ours: &str, notation: &dyn Notation) -> Option<Vec<String>> {
    let effect: Effect = ours.parse().ok()?;
    let assignments = effect.0.iter().map(|it| {
        let value = value(&it.value, &it.name, notation)?;
        let name = notation.variables().name(&it.name);
        Some(notation.assignment(&name, &value))
    });
    assignments.collect()
}

/// The right side of an assignment to a variable.
fn value(it: &Expression, of: &str, notation: &dyn Notation) -> Option<String> {
    let writer = Writer::new(notation);
    let wanted = writer.types.of_variable(of)?;
    // Of `x = y` neither may be known further than that it is asked whether it holds.
    let sort = writer.sort(it)?;
    (sort == wanted).then_some(())?;
    writer.value(it).map(|it| it.text)
}

fn compared(it: Written, with: &str) -> Written {
    Written {
        text: format!("{} {with}", it.of(Bond::Sum)),
        bond: Bond::Compared,
    }
}

struct Writer<'a> {
    types: &'a Types,
    notation: &'a dyn Notation,
}

impl<'a> Writer<'a> {
    fn new(notation: &'a dyn Notation) -> Self {
        let types = &notation.variables().types;
        Self { types, notation }
    }

    fn sort(&self, it: &Expression) -> Option<Sort> {
        match it {
            Expression::Variable(name) => self.types.of_variable(name),
            it => self.types.sort(it),
        }
    }

    fn truth(&self, it: &Expression) -> Option<Written> {
        let written = self.value(it)?;
        Some(match self.sort(it)? {
            Sort::Truth => written,
            Sort::Number => compared(written, "!= 0"),
            Sort::Text => compared(written, "!= \"\""),
        })
    }

    fn of_sort(&self, it: &Expression, sort: Sort, least: Bond) -> Option<String> {
        (self.sort(it)? == sort).then_some(())?;
        self.value(it).map(|it| it.of(least))
    }

    fn value(&self, it: &Expression) -> Option<Written> {
        Some(match it {
            Expression::Literal(Value::Boolean(it)) => Written::single(it.to_string()),
            Expression::Literal(Value::Number(it)) => {
                // Beyond this other languages' whole numbers end.
                (it.abs() <= f64::from(i32::MAX)).then_some(())?;
                Written {
                    text: Value::Number(*it).to_string(),
                    bond: if *it < 0.0 { Bond::Sum } else { Bond::Single },
                }
            }
            Expression::Literal(Value::Text(it)) => Written::single(self.notation.text(it)?),
            Expression::Literal(Value::Unset) => return None,
            Expression::Variable(name) => {
                self.types.of_variable(name)?;
                Written::single(self.notation.variable(name)?)
            }
            Expression::Visits(title) => self.notation.visits(title.as_deref())?,
            Expression::Visited(title) => {
                let visits = self.notation.visits(title.as_deref())?;
                compared(visits, "> 0")
            }
            // Each language has its own way, if any, for the whole of a condition.
            Expression::Otherwise => return None,
            Expression::Not(it) => Written {
                text: format!("not {}", self.truth(it)?.of(Bond::Single)),
                bond: if self.notation.binds_not() {
                    Bond::Unary
                } else {
                    Bond::Joined
                },
            },
            Expression::Negative(it) => {
                (self.sort(it)? == Sort::Number).then_some(())?;
                Written::compound(format!("-{}", self.value(it)?.of(Bond::Single)))
            }
            Expression::Both(operator, one, other) => self.both(*operator, one, other)?,
        })
    }

    fn both(&self, operator: Operator, one: &Expression, other: &Expression) -> Option<Written> {
        let bond = match operator {
            Operator::Or | Operator::And => Bond::Joined,
            Operator::Plus | Operator::Minus | Operator::Times | Operator::Over => Bond::Sum,
            _ => Bond::Compared,
        };
        let sort = match operator {
            Operator::Or | Operator::And => Sort::Truth,
            Operator::Equal | Operator::Different | Operator::Plus => self.sort(one)?,
            _ => Sort::Number,
        };
        let (one, other) = match operator {
            Operator::Or | Operator::And => (
                self.truth(one)?.of(Bond::Compared),
                self.truth(other)?.of(Bond::Compared),
            ),
            Operator::Plus if sort == Sort::Truth => return None,
            Operator::Over => {
                let is_safe = matches!(other, Expression::Literal(Value::Number(it)) if *it != 0.0);
                is_safe.then_some(())?;
                let one = self.of_sort(one, sort, Bond::Unary)?;
                let one = self.notation.dividend(one);
                (one, self.of_sort(other, sort, Bond::Unary)?)
            }
            _ => {
                let least = if bond == Bond::Sum {
                    Bond::Unary
                } else {
                    Bond::Sum
                };
                (
                    self.of_sort(one, sort, least)?,
                    self.of_sort(other, sort, least)?,
                )
            }
        };
        Some(Written {
            text: format!("{one} {} {other}", operator.mark()),
            bond,
        })
    }
}
