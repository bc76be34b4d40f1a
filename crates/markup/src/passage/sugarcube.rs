//! Reads the macros of SugarCube.

use std::ops::Range;

use super::pieces::{Branch, LinkPiece, Piece, When, add_prose, assignment, lasting_words, split};
use crate::links::{LINK_MACROS, TemporaryVariables, read_literal};

/// A macro: `<<name arguments>>` or `<</name>>`.
struct Macro<'t> {
    at: Range<usize>,
    name: &'t str,
    arguments: &'t str,
    closes: bool,
}

/// How deep macros may contain one another.
const MAX_DEPTH: usize = 50;

/// Macros with content that is shown, but not only once and at once.
const LATER: [&str; 16] = [
    "for",
    "timed",
    "repeat",
    "linkreplace",
    "linkappend",
    "linkprepend",
    "linkonce",
    "replace",
    "append",
    "prepend",
    "widget",
    "capture",
    "done",
    "cycle",
    "listbox",
    "createplaylist",
];
/// Macros that show their content as it is.
const SHOWING: [&str; 3] = ["nobr", "type", "do"];
/// Macros whose content is carried out and not shown.
const SILENT: [&str; 2] = ["silently", "silent"];
/// Macros that name a passage and have no content.
const WAYS: [&str; 7] = [
    "goto", "include", "display", "return", "back", "choice", "actions",
];
/// Macros that show a value.
const SHOWS: [&str; 3] = ["print", "=", "-"];
/// Macros of pictures and sounds, and others that neither show words nor set variables.
const HARMLESS: [&str; 18] = [
    "audio",
    "addclass",
    "removeclass",
    "toggleclass",
    "cacheaudio",
    "masteraudio",
    "playlist",
    "stop",
    "remove",
    "scrollto",
    "fadein",
    "fadeout",
    "waitforaudio",
    "pausesound",
    "playsound",
    "bookmark",
    "comment",
    "break",
];

/// A macro that has not ended yet.
struct Open<'t> {
    name: &'t str,
    start: usize,
    arguments: &'t str,
    /// The finished branches of a condition.
    branches: Vec<Branch<'t>>,
    when: When<'t>,
    source: &'t str,
    pieces: Vec<Piece<'t>>,
}

/// The pieces of a passage.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let root = Open {
        name: "",
        start: 0,
        arguments: "",
        branches: Vec::new(),
        when: When::Always,
        source: "",
        pieces: Vec::new(),
    };
    let temporary = TemporaryVariables::of(text);
    let mut open = vec![root];
    let mut at = 0;
    while let Some(it) = next_macro(text, at) {
        add_prose(text, at..it.at.start, &temporary, top(&mut open));
        at = it.at.end;
        step(text, it, &mut open);
    }
    add_prose(text, at..text.len(), &temporary, top(&mut open));
    while open.len() > 1 {
        // It never ends: what is in it is shown, and nothing is certain.
        let unclosed = open.pop().map(|it| it.pieces).unwrap_or_default();
        let pieces = top(&mut open);
        pieces.push(Piece::Code);
        pieces.push(Piece::Later(unclosed));
    }
    open.pop().map(|it| it.pieces).unwrap_or_default()
}

fn top<'o, 't>(open: &'o mut [Open<'t>]) -> &'o mut Vec<Piece<'t>> {
    let last = open.len() - 1;
    &mut open[last].pieces
}

fn step<'t>(text: &'t str, it: Macro<'t>, open: &mut Vec<Open<'t>>) {
    let source = &text[it.at.clone()];
    let Macro {
        at,
        name,
        arguments,
        closes,
    } = it;
    let last = open.len() - 1;
    if closes {
        if last > 0 && open[last].name == name {
            close(text, at.end, open);
        }
        return;
    }
    match name {
        "if" | "switch" if open.len() < MAX_DEPTH => {
            let when = match name {
                "if" => When::Holds(arguments),
                // What stands before the first case is not shown.
                _ => When::Never,
            };
            open.push(Open {
                name,
                start: at.start,
                arguments,
                branches: Vec::new(),
                when,
                source,
                pieces: Vec::new(),
            });
        }
        "else" | "elseif" if open[last].name == "if" => {
            let condition = match name {
                "elseif" => Some(arguments),
                _ => arguments.strip_prefix("if").map(str::trim),
            };
            branch(
                &mut open[last],
                condition.map_or(When::Always, When::Holds),
                source,
            );
        }
        "case" | "default" if open[last].name == "switch" => {
            let subject = open[last].arguments;
            let when = match name {
                "case" => values(arguments).map_or(When::Unknown, |it| When::Equals(subject, it)),
                _ => When::Always,
            };
            branch(&mut open[last], when, source);
        }
        name if open.len() < MAX_DEPTH
            && (LATER.contains(&name)
                || SHOWING.contains(&name)
                || SILENT.contains(&name)
                || LINK_MACROS.contains(&name)) =>
        {
            if LINK_MACROS.contains(&name) {
                // A link without an end is one without content.
                let ends = text[at.end..].contains(&format!("<</{name}>>"))
                    || text[at.end..].contains(&format!("<<end{name}>>"));
                if !ends {
                    open[last].pieces.push(Piece::Way(at.start, false));
                    return;
                }
            }
            open.push(Open {
                name,
                start: at.start,
                arguments,
                branches: Vec::new(),
                when: When::Always,
                source,
                pieces: Vec::new(),
            });
        }
        "set" => sets(arguments, &mut open[last].pieces),
        "unset" => {
            for variable in arguments.split([' ', ',']).filter(|it| !it.is_empty()) {
                let name = variable.trim_matches(['"', '\'']);
                open[last].pieces.push(Piece::Set(super::pieces::SetPiece {
                    name,
                    operator: None,
                    value: "0",
                }));
            }
        }
        name if WAYS.contains(&name) => {
            open[last].pieces.push(Piece::Way(at.start, name == "goto"));
        }
        name if SHOWS.contains(&name) => open[last].pieces.push(Piece::Value(arguments)),
        name if HARMLESS.contains(&name) => {}
        _ => open[last].pieces.push(Piece::Code),
    }
}

