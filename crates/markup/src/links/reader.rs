//! Text in the notation of a story format as a reader of the original sees it, in Markdown: its
//! formatting is kept, and its code is left out. Nothing is run: what stands under a condition is
//! shown, and a value among other words is three dots. Enter through [`reader_prose`]; `dialogue` does the same for Ink and Yarn.

use std::borrow::Cow;

use super::chapbook::revealed_text;
use super::literal::split_arguments;
use super::prose_notation::ProseNotation;
use super::scan::{ScanResult, scan, scan_long};
use super::unparsed;
use super::verbatim::{protect_verbatim, restore_verbatim};

/// What a reader sees of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReaderProse<'a> {
    /// The prose, in Markdown.
    pub text: Cow<'a, str>,
    /// Whether code was left out that may change what a reader sees.
    pub leaves_out_code: bool,
}

/// The most spaces before a line that Markdown does not take for code.
const MAX_INDENT: usize = 3;
/// Macros of SugarCube whose content is never shown.
const SILENT: [&str; 5] = ["silently", "silent", "widget", "script", "done"];
/// Stands for a value while the text is read; the characters before it stand for verbatim text.
pub(super) const VALUE: &str = "\u{10_0100}";
/// What a reader sees instead of a value among other words.
const SHOWN_VALUE: &str = "…";

/// A range of a text that is left out, and what stands in its place.
type Cut = (usize, usize, &'static str);

/// What a reader sees of a text in this notation.
pub fn reader_prose(text: &str, notation: ProseNotation) -> ReaderProse<'_> {
    if notation == ProseNotation::Markdown {
        return ReaderProse {
            text: Cow::Borrowed(text),
            leaves_out_code: false,
        };
    }
    let mut reader = Reader {
        notation,
        leaves_out_code: false,
    };
    let text = match notation {
        ProseNotation::Ink => reader.ink(text),
        ProseNotation::Yarn => reader.yarn(text),
        _ => reader.twine(text),
    };
    ReaderProse {
        text: Cow::Owned(restore_verbatim(tidy(&text))),
        leaves_out_code: reader.leaves_out_code,
    }
}

pub(super) struct Reader {
    notation: ProseNotation,
    pub(super) leaves_out_code: bool,
}

impl Reader {
    fn twine(&mut self, text: &str) -> String {
        let text = match self.notation {
            ProseNotation::Chapbook => self.chapbook_prose(text),
            _ => Cow::Borrowed(text),
        };
        let text = protect_verbatim(&text, self.notation);
        let plain = unparsed::mask_unparsed(&text);
        let plain = unparsed::mask_scripts(&plain);
        self.leaves_out_code |= matches!(plain, Cow::Owned(_));
        let (text, hooks) = self.without_macros(&plain);
        let text = without_marks(&text, &hooks);
        let text = without_tags(&text);
        match self.notation {
            ProseNotation::SugarCube => with_markdown(&text, true),
            ProseNotation::Harlowe => with_markdown(&text, false),
            _ => text,
        }
    }

