//! Parses Yarn: where nodes begin and end, their headers, and the lines of a body that lead
//! elsewhere. Independent of stories.

use std::ops::Range;

use model::play::Assignment;

use markup::notation::yarn::JUMPS;
pub(super) use markup::notation::yarn::{Target, argument, header};

use crate::import::tidy_title;
use crate::scripting::{
    Command, EntryScan, NameResolver, conditional_assignments, read_assignment,
};

/// A node of a file; the concatenation of head, body and tail is the original text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RawNode<'a> {
    /// The line its head begins on, counted from 1.
    pub(super) line: usize,
    /// The text after the previous node, the headers, and the line that ends them.
    pub(super) head: &'a str,
    /// The body, without its last line end.
    pub(super) body: &'a str,
    /// The rest, including the line that ends the node.
    pub(super) tail: &'a str,
}

/// Splits a file into nodes and the text after the last one.
pub(super) fn split_nodes(text: &str) -> (Vec<RawNode<'_>>, &str) {
    let mut sources = Vec::new();
    let (mut at, mut line, mut first_line) = (0, 1, 1);
    let (mut begin, mut body) = (0, None);
    for whole in text.split_inclusive('\n') {
        let end = at + whole.len();
        match (body, whole.trim()) {
            (None, "---") => body = Some(end),
            (Some(start), "===") => {
                sources.push(source(text, first_line, begin, start, at, end));
                (begin, body, first_line) = (end, None, line + 1);
            }
            _ => {}
        }
        at = end;
        line += 1;
    }
    if let Some(start) = body {
        sources.push(source(text, first_line, begin, start, at, at));
        begin = at;
    }
    (sources, &text[begin..])
}

fn source(
    text: &str,
    line: usize,
    begin: usize,
    start: usize,
    at: usize,
    end: usize,
) -> RawNode<'_> {
    let body = &text[start..at];
    let body = body.strip_suffix('\n').unwrap_or(body);
    RawNode {
        line,
        head: &text[begin..start],
        body,
        tail: &text[start + body.len()..end],
    }
}

/// The tail of a node that did not come from a file.
pub(super) fn default_tail(body: &str) -> &'static str {
    if body.is_empty() { "===\n" } else { "\n===\n" }
}

/// The head with this value for a header; `None` removes the header.
pub(super) fn with_header(head: &str, key: &str, value: Option<&str>) -> String {
    let is_it = |line: &&str| {
        line.trim_start()
            .strip_prefix(key)
            .is_some_and(|it| it.starts_with(':'))
    };
    let line = value.map(|it| format!("{key}: {it}\n"));
    let mut written = line.is_none();
    let mut changed = String::with_capacity(head.len() + 40);
    for whole in head.split_inclusive('\n') {
        let ends = whole.trim() == "---";
        if (is_it(&whole) || ends) && !written {
            changed.push_str(line.as_deref().unwrap_or_default());
            written = true;
        }
        if !is_it(&whole) {
            changed.push_str(whole);
        }
    }
    changed
}

/// The control flow of a body.
#[derive(Debug, Default)]
pub(super) struct Flow<'a> {
    pub(super) body: &'a str,
    pub(super) jumps: Vec<Jump<'a>>,
    pub(super) options: Vec<Choice<'a>>,
    /// The assignments that are the effect of entering.
    pub(super) opening: Vec<Range<usize>>,
    /// The last line, if it only contains a jump or an ending.
    pub(super) exit: Option<Range<usize>>,
}

/// A line that leads elsewhere.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Jump<'a> {
    /// Its line within the body, counted from 0.
    pub(super) line: usize,
    /// The index of the option it belongs to.
    pub(super) option: Option<usize>,
    /// The target, and the position of its name.
    pub(super) target: Target<'a>,
    pub(super) at: Range<usize>,
    /// Whether it is a detour, which returns.
    pub(super) is_detour: bool,
}

