//! The tools of the workspace: everything outside an open story. They are written like the tools of
//! a story, and called through a registry of their own. All of them are for people: no model is
//! shown one or can call one.
//!
//! Enter through [`registry`]. Not here: the work itself (`workspace`, `settings`, `models`).

mod agents;
mod backups;
mod calls;
mod keys;
mod models;
mod outside_servers;
mod settings;
mod stories;

use std::sync::Arc;
use std::time::Duration;

use capability::{
    Caller, Capability, DefinitionError, Impact, Registry, Target, Tool, ToolContext, ToolError,
    ToolSpec,
};
use model::{DraftId, World};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Failure, Workspace};

/// The registry of the workspace's tools.
pub type WorkspaceRegistry = Registry<Workspace>;

/// The time limit for work on files, and for the answer of a server.
const TIME_LIMIT: Duration = Duration::from_secs(600);

/// All groups of tools, in the order the reference lists them.
const ALL: [&dyn Capability<Workspace>; 8] = [
    &stories::Stories,
    &backups::Backups,
    &calls::Calls,
    &settings::SettingsTools,
    &keys::ApiKeys,
    &models::Models,
    &outside_servers::OutsideServers,
    &agents::AgentTools,
];

impl Target for Workspace {
    type View = ();

    fn view(&self, _: Option<DraftId>) {}

    fn world(&self) -> &Arc<dyn World> {
        Workspace::world(self)
    }
}

/// A registry of all tools over a workspace.
pub fn registry(workspace: Workspace) -> Result<WorkspaceRegistry, DefinitionError> {
    Registry::new(&ALL, workspace)
}

/// Every tool, without a workspace: for generating the reference and the window's types.
pub fn specs() -> Vec<ToolSpec> {
    capability::specs_of(&ALL)
}

/// A tool of the workspace; `former` is its name from before these calls were tools.
fn tool<I, O, F, R>(
    (method, name, former): (&'static str, &'static str, &'static str),
    impact: Impact,
    run: F,
) -> Tool<Workspace>
where
    I: DeserializeOwned + JsonSchema + Send + 'static,
    O: Serialize + JsonSchema + Send + 'static,
    F: Fn(ToolContext<Workspace>, Caller, I) -> R + Send + Sync + 'static,
    R: Future<Output = Result<O, ToolError>> + Send + 'static,
{
    new_tool((method, name), impact, run).formerly(method, former)
}

/// A tool of the workspace that earlier versions did not have.
fn new_tool<I, O, F, R>(
    (method, name): (&'static str, &'static str),
    impact: Impact,
    run: F,
) -> Tool<Workspace>
where
    I: DeserializeOwned + JsonSchema + Send + 'static,
    O: Serialize + JsonSchema + Send + 'static,
    F: Fn(ToolContext<Workspace>, Caller, I) -> R + Send + Sync + 'static,
    R: Future<Output = Result<O, ToolError>> + Send + 'static,
{
    Tool::with_caller(method, name, impact, run)
        .hidden_from_models()
        .time_limit(TIME_LIMIT)
}

/// The window that a call comes from; empty if it comes from none.
fn window_of(caller: &Caller) -> &str {
    caller.origin.as_deref().unwrap_or_default()
}

impl From<Failure> for ToolError {
    fn from(failure: Failure) -> Self {
        let report = failure.report().clone();
        Self {
            code: report.code,
            message: report.message,
            path: report.path,
            hint: report.hint,
            said: report.said,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use capability::Audience;

    use super::*;
    use crate::Studio;

    #[test]
    fn every_workspace_tool_can_be_registered_and_is_for_people_only() {
        let workspace = Workspace::new(crate::workspace::WorkspaceOptions {
            environment: crate::settings::Environment::default(),
            keys: crate::settings::Keys::none(),
            model: None,
        });
        assert!(registry(workspace).is_ok());
        let shown: Vec<_> = specs()
            .into_iter()
            .filter(|it| it.audience == Audience::Everyone)
            .map(|it| it.name)
            .collect();
        assert_eq!(shown, Vec::<String>::new());
    }

    #[test]
    fn every_tool_takes_and_returns_what_a_valid_schema_describes() {
        for spec in specs().into_iter().chain(Studio::specs()) {
            let input = capability::checker(&spec.schema).map(|_| ());
            let output = spec.output_schema.unwrap().checked().map(|_| ());
            assert_eq!((input, output), (Ok(()), Ok(())), "{}", spec.name);
        }
    }

    #[test]
    fn workspace_and_story_tools_have_different_names() {
        let names = |specs: Vec<ToolSpec>| -> BTreeSet<String> {
            let names = specs.into_iter().flat_map(|it| {
                let former = it.former.names.clone();
                former.into_iter().chain([it.name]).chain(it.verb)
            });
            names.collect()
        };
        let both: Vec<_> = names(specs())
            .intersection(&names(Studio::specs()))
            .cloned()
            .collect();
        assert_eq!(both, Vec::<String>::new());
    }
}
