//! Writes prose with conditions and values that came from other formats.

use crate::export::{Branch, Piece, Row, inline_text, rows};

/// The text of a section.
pub(super) fn conditional(pieces: Vec<Piece>) -> String {
    let lines = rows(pieces, Some(inline)).into_iter().map(|(depth, row)| {
        let line = match row {
            Row::Words(words) => words,
            Row::If(condition) => format!("{{\n{}- {condition}:", "    ".repeat(depth)),
            Row::ElseIf(condition) => format!("- {condition}:"),
            Row::Else => "- else:".to_owned(),
            Row::End => "}".to_owned(),
        };
        format!("{}{line}", "    ".repeat(depth))
    });
    let lines: Vec<String> = lines.collect();
    lines.join("\n").trim_end().to_owned()
}

/// Conditions within a line: `{first: words|{second: words|words}}`.
fn inline(branches: &[Branch]) -> String {
    let Some((first, rest)) = branches.split_first() else {
        return String::new();
    };
    let words = inline_text(&first.pieces, inline);
    let Some(condition) = &first.condition else {
        return words;
    };
    let otherwise = inline(rest);
    let mark = if otherwise.is_empty() { "" } else { "|" };
    format!("{{{condition}:{words}{mark}{otherwise}}}")
}
