//! XML and lenient HTML as a stream of tags and text. Unclosed tags are accepted, entities declared
//! in the file are never expanded, and nothing is nested here, so deep files are safe.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use markup::progress::report_progress;

/// The number of tokens between two progress reports.
const TOKENS_PER_REPORT: usize = 1024;

/// One token. Names have no namespace and are in lower case.
pub(crate) enum Token<'a> {
    /// An opening tag; an empty element is followed by its closing tag.
    Open(String, &'a BytesStart<'a>),
    /// A closing tag.
    Close(String),
    /// Text between tags, with entities resolved.
    Words(&'a str),
}

/// Calls `take` with the tokens in order; if the markup is malformed, returns the line where.
pub(crate) fn walk(text: &str, mut take: impl FnMut(Token<'_>)) -> Result<(), usize> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    let mut number = 0_usize;
    loop {
        number += 1;
        if number.is_multiple_of(TOKENS_PER_REPORT) {
            let at = reader.buffer_position() as f64;
            report_progress("reading the text", (at / text.len().max(1) as f64).min(1.0));
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
                let resolve_entities = match entity.resolve_char_ref() {
                    Ok(Some(letter)) => letter.to_string(),
                    _ => resolve_entity(&entity),
                };
                take(Token::Words(&resolve_entities));
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

/// The value of an attribute by its local name, with entities resolved.
pub(crate) fn attribute(tag: &BytesStart<'_>, wanted: &str) -> Option<String> {
    tag.html_attributes().flatten().find_map(|it| {
        let is_it = it.key.local_name().as_ref().eq_ignore_ascii_case(wanted);
        is_it.then(|| resolve_entities(&it.value))
    })
}

fn name(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// The text with all known entities replaced.
fn resolve_entities(text: &str) -> String {
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
            _ => out.push_str(&resolve_entity(name)),
        }
        rest = tail;
    }
    out + rest
}

/// The letters of an entity of HTML; unknown entities are left as written.
fn resolve_entity(entity: &str) -> String {
    let known = html5ever::data::NAMED_ENTITIES.get(&*format!("{entity};"));
    let Some((first, second)) = known.filter(|_| !entity.is_empty()) else {
        return format!("&{entity};");
    };
    let letters = [*first, *second].into_iter();
    let letters = letters.filter(|it| *it != 0).filter_map(char::from_u32);
    letters.collect()
}
