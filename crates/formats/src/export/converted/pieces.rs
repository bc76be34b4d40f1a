//! Prose in which conditions and values are written in the code of a format.

use model::play::{Expression, Value};

use super::super::marked_prose::{Mark, pieces};

/// What is shown in place of a value that a format cannot write.
const UNKNOWN: &str = "…";

/// How a format writes what its prose depends on; `None` for what it cannot express.
pub(crate) trait ProseCode {
    /// A condition, without what surrounds it.
    fn condition(&self, it: &Expression) -> Option<String>;
    /// The value of an expression between words.
    fn value(&self, it: &Expression) -> Option<String>;
}

/// A piece of prose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Text with values in it.
    Text(String),
    /// The first branch whose condition holds.
    If(Vec<Branch>),
}

/// Prose under a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Branch {
    /// `None` if it is shown when no condition before it holds.
    pub(crate) condition: Option<String>,
    pub(crate) pieces: Vec<Piece>,
}

/// The pieces of a text.
#[derive(Debug)]
pub(crate) struct Pieces {
    pub(crate) all: Vec<Piece>,
    /// Whether the format can write all conditions and values.
    pub(crate) is_complete: bool,
}

impl Pieces {
    /// Reads a text with these marks.
    pub(super) fn of(text: &str, marks: &[Mark], code: &dyn ProseCode) -> Self {
        let mut reader = Reader {
            tokens: pieces(text).collect(),
            next: 0,
            marks,
            code,
            is_complete: true,
        };
        let mut all = Vec::new();
        while reader.next < reader.tokens.len() {
            reader.read(&mut all);
            // A branch that no condition begins.
            reader.next += 1;
        }
        trim_start(&mut all);
        Self {
            all,
            is_complete: reader.is_complete,
        }
    }
}

/// Removes line breaks that marks left before all text.
fn trim_start(pieces: &mut [Piece]) {
    match pieces.first_mut() {
        Some(Piece::Text(text)) => *text = text.trim_start_matches('\n').to_owned(),
        Some(Piece::If(branches)) => {
            for branch in branches {
                trim_start(&mut branch.pieces);
            }
        }
        None => {}
    }
}

struct Reader<'t> {
    /// Texts, and the numbers of marks.
    tokens: Vec<Result<&'t str, usize>>,
    next: usize,
    marks: &'t [Mark],
    code: &'t dyn ProseCode,
    is_complete: bool,
}

impl Reader<'_> {
    /// Reads up to the mark of another branch or the end of the branches.
    fn read(&mut self, all: &mut Vec<Piece>) {
        while let Some(token) = self.tokens.get(self.next) {
            let number = match token {
                Ok(text) => {
                    push_text(all, text);
                    self.next += 1;
                    continue;
                }
                Err(number) => *number,
            };
            match self.marks.get(number) {
                Some(Mark::Branch(_) | Mark::End) => return,
                Some(Mark::Value(value)) => {
                    let written = self.code.value(value);
                    self.is_complete &= written.is_some();
                    push_text(all, written.as_deref().unwrap_or(UNKNOWN));
                    self.next += 1;
                }
                Some(Mark::If(conditions)) => {
                    self.next += 1;
                    self.branches(conditions, all);
                }
                // What changes on entering is written apart from the prose.
                Some(Mark::Set(_)) | None => self.next += 1,
            }
        }
    }

    fn branches(&mut self, conditions: &[Expression], all: &mut Vec<Piece>) {
        let mut branches = Vec::new();
        while let Some(Err(number)) = self.tokens.get(self.next) {
            let Some(Mark::Branch(index)) = self.marks.get(*number) else {
                break;
            };
            self.next += 1;
            let mut pieces = Vec::new();
            self.read(&mut pieces);
            branches.extend(conditions.get(*index).map(|it| (it.clone(), pieces)));
        }
        if let Some(Err(number)) = self.tokens.get(self.next)
            && matches!(self.marks.get(*number), Some(Mark::End))
        {
            self.next += 1;
        }
        let mut written = Vec::new();
        let mut is_known = true;
        for (condition, pieces) in without_blank(branches) {
            let condition = Some(condition).filter(|it| *it != always());
            let code = condition.as_ref().map(|it| self.code.condition(it));
            is_known &= code != Some(None);
            written.push(Branch {
                condition: code.flatten(),
                pieces,
            });
        }
        self.is_complete &= is_known;
        match is_known && written.first().is_some_and(|it| it.condition.is_some()) {
            true => all.push(Piece::If(written)),
            false => side_by_side(written, all),
        }
    }
}

/// The branches that show something. What was shown in others are choices, which are written apart from
/// the prose.
fn without_blank(branches: Vec<(Expression, Vec<Piece>)>) -> Vec<(Expression, Vec<Piece>)> {
    let mut shown = Vec::new();
    let mut before: Option<Expression> = None;
    for (condition, pieces) in branches {
        let with_before = match &before {
            Some(before) if condition == always() => before.clone(),
            Some(before) => before.clone().and(condition.clone()),
            None => condition.clone(),
        };
        if is_blank(&pieces) {
            before = Some(match before {
                Some(before) => before.and(!condition),
                None => !condition,
            });
        } else {
            shown.push((with_before, pieces));
        }
    }
    shown
}

fn always() -> Expression {
    Expression::Literal(Value::Boolean(true))
}

/// Whether pieces show nothing.
pub(super) fn is_blank(pieces: &[Piece]) -> bool {
    let is_blank = |it: &Piece| matches!(it, Piece::Text(text) if text.trim().is_empty());
    pieces.iter().all(is_blank)
}

/// All branches, because it is not known which is shown.
fn side_by_side(branches: Vec<Branch>, all: &mut Vec<Piece>) {
    let mut has_text = false;
    for branch in branches {
        let begins_line =
            matches!(branch.pieces.first(), Some(Piece::Text(it)) if it.starts_with('\n'));
        if has_text && !branch.pieces.is_empty() && !begins_line {
            push_text(all, " / ");
        }
        has_text |= !branch.pieces.is_empty();
        for piece in branch.pieces {
            match piece {
                Piece::Text(text) => push_text(all, &text),
                piece => all.push(piece),
            }
        }
    }
}

fn push_text(all: &mut Vec<Piece>, text: &str) {
    match all.last_mut() {
        _ if text.is_empty() => {}
        Some(Piece::Text(before)) => before.push_str(text),
        _ => all.push(Piece::Text(text.to_owned())),
    }
}
