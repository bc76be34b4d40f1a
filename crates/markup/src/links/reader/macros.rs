//! What macros and inserts of Twine's story formats leave in a text: nothing, the mark of a value, the
//! words of a link, or the text of a hook. Enter through [`without_macros`].

use std::borrow::Cow;
use std::ops::Range;

use super::{ProseNotation, VALUE};
use crate::links::brackets::setter_at;
use crate::links::chapbook::revealed_text;
use crate::links::harlowe::{VALUES, hook_name_after, hook_name_before, macro_name};
use crate::links::literal::{read_literal, split_arguments};
use crate::links::scan::{ScanResult, scan, scan_long};
use crate::links::sugarcube::LINK_MACROS;
use crate::links::temporary::TemporaryVariables;

/// Macros of SugarCube whose content is never shown.
const SILENT: [&str; 5] = ["silently", "silent", "widget", "script", "done"];
/// Macros of SugarCube between texts of which a reader is shown one.
const OTHERWISE: [&str; 4] = ["else", "elseif", "case", "default"];
/// Macros of Harlowe that are links and lead to a passage.
const HARLOWE_LINKS: [&str; 2] = ["linkgoto", "linkrevealgoto"];

/// A range of a text that is left out, and what stands in its place.
type Cut = (usize, usize, Cow<'static, str>);

/// A text without its macros.
pub(super) struct Plain {
    pub(super) text: String,
    /// The positions of the opening brackets of hooks, in order.
    pub(super) hooks: Vec<usize>,
    /// Whether there was a macro.
    pub(super) has_macros: bool,
}

/// The text without macros.
pub(super) fn without_macros(text: &str, notation: ProseNotation) -> Plain {
    let mut cuts: Vec<Cut> = Vec::new();
    let mut hooks: Vec<usize> = Vec::new();
    match notation {
        ProseNotation::SugarCube => {
            sugarcube(text, &mut cuts);
            named_values(text, &mut cuts);
        }
        ProseNotation::Harlowe => {
            harlowe(text, &mut cuts, &mut hooks);
            named_values(text, &mut cuts);
        }
        ProseNotation::Chapbook => chapbook(text, &mut cuts),
        ProseNotation::Snowman => snowman(text, &mut cuts),
        ProseNotation::Markdown
        | ProseNotation::Ink
        | ProseNotation::Yarn
        | ProseNotation::Arcweave => {}
    }
    let has_macros = !cuts.is_empty();
    if notation == ProseNotation::Harlowe {
        named_hooks(text, &mut cuts, &mut hooks);
        collapsed(text, &mut cuts);
    }
    hooks.sort_unstable();
    hooks.dedup();
    let (text, hooks) = cut(text, cuts, hooks);
    Plain {
        text,
        hooks,
        has_macros,
    }
}

/// Leaves out a range.
fn left_out(start: usize, end: usize) -> Cut {
    (start, end, Cow::Borrowed(""))
}

/// What stands between two texts under different conditions, of which all are shown: nothing if a line
/// ends there or the first is empty, which `empty` shows.
fn between_branches(before: &str, empty: char, after: &str) -> Cow<'static, str> {
    let is_apart = before.ends_with(['\n', empty]) || after.starts_with('\n');
    Cow::Borrowed(if is_apart { "" } else { " / " })
}

/// The mark of a value, or nothing.
fn value_if(is_value: bool) -> Cow<'static, str> {
    Cow::Borrowed(if is_value { VALUE } else { "" })
}

/// The words of a link, as a link in brackets; nothing if they are computed or cannot be written so.
fn link_words(source: &str) -> Cow<'static, str> {
    let source = source.trim();
    let words = match source.strip_prefix("[[") {
        Some(link) => link.find(']').map(|it| link[..it].to_owned()),
        None => read_literal(source)
            .map(|it| it.0)
            .filter(|it| !it.contains(['[', ']', '|', '\n', '<', '>'])),
    };
    let words = words.filter(|it| !it.trim().is_empty());
    words.map_or(Cow::Borrowed(""), |it| Cow::Owned(format!("[[{it}]]")))
}

