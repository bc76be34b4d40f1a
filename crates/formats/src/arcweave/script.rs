//! Arcscript among the text of elements and labels: assignments that can be made on entering become
//! effects, all other code stays in the text, on lines of its own.

use markup::notation::arcweave::code_line;
use model::play::{Assignment, Effect, Expression, Operator, Value};

use super::routes::Project;
use crate::export::xml::escaped;
use crate::import::markdown;
use crate::scripting::{
    Command, EntryScan, NameResolver, conditional_assignments, read_assignment, read_condition,
};

/// A text without the assignments that are its effect.
#[derive(Default)]
pub(super) struct ScriptedText {
    /// Markdown, in which other code is marked as such.
    pub(super) text: String,
    pub(super) effect: Effect,
}

/// Reads the HTML of a text. Its code is in elements `pre`.
pub(super) fn scripted(html: &str, project: Project<'_>) -> ScriptedText {
    if !html.contains("<pre") {
        return ScriptedText {
            text: markdown(html),
            effect: Effect::default(),
        };
    }
    let blocks: Vec<(&str, String)> = blocks(html, project);
    let mut reader = Reader::default();
    for (words, code) in &blocks {
        let words = markdown(words);
        if !words.is_empty() {
            reader.part(words);
        }
        let lines = code.lines().map(str::trim).filter(|it| !it.is_empty());
        let lines: Vec<&str> = lines.collect();
        let mut next = 0;
        while next < lines.len() {
            next += reader.lines(&lines[next..]);
        }
    }
    ScriptedText {
        text: reader.parts.join("\n\n"),
        effect: reader.effect,
    }
}

/// A line of code.
pub(super) enum Statement<'t> {
    /// A condition.
    Block(Command<'t>),
    Set(Assignment),
    Other,
}

/// What a line of code is.
pub(super) fn statement(line: &str) -> Statement<'_> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match first {
        "if" => return Statement::Block(Command::If(rest)),
        "elseif" => return Statement::Block(Command::ElseIf(rest)),
        "else" => return Statement::Block(Command::Else),
        "endif" => return Statement::Block(Command::EndIf),
        _ => {}
    }
    match read_assignment(line, &Names) {
        Some(it) => Statement::Set(it),
        None => Statement::Other,
    }
}

/// How many branches a condition may have, and how deep conditions may stand in one another, where
/// assignments in them become effects.
const MAX_BRANCHES: usize = 8;
const MAX_DEPTH: usize = 4;
/// The most lines of a block that only changes variables.
const MAX_LINES: usize = 24;

/// The branches of a condition, while one of them is read.
struct Branches {
    /// How many parts the text had before them.
    begin: usize,
    /// Whether nothing is left in them.
    is_empty: bool,
    count: usize,
    /// When the present branch is read; `None` if that is not known.
    guard: Option<Expression>,
    /// When none of those up to the present one is.
    none_holds: Option<Expression>,
}

#[derive(Default)]
struct Reader<'t> {
    parts: Vec<String>,
    effect: Effect,
    scan: EntryScan<'t>,
    open: Vec<Branches>,
}