/// An option with the lines below it.
#[derive(Debug)]
pub(super) struct Choice<'a> {
    indent: usize,
    /// The label, and its position.
    pub(super) label: String,
    pub(super) words: Range<usize>,
    /// Whether it is once-only.
    pub(super) is_once: bool,
    /// Its condition, and the position of the command that contains it.
    pub(super) condition: Option<&'a str>,
    pub(super) condition_at: Range<usize>,
    /// All its lines.
    pub(super) at: Range<usize>,
    /// Its assignments.
    pub(super) sets: Vec<Range<usize>>,
    /// Whether it is at the outermost level.
    pub(super) is_top_level: bool,
    /// Whether it is inside a conditional, or contains conditionals or nested options.
    pub(super) is_complex: bool,
}

/// Analyzes a body.
pub(super) fn flow(body: &str) -> Flow<'_> {
    let mut flow = Flow {
        body,
        ..Flow::default()
    };
    let mut open: Vec<usize> = Vec::new();
    let (mut at, mut ifs, mut entry) = (0, 0_usize, EntryScan::default());
    // Where a block of conditional assignments ends.
    let mut block_end = 0;
    for (number, whole) in body.split_inclusive('\n').enumerate() {
        let (start, line) = (at, whole.trim_end_matches(['\n', '\r']));
        at += whole.len();
        let text = line.trim_start();
        if text.is_empty() || text.starts_with("//") {
            continue;
        }
        let place = start + line.len() - text.len();
        let indent = width(&line[..line.len() - text.len()]);
        while let Some(last) = open.last().map(|it| &mut flow.options[*it])
            && last.indent >= indent
        {
            // Blank lines between two options belong to the first.
            if text.starts_with("->") && last.indent == indent {
                last.at.end = start;
            }
            open.pop();
        }
        if text.contains("<<endif>>") || text.contains("<<endonce>>") {
            ifs = ifs.saturating_sub(1);
        }
        let is_if = ["<<if ", "<<once>>", "<<once "]
            .iter()
            .any(|it| text.starts_with(it));
        for option in &open {
            let option = &mut flow.options[*option];
            option.at.end = at;
            option.is_complex |= is_if || text.starts_with("->") || text.starts_with("=>");
        }
        if let Some(words) = text.strip_prefix("->") {
            let mut option = choice(words, place + 2);
            option.indent = indent;
            option.at = start..at;
            option.is_top_level = open.is_empty() && ifs == 0;
            option.is_complex = ifs > 0;
            open.push(flow.options.len());
            flow.options.push(option);
        }
        let set = assigned(text);
        match open.last() {
            None if start < block_end => {}
            None => {
                let block = (is_if && ifs == 0).then(|| assignment_block(&body[start..]));
                if let Some((length, _)) = block.flatten()
                    && takes_block(&body[start..start + length], &mut entry)
                {
                    block_end = start + length;
                    flow.opening.push(start..block_end);
                } else if is_on_entry(text, set, ifs, &mut entry) {
                    flow.opening.push(start..at);
                }
            }
            Some(option) => {
                entry.end();
                if set.is_some() && ifs == 0 {
                    flow.options[*option].sets.push(start..at);
                }
            }
        }
        for (command, is_detour) in JUMPS {
            let Some((target, named)) = argument(text, command) else {
                continue;
            };
            flow.jumps.push(Jump {
                line: number,
                option: open.last().copied(),
                target,
                at: place + named.start..place + named.end,
                is_detour,
            });
        }
        let is_exit = text.starts_with("<<jump ") || text.starts_with("<<stop>>");
        flow.exit = (is_exit && open.is_empty() && ifs == 0).then_some(start..at);
        if is_if {
            ifs += 1;
        }
    }
    flow
}

/// A line that is only a command: its name and its arguments.
pub(super) fn command(line: &str) -> Option<(&str, &str)> {
    let inner = line.trim().strip_prefix("<<")?;
    let (inner, after) = inner.split_once(">>")?;
    let after = after.trim();
    (after.is_empty() || after.starts_with("//")).then_some(())?;
    let inner = inner.trim();
    Some(inner.split_once(char::is_whitespace).unwrap_or((inner, "")))
}

