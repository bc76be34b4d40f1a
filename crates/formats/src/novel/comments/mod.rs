//! Comments of documents, which become findings at the passages they are about.

#[cfg(test)]
pub(super) mod tests;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use model::NodeId;
use model::contents::{Findings, PassageFinding, QuotedPassage, Reply};

use crate::comment_marks::{CommentMark, take_marks};
use crate::{ImportWarning, Warning};

/// The longest passage that a comment is on, and the longest word, in bytes.
const MAX_PASSAGE: usize = 2_000;
const MAX_WORD: usize = 200;

/// A comment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Comment {
    /// What the text refers to it by.
    pub(super) key: String,
    pub(super) author: String,
    pub(super) text: String,
    /// Whether it was dealt with.
    pub(super) is_resolved: bool,
    /// The number of an earlier comment that it answers.
    pub(super) answers: Option<usize>,
    pub(super) replies: Vec<Reply>,
}

/// A comment and the bytes of a text that it is about.
pub(super) type PlacedComment = (Range<usize>, Comment);

/// The comments of a document, in the order of their numbers.
#[derive(Debug, Default)]
pub(super) struct Comments {
    all: Vec<Comment>,
    placed: Vec<bool>,
}

impl Comments {
    /// The comments of a document, each with the answers to it: those are no comments of their own.
    pub(super) fn of(mut all: Vec<Comment>) -> Self {
        for at in 0..all.len() {
            let Some(mut answered) = all[at].answers.filter(|it| *it < at) else {
                continue;
            };
            // An answer to an answer is one to the comment.
            while let Some(earlier) = all[answered].answers.filter(|it| *it < answered) {
                answered = earlier;
            }
            let says = std::mem::take(&mut all[at].text);
            if !says.is_empty() {
                let author = Some(all[at].author.clone()).filter(|it| !it.is_empty());
                all[answered].replies.push(Reply { says, author });
            }
        }
        let placed = vec![false; all.len()];
        Self { all, placed }
    }

    /// The number of the next comment.
    pub(super) fn next_number(&self) -> usize {
        self.all.len()
    }

    /// Adds the comments of another document.
    pub(super) fn extend(&mut self, more: Vec<Comment>) {
        self.all.extend(more);
        self.placed.resize(self.all.len(), false);
    }

    pub(super) fn into_all(self) -> Vec<Comment> {
        self.all
    }

    /// Takes the marks out of a text; returns it with the comments in it.
    pub(super) fn place(&mut self, text: &str) -> (String, Vec<PlacedComment>) {
        let (text, marks) = take_marks(text);
        let mut begun: HashMap<usize, usize> = HashMap::new();
        let mut ranges: Vec<(usize, Range<usize>)> = Vec::new();
        for (at, mark) in marks {
            match mark {
                CommentMark::Begin(number) => _ = begun.insert(number, at),
                CommentMark::End(number) => {
                    if let Some(begin) = begun.remove(&number) {
                        ranges.push((number, begin..at));
                    }
                }
            }
        }
        // What ends in a later text ends with this one.
        ranges.extend(begun.into_iter().map(|it| (it.0, it.1..text.len())));
        ranges.sort_by_key(|it| (it.1.start, it.0));
        let placed = ranges.into_iter().filter_map(|(number, range)| {
            let comment = self.all.get(number)?;
            let range = words_of(&text, range).filter(|_| !comment.text.is_empty())?;
            let is_again = std::mem::replace(&mut self.placed[number], true);
            (!is_again).then(|| (range, comment.clone()))
        });
        let placed = placed.collect();
        (text, placed)
    }

    /// The warning about those that no text has, if there are any.
    pub(super) fn warning(&self) -> Option<Warning> {
        let all = self.all.iter().zip(&self.placed);
        let count = all.filter(|it| !it.0.text.is_empty() && !it.1).count();
        (count > 0).then(|| Warning::for_file(ImportWarning::CommentsSkipped { count }))
    }
}

/// The findings of a node that stand for its comments.
pub(super) fn findings(node: NodeId, text: &str, comments: &[PlacedComment]) -> Findings {
    let finding = |(range, comment): &PlacedComment| {
        let passage = QuotedPassage::of(node, text, range.clone());
        PassageFinding {
            author: Some(comment.author.clone()).filter(|it| !it.is_empty()),
            closed: comment.is_resolved,
            replies: comment.replies.clone(),
            ..PassageFinding::comment(passage, comment.text.clone())
        }
    };
    // The same words on the same passage are one comment.
    let mut known = HashSet::new();
    let items = comments.iter().map(finding);
    Findings {
        items: items.filter(|it| known.insert(it.id.clone())).collect(),
    }
}

/// The words of a range: those of its first paragraph with words, or for a mere place the word there.
/// They are not longer than [`MAX_PASSAGE`], so that many comments on one long text take little.
fn words_of(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let is_edge = |it: char| it.is_whitespace() || matches!(it, '*' | '~' | '#' | '>');
    let within = |from: usize, most: usize| text.floor_char_boundary(from.saturating_add(most));
    let range = range.start..range.end.min(within(range.start, MAX_PASSAGE));
    let inside = &text[range.clone()];
    let start = range.start + (inside.len() - inside.trim_start_matches(is_edge).len());
    let paragraph = text[start..range.end.max(start)].split('\n').next();
    let length = paragraph
        .unwrap_or_default()
        .trim_end_matches(is_edge)
        .len();
    if length > 0 {
        return Some(start..start + length);
    }
    // The word that ends or begins here, or else the next one.
    let is_word = |it: char| !is_edge(it);
    let nearest = text.ceil_char_boundary(range.start.saturating_sub(MAX_WORD));
    let before = text[nearest..range.start].trim_end_matches(is_word).len();
    let from = match nearest + before < range.start {
        true => nearest + before,
        false => {
            let next = &text[range.start..within(range.start, MAX_PASSAGE)];
            range.start + next.find(is_word)?
        }
    };
    let word = &text[from..within(from, MAX_WORD)];
    Some(from..from + word.find(is_edge).unwrap_or(word.len()))
}
