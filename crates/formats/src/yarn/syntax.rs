//! Yarn's notation: where nodes begin and end, what their headers say, and which lines of a body
//! lead elsewhere. Knows no stories.

/// A node as it stands in the file; head, body and tail joined give it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Source<'a> {
    /// The line its head begins on, counted from 1.
    pub(super) line: usize,
    /// What follows the node before, the headers, and the line that ends them.
    pub(super) head: &'a str,
    /// The text between, without its last line end.
    pub(super) body: &'a str,
    /// The rest, up to the end of the line that ends the node.
    pub(super) tail: &'a str,
}

/// Cuts a file into nodes and what follows the last of them.
pub(super) fn cut(text: &str) -> (Vec<Source<'_>>, &str) {
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
) -> Source<'_> {
    let body = &text[start..at];
    let body = body.strip_suffix('\n').unwrap_or(body);
    Source {
        line,
        head: &text[begin..start],
        body,
        tail: &text[start + body.len()..end],
    }
}

/// What stands behind the text of a node unless the file says otherwise.
pub(super) fn usual_tail(body: &str) -> &'static str {
    if body.is_empty() { "===\n" } else { "\n===\n" }
}

/// The value of a header, without a comment; our own may hold anything.
pub(super) fn header<'a>(head: &'a str, key: &str) -> Option<&'a str> {
    let line = head
        .lines()
        .find_map(|it| it.trim_start().strip_prefix(key)?.strip_prefix(':'))?;
    let value = match line.find("//") {
        Some(at) if !key.starts_with("storyteller_") => &line[..at],
        _ => line,
    };
    Some(value.trim())
}

/// The head with this value for a header; `None` takes the header out.
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

/// A line that leads elsewhere.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Jump<'a> {
    /// Its line within the body, counted from 0.
    pub(super) line: usize,
    /// The option it stands below; empty where there is none.
    pub(super) label: String,
    /// The condition of that option.
    pub(super) condition: Option<&'a str>,
    /// Where it leads.
    pub(super) target: Target<'a>,
    /// Whether it comes back.
    pub(super) is_detour: bool,
}

/// Where a jump leads.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Target<'a> {
    Named(&'a str),
    Computed(&'a str),
}

/// All jumps of a body, with the options they stand below.
pub(super) fn jumps(body: &str) -> Vec<Jump<'_>> {
    let mut jumps = Vec::new();
    let mut options: Vec<(usize, String, Option<&str>)> = Vec::new();
    for (number, line) in body.lines().enumerate() {
        let text = line.trim_start();
        if text.is_empty() || text.starts_with("//") {
            continue;
        }
        let indent = width(&line[..line.len() - text.len()]);
        while options.last().is_some_and(|it| it.0 >= indent) {
            options.pop();
        }
        if let Some(option) = text.strip_prefix("->") {
            options.push((indent, label(option), condition(option)));
        }
        for (command, is_detour) in [("jump", false), ("detour", true)] {
            let Some(target) = argument(text, command) else {
                continue;
            };
            let option = options.last();
            jumps.push(Jump {
                line: number,
                label: option.map(|it| it.1.clone()).unwrap_or_default(),
                condition: option.and_then(|it| it.2),
                target,
                is_detour,
            });
        }
    }
    jumps
}

/// Indentation; a tab counts as eight spaces.
fn width(space: &str) -> usize {
    space.chars().map(|it| if it == '\t' { 8 } else { 1 }).sum()
}

/// What stands in `<<command …>>` on this line.
fn argument<'a>(line: &'a str, command: &str) -> Option<Target<'a>> {
    let mut rest = line;
    while let Some(at) = rest.find("<<") {
        rest = &rest[at + 2..];
        let Some(target) = rest.trim_start().strip_prefix(command) else {
            continue;
        };
        if !target.starts_with([' ', '\t', '{']) {
            continue;
        }
        let target = &target[..target.find(">>")?];
        let target = target.trim();
        if let Some(expression) = target.strip_prefix('{') {
            let expression = expression.strip_suffix('}').unwrap_or(expression);
            return Some(Target::Computed(expression.trim()));
        }
        return (!target.is_empty()).then_some(Target::Named(target));
    }
    None
}

/// The words of an option: up to a command, a tag or a comment, without escapes.
fn label(option: &str) -> String {
    let mut words = String::new();
    let mut chars = option.char_indices();
    while let Some((at, c)) = chars.next() {
        let rest = &option[at..];
        if rest.starts_with("<<") || rest.starts_with("//") {
            break;
        }
        match c {
            '#' => break,
            '\\' => words.extend(chars.next().map(|it| it.1)),
            c => words.push(c),
        }
    }
    words.trim().to_owned()
}

/// What stands in `<<if …>>` behind an option.
fn condition(option: &str) -> Option<&str> {
    let inside = &option[option.find("<<if ")? + "<<if ".len()..];
    Some(inside[..inside.find(">>")?].trim())
}

/// Whether jumps can name a node so.
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
    fn nodes_are_cut_so_that_nothing_is_lost() {
        for text in [
            "#tag\ntitle: A\n---\nHi\n===\n\ntitle: B\n---\n===",
            "title: A\n---\n\n=== \n\nrest",
            "title: A\n---\nno end",
            "title: A\n",
        ] {
            let (sources, after) = cut(text);
            let whole: String = sources
                .iter()
                .map(|it| format!("{}{}{}", it.head, it.body, it.tail))
                .collect();
            assert_eq!(whole + after, text);
        }
    }

    #[test]
    fn jumps_stand_below_their_options() {
        let body = "Hi\n-> Go \\#1 <<if $a>> #tag\n\tok\n\t<<jump B>>\n\t-> In\n\t\t<<detour C>>\n// <<jump X>>\n<<jump {$n}>>";
        let found: Vec<_> = jumps(body)
            .into_iter()
            .map(|it| (it.line, it.label, it.condition, it.target, it.is_detour))
            .collect();
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
    fn a_header_is_set_where_it_stands() {
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
