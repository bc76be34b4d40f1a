//! Prose that depends on variables, with marks for conditions, values and changes between pieces of text,
//! until a format puts its own code there.
//!
//! While prose is parsed, a mark is one character that no font shows (`markup::links::is_mark`), so
//! that the parsers of story formats and Markdown pass it on like a letter.

use model::play::{Effect, Expression};

use markup::links::{MARK_EDGE, add_marks, is_mark};
use markup::passage::ProsePart;

/// The first character used for marks.
const FIRST: u32 = 0xf_0000;
/// The most marks in a node's prose: as many as that plane has characters.
const MAX_MARKS: usize = 65_000;

/// Something to evaluate between two pieces of text.
pub(crate) enum Mark {
    /// The first of these that holds selects which of the following branches is shown.
    If(Vec<Expression>),
    /// The branch with this number begins.
    Branch(usize),
    /// The branches end.
    End,
    /// The value of an expression is shown.
    Value(Expression),
    /// Variables change.
    Set(Effect),
}

impl Mark {
    /// The expressions in it.
    pub(crate) fn expressions(&self) -> Vec<&Expression> {
        match self {
            Self::If(conditions) => conditions.iter().collect(),
            Self::Value(value) => vec![value],
            Self::Set(effect) => effect.0.iter().map(|it| &it.value).collect(),
            Self::Branch(_) | Self::End => Vec::new(),
        }
    }
}

/// The prose of a node with marks in it.
pub(crate) struct MarkedProse {
    /// The text, in the notation of its story format.
    pub(crate) text: String,
    /// The meanings of its marks.
    pub(crate) marks: Vec<Mark>,
}

impl MarkedProse {
    /// The text of these parts; `None` if there are more marks than characters for them.
    pub(crate) fn of(parts: &[ProsePart]) -> Option<Self> {
        let mut marked = Self {
            text: String::new(),
            marks: Vec::new(),
        };
        marked.add(parts);
        (marked.marks.len() <= MAX_MARKS).then_some(marked)
    }

    fn add(&mut self, parts: &[ProsePart]) {
        for part in parts {
            match part {
                ProsePart::Text(text) => {
                    self.text.extend(text.chars().filter(|it| !is_mark(*it)));
                }
                ProsePart::Value(value) => {
                    let letter = self.mark(Mark::Value(value.clone()));
                    self.text.push(letter);
                }
                ProsePart::Set(effect) => self.between(Mark::Set(effect.clone())),
                ProsePart::If(branches) => {
                    let conditions = branches.iter().map(|it| it.0.clone());
                    self.between(Mark::If(conditions.collect()));
                    // Marks stand before the line breaks, so that these belong to the first branch;
                    // every other one begins on a line of its own as well.
                    let breaks = self.line_breaks();
                    for (number, (_, inner)) in branches.iter().enumerate() {
                        self.between(Mark::Branch(number));
                        let missing = breaks.saturating_sub(self.line_breaks());
                        self.text.extend(std::iter::repeat_n('\n', missing));
                        self.add(inner);
                    }
                    self.between(Mark::End);
                }
            }
        }
    }

    /// How many line breaks the text ends with.
    fn line_breaks(&self) -> usize {
        self.text.len() - self.text.trim_end_matches('\n').len()
    }

    fn mark(&mut self, mark: Mark) -> char {
        let number = self.marks.len().min(MAX_MARKS);
        self.marks.push(mark);
        char::from_u32(FIRST + number as u32).unwrap_or('\u{f0000}')
    }

    /// Adds an invisible mark: at the end of the previous line, because at the beginning of a line
    /// it would hide the markup of a heading or list. Before all text it is a paragraph.
    fn between(&mut self, mark: Mark) {
        let letter = self.mark(mark);
        add_marks(&format!("{MARK_EDGE}{letter}{MARK_EDGE}"), &mut self.text);
    }
}

/// The pieces of a text, and the numbers of the marks between them.
pub(crate) fn pieces(text: &str) -> impl Iterator<Item = Result<&str, usize>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(MARK_EDGE);
        let first = rest.chars().next()?;
        if is_mark(first) {
            rest = &rest[first.len_utf8()..];
            return Some(Err((u32::from(first) - FIRST) as usize));
        }
        let (piece, after) = rest.split_at(rest.find(is_mark).unwrap_or(rest.len()));
        rest = after;
        Some(Ok(piece))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(it: &str) -> ProsePart {
        ProsePart::Text(it.to_owned())
    }

    #[test]
    fn places_marks_at_the_end_of_the_previous_line() {
        let yes: Expression = "key".parse().unwrap();
        let parts = [
            text("One.\n"),
            ProsePart::If(vec![(yes.clone(), vec![text("\n# Two\n")])]),
            text("\nYou have "),
            ProsePart::Value(yes),
            text("."),
        ];
        let marked = MarkedProse::of(&parts).unwrap();
        let shown: Vec<_> = pieces(&marked.text).collect();
        assert_eq!(
            shown,
            [
                Ok("One."),
                Err(0),
                Err(1),
                Ok("\n\n# Two"),
                Err(2),
                Ok("\n\nYou have "),
                Err(3),
                Ok("."),
            ]
        );
        assert_eq!(marked.marks.len(), 4);
    }

    #[test]
    fn every_branch_below_a_line_begins_a_line() {
        let yes: Expression = "key".parse().unwrap();
        let always: Expression = "true".parse().unwrap();
        let parts = [
            text("One.\n"),
            ProsePart::If(vec![
                (yes, vec![text("Two.")]),
                (always, vec![text("# Three")]),
            ]),
        ];
        let marked = MarkedProse::of(&parts).unwrap();
        let shown: Vec<_> = pieces(&marked.text).collect();
        assert_eq!(
            shown,
            [
                Ok("One."),
                Err(0),
                Err(1),
                Ok("\nTwo."),
                Err(2),
                Ok("\n# Three"),
                Err(3),
            ]
        );
    }

    #[test]
    fn removes_mark_characters_from_story_text() {
        let marked = MarkedProse::of(&[text("a\u{f0000}b\u{ffffd}")]).unwrap();
        assert_eq!(marked.text, "ab");
    }
}
