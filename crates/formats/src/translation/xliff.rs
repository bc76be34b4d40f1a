//! XLIFF 2.0: one group per node, one unit per piece. Files in XLIFF 1.2, which many programs still
//! write, are read too.

use std::fmt::Write as _;

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::{TranslationFile, TranslationUnit, UnitState};
use crate::export::xml::escaped;
use crate::{FormatError, FormatErrorKind};

/// Marks a segment whose source was changed since its translation.
const STALE: &str = "storyteller:stale";
/// The category of the note with the former source.
const PREVIOUS: &str = "previous-source";

pub(super) fn write(file: &TranslationFile) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <xliff xmlns=\"urn:oasis:names:tc:xliff:document:2.0\" version=\"2.0\" srcLang=\"{}\" trgLang=\"{}\">\n\
         <file id=\"story\" original=\"{}\">\n",
        escaped(&file.source),
        escaped(&file.target),
        escaped(&file.story)
    );
    for unit in &file.units {
        // Writing to a string cannot fail.
        _ = write_unit(&mut text, unit);
    }
    text + "</file>\n</xliff>\n"
}

fn write_unit(text: &mut String, unit: &TranslationUnit) -> std::fmt::Result {
    writeln!(
        text,
        "<unit id=\"{}\" name=\"{}\">",
        escaped(&unit.id),
        escaped(&unit.context)
    )?;
    let previous = unit.previous.as_deref().unwrap_or_default();
    if !(unit.note.is_empty() && previous.is_empty()) {
        text.push_str("<notes>");
        for (category, note) in [("developer", unit.note.as_str()), (PREVIOUS, previous)] {
            if !note.is_empty() {
                write!(
                    text,
                    "<note category=\"{category}\">{}</note>",
                    escaped(note)
                )?;
            }
        }
        text.push_str("</notes>\n");
    }
    let state = match (unit.text.is_empty(), unit.state) {
        (true, _) => "state=\"initial\"".to_owned(),
        (false, UnitState::Plain) => "state=\"translated\"".to_owned(),
        (false, _) => format!("state=\"initial\" subState=\"{STALE}\""),
    };
    write!(
        text,
        "<segment {state}><source xml:space=\"preserve\">{}</source>",
        escaped(&unit.source)
    )?;
    if !unit.text.is_empty() {
        write!(
            text,
            "<target xml:space=\"preserve\">{}</target>",
            escaped(&unit.text)
        )?;
    }
    writeln!(text, "</segment>\n</unit>")
}

/// The unit being read.
#[derive(Default)]
struct ReadUnit {
    unit: TranslationUnit,
    /// Whether a segment of it has no translation.
    is_partial: bool,
    segment_has_target: bool,
    /// Whether a suggestion of another program is being read, which is not a translation.
    is_suggestion: bool,
}

/// The target of text that is being read.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Source,
    Target,
    Previous,
    Nowhere,
}

pub(super) fn read(text: &str) -> Result<TranslationFile, FormatError> {
    let mut reader = Reader::from_str(text);
    let mut file = TranslationFile::default();
    let mut unit: Option<ReadUnit> = None;
    let mut place = Place::Nowhere;
    let mut is_xliff = false;
    loop {
        let at = reader.buffer_position();
        let event = reader
            .read_event()
            .map_err(|error| damaged(text, at, &error))?;
        match event {
            Event::Eof => break,
            Event::Start(tag) => {
                is_xliff |= tag.local_name().as_ref() == "xliff";
                start(&tag, &mut file, &mut unit, &mut place);
            }
            Event::Empty(tag) => match tag.local_name().as_ref() {
                // A character that XML cannot contain.
                "cp" => {
                    let hex = attribute(&tag, "hex").unwrap_or_default();
                    let sign = u32::from_str_radix(&hex, 16).ok().and_then(char::from_u32);
                    put(
                        &mut unit,
                        place,
                        &sign.map(String::from).unwrap_or_default(),
                    );
                }
                "target" => {}
                _ => start(&tag, &mut file, &mut unit, &mut place),
            },
            Event::Text(words) => put(&mut unit, place, &words),
            Event::CData(words) => put(&mut unit, place, &words),
            Event::GeneralRef(name) => put(&mut unit, place, &resolved(&name)),
            Event::End(tag) => match tag.local_name().as_ref() {
                "source" | "target" | "note" => place = Place::Nowhere,
                "segment" | "trans-unit" => {
                    if let Some(unit) = &mut unit {
                        unit.is_partial |= !unit.segment_has_target;
                        unit.segment_has_target = false;
                    }
                    if tag.local_name().as_ref() == "trans-unit" {
                        file.units.extend(unit.take().map(ReadUnit::finish));
                    }
                }
                "alt-trans" | "match" => {
                    if let Some(unit) = &mut unit {
                        unit.is_suggestion = false;
                    }
                }
                "unit" => file.units.extend(unit.take().map(ReadUnit::finish)),
                _ => {}
            },
            _ => {}
        }
    }
    match is_xliff {
        true => Ok(file),
        false => Err(FormatError::for_file(FormatErrorKind::NotXliff {})),
    }
}

