//! A story as a folder of text for version control: `story.yaml`, one Markdown file per node in
//! `nodes`, pictures in `assets` named by hash. `front_matter` parses the head of a file, `fields`
//! its values, `file_names` derives file names, `node_files` finds files by name, `notes`,
//! `prose_links`, `manuscript` and `reading_order` convert the notes of other programs, `read` and
//! `write` whole folders. A folder is exchanged as an archive; callers unpack it.

mod assets;
mod fields;
mod file_names;
mod front_matter;
mod manuscript;
mod node_files;
mod notes;
mod prose_links;
mod read;
mod reading_order;
#[cfg(test)]
mod tests;
mod write;

use model::World;

pub(crate) use file_names::file_stems;

use crate::folder::paths;
use crate::{
    About, Bundle, Exporter, Folder, Format, FormatError, Importer, Loss, LossKind, Warning,
};

/// The format's name, also the key of its kept data.
const NAME: &str = "folder";
/// The value in the story file that identifies a folder.
const FORMAT: &str = "storyteller-folder";
/// The version written, and the newest that can be read.
const VERSION: u64 = 1;
/// The file for everything that does not belong to a node.
const STORY_FILE: &str = "story.yaml";
/// The folder with the nodes' files.
const NODES: &str = "nodes/";
/// The folder with pictures and sounds.
const ASSETS: &str = "assets/";

/// The text folder format.
pub(crate) struct TextFolder;

impl Format for TextFolder {
    fn about(&self) -> About {
        About {
            name: NAME,
            title: "Text folder",
            extensions: &["zip"],
        }
    }
}

impl Exporter for TextFolder {
    fn losses(&self, _: &Bundle) -> Vec<Loss> {
        vec![Loss::of_story(LossKind::History)]
    }

    fn export(&self, bundle: &Bundle) -> Vec<u8> {
        write::folder(bundle).pack(&[])
    }
}

impl Importer for TextFolder {
    fn keeps_identity(&self) -> bool {
        true
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        let paths = paths(bytes);
        let is_story = |it: &String| it == STORY_FILE || it.ends_with("/story.yaml");
        paths.iter().any(is_story) || is_vault(&paths)
    }

    fn import(
        &self,
        bytes: &[u8],
        world: &dyn World,
    ) -> Result<(Bundle, Vec<Warning>), FormatError> {
        read::read_bundle(&Folder::unpack(bytes)?, world)
    }
}

/// Whether these look like third-party notes: Markdown files and nothing that suggests otherwise.
fn is_vault(paths: &[String]) -> bool {
    let ends = |end: &str| paths.iter().any(|it| it.ends_with(end));
    ends(".md")
        && ![".xml", ".ink", ".yarn", ".twee", ".tw", "card.json"]
            .into_iter()
            .any(ends)
}
