//! The door: the steps of one call, the same for everyone: resolve, validate, grant, run,
//! post-process, record. Enter through [`Door::call`]. Not here: what it passes before it runs
//! (`admission.rs`), and running under limits (`running.rs`).

mod admission;
mod running;
mod runs;
mod wrote;

use std::sync::Arc;

use model::talk::ToolCall;
use model::{AuthorKind, Change};
use serde_json::{Value, json};
use tracing::Instrument;

use self::admission::{Admitted, Allowed};
pub(crate) use self::runs::{Ending, Run, Runs};
pub use self::runs::{OnProgress, Progress};
use crate::catalog::{Catalog, Entry, PROJECT_CLI, ProjectCli, disclose, unknown};
use crate::nearest::shortened;
use crate::tool_context::OpenCall;
use crate::{
    Backing, Caller, Code, ErrorReport, Status, ToolAgentOutput, ToolContext, ToolError,
    ToolResult, UiHints, Wrote,
};

/// Tools that call tools that call tools: beyond this they are going round in a circle.
const DEPTH: u8 = 8;

/// Everything a call needs to be answered.
pub(crate) struct Door {
    pub(crate) catalog: Catalog,
    pub(crate) project_cli: ProjectCli,
    pub(crate) backing: Backing,
    pub(crate) runs: Arc<Runs>,
}

/// The tool that waits for a call, where a tool made it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Within<'a> {
    /// How many tools wait, one for the other.
    pub(crate) depth: u8,
    /// The run of the outermost of them.
    pub(crate) run: Option<&'a Arc<Run>>,
}

/// Who asks, under which call id, and which tool waits for the answer.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) caller: &'a Caller,
    pub(crate) id: &'a str,
    /// Whether the id was made here, for a caller that named none.
    pub(crate) is_new: bool,
    pub(crate) within: Within<'a>,
}

/// A spelling resolved.
enum Wish<'a> {
    Run(&'a Entry, Value),
    Disclose(ToolResult),
}

/// How a call ended, before it is written down.
struct Ended {
    result: Result<ToolResult, Box<ErrorReport>>,
    partial: bool,
    ui_hints: Option<UiHints>,
    wrote: Vec<Wrote>,
    change: Option<u64>,
    /// The arguments that a person put in the place of the caller's.
    edited: Option<Value>,
}

impl From<Result<ToolResult, Box<ErrorReport>>> for Ended {
    fn from(result: Result<ToolResult, Box<ErrorReport>>) -> Self {
        Self {
            result,
            partial: false,
            ui_hints: None,
            wrote: Vec::new(),
            change: None,
            edited: None,
        }
    }
}

/// What a tool's function came to: its data, and the change it made on the way, even if it failed
/// afterwards.
struct Carried {
    data: Result<Value, Box<ErrorReport>>,
    change: Option<Arc<Change>>,
    /// The arguments it ran with, where a person put them in the place of the caller's.
    edited: Option<Value>,
}

impl Carried {
    fn unchanged(data: Result<Value, Box<ErrorReport>>) -> Self {
        Self {
            data,
            change: None,
            edited: None,
        }
    }
}

impl Door {
    /// Answers one call, within another where a tool made it.
    pub(crate) async fn call(
        self: &Arc<Self>,
        caller: &Caller,
        call: ToolCall,
        within: Within<'_>,
    ) -> ToolAgentOutput {
        let is_new = call.id.is_none();
        let id = call
            .id
            .unwrap_or_else(|| self.backing.world.new_id().to_string());
        let name = shortened(&call.name, 64);
        let span = tracing::info_span!("call", tool = name, id, caller = caller.id);
        async {
            let asked = Asked {
                caller,
                id: &id,
                is_new,
                within,
            };
            let ended = self.answer(asked, &call.name, call.args.clone()).await;
            let output = record(call.name, id.clone(), call.args, ended);
            let code = output.error.as_ref().map(|it| it.code);
            tracing::info!(status = ?output.status, ?code, change = output.change, "answered");
            output
        }
        .instrument(span)
        .await
    }

    async fn answer(self: &Arc<Self>, asked: Asked<'_>, name: &str, args: Value) -> Ended {
        let caller = asked.caller;
        if caller.cancelled.is_cancelled() {
            return Err(ToolError::cancelled().into()).into();
        }
        match self.resolve(caller, name, args) {
            Err(report) => Err(report).into(),
            Ok(Wish::Disclose(result)) => Ok(result).into(),
            Ok(Wish::Run(entry, args)) => {
                let carried = self.carry_out(asked, entry, args).await;
                let mut ended = self.post_process(caller, entry, carried);
                if name == PROJECT_CLI {
                    let spec = &entry.tool.spec;
                    ended.edited = ended.edited.map(|input| {
                        json!({ "module": spec.module, "method": spec.method, "input": input })
                    });
                }
                ended
            }
        }
    }

