//! Infers the type of every variable. Other languages require declarations and do not mix numbers
//! and strings; a story of ours has no declarations, so the types are inferred from use.

use std::collections::HashMap;

use model::Story;
use model::play::{Assignment, Effect, Expression, Operator, Value};

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueType {
    Boolean,
    Number,
    Text,
}

impl ValueType {
    /// The type of a literal in either language; `None` for expressions.
    pub(crate) fn of_literal(value: &str) -> Option<Self> {
        match value {
            "true" | "false" => Some(Self::Boolean),
            it if it.starts_with('"') => Some(Self::Text),
            it => it.parse::<f64>().ok().map(|_| Self::Number),
        }
    }
}

/// The types of a story's variables.
#[derive(Default)]
pub(crate) struct VariableTypes {
    /// `None` if the story's text declares a variable of an unsupported type.
    value_types: HashMap<String, Option<ValueType>>,
}

impl VariableTypes {
    /// Infers the types from all conditions and effects, and from what texts show; types in `given` are
    /// final.
    pub(crate) fn of<'e>(
        story: &Story,
        in_texts: impl Iterator<Item = &'e Expression>,
        given: HashMap<String, Option<ValueType>>,
    ) -> Self {
        let mut conditions: Vec<Expression> = in_texts.cloned().collect();
        let mut effects: Vec<Assignment> = Vec::new();
        for edge in story.edges.values() {
            conditions.extend(edge.record.read_condition());
            let effect = edge.record.effect.as_deref().map(str::parse::<Effect>);
            effects.extend(effect.and_then(Result::ok).unwrap_or_default().0);
        }
        for node in story.nodes.values() {
            effects.extend(node.play().effect().0);
        }
        let mut types = Self { value_types: given };
        // Types may depend on other variables, so repeat until nothing changes.
        loop {
            let before = types.value_types.len();
            for assignment in &effects {
                if let Some(value_type) = types.value_type(&assignment.value) {
                    types.record_use(&Expression::Variable(assignment.name.clone()), value_type);
                }
                types.infer_from(&assignment.value);
            }
            conditions.iter().for_each(|it| types.infer_from(it));
            if types.value_types.len() == before {
                return types;
            }
        }
    }

    /// The type of a variable. One that is only tested is a boolean.
    pub(crate) fn of_variable(&self, name: &str) -> Option<ValueType> {
        self.value_types
            .get(name)
            .copied()
            .unwrap_or(Some(ValueType::Boolean))
    }

    /// The initial value of a variable, as both languages write it.
    pub(crate) fn default_of(&self, name: &str) -> &'static str {
        match self.of_variable(name) {
            Some(ValueType::Number) => "0",
            Some(ValueType::Text) => "\"\"",
            _ => "false",
        }
    }

    /// The type of an expression, as far as it is known.
    pub(crate) fn value_type(&self, it: &Expression) -> Option<ValueType> {
        match it {
            Expression::Literal(Value::Boolean(_)) => Some(ValueType::Boolean),
            Expression::Literal(Value::Number(_)) => Some(ValueType::Number),
            Expression::Literal(Value::Text(_)) => Some(ValueType::Text),
            Expression::Literal(Value::Unset) => None,
            Expression::Variable(name) => self.value_types.get(name).copied().flatten(),
            Expression::Visits(_) | Expression::Negate(_) | Expression::Random(_) => {
                Some(ValueType::Number)
            }
            Expression::Visited(_) | Expression::Not(_) | Expression::Otherwise => {
                Some(ValueType::Boolean)
            }
            Expression::Binary(Operator::Add, one, other) => {
                match (self.value_type(one), self.value_type(other)) {
                    (Some(ValueType::Text), _) | (_, Some(ValueType::Text)) => {
                        Some(ValueType::Text)
                    }
                    _ => Some(ValueType::Number),
                }
            }
            Expression::Binary(Operator::Subtract | Operator::Multiply | Operator::Divide, ..) => {
                Some(ValueType::Number)
            }
            Expression::Binary(..) => Some(ValueType::Boolean),
            Expression::If(parts) => {
                let [_, one, other] = &**parts;
                self.value_type(one).or_else(|| self.value_type(other))
            }
        }
    }

    fn record_use(&mut self, it: &Expression, value_type: ValueType) {
        if let Expression::Variable(name) = it {
            self.value_types
                .entry(name.clone())
                .or_insert(Some(value_type));
        }
    }

    fn infer_from(&mut self, expression: &Expression) {
        let mut seen = Vec::new();
        expression.walk(&mut |it| seen.push(it));
        for it in seen {
            match it {
                Expression::If(parts) => {
                    let [_, one, other] = &**parts;
                    for (one, other) in [(one, other), (other, one)] {
                        if let Some(value_type) = self.value_type(other) {
                            self.record_use(one, value_type);
                        }
                    }
                }
                Expression::Random(bounds) => {
                    let numbers = bounds.iter();
                    numbers.for_each(|it| self.record_use(it, ValueType::Number));
                }
                Expression::Negate(inner) => self.record_use(inner, ValueType::Number),
                Expression::Binary(operator, one, other) => match operator {
                    Operator::Or | Operator::And => {}
                    Operator::Equal | Operator::NotEqual | Operator::Add => {
                        for (one, other) in [(one, other), (other, one)] {
                            if let Some(value_type) = self.value_type(other) {
                                self.record_use(one, value_type);
                            }
                        }
                    }
                    _ => {
                        self.record_use(one, ValueType::Number);
                        self.record_use(other, ValueType::Number);
                    }
                },
                _ => {}
            }
        }
    }
}
