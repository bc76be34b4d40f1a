//! Who acts in the workspace: the person who runs the program, and callers of the workspace's
//! tools. Not here: callers in a story ([`Studio::caller`](crate::Studio::caller)).

use std::sync::Arc;

use capability::{Approver, Caller, Principal};
use model::World;

use super::Workspace;

impl Workspace {
    /// The person who runs this program, who owns the workspace. For interfaces that have verified
    /// that it is this person: by the process itself, or by a secret that only this person has.
    pub fn owner(&self) -> Principal {
        let settings = self.settings().unwrap_or_default();
        Principal::owner(settings.author(&self.0.options.environment))
    }

    /// A principal as a caller of the workspace's tools, from the window or process with this
    /// label.
    pub fn caller(
        &self,
        principal: &Principal,
        label: &str,
        approver: Arc<dyn Approver>,
    ) -> Caller {
        Caller {
            origin: Some(label.to_owned()),
            approver,
            ..Caller::new(principal.clone(), label, principal.role.grant())
        }
    }

    /// Clock and id source.
    pub(crate) fn world(&self) -> &Arc<dyn World> {
        &self.0.world
    }
}
