//! JSON Canvas 1.0, the file format of Obsidian's canvases. `fields` maps their fields to ours;
//! `card_text` the text of a card; `read` and `write` convert whole files. A text card becomes a scene
//! titled by its first line; what a story cannot represent is kept and written back.

mod card_text;
mod fields;
mod groups;
mod read;
#[cfg(test)]
mod tests;
mod write;

use model::World;
use serde_json::{Map, Value};

use crate::import::{decode, decode_start, parse_json};
use crate::{About, Bundle, Exporter, Format, FormatError, Importer, Loss, Warning};

/// The key of this format's kept data.
const NAME: &str = "canvas";

/// JSON Canvas 1.0.
pub(crate) struct Canvas;

impl Format for Canvas {
    fn about(&self) -> About {
        About {
            name: NAME,
            title: "JSON Canvas",
            extensions: &["canvas"],
        }
    }
}

impl Exporter for Canvas {
    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        write::losses(bundle)
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(&write::board(&bundle.story))
            .expect("a JSON value always becomes text");
        bytes.push(b'\n');
        bytes
    }
}

impl Importer for Canvas {
    fn sniff(&self, bytes: &[u8]) -> bool {
        let text = decode_start(bytes);
        let says = |key: &str| text.contains(key);
        text.trim_start().starts_with('{')
            && (says("\"nodes\"") || says("\"edges\""))
            && !says("\"storyteller-story\"")
    }

    fn import(
        &self,
        bytes: &[u8],
        world: &dyn World,
    ) -> Result<(Bundle, Vec<Warning>), FormatError> {
        let (text, warnings) = decode(bytes)?;
        let board: Map<String, Value> = parse_json(&text)?;
        read::read_bundle(&text, board, warnings, world)
    }
}
