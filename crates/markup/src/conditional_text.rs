//! Values and conditions in texts that were written here: `{{gold}}` shows a value, and
//! `{{if gold > 5}}…{{else if met}}…{{else}}…{{end}}` a text under a condition. Enter through
//! [`conditional_parts`].
//!
//! What cannot be read stays in the text as it is written; [`conditional_code`] lists it.

use std::ops::Range;

use model::analysis::InvalidCode;
use model::play::{Expression, ParseError, Value, with_renamed_variable};

use crate::passage::ProsePart;

/// Around code; the second pair is what Chinese and Japanese keyboards type.
const EDGES: [(&str, &str); 2] = [("{{", "}}"), ("｛｛", "｝｝")];
/// The longest code, in bytes.
const MAX_CODE: usize = 4_000;
/// The deepest nesting of conditions.
const MAX_DEPTH: usize = 30;

/// A piece of code in a text.
#[derive(Debug, Clone, PartialEq)]
struct Code {
    /// Where it stands, with the braces, in bytes.
    at: Range<usize>,
    /// What is in the braces.
    source: Range<usize>,
    /// What it is, or why it cannot be read.
    read: Result<Tag, ParseError>,
}

#[derive(Debug, Clone, PartialEq)]
enum Tag {
    Value(Expression),
    If(Expression),
    ElseIf(Expression),
    Else,
    End,
}

/// Whether a text may contain code.
pub fn may_have_code(text: &str) -> bool {
    EDGES.iter().any(|it| text.contains(it.0))
}

/// All code in a text, in order.
fn code_in(text: &str) -> Vec<Code> {
    let mut edges = EDGES.map(|(open, close)| Edges {
        open,
        close,
        next: text.find(open),
        searched: 0,
    });
    let mut found = Vec::new();
    while let Some(edges) = edges
        .iter_mut()
        .filter(|it| it.next.is_some())
        .min_by_key(|it| it.next)
    {
        let Some(begin) = edges.next else { break };
        let inner = begin + edges.open.len();
        let end = edges.end(text, inner);
        let from = end.map_or(inner, |it| it + edges.close.len());
        edges.next = text[from..].find(edges.open).map(|it| from + it);
        let is_escaped = text[..begin].ends_with('\\');
        let Some(end) = end.filter(|_| !is_escaped) else {
            continue;
        };
        found.push(Code {
            read: tag(&text[inner..end]),
            source: inner..end,
            at: begin..from,
        });
    }
    found
}

/// A pair of braces, while a text is searched.
struct Edges {
    open: &'static str,
    close: &'static str,
    /// Where the next one opens.
    next: Option<usize>,
    /// Up to where nothing closes that is not known.
    searched: usize,
}

impl Edges {
    /// Where the code ends that begins here: before the end of its line.
    fn end(&mut self, text: &str, begin: usize) -> Option<usize> {
        let limit = text.floor_char_boundary(begin + MAX_CODE);
        let from = begin.max(self.searched).min(limit);
        let close = self.close.chars().next()?;
        let Some(found) = text[from..limit].find([close, '\n']) else {
            self.searched = limit;
            return None;
        };
        self.searched = from + found;
        text[from + found..]
            .starts_with(self.close)
            .then_some(from + found)
    }
}

fn tag(source: &str) -> Result<Tag, ParseError> {
    Ok(match source.trim() {
        "end" => Tag::End,
        "else" => Tag::Else,
        source => match (behind(source, "else"), behind(source, "if")) {
            (Some(rest), _) if let Some(condition) = behind(rest, "if") => {
                Tag::ElseIf(condition.parse()?)
            }
            (_, Some(condition)) => Tag::If(condition.parse()?),
            _ => Tag::Value(source.parse()?),
        },
    })
}

/// What follows a word that a source begins with.
fn behind<'s>(source: &'s str, word: &str) -> Option<&'s str> {
    let rest = source.strip_prefix(word)?;
    let is_whole = rest.is_empty() || rest.starts_with(char::is_whitespace);
    is_whole.then(|| rest.trim())
}

/// The parts of a text; `None` if it has no code that can be read.
pub fn conditional_parts(text: &str) -> Option<Vec<ProsePart>> {
    let code = read_code(text).0;
    (!code.is_empty()).then(|| parts(text, &code))
}