    fn resolve(
        &self,
        caller: &Caller,
        name: &str,
        args: Value,
    ) -> Result<Wish<'_>, Box<ErrorReport>> {
        let for_model = is_model(caller);
        if name != PROJECT_CLI {
            let entry = self.catalog.find(name);
            let entry = entry.ok_or_else(|| self.catalog.unknown(name, for_model))?;
            return Ok(Wish::Run(entry, args));
        }
        let address = self.project_cli.address(args)?;
        if address.asks_for_help(&self.catalog) {
            let told = disclose(&self.catalog, &address, for_model)?;
            return Ok(Wish::Disclose(told));
        }
        match self.catalog.find(&address.spelling()) {
            Some(entry) => Ok(Wish::Run(entry, address.input)),
            None => Err(unknown(&self.catalog, &address, for_model).into()),
        }
    }

    async fn carry_out(self: &Arc<Self>, asked: Asked<'_>, entry: &Entry, args: Value) -> Carried {
        let spec = &entry.tool.spec;
        let allowed = match self.admit(asked, entry, args).await {
            Ok(Admitted::Run(allowed)) => allowed,
            Ok(Admitted::DoneBefore(done)) => {
                // What it wrote then is told again.
                let change = self.backing.store.change_of(&done.call).ok().flatten();
                return Carried {
                    data: Ok(done.outcome),
                    change: change.map(Arc::new),
                    edited: done.edited,
                };
            }
            Err(report) => return Carried::unchanged(Err(report)),
        };
        if asked.within.depth >= DEPTH {
            let message = format!("{} was called by tools that call one another", spec.name);
            return Carried::unchanged(Err(ToolError::new(Code::Internal, message).into()));
        }
        let Allowed {
            args,
            call,
            is_edited,
        } = allowed;
        let edited = is_edited.then(|| args.clone());
        let cx = ToolContext::new(OpenCall::new(Arc::clone(self), &asked, spec, call));
        let ending = cx.ending();
        let data = running::run(&cx, &entry.tool, args).await;
        drop(ending);
        let data = data.map_err(|error| match error.code {
            Code::Cancelled if cx.was_stopped_alone(asked.caller) => stopped_alone(error),
            _ => error,
        });
        Carried {
            data: data.map_err(Box::from),
            change: cx.change(),
            edited,
        }
    }

    fn post_process(&self, caller: &Caller, entry: &Entry, carried: Carried) -> Ended {
        let spec = &entry.tool.spec;
        let Carried {
            data,
            change,
            edited,
        } = carried;
        let view = self.backing.store.view(caller.draft);
        let result = data
            .map_err(|report| Box::new(report.of(spec)))
            .map(|data| ToolResult {
                module: spec.module.clone(),
                method: spec.method.clone(),
                data,
            });
        let data = result.as_ref().ok().map(|it| &it.data);
        Ended {
            partial: data.is_some_and(|it| safely(entry.tool.partial, it)),
            ui_hints: data.and_then(|it| safely(entry.tool.hints, it)),
            wrote: change
                .as_ref()
                .map(|it| wrote::wrote(&view, it))
                .unwrap_or_default(),
            change: change.map(|it| it.number),
            edited,
            result,
        }
    }
}

/// A call that was stopped by its number, while its caller goes on.
fn stopped_alone(error: ToolError) -> ToolError {
    ToolError {
        message: "a person stopped this call".to_owned(),
        ..error
    }
    .hint("do not make the same call again unless a person asks for it")
}

/// A tool's word on its own result. One that panics has nothing to say; what it speaks of is done.
fn safely<T: Default>(say: fn(&Value) -> T, data: &Value) -> T {
    std::panic::catch_unwind(|| say(data)).unwrap_or_default()
}

fn is_model(caller: &Caller) -> bool {
    caller.author.kind == AuthorKind::Assistant
}

fn record(tool_name: String, tool_call_id: String, args: Value, ended: Ended) -> ToolAgentOutput {
    let status = match (&ended.result, ended.partial) {
        (Err(_), _) => Status::Failure,
        (Ok(_), true) => Status::Partial,
        (Ok(_), false) => Status::Success,
    };
    let (result, error) = match ended.result {
        Ok(result) => (Some(result), None),
        Err(report) => (None, Some(*report)),
    };
    ToolAgentOutput {
        tool_name,
        tool_call_id,
        edited_by_person: ended.edited.is_some(),
        tool_call_args: ended.edited.unwrap_or(args),
        status,
        result,
        error,
        ui_hints: ended.ui_hints,
        wrote: ended.wrote,
        change: ended.change,
    }
}

#[cfg(test)]
mod tests;
