//! What the text of a section leads to: diverts, tunnels, threads, and divert targets handed over
//! as values, each with the choice it stands below. Works on text without comments.

use std::ops::Range;

use super::syntax::is_name;

/// What a text does to lead elsewhere.
#[derive(Debug, Default)]
pub(super) struct Flow {
    pub(super) diverts: Vec<Divert>,
    pub(super) choices: Vec<Choice>,
    /// The lines of logic before anything is said.
    pub(super) opening: Vec<Range<usize>>,
    /// The last line, where it only says where reading goes on or ends.
    pub(super) exit: Option<Range<usize>>,
}

/// A way out of a section, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Divert {
    /// Its line within the text, counted from 0.
    pub(super) line: usize,
    /// The choice it stands below, by its place in the list.
    pub(super) choice: Option<usize>,
    /// The name of its target, and where that stands.
    pub(super) path: String,
    pub(super) at: Range<usize>,
    pub(super) sort: Sort,
    /// Whether arguments follow, or braces are open: it cannot simply lead elsewhere.
    pub(super) is_bound: bool,
}

/// How it leads there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Divert,
    /// It comes back.
    Tunnel,
    /// It runs beside.
    Thread,
    /// The name is only handed over: the running story may go there.
    Value,
}

/// A choice, with the lines below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    depth: usize,
    /// Whether it may be taken only once.
    pub(super) is_once: bool,
    /// The words that are offered, and where they stand with what is said when it is taken.
    pub(super) label: String,
    pub(super) words: Range<usize>,
    /// Its conditions, and where they stand in their braces.
    pub(super) conditions: Vec<String>,
    pub(super) conditions_at: Range<usize>,
    /// All its lines.
    pub(super) at: Range<usize>,
    /// Its lines of logic.
    pub(super) logic: Vec<Range<usize>>,
    /// Whether it stands at the outermost level.
    pub(super) is_top: bool,
    /// Whether it has a name, braces of several lines or choices of its own.
    pub(super) is_involved: bool,
    braces: usize,
}

impl Choice {
    /// Whether it has no words, so that Ink takes it by itself where nothing else is offered.
    pub(super) fn is_fallback(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether it stands in a conditional of several lines.
    pub(super) fn is_in_braces(&self) -> bool {
        self.braces > 0
    }
}

/// What a text without comments does.
pub(super) fn flow(text: &str) -> Flow {
    let mut flow = Flow::default();
    let mut open: Vec<usize> = Vec::new();
    let (mut braces, mut at, mut is_opening) = (0_usize, 0, true);
    for (number, whole) in text.split_inclusive('\n').enumerate() {
        let line = whole.trim_end_matches(['\n', '\r']);
        let content = line.trim_start();
        let indent = line.len() - content.len();
        let span = at..at + whole.len();
        open.retain(|it| braces >= flow.choices[*it].braces);
        if !content.starts_with("TODO:") {
            let rest = structure(content, (at, at + indent), braces, &mut flow, &mut open);
            let is_logic = is_logic(rest);
            is_opening &= content.is_empty() || is_logic && rest.len() == content.len();
            if is_logic && braces == 0 && rest.starts_with('~') {
                match open.last() {
                    _ if is_opening => flow.opening.push(span.clone()),
                    Some(choice) => flow.choices[*choice].logic.push(span.clone()),
                    None => {}
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
            flow.choices[*choice].is_involved |= braces > flow.choices[*choice].braces;
        }
    }
    flow
}

/// Whether a line only says where reading goes on, or that it ends.
fn is_exit(rest: &str) -> bool {
    rest.strip_prefix("->").is_some_and(is_path)
}

/// Takes the marks of choices and gathers off a line, and keeps account of the choices.
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
            flow.choices[*outer].is_involved = true;
        }
        let mut choice = choice(rest, at + content.len() - rest.len());
        choice.depth = depth;
        choice.is_once = content.starts_with('*');
        choice.braces = braces;
        choice.is_top = open.is_empty() && braces == 0;
        choice.at = line_start..line_start;
        open.push(flow.choices.len());
        flow.choices.push(choice);
        return rest;
    }
    // A dash in braces is a branch of a conditional.
    let (depth, rest) = marks(content, &['-']);
    if depth > 0 && braces == 0 {
        open.retain(|it| flow.choices[*it].depth < depth);
    }
    if depth > 0 { rest } else { content }
}

