//! Twee 3, the text form of Twine stories. `syntax` cuts a file into passages and reads their
//! headers, `passage` is the correspondence between a header and a node, `read` and `write` go
//! through a file. The text of a passage is never rewritten: links made elsewhere are added below
//! it, and a file that nobody changed comes back byte for byte.

mod passage;
mod plan;
mod read;
mod story_data;
mod syntax;
#[cfg(test)]
mod tests;
mod write;

use model::World;

use crate::reading::{decode, decode_beginning};
use crate::{Exporter, FormatError, Importer, Parcel, Warning};

/// The name kept data goes by.
const NAME: &str = "twee";
/// The passage that holds the story's title.
const STORY_TITLE: &str = "StoryTitle";
/// The passage that holds the story's settings as JSON.
const STORY_DATA: &str = "StoryData";
/// The title of a story that gives none.
const UNTITLED: &str = "Untitled";

/// Twee 3.
pub(crate) struct Twee;

impl Exporter for Twee {
    fn name(&self) -> &'static str {
        NAME
    }

    fn title(&self) -> &'static str {
        "Twee 3"
    }

    fn extension(&self) -> &'static str {
        "twee"
    }

    fn losses(&self, parcel: &Parcel) -> Vec<Warning> {
        write::losses(parcel)
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        write::file(&parcel.story).into_bytes()
    }
}

impl Importer for Twee {
    fn name(&self) -> &'static str {
        NAME
    }

    fn title(&self) -> &'static str {
        "Twee 3"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["twee", "tw"]
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        decode_beginning(bytes).lines().any(syntax::is_header)
    }

    fn import(
        &self,
        bytes: &[u8],
        world: &dyn World,
    ) -> Result<(Parcel, Vec<Warning>), FormatError> {
        let (text, warnings) = decode(bytes)?;
        read::parcel(&text, warnings, world)
    }
}
