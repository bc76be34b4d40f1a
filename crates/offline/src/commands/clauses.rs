//! Finds the commands in an instruction. Every comma, *and*, 并 may end a command or be part of a
//! name: a piece that is not a command by itself is joined to the one before it where that may have
//! been meant. Enter through [`understand`].

use std::ops::Range;

use super::command::Command;
use super::grammar::{self, Parsed, SlotExtent};
use super::normalized::{NormalizedText, fold_text};

/// How many characters are parsed as commands. Prose after *write:* may have any length.
pub(super) const MAX_COMMAND_CHARS: usize = 8_000;

/// How many pieces a clause may be joined from before it is understood.
const LOOKAHEAD: usize = 4;

/// A part of an instruction.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Clause {
    /// As written.
    pub(super) source: String,
    /// The command, if a rule understands it.
    pub(super) parsed: Option<Parsed>,
}

/// An instruction split into clauses.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Understanding {
    /// In order.
    pub(super) clauses: Vec<Clause>,
    /// Whether it was too long to be parsed as commands; then there are no clauses.
    pub(super) too_long: bool,
}

/// What precedes a piece.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Separator {
    LocalizedMessage,
    Comma,
    And,
    Then,
}

struct Fragment {
    gap: Separator,
    range: Range<usize>,
}

/// Words between clauses, longest first.
const CONNECTIVES: &[(&str, Separator)] = &[
    (" and then ", Separator::Then),
    (" and also ", Separator::Then),
    (" then ", Separator::Then),
    (" and ", Separator::And),
    (" & ", Separator::And),
    ("并且", Separator::Then),
    ("然后", Separator::Then),
    ("接着", Separator::Then),
    ("同时", Separator::Then),
    ("随后", Separator::Then),
    ("顺便", Separator::Then),
    ("以及", Separator::And),
    ("还有", Separator::And),
    ("并", Separator::And),
    ("再", Separator::And),
    ("和", Separator::And),
];

/// Full stops that do not end a sentence.
const ABBREVIATIONS: &[&str] = &[
    "mr", "mrs", "ms", "dr", "st", "prof", "no", "vs", "etc", "jr", "sr",
];

/// Splits an instruction into clauses; linear in its length beyond the limit.
pub(super) fn understand(instruction: &str) -> Understanding {
    let end = instruction
        .char_indices()
        .nth(MAX_COMMAND_CHARS)
        .map_or(instruction.len(), |it| it.0);
    let (head, tail) = instruction.split_at(end);
    let normalized = NormalizedText::new(head);
    let fragments = fragments(&normalized);
    let (before, verbatim_prose) = verbatim_prose(&normalized, &fragments);
    if !tail.trim().is_empty() && verbatim_prose.is_none() {
        return Understanding {
            clauses: Vec::new(),
            too_long: true,
        };
    }
    let mut clauses = group(&normalized, &fragments[..before]);
    doubt(&mut clauses);
    if let Some((source, mut parsed)) = verbatim_prose {
        extend(&mut parsed.command, head, tail);
        clauses.push(Clause {
            source,
            parsed: Some(parsed),
        });
    }
    Understanding {
        clauses,
        too_long: false,
    }
}

/// Words that ask for a change in all texts, and are not part of a name.
const EVERYWHERE: &[&str] = &[
    " everywhere",
    " throughout",
    " in all texts",
    " in all scenes",
    " in every scene",
    " in the whole story",
    " in the entire story",
    "到处",
    "处处",
    "各处",
    "全文",
    "所有地方",
    "所有场景",
];

/// Takes a clause that asks for more than one command does as not understood, with all that follows
/// it: a part of what was asked is not what was asked.
fn doubt(clauses: &mut [Clause]) {
    let command = |clause: &Clause| clause.parsed.as_ref().map(|it| it.command.clone());
    // Who wants a text reworked does not want it replaced by the few words given with it.
    if clauses
        .iter()
        .any(|it| command(it) == Some(Command::CreativeWriting))
    {
        let writing = clauses
            .iter_mut()
            .filter(|it| matches!(command(it), Some(Command::Write { .. })));
        writing.for_each(|it| it.parsed = None);
    }
    let is_doubtful = |clause: &Clause| {
        let names: &[&String] = match clause.parsed.as_ref().map(|it| &it.command) {
            Some(
                Command::Rename { name, .. }
                | Command::Retitle { title: name, .. }
                | Command::RenameStory { title: name }
                | Command::Set { value: name, .. },
            ) => &[name],
            Some(Command::Replace { old, new, .. }) => &[old, new],
            _ => return false,
        };
        names.iter().any(|name| {
            let name = fold_text(name);
            let mut ends = EVERYWHERE.iter();
            ends.any(|it| name.ends_with(it) && name != *it)
        })
    };
    if let Some(at) = clauses.iter().position(is_doubtful) {
        for clause in &mut clauses[at..] {
            clause.parsed = None;
        }
    }
}