/// A line that is only a condition or an assignment.
pub(super) fn block_command(line: &str) -> Option<Command<'_>> {
    let (name, source) = command(line)?;
    Some(match name {
        "if" => Command::If(source),
        "elseif" => Command::ElseIf(source),
        "else" => Command::Else,
        "endif" => Command::EndIf,
        "set" => Command::Set(source),
        _ => return None,
    })
}

/// The length of the block of conditional assignments that a text begins with, and its commands.
fn assignment_block(text: &str) -> Option<(usize, Vec<Command<'_>>)> {
    let mut commands = Vec::new();
    let mut length = 0;
    for whole in text.split_inclusive('\n') {
        length += whole.len();
        let line = whole.trim();
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        let command = block_command(line)?;
        let is_nested = matches!(command, Command::If(_)) && !commands.is_empty();
        (!is_nested).then_some(())?;
        commands.push(command);
        if command == Command::EndIf {
            return Some((length, commands));
        }
    }
    None
}

fn takes_block<'t>(block: &'t str, entry: &mut EntryScan<'t>) -> bool {
    let is_set = |it: &&str| assigned(it.trim_start()).is_some();
    let sets = block.lines().filter(is_set);
    let conditions = block.lines().filter(|it| !is_set(it));
    entry.takes_block(
        sets.filter_map(|it| assigned(it.trim_start())),
        conditions.flat_map(variables),
    )
}

/// The assignments of a line or a block of conditional ones; `None` if some are not understood.
pub(super) fn assignments(text: &str, names: &dyn NameResolver) -> Option<Vec<Assignment>> {
    match block_command(text.lines().next()?)? {
        Command::Set(source) => read_assignment(source, names).map(|it| vec![it]),
        _ => conditional_assignments(&assignment_block(text)?.1, names),
    }
}

/// The name of the variable that a line only assigns to.
fn assigned(text: &str) -> Option<&str> {
    argument(text, "set").filter(|_| text.starts_with("<<"))?;
    variables(text).next()
}

/// The names of variables in a line.
fn variables(text: &str) -> impl Iterator<Item = &str> {
    let ends = |c: char| !c.is_alphanumeric() && c != '_';
    let names = text.split('$').skip(1);
    names.map(move |it| &it[..it.find(ends).unwrap_or(it.len())])
}

/// Whether a line outside of options is an assignment that is part of the effect of entering;
/// `ifs` is how many conditions it is inside of.
fn is_on_entry<'t>(
    text: &'t str,
    set: Option<&str>,
    ifs: usize,
    entry: &mut EntryScan<'t>,
) -> bool {
    let leads_on = ["<<stop", "<<return", "<<call", "=>"];
    let may_go = |it: &&str| argument(text, it).is_some();
    if text.starts_with("<<declare ") {
        return false;
    }
    if let Some(name) = set.filter(|_| ifs == 0) {
        return entry.takes(name);
    }
    if set.is_some()
        || leads_on.iter().any(|it| text.starts_with(it))
        || JUMPS.iter().any(|it| may_go(&it.0))
    {
        entry.end();
    } else {
        entry.reads(variables(text));
    }
    false
}

/// Indentation; a tab counts as eight spaces.
fn width(space: &str) -> usize {
    space.chars().map(|it| if it == '\t' { 8 } else { 1 }).sum()
}

/// Parses the option on a line, after the arrow, which ends at this position.
fn choice(option: &str, at: usize) -> Choice<'_> {
    let (label, length) = label(option);
    let begins = option.len() - option.trim_start().len();
    let found = condition_command(option);
    let condition_at = found.as_ref().map_or(length..length, |it| it.2.clone());
    Choice {
        indent: 0,
        label,
        words: at + begins.min(length)..at + length,
        is_once: found.as_ref().is_some_and(|it| it.0),
        condition: found.and_then(|it| it.1),
        condition_at: at + condition_at.start..at + condition_at.end,
        at: 0..0,
        sets: Vec::new(),
        is_top_level: false,
        is_complex: false,
    }
}

