//! Finds where the text of a section leads: diverts, tunnels, threads, and divert targets passed as
//! values, each with the choice it belongs to. Works on text without comments.

use std::ops::Range;

use super::blocks::{assignment_block, is_assignment};
use super::syntax::is_name_character;
use crate::scripting::EntryScan;

/// The control flow of a text.
#[derive(Debug, Default)]
pub(super) struct Flow {
    pub(super) diverts: Vec<Divert>,
    pub(super) choices: Vec<Choice>,
    /// The lines of logic that are the effect of entering.
    pub(super) opening: Vec<Range<usize>>,
    /// Whether there is more logic outside of choices.
    pub(super) has_later_logic: bool,
    /// The last line, if it only contains a divert or an ending.
    pub(super) exit: Option<Range<usize>>,
}

/// A link out of a section, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Divert {
    /// Its line within the text, counted from 0.
    pub(super) line: usize,
    /// The index of the choice it belongs to.
    pub(super) choice: Option<usize>,
    /// The name of its target, and the position of that name.
    pub(super) path: String,
    pub(super) at: Range<usize>,
    pub(super) kind: DivertKind,
    /// Whether arguments follow or braces are open, so that it cannot be retargeted.
    pub(super) has_arguments: bool,
}

/// The kind of a divert.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DivertKind {
    Divert,
    /// Returns to the caller.
    Tunnel,
    /// Runs in parallel: its content is included here.
    Thread,
    /// The target is only passed as a value: the running story may go there.
    Value,
}

/// A choice, with the lines below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    depth: usize,
    /// Whether it is once-only.
    pub(super) is_once: bool,
    /// The label, and the range of its text including what is printed when it is taken.
    pub(super) label: String,
    pub(super) words: Range<usize>,
    /// Its conditions, and their range including the braces.
    pub(super) conditions: Vec<String>,
    pub(super) conditions_at: Range<usize>,
    /// All its lines.
    pub(super) at: Range<usize>,
    /// Its lines of logic.
    pub(super) logic: Vec<Range<usize>>,
    /// Whether it is at the outermost level.
    pub(super) is_top_level: bool,
    /// Whether it has a name, multi-line braces or nested choices.
    pub(super) is_complex: bool,
    braces: usize,
}

impl Choice {
    /// Whether it has no text: a fallback choice that Ink takes when no other is available.
    pub(super) fn is_fallback(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether it is inside a multi-line conditional.
    pub(super) fn is_in_conditional(&self) -> bool {
        self.braces > 0
    }
}

/// Analyzes a text without comments.
pub(super) fn flow(text: &str) -> Flow {
    let mut flow = Flow::default();
    let mut open: Vec<usize> = Vec::new();
    let (mut braces, mut at, mut entry) = (0_usize, 0, EntryScan::default());
    // Where a block of conditional assignments ends.
    let mut block_end = 0;
    for (number, whole) in text.split_inclusive('\n').enumerate() {
        let line = whole.trim_end_matches(['\n', '\r']);
        let content = line.trim_start();
        let indent = line.len() - content.len();
        let span = at..at + whole.len();
        open.retain(|it| braces >= flow.choices[*it].braces);
        if !content.starts_with("TODO:") {
            let rest = structure(content, (at, at + indent), braces, &mut flow, &mut open);
            let is_logic = is_logic(rest);
            if !flow.choices.is_empty() {
                entry.end();
            }
            let is_block = at >= block_end && braces == 0 && content.starts_with('{');
            if is_block
                && entry.is_open()
                && let Some(block) = assignment_block(&text[at..])
                && takes_block(&text[at..at + block.length], &mut entry)
            {
                block_end = at + block.length;
                flow.opening.push(at..block_end);
            }
            if at < block_end {
                // It is part of the effect.
            } else if rest.starts_with('~') {
                let is_on_entry =
                    braces == 0 && rest.len() == content.len() && entry.takes(assigned(rest));
                match open.last() {
                    _ if is_on_entry => flow.opening.push(span.clone()),
                    Some(choice) if braces == 0 => {
                        flow.choices[*choice].logic.push(span.clone());
                    }
                    _ => {
                        flow.has_later_logic = true;
                        entry.end();
                    }
                }
            }
            let mut reader = Reader {
                line: number,
                start: at + line.len() - rest.len(),
                braces,
                choice: open.last().copied(),
                found: &mut flow.diverts,
            };
            reader.read(rest, is_logic);
            if !is_logic && at >= block_end {
                reads_words(line, braces, &mut entry);
            }
            let is_exit = open.is_empty() && braces == 0 && is_exit(rest);
            if is_exit {
                flow.exit = Some(span.clone());
            } else if !content.is_empty() {
                flow.exit = None;
            }
        }
        braces = brace_depth(line, braces);
        at += whole.len();
        for choice in &open {
            flow.choices[*choice].at.end = at;
            flow.choices[*choice].is_complex |= braces > flow.choices[*choice].braces;
        }
    }
    flow
}

/// The name that a line of logic assigns to; nothing if it does something else.
fn assigned(logic: &str) -> &str {
    let name = logic.trim_start_matches('~').trim_start();
    &name[..name.find(|c| !is_name_character(c)).unwrap_or(name.len())]
}

fn takes_block<'t>(block: &'t str, entry: &mut EntryScan<'t>) -> bool {
    let sets = block.lines().filter(|it| is_assignment(it));
    let conditions = block.lines().filter(|it| !is_assignment(it));
    entry.takes_block(
        sets.map(|it| assigned(it.trim_start())),
        conditions.flat_map(|it| it.split(|c| !is_name_character(c))),
    )
}

