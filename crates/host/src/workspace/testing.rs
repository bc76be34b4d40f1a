//! A workspace in a temporary folder, for tests.

use std::path::Path;
use std::sync::Arc;

use super::{Workspace, WorkspaceOptions};
use crate::settings::{Environment, Keys, NoKeyChain};

/// The workspace of Ada, with settings and stories in this folder and no key chain.
pub(crate) fn workspace_in(folder: &Path) -> Workspace {
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (config, stories) = (path("config"), path("stories"));
    let environment = Environment::of([
        ("STORYTELLER_CONFIG", config.as_str()),
        ("STORYTELLER_STORIES", stories.as_str()),
        ("USER", "ada"),
    ]);
    let chain = Arc::new(NoKeyChain);
    let keys = Keys::new(chain, environment.clone(), Some(Path::new(&config)));
    Workspace::new(WorkspaceOptions {
        environment,
        keys,
        model: None,
    })
}
