//! Links in third-party Markdown: `[[target]]`, `[[target|words]]`, `[words](file.md)`. Only used
//! for files whose front matter does not list links.

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
    let link = inside.split_once("]]");
    let Some((link, after)) = link.filter(|(it, _)| !it.contains('[')) else {
        return (None, inside);
    };
    let (target, words) = link.split_once('|').unwrap_or((link, ""));
    let target = target.split('#').next().unwrap_or_default().trim();
    (found(target, words), after)
}

fn markdown(inside: &str) -> (Option<ProseLink>, &str) {
    let parts = inside.split_once("](");
    let Some((words, rest)) = parts.filter(|(words, _)| !words.contains(['[', ']'])) else {
        return (None, inside);
    };
    let Some((target, after)) = rest.split_once(')') else {
        return (None, rest);
    };
    let target = target
        .trim_matches(['<', '>'])
        .split('#')
        .next()
        .unwrap_or_default();
    if target.contains("://") || !target.to_lowercase().ends_with(".md") {
        return (None, after);
    }
    let target = percent_decoded(target);
    (found(target.trim_start_matches("./"), words), after)
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
