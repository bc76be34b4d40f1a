//! The request for one node of a job, and reading its reply. Pure but for reading the story.

use std::collections::BTreeMap;

use markup::links::{self, Target};
use model::contents::TEXT;
use model::conversation::{ChatMessage, MessageMetadata, Payload, Role, Usage};
use model::{MessageId, NodeId, Slot, TurnId, World};
use store::{StoreError, View};

use crate::context::estimate;
use crate::prompt::{style_guide, style_lines};

const TASK: &str = include_str!("request.md");
/// The reply to a text that needs no change.
const UNCHANGED: &str = "UNCHANGED";
/// How much of the scene before is shown, in characters.
const BEFORE_SHOWN: usize = 500;
/// How many names of characters and places are listed.
const NAMES_SHOWN: usize = 60;
/// Of a model's window, this share is used: estimates of its tokens are not exact.
const USABLE_SHARE: (u64, u64) = (3, 4);

/// What is to be done with one node.
#[derive(Debug, Clone)]
pub(super) struct NodeTask {
    /// The node.
    pub(super) node: NodeId,
    /// The version of its text that is worked on.
    pub(super) version: u32,
    /// Its text.
    pub(super) text: String,
    system: String,
    question: String,
}

/// What a reply means.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// This is the new text.
    Text(String),
    /// Nothing is to be changed.
    Unchanged,
    /// The reply cannot be used for this reason.
    Unusable(String),
}

impl NodeTask {
    /// The task for a node as it is in a view; `None` where it is gone or has no text.
    pub(super) fn read(
        view: &View,
        node: NodeId,
        instruction: &str,
    ) -> Result<Option<Self>, StoreError> {
        let (Some(node), Some(version)) =
            (view.node(node)?, view.adopted(&Slot::node(node, TEXT))?)
        else {
            return Ok(None);
        };
        let text = node.prose().to_owned();
        if text.trim().is_empty() {
            return Ok(None);
        }
        let graph = view.graph()?;
        let mut question = format!("Instruction: {instruction}\n\nScene: {:?}\n", node.title);
        let is_named = |kind: &str| matches!(kind, "character" | "place");
        let names = graph.nodes.values().filter(|it| is_named(&it.kind));
        let names: Vec<_> = names
            .take(NAMES_SHOWN)
            .map(|it| format!("{:?}", it.title))
            .collect();
        if !names.is_empty() {
            question += &format!("Names in the story: {}\n", names.join(", "));
        }
        let before = graph.edges_to(node.id);
        if let Some(edge) = before.iter().find(|it| it.record.from != node.id)
            && let Some(before) = view.node(edge.record.from)?
            && !before.prose().trim().is_empty()
        {
            let end = last_characters(before.prose(), BEFORE_SHOWN);
            question += &format!("The end of the scene before, for context alone: {end:?}\n");
        }
        question += &format!("\nThe text:\n{text}");
        Ok(Some(Self {
            node: node.id,
            version: version.number,
            text,
            system: format!("{}{}", TASK.trim_end(), style_lines(&style_guide(view)?)),
            question,
        }))
    }

    /// Whether request and reply fit the model.
    pub(super) fn fits(&self, limits: &llm::ModelLimits) -> bool {
        let usage = self.estimated_usage();
        let room = limits.context_tokens.saturating_sub(limits.output_tokens);
        usage.input_tokens <= room / USABLE_SHARE.1 * USABLE_SHARE.0
            && usage.output_tokens <= limits.output_tokens
    }

    /// What the request will use, if the text keeps its length.
    pub(super) fn estimated_usage(&self) -> Usage {
        Usage {
            input_tokens: estimate(&self.system) + estimate(&self.question),
            output_tokens: estimate(&self.text),
            cached_tokens: 0,
        }
    }

    /// The request. `complaint` says what was wrong with an earlier reply.
    pub(super) fn payload(&self, world: &dyn World, complaint: Option<&str>) -> Payload {
        let mut content = self.question.clone();
        if let Some(complaint) = complaint {
            content +=
                &format!("\n\nAn earlier answer could not be used: {complaint}. Answer again.");
        }
        let message = ChatMessage {
            id: MessageId(world.new_id()),
            turn: TurnId(world.new_id()),
            role: Role::User,
            content,
            metadata: MessageMetadata::default(),
            time: world.now(),
        };
        Payload {
            stable: self.system.len(),
            system: self.system.clone(),
            messages: vec![message],
            ..Payload::default()
        }
    }

