//! Harlowe's `(link-goto: "x", "t")` and its kin. Names may be written in any case, with or
//! without hyphens and underscores.

use super::Link;
use super::literal::{Argument, split_arguments};
use super::scan::{Found, scan};

pub(super) fn find(text: &str, links: &mut Vec<Link>) {
    scan(text, "(", |at, rest| {
        let Some((has_label, body)) = macro_begun(rest) else {
            return Found::Nothing;
        };
        let Some((arguments, length)) = split_arguments(&rest[body..], ')') else {
            return Found::Unclosed;
        };
        let arguments: Vec<_> = arguments.into_iter().map(Argument::of).collect();
        let (first, last) = (arguments.first(), arguments.last());
        if let Some(target) = (if has_label { last } else { first }).and_then(Argument::target) {
            // What is clicked may be a hook (`?door`), whose words are elsewhere.
            let label = first
                .filter(|_| has_label && arguments.len() > 1)
                .map(Argument::label);
            links.push(Link {
                at,
                label: label.unwrap_or_default(),
                target,
            });
        }
        Found::Something(body + length)
    });
}

/// Whether the macro that begins here takes a label before the passage, and where its arguments
/// begin; `None` if it names no passage.
fn macro_begun(source: &str) -> Option<(bool, usize)> {
    let end = source.find(|it: char| !(it.is_ascii_alphabetic() || it == '-' || it == '_'))?;
    if !source[end..].starts_with(':') {
        return None;
    }
    let name = source[..end].to_ascii_lowercase().replace(['-', '_'], "");
    let has_label = match name.as_str() {
        "goto" | "display" | "redirect" => false,
        "linkgoto" | "linkrevealgoto" | "clickgoto" | "mouseovergoto" | "mouseoutgoto" => true,
        _ => return None,
    };
    Some((has_label, end + 1))
}
