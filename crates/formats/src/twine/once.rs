//! Once-only choices in story formats, which have none: a variable of its own says that the choice was taken.

use std::collections::HashMap;

use markup::kept_data;
use model::play::{Assignment, Effect, Expression, Operator, Value};
use model::{EdgeId, Story};

/// What the names of these variables begin with; a number follows.
const PREFIX: &str = "storyteller_once_";

/// The rules of a link.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct LinkRules {
    pub(super) condition: Option<String>,
    pub(super) effect: Option<String>,
    pub(super) once: bool,
}

impl LinkRules {
    /// The rules of a link as a text has them: a variable of this kind, which the condition asks for last and
    /// the effect sets last, means once-only.
    pub(super) fn read(condition: Option<String>, effect: Option<String>) -> Self {
        let plain = |condition, effect| Self {
            condition,
            effect,
            once: false,
        };
        let is_once = |it: &Option<String>| it.as_ref().is_some_and(|it| it.contains(PREFIX));
        if !is_once(&condition) || !is_once(&effect) {
            return plain(condition, effect);
        }
        let asked = condition
            .as_deref()
            .and_then(|it| without_asked(it.parse().ok()?));
        let set = effect
            .as_deref()
            .and_then(|it| without_set(it.parse().ok()?));
        match (asked, set) {
            (Some((rest, asked)), Some((effect, set))) if asked == set => Self {
                condition: rest.map(|it| it.to_string()),
                effect: (!effect.0.is_empty()).then(|| effect.to_string()),
                once: true,
            },
            _ => plain(condition, effect),
        }
    }
}

/// The condition and the effect with the variable of this number; nothing if one of them cannot be read.
pub(super) fn with_variable(
    (condition, effect): (Option<&str>, Option<&str>),
    number: usize,
) -> Option<(String, String)> {
    let name = format!("{PREFIX}{number}");
    let asked = !Expression::Variable(name.clone());
    let condition = match condition {
        Some(it) => it.parse::<Expression>().ok()?.and(asked),
        None => asked,
    };
    let mut effect: Effect = effect.map_or(Ok(Effect::default()), str::parse).ok()?;
    effect.0.push(Assignment {
        name,
        value: Expression::Literal(Value::Boolean(true)),
    });
    Some((condition.to_string(), effect.to_string()))
}

/// A number for the variable of each once-only edge, which no text uses yet.
pub(super) fn once_numbers(story: &Story) -> HashMap<EdgeId, usize> {
    let edges = story.edges.values().filter(|it| it.record.once);
    let edges: Vec<EdgeId> = edges.map(|it| it.id).collect();
    if edges.is_empty() {
        return HashMap::new();
    }
    let texts = story.nodes.values().map(|it| kept_data::text_of(it));
    let used = texts.map(highest_number).max().unwrap_or(0);
    edges.into_iter().zip(used as usize + 1..).collect()
}

/// The highest number of such a variable in a text.
fn highest_number(text: &str) -> u32 {
    let numbers = text.split(PREFIX).skip(1).filter_map(|it| {
        let end = it.find(|c: char| !c.is_ascii_digit()).unwrap_or(it.len());
        it[..end].parse::<u32>().ok()
    });
    numbers.max().unwrap_or(0)
}

fn without_asked(condition: Expression) -> Option<(Option<Expression>, String)> {
    let asked = |it: &Expression| match it {
        Expression::Not(inner) => match &**inner {
            Expression::Variable(name) if name.starts_with(PREFIX) => Some(name.clone()),
            _ => None,
        },
        _ => None,
    };
    match condition {
        Expression::Binary(Operator::And, rest, last) => {
            let name = asked(&last)?;
            Some((Some(*rest), name))
        }
        it => Some((None, asked(&it)?)),
    }
}

fn without_set(mut effect: Effect) -> Option<(Effect, String)> {
    let last = effect.0.pop()?;
    let is_it =
        last.value == Expression::Literal(Value::Boolean(true)) && last.name.starts_with(PREFIX);
    is_it.then_some((effect, last.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_of_its_own_is_read_as_once_only() {
        for (condition, effect) in [
            (None, None),
            (Some("gold > 2"), None),
            (Some("gold > 2 or met"), Some("gold = gold - 1")),
            (Some("a and b"), None),
        ] {
            let (asked, set) = with_variable((condition, effect), 7).unwrap();
            let read = LinkRules::read(Some(asked), Some(set));
            let expected = LinkRules {
                condition: condition.map(str::to_owned),
                effect: effect.map(str::to_owned),
                once: true,
            };
            assert_eq!(read, expected);
        }
        let other = (
            "!storyteller_once_1".to_owned(),
            "storyteller_once_2 = true".to_owned(),
        );
        assert!(!LinkRules::read(Some(other.0), Some(other.1)).once);
        assert_eq!(highest_number("$storyteller_once_18446744073709551615"), 0);
        assert_eq!(
            highest_number("$storyteller_once_3 $storyteller_once_12."),
            12
        );
    }
}
