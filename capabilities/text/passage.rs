//! Splits a text into paragraphs. Pure.

/// A part of a text, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Passage {
    /// Where it begins.
    pub(super) start: usize,
    /// Where it ends.
    pub(super) end: usize,
}

/// The paragraphs of a text, separated by blank lines.
pub(super) fn paragraphs(text: &str) -> Vec<Passage> {
    let mut found: Vec<Passage> = Vec::new();
    let mut open: Option<Passage> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.trim_end().len();
        match (line.trim().is_empty(), &mut open) {
            (true, _) => found.extend(open.take()),
            (false, Some(passage)) => passage.end = end,
            (false, None) => open = Some(Passage { start: at, end }),
        }
        at += line.len();
    }
    found.extend(open);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_divide_paragraphs() {
        for (text, expected) in [
            ("", &[][..]),
            ("\n \n", &[]),
            (
                "One.\nStill one.\n\n\n雨。\r\n \r\nEnd",
                &["One.\nStill one.", "雨。", "End"],
            ),
        ] {
            let found = paragraphs(text);
            let found: Vec<_> = found.iter().map(|it| &text[it.start..it.end]).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }
}
