//! A section of Ink as a reader sees it at a place, where its links and choices are played without Ink
//! itself: text under a condition in a line, and values. Everything else stays in the text.

use model::play::{Expression, Value};

use markup::passage::ProsePart;

use crate::scripting::{NameResolver, SectionProse, read_condition, read_value};

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
    // In a block of braces over several lines, which is not read here.
    let mut depth = 0_usize;
    for line in text.split_inclusive('\n') {
        let begun = line.trim_start();
        let is_prose = depth == 0 && !begun.starts_with(['*', '+', '~']);
        let (opened, closed) = (line.matches('{').count(), line.matches('}').count());
        if is_prose && opened == closed && !line.contains("\\{") {
            reader.line(line, &mut parts, 0);
        } else {
            reader.is_understood &= opened == 0 || begun.starts_with(['*', '+']);
            ProsePart::push_text(&mut parts, line);
        }
        depth = (depth + opened).saturating_sub(closed);
    }
    SectionProse {
        parts,
        is_understood: reader.is_understood,
    }
}

struct Reader<'t> {
    names: Names<'t>,
    is_understood: bool,
}

impl Reader<'_> {
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

/// Splits a text at a mark that is neither in braces nor in quotes, nor part of `||`.
fn split(text: &str, mark: char) -> Vec<&str> {
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
    fn everything_else_stays_in_the_text() {
        for text in [
            "{One|Two|Three}",
            "{~Rain|Fog}",
            "{say(1)}",
            "{gold ? sword: x}",
            "{\n- gold > 2:\n  Rich {name}.\n- else:\n  Poor.\n}\n",
            "{ gold:\nYes.\n}\n",
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
