//! The choices that a node's prose offers as links in brackets, and changing one of them: its words,
//! its target, or taking it out. Start at [`choices_of`] and [`change_choice`]. A text is changed only
//! if reading it again yields what was wanted. Not here: renaming a target everywhere (`retarget`).

use std::collections::HashMap;

use model::Node;
use model::play::Expression;

use crate::conditional_text::{may_have_code, texts_with_conditions};
use crate::kept_data::text_of;
use crate::links::{self, Link, LinkKind, Target, is_expression};
use crate::notation::{ink, is_foreign, yarn};

/// A choice as a text offers it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProseChoice {
    /// The title it leads to.
    pub title: String,
    /// The words that the reader sees; empty if they are the title.
    pub label: String,
}

impl ProseChoice {
    /// A choice with a label, which is empty where it equals the title.
    pub fn new(title: &str, label: &str) -> Self {
        let label = if label == title { "" } else { label };
        Self {
            title: title.to_owned(),
            label: label.to_owned(),
        }
    }

    fn of(link: &Link) -> Option<Self> {
        match &link.target {
            Target::Named(title) if link.kind == LinkKind::Goto && !is_expression(title) => {
                Some(Self::new(title, &link.label))
            }
            _ => None,
        }
    }

    /// The choice as a link in brackets: `[[label->title]]`. `None` if a link cannot express it.
    pub fn link(&self) -> Option<String> {
        let link = self.written();
        let reads_back = matches!(
            links::find(&link).as_slice(),
            [only] if Self::of(only).as_ref() == Some(self) && (only.at, only.end) == (0, link.len())
        );
        reads_back.then_some(link)
    }

    fn written(&self) -> String {
        match self.label.as_str() {
            "" => format!("[[{}]]", self.title),
            label => format!("[[{label}->{}]]", self.title),
        }
    }
}

/// A text with one choice changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedChoice {
    /// The complete text.
    pub text: String,
    /// How many links were changed.
    pub count: usize,
    /// How many links to the same choice were left, because they are in another notation.
    pub left: usize,
}

/// The choices that a text of this node offers by links; none for a node whose choices are in
/// another format's own notation, where names refer to the file.
pub fn choices_of(node: &Node, text: &str) -> Vec<ProseChoice> {
    if ink::is_from(node) || yarn::is_from(node) {
        return Vec::new();
    }
    links::find(text)
        .iter()
        .filter_map(ProseChoice::of)
        .collect()
}

/// The conditions of those choices of a text that it offers only under one, as it is written in a
/// link's record. A choice that is offered in several places has those of all of them.
pub fn conditions_of_choices(node: &Node, text: &str) -> HashMap<ProseChoice, String> {
    if !may_have_code(text) || is_foreign(node) {
        return HashMap::new();
    }
    let mut found: HashMap<ProseChoice, Option<Expression>> = HashMap::new();
    for (text, condition) in texts_with_conditions(text) {
        for choice in choices_of(node, &text) {
            let whole = match (found.remove(&choice), condition.clone()) {
                (None, condition) => condition,
                (Some(Some(one)), Some(other)) => Some(one.or(other)),
                (Some(_), _) => None,
            };
            found.insert(choice, whole);
        }
    }
    let written = found.into_iter().filter_map(|(choice, condition)| {
        let condition = condition?;
        let written = condition.to_string();
        (written.parse().as_ref() == Ok(&condition)).then_some((choice, written))
    });
    written.collect()
}

/// Changes each link of a node's text that offers a choice: it then offers the other one, or, with
/// none, goes from the text. `None` if no link offers it.
pub fn change_choice(
    node: &Node,
    old: &ProseChoice,
    new: Option<&ProseChoice>,
) -> Option<ChangedChoice> {
    if choices_of(node, text_of(node)).iter().all(|it| it != old) {
        return None;
    }
    let mut text = text_of(node).to_owned();
    let (mut count, mut left, mut from) = (0, 0, 0);
    // Read again after each change, because positions move.
    loop {
        let found = links::find(&text);
        let next = found
            .iter()
            .find(|it| it.at >= from && ProseChoice::of(it).as_ref() == Some(old));
        let Some(link) = next else { break };
        match changed(&text, link, new) {
            Some((changed, end)) => {
                text = changed;
                from = end;
                count += 1;
            }
            None => {
                from = link.end;
                left += 1;
            }
        }
    }
    Some(ChangedChoice { text, count, left })
}

/// The text with one link changed, and where what replaced it ends.
fn changed(text: &str, link: &Link, new: Option<&ProseChoice>) -> Option<(String, usize)> {
    let written = &text[link.at..link.end];
    if !written.starts_with("[[") {
        return None;
    }
    let Some(new) = new else {
        return Some(without_link(text, link));
    };
    let setter = links::setter_at(&written[2..]).map_or("]]", |it| &written[2 + it..]);
    let plain = new.written();
    let replaced = [&plain[..plain.len() - 2], setter].concat();
    let is_sound = match links::find(&replaced).as_slice() {
        [only] => ProseChoice::of(only).as_ref() == Some(new) && only.end == replaced.len(),
        _ => false,
    };
    is_sound.then(|| {
        let end = link.at + replaced.len();
        (
            [&text[..link.at], &replaced, &text[link.end..]].concat(),
            end,
        )
    })
}

/// A text without the choices in brackets that lead to unwanted titles, and how many links to them
/// were left, because they are in another notation.
pub fn without_choices(text: &str, is_unwanted: impl Fn(&str) -> bool) -> (String, usize) {
    let (mut kept, mut left) = (text.to_owned(), 0);
    // From the end, so that the places of those before stay right.
    for link in links::find(text).iter().rev() {
        if ProseChoice::of(link).is_none_or(|it| !is_unwanted(&it.title)) {
            continue;
        }
        match text[link.at..].starts_with("[[") {
            true => kept = without_link(&kept, link).0,
            false => left += 1,
        }
    }
    (kept, left)
}

