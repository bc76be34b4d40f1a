//! Tool: a typed function made callable by anyone who has JSON. Enter through [`Tool::new`]. Not
//! here: how a schema is made (`schema.rs`) and what a schema must be like (`rules.rs`).

mod aliases;
mod data;
pub(crate) mod rules;
mod schema;

pub use aliases::Aliases;
pub use data::DataSpec;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use model::talk::ToolDefinition;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Caller, Code, ToolContext, ToolError, UiHints};

/// What a call may cost, in the words of the one who pays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Self::Read => "looks and changes nothing",
            Self::Write => "writes to the story",
            Self::Spend => "costs money or somebody else's machine time",
            Self::Destroy => "does what cannot be undone",
        }
    }
}

/// To whom a tool is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// People, programs and models.
    Everyone,
    /// People and programs, never a model.
    People,
}

/// What is known of a tool without running it. All faces are made from this.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ToolSpec {
    /// The capability's name.
    pub module: String,
    /// Its name within the module: `update`.
    pub method: String,
    /// Its name for models and slash commands: `update_node_kv`.
    pub name: String,
    /// A short word for people at a terminal: `undo`.
    pub verb: Option<String>,
    /// What it does; product text, from the doc comment of its input.
    pub description: String,
    /// What people call it who do not know its name.
    pub aliases: Aliases,
    /// What a call may cost.
    pub impact: Impact,
    /// To whom it is shown.
    pub audience: Audience,
    /// The JSON Schema of its input: an object of strings, numbers, booleans, enums and lists.
    pub schema: Value,
    /// How long a call may go on without a word on its progress.
    #[serde(skip)]
    pub time_limit: Duration,
}

impl ToolSpec {
    /// The tool as a model is shown it.
    pub fn definition(&self) -> ToolDefinition {
        ToolDefinition {
            name: self.name.clone(),
            description: self.description.clone(),
            parameters: self.schema.clone(),
        }
    }
}

pub(crate) type Running = Pin<Box<dyn Future<Output = Result<Value, ToolError>> + Send>>;
pub(crate) type Run = Arc<dyn Fn(ToolContext, Value) -> Running + Send + Sync>;

/// How long a call may take where its tool says nothing.
const TIME_LIMIT: Duration = Duration::from_secs(30);

/// A tool: its spec and its function.
#[derive(Clone)]
pub struct Tool {
    pub(crate) spec: ToolSpec,
    pub(crate) run: Run,
    pub(crate) hints: fn(&Value) -> Option<UiHints>,
    pub(crate) partial: fn(&Value) -> bool,
    pub(crate) tells: bool,
}

impl Tool {
    /// A tool from an async function and the struct it takes. `method` and `name` are its two
    /// spellings; description and schema come from the struct's doc comments and fields.
    pub fn new<I, O, F, R>(method: &'static str, name: &'static str, impact: Impact, run: F) -> Self
    where
        I: DeserializeOwned + JsonSchema + Send + 'static,
        O: Serialize + Send + 'static,
        F: Fn(ToolContext, I) -> R + Send + Sync + 'static,
        R: Future<Output = Result<O, ToolError>> + Send + 'static,
    {
        Self::for_caller(method, name, impact, move |cx, _caller, input| {
            run(cx, input)
        })
    }

    /// A tool whose function is also told who calls: for one that acts in the caller's name beyond
    /// this call, as a turn of the assistant does. All others are made with [`Self::new`].
    pub fn for_caller<I, O, F, R>(
        method: &'static str,
        name: &'static str,
        impact: Impact,
        run: F,
    ) -> Self
    where
        I: DeserializeOwned + JsonSchema + Send + 'static,
        O: Serialize + Send + 'static,
        F: Fn(ToolContext, Caller, I) -> R + Send + Sync + 'static,
        R: Future<Output = Result<O, ToolError>> + Send + 'static,
    {
        let (description, schema) = schema::of_input::<I>();
        let spec = ToolSpec {
            module: String::new(),
            method: method.to_owned(),
            name: name.to_owned(),
            verb: None,
            description,
            aliases: Aliases::default(),
            impact,
            audience: Audience::Everyone,
            schema,
            time_limit: TIME_LIMIT,
        };
        Self {
            spec,
            run: erase(run),
            hints: |_| None,
            partial: |_| false,
            tells: true,
        }
    }

    /// Says what people call it (OS-8): phrases in English divided by `;`, in Chinese by `；`.
    pub fn known_as(mut self, english: &str, chinese: &str) -> Self {
        self.spec.aliases = Aliases::of(english, chinese);
        self
    }

    /// Gives it a short word for people at a terminal.
    pub fn verb(mut self, verb: &'static str) -> Self {
        self.spec.verb = Some(verb.to_owned());
        self
    }

    /// Hides it from models, and keeps them from calling it.
    pub fn people_only(mut self) -> Self {
        self.spec.audience = Audience::People;
        self
    }

    /// Lets it be silent about its progress for longer than the 30 seconds a call has otherwise.
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.spec.time_limit = limit;
        self
    }

    /// Keeps the door from telling how long it takes: for one whose events say more, as those of a
    /// turn do.
    pub fn told_by_its_events(mut self) -> Self {
        self.tells = false;
        self
    }

    /// Says how its result is best shown (AT-9); `None` where it has no stable picture.
    pub fn hints(mut self, hints: fn(&Value) -> Option<UiHints>) -> Self {
        self.hints = hints;
        self
    }

    /// Says which results tell of a part of what was asked only (AT-7: *partial*).
    pub fn partial(mut self, partial: fn(&Value) -> bool) -> Self {
        self.partial = partial;
        self
    }
}

/// Hides a function's types behind JSON. Its body runs inside the future, first line included, so
/// that the door sees every panic of it.
fn erase<I, O, F, R>(run: F) -> Run
where
    I: DeserializeOwned + Send + 'static,
    O: Serialize + Send + 'static,
    F: Fn(ToolContext, Caller, I) -> R + Send + Sync + 'static,
    R: Future<Output = Result<O, ToolError>> + Send + 'static,
{
    let run = Arc::new(run);
    Arc::new(move |cx, input| {
        let run = Arc::clone(&run);
        Box::pin(async move {
            let input = serde_json::from_value(input)
                .map_err(|error| ToolError::new(Code::InvalidActionInput, error.to_string()))?;
            let caller = cx.caller().clone();
            let output = run(cx, caller, input).await?;
            serde_json::to_value(output).map_err(|error| {
                ToolError::new(
                    Code::Internal,
                    format!("the answer cannot be written: {error}"),
                )
            })
        })
    })
}
