//! Prose as lines, for formats whose conditions stand on lines of their own.

use super::pieces::{Branch, Piece, is_blank};

/// How many lines may be made of one with conditions in it.
const MAX_VARIANTS: usize = 12;

/// A line of what a format writes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// Words.
    Words(String),
    /// Lines under a condition begin.
    If(String),
    /// They end; others begin under another condition.
    ElseIf(String),
    /// They end; those begin that are shown if no condition holds.
    Else,
    /// They end.
    End,
}

/// How a format writes conditions within a line, if it can.
pub(crate) type Inline = Option<fn(&[Branch]) -> String>;

/// The lines of a text, each with the number of conditions around it.
pub(crate) fn rows(pieces: Vec<Piece>, inline: Inline) -> Vec<(usize, Row)> {
    let mut all = Vec::new();
    add_rows(lines(pieces), inline, 0, &mut all);
    all
}

fn add_rows(lines: Vec<Line>, inline: Inline, depth: usize, all: &mut Vec<(usize, Row)>) {
    for line in lines {
        match line {
            Line::Words(words) => match (as_text(&words), inline) {
                (Some(text), _) => all.push((depth, Row::Words(text.trim().to_owned()))),
                (None, Some(inline)) => {
                    let text = inline_text(&words, inline);
                    all.push((depth, Row::Words(text.trim().to_owned())));
                }
                (None, None) => {
                    add_rows(without_inline_conditions(words), inline, depth, all);
                }
            },
            Line::If(branches) => {
                for (number, (condition, inner)) in branches.into_iter().enumerate() {
                    let row = match condition {
                        Some(it) if number == 0 => Row::If(it),
                        Some(it) => Row::ElseIf(it),
                        None => Row::Else,
                    };
                    all.push((depth, row));
                    add_rows(inner, inline, depth + 1, all);
                }
                all.push((depth, Row::End));
            }
        }
    }
}

/// The text of pieces without conditions.
fn as_text(pieces: &[Piece]) -> Option<String> {
    let texts = pieces.iter().map(|it| match it {
        Piece::Text(text) => Some(text.as_str()),
        Piece::If(_) => None,
    });
    texts.collect()
}

/// The text of pieces, with conditions within it.
pub(crate) fn inline_text(pieces: &[Piece], inline: fn(&[Branch]) -> String) -> String {
    let texts = pieces.iter().map(|it| match it {
        Piece::Text(text) => text.clone(),
        Piece::If(branches) => inline(branches),
    });
    texts.collect()
}

/// A line, or lines under conditions.
#[derive(Debug, PartialEq, Eq)]
enum Line {
    /// The pieces of a line, without line breaks.
    Words(Vec<Piece>),
    /// The first of these whose condition holds; the last may have none.
    If(Vec<(Option<String>, Vec<Line>)>),
}

/// The lines of a text.
fn lines(pieces: Vec<Piece>) -> Vec<Line> {
    let mut builder = Builder::default();
    let mut rest = pieces.into_iter().peekable();
    while let Some(piece) = rest.next() {
        match piece {
            Piece::Text(text) => builder.text(&text),
            Piece::If(branches) => {
                let ends_line = rest.peek().is_none_or(begins_line);
                builder.branches(branches, ends_line);
            }
        }
    }
    builder.end();
    builder.lines
}

/// Whether a piece begins with a line break.
fn begins_line(piece: &Piece) -> bool {
    match piece {
        Piece::Text(text) => text.starts_with('\n'),
        Piece::If(branches) => {
            let mut first = branches.iter().filter_map(|it| it.pieces.first());
            branches.iter().any(|it| !it.pieces.is_empty()) && first.all(begins_line)
        }
    }
}

fn has_breaks(branches: &[Branch]) -> bool {
    let has_break = |it: &Piece| match it {
        Piece::Text(text) => text.contains('\n'),
        Piece::If(inner) => has_breaks(inner),
    };
    branches.iter().any(|it| it.pieces.iter().any(has_break))
}

#[derive(Default)]
struct Builder {
    lines: Vec<Line>,
    /// The line that is being read.
    open: Vec<Piece>,
    /// Whether lines under conditions came just before.
    is_after_block: bool,
}

impl Builder {
    fn text(&mut self, text: &str) {
        let mut lines = text.split('\n');
        self.open
            .extend(lines.next().filter(|it| !it.is_empty()).map(text_piece));
        for line in lines {
            if !(std::mem::take(&mut self.is_after_block) && self.open.is_empty()) {
                let open = std::mem::take(&mut self.open);
                self.lines.push(Line::Words(open));
            }
            self.open
                .extend(Some(line).filter(|it| !it.is_empty()).map(text_piece));
        }
    }

