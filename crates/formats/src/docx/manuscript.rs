//! What a manuscript for submission has besides its text: the number of words on the first page, and the
//! title and page number on all others.

use markup::count_visible_words;

use super::XML_DECLARATION;
use crate::export::xml::escaped;
use crate::export::{Book, Wording};
use crate::folder::Folder;

/// The file with the page header.
pub(super) const HEADER: &str = "header1.xml";

/// Adds the styles of a manuscript and its page header, besides files of these types.
pub(super) fn put(book: &Book<'_>, types: &str, folder: &mut Folder) {
    let header = "<Override PartName=\"/word/header1.xml\" ContentType=\"application/vnd.openxmlformats-\
                  officedocument.wordprocessingml.header+xml\"/></Types>";
    folder.put("[Content_Types].xml", types.replace("</Types>", header));
    folder.put("word/styles.xml", include_str!("manuscript_styles.xml"));
    let field = |kind: &str| format!("<w:r><w:fldChar w:fldCharType=\"{kind}\"/></w:r>");
    let text = format!(
        "{XML_DECLARATION}<w:hdr xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">\
         <w:p><w:pPr><w:pStyle w:val=\"Header\"/></w:pPr><w:r><w:t \
         xml:space=\"preserve\">{} / </w:t></w:r>{}<w:r><w:instrText \
         xml:space=\"preserve\"> PAGE </w:instrText></w:r>{}<w:r><w:t>1</w:t></w:r>{}</w:p></w:hdr>\n",
        escaped(&book.title),
        field("begin"),
        field("separate"),
        field("end"),
    );
    folder.put(format!("word/{HEADER}"), text);
}

/// About how many words a book has, in its language.
pub(super) fn word_count(book: &Book<'_>) -> String {
    let counts = book.chapters.iter().map(|it| count_visible_words(&it.text));
    let count = grouped(rounded(counts.map(|it| it.words).sum()));
    Wording::of(&book.language)
        .about_words
        .replace("{}", &count)
}

/// Rounded as editors are used to: to hundreds, and from ten thousand on to thousands.
fn rounded(words: usize) -> usize {
    let step = if words < 10_000 { 100 } else { 1000 };
    (words + step / 2) / step * step
}

/// A number with its thousands apart.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_and_grouped() {
        for (words, shown) in [
            (0, "0"),
            (49, "0"),
            (50, "100"),
            (5_530, "5,500"),
            (61_499, "61,000"),
            (1_234_567, "1,235,000"),
        ] {
            assert_eq!(grouped(rounded(words)), shown);
        }
    }
}
