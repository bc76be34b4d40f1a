//! Yarn Spinner 2 and 3: dialogue for games. A node's headers and body are preserved; jumps and
//! detours become edges labeled with their option. A project of several files is imported from and
//! exported to an archive. `syntax` parses the notation, `names` resolves names, `node_names` gives
//! them, `logic` translates conditions, `reconcile` edits options in place, `read` and `write` convert
//! whole files.

mod conditional;
mod logic;
mod losses;
mod names;
mod node_names;
mod playable;
mod prose;
mod read;
mod reconcile;
mod syntax;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use playable::PlayableYarn;
pub(crate) use prose::prose;

use markup::notation::yarn::NAME;
use model::World;

use crate::import::{decode_start, text_files};
use crate::{About, Bundle, Exporter, Format, FormatError, Importer, Loss, Warning, folder};

/// The header for a title that is not an identifier.
const TITLE: &str = "storyteller_title";
/// The header of the node of a story that has none, for a file needs one.
const EMPTY: &str = "storyteller_empty";
/// The header for the kind of a node that is not a scene.
const KIND: &str = "storyteller_kind";
/// The header for the story's title, on the start node.
const STORY: &str = "storyteller_story";
/// The header for whether the story may end in a node, if the text says otherwise.
const ENDING: &str = "storyteller_ending";

/// The Yarn Spinner format.
pub(crate) struct Yarn;

impl Format for Yarn {
    fn about(&self) -> About {
        About {
            name: NAME,
            title: "Yarn Spinner",
            extensions: &["yarn"],
        }
    }
}

impl Exporter for Yarn {
    fn extension_for(&self, bundle: &Bundle) -> &'static str {
        if write::is_folder(&bundle.story) {
            "zip"
        } else {
            "yarn"
        }
    }

    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        losses::losses(bundle)
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        write::bytes(&bundle.story)
    }

    fn export_single_file(&self, bundle: &Bundle) -> Vec<u8> {
        write::single_file(&bundle.story).into_bytes()
    }
}

impl Importer for Yarn {
    fn sniff(&self, bytes: &[u8]) -> bool {
        if folder::is_archive(bytes) {
            return folder::contains_extension(bytes, "yarn");
        }
        let text = decode_start(bytes);
        let head = text.lines().take_while(|it| it.trim() != "---");
        let lines = text.lines().map(str::trim);
        let has_title = head.map(str::trim_start).any(|it| {
            it.strip_prefix("title")
                .is_some_and(|it| it.starts_with(':'))
        });
        has_title && lines.into_iter().any(|it| it == "---")
    }

    fn import(
        &self,
        bytes: &[u8],
        world: &dyn World,
    ) -> Result<(Bundle, Vec<Warning>), FormatError> {
        let mut warnings = Vec::new();
        let files = text_files(bytes, &["yarn"], &mut warnings)?;
        read::read_bundle(&files, warnings, world)
    }
}
