//! The text of an element with Arcscript as a reader of the story sees it at a place.

use markup::notation::arcweave::code;
use markup::passage::ProsePart;
use model::play::{Expression, Value};

use super::script::{Names, Statement, statement};
use crate::scripting::{BlockSyntax, Command, NameResolver, SectionProse, block_prose, read_value};

/// The prose of a text. It is understood if all of its code is carried out.
pub(crate) fn prose(text: &str) -> SectionProse {
    block_prose(text.split_inclusive('\n').collect(), &Syntax)
}

struct Syntax;

impl BlockSyntax for Syntax {
    fn command<'t>(&self, line: &'t str) -> Option<Command<'t>> {
        match statement(code(line)?) {
            Statement::Block(command) => Some(command),
            Statement::Set(source, _) => Some(Command::Set(source)),
            Statement::Other => None,
        }
    }

    fn names(&self) -> &dyn NameResolver {
        &Names
    }

    fn prose(&self, lines: &[&str], parts: &mut Vec<ProsePart>) -> (usize, bool) {
        let Some(code) = code(lines[0]) else {
            ProsePart::push_text(parts, lines[0]);
            return (1, true);
        };
        let shown = shown(code);
        let is_understood = shown.is_some();
        for value in shown.into_iter().flatten() {
            match value {
                Expression::Literal(Value::Text(text)) => ProsePart::push_text(parts, &text),
                value => parts.push(ProsePart::Value(value)),
            }
        }
        ProsePart::push_text(parts, "\n");
        (1, is_understood)
    }
}

/// The values of `show(…)`.
fn shown(code: &str) -> Option<Vec<Expression>> {
    let inner = code.strip_prefix("show")?.trim_start();
    let inner = inner.strip_prefix('(')?.strip_suffix(')')?;
    arguments(inner).map(|it| read_value(it, &Names)).collect()
}

/// The arguments of a call, which commas outside strings and brackets separate.
fn arguments(source: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    let mut is_text = false;
    source.split(move |c: char| {
        match c {
            '"' => is_text = !is_text,
            '(' if !is_text => depth += 1,
            ')' if !is_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && !is_text && depth == 0
    })
}

#[cfg(test)]
mod tests {
    use model::play::Variables;

    use super::*;

    #[test]
    fn conditions_and_values_are_evaluated() {
        let variables: Variables = [("gold".to_owned(), Value::number(3.0))].into();
        for (text, expected, is_understood) in [
            (
                "`if gold > 2`\n\nRich.\n\n`else`\n\nPoor.\n\n`endif`\n",
                "\nRich.\n\n",
                true,
            ),
            (
                "`if gold is 2`\nTwo.\n`elseif gold != 2`\nNot two.\n`endif`\n",
                "Not two.\n",
                true,
            ),
            ("`show(\"You, \", gold, \"!\")`\n", "You, 3!\n", true),
            (
                "`if visits(\"The Inn\") > 1 and not (gold < 1)`\nAgain.\n`endif`",
                "Again.\n",
                true,
            ),
            (
                "`if gold > 2`\n`gold -= 2`\n`endif`\n`show(gold)`\n",
                "1\n",
                false,
            ),
            ("`if roll(6) > 3`\nA\n`else`\nB\n`endif`\n", "A\nB\n", false),
            ("`reset(gold)`\nOn.\n", "\nOn.\n", false),
            ("Say `gold` aloud.", "Say `gold` aloud.", true),
        ] {
            let (found, understood) = prose(text).shown(variables.clone());
            assert_eq!(
                (found.as_str(), understood),
                (expected, is_understood),
                "{text}"
            );
        }
    }

    #[test]
    fn takes_time_in_proportion_to_the_text() {
        for line in ["`if a`\n", "`else`\n", "`show(((\"`\n", "`a = 1`\n"] {
            prose(&line.repeat(200_000 / line.len()));
        }
    }
}
