//! A section of Ink as a reader sees it at a place, where its links and choices are played without Ink
//! itself: text under a condition in a line, and values. Everything else stays in the text.

use model::play::{Expression, Value};

use markup::passage::ProsePart;

use super::blocks::{Branch, assignments, block_length, branches, open_braces, split};
use super::flow::flow;
use super::syntax::without_comments;
use crate::scripting::{NameResolver, SectionProse, lines_outside, read_condition, read_value};

/// How deep braces may contain one another.
const MAX_DEPTH: usize = 20;
/// The longest text in braces, in bytes.
const MAX_GROUP: usize = 2_000;

/// The prose of a section; `is_title` says whether a name is that of a section, whose visits it then
/// counts. It is understood if all conditions and values in its text are evaluated.
pub(crate) fn prose(text: &str, is_title: &dyn Fn(&str) -> bool) -> SectionProse {
    let mut reader = Reader {
        names: Names { is_title },
        is_understood: true,
    };
    let mut parts = Vec::new();
    let plain = without_comments(text);
    let opening = flow(&plain).opening.into_iter();
    let opening: Vec<_> = opening
        .take_while(|it| assignments(&plain[it.clone()], &reader.names).is_some())
        .collect();
    reader.lines(&lines_outside(text, &opening), &mut parts, 0);
    SectionProse {
        parts,
        is_understood: reader.is_understood,
    }
}

/// Whether a section changes variables otherwise than on entering and by its choices.
pub(crate) fn has_later_assignments(text: &str, is_title: &dyn Fn(&str) -> bool) -> bool {
    let plain = without_comments(text);
    let flow = flow(&plain);
    let names = Names { is_title };
    let is_left = |text: &str| text.contains('=') && assignments(text, &names).is_none();
    flow.has_later_logic || flow.opening.iter().any(|it| is_left(&plain[it.clone()]))
}

struct Reader<'t> {
    names: Names<'t>,
    is_understood: bool,
}

impl Reader<'_> {
    fn lines(&mut self, lines: &[&str], parts: &mut Vec<ProsePart>, depth: usize) {
        let mut rest = lines;
        while let Some((line, after)) = rest.split_first() {
            let begun = line.trim_start();
            let is_prose = !begun.starts_with(['*', '+', '~']) && !line.contains("\\{");
            let count = 1 + open_braces(line).map_or(0, |open| block_length(after, open));
            if count == 1 && is_prose && open_braces(line).is_none() {
                self.line(line, parts, depth);
            } else if count == 1 {
                self.is_understood &= !line.contains('{') || begun.starts_with(['*', '+']);
                ProsePart::push_text(parts, line);
            } else if !(is_prose && self.block(&rest[..count], parts, depth)) {
                self.is_understood = false;
                ProsePart::push_text(parts, &rest[..count].concat());
            }
            rest = &rest[count..];
        }
    }

    /// Braces over several lines: a condition, conditions one after the other, or the cases of a value.
    /// Adds nothing if it is something else.
    fn block(&mut self, lines: &[&str], parts: &mut Vec<ProsePart>, depth: usize) -> bool {
        let Some((branches, after)) = branches(lines).filter(|_| depth < MAX_DEPTH) else {
            return false;
        };
        let mut known = Vec::new();
        for Branch { condition, lines } in branches {
            let Some(condition) = read_condition(&condition, &self.names) else {
                return false;
            };
            // What leads on or changes variables is not under the condition.
            let is_words =
                |it: &&str| !it.contains("->") && !it.trim_start().starts_with(['*', '+', '~']);
            self.is_understood &= lines.iter().all(is_words);
            let mut inner = Vec::new();
            self.lines(&lines, &mut inner, depth + 1);
            known.push((condition, inner));
        }
        parts.push(ProsePart::If(known));
        if !after.trim().is_empty() {
            self.line(after, parts, depth);
        }
        true
    }

    fn line(&mut self, line: &str, parts: &mut Vec<ProsePart>, depth: usize) {
        let mut rest = line;
        while let Some(at) = rest.find('{') {
            ProsePart::push_text(parts, &rest[..at]);
            let Some(length) = group_length(&rest[at..]) else {
                self.is_understood = false;
                return ProsePart::push_text(parts, &rest[at..]);
            };
            let (group, after) = rest[at..].split_at(length);
            if depth >= MAX_DEPTH || !self.group(&group[1..length - 1], parts, depth) {
                self.is_understood = false;
                ProsePart::push_text(parts, group);
            }
            rest = after;
        }
        ProsePart::push_text(parts, rest);
    }

    /// What is between braces; nothing if it is not understood.
    fn group(&mut self, inner: &str, parts: &mut Vec<ProsePart>, depth: usize) -> bool {
        if inner.trim_start().starts_with(['&', '!', '~']) {
            return false;
        }
        let pieces = split(inner, '|');
        let colon = split(pieces[0], ':');
        let [condition, ..] = colon.as_slice() else {
            return false;
        };
        if colon.len() == 1 {
            // One text after the other, or a value.
            let value = (pieces.len() == 1).then(|| read_value(inner, &self.names));
            return match value.flatten() {
                Some(value) => {
                    parts.push(ProsePart::Value(value));
                    true
                }
                None => false,
            };
        }
        let Some(holds) = read_condition(condition, &self.names).filter(|_| pieces.len() <= 2)
        else {
            return false;
        };
        let mut branches = Vec::new();
        let always = Expression::Literal(Value::Boolean(true));
        let texts = [&pieces[0][condition.len() + 1..]].into_iter();
        let texts = texts.chain(pieces.get(1).copied());
        for (text, condition) in texts.zip([holds, always]) {
            let mut inner = Vec::new();
            self.line(text, &mut inner, depth + 1);
            branches.push((condition, inner));
        }
        parts.push(ProsePart::If(branches));
        true
    }
}