/// The code of a text.
#[derive(Debug, Default)]
pub struct ConditionalCode {
    /// The expressions of its values and conditions.
    pub expressions: Vec<Expression>,
    /// What cannot be read.
    pub invalid: Vec<InvalidCode>,
}

/// Reads the code of a text.
pub fn conditional_code(text: &str) -> ConditionalCode {
    let (valid, invalid) = read_code(text);
    let expressions = valid.into_iter().filter_map(|it| match it.1 {
        Tag::Value(it) | Tag::If(it) | Tag::ElseIf(it) => Some(it),
        Tag::Else | Tag::End => None,
    });
    ConditionalCode {
        expressions: expressions.collect(),
        invalid,
    }
}

/// A text with the variable `old` called `new` in its code; `None` if no code uses it.
pub fn rename_variable_in_code(text: &str, old: &str, new: &str) -> Option<String> {
    let (mut renamed, mut done) = (String::new(), 0);
    for code in code_in(text).iter().filter(|it| it.read.is_ok()) {
        if let Some(source) = with_renamed_variable(&text[code.source.clone()], old, new) {
            renamed.push_str(&text[done..code.source.start]);
            renamed.push_str(&source);
            done = code.source.end;
        }
    }
    (done > 0).then(|| renamed + &text[done..])
}

/// The texts between the code, each with the condition under which it is shown.
pub fn texts_with_conditions(text: &str) -> Vec<(String, Option<Expression>)> {
    let mut found = Vec::new();
    let parts = conditional_parts(text);
    let parts = parts.unwrap_or_else(|| vec![ProsePart::Text(text.to_owned())]);
    add_texts(parts, None, &mut found);
    found
}

fn add_texts(
    parts: Vec<ProsePart>,
    around: Option<&Expression>,
    found: &mut Vec<(String, Option<Expression>)>,
) {
    let both = |one: Option<Expression>, other: Expression| match one {
        Some(one) => one.and(other),
        None => other,
    };
    for part in parts {
        match part {
            ProsePart::Text(text) => found.push((text, around.cloned())),
            ProsePart::If(branches) => {
                // What does not hold of the branches before.
                let mut others: Option<Expression> = None;
                for (condition, inner) in branches {
                    let is_always = condition == Expression::Literal(Value::Boolean(true));
                    let own = match (others.clone(), is_always) {
                        (Some(others), true) => others,
                        (others, _) => both(others, condition.clone()),
                    };
                    add_texts(inner, Some(&both(around.cloned(), own)), found);
                    others = Some(both(others, !condition));
                }
            }
            ProsePart::Value(_) | ProsePart::Set(_) => {}
        }
    }
}

/// The text for somebody who does not play: all that may be shown. Values are dots, and alternatives
/// within a line are separated by a slash.
pub fn flattened(text: &str) -> Option<String> {
    let mut flat = String::new();
    flatten(&conditional_parts(text)?, &mut flat);
    Some(flat)
}

fn flatten(parts: &[ProsePart], flat: &mut String) {
    for part in parts {
        match part {
            ProsePart::Text(it) => flat.push_str(it),
            ProsePart::Value(_) => flat.push('…'),
            ProsePart::Set(_) => {}
            ProsePart::If(branches) => {
                let mut is_first = true;
                for (_, inner) in branches {
                    let mut own = String::new();
                    flatten(inner, &mut own);
                    if own.trim().is_empty() {
                        continue;
                    }
                    let is_in_line = !flat.ends_with('\n') && !own.starts_with('\n');
                    match is_first || !is_in_line {
                        true => flat.push_str(&own),
                        false => flat.extend([" / ", own.trim_start()]),
                    }
                    is_first = false;
                }
            }
        }
    }
}

