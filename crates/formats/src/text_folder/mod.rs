//! A story as a folder of text for version control: `story.yaml`, one Markdown file a node under
//! `nodes`, pictures under `assets` by their hash. `front` is the head of a file, `fields` its values, `names` finds
//! names for files, `links` finds links in prose written elsewhere, `read` and `write` go through
//! a folder. A folder travels as an archive; faces unpack it.

mod assets;
mod fields;
mod front;
mod links;
mod names;
mod read;
#[cfg(test)]
mod tests;
mod write;

use model::World;

pub(crate) use names::file_stems;

use crate::folder::paths;
use crate::{About, Exporter, Folder, Format, FormatError, Importer, Loss, Lost, Parcel, Warning};

/// The name kept data goes by, and the format's own.
const NAME: &str = "folder";
/// The word in the story's file by which a folder is known.
const FORMAT: &str = "storyteller-folder";
/// The version written, and the newest that is read.
const VERSION: u64 = 1;
/// The file of what belongs to no node.
const STORY_FILE: &str = "story.yaml";
/// The folder of the nodes' files.
const NODES: &str = "nodes/";
/// The folder of pictures and sounds.
const ASSETS: &str = "assets/";

/// The text folder.
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
    fn losses(&self, _: &Parcel) -> Vec<Loss> {
        vec![Loss::of_story(Lost::History)]
    }

    fn export(&self, parcel: &Parcel) -> Vec<u8> {
        write::folder(parcel).pack(&[])
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
    ) -> Result<(Parcel, Vec<Warning>), FormatError> {
        read::parcel(&Folder::unpack(bytes)?, world)
    }
}

/// Whether these are notes of another program: Markdown files and nothing that says otherwise.
fn is_vault(paths: &[String]) -> bool {
    let ends = |end: &str| paths.iter().any(|it| it.ends_with(end));
    ends(".md")
        && ![".xml", ".ink", ".yarn", ".twee", ".tw", "card.json"]
            .into_iter()
            .any(ends)
}
