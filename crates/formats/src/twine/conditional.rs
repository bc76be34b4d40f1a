//! Writes prose with conditions and values that came from other formats.

use model::play::Expression;

use super::rule_names::renamed;
use super::rule_notation::{Dialect, RuleNotation};
use crate::export::{Branch, Piece, ProseCode, Row, inline_text, rows};
use crate::scripting::shown_value;

impl ProseCode for RuleNotation<'_> {
    fn condition(&self, it: &Expression) -> Option<String> {
        RuleNotation::condition(self, &renamed(&it.to_string(), false))
    }

    fn value(&self, it: &Expression) -> Option<String> {
        let it: Expression = renamed(&it.to_string(), false).parse().ok()?;
        let value = shown_value(&it, self)?;
        match self.dialect {
            Dialect::SugarCube => Some(format!("<<print {value}>>")),
            Dialect::Harlowe => Some(format!("(print: {value})")),
            Dialect::Chapbook => {
                matches!(it, Expression::Variable(_)).then(|| format!("{{{value}}}"))
            }
        }
    }
}

/// A story format without macros that could be written.
pub(super) struct NoMacros;

impl ProseCode for NoMacros {
    fn condition(&self, _: &Expression) -> Option<String> {
        None
    }

    fn value(&self, _: &Expression) -> Option<String> {
        None
    }
}

/// The text of a passage.
pub(super) fn conditional(pieces: Vec<Piece>, dialect: Option<Dialect>) -> String {
    match dialect {
        Some(Dialect::Chapbook) => chapbook(pieces),
        Some(Dialect::Harlowe) => inline_text(&pieces, harlowe),
        _ => inline_text(&pieces, sugarcube),
    }
}

fn sugarcube(branches: &[Branch]) -> String {
    let mut text = String::new();
    for (number, branch) in branches.iter().enumerate() {
        text.push_str(&match &branch.condition {
            Some(it) if number == 0 => format!("<<if {it}>>"),
            Some(it) => format!("<<elseif {it}>>"),
            None => "<<else>>".to_owned(),
        });
        text.push_str(&inline_text(&branch.pieces, sugarcube));
    }
    text + "<</if>>"
}

fn harlowe(branches: &[Branch]) -> String {
    let each = branches.iter().enumerate().map(|(number, branch)| {
        let words = in_hook(inline_text(&branch.pieces, harlowe));
        match &branch.condition {
            Some(it) if number == 0 => format!("(if: {it})[{words}]"),
            Some(it) => format!("(else-if: {it})[{words}]"),
            None => format!("(else:)[{words}]"),
        }
    });
    each.collect()
}

/// The text within a hook: a list or a heading there begins and ends with a line of its own.
fn in_hook(words: String) -> String {
    let is_block = |line: Option<&str>| {
        let line = line.unwrap_or_default().trim_start();
        line.starts_with(['*', '#']) || line.starts_with("0.")
    };
    let begin = if is_block(words.lines().next()) {
        "\n"
    } else {
        ""
    };
    let end = if is_block(words.lines().last()) {
        "\n"
    } else {
        ""
    };
    format!("{begin}{words}{end}")
}

/// Chapbook's modifiers do not contain one another, and know no further conditions: each names all that
/// must hold.
fn chapbook(pieces: Vec<Piece>) -> String {
    let mut text = String::new();
    // What must hold at each depth: not the conditions before, but this one.
    let mut open: Vec<(Vec<String>, Option<String>)> = Vec::new();
    let mut last = CONTINUE.to_owned();
    for (_, row) in rows(pieces, None) {
        match row {
            Row::Words(words) => {
                let modifier = modifier(&open);
                if modifier != last {
                    text.push_str(&format!("\n{modifier}\n"));
                    last = modifier;
                }
                text.push_str(&words);
                text.push('\n');
            }
            Row::If(condition) => open.push((Vec::new(), Some(condition))),
            Row::ElseIf(condition) => otherwise(&mut open, Some(condition)),
            Row::Else => otherwise(&mut open, None),
            Row::End => _ = open.pop(),
        }
    }
    if last != CONTINUE {
        text.push_str(&format!("\n{CONTINUE}\n"));
    }
    text.trim_matches('\n').to_owned()
}

/// The modifier below which text is always shown.
const CONTINUE: &str = "[continue]";

/// The modifier of text below these conditions.
fn modifier(open: &[(Vec<String>, Option<String>)]) -> String {
    let all = open.iter().flat_map(|(before, now)| {
        let before = before.iter().map(|it| format!("!({it})"));
        before.chain(now.iter().map(|it| format!("({it})")))
    });
    let all: Vec<String> = all.collect();
    match (all.as_slice(), open) {
        ([], _) => CONTINUE.to_owned(),
        ([_], [(_, Some(one))]) => format!("[if {one}]"),
        (all, _) => format!("[if {}]", all.join(" && ")),
    }
}

fn otherwise(open: &mut [(Vec<String>, Option<String>)], condition: Option<String>) {
    if let Some((before, now)) = open.last_mut() {
        before.extend(now.take());
        *now = condition;
    }
}
