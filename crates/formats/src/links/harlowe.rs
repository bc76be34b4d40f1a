//! Harlowe's `(link-goto: "x", "t")` and its kin. Names may be written in any case, with or
//! without hyphens and underscores.

use super::literal::{Argument, split_arguments};
use super::scan::{Found, scan};
use super::{Link, Manner, Target};

pub(super) fn find(text: &str, links: &mut Vec<Link>) {
    scan(text, "(", |at, rest| {
        let Some((names, body)) = macro_begun(rest) else {
            return Found::Nothing;
        };
        if names == Names::Nothing {
            links.push(Link::to((at, at + 1 + body), String::new(), Target::Back));
            return Found::Nothing;
        }
        let Some((arguments, length)) = split_arguments(&rest[body..], ')') else {
            return Found::Unclosed;
        };
        if names == Names::Storylets {
            let source = rest[..body + length].to_owned();
            let place = (at, at + 1 + body + length + 1);
            links.push(Link::to(place, String::new(), Target::Computed(source)));
            return Found::Something(body + length);
        }
        let has_label = names == Names::AfterLabel;
        let mut arguments = arguments.into_iter().map(Argument::of);
        let target = if has_label {
            arguments.next_back()
        } else {
            arguments.next()
        };
        if let Some(target) = target.and_then(Argument::target) {
            // What is clicked may be a hook (`?door`), whose words are elsewhere.
            let label = arguments.next().filter(|_| has_label).map(Argument::label);
            links.push(Link {
                at,
                end: at + 1 + body + length + 1,
                label: label.unwrap_or_default(),
                target,
                manner: match names {
                    Names::Included => Manner::Includes,
                    _ => Manner::Goes,
                },
            });
        }
        Found::Something(body + length)
    });
}

/// How a macro names a passage.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    /// `(go-to: "t")`
    First,
    /// `(link-goto: "x", "t")`
    AfterLabel,
    /// `(display: "t")`
    Included,
    /// `(link-storylet: …)`: whichever passage says that it may come now.
    Storylets,
    /// `(undo:)`: where the reader was, or began.
    Nothing,
}

/// How the macro that begins here names a passage, and where its arguments begin; `None` if it names
/// none.
fn macro_begun(source: &str) -> Option<(Names, usize)> {
    let end = source.find(|it: char| !(it.is_ascii_alphabetic() || it == '-' || it == '_'))?;
    if !source[end..].starts_with(':') {
        return None;
    }
    let name = source[..end].to_ascii_lowercase().replace(['-', '_'], "");
    let names = match name.as_str() {
        "goto" | "redirect" => Names::First,
        "display" => Names::Included,
        "linkgoto" | "linkrevealgoto" | "clickgoto" | "mouseovergoto" | "mouseoutgoto" => {
            Names::AfterLabel
        }
        "linkstorylet" | "openstorylets" => Names::Storylets,
        "undo" | "linkundo" | "clickundo" | "mouseoverundo" | "mouseoutundo" | "iconundo"
        | "restart" | "iconrestart" => Names::Nothing,
        _ => return None,
    };
    Some((names, end + 1))
}