fn sugarcube(text: &str, cuts: &mut Vec<Cut>) {
    // Until where text belongs to a macro that shows nothing, or whose lines are joined.
    let (mut silent_until, mut joined_until) = (0, 0);
    // Macros of which no end was found; there is none further on either.
    let mut unclosed: Vec<&str> = Vec::new();
    scan_long(text, "<<", |at, rest| {
        if !rest.starts_with(|it: char| it.is_alphabetic() || "_=-/".contains(it)) {
            return ScanResult::NoMatch;
        }
        let Some(length) = rest.find(">>") else {
            return ScanResult::Unclosed;
        };
        let end = at + length + 4;
        if at < silent_until {
            return ScanResult::Match(length + 2);
        }
        let content = &text[at + 2..at + 2 + length];
        let name = content.split(|it: char| !it.is_alphanumeric()).next();
        let name = name.unwrap_or_default();
        let mut closed = || {
            if unclosed.contains(&name) {
                return None;
            }
            let closing = [format!("<</{name}>>"), format!("<<end{name}>>")];
            let closed = closing.iter().filter_map(|it| {
                let found = text[end..].find(it.as_str())?;
                Some((end + found, it.len()))
            });
            let closed = closed.min();
            if closed.is_none() {
                unclosed.push(name);
            }
            closed
        };
        if content.starts_with(['=', '-']) || name == "print" {
            cuts.push((at, end, value_if(true)));
        } else if SILENT.contains(&name) {
            silent_until = closed().map_or(end, |(start, length)| start + length);
            cuts.push(left_out(at, silent_until));
        } else {
            if name == "nobr"
                && at >= joined_until
                && let Some((start, _)) = closed()
            {
                join_lines(text, end..start, cuts);
                joined_until = start;
            }
            let shown = if LINK_MACROS.contains(&name) {
                link_words(&content[name.len()..])
            } else if OTHERWISE.contains(&name) {
                between_branches(&text[..at], '>', &text[end..])
            } else {
                Cow::Borrowed("")
            };
            cuts.push((at, end, shown));
        }
        ScanResult::Match(length + 2)
    });
    scan(text, "[", |at, rest| {
        let picture = rest.trim_start_matches(['<', '>']);
        let is_picture = picture.starts_with("img[");
        match is_picture.then(|| rest.find("]]")).flatten() {
            Some(length) => {
                cuts.push(left_out(at, at + length + 3));
                ScanResult::Match(length + 2)
            }
            None => ScanResult::NoMatch,
        }
    });
}

fn snowman(text: &str, cuts: &mut Vec<Cut>) {
    scan_long(text, "<%", |at, rest| match rest.find("%>") {
        Some(length) => {
            let is_value = rest.starts_with(['=', '-']);
            cuts.push((at, at + length + 4, value_if(is_value)));
            ScanResult::Match(length + 2)
        }
        None => ScanResult::Unclosed,
    });
}

fn chapbook(text: &str, cuts: &mut Vec<Cut>) {
    scan(text, "{", |at, rest| {
        let is_name = |it: char| it.is_ascii_alphanumeric() || " -_$.".contains(it);
        let name = rest.find(|it: char| !is_name(it)).unwrap_or(rest.len());
        let begins = rest.starts_with(|it: char| it.is_ascii_alphabetic() || it == '$');
        if !begins || !rest[name..].starts_with([':', '}', ',']) {
            return ScanResult::NoMatch;
        }
        let Some((arguments, length)) = split_arguments(rest, '}') else {
            return ScanResult::Unclosed;
        };
        if let Some(shown) = revealed_text(&arguments) {
            cuts.push(left_out(at, at + 1 + shown.start));
            cuts.push(left_out(at + 1 + shown.end, at + length + 2));
            // What is shown may have inserts of its own.
            return ScanResult::Match(shown.start);
        }
        let shown = match rest[..name].trim() {
            "link to" => {
                let mut named = arguments.iter().filter_map(|it| it.split_once(':'));
                let target = named.next();
                let label = named.find(|it| it.0.trim() == "label");
                link_words(label.or(target).map_or("", |it| it.1))
            }
            name => {
                let is_alone = rest[name.len()..].trim_start().starts_with('}');
                value_if(is_alone && !name.contains(' '))
            }
        };
        cuts.push((at, at + length + 2, shown));
        ScanResult::Match(length)
    });
}

fn harlowe(text: &str, cuts: &mut Vec<Cut>, hooks: &mut Vec<usize>) {
    scan(text, "(", |at, rest| {
        let is_name = |it: char| it.is_ascii_alphanumeric() || "-_$.".contains(it);
        let name = rest.find(|it: char| !is_name(it)).unwrap_or(rest.len());
        let begins = rest.starts_with(|it: char| it.is_ascii_alphabetic() || it == '$');
        if !begins || !rest[name..].starts_with(':') {
            return ScanResult::NoMatch;
        }
        let Some((arguments, length)) = split_arguments(rest, ')') else {
            return ScanResult::Unclosed;
        };
        let end = at + length + 2;
        let macro_name = macro_name(&rest[..name]);
        let after = &text[end..];
        let shown = match macro_name.as_str() {
            it if HARLOWE_LINKS.contains(&it) => link_words(&arguments[0][name + 1..]),
            "else" | "elseif" if text[..at].ends_with(']') => {
                between_branches(&text[..at], '[', after.trim_start_matches([' ', '[']))
            }
            it => value_if(VALUES.contains(&it)),
        };
        cuts.push((at, end, shown));
        let next = after.trim_start_matches([' ', '\n']);
        if let Some(joined) = next.strip_prefix('+').map(str::trim_start)
            && joined.starts_with('(')
        {
            cuts.push(left_out(end, text.len() - joined.len()));
        }
        if next.starts_with('[') && !next.starts_with("[[") {
            hooks.push(text.len() - next.len());
        }
        ScanResult::Match(length)
    });
}