    fn branches(&mut self, branches: Vec<Branch>, ends_line: bool) {
        let begins_line = is_blank(&self.open) || begins_line(&Piece::If(branches.clone()));
        let is_line = begins_line && ends_line;
        if !(is_line || has_breaks(&branches)) {
            return self.open.push(Piece::If(branches));
        }
        self.end();
        let inner = branches.into_iter().map(|it| {
            let mut inner = lines(it.pieces);
            let is_empty = |it: &Line| matches!(it, Line::Words(words) if is_blank(words));
            let first = inner.iter().position(|it| !is_empty(it));
            inner.drain(..first.unwrap_or(inner.len()));
            while inner.last().is_some_and(is_empty) {
                inner.pop();
            }
            (it.condition, inner)
        });
        let inner = inner.collect();
        self.lines.push(Line::If(inner));
        self.is_after_block = true;
    }

    /// Ends the line that is being read.
    fn end(&mut self) {
        let open = std::mem::take(&mut self.open);
        if !is_blank(&open) {
            self.lines.push(Line::Words(open));
            self.is_after_block = false;
        }
    }
}

fn text_piece(text: &str) -> Piece {
    Piece::Text(text.to_owned())
}

/// A line without conditions in it: each becomes one around variants of the whole line, or around a line of
/// its own if that would be too many.
fn without_inline_conditions(words: Vec<Piece>) -> Vec<Line> {
    if variants(&words) > MAX_VARIANTS {
        let lines = words.into_iter().flat_map(|it| match it {
            Piece::Text(text) => vec![Line::Words(vec![Piece::Text(text)])],
            Piece::If(branches) => {
                let each = branches.into_iter();
                let each = each.map(|it| (it.condition, without_inline_conditions(it.pieces)));
                vec![Line::If(each.collect())]
            }
        });
        return lines.collect();
    }
    let Some(at) = words.iter().position(|it| matches!(it, Piece::If(_))) else {
        return match is_blank(&words) {
            true => Vec::new(),
            false => vec![Line::Words(words)],
        };
    };
    let Piece::If(branches) = &words[at] else {
        return Vec::new();
    };
    let with = |pieces: &[Piece]| {
        let whole = [&words[..at], pieces, &words[at + 1..]].concat();
        without_inline_conditions(whole)
    };
    let has_else = branches.iter().any(|it| it.condition.is_none());
    let mut each: Vec<_> = branches
        .iter()
        .map(|it| (it.condition.clone(), with(&it.pieces)))
        .collect();
    if !has_else {
        each.push((None, with(&[])));
    }
    if each
        .last()
        .is_some_and(|it| it.0.is_none() && it.1.is_empty())
    {
        each.pop();
    }
    vec![Line::If(each)]
}

/// How many variants of a line its conditions make.
fn variants(words: &[Piece]) -> usize {
    let of_piece = |it: &Piece| match it {
        Piece::Text(_) => 1,
        Piece::If(branches) => {
            let all = branches.iter().map(|it| variants(&it.pieces));
            all.fold(1_usize, usize::saturating_add)
        }
    };
    words.iter().map(of_piece).fold(1, usize::saturating_mul)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(it: &str) -> Piece {
        Piece::Text(it.to_owned())
    }

    fn branch(condition: &str, pieces: Vec<Piece>) -> Branch {
        Branch {
            condition: (!condition.is_empty()).then(|| condition.to_owned()),
            pieces,
        }
    }

    fn shown(pieces: Vec<Piece>) -> Vec<String> {
        let rows = rows(pieces, None).into_iter().map(|(depth, row)| {
            let line = match row {
                Row::Words(it) => it,
                Row::If(it) => format!("if {it}"),
                Row::ElseIf(it) => format!("elif {it}"),
                Row::Else => "else".to_owned(),
                Row::End => "end".to_owned(),
            };
            format!("{}{line}", " ".repeat(depth))
        });
        rows.collect()
    }

    #[test]
    fn lines_under_a_condition_stand_between_its_lines() {
        let pieces = vec![
            text("One."),
            Piece::If(vec![
                branch("a", vec![text("\nTwo.\nThree.")]),
                branch("", vec![text("\nFour.")]),
            ]),
            text("\nFive."),
        ];
        assert_eq!(
            shown(pieces),
            [
                "One.", "if a", " Two.", " Three.", "else", " Four.", "end", "Five."
            ]
        );
    }

    #[test]
    fn a_condition_within_a_line_is_around_the_whole_line() {
        let pieces = vec![
            text("You are "),
            Piece::If(vec![branch("a", vec![text("rich")])]),
            text(" here."),
        ];
        assert_eq!(
            shown(pieces),
            [
                "if a",
                " You are rich here.",
                "else",
                " You are  here.",
                "end"
            ]
        );
        let many = |_| Piece::If(vec![branch("a", vec![text("x")])]);
        let pieces: Vec<Piece> = [text("Many: ")]
            .into_iter()
            .chain((0..9).map(many))
            .collect();
        assert_eq!(shown(pieces).len(), 1 + 9 * 3);
    }
}
