//! Comments on passages as those of the document.

use std::borrow::Cow;

use super::XML_DECLARATION;
use crate::comment_marks::{CommentMark, take_marks, without_marks};
use crate::export::Comments;
use crate::export::xml::escaped;
use crate::folder::Folder;

/// The file that says what the comments are.
pub(super) const FILE: &str = "comments.xml";

/// The file that says which of them answers which.
pub(super) const EXTENDED_FILE: &str = "commentsExtended.xml";

/// What the document's relation to that file is called.
pub(super) const EXTENDED: &str =
    "http://schemas.microsoft.com/office/2011/relationships/commentsExtended";

/// The types of both files, in the list of the types of all files.
pub(super) const TYPES: &str = "<Override PartName=\"/word/comments.xml\" ContentType=\"application/vnd.\
    openxmlformats-officedocument.wordprocessingml.comments+xml\"/>\
    <Override PartName=\"/word/commentsExtended.xml\" ContentType=\"application/vnd.\
    openxmlformats-officedocument.wordprocessingml.commentsExtended+xml\"/></Types>";

/// Who commented where that is not known, as the file has to name somebody.
const UNKNOWN: &str = "Author";

/// Adds the files with what the comments say, if there are any.
pub(super) fn put(comments: &Comments, folder: &mut Folder) {
    if comments.is_empty() {
        return;
    }
    let mut text = format!(
        "{XML_DECLARATION}<w:comments \
             xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
             xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\" \
             xmlns:w14=\"http://schemas.microsoft.com/office/word/2010/wordml\" \
             mc:Ignorable=\"w14\">\n"
    );
    let mut extended = format!(
        "{XML_DECLARATION}<w15:commentsEx \
             xmlns:w15=\"http://schemas.microsoft.com/office/word/2012/wordml\">\n"
    );
    for (number, comment) in comments.all.iter().enumerate() {
        let author = escaped(comment.author.as_deref().unwrap_or(UNKNOWN));
        text.push_str(&format!(
            "<w:comment w:id=\"{number}\" w:author=\"{author}\">"
        ));
        let last = comment.says.lines().count().saturating_sub(1);
        for (at, line) in comment.says.lines().enumerate() {
            // The last paragraph stands for the comment.
            let id = match at == last {
                true => format!(" w14:paraId=\"{}\"", paragraph_id(number)),
                false => String::new(),
            };
            text.push_str(&format!(
                "<w:p{id}><w:r><w:t xml:space=\"preserve\">{}</w:t></w:r></w:p>",
                escaped(line)
            ));
        }
        text.push_str("</w:comment>\n");
        let parent = comment
            .answers
            .map(|it| format!(" w15:paraIdParent=\"{}\"", paragraph_id(it)));
        extended.push_str(&format!(
            "<w15:commentEx w15:paraId=\"{}\"{} w15:done=\"0\"/>\n",
            paragraph_id(number),
            parent.unwrap_or_default()
        ));
    }
    text.push_str("</w:comments>\n");
    extended.push_str("</w15:commentsEx>\n");
    folder.put(format!("word/{FILE}"), text);
    folder.put(format!("word/{EXTENDED_FILE}"), extended);
}

/// The id of a comment's last paragraph, unique in the document.
fn paragraph_id(number: usize) -> String {
    format!("{:08X}", number + 1)
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
