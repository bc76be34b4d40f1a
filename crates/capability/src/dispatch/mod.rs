//! The dispatcher: the steps of a call, the same for every caller: resolve, validate, grant, run,
//! post-process, record. Enter through [`Dispatcher::call`]. Not here: the checks before a tool
//! runs (`admission.rs`), and running it under limits (`execution.rs`).

mod admission;
mod execution;
mod running_calls;
mod written;

use std::sync::Arc;

use model::conversation::ToolCall;
use model::{AuthorKind, Change};
use serde_json::{Value, json};
use tracing::Instrument;

use self::admission::{Admission, ApprovedCall};
pub use self::running_calls::{Progress, ProgressListener};
pub(crate) use self::running_calls::{RunGuard, RunHandle, RunningCalls};
use crate::catalog::{Catalog, Entry, PROJECT_CLI, ProjectCli, describe_tools, unknown};
use crate::nearest::truncated;
use crate::tool_context::RunningCall;
use crate::{
    Caller, Code, ErrorReport, Status, ToolAgentOutput, ToolContext, ToolError, ToolResult,
    ToolServices, UiHints, WrittenVersion,
};

/// The limit for nested calls; deeper nesting is treated as endless recursion.
const MAX_CALL_DEPTH: u8 = 8;

/// What the dispatcher needs to answer calls.
pub(crate) struct Dispatcher {
    pub(crate) catalog: Catalog,
    pub(crate) project_cli: ProjectCli,
    pub(crate) services: ToolServices,
    pub(crate) runs: Arc<RunningCalls>,
}

/// The tool that made a nested call and waits for it.
#[derive(Clone, Copy, Default)]
pub(crate) struct CallContext<'a> {
    /// The nesting depth.
    pub(crate) depth: u8,
    /// The run of the outermost call.
    pub(crate) run: Option<&'a Arc<RunHandle>>,
}

/// The caller, the call id, and the tool that waits for the result.
#[derive(Clone, Copy)]
pub(crate) struct Invocation<'a> {
    pub(crate) caller: &'a Caller,
    pub(crate) id: &'a str,
    /// Whether the id was generated here because the caller gave none.
    pub(crate) is_new: bool,
    pub(crate) parent: CallContext<'a>,
}

/// A tool name, resolved.
enum ResolvedCall<'a> {
    Run(&'a Entry, Value),
    Help(ToolResult),
}

/// How a call ended, before it is recorded.
struct CallOutcome {
    result: Result<ToolResult, Box<ErrorReport>>,
    partial: bool,
    ui_hints: Option<UiHints>,
    wrote: Vec<WrittenVersion>,
    change: Option<u64>,
    /// The arguments a person gave instead of the caller's.
    edited: Option<Value>,
}

impl From<Result<ToolResult, Box<ErrorReport>>> for CallOutcome {
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

/// The result of a tool's function, and the change it made, even if it failed afterwards.
struct ExecutionOutcome {
    data: Result<Value, Box<ErrorReport>>,
    change: Option<Arc<Change>>,
    /// The arguments it ran with, if a person replaced the caller's.
    edited: Option<Value>,
}

impl ExecutionOutcome {
    fn unchanged(data: Result<Value, Box<ErrorReport>>) -> Self {
        Self {
            data,
            change: None,
            edited: None,
        }
    }
}

impl Dispatcher {
    /// Runs one call; nested if a tool made it.
    pub(crate) async fn call(
        self: &Arc<Self>,
        caller: &Caller,
        call: ToolCall,
        parent: CallContext<'_>,
    ) -> ToolAgentOutput {
        let is_new = call.id.is_none();
        let id = call
            .id
            .unwrap_or_else(|| self.services.world.new_id().to_string());
        let name = truncated(&call.name, 64);
        let span = tracing::info_span!("call", tool = name, id, caller = caller.id);
        async {
            let invocation = Invocation {
                caller,
                id: &id,
                is_new,
                parent,
            };
            let ended = self.answer(invocation, &call.name, call.args.clone()).await;
            let output = record(call.name, id.clone(), call.args, ended);
            let code = output.error.as_ref().map(|it| it.code);
            tracing::info!(status = ?output.status, ?code, change = output.change, "call finished");
            output
        }
        .instrument(span)
        .await
    }