/// The length of the group that opens here, with its braces.
fn group_length(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let reach = &text[..text.floor_char_boundary(MAX_GROUP)];
    for (at, c) in reach.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// Resolves names by what they say: a section's is the number of its visits, any other a variable.
struct Names<'t> {
    is_title: &'t dyn Fn(&str) -> bool,
}

impl NameResolver for Names<'_> {
    fn name(&self, name: &str) -> Option<Expression> {
        Some(match (self.is_title)(name) {
            true => Expression::Visits(Some(name.to_owned())),
            false if name.contains('.') => return None,
            false => Expression::Variable(name.to_owned()),
        })
    }

    fn call(&self, _name: &str, _arguments: Vec<Expression>) -> Option<Expression> {
        None
    }

    fn has_integer_division(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use model::play::Variables;

    use super::*;

    fn shown(text: &str) -> (String, bool) {
        let found = prose(text, &|it| it == "inn");
        let variables: Variables = [
            ("gold".to_owned(), Value::number(3.0)),
            ("name".to_owned(), Value::Text("Ada".to_owned())),
        ]
        .into();
        found.shown(variables)
    }

    #[test]
    fn conditions_and_values_in_a_line_are_evaluated() {
        for (text, expected) in [
            ("{name} has {gold * 2} coins.", "Ada has 6 coins."),
            ("{gold > 2: Rich.|Poor.}", " Rich."),
            ("{gold > 5: Rich}{not (gold > 5):Poor {name}}.", "Poor Ada."),
            ("{inn > 1: Again {gold > 9: rich|poor}.}", " Again poor."),
            ("{name == \"A:b|c\": x|y}", "y"),
            ("* {gold > 1} [Buy] -> inn\n", "* {gold > 1} [Buy] -> inn\n"),
        ] {
            assert_eq!(shown(text), (expected.to_owned(), true), "{text}");
        }
    }

    #[test]
    fn conditions_over_several_lines_are_evaluated() {
        for (text, expected) in [
            (
                "{ gold > 2:\n  Rich {name}.\n- else:\n  Poor.\n}\nOn.",
                "  Rich Ada.\nOn.",
            ),
            (
                "{\n- gold > 5: Rich.\n- gold > 2:\n  Fair.\n- else: Poor.\n}\n",
                "  Fair.\n",
            ),
            (
                "{ gold:\n- 1: One.\n- 3: Three.\n- else: Many.\n}",
                "Three.\n",
            ),
            ("{ gold > 5:\n  Rich.\n}\nOn.", "On."),
            (
                "{ gold > 2:\n  { name == \"Ada\":\n    It is Ada.\n  - else:\n    Not her.\n  }\n}\n",
                "    It is Ada.\n",
            ),
        ] {
            assert_eq!(shown(text), (expected.to_owned(), true), "{text}");
        }
        let (text, is_understood) = shown("{ gold > 5:\n  * [Buy] -> inn\n- else:\n  Poor.\n}");
        assert_eq!((text.trim(), is_understood), ("Poor.", false));
    }

    #[test]
    fn tells_of_changes_that_only_entering_or_a_choice_would_make() {
        for (text, expected) in [
            (
                "~ gold = 1\nA hall.\n~ name = \"Bo\"\n* [Go]\n  ~ gold += 1\n  -> inn",
                false,
            ),
            ("You have {gold}.\n~ gold += 1\n-> inn", true),
            ("* [Look]\n  You look.\n- ~ gold = 2\n-> inn", true),
            ("A hall.\n~ gold = roll(6)\n-> inn", true),
            ("{ gold > 2:\n  ~ gold = 2\n}\n-> inn", false),
            ("{ gold > 2:\n  Rich.\n  ~ gold = 2\n}\n-> inn", true),
        ] {
            assert_eq!(has_later_assignments(text, &|_| false), expected, "{text}");
        }
    }

    #[test]
    fn everything_else_stays_in_the_text() {
        for text in [
            "{One|Two|Three}",
            "{~Rain|Fog}",
            "{say(1)}",
            "{gold ? sword: x}",
            "{ shuffle:\n- Rain.\n- Fog.\n}\n",
            "{\n- say(1):\n  Rich {name}.\n- else:\n  Poor.\n}\n",
            "{ gold > 2:\n  Rich.\n",
            "\\{here\\} {gold}",
        ] {
            assert_eq!(shown(text), (text.to_owned(), false), "{text}");
        }
    }

    #[test]
    fn takes_time_in_proportion_to_the_text() {
        for line in ["{", "}", "{a:", "{a}|", "{a: {b: c}}\n"] {
            prose(&line.repeat(200_000 / line.len()), &|_| false);
        }
    }
}
