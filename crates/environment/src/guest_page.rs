//! The page on which people at other computers read a story and write to its people and agents, as
//! `ui` builds it into `ui/dist-guest`: embedded in the program in a release, read from disk in a
//! debug build. Not here: serving it, which is the hub's.

use std::sync::Arc;

use hub::PageFile;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../ui/dist-guest"]
#[allow_missing = true]
struct EmbeddedPage;

/// The page's own file, which the build names after its source.
const BUILT: &str = "guest.html";

/// All files of the page; none if it has not been built.
pub(crate) fn files() -> Arc<[PageFile]> {
    EmbeddedPage::iter()
        .filter_map(|path| {
            let file = EmbeddedPage::get(&path)?;
            Some(PageFile {
                content_type: file.metadata.mimetype().to_owned(),
                path: match &*path {
                    BUILT => "index.html".to_owned(),
                    _ => path.into_owned(),
                },
                bytes: file.data,
            })
        })
        .collect()
}
