//! Ink: knots and stitches become nodes; diverts, tunnels and threads become edges, with the label,
//! condition and effect of their choice. The text of a section is preserved except where an edit
//! requires a change. A story of several files is imported from and exported to an archive.
//! `syntax` splits files, `declarations` joins what two files declare, `blocks` finds conditions over
//! several lines, `flow` diverts, `names` resolves them, `logic` translates conditions, `section_paths` assigns nodes to sections, `reconcile` edits choices in place,
//! `read` and `project` convert whole files, `write` the text of a section; `playable` is the source
//! for a program that plays it.

mod blocks;
mod conditional;
mod declarations;
mod escape;
mod flow;
mod includes;
mod logic;
mod losses;
mod names;
mod playable;
mod project;
mod prose;
mod read;
mod reconcile;
mod section_paths;
mod syntax;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use declarations::add_declarations;
pub(crate) use markup::notation::ink::NAME;
pub(crate) use playable::PlayableInk;
pub(crate) use prose::{has_later_assignments, prose};

use model::World;

use crate::import::{decode_start, text_files};
use crate::{About, Bundle, Exporter, Format, FormatError, Importer, Loss, Warning, folder};

/// The title of the content before the first knot, if it becomes a node.
const OPENING: &str = "Opening";

/// The Ink format.
pub(crate) struct Ink;

impl Format for Ink {
    fn about(&self) -> About {
        About {
            name: NAME,
            title: "Ink",
            extensions: &["ink"],
        }
    }
}

impl Exporter for Ink {
    fn extension_for(&self, bundle: &Bundle) -> &'static str {
        if section_paths::is_folder(&bundle.story) {
            "zip"
        } else {
            "ink"
        }
    }

    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        losses::losses(bundle)
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        project::bytes(&bundle.story)
    }

    fn export_single_file(&self, bundle: &Bundle) -> Vec<u8> {
        project::single_file(&bundle.story).into_bytes()
    }
}

impl Importer for Ink {
    fn sniff(&self, bytes: &[u8]) -> bool {
        if folder::is_archive(bytes) {
            return folder::contains_extension(bytes, "ink");
        }
        let text = decode_start(bytes);
        text.lines().any(|it| {
            syntax::is_knot(it) || it.trim().strip_prefix("-> ").is_some_and(flow::is_path)
        })
    }

    fn import(
        &self,
        bytes: &[u8],
        world: &dyn World,
    ) -> Result<(Bundle, Vec<Warning>), FormatError> {
        let mut warnings = Vec::new();
        let files = text_files(bytes, &["ink"], &mut warnings)?;
        read::read_bundle(&files, warnings, world)
    }
}
