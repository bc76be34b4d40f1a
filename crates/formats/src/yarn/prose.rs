//! A body of Yarn as a reader of the story sees it at a place: lines under conditions and values are
//! evaluated, other commands stay in the text. Options stay as they are written, with all below them.

use model::play::{Effect, Expression, Value};

use markup::links::only_leads_on;
use markup::passage::ProsePart;

use super::logic::{Visit, visits};
use super::syntax::flow;
use crate::scripting::{NameResolver, SectionProse, read_assignment, read_condition, read_value};

/// Commands that are carried out elsewhere: they lead on, end the story or declare variables.
const ELSEWHERE: [&str; 4] = ["jump", "detour", "stop", "declare"];
/// How deep conditions may contain one another.
const MAX_DEPTH: usize = 50;

/// The prose of a body in the node of this name. It is understood if everything in it is carried out: as
/// prose, as a choice, or as the effect of entering.
pub(crate) fn prose(node: &str, body: &str) -> SectionProse {
    let mut reader = Reader {
        lines: body.split_inclusive('\n').collect(),
        next: 0,
        opening: flow(body).opening.len(),
        names: Names { node },
        is_understood: true,
    };
    let mut parts = Vec::new();
    while reader.next < reader.lines.len() {
        reader.block(&mut parts, true, 0);
        // A command that ends nothing.
        if reader.next < reader.lines.len() {
            reader.is_understood = false;
            reader.next += 1;
        }
    }
    SectionProse {
        parts,
        is_understood: reader.is_understood,
    }
}

struct Reader<'t> {
    lines: Vec<&'t str>,
    next: usize,
    /// How many assignments are left that are the effect of entering the node.
    opening: usize,
    names: Names<'t>,
    is_understood: bool,
}

/// A line that is only a command: its name and its arguments.
fn command(line: &str) -> Option<(&str, &str)> {
    let inner = line.trim().strip_prefix("<<")?;
    let (inner, after) = inner.split_once(">>")?;
    let after = after.trim();
    (after.is_empty() || after.starts_with("//")).then_some(())?;
    let inner = inner.trim();
    Some(inner.split_once(char::is_whitespace).unwrap_or((inner, "")))
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

impl<'t> Reader<'t> {
    /// Reads up to the command that ends a branch, which is not taken. Whether assignments `run`.
    fn block(&mut self, parts: &mut Vec<ProsePart>, runs: bool, depth: usize) {
        while let Some(line) = self.lines.get(self.next).copied() {
            let found = command(line);
            match found.map(|it| it.0) {
                Some("elseif" | "else" | "endif") => return,
                Some("if") if depth < MAX_DEPTH => self.condition(parts, runs, depth),
                Some("set") => {
                    self.next += 1;
                    self.set(found.map_or("", |it| it.1), parts, runs);
                }
                Some(name) => {
                    self.next += 1;
                    self.is_understood &= ELSEWHERE.contains(&name);
                    ProsePart::push_text(parts, line);
                }
                None if line.trim_start().starts_with("->") => self.option(parts),
                None => {
                    self.next += 1;
                    self.is_understood &= !line.contains("<<") && !line.trim().starts_with("=>");
                    self.line(line, parts);
                }
            }
        }
    }

    /// `<<if …>>` to `<<endif>>`.
    fn condition(&mut self, parts: &mut Vec<ProsePart>, runs: bool, depth: usize) {
        let mut branches: Vec<(Option<Expression>, Vec<ProsePart>)> = Vec::new();
        while let Some((name, source)) = self.lines.get(self.next).copied().and_then(command) {
            self.next += 1;
            let condition = match name {
                "endif" => break,
                "else" => Some(Expression::Literal(Value::Boolean(true))),
                _ => read_condition(source, &self.names),
            };
            let mut inner = Vec::new();
            self.block(&mut inner, runs && condition.is_some(), depth + 1);
            branches.push((condition, inner));
        }
        let known: Option<Vec<_>> = branches
            .iter()
            .map(|(condition, inner)| Some((condition.clone()?, inner.clone())))
            .collect();
        if let Some(known) = known {
            return parts.push(ProsePart::If(known));
        }
        // It is not known which holds: all are shown, and none changes variables.
        self.is_understood = false;
        let is_shown = |it: &ProsePart| !matches!(it, ProsePart::Set(_));
        for (_, inner) in branches {
            parts.extend(inner.into_iter().filter(is_shown));
        }
    }

    fn set(&mut self, source: &str, parts: &mut Vec<ProsePart>, runs: bool) {
        let assignment = read_assignment(source, &self.names);
        if self.opening > 0 && assignment.is_some() {
            // It happens when the node is entered.
            self.opening -= 1;
            return;
        }
        self.opening = 0;
        // It counts for what follows here, but the next node does not know of it.
        self.is_understood = false;
        if let Some(assignment) = assignment.filter(|_| runs) {
            parts.push(ProsePart::Set(Effect(vec![assignment])));
        }
    }

    /// An option with all below it, as it is written.
    fn option(&mut self, parts: &mut Vec<ProsePart>) {
        let rest = &self.lines[self.next..];
        self.is_understood &= only_leads_on(rest);
        let begins = indent(rest[0]);
        let is_below = |it: &&&str| it.trim().is_empty() || indent(it) > begins;
        let count = 1 + rest[1..].iter().take_while(is_below).count();
        let lines: String = rest[..count].concat();
        self.next += count;
        ProsePart::push_text(parts, &lines);
    }

    /// A line of prose with its values.
    fn line(&mut self, line: &'t str, parts: &mut Vec<ProsePart>) {
        let mut rest = line;
        while let Some(at) = rest.find(['{', '\\']) {
            if let Some(escaped) = rest[at..].strip_prefix('\\') {
                let length = escaped.chars().next().map_or(0, char::len_utf8);
                let end = at + 1 + length;
                ProsePart::push_text(parts, &rest[..end]);
                rest = &rest[end..];
                continue;
            }
            let Some(end) = rest[at..].find('}').map(|it| at + it + 1) else {
                break;
            };
            ProsePart::push_text(parts, &rest[..at]);
            match read_value(&rest[at + 1..end - 1], &self.names) {
                Some(value) => parts.push(ProsePart::Value(value)),
                None => {
                    self.is_understood = false;
                    ProsePart::push_text(parts, &rest[at..end]);
                }
            }
            rest = &rest[end..];
        }
        ProsePart::push_text(parts, rest);
    }
}

/// Resolves names by what they say: another file may declare a variable under another name, or give a
/// node another title, but rarely does.
struct Names<'t> {
    node: &'t str,
}