impl<'t> Reader<'t> {
    /// Reads the first of these lines of code, or a whole block that only changes variables: how many were
    /// read.
    fn lines(&mut self, lines: &[&'t str]) -> usize {
        let count = self.assignment_block(lines);
        if count == 0 {
            self.line(lines[0]);
        }
        count.max(1)
    }

    /// The length of the block of conditional assignments that these lines begin with, if it became part of
    /// the effect; otherwise 0.
    fn assignment_block(&mut self, lines: &[&'t str]) -> usize {
        if !self.open.is_empty() || !matches!(statement(lines[0]), Statement::Block(Command::If(_)))
        {
            return 0;
        }
        let mut commands = Vec::new();
        for (index, line) in lines.iter().take(MAX_LINES).enumerate() {
            commands.push(match statement(line) {
                Statement::Block(Command::If(_)) if index > 0 => return 0,
                Statement::Block(command) => command,
                Statement::Set(_) => Command::Set(line),
                Statement::Other => return 0,
            });
            if commands.last() == Some(&Command::EndIf) {
                break;
            }
        }
        let length = commands.len();
        let ends = commands.last() == Some(&Command::EndIf);
        let Some(block) = conditional_assignments(&commands, &Names).filter(|_| ends) else {
            return 0;
        };
        let is_set = |it: &&&str| matches!(statement(it), Statement::Set(_));
        let sets = lines[..length].iter().filter(is_set);
        let conditions = lines[..length].iter().filter(|it| !is_set(it));
        let is_taken = self.scan.takes_block(
            sets.filter_map(|it| words_in(it).next()),
            conditions.flat_map(|it| words_in(it)),
        );
        if !is_taken {
            return 0;
        }
        self.effect.0.extend(block);
        length
    }

    fn line(&mut self, line: &'t str) {
        match statement(line) {
            Statement::Block(command) => {
                self.scan.reads(words_in(line));
                return self.block(command, line);
            }
            Statement::Set(assignment) => {
                if let Some(conditions) = self.conditions()
                    && self.scan.takes(&assignment.name)
                {
                    return self.effect.0.push(guarded(assignment, conditions));
                }
                self.scan.end();
            }
            // It may change any variable.
            Statement::Other => self.scan.end(),
        }
        self.part(code_line(line));
    }

    /// A part that a reader may see.
    fn part(&mut self, part: String) {
        self.parts.push(part);
        if let Some(it) = self.open.last_mut() {
            it.is_empty = false;
        }
    }

    fn block(&mut self, command: Command<'_>, line: &str) {
        let begin = self.parts.len();
        self.parts.push(code_line(line));
        match command {
            Command::If(source) => {
                let guard = read_condition(source, &Names);
                self.open.push(Branches {
                    begin,
                    is_empty: true,
                    count: 1,
                    none_holds: guard.clone().map(|it| !it),
                    guard,
                });
            }
            Command::ElseIf(_) | Command::Else | Command::Set(_) => {
                let Some(open) = self.open.last_mut() else {
                    return;
                };
                open.count += 1;
                let others = open
                    .none_holds
                    .take()
                    .filter(|_| open.count <= MAX_BRANCHES);
                let own = match command {
                    Command::ElseIf(source) => read_condition(source, &Names),
                    _ => None,
                };
                (open.guard, open.none_holds) = match (others, own) {
                    (Some(others), Some(own)) => (
                        Some(others.clone().and(own.clone())),
                        Some(others.and(!own)),
                    ),
                    (others, _) if command == Command::Else => (others, None),
                    _ => (None, None),
                };
            }
            Command::EndIf => match self.open.pop() {
                Some(closed) if closed.is_empty => self.parts.truncate(closed.begin),
                _ => {
                    if let Some(it) = self.open.last_mut() {
                        it.is_empty = false;
                    }
                }
            },
        }
    }

    /// What must hold for a line to be run; `None` if that is not known.
    fn conditions(&self) -> Option<Vec<Expression>> {
        let guards = self.open.iter().map(|it| it.guard.clone());
        (self.open.len() <= MAX_DEPTH).then(|| guards.collect())?
    }
}

/// An assignment that is made where the conditions hold.
fn guarded(assignment: Assignment, conditions: Vec<Expression>) -> Assignment {
    let Some(condition) = conditions.into_iter().reduce(Expression::and) else {
        return assignment;
    };
    let unchanged = Expression::Variable(assignment.name.clone());
    let value = Expression::If(Box::new([condition, assignment.value, unchanged]));
    Assignment {
        value,
        ..assignment
    }
}

/// The words before each block of code, and that code; the last has none.
fn blocks<'h>(html: &'h str, project: Project<'_>) -> Vec<(&'h str, String)> {
    let mut all = Vec::new();
    let mut rest = html;
    while let Some(begin) = rest.find("<pre") {
        let (words, from) = rest.split_at(begin);
        let end = from
            .find("</pre>")
            .map_or(from.len(), |it| it + "</pre>".len());
        let (block, after) = from.split_at(end);
        all.push((words, code_of(block, project)));
        rest = after;
    }
    all.push((rest, String::new()));
    all
}

/// The code in HTML, in which the elements that it mentions are named by their titles.
pub(super) fn code_of(html: &str, project: Project<'_>) -> String {
    let mut named = String::new();
    let mut rest = html;
    while let Some((before, mention)) = rest.split_once("<span") {
        named.push_str(before);
        let (tag, after) = mention.split_once('>').unwrap_or((mention, ""));
        let (label, after) = after.split_once("</span>").unwrap_or((after, ""));
        let id = tag
            .split_once("data-id=\"")
            .and_then(|it| it.1.split_once('"'));
        match id.map(|it| project.title(it.0)) {
            Some(title) => {
                let title = title.map_or_else(|| label.to_owned(), |it| escaped(&it));
                named.extend(["\"", &title, "\""]);
            }
            None => named.push_str(label),
        }
        rest = after;
    }
    named.push_str(rest);
    // Code has no backslashes of its own; these are escapes of Markdown.
    with_not_equal(&markdown(&named).replace('\\', ""))
}

/// Code in which "is not" is written as the operator that it is.
fn with_not_equal(code: &str) -> String {
    let mut is_text = true;
    let parts = code.split('"').map(|it| {
        is_text = !is_text;
        match is_text {
            true => it.to_owned(),
            false => it.replace(" is not ", " != "),
        }
    });
    parts.collect::<Vec<_>>().join("\"")
}

fn words_in(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|it| !it.is_empty())
}

/// A condition in our notation; as it is written if that cannot express it.
pub(super) fn condition(code: &str) -> String {
    read_condition(code, &Names).map_or_else(|| code.to_owned(), |it| it.to_string())
}

/// The most dice of one roll.
const MAX_DICE: f64 = 10.0;

