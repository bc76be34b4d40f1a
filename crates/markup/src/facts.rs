//! The facts that story analysis needs about one node. Its text may be in the notation of any story
//! format, so links and variables are extracted here.

use model::analysis::{NodeFacts, Role, TextLink, TextVariables, is_page_kind};
use model::{Node, Story, WordCount, count_words, part};

use crate::conditional_text::{conditional_code, may_have_code};
use crate::kept_data::text_of;
use crate::links::{self, Link, Target, is_expression};
use crate::notation::{ink, is_foreign, twine, yarn};
use crate::parallel_map;
use crate::retarget::target_offset;

/// The number of words and characters in a text that a reader sees, without macros, scripts and
/// comments. `word_cases.json` next to this file lists examples; the UI, which counts while the
/// user types, is tested against the same table.
pub fn count_visible_words(text: &str) -> WordCount {
    count_words(&links::visible_text(text))
}

/// The facts of a node, for `model::analysis`.
pub fn node_facts(node: &Node) -> NodeFacts {
    let text = text_of(node);
    let imported = node.data.contains_key(part::FOREIGN);
    // Most texts contain no macro at all.
    let plain = !text.contains(['[', '<', '(', '{', '"', '$']) && !text.contains("\n--\n");
    let plain = plain && !text.contains("/*") && !text.contains("/%");
    if plain && !imported {
        return NodeFacts::of(node, Vec::new(), TextVariables::default(), Role::default());
    }
    let mut variables = links::variables(text);
    if is_page_kind(&node.kind) && may_have_code(text) && !is_foreign(node) {
        let code = conditional_code(text);
        for it in &code.expressions {
            let reads = it.reads().into_iter();
            variables
                .reads
                .extend(reads.map(|it| (it.to_owned(), None)));
        }
        variables.invalid = code.invalid;
    }
    let found = links::find(text);
    let mut role = Role {
        returns_to_earlier_page: found
            .iter()
            .any(|it| matches!(it.target, Target::Earlier(_))),
        ..Role::default()
    };
    if twine::is_from(node) {
        let code = links::code_facts(text);
        role.returns_to_earlier_page |= code.returns;
        role.opens = code.opens;
        role.calls = code.calls;
        role.defines = code.defines;
    }
    if imported {
        role.is_foreign = twine::is_from(node) || yarn::is_from(node) || ink::is_from(node);
        role.may_end = says_the_end(&links::visible_text(text));
        role.may_share_title = yarn::is_one_of_group(node);
        // The program that plays the story may set any variable, and both languages declare
        // variables elsewhere.
        let (is_yarn, is_ink) = (yarn::is_from(node), ink::is_from(node));
        variables.sets_unknown |= is_yarn || is_ink;
        // In Yarn, dialogue continues below the options if none is available.
        role.goes_on = is_yarn || is_ink && ink::may_go_on(node);
        role.may_end |= is_yarn && yarn::may_end(node) || is_ink && ink::may_end(node);
    }
    // Notes are not part of the reading path: they hold scripts and lists.
    if node.kind == "note" {
        match twine::role_of(node) {
            Some(twine::PassageRole::AlwaysShown) => {
                role.opens.extend(found.iter().filter_map(linked_title));
                role.is_on_every_page = true;
            }
            Some(twine::PassageRole::Script) => {
                variables.reads.clear();
                let calls = links::find_calls(text);
                role.opens.extend(calls.iter().filter_map(linked_title));
            }
            // It is neither shown nor run.
            None => role = Role::default(),
        }
        return NodeFacts::of(node, Vec::new(), variables, role);
    }
    let found = found
        .into_iter()
        .filter(|it| !matches!(it.target, Target::Earlier(_)));
    let links = found.map(|it| text_link(text, it)).collect();
    NodeFacts::of(node, links, variables, role).with_visible_text(&links::visible_text(text))
}

/// Words with which a story ends, in lower case: as a sentence of their own.
const END_SENTENCES: [&str; 12] = [
    "the end",
    "game over",
    "you are dead",
    "конец",
    "кінець",
    "完",
    "终",
    "終",
    "全文完",
    "剧终",
    "劇終",
    "おわり",
];
/// The same for words that are common in prose too: as a line of their own.
const END_LINES: [&str; 9] = [
    "end", "fin", "ende", "einde", "koniec", "konec", "끝", "you died", "you win",
];

