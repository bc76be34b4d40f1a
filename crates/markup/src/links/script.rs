//! Passages named in HTML and JavaScript: `data-passage="t"`, Snowman's `story.show("t")`,
//! SugarCube's `Engine.play("t")`, Chapbook's `go("t")`.

use super::literal::{Argument, split_arguments};
use super::scan::{ScanResult, scan};
use super::{Link, LinkKind, Target};

/// The text before an argument that names a passage, and the effect of the call.
const CALLS: [(&str, LinkKind); 7] = [
    ("story.show(", LinkKind::Goto),
    ("story.showPassage(", LinkKind::Goto),
    ("story.render(", LinkKind::Include),
    ("Engine.play(", LinkKind::Goto),
    ("Engine.show(", LinkKind::Goto),
    ("wikiPassage(", LinkKind::Include),
    ("go(", LinkKind::Goto),
];

pub(super) fn find_calls(text: &str, links: &mut Vec<Link>) {
    // Most prose contains no script: one search for what all calls share avoids a search for each.
    let has = |it: &str| memchr::memmem::find(text.as_bytes(), it.as_bytes()).is_some();
    let has_calls = ["story.", "Engine.", "wikiPassage(", "go('", "go(\""]
        .iter()
        .any(|it| has(it));
    for (call, kind) in CALLS.into_iter().filter(|_| has_calls) {
        scan(text, call, |at, rest| {
            // `go` must be a whole word, and it also occurs in prose.
            let before = text[..at].chars().next_back();
            let is_word = before.is_none_or(|it| !it.is_alphanumeric() && !"_$".contains(it));
            if call == "go(" && !(is_word && rest.starts_with(['\'', '"'])) {
                return ScanResult::NoMatch;
            }
            let Some((arguments, length)) = split_arguments(rest, ')') else {
                return ScanResult::Unclosed;
            };
            let target = arguments.first().and_then(|it| Argument::of(it).target());
            if call == "go(" && !matches!(target, Some(Target::Named(_))) {
                return ScanResult::NoMatch;
            }
            links.extend(target.map(|target| Link {
                at,
                end: at + call.len() + length + 1,
                label: String::new(),
                target,
                kind,
            }));
            ScanResult::Match(length)
        });
    }
}

/// `data-passage="t"`.
pub(super) fn find_attributes(text: &str, links: &mut Vec<Link>) {
    scan(text, "data-passage=", |at, rest| {
        let quote = rest.chars().next().filter(|it| matches!(it, '"' | '\''));
        let Some(quote) = quote else {
            return ScanResult::NoMatch;
        };
        let Some(length) = rest[1..].find(quote) else {
            return ScanResult::Unclosed;
        };
        let name = rest[1..=length].trim();
        if !name.is_empty() && !name.contains('\n') {
            let target = Target::Named(name.to_owned());
            let end = at + "data-passage=".len() + length + 2;
            links.push(Link::to((at, end), String::new(), target));
        }
        ScanResult::Match(length + 2)
    });
}
