//! Ink: what the text of a knot or stitch says about how reading continues.

mod words;

use model::Node;

pub use self::words::words;
use crate::kept_data;
use crate::links::{only_diverts, without_choice_conditions, without_ink_comments};

/// The name under which Ink keeps its data on a node.
pub const NAME: &str = "ink";

/// Whether a node came from Ink.
pub fn is_from(node: &Node) -> bool {
    kept_data::get(&node.data, NAME).is_some_and(|it| it.contains_key("head"))
}

/// Whether the text of a node contains more than once-only choices: a sticky choice, or a gather,
/// below which reading continues.
pub fn may_go_on(node: &Node) -> bool {
    let mut lines = kept_data::text_of(node).lines().map(str::trim_start);
    lines.any(|it| it.starts_with('+') || it.starts_with('-') && !it.starts_with("->"))
}

/// Whether the story, or a tunnel, may end in a node.
pub fn may_end(node: &Node) -> bool {
    let text = kept_data::text_of(node);
    let mut diverts = text.split("->").skip(1).map(str::trim_start);
    diverts.any(|it| ["END", "DONE"].iter().any(|end| it.starts_with(end))) || text.contains("->->")
}

/// What is in the text of a knot or stitch that following its choices and diverts alone does not
/// carry out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Unplayed {
    /// Text under conditions, and values in the text.
    pub conditional_text: bool,
    /// Alternatives: sequences, cycles, shuffles.
    pub alternatives: bool,
    /// Gathers, choices below choices, and what follows a choice in the same place.
    pub weaves: bool,
    /// Functions, tunnels and threads.
    pub calls: bool,
}

/// Looks for what is not carried out in the text of a knot or stitch.
pub fn unplayed(text: &str) -> Unplayed {
    let mut found = Unplayed::default();
    let mut depth = 0_usize;
    let mut group = String::new();
    let text = without_ink_comments(text);
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim();
        let marks = line.trim_start_matches(['*', '+', ' ', '\t']);
        let is_choice = depth == 0 && line.starts_with(['*', '+']);
        let count = line[..line.len() - marks.len()].matches(['*', '+']).count();
        let mut rest = line;
        if is_choice {
            let leads_on = marks.contains("->") || only_diverts(&lines[at + 1..]);
            found.weaves |= count > 1 || !leads_on;
            rest = without_choice_conditions(marks);
        } else if depth == 0 && line.starts_with('-') && !line.starts_with("->") {
            found.weaves = true;
        } else if line.starts_with('~') {
            found.calls |= line.contains('(');
        }
        let diverts = rest.matches("->").count();
        found.calls |= line.contains("->->") || line.contains("<-") || diverts > 1;
        let mut before = ' ';
        for c in rest.chars() {
            match c {
                _ if before == '\\' => {}
                '{' => depth += 1,
                '}' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        found.add_group(&group);
                        group.clear();
                    }
                }
                c if depth > 0 => group.push(c),
                _ => {}
            }
            before = c;
        }
        if depth > 0 {
            group.push('\n');
        }
    }
    found
}

impl Unplayed {
    /// Counts what stands between braces.
    fn add_group(&mut self, inner: &str) {
        let inner = inner.trim();
        let word = inner.split([':', '\n', ' ']).next().unwrap_or_default();
        let is_list = ["stopping", "cycle", "shuffle", "once"].contains(&word);
        let is_marked = inner.starts_with(['&', '!', '~']);
        if is_list || is_marked || inner.contains('|') && !inner.contains(':') {
            self.alternatives = true;
        } else {
            self.conditional_text = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_following_links_does_not_carry_out() {
        let none = Unplayed::default();
        let weaves = Unplayed {
            weaves: true,
            ..none
        };
        let calls = Unplayed {
            calls: true,
            ..none
        };
        let conditional_text = Unplayed {
            conditional_text: true,
            ..none
        };
        let alternatives = Unplayed {
            alternatives: true,
            ..none
        };
        for (text, expected) in [
            (
                "Just prose.\n* {gold > 2} [Go] -> hall\n+ [Wait] -> yard\n-> END",
                none,
            ),
            ("~ gold = 3\nProse \\{here\\}. // {no}\n-> hall", none),
            ("* [Look]\n  You look.\n* [Go] -> hall", weaves),
            ("* [Look] -> a\n** [More] -> b", weaves),
            ("* [Look] -> a\n- Later.", weaves),
            ("* [Look]\n  ~ gold += 1\n  -> hall", none),
            (
                "~ gold += 1\nA hall.\n* [Go]\n  ~ gold -= 1\n  -> hall",
                none,
            ),
            ("-> cave -> hall", calls),
            ("<- crows\n* [Go] -> hall", calls),
            ("~ ring(2)\n->->", calls),
            ("You have {gold} coins.", conditional_text),
            ("{gold > 2: Rich.|Poor.}", conditional_text),
            (
                "{\n- gold > 2:\n  Rich.\n- else:\n  Poor.\n}",
                conditional_text,
            ),
            ("{One|Two|Three}", alternatives),
            ("{~Rain|Fog}", alternatives),
            ("{ shuffle:\n- Left.\n- Right.\n}", alternatives),
        ] {
            assert_eq!(unplayed(text), expected, "{text}");
        }
    }
}
