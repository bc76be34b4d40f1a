//! JSON Canvas 1.0, the format of Obsidian's boards. `fields` holds the correspondence between
//! their fields and ours, `read` and `write` go through a file. A card of a board is a scene whose
//! title is made from its first line; what a story has no place for is kept and written back.

mod fields;
mod groups;
mod read;
#[cfg(test)]
mod tests;
mod write;

use model::World;
use serde_json::{Map, Value};

use crate::reading::{decode, decode_beginning, parse_json};
use crate::{About, Exporter, Format, FormatError, Importer, Loss, Parcel, Warning};

/// The name kept data goes by.
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
    fn losses(&self, parcel: &Parcel) -> Vec<Loss> {
        write::losses(parcel)
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(&write::board(&parcel.story))
            .expect("a JSON value always becomes text");
        bytes.push(b'\n');
        bytes
    }
}

impl Importer for Canvas {
    fn sniff(&self, bytes: &[u8]) -> bool {
        let text = decode_beginning(bytes);
        let says = |key: &str| text.contains(key);
        text.trim_start().starts_with('{')
            && (says("\"nodes\"") || says("\"edges\""))
            && !says("\"storyteller-story\"")
    }

    fn import(
        &self,
        bytes: &[u8],
        world: &dyn World,
    ) -> Result<(Parcel, Vec<Warning>), FormatError> {
        let (text, warnings) = decode(bytes)?;
        let board: Map<String, Value> = parse_json(&text)?;
        read::parcel(&text, board, warnings, world)
    }
}
