//! Translates expressions of the story language to Python. Unset variables are 0 there; strings and
//! numbers are joined and compared as in this language, wherever that can be expressed plainly.

use std::collections::BTreeMap;

use model::play::{Expression, Operator, Value};

/// The names of variables in the script.
#[derive(Default)]
pub(super) struct VariableNames {
    names: BTreeMap<String, String>,
    /// Whether what is written now is a condition.
    is_condition: bool,
    /// Whether random numbers were written.
    pub(super) are_random: bool,
}

/// The functions of random numbers: each time another one, and the same one of a range in all conditions
/// of a visit.
pub(super) const RANDOM_NUMBERS: &str = "default visit_numbers = {}

init python:
    import math

    def random_number(low, high):
        least = int(math.ceil(min(low, high)))
        return renpy.random.randint(least, max(int(math.floor(max(low, high))), least))

    def visit_number(page, low, high):
        key = (page, visits.get(page, 0), low, high)
        if key not in visit_numbers:
            visit_numbers[key] = random_number(low, high)
        return visit_numbers[key]
";

impl VariableNames {
    /// The name of a variable; created on first use.
    pub(super) fn of(&mut self, variable: &str) -> String {
        let next = self.names.len() + 1;
        let is_plain = variable
            .chars()
            .all(|it| it.is_ascii_alphanumeric() || it == '_');
        let name = if is_plain {
            format!("v_{variable}")
        } else {
            super::name_for("variable", next, variable)
        };
        self.names
            .entry(variable.to_owned())
            .or_insert(name)
            .clone()
    }

    /// All names, sorted.
    pub(super) fn all(&self) -> Vec<&str> {
        let mut names: Vec<_> = self.names.values().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// A condition in Python, like [`Self::expression`].
    pub(super) fn condition(
        &mut self,
        it: &Expression,
        here: usize,
        titles: &BTreeMap<String, Vec<usize>>,
        otherwise: &str,
    ) -> String {
        let around = std::mem::replace(&mut self.is_condition, true);
        let written = self.expression(it, here, titles, otherwise);
        self.is_condition = around;
        written
    }

    /// An expression in Python, in parentheses where required; `otherwise` is the Python expression
    /// for “no other choice is available”.
    pub(super) fn expression(
        &mut self,
        it: &Expression,
        here: usize,
        titles: &BTreeMap<String, Vec<usize>>,
        otherwise: &str,
    ) -> String {
        match it {
            Expression::Literal(value) => literal(value),
            Expression::Variable(name) => self.of(name),
            Expression::Visits(title) => visits(title.as_deref(), here, titles),
            Expression::Visited(title) => {
                format!("({} > 0)", visits(title.as_deref(), here, titles))
            }
            Expression::Otherwise => otherwise.to_owned(),
            Expression::Not(inner) => {
                format!("(not {})", self.expression(inner, here, titles, otherwise))
            }
            Expression::Negate(inner) => {
                format!("(-{})", self.expression(inner, here, titles, otherwise))
            }
            Expression::Random(bounds) => {
                let [low, high] = bounds
                    .each_ref()
                    .map(|it| self.expression(it, here, titles, otherwise));
                self.are_random = true;
                match self.is_condition {
                    true => format!("visit_number({here}, {low}, {high})"),
                    false => format!("random_number({low}, {high})"),
                }
            }
            Expression::If(parts) => {
                let [condition, one, other] = &**parts;
                let condition = self.condition(condition, here, titles, otherwise);
                let one = self.expression(one, here, titles, otherwise);
                let other = self.expression(other, here, titles, otherwise);
                format!("({one} if {condition} else {other})")
            }
            Expression::Binary(operator, one, other) => {
                let is_text = |it: &Expression| matches!(it, Expression::Literal(Value::Text(_)));
                let joins = *operator == Operator::Add && (is_text(one) || is_text(other));
                let one = self.expression(one, here, titles, otherwise);
                let other = self.expression(other, here, titles, otherwise);
                match operator {
                    Operator::Add if joins => format!("(str({one}) + str({other}))"),
                    // In Python either operand would itself be the result.
                    Operator::And | Operator::Or => {
                        format!("bool({one} {} {other})", operator.mark())
                    }
                    Operator::Divide => format!("({one} / {other} if {other} else 0)"),
                    operator => format!("({one} {} {other})", operator.mark()),
                }
            }
        }
    }
}

fn literal(value: &Value) -> String {
    match value {
        Value::Boolean(true) => "True".to_owned(),
        Value::Boolean(false) => "False".to_owned(),
        Value::Number(it) => it.to_string(),
        Value::Text(it) => {
            let plain = it.replace('\\', "\\\\").replace('"', "\\\"");
            format!("\"{}\"", plain.replace(['\n', '\r'], "\\n"))
        }
        Value::Unset => "0".to_owned(),
    }
}

fn visits(title: Option<&str>, here: usize, titles: &BTreeMap<String, Vec<usize>>) -> String {
    let pages = match title {
        None => vec![here],
        Some(title) => {
            let found = titles
                .get(title)
                .or_else(|| titles.get(&title.to_lowercase()));
            found.cloned().unwrap_or_default()
        }
    };
    let counts: Vec<_> = pages
        .iter()
        .map(|it| format!("visits.get({it}, 0)"))
        .collect();
    match counts.as_slice() {
        [] => "0".to_owned(),
        [one] => one.clone(),
        several => format!("({})", several.join(" + ")),
    }
}
