//! Comments on passages as those of the document.

use std::borrow::Cow;

use model::Node;
use model::contents::{COMMENT, FINDINGS, Findings, PassageFinding};
use serde::Deserialize as _;
use serde_json::Value;

use super::XML_DECLARATION;
use crate::comment_marks::{CommentMark, take_marks, without_marks};
use crate::export::xml::escaped;
use crate::folder::Folder;

/// The file that says what the comments are.
pub(super) const FILE: &str = "comments.xml";

/// The type of that file, in the list of the types of all files.
pub(super) const TYPE: &str = "<Override PartName=\"/word/comments.xml\" ContentType=\"application/vnd.\
    openxmlformats-officedocument.wordprocessingml.comments+xml\"/></Types>";

/// Who commented where that is not known, as the file has to name somebody.
const UNKNOWN: &str = "Author";

/// The comments that the text marks so far.
#[derive(Default)]
pub(super) struct Comments {
    all: Vec<PassageFinding>,
}

impl Comments {
    /// The text of a node with its open comments marked. One whose passage is not there as it was quoted
    /// stands at the beginning.
    pub(super) fn mark<'a>(&mut self, node: &Node, text: &'a str) -> Cow<'a, str> {
        let findings = Findings::in_data(&node.data);
        let open = findings.items.into_iter();
        let open = open.filter(|it| it.kind == COMMENT && !it.closed && it.waived.is_none());
        let mut marks: Vec<(usize, CommentMark)> = Vec::new();
        for comment in open {
            let number = self.all.len();
            let begin = comment.passage.find_in(text);
            let end = begin.map_or(0, |it| it + comment.passage.quote.len());
            marks.push((begin.unwrap_or_default(), CommentMark::Begin(number)));
            marks.push((end, CommentMark::End(number)));
            self.all.push(comment);
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

    /// Adds the file with what they say, if there are any.
    pub(super) fn put(&self, folder: &mut Folder) {
        if self.all.is_empty() {
            return;
        }
        let mut text = format!(
            "{XML_DECLARATION}<w:comments \
             xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">\n"
        );
        for (number, comment) in self.all.iter().enumerate() {
            let author = escaped(comment.author.as_deref().unwrap_or(UNKNOWN));
            text.push_str(&format!(
                "<w:comment w:id=\"{number}\" w:author=\"{author}\">"
            ));
            for line in comment.says.lines() {
                text.push_str(&format!(
                    "<w:p><w:r><w:t xml:space=\"preserve\">{}</w:t></w:r></w:p>",
                    escaped(line)
                ));
            }
            text.push_str("</w:comment>\n");
        }
        text.push_str("</w:comments>\n");
        folder.put(format!("word/{FILE}"), text);
    }

    pub(super) fn is_empty(&self) -> bool {
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

/// Text with its marks as elements: `write` writes what is between them.
pub(super) fn elements(text: &str, write: impl Fn(&str) -> String) -> String {
    if matches!(without_marks(text), Cow::Borrowed(_)) {
        return write(text);
    }
    let (plain, marks) = take_marks(text);
    let (mut xml, mut from) = (String::new(), 0);
    let between = |range: std::ops::Range<usize>| match &plain[range] {
        "" => String::new(),
        words => write(words),
    };
    for (at, mark) in marks {
        xml += &between(from..at);
        xml += &match mark {
            CommentMark::Begin(number) => format!("<w:commentRangeStart w:id=\"{number}\"/>"),
            CommentMark::End(number) => format!(
                "<w:commentRangeEnd w:id=\"{number}\"/><w:r><w:commentReference \
                 w:id=\"{number}\"/></w:r>"
            ),
        };
        from = at;
    }
    xml + &between(from..plain.len())
}
