//! The dispatcher: the steps of a call, the same for every caller: resolve, validate, grant, run,
//! post-process, record. Enter through [`Dispatcher::call`]. Not here: the checks before a tool
//! runs (`admission.rs`), and running it under limits (`execution.rs`).

mod admission;
mod execution;
mod running_calls;
mod written;

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, PoisonError, RwLock};

use model::Change;
use model::conversation::ToolCall;
use serde_json::{Value, json};
use tracing::Instrument;

use self::admission::{Admission, ApprovedCall};
pub use self::running_calls::{Progress, ProgressListener};
pub(crate) use self::running_calls::{RunGuard, RunHandle, RunningCalls};
use crate::catalog::{Catalog, Entry, PROJECT_CLI, describe_tools, unknown};
use crate::error_report::failed_in;
use crate::nearest::truncated;
use crate::tool_context::RunningCall;
use crate::{
    Caller, Code, ErrorReport, Role, Status, Target, ToolAgentOutput, ToolContext, ToolError,
    ToolResult, UiHints, WrittenVersion,
};

/// What the dispatcher needs to answer calls.
pub(crate) struct Dispatcher<T: Target> {
    /// Replaced as a whole where a capability is added or removed; a call continues with the one it
    /// began with.
    pub(crate) catalog: RwLock<Arc<Catalog<T>>>,
    pub(crate) services: T,
    pub(crate) runs: Arc<RunningCalls>,
}

/// The caller and the call id.
#[derive(Clone, Copy)]
pub(crate) struct Invocation<'a> {
    pub(crate) caller: &'a Caller,
    pub(crate) id: &'a str,
    /// Whether the id was generated here because the caller gave none.
    pub(crate) is_new: bool,
}

/// A tool name, resolved.
enum ResolvedCall<T: Target> {
    /// A tool with its arguments, and what `project_cli` took for what.
    Run(Arc<Entry<T>>, Value, Vec<String>),
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
    /// What arguments of other types were taken for.
    understood: Vec<String>,
}

impl ExecutionOutcome {
    fn unchanged(data: Result<Value, Box<ErrorReport>>) -> Self {
        Self {
            data,
            change: None,
            edited: None,
            understood: Vec::new(),
        }
    }
}

impl<T: Target> Dispatcher<T> {
    /// The catalog as it is now.
    pub(crate) fn catalog(&self) -> Arc<Catalog<T>> {
        let catalog = self.catalog.read();
        Arc::clone(&catalog.unwrap_or_else(PoisonError::into_inner))
    }

    /// Runs one call.
    pub(crate) async fn call(self: &Arc<Self>, caller: &Caller, call: ToolCall) -> ToolAgentOutput {
        let is_new = call.id.is_none();
        let id = call
            .id
            .unwrap_or_else(|| self.services.world().new_id().to_string());
        let name = truncated(&call.name, 64);
        let span = tracing::info_span!("call", tool = name, id, caller = caller.id);
        async {
            let invocation = Invocation {
                caller,
                id: &id,
                is_new,
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
            Ok(ResolvedCall::Run(entry, args, understood)) => {
                let mut execution = self.execute(invocation, &entry, args).await;
                execution.understood.splice(0..0, understood);
                let mut ended = self.post_process(caller, &entry, execution);
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
    ) -> Result<ResolvedCall<T>, Box<ErrorReport>> {
        let (for_model, catalog) = (is_model(caller), self.catalog());
        if name != PROJECT_CLI {
            let entry = catalog.find(name);
            let entry = entry.ok_or_else(|| catalog.unknown(name, for_model))?;
            return Ok(ResolvedCall::Run(Arc::clone(entry), args, Vec::new()));
        }
        let request = catalog.project_cli.request(args)?;
        if request.asks_for_help(&catalog) {
            let described = describe_tools(&catalog, &request, for_model)?;
            return Ok(ResolvedCall::Help(described));
        }
        match request.find(&catalog) {
            Some(entry) => Ok(ResolvedCall::Run(
                Arc::clone(entry),
                request.input,
                request.understood,
            )),
            None => Err(unknown(&catalog, &request, for_model).into()),
        }
    }

    async fn execute(
        self: &Arc<Self>,
        invocation: Invocation<'_>,
        entry: &Entry<T>,
        args: Value,
    ) -> ExecutionOutcome {
        let spec = &entry.tool.spec;
        let allowed = match self.admit(invocation, entry, args).await {
            Ok(Admission::Run(allowed)) => allowed,
            Ok(Admission::AlreadyDone(done)) => {
                // A repeated call reports again what it wrote the first time.
                let store = self.services.store();
                let change = store.and_then(|it| it.change_of_call(&done.call).ok().flatten());
                return ExecutionOutcome {
                    data: Ok(done.outcome),
                    change: change.map(Arc::new),
                    edited: done.edited,
                    understood: Vec::new(),
                };
            }
            Err(report) => return ExecutionOutcome::unchanged(Err(report)),
        };
        let ApprovedCall {
            mut args,
            call,
            mut is_edited,
            mut was_asked,
            understood,
        } = allowed;
        let (cx, data) = loop {
            let running =
                RunningCall::new(Arc::clone(self), &invocation, spec, call.clone(), was_asked);
            let cx = ToolContext::new(running);
            let run_guard = cx.run_guard();
            let data = execution::run(&cx, &entry.tool, args.clone()).await;
            drop(run_guard);
            let Some(removed) = cx.held_back() else {
                break (cx, data);
            };
            // Nothing was written. After a yes it runs once more, on the story as it is by then.
            let approval = self.approve_removal(invocation, entry, call.as_ref(), &args, removed);
            match approval.await {
                Ok(edited) => {
                    was_asked = true;
                    is_edited |= edited.is_some();
                    args = edited.unwrap_or(args);
                }
                Err(report) => return ExecutionOutcome::unchanged(Err(report)),
            }
        };
        let edited = is_edited.then(|| args.clone());
        // Only here, because the stored outcome of an earlier run may be that of an earlier version.
        if let (true, Ok(answer)) = (cfg!(debug_assertions), &data) {
            entry.assert_output(answer);
        }
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
            understood,
        }
    }

    fn post_process(
        &self,
        caller: &Caller,
        entry: &Entry<T>,
        execution: ExecutionOutcome,
    ) -> CallOutcome {
        let spec = &entry.tool.spec;
        let ExecutionOutcome {
            data,
            change,
            edited,
            understood,
        } = execution;
        let result = data
            .map_err(|report| Box::new(failed_in(spec, *report)))
            .map(|data| ToolResult {
                module: spec.module.clone(),
                method: spec.method.clone(),
                data,
                understood,
            });
        let data = result.as_ref().ok().map(|it| &it.data);
        CallOutcome {
            partial: data.is_some_and(|it| catch_panic(&entry.tool.partial, it)),
            ui_hints: data.and_then(|it| catch_panic(&*entry.tool.hints, it)),
            wrote: change
                .as_ref()
                .zip(self.services.store())
                .map(|(change, store)| written::written(&store.view(caller.draft), change))
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
fn catch_panic<R: Default>(say: &dyn Fn(&Value) -> R, data: &Value) -> R {
    // What a description of a result leaves behind when it panics is its own.
    let hints = std::panic::catch_unwind(AssertUnwindSafe(|| say(data)));
    hints.unwrap_or_default()
}

fn is_model(caller: &Caller) -> bool {
    caller.principal.role == Role::Assistant
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