    /// The text without macros, and the positions of the brackets of hooks that belonged to some.
    fn without_macros(&mut self, text: &str) -> (String, Vec<usize>) {
        let mut gone: Vec<Cut> = Vec::new();
        let mut hooks: Vec<usize> = Vec::new();
        if self.notation == ProseNotation::SugarCube {
            sugarcube_macros(text, &mut gone);
        }
        if matches!(
            self.notation,
            ProseNotation::SugarCube | ProseNotation::Harlowe
        ) {
            named_values(text, &mut gone);
        }
        if self.notation == ProseNotation::Snowman {
            scan_long(text, "<%", |at, rest| match rest.find("%>") {
                Some(length) => {
                    let is_value = rest.starts_with(['=', '-']);
                    gone.push((at, at + length + 4, value_if(is_value)));
                    ScanResult::Match(length + 2)
                }
                None => ScanResult::Unclosed,
            });
        }
        let macros = match self.notation {
            ProseNotation::Harlowe => Some(("(", ')')),
            ProseNotation::Chapbook => Some(("{", '}')),
            _ => None,
        };
        if let Some((open, close)) = macros {
            scan(text, open, |at, rest| {
                let is_name = |it: char| it.is_ascii_alphanumeric() || " -_$.".contains(it);
                let name = rest.find(|it: char| !is_name(it)).unwrap_or(rest.len());
                let begins = rest.starts_with(|it: char| it.is_ascii_alphabetic() || it == '$');
                let is_macro = begins
                    && (rest[name..].starts_with(':')
                        && (open == "{" || !rest[..name].contains(' '))
                        || open == "{" && rest[name..].starts_with(['}', ',']));
                if !is_macro {
                    return ScanResult::NoMatch;
                }
                let Some((arguments, length)) = split_arguments(rest, close) else {
                    return ScanResult::Unclosed;
                };
                if open == "{"
                    && let Some(shown) = revealed_text(&arguments)
                {
                    gone.push((at, at + 1 + shown.start, ""));
                    gone.push((at + 1 + shown.end, at + length + 2, ""));
                    // What is shown may have inserts of its own.
                    return ScanResult::Match(shown.start);
                }
                let is_value = match open {
                    "{" => rest[name..].starts_with('}') && !rest[..name].contains(' '),
                    _ => &rest[..name] == "print",
                };
                gone.push((at, at + length + 2, value_if(is_value)));
                let after = &text[at + length + 2..];
                let space = after.len() - after.trim_start_matches([' ', '\n']).len();
                let is_hook = after[space..].starts_with('[') && !after[space..].starts_with("[[");
                if open == "(" && is_hook {
                    hooks.push(at + length + 2 + space);
                }
                ScanResult::Match(length)
            });
        }
        self.leaves_out_code |= !gone.is_empty();
        // Positions in what is left.
        let (left, moved) = cut(text, gone, hooks);
        (left, moved)
    }

    /// Chapbook's prose: without the variables above `--`, and without the lines of modifiers.
    fn chapbook_prose<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let below = match text.split_once("\n--\n") {
            Some((_, below)) => below,
            None => text.strip_prefix("--\n").unwrap_or(text),
        };
        self.leaves_out_code |= below.len() < text.len();
        let is_modifier = |line: &str| {
            let line = line.trim();
            line.starts_with('[') && line.ends_with(']') && !line.starts_with("[[")
        };
        if !below.lines().any(is_modifier) {
            return Cow::Borrowed(below);
        }
        self.leaves_out_code = true;
        let lines = below.split_inclusive('\n');
        lines.filter(|it| !is_modifier(it)).collect()
    }
}

/// The macros of SugarCube, and what is in those that show nothing.
fn sugarcube_macros(text: &str, gone: &mut Vec<Cut>) {
    // Until where text belongs to a macro that shows nothing.
    let mut silent_until = 0;
    scan_long(text, "<<", |at, rest| {
        let Some(length) = rest.find(">>") else {
            return ScanResult::Unclosed;
        };
        let end = at + length + 4;
        if at >= silent_until {
            let content = &rest[..length];
            let name = content.split(|it: char| !it.is_alphanumeric()).next();
            if content.starts_with(['=', '-']) || name == Some("print") {
                gone.push((at, end, VALUE));
            } else if let Some(name) = name.filter(|it| SILENT.contains(it)) {
                let closing = [format!("<</{name}>>"), format!("<<end{name}>>")];
                let closed = closing.iter().filter_map(|it| {
                    let found = text[end..].find(it.as_str())?;
                    Some(end + found + it.len())
                });
                silent_until = closed.min().unwrap_or(end);
                gone.push((at, silent_until, ""));
            } else {
                gone.push((at, end, ""));
            }
        }
        ScanResult::Match(length + 2)
    });
}

/// The mark of a value, or nothing.
fn value_if(is_value: bool) -> &'static str {
    if is_value { VALUE } else { "" }
}

/// The variables in the prose of SugarCube and Harlowe, such as `$name`. Those in links are not prose.
fn named_values(text: &str, gone: &mut Vec<Cut>) {
    let is_name = |it: char| it.is_alphanumeric() || it == '_';
    let mut at = 0;
    while let Some(found) = memchr::memchr2(b'$', b'[', &text.as_bytes()[at..]) {
        let start = at + found;
        let rest = &text[start..];
        at = start + 1;
        if rest.starts_with("[[") {
            at = rest.find("]]").map_or(at, |it| start + it + 2);
            continue;
        }
        let name = &rest[1..];
        let begins = name.starts_with(|it: char| it.is_alphabetic() || it == '_');
        if rest.starts_with('[') || !begins || text[..start].ends_with(is_name) {
            continue;
        }
        let mut end = name.find(|it| !is_name(it)).unwrap_or(name.len());
        // The values of an object: `$hero.name`.
        while let Some(property) = name[end..].strip_prefix('.')
            && property.starts_with(char::is_alphabetic)
        {
            end += 1 + property.find(|it| !is_name(it)).unwrap_or(property.len());
        }
        at = start + 1 + end;
        gone.push((start, at, VALUE));
    }
}

