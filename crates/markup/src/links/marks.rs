//! Marks: characters that a caller puts into a text to find their places again in what is made of it.

/// Beside a mark between two texts: a sign of punctuation that no prose has, so that emphasis may begin
/// and end there as beside a quotation mark.
pub const MARK_EDGE: char = '\u{1da8b}';

/// Whether a character is a mark: one of a private plane of Unicode that no font shows, or
/// [`MARK_EDGE`].
pub fn is_mark(c: char) -> bool {
    ('\u{f0000}'..='\u{ffffd}').contains(&c) || c == MARK_EDGE
}

/// The marks of a line that is left out.
pub(super) fn marks_in(line: &str) -> String {
    line.chars().filter(|it| is_mark(*it)).collect()
}

/// Adds marks at the end of the last line of a text, because at the beginning of a line they would hide
/// the markup of a heading or list. Before all text they are a paragraph.
pub fn add_marks(marks: &str, text: &mut String) {
    if marks.is_empty() {
        return;
    }
    match text.trim_end_matches('\n').len() {
        0 => text.insert_str(0, &format!("{marks}\n\n")),
        end => text.insert_str(end, marks),
    }
}