/// The names of Harlowe's hooks, `|name>[text]` and `[text]<name|`, and the marks of hooks that reach to
/// the end of the passage, `[==`.
fn named_hooks(text: &str, cuts: &mut Vec<Cut>, hooks: &mut Vec<usize>) {
    let mut open = Vec::new();
    for at in memchr::memchr2_iter(b'[', b']', text.as_bytes()) {
        if text.as_bytes()[at] == b'[' {
            open.push(at);
            if let Some(start) = hook_name_before(text, at) {
                cuts.push(left_out(start, at));
                hooks.push(at);
            }
            let after = &text[at + 1..];
            let marks = after.len() - after.trim_start_matches('=').len();
            if marks > 0 {
                cuts.push(left_out(at, at + 1 + marks));
            }
        } else if let Some(start) = open.pop()
            && let Some(end) = hook_name_after(text, at + 1)
        {
            cuts.push(left_out(at + 1, end));
            hooks.push(start);
        }
    }
}

/// Braces of Harlowe, whose text is one line.
fn collapsed(text: &str, cuts: &mut Vec<Cut>) {
    let mut code = cuts.clone();
    code.sort_unstable();
    let mut code = code.into_iter().peekable();
    let (mut open, mut pairs, mut behind) = (Vec::new(), Vec::new(), 0);
    for at in memchr::memchr2_iter(b'{', b'}', text.as_bytes()) {
        while let Some(it) = code.next_if(|it| it.0 <= at) {
            behind = behind.max(it.1);
        }
        match text.as_bytes()[at] {
            _ if at < behind => {}
            b'{' => open.push(at),
            _ => pairs.extend(open.pop().map(|start| (start, at))),
        }
    }
    pairs.sort_unstable();
    let mut joined_until = 0;
    for (start, end) in pairs {
        cuts.extend([left_out(start, start + 1), left_out(end, end + 1)]);
        if start >= joined_until {
            join_lines(text, start + 1..end, cuts);
            joined_until = end;
        }
    }
}

/// Joins the lines of a part of a text.
fn join_lines(text: &str, range: Range<usize>, cuts: &mut Vec<Cut>) {
    let mut at = range.start;
    while let Some(found) = text[at..range.end].find('\n') {
        let start = at + found;
        let rest = &text[start..range.end];
        at = range.end - rest.trim_start().len();
        let is_edge = start == range.start || at == range.end;
        let instead = if is_edge { "" } else { " " };
        cuts.push((start, at, Cow::Borrowed(instead)));
    }
}

/// The variables in the prose of SugarCube and Harlowe, such as `$name` and `_name`, and what following
/// a link sets, `[[x][$name to 1]]`. Variables in links are not prose.
fn named_values(text: &str, cuts: &mut Vec<Cut>) {
    let is_name = |it: char| it.is_alphanumeric() || it == '_';
    let temporary = TemporaryVariables::of(text);
    let mut at = 0;
    while let Some(found) = memchr::memchr3(b'$', b'[', b'_', &text.as_bytes()[at..]) {
        let start = at + found;
        let rest = &text[start..];
        at = start + 1;
        if let Some(link) = rest.strip_prefix("[[") {
            if let Some(length) = link.find("]]") {
                at = start + 2 + length;
                let setter = setter_at(&link[..length]);
                cuts.extend(setter.map(|it| left_out(start + 2 + it, at)));
            }
            continue;
        }
        if rest.starts_with('_') && temporary.length_at(text, start).is_none() {
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
        cuts.push((start, at, value_if(true)));
    }
}

/// The text with these ranges replaced, and where these positions are in what is left.
fn cut(text: &str, mut cuts: Vec<Cut>, marks: Vec<usize>) -> (String, Vec<usize>) {
    cuts.sort_unstable();
    let mut left = String::with_capacity(text.len());
    let mut at = 0;
    let mut moved = Vec::with_capacity(marks.len());
    let mut marks = marks.into_iter().peekable();
    for (start, end, instead) in cuts.into_iter().chain([left_out(text.len(), text.len())]) {
        if start >= at {
            while let Some(mark) = marks.next_if(|it| *it < start) {
                if mark >= at {
                    moved.push(left.len() + mark - at);
                }
            }
            left.push_str(&text[at..start]);
            left.push_str(&instead);
        }
        at = at.max(end);
    }
    (left, moved)
}
