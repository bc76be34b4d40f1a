//! Importer for projects of articy:draft, as its technical export writes them: one JSON file, or a
//! manifest with further files beside it in a folder, a ZIP archive or an archive of articy's own.
//! `files` opens them, `project` holds their objects, `routes` resolves connections through pins,
//! hubs, jumps and conditions, `script` reads code, `attributes` the templates, `canvas` arranges
//! nested flows on one map, and `read` builds the story.

mod attributes;
mod canvas;
mod files;
mod project;
mod read;
mod routes;
mod script;
#[cfg(test)]
mod tests;

use model::World;

use crate::folder::paths;
use crate::import::decode_start;
use crate::{About, Bundle, Format, FormatError, Importer, Warning};

/// The key of this format's kept data.
const NAME: &str = "articy";

/// A project of articy:draft.
pub(crate) struct Articy;

impl Format for Articy {
    fn about(&self) -> About {
        About {
            name: NAME,
            title: "articy:draft JSON",
            extensions: &["json", "zip", "articyue", "articyue4", "articyu3d"],
        }
    }
}

impl Importer for Articy {
    fn sniff(&self, bytes: &[u8]) -> bool {
        if bytes.starts_with(files::ARTICY_ARCHIVE) {
            return true;
        }
        let paths = paths(bytes);
        if !paths.is_empty() {
            let has = |end: &str| paths.iter().any(|it| it.ends_with(end));
            return has(files::MANIFEST) && has("_objects.json");
        }
        let text = decode_start(bytes);
        let says = |key: &str| text.contains(key);
        // Each export begins with its settings, most of which are called so.
        text.trim_start().starts_with('{') && says("\"ExportVersion\"") && says("\"set_")
    }

    fn import(
        &self,
        bytes: &[u8],
        world: &dyn World,
    ) -> Result<(Bundle, Vec<Warning>), FormatError> {
        let mut warnings = Vec::new();
        let export = files::open(bytes, &mut warnings)?;
        let project = project::Project::of(&export)?;
        read::read_bundle(&project, warnings, world)
    }
}