/// Notes what a line of words means for the effect of entering; `braces` is how many are open before it.
fn reads_words<'t>(line: &'t str, braces: usize, entry: &mut EntryScan<'t>) {
    let has_code = braces > 0 || line.contains('{');
    let leads_on = line.contains("->") || line.contains("<-");
    if leads_on || has_code && line.contains('(') {
        // What follows may not happen, or a function changes variables.
        entry.end();
    } else if has_code {
        entry.reads(line.split(|c| !is_name_character(c)));
    }
}

/// Whether a line consists only of a divert or an ending.
fn is_exit(rest: &str) -> bool {
    rest.strip_prefix("->").is_some_and(is_path)
}

/// Strips the marks of choices and gathers from a line, and updates the choices.
fn structure<'a>(
    content: &'a str,
    (line_start, at): (usize, usize),
    braces: usize,
    flow: &mut Flow,
    open: &mut Vec<usize>,
) -> &'a str {
    let (depth, rest) = marks(content, &['*', '+']);
    if depth > 0 {
        open.retain(|it| flow.choices[*it].depth < depth);
        for outer in open.iter() {
            flow.choices[*outer].is_complex = true;
        }
        let mut choice = choice(rest, at + content.len() - rest.len());
        choice.depth = depth;
        choice.is_once = content.starts_with('*');
        choice.braces = braces;
        choice.is_top_level = open.is_empty() && braces == 0;
        choice.at = line_start..line_start;
        open.push(flow.choices.len());
        flow.choices.push(choice);
        return rest;
    }
    // A dash inside braces begins a branch of a conditional.
    let (depth, rest) = marks(content, &['-']);
    if depth > 0 && braces == 0 {
        open.retain(|it| flow.choices[*it].depth < depth);
    }
    if depth > 0 { rest } else { content }
}

/// The number of these marks at the beginning of a line, and the rest of the line.
fn marks<'a>(content: &'a str, wanted: &[char]) -> (usize, &'a str) {
    let (mut count, mut rest) = (0, content);
    while rest.starts_with(wanted) && !rest.starts_with("->") {
        count += 1;
        rest = rest[1..].trim_start();
    }
    (count, rest)
}

/// The line of a choice with its bullets changed to once-only (`*`) or sticky (`+`).
pub(super) fn with_once(line: &str, once: bool) -> String {
    let content = line.trim_start();
    let (_, rest) = marks(content, &['*', '+']);
    let start = line.len() - content.len();
    let end = line.len() - rest.len();
    let (old, new) = if once { ('+', "*") } else { ('*', "+") };
    [
        &line[..start],
        &line[start..end].replace(old, new),
        &line[end..],
    ]
    .concat()
}

