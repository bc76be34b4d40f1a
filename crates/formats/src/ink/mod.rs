//! Ink: knots and stitches become nodes, and what diverts, tunnels and threads lead to their edges,
//! with the words, condition and effect of the choice they stand below. The text stays as it was
//! written but for what was changed here. A story of several files comes and goes as an archive.
//! `syntax` cuts files, `flow` finds what leads elsewhere, `names` says what is meant, `logic`
//! translates conditions, `places` says where nodes stand, `revise` changes choices where they
//! stand, `read` and `write` go through the files.

mod flow;
mod includes;
mod logic;
mod losses;
mod names;
mod places;
mod plain;
mod read;
mod revise;
mod syntax;
#[cfg(test)]
mod tests;
mod write;

use model::{Node, World};

use crate::reading::{decode_beginning, text_files};
use crate::{About, Exporter, Format, FormatError, Importer, Loss, Parcel, Warning, folder, kept};

/// The name kept data goes by.
const NAME: &str = "ink";
/// The title of what stands before the first knot, where that is a node.
const OPENING: &str = "Opening";

/// Ink.
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
    fn extension_for(&self, parcel: &Parcel) -> &'static str {
        if places::is_folder(&parcel.story) {
            "zip"
        } else {
            "ink"
        }
    }

    fn losses(&self, parcel: &Parcel) -> Vec<Loss> {
        losses::losses(parcel)
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        write::bytes(&parcel.story)
    }
}

impl Importer for Ink {
    fn sniff(&self, bytes: &[u8]) -> bool {
        if folder::is_archive(bytes) {
            return folder::lists(bytes, "ink");
        }
        let text = decode_beginning(bytes);
        text.lines().any(|it| {
            syntax::is_knot(it) || it.trim().strip_prefix("-> ").is_some_and(flow::is_path)
        })
    }

    fn import(
        &self,
        bytes: &[u8],
        world: &dyn World,
    ) -> Result<(Parcel, Vec<Warning>), FormatError> {
        let mut warnings = Vec::new();
        let files = text_files(bytes, &["ink"], &mut warnings)?;
        read::parcel(&files, warnings, world)
    }
}

/// Whether a node came from Ink.
pub(crate) fn is_from(node: &Node) -> bool {
    kept::of(&node.data, NAME).is_some_and(|it| it.contains_key("head"))
}

/// Whether the text of a node has more than choices that may be taken only once: one that may be
/// taken again without leaving the node, or a gather, below which reading goes on.
pub(crate) fn may_go_on(node: &Node) -> bool {
    let mut lines = kept::text_of(node).lines().map(str::trim_start);
    lines.any(|it| it.starts_with('+') || it.starts_with('-') && !it.starts_with("->"))
}

/// Whether the story, or a tunnel, may end in a node.
pub(crate) fn may_end(node: &Node) -> bool {
    let text = kept::text_of(node);
    let mut diverts = text.split("->").skip(1).map(str::trim_start);
    diverts.any(|it| ["END", "DONE"].iter().any(|end| it.starts_with(end))) || text.contains("->->")
}
