//! What the text of a section leads to: diverts, tunnels, threads, and divert targets handed over
//! as values, each with the choice it stands below. Works on text without comments.

use super::syntax::is_name;

/// A way out of a section, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Divert {
    /// Its line within the text, counted from 0.
    pub(super) line: usize,
    /// The words of the choice it stands below; empty where there is none.
    pub(super) label: String,
    /// The conditions of that choice.
    pub(super) condition: Option<String>,
    /// The name of its target.
    pub(super) path: String,
    pub(super) sort: Sort,
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

/// A choice that lines stand below.
struct Choice {
    depth: usize,
    label: String,
    condition: Option<String>,
}

/// All ways out of a text, in order.
pub(super) fn diverts(text: &str) -> Vec<Divert> {
    let mut found = Vec::new();
    let mut choices: Vec<Choice> = Vec::new();
    let mut braces = 0_usize;
    for (number, line) in text.lines().enumerate() {
        let content = line.trim_start();
        if !content.starts_with("TODO:") {
            let content = structure(content, braces, &mut choices);
            let is_logic = is_logic(content);
            let mut reader = Reader {
                line: number,
                choice: choices.last(),
                found: &mut found,
            };
            reader.read(content, is_logic);
        }
        braces = brace_depth(line, braces);
    }
    found
}

/// Takes the marks of choices and gathers off a line, and keeps account of the choices.
fn structure<'a>(content: &'a str, braces: usize, choices: &mut Vec<Choice>) -> &'a str {
    let (depth, rest) = marks(content, &['*', '+']);
    if depth > 0 {
        choices.retain(|it| it.depth < depth);
        let (condition, words) = choice(rest);
        choices.push(Choice {
            depth,
            label: words,
            condition,
        });
        return rest;
    }
    // A dash in braces is a branch of a conditional.
    let (depth, rest) = marks(content, &['-']);
    if depth > 0 && braces == 0 {
        choices.retain(|it| it.depth < depth);
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

/// The name in round brackets that a choice or gather may begin with.
pub(super) fn label_of(line: &str) -> Option<&str> {
    let (depth, rest) = marks(line.trim_start(), &['*', '+', '-']);
    let name = rest.strip_prefix('(')?;
    let name = name[..name.find(')')?].trim();
    (depth > 0 && !name.is_empty() && name.chars().all(is_name)).then_some(name)
}

/// The conditions of a choice, and the words that are offered.
fn choice(mut rest: &str) -> (Option<String>, String) {
    if rest.starts_with('(') {
        rest = rest
            .find(')')
            .map_or(rest, |it| &rest[it + 1..])
            .trim_start();
    }
    let mut conditions = Vec::new();
    while rest.starts_with('{') {
        let Some(end) = closing(rest) else {
            break;
        };
        conditions.push(rest[1..end].trim());
        rest = rest[end + 1..].trim_start();
    }
    let condition = (!conditions.is_empty()).then(|| conditions.join(" and "));
    (condition, words(rest))
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

/// The words before and inside the square brackets, up to a divert or tag, without escapes.
fn words(text: &str) -> String {
    let mut words = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        if text[at..].starts_with("->") {
            break;
        }
        match c {
            '#' | ']' => break,
            '[' => {}
            '\\' => words.extend(chars.next().map(|it| it.1)),
            c => words.push(c),
        }
    }
    words.trim().to_owned()
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
    choice: Option<&'a Choice>,
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
                    self.target(path, &content[at..], value, before);
                    continue;
                }
                '<' if rest.starts_with("<-") && !rest.starts_with("<->") => {
                    let length = 2 + rest[2..].len() - rest[2..].trim_start().len();
                    let path = path_at(&rest[length..]);
                    self.add(path, Sort::Thread);
                    at += length + path.len();
                    continue;
                }
                _ => {}
            }
            at += content[at..].chars().next().map_or(0, char::len_utf8);
        }
    }

    fn target(&mut self, path: &str, after: &str, is_value: bool, before: &str) {
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
                self.add(path, Sort::Value);
            }
            return;
        }
        let mut after = after.trim_start();
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
        self.add(path, sort);
    }

    fn add(&mut self, path: &str, sort: Sort) {
        if path.is_empty() || ["END", "DONE"].contains(&path) {
            return;
        }
        self.found.push(Divert {
            line: self.line,
            label: self.choice.map(|it| it.label.clone()).unwrap_or_default(),
            condition: self.choice.and_then(|it| it.condition.clone()),
            path: path.to_owned(),
            sort,
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
        let found = diverts(text);
        let found: Vec<_> = found
            .iter()
            .map(|it| (it.line, it.label.as_str(), it.path.as_str(), it.sort))
            .collect();
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
