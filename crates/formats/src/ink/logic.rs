//! Translates conditions and assignments between Ink and our expression language: resolves names,
//! reads declarations, and writes our expressions in Ink.

use std::collections::HashSet;

use model::play::Expression;

use super::flow::Choice;
use super::names::SymbolTable;
use super::syntax::{is_name_character, without_comments};
use crate::scripting::{
    DeclaredVariables, NameResolver, Notation, Rendered, Variables, read_condition,
};

/// The global variables that texts declare.
pub(super) fn declared<'a>(texts: impl Iterator<Item = &'a str>) -> DeclaredVariables {
    let all = DeclaredVariables::default();
    for text in texts.filter(|it| it.contains("VAR ")) {
        let plain = without_comments(text);
        for (line, plain) in text.lines().zip(plain.lines()) {
            if let Some((name, value)) = declaration(plain) {
                all.add(name, value, line);
            }
        }
    }
    all
}

fn declaration(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.trim_start().strip_prefix("VAR ")?.split_once('=')?;
    let name = name.trim();
    (!name.is_empty() && name.chars().all(is_name_character)).then_some((name, value.trim()))
}

/// Resolves names in the logic of a section.
pub(super) struct InkMeaning<'a> {
    pub(super) names: &'a SymbolTable,
    pub(super) from: usize,
}

impl NameResolver for InkMeaning<'_> {
    fn name(&self, name: &str) -> Option<Expression> {
        if self.names.places[self.from]
            .parameters
            .iter()
            .any(|it| it == name)
        {
            return None;
        }
        if let Some(declared) = self.names.declared.get(name) {
            declared.value_type?;
            return Some(Expression::Variable(declared.name));
        }
        if self.names.variables.contains(name) {
            return None;
        }
        let title = self.names.title_of(self.from, name)?;
        Some(Expression::Visits(title))
    }

    fn call(&self, name: &str, mut arguments: Vec<Expression>) -> Option<Expression> {
        if name == "RANDOM" {
            let [low, high] = arguments.try_into().ok()?;
            return Some(Expression::random(low, high));
        }
        (name == "FLOAT" && arguments.len() == 1).then(|| arguments.remove(0))
    }

    fn has_integer_division(&self) -> bool {
        true
    }
}

/// The Ink condition of a choice that is offered only if no other is. A choice without text is a
/// fallback already: Ink never shows it and takes it on its own.
pub(super) const NOTHING_ELSE: &str = "CHOICE_COUNT() == 0";

/// The condition of a choice; `None` if it is always offered. A condition that our language cannot
/// express is kept as written. Because Ink counts only the choices so far, `CHOICE_COUNT` is
/// translated only if all `later` choices are fallbacks.
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
        Some(last) => own.and(last).to_string(),
        None => own.to_string(),
    })
}

fn bare_of_space(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|it| !it.is_whitespace())
}

/// The name whose value is a node's visit count in Ink; `None` as title means the current node.
pub(super) type Visits<'a> = dyn Fn(Option<&str>) -> Option<String> + 'a;

/// Writes our expressions as they read in a section.
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
        // A choice label in an Ink text shadows a variable of ours with the same name.
        (!self.labels.contains(name)).then(|| self.variables.name(name))
    }

    fn assignment(&self, name: &str, value: &str) -> String {
        format!("~ {name} = {value}")
    }

    fn conditional(&self, branches: &[(Option<String>, String)]) -> Option<Vec<String>> {
        let mut lines = vec!["{".to_owned()];
        for (condition, line) in branches {
            let condition = condition.as_deref().unwrap_or("else");
            lines.push(format!("- {condition}:"));
            lines.push(format!("    {line}"));
        }
        lines.push("}".to_owned());
        Some(lines)
    }

    fn visits(&self, title: Option<&str>) -> Option<Rendered> {
        // Never in parentheses: Ink reads a name in parentheses as a list.
        (self.visits)(title).map(Rendered::single)
    }

    fn text(&self, text: &str) -> Option<String> {
        let is_plain = |c: char| !c.is_control() && !"{}[]|#<>/~".contains(c);
        text.chars().all(is_plain).then(|| {
            let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
            format!("\"{escaped}\"")
        })
    }

    fn random(&self, low: &str, high: &str) -> Option<Rendered> {
        Some(Rendered::single(format!("RANDOM({low}, {high})")))
    }

    fn not_binds_tightly(&self) -> bool {
        true
    }

    fn dividend(&self, written: String) -> String {
        format!("FLOAT({})", bare(&written))
    }
}

/// The text without parentheses that enclose all of it.
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
