//! Tool: a typed function callable with JSON. Enter through [`Tool::new`]. Not here: generating
//! schemas (`schema/`) and the rules for schemas (`rules.rs`).

mod aliases;
mod data;
mod former;
mod output_schema;
pub(crate) mod rules;
pub(crate) mod schema;

pub use aliases::Aliases;
pub use data::DataSpec;
pub use former::FormerNames;
pub(crate) use former::rename_arguments;
pub use output_schema::OutputSchema;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use model::conversation::ToolDefinition;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Caller, Code, Target, ToolContext, ToolError, ToolServices, UiHints};

/// What a call may cost, in the words of the one who pays.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Impact {
    /// Looks, changes nothing.
    Read,
    /// Makes versions; can be undone.
    Write,
    /// Costs money or somebody else's machine time.
    Spend,
    /// Cannot be undone.
    Destroy,
}

impl Impact {
    /// The impact as the end of a sentence about a tool.
    pub(crate) fn as_phrase(self) -> &'static str {
        match self {
            Self::Read => "looks and changes nothing",
            Self::Write => "writes to the story",
            Self::Spend => "costs money or somebody else's machine time",
            Self::Destroy => "does what cannot be undone",
        }
    }
}

/// To whom a tool is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// People, programs and models.
    Everyone,
    /// People and programs, never a model.
    People,
}

/// Everything known about a tool without running it. All interfaces are generated from it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ToolSpec {
    /// The capability's name.
    pub module: String,
    /// Its name within the module: `update`.
    pub method: String,
    /// Its name for models and slash commands: `update_node_kv`.
    pub name: String,
    /// A short name for use in a terminal: `undo`.
    pub verb: Option<String>,
    /// What it does; product text, from the doc comment of its input.
    pub description: String,
    /// Other phrases people use for it, by the code of their language.
    pub aliases: Aliases,
    /// What it and its parameters were called in earlier versions; still accepted, shown nowhere.
    #[serde(skip)]
    pub former: FormerNames,
    /// What a call may cost.
    pub impact: Impact,
    /// Who can see it.
    pub audience: Audience,
    /// The JSON Schema of its input: an object of strings, numbers, booleans, enums and lists.
    pub schema: Arc<Value>,
    /// The JSON Schema of what it returns, an object; `None` for a tool of another program that
    /// does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    pub output_schema: Option<OutputSchema>,
    /// Whether its answer is a file: `content` in an `encoding`, and the `extension` of its name.
    #[serde(skip)]
    pub answers_with_file: bool,
    /// How long a call may run without reporting progress.
    #[serde(skip)]
    pub time_limit: Duration,
    /// Whether everyday work needs it: models are shown it without having to search for it.
    #[serde(skip)]
    pub is_everyday: bool,
    /// Optional fields of its input that models are not shown, because writing seldom needs them. The
    /// registry takes them from everybody.
    #[serde(skip)]
    pub hidden_fields: &'static [&'static str],
    /// Whether it can do anything in a call that writes to a draft.
    #[serde(skip)]
    pub works_in_drafts: bool,
}

impl ToolSpec {
    /// Whether `name` is its name, or was in an earlier version.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.former.names.iter().any(|it| it == name)
    }

    /// Whether `method` is its name within its module, or was in an earlier version.
    pub fn is_method(&self, method: &str) -> bool {
        self.method == method || self.former.methods.iter().any(|it| it == method)
    }

    /// The present name of a parameter that an earlier version called `former`.
    pub fn renamed_parameter(&self, former: &str) -> Option<&str> {
        self.former.parameter(former)
    }

    /// Whether a field of its input is a secret, such as a key: `writeOnly` in its schema. Errors of
    /// such a tool repeat nothing of what was given.
    pub fn takes_secrets(&self) -> bool {
        let fields = self.schema.get("properties").and_then(Value::as_object);
        let mut fields = fields.into_iter().flatten();
        fields.any(|(_, field)| field.get("writeOnly") == Some(&Value::Bool(true)))
    }

    /// A copy of the schema of its input.
    pub fn parameters(&self) -> Value {
        Value::clone(&self.schema)
    }

    /// The tool as a model is shown it.
    pub fn definition(&self) -> ToolDefinition {
        ToolDefinition {
            name: self.name.clone(),
            description: self.description.clone(),
            parameters: self.parameters(),
        }
    }
}

