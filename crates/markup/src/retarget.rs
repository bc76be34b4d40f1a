//! Counts and retargets links that name a node by its title, and code that asks for visits to it. A
//! text is changed only if parsing it again yields the same links with the new title.

use model::Node;

use crate::kept_data::text_of;
use crate::links::{self, Link, Target, VisitName, is_expression, visit_names};
use crate::notation::{ink, yarn};

/// A text whose links, and whose code that asks for visits, name a new title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetargetedText {
    /// The complete text.
    pub text: String,
    /// The number of rewritten names.
    pub count: usize,
    /// The number of names left unchanged because they cannot express the new title.
    pub skipped: usize,
}

/// How often links in a node's text, and code that asks for visits, name this title. Links in Ink and Yarn refer to names
/// in the file, which renaming a node does not change.
pub fn count_links_to(node: &Node, title: &str) -> usize {
    count_links_in(node, text_of(node), title)
}

fn count_links_in(node: &Node, text: &str, title: &str) -> usize {
    if !text.contains(title) || ink::is_from(node) || yarn::is_from(node) {
        return 0;
    }
    let found = links::find(text);
    found.iter().filter(|it| names(it, title)).count() + visits_to(text, title).count()
}

fn visits_to<'a>(text: &'a str, title: &'a str) -> impl Iterator<Item = VisitName> + 'a {
    let all = visit_names(text).into_iter();
    all.filter(move |it| it.name == title)
}

/// Rewrites every link from one title to another; `None` if there is none.
pub fn retarget_links(node: &Node, old: &str, new: &str) -> Option<RetargetedText> {
    retarget_links_in(node, text_of(node), old, new)
}

/// The same in another text of the node, such as a line of its translation.
pub fn retarget_links_in(node: &Node, text: &str, old: &str, new: &str) -> Option<RetargetedText> {
    (count_links_in(node, text, old) > 0).then(|| in_text(text, old, new))
}

/// Renames a title where code in a text asks for visits, and leaves links as they are.
pub fn rename_visits(text: &str, old: &str, new: &str) -> RetargetedText {
    let (text, count, skipped) = (text.to_owned(), 0, 0);
    let unchanged = RetargetedText {
        text,
        count,
        skipped,
    };
    with_new_visits(unchanged, old, new)
}

fn in_text(text: &str, old: &str, new: &str) -> RetargetedText {
    with_new_visits(with_new_links(text, old, new), old, new)
}

fn with_new_visits(mut done: RetargetedText, old: &str, new: &str) -> RetargetedText {
    let visits: Vec<_> = visits_to(&done.text, old).collect();
    // What would end the string literal or the macro around it.
    let can_hold = !new.contains(['"', '\'', '\\']) && !new.contains(">>");
    if !can_hold {
        done.skipped += visits.len();
        return done;
    }
    let (mut text, mut from) = (String::with_capacity(done.text.len()), 0);
    for VisitName { at, .. } in &visits {
        text.push_str(&done.text[from..at.start]);
        text.push_str(new);
        from = at.end;
    }
    text.push_str(&done.text[from..]);
    done.text = text;
    done.count += visits.len();
    done
}

fn with_new_links(text: &str, old: &str, new: &str) -> RetargetedText {
    let found = links::find(text);
    let all = found.iter().filter(|it| names(it, old)).count();
    let rewrite = |which: &dyn Fn(usize) -> bool| {
        let mut rewritten = String::with_capacity(text.len());
        let (mut done, mut count) = (0, 0);
        for (at, link) in found.iter().enumerate() {
            if !names(link, old) || !which(at) || link.at < done {
                continue;
            }
            let Some(place) = target_offset(&text[link.at..link.end], old) else {
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
                    // A label equal to the old title is kept as the visible text.
                    let same_label = new_link.label == link.label
                        || moved && link.label.is_empty() && new_link.label == old;
                    leads && same_label && new_link.kind == link.kind
                })
    };
    let every = |_: usize| true;
    let whole = rewrite(&every);
    if is_sound(&whole, &every) {
        let (text, count) = whole;
        return RetargetedText {
            text,
            count,
            skipped: all - count,
        };
    }
    // A link that cannot be rewritten must not prevent others: try each by itself, then all that
    // succeed.
    let sound: Vec<usize> = (0..found.len())
        .filter(|at| {
            let link = &found[*at];
            names(link, old) && can_hold(&text[link.at..link.end], old, new)
        })
        .collect();
    let which = |it: usize| sound.binary_search(&it).is_ok();
    let some = rewrite(&which);
    let (text, count) = match is_sound(&some, &which) {
        true => some,
        false => (text.to_owned(), 0),
    };
    RetargetedText {
        text,
        count,
        skipped: all - count,
    }
}

/// Whether a link as written can, by itself, lead to the new title.
fn can_hold(written: &str, old: &str, new: &str) -> bool {
    let Some(place) = target_offset(written, old) else {
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
    matches!(&link.target, Target::Named(name) if name == title && !is_expression(name))
}

/// The position of the target inside a link as written.
pub(crate) fn target_offset(link: &str, target: &str) -> Option<usize> {
    match link.contains("<-") {
        true => link.find(target),
        false => link.rfind(target),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retargets_links_in_every_notation() {
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
            assert_eq!((it.text.as_str(), it.skipped), (expected, 0), "{text}");
        }
        let it = in_text(
            "<<if visited(\"Hall\") > 1>>[[Hall]]<</if>> visited('Hallway')",
            "Hall",
            "Great Hall",
        );
        assert_eq!(
            it.text,
            "<<if visited(\"Great Hall\") > 1>>[[Great Hall]]<</if>> visited('Hallway')"
        );
        assert_eq!((it.count, it.skipped), (2, 0));
        let it = in_text("<<if visited('Hall')>>", "Hall", "Bob's");
        assert_eq!((it.count, it.skipped), (0, 1));
        let it = in_text("去[[大厅]]或[[回来->大厅]]", "大厅", "大殿");
        assert_eq!(it.text, "去[[大殿]]或[[回来->大殿]]");
        assert_eq!(it.count, 2);
    }

    #[test]
    fn skips_links_that_cannot_hold_the_new_title() {
        let it = in_text("[[a->Hall]] <<goto \"Hall\">>", "Hall", "Ha\"ll");
        assert_eq!(it.text, "[[a->Ha\"ll]] <<goto \"Hall\">>");
        assert_eq!((it.count, it.skipped), (1, 1));
        let it = in_text("[[a->Hall]]", "Hall", "x]] [[y");
        assert_eq!(
            (it.text.as_str(), it.count, it.skipped),
            ("[[a->Hall]]", 0, 1)
        );
    }

    #[test]
    fn retargets_ten_thousand_links() {
        let visits = "visited('Hall') ".repeat(10_000);
        assert_eq!(in_text(&visits, "Hall", "殿").count, 10_000);
        let text = "[[Hall]] ".repeat(10_000);
        let it = in_text(&text, "Hall", "殿");
        assert_eq!((it.count, it.skipped), (10_000, 0));
        let it = in_text(&text, "Hall", "x]]");
        assert_eq!((it.text == text, it.skipped), (true, 10_000));
    }
}