/// The name in parentheses at the beginning of a choice or gather.
pub(super) fn label_of(line: &str) -> Option<&str> {
    let (depth, rest) = marks(line.trim_start(), &['*', '+', '-']);
    let name = rest.strip_prefix('(')?;
    let name = name[..name.find(')')?].trim();
    (depth > 0 && !name.is_empty() && name.chars().all(is_name_character)).then_some(name)
}

/// Parses the line of a choice; `at` is the position of the text after its marks.
fn choice(line: &str, at: usize) -> Choice {
    let place = |rest: &str| at + line.len() - rest.len();
    let (mut rest, mut is_complex) = (line, false);
    if rest.starts_with('(')
        && let Some(end) = rest.find(')')
    {
        (rest, is_complex) = (rest[end + 1..].trim_start(), true);
    }
    let (start, mut conditions) = (place(rest), Vec::new());
    let mut end = start;
    while rest.starts_with('{') {
        let Some(close) = closing(rest) else {
            break;
        };
        conditions.push(rest[1..close].trim().to_owned());
        end = place(rest) + close + 1;
        rest = rest[close + 1..].trim_start();
    }
    let (label, length) = words(rest);
    Choice {
        depth: 0,
        is_once: false,
        label,
        words: place(rest)..place(rest) + length,
        conditions,
        conditions_at: start..end,
        at: 0..0,
        logic: Vec::new(),
        is_top_level: false,
        is_complex,
        braces: 0,
    }
}

/// The position of the brace that closes the one at the beginning of a text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// The text before and inside the square brackets, up to a divert or tag, unescaped; and the length
/// of all its text, including what follows the brackets.
fn words(text: &str) -> (String, usize) {
    let (mut words, mut is_offered) = (String::new(), true);
    let mut chars = text.char_indices();
    let mut length = text.len();
    while let Some((at, c)) = chars.next() {
        if text[at..].starts_with("->") || c == '#' {
            length = at;
            break;
        }
        let c = match c {
            ']' => {
                is_offered = false;
                continue;
            }
            '[' => continue,
            '\\' => chars.next().map(|it| it.1),
            c => Some(c),
        };
        words.extend(c.filter(|_| is_offered));
    }
    (words.trim().to_owned(), text[..length].trim_end().len())
}

/// Whether a line is code, in which divert targets are values.
fn is_logic(content: &str) -> bool {
    content.starts_with('~')
        || ["VAR ", "CONST ", "LIST ", "EXTERNAL "]
            .iter()
            .any(|it| content.starts_with(it))
}

fn brace_depth(line: &str, mut depth: usize) -> usize {
    let mut escaped = false;
    for c in line.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth
}

struct Reader<'a> {
    line: usize,
    /// The position where scanning starts.
    start: usize,
    braces: usize,
    choice: Option<usize>,
    found: &'a mut Vec<Divert>,
}

