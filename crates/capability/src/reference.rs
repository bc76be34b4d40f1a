//! How people and models name a node: by title, or by a piece of its id. Enter through [`find`]. Not
//! here: reading the node.

use model::{NodeId, Story};
use store::Absent;

use crate::misfit::Misfit;
use crate::nearest::{nearest, shortened};
use crate::{Code, Hindrance, ToolError};

/// How many titles are offered in place of one that does not exist.
const OFFERED: usize = 5;

/// How many candidates of an ambiguous name are listed.
const LISTED: usize = 8;

/// The fewest digits of an id that count as naming it.
const DIGITS: usize = 4;

/// The node that a reference means: a title, or the beginning or end of an id. Unknown ones are
/// answered with the nearest titles, ambiguous ones with the candidates.
pub fn find(story: &Story, reference: &str) -> Result<NodeId, ToolError> {
    let wanted = reference.trim();
    if wanted.is_empty() {
        let message = "the name of the node is empty";
        return Err(ToolError::new(Code::InvalidActionInput, message)
            .hint("give its title or id, or leave it out to mean the node being edited")
            .said(&Misfit::FieldEmpty {}));
    }
    let titled: Vec<_> = story.titled(wanted).into_iter().map(|it| it.id).collect();
    let found = if titled.is_empty() {
        with_id(story, wanted)
    } else {
        titled
    };
    match found.as_slice() {
        [only] => Ok(*only),
        [] => Err(unknown(story, wanted)),
        several => Err(ambiguous(story, wanted, several)),
    }
}

/// The nodes whose id this is, or begins or ends so.
fn with_id(story: &Story, wanted: &str) -> Vec<NodeId> {
    if let Ok(id) = wanted.parse::<NodeId>() {
        return story
            .nodes
            .contains_key(&id)
            .then_some(id)
            .into_iter()
            .collect();
    }
    let digits = wanted.replace('-', "").to_lowercase();
    if digits.len() < DIGITS || !digits.chars().all(|it| it.is_ascii_hexdigit()) {
        return Vec::new();
    }
    let fits = |id: &NodeId| {
        let id = id.0.simple().to_string();
        id.starts_with(&digits) || id.ends_with(&digits)
    };
    story.nodes.keys().copied().filter(fits).collect()
}

fn unknown(story: &Story, wanted: &str) -> ToolError {
    if wanted.parse::<NodeId>().is_ok() {
        return ToolError::not_found(format!("there is no node with the id {wanted}"))
            .hint("it may be removed or belong to another story; find the node by its title")
            .said(&no_node(wanted));
    }
    let near = nearest(
        wanted,
        story.nodes.values().map(|it| it.title.as_str()),
        OFFERED,
    );
    let message = format!("there is no node \"{}\"", shortened(wanted, 80));
    let quoted: Vec<_> = near
        .iter()
        .map(|it| format!("\"{}\"", shortened(it, 80)))
        .collect();
    let hint = match quoted.as_slice() {
        [] => "list the nodes, or search for a word in them".to_owned(),
        titles => format!("the nearest titles are {}", titles.join(", ")),
    };
    ToolError::not_found(message)
        .hint(hint)
        .said(&no_node(wanted))
}

fn no_node(wanted: &str) -> Misfit {
    Misfit::FieldNoNode {
        wanted: shortened(wanted, 80),
    }
}

fn ambiguous(story: &Story, wanted: &str, several: &[NodeId]) -> ToolError {
    let described: Vec<_> = several
        .iter()
        .take(LISTED)
        .filter_map(|id| {
            let node = story.nodes.get(id)?;
            Some(format!(
                "\"{}\" ({}, {})",
                shortened(&node.title, 80),
                node.kind,
                id.short()
            ))
        })
        .collect();
    let more = match several.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let wanted = shortened(wanted, 80);
    let message = format!(
        "\"{wanted}\" names {} nodes: {}{more}",
        several.len(),
        described.join(", ")
    );
    let count = several.len();
    ToolError::new(Code::InvalidActionInput, message)
        .hint("name the one you mean by its id")
        .said(&Misfit::FieldSeveral { wanted, count })
}

