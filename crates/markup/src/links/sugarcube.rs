//! SugarCube's `<<link "x" "t">>` and related macros, and its image links `[img[source][t]]`.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::literal::{Argument, read_literal};
use super::scan::{ScanResult, scan_for};
use super::{Earlier, Link, LinkKind, Target, is_expression};

static MACRO: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("<<"));
static PICTURE: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("img["));

/// Macros that show a link with content, which is carried out when it is followed.
pub(crate) const LINK_MACROS: [&str; 3] = ["link", "button", "click"];

/// Which argument of a macro names the passage.
#[derive(Clone, Copy)]
enum PassageArgument {
    /// `<<goto "t">>`
    First,
    /// `<<link "x" "t">>`
    AfterLabel,
    /// `<<choice "t" "x">>`
    BeforeLabel,
    /// `<<actions "t" "u">>`
    Each,
    /// `<<include "t">>`
    Included,
    /// `<<back>>`, `<<return "x" "t">>`
    Returns(Earlier),
}

fn passage_argument(name: &str) -> Option<PassageArgument> {
    match name {
        "goto" => Some(PassageArgument::First),
        "include" | "display" => Some(PassageArgument::Included),
        "back" => Some(PassageArgument::Returns(Earlier::Undone)),
        "return" => Some(PassageArgument::Returns(Earlier::Previous)),
        "link" | "button" | "click" => Some(PassageArgument::AfterLabel),
        "choice" => Some(PassageArgument::BeforeLabel),
        "actions" => Some(PassageArgument::Each),
        _ => None,
    }
}

pub(super) fn find(text: &str, links: &mut Vec<Link>) {
    scan_for(text, &MACRO, |at, rest| {
        let name = rest
            .find(|it: char| !it.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let Some(passage_argument) = passage_argument(&rest[..name]) else {
            return ScanResult::NoMatch;
        };
        let Some((arguments, length)) = arguments(&rest[name..]) else {
            return ScanResult::Unclosed;
        };
        let kind = match passage_argument {
            PassageArgument::Included => LinkKind::Include,
            _ => LinkKind::Goto,
        };
        targets(passage_argument, arguments, |label, target| {
            links.push(Link {
                at,
                end: at + 2 + name + length + 2,
                label,
                target,
                kind,
            });
        });
        ScanResult::Match(name + length)
    });
}

/// The arguments up to `>>`, and their length in bytes. An argument in square brackets is a link or
/// image that is found separately; it is represented by an empty expression, which names nothing.
fn arguments(source: &str) -> Option<(Vec<Argument>, usize)> {
    let mut arguments = Vec::new();
    let mut rest = source.trim_start();
    while !rest.starts_with(">>") {
        let length = match rest.chars().next()? {
            '"' | '\'' => {
                let (text, length) = read_literal(rest)?;
                arguments.push(Argument::Text(text));
                length
            }
            '`' => {
                let length = rest[1..].find('`')? + 2;
                arguments.push(Argument::Other(rest[..length].to_owned()));
                length
            }
            '[' => {
                arguments.push(Argument::Other(String::new()));
                rest.find("]]")? + 2
            }
            _ => {
                let length = rest.find([' ', '\t', '\r', '\n', '>'])?.max(1);
                arguments.push(unquoted(&rest[..length]));
                length
            }
        };
        rest = rest[length..].trim_start();
    }
    Some((arguments, source.len() - rest.len()))
}

/// An unquoted word is a string unless it names a variable.
fn unquoted(word: &str) -> Argument {
    if is_expression(word) || word.starts_with(['$', '_', '(']) || word.starts_with("settings.") {
        Argument::Other(word.to_owned())
    } else {
        Argument::Text(word.to_owned())
    }
}

/// The labels and targets of a macro with these arguments.
fn targets(
    passage_argument: PassageArgument,
    arguments: Vec<Argument>,
    mut add: impl FnMut(String, Target),
) {
    let mut pair = |label: Option<Argument>, target: Option<Argument>| {
        if let Some(target) = target.and_then(Argument::target) {
            add(label.map(Argument::label).unwrap_or_default(), target);
        }
    };
    let mut arguments = arguments.into_iter();
    match passage_argument {
        PassageArgument::First | PassageArgument::Included => pair(None, arguments.next()),
        PassageArgument::Returns(earlier) => match (arguments.next(), arguments.next()) {
            // The link in square brackets is found separately.
            (Some(Argument::Other(link)), None) if link.is_empty() => {}
            (label, Some(to)) => pair(label, Some(to)),
            (label, None) => {
                let label = label.map(Argument::label).unwrap_or_default();
                add(label, Target::Earlier(earlier));
            }
        },
        PassageArgument::AfterLabel => {
            let label = arguments.next();
            pair(label, arguments.next());
        }
        PassageArgument::BeforeLabel => {
            let target = arguments.next();
            pair(arguments.next(), target);
        }
        PassageArgument::Each => arguments.for_each(|it| pair(None, Some(it))),
    }
}

/// Finds `[img[source][t]]`, with or without a setter; without `[t]` it is just an image.
pub(super) fn find_pictures(text: &str, links: &mut Vec<Link>) {
    scan_for(text, &PICTURE, |at, rest| {
        let Some(source) = rest.find(']') else {
            return ScanResult::Unclosed;
        };
        let Some(link) = rest[source + 1..].strip_prefix('[') else {
            return ScanResult::NoMatch;
        };
        let Some(length) = link.find(']') else {
            return ScanResult::Unclosed;
        };
        let name = link[..length].trim();
        if !name.is_empty() && !name.contains(['[', '\n']) && !name.contains("://") {
            let target = Target::Named(name.to_owned());
            let end = at + "img[".len() + source + 2 + length + 1;
            links.push(Link::to((at, end), String::new(), target));
        }
        ScanResult::Match(source + 2 + length)
    });
}
