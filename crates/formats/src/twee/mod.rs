//! Twee 3, the text form of Twine stories. `syntax` splits a file into passages, `read` and `write`
//! convert files and folders, `code_files` scripts and style sheets beside them; the mapping
//! between passages and nodes is in `crate::twine`. The text of a passage is never rewritten: links
//! created elsewhere are added below it, and an unchanged file round-trips byte for byte.

mod code_files;
mod read;
mod syntax;
#[cfg(test)]
mod tests;
mod write;

use model::World;

use crate::import::{decode_start, text_files_and};
use crate::{About, Bundle, Exporter, Format, FormatError, Importer, Loss, Warning, folder};

/// The key of this format's kept data.
const NAME: &str = "twee";
/// The file extensions.
const EXTENSIONS: &[&str] = &["twee", "tw"];

/// The Twee 3 format.
pub(crate) struct Twee;

impl Format for Twee {
    fn about(&self) -> About {
        About {
            name: NAME,
            title: "Twee 3",
            extensions: EXTENSIONS,
        }
    }
}

impl Exporter for Twee {
    fn extension_for(&self, bundle: &Bundle) -> &'static str {
        if write::is_folder(&bundle.story) {
            "zip"
        } else {
            "twee"
        }
    }

    fn losses(&self, bundle: &Bundle) -> Vec<Loss> {
        write::losses(bundle)
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        write::bytes(&bundle.story)
    }

    fn export_single_file(&self, bundle: &Bundle) -> Vec<u8> {
        write::single_file(&bundle.story).into_bytes()
    }
}

impl Importer for Twee {
    fn sniff(&self, bytes: &[u8]) -> bool {
        if folder::is_archive(bytes) {
            return EXTENSIONS
                .iter()
                .any(|it| folder::contains_extension(bytes, it));
        }
        decode_start(bytes).lines().any(syntax::is_header)
    }

    fn import(
        &self,
        bytes: &[u8],
        world: &dyn World,
    ) -> Result<(Bundle, Vec<Warning>), FormatError> {
        let mut warnings = Vec::new();
        let files = text_files_and(bytes, EXTENSIONS, code_files::is_kept, &mut warnings)?;
        read::read_bundle(&files, warnings, world)
    }
}
