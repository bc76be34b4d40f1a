//! Storyteller's own JSON: everything in the adopted story, in a stable order, described by
//! `docs/formats/story.schema.json`, optionally with its history. `wire` defines the shape of the
//! file, `past` and `conversation` that of the history, `read` and `write` convert whole files.

mod conversation;
mod past;
mod read;
#[cfg(test)]
mod tests;
mod wire;
mod write;

use model::World;

use crate::import::{decode, decode_start};
use crate::{About, Bundle, Exporter, Format, FormatError, Importer, Loss, LossKind, Warning};

/// The value of the `format` field that identifies a file.
const FORMAT: &str = "storyteller-story";
/// The version written, and the newest that can be read.
const VERSION: u64 = 1;
/// The key of this format's kept data.
const NAME: &str = "json";

/// The native format.
pub(crate) struct Json;

/// The JSON Schema of the native format, as text.
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
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        if bundle.past.is_some() {
            return Vec::new();
        }
        vec![Loss::of_story(LossKind::History)]
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(&write::document(bundle))
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
        let text = decode_start(bytes);
        text.trim_start().starts_with('{') && text.contains(&format!("\"{FORMAT}\""))
    }

    fn import(&self, bytes: &[u8], _: &dyn World) -> Result<(Bundle, Vec<Warning>), FormatError> {
        let (text, warnings) = decode(bytes)?;
        read::read_bundle(&text, warnings)
    }
}
