//! Arcscript among the text of elements and labels: assignments that always happen become effects, all
//! other code stays in the text.

use model::play::{Effect, Expression};

use crate::import::markdown;
use crate::scripting::{EntryScan, NameResolver, read_assignment};

/// A text without the assignments that are its effect.
#[derive(Default)]
pub(super) struct ScriptedText {
    /// Markdown, in which other code is marked as such.
    pub(super) text: String,
    pub(super) effect: Effect,
    /// Whether other code is left.
    pub(super) has_code: bool,
}

/// Reads the HTML of a text. Its code is in elements `pre`.
pub(super) fn scripted(html: &str) -> ScriptedText {
    let mut found = ScriptedText::default();
    if !html.contains("<pre") {
        found.text = markdown(html);
        return found;
    }
    let blocks: Vec<(&str, String)> = blocks(html);
    let mut scan = EntryScan::default();
    let mut depth = 0_usize;
    let mut parts: Vec<String> = Vec::new();
    for (words, code) in &blocks {
        parts.extend(Some(markdown(words)).filter(|it| !it.is_empty()));
        for line in code.lines().map(str::trim).filter(|it| !it.is_empty()) {
            let first = line.split_whitespace().next().unwrap_or_default();
            depth = depth.saturating_sub(usize::from(first == "endif"));
            let assignment = read_assignment(line, &Names);
            match assignment.filter(|it| depth == 0 && scan.takes(&it.name)) {
                Some(it) => found.effect.0.push(it),
                None => {
                    let is_condition = ["if", "elseif", "else", "endif"].contains(&first);
                    match is_condition {
                        true => scan.reads(words_in(line)),
                        // It may change any variable.
                        false => scan.end(),
                    }
                    found.has_code = true;
                    parts.push(format!("`{}`", line.replace('`', "'")));
                }
            }
            depth += usize::from(first == "if");
        }
    }
    found.text = parts.join("\n\n");
    found
}

/// The words before each block of code, and that code; the last has none.
fn blocks(html: &str) -> Vec<(&str, String)> {
    let mut all = Vec::new();
    let mut rest = html;
    while let Some(begin) = rest.find("<pre") {
        let (words, from) = rest.split_at(begin);
        let end = from
            .find("</pre>")
            .map_or(from.len(), |it| it + "</pre>".len());
        let (block, after) = from.split_at(end);
        all.push((words, code_of(block)));
        rest = after;
    }
    all.push((rest, String::new()));
    all
}

/// The code in HTML.
pub(super) fn code_of(html: &str) -> String {
    // Code has no backslashes of its own; these are escapes of Markdown.
    markdown(html).replace('\\', "")
}

fn words_in(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|it| !it.is_empty())
}

struct Names;

impl NameResolver for Names {
    fn name(&self, name: &str) -> Option<Expression> {
        let is_plain = !name.is_empty() && !name.contains('.');
        is_plain.then(|| Expression::Variable(name.to_owned()))
    }

    fn call(&self, name: &str, arguments: Vec<Expression>) -> Option<Expression> {
        (name == "visits" && arguments.is_empty()).then_some(Expression::Visits(None))
    }

    fn has_integer_division(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(html: &str) -> (String, String, bool) {
        let it = scripted(html);
        (it.text, it.effect.to_string(), it.has_code)
    }

    #[test]
    fn assignments_that_always_happen_are_the_effect() {
        let code = |it: &str| format!("<pre><code>{it}</code></pre>");
        let html = [
            "<p>Hello.</p>",
            &code("gold += 2\nmet = true"),
            "<p>Bye.</p>",
            &code("name = \"Ada\""),
        ];
        assert_eq!(
            read(&html.concat()),
            (
                "Hello.\n\nBye.".to_owned(),
                "gold = gold + 2; met = true; name = \"Ada\"".to_owned(),
                false
            )
        );
        let html = [
            code("if gold &gt; 1"),
            "<p>Rich.</p>".to_owned(),
            code("age = 1"),
            code("endif"),
            code("late = 2"),
        ];
        let (text, effect, has_code) = read(&html.concat());
        assert_eq!(
            (text.as_str(), effect.as_str(), has_code),
            (
                "`if gold > 1`\n\nRich.\n\n`age = 1`\n\n`endif`\n\n`late = 2`",
                "",
                true
            )
        );
    }

    #[test]
    fn a_variable_that_was_read_before_stays_in_the_text() {
        let html = "<pre><code>if gold\nendif\nmet = true\ngold = 2</code></pre>";
        let (text, effect, _) = read(html);
        assert_eq!(
            (text.as_str(), effect.as_str()),
            ("`if gold`\n\n`endif`\n\n`gold = 2`", "met = true")
        );
        assert_eq!(
            read("<pre>gold = 1"),
            (String::new(), "gold = 1".to_owned(), false)
        );
    }
}