pub(crate) type ToolFuture = Pin<Box<dyn Future<Output = Result<Value, ToolError>> + Send>>;
pub(crate) type ToolFn<T> = Arc<dyn Fn(ToolContext<T>, Value) -> ToolFuture + Send + Sync>;
/// Describes a result for display; `None` where there is no stable display.
pub(crate) type HintsFn = Arc<dyn Fn(&Value) -> Option<UiHints> + Send + Sync>;

/// The default time limit for a call without progress reports.
const TIME_LIMIT: Duration = Duration::from_secs(30);

/// A tool: its spec and its function.
pub struct Tool<T: Target = ToolServices> {
    pub(crate) spec: Arc<ToolSpec>,
    pub(crate) run: ToolFn<T>,
    pub(crate) hints: HintsFn,
    pub(crate) partial: fn(&Value) -> bool,
    pub(crate) reports_progress: bool,
}

impl<T: Target> Clone for Tool<T> {
    fn clone(&self) -> Self {
        Self {
            spec: Arc::clone(&self.spec),
            run: Arc::clone(&self.run),
            hints: Arc::clone(&self.hints),
            partial: self.partial,
            reports_progress: self.reports_progress,
        }
    }
}

impl<T: Target> Tool<T> {
    /// A tool from an async function, its input struct and its output struct. `method` and `name`
    /// are its two names; the description comes from the input's doc comment, the schemas from the
    /// fields of both.
    pub fn new<I, O, F, R>(method: &'static str, name: &'static str, impact: Impact, run: F) -> Self
    where
        I: DeserializeOwned + JsonSchema + Send + 'static,
        O: Serialize + JsonSchema + Send + 'static,
        F: Fn(ToolContext<T>, I) -> R + Send + Sync + 'static,
        R: Future<Output = Result<O, ToolError>> + Send + 'static,
    {
        let spec = Self::spec_of::<I, O>(method, name, impact);
        Self::of_spec(spec, erase(run))
    }

    /// A tool whose function also gets the caller: for a tool that acts on the caller's behalf
    /// beyond this call, as an assistant turn does. All others are made with [`Self::new`].
    pub fn with_caller<I, O, F, R>(
        method: &'static str,
        name: &'static str,
        impact: Impact,
        run: F,
    ) -> Self
    where
        I: DeserializeOwned + JsonSchema + Send + 'static,
        O: Serialize + JsonSchema + Send + 'static,
        F: Fn(ToolContext<T>, Caller, I) -> R + Send + Sync + 'static,
        R: Future<Output = Result<O, ToolError>> + Send + 'static,
    {
        let spec = Self::spec_of::<I, O>(method, name, impact);
        let run = move |cx: ToolContext<T>, input| {
            let caller = cx.caller().clone();
            run(cx, caller, input)
        };
        Self::of_spec(spec, erase(run))
    }

