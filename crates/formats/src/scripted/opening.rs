//! What entering a section does stands in the first lines of its text.

use std::ops::Range;

/// A text that begins with other lines of effect: those at `old` go, `lines` come.
pub(crate) fn with_opening(text: &str, old: &[Range<usize>], lines: &[String]) -> String {
    let mut rest = text.to_owned();
    for it in old.iter().rev() {
        rest.replace_range(it.clone(), "");
    }
    let lines = lines.join("\n");
    let between = if lines.is_empty() || rest.is_empty() {
        ""
    } else {
        "\n"
    };
    [&lines, between, rest.trim_end_matches(['\n', '\r'])].concat()
}
