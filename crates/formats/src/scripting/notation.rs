//! Writes our expressions in the notation of another language, if they evaluate the same there:
//! both sides of a comparison must have the same type, and no division may be by zero.

use model::play::{Effect, Expression, Operator, Value};

use super::conditional_sets::conditional_values;
use super::types::{ValueType, VariableTypes};
use super::variables::Variables;

/// The notation of one language.
pub(crate) trait Notation {
    /// The names of the variables.
    fn variables(&self) -> &Variables;
    /// Reading a variable.
    fn variable(&self, name: &str) -> Option<String>;
    /// The line that assigns a value to a variable, given its name in that language.
    fn assignment(&self, name: &str, value: &str) -> String;
    /// The visit count of a node; `None` as title means the current node.
    fn visits(&self, title: Option<&str>) -> Option<Rendered>;
    /// A string literal.
    fn text(&self, text: &str) -> Option<String>;
    /// Whether all its compilers agree that `not` binds to the next operand only.
    fn not_binds_tightly(&self) -> bool;
    /// The left operand of a division.
    fn dividend(&self, written: String) -> String {
        written
    }
    /// A comparison or another operator.
    fn operator(&self, operator: Operator) -> &'static str {
        operator.mark()
    }
    /// Whether a comparison stands in brackets beside other conditions.
    fn is_ambiguous(&self, _operator: Operator) -> bool {
        false
    }
    /// The negation of an operand.
    fn negated(&self, written: &str) -> String {
        format!("not {written}")
    }
    /// The lines that carry out the first assignment whose condition holds; the last may have none.
    fn conditional(&self, _branches: &[(Option<String>, String)]) -> Option<Vec<String>> {
        None
    }
    /// A whole number from `low` to `high`, both included.
    fn random(&self, _low: &str, _high: &str) -> Option<Rendered> {
        None
    }
    /// The first value if a condition holds, otherwise the second; all three are operands.
    fn choice(&self, _condition: &str, _one: &str, _other: &str) -> Option<String> {
        None
    }
}

/// A written expression and its precedence.
#[derive(Debug, Clone)]
pub(crate) struct Rendered {
    text: String,
    bond: Precedence,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    Joined,
    Compared,
    Sum,
    /// May be an operand of a binary operator, but not of a sign.
    Unary,
    Single,
}

impl Rendered {
    pub(crate) fn single(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            bond: Precedence::Single,
        }
    }

    /// An expression such as a sum.
    pub(crate) fn compound(text: String) -> Self {
        Self {
            text,
            bond: Precedence::Sum,
        }
    }

    fn of(self, least: Precedence) -> String {
        if self.bond >= least {
            self.text
        } else {
            format!("({})", self.text)
        }
    }
}

/// Translates a condition.
pub(crate) fn condition(ours: &str, notation: &dyn Notation) -> Option<String> {
    let it: Expression = ours.parse().ok()?;
    // Elsewhere each condition has a number of its own; here those of a visit have the same.
    (!it.is_random()).then_some(())?;
    Writer::new(notation).as_boolean(&it).map(|it| it.text)
}

/// Translates an expression whose value is shown.
pub(crate) fn shown_value(it: &Expression, notation: &dyn Notation) -> Option<String> {
    Writer::new(notation).value(it).map(|it| it.text)
}

/// The lines of an effect.
pub(crate) fn effect(ours: &str, notation: &dyn Notation) -> Option<Vec<String>> {
    let effect: Effect = ours.parse().ok()?;
    let assignments = effect.0.iter().map(|it| {
        let value = value(&it.value, &it.name, notation)?;
        let name = notation.variables().name(&it.name);
        Some(notation.assignment(&name, &value))
    });
    assignments.collect()
}

/// The lines of an effect of entering, in which assignments may be under conditions.
pub(crate) fn entry_effect(ours: &str, notation: &dyn Notation) -> Option<Vec<String>> {
    let effect: Effect = ours.parse().ok()?;
    let mut lines = Vec::new();
    for it in &effect.0 {
        let name = notation.variables().name(&it.name);
        let line =
            |new: &Expression| Some(notation.assignment(&name, &value(new, &it.name, notation)?));
        if let Some(plain) = line(&it.value) {
            lines.push(plain);
            continue;
        }
        let values = conditional_values(it).into_iter();
        let branches: Option<Vec<_>> = values
            .map(|(condition, value)| {
                let written = match condition {
                    Some(it) => Some(self::condition(&it.to_string(), notation)?),
                    None => None,
                };
                Some((written, line(value)?))
            })
            .collect();
        lines.extend(notation.conditional(&branches?)?);
    }
    Some(lines)
}

/// The right side of an assignment to a variable.
pub(crate) fn value(it: &Expression, of: &str, notation: &dyn Notation) -> Option<String> {
    let writer = Writer::new(notation);
    let wanted = writer.types.of_variable(of)?;
    // For `x = y` neither type may be known beyond both being used as booleans.
    let value_type = writer.value_type(it)?;
    (value_type == wanted).then_some(())?;
    writer.value(it).map(|it| it.text)
}

fn compared(it: Rendered, with: &str) -> Rendered {
    Rendered {
        text: format!("{} {with}", it.of(Precedence::Sum)),
        bond: Precedence::Compared,
    }
}

struct Writer<'a> {
    types: &'a VariableTypes,
    notation: &'a dyn Notation,
}

impl<'a> Writer<'a> {
    fn new(notation: &'a dyn Notation) -> Self {
        let types = &notation.variables().types;
        Self { types, notation }
    }