    fn spec_of<I: JsonSchema + 'static, O: JsonSchema>(
        method: &'static str,
        name: &'static str,
        impact: Impact,
    ) -> ToolSpec {
        let (description, schema) = schema::of_input::<I>();
        ToolSpec {
            module: String::new(),
            method: method.to_owned(),
            name: name.to_owned(),
            verb: None,
            description,
            aliases: Aliases::of_tool(name),
            former: FormerNames::default(),
            impact,
            audience: Audience::Everyone,
            schema,
            output_schema: Some(OutputSchema::of::<O>()),
            answers_with_file: false,
            time_limit: TIME_LIMIT,
            is_everyday: false,
            hidden_fields: &[],
            works_in_drafts: true,
        }
    }

    /// A tool that is known only while the program runs, such as one of another program: its
    /// description and the JSON Schema of its input are values, its input and answer JSON.
    pub fn from_schema<F, R>(
        names: (impl Into<String>, impl Into<String>),
        description: impl Into<String>,
        schema: Value,
        impact: Impact,
        run: F,
    ) -> Self
    where
        F: Fn(ToolContext<T>, Value) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Value, ToolError>> + Send + 'static,
    {
        let spec = ToolSpec {
            module: String::new(),
            method: names.0.into(),
            name: names.1.into(),
            verb: None,
            description: description.into(),
            aliases: Aliases::default(),
            former: FormerNames::default(),
            impact,
            audience: Audience::Everyone,
            schema: Arc::new(schema),
            output_schema: None,
            answers_with_file: false,
            time_limit: TIME_LIMIT,
            is_everyday: false,
            hidden_fields: &[],
            works_in_drafts: true,
        };
        Self::of_spec(spec, erase(run))
    }

    fn of_spec(spec: ToolSpec, run: ToolFn<T>) -> Self {
        Self {
            spec: Arc::new(spec),
            run,
            hints: Arc::new(|_| None),
            partial: |_| false,
            reports_progress: true,
        }
    }

    /// The spec, to be changed while the tool is built.
    pub(crate) fn spec_mut(&mut self) -> &mut ToolSpec {
        Arc::make_mut(&mut self.spec)
    }

    /// Sets a short name for use in a terminal.
    pub fn verb(mut self, verb: &'static str) -> Self {
        self.spec_mut().verb = Some(verb.to_owned());
        self
    }

    /// Says that an earlier version called it this: calls by the former name, and by
    /// `module.method` with the former method, still find it. Neither name is shown anywhere.
    pub fn formerly(mut self, method: &'static str, name: &'static str) -> Self {
        let spec = self.spec_mut();
        // The method or the name may have stayed.
        if method != spec.method {
            spec.former.methods.push(method.to_owned());
        }
        if name != spec.name {
            spec.former.names.push(name.to_owned());
        }
        self
    }

    /// Says that an earlier version called the parameter `present` `former`: calls that give it by
    /// that name still work.
    pub fn formerly_parameter(mut self, former: &'static str, present: &'static str) -> Self {
        let renamed = (former.to_owned(), present.to_owned());
        self.spec_mut().former.parameters.push(renamed);
        self
    }

    /// Says that an earlier version called the value `present` of a parameter `former`: calls that give
    /// that value still work.
    pub fn formerly_value(
        mut self,
        parameter: &'static str,
        former: &'static str,
        present: &'static str,
    ) -> Self {
        let renamed = [parameter, former, present].map(str::to_owned);
        self.spec_mut().former.values.push(renamed);
        self
    }

    /// Hides it from models, and keeps them from calling it.
    pub fn hidden_from_models(mut self) -> Self {
        self.spec_mut().audience = Audience::People;
        self
    }

    /// Shows it to models from the beginning, because everyday work needs it.
    pub fn everyday(mut self) -> Self {
        self.spec_mut().is_everyday = true;
        self
    }

    /// Does not show models these optional fields of its input.
    pub fn hide_from_models(mut self, fields: &'static [&'static str]) -> Self {
        self.spec_mut().hidden_fields = fields;
        self
    }

    /// Does not show it to models whose writes go to a draft, where it always fails.
    pub fn not_in_drafts(mut self) -> Self {
        self.spec_mut().works_in_drafts = false;
        self
    }

    /// Says that its answer is a file, which a person at a terminal may want to save.
    pub fn answers_with_file(mut self) -> Self {
        self.spec_mut().answers_with_file = true;
        self
    }

    /// Lets it run without progress reports for longer than the default 30 seconds.
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.spec_mut().time_limit = limit;
        self
    }

    /// Turns off the dispatcher's progress reports: for a tool whose own events say more, such as
    /// those of a turn.
    pub fn reports_own_progress(mut self) -> Self {
        self.reports_progress = false;
        self
    }

    /// Sets how its result is best displayed (AT-9); `None` if it has no stable display.
    pub fn hints(
        mut self,
        hints: impl Fn(&Value) -> Option<UiHints> + Send + Sync + 'static,
    ) -> Self {
        self.hints = Arc::new(hints);
        self
    }

    /// Sets which results are only a part of what was asked (AT-7: *partial*).
    pub fn partial(mut self, partial: fn(&Value) -> bool) -> Self {
        self.partial = partial;
        self
    }
}

/// Hides a function's types behind JSON. Its whole body runs inside the future, so that the
/// dispatcher catches every panic.
fn erase<T, I, O, F, R>(run: F) -> ToolFn<T>
where
    T: Target,
    I: DeserializeOwned + Send + 'static,
    O: Serialize + Send + 'static,
    F: Fn(ToolContext<T>, I) -> R + Send + Sync + 'static,
    R: Future<Output = Result<O, ToolError>> + Send + 'static,
{
    let run = Arc::new(run);
    Arc::new(move |cx, input| {
        let run = Arc::clone(&run);
        Box::pin(async move {
            let input = serde_json::from_value(input)
                .map_err(|error| ToolError::new(Code::InvalidActionInput, error.to_string()))?;
            let output = run(cx, input).await?;
            serde_json::to_value(output).map_err(|error| {
                ToolError::new(
                    Code::Internal,
                    format!("the answer cannot be written: {error}"),
                )
            })
        })
    })
}
