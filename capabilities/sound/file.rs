//! Looks at a sound file: what it is, how long, and what it is called; and removes what else it says, such
//! as where and by whom it was recorded.

use std::io::Cursor;
use std::time::Duration;

use lofty::config::{ParseOptions, WriteOptions};
use lofty::file::{AudioFile as _, FileType, TaggedFileExt as _};
use lofty::probe::Probe;
use lofty::tag::Accessor as _;

use super::MAX_NAME_CHARS;
use crate::error::CapabilityError;

/// A sound file that was looked at.
pub(super) struct SoundFile {
    /// Without its tags.
    pub(super) bytes: Vec<u8>,
    pub(super) mime: &'static str,
    pub(super) length: Duration,
    /// The title in its tags, with the artist; empty if they say none.
    pub(super) name: String,
}

impl SoundFile {
    /// Looks at the bytes of a file.
    pub(super) fn read(bytes: Vec<u8>) -> Result<Self, CapabilityError> {
        let mut file = Cursor::new(bytes);
        let options = ParseOptions::new().read_cover_art(false);
        let probe = Probe::new(&mut file)
            .options(options)
            .guess_file_type()
            .map_err(damaged)?;
        let Some(mime) = probe.file_type().and_then(mime_of) else {
            return Err(CapabilityError::SoundOther {});
        };
        let tagged = probe.read().map_err(damaged)?;
        let length = tagged.properties().duration();
        if length.is_zero() {
            let why = "it has no sound".to_owned();
            return Err(CapabilityError::SoundDamaged { why });
        }
        let tag = tagged.primary_tag().or_else(|| tagged.first_tag());
        let said = |it: Option<std::borrow::Cow<'_, str>>| {
            let text = it.unwrap_or_default();
            let text = text.chars().filter(|it| !it.is_control());
            text.take(MAX_NAME_CHARS / 2)
                .collect::<String>()
                .trim()
                .to_owned()
        };
        let title = said(tag.and_then(|it| it.title()));
        let artist = said(tag.and_then(|it| it.artist()));
        let name = match (title.is_empty(), artist.is_empty()) {
            (false, false) => format!("{title} ({artist})"),
            _ => title,
        };
        let tags: Vec<_> = tagged
            .tags()
            .iter()
            .map(lofty::tag::Tag::tag_type)
            .collect();
        for tag in tags {
            file.set_position(0);
            tag.remove_from(&mut file, WriteOptions::default())
                .map_err(damaged)?;
        }
        Ok(Self {
            bytes: file.into_inner(),
            mime,
            length,
            name,
        })
    }

    /// Calls it after its file, if its tags do not name it.
    pub(super) fn name_after(&mut self, file_name: Option<&str>) {
        let Some(file_name) = file_name.filter(|_| self.name.is_empty()) else {
            return;
        };
        let stem = file_name.rsplit_once('.').map_or(file_name, |it| it.0);
        let words = stem.replace('_', " ");
        self.name = words.trim().chars().take(MAX_NAME_CHARS).collect();
    }
}

/// What is wrong with a file, as its innermost cause says.
fn damaged(error: impl std::error::Error) -> CapabilityError {
    let why = match error.source() {
        Some(mut cause) => {
            while let Some(deeper) = cause.source() {
                cause = deeper;
            }
            cause.to_string()
        }
        None => error.to_string(),
    };
    CapabilityError::SoundDamaged { why }
}

/// The media type of files that browsers play.
fn mime_of(file: FileType) -> Option<&'static str> {
    match file {
        FileType::Mpeg => Some("audio/mpeg"),
        FileType::Opus | FileType::Vorbis => Some("audio/ogg"),
        FileType::Mp4 => Some("audio/mp4"),
        FileType::Aac => Some("audio/aac"),
        FileType::Flac => Some("audio/flac"),
        FileType::Wav => Some("audio/wav"),
        _ => None,
    }
}
