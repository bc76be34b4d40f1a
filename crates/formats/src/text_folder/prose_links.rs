//! Links in third-party Markdown: `[[target]]`, `[[target|words]]`, `[words](file.md)`. Those of a file
//! become edges if its front matter does not list links.

/// A link as written: its target and label.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ProseLink {
    pub(super) target: String,
    pub(super) words: String,
}

/// The links in prose, in order. Images, web addresses and code are ignored.
pub(super) fn find(text: &str) -> Vec<ProseLink> {
    let mut found = Vec::new();
    let mut in_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code {
            find_in_line(line, &mut found);
        }
    }
    found
}

fn find_in_line(line: &str, found: &mut Vec<ProseLink>) {
    let mut rest = line;
    while let Some(at) = rest.find('[') {
        let is_picture = rest[..at].ends_with('!');
        let (link, after) = match rest[at..].strip_prefix("[[") {
            Some(inside) => wiki(inside),
            None => markdown(&rest[at + 1..]),
        };
        if !is_picture {
            found.extend(link);
        }
        rest = after;
    }
}

fn wiki(inside: &str) -> (Option<ProseLink>, &str) {
    // The search ends at the next bracket, so that a line is read once.
    let end = inside.find(['[', ']']);
    let Some(end) = end.filter(|it| inside[*it..].starts_with("]]")) else {
        return (None, inside);
    };
    let (link, after) = (&inside[..end], &inside[end + 2..]);
    let (target, words) = link.split_once('|').unwrap_or((link, ""));
    let target = target.split('#').next().unwrap_or_default().trim();
    (found(target, words), after)
}

fn markdown(inside: &str) -> (Option<ProseLink>, &str) {
    let (link, after) = markdown_link(inside);
    let link = link.filter(|it| it.target.to_lowercase().ends_with(".md"));
    let link = link.and_then(|it| found(it.target.trim_start_matches("./"), it.words));
    (link, after)
}

/// A link or a picture of Markdown that leads to a file, `[words](file.md)`.
pub(super) struct MarkdownLink<'a> {
    pub(super) is_picture: bool,
    pub(super) words: &'a str,
    pub(super) target: String,
}

/// A text in which each link to a file is replaced, unless `replacement` returns `None`.
pub(super) fn replace_markdown(
    text: &str,
    mut replacement: impl FnMut(&MarkdownLink<'_>) -> Option<String>,
) -> String {
    let (mut made, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('[') {
        let (link, after) = markdown_link(&rest[at + 1..]);
        let is_picture = rest[..at].ends_with('!');
        let link = link.map(|it| MarkdownLink { is_picture, ..it });
        match link.and_then(|it| replacement(&it)) {
            Some(written) => {
                made.push_str(&rest[..at - usize::from(is_picture)]);
                made.push_str(&written);
            }
            None => made.push_str(&rest[..rest.len() - after.len()]),
        }
        rest = after;
    }
    made.push_str(rest);
    made
}

/// The link to a file at the beginning of a text, behind its first bracket, and what follows it.
fn markdown_link(inside: &str) -> (Option<MarkdownLink<'_>>, &str) {
    let end = inside.find(['[', ']']);
    let Some(end) = end.filter(|it| inside[*it..].starts_with("](")) else {
        return (None, inside);
    };
    let (words, rest) = (&inside[..end], &inside[end + 2..]);
    let end = rest.find([')', '[']);
    let Some(end) = end.filter(|it| rest[*it..].starts_with(')')) else {
        return (None, rest);
    };
    let (target, after) = (&rest[..end], &rest[end + 1..]);
    let target = target.trim_matches(['<', '>']);
    let target = target.split('#').next().unwrap_or_default();
    if target.is_empty() || target.contains("://") {
        return (None, after);
    }
    let link = MarkdownLink {
        is_picture: false,
        words,
        target: percent_decoded(target),
    };
    (Some(link), after)
}

fn found(target: &str, words: &str) -> Option<ProseLink> {
    (!target.is_empty()).then(|| ProseLink {
        target: target.to_owned(),
        words: words.trim().to_owned(),
    })
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after.get(..2).and_then(|it| std::str::from_utf8(it).ok());
        match code.and_then(|it| u8::from_str_radix(it, 16).ok()) {
            Some(byte) if *first == b'%' => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_links_written_by_other_programs() {
        let text = "See [[The hall]] or [[Notes/Yard#gate|out]], [go](My%20hall.md), ![x](a.md)\n\
                    ```\n[[code]]\n```\n[web](https://example.org/a.md) [[unclosed [a] ![[picture.png]]";
        let found: Vec<_> = find(text)
            .into_iter()
            .map(|it| (it.target, it.words))
            .collect();
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(
            found,
            [
                pair("The hall", ""),
                pair("Notes/Yard", "out"),
                pair("My hall.md", "go")
            ]
        );
    }
}
