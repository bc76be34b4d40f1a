//! Registry: all tools over one target, and the one way to call them. Enter through
//! [`Registry::new`] and [`Registry::call`]; capabilities come and go while the program runs
//! ([`Registry::add`], [`Registry::remove`]). Not here: the steps of a call (`dispatch/`).

use std::sync::{Arc, PoisonError, RwLock};

use model::conversation::{ToolCall, ToolDefinition};
use serde_json::Value;
use store::SlotRule;
use tokio::sync::watch;

use crate::catalog::Catalog;
use crate::dispatch::{Dispatcher, ProgressListener, RunningCalls};
use crate::tool::rules;
use crate::validate::InputSchema;
use crate::{Caller, Capability, DataSpec, Target, ToolAgentOutput, ToolServices, ToolSpec};

/// A capability that cannot be registered, and why: two tools of one name, an invalid schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefinitionError(pub String);

impl std::fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DefinitionError {}

/// The store's rules for the capabilities' data.
pub fn slot_rules(capabilities: &[&dyn Capability]) -> Vec<SlotRule> {
    let with_data = capabilities
        .iter()
        .filter_map(|it| Some((it.name(), it.data()?)));
    let rule = |(capability, data): (&str, DataSpec)| {
        let schema = InputSchema::new(data.schema);
        let check = move |value: &Value| schema.check(value).map_err(|fault| fault.sentence());
        SlotRule {
            capability: capability.to_owned(),
            check: Arc::new(check),
            text: data.text,
        }
    };
    with_data.map(rule).collect()
}

/// Checks whether a value is valid; the error says where and why not.
pub type Check = Arc<dyn Fn(&Value) -> Result<(), String> + Send + Sync>;

/// A check against a JSON Schema that does not belong to a tool, such as that of a declared state.
/// The error says why the schema is invalid.
pub fn checker(schema: &Value) -> Result<Check, String> {
    rules::check_schema(schema)?;
    let compiled = InputSchema::compile(Arc::new(schema.clone()))?;
    Ok(Arc::new(move |value| {
        compiled.check(value).map_err(|fault| fault.sentence())
    }))
}

/// All tools over one target: an open story, or the workspace.
pub struct Registry<T: Target = ToolServices> {
    dispatcher: Arc<Dispatcher<T>>,
    /// Counts the changes of the catalog.
    revision: watch::Sender<u64>,
}

impl<T: Target> Registry<T> {
    /// Registers capabilities in order. Rejects two tools of the same name, names that model APIs
    /// do not accept, schemas that use unions, and invalid schemas of other programs; those of our
    /// own tools are checked by tests.
    pub fn new(capabilities: &[&dyn Capability<T>], services: T) -> Result<Self, DefinitionError> {
        let catalog = Catalog::new(capabilities)?;
        Ok(Self {
            dispatcher: Arc::new(Dispatcher {
                catalog: RwLock::new(Arc::new(catalog)),
                services,
                runs: Arc::new(RunningCalls::default()),
            }),
            revision: watch::Sender::new(0),
        })
    }

    /// Adds a capability while the program runs, after the others; listeners of
    /// [`Self::on_tools_changed`] hear of it. Rejected as by [`Self::new`], and where it keeps data: the
    /// data of a story is known before it is opened.
    pub fn add(&self, capability: &dyn Capability<T>) -> Result<(), DefinitionError> {
        if capability.data().is_some() {
            return Err(DefinitionError(format!(
                "{} keeps data, and cannot be added to a story that is open",
                capability.name()
            )));
        }
        self.replace(|catalog| catalog.with(capability).map(Some))?;
        Ok(())
    }

    /// Removes a capability and its tools by name; returns whether there was one. Its calls that run
    /// go on to their end.
    pub fn remove(&self, name: &str) -> bool {
        let removed = self.replace(|catalog| {
            let known = catalog.card(name).is_some();
            Ok(known.then(|| catalog.without(name)))
        });
        removed.unwrap_or_default()
    }

    /// Puts another catalog in the place of the present one; whether there is another.
    fn replace(
        &self,
        change: impl FnOnce(&Catalog<T>) -> Result<Option<Catalog<T>>, DefinitionError>,
    ) -> Result<bool, DefinitionError> {
        {
            // The pointer is replaced in one step, so a panic cannot leave it half changed.
            let catalog = self.dispatcher.catalog.write();
            let mut catalog = catalog.unwrap_or_else(PoisonError::into_inner);
            let Some(changed) = change(&catalog)? else {
                return Ok(false);
            };
            *catalog = Arc::new(changed);
        }
        self.revision.send_modify(|it| *it += 1);
        Ok(true)
    }

    /// Hears of each change of the catalog. The value counts them.
    pub fn on_tools_changed(&self) -> watch::Receiver<u64> {
        self.revision.subscribe()
    }

    /// How often the catalog has changed since the registry was made.
    pub fn revision(&self) -> u64 {
        *self.revision.borrow()
    }

    /// Every tool, in order.
    pub fn specs(&self) -> Vec<Arc<ToolSpec>> {
        self.dispatcher
            .catalog()
            .specs_for(false)
            .cloned()
            .collect()
    }

    /// A tool by any of its names: its name, its verb, or `module.method`.
    pub fn spec(&self, name: &str) -> Option<Arc<ToolSpec>> {
        let catalog = self.dispatcher.catalog();
        catalog.find(name).map(|it| Arc::clone(&it.tool.spec))
    }

    /// Title, summary and data of each capability, by name, in order.
    pub fn capabilities(&self) -> Vec<CapabilityInfo> {
        self.dispatcher.catalog().cards.clone()
    }

    /// The tools visible to a model, in order.
    pub fn definitions(&self) -> Vec<ToolDefinition> {
        let catalog = self.dispatcher.catalog();
        let shown = catalog.specs_for(true);
        shown.map(|it| it.definition()).collect()
    }

    /// `project_cli {module, method, input}`: access to the whole catalog through one small schema
    /// (AT-2).
    pub fn project_cli(&self) -> ToolDefinition {
        self.dispatcher.catalog().project_cli.definition().clone()
    }

    /// What the tools work on.
    pub fn services(&self) -> &T {
        &self.dispatcher.services
    }

    /// Runs one call: resolve, validate, grant, run, post-process, record. Never returns an error:
    /// a failure is a result too. A writing call that has been committed before (same caller, id
    /// and arguments) returns its first outcome.
    pub async fn call(&self, caller: &Caller, call: ToolCall) -> ToolAgentOutput {
        self.dispatcher.call(caller, call).await
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
    pub name: String,
    /// Its display name.
    pub title: String,
    /// What it is for.
    pub summary: String,
    /// The data it stores, if any.
    pub data: Option<DataSpec>,
}

impl CapabilityInfo {
    pub(crate) fn of<T: Target>(capability: &dyn Capability<T>) -> Self {
        Self {
            name: capability.name().to_owned(),
            title: capability.title().to_owned(),
            summary: capability.summary().to_owned(),
            data: capability.data(),
        }
    }
}
