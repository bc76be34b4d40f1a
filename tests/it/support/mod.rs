//! Test support: the real program as a process, a story in its own folder, direct access to story
//! files, and a replacement for a model's service that implements the real protocol on loopback.

pub(crate) mod canned_server;
pub(crate) mod cli;
pub(crate) mod context_words;
pub(crate) mod continuity;
pub(crate) mod conversation;
pub(crate) mod counter;
pub(crate) mod fake_openai;
pub(crate) mod nats;
pub(crate) mod outside;
pub(crate) mod places;
pub(crate) mod server;
pub(crate) mod story_file;
pub(crate) mod tool_requests;

use std::path::{Path, PathBuf};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.ancestors().nth(2);
    root.expect("the program's package lies two folders below the root")
        .to_owned()
}
