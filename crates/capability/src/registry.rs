//! Registry: all tools, and the one way to call them. Enter through [`Registry::new`] and
//! [`Registry::call`]. Not here: the steps of a call (`dispatch/`).

use std::sync::Arc;

use model::World;
use model::conversation::{ToolCall, ToolDefinition};
use serde_json::Value;
use store::{SlotRule, Store};

use crate::catalog::{Catalog, ProjectCli};
use crate::dispatch::{CallContext, Dispatcher, ProgressListener, RunningCalls};
use crate::tool::rules;
use crate::validate::InputSchema;
use crate::{Caller, Capability, DataSpec, Models, ToolAgentOutput, ToolSpec};

/// What the tools of one open story work on.
#[derive(Clone)]
pub struct ToolServices {
    /// The story.
    pub store: Store,
    /// Image models and fonts.
    pub models: Arc<dyn Models>,
    /// Clock and id source.
    pub world: Arc<dyn World>,
}

/// A capability that cannot be registered, and why: two tools of one name, an invalid schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefinitionError(pub String);

impl std::fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DefinitionError {}

/// The store's rules for the capabilities' data, with compiled validators.
pub fn slot_rules(capabilities: &[&dyn Capability]) -> Result<Vec<SlotRule>, DefinitionError> {
    let with_data = capabilities
        .iter()
        .filter_map(|it| Some((it.name(), it.data()?)));
    let rule = |(capability, data): (&'static str, DataSpec)| {
        let compiled = rules::check_schema(&data.schema)
            .and_then(|()| InputSchema::compile(&data.schema))
            .map_err(|why| DefinitionError(format!("data of {capability}: {why}")))?;
        let check = move |value: &Value| compiled.check(value).map_err(|fault| fault.sentence());
        Ok(SlotRule {
            capability,
            check: Arc::new(check),
            text: data.text,
        })
    };
    with_data.map(rule).collect()
}

/// Checks whether a value is valid; the error says where and why not.
pub type Check = Arc<dyn Fn(&Value) -> Result<(), String> + Send + Sync>;

/// A check against a JSON Schema that does not belong to a tool, such as that of a declared state.
/// The error says why the schema is invalid.
pub fn checker(schema: &Value) -> Result<Check, String> {
    let compiled = InputSchema::compile(schema)?;
    Ok(Arc::new(move |value| {
        compiled.check(value).map_err(|fault| fault.sentence())
    }))
}

/// All tools of one open story.
pub struct Registry {
    dispatcher: Arc<Dispatcher>,
}

impl Registry {
    /// Registers capabilities in order. Rejects two tools of the same name, names that model APIs
    /// do not accept, and schemas that are invalid or use unions.
    pub fn new(
        capabilities: &[&dyn Capability],
        services: ToolServices,
    ) -> Result<Self, DefinitionError> {
        let catalog = Catalog::new(capabilities)?;
        let project_cli = ProjectCli::new(&catalog.cards);
        Ok(Self {
            dispatcher: Arc::new(Dispatcher {
                catalog,
                project_cli,
                services,
                runs: Arc::new(RunningCalls::default()),
            }),
        })
    }

    /// Every tool, in order.
    pub fn specs(&self) -> Vec<&ToolSpec> {
        self.dispatcher.catalog.specs_for(false).collect()
    }

    /// A tool by any of its names: its name, its verb, or `module.method`.
    pub fn spec(&self, name: &str) -> Option<&ToolSpec> {
        self.dispatcher.catalog.find(name).map(|it| &it.tool.spec)
    }

    /// Title, summary and data of each capability, by name, in order.
    pub fn capabilities(&self) -> &[CapabilityInfo] {
        &self.dispatcher.catalog.cards
    }

    /// The tools visible to a model, in order.
    pub fn definitions(&self) -> Vec<ToolDefinition> {
        let shown = self.dispatcher.catalog.specs_for(true);
        shown.map(ToolSpec::definition).collect()
    }

    /// `project_cli {module, method, input}`: access to the whole catalog through one small schema
    /// (AT-2).
    pub fn project_cli(&self) -> ToolDefinition {
        self.dispatcher.project_cli.definition().clone()
    }

    /// What the tools work on.
    pub fn services(&self) -> &ToolServices {
        &self.dispatcher.services
    }

    /// Runs one call: resolve, validate, grant, run, post-process, record. Never returns an error:
    /// a failure is a result too. A writing call that has been committed before (same caller, id
    /// and arguments) returns its first outcome.
    pub async fn call(&self, caller: &Caller, call: ToolCall) -> ToolAgentOutput {
        self.dispatcher
            .call(caller, call, CallContext::default())
            .await
    }

    /// Sets the listener for calls that take long. A call that has run for a second, or reports its
    /// own progress after 300 ms, is reported at most five times a second, and once at its end.
    /// Only the first listener set is used.
    pub fn on_progress(&self, listener: ProgressListener) {
        self.dispatcher.runs.listen(listener);
    }

    /// Cancels the call that runs under this number; returns whether there was one. Its caller gets
    /// an error that it was stopped, or, if its commit was already done, the outcome of that.
    pub fn cancel(&self, run: u64) -> bool {
        self.dispatcher.runs.cancel(run)
    }
}

/// A capability as shown in prompts and help.
#[derive(Clone)]
pub struct CapabilityInfo {
    /// Its name.
    pub name: &'static str,
    /// Its display name.
    pub title: &'static str,
    /// What it is for.
    pub summary: &'static str,
    /// The data it stores, if any.
    pub data: Option<DataSpec>,
}

impl CapabilityInfo {
    pub(crate) fn of(capability: &dyn Capability) -> Self {
        Self {
            name: capability.name(),
            title: capability.title(),
            summary: capability.summary(),
            data: capability.data(),
        }
    }
}
