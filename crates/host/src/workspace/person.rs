//! The person who runs the program, as a caller of the workspace's tools. Not here: the same person as
//! a caller in a story ([`Studio::person`](crate::Studio::person)).

use std::sync::Arc;

use capability::{Approver, Caller, Grant};
use model::{Author, AuthorKind, World};

use super::Workspace;

impl Workspace {
    /// The person who runs this program, as a caller of the workspace's tools from a window or
    /// process: may do everything, asked before what costs or cannot be undone.
    pub fn person(&self, origin: &str, approver: Arc<dyn Approver>) -> Caller {
        let settings = self.settings().unwrap_or_default();
        let name = settings.author(&self.0.options.environment);
        let author = Author::new(AuthorKind::Person, name);
        Caller {
            origin: Some(origin.to_owned()),
            approver,
            ..Caller::new(format!("http/{origin}"), author, Grant::person())
        }
    }

    /// Clock and id source.
    pub(crate) fn world(&self) -> &Arc<dyn World> {
        &self.0.world
    }
}
