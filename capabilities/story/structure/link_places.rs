//! Matches links of a text to links of the graph, and finds their side of a split.

use markup::links::{self, Link, LinkKind, Target};
use model::{Edge, EdgeRecord};

/// The links of a text that lead a reader to a node with this title.
pub(super) fn leading_to<'a>(found: &'a [Link], title: &str) -> impl Iterator<Item = &'a Link> {
    found
        .iter()
        .filter(move |it| names(it, title) && it.kind == LinkKind::Goto)
}

/// Whether a link names this title.
fn names(link: &Link, title: &str) -> bool {
    matches!(&link.target, Target::Named(name) if name == title)
}

/// Whether a text contains links to other nodes; then new choices are written into it too.
pub(super) fn has_links(text: &str) -> bool {
    links::find(text)
        .iter()
        .any(|it| it.kind == LinkKind::Goto && matches!(it.target, Target::Named(_)))
}

/// The byte positions of an edge's links in a text; `title` is the target's title. If several links
/// lead there, only those with the edge's label count, if there are any.
pub(in crate::story) fn places_of(found: &[Link], edge: &EdgeRecord, title: &str) -> Vec<usize> {
    let is_kind = |it: &&Link| (it.kind == LinkKind::Include) == edge.includes;
    let all: Vec<&Link> = found
        .iter()
        .filter(|it| names(it, title))
        .filter(is_kind)
        .collect();
    let matches = |it: &&&Link| {
        it.label.trim() == edge.label.trim()
            || it.label.is_empty() && edge.label.trim() == title
            || edge.label.is_empty() && it.label.trim() == title
    };
    let labeled: Vec<_> = all.iter().filter(matches).map(|it| it.at).collect();
    match labeled.is_empty() {
        true => all.iter().map(|it| it.at).collect(),
        false => labeled,
    }
}

/// Joins two texts as separate paragraphs.
pub(super) fn join(first: &str, second: &str) -> String {
    let (first, second) = (first.trim_end(), second.trim_start_matches(['\n', '\r']));
    match (first.is_empty(), second.trim().is_empty()) {
        (true, _) => second.to_owned(),
        (false, true) => first.to_owned(),
        (false, false) => format!("{first}\n\n{second}"),
    }
}

/// The side of an edge when its node's text is divided at these bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Its link is in the part that stays, or nowhere in the text.
    Kept,
    /// Its link is in the part that is moved.
    Moved,
    /// Its link is in both.
    Both,
    /// The text has no such link.
    Nowhere,
}

/// The side of a division that an edge's link is on.
pub(super) fn side(
    found: &[Link],
    edge: &Edge,
    title: &str,
    moved: &std::ops::Range<usize>,
) -> Side {
    let places = places_of(found, &edge.record, title);
    let within = places.iter().filter(|it| moved.contains(it)).count();
    match (within, places.len()) {
        (_, 0) => Side::Nowhere,
        (0, _) => Side::Kept,
        (some, all) if some == all => Side::Moved,
        _ => Side::Both,
    }
}
