//! Reads the macros and hooks of Harlowe.

use super::pieces::{
    Branch, LinkPiece, Piece, SetPiece, When, add_prose, assignment, lasting_words,
};
use crate::links::{
    TemporaryVariables, VALUES, hook_name_after, hook_name_before, macro_name, read_literal,
    split_arguments,
};

/// How deep hooks may contain one another.
const MAX_DEPTH: usize = 50;
/// The longest macro, in bytes.
const MAX_MACRO: usize = 4_000;

/// Macros that change how a hook looks.
const LOOKS: [&str; 24] = [
    "textstyle",
    "style",
    "textcolour",
    "textcolor",
    "colour",
    "color",
    "background",
    "bg",
    "align",
    "box",
    "font",
    "css",
    "transition",
    "t8n",
    "transitiontime",
    "t8ntime",
    "textsize",
    "size",
    "opacity",
    "textrotatez",
    "textindent",
    "collapse",
    "nobr",
    "hoverstyle",
];
/// Links whose hook is carried out when they are followed.
const LINKS: [&str; 6] = [
    "link",
    "linkreplace",
    "linkrepeat",
    "linkreveal",
    "linkrerun",
    "linkrevealgoto",
];
/// Those of them whose words stay beside what they show.
const LASTING: [&str; 3] = ["linkrepeat", "linkreveal", "linkrerun"];
/// Macros that name a passage; the second is whether they lead there at once.
const WAYS: [(&str, bool); 12] = [
    ("goto", true),
    ("redirect", true),
    ("display", false),
    ("linkgoto", false),
    ("linkundo", false),
    ("linkstorylet", false),
    ("openstorylets", false),
    ("undo", true),
    ("restart", true),
    ("clickgoto", false),
    ("mouseovergoto", false),
    ("iconundo", false),
];

/// The pieces of a passage.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut reader = Reader {
        text,
        at: 0,
        temporary: TemporaryVariables::of(text),
        unclosed: Vec::new(),
    };
    reader.unclosed = reader.unclosed_hooks();
    let mut pieces = Vec::new();
    while reader.at < text.len() {
        pieces.extend(reader.hook(0));
        // A bracket that closes nothing is prose.
        if reader.at < text.len() {
            pieces.push(Piece::Text(reader.at..reader.at + 1));
            reader.at += 1;
        }
    }
    pieces
}

/// Where the link that begins here ends; an unclosed one behind its brackets.
fn link_end(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    (rest.starts_with("[[") && !rest.starts_with("[[[")).then_some(())?;
    let line = rest.split('\n').next().unwrap_or_default();
    Some(line.find("]]").map_or(at + 2, |it| at + it + 2))
}

/// A macro, without the hook behind it.
struct Macro<'t> {
    start: usize,
    end: usize,
    name: String,
    arguments: Vec<&'t str>,
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    temporary: TemporaryVariables<'t>,
    /// The brackets that open a hook which nothing closes, in order: reading them as hooks would take
    /// twice as long for each of them.
    unclosed: Vec<usize>,
}

impl<'t> Reader<'t> {
    fn unclosed_hooks(&self) -> Vec<usize> {
        let text = self.text;
        let (mut open, mut at) = (Vec::new(), 0);
        while let Some(mark) = text[at..].find(['(', '[', ']']) {
            let mark = at + mark;
            at = mark + 1;
            match text.as_bytes()[mark] {
                b']' => _ = open.pop(),
                b'(' => at = self.macro_at(mark).map_or(at, |it| it.end),
                _ => match link_end(text, mark) {
                    Some(end) => at = end,
                    None => open.push(mark),
                },
            }
        }
        open
    }