/// The text with these ranges replaced, and where these positions are in what is left.
fn cut(text: &str, mut gone: Vec<Cut>, marks: Vec<usize>) -> (String, Vec<usize>) {
    gone.sort_unstable();
    let mut left = String::with_capacity(text.len());
    let mut at = 0;
    let mut moved = Vec::with_capacity(marks.len());
    let mut marks = marks.into_iter().peekable();
    for (start, end, instead) in gone.into_iter().chain([(text.len(), text.len(), "")]) {
        if start >= at {
            while let Some(mark) = marks.next_if(|it| *it < start) {
                if mark >= at {
                    moved.push(left.len() + mark - at);
                }
            }
            left.push_str(&text[at..start]);
            left.push_str(instead);
        }
        at = at.max(end);
    }
    (left, moved)
}

/// The text without the brackets that open at these positions, and without those that close them.
fn without_marks(text: &str, hooks: &[usize]) -> String {
    if hooks.is_empty() {
        return text.to_owned();
    }
    let mut open: Vec<bool> = Vec::new();
    let mut plain = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c {
            '[' => {
                let is_hook = hooks.binary_search(&at).is_ok();
                open.push(is_hook);
                if !is_hook {
                    plain.push(c);
                }
            }
            ']' => {
                if open.pop() != Some(true) {
                    plain.push(c);
                }
            }
            c => plain.push(c),
        }
    }
    plain
}

/// The text with the tags of HTML that Markdown has marks for as those marks, and without others.
fn without_tags(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        let name = from[1..].trim_start_matches('/');
        let is_tag = name.starts_with(|it: char| it.is_ascii_alphabetic());
        let end = from
            .find(['>', '\n'])
            .filter(|it| is_tag && from[*it..].starts_with('>'));
        let Some(end) = end else {
            plain.push('<');
            rest = &from[1..];
            continue;
        };
        let name_end = name.find(|it: char| !it.is_ascii_alphanumeric());
        let name = name[..name_end.unwrap_or(name.len())].to_ascii_lowercase();
        match name.as_str() {
            "b" | "strong" => plain.push_str("**"),
            "i" | "em" => plain.push('*'),
            "br" => plain.push('\n'),
            "p" | "div" | "li" => plain.push_str("\n\n"),
            _ => {}
        }
        rest = &from[end + 1..];
    }
    plain + rest
}

/// The marks of SugarCube or Harlowe as those of Markdown.
fn with_markdown(text: &str, is_sugarcube: bool) -> String {
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let mut line = line;
        let level = line.len() - line.trim_start_matches('!').len();
        if is_sugarcube
            && (1..=6).contains(&level)
            && line[level..]
                .trim_start()
                .starts_with(char::is_alphanumeric)
        {
            plain.push_str(&"#".repeat(level));
            plain.push(' ');
            line = line[level..].trim_start();
        }
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            let marks: [(&str, &str); 5] = [
                ("//", "*"),
                ("''", "**"),
                ("__", ""),
                ("==", if is_sugarcube { "~~" } else { "==" }),
                ("@@", ""),
            ];
            // The slashes of an address are none.
            let is_address = plain.ends_with(':') && rest.starts_with("//");
            let mark = marks
                .iter()
                .find(|it| rest.starts_with(it.0) && !is_address);
            match mark {
                Some((mark, markdown)) => {
                    plain.push_str(markdown);
                    rest = &rest[mark.len()..];
                }
                None => {
                    plain.push(c);
                    rest = &rest[c.len_utf8()..];
                }
            }
            if is_address {
                plain.push('/');
                rest = &rest[1..];
            }
        }
    }
    plain
}