/// Whether a text says that the story ends: “The End”, “— FIN —”, “Bad ending”.
fn says_the_end(text: &str) -> bool {
    text.lines().any(|line| {
        let words = |it: &str| {
            let words = it.trim_matches(|it: char| !it.is_alphabetic());
            words.to_lowercase()
        };
        let whole = words(line);
        let is_short = whole.chars().count() <= 40;
        let mut sentences = line.split(['.', '!', '?', '…', '。', '！', '？', ':', '—']);
        END_LINES.contains(&whole.as_str())
            || is_short && (whole.ends_with(" ending") || whole.starts_with("ending "))
            || sentences.any(|it| END_SENTENCES.contains(&words(it).as_str()))
    })
}

/// The facts of all nodes of a story, in order, reporting progress as “reading nodes”.
pub fn all_node_facts(story: &Story) -> Vec<NodeFacts> {
    let nodes: Vec<&Node> = story.nodes.values().map(|it| &**it).collect();
    parallel_map("reading nodes", &nodes, |it| node_facts(it))
}

/// The title that a link names: `Some(None)` if it is computed, `None` if it leads back.
fn linked_title(link: &Link) -> Option<Option<String>> {
    match &link.target {
        Target::Named(name) if !is_expression(name) => Some(Some(name.clone())),
        Target::Named(_) | Target::Computed(_) => Some(None),
        Target::Earlier(_) => None,
    }
}

fn text_link(text: &str, link: Link) -> TextLink {
    let target = linked_title(&link).flatten();
    let written = &text[link.at..link.end];
    let at = target
        .as_deref()
        .and_then(|title| target_offset(written, title));
    TextLink {
        label: link.label,
        written: at.map_or("", |_| written).to_owned(),
        target_at: at.unwrap_or_default(),
        target,
    }
}

#[cfg(test)]
mod tests {
    use model::{FixedWorld, Layout, NodeId, World};
    use serde_json::Value;

    use super::*;
    use crate::kept_data::{self, set_text};

    fn scene(text: &str) -> Node {
        let mut node = Node {
            id: NodeId(FixedWorld::default().new_id()),
            title: "Hall".to_owned(),
            kind: "scene".to_owned(),
            layout: Layout::default(),
            data: kept_data::DataMap::new(),
        };
        set_text(&mut node.data, text);
        node
    }

    /// The word count of a scene with this text.
    fn count(text: &str) -> WordCount {
        node_facts(&scene(text)).length().0
    }

    #[test]
    fn code_counts_in_texts_that_are_read_as_ours() {
        let facts = |form: Option<&str>, kind: &str| {
            let mut node = scene("{{if gold > silver}}{{rich +}}{{end}}");
            node.kind = kind.to_owned();
            if let Some(form) = form {
                let kept = [("header".to_owned(), Value::from(":: Hall"))];
                kept_data::set(&mut node.data, form, kept.into_iter().collect());
            }
            let variables = node_facts(&node).variables;
            let reads = variables.reads.into_iter().map(|it| it.0);
            (reads.collect::<Vec<_>>(), variables.invalid.len())
        };
        let ours = (vec!["gold".to_owned(), "silver".to_owned()], 1);
        assert_eq!(facts(None, "scene"), ours);
        assert_eq!(facts(Some("canvas"), "scene"), ours, "it is Markdown");
        assert_eq!(facts(Some("twee"), "scene"), (Vec::new(), 0));
        assert_eq!(facts(None, "note"), (Vec::new(), 0), "nobody plays it");
    }

    #[test]
    fn counts_visible_words_as_the_shared_table_says() {
        let table: Value = serde_json::from_str(include_str!("word_cases.json")).unwrap();
        let cases = table["cases"].as_array().unwrap();
        assert!(cases.len() > 35, "the table is there: {}", cases.len());
        for case in cases {
            let text = case["text"].as_str().unwrap();
            let words = count_visible_words(text).words;
            assert_eq!(Some(words as u64), case["words"].as_u64(), "{text:?}");
            assert_eq!(count(text).words, words, "the check: {text:?}");
        }
    }
}
