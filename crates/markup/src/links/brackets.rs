//! Bracket links: `[[t]]`, `[[x->t]]`, `[[t<-x]]`, `[[x|t]]`, each with or without a setter:
//! `[[t][$a to 1]]`.

use std::borrow::Cow;
use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::marks::{add_marks, is_mark, marks_in};
use super::{Link, Target};

static OPEN: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("[["));
static CLOSE: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("]]"));

/// Finds bracket links. A link ends on the line it begins on.
pub(super) fn find(text: &str, links: &mut Vec<Link>) {
    let (bytes, open, close) = (text.as_bytes(), &*OPEN, &*CLOSE);
    let mut at = 0;
    while let Some(start) = open.find(&bytes[at..]).map(|it| at + it) {
        let line_end = memchr::memchr(b'\n', &bytes[start..]).map_or(text.len(), |it| start + it);
        let Some(end) = close
            .find(&bytes[start + 2..line_end])
            .map(|it| start + 2 + it)
        else {
            at = line_end;
            continue;
        };
        let start = innermost(text, start, end);
        let parsed = parse(&text[start + 2..end]);
        if let Some((label, target)) = parsed.filter(|it| !is_external(it.1)) {
            let target = Target::Named(target.to_owned());
            links.push(Link::to((start, end + 2), label.to_owned(), target));
        }
        at = end + 2;
    }
}

/// The start of a link that is the first content of a Harlowe hook, `(if: $x)[[[x->t]]]`: skips the
/// leading brackets that nothing up to the link's end closes.
fn innermost(text: &str, start: usize, end: usize) -> usize {
    let content = &text[start + 2..end];
    let outer = content.bytes().take_while(|it| *it == b'[').count();
    if outer == 0 {
        return start;
    }
    let (mut open, mut closed) = (0_usize, 0_usize);
    for byte in content[..setter_at(content).unwrap_or(content.len())].bytes() {
        match byte {
            b'[' => open += 1,
            b']' if closed < open => closed += 1,
            _ => {}
        }
    }
    start + outer.min(open - closed)
}

/// Where the setter of a link begins in the text between its brackets, `][$a to 1`: behind the first bracket that closes none of the
/// text before it.
pub(crate) fn setter_at(content: &str) -> Option<usize> {
    let bytes = content.as_bytes();
    let mut depth = 0_usize;
    for at in memchr::memchr2_iter(b'[', b']', bytes) {
        match bytes[at] {
            b'[' => depth += 1,
            _ if depth > 0 => depth -= 1,
            _ if bytes.get(at + 1) == Some(&b'[') => return Some(at),
            _ => {}
        }
    }
    None
}

/// The label and target of the text between the brackets; `None` if it is empty. Of several right
/// arrows the last counts, of several left arrows the first; an arrow
/// without a target is ignored.
fn parse(content: &str) -> Option<(&str, &str)> {
    // Searching for single bytes first is much cheaper.
    let has = |mark: u8| memchr::memchr(mark, content.as_bytes()).is_some();
    let setter = has(b']').then(|| setter_at(content)).flatten();
    let (is_right, is_left, is_barred) = (has(b'>'), has(b'<'), has(b'|'));
    let content = &content[..setter.unwrap_or(content.len())];
    let right = is_right.then(|| content.rsplit_once("->")).flatten();
    let left = is_left.then(|| content.split_once("<-")).flatten();
    let left = left.map(|(target, label)| (label, target));
    let bar = is_barred.then(|| content.rsplit_once('|')).flatten();
    let parts = [right, left, bar]
        .into_iter()
        .flatten()
        .find(|(_, target)| !target.trim().is_empty());
    let (label, target) = parts.unwrap_or(("", content));
    let (label, target) = (label.trim(), target.trim());
    if target.is_empty() {
        return None;
    }
    Some((if label == target { "" } else { label }, target))
}

fn is_external(target: &str) -> bool {
    let colon = memchr::memchr(b':', target.as_bytes());
    let Some((scheme, rest)) = colon.and_then(|_| target.split_once("://")) else {
        return false;
    };
    !scheme.is_empty()
        && scheme
            .bytes()
            .all(|it| it.is_ascii_alphanumeric() || it == b'_')
        && rest
            .trim_start_matches('/')
            .starts_with(|it: char| it.is_alphanumeric())
}

/// The text with every link replaced by its visible words, and with links to web pages as those of
/// Markdown. A line that contains only links to passages is omitted.
pub fn links_as_labels(text: &str) -> Cow<'_, str> {
    replaced(text, |link| {
        let (label, target) = parse(link)?;
        let words = if label.is_empty() { target } else { label };
        let is_page = ["http://", "https://"]
            .iter()
            .any(|it| target.starts_with(it));
        let is_plain = !words.contains(['[', ']']) && !target.contains(['<', '>', ' ']);
        Some(match is_page && is_plain {
            true => format!("[{words}](<{target}>)"),
            false => words.to_owned(),
        })
    })
}

/// The text with every link to a passage replaced by its visible words; others stay as they are
/// written. A line that contains only links to passages is omitted.
pub(super) fn links_as_words(text: &str) -> Cow<'_, str> {
    replaced(text, |_| None)
}

/// The text without links; `outside` is what stands for one to another site, if not itself.
fn replaced(text: &str, outside: impl Fn(&str) -> Option<String>) -> Cow<'_, str> {
    if !text.contains("[[") {
        return Cow::Borrowed(text);
    }
    let mut words = String::with_capacity(text.len());
    // Where a line was left out, the blank lines around it are one.
    let mut is_left_out = false;
    for line in text.split_inclusive('\n') {
        let (kept, has_links) = line_as_words(line, &outside);
        let is_links_alone = has_links && !kept.1;
        is_left_out = is_links_alone || (is_left_out && line.trim().is_empty());
        if !is_left_out {
            words.push_str(&kept.0);
            continue;
        }
        add_marks(&marks_in(line), &mut words);
        let is_blank = words.is_empty() || words.ends_with("\n\n");
        if line.ends_with('\n') && !is_blank {
            words.push('\n');
        }
    }
    Cow::Owned(words)
}

/// The line with links replaced by their labels and whether it contains anything but links and list
/// markers; then whether it contains a link.
fn line_as_words(line: &str, outside: &impl Fn(&str) -> Option<String>) -> ((String, bool), bool) {
    let (mut words, mut has_links, mut has_others, mut at) = (String::new(), false, false, 0);
    let is_word = |text: &str| {
        text.contains(|c: char| !c.is_whitespace() && !"-*+>|•→".contains(c) && !is_mark(c))
    };
    while let Some(start) = line[at..].find("[[").map(|it| at + it) {
        let Some(end) = line[start + 2..].find("]]").map(|it| start + 2 + it) else {
            break;
        };
        let start = innermost(line, start, end);
        let link = &line[start + 2..end];
        let Some((label, target)) = parse(link).filter(|it| !is_external(it.1)) else {
            has_others = true;
            words.push_str(&line[at..start]);
            match outside(link) {
                Some(instead) => words.push_str(&instead),
                None => words.push_str(&line[start..end + 2]),
            }
            at = end + 2;
            continue;
        };
        has_links = true;
        has_others |= is_word(&line[at..start]);
        words.push_str(&line[at..start]);
        words.push_str(if label.is_empty() { target } else { label });
        at = end + 2;
    }
    has_others |= is_word(&line[at..]);
    words.push_str(&line[at..]);
    ((words, has_others), has_links)
}
