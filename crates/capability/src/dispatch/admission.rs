//! The checks a call passes before its tool runs: validation, grant, approval, and whether it has
//! already been carried out. Enter through [`Dispatcher::admit`]. Not here: running the tool.

use model::ContentHash;
use serde_json::Value;
use store::{CallRef, RemovedNodes, Store};

use super::{Dispatcher, Invocation, is_model};
use crate::catalog::Entry;
use crate::validate::{Admitted, SchemaViolation};
use crate::{
    Answer, Audience, Caller, Code, Decision, ErrorReport, Impact, Question, Target, ToolError,
    ToolFailure, ToolSpec,
};

/// The result of the checks.
pub(super) enum Admission {
    Run(ApprovedCall),
    AlreadyDone(CompletedCall),
}

/// A call that has already been carried out.
pub(super) struct CompletedCall {
    pub(super) outcome: Value,
    pub(super) call: CallRef,
    /// The arguments it ran with, if a person replaced the caller's.
    pub(super) edited: Option<Value>,
}

/// A call that may run now.
pub(super) struct ApprovedCall {
    pub(super) args: Value,
    pub(super) call: Option<CallRef>,
    /// Whether a person replaced the caller's arguments.
    pub(super) is_edited: bool,
    /// Whether a person was asked about it.
    pub(super) was_asked: bool,
    /// Arguments that were not of the schema's types, and what they were taken for.
    pub(super) understood: Vec<String>,
}

impl<T: Target> Dispatcher<T> {
    /// Checks validation, grant and approval, and whether the call has already been carried out.
    pub(super) async fn admit(
        &self,
        invocation: Invocation<'_>,
        entry: &Entry<T>,
        args: Value,
    ) -> Result<Admission, Box<ErrorReport>> {
        let spec = &entry.tool.spec;
        // First, so that a model is told nothing of the arguments of tools that are not for it.
        if spec.audience == Audience::People && is_model(invocation.caller) {
            return Err(denied(format!("{} is for people, not for a model", spec.name)).into());
        }
        let Admitted { args, understood } = match entry.input.admit(args) {
            Ok(admitted) => admitted,
            Err(fault) => {
                let mut report = match spec.takes_secrets() {
                    true => without_values(&fault),
                    false => fault.into(),
                };
                report.input_schema = Some(spec.parameters());
                return Err(report);
            }
        };
        let must_ask = self.must_ask(invocation.caller, spec)?;
        let mut call = None;
        let recorded_in = self.services.store();
        if let Some(store) = recorded_in.filter(|_| spec.impact != Impact::Read) {
            let call_ref_of = call.insert(call_ref(invocation, spec, &args)).clone();
            // Checked before asking for approval, so that nobody is asked twice about one call.
            if !call_ref_of.is_new
                && let Some(outcome) = store.outcome(&call_ref_of).map_err(ToolError::from)?
            {
                let kept = store.get_value(None, &edited_args_key(&call_ref_of));
                return Ok(Admission::AlreadyDone(CompletedCall {
                    outcome,
                    edited: kept.map_err(ToolError::from)?,
                    call: call_ref_of,
                }));
            }
        }
        let edited_args = match must_ask {
            true => {
                let question = Question::new(spec, invocation.id, &args);
                ask(invocation, entry, &args, question).await?
            }
            false => None,
        };
        let asked_about = call.as_ref().filter(|it| must_ask && !it.is_new);
        if let Some((store, call_ref_of)) = recorded_in.zip(asked_about) {
            store_edited_args(store, call_ref_of, edited_args.as_ref()).await?;
        }
        Ok(Admission::Run(ApprovedCall {
            is_edited: edited_args.is_some(),
            was_asked: must_ask,
            understood: match edited_args {
                Some(_) => Vec::new(),
                None => understood,
            },
            args: edited_args.unwrap_or(args),
            call,
        }))
    }

    /// Asks a person about a call that removes much of the story, by the grant's rule for what cannot
    /// be undone: it can be undone, but who does not notice it in time will not undo it. Returns the
    /// arguments the person gave instead, if any.
    pub(super) async fn approve_removal(
        &self,
        invocation: Invocation<'_>,
        entry: &Entry<T>,
        call: Option<&CallRef>,
        args: &Value,
        removed: RemovedNodes,
    ) -> Result<Option<Value>, Box<ErrorReport>> {
        let caller = invocation.caller;
        let spec = ToolSpec {
            impact: Impact::Destroy,
            ..ToolSpec::clone(&entry.tool.spec)
        };
        let edited = match self.decide(caller, &spec) {
            Decision::Allow => None,
            Decision::Deny(_) => {
                let RemovedNodes { count, of } = removed;
                let refusal = ToolFailure::RemovesMany { count, of };
                return Err(ToolError::new(Code::PermissionDenied, refusal)
                    .hint("remove only what is meant; a person may remove the rest, or widen the grant")
                    .into());
            }
            Decision::Ask => {
                let spec = &entry.tool.spec;
                let question = Question::about_removal(spec, invocation.id, args, removed);
                ask(invocation, entry, args, question).await?
            }
        };
        caller.removals.allow();
        let retried = call.filter(|it| !it.is_new && edited.is_some());
        if let Some((store, call)) = self.services.store().zip(retried) {
            store_edited_args(store, call, edited.as_ref()).await?;
        }
        Ok(edited)
    }

