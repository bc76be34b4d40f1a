//! The words that a line of Ink shows to a reader. Not here: what a text says about how reading
//! continues (`notation/ink/mod.rs`).

use std::ops::Range;

use super::super::{comment_start, has_words, trimmed, unescaped};

/// The words that a line of a section shows, as a place in it, and the id that the line gives them
/// in a tag (`#id:door_1`); `None` for logic, diverts, comments and empty lines.
pub fn words(line: &str) -> Option<(Range<usize>, Option<&str>)> {
    const LOGIC: [&str; 9] = [
        "~",
        "->",
        "<-",
        "==",
        "VAR ",
        "CONST ",
        "LIST ",
        "INCLUDE ",
        "EXTERNAL ",
    ];
    let mut end = comment_start(line).unwrap_or(line.len());
    let own_id = line[..end].find("#id:").map(|at| {
        let id = line[at + 4..end].split([' ', '#', '\t', '\r', '\n']).next();
        id.unwrap_or_default()
    });
    let mut start = line.len() - line.trim_start().len();
    if end <= start || LOGIC.iter().any(|it| line[start..end].starts_with(it)) {
        return None;
    }
    if line[start..end].starts_with("TODO") || line[start..end].starts_with("=") {
        return None;
    }
    if let Some(at) = unescaped(&line[..end], '#') {
        end = at.max(start);
    }
    let is_marker = |it: char| matches!(it, '*' | '+' | '-') || it.is_whitespace();
    let is_choice = line[start..end].starts_with(['*', '+']);
    let before_marks = start;
    start = end - line[start..end].trim_start_matches(is_marker).len();
    let is_marked = before_marks < start;
    if is_marked && line[start..end].starts_with('>') {
        // A gather that only diverts.
        return None;
    }
    // A label and conditions of a choice or gather.
    loop {
        let rest = &line[start..end];
        let opened = match rest.chars().next() {
            Some('(') if is_marked && is_label(rest) => rest.find(')'),
            Some('{') if is_choice => closing(rest),
            _ => None,
        };
        match opened {
            Some(at) => start = end - rest[at + 1..].trim_start().len(),
            None => break,
        }
    }
    if is_marked && !is_choice {
        start += branch_condition(&line[start..end]);
    }
    if let Some(at) = line[start..end].find("->") {
        end = start + at;
    }
    let mut words = trimmed(line, start..end);
    // Glue, which joins the line with the next.
    if line[words.clone()].ends_with("<>") {
        words = trimmed(line, words.start..words.end - 2);
    }
    let text = &line[words.clone()];
    // Of a line of alternatives, only what can be written in one line is prose.
    let opens = text.matches('{').count() == text.matches('}').count();
    let is_code = text.starts_with('{') && text.ends_with('}') && !text.contains([':', '|']);
    let id = own_id.filter(|it| !it.is_empty());
    (opens && !is_code && has_words(text)).then_some((words, id))
}

/// The length of the condition that a branch of a block begins with: `else:`, `gold > 2:`, `0:`. A name
/// before other words is who says them.
fn branch_condition(text: &str) -> usize {
    let Some(at) = text.find(':') else {
        return 0;
    };
    let (condition, words) = (text[..at].trim(), text[at + 1..].trim());
    let compares = ["<", ">", "==", "!=", "&&", "||"];
    let is_condition = condition == "else"
        || condition.parse::<f64>().is_ok()
        || compares.iter().any(|it| condition.contains(it))
        || words.is_empty() && !condition.contains(char::is_whitespace);
    if is_condition { at + 1 } else { 0 }
}

fn is_label(rest: &str) -> bool {
    let inner = rest[1..].split(')').next().unwrap_or_default();
    !inner.is_empty() && inner.chars().all(|it| it.is_alphanumeric() || it == '_')
}

/// Where the brace that opens a text is closed.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, sign) in text.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' if depth == 1 => return Some(at),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    #[test]
    fn conditions_of_branches_are_no_words() {
        for (line, expected) in [
            ("- else:", None),
            ("- else: Poor.", Some("Poor.")),
            ("  - gold > 2: Rich.", Some("Rich.")),
            ("- gold == 3 && met:", None),
            ("- 0: Zero.", Some("Zero.")),
            ("- met:", None),
            ("- Ada: Hello.", Some("Ada: Hello.")),
            ("- Later.", Some("Later.")),
            ("* [Ask: why?] -> a", Some("[Ask: why?]")),
        ] {
            let words = super::words(line).map(|it| &line[it.0]);
            assert_eq!(words, expected, "{line}");
        }
    }
}
