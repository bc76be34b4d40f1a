//! The texts of Ink and Yarn as a reader sees them, in Markdown: without diverts, commands, tags and
//! logic. Of alternatives the first is shown. See `reader`.

use super::marks::{add_marks, is_mark, marks_in};
use super::reader::{Reader, VALUE};

/// Words that begin a line of declarations in Ink.
const INK_DECLARATIONS: [&str; 7] = [
    "VAR ",
    "CONST ",
    "LIST ",
    "INCLUDE ",
    "EXTERNAL ",
    "TODO:",
    "~",
];

/// Words that begin a block of Ink of which one branch after the other is shown.
const INK_SEQUENCES: [&str; 4] = ["stopping", "cycle", "shuffle", "once"];

/// A block of branches in braces, over several lines of Ink.
enum InkBlock {
    /// Under conditions: all branches are shown.
    Conditions,
    /// One after the other: the first is shown. How many have begun.
    Sequence(usize),
}

impl InkBlock {
    /// A block that begins with this line, and what is shown of the line; `None` if the line does not
    /// open a block.
    fn opened_by(line: &str) -> Option<(Self, &str)> {
        let head = line.strip_prefix('{')?;
        let count = |mark| line.matches(mark).count();
        (count('{') > count('}')).then_some(())?;
        let (condition, shown) = head.split_once(':').unwrap_or((head, ""));
        let first = condition.split_whitespace().next().unwrap_or_default();
        let block = match INK_SEQUENCES.contains(&first) {
            true => Self::Sequence(0),
            false => Self::Conditions,
        };
        Some((block, shown.trim()))
    }

    /// Begins a branch; returns what is shown of its line, which stands behind a condition if the block
    /// has some.
    fn begin_branch<'t>(&mut self, line: &'t str) -> &'t str {
        match self {
            Self::Conditions => line.split_once(':').map_or("", |it| it.1).trim(),
            Self::Sequence(begun) => {
                *begun += 1;
                line.trim()
            }
        }
    }

    fn is_hidden(&self) -> bool {
        matches!(self, Self::Sequence(2..))
    }
}

/// Markup of Yarn that shows a value.
const YARN_VALUES: [&str; 3] = ["[select ", "[plural ", "[ordinal "];

impl Reader {
    pub(super) fn ink(&mut self, text: &str) -> String {
        let mut prose = String::with_capacity(text.len());
        let text = without_ink_comments(text);
        let mut blocks: Vec<InkBlock> = Vec::new();
        let lines: Vec<&str> = text.lines().collect();
        let mut marks_after = "";
        for (at, line) in lines.iter().enumerate() {
            add_marks(marks_after, &mut prose);
            let mut line = line.trim_end();
            let words = line.trim_end_matches(is_mark);
            (line, marks_after) = (words.trim(), &line[words.len()..]);
            if INK_DECLARATIONS.iter().any(|it| line.starts_with(it)) {
                self.leaves_out_code = true;
                continue;
            }
            while let Some(rest) = line.strip_prefix('}').filter(|_| !blocks.is_empty()) {
                blocks.pop();
                line = rest.trim_start();
            }
            if let Some(block) = blocks.last_mut()
                && let Some(branch) = line.strip_prefix('-').filter(|it| !it.starts_with('>'))
            {
                line = block.begin_branch(branch);
            }
            if let Some((block, shown)) = InkBlock::opened_by(line) {
                self.leaves_out_code = true;
                blocks.push(block);
                line = shown;
            }
            if blocks.iter().any(InkBlock::is_hidden) {
                continue;
            }
            let is_choice = line.starts_with(['*', '+']);
            if is_choice || line.starts_with('-') && !line.starts_with("->") {
                line = without_ink_marks(line);
                if let Some((_, rest)) = line.strip_prefix('(').and_then(|it| it.split_once(')')) {
                    line = rest.trim_start();
                }
                if is_choice {
                    self.leaves_out_code |= line.starts_with('{');
                    line = without_choice_conditions(line);
                }
            }
            let leads_on = line.contains("->")
                || line.contains("<-")
                || is_choice && only_diverts(&lines[at + 1..]);
            let line = self.ink_line(line);
            if is_choice && leads_on {
                // It is one of the choices below the text.
                continue;
            }
            if is_choice {
                self.leaves_out_code = true;
                let words = line.replace(['[', ']'], "");
                // A choice without words is taken by itself.
                if !words.trim().is_empty() {
                    prose.push_str(&format!("\n- {}\n\n", words.trim()));
                }
            } else if !line.trim().is_empty() {
                prose.push_str(line.trim());
                prose.push_str("\n\n");
            }
        }
        add_marks(marks_after, &mut prose);
        prose
    }