    /// The pieces up to the bracket that closes this hook, or to the end.
    fn hook(&mut self, depth: usize) -> Vec<Piece<'t>> {
        let text = self.text;
        let mut pieces = Vec::new();
        let mut start = self.at;
        while let Some(mark) = text[self.at..].find(['(', '[', ']']) {
            let at = self.at + mark;
            let rest = &text[at..];
            self.at = at + 1;
            if rest.starts_with(']') {
                add_prose(text, start..at, &self.temporary, &mut pieces);
                self.at = at;
                return pieces;
            }
            // A link is a part of the prose.
            if let Some(end) = link_end(text, at) {
                self.at = end;
                continue;
            }
            if depth >= MAX_DEPTH {
                continue;
            }
            if rest.starts_with('[') {
                if let Some(inner) = self.closed_hook(at, depth) {
                    let end = hook_name_before(text, at).filter(|it| *it >= start);
                    let end = end.unwrap_or(at);
                    add_prose(text, start..end, &self.temporary, &mut pieces);
                    pieces.extend(inner);
                    self.at = hook_name_after(text, self.at).unwrap_or(self.at);
                    start = self.at;
                }
                continue;
            }
            let Some(first) = self.macro_at(at) else {
                continue;
            };
            add_prose(text, start..at, &self.temporary, &mut pieces);
            self.at = first.end;
            self.macros(first, depth, &mut pieces);
            start = self.at;
        }
        add_prose(text, start..text.len(), &self.temporary, &mut pieces);
        self.at = text.len();
        pieces
    }

    /// The content of the hook that opens here, if it is closed; continues behind it.
    fn closed_hook(&mut self, at: usize, depth: usize) -> Option<Vec<Piece<'t>>> {
        if self.unclosed.binary_search(&at).is_ok() {
            return None;
        }
        let before = self.at;
        self.at = at + 1;
        let pieces = self.hook(depth + 1);
        if self.text[self.at..].starts_with(']') {
            self.at += 1;
            return Some(pieces);
        }
        self.at = before;
        None
    }

    fn macro_at(&self, at: usize) -> Option<Macro<'t>> {
        let rest = self.text.get(at..)?.strip_prefix('(')?;
        let rest = &rest[..rest.floor_char_boundary(MAX_MACRO)];
        let colon = rest.find(|it: char| !(it.is_ascii_alphanumeric() || "-_".contains(it)))?;
        (colon > 0 && rest[colon..].starts_with(':')).then_some(())?;
        let (arguments, length) = split_arguments(&rest[colon + 1..], ')')?;
        Some(Macro {
            start: at,
            end: at + 1 + colon + 1 + length + 1,
            name: macro_name(&rest[..colon]),
            arguments,
        })
    }

    /// Adds a macro, with those that are joined to it by `+` and the hook behind it.
    fn macros(&mut self, first: Macro<'t>, depth: usize, pieces: &mut Vec<Piece<'t>>) {
        let mut all = vec![first];
        loop {
            let rest = &self.text[self.at..];
            let next = rest.trim_start();
            let Some(joined) = next.strip_prefix('+') else {
                break;
            };
            let at = self.text.len() - joined.trim_start().len();
            let Some(next) = self.macro_at(at) else {
                break;
            };
            self.at = next.end;
            all.push(next);
        }
        let changes_hook = all.iter().any(|it| changes_hook(&it.name));
        let hook = changes_hook.then(|| self.attached(depth)).flatten();
        let source = &self.text[all[0].start..all[all.len() - 1].end];
        let end = self.at;
        let mut all = all.into_iter();
        let Some(first) = all.next() else {
            return;
        };
        // The first of joined macros encloses what the others make of the hook.
        let mut body = hook;
        for it in all.rev() {
            let mut inner = Vec::new();
            self.add(it, source, end, body.take(), &mut inner);
            body = Some(inner);
        }
        self.add(first, source, end, body, pieces);
    }

    /// Whether following a link with this content takes back the last turn.
    fn undoes(&self, pieces: &[Piece<'_>]) -> bool {
        let is_undo = |at: usize| self.macro_at(at).is_some_and(|it| it.name == "undo");
        pieces
            .iter()
            .any(|it| matches!(it, Piece::Way(at, _) if is_undo(*at)))
    }

    /// The hook behind a macro.
    fn attached(&mut self, depth: usize) -> Option<Vec<Piece<'t>>> {
        let rest = &self.text[self.at..];
        let space = rest.len() - rest.trim_start_matches([' ', '\t', '\n']).len();
        let behind = &rest[space..];
        let opens =
            behind.starts_with('[') && (!behind.starts_with("[[") || behind.starts_with("[[["));
        if !opens {
            return None;
        }
        self.closed_hook(self.at + space, depth)
    }

    fn add(
        &self,
        it: Macro<'t>,
        source: &'t str,
        end: usize,
        hook: Option<Vec<Piece<'t>>>,
        pieces: &mut Vec<Piece<'t>>,
    ) {
        let whole = |list: &[&'t str]| match list {
            [one] => one.trim(),
            _ => "",
        };
        let argument = whole(&it.arguments);
        let branch = |when| Branch {
            when,
            source,
            body: Vec::new(),
        };
        match (it.name.as_str(), hook) {
            ("if", Some(body)) => begin(
                pieces,
                Branch {
                    body,
                    ..branch(When::Holds(argument))
                },
            ),
            ("unless", Some(body)) => begin(
                pieces,
                Branch {
                    body,
                    ..branch(When::Fails(argument))
                },
            ),
            ("elseif", Some(body)) => follow(
                pieces,
                Branch {
                    body,
                    ..branch(When::Holds(argument))
                },
            ),
            ("else", Some(body)) => follow(
                pieces,
                Branch {
                    body,
                    ..branch(When::Always)
                },
            ),
            ("set", hook) => {
                for argument in &it.arguments {
                    pieces.push(set(argument).map_or(Piece::Code, Piece::Set));
                }
                pieces.extend(hook.into_iter().flatten());
            }
            ("put", None) => {
                for argument in &it.arguments {
                    let put = argument
                        .rsplit_once(" into ")
                        .map(|(value, name)| SetPiece {
                            name: name.trim(),
                            operator: None,
                            value: value.trim(),
                        });
                    pieces.push(put.map_or(Piece::Code, Piece::Set));
                }
            }
            ("print", None) => pieces.push(Piece::Value(argument)),
            (name, None) if VALUES.contains(&name) => pieces.push(Piece::Value(source)),
            (name, Some(body)) if LINKS.contains(&name) => {
                let words = it.arguments.first().map_or("", |it| it.trim());
                let label = read_literal(words);
                let label = label.map(|it| it.0.trim().to_owned()).unwrap_or_default();
                if name == "linkrevealgoto" || leads(&body) || self.undoes(&body) {
                    pieces.push(Piece::Link(LinkPiece {
                        at: it.start..end,
                        label,
                        body,
                    }));
                } else {
                    pieces.push(Piece::Code);
                    if LASTING.contains(&name) && shows_text(&body) {
                        pieces.extend(lasting_words(self.text, it.start, words));
                    }
                    pieces.push(Piece::Later(body));
                }
            }
            (name, hook) if name == "linkrevealgoto" || WAYS.iter().any(|it| it.0 == name) => {
                let at_once = WAYS.iter().any(|it| it.0 == name && it.1);
                let leads = name != "undo" && name != "restart";
                pieces.push(Piece::Way(it.start, at_once && leads));
                pieces.extend(hook.into_iter().flatten());
            }
            (name, Some(body)) if LOOKS.contains(&name) => pieces.extend(body),
            (name, None) if LOOKS.contains(&name) => {}
            (_, hook) => {
                pieces.push(Piece::Code);
                pieces.extend(hook.map(Piece::Later));
            }
        }
    }
}

