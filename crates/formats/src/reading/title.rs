//! Titles for nodes: one line, no control characters, never empty.

/// The longest title made from prose, in characters.
const LONGEST: usize = 60;

/// A title as one line; `otherwise` where nothing is left of it.
pub(crate) fn tidy_title(title: &str, otherwise: &str) -> String {
    let line: String = title
        .chars()
        .map(|c| if is_break(c) { ' ' } else { c })
        .collect();
    let line = line.trim();
    if line.is_empty() {
        otherwise.to_owned()
    } else {
        line.to_owned()
    }
}

fn is_break(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// A title made from prose: its first line that says something, without Markdown marks, shortened;
/// "Untitled" where there is none.
pub(crate) fn derive_title(text: &str) -> String {
    let line = text
        .lines()
        .map(without_marks)
        .find(|it| !it.is_empty())
        .unwrap_or_default();
    tidy_title(&shorten(&line), "Untitled")
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
    plain
        .trim_end_matches(['*', '_', ' '])
        .trim_start_matches(['_', ' '])
        .to_owned()
}

fn shorten(line: &str) -> String {
    let Some((cut, _)) = line.char_indices().nth(LONGEST) else {
        return line.to_owned();
    };
    let kept = &line[..cut];
    // A cut between words, unless the line is one long word or is written without spaces.
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
    fn the_first_line_that_says_something_is_the_title() {
        for (text, title) in [
            ("# The **red** door\n\nIt was shut.", "The red door"),
            ("---\n\n> *Hush*", "Hush"),
            ("\n- [[Kitchen]]", "Kitchen"),
            ("", "Untitled"),
            ("***", "Untitled"),
            ("第一章　雨夜\n他来了。", "第一章　雨夜"),
        ] {
            assert_eq!(derive_title(text), title);
        }
    }

    #[test]
    fn a_long_line_is_cut_between_words() {
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
