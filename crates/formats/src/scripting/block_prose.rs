//! Prose with commands on lines of their own, which show blocks of lines under conditions and change
//! variables, as a reader of the story sees it at a place.

use model::play::{Effect, Expression, Value};

use markup::passage::ProsePart;

use super::read::{NameResolver, assignment, condition};
use super::section_prose::SectionProse;

/// How deep conditions may contain one another.
const MAX_DEPTH: usize = 50;

/// A line that is a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Command<'t> {
    /// Shows the lines up to the next of the block under a condition.
    If(&'t str),
    ElseIf(&'t str),
    Else,
    EndIf,
    /// Changes a variable.
    Set(&'t str),
}

/// How a language writes them.
pub(crate) trait BlockSyntax {
    fn command<'t>(&self, line: &'t str) -> Option<Command<'t>>;
    fn names(&self) -> &dyn NameResolver;
    /// Reads what begins on the first of these lines and is none of the commands: how many lines it takes,
    /// and whether everything in it is carried out.
    fn prose(&self, lines: &[&str], parts: &mut Vec<ProsePart>) -> (usize, bool);
}

/// The prose of these lines, without those that are the effect of entering. It is understood if everything
/// in it is carried out: as prose or as a choice.
pub(crate) fn block_prose(lines: Vec<&str>, syntax: &dyn BlockSyntax) -> SectionProse {
    let mut reader = Reader {
        lines,
        next: 0,
        syntax,
        is_understood: true,
    };
    let mut parts = Vec::new();
    while reader.next < reader.lines.len() {
        reader.block(&mut parts, true, 0);
        // A command that ends nothing.
        if reader.next < reader.lines.len() {
            reader.is_understood = false;
            reader.next += 1;
        }
    }
    SectionProse {
        parts,
        is_understood: reader.is_understood,
    }
}

struct Reader<'t> {
    lines: Vec<&'t str>,
    next: usize,
    syntax: &'t dyn BlockSyntax,
    is_understood: bool,
}

impl<'t> Reader<'t> {
    fn command(&self) -> Option<Command<'t>> {
        self.syntax.command(self.lines.get(self.next)?)
    }

    /// Reads up to the command that ends a branch, which is not taken. Whether assignments `run`.
    fn block(&mut self, parts: &mut Vec<ProsePart>, runs: bool, depth: usize) {
        while self.next < self.lines.len() {
            match self.command() {
                Some(Command::ElseIf(_) | Command::Else | Command::EndIf) => return,
                Some(Command::If(_)) if depth < MAX_DEPTH => self.condition(parts, runs, depth),
                Some(Command::Set(source)) => {
                    self.next += 1;
                    self.set(source, parts, runs);
                }
                _ => {
                    let (count, is_understood) = self.syntax.prose(&self.lines[self.next..], parts);
                    self.next += count;
                    self.is_understood &= is_understood;
                }
            }
        }
    }

    /// A condition with all its branches.
    fn condition(&mut self, parts: &mut Vec<ProsePart>, runs: bool, depth: usize) {
        let mut branches: Vec<(Option<Expression>, Vec<ProsePart>)> = Vec::new();
        while let Some(command) = self.command() {
            self.next += 1;
            let condition = match command {
                Command::If(source) | Command::ElseIf(source) => {
                    condition(source, self.syntax.names())
                }
                Command::Else => Some(Expression::Literal(Value::Boolean(true))),
                Command::EndIf | Command::Set(_) => break,
            };
            let mut inner = Vec::new();
            self.block(&mut inner, runs && condition.is_some(), depth + 1);
            branches.push((condition, inner));
        }
        let known: Option<Vec<_>> = branches
            .iter()
            .map(|(condition, inner)| Some((condition.clone()?, inner.clone())))
            .collect();
        if let Some(known) = known {
            return parts.push(ProsePart::If(known));
        }
        // It is not known which holds: all are shown, and none changes variables.
        self.is_understood = false;
        let is_shown = |it: &ProsePart| !matches!(it, ProsePart::Set(_));
        for (_, inner) in branches {
            parts.extend(inner.into_iter().filter(is_shown));
        }
    }

    fn set(&mut self, source: &str, parts: &mut Vec<ProsePart>, runs: bool) {
        let assignment = assignment(source, self.syntax.names());
        // It counts for what follows here, but the next node does not know of it.
        self.is_understood = false;
        if let Some(assignment) = assignment.filter(|_| runs) {
            parts.push(ProsePart::Set(Effect(vec![assignment])));
        }
    }
}