    async fn answer(
        self: &Arc<Self>,
        invocation: Invocation<'_>,
        name: &str,
        args: Value,
    ) -> CallOutcome {
        let caller = invocation.caller;
        if caller.cancelled.is_cancelled() {
            return Err(ToolError::cancelled().into()).into();
        }
        match self.resolve(caller, name, args) {
            Err(report) => Err(report).into(),
            Ok(ResolvedCall::Help(result)) => Ok(result).into(),
            Ok(ResolvedCall::Run(entry, args)) => {
                let execution = self.execute(invocation, entry, args).await;
                let mut ended = self.post_process(caller, entry, execution);
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
    ) -> Result<ResolvedCall<'_>, Box<ErrorReport>> {
        let for_model = is_model(caller);
        if name != PROJECT_CLI {
            let entry = self.catalog.find(name);
            let entry = entry.ok_or_else(|| self.catalog.unknown(name, for_model))?;
            return Ok(ResolvedCall::Run(entry, args));
        }
        let request = self.project_cli.request(args)?;
        if request.asks_for_help(&self.catalog) {
            let told = describe_tools(&self.catalog, &request, for_model)?;
            return Ok(ResolvedCall::Help(told));
        }
        match self.catalog.find(&request.spelling()) {
            Some(entry) => Ok(ResolvedCall::Run(entry, request.input)),
            None => Err(unknown(&self.catalog, &request, for_model).into()),
        }
    }

    async fn execute(
        self: &Arc<Self>,
        invocation: Invocation<'_>,
        entry: &Entry,
        args: Value,
    ) -> ExecutionOutcome {
        let spec = &entry.tool.spec;
        let allowed = match self.admit(invocation, entry, args).await {
            Ok(Admission::Run(allowed)) => allowed,
            Ok(Admission::AlreadyDone(done)) => {
                // A repeated call reports again what it wrote the first time.
                let change = self
                    .services
                    .store
                    .change_of_call(&done.call)
                    .ok()
                    .flatten();
                return ExecutionOutcome {
                    data: Ok(done.outcome),
                    change: change.map(Arc::new),
                    edited: done.edited,
                };
            }
            Err(report) => return ExecutionOutcome::unchanged(Err(report)),
        };
        if invocation.parent.depth >= MAX_CALL_DEPTH {
            let message = format!("{} was called by tools that call one another", spec.name);
            return ExecutionOutcome::unchanged(
                Err(ToolError::new(Code::Internal, message).into()),
            );
        }
        let ApprovedCall {
            args,
            call,
            is_edited,
        } = allowed;
        let edited = is_edited.then(|| args.clone());
        let cx = ToolContext::new(RunningCall::new(Arc::clone(self), &invocation, spec, call));
        let run_guard = cx.run_guard();
        let data = execution::run(&cx, &entry.tool, args).await;
        drop(run_guard);
        let data = data.map_err(|error| match error.code {
            Code::Cancelled if cx.was_stopped_by_person(invocation.caller) => {
                stopped_by_person(error)
            }
            _ => error,
        });
        ExecutionOutcome {
            data: data.map_err(Box::from),
            change: cx.change(),
            edited,
        }
    }

    fn post_process(
        &self,
        caller: &Caller,
        entry: &Entry,
        execution: ExecutionOutcome,
    ) -> CallOutcome {
        let spec = &entry.tool.spec;
        let ExecutionOutcome {
            data,
            change,
            edited,
        } = execution;
        let view = self.services.store.view(caller.draft);
        let result = data
            .map_err(|report| Box::new(report.of(spec)))
            .map(|data| ToolResult {
                module: spec.module.clone(),
                method: spec.method.clone(),
                data,
            });
        let data = result.as_ref().ok().map(|it| &it.data);
        CallOutcome {
            partial: data.is_some_and(|it| catch_panic(entry.tool.partial, it)),
            ui_hints: data.and_then(|it| catch_panic(entry.tool.hints, it)),
            wrote: change
                .as_ref()
                .map(|it| written::written(&view, it))
                .unwrap_or_default(),
            change: change.map(|it| it.number),
            edited,
            result,
        }
    }
}

/// The error for a call cancelled by its run number while its caller continues.
fn stopped_by_person(error: ToolError) -> ToolError {
    ToolError {
        message: "a person stopped this call".to_owned(),
        ..error
    }
    .hint("do not make the same call again unless a person asks for it")
}

/// Calls a tool's function that describes its result. If it panics the default is used; the call
/// itself is already done.
fn catch_panic<T: Default>(say: fn(&Value) -> T, data: &Value) -> T {
    std::panic::catch_unwind(|| say(data)).unwrap_or_default()
}

fn is_model(caller: &Caller) -> bool {
    caller.author.kind == AuthorKind::Assistant
}

fn record(
    tool_name: String,
    tool_call_id: String,
    args: Value,
    ended: CallOutcome,
) -> ToolAgentOutput {
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
