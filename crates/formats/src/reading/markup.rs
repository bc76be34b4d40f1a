//! XML and the HTML that passes for it, as a stream of tags and words. Tags that are never closed
//! are taken as they come, entities that are declared in the file are never expanded, and nothing
//! is nested here, so that no file can be too deep.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::watch::look;

/// So many pieces are taken before the watcher is asked again.
const PIECES: usize = 1024;

/// One piece of markup, names without their namespace and in lower case.
pub(crate) enum Token<'a> {
    /// A tag opens; an empty one is closed at once.
    Open(String, &'a BytesStart<'a>),
    /// A tag closes.
    Close(String),
    /// Words between tags, entities resolved.
    Words(&'a str),
}

/// Hands out the pieces in order; where the text stops being markup, gives that line.
pub(crate) fn walk(text: &str, mut take: impl FnMut(Token<'_>)) -> Result<(), usize> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    let mut number = 0_usize;
    loop {
        number += 1;
        if number.is_multiple_of(PIECES) {
            let at = reader.buffer_position() as f64;
            look("reading the text", (at / text.len().max(1) as f64).min(1.0));
        }
        match reader.read_event() {
            Ok(Event::Start(tag)) => take(Token::Open(name(tag.local_name().as_ref()), &tag)),
            Ok(Event::Empty(tag)) => {
                let name = name(tag.local_name().as_ref());
                take(Token::Open(name.clone(), &tag));
                take(Token::Close(name));
            }
            Ok(Event::End(tag)) => take(Token::Close(name(tag.local_name().as_ref()))),
            Ok(Event::Text(words)) => take(Token::Words(&words)),
            Ok(Event::CData(words)) => take(Token::Words(&words)),
            Ok(Event::GeneralRef(entity)) => {
                let resolved = match entity.resolve_char_ref() {
                    Ok(Some(letter)) => letter.to_string(),
                    _ => named(&entity),
                };
                take(Token::Words(&resolved));
            }
            Ok(Event::Eof) => return Ok(()),
            Ok(_) => {}
            Err(_) => {
                let at = usize::try_from(reader.error_position()).unwrap_or(usize::MAX);
                let before = text.get(..at.min(text.len())).unwrap_or_default();
                return Err(1 + before.matches('\n').count());
            }
        }
    }
}

/// An attribute by its name without namespace, entities resolved.
pub(crate) fn attribute(tag: &BytesStart<'_>, wanted: &str) -> Option<String> {
    tag.html_attributes().flatten().find_map(|it| {
        let is_it = it.key.local_name().as_ref().eq_ignore_ascii_case(wanted);
        is_it.then(|| resolved(&it.value))
    })
}

fn name(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// Text in which no entity is left that has a meaning.
fn resolved(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let entity = after.split_once(';').filter(|it| it.0.len() < 12);
        let Some((name, tail)) = entity else {
            out.push('&');
            rest = after;
            continue;
        };
        match quick_xml::events::BytesRef::new(name).resolve_char_ref() {
            Ok(Some(letter)) => out.push(letter),
            _ => out.push_str(&named(name)),
        }
        rest = tail;
    }
    out + rest
}

/// The entities that texts use; any other stands as it was written.
fn named(entity: &str) -> String {
    let letter = match entity {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        "nbsp" => "\u{a0}",
        "mdash" => "—",
        "ndash" => "–",
        "hellip" => "…",
        "lsquo" => "‘",
        "rsquo" => "’",
        "ldquo" => "“",
        "rdquo" => "”",
        "middot" => "·",
        "eacute" => "é",
        "egrave" => "è",
        "copy" => "©",
        other => return format!("&{other};"),
    };
    letter.to_owned()
}