/// The code that has an effect, with the text it takes the place of, and the code that has none.
fn read_code(text: &str) -> (Vec<(Range<usize>, Tag)>, Vec<InvalidCode>) {
    let (mut valid, mut invalid) = (Vec::new(), Vec::new());
    let mut open: Vec<OpenCondition> = Vec::new();
    for code in code_in(text) {
        let is_unreadable = open.last().is_some_and(|it| !it.is_read);
        let is_placed = match &code.read {
            Ok(Tag::Value(_)) => true,
            Ok(Tag::If(_)) => {
                let is_read = open.len() < MAX_DEPTH;
                open.push(OpenCondition {
                    is_read,
                    is_last: false,
                });
                is_read
            }
            Ok(Tag::ElseIf(_)) => open.last().is_some_and(|it| it.is_read && !it.is_last),
            Ok(Tag::Else) => open.last_mut().is_some_and(|it| {
                let is_second = std::mem::replace(&mut it.is_last, true);
                it.is_read && !is_second
            }),
            Ok(Tag::End) => open.pop().is_some_and(|it| it.is_read),
            Err(_) => {
                let opens = behind(text[code.source.clone()].trim(), "if").is_some();
                open.extend(opens.then_some(OpenCondition {
                    is_read: false,
                    is_last: false,
                }));
                false
            }
        };
        match code.read {
            Ok(tag) if is_placed => {
                let at = match tag {
                    Tag::Value(_) => code.at,
                    _ => own_line(text, &code.at),
                };
                valid.push((at, tag));
            }
            // What belongs to a condition that cannot be read is not wrong by itself.
            Ok(Tag::ElseIf(_) | Tag::Else | Tag::End) if is_unreadable => {}
            read => invalid.push(InvalidCode {
                written: text[code.at].to_owned(),
                error: read.err(),
            }),
        }
    }
    (valid, invalid)
}

/// A condition whose end has not come yet.
struct OpenCondition {
    is_read: bool,
    /// Whether its last branch has begun.
    is_last: bool,
}

/// The whole line, if nothing but this code stands in it.
fn own_line(text: &str, at: &Range<usize>) -> Range<usize> {
    let before = text[..at.start].trim_end_matches([' ', '\t']);
    let after = text[at.end..].trim_start_matches([' ', '\t', '\r']);
    let begins = before.is_empty() || before.ends_with('\n');
    match (begins, after.is_empty(), after.starts_with('\n')) {
        (true, false, true) => before.len()..text.len() - after.len() + 1,
        (true, true, _) => before.len()..text.len(),
        _ => at.clone(),
    }
}

/// The branches of a condition that is read, and what stood before it.
struct Open {
    before: Vec<ProsePart>,
    branches: Vec<(Expression, Vec<ProsePart>)>,
    condition: Expression,
}

fn parts(text: &str, code: &[(Range<usize>, Tag)]) -> Vec<ProsePart> {
    let mut open: Vec<Open> = Vec::new();
    let mut parts = Vec::new();
    let mut from = 0;
    for (at, tag) in code {
        // The line of one code may begin within that of the one before it.
        ProsePart::push_text(&mut parts, text.get(from..at.start).unwrap_or_default());
        from = at.end.max(from);
        match tag {
            Tag::Value(it) => parts.push(ProsePart::Value(it.clone())),
            Tag::If(condition) => open.push(Open {
                before: std::mem::take(&mut parts),
                branches: Vec::new(),
                condition: condition.clone(),
            }),
            Tag::ElseIf(_) | Tag::Else => {
                let Some(around) = open.last_mut() else {
                    continue;
                };
                let next = match tag {
                    Tag::ElseIf(condition) => condition.clone(),
                    _ => Expression::Literal(Value::Boolean(true)),
                };
                let condition = std::mem::replace(&mut around.condition, next);
                around
                    .branches
                    .push((condition, std::mem::take(&mut parts)));
            }
            Tag::End => parts = closed(open.pop(), parts),
        }
    }
    ProsePart::push_text(&mut parts, &text[from..]);
    // A condition without an end goes on to that of the text.
    while let Some(around) = open.pop() {
        parts = closed(Some(around), parts);
    }
    parts
}

fn closed(open: Option<Open>, last: Vec<ProsePart>) -> Vec<ProsePart> {
    let Some(Open {
        mut before,
        mut branches,
        condition,
    }) = open
    else {
        return last;
    };
    branches.push((condition, last));
    before.push(ProsePart::If(branches));
    before
}

#[cfg(test)]
mod tests {
    use model::play::{Dice, Effect};

    use super::*;
    use crate::passage::{ProseState, shown_prose};

    fn invalid_code(text: &str) -> Vec<InvalidCode> {
        conditional_code(text).invalid
    }