impl NameResolver for Names<'_> {
    fn name(&self, name: &str) -> Option<Expression> {
        let name = name.strip_prefix('$')?;
        let is_plain = !name.is_empty() && !name.contains('.');
        is_plain.then(|| Expression::Variable(name.to_owned()))
    }

    fn call(&self, name: &str, arguments: Vec<Expression>) -> Option<Expression> {
        let [Expression::Literal(Value::Text(node))] = arguments.as_slice() else {
            return None;
        };
        visits(
            name,
            match node == self.node {
                true => Visit::Own,
                false => Visit::To(node.clone()),
            },
        )
    }

    fn has_integer_division(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use model::play::Variables;

    use super::*;

    /// What is shown of a body in the node “Inn” on its second visit, and whether it is understood.
    fn shown(body: &str) -> (String, bool) {
        let found = prose("Inn", body);
        let variables: Variables = [("gold".to_owned(), Value::number(3.0))].into();
        found.shown(variables)
    }

    #[test]
    fn conditions_and_values_are_evaluated() {
        for (body, text) in [
            ("Hi {$gold}.\n", "Hi 3.\n"),
            ("<<if $gold > 2>>\nA\n<<else>>\nB\n<<endif>>\nC", "A\nC"),
            (
                "<<if $gold > 5>>\nA\n<<elseif $gold > 2>>\n  <<if visited(\"Inn\")>>\n  B\n  <<endif>>\n<<endif>>",
                "  B\n",
            ),
            // What happens on entering has happened.
            (
                "<<set $gold += 1>>\n<<if visited(\"Pier\")>>\nA\n<<endif>>\n<<set $gold += 1>>\nYou have {$gold}.",
                "A\nYou have 3.",
            ),
            ("<<set $gold += 1>>\nYou have {$gold}.", "You have 3."),
            (
                "-> Go\n    <<jump Pier>>\nEnd.",
                "-> Go\n    <<jump Pier>>\nEnd.",
            ),
            ("Cost: \\{{$gold}\\}", "Cost: \\{3\\}"),
        ] {
            assert_eq!(shown(body), (text.to_owned(), true), "{body}");
        }
    }

    #[test]
    fn what_is_not_understood_is_shown_and_changes_nothing() {
        for (body, text) in [
            (
                "<<if dice(6) > 3>>\nA\n<<set $gold to 9>>\n<<else>>\nB\n<<endif>>\n{$gold}",
                "A\nB\n3",
            ),
            ("<<wait 2>>\nOn.", "<<wait 2>>\nOn."),
            (
                "You had {$gold}.\n<<set $gold to $gold * 2>>\nNow {$gold}.",
                "You had 3.\nNow 6.",
            ),
            ("-> Buy\n    Good.\n", "-> Buy\n    Good.\n"),
            ("{dice(6)} of {$gold}", "{dice(6)} of 3"),
            ("<<endif>>\nLate.", "Late."),
            ("<<if $gold > 2>>\nOpen.", "Open."),
        ] {
            let (found, is_understood) = shown(body);
            assert_eq!(found, text, "{body}");
            assert!(!is_understood || body.contains("Open"), "{body}");
        }
    }

    #[test]
    fn takes_time_in_proportion_to_the_text() {
        for line in ["<<if $a>>\n", "-> a\n", "{", "<<else>>\n", "{$a}\\"] {
            prose("Inn", &line.repeat(200_000 / line.len()));
        }
    }
}
