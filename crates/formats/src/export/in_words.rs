//! Conditions and effects in the words of a reader, who keeps account of them.

use model::Edge;
use model::play::{Assignment, Effect, Expression, Operator, Value};

use super::wording::Wording;

/// The notes of a book: in its language, with nodes as its readers know them.
pub(crate) struct Notes<'a> {
    wording: &'static Wording,
    /// A node with this title, as the book names it.
    name: Box<dyn Fn(&str) -> String + 'a>,
}

/// How tightly words belong together; greater is tighter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bond {
    /// Alternatives, which are in parentheses as part of anything else.
    Value,
    Logic,
    Comparison,
    Sum,
    Product,
    Single,
}

impl<'a> Notes<'a> {
    /// The notes in a language, given by its code.
    pub(crate) fn new(language: &str, name: impl Fn(&str) -> String + 'a) -> Self {
        Self {
            wording: Wording::of(language),
            name: Box::new(name),
        }
    }

    /// The notes of a book whose nodes have titles.
    pub(crate) fn with_titles(language: &str) -> Notes<'static> {
        let quoted = Wording::of(language).quoted;
        Notes::new(language, move |title| filled(quoted, &[title]))
    }

    /// When a choice is offered; `None` if it always is.
    pub(crate) fn condition(&self, edge: &Edge) -> Option<String> {
        let once = edge.record.once.then(|| self.wording.once.to_owned());
        let condition = edge.record.condition.as_deref().map(|it| match it.parse() {
            Ok(condition) => self.condition_words(&condition),
            Err(_) => filled(self.wording.condition, &[it]),
        });
        joined(once.into_iter().chain(condition))
    }

    /// What a reader notes; `None` if that is nothing.
    pub(crate) fn effect(&self, ours: &str) -> Option<String> {
        match ours.parse::<Effect>() {
            Ok(effect) => joined(effect.0.iter().map(|it| self.assignment(it))),
            Err(_) => Some(ours.to_owned()),
        }
    }

    /// A node with this title, as the book names it.
    pub(super) fn name(&self, title: &str) -> String {
        (self.name)(title)
    }

    /// Which section to turn to.
    pub(crate) fn turn_to(&self, number: usize) -> String {
        filled(self.wording.turn_to, &[&number.to_string()])
    }

    /// Under a condition, with the word that introduces it.
    pub(super) fn condition_words(&self, condition: &Expression) -> String {
        filled(
            self.wording.condition,
            &[&self.words(condition, Bond::Value)],
        )
    }

    /// A value, as readers know it from their notes.
    pub(super) fn value_words(&self, value: &Expression) -> String {
        self.words(value, Bond::Value)
    }

    /// What introduces a text that is read where none of the conditions before holds.
    pub(super) fn in_other_cases(&self) -> &'static str {
        self.wording.in_other_cases
    }

    /// What a reader judges or notes, as it stands behind a choice.
    pub(super) fn aside(&self, words: &str) -> String {
        filled(self.wording.aside, &[words])
    }

    /// What stands between a choice and [`Self::turn_to`].
    pub(crate) fn colon(&self) -> &'static str {
        self.wording.colon
    }

    fn assignment(&self, Assignment { name, value }: &Assignment) -> String {
        let shown = shown_name(name);
        match value {
            Expression::Literal(Value::Boolean(true)) => filled(self.wording.note, &[&shown]),
            Expression::Literal(Value::Boolean(false)) => filled(self.wording.erase, &[&shown]),
            Expression::Binary(operator @ (Operator::Add | Operator::Subtract), changed, by)
                if **changed == Expression::Variable(name.clone()) =>
            {
                format!(
                    "{shown} {} {}",
                    mark(*operator),
                    self.words(by, Bond::Product)
                )
            }
            value if is_condition(value) => {
                let noted = filled(self.wording.note, &[&shown]);
                let condition = self.words(value, Bond::Logic);
                filled(self.wording.value_if, &[&noted, &condition])
            }
            value => format!("{shown} = {}", self.words(value, Bond::Value)),
        }
    }

    fn words(&self, it: &Expression, least: Bond) -> String {
        let (words, bond) = self.phrase(it);
        match bond < least {
            true => format!("({words})"),
            false => words,
        }
    }

    fn phrase(&self, it: &Expression) -> (String, Bond) {
        let wording = self.wording;
        let negative = |it: &Expression| match it {
            Expression::Visited(Some(title)) => filled(wording.not_visited, &[&self.name(title)]),
            it => filled(wording.not, &[&self.words(it, Bond::Single)]),
        };
        match it {
            Expression::Literal(value) => (self.value(value), Bond::Single),
            Expression::Variable(name) => (shown_name(name), Bond::Single),
            Expression::Visits(title) => (self.visits(title.as_deref()), Bond::Sum),
            Expression::Visited(None) => {
                let visits = self.visits(None);
                (format!("{visits} ≥ 1"), Bond::Comparison)
            }
            Expression::Visited(Some(title)) => {
                let words = filled(wording.visited, &[&self.name(title)]);
                (words, Bond::Comparison)
            }
            Expression::Otherwise => (wording.otherwise.to_owned(), Bond::Comparison),
            Expression::Random(bounds) => {
                let [low, high] = bounds.each_ref().map(|it| self.words(it, Bond::Sum));
                (filled(wording.random, &[&low, &high]), Bond::Sum)
            }
            Expression::Not(it) => (negative(it), Bond::Comparison),
            Expression::Negate(it) => (format!("−{}", self.words(it, Bond::Single)), Bond::Product),
            Expression::If(parts) => {
                let [condition, one, other] =
                    parts.each_ref().map(|it| self.words(it, Bond::Logic));
                let one = filled(wording.value_if, &[&one, &condition]);
                let other = filled(wording.value_otherwise, &[&other]);
                (format!("{one}; {other}"), Bond::Value)
            }
            Expression::Binary(operator, one, other) => match (operator, &**other) {
                (Operator::Equal, Expression::Literal(Value::Boolean(true))) => self.phrase(one),
                (Operator::Equal, Expression::Literal(Value::Boolean(false))) => {
                    (negative(one), Bond::Comparison)
                }
                _ => self.binary(*operator, one, other),
            },
        }
    }

    fn binary(&self, operator: Operator, one: &Expression, other: &Expression) -> (String, Bond) {
        let (between, bond) = match operator {
            Operator::And => (self.wording.and, Bond::Logic),
            Operator::Or => (self.wording.or, Bond::Logic),
            Operator::Add | Operator::Subtract => (mark(operator), Bond::Sum),
            Operator::Multiply | Operator::Divide => (mark(operator), Bond::Product),
            _ => (mark(operator), Bond::Comparison),
        };
        let tighter = match bond {
            Bond::Value | Bond::Logic => Bond::Comparison,
            Bond::Comparison => Bond::Sum,
            Bond::Sum => Bond::Product,
            Bond::Product | Bond::Single => Bond::Single,
        };
        // Several of the same need no parentheses, unless order counts.
        let is_same =
            |it: &Expression| matches!(it, Expression::Binary(its, ..) if *its == operator);
        let part = |it: &Expression, own_is_enough: bool| match own_is_enough && is_same(it) {
            true => self.words(it, bond),
            false => self.words(it, tighter),
        };
        let any_order = matches!(
            operator,
            Operator::And | Operator::Or | Operator::Add | Operator::Multiply
        );
        let one = match is_arithmetic(operator) {
            true => self.words(one, bond),
            false => part(one, any_order),
        };
        (format!("{one} {between} {}", part(other, any_order)), bond)
    }

    fn visits(&self, title: Option<&str>) -> String {
        match title {
            Some(title) => filled(self.wording.visits, &[&self.name(title)]),
            None => self.wording.visits_here.to_owned(),
        }
    }

    fn value(&self, it: &Value) -> String {
        match it {
            Value::Boolean(true) => self.wording.yes.to_owned(),
            Value::Boolean(false) => self.wording.no.to_owned(),
            Value::Text(text) => filled(self.wording.quoted, &[text]),
            Value::Unset => "0".to_owned(),
            Value::Number(number) if *number < 0.0 => format!("−{}", Value::Number(-number)),
            Value::Number(_) => it.to_string(),
        }
    }
}

