//! PO of gettext. The id of a unit is its context (`msgctxt`), so that the same text in two places
//! stays two messages; the former source of a stale translation is the previous message.
//!
//! Parsed and written here: the library for it (`polib`) panics on damaged files and drops previous
//! messages.

use std::fmt::Write as _;

use super::{TranslationFile, TranslationUnit, UnitState};
use crate::{FormatError, FormatErrorKind};

const SOURCE_LANGUAGE: &str = "X-Source-Language";

pub(super) fn write(file: &TranslationFile) -> String {
    let header = format!(
        "Project-Id-Version: {}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n\
         Content-Transfer-Encoding: 8bit\nLanguage: {}\n{SOURCE_LANGUAGE}: {}\n",
        file.story.replace('\n', " "),
        // gettext writes regions with an underscore.
        file.target.replace('-', "_"),
        file.source
    );
    let mut text = "msgid \"\"\nmsgstr \"\"\n".to_owned();
    for line in header.lines() {
        text += &format!("\"{}\\n\"\n", escape(line));
    }
    for unit in &file.units {
        // Writing to a string cannot fail.
        _ = write_unit(&mut text, unit);
    }
    text
}

fn write_unit(text: &mut String, unit: &TranslationUnit) -> std::fmt::Result {
    writeln!(text)?;
    for line in unit.context.lines().chain(unit.note.lines()) {
        writeln!(text, "#. {line}")?;
    }
    if unit.state != UnitState::Plain && !unit.text.is_empty() {
        writeln!(text, "#, fuzzy")?;
    }
    if let Some(previous) = &unit.previous {
        writeln!(text, "#| msgid \"{}\"", escape(previous))?;
    }
    writeln!(text, "msgctxt \"{}\"", escape(&unit.id))?;
    writeln!(text, "msgid \"{}\"", escape(&unit.source))?;
    writeln!(text, "msgstr \"{}\"", escape(&unit.text))
}

fn escape(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for sign in words.chars() {
        match sign {
            '\\' => escaped.push_str("\\\\"),
            '"' => escaped.push_str("\\\""),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            sign => escaped.push(sign),
        }
    }
    escaped
}

fn unescape(words: &str) -> String {
    let mut signs = words.chars();
    let mut text = String::with_capacity(words.len());
    while let Some(sign) = signs.next() {
        match (sign, if sign == '\\' { signs.next() } else { None }) {
            ('\\', Some('n')) => text.push('\n'),
            ('\\', Some('t')) => text.push('\t'),
            ('\\', Some('r')) => text.push('\r'),
            ('\\', Some(other)) => text.push(other),
            (sign, _) => text.push(sign),
        }
    }
    text
}

/// Whether a text is in this format.
pub(super) fn looks_like(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    lines.any(|it| it.starts_with("msgid ") || it.starts_with("msgid\t"))
}

/// The part of a message that a line belongs to.
#[derive(Clone, Copy, PartialEq)]
enum Field {
    Context,
    Source,
    Text,
    Previous,
    /// Plurals, which stories do not have, and the context of previous messages.
    Other,
}

#[derive(Default)]
struct Message {
    unit: TranslationUnit,
    has_source: bool,
    field: Option<Field>,
}

pub(super) fn read(text: &str) -> Result<TranslationFile, FormatError> {
    let mut file = TranslationFile::default();
    let mut message = Message::default();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        let damaged = || FormatError::maybe_at(Some(number + 1), FormatErrorKind::PoDamaged {});
        // Obsolete messages.
        if line.starts_with("#~") {
            continue;
        }
        let (line, is_previous) = match line.strip_prefix("#|") {
            Some(rest) => (rest.trim_start(), true),
            None => (line, false),
        };
        if let Some(flags) = line.strip_prefix("#,") {
            begin(&mut message, &mut file);
            if flags.split(',').any(|it| it.trim() == "fuzzy") {
                message.unit.state = UnitState::Unsure;
            }
        } else if line.is_empty() {
            message.field = None;
        } else if line.starts_with('#') {
            begin(&mut message, &mut file);
        } else if line.starts_with('"') {
            let words = quoted(line).ok_or_else(damaged)?;
            let field = message.field.ok_or_else(damaged)?;
            message.put(field, &words);
        } else {
            let (keyword, words) = line.split_once([' ', '\t']).ok_or_else(damaged)?;
            let words = quoted(words.trim()).ok_or_else(damaged)?;
            let field = match (keyword, is_previous) {
                ("msgid", true) => Field::Previous,
                (_, true) => Field::Other,
                ("msgctxt", false) => Field::Context,
                ("msgid", false) => Field::Source,
                ("msgstr" | "msgstr[0]", false) => Field::Text,
                (it, false) if it.starts_with("msg") => Field::Other,
                _ => return Err(damaged()),
            };
            if field != Field::Text && field != Field::Other {
                begin(&mut message, &mut file);
            }
            message.has_source |= field == Field::Source;
            message.field = Some(field);
            message.put(field, &words);
        }
    }
    finish(message, &mut file);
    Ok(file)
}

/// Starts a new message if the current one is complete.
fn begin(message: &mut Message, file: &mut TranslationFile) {
    if message.has_source {
        finish(std::mem::take(message), file);
    }
}

fn finish(message: Message, file: &mut TranslationFile) {
    let unit = message.unit;
    if !message.has_source {
        return;
    }
    // The message with an empty source is the header.
    if unit.source.is_empty() {
        for line in unit.text.lines() {
            match line.split_once(':') {
                Some(("Language", value)) => file.target = value.trim().replace('_', "-"),
                Some((SOURCE_LANGUAGE, value)) => value.trim().clone_into(&mut file.source),
                Some(("Project-Id-Version", value)) => value.trim().clone_into(&mut file.story),
                _ => {}
            }
        }
        return;
    }
    file.units.push(unit);
}

impl Message {
    fn put(&mut self, field: Field, words: &str) {
        let unit = &mut self.unit;
        match field {
            Field::Context => unit.id.push_str(words),
            Field::Source => unit.source.push_str(words),
            Field::Text => unit.text.push_str(words),
            Field::Previous => unit.previous.get_or_insert_default().push_str(words),
            Field::Other => {}
        }
    }
}

/// The text between quotation marks.
fn quoted(line: &str) -> Option<String> {
    let inner = line.strip_prefix('"')?.strip_suffix('"')?;
    Some(unescape(inner))
}
