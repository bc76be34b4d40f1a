//! Chapbook's inserts: `{embed passage: 't'}`, `{link to: 't', label: 'x'}`,
//! `{reveal link: 'x', passage: 't'}`, `{back link}`.

use std::ops::Range;

use super::literal::{Argument, read_literal, split_arguments};
use super::scan::{ScanResult, scan};
use super::{Earlier, Link, LinkKind, Target};

/// The inserts that name a passage, and whether they name it in their last argument, as `passage:
/// 't'`.
const INSERTS: [(&str, bool); 5] = [
    ("embed passage:", false),
    ("embed passage named:", false),
    ("link to:", false),
    ("redirect to:", false),
    ("reveal link:", true),
];

/// Modifiers whose text is never shown.
pub(crate) const NEVER_SHOWN: [&str; 5] = ["ifnever", "note", "n.b.", "todo", "fixme"];
/// Modifiers whose text is a script or a style sheet.
pub(crate) const CODE: [&str; 2] = ["javascript", "css"];

/// What is between the brackets of a line of modifiers, such as `[if gold > 3; align center]`.
pub(crate) fn modifiers(line: &str) -> Option<&str> {
    let inner = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    (!inner.starts_with('[')).then_some(inner)
}

/// Whether the text below a line of modifiers is not prose.
pub(super) fn hides_text(modifiers: &str) -> bool {
    modifiers.split(';').any(|it| {
        let word = it.split_whitespace().next().unwrap_or_default();
        let mut hidden = NEVER_SHOWN.iter().chain(&CODE);
        hidden.any(|it| word.eq_ignore_ascii_case(it))
    })
}

/// The inserts that lead back or to the start.
const BACK: [(&str, Earlier); 2] = [
    ("back link", Earlier::Undone),
    ("restart link", Earlier::Start),
];

pub(super) fn find(text: &str, links: &mut Vec<Link>) {
    scan(text, "{", |at, rest| {
        let begun = rest.trim_start();
        let back = BACK.iter().find_map(|(name, earlier)| {
            let behind = begun.strip_prefix(name)?.trim_start();
            behind.starts_with([',', '}']).then_some((*earlier, behind))
        });
        if let Some((earlier, behind)) = back {
            let label = split_arguments(behind, '}').and_then(|(parts, _)| {
                let mut named = parts.into_iter().filter_map(|it| it.split_once(':'));
                let (_, label) = named.find(|it| it.0.trim() == "label")?;
                Some(Argument::of(label).label())
            });
            let target = Target::Earlier(earlier);
            links.push(Link::to((at, at + 1), label.unwrap_or_default(), target));
            return ScanResult::NoMatch;
        }
        let space = rest.len() - rest.trim_start().len();
        let insert = INSERTS
            .iter()
            .find(|(name, _)| rest[space..].starts_with(name));
        let Some((name, reveals)) = insert else {
            return ScanResult::NoMatch;
        };
        let body = space + name.len();
        let Some((parts, length)) = split_arguments(&rest[body..], '}') else {
            return ScanResult::Unclosed;
        };
        let mut parts = parts.into_iter();
        let first = parts.next().map(Argument::of);
        let named: Vec<_> = parts.filter_map(|it| it.split_once(':')).collect();
        let named = |key: &str| {
            named
                .iter()
                .find(|(it, _)| it.trim() == key)
                .map(|(_, value)| Argument::of(value))
        };
        let (label, target) = if *reveals {
            (first, named("passage"))
        } else {
            (named("label"), first)
        };
        if let Some(target) = target.and_then(|it| it.target()) {
            let label = label.map(|it| it.label()).unwrap_or_default();
            let kind = match name.starts_with("embed") || *reveals {
                true => LinkKind::Include,
                false => LinkKind::Goto,
            };
            links.push(Link {
                at,
                end: at + 1 + body + length + 1,
                label,
                target,
                kind,
            });
        }
        ScanResult::Match(body + length)
    });
}

/// Where `{reveal link: 'x', text: 'y'}` has the text that replaces the link, counted from the beginning of
/// the first of its arguments. `None` for other inserts, and for a text whose source is not what a reader
/// sees.
pub(crate) fn revealed_text(arguments: &[&str]) -> Option<Range<usize>> {
    let (first, others) = arguments.split_first()?;
    let (name, _) = first.split_once(':')?;
    (name.trim() == "reveal link").then_some(())?;
    let mut at = first.len() + 1;
    for argument in others {
        if let Some((_, value)) = argument.split_once(':').filter(|it| it.0.trim() == "text") {
            let literal = value.trim();
            let start = at + argument.len() - value.trim_start().len();
            let (shown, length) = read_literal(literal)?;
            let is_plain = length == literal.len() && literal[1..length - 1] == shown;
            return is_plain.then_some(start + 1..start + length - 1);
        }
        at += argument.len() + 1;
    }
    None
}
