//! Yarn Spinner 2 and 3: dialogue for games. A node's headers and body stay as they were written;
//! jumps and detours become edges with the words of the option they stand below. A project of
//! several files comes and goes as an archive. `syntax` knows the notation, `names` who is called
//! what, `logic` translates conditions, `revise` changes options where they stand, `read` and `write`
//! go through the files.

mod logic;
mod names;
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
const NAME: &str = "yarn";
/// The header with a title that is no identifier.
const TITLE: &str = "storyteller_title";
/// The header with the kind of a node that is no scene.
const KIND: &str = "storyteller_kind";
/// The header with the title of the story, on the node where reading begins.
const STORY: &str = "storyteller_story";
/// The header that says whether the story may end in a node, where its text says otherwise.
const ENDING: &str = "storyteller_ending";

/// Yarn Spinner.
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
    fn extension_for(&self, parcel: &Parcel) -> &'static str {
        if write::is_folder(&parcel.story) {
            "zip"
        } else {
            "yarn"
        }
    }

    fn losses(&self, parcel: &Parcel) -> Vec<Loss> {
        write::losses(parcel)
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        write::bytes(&parcel.story)
    }
}

impl Importer for Yarn {
    fn sniff(&self, bytes: &[u8]) -> bool {
        if folder::is_archive(bytes) {
            return folder::lists(bytes, "yarn");
        }
        let text = decode_beginning(bytes);
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
    ) -> Result<(Parcel, Vec<Warning>), FormatError> {
        let mut warnings = Vec::new();
        let files = text_files(bytes, &["yarn"], &mut warnings)?;
        read::parcel(&files, warnings, world)
    }
}

/// Whether a node came from Yarn.
pub(crate) fn is_from(node: &Node) -> bool {
    kept::of(&node.data, NAME).is_some_and(|it| it.contains_key("head"))
}

/// Whether it is one of a group, whose nodes have one title and say when each is taken.
pub(crate) fn is_one_of_group(node: &Node) -> bool {
    let head = kept::of(&node.data, NAME).and_then(|it| it.get("head")?.as_str());
    head.is_some_and(|it| syntax::header(it, "when").is_some())
}

/// Whether the dialogue may end in a node: it jumps nowhere.
pub(crate) fn may_end(node: &Node) -> bool {
    let text = kept::text_of(node);
    text.contains("<<stop>>") || syntax::flow(text).jumps.is_empty()
}
