//! Titles for nodes: one line, no control characters, never empty.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// The maximum length of a title derived from prose, in characters.
const MAX_TITLE: usize = 60;

/// A title on one line; `otherwise` if nothing remains.
pub(crate) fn tidy_title(title: &str, otherwise: &str) -> String {
    let line: String = title
        .chars()
        .map(|c| if is_line_break(c) { ' ' } else { c })
        .collect();
    let line = line.trim();
    if line.is_empty() {
        otherwise.to_owned()
    } else {
        line.to_owned()
    }
}

fn is_line_break(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// A title derived from prose: the first line with text, without Markdown marks, shortened;
/// "Untitled" if there is none.
pub(crate) fn derive_title(text: &str) -> String {
    let line = text
        .lines()
        .map(without_marks)
        .find(|it| !it.is_empty())
        .unwrap_or_default();
    tidy_title(&truncate(&line), "Untitled")
}

/// The title that the line of a heading gives: without Markdown marks, but not shortened; empty if
/// it has none.
pub(crate) fn heading_title(line: &str) -> String {
    let words = Parser::new(line).filter_map(|it| match it {
        Event::Text(words) | Event::Code(words) => Some(words.into_string()),
        _ => None,
    });
    let words: String = words.collect();
    tidy_title(&words.replace("[[", "").replace("]]", ""), "")
}

fn without_marks(line: &str) -> String {
    let line = line
        .trim()
        .trim_start_matches(['#', '>', '-', '*', '+', '=', '|', ' ', '\t']);
    let mut plain = line.to_owned();
    for mark in ["**", "__", "~~", "==", "`", "[[", "]]"] {
        if plain.contains(mark) {
            plain = plain.replace(mark, "");
        }
    }
    if plain.contains("](") {
        plain = without_links(&plain);
    }
    plain
        .trim_end_matches(['*', '_', ' '])
        .trim_start_matches(['_', ' '])
        .to_owned()
}

/// A line with the words of its links, and without its pictures.
fn without_links(line: &str) -> String {
    let mut pictures = 0_usize;
    let words = Parser::new(line).filter_map(|it| match it {
        Event::Start(Tag::Image { .. }) => {
            pictures += 1;
            None
        }
        Event::End(TagEnd::Image) => {
            pictures -= 1;
            None
        }
        Event::Text(words) => Some(words).filter(|_| pictures == 0),
        _ => None,
    });
    words.map(|it| it.into_string()).collect()
}

fn truncate(line: &str) -> String {
    let Some((cut, _)) = line.char_indices().nth(MAX_TITLE) else {
        return line.to_owned();
    };
    let kept = &line[..cut];
    // Cut between words, unless the line is one long word or its script uses no spaces.
    let kept = match kept.rfind(' ') {
        Some(space) if space > cut / 2 => &kept[..space],
        _ => kept,
    };
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uses_the_first_meaningful_line() {
        for (text, title) in [
            ("# The **red** door\n\nIt was shut.", "The red door"),
            ("---\n\n> *Hush*", "Hush"),
            ("\n- [[Kitchen]]", "Kitchen"),
            (
                "![A map](map.png) See [the site](https://example.com).",
                "See the site.",
            ),
            ("", "Untitled"),
            ("***", "Untitled"),
            ("第一章　雨夜\n他来了。", "第一章　雨夜"),
        ] {
            assert_eq!(derive_title(text), title);
        }
    }

    #[test]
    fn truncates_between_words() {
        let title = derive_title(&"rain and wind ".repeat(20));
        assert_eq!(
            title,
            "rain and wind rain and wind rain and wind rain and wind…"
        );
        assert_eq!(
            derive_title(&"雨".repeat(100)),
            format!("{}…", "雨".repeat(60))
        );
    }

    #[test]
    fn a_title_is_one_line() {
        assert_eq!(tidy_title(" a\tb\n", "Untitled"), "a b");
        assert_eq!(tidy_title("\n", "Untitled"), "Untitled");
    }
}
