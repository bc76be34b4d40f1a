//! Reads what the comments of a document say, and which answer others or were dealt with.

use std::collections::HashMap;

use crate::import::{Token, attribute, walk};
use crate::novel::comments::Comment;

/// A comment and the id of its last paragraph, by which answers refer to it.
type Read = (Comment, String);

/// The comments, with what each answers.
pub(super) fn read(comments: &str, extended: &str) -> Vec<Comment> {
    let all = texts(comments);
    let states = states(extended);
    let by_paragraph: HashMap<&str, usize> = all
        .iter()
        .enumerate()
        .map(|(at, it)| (it.1.as_str(), at))
        .collect();
    let mut read: Vec<Comment> = all.iter().map(|it| it.0.clone()).collect();
    for (at, (_, paragraph)) in all.iter().enumerate() {
        let Some(state) = states.get(paragraph) else {
            continue;
        };
        read[at].is_resolved = state.is_done;
        read[at].answers = by_paragraph.get(state.parent.as_str()).copied();
    }
    read
}

/// What is said of a comment beside its text.
struct State {
    parent: String,
    is_done: bool,
}

fn states(extended: &str) -> HashMap<String, State> {
    let mut states = HashMap::new();
    let _ = walk(extended, |token| {
        if let Token::Open(name, tag) = token
            && name == "commentex"
        {
            let get = |key| attribute(tag, key).unwrap_or_default();
            let state = State {
                parent: get("paraIdParent"),
                is_done: ["1", "true"].contains(&get("done").as_str()),
            };
            states.insert(get("paraId"), state);
        }
    });
    states
}

fn texts(comments: &str) -> Vec<Read> {
    let mut read: Vec<Read> = Vec::new();
    let mut in_text = false;
    let _ = walk(comments, |token| match token {
        Token::Open(name, tag) if name == "comment" => {
            let get = |key| attribute(tag, key).unwrap_or_default();
            let comment = Comment {
                key: get("id"),
                author: get("author").trim().to_owned(),
                ..Comment::default()
            };
            read.push((comment, String::new()));
        }
        token => {
            let Some((comment, paragraph)) = read.last_mut() else {
                return;
            };
            match token {
                Token::Open(name, tag) => match name.as_str() {
                    "p" => *paragraph = attribute(tag, "paraId").unwrap_or_default(),
                    "t" => in_text = true,
                    "tab" => comment.text.push('\t'),
                    "br" => comment.text.push('\n'),
                    _ => {}
                },
                Token::Close(name) => match name.as_str() {
                    "p" => comment.text.push('\n'),
                    "t" => in_text = false,
                    "comment" => comment.text = comment.text.trim().to_owned(),
                    _ => {}
                },
                Token::Words(words) if in_text => comment.text.push_str(words),
                Token::Words(_) => {}
            }
        }
    });
    read
}
