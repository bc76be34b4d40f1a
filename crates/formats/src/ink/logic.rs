//! Conditions and assignments between Ink and our language: what names mean, how variables are
//! declared, and how ours are written.

use std::collections::HashSet;

use model::play::{Expression, Operator};

use super::flow::Choice;
use super::names::Names;
use super::syntax::{is_name, without_comments};
use crate::scripted::{Declared, Meaning, Notation, Sort, Variables, Written, read_condition};

/// The variables that texts declare for the whole story.
pub(super) fn declared<'a>(texts: impl Iterator<Item = &'a str>) -> Declared {
    let all = Declared::default();
    for text in texts.filter(|it| it.contains("VAR ")) {
        let plain = without_comments(text);
        for (line, plain) in text.lines().zip(plain.lines()) {
            if let Some((name, value)) = declaration(plain) {
                all.add(name, Sort::of_literal(value), line);
            }
        }
    }
    all
}

fn declaration(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.trim_start().strip_prefix("VAR ")?.split_once('=')?;
    let name = name.trim();
    (!name.is_empty() && name.chars().all(is_name)).then_some((name, value.trim()))
}

/// What names mean in a section.
pub(super) struct InkMeaning<'a> {
    pub(super) names: &'a Names,
    pub(super) from: usize,
}

impl Meaning for InkMeaning<'_> {
    fn name(&self, name: &str) -> Option<Expression> {
        if self.names.places[self.from]
            .parameters
            .iter()
            .any(|it| it == name)
        {
            return None;
        }
        if let Some(declared) = self.names.declared.get(name) {
            declared.sort?;
            return Some(Expression::Variable(declared.name));
        }
        if self.names.variables.contains(name) {
            return None;
        }
        let title = self.names.title_of(self.from, name)?;
        Some(Expression::Visits(title))
    }

    fn call(&self, name: &str, mut arguments: Vec<Expression>) -> Option<Expression> {
        (name == "FLOAT" && arguments.len() == 1).then(|| arguments.remove(0))
    }

    fn divides_whole(&self) -> bool {
        true
    }
}

/// What a choice asks for that is offered where nothing else is; one without words never shows, and
/// is taken by itself then.
pub(super) const NOTHING_ELSE: &str = "CHOICE_COUNT() == 0";

/// When a choice is offered, where that is not always. What ours cannot say is kept as it is: Ink
/// counts the choices so far, so that those `later` ones must not count.
pub(super) fn condition(
    choice: &Choice,
    later: &[Choice],
    meaning: &InkMeaning<'_>,
) -> Option<String> {
    let counts_none = |it: &String| bare_of_space(it).eq(bare_of_space(NOTHING_ELSE));
    let is_last =
        choice.conditions.iter().any(counts_none) && later.iter().all(Choice::is_fallback);
    let is_last = is_last || choice.is_fallback();
    let own = choice.conditions.iter();
    let own: Vec<_> = own.filter(|it| !is_last || !counts_none(it)).collect();
    let last = is_last.then_some(Expression::Otherwise);
    if own.is_empty() {
        return last.map(|it| it.to_string());
    }
    let source: Vec<_> = match own.as_slice() {
        [one] => vec![(*one).clone()],
        _ => own.iter().map(|it| format!("({it})")).collect(),
    };
    let Some(own) = read_condition(&source.join(" and "), meaning) else {
        return Some(choice.conditions.join(" and "));
    };
    Some(match last {
        Some(last) => Expression::Both(Operator::And, own.into(), last.into()).to_string(),
        None => own.to_string(),
    })
}

fn bare_of_space(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|it| !it.is_whitespace())
}

/// The name by which Ink counts a node's visits; of the present one without a title.
pub(super) type Visits<'a> = dyn Fn(Option<&str>) -> Option<String> + 'a;

/// How Ink writes what stands in a section.
pub(super) struct InkNotation<'a> {
    pub(super) variables: &'a Variables,
    pub(super) labels: &'a HashSet<String>,
    pub(super) visits: Box<Visits<'a>>,
}

impl Notation for InkNotation<'_> {
    fn variables(&self) -> &Variables {
        self.variables
    }

    fn variable(&self, name: &str) -> Option<String> {
        // What a text of Ink calls its choices by is no variable of ours.
        (!self.labels.contains(name)).then(|| self.variables.name(name))
    }

    fn assignment(&self, name: &str, value: &str) -> String {
        format!("~ {name} = {value}")
    }

    fn visits(&self, title: Option<&str>) -> Option<Written> {
        // Never in brackets: Ink takes a name in brackets for a list.
        (self.visits)(title).map(Written::single)
    }

    fn text(&self, text: &str) -> Option<String> {
        let is_plain = |c: char| !c.is_control() && !"{}[]|#<>/~".contains(c);
        text.chars().all(is_plain).then(|| {
            let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
            format!("\"{escaped}\"")
        })
    }

    fn binds_not(&self) -> bool {
        true
    }

    fn dividend(&self, written: String) -> String {
        format!("FLOAT({})", bare(&written))
    }
}

/// Without the brackets around all of it, if there are any.
fn bare(written: &str) -> &str {
    let inner = written
        .strip_prefix('(')
        .and_then(|it| it.strip_suffix(')'));
    inner
        .filter(|it| {
            let mut depth = 0_i32;
            it.chars().all(|c| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                depth >= 0
            }) && !it.contains('"')
        })
        .unwrap_or(written)
}
