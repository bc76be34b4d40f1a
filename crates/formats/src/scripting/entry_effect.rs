//! The effect of entering a section is written in the first lines of its text.

use std::ops::Range;

/// Replaces the effect lines at `old` with `lines` at the beginning of the text.
pub(crate) fn with_entry_effect(text: &str, old: &[Range<usize>], lines: &[String]) -> String {
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
