//! A passage as a tree of prose, conditions, assignments and links, in the order in which its story
//! format works through it. Sources are not interpreted here; see `expression`.

use std::ops::Range;

use model::play::Operator;

use crate::links::{TemporaryVariables, read_literal};

/// A part of a passage. Positions are bytes of its text.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Piece<'t> {
    /// Prose, which may contain links.
    Text(Range<usize>),
    /// The value of an expression, shown as prose.
    Value(&'t str),
    /// An assignment.
    Set(SetPiece<'t>),
    /// One of several branches.
    If(Vec<Branch<'t>>),
    /// A link whose content is carried out when it is followed.
    Link(LinkPiece<'t>),
    /// A macro at this position leads to a passage or includes one; whether it does so at once,
    /// without being asked.
    Way(usize, bool),
    /// Shown, but carried out at another time, more than once or never.
    Later(Vec<Piece<'t>>),
    /// Carried out and not shown.
    Silent(Vec<Piece<'t>>),
    /// Code that is not understood, and whether it may change what is shown or what variables hold.
    Code,
}

/// An assignment.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SetPiece<'t> {
    /// The name, with its sigil.
    pub(super) name: &'t str,
    /// The operator of a short form such as `+=`.
    pub(super) operator: Option<Operator>,
    /// What it is set to.
    pub(super) value: &'t str,
}

/// One branch of a condition.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Branch<'t> {
    pub(super) when: When<'t>,
    /// The macro, to be shown where it is not understood.
    pub(super) source: &'t str,
    pub(super) body: Vec<Piece<'t>>,
}

/// When a branch is taken, if none before it is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum When<'t> {
    Holds(&'t str),
    Fails(&'t str),
    /// The subject equals one of these.
    Equals(&'t str, Vec<&'t str>),
    Always,
    Never,
    Unknown,
}

/// A link with content.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LinkPiece<'t> {
    /// All of it, with its content.
    pub(super) at: Range<usize>,
    /// The words that the reader sees; empty where they are computed or part of another link.
    pub(super) label: String,
    pub(super) body: Vec<Piece<'t>>,
}

/// An assignment as it is written in SugarCube, Chapbook's scripts and setters of links: `$a to 1`,
/// `$a += 2`, `$a++`.
pub(super) fn assignment(source: &str) -> Option<SetPiece<'_>> {
    let source = source.trim();
    let is_name = |it: char| it.is_alphanumeric() || it == '_' || it == '$';
    let end = source.find(|it: char| !is_name(it)).unwrap_or(source.len());
    let (name, rest) = source.split_at(end);
    let rest = rest.trim_start();
    let set = |operator, value: &'_ str| {
        let is_name = name.len() > 1 || !name.starts_with('$');
        (is_name && !name.is_empty()).then_some((operator, value.trim().len()))
    };
    let marks = [
        ("+=", Some(Operator::Add)),
        ("-=", Some(Operator::Subtract)),
        ("*=", Some(Operator::Multiply)),
        ("/=", Some(Operator::Divide)),
        ("to ", None),
        ("=", None),
    ];
    let (operator, length) = match rest {
        "++" => {
            return Some(SetPiece {
                name,
                operator: Some(Operator::Add),
                value: "1",
            });
        }
        "--" => {
            return Some(SetPiece {
                name,
                operator: Some(Operator::Subtract),
                value: "1",
            });
        }
        _ => marks.iter().find_map(|(mark, operator)| {
            let value = rest.strip_prefix(mark)?;
            (!value.starts_with(['=', '>'])).then_some(())?;
            set(*operator, value)
        })?,
    };
    let value = &source[source.len() - length..];
    (!value.is_empty()).then_some(SetPiece {
        name,
        operator,
        value,
    })
}

/// The words of a link that stay in the text when following it shows more there. `literal` is a part of
/// the text behind `from`.
pub(super) fn lasting_words<'t>(text: &str, from: usize, literal: &str) -> Option<Piece<'t>> {
    let (words, length) = read_literal(literal)?;
    let at = from + text.get(from..)?.find(literal)?;
    let inner = at + 1..at + length - 1;
    // With escapes, the source is not what a reader sees.
    (text.get(inner.clone())? == words).then_some(Piece::Text(inner))
}

/// Splits a source at these marks, outside of texts and brackets.
pub(super) fn split<'t>(source: &'t str, marks: &[char]) -> Vec<&'t str> {
    let (mut parts, mut start, mut depth, mut quote) = (Vec::new(), 0, 0_usize, None);
    let mut chars = source.char_indices();
    while let Some((at, c)) = chars.next() {
        match (quote, c) {
            (Some(_), '\\') => _ = chars.next(),
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            (None, c) if depth == 0 && marks.contains(&c) => {
                parts.push(&source[start..at]);
                start = at + c.len_utf8();
            }
            (None, _) => {}
        }
    }
    parts.push(&source[start..]);
    parts
}

/// Adds prose and the variables in it: `$name` and `_name`, unless it is a part of something else.
pub(super) fn add_prose<'t>(
    text: &'t str,
    range: Range<usize>,
    temporary: &TemporaryVariables<'_>,
    pieces: &mut Vec<Piece<'t>>,
) {
    let mut at = range.start;
    let mut links = link_ranges(&text[range.clone()], range.start).into_iter();
    let mut link = links.next();
    for (mark, sigil) in text[range.clone()].match_indices(['$', '_']) {
        let mark = range.start + mark;
        while link.as_ref().is_some_and(|it| it.end <= mark) {
            link = links.next();
        }
        if sigil == "_" && temporary.length_at(text, mark).is_none() {
            continue;
        }
        let in_link = link.as_ref().is_some_and(|it| it.contains(&mark));
        let name = &text[mark + 1..range.end];
        let is_name = |it: char| it.is_alphanumeric() || it == '_';
        let length = name.find(|it| !is_name(it)).unwrap_or(name.len());
        let behind = &name[length..];
        let begins = name.starts_with(|it: char| it.is_alphabetic() || it == '_');
        let is_part = behind.starts_with('[') && !behind.starts_with("[[")
            || behind.starts_with('.')
                && behind[1..].starts_with(|it: char| it.is_alphabetic() || it == '_');
        if in_link || !begins || is_part || mark < at {
            continue;
        }
        if at < mark {
            pieces.push(Piece::Text(at..mark));
        }
        at = mark + 1 + length;
        pieces.push(Piece::Value(&text[mark..at]));
    }
    if at < range.end {
        pieces.push(Piece::Text(at..range.end));
    }
}

/// The links in square brackets, whose variables are not prose.
fn link_ranges(text: &str, offset: usize) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find("[[").map(|it| at + it) {
        let Some(end) = text[start..].find("]]").map(|it| start + it + 2) else {
            break;
        };
        found.push(offset + start..offset + end);
        at = end;
    }
    found
}
