//! Harlowe's `(link-goto: "x", "t")` and related macros. Their names are case-insensitive and may
//! contain hyphens and underscores.

use super::literal::{Argument, split_arguments};
use super::scan::{ScanResult, scan};
use super::{Earlier, Link, LinkKind, Target};

/// Macros that show a value, by their names without hyphens.
pub(crate) const VALUES: [&str; 18] = [
    "print",
    "either",
    "random",
    "str",
    "text",
    "joined",
    "cyclinglink",
    "seqlink",
    "sequencelink",
    "currentdate",
    "currenttime",
    "weekday",
    "monthday",
    "monthname",
    "uppercase",
    "lowercase",
    "upperfirst",
    "lowerfirst",
];

/// The name of a macro as Harlowe compares it: case, hyphens and underscores do not matter.
pub(crate) fn macro_name(source: &str) -> String {
    source.to_ascii_lowercase().replace(['-', '_'], "")
}

pub(super) fn find(text: &str, links: &mut Vec<Link>) {
    scan(text, "(", |at, rest| {
        let Some((names, body)) = parse_macro(rest) else {
            return ScanResult::NoMatch;
        };
        if let PassageArgument::Returns(earlier) = names {
            let has_label = macro_name(&rest[..body - 1]) == "linkundo";
            let arguments = split_arguments(&rest[body..], ')').filter(|_| has_label);
            let label = arguments.and_then(|it| it.0.into_iter().next());
            let label = label.map(|it| Argument::of(it).label());
            let place = (at, at + 1 + body);
            let target = Target::Earlier(earlier);
            links.push(Link::to(place, label.unwrap_or_default(), target));
            return ScanResult::NoMatch;
        }
        let Some((arguments, length)) = split_arguments(&rest[body..], ')') else {
            return ScanResult::Unclosed;
        };
        if names == PassageArgument::Storylets {
            let source = rest[..body + length].to_owned();
            let place = (at, at + 1 + body + length + 1);
            links.push(Link::to(place, String::new(), Target::Computed(source)));
            return ScanResult::Match(body + length);
        }
        let has_label = names == PassageArgument::AfterLabel;
        let mut arguments = arguments.into_iter().map(Argument::of);
        let target = if has_label {
            arguments.next_back()
        } else {
            arguments.next()
        };
        if let Some(target) = target.and_then(Argument::target) {
            // The clickable text may be a hook name (`?door`), whose text is elsewhere.
            let label = arguments.next().filter(|_| has_label).map(Argument::label);
            links.push(Link {
                at,
                end: at + 1 + body + length + 1,
                label: label.unwrap_or_default(),
                target,
                kind: match names {
                    PassageArgument::Included => LinkKind::Include,
                    _ => LinkKind::Goto,
                },
            });
        }
        ScanResult::Match(body + length)
    });
}

/// Which argument of a macro names a passage.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PassageArgument {
    /// `(go-to: "t")`
    First,
    /// `(link-goto: "x", "t")`
    AfterLabel,
    /// `(display: "t")`
    Included,
    /// `(link-storylet: …)`: any passage that declares itself available.
    Storylets,
    /// `(undo:)`, `(restart:)`
    Returns(Earlier),
}

/// How the macro at the beginning of `source` names a passage, and the position of its arguments;
/// `None` if it names none.
fn parse_macro(source: &str) -> Option<(PassageArgument, usize)> {
    let end = source.find(|it: char| !(it.is_ascii_alphabetic() || it == '-' || it == '_'))?;
    if !source[end..].starts_with(':') {
        return None;
    }
    let name = macro_name(&source[..end]);
    let names = match name.as_str() {
        "goto" | "redirect" => PassageArgument::First,
        "display" => PassageArgument::Included,
        "linkgoto" | "linkrevealgoto" | "clickgoto" | "mouseovergoto" | "mouseoutgoto" => {
            PassageArgument::AfterLabel
        }
        "linkstorylet" | "openstorylets" => PassageArgument::Storylets,
        "undo" | "linkundo" | "clickundo" | "mouseoverundo" | "mouseoutundo" | "iconundo" => {
            PassageArgument::Returns(Earlier::Undone)
        }
        "restart" | "iconrestart" => PassageArgument::Returns(Earlier::Start),
        _ => return None,
    };
    Some((names, end + 1))
}

/// Where the name of the hook whose bracket opens here begins: `|name>[text]`, `|name)[text]`.
pub(crate) fn hook_name_before(text: &str, at: usize) -> Option<usize> {
    let name = text[..at].strip_suffix(['>', ')'])?;
    let start = name.rfind(|it| !is_hook_name(it))?;
    (text[start..].starts_with('|') && start + 2 < at).then_some(start)
}

/// Where the name of the hook whose bracket closes before this position ends: `[text]<name|`,
/// `[text](name|`.
pub(crate) fn hook_name_after(text: &str, at: usize) -> Option<usize> {
    let name = text[at..].strip_prefix(['<', '('])?;
    let length = name.find(|it| !is_hook_name(it))?;
    (length > 0 && name[length..].starts_with('|')).then_some(at + length + 2)
}

fn is_hook_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}
