//! Passages named in HTML and JavaScript: `data-passage="t"`, Snowman's `story.show("t")`,
//! SugarCube's `Engine.play("t")`.

use super::literal::{Argument, split_arguments};
use super::scan::{Found, scan};
use super::{Link, Target};

/// What stands before an argument that names a passage.
const CALLS: [&str; 4] = [
    "story.show(",
    "story.render(",
    "story.showPassage(",
    "Engine.play(",
];

pub(super) fn find(text: &str, links: &mut Vec<Link>) {
    // Most prose has no script at all: one look for what they share spares a look for each.
    let has_calls = ["story.", "Engine."]
        .iter()
        .any(|it| memchr::memmem::find(text.as_bytes(), it.as_bytes()).is_some());
    for call in CALLS.into_iter().filter(|_| has_calls) {
        scan(text, call, |at, rest| {
            let Some((arguments, length)) = split_arguments(rest, ')') else {
                return Found::Unclosed;
            };
            let target = arguments.first().and_then(|it| Argument::of(it).target());
            links.extend(target.map(|target| Link {
                at,
                label: String::new(),
                target,
            }));
            Found::Something(length)
        });
    }
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
            links.push(Link {
                at,
                label: String::new(),
                target: Target::Named(name.to_owned()),
            });
        }
        Found::Something(length + 2)
    });
}