    /// What a reply means for this text: it must keep the targets of all links.
    pub(super) fn read_reply(&self, reply: &str) -> Reading {
        let reply = without_fence(reply.trim());
        if reply.is_empty() {
            return Reading::Unusable("it was empty".to_owned());
        }
        if reply.trim_end_matches('.') == UNCHANGED || reply == self.text.trim() {
            return Reading::Unchanged;
        }
        let (before, after) = (targets(&self.text), targets(reply));
        let count = |all: &BTreeMap<String, usize>, it: &str| all.get(it).copied().unwrap_or(0);
        let lost: Vec<_> = before
            .keys()
            .filter(|it| count(&after, it) < before[*it])
            .map(|it| format!("{it:?}"))
            .collect();
        if !lost.is_empty() {
            return Reading::Unusable(format!("it lost links to {}", lost.join(", ")));
        }
        let new: Vec<_> = after
            .keys()
            .filter(|it| !before.contains_key(*it))
            .map(|it| format!("{it:?}"))
            .collect();
        if !new.is_empty() {
            return Reading::Unusable(format!(
                "it links to {}, which the text did not",
                new.join(", ")
            ));
        }
        // White space around a text is the writer's.
        let start = self.text.len() - self.text.trim_start().len();
        let end = self.text.trim_end().len();
        let (head, tail) = (&self.text[..start], &self.text[end..]);
        Reading::Text(format!("{head}{reply}{tail}"))
    }
}

/// The titles that a text links to, and how often.
fn targets(text: &str) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    for link in links::find(text) {
        if let Target::Named(title) = link.target {
            *all.entry(title).or_default() += 1;
        }
    }
    all
}

/// A reply without a fence around all of it.
fn without_fence(reply: &str) -> &str {
    let inner = reply
        .strip_prefix("```")
        .and_then(|it| it.strip_suffix("```"));
    match inner.and_then(|it| it.split_once('\n')) {
        Some((language, text)) if !language.contains(' ') && !text.contains("```") => text.trim(),
        _ => reply,
    }
}

fn last_characters(text: &str, count: usize) -> &str {
    let text = text.trim();
    match text.char_indices().rev().nth(count) {
        None => text,
        Some((at, skipped)) => &text[at + skipped.len_utf8()..],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(text: &str) -> NodeTask {
        NodeTask {
            node: NodeId(uuid::Uuid::nil()),
            version: 1,
            text: text.to_owned(),
            system: String::new(),
            question: String::new(),
        }
    }

    #[track_caller]
    fn check(text: &str, reply: &str, expected: Reading) {
        assert_eq!(task(text).read_reply(reply), expected, "{reply:?}");
    }

    #[test]
    fn a_reply_is_the_new_text_if_it_keeps_the_links() {
        let text = "\nIt rains. [[Go on->Gate]] [[Hall]]\n";
        let unusable = |why: &str| Reading::Unusable(why.to_owned());
        let good = "Es regnet. [[Weiter->Gate]] [[Halle->Hall]]";
        check(text, good, Reading::Text(format!("\n{good}\n")));
        check(
            text,
            &format!("```markdown\n{good}\n```"),
            Reading::Text(format!("\n{good}\n")),
        );
        check(text, "UNCHANGED.", Reading::Unchanged);
        check(text, text, Reading::Unchanged);
        check(text, " ", unusable("it was empty"));
        check(
            text,
            "Es regnet. [[Weiter->Tor]] [[Hall]]",
            unusable("it lost links to \"Gate\""),
        );
        check(
            text,
            "[[Weiter->Gate]] [[Hall]] [[Ende]]",
            unusable("it links to \"Ende\", which the text did not"),
        );
    }

    #[test]
    fn truncates_the_end_of_a_text_at_a_character_boundary() {
        assert_eq!(last_characters(" 雨下了一夜。 ", 3), "一夜。");
        assert_eq!(last_characters("ab", 3), "ab");
    }
}