    fn decide(&self, caller: &Caller, spec: &ToolSpec) -> Decision {
        let story = self.services.store().map(Store::story_id);
        let now = self.services.world().now();
        caller.grant.decide(spec, story, now)
    }

    /// Whether a person must approve first; an error if the caller may not call the tool at all.
    fn must_ask(&self, caller: &Caller, spec: &ToolSpec) -> Result<bool, ToolError> {
        match self.decide(caller, spec) {
            Decision::Allow => Ok(false),
            Decision::Ask => Ok(true),
            Decision::Deny(why) => Err(denied(why)),
        }
    }
}

/// The error for a caller that may not call a tool.
fn denied(why: String) -> ToolError {
    ToolError::new(Code::PermissionDenied, why)
        .hint("calling it again will not help; a person may do it or widen the grant")
        .said(&ToolFailure::NotGranted {})
}

/// Asks for approval, and stops waiting when the call is cancelled. Returns the arguments the
/// person gave instead, if any. If these are invalid, the error goes to the person and not to the
/// caller, who did not write them.
async fn ask<T: Target>(
    invocation: Invocation<'_>,
    entry: &Entry<T>,
    args: &Value,
    first: Question,
) -> Result<Option<Value>, Box<ErrorReport>> {
    let caller = invocation.caller;
    let mut question = first.clone();
    loop {
        let answer = tokio::select! {
            biased;
            () = caller.cancelled.cancelled() => return Err(ToolError::cancelled().into()),
            answer = caller.approver.ask(question) => answer,
        };
        match answer {
            Answer::Approve | Answer::Always => return Ok(None),
            Answer::Edit(edited_args) => match entry.input.admit(edited_args.clone()) {
                Ok(fitting) if fitting.args == *args => return Ok(None),
                Ok(fitting) => return Ok(Some(fitting.args)),
                Err(fault) => {
                    question =
                        first.with_rejected_edit(edited_args, *Box::<ErrorReport>::from(fault));
                    // An approver that always answers at once must not block other tasks.
                    tokio::task::yield_now().await;
                }
            },
            Answer::Reject(words) => return Err(declined(caller, words).into()),
            Answer::NotAsked => return Err(not_asked(caller, &entry.tool.spec).into()),
        }
    }
}

/// The error for invalid arguments of a tool that takes a secret. It names fields, and repeats nothing
/// of what was given: any field may hold the secret by mistake.
fn without_values(fault: &SchemaViolation) -> Box<ErrorReport> {
    let message = "a field is missing, unknown, or of another type than it should be";
    let mut report = Box::<ErrorReport>::from(ToolError::invalid(fault.path.clone(), message));
    report.expected = Some(fault.expected.clone()).filter(|it| !it.is_empty());
    report
}

/// Stores the arguments a person gave, so that a retry of the call returns what actually ran and
/// reports that it was edited. Removes what an earlier failed attempt stored.
async fn store_edited_args(
    store: &Store,
    call: &CallRef,
    args: Option<&Value>,
) -> Result<(), ToolError> {
    let name = edited_args_key(call);
    if args.is_some() || store.get_value(None, &name)?.is_some() {
        store.put_value(None, &name, args.cloned()).await?;
    }
    Ok(())
}

/// The key under which a person's arguments for a call are stored.
fn edited_args_key(call: &CallRef) -> String {
    format!("edited/{}/{}", call.caller, call.id)
}

fn declined(caller: &Caller, words: String) -> ToolError {
    let word = match words.trim() {
        "" => ToolFailure::Declined {},
        _ => ToolFailure::DeclinedWith { words },
    };
    let error = ToolError::new(Code::PermissionDenied, word);
    match caller.is_program() {
        true => error.hint("do not make the same call again unless a person asks for it"),
        // A person knows what was answered.
        false => error,
    }
}

fn not_asked(caller: &Caller, spec: &ToolSpec) -> ToolError {
    let message = format!("{} needs your yes first", spec.name);
    declined(caller, message).said(&ToolFailure::Unasked {})
}

/// The identity of a writing call: the order of arguments and alternative tool names do not matter.
fn call_ref(invocation: Invocation<'_>, spec: &ToolSpec, args: &Value) -> CallRef {
    let mut canonical = args.clone();
    canonical.sort_all_objects();
    let fingerprint = ContentHash::of(format!("{}\0{canonical}", spec.name).as_bytes());
    CallRef {
        caller: invocation.caller.id.clone(),
        id: invocation.id.to_owned(),
        fingerprint,
        is_new: invocation.is_new,
    }
}
