//! Verbatim text: what a story format shows as it is written, without looking for markup or code in
//! it. Its punctuation is replaced by characters of a private use area while the rest of the text is
//! read, and returns as Markdown in the end.

use std::borrow::Cow;

use super::prose_notation::ProseNotation;
use super::unparsed::unparsed_ranges;

/// Stands for punctuation of prose; the character's own code is added.
const PROSE: u32 = 0x10_0000;
/// Stands for punctuation of code, and for the marks around it.
const CODE: u32 = PROSE + 0x80;
/// Behind the last of both.
const END: u32 = CODE + 0x80;

/// The text with everything verbatim protected from being read as markup, code or a link. Protecting
/// it twice changes nothing.
pub(crate) fn protect_verbatim(text: &str, notation: ProseNotation) -> Cow<'_, str> {
    let mut protected = String::new();
    let mut at = 0;
    for range in unparsed_ranges(text) {
        let Some((shown, first)) = shown(&text[range.clone()], notation) else {
            continue;
        };
        protected.push_str(&text[at..range.start]);
        protected.extend(shown.chars().map(|it| match it.is_ascii_punctuation() {
            true => char::from_u32(first + u32::from(it)).unwrap_or(it),
            false => it,
        }));
        at = range.end;
    }
    if at == 0 {
        return Cow::Borrowed(text);
    }
    Cow::Owned(protected + &text[at..])
}

/// What a reader sees of this text, and what its punctuation is replaced by; `None` for a comment.
fn shown(text: &str, notation: ProseNotation) -> Option<(Cow<'_, str>, u32)> {
    let inner = |open: &str, close: &str| text.strip_prefix(open)?.strip_suffix(close);
    let prose = |it| Some((Cow::Borrowed(it), PROSE));
    if let Some(code) = inner("{{{", "}}}") {
        let is_code = notation == ProseNotation::SugarCube
            && !code.trim().is_empty()
            && !code.contains(['\n', '`']);
        return match is_code {
            true => Some((Cow::Owned(format!("`{code}`")), CODE)),
            false => prose(code),
        };
    }
    if let Some(inner) = inner("<nowiki>", "</nowiki>") {
        return prose(inner);
    }
    match notation {
        ProseNotation::SugarCube if text.starts_with('`') => prose(text),
        ProseNotation::SugarCube => prose(inner("\"\"\"", "\"\"\"")?),
        ProseNotation::Harlowe if text.starts_with('`') => prose(text.trim_matches('`')),
        _ if text.starts_with('`') => Some((Cow::Borrowed(text), CODE)),
        _ if text.starts_with('"') => prose(text),
        _ => None,
    }
}

/// The text with what was protected as Markdown that shows the same.
pub(super) fn restore_verbatim(text: String) -> String {
    let is_protected = |it: char| (PROSE..END).contains(&u32::from(it));
    if !text.contains(is_protected) {
        return text;
    }
    let mut restored = String::with_capacity(text.len());
    for c in text.chars() {
        match u32::from(c) {
            it if (CODE..END).contains(&it) => restored.extend(char::from_u32(it - CODE)),
            it if (PROSE..CODE).contains(&it) => {
                restored.push('\\');
                restored.extend(char::from_u32(it - PROSE));
            }
            _ => restored.push(c),
        }
    }
    restored
}
