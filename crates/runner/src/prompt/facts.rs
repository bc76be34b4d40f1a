//! The facts that hold at the open scene, in the prompt: those that change along the story, on the
//! paths that lead to it. Written as JSON strings, like all story text.

use model::contents::FACTS;
use model::{Node, NodeId, Story, facts_at};
use store::{StoreError, View};

use super::json_string as json;

/// How many facts are listed.
const MOST: usize = 40;

/// The lines about a node, after a line feed; empty if nothing changes along the story.
pub(crate) fn facts_lines(
    view: &View,
    story: &Story,
    node: Option<&Node>,
) -> Result<String, StoreError> {
    let Some(node) = node else {
        return Ok(String::new());
    };
    let mut subjects = Vec::new();
    for id in view.nodes_with(FACTS)? {
        subjects.extend(view.node(id)?);
    }
    Ok(lines(story, &subjects, node.id))
}

fn lines(story: &Story, subjects: &[Node], at: NodeId) -> String {
    let facts = facts_at(story, subjects, at);
    if facts.is_empty() {
        return String::new();
    }
    let title = |id: NodeId| {
        story
            .nodes
            .get(&id)
            .map_or_else(|| id.short(), |it| it.title.clone())
    };
    let mut text = String::from("\n\nWhat holds here, on the ways that lead here:");
    for fact in facts.iter().take(MOST) {
        let value = |it: &Option<model::contents::Fact>| match it {
            None => "unknown".to_owned(),
            Some(it) => match it.since {
                None => json(&it.value),
                Some(since) => format!("{} since {}", json(&it.value), json(&title(since))),
            },
        };
        let values: Vec<_> = fact.values.iter().map(value).collect();
        let subject = json(&title(fact.subject));
        text += &format!(
            "\n- {subject}, {}: {}",
            json(&fact.key),
            values.join(", or ")
        );
    }
    if facts.len() > MOST {
        text += &format!("\n- … and {} more; facts_at lists them", facts.len() - MOST);
    }
    text
}