    /// A line of Ink without diverts, tags and logic; of alternatives the first is shown.
    fn ink_line(&mut self, line: &str) -> String {
        let mut words = String::with_capacity(line.len());
        let mut chars = line.char_indices();
        let mut braces = 0_usize;
        let mut inner = String::new();
        while let Some((at, c)) = chars.next() {
            let rest = &line[at..];
            match c {
                '\\' => {
                    let escaped = chars.next().map(|it| it.1);
                    if braces == 0 {
                        words.extend(escaped);
                    }
                }
                '{' => {
                    braces += 1;
                    self.leaves_out_code = true;
                    inner.clear();
                }
                '}' => {
                    braces = braces.saturating_sub(1);
                    if braces == 0 {
                        words.push_str(shown_alternative(&inner));
                        inner.clear();
                    }
                }
                _ if braces > 0 => inner.push(c),
                '#' => break,
                '-' if rest.starts_with("->") => break,
                '<' if rest.starts_with("<-") => break,
                '<' if rest.starts_with("<>") => _ = chars.next(),
                c => words.push(c),
            }
        }
        if braces > 0 {
            // It goes on in the next line.
            words.push_str(shown_alternative(&inner));
        }
        words
    }

    pub(super) fn yarn(&mut self, text: &str) -> String {
        let mut prose = String::with_capacity(text.len());
        let mut is_in_group = false;
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let words = line.trim_end_matches(is_mark);
            let marks = &line[words.len()..];
            let line = without_yarn_comment(words).trim();
            let item = line.strip_prefix("=>");
            // Of a group of lines one is shown.
            let is_next = std::mem::replace(&mut is_in_group, item.is_some()) && item.is_some();
            self.leaves_out_code |= is_next;
            if !(is_next || line == "===" || line == "---" || only_leads_on(&lines[at..])) {
                let words = self.yarn_line(item.unwrap_or(line));
                let words = words.trim();
                match words.strip_prefix("->") {
                    Some(option) => prose.push_str(&format!("\n- {}\n\n", option.trim())),
                    None if words.is_empty() => prose.push('\n'),
                    None => prose.push_str(&format!("{words}\n\n")),
                }
            }
            add_marks(marks, &mut prose);
        }
        prose
    }

    /// A line of Yarn without tags and commands, with a mark for each value.
    fn yarn_line(&mut self, line: &str) -> String {
        let mut words = String::new();
        let mut rest = line.split(" #").next().unwrap_or_default();
        while let Some(at) = first_mark(rest) {
            words.push_str(&rest[..at]);
            rest = &rest[at..];
            if let Some(escaped) = rest.strip_prefix('\\') {
                let length = escaped.chars().next().map_or(0, char::len_utf8);
                words.push_str(&escaped[..length]);
                rest = &escaped[length..];
                continue;
            }
            let close = match rest.as_bytes()[0] {
                b'<' => ">>",
                b'{' => "}",
                _ => "]",
            };
            let Some(end) = rest.find(close) else {
                break;
            };
            let (code, after) = rest.split_at(end + close.len());
            rest = after;
            match code {
                "[b]" | "[/b]" => words.push_str("**"),
                "[i]" | "[/i]" => words.push('*'),
                code => {
                    self.leaves_out_code = true;
                    let is_value =
                        code.starts_with('{') || YARN_VALUES.iter().any(|it| code.starts_with(it));
                    words.push_str(if is_value { VALUE } else { "" });
                }
            }
        }
        words + rest
    }
}

/// A line of Yarn without its comment. The slashes of an address begin none.
fn without_yarn_comment(line: &str) -> &str {
    let mut comments = line.match_indices("//").map(|it| it.0);
    let comment = comments.find(|at| !line[..*at].ends_with([':', '\\', '/']));
    &line[..comment.unwrap_or(line.len())]
}

/// Whether the first of these lines of Yarn is an option of which all that follows are commands, one of
/// them to another node: it is one of the choices below the text.
pub fn only_leads_on(lines: &[&str]) -> bool {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let Some((option, following)) = lines.split_first() else {
        return false;
    };
    let body = following.iter().map(|it| without_yarn_comment(it));
    let mut body = body
        .filter(|it| !it.trim().is_empty())
        .take_while(|it| indent(it) > indent(option))
        .map(str::trim);
    let mut leads_on = false;
    option.trim_start().starts_with("->")
        && body.all(|it| {
            leads_on |= it.starts_with("<<jump") || it.starts_with("<<detour");
            it.starts_with("<<")
        })
        && leads_on
}

/// Where the first command, value, mark or escape of a line of Yarn begins.
fn first_mark(line: &str) -> Option<usize> {
    let marks = [line.find("<<"), line.find(['{', '[', '\\'])];
    marks.into_iter().flatten().min()
}

/// Whether the first of these lines of Ink that are not assignments is a divert.
pub(crate) fn only_diverts(lines: &[&str]) -> bool {
    let mut lines = lines.iter().map(|it| it.trim());
    let first = lines.find(|it| !it.is_empty() && !it.starts_with('~'));
    first.is_some_and(|it| it.starts_with("->") && !it.starts_with("->->"))
}

