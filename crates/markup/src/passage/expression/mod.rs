//! Reads the expressions of Twine's story formats as ours, where they certainly mean the same. Enter
//! through [`Language::value`] and [`Language::condition`].
//!
//! The differences that matter: a variable that was never set is `undefined` in SugarCube and 0 in
//! Harlowe, while here it equals 0, false and the empty text alike; Harlowe repeats the left side of
//! `$a is 1 or 2`; in SugarCube `not` binds more tightly than a comparison.

mod parser;

use std::borrow::Cow;
use std::collections::HashSet;

use model::play::{Expression, Operator, Value};

use super::names::decoded_name;
use super::tokens::tokens;
use crate::links::read_literal;

/// The languages of expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    SugarCube,
    Harlowe,
    Chapbook,
}

/// A language, and the variables that are set from the beginning of the story on.
pub(super) struct Language<'a> {
    pub(super) dialect: Dialect,
    pub(super) initialised: &'a HashSet<String>,
    /// The name of the passage, if it is known: Harlowe's history does not contain it.
    pub(super) passage: Option<&'a str>,
}

impl Language<'_> {
    /// Reads an expression whose truth matters. In our conditions two random numbers of the same range
    /// are one number.
    pub(super) fn condition(&self, source: &str) -> Option<Expression> {
        let found = self.read(source, None)?;
        (found.random_numbers() < 2).then_some(found)
    }

    /// Reads a value that is one of several, each as likely as the others.
    pub(super) fn any_value(&self, source: &str) -> Option<Vec<Expression>> {
        let values = parser::any_value(self, &tokens(source)?)?;
        let may_be = |it: &Expression| !self.is_one_side(it) && !it.is_random();
        values.iter().all(may_be).then_some(values)
    }

    /// Reads an expression whose value matters; `it` is the variable that Harlowe's `it` stands for.
    pub(super) fn value(&self, source: &str, it: Option<&str>) -> Option<Expression> {
        let found = self.read(source, it)?;
        (!self.is_one_side(&found)).then_some(found)
    }

    fn read(&self, source: &str, it: Option<&str>) -> Option<Expression> {
        let source = match self.dialect {
            Dialect::Chapbook => with_visits(source),
            _ => source.into(),
        };
        parser::expression(self, &tokens(&source)?, it)
    }

    /// The variable of this name, if the source names one.
    pub(super) fn variable(&self, name: &str) -> Option<String> {
        let plain = match self.dialect {
            Dialect::Chapbook => name,
            _ => name.strip_prefix('$')?,
        };
        let decoded = decoded_name(plain);
        let plain = decoded.as_deref().unwrap_or(plain);
        let mut chars = plain.chars();
        let begins = chars
            .next()
            .is_some_and(|it| it.is_alphabetic() || it == '_');
        let is_name = begins && chars.all(|it| it.is_alphanumeric() || it == '_');
        // A word of our language cannot be a variable.
        let read: Option<Expression> = plain.parse().ok();
        let is_variable = read == Some(Expression::Variable(plain.to_owned()));
        (is_name && is_variable).then(|| plain.to_owned())
    }

    /// Whether an expression comes to the value of one of its sides in JavaScript, and to a truth
    /// value here.
    fn is_one_side(&self, it: &Expression) -> bool {
        let joins = matches!(it, Expression::Binary(Operator::And | Operator::Or, ..));
        self.dialect != Dialect::Harlowe && joins && !is_boolean(it)
    }

    /// Whether a comparison comes out alike for variables that were never set.
    fn agrees_on_unset(&self, operator: Operator, one: &Expression, other: &Expression) -> bool {
        let may_be_unset = |it: &Expression| matches!(it, Expression::Variable(name) if !self.initialised.contains(name));
        let literal = |it: &Expression| match it {
            Expression::Literal(value) => Some(value.clone()),
            Expression::Negate(inner) => match &**inner {
                Expression::Literal(value) => Some(Value::number(-value.as_number())),
                _ => None,
            },
            _ => None,
        };
        let (one, other, operator) = match (may_be_unset(one), may_be_unset(other)) {
            // Reading such a variable is an error in Chapbook.
            _ if self.dialect == Dialect::Chapbook => return true,
            (false, false) => return true,
            (true, true) => return self.dialect == Dialect::Harlowe || is_equality(operator),
            (true, false) => (one, other, operator),
            (false, true) => (other, one, mirrored(operator)),
        };
        debug_assert!(may_be_unset(one), "the variable comes first");
        let Some(value) = literal(other) else {
            // A count of visits is a number, as Harlowe's unset variables are.
            let is_count = matches!(other, Expression::Visits(_));
            return self.dialect == Dialect::Harlowe && is_count;
        };
        let here = operator.apply(&Value::Unset, &value).is_true();
        match (self.dialect, &value) {
            (Dialect::Harlowe, Value::Number(_)) => true,
            (_, _) if is_equality(operator) => here == (operator == Operator::NotEqual),
            (Dialect::Harlowe, _) => false,
            (_, Value::Number(_)) => !here,
            _ => false,
        }
    }
}

/// Chapbook counts visits of other passages in the list of those passed; here in one word.
fn with_visits(source: &str) -> Cow<'_, str> {
    const BEGINS: &str = "engine.state.get(\"trail\").filter(it => it === ";
    const ENDS: &str = ").length";
    let mut source = Cow::Borrowed(source);
    while let Some(at) = source.find(BEGINS) {
        let rest = &source[at + BEGINS.len()..];
        let Some((_, length)) = read_literal(rest).filter(|it| rest[it.1..].starts_with(ENDS))
        else {
            break;
        };
        let after = &rest[length + ENDS.len()..];
        source = format!("{}visited({}){after}", &source[..at], &rest[..length]).into();
    }
    source
}

fn is_equality(operator: Operator) -> bool {
    matches!(operator, Operator::Equal | Operator::NotEqual)
}

fn mirrored(operator: Operator) -> Operator {
    match operator {
        Operator::Less => Operator::Greater,
        Operator::LessOrEqual => Operator::GreaterOrEqual,
        Operator::Greater => Operator::Less,
        Operator::GreaterOrEqual => Operator::LessOrEqual,
        other => other,
    }
}

/// Whether an expression always comes to a truth value in the language it was read from.
fn is_boolean(it: &Expression) -> bool {
    match it {
        Expression::Literal(value) => matches!(value, Value::Boolean(_)),
        Expression::Not(_) | Expression::Visited(_) => true,
        Expression::Binary(Operator::And | Operator::Or, one, other) => {
            is_boolean(one) && is_boolean(other)
        }
        Expression::Binary(operator, ..) => !matches!(
            operator,
            Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide
        ),
        _ => false,
    }
}
