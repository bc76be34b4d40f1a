//! Comments and footnotes beside a document, which its text marks by links.

use std::collections::HashMap;

use crate::comment_marks::{CommentMark, take_marks, without_marks};
use crate::import::{Block, Token, attribute, walk};
use crate::novel::comments::Comment;
use crate::novel::rtf;

/// What stands beside a document at one of its passages.
#[derive(Default)]
struct Beside {
    is_footnote: bool,
    text: String,
}

/// Gives the comments that the blocks of a document mark their texts, of the file beside it, and adds those
/// that have no place in the text. Footnotes are put below the text instead. The numbers of comments begin
/// with `first`.
pub(super) fn complete(
    source: &str,
    blocks: &mut Vec<Block>,
    comments: &mut Vec<Comment>,
    first: usize,
) {
    let mut beside = read(source);
    let mut notes: HashMap<usize, String> = HashMap::new();
    for (at, comment) in comments.iter_mut().enumerate() {
        match beside.remove(&comment.key) {
            Some(it) if it.is_footnote => _ = notes.insert(first + at, it.text),
            Some(it) => comment.text = it.text,
            None => {}
        }
    }
    if !notes.is_empty() {
        place_footnotes(blocks, &notes);
    }
    comments.extend(beside.into_values().map(|it| Comment {
        text: it.text,
        ..Comment::default()
    }));
}

fn place_footnotes(blocks: &mut Vec<Block>, notes: &HashMap<usize, String>) {
    let mut below = Vec::new();
    for block in blocks.iter_mut() {
        let Block::Paragraph(words) = block else {
            continue;
        };
        let (plain, marks) = take_marks(words);
        let (mut text, mut from) = (String::with_capacity(words.len()), 0);
        for (at, mark) in marks {
            text.push_str(&plain[from..at]);
            from = at;
            let (CommentMark::Begin(number) | CommentMark::End(number)) = mark;
            match (notes.get(&number), mark) {
                (None, _) => mark.write_to(&mut text),
                (Some(note), CommentMark::End(_)) => {
                    let sign = format!("[{}]", below.len() + 1);
                    text.push_str(&sign);
                    below.push(Block::Paragraph(format!("{sign} {note}")));
                }
                (Some(_), CommentMark::Begin(_)) => {}
            }
        }
        text.push_str(&plain[from..]);
        *words = text;
    }
    blocks.extend(below);
}

/// What a file has beside the text, by its ids.
fn read(source: &str) -> HashMap<String, Beside> {
    let mut all: HashMap<String, Beside> = HashMap::new();
    let (mut open, mut source_of_open) = (None, String::new());
    let _ = walk(source, |token| match token {
        Token::Open(name, tag) if name == "comment" => {
            let is_footnote = attribute(tag, "Footnote").is_some_and(|it| it == "Yes");
            open = Some((attribute(tag, "ID").unwrap_or_default(), is_footnote));
            source_of_open.clear();
        }
        Token::Words(words) => source_of_open.push_str(words),
        Token::Close(name) if name == "comment" => {
            if let Some((id, is_footnote)) = open.take() {
                let text = plain(source_of_open.trim());
                all.insert(id, Beside { is_footnote, text });
            }
        }
        Token::Open(..) | Token::Close(_) => {}
    });
    all
}

/// The words of Rich Text.
fn plain(source: &str) -> String {
    let Ok(book) = rtf::book(source.as_bytes(), false) else {
        return String::new();
    };
    let words = book.blocks.into_iter().filter_map(|it| match it {
        Block::Heading(_, words) | Block::Paragraph(words) => Some(words),
        Block::Picture(_) | Block::Synopsis(_) => None,
    });
    let words: Vec<_> = words.collect();
    without_marks(&words.join("\n")).trim().to_owned()
}
