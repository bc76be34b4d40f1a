//! Registry, in talk *the door*: all tools, and the one way to call them. Enter through
//! [`Registry::new`] and [`Registry::call`]. Not here: the steps of a call (`door.rs`).

use std::sync::Arc;

use model::World;
use model::talk::{ToolCall, ToolDefinition};
use serde_json::Value;
use store::{SlotRule, Store};

use crate::catalog::{Catalog, ProjectCli};
use crate::door::{Door, OnProgress, Runs, Within};
use crate::tool::rules;
use crate::validate::InputSchema;
use crate::{Caller, Capability, DataSpec, Models, ToolAgentOutput, ToolSpec};

/// What the tools of one open story work on.
#[derive(Clone)]
pub struct Backing {
    /// The story.
    pub store: Store,
    /// Image models and the like.
    pub models: Arc<dyn Models>,
    /// Clock and ids.
    pub world: Arc<dyn World>,
}

/// A capability that cannot be registered, and why: two tools of one name, a schema that is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefinitionError(pub String);

impl std::fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DefinitionError {}

/// The store's rules for the capabilities' data, validators compiled.
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

/// What says whether a value fits, and where and why not.
pub type Check = Arc<dyn Fn(&Value) -> Result<(), String> + Send + Sync>;

/// A check against a JSON Schema that is not a tool's: a declared state, say. The error says why the
/// schema is none.
pub fn checker(schema: &Value) -> Result<Check, String> {
    let compiled = InputSchema::compile(schema)?;
    Ok(Arc::new(move |value| {
        compiled.check(value).map_err(|fault| fault.sentence())
    }))
}

/// All tools of one open story.
pub struct Registry {
    door: Arc<Door>,
}

impl Registry {
    /// Registers capabilities in order. Refuses two tools of one spelling, names that no model API
    /// takes, schemas that are no JSON Schema or use unions.
    pub fn new(
        capabilities: &[&dyn Capability],
        backing: Backing,
    ) -> Result<Self, DefinitionError> {
        let catalog = Catalog::new(capabilities)?;
        let project_cli = ProjectCli::new(&catalog.cards);
        Ok(Self {
            door: Arc::new(Door {
                catalog,
                project_cli,
                backing,
                runs: Arc::new(Runs::default()),
            }),
        })
    }

    /// Every tool, in order.
    pub fn specs(&self) -> Vec<&ToolSpec> {
        self.door.catalog.shown(false).collect()
    }

    /// A tool by either spelling: its name, its verb, or `module.method`.
    pub fn spec(&self, name: &str) -> Option<&ToolSpec> {
        self.door.catalog.find(name).map(|it| &it.tool.spec)
    }

    /// Title, summary and data of each capability, by name, in order.
    pub fn capabilities(&self) -> &[CapabilityCard] {
        &self.door.catalog.cards
    }

    /// The tools that may be shown to a model, in order.
    pub fn definitions(&self) -> Vec<ToolDefinition> {
        let shown = self.door.catalog.shown(true);
        shown.map(ToolSpec::definition).collect()
    }

    /// `project_cli {module, method, input}`: the whole catalog behind one thin schema (AT-2).
    pub fn project_cli(&self) -> ToolDefinition {
        self.door.project_cli.definition().clone()
    }

    /// What the tools work on.
    pub fn backing(&self) -> &Backing {
        &self.door.backing
    }

    /// Runs one call: resolve, validate, grant, run, post-process, record. Never fails: failure is
    /// an answer too. A call that writes and was committed before (same caller, id and arguments)
    /// is answered with its first outcome.
    pub async fn call(&self, caller: &Caller, call: ToolCall) -> ToolAgentOutput {
        self.door.call(caller, call, Within::default()).await
    }

    /// Names who hears of calls that take long: one that has run for a second, or that reports its
    /// own progress after 300 ms, is told at most five times a second, and once at its end. Only
    /// the first listener is heard of.
    pub fn on_progress(&self, listener: OnProgress) {
        self.door.runs.listen(listener);
    }

    /// Stops the call that runs under this number; whether there was one. Its caller is answered
    /// that it was stopped, or, where its commit was done, by what that came to.
    pub fn cancel(&self, run: u64) -> bool {
        self.door.runs.cancel(run)
    }
}

/// A capability as prompts and help show it.
#[derive(Clone)]
pub struct CapabilityCard {
    /// Its name.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it is for.
    pub summary: &'static str,
    /// The data it keeps, if any.
    pub data: Option<DataSpec>,
}

impl CapabilityCard {
    pub(crate) fn of(capability: &dyn Capability) -> Self {
        Self {
            name: capability.name(),
            title: capability.title(),
            summary: capability.summary(),
            data: capability.data(),
        }
    }
}