/// The sum of dice with a number of sides: `roll(sides)` and `roll(sides, dice)`.
fn roll(arguments: &[Expression]) -> Option<Expression> {
    let one = || Expression::Literal(Value::number(1.0));
    let (sides, dice) = match arguments {
        [sides] => (sides, 1.0),
        [sides, Expression::Literal(Value::Number(dice))] => (sides, *dice),
        _ => return None,
    };
    (dice.fract() == 0.0 && (1.0..=MAX_DICE).contains(&dice)).then_some(())?;
    let all = (0..dice as usize).map(|_| Expression::random(one(), sides.clone()));
    all.reduce(|sum, it| Expression::Binary(Operator::Add, Box::new(sum), Box::new(it)))
}

/// Resolves names by what they say.
pub(super) struct Names;

impl NameResolver for Names {
    fn name(&self, name: &str) -> Option<Expression> {
        let is_plain = !name.is_empty() && !name.contains('.');
        is_plain.then(|| Expression::Variable(name.to_owned()))
    }

    fn call(&self, name: &str, arguments: Vec<Expression>) -> Option<Expression> {
        if name == "roll" {
            return roll(&arguments);
        }
        (name == "visits").then_some(())?;
        match arguments.as_slice() {
            [] => Some(Expression::Visits(None)),
            [Expression::Literal(Value::Text(title))] => {
                Some(Expression::Visits(Some(title.clone())))
            }
            _ => None,
        }
    }

    fn has_integer_division(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(html: &str) -> (String, String) {
        let elements = serde_json::json!({ "elements": { "e1": { "title": "<p>The Inn</p>" } } });
        let it = scripted(html, Project(elements.as_object().unwrap()));
        (it.text, it.effect.to_string())
    }

    fn code(code: &str) -> String {
        format!("<pre><code>{code}</code></pre>")
    }

    #[test]
    fn assignments_become_the_effect_with_their_conditions() {
        for (html, text, effect) in [
            (
                [
                    "<p>Hello.</p>",
                    &code("gold += 2\nmet = true"),
                    "<p>Bye.</p>",
                    &code("name = \"Ada\""),
                ]
                .concat(),
                "Hello.\n\nBye.",
                "gold = gold + 2; met = true; name = \"Ada\"",
            ),
            (
                code("if met\ngold += 1\nelseif late\ngold = 0\nelse\nage = 1\nendif\nend = 2"),
                "",
                "gold = if(met, gold + 1, if(late, 0, gold)); age = if(met, age, if(late, age, 1)); end = 2",
            ),
            (
                code("if gold &gt; 5\ngold -= 5\nendif\nif gold\nage = gold\nendif"),
                "",
                "gold = if(gold > 5, gold - 5, gold); age = if(gold, gold, age)",
            ),
            (
                [
                    &code("if met"),
                    "<p>Rich.</p>",
                    &code("gold += 1\nelseif late"),
                    "<p>Late.</p>",
                    &code("gold = 0\nendif"),
                ]
                .concat(),
                "`if met`\n\nRich.\n\n`elseif late`\n\nLate.\n\n`endif`",
                "gold = if(met, gold + 1, gold); gold = if(not met and late, 0, gold)",
            ),
            (
                [
                    &code("if gold &gt; 1"),
                    "<p>Rich.</p>",
                    &code("age = 1\nendif"),
                ]
                .concat(),
                "`if gold > 1`\n\nRich.\n\n`endif`",
                "age = if(gold > 1, 1, age)",
            ),
            // What a condition asks for is not changed before it is asked.
            (
                code("if gold &gt; 1\ngold = 0\nelse\nage = 1\nendif"),
                "`if gold > 1`\n\n`gold = 0`\n\n`else`\n\n`age = 1`\n\n`endif`",
                "",
            ),
            (
                code("if roll(6) &gt; 1\nage = roll(6, 2)\nendif"),
                "",
                "age = if(random(1, 6) > 1, random(1, 6) + random(1, 6), age)",
            ),
            // Two dice of one condition would be the same number.
            (
                code("if roll(6, 2) &gt; 1\nage = 1\nendif"),
                "`if roll(6, 2) > 1`\n\n`age = 1`\n\n`endif`",
                "",
            ),
            (
                code("if a\nif b\nif c\nif d\nif e\nage = 1\nendif\nendif\nendif\nendif\nendif"),
                "`if a`\n\n`if b`\n\n`if c`\n\n`if d`\n\n`if e`\n\n`age = 1`\n\n`endif`\n\n`endif`\n\n`endif`\n\n`endif`\n\n`endif`",
                "",
            ),
            (
                code(
                    "if a is not \"x is not y\" and visits(<span class=\"mention\" data-id=\"e1\">Inn</span>)\nshow(a)\nendif",
                ),
                "`if a != \"x is not y\" and visits(\"The Inn\")`\n\n`show(a)`\n\n`endif`",
                "",
            ),
            ("<pre>gold = 1".to_owned(), "", "gold = 1"),
        ] {
            assert_eq!(read(&html), (text.to_owned(), effect.to_owned()), "{html}");
        }
    }

    #[test]
    fn takes_time_in_proportion_to_the_text() {
        for line in [
            "if a\n",
            "if a\nelseif b\n",
            "else\n",
            "endif\n",
            "a = 1\n",
            "<span",
            "<span data-id=\"e1\">",
        ] {
            read(&code(&line.repeat(200_000 / line.len())));
        }
    }
}