fn start(
    tag: &BytesStart<'_>,
    file: &mut TranslationFile,
    unit: &mut Option<ReadUnit>,
    place: &mut Place,
) {
    let named = |name: &str| attribute(tag, name);
    match tag.local_name().as_ref() {
        "xliff" => {
            file.source = named("srcLang").unwrap_or_default();
            file.target = named("trgLang").unwrap_or_default();
        }
        "file" => {
            file.story = named("original").unwrap_or_default();
            let language = |given: Option<String>, known: &mut String| {
                if let Some(given) = given.filter(|_| known.is_empty()) {
                    *known = given;
                }
            };
            language(named("source-language"), &mut file.source);
            language(named("target-language"), &mut file.target);
        }
        "unit" | "trans-unit" => {
            let mut started = ReadUnit::default();
            started.unit.id = named("id").unwrap_or_default();
            started.unit.context = named("name")
                .or_else(|| named("resname"))
                .unwrap_or_default();
            *unit = Some(started);
        }
        "segment" => {
            if let Some(unit) = unit
                && named("subState").as_deref() == Some(STALE)
                && named("state").as_deref() == Some("initial")
            {
                unit.unit.state = UnitState::Stale;
            }
        }
        "source" => *place = Place::Source,
        "target" => *place = Place::Target,
        "note" => {
            let is_previous = named("category").as_deref() == Some(PREVIOUS);
            *place = if is_previous {
                Place::Previous
            } else {
                Place::Nowhere
            };
        }
        "alt-trans" | "match" => {
            if let Some(unit) = unit {
                unit.is_suggestion = true;
            }
        }
        _ => {}
    }
}

fn put(unit: &mut Option<ReadUnit>, place: Place, words: &str) {
    let Some(read) = unit.as_mut().filter(|it| !it.is_suggestion) else {
        return;
    };
    match place {
        Place::Source => read.unit.source.push_str(words),
        Place::Target => {
            read.segment_has_target |= !words.trim().is_empty();
            read.unit.text.push_str(words);
        }
        Place::Previous => read.unit.previous.get_or_insert_default().push_str(words),
        Place::Nowhere => {}
    }
}

impl ReadUnit {
    fn finish(mut self) -> TranslationUnit {
        // A divided unit counts as translated once all its parts are.
        if self.is_partial {
            self.unit.text.clear();
        }
        self.unit
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = tag.try_get_attribute(name).ok().flatten()?;
    let value = quick_xml::escape::unescape(&found.value);
    Some(value.map_or_else(|_| found.value.to_string(), Into::into))
}

/// The character that a reference in a text means.
fn resolved(name: &BytesRef<'_>) -> String {
    if let Ok(Some(sign)) = name.resolve_char_ref() {
        return sign.to_string();
    }
    let name: &str = name;
    let known = quick_xml::escape::resolve_predefined_entity(name);
    known.map_or_else(|| format!("&{name};"), str::to_owned)
}

fn damaged(text: &str, at: u64, error: &quick_xml::Error) -> FormatError {
    let before = text
        .as_bytes()
        .iter()
        .take(usize::try_from(at).unwrap_or(usize::MAX));
    let line = before.filter(|it| **it == b'\n').count() + 1;
    let detail = error.to_string();
    FormatError::maybe_at(Some(line), FormatErrorKind::XmlDamaged { detail })
}
