//! Finds the passages that code names to ask whether, or how often, they were visited:
//! `visited("Hall")` in SugarCube, Chapbook, Snowman and texts written here, `(history:) contains "Hall"`
//! in Harlowe.

use std::ops::Range;

use super::literal::{read_literal, split_arguments};
use super::scan::{ScanResult, scan};

/// The name of a passage as a string literal in code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisitName {
    /// The name.
    pub name: String,
    /// Where it stands between the quotation marks, in bytes.
    pub at: Range<usize>,
}

/// The passages whose visits the code in a text asks for, those with escaped characters left out.
pub fn visit_names(text: &str) -> Vec<VisitName> {
    if !["isited", "visits", "history:"]
        .iter()
        .any(|it| text.contains(it))
    {
        return Vec::new();
    }
    let mut found = Vec::new();
    for call in [
        "visited(",
        "visits(",
        "hasVisited(",
        "lastVisited(",
        "(visited:",
    ] {
        scan(text, call, |at, rest| {
            let before = text[..at].chars().next_back();
            let is_word = call.starts_with('(')
                || before.is_none_or(|it| !it.is_alphanumeric() && !"_$".contains(it));
            if !is_word {
                return ScanResult::NoMatch;
            }
            let Some((arguments, length)) = split_arguments(rest, ')') else {
                return ScanResult::Unclosed;
            };
            let mut begin = at + call.len();
            for argument in arguments {
                found.extend(literal_at(text, begin, argument.len()));
                begin += argument.len() + 1;
            }
            ScanResult::Match(length)
        });
    }
    in_history(text, &mut found);
    found.sort_by_key(|it| it.at.start);
    found
}

/// Harlowe's `(history:) contains "Hall"`, `"Hall" is in (history:)` and `(count: (history:), "Hall")`.
fn in_history(text: &str, found: &mut Vec<VisitName>) {
    const HISTORY: &str = "(history:)";
    scan(text, HISTORY, |at, rest| {
        let behind = at + HISTORY.len();
        let after = rest.trim_start();
        let space = rest.len() - after.len();
        if let Some(after) = after.strip_prefix("contains ") {
            let begin = behind + space + "contains ".len();
            found.extend(first_literal(text, begin, after));
        } else if after.starts_with(',') {
            let end = split_arguments(after, ')').map_or(0, |it| it.1);
            let mut begin = behind + space + 1;
            for argument in after[..end].split(',').skip(1) {
                found.extend(literal_at(text, begin, argument.len()));
                begin += argument.len() + 1;
            }
        }
        let before = text[..at].trim_end().strip_suffix("is in");
        found.extend(before.and_then(literal_before));
        ScanResult::NoMatch
    });
}

/// The name, if the text here is one string literal and nothing else.
fn literal_at(text: &str, begin: usize, length: usize) -> Option<VisitName> {
    let source = &text[begin..begin + length];
    let name = first_literal(text, begin, source)?;
    let rest = &text[name.at.end + 1..begin + length];
    rest.trim().is_empty().then_some(name)
}

/// The name, if what begins here is a string literal.
fn first_literal(text: &str, begin: usize, source: &str) -> Option<VisitName> {
    let literal = source.trim_start();
    let start = begin + source.len() - literal.len() + 1;
    let (name, length) = read_literal(literal)?;
    let at = start..start + length - 2;
    (text[at.clone()] == name).then_some(VisitName { name, at })
}

/// The name, if a text ends with a string literal.
fn literal_before(text: &str) -> Option<VisitName> {
    let text = text.trim_end();
    let quote = text.chars().next_back().filter(|it| "\"'".contains(*it))?;
    let end = text.len() - 1;
    let line = text[..end].rfind('\n').map_or(0, |it| it + 1);
    let begin = line + text[line..end].rfind(quote)? + 1;
    let name = text[begin..end].to_owned();
    let is_plain = !name.contains('\\');
    is_plain.then_some(VisitName {
        name,
        at: begin..end,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_names_of_passages_in_questions_for_visits() {
        for (text, names) in [
            (
                "<<if visited(\"Hall\") gt 1 and hasVisited('A b', \"C\")>>",
                "Hall|A b|C",
            ),
            ("<<set $n to lastVisited( \"Hall\" )>> visited()", "Hall"),
            (
                "(if: (history:) contains \"Hall\")[x] (if: 'Bath' is in (history:))[y]",
                "Hall|Bath",
            ),
            (
                "(print: (count: (history:), \"Hall\", 'Yard'))",
                "Hall|Yard",
            ),
            ("(if: (visited: \"Hall\"))[x]", "Hall"),
            ("<% if (s.visited('大厅')) { %>", "大厅"),
            (
                "unvisited(\"Hall\") visited($x + \"Hall\") visited(\"a\\\"b\")",
                "",
            ),
            ("visited(\"Hall\" (history:) contains", ""),
        ] {
            let found = visit_names(text);
            let all: Vec<_> = found.iter().map(|it| it.name.as_str()).collect();
            assert_eq!(all.join("|"), names, "{text}");
            assert!(found.iter().all(|it| text[it.at.clone()] == it.name));
        }
    }
}