/// How many of these marks a line begins with, and what follows them.
fn marks<'a>(content: &'a str, wanted: &[char]) -> (usize, &'a str) {
    let (mut count, mut rest) = (0, content);
    while rest.starts_with(wanted) && !rest.starts_with("->") {
        count += 1;
        rest = rest[1..].trim_start();
    }
    (count, rest)
}

/// A line that begins a choice, with the marks of one that may be taken once, or again and again.
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

/// The name in round brackets that a choice or gather may begin with.
pub(super) fn label_of(line: &str) -> Option<&str> {
    let (depth, rest) = marks(line.trim_start(), &['*', '+', '-']);
    let name = rest.strip_prefix('(')?;
    let name = name[..name.find(')')?].trim();
    (depth > 0 && !name.is_empty() && name.chars().all(is_name)).then_some(name)
}

/// A choice as its line says it; what follows its marks begins at this place.
fn choice(line: &str, at: usize) -> Choice {
    let place = |rest: &str| at + line.len() - rest.len();
    let (mut rest, mut is_involved) = (line, false);
    if rest.starts_with('(')
        && let Some(end) = rest.find(')')
    {
        (rest, is_involved) = (rest[end + 1..].trim_start(), true);
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
        is_top: false,
        is_involved,
        braces: 0,
    }
}

/// The bracket that closes the one a text begins with.
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

/// The words before and inside the square brackets, up to a divert or tag, without escapes; and how
/// far all words go, those behind the brackets too.
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

/// Whether a line is code, whose divert targets are values.
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
    /// Where what is read begins.
    start: usize,
    braces: usize,
    choice: Option<usize>,
    found: &'a mut Vec<Divert>,
}

impl Reader<'_> {
    fn read(&mut self, content: &str, is_logic: bool) {
        let mut at = 0;
        // How many round brackets are open, in which a target is a value.
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
                    self.add(content, at..at + path.len(), Sort::Thread);
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
                self.add(content, path, Sort::Value);
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
            Sort::Tunnel
        } else {
            Sort::Divert
        };
        self.add(content, path, sort);
    }

    fn add(&mut self, content: &str, path: Range<usize>, sort: Sort) {
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
            sort,
            is_bound: has_arguments || in_braces,
        });
    }
}

/// Whether a target here is an argument: prose has round brackets too, so a comma, a bracket or
/// nothing at all must stand right before it.
fn is_argument(before: &str, depth: usize) -> bool {
    let before = before.trim_end();
    depth > 0 && before.ends_with(['(', ',', '='])
        || before.ends_with("==")
        || before.ends_with("!=")
}

/// The path that a text begins with.
fn path_at(text: &str) -> &str {
    let end = text
        .find(|it: char| !is_name(it) && it != '.')
        .unwrap_or(text.len());
    text[..end].trim_end_matches('.')
}

/// Whether a line is a path and nothing else.
pub(super) fn is_path(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && path_at(text) == text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(usize, &str, &str, Sort)]) {
        let flow = flow(text);
        let label = |it: &Divert| it.choice.map_or("", |it| flow.choices[it].label.as_str());
        let found: Vec<_> = flow
            .diverts
            .iter()
            .map(|it| (it.line, label(it), it.path.as_str(), it.sort))
            .collect();
        for it in &flow.diverts {
            assert_eq!(text[it.at.clone()], it.path);
        }
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn diverts_stand_below_their_choices() {
        check(
            "Hi -> a\n* (x) {not b} [Go in\\]] -> c.d\n+ Look[ up].\n  You do.\n  * * Deep -> e\n  -> f\n- (g) -> h\n{ x:\n  - y: -> i\n}",
            &[
                (0, "", "a", Sort::Divert),
                (1, "Go in]", "c.d", Sort::Divert),
                (4, "Deep", "e", Sort::Divert),
                (5, "Deep", "f", Sort::Divert),
                (6, "", "h", Sort::Divert),
                (8, "", "i", Sort::Divert),
            ],
        );
    }

    #[test]
    fn tunnels_threads_and_values_are_told_apart() {
        check(
            "-> a -> b\n-> c(-> d, 1) ->\n<- e\n~ x = -> f\n->->\n->-> g\n{TURNS_SINCE(-> h) > 1: -> END}\n\\-> no\n{x == -> i: x} (aside -> j)",
            &[
                (0, "", "a", Sort::Tunnel),
                (0, "", "b", Sort::Divert),
                (1, "", "c", Sort::Tunnel),
                (1, "", "d", Sort::Value),
                (2, "", "e", Sort::Thread),
                (3, "", "f", Sort::Value),
                (5, "", "g", Sort::Divert),
                (8, "", "j", Sort::Divert),
            ],
        );
    }
}
