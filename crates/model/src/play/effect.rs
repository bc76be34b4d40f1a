//! Effects: assignments that run when a choice is taken or a node is entered.

use super::dice::Dice;
use super::expression::{EvalContext, Expression, Operator};
use super::random_number::RandomUse;
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

/// The surroundings of an assignment while it happens: the variables so far, and everything else from
/// where the effect happens.
struct AssignmentContext<'a> {
    name: &'a str,
    variables: &'a Variables,
    around: &'a dyn EvalContext,
}

impl EvalContext for AssignmentContext<'_> {
    fn variables(&self) -> &Variables {
        self.variables
    }

    fn visits(&self, title: Option<&str>) -> u32 {
        self.around.visits(title)
    }

    fn random(&self, used: RandomUse<'_>, low: f64, high: f64) -> f64 {
        let used = match used {
            RandomUse::Shown => RandomUse::Assigned(self.name),
            used => used,
        };
        self.around.random(used, low, high)
    }
}

/// The surroundings of what happens before the first node is entered.
struct BeforeReading {
    variables: Variables,
    dice: Dice,
}

impl EvalContext for BeforeReading {
    fn variables(&self) -> &Variables {
        &self.variables
    }

    fn visits(&self, _title: Option<&str>) -> u32 {
        0
    }

    fn random(&self, used: RandomUse<'_>, low: f64, high: f64) -> f64 {
        self.dice.roll(used, low, high)
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
    /// Whether it uses `random(low, high)`.
    pub fn is_random(&self) -> bool {
        self.0.iter().any(|it| it.value.is_random())
    }

    /// The variables after these assignments, if a reading with this seed begins with them.
    pub fn initial_variables(&self, seed: u32) -> Variables {
        let before = BeforeReading {
            variables: Variables::new(),
            dice: Dice::new(seed, 0),
        };
        let mut variables = Variables::new();
        self.apply(&mut variables, &before);
        variables
    }

    /// Applies the assignments; everything but the variables is what it is in `around`. A variable
    /// assigned an unset value becomes unset.
    pub fn apply(&self, variables: &mut Variables, around: &dyn EvalContext) {
        for Assignment { name, value } in &self.0 {
            let here = AssignmentContext {
                name,
                variables,
                around,
            };
            match value.value(&here) {
                Value::Unset => _ = variables.remove(name),
                value => _ = variables.insert(name.clone(), value),
            }
        }
    }
}
