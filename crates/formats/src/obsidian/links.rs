//! Links in double brackets, `[[target|words]]`.

use std::borrow::Cow;

/// The endings of files that Obsidian shows as pictures, as in `![[map.png]]`.
const PICTURES: [&str; 7] = ["png", "jpg", "jpeg", "gif", "webp", "svg", "avif"];

/// A link in double brackets of Obsidian, `[[target|words]]` or `![[file]]`.
pub(crate) struct WikiLink<'a> {
    is_embed: bool,
    pub(crate) target: &'a str,
    pub(crate) words: Option<&'a str>,
}

impl WikiLink<'_> {
    /// What a reader sees of it; nothing of a picture.
    pub(crate) fn words(&self) -> &str {
        if self.is_picture() {
            return "";
        }
        self.words.unwrap_or(self.target)
    }

    /// Whether it shows a picture.
    pub(crate) fn is_picture(&self) -> bool {
        let extension = self.target.rsplit_once('.').map_or("", |it| it.1);
        self.is_embed && PICTURES.iter().any(|it| extension.eq_ignore_ascii_case(it))
    }

    /// The link with its parts in the other order: as a story has it, and back.
    pub(crate) fn swapped(&self) -> String {
        let mark = if self.is_embed { "!" } else { "" };
        match self.words {
            Some(words) => format!("{mark}[[{words}|{}]]", self.target),
            None => format!("{mark}[[{}]]", self.target),
        }
    }

    /// The picture in the notation of Markdown.
    pub(crate) fn as_markdown_picture(&self) -> String {
        format!("![]({})", self.target.replace(' ', "%20"))
    }
}

/// A text with each link in double brackets replaced. What is neither notation stays as it is.
pub(crate) fn replace_links(
    text: &str,
    mut replacement: impl FnMut(&WikiLink<'_>) -> String,
) -> Cow<'_, str> {
    if !text.contains("[[") {
        return text.into();
    }
    let (mut made, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find("[[") {
        let inside = &rest[at + 2..];
        let end = inside.find(['[', ']', '\n']);
        let Some(end) = end.filter(|it| inside[*it..].starts_with("]]")) else {
            made.push_str(&rest[..at + 2]);
            rest = inside;
            continue;
        };
        let is_embed = rest[..at].ends_with('!');
        made.push_str(&rest[..at - usize::from(is_embed)]);
        let (target, words) = match inside[..end].split_once('|') {
            Some((target, words)) => (target, Some(words)),
            None => (&inside[..end], None),
        };
        let link = WikiLink {
            is_embed,
            target,
            words: words.filter(|it| !it.contains('|')),
        };
        if words.is_some() && link.words.is_none() {
            // Neither of the two notations.
            made.push_str(&rest[at - usize::from(is_embed)..at + 2 + end + 2]);
        } else {
            made.push_str(&replacement(&link));
        }
        rest = &inside[end + 2..];
    }
    made.push_str(rest);
    made.into()
}
