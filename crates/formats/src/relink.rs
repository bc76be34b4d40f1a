//! Links in texts that name a node by its title, counted and led to another title. A text is only
//! changed where its links, read again, are the same but for that title.

use model::Node;

use crate::kept::text_of;
use crate::links::{self, Link, Target, looks_computed};
use crate::{ink, yarn};

/// A text whose links lead to another title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relinked {
    /// The whole text.
    pub text: String,
    /// How many links were rewritten.
    pub count: usize,
    /// How many could not be written with that title and stay as they are.
    pub left: usize,
}

/// How many links of a node's text name this title. Those of Ink and Yarn name what stands in the
/// file, which a title here does not change.
pub fn links_to(node: &Node, title: &str) -> usize {
    let text = text_of(node);
    if !text.contains(title) || ink::is_from(node) || yarn::is_from(node) {
        return 0;
    }
    links::find(text)
        .iter()
        .filter(|it| names(it, title))
        .count()
}

/// A node's text with every link to one title leading to another; nothing where there is none.
pub fn relinked(node: &Node, old: &str, new: &str) -> Option<Relinked> {
    (links_to(node, old) > 0).then(|| in_text(text_of(node), old, new))
}

fn in_text(text: &str, old: &str, new: &str) -> Relinked {
    let found = links::find(text);
    let all = found.iter().filter(|it| names(it, old)).count();
    let rewrite = |which: &dyn Fn(usize) -> bool| {
        let mut rewritten = String::with_capacity(text.len());
        let (mut done, mut count) = (0, 0);
        for (at, link) in found.iter().enumerate() {
            if !names(link, old) || !which(at) || link.at < done {
                continue;
            }
            let Some(place) = target_at(&text[link.at..link.end], old) else {
                continue;
            };
            rewritten.push_str(&text[done..link.at + place]);
            rewritten.push_str(new);
            done = link.at + place + old.len();
            count += 1;
        }
        rewritten.push_str(&text[done..]);
        (rewritten, count)
    };
    let is_sound = |(rewritten, count): &(String, usize), which: &dyn Fn(usize) -> bool| {
        let again = links::find(rewritten);
        *count > 0
            && again.len() == found.len()
            && again
                .iter()
                .zip(&found)
                .enumerate()
                .all(|(at, (new_link, link))| {
                    let moved = names(link, old) && which(at);
                    let leads = match moved {
                        true => names(new_link, new),
                        false => new_link.target == link.target,
                    };
                    // A label that was the title itself stays as the words a reader sees.
                    let said = new_link.label == link.label
                        || moved && link.label.is_empty() && new_link.label == old;
                    leads && said && new_link.manner == link.manner
                })
    };
    let every = |_: usize| true;
    let whole = rewrite(&every);
    if is_sound(&whole, &every) {
        let (text, count) = whole;
        return Relinked {
            text,
            count,
            left: all - count,
        };
    }
    // One that cannot be written keeps no other from it: each is tried by itself, then all that can.
    let sound: Vec<usize> = (0..found.len())
        .filter(|at| {
            let link = &found[*at];
            names(link, old) && holds(&text[link.at..link.end], old, new)
        })
        .collect();
    let which = |it: usize| sound.binary_search(&it).is_ok();
    let some = rewrite(&which);
    let (text, count) = match is_sound(&some, &which) {
        true => some,
        false => (text.to_owned(), 0),
    };
    Relinked {
        text,
        count,
        left: all - count,
    }
}

/// Whether a link as written, alone, can lead to the new title.
fn holds(written: &str, old: &str, new: &str) -> bool {
    let Some(place) = target_at(written, old) else {
        return false;
    };
    let changed = [&written[..place], new, &written[place + old.len()..]].concat();
    let (before, after) = (links::find(written), links::find(&changed));
    before.len() == after.len()
        && before
            .iter()
            .zip(&after)
            .any(|(it, now)| names(it, old) && names(now, new))
}

fn names(link: &Link, title: &str) -> bool {
    matches!(&link.target, Target::Named(name) if name == title && !looks_computed(name))
}

/// Where the target of a link as written begins in it.
pub(crate) fn target_at(link: &str, target: &str) -> Option<usize> {
    match link.contains("<-") {
        true => link.find(target),
        false => link.rfind(target),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_every_notation_lead_to_the_new_title() {
        for (text, expected) in [
            ("[[Hall]] and [[Hallway]]", "[[Great Hall]] and [[Hallway]]"),
            ("[[Go to Hall->Hall]]", "[[Go to Hall->Great Hall]]"),
            ("[[Hall<-Hall again]]", "[[Great Hall<-Hall again]]"),
            ("[[Hall|Hall]] Hall", "[[Hall|Great Hall]] Hall"),
            (
                "<<link \"Hall!\" \"Hall\">><</link>> <<goto 'Hall'>>",
                "<<link \"Hall!\" \"Great Hall\">><</link>> <<goto 'Great Hall'>>",
            ),
            (
                "(link-goto: \"in\", \"Hall\") <<include \"Hall\">>",
                "(link-goto: \"in\", \"Great Hall\") <<include \"Great Hall\">>",
            ),
            ("<<goto $Hall>> [[Hall]]", "<<goto $Hall>> [[Great Hall]]"),
        ] {
            let it = in_text(text, "Hall", "Great Hall");
            assert_eq!((it.text.as_str(), it.left), (expected, 0), "{text}");
        }
        let it = in_text("去[[大厅]]或[[回来->大厅]]", "大厅", "大殿");
        assert_eq!(it.text, "去[[大殿]]或[[回来->大殿]]");
        assert_eq!(it.count, 2);
    }

    #[test]
    fn a_title_that_a_link_cannot_hold_leaves_it_and_the_others_are_written() {
        let it = in_text("[[a->Hall]] <<goto \"Hall\">>", "Hall", "Ha\"ll");
        assert_eq!(it.text, "[[a->Ha\"ll]] <<goto \"Hall\">>");
        assert_eq!((it.count, it.left), (1, 1));
        let it = in_text("[[a->Hall]]", "Hall", "x]] [[y");
        assert_eq!((it.text.as_str(), it.count, it.left), ("[[a->Hall]]", 0, 1));
    }

    #[test]
    fn ten_thousand_links_are_rewritten() {
        let text = "[[Hall]] ".repeat(10_000);
        let it = in_text(&text, "Hall", "殿");
        assert_eq!((it.count, it.left), (10_000, 0));
        let it = in_text(&text, "Hall", "x]]");
        assert_eq!((it.text == text, it.left), (true, 10_000));
    }
}
