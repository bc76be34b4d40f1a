//! Marks where the comments of a document begin and end. They stand in the text as characters that no
//! text contains, so that they keep their places while the text is divided and changed.

use std::borrow::Cow;
use std::ops::RangeInclusive;

/// Where a comment begins or ends, by its number in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CommentMark {
    Begin(usize),
    End(usize),
}

/// The characters of marks, which Unicode keeps free for the use within programs.
const RESERVED: RangeInclusive<char> = '\u{fdd0}'..='\u{fdef}';
const BEGIN: char = '\u{fdd0}';
const END: char = '\u{fdd1}';
/// The first of sixteen digits; a number has six of them, so that none is the beginning of another.
const ZERO: u32 = 0xfde0;

/// Whether a character is kept free for marks. A text that is read must not contain it.
pub(crate) fn is_reserved(letter: char) -> bool {
    RESERVED.contains(&letter)
}

impl CommentMark {
    /// Writes the mark behind a text.
    pub(crate) fn write_to(self, text: &mut String) {
        let (kind, number) = match self {
            Self::Begin(number) => (BEGIN, number),
            Self::End(number) => (END, number),
        };
        text.push(kind);
        for digit in format!("{number:06x}")
            .chars()
            .filter_map(|it| it.to_digit(16))
        {
            text.extend(char::from_u32(ZERO + digit));
        }
    }
}

/// A text without its marks, and the marks with their places in it, in bytes.
pub(crate) fn take_marks(text: &str) -> (String, Vec<(usize, CommentMark)>) {
    let mut plain = String::with_capacity(text.len());
    let mut marks: Vec<(usize, CommentMark)> = Vec::new();
    for letter in text.chars() {
        if !is_reserved(letter) {
            plain.push(letter);
            continue;
        }
        match (letter, marks.last_mut()) {
            (BEGIN, _) => marks.push((plain.len(), CommentMark::Begin(0))),
            (END, _) => marks.push((plain.len(), CommentMark::End(0))),
            (digit, Some((_, CommentMark::Begin(number) | CommentMark::End(number)))) => {
                let digit = u32::from(digit).saturating_sub(ZERO) as usize;
                *number = number.saturating_mul(16).saturating_add(digit);
            }
            (_, None) => {}
        }
    }
    (plain, marks)
}

/// A text without its marks.
pub(crate) fn without_marks(text: &str) -> Cow<'_, str> {
    match text.contains(is_reserved) {
        true => Cow::Owned(text.replace(is_reserved, "")),
        false => Cow::Borrowed(text),
    }
}

/// The marks of a text alone.
pub(crate) fn only_marks(text: &str) -> String {
    text.chars().filter(|it| is_reserved(*it)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_keep_their_places_and_numbers() {
        let mut text = "Ünd ".to_owned();
        CommentMark::Begin(0).write_to(&mut text);
        CommentMark::Begin(300).write_to(&mut text);
        text.push('雨');
        CommentMark::End(300).write_to(&mut text);
        let marks = only_marks(&text);
        text.push('!');
        assert_eq!(without_marks(&text), "Ünd 雨!");
        assert_eq!(without_marks(&marks), "");
        let expected = [
            (5, CommentMark::Begin(0)),
            (5, CommentMark::Begin(300)),
            (8, CommentMark::End(300)),
        ];
        assert_eq!(take_marks(&text), ("Ünd 雨!".to_owned(), expected.to_vec()));
    }
}
