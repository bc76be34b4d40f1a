//! Writes our conditions and effects in the languages of Twine's story formats.

use model::play::{Assignment, Effect, Operator};

use crate::scripting::{
    Notation, Rendered, Variables, conditional_values, written_condition, written_value,
};

/// The story formats whose macros can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    SugarCube,
    Harlowe,
    Chapbook,
}

impl Dialect {
    /// The dialect of a story format.
    pub(super) fn of(format: &str) -> Option<Self> {
        match format.to_lowercase().as_str() {
            "sugarcube" => Some(Self::SugarCube),
            "harlowe" => Some(Self::Harlowe),
            "chapbook" => Some(Self::Chapbook),
            _ => None,
        }
    }

    /// A variable.
    pub(super) fn variable(self, name: &str) -> String {
        match self {
            Self::Chapbook => name.to_owned(),
            _ => format!("${name}"),
        }
    }
}

/// Looks up the name of the passage with a title, and whether it is the current one; `None` if
/// there is no such passage or more than one.
pub(super) type PassageLookup<'a> = dyn Fn(&str) -> Option<(String, bool)> + 'a;

/// The notation within one passage.
pub(super) struct RuleNotation<'a> {
    pub(super) dialect: Dialect,
    pub(super) variables: &'a Variables,
    /// The names of passages.
    pub(super) passage: Box<PassageLookup<'a>>,
}

impl Notation for RuleNotation<'_> {
    fn variables(&self) -> &Variables {
        self.variables
    }

    fn variable(&self, name: &str) -> Option<String> {
        Some(self.dialect.variable(&self.variables.name(name)))
    }

    fn assignment(&self, name: &str, value: &str) -> String {
        let name = self.dialect.variable(name);
        match self.dialect {
            Dialect::Chapbook => format!("{name}: {value}"),
            _ => format!("{name} to {value}"),
        }
    }

    fn visits(&self, title: Option<&str>) -> Option<Rendered> {
        let other = match title {
            None => None,
            Some(title) => {
                let (name, is_here) = (self.passage)(title)?;
                // The current visit is not part of Harlowe's history.
                let is_present = is_here && self.dialect == Dialect::Harlowe;
                (!is_present).then_some(name)
            }
        };
        let name = match &other {
            Some(name) => Some(self.text(name)?),
            None => None,
        };
        Some(Rendered::single(match (self.dialect, name) {
            (Dialect::SugarCube, None) => "visited()".to_owned(),
            (Dialect::SugarCube, Some(name)) => format!("visited({name})"),
            (Dialect::Harlowe, None) => "visits".to_owned(),
            (Dialect::Harlowe, Some(name)) => format!("(count: (history:), {name})"),
            (Dialect::Chapbook, None) => "passage.visits".to_owned(),
            (Dialect::Chapbook, Some(name)) => {
                format!("engine.state.get(\"trail\").filter(it => it === {name}).length")
            }
        }))
    }

    fn text(&self, text: &str) -> Option<String> {
        // Characters that would end the macro, and those that are escaped differently.
        let ends = [">>", "]]", "--"];
        let is_plain = |it: char| !it.is_control() && !"\"\\{}".contains(it);
        // SugarCube looks for assignments in a condition even inside quotation marks.
        if self.dialect == Dialect::SugarCube && text.contains('=') {
            return None;
        }
        (text.chars().all(is_plain) && !ends.iter().any(|it| text.contains(it)))
            .then(|| format!("\"{text}\""))
    }

    fn random(&self, low: &str, high: &str) -> Option<Rendered> {
        Some(Rendered::single(match self.dialect {
            Dialect::SugarCube => format!("random({low}, {high})"),
            Dialect::Harlowe => format!("(random: {low}, {high})"),
            Dialect::Chapbook => return chapbook_random(low, high),
        }))
    }

    fn not_binds_tightly(&self) -> bool {
        true
    }

    fn operator(&self, operator: Operator) -> &'static str {
        match (self.dialect, operator) {
            (Dialect::Chapbook, Operator::And) => "&&",
            (Dialect::Chapbook, Operator::Or) => "||",
            (Dialect::Chapbook, Operator::Equal) => "===",
            (Dialect::Chapbook, Operator::NotEqual) => "!==",
            (_, Operator::Equal) => "is",
            (Dialect::Harlowe, Operator::NotEqual) => "is not",
            (Dialect::SugarCube, Operator::NotEqual) => "isnot",
            (Dialect::SugarCube, Operator::Less) => "lt",
            (Dialect::SugarCube, Operator::LessOrEqual) => "lte",
            (Dialect::SugarCube, Operator::Greater) => "gt",
            (Dialect::SugarCube, Operator::GreaterOrEqual) => "gte",
            (_, operator) => operator.mark(),
        }
    }

    fn is_ambiguous(&self, operator: Operator) -> bool {
        // "is not … and" may be two conditions or the negation of both.
        self.dialect == Dialect::Harlowe && operator == Operator::NotEqual
    }

    fn negated(&self, written: &str) -> String {
        match self.dialect {
            Dialect::Chapbook => format!("!{written}"),
            _ => format!("not {written}"),
        }
    }
}