    #[track_caller]
    fn check(text: &str, before: &str, shown: &str) {
        let effect: Effect = before.parse().unwrap();
        let mut state = ProseState {
            variables: effect.initial_variables(0),
            visits: &|title| u32::from(title == Some("Hall")),
            dice: Dice::default(),
        };
        let parts = conditional_parts(text).expect("it has code");
        assert_eq!(
            shown_prose(&parts, &mut state),
            shown,
            "{text} with {before}"
        );
    }

    #[test]
    fn shows_values_and_texts_under_conditions() {
        check("You have {{gold}} coins.", "gold = 5", "You have 5 coins.");
        check("{{ gold * 2 + 1 }}", "gold = 5", "11");
        check("{{if(gold > 1, \"rich\", \"poor\")}}", "gold = 5", "rich");
        let ladder = "{{if gold > 5}}Rich{{else if gold > 1}}Fine{{else}}Poor{{end}}.";
        check(ladder, "gold = 6", "Rich.");
        check(ladder, "gold = 2", "Fine.");
        check(ladder, "", "Poor.");
        check(
            "{{if visited(\"Hall\")}}Again {{if met}}you{{end}}!{{end}}",
            "met = true",
            "Again you!",
        );
        check("{{if met}}Hello.", "", "");
        check(
            "｛｛如果｝｝{{if 遇见}}你好，{{名字}}{{end}}",
            "遇见 = true; 名字 = \"尼奥\"; 如果 = 1",
            "1你好，尼奥",
        );
    }

    #[test]
    fn code_alone_in_a_line_leaves_no_line() {
        let text = "One.\n\n{{if met}}\nTwo.\n\n{{else}}\nThree.\n\n{{end}}\nFour.";
        check(text, "met = true", "One.\n\nTwo.\n\nFour.");
        check(text, "", "One.\n\nThree.\n\nFour.");
        check("One.\n  {{if met}}  \n{{end}}\nTwo.", "", "One.\nTwo.");
        check("{{gold}}\nOne.", "gold = 1", "1\nOne.");
    }

    #[test]
    fn keeps_what_it_cannot_read_and_says_so() {
        for text in [
            "{{gold >}}",
            "{{gold = 5}}",
            "{{end}}",
            "{{else}}",
            "{{if}}",
            "{{if gold > }}",
            "{{tell me}}",
        ] {
            assert_eq!(conditional_parts(text), None, "{text}");
            assert_eq!(invalid_code(text).len(), 1, "{text}");
        }
        assert_eq!(invalid_code("{{if gold >}}A{{else}}B{{end}}").len(), 1);
        check("{{gold}} {{else}}", "gold = 1", "1 {{else}}");
        check("{{if met}}A{{else}}B{{else}}C{{end}}", "met = true", "A");
        let invalid = invalid_code("{{if met}}A{{else}}B{{else}}C{{end}}{{gold +}}");
        assert_eq!(invalid[0].written, "{{else}}");
        assert_eq!(invalid[0].error, None);
        let error = invalid[1].error.as_ref().expect("an error");
        assert_eq!((invalid[1].written.as_str(), error.at), ("{{gold +}}", 7));
        for text in ["", "{gold}", "{{", "{{gold\n}}", "\\{{gold}}", "{{gold}"] {
            assert!(code_in(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_text_that_is_not_played_shows_all_of_it() {
        for (text, flat) in [
            ("You have {{gold}}.", "You have …."),
            ("A{{if x}} b{{else}} c{{end}}.", "A b / c."),
            ("{{if x}}\nOne.\n{{else}}\nTwo.\n{{end}}\n", "One.\nTwo.\n"),
            ("{{if x}}{{end}}Three.", "Three."),
        ] {
            assert_eq!(flattened(text).as_deref(), Some(flat), "{text}");
        }
        assert_eq!(flattened("Plain {{ text."), None);
    }

    #[test]
    fn takes_time_in_proportion_to_the_text() {
        for piece in [
            "{{",
            "{{a}}",
            "{{if a}}",
            "{{end}}",
            "{{else}}",
            "{{if a}}\n",
            "｛｛",
            "{{}",
        ] {
            let text = piece.repeat(400_000 / piece.len());
            _ = conditional_parts(&text);
            _ = invalid_code(&text);
        }
    }
}