/// A line of Ink without the marks of a choice or gather before it.
fn without_ink_marks(mut line: &str) -> &str {
    while line.starts_with(['*', '+', '-', ' ', '\t']) && !line.starts_with("->") {
        line = &line[1..];
    }
    line
}

/// A choice of Ink without the conditions before its words.
pub(crate) fn without_choice_conditions(mut choice: &str) -> &str {
    while let Some(end) = choice.strip_prefix('{').and_then(|it| it.find('}')) {
        choice = choice[end + 2..].trim_start();
    }
    choice
}

/// The first of Ink's alternatives, the text under a condition, or the mark of a value.
fn shown_alternative(inner: &str) -> &str {
    let inner = inner.trim_start_matches(['&', '!', '~']);
    if inner.trim().is_empty() {
        return "";
    }
    let text = match (inner.split_once(':'), inner.split_once('|')) {
        (Some((_, text)), _) => text.split('|').next().unwrap_or_default(),
        (None, Some((first, _))) => first,
        (None, None) => return VALUE,
    };
    text.split("->").next().unwrap_or_default()
}

/// The text of Ink without comments.
pub(crate) fn without_ink_comments(text: &str) -> String {
    replace_ink_comments(text, marks_in)
}

/// The text of Ink with something in place of each comment. A comment that nothing closes goes on to
/// the end.
pub fn replace_ink_comments(text: &str, mut replacement: impl FnMut(&str) -> String) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('/') {
        let (before, from) = rest.split_at(at);
        replaced.push_str(before);
        let length = if from.starts_with("//") {
            from.find('\n').unwrap_or(from.len())
        } else if let Some(inside) = from.strip_prefix("/*") {
            inside.find("*/").map_or(from.len(), |it| it + 4)
        } else {
            replaced.push('/');
            rest = &from[1..];
            continue;
        };
        let (comment, after) = from.split_at(length);
        replaced.push_str(&replacement(comment));
        rest = after;
    }
    replaced + rest
}

#[cfg(test)]
mod tests {
    use super::super::prose_notation::ProseNotation::{Ink, Yarn};
    use super::super::reader::tests::check;

    #[test]
    fn converts_ink_to_prose() {
        check(
            Ink,
            "~ x = 1\nA hall. # dark\nIt is {cold|warm} and {x: wet}. <>\n* [Go] -> yard\n\
             * Look[ up].\n  You look.\n- (top) Later. // note\n- \t-> END",
            "A hall.\n\nIt is cold and wet.\n\n- Look up.\n\nYou look.\n\nLater.",
            true,
        );
        check(
            Ink,
            "Just prose \\{here\\}.\n-> hall",
            "Just prose {here}.",
            false,
        );
        check(
            Ink,
            "You have {gold} coins.\n{say()}\n{ gold > 1:\n  Rich.\n  {known: Welcome.}\n- else: Poor.\n}\nOn.",
            "You have … coins.\n\nRich.\n\nWelcome.\n\nPoor.\n\nOn.",
            true,
        );
        check(
            Ink,
            "{stopping:\n- First: a\n  b\n- Then c.\n}\n{\n- x: One.\n- y:\n  { z: Two. }\n}",
            "First: a\n\nb\n\nOne.\n\nTwo.",
            true,
        );
        check(
            Ink,
            "+ {gold > 0} {not x} Look <b>around</b>\n  You see <span class='c'>nothing</span>.",
            "- Look **around**\n\nYou see nothing.",
            true,
        );
        check(
            Ink,
            "An inn.\n+ {gold > 1} [Buy]\n  ~ gold -= 1\n\n  -> inn\n* Look.\n  Nothing.\n  -> inn",
            "An inn.\n\n- Look.\n\nNothing.",
            true,
        );
        check(
            Ink,
            "A {x: -> yard} tent.\n* -> yard\n+ {x} ->\n* []\n",
            "A tent.",
            true,
        );
    }

    #[test]
    fn converts_yarn_to_prose() {
        check(
            Yarn,
            "Guard: Who is [b]there[/b]? #line:1\n<<set $a to 1>>\n-> Me.\n    <<jump Hall>>\nYou have {$gold} coins.",
            "Guard: Who is **there**?\n\nYou have … coins.",
            true,
        );
        check(
            Yarn,
            "-> Buy <<if $gold>>\n    Good.\n    <<jump Shop>>\n-> Leave\n    // away\n    <<jump Yard>>\n\\{a\\} \\[b] [plural value={$n} one=\"a\" other=\"%\" /]",
            "- Buy\n\nGood.\n\n{a} [b] …",
            true,
        );
        check(
            Yarn,
            "Come in. // a note\n=> Rain.\n=> Snow. <<if $cold>>\nSee https://a.b\n// end",
            "Come in.\n\nRain.\n\nSee https://a.b",
            true,
        );
    }
}