/// A link goes with its line where nothing else stands there; elsewhere its words stay.
fn without_link(text: &str, link: &Link) -> (String, usize) {
    let line_start = text[..link.at].rfind('\n').map_or(0, |it| it + 1);
    let line_end = text[link.end..]
        .find('\n')
        .map_or(text.len(), |it| link.end + it + 1);
    let around = [&text[line_start..link.at], &text[link.end..line_end]].concat();
    let is_alone = around
        .chars()
        .all(|it| it.is_whitespace() || "-*+>|•→".contains(it));
    if !is_alone {
        let words = match (link.label.as_str(), &link.target) {
            ("", Target::Named(title)) => title.as_str(),
            (label, _) => label,
        };
        let end = link.at + words.len();
        return ([&text[..link.at], words, &text[link.end..]].concat(), end);
    }
    let (before, after) = (&text[..line_start], &text[line_end..]);
    if after.trim().is_empty() {
        return (before.trim_end().to_owned(), before.trim_end().len());
    }
    // One empty line is enough where the link had one on each side.
    let after = match before.is_empty() || before.ends_with("\n\n") {
        true => after.trim_start_matches('\n'),
        false => after,
    };
    ([before, after].concat(), before.len())
}

/// The text with another choice at its end: below the last line where that is a link alone, else as a
/// paragraph. `None` if a link cannot express it.
pub fn append_choice(text: &str, new: &ProseChoice) -> Option<String> {
    let written = new.link()?;
    let kept = text.trim_end();
    let last = kept.rsplit('\n').next().unwrap_or_default();
    let marker: String = last.chars().take_while(|it| *it != '[').collect();
    let is_list = last
        .trim_start_matches(['-', '*', '+', '>', ' '])
        .starts_with("[[");
    Some(match (kept.is_empty(), is_list && last.ends_with("]]")) {
        (true, _) => written,
        (false, true) => format!("{kept}\n{marker}{written}"),
        (false, false) => format!("{kept}\n\n{written}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(text: &str) -> Node {
        let mut node = Node {
            id: model::NodeId(model::World::new_id(&model::FixedWorld::default())),
            title: "Here".into(),
            kind: "scene".into(),
            layout: model::Layout::default(),
            data: model::contents::DataMap::default(),
        };
        crate::kept_data::set_text(&mut node.data, text);
        node
    }

    #[track_caller]
    fn check(text: &str, new: Option<(&str, &str)>, expected: &str) {
        let new = new.map(|(title, label)| ProseChoice::new(title, label));
        let old = ProseChoice::new("Path", "Climb");
        let changed = change_choice(&node(text), &old, new.as_ref()).unwrap();
        assert_eq!(changed.text, expected);
    }

    #[test]
    fn changes_label_or_target_of_every_link_form() {
        let up = Some(("Path", "Go up"));
        check(
            "[[Climb->Path]] and [[Path]]",
            up,
            "[[Go up->Path]] and [[Path]]",
        );
        check("[[Path<-Climb]]", up, "[[Go up->Path]]");
        check("[[Climb|Path][$a to 1]]!", up, "[[Go up->Path][$a to 1]]!");
        check(
            "[[Climb->Path]]",
            Some(("Cave", "Climb")),
            "[[Climb->Cave]]",
        );
        check("[[Climb->Path]]", Some(("Path", "")), "[[Path]]");
    }

    #[test]
    fn removing_a_choice_removes_its_line_or_keeps_its_label() {
        check("Wet stone.\n\n[[Climb->Path]]", None, "Wet stone.");
        check("- [[Climb->Path]]\n- [[Path]]", None, "- [[Path]]");
        check("You may [[Climb->Path]] now.", None, "You may Climb now.");
        check("One.\n\n[[Climb->Path]]\n\nTwo.", None, "One.\n\nTwo.");
    }

    #[test]
    fn leaves_links_in_macros_unchanged() {
        let old = ProseChoice::new("Path", "Climb");
        let it = change_choice(&node("<<link \"Climb\" \"Path\">><</link>>"), &old, None).unwrap();
        assert_eq!((it.count, it.left), (0, 1));
    }

    #[test]
    fn removes_choices_to_given_titles_and_counts_links_in_macros() {
        let check = |text: &str, expected: &str, left: usize| {
            let without = without_choices(text, |it| it == "Hall");
            assert_eq!(without, (expected.to_owned(), left), "{text:?}");
        };
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
    fn writes_a_link_only_if_it_can_be_parsed_again() {
        let link = |title: &str, label: &str| ProseChoice::new(title, label).link();
        assert_eq!(link("Hall", "").as_deref(), Some("[[Hall]]"));
        assert_eq!(link("大厅", "进去").as_deref(), Some("[[进去->大厅]]"));
        assert_eq!(link("A]]B", ""), None);
        assert_eq!(link("A->B", ""), None);
    }

    #[test]
    fn appends_a_choice_after_the_others() {
        let cave = ProseChoice::new("Cave", "Enter");
        let with = |text: &str| append_choice(text, &cave).unwrap();
        assert_eq!(with(""), "[[Enter->Cave]]");
        assert_eq!(with("Dark.\n"), "Dark.\n\n[[Enter->Cave]]");
        assert_eq!(with("- [[Path]]"), "- [[Path]]\n- [[Enter->Cave]]");
        assert_eq!(append_choice("", &ProseChoice::new("a]]b", "x")), None);
    }
}