/// Extends prose over the rest of an instruction beyond the limit.
fn extend(command: &mut Command, head: &str, tail: &str) {
    let text = match command {
        Command::Write { text, .. } | Command::Append { text, .. } => text,
        Command::Create(node) => node.text.get_or_insert_default(),
        _ => return,
    };
    if !tail.trim().is_empty() {
        text.push_str(&head[head.trim_end().len()..]);
        text.push_str(tail.trim_end());
    }
}

/// The first piece that starts prose with a colon, extended to the end, and the number of pieces
/// before it.
fn verbatim_prose(
    normalized: &NormalizedText<'_>,
    fragments: &[Fragment],
) -> (usize, Option<(String, Parsed)>) {
    for (count, atom) in fragments.iter().enumerate() {
        let letters = &normalized.letters[atom.range.clone()];
        let Some(colon) = letters.iter().position(|it| *it == ':') else {
            continue;
        };
        let next = letters[colon + 1..].iter().find(|it| !it.is_whitespace());
        if next.is_none_or(|it| NormalizedText::is_mask(*it)) {
            continue;
        }
        let opens = |it: &Parsed| grammar::opens_prose(&it.command);
        if grammar::parse(normalized, atom.range.clone())
            .filter(opens)
            .is_some()
        {
            let whole = atom.range.start..normalized.letters.len();
            let parsed = grammar::parse(normalized, whole.clone()).filter(opens);
            return (
                count,
                parsed.map(|it| (normalized.source(whole).trim().to_owned(), it)),
            );
        }
    }
    (fragments.len(), None)
}

/// The pieces between separators.
fn fragments(normalized: &NormalizedText<'_>) -> Vec<Fragment> {
    let letters = &normalized.letters;
    let mut fragments = Vec::new();
    let (mut start, mut at, mut gap) = (0, 0, Separator::LocalizedMessage);
    let mut push = |range: Range<usize>, gap: Separator| {
        if !normalized.trim(range.clone()).is_empty() {
            fragments.push(Fragment { gap, range });
        }
    };
    while at < letters.len() {
        match separator(letters, at) {
            Some((length, next)) => {
                // The full stop is part of the sentence and stays in the prose.
                let end = if next == Separator::LocalizedMessage {
                    at + length
                } else {
                    at
                };
                push(start..end, gap);
                at += length;
                start = at;
                gap = next;
            }
            None => at += 1,
        }
    }
    push(start..letters.len(), gap);
    fragments
}

/// The separator at a position: its length and how strongly it separates.
fn separator(letters: &[char], at: usize) -> Option<(usize, Separator)> {
    let next = letters.get(at + 1).copied().unwrap_or(' ');
    match letters[at] {
        '。' | '!' | '?' | ';' | '…' => return Some((1, Separator::LocalizedMessage)),
        '\n' => {
            let before = letters[..at].iter().rev().find(|it| !it.is_whitespace());
            return (before != Some(&':')).then_some((1, Separator::LocalizedMessage));
        }
        '.' if next.is_whitespace() => {
            let word: String = letters[..at]
                .iter()
                .rev()
                .take_while(|it| it.is_alphanumeric())
                .take(6)
                .collect::<Vec<_>>()
                .into_iter()
                .rev()
                .collect();
            return (!ABBREVIATIONS.contains(&word.as_str()))
                .then_some((1, Separator::LocalizedMessage));
        }
        // A number such as 1,000 is one piece.
        ',' if next.is_ascii_digit() && at > 0 && letters[at - 1].is_ascii_digit() => return None,
        ',' | '、' => return Some((1, Separator::Comma)),
        _ => {}
    }
    CONNECTIVES.iter().find_map(|(word, gap)| {
        let mut end = at;
        for c in word.chars() {
            if letters.get(end) != Some(&c) {
                return None;
            }
            end += 1;
        }
        // The space after an English word may begin the next one.
        let length = end - at - usize::from(word.ends_with(' '));
        Some((length, *gap))
    })
}

