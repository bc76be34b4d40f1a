//! What a check of the story wants to know of one node: its text may be in any story format's
//! notation, so links and variables are found here.

use model::examine::{NodeFacts, Role, TextLink, TextVariables};
use model::{Node, Story, WordCount, count_words, part};

use crate::kept::text_of;
use crate::links::{self, Link, Target, looks_computed};
use crate::reading::side_by_side;
use crate::relink::target_at;
use crate::{ink, twine, yarn};

/// The words and characters that a reader sees in a text: macros, scripts and comments of story
/// formats are none. `word_cases.json` beside this file says it example by example; the window,
/// which counts while somebody types, is held to the same table.
pub fn count_read(text: &str) -> WordCount {
    count_words(&links::as_read(text))
}

/// The facts of a node, for `model::examine`.
pub fn facts_of(node: &Node) -> NodeFacts {
    let text = text_of(node);
    let imported = node.data.contains_key(part::KEPT);
    // Most texts hold no macro at all.
    let plain = !text.contains(['[', '<', '(', '{', '"', '$']) && !text.contains("\n--\n");
    let plain = plain && !text.contains("/*") && !text.contains("/%");
    if plain && !imported {
        return NodeFacts::of(node, Vec::new(), TextVariables::default(), Role::default());
    }
    let mut variables = links::variables(text);
    let found = links::find(text);
    let mut role = Role {
        leads_back: found.iter().any(|it| it.target == Target::Back),
        ..Role::default()
    };
    if imported {
        role.shares_title = yarn::is_one_of_group(node);
        // The program that plays the story may set any variable, and both declare them elsewhere.
        let (is_yarn, is_ink) = (yarn::is_from(node), ink::is_from(node));
        variables.sets_others |= is_yarn || is_ink;
        // Yarn goes on below options of which none is left.
        role.goes_on = is_yarn || is_ink && ink::may_go_on(node);
        role.may_end = is_yarn && yarn::may_end(node) || is_ink && ink::may_end(node);
    }
    // A note is not read on the way: scripts and lists live there.
    if node.kind == "note" {
        match twine::duty_of(node) {
            Some(twine::Duty::Shown) => role.opens = found.iter().filter_map(opened).collect(),
            Some(twine::Duty::Script) => {
                variables.reads.clear();
                role.opens = links::find_calls(text).iter().filter_map(opened).collect();
            }
            None => {}
        }
        return NodeFacts::of(node, Vec::new(), variables, role);
    }
    let found = found.into_iter().filter(|it| it.target != Target::Back);
    let links = found.map(|it| text_link(text, it)).collect();
    NodeFacts::of(node, links, variables, role).read_as(&links::as_read(text))
}

/// The facts of all nodes of a story, in its order; watched as “reading nodes”.
pub fn facts_of_all(story: &Story) -> Vec<NodeFacts> {
    let nodes: Vec<&Node> = story.nodes.values().map(|it| &**it).collect();
    side_by_side("reading nodes", &nodes, |it| facts_of(it))
}

/// The title that a link names, or `None` where it is computed; nothing where it leads back.
fn opened(link: &Link) -> Option<Option<String>> {
    match &link.target {
        Target::Named(name) if !looks_computed(name) => Some(Some(name.clone())),
        Target::Named(_) | Target::Computed(_) => Some(None),
        Target::Back => None,
    }
}

fn text_link(text: &str, link: Link) -> TextLink {
    let target = opened(&link).flatten();
    let written = &text[link.at..link.end];
    let at = target
        .as_deref()
        .and_then(|title| target_at(written, title));
    TextLink {
        label: link.label,
        written: at.map_or("", |_| written).to_owned(),
        target_at: at.unwrap_or_default(),
        target,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::kept::set_text;

    /// What the check counts of a scene of this text.
    fn counted(text: &str) -> WordCount {
        let mut node = crate::tests::stories::three_rooms().nodes[0]
            .as_ref()
            .clone();
        set_text(&mut node.data, text);
        facts_of(&node).length().0
    }

    #[test]
    fn words_are_counted_as_the_table_says_by_the_check_too() {
        let table: Value = serde_json::from_str(include_str!("word_cases.json")).unwrap();
        let cases = table["cases"].as_array().unwrap();
        assert!(cases.len() > 35, "the table is there: {}", cases.len());
        for case in cases {
            let text = case["text"].as_str().unwrap();
            let words = count_read(text).words;
            assert_eq!(Some(words as u64), case["words"].as_u64(), "{text:?}");
            assert_eq!(counted(text).words, words, "the check: {text:?}");
        }
    }
}