/// Chapbook has dice of any number of sides.
fn chapbook_random(low: &str, high: &str) -> Option<Rendered> {
    let (Ok(least), Ok(most)) = (low.parse::<i64>(), high.parse::<i64>()) else {
        let count = format!("({high} - ({low}) + 1)");
        let written = format!("Math.floor(Math.random() * {count}) + {low}");
        return Some(Rendered::compound(written));
    };
    let die = format!("random.d{}", most - least + 1);
    Some(match least - 1 {
        0 => Rendered::single(die),
        more if more > 0 => Rendered::compound(format!("{die} + {more}")),
        less => Rendered::compound(format!("{die} - {}", less.abs())),
    })
}

impl RuleNotation<'_> {
    /// A condition in this notation.
    pub(super) fn condition(&self, ours: &str) -> Option<String> {
        written_condition(ours, self)
    }

    /// The macros for an effect; for Chapbook, the lines above the text.
    pub(super) fn effect(&self, ours: &str) -> Option<String> {
        let effect: Effect = ours.parse().ok()?;
        let written: Option<Vec<String>> = effect.0.iter().map(|it| self.set(it)).collect();
        Some(written?.concat())
    }

    /// The assignments of an effect without macros around them; `None` if some are conditional.
    pub(super) fn plain_effect(&self, ours: &str) -> Option<String> {
        let effect: Effect = ours.parse().ok()?;
        let written: Option<Vec<String>> = effect
            .0
            .iter()
            .map(|it| {
                let value = written_value(&it.value, &it.name, self)?;
                Some(self.assignment(&self.variables.name(&it.name), &value))
            })
            .collect();
        Some(written?.join(", "))
    }

    fn set(&self, it: &Assignment) -> Option<String> {
        let branches = conditional_values(it);
        let mut text = String::new();
        let is_plain = matches!(branches.as_slice(), [(None, _)]);
        if self.dialect == Dialect::Chapbook && !is_plain && branches.len() > 1 {
            return None;
        }
        for (index, (condition, value)) in branches.iter().enumerate() {
            let value = written_value(value, &it.name, self)?;
            let name = self.variables.name(&it.name);
            let set = self.assignment(&name, &value);
            let condition = match condition {
                Some(it) => Some(written_condition(&it.to_string(), self)?),
                None => None,
            };
            let is_first = index == 0;
            text.push_str(&match (self.dialect, condition) {
                (Dialect::SugarCube, None) if is_first => format!("<<set {set}>>"),
                (Dialect::SugarCube, None) => format!("<<else>><<set {set}>>"),
                (Dialect::SugarCube, Some(it)) => {
                    let word = if is_first { "if" } else { "elseif" };
                    format!("<<{word} {it}>><<set {set}>>")
                }
                (Dialect::Harlowe, None) if is_first => format!("(set: {set})"),
                (Dialect::Harlowe, None) => format!("(else:)[(set: {set})]"),
                (Dialect::Harlowe, Some(it)) => {
                    let word = if is_first { "if" } else { "else-if" };
                    format!("({word}: {it})[(set: {set})]")
                }
                (Dialect::Chapbook, None) => format!("{set}\n"),
                (Dialect::Chapbook, Some(it)) => format!("{name} ({it}): {value}\n"),
            });
        }
        if self.dialect == Dialect::SugarCube && !is_plain {
            text.push_str("<</if>>");
        }
        Some(text)
    }
}
