//! Blocks of Ink over several lines: conditions, one after the other or by cases of a value.

use model::play::Assignment;

use crate::scripting::{Command, NameResolver, conditional_assignments, read_assignment};

/// The most lines of a block of conditional assignments.
const MAX_LINES: usize = 60;

/// How many braces are open after a line; `None` if as many are closed.
pub(super) fn open_braces(line: &str) -> Option<usize> {
    let open = line
        .matches('{')
        .count()
        .checked_sub(line.matches('}').count())?;
    (open > 0).then_some(open)
}

/// How many lines there are up to the one that closes these braces; all if none does.
pub(super) fn block_length(lines: &[&str], mut open: usize) -> usize {
    let closes = |line: &&str| {
        open = (open + line.matches('{').count()).saturating_sub(line.matches('}').count());
        open == 0
    };
    lines
        .iter()
        .position(closes)
        .map_or(lines.len(), |it| it + 1)
}

/// Lines under a condition.
pub(super) struct Branch<'t> {
    pub(super) condition: String,
    pub(super) lines: Vec<&'t str>,
}

/// The branches of a block of lines in braces, and what follows the block.
pub(super) fn branches<'t>(lines: &[&'t str]) -> Option<(Vec<Branch<'t>>, &'t str)> {
    let [first, inner @ .., last] = lines else {
        return None;
    };
    let after = last.trim_start().strip_prefix('}')?;
    let head = first.trim().strip_prefix('{')?.trim();
    let begins = |line: &&str| {
        let line = line.trim_start();
        line.starts_with('-') && !line.starts_with("->")
    };
    let has_cases = inner
        .iter()
        .find(|it| !it.trim().is_empty())
        .is_some_and(begins);
    let value = match head.strip_suffix(':') {
        Some(value) => value.trim(),
        None if head.is_empty() && has_cases => "",
        None => return None,
    };
    let mut branches = Vec::new();
    if !has_cases {
        branches.push(Branch {
            condition: value.to_owned(),
            lines: Vec::new(),
        });
    }
    let mut open = 0_usize;
    for line in inner {
        if open == 0 && begins(line) {
            let rest = line.trim_start()[1..].trim_start();
            let condition = split(rest, ':')[0];
            let words = rest[condition.len()..].strip_prefix(':')?.trim_start();
            let condition = match condition.trim() {
                "else" => "true".to_owned(),
                it if has_cases && !value.is_empty() => format!("({value}) == ({it})"),
                it => it.to_owned(),
            };
            let lines = vec![words];
            branches.push(Branch { condition, lines });
        } else {
            branches.last_mut()?.lines.push(line);
        }
        open = (open + line.matches('{').count()).saturating_sub(line.matches('}').count());
    }
    Some((branches, after))
}

/// A block of conditional assignments.
pub(super) struct AssignmentBlock<'t> {
    /// How long it is, in bytes.
    pub(super) length: usize,
    branches: Vec<Branch<'t>>,
}

/// The block of conditional assignments that a text begins with.
pub(super) fn assignment_block(text: &str) -> Option<AssignmentBlock<'_>> {
    let mut lines = vec![text.split_inclusive('\n').next()?];
    let open = open_braces(lines[0])?;
    let rest = text[lines[0].len()..].split_inclusive('\n');
    let rest: Vec<&str> = rest.take(MAX_LINES).collect();
    lines.extend(&rest[..block_length(&rest, open)]);
    let (branches, after) = branches(&lines)?;
    let is_set = |it: &&str| it.trim().is_empty() || is_assignment(it);
    let only_sets = branches.iter().flat_map(|it| it.lines.iter()).all(is_set);
    (only_sets && after.trim().is_empty()).then(|| AssignmentBlock {
        length: lines.iter().map(|it| it.len()).sum(),
        branches,
    })
}

/// Whether a line of a block is an assignment.
pub(super) fn is_assignment(line: &str) -> bool {
    line.trim_start().starts_with('~')
}

/// The assignments of a line, or of a block of conditional ones; `None` if some are not understood.
pub(super) fn assignments(text: &str, names: &dyn NameResolver) -> Option<Vec<Assignment>> {
    if let Some(source) = text.trim().strip_prefix('~') {
        return read_assignment(source, names).map(|it| vec![it]);
    }
    let block = assignment_block(text)?;
    let mut commands = Vec::new();
    for (index, branch) in block.branches.iter().enumerate() {
        commands.push(match branch.condition.as_str() {
            "true" => Command::Else,
            it if index == 0 => Command::If(it),
            it => Command::ElseIf(it),
        });
        let sets = branch.lines.iter();
        commands.extend(
            sets.filter_map(|it| it.trim().strip_prefix('~'))
                .map(Command::Set),
        );
    }
    conditional_assignments(&commands, names)
}

/// Splits a text at a mark that is neither in braces nor in quotes, nor part of `||`.
pub(super) fn split(text: &str, mark: char) -> Vec<&str> {
    let (mut pieces, mut start, mut depth, mut is_quoted) = (Vec::new(), 0, 0_usize, false);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => is_quoted = !is_quoted,
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            c if c == mark && depth == 0 && !is_quoted => {
                if chars.next_if(|it| it.1 == mark).is_some() {
                    continue;
                }
                pieces.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(&text[start..]);
    pieces
}
