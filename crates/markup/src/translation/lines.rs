//! The lines of a node's text that have words to be translated, and what names each of them. What
//! surrounds the words of a line (indentation, commands, diverts, tags) is not translated: it stays
//! as the source has it.

use std::collections::HashMap;
use std::ops::Range;

use model::{ContentHash, Node};

use crate::kept_data::text_of;
use crate::links::{self, visible_text};
use crate::notation::{arcweave, has_words, ink, trimmed, yarn};

/// How the lines of a node are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineNotation {
    /// Markdown, or passages of Twine.
    Prose,
    Yarn,
    Ink,
    /// Markdown with lines of code.
    Arcweave,
}

impl LineNotation {
    pub(super) fn of(node: &Node) -> Self {
        if ink::is_from(node) {
            Self::Ink
        } else if yarn::is_from(node) {
            Self::Yarn
        } else if arcweave::has_code(node) {
            Self::Arcweave
        } else {
            Self::Prose
        }
    }

    /// Whether titles are names in a file, which readers never see.
    pub(super) fn has_names_as_titles(self) -> bool {
        matches!(self, Self::Yarn | Self::Ink)
    }

    /// The words of a line, as a place in it, and the id that the line itself carries.
    pub(super) fn words(self, line: &str) -> Option<(Range<usize>, Option<&str>)> {
        match self {
            Self::Yarn => yarn::words(line),
            Self::Ink => ink::words(line),
            Self::Arcweave if links::arcscript_line(line).is_some() => None,
            Self::Prose | Self::Arcweave => prose_words(line).map(|it| (it, None)),
        }
    }
}

/// A line of the source with words in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SourceLine<'a> {
    /// Where the words stand in the text.
    pub(super) place: Range<usize>,
    pub(super) words: &'a str,
    /// The id that the source itself gives the line, as Yarn Spinner and tools for Ink write it.
    pub(super) own_id: Option<&'a str>,
}

/// The lines of a node's text that have words.
pub(super) fn lines_of(node: &Node) -> Vec<SourceLine<'_>> {
    let (notation, text) = (LineNotation::of(node), text_of(node));
    let mut lines = Vec::new();
    let mut is_comment = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if notation == LineNotation::Ink && is_in_comment(line, &mut is_comment) {
            continue;
        }
        if let Some((words, own_id)) = notation.words(line) {
            lines.push(SourceLine {
                place: start + words.start..start + words.end,
                words: &line[words],
                own_id,
            });
        }
    }
    lines
}

/// Whether a line of Ink belongs to a comment of several lines.
fn is_in_comment(line: &str, is_open: &mut bool) -> bool {
    let was_open = *is_open;
    match (was_open, line.find("/*"), line.find("*/")) {
        (false, Some(at), None) if line[..at].trim().is_empty() => *is_open = true,
        (true, _, Some(_)) => *is_open = false,
        _ => {}
    }
    was_open || *is_open
}

/// The ids of lines: the line's own, or else what the words alone say, numbered where several lines
/// have the same words. It stays while a line is moved, and while others change.
pub(super) fn ids_of<'a>(lines: &[SourceLine<'a>]) -> Vec<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let id = |line: &SourceLine<'a>| {
        if let Some(own) = line.own_id {
            return own.to_owned();
        }
        let count = counts.entry(line.words).or_default();
        *count += 1;
        let hash = &ContentHash::of(line.words.as_bytes()).to_string()[..10];
        match *count {
            1 => hash.to_owned(),
            number => format!("{hash}-{number}"),
        }
    };
    lines.iter().map(id).collect()
}

fn prose_words(line: &str) -> Option<Range<usize>> {
    let found = links::find(line);
    // A link without a label shows the title it leads to, which is translated as a title.
    let mut shown = line.to_owned();
    for link in found.iter().rev() {
        if link.label.is_empty() && line[link.at..].starts_with("[[") {
            shown.replace_range(link.at..link.end, "");
        }
    }
    // Macros that show nothing have no words either.
    let is_shown = has_words(&visible_text(&shown)) || found.iter().any(|it| has_words(&it.label));
    is_shown.then(|| trimmed(line, 0..line.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(notation: LineNotation, line: &str, words: &str, id: Option<&str>) {
        let found = notation.words(line);
        let found = found.map_or(("", None), |(place, id)| (&line[place], id));
        assert_eq!(found, (words, id), "{line:?}");
    }

    #[test]
    fn prose_is_translated_with_its_links() {
        let same = |line: &str| check(LineNotation::Prose, line, line.trim(), None);
        same("It rained. [[Go in->Hall]]\n");
        same("  # Night\n");
        same("Go to the [[Hall]]");
        same("[[in->Hall]]");
        same("雨下了一夜。");
        for none in [
            "\n",
            "[[Hall]] [[Gate]]",
            "---\n",
            "* * *",
            "<<set $a to 1>>",
            "(set: $a to 1)",
        ] {
            check(LineNotation::Prose, none, "", None);
        }
    }

    #[test]
    fn of_yarn_only_what_is_said_is_translated() {
        let yarn = |line, words, id| check(LineNotation::Yarn, line, words, id);
        yarn(
            "Ann: Hi there #line:0a1\n",
            "Ann: Hi there",
            Some("line:0a1"),
        );
        yarn(
            "-> In <<if $a > 1>> #line:0a2 // why",
            "In",
            Some("line:0a2"),
        );
        yarn("    => Also {$name}", "Also {$name}", None);
        yarn("See https://a.b now", "See https://a.b now", None);
        for none in [
            "<<jump Hall>>",
            "  <<set $a = 1>> // so",
            "// Hello",
            "",
            "===",
        ] {
            yarn(none, "", None);
        }
    }

    #[test]
    fn of_ink_only_what_is_shown_is_translated() {
        let ink = |line, words, id| check(LineNotation::Ink, line, words, id);
        ink("It rained. <>\n", "It rained.", None);
        ink(
            "* (door) {key} Open [it] slowly # id -> hall",
            "Open [it] slowly",
            None,
        );
        ink("+ + Wait #id:hall_01 -> hall", "Wait", Some("hall_01"));
        ink("- (again) So it went -> END", "So it went", None);
        ink("You have {gold} coins", "You have {gold} coins", None);
        ink("{~red|blue} light", "{~red|blue} light", None);
        for none in [
            "~ x = 1",
            "-> hall",
            "- -> hall",
            "== hall ==",
            "= stitch",
            "VAR a = 1",
            "{key:",
            "// no",
            "TODO: write",
            "{look()}",
            "}",
        ] {
            ink(none, "", None);
        }
    }

    #[test]
    fn ids_follow_the_words() {
        let node = |text: &str| {
            use model::contents::{Content as _, Prose};
            let mut data = model::contents::DataMap::new();
            Prose { text: text.into() }.store_in(&mut data);
            Node {
                id: model::NodeId(uuid::Uuid::nil()),
                title: "A".into(),
                kind: "scene".into(),
                layout: Default::default(),
                data,
            }
        };
        let (one, two) = (node("Go.\nWait.\nGo."), node("New.\n\nGo.\nGo."));
        let (one, two) = (ids_of(&lines_of(&one)), ids_of(&lines_of(&two)));
        assert_eq!((&one[0], &one[2]), (&two[1], &two[2]));
        assert_ne!(one[0], one[2]);
    }
}
