//! Detects from the words of an instruction whether a person asks for something to be removed. A
//! call that removes much then needs no further approval. Pure. The words are in the message
//! catalogue; those of all languages count.

use messages::{Language, translation};
use model::is_han;

/// How many words after a removal word may negate it, as in “lösche bitte nichts”.
const NEGATED_WITHIN: usize = 2;

/// Whether an instruction asks for a removal. A negated word does not count: too many questions are
/// better than too few.
pub(crate) fn asks_for_removal(instruction: &str) -> bool {
    let instruction = instruction.to_lowercase().replace('’', "'");
    let clauses = instruction.split([
        '.', ',', ';', '!', '?', '\n', '。', '，', '；', '！', '？', '、',
    ]);
    let listed = |id: &str| -> Vec<String> {
        let lists = Language::all().filter_map(|it| translation(it, id, &[]));
        let words = lists.flat_map(|it| {
            it.split(',')
                .map(|it| it.trim().to_owned())
                .collect::<Vec<_>>()
        });
        words.collect()
    };
    let (removal, negation) = (
        listed("turn-words_of_removal"),
        listed("turn-words_of_negation"),
    );
    clauses
        .into_iter()
        .any(|clause| asks(clause, &removal, &negation))
}

fn asks(clause: &str, removal: &[String], negation: &[String]) -> bool {
    let beginnings = removal.iter().flat_map(|stem| {
        let found = clause.match_indices(stem.as_str());
        found
            .filter(|(at, _)| begins_word(clause, *at, stem))
            .map(move |(at, _)| (at, stem))
    });
    let is_negated = |(at, stem): (usize, &String)| {
        let rest = clause[at + stem.len()..].split_whitespace();
        // In Chinese, the negation comes first.
        let within = if has_han(stem) { 0 } else { NEGATED_WITHIN + 1 };
        let behind: Vec<_> = rest.take(within).collect();
        has_word(&clause[..at], negation) || has_word(&behind.join(" "), negation)
    };
    beginnings.into_iter().any(|it| !is_negated(it))
}

/// Whether a word starts there; Chinese has no spaces between words.
fn begins_word(clause: &str, at: usize, stem: &str) -> bool {
    let before = clause[..at].chars().next_back();
    has_han(stem) || before.is_none_or(|it| !it.is_alphabetic() || is_han(it))
}

fn has_word(text: &str, words: &[String]) -> bool {
    let mut tokens = text.split(|it: char| !it.is_alphabetic() && it != '\'');
    tokens.any(|token| {
        words.iter().any(|word| match has_han(word) {
            true => token.contains(word.as_str()),
            false => token == word || (word == "n't" && token.ends_with(word.as_str())),
        })
    })
}

fn has_han(text: &str) -> bool {
    text.chars().any(is_han)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_unnegated_removal_words_in_every_language() {
        for words in [
            "Delete all notes",
            "Please tidy up: remove the scenes that nothing links to.",
            "Take the last act out and get rid of its scenes",
            "Go back to the snapshot “first draft”",
            "把所有笔记删掉",
            "请清空这个故事",
            "删掉不需要的场景",
            "Lösche alle Notizen",
            "Bitte die leeren Szenen entfernen",
            "Keep the scenes, do not touch the places, and delete the notes",
        ] {
            assert!(asks_for_removal(words), "{words}");
        }
        for words in [
            "Tidy up the story",
            "Make it shorter, but don't delete anything",
            "Improve the text without removing scenes",
            "Write that she was undeleted",
            "把故事整理一下，但不要删除任何内容",
            "Räum auf, aber lösche nichts",
            "Räum auf und lösche bitte keine Szenen",
        ] {
            assert!(!asks_for_removal(words), "{words}");
        }
    }
}
