//! Effects: assignments that happen on taking a choice or entering a node.

use std::str::FromStr;

use super::expression::{Expression, Surroundings};
use super::parse::{self, SourceError};
use super::value::{Value, Variables};

/// The longest effect, in characters.
pub const MAX_EFFECT: usize = 10_000;

/// One variable set.
#[derive(Debug, Clone, PartialEq)]
pub struct Assignment {
    /// The variable.
    pub name: String,
    /// What it becomes; `x += 1` is read as `x = x + 1`.
    pub value: Expression,
}

/// Assignments in the order they happen; each sees what those before it did.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Effect(pub Vec<Assignment>);

impl FromStr for Effect {
    type Err = SourceError;

    fn from_str(source: &str) -> Result<Self, SourceError> {
        parse::effect(source)
    }
}

/// The surroundings of an effect while it happens: its own variables over the visits of another.
struct Midway<'a> {
    variables: &'a Variables,
    visits: &'a dyn Fn(Option<&str>) -> u32,
}

impl Surroundings for Midway<'_> {
    fn variables(&self) -> &Variables {
        self.variables
    }

    fn visits(&self, title: Option<&str>) -> u32 {
        (self.visits)(title)
    }
}

impl Effect {
    /// Sets the variables. One that becomes what was never set is no longer set.
    pub fn apply(&self, variables: &mut Variables, visits: &dyn Fn(Option<&str>) -> u32) {
        for Assignment { name, value } in &self.0 {
            match value.value(&Midway { variables, visits }) {
                Value::Unset => _ = variables.remove(name),
                value => _ = variables.insert(name.clone(), value),
            }
        }
    }
}
