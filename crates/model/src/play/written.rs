//! Expressions and effects as a writer would type them: what is read back is the same.

use std::fmt;

use super::effect::{Assignment, Effect};
use super::expression::{Expression, Operator};
use super::value::Value;

/// How tightly a part holds together; more is tighter. The order is that of the reader.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bond {
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
    /// The mark or word it is typed as.
    pub fn mark(self) -> &'static str {
        match self {
            Self::Or => "or",
            Self::And => "and",
            Self::Equal => "==",
            Self::Different => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Times => "*",
            Self::Over => "/",
        }
    }

    fn bond(self) -> Bond {
        match self {
            Self::Or => Bond::Or,
            Self::And => Bond::And,
            Self::Plus | Self::Minus => Bond::Sum,
            Self::Times | Self::Over => Bond::Product,
            _ => Bond::Comparison,
        }
    }
}

fn bond(it: &Expression) -> Bond {
    match it {
        Expression::Not(_) => Bond::Not,
        Expression::Negative(_) => Bond::Sign,
        Expression::Both(operator, ..) => operator.bond(),
        // A negative number is a sign and a number.
        Expression::Literal(Value::Number(it)) if *it < 0.0 => Bond::Sign,
        _ => Bond::Single,
    }
}

fn write(it: &Expression, least: Bond, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let own = bond(it);
    if own < least {
        f.write_str("(")?;
        write(it, Bond::Or, f)?;
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
        Expression::Not(it) => {
            f.write_str("not ")?;
            write(it, Bond::Not, f)
        }
        Expression::Negative(it) => {
            f.write_str("-")?;
            write(it, Bond::Sign, f)
        }
        Expression::Both(operator, one, other) => {
            let tighter = match own {
                Bond::Or => Bond::And,
                Bond::And => Bond::Not,
                Bond::Comparison => Bond::Sum,
                Bond::Sum => Bond::Product,
                _ => Bond::Sign,
            };
            // Only two things are compared at a time; everything else reads from the left.
            let first = if own == Bond::Comparison {
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

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, Bond::Or, f)
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
