//! Formats expressions and effects as a writer would type them; parsing the result gives the same
//! value.

use std::fmt;

use super::effect::{Assignment, Effect};
use super::expression::{Expression, Operator};
use super::value::Value;

/// How tightly an expression binds; greater is tighter. The order is the same as in the parser.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    Or,
    And,
    Not,
    Comparison,
    Sum,
    Product,
    Sign,
    Single,
}

impl Operator {
    /// The symbol or keyword it is typed as.
    pub fn mark(self) -> &'static str {
        match self {
            Self::Or => "or",
            Self::And => "and",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
        }
    }

    fn precedence(self) -> Precedence {
        match self {
            Self::Or => Precedence::Or,
            Self::And => Precedence::And,
            Self::Add | Self::Subtract => Precedence::Sum,
            Self::Multiply | Self::Divide => Precedence::Product,
            _ => Precedence::Comparison,
        }
    }
}

fn precedence(it: &Expression) -> Precedence {
    match it {
        Expression::Not(_) => Precedence::Not,
        Expression::Negate(_) => Precedence::Sign,
        Expression::Binary(operator, ..) => operator.precedence(),
        // A negative number is a sign and a number.
        Expression::Literal(Value::Number(it)) if *it < 0.0 => Precedence::Sign,
        _ => Precedence::Single,
    }
}

fn write(it: &Expression, least: Precedence, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let own = precedence(it);
    if own < least {
        f.write_str("(")?;
        write(it, Precedence::Or, f)?;
        return f.write_str(")");
    }
    let call = |f: &mut fmt::Formatter<'_>, name: &str, title: &Option<String>| {
        let title = title.as_deref().map(quoted).unwrap_or_default();
        write!(f, "{name}({title})")
    };
    match it {
        Expression::Literal(Value::Text(it)) => f.write_str(&quoted(it)),
        Expression::Literal(Value::Unset) => f.write_str("0"),
        Expression::Literal(it) => write!(f, "{it}"),
        Expression::Variable(name) => f.write_str(name),
        Expression::Visits(title) => call(f, "visits", title),
        Expression::Visited(title) => call(f, "visited", title),
        Expression::Otherwise => f.write_str("otherwise()"),
        Expression::Random(bounds) => call_of("random", &bounds[..], f),
        Expression::If(parts) => call_of("if", &parts[..], f),
        Expression::Not(it) => {
            f.write_str("not ")?;
            write(it, Precedence::Not, f)
        }
        Expression::Negate(it) => {
            f.write_str("-")?;
            write(it, Precedence::Sign, f)
        }
        Expression::Binary(operator, one, other) => {
            let tighter = match own {
                Precedence::Or => Precedence::And,
                Precedence::And => Precedence::Not,
                Precedence::Comparison => Precedence::Sum,
                Precedence::Sum => Precedence::Product,
                _ => Precedence::Sign,
            };
            // Comparisons do not chain; everything else associates to the left.
            let first = if own == Precedence::Comparison {
                tighter
            } else {
                own
            };
            write(one, first, f)?;
            write!(f, " {} ", operator.mark())?;
            write(other, tighter, f)
        }
    }
}

fn call_of(name: &str, arguments: &[Expression], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{name}(")?;
    for (index, argument) in arguments.iter().enumerate() {
        f.write_str(if index == 0 { "" } else { ", " })?;
        write(argument, Precedence::Or, f)?;
    }
    f.write_str(")")
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, Precedence::Or, f)
    }
}

impl fmt::Display for Assignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.name, self.value)
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, assignment) in self.0.iter().enumerate() {
            let between = if index == 0 { "" } else { "; " };
            write!(f, "{between}{assignment}")?;
        }
        Ok(())
    }
}