/// Whether a macro takes the hook behind it; assignments and values do not.
fn changes_hook(name: &str) -> bool {
    !VALUES.contains(&name)
        && !matches!(
            name,
            "set" | "put" | "goto" | "redirect" | "display" | "linkgoto"
        )
}

/// Whether following a link with this content leads to a passage at once.
fn leads(pieces: &[Piece<'_>]) -> bool {
    pieces.iter().any(|it| match it {
        Piece::Way(_, at_once) => *at_once,
        Piece::If(branches) => branches.iter().any(|it| leads(&it.body)),
        Piece::Silent(inner) | Piece::Later(inner) => leads(inner),
        _ => false,
    })
}

/// Whether a hook has words to read.
fn shows_text(pieces: &[Piece<'_>]) -> bool {
    pieces.iter().any(|it| match it {
        Piece::Text(at) => !at.is_empty(),
        Piece::Value(_) => true,
        Piece::If(branches) => branches.iter().any(|it| shows_text(&it.body)),
        Piece::Later(inner) => shows_text(inner),
        _ => false,
    })
}

/// `$x to 1`, or a short form such as `$x += 1`.
fn set(source: &str) -> Option<SetPiece<'_>> {
    let set = assignment(source)?;
    // `=` does not assign there.
    let is_word = set.operator.is_some() || source.contains(" to ");
    is_word.then_some(set)
}

fn begin<'t>(pieces: &mut Vec<Piece<'t>>, branch: Branch<'t>) {
    pieces.push(Piece::If(vec![branch]));
}

/// Adds a branch to the condition before it.
fn follow<'t>(pieces: &mut Vec<Piece<'t>>, branch: Branch<'t>) {
    let last = pieces.iter().rposition(|it| matches!(it, Piece::If(_)));
    let Some(last) = last else {
        let source = branch.source;
        let (when, body) = (When::Unknown, Vec::new());
        pieces.push(Piece::If(vec![Branch { when, source, body }, branch]));
        return;
    };
    let is_next = last + 1 == pieces.len();
    let Piece::If(branches) = &mut pieces[last] else {
        return;
    };
    if is_next {
        branches.push(branch);
        return;
    }
    // Something is shown between the two.
    let before = branches.iter().map(|it| Branch {
        body: Vec::new(),
        ..it.clone()
    });
    let all = before.chain([branch]).collect();
    pieces.push(Piece::If(all));
}
