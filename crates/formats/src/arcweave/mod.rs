//! Importer for the JSON that Arcweave exports for a project. `routes` resolves connections through
//! branches and jumpers, `script` reads code, `read` builds the story, and `prose` shows its texts.

mod prose;
mod read;
mod routes;
mod script;
#[cfg(test)]
mod tests;

pub(crate) use prose::prose;

use markup::notation::arcweave::NAME;
use model::World;
use serde_json::{Map, Value};

use crate::import::{decode, decode_start, parse_json};
use crate::{About, Bundle, Format, FormatError, Importer, Warning};

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
        let text = decode_start(bytes);
        let says = |key: &str| text.contains(key);
        text.trim_start().starts_with('{')
            && !says("\"storyteller-story\"")
            && (says("\"startingElement\"") || (says("\"boards\"") && says("\"elements\"")))
    }

    fn import(
        &self,
        bytes: &[u8],
        world: &dyn World,
    ) -> Result<(Bundle, Vec<Warning>), FormatError> {
        let (text, warnings) = decode(bytes)?;
        let project: Map<String, Value> = parse_json(&text)?;
        read::read_bundle(&text, &project, warnings, world)
    }
}
