//! Finds and replaces words in the texts of many nodes, replacing as one step. Enter through
//! [`find`] and [`replace`]. Not here: replacing a quoted passage of one node (`replace_text`).

use std::ops::Range;

use capability::{ToolContext, ToolError, UiHints};
use model::play::reading_order;
use model::{Node, Slot, is_part_of_word};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{NAME, Prose, adopted};
use crate::answer::{NodeRef, message, to_json};
use crate::error::CapabilityError;
use crate::shared::prose_links::{InGraph, follow_text};
use crate::validate;

/// The longest search text, in characters.
const MAX_QUERY_CHARS: usize = 1000;
/// The default number of nodes listed.
const DEFAULT_LIMIT: usize = 100;
/// The default number of matches listed of one node.
const DEFAULT_PER_NODE: usize = 20;
/// How much text is shown on either side of a match, in characters.
const CONTEXT_CHARS: usize = 32;

/// Find words in the texts of all nodes in reading order, or of some, with the text around each
/// match. It finds exactly what replace_in_texts would replace.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Find {
    /// The words to look for, in any language, as they are in the text.
    find: String,
    /// Match upper and lower case. Defaults to false.
    match_case: Option<bool>,
    /// Match whole words only. Has no effect in Chinese and Japanese, which do not separate words.
    whole_word: Option<bool>,
    /// Only in these nodes: their titles, or the first or last characters of their ids. Defaults to
    /// all nodes.
    nodes: Option<Vec<String>>,
    /// How many nodes to list at most. Defaults to 100.
    #[schemars(range(min = 1, max = 1000))]
    limit: Option<usize>,
    /// How many matches of each node to list at most. Defaults to 20.
    #[schemars(range(min = 1, max = 1000))]
    per_node: Option<usize>,
}

/// Replace words in the texts of all nodes, or of some, as one step. Also replaces inside Markdown,
/// links and macros. Use find_in_texts first to preview the matches.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Replace {
    /// The words to look for, in any language, as they are in the text.
    find: String,
    /// What to put in their place; empty to delete them.
    with: String,
    /// Match upper and lower case. Defaults to false.
    match_case: Option<bool>,
    /// Match whole words only. Has no effect in Chinese and Japanese, which do not separate words.
    whole_word: Option<bool>,
    /// Only in these nodes: their titles, or the first or last characters of their ids. Defaults to
    /// all nodes.
    nodes: Option<Vec<String>>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct TextMatches {
    /// How many places there are in all.
    count: usize,
    /// In how many nodes.
    node_count: usize,
    nodes: Vec<NodeMatches>,
}

/// The places in one node's text.
#[derive(Serialize, JsonSchema)]
struct NodeMatches {
    #[serde(flatten)]
    node: NodeRef,
    count: usize,
    /// The first of them.
    places: Vec<TextMatch>,
}

#[derive(Serialize, JsonSchema)]
struct TextMatch {
    /// At which character of the text it begins, counting from 1.
    character: usize,
    before: String,
    found: String,
    after: String,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Replacements {
    /// How many places were replaced.
    count: usize,
    nodes: Vec<NodeReplacements>,
}

#[derive(Serialize, JsonSchema)]
struct NodeReplacements {
    #[serde(flatten)]
    node: NodeRef,
    count: usize,
    /// What followed among the links that leave the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<InGraph>,
}

pub(super) async fn find(cx: ToolContext, input: Find) -> Result<TextMatches, ToolError> {
    let query = Query::of(input.find, input.match_case, input.whole_word)?;
    let per_node = input.per_node.unwrap_or(DEFAULT_PER_NODE);
    let mut count = 0;
    let mut found = Vec::new();
    for node in nodes_to_search(&cx, input.nodes.as_deref())? {
        let text = prose_of(&node);
        let places = query.match_ranges(&text);
        if places.is_empty() {
            continue;
        }
        count += places.len();
        found.push(NodeMatches {
            node: NodeRef::from(&node),
            count: places.len(),
            places: places
                .into_iter()
                .take(per_node)
                .map(|it| TextMatch::of(&text, it))
                .collect(),
        });
    }
    let node_count = found.len();
    found.truncate(input.limit.unwrap_or(DEFAULT_LIMIT));
    Ok(TextMatches {
        count,
        node_count,
        nodes: found,
    })
}

pub(super) async fn replace(cx: ToolContext, input: Replace) -> Result<Replacements, ToolError> {
    let query = Query::of(input.find, input.match_case, input.whole_word)?;
    validate::prose("/with", "the text", &input.with)?;
    let mut nodes = nodes_to_search(&cx, input.nodes.as_deref())?;
    nodes.retain(|it| !query.match_ranges(&prose_of(it)).is_empty());
    if nodes.is_empty() {
        let words = validate::shorten_for_message(&query.text);
        return Err(ToolError::not_found(CapabilityError::NoTextHolds { words })
            .hint(
                "find_in_texts shows what would be replaced; whole words and letter case narrow it",
            )
            .at("/find"));
    }
    let story = cx.story().graph()?;
    cx.edit(move |edit| {
        let mut done = Vec::new();
        for node in &nodes {
            let before = adopted(edit, node)?;
            let places = query.match_ranges(&before);
            let text = replace_ranges(&before, &places, &input.with);
            if text == before {
                continue;
            }
            edit.write(
                &Slot::node(node.id, NAME),
                &to_json(&Prose { text: text.clone() }),
            )?;
            done.push(NodeReplacements {
                node: NodeRef::from(node),
                count: places.len(),
                links: follow_text(edit, &story, node, &before, &text)?,
            });
        }
        Ok(Replacements {
            count: done.iter().map(|it| it.count).sum(),
            nodes: done,
        })
    })
    .await
}

pub(super) fn show_replaced(answer: &Value) -> Option<UiHints> {
    let nodes = answer["nodes"].as_array().map_or(0, Vec::len);
    message(format!("{} places in {nodes} nodes", answer["count"]))
}

/// The nodes to search: those that were named, else all in reading order.
fn nodes_to_search(cx: &ToolContext, named: Option<&[String]>) -> Result<Vec<Node>, ToolError> {
    match named.filter(|it| !it.is_empty()) {
        Some(named) => validate::nodes(cx, "/nodes", named),
        None => {
            let story = cx.story().story()?;
            let order = reading_order(&story).into_iter();
            Ok(order.map(|it| Node::clone(&story.nodes[&it])).collect())
        }
    }
}

fn prose_of(node: &Node) -> String {
    node.prose().to_owned()
}

fn replace_ranges(text: &str, places: &[Range<usize>], with: &str) -> String {
    let mut made = String::with_capacity(text.len());
    let mut from = 0;
    for place in places {
        made.push_str(&text[from..place.start]);
        made.push_str(with);
        from = place.end;
    }
    made.push_str(&text[from..]);
    made
}

/// A search text and its options.
struct Query {
    text: String,
    /// Its characters, in lower case if case is ignored.
    folded: Vec<char>,
    match_case: bool,
    whole_word: bool,
}

impl Query {
    fn of(text: String, case: Option<bool>, whole: Option<bool>) -> Result<Self, ToolError> {
        if text.is_empty() {
            return Err(ToolError::invalid(
                "/find",
                CapabilityError::NothingToFind {},
            ));
        }
        if text.chars().count() > MAX_QUERY_CHARS {
            let refusal = CapabilityError::SearchLong {
                most: MAX_QUERY_CHARS,
            };
            return Err(ToolError::invalid("/find", refusal).hint("quote the beginning of them"));
        }
        let match_case = case == Some(true);
        let folded = match match_case {
            true => text.chars().collect(),
            false => text.chars().flat_map(char::to_lowercase).collect(),
        };
        Ok(Self {
            text,
            folded,
            match_case,
            whole_word: whole == Some(true),
        })
    }