/// No reference, and no node being edited.
pub(crate) fn none_given() -> ToolError {
    ToolError::invalid("/node", Hindrance::NoNodeNamed {})
        .hint("give the node's title or id as `node`")
}

/// A node that went while it was being looked up, or before.
pub(crate) fn gone(id: NodeId) -> ToolError {
    ToolError::not_found(format!("node {} is not in the story any more", id.short()))
        .hint("undo its removal, or choose another node")
        .said(&Absent::NodeGone { node: id.short() })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use model::{Layout, Node, StoryId};
    use uuid::Uuid;

    use super::*;

    const HERO: u128 = 0x019b_7000_0000_7000_8000_0000_0000_cafe;

    fn story(titles: &[&str]) -> Story {
        let mut story = Story::new(StoryId(Uuid::nil()), "Matrix");
        for (place, title) in titles.iter().enumerate() {
            let id = NodeId(Uuid::from_u128(HERO + ((place as u128) << 32)));
            let node = Node {
                id,
                title: (*title).to_owned(),
                kind: "character".into(),
                layout: Layout::default(),
                data: Default::default(),
            };
            story.nodes.insert(id, Arc::new(node));
        }
        story
    }

    fn place_of(story: &Story, reference: &str) -> Option<usize> {
        story.nodes.get_index_of(&find(story, reference).ok()?)
    }

    #[test]
    fn a_title_names_a_node_letter_case_aside() {
        let story = story(&["Neo", "neo", "林小雨"]);
        assert_eq!(
            place_of(&story, "neo"),
            Some(1),
            "the exact title comes first"
        );
        assert_eq!(place_of(&story, " 林小雨 "), Some(2));
        assert_eq!(place_of(&self::story(&["Trinity"]), "TRINITY"), Some(0));
    }

    #[test]
    fn an_id_names_a_node_whole_or_by_either_end() {
        let story = story(&["Neo", "Trinity"]);
        let id = story.nodes.get_index(1).unwrap().0.to_string();
        assert_eq!(place_of(&story, &id), Some(1));
        assert_eq!(place_of(&story, &id[id.len() - 10..]), Some(1));
        assert_eq!(place_of(&self::story(&["Neo"]), "019b"), Some(0));
        assert_eq!(
            place_of(&self::story(&["Neo"]), "afe"),
            None,
            "three digits are too few"
        );
    }

    #[test]
    fn a_title_that_looks_like_an_id_is_a_title() {
        assert_eq!(place_of(&story(&["Neo", "cafe"]), "cafe"), Some(1));
    }

    #[test]
    fn an_unknown_title_is_answered_with_the_nearest() {
        let error = find(&story(&["Thomas Anderson", "林小雨"]), "林晓雨").unwrap_err();
        assert_eq!(error.code, Code::NotFound);
        assert_eq!(error.message, "there is no node \"林晓雨\"");
        assert_eq!(
            error.hint.as_deref(),
            Some("the nearest titles are \"林小雨\"")
        );
    }

    #[test]
    fn an_id_of_another_story_is_not_found() {
        let error = find(&story(&["Neo"]), "019b7000-0000-7000-8000-00000000beef").unwrap_err();
        assert_eq!(error.code, Code::NotFound);
    }

    #[test]
    fn an_ambiguous_reference_lists_the_candidates() {
        let error = find(&story(&["Neo", "Neo"]), "Neo").unwrap_err();
        assert_eq!(error.code, Code::InvalidActionInput);
        assert_eq!(
            error.message,
            "\"Neo\" names 2 nodes: \"Neo\" (character, 0000cafe), \"Neo\" (character, 0000cafe)"
        );
    }

    #[test]
    fn an_empty_reference_is_refused() {
        assert_eq!(
            find(&story(&["Neo"]), " ").unwrap_err().code,
            Code::InvalidActionInput
        );
    }
}
