//! The comments of a document while it is read. Their texts come after the passages they are about, and
//! refer to these by numbers.

use std::collections::HashMap;

use crate::comment_marks::CommentMark;
use crate::import::StyledText;
use crate::novel::comments::Comment;

/// What a group within a comment, or at one of its ends, says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The number of the comment that begins here.
    Begin,
    /// The number of the comment that ends here.
    End,
    Author,
    Text,
    /// The number of the passage that the comment is about.
    Reference,
}

impl Part {
    pub(super) fn of(word: &str) -> Option<Self> {
        Some(match word {
            "atrfstart" => Self::Begin,
            "atrfend" => Self::End,
            "atnauthor" => Self::Author,
            "annotation" => Self::Text,
            "atnref" => Self::Reference,
            _ => return None,
        })
    }
}

/// The comments read so far.
#[derive(Default)]
pub(super) struct CommentReader {
    all: Vec<Comment>,
    /// The number of the first of them.
    first: usize,
    /// The numbers of comments by those that the file gives them.
    numbers: HashMap<String, usize>,
    author: String,
    text: String,
    reference: String,
    /// The number in the group at an end of a passage.
    number: String,
}

impl CommentReader {
    /// CommentReader whose numbers begin with this one.
    pub(super) fn from(first: usize) -> Self {
        Self {
            first,
            ..Self::default()
        }
    }

    pub(super) fn finish(self) -> Vec<Comment> {
        self.all
    }

    pub(super) fn write(&mut self, part: Part, words: &str) {
        match part {
            Part::Begin | Part::End => self.number.push_str(words),
            Part::Author => self.author.push_str(words),
            Part::Text => self.text.push_str(words),
            Part::Reference => self.reference.push_str(words),
        }
    }

    /// A group ends within the text.
    pub(super) fn close(&mut self, part: Part, text: &mut StyledText) {
        match part {
            Part::Begin => {
                let key = self.take_number();
                let number = self.add(key);
                text.mark(CommentMark::Begin(number));
            }
            Part::End => {
                let key = self.take_number();
                if let Some(number) = self.numbers.get(&key) {
                    text.mark(CommentMark::End(*number));
                }
            }
            Part::Text => {
                let reference = std::mem::take(&mut self.reference);
                let known = self.numbers.get(reference.trim()).copied();
                // Without a passage, it is about this place.
                let number = known.unwrap_or_else(|| {
                    let number = self.add(String::new());
                    text.mark(CommentMark::Begin(number));
                    text.mark(CommentMark::End(number));
                    number
                });
                let comment = &mut self.all[number - self.first];
                comment.author = std::mem::take(&mut self.author).trim().to_owned();
                comment.text = std::mem::take(&mut self.text).trim().to_owned();
            }
            Part::Author | Part::Reference => {}
        }
    }

    /// Makes the letters from a position on those of a comment that is in another file.
    pub(super) fn place(&mut self, key: &str, begin: usize, text: &mut StyledText) {
        let number = self.add(key.to_owned());
        text.comment_from(begin, number);
    }

    fn take_number(&mut self) -> String {
        std::mem::take(&mut self.number).trim().to_owned()
    }

    fn add(&mut self, key: String) -> usize {
        let number = self.first + self.all.len();
        self.numbers.insert(key.clone(), number);
        self.all.push(Comment {
            key,
            ..Comment::default()
        });
        number
    }
}
