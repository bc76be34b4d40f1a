//! The comments on a story's texts, for files that hold them at their passages.

use std::borrow::Cow;

use model::Node;
use model::contents::{COMMENT, FINDINGS, Findings, PassageFinding};
use serde::Deserialize as _;
use serde_json::Value;

use super::{Book, Chapter};
use crate::comment_marks::{CommentMark, take_marks};

/// The comments that the text marks so far.
#[derive(Default)]
pub(crate) struct Comments {
    pub(crate) all: Vec<Comment>,
}

/// A comment, or an answer to one.
pub(crate) struct Comment {
    pub(crate) author: Option<String>,
    pub(crate) says: String,
    /// The number of the comment that it answers.
    pub(crate) answers: Option<usize>,
}

impl Comments {
    /// The text of a chapter, with its open comments marked in a book that has comments.
    pub(crate) fn text_of<'c>(
        &mut self,
        book: &Book<'_>,
        chapter: &'c Chapter<'_>,
    ) -> Cow<'c, str> {
        match book.has_comments() {
            true => self.mark(chapter.node, &chapter.text),
            false => Cow::Borrowed(&*chapter.text),
        }
    }

    /// The text of a node with its open comments marked. One whose passage is not there as it was quoted
    /// stands at the beginning.
    fn mark<'a>(&mut self, node: &Node, text: &'a str) -> Cow<'a, str> {
        let findings = Findings::in_data(&node.data);
        let open = findings.items.into_iter();
        let open = open.filter(|it| it.kind == COMMENT && !it.closed && it.waived.is_none());
        let mut marks: Vec<(usize, CommentMark)> = Vec::new();
        for comment in open {
            let number = self.all.len();
            let begin = comment.passage.find_in(text);
            let end = begin.map_or(0, |it| it + comment.passage.quote.len());
            self.add(comment);
            // An answer is on the same passage.
            for number in number..self.all.len() {
                marks.push((begin.unwrap_or_default(), CommentMark::Begin(number)));
                marks.push((end, CommentMark::End(number)));
            }
        }
        if marks.is_empty() {
            return Cow::Borrowed(text);
        }
        marks.sort_by_key(|it| it.0);
        let (mut marked, mut from) = (String::with_capacity(text.len()), 0);
        for (at, mark) in marks {
            marked.push_str(&text[from..at]);
            mark.write_to(&mut marked);
            from = at;
        }
        marked.push_str(&text[from..]);
        Cow::Owned(marked)
    }

    fn add(&mut self, finding: PassageFinding) {
        let number = self.all.len();
        self.all.push(Comment {
            author: finding.author,
            says: finding.says,
            answers: None,
        });
        self.all
            .extend(finding.replies.into_iter().map(|it| Comment {
                author: it.author,
                says: it.says,
                answers: Some(number),
            }));
    }

    /// A text without marks, and the comments that end in it.
    pub(crate) fn take_from(&self, text: &str) -> (String, Vec<&Comment>) {
        let (plain, marks) = take_marks(text);
        let ended = marks.into_iter().filter_map(|it| match it.1 {
            CommentMark::End(number) => self.all.get(number),
            CommentMark::Begin(_) => None,
        });
        (plain, ended.collect())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

/// Whether data of a capability is in the file: findings that are all comments or closed.
pub(super) fn are_written(capability: &str, data: &Value) -> bool {
    let is_written = |it: &PassageFinding| it.kind == COMMENT || it.closed;
    let read = (capability == FINDINGS).then(|| Findings::deserialize(data).ok());
    read.flatten()
        .is_some_and(|it| it.items.iter().all(is_written))
}
