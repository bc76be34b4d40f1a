//! Writes prose with conditions and values that came from other formats.

use std::cell::RefCell;

use model::Node;
use model::play::Expression;

use super::Script;
use crate::export::{ConvertedStory, ProseCode, Row, rows};
use markup::kept_data;

/// Around the name of a variable whose value is shown, until the text is escaped: characters that no prose
/// has.
const VALUE: [char; 2] = ['\u{f0000}', '\u{f0001}'];

/// The code of the page with this number.
struct Code<'s> {
    script: RefCell<&'s mut Script>,
    here: usize,
    /// The values that are computed before the words that show them, by their names in brackets.
    computed: RefCell<Vec<(String, String)>>,
}

impl ProseCode for Code<'_> {
    fn condition(&self, it: &Expression) -> Option<String> {
        let script = &mut **self.script.borrow_mut();
        let written = script
            .names
            .condition(it, self.here, &script.titles, "False");
        Some(written)
    }

    fn value(&self, it: &Expression) -> Option<String> {
        let script = &mut **self.script.borrow_mut();
        let written = script
            .names
            .expression(it, self.here, &script.titles, "False");
        let in_brackets = |name: &str| format!("{}{name}{}", VALUE[0], VALUE[1]);
        if matches!(it, Expression::Variable(_)) {
            return Some(in_brackets(&written));
        }
        let mut computed = self.computed.borrow_mut();
        let name = in_brackets(&format!("value_{}", computed.len() + 1));
        computed.push((name.clone(), written));
        Some(name)
    }
}

/// A text without characters that would show values.
pub(super) fn without_values(text: &str) -> String {
    text.replace(VALUE, "")
}

/// The words with values as Ren'Py shows them.
pub(super) fn with_values(words: &str) -> String {
    words.replace(VALUE[0], "[").replace(VALUE[1], "]")
}

impl Script {
    /// The prose of a node that came from another format.
    pub(super) fn conditional(&mut self, here: usize, node: &Node, converted: &ConvertedStory<'_>) {
        let code = Code {
            script: RefCell::new(self),
            here,
            computed: RefCell::default(),
        };
        let pieces = converted.pieces(node, kept_data::text_of(node), &code);
        let computed = code.computed.into_inner();
        if !pieces.is_complete {
            self.incomplete.insert(node.id);
        }
        let mut rest = rows(pieces.all, None).into_iter().peekable();
        while let Some((depth, row)) = rest.next() {
            let line = match row {
                Row::Words(mut words) => {
                    // Lines that stand together are one piece of prose.
                    while let Some((_, Row::Words(line))) =
                        rest.next_if(|it| matches!(it.1, Row::Words(_)))
                    {
                        words.push('\n');
                        words.push_str(&line);
                    }
                    for (name, value) in computed.iter().filter(|it| words.contains(&it.0)) {
                        let name = name.trim_matches(VALUE);
                        self.line(depth + 1, &format!("$ {name} = {value}"));
                    }
                    self.prose(depth + 1, &words);
                    continue;
                }
                Row::If(condition) => format!("if {condition}:"),
                Row::ElseIf(condition) => format!("elif {condition}:"),
                Row::Else => "else:".to_owned(),
                Row::End => continue,
            };
            self.line(depth + 1, &line);
            if rest.peek().is_none_or(|it| it.0 <= depth) {
                self.line(depth + 2, "pass");
            }
        }
    }
}