/// The text without spaces at the ends of lines, without more than one blank line in a row, and with
/// values shown where they stand among words.
fn tidy(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut blank = true;
    for line in text.lines() {
        let has_words = line.contains(char::is_alphanumeric);
        let instead = if has_words { SHOWN_VALUE } else { "" };
        let line = line.replace(VALUE, instead);
        let line = line.trim_end();
        if line.is_empty() && std::mem::replace(&mut blank, true) {
            continue;
        }
        blank = line.is_empty();
        // What was left out leaves spaces on both sides; before a line they would make it code.
        let indent = line.len() - line.trim_start().len();
        if indent <= MAX_INDENT {
            plain.push_str(&line[..indent]);
        }
        let mut before = ' ';
        for c in line[indent..].chars() {
            if !(c == ' ' && before == ' ') {
                plain.push(c);
            }
            before = c;
        }
        plain.push('\n');
    }
    plain.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::ProseNotation::{Chapbook, Harlowe, Snowman, SugarCube};
    use super::*;

    #[track_caller]
    fn check(notation: ProseNotation, text: &str, read: &str, leaves_out_code: bool) {
        let prose = reader_prose(text, notation);
        assert_eq!(
            (&*prose.text, prose.leaves_out_code),
            (read, leaves_out_code),
            "{text}"
        );
    }

    #[test]
    fn converts_sugarcube_to_prose() {
        check(
            SugarCube,
            "<<silently>>\n<<set $a to 1>>\nhidden\n<</silently>>\n!Night\n//Rain// and ''wind''. \
             <<if $a>>A door.<</if>>",
            "# Night\n*Rain* and **wind**. A door.",
            true,
        );
        check(
            SugarCube,
            "See https://x.y (note: he left) {so}.",
            "See https://x.y (note: he left) {so}.",
            false,
        );
        check(
            SugarCube,
            "He <b>ran</b>.<br>Off. [[Go->Hall]]",
            "He **ran**.\nOff. [[Go->Hall]]",
            false,
        );
        check(
            SugarCube,
            "/* no */<<script>>let a = 1;<</script>>Fog.",
            "Fog.",
            true,
        );
    }

    #[test]
    fn converts_other_twine_formats_to_prose() {
        check(
            Harlowe,
            "(set: $a to 1)Rain. (if: $a is 1)[A [red] door.] //Now// [[Go]]",
            "Rain. A [red] door. *Now* [[Go]]",
            true,
        );
        check(
            Chapbook,
            "gold: 5\n--\nYou have {gold}.\n[if gold > 3]\nRich. {embed passage: 'Sky'}",
            "You have ….\nRich.",
            true,
        );
        check(
            Snowman,
            "<% s.a = 1; %>Rain. <%= s.name %>",
            "Rain. …",
            true,
        );
        check(Chapbook, "Only *prose*.", "Only *prose*.", false);
        check(
            Chapbook,
            "A {reveal link: 'door', text: \"door of {owner}, locked\"}. {reveal link: 'x', text: y}",
            "A door of …, locked.",
            true,
        );
    }

    #[test]
    fn shows_dots_for_a_value_among_words() {
        check(
            SugarCube,
            "<<print $a>>\n$hero.name has $gold coins, US$ab or $5, <<= $b>>. [[$name|Hall]]\n\n$alone\n",
            "… has … coins, US$ab or $5, …. [[$name|Hall]]",
            true,
        );
        check(
            Harlowe,
            "You have (print: $gold) of $gold.\n(print: $card)",
            "You have … of ….",
            true,
        );
        check(
            Chapbook,
            "Hello, {hero.name}. {back link}",
            "Hello, ….",
            true,
        );
        check(
            Snowman,
            "<%= s.card %>\nOff <%- s.name %> goes.",
            "Off … goes.",
            true,
        );
    }

    #[test]
    fn keeps_verbatim_text() {
        check(
            SugarCube,
            "{{{<<a>> //b//}}} <nowiki>''c'' [[d]]</nowiki> \"\"\"$e\"\"\" `f` /* g */",
            r"`<<a>> //b//` \'\'c\'\' \[\[d\]\] \$e \`f\`",
            false,
        );
        check(Harlowe, "`''a''` and ``b`c``", r"\'\'a\'\' and b\`c", false);
        check(Chapbook, "`{a}` and {b}", "`{a}` and …", true);
    }
}
