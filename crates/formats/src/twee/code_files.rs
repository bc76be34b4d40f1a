//! Scripts and style sheets beside the Twee files of a story. As in Tweego, each is read as a
//! passage with the tag `script` or `stylesheet` and the name of its file, so that it is part of
//! the story; it is exported as a file again. None of it is ever run.

use std::collections::HashSet;

use crate::import::{TextFile, has_extension};
use crate::twine::{Header, write_header};

/// The largest text of a node, so that a single file does not prevent an import.
const MAX_CODE: usize = 8 << 20;

/// Whether a file belongs to the story: neither installed by a build tool nor a story format.
pub(super) fn is_kept(path: &str, content: &[u8]) -> bool {
    let is_installed = path.split('/').any(|it| it == "node_modules");
    let is_format = content
        .trim_ascii_start()
        .starts_with(b"window.storyFormat(");
    tag_of(path).is_some() && !is_installed && !is_format && content.len() <= MAX_CODE
}

/// The tag of the passage that a file is read as; `None` for a Twee file.
pub(super) fn tag_of(path: &str) -> Option<&'static str> {
    if has_extension(path, &["js"]) {
        Some("script")
    } else if has_extension(path, &["css"]) {
        Some("stylesheet")
    } else {
        None
    }
}

/// The header of the passage that each file is read as, if it is code: the name of the file, or its
/// path if the name is taken.
pub(super) fn headers(files: &[TextFile<'_>]) -> Vec<Option<String>> {
    let mut taken = HashSet::new();
    let headers = files.iter().map(|file| {
        let tag = tag_of(&file.path)?;
        let base = file.path.rsplit('/').next().unwrap_or(&file.path);
        let is_free = taken.insert(base.to_lowercase());
        let header = Header {
            name: if is_free { base } else { &file.path }.to_owned(),
            tags: vec![tag.to_owned()],
            ..Header::default()
        };
        Some(write_header(&header))
    });
    headers.collect()
}
