//! Writes prose with conditions and values that came from other formats.

use crate::export::{Piece, Row, rows};

/// The text of a body.
pub(super) fn conditional(pieces: Vec<Piece>) -> String {
    let lines = rows(pieces, None).into_iter().map(|(depth, row)| {
        let line = match row {
            Row::Words(words) => words,
            Row::If(condition) => format!("<<if {condition}>>"),
            Row::ElseIf(condition) => format!("<<elseif {condition}>>"),
            Row::Else => "<<else>>".to_owned(),
            Row::End => "<<endif>>".to_owned(),
        };
        format!("{}{line}", "    ".repeat(depth))
    });
    let lines: Vec<String> = lines.collect();
    lines.join("\n").trim_end().to_owned()
}