    fn value_type(&self, it: &Expression) -> Option<ValueType> {
        match it {
            Expression::Variable(name) => self.types.of_variable(name),
            it => self.types.value_type(it),
        }
    }

    fn as_boolean(&self, it: &Expression) -> Option<Rendered> {
        let written = self.value(it)?;
        Some(match self.value_type(it)? {
            ValueType::Boolean => written,
            ValueType::Number => compared(written, "!= 0"),
            ValueType::Text => compared(written, "!= \"\""),
        })
    }

    fn of_type(&self, it: &Expression, value_type: ValueType, least: Precedence) -> Option<String> {
        (self.value_type(it)? == value_type).then_some(())?;
        self.value(it).map(|it| it.of(least))
    }

    fn value(&self, it: &Expression) -> Option<Rendered> {
        Some(match it {
            Expression::Literal(Value::Boolean(it)) => Rendered::single(it.to_string()),
            Expression::Literal(Value::Number(it)) => {
                // Integers of other languages are limited to this range.
                (it.abs() <= f64::from(i32::MAX)).then_some(())?;
                Rendered {
                    text: Value::Number(*it).to_string(),
                    bond: if *it < 0.0 {
                        Precedence::Sum
                    } else {
                        Precedence::Single
                    },
                }
            }
            Expression::Literal(Value::Text(it)) => Rendered::single(self.notation.text(it)?),
            Expression::Literal(Value::Unset) => return None,
            Expression::Variable(name) => {
                self.types.of_variable(name)?;
                Rendered::single(self.notation.variable(name)?)
            }
            Expression::Visits(title) => self.notation.visits(title.as_deref())?,
            Expression::Visited(title) => {
                let visits = self.notation.visits(title.as_deref())?;
                compared(visits, "> 0")
            }
            // Each language has its own way, if any, to express this for a whole condition.
            Expression::Otherwise => return None,
            Expression::Random(bounds) => self.random(bounds)?,
            Expression::If(parts) => self.choice(parts)?,
            Expression::Not(it) => Rendered {
                text: self
                    .notation
                    .negated(&self.as_boolean(it)?.of(Precedence::Single)),
                bond: if self.notation.not_binds_tightly() {
                    Precedence::Unary
                } else {
                    Precedence::Joined
                },
            },
            Expression::Negate(it) => {
                (self.value_type(it)? == ValueType::Number).then_some(())?;
                Rendered::compound(format!("-{}", self.value(it)?.of(Precedence::Single)))
            }
            Expression::Binary(operator, one, other) => self.binary(*operator, one, other)?,
        })
    }

    /// Other languages do not say what a range means that has no whole bounds in order.
    fn random(&self, bounds: &[Expression; 2]) -> Option<Rendered> {
        let literal = |it: &Expression| match it {
            Expression::Literal(Value::Number(it)) => Some(*it),
            _ => None,
        };
        let numbers = bounds.each_ref().map(literal);
        let is_whole = |it: &f64| it.fract() == 0.0;
        let are_whole = numbers.iter().flatten().all(is_whole);
        let are_in_order = match numbers {
            [Some(low), Some(high)] => low <= high,
            _ => true,
        };
        (are_whole && are_in_order).then_some(())?;
        let [low, high] = bounds
            .each_ref()
            .map(|it| self.of_type(it, ValueType::Number, Precedence::Sum));
        self.notation.random(&low?, &high?)
    }

    fn choice(&self, parts: &[Expression; 3]) -> Option<Rendered> {
        let [condition, one, other] = parts;
        (!condition.is_random()).then_some(())?;
        let value_type = self.value_type(one).or_else(|| self.value_type(other))?;
        let condition = self.as_boolean(condition)?.of(Precedence::Single);
        let one = self.of_type(one, value_type, Precedence::Single)?;
        let other = self.of_type(other, value_type, Precedence::Single)?;
        self.notation
            .choice(&condition, &one, &other)
            .map(Rendered::compound)
    }

    fn binary(&self, operator: Operator, one: &Expression, other: &Expression) -> Option<Rendered> {
        let bond = match operator {
            Operator::Or | Operator::And => Precedence::Joined,
            it if self.notation.is_ambiguous(it) => Precedence::Joined,
            Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide => {
                Precedence::Sum
            }
            _ => Precedence::Compared,
        };
        let value_type = match operator {
            Operator::Or | Operator::And => ValueType::Boolean,
            Operator::Equal | Operator::NotEqual | Operator::Add => self.value_type(one)?,
            _ => ValueType::Number,
        };
        let (one, other) = match operator {
            Operator::Or | Operator::And => (
                self.as_boolean(one)?.of(Precedence::Compared),
                self.as_boolean(other)?.of(Precedence::Compared),
            ),
            Operator::Add if value_type == ValueType::Boolean => return None,
            Operator::Divide => {
                let is_safe = matches!(other, Expression::Literal(Value::Number(it)) if *it != 0.0);
                is_safe.then_some(())?;
                let one = self.of_type(one, value_type, Precedence::Unary)?;
                let one = self.notation.dividend(one);
                (one, self.of_type(other, value_type, Precedence::Unary)?)
            }
            _ => {
                let least = match bond {
                    Precedence::Sum => Precedence::Unary,
                    _ => Precedence::Sum,
                };
                (
                    self.of_type(one, value_type, least)?,
                    self.of_type(other, value_type, least)?,
                )
            }
        };
        Some(Rendered {
            text: format!("{one} {} {other}", self.notation.operator(operator)),
            bond,
        })
    }
}
