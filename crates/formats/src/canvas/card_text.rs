//! The text of a card in a file and in a story. A heading at its beginning is the node's title, and
//! Obsidian writes `[[target|words]]` where a story has `[[words|target]]`.

use std::borrow::Cow;

use crate::import::derive_title;
use crate::obsidian::{Heading, replace_links};

/// What the text of a card becomes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CardText<'a> {
    pub(super) title: String,
    pub(super) prose: Cow<'a, str>,
}

/// Reads the text of a card.
pub(super) fn read(text: &str) -> CardText<'_> {
    match Heading::at_start(text) {
        Some((heading, rest)) => CardText {
            title: heading.title,
            prose: with_story_links(rest),
        },
        None => CardText {
            title: derive_title(&replace_links(text, |link| link.words().into())),
            prose: with_story_links(text),
        },
    }
}

/// The text of a card for a file: as it was read if nothing has changed, otherwise with a changed
/// title or prose. `original` is the text in the file that the card comes from, unless reading
/// leaves it as it is; `is_from_file` says whether the card comes from a file at all.
pub(super) fn write(
    (title, prose): (&str, &str),
    original: Option<&str>,
    is_from_file: bool,
) -> String {
    let is_same = |it: &CardText<'_>| it.title == title && it.prose == prose;
    if let Some(original) = original.filter(|it| is_same(&read(it))) {
        return original.to_owned();
    }
    let text = with_file_links(prose);
    if let Some((heading, _)) = original.and_then(Heading::at_start) {
        return heading.with(title, &text);
    }
    let has_title = read(&text).title == title;
    if has_title && (is_from_file || Heading::at_start(&text).is_none()) {
        return text.into_owned();
    }
    let gap = if text.is_empty() { "" } else { "\n\n" };
    format!("# {title}{gap}{text}")
}

/// The text with links as a story has them. A picture, which is not in the file, becomes one of
/// Markdown.
fn with_story_links(text: &str) -> Cow<'_, str> {
    replace_links(text, |link| match link.is_picture() {
        true => link.as_markdown_picture(),
        false => link.swapped(),
    })
}

/// The text with links as Obsidian has them.
fn with_file_links(text: &str) -> Cow<'_, str> {
    replace_links(text, |link| link.swapped())
}