/// Pieces without a meaning of their own next to others.
const COURTESY: &[&str] = &[
    "please",
    "thanks",
    "thank you",
    "ok",
    "okay",
    "谢谢",
    "多谢",
    "拜托",
    "好的",
    "好吗",
    "可以吗",
];

/// Joins pieces into clauses.
fn group(normalized: &NormalizedText<'_>, fragments: &[Fragment]) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    let mut at = 0;
    while at < fragments.len() {
        let before = clauses.last().and_then(|it| it.parsed.as_ref());
        let (end, parsed) = clause(normalized, fragments, at, before);
        let range = fragments[at].range.start..fragments[end - 1].range.end;
        let source = normalized.source(normalized.trim(range)).to_owned();
        let is_courtesy = COURTESY.contains(&fold_text(&source).as_str());
        if !is_courtesy || fragments.len() == 1 {
            clauses.push(Clause { source, parsed });
        }
        at = end;
    }
    clauses
}

/// The clause that begins at a piece, and the piece after it.
fn clause(
    normalized: &NormalizedText<'_>,
    fragments: &[Fragment],
    at: usize,
    before: Option<&Parsed>,
) -> (usize, Option<Parsed>) {
    let join = |end: usize| {
        grammar::parse(
            normalized,
            fragments[at].range.start..fragments[end].range.end,
        )
    };
    let alone = |it: usize| grammar::parse(normalized, fragments[it].range.clone());
    let follows = before.filter(|_| fragments[at].gap != Separator::LocalizedMessage);
    let more = |it: usize, before: &Parsed| {
        grammar::parse_elliptical(normalized, fragments[it].range.clone(), before)
    };
    let mut end = at + 1;
    let mut parsed = alone(at).or_else(|| follows.and_then(|it| more(at, it)));
    if parsed.is_none() {
        // "Connect A and B": only together are they a command.
        for (last, atom) in fragments
            .iter()
            .enumerate()
            .take(at + LOOKAHEAD)
            .skip(at + 1)
        {
            if atom.gap == Separator::LocalizedMessage || alone(last).is_some() {
                break;
            }
            if let Some(found) = join(last) {
                (parsed, end) = (Some(found), last + 1);
                break;
            }
        }
    }
    while let Some(current) = &parsed {
        let belongs = end < fragments.len()
            && may_continue(normalized, current, &fragments[end], &fragments[end - 1])
            && alone(end).is_none()
            && more(end, current).is_none();
        let Some(longer) = belongs.then(|| join(end)).flatten() else {
            break;
        };
        (parsed, end) = (Some(longer), end + 1);
    }
    (end, parsed)
}

/// Words that add a piece to a new node or a link.
const MODIFIERS: &[&str] = &[
    "call the link ",
    "call it ",
    "label",
    "with ",
    "text",
    "called ",
    "named ",
    "after ",
    "saying ",
    "标签",
    "正文",
    "内容",
    "选项",
    "名为",
    "名叫",
    "叫",
    "标题",
    "放在",
    "接在",
];

/// Whether a piece that is not a command may continue the one before it.
fn may_continue(
    normalized: &NormalizedText<'_>,
    current: &Parsed,
    next: &Fragment,
    last: &Fragment,
) -> bool {
    let prose = matches!(
        current.command,
        Command::Write { .. } | Command::Append { .. }
    );
    match (current.extent, next.gap) {
        (SlotExtent::Closed, _) => false,
        (SlotExtent::Prose, Separator::LocalizedMessage | Separator::Then) => prose,
        (SlotExtent::Prose, _) => true,
        (SlotExtent::Name, Separator::LocalizedMessage | Separator::Then) => false,
        (SlotExtent::Name, gap) => {
            let text = normalized.folded(normalized.trim(next.range.clone()));
            let takes_more = matches!(current.command, Command::Create(_) | Command::Link { .. });
            if takes_more && MODIFIERS.iter().any(|it| text.starts_with(it)) {
                return true;
            }
            gap == Separator::And && continues_name(normalized, last, next)
        }
    }
}

/// "Day *and Night*", "war *and peace*", but not "Neo *and dance*".
fn continues_name(normalized: &NormalizedText<'_>, last: &Fragment, next: &Fragment) -> bool {
    let words = |atom: &Fragment| {
        normalized
            .source(normalized.trim(atom.range.clone()))
            .to_owned()
    };
    let (before, after) = (words(last), words(next));
    let is_big = |it: Option<char>| it.is_some_and(|c| !c.is_lowercase());
    let word = before.split_whitespace().next_back().unwrap_or_default();
    is_big(after.chars().next()) || !is_big(word.chars().next())
}