/// Whether it is true or false.
fn is_condition(it: &Expression) -> bool {
    match it {
        Expression::Visited(_) | Expression::Not(_) | Expression::Otherwise => true,
        Expression::Binary(operator, ..) => !is_arithmetic(*operator),
        _ => false,
    }
}

fn is_arithmetic(operator: Operator) -> bool {
    use Operator::{Add, Divide, Multiply, Subtract};
    matches!(operator, Add | Subtract | Multiply | Divide)
}

/// A variable as a reader writes it down.
fn shown_name(name: &str) -> String {
    name.replace('_', " ").trim().to_owned()
}

fn mark(operator: Operator) -> &'static str {
    match operator {
        Operator::Equal => "=",
        Operator::NotEqual => "≠",
        Operator::LessOrEqual => "≤",
        Operator::GreaterOrEqual => "≥",
        Operator::Subtract => "−",
        Operator::Multiply => "×",
        other => other.mark(),
    }
}

fn joined(parts: impl Iterator<Item = String>) -> Option<String> {
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// With a capital letter, in scripts that have them.
pub(super) fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// A phrase with words in its places.
fn filled(phrase: &str, words: &[&str]) -> String {
    let mut pieces = phrase.split("{}");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for (word, piece) in words.iter().zip(pieces) {
        text.push_str(word);
        text.push_str(piece);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_condition(notes: &Notes<'_>, ours: &str) -> String {
        notes.words(&ours.parse().unwrap(), Bond::Value)
    }

    #[test]
    fn conditions_are_in_words_with_the_names_of_the_book() {
        let number = |title: &str| if title == "Cellar" { "14" } else { "3" }.to_owned();
        let english = Notes::new("en", number);
        for (ours, words) in [
            ("gold >= 5 and has_key", "gold ≥ 5 and has key"),
            ("not (a or b) and c", "not (a or b) and c"),
            ("a and b and c or d", "(a and b and c) or d"),
            ("visited(\"Cellar\")", "you have read 14"),
            ("not visited(\"Yard\")", "you have not read 3"),
            ("visits() > 2", "visits to this section > 2"),
            ("met == true and lost == false", "met and not lost"),
            ("name == \"Ann\"", "name = “Ann”"),
            ("a - (b - 1) != -2 * c", "a − (b − 1) ≠ −2 × c"),
            ("random(1, 6) > 3", "a random number from 1 to 6 > 3"),
            ("otherwise()", "nothing else is possible"),
        ] {
            assert_eq!(of_condition(&english, ours), words, "{ours}");
        }
        let german = Notes::with_titles("de-AT");
        assert_eq!(
            of_condition(&german, "visited(\"Keller\") or gold < 1"),
            "du „Keller“ gelesen hast oder gold < 1"
        );
        let chinese = Notes::new("zh-CN", number);
        assert_eq!(
            of_condition(&chinese, "visited(\"Cellar\") and 金币 > 1"),
            "读过 14 且 金币 > 1"
        );
    }

    #[test]
    fn effects_say_what_to_note() {
        let english = Notes::with_titles("en");
        for (ours, words) in [
            ("gold += 2; met_neo = true", "gold + 2; write down: met neo"),
            (
                "gold -= a + 1; lamp = false",
                "gold − (a + 1); cross out: lamp",
            ),
            ("hp = random(1, 6)", "hp = a random number from 1 to 6"),
            ("x = if(a > 1, 2, 3)", "x = 2 if a > 1; otherwise 3"),
            ("name = \"Ann\"", "name = “Ann”"),
            (
                "met = visited(\"Yard\")",
                "write down: met if you have read “Yard”",
            ),
        ] {
            assert_eq!(english.effect(ours).as_deref(), Some(words), "{ours}");
        }
        assert_eq!(english.effect(""), None);
        assert_eq!(english.effect("gold ="), Some("gold =".to_owned()));
        assert_eq!(Notes::with_titles("pl").turn_to(14), "→ 14");
    }
}
