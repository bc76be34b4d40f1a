//! Storyteller's own JSON: everything the adopted story holds, in a stable order, described by
//! `docs/formats/story.schema.json`; where it comes along, the past too. `wire` is the shape of the
//! file, `past` and `conversation` that of what comes along, `read` and `write` go through one.

mod conversation;
mod past;
mod read;
#[cfg(test)]
mod tests;
mod wire;
mod write;

use model::World;

use crate::reading::{decode, decode_beginning};
use crate::{About, Exporter, Format, FormatError, Importer, Loss, Lost, Parcel, Warning};

/// The word in the header by which a file is known.
const FORMAT: &str = "storyteller-story";
/// The version written, and the newest that is read.
const VERSION: u64 = 1;
/// The name kept data goes by.
const NAME: &str = "json";

/// The native format.
pub(crate) struct Json;

/// The JSON Schema that every file of the native format obeys, as text.
pub fn story_schema() -> String {
    wire::schema()
}

impl Format for Json {
    fn about(&self) -> About {
        About {
            name: NAME,
            title: "Storyteller JSON",
            extensions: &["json"],
        }
    }
}

impl Exporter for Json {
    fn losses(&self, parcel: &Parcel) -> Vec<Loss> {
        if parcel.past.is_some() {
            return Vec::new();
        }
        vec![Loss::of_story(Lost::History)]
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(&write::document(parcel))
            .expect("strings, numbers and maps with text keys always become JSON");
        bytes.push(b'\n');
        bytes
    }
}

impl Importer for Json {
    fn keeps_identity(&self) -> bool {
        true
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        let text = decode_beginning(bytes);
        text.trim_start().starts_with('{') && text.contains(&format!("\"{FORMAT}\""))
    }

    fn import(&self, bytes: &[u8], _: &dyn World) -> Result<(Parcel, Vec<Warning>), FormatError> {
        let (text, warnings) = decode(bytes)?;
        read::parcel(&text, warnings)
    }
}
