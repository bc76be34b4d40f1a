//! Counts and replaces words of running text that are a node's title. What links and macros say is not
//! touched: a link is followed or left by [`crate::retarget_links`], and macros are code.

use std::ops::Range;

use model::{Node, is_part_of_word};

use crate::kept_data::text_of;
use crate::links;
use crate::notation::{ink, yarn};

/// How often the running text of a node has these words, in these capitals, as words of their own where
/// the script has spaces. Texts with macros, of Ink and of Yarn have none.
pub fn count_mentions(node: &Node, words: &str) -> usize {
    mentions(node, words).len()
}

/// The text of a node with other words where [`count_mentions`] counts, and how often; `None` where it
/// counts nothing, or where the text would have other links then.
pub fn rename_mentions(node: &Node, words: &str, new: &str) -> Option<(String, usize)> {
    let text = text_of(node);
    let found = mentions(node, words);
    let count = found.len();
    let mut made = String::with_capacity(text.len());
    let mut done = 0;
    for place in found {
        made.push_str(&text[done..place.start]);
        made.push_str(new);
        done = place.end;
    }
    made.push_str(&text[done..]);
    let targets = |text: &str| -> Vec<_> {
        let found = links::find(text).into_iter();
        found.map(|it| (it.target, it.label)).collect()
    };
    (count > 0 && targets(&made) == targets(text)).then_some((made, count))
}

/// Where they stand, in bytes.
fn mentions(node: &Node, words: &str) -> Vec<Range<usize>> {
    let text = text_of(node);
    // One letter is in every other word of a script without spaces.
    if words.chars().nth(1).is_none() || !text.contains(words) {
        return Vec::new();
    }
    if links::has_macros(text) || ink::is_from(node) || yarn::is_from(node) {
        return Vec::new();
    }
    let links = links::find(text);
    text.match_indices(words)
        .map(|(at, found)| at..at + found.len())
        .filter(|it| !is_part_of_word(text, it.clone()))
        .filter(|it| {
            !links
                .iter()
                .any(|link| it.start < link.end && link.at < it.end)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use model::{FixedWorld, Layout, NodeId, World};

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<(&str, usize)>) {
        let mut node = Node {
            id: NodeId(FixedWorld::default().new_id()),
            title: "Pier".to_owned(),
            kind: "scene".to_owned(),
            layout: Layout::default(),
            data: Default::default(),
        };
        crate::kept_data::set_text(&mut node.data, text);
        let made = rename_mentions(&node, "Neo", "Thomas");
        assert_eq!(
            made,
            expected.map(|(text, count)| (text.to_owned(), count)),
            "{text}"
        );
        let count = expected.map_or(0, |it| it.1);
        assert_eq!(count_mentions(&node, "Neo"), count, "{text}");
    }

    #[test]
    fn replaces_whole_words_in_running_text() {
        check(
            "Neo woke. “Neo?” Neo’s coat.",
            Some(("Thomas woke. “Thomas?” Thomas’s coat.", 3)),
        );
        check("他叫Neo吗", Some(("他叫Thomas吗", 1)));
        check("a neon sign, NEO, Neon", None);
    }

    #[test]
    fn leaves_links_and_macros_unchanged() {
        check(
            "Neo [[ask Neo->Neo]] [[Neo]]",
            Some(("Thomas [[ask Neo->Neo]] [[Neo]]", 1)),
        );
        check("[[Neo’s flat]]", None);
        check("<<if $Neo>>Neo<</if>>", None);
    }
}
