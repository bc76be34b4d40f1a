//! SugarCube's `<<link "x" "t">>` and its kin, and its picture links `[img[source][t]]`.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::literal::{Argument, read_literal};
use super::scan::{Found, scan_for};
use super::{Link, Manner, Target, looks_computed};

static MACRO: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("<<"));
static PICTURE: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("img["));

/// Which argument of a macro names the passage.
#[derive(Clone, Copy)]
enum Place {
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
    Returns,
}

fn place(name: &str) -> Option<Place> {
    match name {
        "goto" => Some(Place::First),
        "include" | "display" => Some(Place::Included),
        "back" | "return" => Some(Place::Returns),
        "link" | "button" | "click" => Some(Place::AfterLabel),
        "choice" => Some(Place::BeforeLabel),
        "actions" => Some(Place::Each),
        _ => None,
    }
}

pub(super) fn find(text: &str, links: &mut Vec<Link>) {
    scan_for(text, &MACRO, |at, rest| {
        let name = rest
            .find(|it: char| !it.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let Some(place) = place(&rest[..name]) else {
            return Found::Nothing;
        };
        let Some((arguments, length)) = arguments(&rest[name..]) else {
            return Found::Unclosed;
        };
        let manner = match place {
            Place::Included => Manner::Includes,
            _ => Manner::Goes,
        };
        targets(place, arguments, |label, target| {
            links.push(Link {
                at,
                end: at + 2 + name + length + 2,
                label,
                target,
                manner,
            });
        });
        Found::Something(name + length)
    });
}

/// The arguments up to `>>`, and their length in bytes. One in square brackets is a link or picture
/// of its own, found elsewhere; it stands as an empty expression, which names nothing.
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
                arguments.push(bare(&rest[..length]));
                length
            }
        };
        rest = rest[length..].trim_start();
    }
    Some((arguments, source.len() - rest.len()))
}

/// A word without quotes is a string unless it names a variable.
fn bare(word: &str) -> Argument {
    if looks_computed(word) || word.starts_with(['$', '_', '(']) || word.starts_with("settings.") {
        Argument::Other(word.to_owned())
    } else {
        Argument::Text(word.to_owned())
    }
}

/// What a macro with these arguments leads to: a label and a target each.
fn targets(place: Place, arguments: Vec<Argument>, mut add: impl FnMut(String, Target)) {
    let mut pair = |label: Option<Argument>, target: Option<Argument>| {
        if let Some(target) = target.and_then(Argument::target) {
            add(label.map(Argument::label).unwrap_or_default(), target);
        }
    };
    let mut arguments = arguments.into_iter();
    match place {
        Place::First | Place::Included => pair(None, arguments.next()),
        Place::Returns => match (arguments.next(), arguments.next()) {
            // The link in square brackets is found by itself.
            (Some(Argument::Other(link)), None) if link.is_empty() => {}
            (label, Some(to)) => pair(label, Some(to)),
            (label, None) => add(label.map(Argument::label).unwrap_or_default(), Target::Back),
        },
        Place::AfterLabel => {
            let label = arguments.next();
            pair(label, arguments.next());
        }
        Place::BeforeLabel => {
            let target = arguments.next();
            pair(arguments.next(), target);
        }
        Place::Each => arguments.for_each(|it| pair(None, Some(it))),
    }
}

/// `[img[source][t]]`, with or without a setter; one without `[t]` is only a picture.
pub(super) fn find_pictures(text: &str, links: &mut Vec<Link>) {
    scan_for(text, &PICTURE, |at, rest| {
        let Some(source) = rest.find(']') else {
            return Found::Unclosed;
        };
        let Some(link) = rest[source + 1..].strip_prefix('[') else {
            return Found::Nothing;
        };
        let Some(length) = link.find(']') else {
            return Found::Unclosed;
        };
        let name = link[..length].trim();
        if !name.is_empty() && !name.contains(['[', '\n']) && !name.contains("://") {
            let target = Target::Named(name.to_owned());
            let end = at + "img[".len() + source + 2 + length + 1;
            links.push(Link::to((at, end), String::new(), target));
        }
        Found::Something(source + 2 + length)
    });
}