/// The condition command of an option, `<<if …>>`, `<<once>>` or `<<once if …>>`: whether it is
/// once-only, its condition, and its position.
fn condition_command(option: &str) -> Option<(bool, Option<&str>, Range<usize>)> {
    let mut at = 0;
    while let Some(start) = option[at..].find("<<").map(|it| at + it) {
        at = start + 2;
        let end = at + option[at..].find(">>")?;
        let command = option[at..end].trim();
        let once = word(command, "once");
        let condition = word(once.unwrap_or(command), "if");
        if condition.is_some() || once == Some("") {
            return Some((once.is_some(), condition, start..end + 2));
        }
    }
    None
}

/// The text after a command's keyword.
fn word<'a>(command: &'a str, word: &str) -> Option<&'a str> {
    let rest = command.strip_prefix(word)?;
    let is_whole = rest.is_empty() || rest.starts_with([' ', '\t']);
    is_whole.then(|| rest.trim())
}

/// The label of an option up to a command, tag or comment, without escapes and invisible
/// characters, so that options that look alike count as one; and its length in the source.
fn label(option: &str) -> (String, usize) {
    let mut words = String::new();
    let mut chars = option.char_indices();
    let mut length = option.len();
    while let Some((at, c)) = chars.next() {
        let rest = &option[at..];
        if rest.starts_with("<<") || rest.starts_with("//") || c == '#' {
            length = at;
            break;
        }
        match c {
            '\\' => words.extend(chars.next().map(|it| it.1)),
            c => words.push(c),
        }
    }
    (tidy_title(&words, ""), option[..length].trim_end().len())
}

/// Whether jumps can use this name.
pub(super) fn is_identifier(name: &str) -> bool {
    name.starts_with(|it: char| it.is_alphabetic() || it == '_')
        && name
            .chars()
            .all(|it| it.is_alphanumeric() || it == '_' || it == '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_nodes_without_loss() {
        for text in [
            "#tag\ntitle: A\n---\nHi\n===\n\ntitle: B\n---\n===",
            "title: A\n---\n\n=== \n\nrest",
            "title: A\n---\nno end",
            "title: A\n",
        ] {
            let (sources, after) = split_nodes(text);
            let whole: String = sources
                .iter()
                .map(|it| format!("{}{}{}", it.head, it.body, it.tail))
                .collect();
            assert_eq!(whole + after, text);
        }
    }

    #[test]
    fn assigns_jumps_to_their_options() {
        let body = "Hi\n-> Go \\#1 <<if $a>> #tag\n\tok\n\t<<jump B>>\n\t-> In\n\t\t<<detour C>>\n// <<jump X>>\n<<jump {$n}>>";
        let flow = flow(body);
        let found = flow.jumps.into_iter().map(|it| {
            let option = it.option.map(|it| &flow.options[it]);
            let label = option.map_or(String::new(), |it| it.label.clone());
            let condition = option.and_then(|it| it.condition);
            (it.line, label, condition, it.target, it.is_detour)
        });
        let found: Vec<_> = found.collect();
        assert_eq!(
            found,
            [
                (3, "Go #1".to_owned(), Some("$a"), Target::Named("B"), false),
                (5, "In".to_owned(), None, Target::Named("C"), true),
                (7, String::new(), None, Target::Computed("$n"), false),
            ]
        );
    }

    #[test]
    fn sets_a_header_in_place() {
        let head = "title: A // x\nposition: 1,2\n---\n";
        assert_eq!(header(head, "title"), Some("A"));
        let moved = with_header(head, "position", Some("3,4"));
        assert_eq!(moved, "title: A // x\nposition: 3,4\n---\n");
        assert_eq!(
            with_header(&moved, "color", Some("red")),
            "title: A // x\nposition: 3,4\ncolor: red\n---\n"
        );
        assert_eq!(
            with_header(&moved, "position", None),
            "title: A // x\n---\n"
        );
    }
}
