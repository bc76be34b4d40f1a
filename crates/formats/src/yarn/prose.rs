//! A body of Yarn as a reader of the story sees it at a place: lines under conditions and values are
//! evaluated, other commands stay in the text. Options stay as they are written, with all below them.

use model::play::{Expression, Value};

use markup::links::only_leads_on;
use markup::passage::ProsePart;

use super::logic::{Visit, visits};
use super::syntax::{assignments, block_command, command, flow};
use crate::scripting::{
    BlockSyntax, Command, NameResolver, SectionProse, block_prose, lines_outside, read_value,
};

/// Commands that are carried out elsewhere: they lead on, end the story or declare variables.
const ELSEWHERE: [&str; 4] = ["jump", "detour", "stop", "declare"];

/// The prose of a body in the node of this name. It is understood if everything in it is carried out: as
/// prose, as a choice, or as the effect of entering.
pub(crate) fn prose(node: &str, body: &str) -> SectionProse {
    let names = Names { node };
    let opening = flow(body).opening.into_iter();
    let opening: Vec<_> = opening
        .take_while(|it| assignments(&body[it.clone()], &names).is_some())
        .collect();
    block_prose(lines_outside(body, &opening), &Syntax(names))
}

struct Syntax<'t>(Names<'t>);

impl BlockSyntax for Syntax<'_> {
    fn command<'t>(&self, line: &'t str) -> Option<Command<'t>> {
        block_command(line)
    }

    fn names(&self) -> &dyn NameResolver {
        &self.0
    }

    fn prose(&self, lines: &[&str], parts: &mut Vec<ProsePart>) -> (usize, bool) {
        let line = lines[0];
        if let Some((name, _)) = command(line) {
            ProsePart::push_text(parts, line);
            return (1, ELSEWHERE.contains(&name));
        }
        if line.trim_start().starts_with("->") {
            return option(lines, parts);
        }
        let has_command = line.contains("<<") || line.trim().starts_with("=>");
        (1, self.words(line, parts) && !has_command)
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// An option with all below it, as it is written.
fn option(lines: &[&str], parts: &mut Vec<ProsePart>) -> (usize, bool) {
    let begins = indent(lines[0]);
    let is_below = |it: &&&str| it.trim().is_empty() || indent(it) > begins;
    let count = 1 + lines[1..].iter().take_while(is_below).count();
    ProsePart::push_text(parts, &lines[..count].concat());
    (count, only_leads_on(lines))
}

impl Syntax<'_> {
    /// A line of prose with its values. Whether all of them are known.
    fn words(&self, line: &str, parts: &mut Vec<ProsePart>) -> bool {
        let mut is_understood = true;
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
            match read_value(&rest[at + 1..end - 1], &self.0) {
                Some(value) => parts.push(ProsePart::Value(value)),
                None => {
                    is_understood = false;
                    ProsePart::push_text(parts, &rest[at..end]);
                }
            }
            rest = &rest[end..];
        }
        ProsePart::push_text(parts, rest);
        is_understood
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
