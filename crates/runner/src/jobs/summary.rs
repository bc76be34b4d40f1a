//! Summaries as a job: the question about a text, and reading the summary from the reply.

use model::Node;

use super::question::Question;
use super::reading::Reading;
use crate::context::estimate;

const TASK: &str = include_str!("summary.md");
/// The approximate length of a summary, in tokens.
const REPLY_TOKENS: u64 = 120;
/// The longest reply accepted as a summary, in characters: some models retell the scene.
const MAX_CHARS: usize = 1_200;

pub(super) fn ask(node: &Node) -> Question {
    let text = node.prose();
    Question {
        system: TASK.trim_end().to_owned(),
        content: format!("Scene: {:?}\n\nThe text:\n{text}", node.title),
        reply_tokens: REPLY_TOKENS.min(estimate(text)),
    }
}

pub(super) fn read_reply(reply: &str) -> Reading {
    let length = reply.chars().count();
    if length > MAX_CHARS {
        return Reading::Unusable(format!(
            "it has {length} characters, and a summary has {MAX_CHARS} at most"
        ));
    }
    let lines: Vec<_> = reply.split_whitespace().collect();
    Reading::Summary(lines.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_is_short_and_on_one_line() {
        let summary = Reading::Summary("Ada finds the key. 她走了。".to_owned());
        assert_eq!(read_reply("Ada finds\n the key. 她走了。"), summary);
        let long = "word ".repeat(300);
        assert!(matches!(read_reply(&long), Reading::Unusable(_)));
    }
}
