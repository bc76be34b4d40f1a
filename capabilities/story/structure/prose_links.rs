//! Links in a text and links of the graph: which belongs to which, and how one is written or taken
//! out of the text. Pure.

use markup::links::{self, Link, LinkKind, Target};
use model::{Edge, EdgeRecord};

/// The links of a text that lead a reader to a node of this title.
pub(in crate::story) fn leading_to<'a>(
    found: &'a [Link],
    title: &str,
) -> impl Iterator<Item = &'a Link> {
    found
        .iter()
        .filter(move |it| names(it, title) && it.kind == LinkKind::Goto)
}

/// Whether a link names this title.
fn names(link: &Link, title: &str) -> bool {
    matches!(&link.target, Target::Named(name) if name == title)
}

/// Whether a text leads a reader on by links in it: then choices are written into it too.
pub(in crate::story) fn has_links(text: &str) -> bool {
    links::find(text)
        .iter()
        .any(|it| it.kind == LinkKind::Goto && matches!(it.target, Target::Named(_)))
}

/// Where in a text the link of an edge stands, in bytes; `title` is that of the node it leads to.
/// Where several links of the text lead there, it is those with the edge's label, if there are any.
pub(super) fn places_of(found: &[Link], edge: &EdgeRecord, title: &str) -> Vec<usize> {
    let is_kind = |it: &&Link| (it.kind == LinkKind::Include) == edge.includes;
    let all: Vec<&Link> = found
        .iter()
        .filter(|it| names(it, title))
        .filter(is_kind)
        .collect();
    let said = |it: &&&Link| {
        it.label.trim() == edge.label.trim()
            || it.label.is_empty() && edge.label.trim() == title
            || edge.label.is_empty() && it.label.trim() == title
    };
    let labeled: Vec<_> = all.iter().filter(said).map(|it| it.at).collect();
    match labeled.is_empty() {
        true => all.iter().map(|it| it.at).collect(),
        false => labeled,
    }
}

/// A link as it is written in a text: `[[label->Title]]`; `None` where no link can name the title.
pub(in crate::story) fn written(label: &str, title: &str) -> Option<String> {
    let link = match label {
        "" => format!("[[{title}]]"),
        label if label == title => format!("[[{title}]]"),
        label => format!("[[{label}->{title}]]"),
    };
    let read = links::find(&link);
    let is_sound = match &read[..] {
        [only] => {
            names(only, title)
                && (only.at, only.end) == (0, link.len())
                && (only.label == label || only.label.is_empty())
        }
        _ => false,
    };
    is_sound.then_some(link)
}

/// The text with a link at its end, in a paragraph of its own; unchanged where none can be written.
pub(in crate::story) fn with_link_at_end(text: &str, label: &str, title: &str) -> String {
    match written(label, title) {
        Some(link) => join(text, &link),
        None => text.to_owned(),
    }
}

/// Two texts as paragraphs of one.
pub(super) fn join(first: &str, second: &str) -> String {
    let (first, second) = (first.trim_end(), second.trim_start_matches(['\n', '\r']));
    match (first.is_empty(), second.trim().is_empty()) {
        (true, _) => second.to_owned(),
        (false, true) => first.to_owned(),
        (false, false) => format!("{first}\n\n{second}"),
    }
}

/// The text without the bracketed links that `unwanted` names by their titles: one that stands on a
/// line by itself goes with its line, in any other only its words stay. Gives the number of links
/// that are not in brackets and were left.
pub(super) fn without_links(text: &str, unwanted: &dyn Fn(&str) -> bool) -> (String, usize) {
    let mut rest = text.to_owned();
    let mut left = 0;
    // From the end, so that the places of those before stay right.
    for link in links::find(text).iter().rev() {
        let Target::Named(title) = &link.target else {
            continue;
        };
        if !unwanted(title) || link.kind != LinkKind::Goto {
            continue;
        }
        let is_bracketed = text[link.at..].starts_with("[[") && text[..link.end].ends_with("]]");
        if !is_bracketed {
            left += 1;
            continue;
        }
        let line_start = text[..link.at].rfind('\n').map_or(0, |it| it + 1);
        let line_end = text[link.end..]
            .find('\n')
            .map_or(text.len(), |it| link.end + it);
        let bullet = text[line_start..link.at].trim_matches([' ', '\t', '*', '-', '+', '>']);
        let alone = bullet.is_empty() && text[link.end..line_end].trim().is_empty();
        match alone {
            true => {
                let end = (line_end + 1).min(rest.len());
                rest.replace_range(line_start..end, "");
            }
            false => {
                let words = match link.label.as_str() {
                    "" => title,
                    label => label,
                };
                rest.replace_range(link.at..link.end, words);
            }
        }
    }
    (tidy_end(&rest, text), left)
}

/// No more empty lines at the end than there were words to keep them.
fn tidy_end(rest: &str, before: &str) -> String {
    match rest.len() == before.len() {
        true => rest.to_owned(),
        false => rest.trim_end().to_owned(),
    }
}

/// What becomes of an edge whose node's text is divided at these bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Its link stands in the part that stays, or nowhere in the text.
    Kept,
    /// Its link stands in the part that is moved.
    Moved,
    /// Its link stands in both.
    Both,
    /// The text has no such link.
    Nowhere,
}

/// On which side of a division an edge's link stands.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str, left: usize) {
        let unwanted = |it: &str| it == "Hall";
        assert_eq!(
            without_links(text, &unwanted),
            (expected.to_owned(), left),
            "{text:?}"
        );
    }

    #[test]
    fn links_are_taken_out_with_their_lines_or_to_their_words() {
        check(
            "One.\n\n[[Go in->Hall]]\n[[Leave->Road]]",
            "One.\n\n[[Leave->Road]]",
            0,
        );
        check(
            "He [[went in->Hall]], and [[Hall]].",
            "He went in, and Hall.",
            0,
        );
        check("One.\n\n* [[Hall]]", "One.", 0);
        check("[[Go|Hall]]\n[[Stay]]", "[[Stay]]", 0);
        check(
            "<<link \"In\" \"Hall\">><</link>>",
            "<<link \"In\" \"Hall\">><</link>>",
            1,
        );
        check("No link.\n", "No link.\n", 0);
    }

    #[test]
    fn a_link_is_written_only_where_it_can_be_read_again() {
        assert_eq!(written("", "Hall").as_deref(), Some("[[Hall]]"));
        assert_eq!(written("进去", "大厅").as_deref(), Some("[[进去->大厅]]"));
        assert_eq!(written("", "A]]B"), None);
        assert_eq!(written("", "A->B"), None);
        assert_eq!(
            with_link_at_end("One.\n", "On", "Two"),
            "One.\n\n[[On->Two]]"
        );
    }
}
