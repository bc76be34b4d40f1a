//! Texts under conditions in the words of a reader, who judges the conditions: in brackets, after the
//! condition.

use markup::conditional_parts;
use markup::links::links_as_labels;
use markup::passage::ProsePart;
use model::play::{Expression, Value};

use super::Notes;
use super::in_words::capitalized;

impl Notes<'_> {
    /// A text of this story with its conditions and values in words; `None` if it has none.
    pub(super) fn text(&self, text: &str) -> Option<String> {
        let mut words = String::new();
        self.add(&conditional_parts(text)?, &mut words);
        Some(words)
    }

    fn add(&self, parts: &[ProsePart], words: &mut String) {
        for part in parts {
            match part {
                ProsePart::Text(it) => words.push_str(it),
                ProsePart::Value(it) => words.push_str(&format!("\\[{}\\]", self.value_words(it))),
                ProsePart::Set(_) => {}
                ProsePart::If(branches) => {
                    for (condition, inner) in branches {
                        self.add_branch(condition, inner, words);
                    }
                }
            }
        }
    }

    fn add_branch(&self, condition: &Expression, inner: &[ProsePart], words: &mut String) {
        let mut own = String::new();
        self.add(inner, &mut own);
        // Links that stand alone are choices below the text.
        let text = links_as_labels(own.trim());
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let begins_line = words.is_empty() || words.ends_with('\n') || own.starts_with('\n');
        let when = match condition {
            Expression::Literal(Value::Boolean(true)) => self.in_other_cases().to_owned(),
            condition => self.condition_words(condition),
        };
        let when = match begins_line {
            true => capitalized(&when),
            false => when,
        };
        let colon = self.colon();
        let before = own.len() - own.trim_start().len();
        let after = own.trim_end().len();
        words.push_str(&own[..before]);
        words.push_str(&match begins_line && is_block(text) {
            true => format!("\\[{when}{}\n\n{text}\n\n\\]", colon.trim_end()),
            false => format!("\\[{when}{colon}{text}\\]"),
        });
        words.push_str(&own[after..]);
    }
}

/// Whether a text begins with something that has to begin a line: a list, a heading, a quotation.
fn is_block(text: &str) -> bool {
    let mut letters = text.chars();
    let first = letters.next();
    match first {
        Some('#' | '>' | '|' | '`' | '~') => true,
        Some('-' | '*' | '+') => letters.next() == Some(' '),
        Some(it) => it.is_ascii_digit(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_in_a_text_are_in_words() {
        let notes = Notes::with_titles("en");
        for (text, words) in [
            ("Plain.", None),
            (
                "You have {{gold}} coins{{if gold > 5}}, too many{{else}}, too few{{end}}.",
                Some(
                    "You have \\[gold\\] coins\\[if gold > 5: , too many\\]\\[otherwise: , too few\\].",
                ),
            ),
            (
                "{{if lit}}\nA door. [[Go in->Hall]] or\n\n[[Leave->Yard]]\n{{else}}\n[[Wait->Yard]]\n{{end}}\nDark.",
                Some("\\[If lit: A door. Go in or\\]\nDark."),
            ),
            (
                "One.\n\n{{if visited(\"Road\")}}\nThe host knows you.\n\nHe nods.\n{{else if met}}\n- a\n- b\n{{end}}\nTwo.",
                Some(
                    "One.\n\n\\[If you have read “Road”: The host knows you.\n\nHe nods.\\]\n\\[If met:\n\n- a\n- b\n\n\\]\nTwo.",
                ),
            ),
        ] {
            assert_eq!(notes.text(text).as_deref(), words, "{text}");
        }
    }
}
