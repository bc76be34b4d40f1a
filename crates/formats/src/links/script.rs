//! Passages named in HTML and JavaScript: `data-passage="t"`, Snowman's `story.show("t")`,
//! SugarCube's `Engine.play("t")`, Chapbook's `go("t")`.

use super::literal::{Argument, split_arguments};
use super::scan::{Found, scan};
use super::{Link, Manner, Target};

/// What stands before an argument that names a passage, and what the call does.
const CALLS: [(&str, Manner); 7] = [
    ("story.show(", Manner::Goes),
    ("story.showPassage(", Manner::Goes),
    ("story.render(", Manner::Includes),
    ("Engine.play(", Manner::Goes),
    ("Engine.show(", Manner::Goes),
    ("wikiPassage(", Manner::Includes),
    ("go(", Manner::Goes),
];

pub(super) fn find_calls(text: &str, links: &mut Vec<Link>) {
    // Most prose has no script at all: one look for what they share spares a look for each.
    let has = |it: &str| memchr::memmem::find(text.as_bytes(), it.as_bytes()).is_some();
    let has_calls = ["story.", "Engine.", "wikiPassage(", "go('", "go(\""]
        .iter()
        .any(|it| has(it));
    for (call, manner) in CALLS.into_iter().filter(|_| has_calls) {
        scan(text, call, |at, rest| {
            // `go` is a word of its own, and of prose too.
            let before = text[..at].chars().next_back();
            let is_word = before.is_none_or(|it| !it.is_alphanumeric() && !"_$".contains(it));
            if call == "go(" && !(is_word && rest.starts_with(['\'', '"'])) {
                return Found::Nothing;
            }
            let Some((arguments, length)) = split_arguments(rest, ')') else {
                return Found::Unclosed;
            };
            let target = arguments.first().and_then(|it| Argument::of(it).target());
            if call == "go(" && !matches!(target, Some(Target::Named(_))) {
                return Found::Nothing;
            }
            links.extend(target.map(|target| Link {
                at,
                end: at + call.len() + length + 1,
                label: String::new(),
                target,
                manner,
            }));
            Found::Something(length)
        });
    }
}

/// `data-passage="t"`.
pub(super) fn find_attributes(text: &str, links: &mut Vec<Link>) {
    scan(text, "data-passage=", |at, rest| {
        let quote = rest.chars().next().filter(|it| matches!(it, '"' | '\''));
        let Some(quote) = quote else {
            return Found::Nothing;
        };
        let Some(length) = rest[1..].find(quote) else {
            return Found::Unclosed;
        };
        let name = rest[1..=length].trim();
        if !name.is_empty() && !name.contains('\n') {
            let target = Target::Named(name.to_owned());
            let end = at + "data-passage=".len() + length + 2;
            links.push(Link::to((at, end), String::new(), target));
        }
        Found::Something(length + 2)
    });
}
