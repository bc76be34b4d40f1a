//! Converts prose written here in Markdown to the markup of a story format, so that its readers
//! also see emphasis and headings. Texts imported from Twine already use this markup, and a text
//! with macros is left unchanged.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use model::Story;
use pulldown_cmark::{Event, Options, Parser, Tag};

use super::rule_notation::Dialect;
use markup::kept_data::{set_text, text_of};
use markup::links;
use markup::notation::{ink, twine, yarn};

/// The story with the prose written here in the markup of a story format.
pub(super) fn with_marks(story: &Story, dialect: Dialect) -> Cow<'_, Story> {
    let mut changed = Cow::Borrowed(story);
    // Chapbook reads Markdown itself.
    if dialect == Dialect::Chapbook {
        return changed;
    }
    for node in story.nodes.values() {
        let is_foreign = twine::is_from(node) || ink::is_from(node) || yarn::is_from(node);
        let text = text_of(node);
        if is_foreign || may_have_macros(text) {
            continue;
        }
        if let Some(text) = marked(text, dialect)
            && let Some(own) = changed.to_mut().nodes.get_mut(&node.id)
        {
            set_text(&mut Arc::make_mut(own).data, text);
        }
    }
    changed
}

/// Whether a text may contain macros of a story format.
fn may_have_macros(text: &str) -> bool {
    let is_harlowe = |it: &str| {
        let name = it.find(|it: char| !(it.is_ascii_alphanumeric() || it == '-'));
        name.is_some_and(|at| at > 0 && it[at..].starts_with(':'))
    };
    text.contains("<<") || text.split('(').skip(1).any(is_harlowe)
}

/// The text in the markup of a story format; `None` if it is the same.
fn marked(text: &str, dialect: Dialect) -> Option<String> {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut lists: Vec<bool> = Vec::new();
    let options = Options::ENABLE_STRIKETHROUGH;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        let mut around = |length: usize, mark: &str| {
            let (start, end) = (range.start, range.end);
            edits.push((start..start + length, mark.to_owned()));
            edits.push((end - length..end, mark.to_owned()));
        };
        match (event, dialect) {
            (Event::Start(Tag::Emphasis), _) => around(1, "//"),
            (Event::Start(Tag::Strong), _) => around(2, "''"),
            (Event::Start(Tag::Strikethrough), Dialect::SugarCube) => {
                let length = if text[range.clone()].starts_with("~~") {
                    2
                } else {
                    1
                };
                around(length, "==");
            }
            (Event::Start(Tag::Heading { .. }), Dialect::SugarCube) => {
                let line = &text[range.clone()];
                let level = line.len() - line.trim_start_matches('#').len();
                let behind = line[level..].len() - line[level..].trim_start().len();
                if level > 0 {
                    let whole = range.start..range.start + level + behind;
                    edits.push((whole, "!".repeat(level)));
                }
            }
            (Event::Start(Tag::List(first)), _) => lists.push(first.is_some()),
            (Event::End(pulldown_cmark::TagEnd::List(_)), _) => _ = lists.pop(),
            (Event::Start(Tag::Item), _) => {
                edits.extend(item(text, range, &lists, dialect));
            }
            (Event::Rule, Dialect::SugarCube) => {
                let line = text[range.clone()].trim_end();
                edits.push((range.start..range.start + line.len(), "----".to_owned()));
            }
            (Event::Code(words), Dialect::SugarCube) if !words.contains("}}}") => {
                edits.push((range, format!("{{{{{{{words}}}}}}}")));
            }
            _ => {}
        }
    }
    let links = links::find(text);
    let in_link = |it: &Range<usize>| {
        links
            .iter()
            .any(|link| link.at < it.end && it.start < link.end)
    };
    edits.retain(|(range, new)| !in_link(range) && text[range.clone()] != **new);
    if edits.is_empty() {
        return None;
    }
    edits.sort_by_key(|it| it.0.start);
    let mut whole = String::with_capacity(text.len());
    let mut at = 0;
    for (range, new) in edits {
        if range.start < at {
            continue;
        }
        whole.push_str(&text[at..range.start]);
        whole.push_str(&new);
        at = range.end;
    }
    whole.push_str(&text[at..]);
    Some(whole)
}

/// The marker of a list item, with the spaces before it: the number of marks gives the depth.
fn item(
    text: &str,
    range: Range<usize>,
    lists: &[bool],
    dialect: Dialect,
) -> Option<(Range<usize>, String)> {
    let line_start = text[..range.start].rfind('\n').map_or(0, |it| it + 1);
    let before = &text[line_start..range.start];
    before.chars().all(|it| it == ' ').then_some(())?;
    let line = &text[range.start..];
    let mark = line.find([' ', '\t']).unwrap_or(line.len());
    let is_numbered = *lists.last()?;
    let sign = match (is_numbered, dialect) {
        (false, _) => "*",
        (true, Dialect::SugarCube) => "#",
        (true, _) => "0.",
    };
    Some((line_start..range.start + mark, sign.repeat(lists.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_the_markup_of_a_story_format() {
        let text = "# Rain\n\nIt was **very *dark***, ~~not~~ `x`.\n\n- one\n  - two\n- three\n\n1. first\n\n---\n\n[[*Go*->Hall]] 2 * 3 * 4";
        let sugarcube = marked(text, Dialect::SugarCube).unwrap();
        assert_eq!(
            sugarcube,
            "!Rain\n\nIt was ''very //dark//'', ==not== {{{x}}}.\n\n* one\n** two\n* three\n\n# first\n\n----\n\n[[*Go*->Hall]] 2 * 3 * 4"
        );
        let harlowe = marked(text, Dialect::Harlowe).unwrap();
        assert_eq!(
            harlowe,
            "# Rain\n\nIt was ''very //dark//'', ~~not~~ `x`.\n\n* one\n** two\n* three\n\n0. first\n\n---\n\n[[*Go*->Hall]] 2 * 3 * 4"
        );
        assert_eq!(marked("Plain.\n\n* one\n\n[[Go]]", Dialect::Harlowe), None);
    }

    #[test]
    fn a_text_with_macros_is_left_unchanged() {
        assert!(may_have_macros("<<set $a to 1>>*x*") && may_have_macros("(if: $a)[*x*]"));
        assert!(!may_have_macros(
            "He left (why?) at noon: *late*. (See: note.)".trim_end_matches(" (See: note.)")
        ));
    }
}
