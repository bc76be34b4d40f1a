//! Twee 3, the text form of Twine stories. `syntax` cuts a file into passages, `read` and `write`
//! go through a file, or a folder of them; what a passage is to a story stands in `crate::twine`. The text of a passage is never rewritten: links made elsewhere are added below
//! it, and a file that nobody changed comes back byte for byte.

mod read;
mod syntax;
#[cfg(test)]
mod tests;
mod write;

use model::World;

use crate::reading::{decode_beginning, text_files};
use crate::{About, Exporter, Format, FormatError, Importer, Loss, Parcel, Warning, folder};

/// The name kept data goes by.
const NAME: &str = "twee";
/// What its files are called.
const EXTENSIONS: &[&str] = &["twee", "tw"];

/// Twee 3.
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
    fn extension_for(&self, parcel: &Parcel) -> &'static str {
        if write::is_folder(&parcel.story) {
            "zip"
        } else {
            "twee"
        }
    }

    fn losses(&self, parcel: &Parcel) -> Vec<Loss> {
        write::losses(parcel)
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        write::bytes(&parcel.story)
    }
}

impl Importer for Twee {
    fn sniff(&self, bytes: &[u8]) -> bool {
        if folder::is_archive(bytes) {
            return EXTENSIONS.iter().any(|it| folder::lists(bytes, it));
        }
        decode_beginning(bytes).lines().any(syntax::is_header)
    }

    fn import(
        &self,
        bytes: &[u8],
        world: &dyn World,
    ) -> Result<(Parcel, Vec<Warning>), FormatError> {
        let mut warnings = Vec::new();
        let files = text_files(bytes, EXTENSIONS, &mut warnings)?;
        read::parcel(&files, warnings, world)
    }
}