    /// The matches in a text, in bytes, without overlap.
    fn match_ranges(&self, text: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut free = 0;
        for (start, _) in text.char_indices() {
            if start < free {
                continue;
            }
            let Some(end) = self.end_at(text, start) else {
                continue;
            };
            if self.whole_word && is_part_of_word(text, start..end) {
                continue;
            }
            found.push(start..end);
            free = end;
        }
        found
    }

    /// The end of a match that starts here, if there is one.
    fn end_at(&self, text: &str, start: usize) -> Option<usize> {
        let mut wanted = self.folded.iter();
        for (at, c) in text[start..].char_indices() {
            if wanted.as_slice().is_empty() {
                return Some(start + at);
            }
            let same = match self.match_case {
                true => wanted.next() == Some(&c),
                false => c.to_lowercase().all(|it| wanted.next() == Some(&it)),
            };
            if !same {
                return None;
            }
        }
        wanted.as_slice().is_empty().then_some(text.len())
    }
}

impl TextMatch {
    fn of(text: &str, place: Range<usize>) -> Self {
        let (before, after) = (&text[..place.start], &text[place.end..]);
        let line_before = before.rsplit('\n').next().unwrap_or_default();
        let line_after = after.split('\n').next().unwrap_or_default();
        let cut = line_before.char_indices().rev().nth(CONTEXT_CHARS - 1);
        Self {
            character: before.chars().count() + 1,
            before: line_before[cut.map_or(0, |it| it.0)..].to_owned(),
            found: text[place].to_owned(),
            after: line_after.chars().take(CONTEXT_CHARS).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, words: &str, case: bool, whole: bool) -> Vec<String> {
        let query = Query::of(words.to_owned(), Some(case), Some(whole)).unwrap();
        let places = query.match_ranges(text).into_iter();
        places.map(|it| text[it].to_owned()).collect()
    }

    #[test]
    fn matches_case_and_whole_words_on_request() {
        let text = "Tom met Tommy. TOM’s tomato.";
        assert_eq!(found(text, "tom", false, false).len(), 4);
        assert_eq!(found(text, "Tom", true, false), ["Tom", "Tom"]);
        assert_eq!(found(text, "tom", false, true), ["Tom", "TOM"]);
        assert_eq!(
            found("naïve İstanbul", "i\u{307}stanbul", false, false),
            ["İstanbul"]
        );
        assert_eq!(found("aaa", "aa", true, false), ["aa"]);
        assert!(found("abc", "abcd", false, false).is_empty());
    }

    #[test]
    fn finds_chinese_words_within_a_sentence() {
        assert_eq!(
            found("他看见林梅走过。林梅！", "林梅", false, true).len(),
            2
        );
        assert!(found("Neo4和Neo", "Neo", false, true).len() == 1);
    }

    #[test]
    fn a_match_includes_the_rest_of_its_line() {
        let text = "first line\nthe red door, closed\nlast";
        let place = TextMatch::of(text, text.find("red").map(|at| at..at + 3).unwrap());
        assert_eq!((&*place.before, &*place.after), ("the ", " door, closed"));
        assert_eq!(place.character, 16);
    }
}
