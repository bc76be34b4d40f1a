//! Effects: assignments that run when a choice is taken or a node is entered.

use super::expression::{EvalContext, Expression, Operator};
use super::value::{Value, Variables};

/// The longest effect, in characters.
pub const MAX_EFFECT: usize = 10_000;

/// One assignment.
#[derive(Debug, Clone, PartialEq)]
pub struct Assignment {
    /// The variable.
    pub name: String,
    /// The new value; `x += 1` is parsed as `x = x + 1`.
    pub value: Expression,
}

/// Assignments in order; each sees the results of those before it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Effect(pub Vec<Assignment>);

/// The surroundings of an effect while it happens: its own variables over the visits of another.
struct EffectContext<'a> {
    variables: &'a Variables,
    visits: &'a dyn Fn(Option<&str>) -> u32,
}

impl EvalContext for EffectContext<'_> {
    fn variables(&self) -> &Variables {
        self.variables
    }

    fn visits(&self, title: Option<&str>) -> u32 {
        (self.visits)(title)
    }
}

impl Assignment {
    /// The same on the first visit of a node alone: afterwards the variable keeps its value.
    #[must_use]
    pub fn on_first_visit(self) -> Self {
        let kept = Expression::Variable(self.name.clone());
        Self {
            value: Expression::choose(is_first_visit(), self.value, kept),
            name: self.name,
        }
    }

    /// The value that the variable is given on the first visit of a node, if that is all that is
    /// assigned: what [`Self::on_first_visit`] makes of a literal.
    pub fn first_visit_value(&self) -> Option<Value> {
        let Expression::If(parts) = &self.value else {
            return None;
        };
        let [first, value, kept] = &**parts;
        let is_kept = *kept == Expression::Variable(self.name.clone());
        (is_kept && *first == is_first_visit()).then_some(())?;
        match value {
            Expression::Literal(value) => Some(value.clone()),
            Expression::Negate(it) => match &**it {
                Expression::Literal(Value::Number(it)) => Some(Value::number(-it)),
                _ => None,
            },
            _ => None,
        }
    }
}

fn is_first_visit() -> Expression {
    let visits = Box::new(Expression::Visits(None));
    let once = Box::new(Expression::Literal(Value::number(1.0)));
    Expression::Binary(Operator::Equal, visits, once)
}

impl Effect {
    /// Applies the assignments. A variable assigned an unset value becomes unset.
    pub fn apply(&self, variables: &mut Variables, visits: &dyn Fn(Option<&str>) -> u32) {
        for Assignment { name, value } in &self.0 {
            match value.value(&EffectContext { variables, visits }) {
                Value::Unset => _ = variables.remove(name),
                value => _ = variables.insert(name.clone(), value),
            }
        }
    }
}