fn branch<'t>(open: &mut Open<'t>, next: When<'t>, source: &'t str) {
    let when = std::mem::replace(&mut open.when, next);
    let source = std::mem::replace(&mut open.source, source);
    let body = std::mem::take(&mut open.pieces);
    open.branches.push(Branch { when, source, body });
}

fn close(text: &str, end: usize, open: &mut Vec<Open<'_>>) {
    let Some(mut done) = open.pop() else {
        return;
    };
    let pieces = top(open);
    match done.name {
        "if" | "switch" => {
            branch(&mut done, When::Always, "");
            pieces.push(Piece::If(done.branches));
        }
        name if LINK_MACROS.contains(&name) => {
            let label = read_literal(done.arguments).map(|it| it.0.trim().to_owned());
            pieces.push(Piece::Link(LinkPiece {
                at: done.start..end,
                label: label.unwrap_or_default(),
                body: done.pieces,
            }));
        }
        name if SILENT.contains(&name) => pieces.push(Piece::Silent(done.pieces)),
        // Lines are joined when all of the text is known.
        "nobr" => {
            let closing = text[..end].rfind("<<").unwrap_or(end);
            pieces.push(Piece::Text(done.start..done.start + done.source.len()));
            pieces.extend(done.pieces);
            pieces.push(Piece::Text(closing..end));
        }
        name if SHOWING.contains(&name) => pieces.extend(done.pieces),
        "widget" | "createplaylist" => pieces.push(Piece::Code),
        name => {
            let words = || lasting_words(text, done.start, done.arguments);
            pieces.push(Piece::Code);
            pieces.extend((name == "linkappend").then(words).flatten());
            pieces.push(Piece::Later(done.pieces));
            pieces.extend((name == "linkprepend").then(words).flatten());
        }
    }
}

/// The assignments of `<<set …>>` or of a link's setter.
pub(super) fn sets<'t>(source: &'t str, pieces: &mut Vec<Piece<'t>>) {
    let parts = split(source, &[',', ';']).into_iter();
    for part in parts.filter(|it| !it.trim().is_empty()) {
        pieces.push(assignment(part).map_or(Piece::Code, Piece::Set));
    }
}

/// The values of a case, which are separated by spaces.
fn values(source: &str) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    let mut rest = source.trim();
    while !rest.is_empty() {
        let length = match read_literal(rest) {
            Some((_, length)) => length,
            None => rest.find(char::is_whitespace).unwrap_or(rest.len()),
        };
        let value = &rest[..length];
        (!value.contains(['(', '[', '{', '`', ','])).then_some(())?;
        found.push(value);
        rest = rest[length..].trim_start();
    }
    (!found.is_empty()).then_some(found)
}

/// The next macro at or behind a position.
fn next_macro(text: &str, from: usize) -> Option<Macro<'_>> {
    let mut at = from;
    loop {
        at += memchr::memmem::find(&text.as_bytes()[at..], b"<<")?;
        let rest = &text[at + 2..];
        let closes = rest.starts_with('/');
        let named = rest.strip_prefix('/').unwrap_or(rest);
        let length = match named.as_bytes().first() {
            Some(b'=' | b'-') => 1,
            _ => named
                .find(|it: char| !(it.is_alphanumeric() || it == '_' || it == '-'))
                .unwrap_or(named.len()),
        };
        let name = &named[..length];
        let Some(end) = (length > 0).then(|| end(&named[length..])).flatten() else {
            at += 2;
            continue;
        };
        let start = at + 2 + usize::from(closes) + length;
        let is_old = name.strip_prefix("end").filter(|it| {
            let all = [
                &LATER[..],
                &SHOWING,
                &SILENT,
                &LINK_MACROS,
                &["if", "switch"],
            ];
            all.iter().any(|all| all.contains(it))
        });
        return Some(Macro {
            at: at..start + end + 2,
            name: is_old.unwrap_or(name),
            arguments: text[start..start + end].trim(),
            closes: closes || is_old.is_some(),
        });
    }
}

/// The position of `>>`, outside of texts where it can be found there.
fn end(source: &str) -> Option<usize> {
    let first = memchr::memmem::find(source.as_bytes(), b">>")?;
    let mut at = 0;
    while at < source.len() {
        let rest = &source[at..];
        if rest.starts_with(">>") {
            return Some(at);
        }
        let length = match rest.chars().next()? {
            '"' | '\'' => read_literal(rest).map_or(1, |it| it.1),
            c => c.len_utf8(),
        };
        at += length;
        // An apostrophe is not the beginning of a text.
        if at > first + 2_000 {
            return Some(first);
        }
    }
    Some(first)
}
