//! Resolves how people and models refer to a node: by title, or by part of its id. Enter through
//! [`find`]. Not here: reading the node.

use model::{IdReference, NodeId, Story};
use store::MissingItem;

use crate::invalid_argument::InvalidArgument;
use crate::nearest::{nearest, truncated};
use crate::{Code, ToolError, ToolFailure};

/// How many titles are suggested for one that does not exist.
const MAX_SUGGESTIONS: usize = 5;

/// How many candidates of an ambiguous reference are listed.
const MAX_CANDIDATES: usize = 8;

/// The node a reference means: a title, or the beginning or end of an id. The error for an unknown
/// reference suggests similar titles; for an ambiguous one it lists the candidates.
pub fn find(story: &Story, reference: &str) -> Result<NodeId, ToolError> {
    let wanted = reference.trim();
    if wanted.is_empty() {
        let message = "the name of the node is empty";
        return Err(ToolError::new(Code::InvalidActionInput, message)
            .hint("give its title or id, or leave it out to mean the node being edited")
            .said(&InvalidArgument::FieldEmpty {}));
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

/// The nodes whose id the text refers to.
fn with_id(story: &Story, wanted: &str) -> Vec<NodeId> {
    if let Ok(id) = wanted.parse::<NodeId>() {
        return story
            .nodes
            .contains_key(&id)
            .then_some(id)
            .into_iter()
            .collect();
    }
    // As prompts and lists write it: `id 2a11a903`.
    let bare = wanted.strip_prefix("id ").unwrap_or(wanted).trim();
    let Some(reference) = IdReference::read(bare) else {
        return Vec::new();
    };
    let ids = story.nodes.keys().copied();
    ids.filter(|it| reference.fits(it.0)).collect()
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
        MAX_SUGGESTIONS,
    );
    let message = format!("there is no node \"{}\"", truncated(wanted, 80));
    let quoted: Vec<_> = near
        .iter()
        .map(|it| format!("\"{}\"", truncated(it, 80)))
        .collect();
    let hint = match quoted.as_slice() {
        [] => "list the nodes, or search for a word in them".to_owned(),
        titles => format!("the nearest titles are {}", titles.join(", ")),
    };
    ToolError::not_found(message)
        .hint(hint)
        .said(&no_node(wanted))
}

fn no_node(wanted: &str) -> InvalidArgument {
    InvalidArgument::FieldNoNode {
        wanted: truncated(wanted, 80),
    }
}

fn ambiguous(story: &Story, wanted: &str, several: &[NodeId]) -> ToolError {
    let described: Vec<_> = several
        .iter()
        .take(MAX_CANDIDATES)
        .filter_map(|id| {
            let node = story.nodes.get(id)?;
            Some(format!(
                "\"{}\" ({}, {})",
                truncated(&node.title, 80),
                node.kind,
                id.short()
            ))
        })
        .collect();
    let more = match several.len().saturating_sub(MAX_CANDIDATES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let wanted = truncated(wanted, 80);
    let message = format!(
        "\"{wanted}\" names {} nodes: {}{more}",
        several.len(),
        described.join(", ")
    );
    let count = several.len();
    ToolError::new(Code::InvalidActionInput, message)
        .hint("name the one you mean by its id")
        .said(&InvalidArgument::FieldSeveral { wanted, count })
}

/// The error without a reference and without a node being edited.
pub(crate) fn no_reference() -> ToolError {
    ToolError::invalid("/node", ToolFailure::NoNodeNamed {})
        .hint("give the node's title or id as `node`")
}

/// The error for a node that was removed before or during the lookup.
pub(crate) fn deleted(id: NodeId) -> ToolError {
    ToolError::not_found(format!("node {} is not in the story any more", id.short()))
        .hint("undo its removal, or choose another node")
        .said(&MissingItem::NodeGone { node: id.short() })
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
    fn titles_match_ignoring_letter_case() {
        let story = story(&["Neo", "neo", "林小雨"]);
        assert_eq!(place_of(&story, "neo"), Some(1), "an exact title wins");
        assert_eq!(place_of(&story, " 林小雨 "), Some(2));
        assert_eq!(place_of(&self::story(&["Trinity"]), "TRINITY"), Some(0));
    }

    #[test]
    fn finds_a_node_by_full_id_prefix_or_suffix() {
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
    fn title_that_looks_like_an_id_is_found_as_a_title() {
        assert_eq!(place_of(&story(&["Neo", "cafe"]), "cafe"), Some(1));
    }

    #[test]
    fn unknown_title_error_suggests_similar_titles() {
        let error = find(&story(&["Thomas Anderson", "林小雨"]), "林晓雨").unwrap_err();
        assert_eq!(error.code, Code::NotFound);
        assert_eq!(error.message, "there is no node \"林晓雨\"");
        assert_eq!(
            error.hint.as_deref(),
            Some("the nearest titles are \"林小雨\"")
        );
    }

    #[test]
    fn id_of_another_story_is_not_found() {
        let error = find(&story(&["Neo"]), "019b7000-0000-7000-8000-00000000beef").unwrap_err();
        assert_eq!(error.code, Code::NotFound);
    }

    #[test]
    fn ambiguous_reference_error_lists_the_candidates() {
        let error = find(&story(&["Neo", "Neo"]), "Neo").unwrap_err();
        assert_eq!(error.code, Code::InvalidActionInput);
        assert_eq!(
            error.message,
            "\"Neo\" names 2 nodes: \"Neo\" (character, 0000cafe), \"Neo\" (character, 0000cafe)"
        );
    }

    #[test]
    fn rejects_an_empty_reference() {
        assert_eq!(
            find(&story(&["Neo"]), " ").unwrap_err().code,
            Code::InvalidActionInput
        );
    }
}
