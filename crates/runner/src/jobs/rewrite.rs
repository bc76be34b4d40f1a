//! Rewriting texts as a job: the question about a text, and reading its new text from the reply.

use model::{Node, Story};
use store::{StoreError, View};

use super::question::Question;
use super::reading::Reading;
use super::task::JobTask;
use crate::context::estimate;
use crate::prompt::{style_guide, style_lines};
use crate::text_request::{last_characters, link_targets, links_missing, names_line};

const REWRITE: &str = include_str!("rewrite.md");
const NAMES: &str = include_str!("names.md");
/// The reply to a text that needs no change.
const UNCHANGED: &str = "UNCHANGED";
/// How much of the preceding scene is shown, in characters.
const BEFORE_SHOWN: usize = 500;

pub(super) fn ask(
    view: &View,
    graph: &Story,
    task: JobTask,
    instruction: &str,
    node: &Node,
) -> Result<Question, StoreError> {
    let text = node.prose();
    let (prompt, with_aliases) = match task {
        JobTask::Names => (NAMES, true),
        _ => (REWRITE, false),
    };
    let instruction = match instruction.is_empty() {
        true => task.usual_instruction(),
        false => instruction,
    };
    let mut question = format!("Instruction: {instruction}\n\nScene: {:?}\n", node.title);
    question += &names_line(view, with_aliases)?;
    let before = graph.edges_to(node.id);
    if let Some(edge) = before.iter().find(|it| it.record.from != node.id)
        && let Some(before) = view.node(edge.record.from)?
        && !before.prose().trim().is_empty()
    {
        let end = last_characters(before.prose().trim(), BEFORE_SHOWN);
        question += &format!("The end of the scene before, for context alone: {end:?}\n");
    }
    question += &format!("\nThe text:\n{text}");
    Ok(Question {
        system: format!("{}{}", prompt.trim_end(), style_lines(&style_guide(view)?)),
        content: question,
        reply_tokens: estimate(text),
    })
}

/// What a reply means for a text: it must keep the targets of all links.
pub(super) fn read_reply(text: &str, reply: &str) -> Reading {
    if reply.trim_end_matches('.') == UNCHANGED || reply == text.trim() {
        return Reading::Unchanged;
    }
    let named = |titles: Vec<String>| {
        let all: Vec<_> = titles.iter().map(|it| format!("{it:?}")).collect();
        all.join(", ")
    };
    let lost = links_missing(text, reply);
    if !lost.is_empty() {
        return Reading::Unusable(format!("it lost links to {}", named(lost)));
    }
    let known = link_targets(text);
    let linked = link_targets(reply).into_keys();
    let new: Vec<_> = linked.filter(|it| !known.contains_key(it)).collect();
    if !new.is_empty() {
        return Reading::Unusable(format!(
            "it links to {}, which the text did not",
            named(new)
        ));
    }
    // White space around a text belongs to the writer.
    let start = text.len() - text.trim_start().len();
    let end = text.trim_end().len();
    let (head, tail) = (&text[..start], &text[end..]);
    Reading::Text(format!("{head}{reply}{tail}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_the_new_text_if_it_keeps_the_links() {
        let text = "\nIt rains. [[Go on->Gate]] [[Hall]]\n";
        let unusable = |why: &str| Reading::Unusable(why.to_owned());
        let good = "Es regnet. [[Weiter->Gate]] [[Halle->Hall]]";
        let cases = [
            (good, Reading::Text(format!("\n{good}\n"))),
            ("UNCHANGED.", Reading::Unchanged),
            (text.trim(), Reading::Unchanged),
            (
                "Es regnet. [[Weiter->Tor]] [[Hall]]",
                unusable("it lost links to \"Gate\""),
            ),
            (
                "[[Weiter->Gate]] [[Hall]] [[Ende]]",
                unusable("it links to \"Ende\", which the text did not"),
            ),
        ];
        for (reply, expected) in cases {
            assert_eq!(read_reply(text, reply), expected, "{reply:?}");
        }
    }
}
