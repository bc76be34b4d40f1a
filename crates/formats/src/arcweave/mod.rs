//! Projects of Arcweave, as its JSON export gives them. In only. `routes` follows connections
//! through branches and jumpers, `read` makes the story.

mod read;
mod routes;
#[cfg(test)]
mod tests;

use model::World;
use serde_json::{Map, Value};

use crate::reading::{decode, decode_beginning, parse_json};
use crate::{About, Format, FormatError, Importer, Parcel, Warning};

/// The name kept data goes by, and the format's own.
const NAME: &str = "arcweave";

/// An Arcweave project.
pub(crate) struct Arcweave;

impl Format for Arcweave {
    fn about(&self) -> About {
        About {
            name: NAME,
            title: "Arcweave JSON",
            extensions: &["json"],
        }
    }
}

impl Importer for Arcweave {
    fn sniff(&self, bytes: &[u8]) -> bool {
        let text = decode_beginning(bytes);
        let says = |key: &str| text.contains(key);
        text.trim_start().starts_with('{')
            && !says("\"storyteller-story\"")
            && (says("\"startingElement\"") || (says("\"boards\"") && says("\"elements\"")))
    }

    fn import(
        &self,
        bytes: &[u8],
        world: &dyn World,
    ) -> Result<(Parcel, Vec<Warning>), FormatError> {
        let (text, warnings) = decode(bytes)?;
        let project: Map<String, Value> = parse_json(&text)?;
        read::parcel(&text, &project, warnings, world)
    }
}
