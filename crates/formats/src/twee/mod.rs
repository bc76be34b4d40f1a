//! Twee 3, the text form of Twine stories. `syntax` cuts a file into passages, `read` and `write`
//! go through a file; what a passage is to a story stands in `crate::twine`. The text of a passage is never rewritten: links made elsewhere are added below
//! it, and a file that nobody changed comes back byte for byte.

mod read;
mod syntax;
#[cfg(test)]
mod tests;
mod write;

use model::World;

use crate::reading::{decode, decode_beginning};
use crate::{Exporter, FormatError, Importer, Parcel, Warning};

/// The name kept data goes by.
const NAME: &str = "twee";

/// Twee 3.
pub(crate) struct Twee;

impl Exporter for Twee {
    fn name(&self) -> &'static str {
        NAME
    }

    fn title(&self) -> &'static str {
        "Twee 3"
    }

    fn extension(&self) -> &'static str {
        "twee"
    }

    fn losses(&self, parcel: &Parcel) -> Vec<Warning> {
        write::losses(parcel)
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        write::file(&parcel.story).into_bytes()
    }
}

impl Importer for Twee {
    fn name(&self) -> &'static str {
        NAME
    }

    fn title(&self) -> &'static str {
        "Twee 3"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["twee", "tw"]
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        decode_beginning(bytes).lines().any(syntax::is_header)
    }

    fn import(
        &self,
        bytes: &[u8],
        world: &dyn World,
    ) -> Result<(Parcel, Vec<Warning>), FormatError> {
        let (text, warnings) = decode(bytes)?;
        read::parcel(&text, warnings, world)
    }
}