impl Reader<'_> {
    fn read(&mut self, content: &str, is_logic: bool) {
        let mut at = 0;
        // The number of open parentheses, inside which a target is a value.
        let mut depth = 0_usize;
        while let Some(c) = content[at..].chars().next() {
            let rest = &content[at..];
            match c {
                '\\' => at += 1,
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                '-' if rest.starts_with("->") => {
                    let length = 2 + rest[2..].len() - rest[2..].trim_start().len();
                    let path = path_at(&rest[length..]);
                    at += length + path.len();
                    let before = &content[..at - length - path.len()];
                    let value = is_logic || is_argument(before, depth);
                    self.target(content, at - path.len()..at, value, before);
                    continue;
                }
                '<' if rest.starts_with("<-") && !rest.starts_with("<->") => {
                    let length = 2 + rest[2..].len() - rest[2..].trim_start().len();
                    let path = path_at(&rest[length..]);
                    at += length;
                    self.add(content, at..at + path.len(), DivertKind::Thread);
                    at += path.len();
                    continue;
                }
                _ => {}
            }
            at += content[at..].chars().next().map_or(0, char::len_utf8);
        }
    }

    fn target(&mut self, content: &str, path: Range<usize>, is_value: bool, before: &str) {
        if is_value {
            let only_asked = ["TURNS_SINCE", "READ_COUNT"].iter().any(|it| {
                before
                    .trim_end()
                    .trim_end_matches('(')
                    .trim_end()
                    .ends_with(it)
            });
            let compared = before.trim_end().ends_with("==") || before.trim_end().ends_with("!=");
            if !only_asked && !compared {
                self.add(content, path, DivertKind::Value);
            }
            return;
        }
        let mut after = content[path.end..].trim_start();
        if after.starts_with('(') {
            after = after
                .find(')')
                .map_or("", |it| after[it + 1..].trim_start());
        }
        let sort = if after.starts_with("->") {
            DivertKind::Tunnel
        } else {
            DivertKind::Divert
        };
        self.add(content, path, sort);
    }

    fn add(&mut self, content: &str, path: Range<usize>, sort: DivertKind) {
        let name = &content[path.clone()];
        if name.is_empty() || ["END", "DONE"].contains(&name) {
            return;
        }
        let has_arguments = content[path.end..].trim_start().starts_with('(');
        let in_braces = brace_depth(&content[..path.start], self.braces) > 0;
        self.found.push(Divert {
            line: self.line,
            choice: self.choice,
            path: name.to_owned(),
            at: self.start + path.start..self.start + path.end,
            kind: sort,
            has_arguments: has_arguments || in_braces,
        });
    }
}

/// Whether a target at this position is an argument: prose contains parentheses too, so it must be
/// directly preceded by a comma, a parenthesis or nothing.
fn is_argument(before: &str, depth: usize) -> bool {
    let before = before.trim_end();
    depth > 0 && before.ends_with(['(', ',', '='])
        || before.ends_with("==")
        || before.ends_with("!=")
}

/// The path at the beginning of a text.
fn path_at(text: &str) -> &str {
    let end = text
        .find(|it: char| !is_name_character(it) && it != '.')
        .unwrap_or(text.len());
    text[..end].trim_end_matches('.')
}

/// Whether a line consists of a path only.
pub(super) fn is_path(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && path_at(text) == text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(usize, &str, &str, DivertKind)]) {
        let flow = flow(text);
        let label = |it: &Divert| it.choice.map_or("", |it| flow.choices[it].label.as_str());
        let found: Vec<_> = flow
            .diverts
            .iter()
            .map(|it| (it.line, label(it), it.path.as_str(), it.kind))
            .collect();
        for it in &flow.diverts {
            assert_eq!(text[it.at.clone()], it.path);
        }
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn assigns_diverts_to_their_choices() {
        check(
            "Hi -> a\n* (x) {not b} [Go in\\]] -> c.d\n+ Look[ up].\n  You do.\n  * * Deep -> e\n  -> f\n- (g) -> h\n{ x:\n  - y: -> i\n}",
            &[
                (0, "", "a", DivertKind::Divert),
                (1, "Go in]", "c.d", DivertKind::Divert),
                (4, "Deep", "e", DivertKind::Divert),
                (5, "Deep", "f", DivertKind::Divert),
                (6, "", "h", DivertKind::Divert),
                (8, "", "i", DivertKind::Divert),
            ],
        );
    }

    #[test]
    fn distinguishes_tunnels_threads_and_values() {
        check(
            "-> a -> b\n-> c(-> d, 1) ->\n<- e\n~ x = -> f\n->->\n->-> g\n{TURNS_SINCE(-> h) > 1: -> END}\n\\-> no\n{x == -> i: x} (aside -> j)",
            &[
                (0, "", "a", DivertKind::Tunnel),
                (0, "", "b", DivertKind::Divert),
                (1, "", "c", DivertKind::Tunnel),
                (1, "", "d", DivertKind::Value),
                (2, "", "e", DivertKind::Thread),
                (3, "", "f", DivertKind::Value),
                (5, "", "g", DivertKind::Divert),
                (8, "", "j", DivertKind::Divert),
            ],
        );
    }
}
