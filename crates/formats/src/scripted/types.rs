//! What sort of value every variable holds. Other languages want that said beforehand, and take no
//! number for a text; a story of ours need not say it, so it is worked out from how they are used.

use std::collections::HashMap;

use model::Story;
use model::play::{Assignment, Effect, Expression, Operator, PLAY, PlayRecord, Value};

/// A sort of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    Truth,
    Number,
    Text,
}

impl Sort {
    /// That of a value as either language writes it; `None` for what is worked out there.
    pub(crate) fn of_literal(value: &str) -> Option<Self> {
        match value {
            "true" | "false" => Some(Self::Truth),
            it if it.starts_with('"') => Some(Self::Text),
            it => it.parse::<f64>().ok().map(|_| Self::Number),
        }
    }
}

/// The sorts of the variables of a story.
#[derive(Default)]
pub(crate) struct Types {
    /// `None` where the text of the story itself declares one that holds something else.
    sorts: HashMap<String, Option<Sort>>,
}

impl Types {
    /// Works them out from all conditions and effects; what is given already stands.
    pub(crate) fn of(story: &Story, given: HashMap<String, Option<Sort>>) -> Self {
        let mut conditions: Vec<Expression> = Vec::new();
        let mut effects: Vec<Assignment> = Vec::new();
        for edge in story.edges.values() {
            conditions.extend(edge.record.read_condition());
            let effect = edge.record.effect.as_deref().map(str::parse::<Effect>);
            effects.extend(effect.and_then(Result::ok).unwrap_or_default().0);
        }
        for node in story.nodes.values() {
            if let Some(data) = node.data.get(PLAY) {
                effects.extend(PlayRecord::of(Some(data)).effect().0);
            }
        }
        let mut types = Self { sorts: given };
        // What one variable is told by another needs a round more.
        loop {
            let before = types.sorts.len();
            for assignment in &effects {
                if let Some(sort) = types.sort(&assignment.value) {
                    types.learn(&Expression::Variable(assignment.name.clone()), sort);
                }
                types.look_at(&assignment.value);
            }
            conditions.iter().for_each(|it| types.look_at(it));
            if types.sorts.len() == before {
                return types;
            }
        }
    }

    /// The sort of a variable. One that is only asked whether it holds is a truth value.
    pub(crate) fn of_variable(&self, name: &str) -> Option<Sort> {
        self.sorts.get(name).copied().unwrap_or(Some(Sort::Truth))
    }

    /// What a variable holds before anything is put into it, as either language writes it.
    pub(crate) fn zero_of(&self, name: &str) -> &'static str {
        match self.of_variable(name) {
            Some(Sort::Number) => "0",
            Some(Sort::Text) => "\"\"",
            _ => "false",
        }
    }

    /// What an expression comes to, as far as that is known.
    pub(crate) fn sort(&self, it: &Expression) -> Option<Sort> {
        match it {
            Expression::Literal(Value::Boolean(_)) => Some(Sort::Truth),
            Expression::Literal(Value::Number(_)) => Some(Sort::Number),
            Expression::Literal(Value::Text(_)) => Some(Sort::Text),
            Expression::Literal(Value::Unset) => None,
            Expression::Variable(name) => self.sorts.get(name).copied().flatten(),
            Expression::Visits(_) | Expression::Negative(_) => Some(Sort::Number),
            Expression::Visited(_) | Expression::Not(_) | Expression::Otherwise => {
                Some(Sort::Truth)
            }
            Expression::Both(Operator::Plus, one, other) => {
                match (self.sort(one), self.sort(other)) {
                    (Some(Sort::Text), _) | (_, Some(Sort::Text)) => Some(Sort::Text),
                    _ => Some(Sort::Number),
                }
            }
            Expression::Both(Operator::Minus | Operator::Times | Operator::Over, ..) => {
                Some(Sort::Number)
            }
            Expression::Both(..) => Some(Sort::Truth),
        }
    }

    fn learn(&mut self, it: &Expression, sort: Sort) {
        if let Expression::Variable(name) = it {
            self.sorts.entry(name.clone()).or_insert(Some(sort));
        }
    }

    fn look_at(&mut self, expression: &Expression) {
        let mut seen = Vec::new();
        expression.walk(&mut |it| seen.push(it));
        for it in seen {
            match it {
                Expression::Negative(inner) => self.learn(inner, Sort::Number),
                Expression::Both(operator, one, other) => match operator {
                    Operator::Or | Operator::And => {}
                    Operator::Equal | Operator::Different | Operator::Plus => {
                        for (one, other) in [(one, other), (other, one)] {
                            if let Some(sort) = self.sort(other) {
                                self.learn(one, sort);
                            }
                        }
                    }
                    _ => {
                        self.learn(one, Sort::Number);
                        self.learn(other, Sort::Number);
                    }
                },
                _ => {}
            }
        }
    }
}
