//! The text of an element with Arcscript as a reader of the story sees it at a place.

use markup::links::{arcscript_line, arcscript_shown};
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
        let code = arcscript_line(line)?;
        match statement(code) {
            Statement::Block(command) => Some(command),
            Statement::Set(_) => Some(Command::Set(code)),
            Statement::Other => None,
        }
    }

    fn names(&self) -> &dyn NameResolver {
        &Names
    }

    fn prose(&self, lines: &[&str], parts: &mut Vec<ProsePart>) -> (usize, bool) {
        let line = lines[0];
        let code = arcscript_line(line);
        let values = code.and_then(arcscript_shown).and_then(|it| {
            let values = it.into_iter().map(|it| read_value(it, &Names));
            values.collect::<Option<Vec<_>>>()
        });
        let Some(values) = values else {
            ProsePart::push_text(parts, line);
            return (1, code.is_none());
        };
        for value in values {
            match value {
                Expression::Literal(Value::Text(text)) => ProsePart::push_text(parts, &text),
                value => parts.push(ProsePart::Value(value)),
            }
        }
        ProsePart::push_text(parts, "\n");
        (1, true)
    }
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
            (
                "`if roll(6, dice) > 3`\nA\n`else`\nB\n`endif`\n",
                "A\nB\n",
                false,
            ),
            ("`reset(gold)`\nOn.\n", "`reset(gold)`\nOn.\n", false),
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
